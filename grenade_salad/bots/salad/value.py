"""How likely a seat is to win, by the position alone: small networks that were fitted to matches of machines.

Fitted by tools/fit_salad.py (logistic loss) to the ends of turns in 5,000 matches of two Normals with 8 % of their
steps by chance and 239 of two that think; for three and more players in 1,300 matches of four Normals and 103 of two
and two who think. On matches that were not learned from, positions between 60 and 80 % were won in 69 to 74 %, those
under 20 % in 4 %, those over 80 % in 93 to 98 %.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from grenade_salad.bots.salad.board import CARD, LONG, Board, Change, drawn, kept
from grenade_salad.bots.salad.geometry import Bools, Floats
from grenade_salad.games.salad.pieces import SYMBOLS, Measures

Layer: TypeAlias = tuple[Floats, Floats]
_DECK = 44.0


@cache
def _networks(seats: int) -> tuple[Floats, Floats, tuple[tuple[Layer, ...], ...]]:
    """Mean and spread of each feature, and the layers of each network."""
    file = Path(__file__).with_name("value.json")
    found = json.loads(file.read_text(encoding="utf-8"))["2" if seats == 2 else "4"]
    networks = tuple(
        tuple((np.array(layer["weights"]), np.array(layer["bias"])) for layer in layers) for layers in found["networks"]
    )
    return np.array(found["mean"]), np.array(found["spread"]), networks


def log_odds(facts: Floats, seats: int, minds: int = 1) -> Floats:
    """The logarithm of the odds to win for each row of features: what the first few networks find, on average."""
    mean, spread, networks = _networks(seats)
    rows = (facts - mean) / spread
    odds = np.zeros(len(facts))
    for layers in networks[:minds]:
        found = rows
        for weights, bias in layers[:-1]:
            found = np.tanh(found @ weights + bias)
        weights, bias = layers[-1]
        odds += (found @ weights + bias)[:, 0]
    return odds / minds


def chance(odds: float) -> float:
    """The chance to win that belongs to the logarithm of the odds."""
    return float(1 / (1 + np.exp(-odds)))


def worths(board: Board, changes: Sequence[Change]) -> Floats:
    """The logarithm of the odds to win after each of the changes, if the turn ended then and nobody played a mine."""
    return log_odds(features(board, changes), board.seats, board.minds)


def features(board: Board, changes: Sequence[Change]) -> Floats:
    """What the networks look at, when the turn has ended after each of the changes: (b, features)."""
    rows, now = len(changes), len(board.ids)
    slots = now + max((len(change.new) for change in changes), default=0)
    mask, xy, who = np.zeros((rows, slots)), np.zeros((rows, slots, 2)), np.zeros(slots, dtype=np.intp)
    mask[:, :now], xy[:, :now], who[:now] = kept(board, changes), board.xy, board.who
    reserve, taken = np.tile(np.array(board.reserve), (rows, 1)), np.tile(board.taken, (rows, 1))
    for row, change in enumerate(changes):
        for slot, place in enumerate(change.new, now):
            mask[row, slot], xy[row, slot] = 1, place[:2]
        reserve[row, 0] -= change.lost + (0 if change.moved is not None else len(change.new))
        taken[row, change.by] += len(change.killed) + change.lost
    hands, deck = drawn(board, changes)
    cards = np.tile(np.array(board.cards, dtype=float), (rows, 1))
    return facts(mask, xy, who, reserve, taken, cards, hands, deck, board.pool, board.left - 1, board.measures)


def facts(
    mask: Floats,
    xy: Floats,
    who: np.ndarray[tuple[int], np.dtype[np.intp]],
    reserve: Floats,
    taken: Floats,
    cards: Floats,
    hands: Floats,
    deck: Floats,
    pool: Floats,
    left: float,
    measures: Measures,
) -> Floats:
    """The features of b positions (b, features). `mask` (b, n) says which of n soldiers at `xy` (b, n, 2) are there.

    Seats are numbered from the own one on. `reserve`, `taken` and `cards` are (b, seats), `hands` (b, 6), `deck` (b,).
    """
    seats = reserve.shape[1]
    alive = mask @ np.eye(seats)[who]
    scores = 3 * alive + taken
    own, others = alive[:, 0], alive[:, 1:]
    lead = scores[:, 0] - scores[:, 1:].max(axis=1)
    back = (hands[:, CARD["pointer"]] + hands[:, CARD["circles"]] * (deck > 0)).clip(0, 1) * (reserve[:, 0] > 0)
    out = own == 0
    spare = reserve[:, 1:].mean(axis=1)
    columns = [
        lead, deck / _DECK, deck <= 0, own, others.mean(axis=1), out, own == 1,
        (others == 0).mean(axis=1), (others == 1).mean(axis=1), back, back * out, (1 - back) * out,
        reserve[:, 0], spare, reserve[:, 0] - spare, cards[:, 1:].mean(axis=1) / 5,
        *hands.T, *np.tile(pool, (len(mask), 1)).T, np.full(len(mask), left <= 2), np.full(len(mask), left / LONG),
        *_dangers(mask, xy, who, measures),
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(float)


def _dangers(
    mask: Floats, xy: Floats, who: np.ndarray[tuple[int], np.dtype[np.intp]], measures: Measures
) -> list[Floats]:
    """Clusters, and who is near whom, for the own soldiers and for those of others.

    How many the best blast would hit, how many pairs one blast would hit, how many a grenade and a blow can reach
    after a move.
    """
    away = xy[:, :, None] - xy[:, None]
    far = away[..., 0] ** 2 + away[..., 1] ** 2
    friends, there = who[:, None] == who, mask[:, None].astype(bool)
    together = measures.blast_radius + measures.cube * 0.55

    def near(reach: float, whom: Bools) -> Floats:
        """How many of `whom` are within so many mm of each soldier."""
        number: Floats = ((far < reach * reach) & whom & there).sum(axis=2) * mask
        return number

    crowd = near(together, friends)
    thrown = near(2 * measures.tile + together, ~friends) > 0
    struck = near(measures.tile + 2 * measures.cube, ~friends) > 0
    found = []
    for side in ((who == 0).astype(float), (who != 0).astype(float)):
        each = crowd * side
        most = each.max(axis=1, initial=0.0)
        found += [most, (each.sum(axis=1) - mask @ side) / 2, thrown @ side, struck @ side]
    return found


NAMES = (
    "lead", "deck", "empty", "own", "others", "out", "last", "others out", "others last", "back", "back out", "stuck",
    "reserve", "their reserve", "more reserve", "their cards", *SYMBOLS, *(f"unseen {card}" for card in SYMBOLS),
    "two turns left", "left",
    *(f"{what} {whose}" for whose in ("own", "theirs") for what in ("crowd", "pairs", "thrown", "struck")),
)  # fmt: skip
"""What the columns of the features are."""
