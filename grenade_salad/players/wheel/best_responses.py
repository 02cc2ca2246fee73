"""The best answers to somebody who plays in a known way, with all hearts known: a match of two, solved backwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np

from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.exact_math import decay
from grenade_salad.players.wheel.normal_tables import Floats, best_die, chains, sound
from grenade_salad.players.wheel.ring_tables import Ring, first_hit, hands, ring, spots, without

Way: TypeAlias = Literal["sound", "loose", "any"]
"""How somebody may play: as Normal does, as Normal does more or less, or anyhow."""
WAYS: tuple[Way, ...] = ("sound", "loose", "any")
_HEAT = 0.15
"""How much worse a move may look to a loose player and still be made e times less often."""
_ALIKE = 2e-6
"""Moves whose worths differ by less are equally good to a sound player."""


@dataclass(frozen=True)
class Table:
    """What a match is played by: cards in play, the joker among them or not, the house rule `twice`, own hearts as
    bits, and the number of the other's hearts.
    """

    cards: int
    joker: bool
    twice: bool
    own: int
    others: int

    def ring(self) -> Ring:
        """All moves of the die on such a ring."""
        return ring(self.cards, self.joker, self.twice)

    def hands(self) -> tuple[int, ...]:
        """What the other one may hold."""
        return tuple(hand for hand in hands(self.cards, self.joker, self.others) if not hand & self.own)

    def after(self, blown: Sequence[int]) -> Table:
        """The table without these cards, none of which is an own heart's."""
        joker = self.joker and 0 not in blown
        return Table(self.cards - len(blown), joker, self.twice, without(self.own, blown), self.others)


@dataclass(frozen=True, eq=False)
class Answers:
    """Chances to win, by row and by hand of the other (as `Table.hands`): before the other rolls, before one rolls."""

    theirs: Floats
    own: Floats


def likely(way: Way, worth: Floats) -> Floats:
    """How likely each die is moved in that way of playing, by what Normal makes of it; the dice are the first axis."""
    if way == "any":
        return np.full_like(worth, 1 / len(DICE))
    best = worth.max(axis=0)
    likes = worth >= best - _ALIKE if way == "sound" else decay((worth - best) / _HEAT)
    odds: Floats = likes.astype(np.float32)
    odds /= odds.sum(axis=0)
    return odds


def columns(table: Table) -> list[int]:
    """Where the hands of the other one are among all hands of that size, as in `sound`."""
    number = {hand: number for number, hand in enumerate(hands(table.cards, table.joker, table.others))}
    return [number[hand] for hand in table.hands()]


@lru_cache(maxsize=1200)
def answers(table: Table, way: Way) -> Answers:
    """The best that can be done against that way of playing."""
    moved, which = table.ring(), columns(table)
    theirs, own = _all_targets(table, way)
    worth = sound(table.cards, table.joker, table.twice, table.others, table.own.bit_count())
    for rows in spots(table.cards).layers:
        leads = moved.target[:, :, rows]
        here = best_die(theirs, leads)
        there = np.zeros_like(here)
        for dice, seen in zip(leads, worth, strict=True):
            odds = likely(way, seen[:, rows][..., which])
            for to, share in zip(dice, odds, strict=True):
                there += own[to] * share
        there /= len(leads)
        own[rows], theirs[rows] = here, there
    return Answers(theirs[: moved.size].copy(), own[: moved.size].copy())


def _all_targets(table: Table, way: Way) -> tuple[Floats, Floats]:
    """Room for the rows of this ring, and what is known of all targets after an explosion."""
    moved = table.ring()
    shape = (moved.chains + len(moved.ends), len(table.hands()))
    theirs, own = np.empty(shape, np.float32), np.empty(shape, np.float32)
    for card in range(table.cards):
        block = slice(moved.size + card * moved.small, moved.size + (card + 1) * moved.small)
        for into, which in ((theirs, "theirs"), (own, "own")):
            into[block] = exploded(table, way, which, (card,), slice(None))
    for numbers, blown in chains(moved):
        for into, which in ((theirs, "theirs"), (own, "own")):
            into[moved.chains + numbers] = exploded(table, way, which, blown, moved.ends[numbers])
    return theirs, own


def exploded(
    table: Table, way: Way, which: str, blown: Sequence[int], rows: slice | np.ndarray[tuple[int], np.dtype[np.int32]]
) -> Floats:
    """The chances to win in these rows of the ring without the cards that were blown up (WH-13, WH-14)."""
    held = table.hands()
    lost = first_hit(blown, table.own)
    hits = [first_hit(blown, hand) for hand in held]
    left = [number for number, hit in enumerate(hits) if hit == lost == len(blown)]
    won = np.array([hit < lost for hit in hits], np.float32)
    if not left:
        return won
    after = table.after(blown)
    column = {hand: number for number, hand in enumerate(after.hands())}
    values: Floats = getattr(answers(after, way), which)[rows]
    found = np.broadcast_to(won, (len(values), len(held))).copy()
    found[:, left] = values[:, [column[without(held[number], blown)] for number in left]]
    return found
