"""What Normal thinks of every position of a match of two, as tables: how somebody may move who plays soundly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.ring import BLAST
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.wheel.moves import spread
from grenade_salad.players.wheel.normal import AHEAD, JOKER_SOON, LOSS_OF_TWO, SOONER
from grenade_salad.players.wheel.ring_tables import Ints, Ring, hands, ring, spots, without

Floats: TypeAlias = NDArray[np.float32]
_BITS = 24
"""Bits after the point of shares and chances: sums of their products are exact."""
Level: TypeAlias = Callable[[int, bool, bool, int, float], Floats]
"""What rows are worth, by `cards`, `joker`, `twice`, the number of own hearts and what any other card is worth."""


@lru_cache(maxsize=64)
def sound(cards: int, joker: bool, twice: bool, size: int, others: int) -> Floats:
    """What Normal makes of each move: by roll, die, row and hand (of `hands`, with `size` hearts).

    It knows that somebody else has `others` hearts, and no more.
    """
    table = ring(cards, joker, twice)
    worth: Floats = _carried(table, size, others / (cards - joker - size), _next)[table.target]
    return worth


def best_die(worth: Floats, leads: Ints) -> Floats:
    """The mean over all rolls of the best die, by what each target is worth; `leads` by roll, die and row."""
    total = np.zeros((leads.shape[2], worth.shape[1]), np.float32)
    for dice in leads:
        best = worth[dice[0]]
        for to in dice[1:]:
            np.maximum(best, worth[to], out=best)
        total += best
    total /= len(leads)
    return total


def chains(table: Ring) -> list[tuple[NDArray[np.intp], tuple[int, ...]]]:
    """The several explosions of a ring: numbers with the same cards together, and those cards in order."""
    if not len(table.ends):
        return []
    kinds, which = np.unique(table.blown, axis=0, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(which.ravel()))[:-1])
    return [(part, tuple(int(card) for card in kind if card >= 0)) for part, kind in zip(parts, kinds, strict=True)]


def _carried(table: Ring, size: int, chance: float, after: Level) -> Floats:
    """What Normal makes of each target: explosions now, and what comes after them if the match goes on."""
    held = hands(table.cards, table.joker, size)
    worth = np.empty((table.chains + len(table.ends), len(held)), np.float32)
    worth[: table.size] = after(table.cards, table.joker, table.twice, size, chance)
    for card in range(table.cards):
        block = worth[table.size + card * table.small : table.size + (card + 1) * table.small]
        _exploded(table, size, chance, after, (card,), block, slice(None))
    for numbers, blown in chains(table):
        _exploded(table, size, chance, after, blown, worth[table.chains :], (numbers, table.ends[numbers]))
    return worth


def _exploded(
    table: Ring,
    size: int,
    chance: float,
    after: Level,
    blown: Sequence[int],
    worth: Floats,
    which: slice | tuple[NDArray[np.intp], NDArray[np.int32]],
) -> None:
    """Write what it is worth that these cards blow up: into all rows of `worth`, or into some from rows of the end."""
    into, ends = (which, which) if isinstance(which, slice) else which
    joker = table.joker and 0 not in blown
    rest = table.cards - len(blown)
    column = {hand: number for number, hand in enumerate(hands(rest, joker, size))}
    left: list[int] = []
    for number, hand in enumerate(hands(table.cards, table.joker, size)):
        now, goes_on = _explosions(table, hand, chance, blown)
        worth[into, number] = now
        if goes_on > 0 and rest - joker > 1:
            left.append(number)
            values = after(rest, joker, table.twice, size, chance)
            worth[into, number] += goes_on * values[ends, column[without(hand, blown)]]


def _explosions(table: Ring, hand: int, chance: float, blown: Sequence[int]) -> tuple[float, float]:
    """What the explosions are worth, and how likely it is that the match goes on."""
    total, goes_on = 0.0, 1.0
    for card in blown:
        if hand >> card & 1:
            return total - goes_on * LOSS_OF_TWO, 0.0
        if not (table.joker and card == 0):
            total += goes_on * chance
            goes_on *= 1 - chance
    return total, goes_on


@lru_cache(maxsize=128)
def _next(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """What a table is worth when the other one rolls, all dice alike."""
    table = ring(cards, joker, twice)
    worth = _carried(table, size, chance, _own)
    leads = table.target.reshape(-1, table.size)
    total: Floats = worth[leads[0]]
    for to in leads[1:]:
        total += worth[to]
    total /= len(leads)
    return total


@lru_cache(maxsize=128)
def _own(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """What a table is worth for the one who rolls, and takes the best die."""
    table = ring(cards, joker, twice)
    return best_die(_carried(table, size, chance, _to_come), table.target)


@cache
def _to_come(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """What explosions to come are worth, if every die goes on by itself."""
    held = hands(cards, joker, size)
    lost = [[hand >> card & 1 for hand in held] for card in range(cards)]
    worth = np.where(lost, -LOSS_OF_TWO, on_grid(np.array(chance), _BITS))
    if joker:
        worth[0] = 0.0
    slots = []
    for at in range(cards):
        for pips in range(1, BLAST):
            moves = BLAST - pips
            shares = on_grid(np.array(spread(cards, 0, False, at, moves)), _BITS)
            value = shares @ worth + joker * JOKER_SOON * worth[at]
            slots.append(AHEAD * SOONER[pips - 1] * value)
    found: Floats = np.array(slots)[spots(cards).slots].sum(axis=1).astype(np.float32)
    return found
