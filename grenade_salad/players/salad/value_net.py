"""A seat's chance to win, from the position, by small networks.

The networks were fitted to matches of machines by tools/fit_salad.py (logistic loss), to the ends of turns: first in
5,000 matches of two NormalPlayers with 8 % random steps and 239 of two search players, 1,300 of four NormalPlayers and
103 of two and two search players, all without GS-34; then in 1,634 matches of two NormalPlayers, 39 of two Hards and
129 of four NormalPlayers that end as GS-34 says. On held-out matches of two, positions between 60 and 80 % were won in
67 %, those under 20 % in 4 %, those over 80 % in 95 %.

With two players, Hard uses the first of these networks, and Expert four of its own: the same ones, fitted further to
1,567 matches of two NormalPlayers and 1,503 of two Hards that begin from the height of GS-03, with 3 to 8 % random
steps. On 387 held-out matches of two Hards (9,198 turns), positions between 60 and 80 % were won in 66 %, those under
20 % in 6 %, those over 80 % in 93 %.

Features and weights are rounded so that every sum in a network is exact: see `exact_math`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from grenade_salad.games.salad.pieces import Measures
from grenade_salad.games.salad.vector_geometry import Bools, Floats
from grenade_salad.players import exact_math
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.salad.known_position import (
    CARD_INDEX,
    MAX_TURNS_LEFT,
    Change,
    KnownPosition,
    calm_after,
    find_survivors,
    refill_hands,
)

Layer: TypeAlias = tuple[Floats, Floats]
_DECK_SIZE = 44.0
_WEIGHT_BITS = 16
"""Bits after the point of weights.

With the 12 of features that is 28, and 25 are left before the point.
"""
_MAX_FEATURE = 2.0**14
"""Maximum feature of the networks' inputs, in spreads.

