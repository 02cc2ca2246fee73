"""How likely a seat is to win, by the position alone: small networks that were fitted to matches of machines.

Fitted by tools/fit_salad.py (logistic loss) to the ends of turns: first in 5,000 matches of two Normals with 8 % of
their steps by chance and 239 of two that think, 1,300 of four Normals and 103 of two and two who think, all without
GS-34; from there on in 1,634 matches of two Normals, 39 of two Hards and 129 of four Normals that end as GS-34 says. On
matches that were not learned from, of two, positions between 60 and 80 % were won in 67 %, those under 20 % in 4 %,
those over 80 % in 95 %.

With two, Hard asks the first network of those, and Expert four of its own: those, fitted on to 1,567 matches of two
Normals and 1,503 of two Hards that begin from the height of GS-03, with 3 to 8 % of their steps by chance. On 387
matches of two Hards that were not learned from (9,198 turns), positions between 60 and 80 % were won in 66 %, those
under 20 % in 6 %, those over 80 % in 93 %.

Features and weights are rounded so that every sum in a network is exact: see `exact_math`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from grenade_salad.games.salad.pieces import SYMBOLS, Measures
from grenade_salad.games.salad.vector_geometry import Bools, Floats
from grenade_salad.players import exact_math
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.salad.known_position import CARD, LONG, Board, Change, calm_after, drawn, kept

Layer: TypeAlias = tuple[Floats, Floats]
_DECK = 44.0
_WEIGHT_BITS = 16
"""Bits after the point of weights: with the 12 of features that is 28, and 25 are left before it."""
_LARGEST = 2.0**14
"""The largest feature that networks are shown, in spreads. 42 of them with weights up to 8 still add up exactly."""
_SURE = 8.0
"""What is won or lost for certain, in log odds."""


@cache
def _networks(whose: str) -> tuple[Floats, Floats, tuple[tuple[Layer, ...], ...]]:
    """Mean and spread of each feature, and the layers of each network."""
    file = Path(__file__).with_name("value.json")
    found = json.loads(file.read_text(encoding="utf-8"))[whose]
    networks = tuple(
        tuple(
            (on_grid(np.array(layer["weights"]), _WEIGHT_BITS), on_grid(np.array(layer["bias"]), _WEIGHT_BITS))
            for layer in layers
        )
        for layers in found["networks"]
    )
    return np.array(found["mean"]), np.array(found["spread"]), networks


def log_odds(facts: Floats, seats: int, expert: bool = False) -> Floats:
    """The logarithm of the odds to win for each row of features, by Hard's network or by all of Expert's on average."""
    mean, spread, networks = _networks("4" if seats > 2 else "2 expert" if expert else "2")
    asked = networks if expert else networks[:1]
    rows = on_grid(np.clip((facts - mean) / spread, -_LARGEST, _LARGEST))
    odds = np.zeros(len(facts))
    for layers in asked:
        found = rows
        for weights, bias in layers[:-1]:
            found = exact_math.tanh(found @ weights + bias)
        weights, bias = layers[-1]
        odds += (found @ weights + bias)[:, 0]
    return odds / len(asked)


def chance(odds: float) -> float:
    """The chance to win that belongs to the logarithm of the odds."""
    return float(1 / (1 + exact_math.exp(-odds)))


def worths(board: Board, changes: Sequence[Change]) -> Floats:
    """The logarithm of the odds to win after each of the changes, if the turn ended then and nobody played a mine."""
    found = log_odds(features(board, changes), board.seats, board.expert)
    over = calm_after(board, changes) >= board.calm_limit
    if over.any():
        found[over] = _at_the_end(board)
    return found


def _at_the_end(board: Board) -> float:
    """The same if the game ends as things stand (GS-28)."""
    alive = [int((board.who == seat).sum()) for seat in range(board.seats)]
    keys = [(3 * alive[seat] + board.taken[seat], board.reserve[seat]) for seat in range(board.seats)]
    best = max(keys)
    if keys[0] < best:
        return -_SURE
    return _SURE if keys.count(best) == 1 else float(exact_math.log(1 / max(1, keys.count(best) - 1)))


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
    near = calm_after(board, changes) / board.calm_limit
    return facts(mask, xy, who, reserve, taken, cards, hands, deck, board.pool, board.left - 1, near, board.measures)


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
    near: Floats,
    measures: Measures,
) -> Floats:
    """The features of b positions (b, features). `mask` (b, n) says which of n soldiers at `xy` (b, n, 2) are there.

    Seats are numbered from the own one on. `reserve`, `taken` and `cards` are (b, seats), `hands` (b, 6), `deck` (b,);
    `near` (b,) is how near the game is to its end because nobody plays a card, 1 at the end.
    """
    seats = reserve.shape[1]
    alive = mask @ np.eye(seats)[who]
    scores = 3 * alive + taken
    own, others = alive[:, 0], alive[:, 1:]
    lead = scores[:, 0] - scores[:, 1:].max(axis=1)
    back = (hands[:, CARD["pointer"]] + hands[:, CARD["circles"]] * (deck > 0)).clip(0, 1) * (reserve[:, 0] > 0)
    out = own == 0
    spare = reserve[:, 1:].mean(axis=1)
    ahead = (lead + (reserve[:, 0] > reserve[:, 1:].max(axis=1)) - 0.5).clip(-1, 1)
    late = near > 0.6
    columns = [
        lead, deck / _DECK, deck <= 0, own, others.mean(axis=1), out, own == 1,
        (others == 0).mean(axis=1), (others == 1).mean(axis=1), back, back * out, (1 - back) * out,
        reserve[:, 0], spare, reserve[:, 0] - spare, cards[:, 1:].mean(axis=1) / 5,
        *hands.T, *np.tile(pool, (len(mask), 1)).T, np.full(len(mask), left <= 2), np.full(len(mask), left / LONG),
        near, near * ahead, late, late * ahead,
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
    "two turns left", "left", "near", "near ahead", "late", "late ahead",
    *(f"{what} {whose}" for whose in ("own", "theirs") for what in ("crowd", "pairs", "thrown", "struck")),
)  # fmt: skip
"""What the columns of the features are."""