42 of them with weights up to 8 still add up exactly.
"""
_CERTAIN_ODDS = 8.0
"""Log odds of a match that is certainly won; negative if it is lost."""


@cache
def _load_networks(name: str) -> tuple[Floats, Floats, tuple[tuple[Layer, ...], ...]]:
    """Return the mean and spread of each feature, and the layers of each network."""
    file = Path(__file__).with_name("value.json")
    saved = json.loads(file.read_text(encoding="utf-8"))[name]
    networks = tuple(
        tuple(
            (on_grid(np.array(layer["weights"]), _WEIGHT_BITS), on_grid(np.array(layer["bias"]), _WEIGHT_BITS))
            for layer in layers
        )
        for layers in saved["networks"]
    )
    return np.array(saved["mean"]), np.array(saved["spread"]), networks


def log_odds(rows: Floats, seats: int, is_expert: bool = False) -> Floats:
    """Return the logarithm of the odds to win for each row of features.

    It is by Hard's network, or the mean of all of Expert's.
    """
    mean, spread, networks = _load_networks("4" if seats > 2 else "2 expert" if is_expert else "2")
    used_networks = networks if is_expert else networks[:1]
    inputs = on_grid(np.clip((rows - mean) / spread, -_MAX_FEATURE, _MAX_FEATURE))
    odds = np.zeros(len(rows))
    for layers in used_networks:
        values = inputs
        for weights, bias in layers[:-1]:
            values = exact_math.tanh(values @ weights + bias)
        weights, bias = layers[-1]
        odds += (values @ weights + bias)[:, 0]
    return odds / len(used_networks)


def odds_to_chance(odds: float) -> float:
    """Return the chance to win that belongs to the logarithm of the odds."""
    return float(1 / (1 + exact_math.exp(-odds)))


def weigh_changes(board: KnownPosition, changes: Sequence[Change]) -> Floats:
    """Return the logarithm of the odds to win after each of the changes.

    The turn ends with the change, and nobody plays a mine.
    """
    odds = log_odds(change_features(board, changes), board.seats, board.is_expert)
    is_over = calm_after(board, changes) >= board.calm_limit
    if is_over.any():
        odds[is_over] = _final_log_odds(board)
    return odds


def _final_log_odds(board: KnownPosition) -> float:
    """Return the log odds if the game ends with the soldiers on the table (GS-28)."""
    alive = [int((board.owner == seat).sum()) for seat in range(board.seats)]
    keys = [(3 * alive[seat] + board.taken[seat], board.reserve[seat]) for seat in range(board.seats)]
    best = max(keys)
    if keys[0] < best:
        return -_CERTAIN_ODDS
    return _CERTAIN_ODDS if keys.count(best) == 1 else float(exact_math.log(1 / max(1, keys.count(best) - 1)))


def change_features(board: KnownPosition, changes: Sequence[Change]) -> Floats:
    """Return the features at the end of the turn after each change: (b, features)."""
    rows, soldier_count = len(changes), len(board.ids)
    slots = soldier_count + max((len(change.new) for change in changes), default=0)
    mask, xy, owners = np.zeros((rows, slots)), np.zeros((rows, slots, 2)), np.zeros(slots, dtype=np.intp)
    mask[:, :soldier_count], xy[:, :soldier_count], owners[:soldier_count] = (
        find_survivors(board, changes),
        board.xy,
        board.owner,
    )
    reserve, taken = np.tile(np.array(board.reserve), (rows, 1)), np.tile(board.taken, (rows, 1))
    for row, change in enumerate(changes):
        for slot, place in enumerate(change.new, soldier_count):
            mask[row, slot], xy[row, slot] = 1, place[:2]
        reserve[row, 0] -= change.lost + (0 if change.moved is not None else len(change.new))
        taken[row, change.taker] += len(change.killed) + change.lost
    hands, deck = refill_hands(board, changes)
    cards = np.tile(np.array(board.cards, dtype=float), (rows, 1))
    standstill = calm_after(board, changes) / board.calm_limit
    return position_features(
        mask,
        xy,
        owners,
        reserve,
        taken,
        cards,
        hands,
        deck,
        board.pool,
        board.turns_left - 1,
        standstill,
        board.measures,
    )


def position_features(
    mask: Floats,
    xy: Floats,
    owners: np.ndarray[tuple[int], np.dtype[np.intp]],
    reserve: Floats,
    taken: Floats,
    cards: Floats,
    hands: Floats,
    deck: Floats,
    pool: Floats,
    turns_left: float,
    standstill: Floats,
    measures: Measures,
) -> Floats:
    """Return the features of b positions (b, features).

    `mask` (b, n) is 1 for those of n soldiers at `xy` (b, n, 2) that are on the table. Seats are numbered from the own
    one on. `reserve`, `taken` and `cards` are (b, seats), `hands` (b, 6), `deck` (b,); `standstill` (b,) is how near
    the game is to its end because nobody plays a card, 1 at the end.
    """
    seats = reserve.shape[1]
    alive = mask @ np.eye(seats)[owners]
    scores = 3 * alive + taken
    own_alive, rivals_alive = alive[:, 0], alive[:, 1:]
    lead = scores[:, 0] - scores[:, 1:].max(axis=1)
    can_return = (hands[:, CARD_INDEX["pointer"]] + hands[:, CARD_INDEX["circles"]] * (deck > 0)).clip(0, 1) * (
        reserve[:, 0] > 0
    )
    is_out = own_alive == 0
    rivals_reserve = reserve[:, 1:].mean(axis=1)
    lead_sign = (lead + (reserve[:, 0] > reserve[:, 1:].max(axis=1)) - 0.5).clip(-1, 1)
    is_late = standstill > 0.6
    columns = [
        lead, deck / _DECK_SIZE, deck <= 0, own_alive, rivals_alive.mean(axis=1), is_out, own_alive == 1,
        (rivals_alive == 0).mean(axis=1), (rivals_alive == 1).mean(axis=1), can_return, can_return * is_out,
        (1 - can_return) * is_out,
        reserve[:, 0], rivals_reserve, reserve[:, 0] - rivals_reserve, cards[:, 1:].mean(axis=1) / 5,
        *hands.T, *np.tile(pool, (len(mask), 1)).T, np.full(len(mask), turns_left <= 2),
        np.full(len(mask), turns_left / MAX_TURNS_LEFT),
        standstill, standstill * lead_sign, is_late, is_late * lead_sign,
        *_dangers(mask, xy, owners, measures),
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(float)


def _dangers(
    mask: Floats, xy: Floats, owners: np.ndarray[tuple[int], np.dtype[np.intp]], measures: Measures
) -> list[Floats]:
    """Return crowds and threats, for the own soldiers and for those of rivals.

    The number that the best blast would hit, the number of pairs that one blast would hit, and the numbers that a
    grenade and a blow can reach after a move.
    """
    offsets = xy[:, :, None] - xy[:, None]
    squared_distances = offsets[..., 0] ** 2 + offsets[..., 1] ** 2
    has_same_owner, is_present = owners[:, None] == owners, mask[:, None].astype(bool)
    blast_distance = measures.blast_radius + measures.cube * 0.55

    def count_near(reach: float, targets: Bools) -> Floats:
        """Return the number of `targets` within `reach` mm of each soldier."""
        counts: Floats = ((squared_distances < reach * reach) & targets & is_present).sum(axis=2) * mask
        return counts

    crowd = count_near(blast_distance, has_same_owner)
    thrown = count_near(2 * measures.tile + blast_distance, ~has_same_owner) > 0
    struck = count_near(measures.tile + 2 * measures.cube, ~has_same_owner) > 0
    columns = []
    for side in ((owners == 0).astype(float), (owners != 0).astype(float)):
        side_crowd = crowd * side
        max_crowd = side_crowd.max(axis=1, initial=0.0)
        columns += [max_crowd, (side_crowd.sum(axis=1) - mask @ side) / 2, thrown @ side, struck @ side]
    return columns
