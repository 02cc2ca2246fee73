"""Where dice may go, for every ring that a match can come to, as arrays: so a thousand moves are one step.

A ring is told by the cards that are face down in it (a bit each). A slot is a die on a card that shows a number:
6 * card + number - 1; the sixth of each card blows up. Flat tables have `cards` or `slots` entries for each ring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, ways


@cache
def spread(cards: int, down: int, counted: bool, start: int, moves: int) -> tuple[float, ...]:
    """How likely a die that starts there is on each card after so many moves."""
    if moves == 0:
        return tuple(float(at == start) for at in range(cards))
    onward = ways(cards, down, -1, counted).onward
    total = [0.0] * cards
    for at, share in enumerate(spread(cards, down, counted, start, moves - 1)):
        for to in onward[at] if share else ():
            total[to] += share / 6
    return tuple(total)


Ints: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Weigh: TypeAlias = Callable[[Ints, Ints], tuple[Floats, Floats]]
"""Gets where explosions are, `ring * cards + card`, and the number of each move as `moved` has them: what each is
worth, and how likely the seat is still there after it."""


@dataclass(frozen=True, eq=False)
class Moves:
    """What moves and explosions do by the house rules of a match, with the joker on a certain card (-1: without it).

    `onward[roll - 1, ring * cards + card]` are the cards that a die comes to. An explosion there leads to the ring
    `after`, puts its dice into the slot `reset`, and is the last of the match where it leaves a `lone` spade at most.
    `joker[ring]` is where the joker is in play, or -1; `up[ring, card]` says which cards are.
    """

    cards: int
    twice: bool
    up: Flags
    joker: Ints
    onward: Ints
    after: Ints
    reset: Ints
    lone: Flags


@dataclass(slots=True)
class Tables:
    """Many tables side by side: the ring of each, and its dice as slots (first axis: the dice).

    What blew up on the way there was worth `now`, and `goes_on` is how likely the seat still plays.
    """

    ring: Ints
    slots: Ints
    now: Floats
    goes_on: Floats


@cache
def moves_in(cards: int, joker: int, counted: bool, safe: bool, twice: bool) -> Moves:
    """The moves in a ring of so many cards; for the rest see `WheelOptions`."""
    rings = np.arange(1 << cards)
    up = _up(cards)
    is_joker = np.arange(cards) == joker
    lost = ~is_joker if safe else np.ones(cards, np.bool_)
    after = rings[:, None] | np.where(lost, 1 << np.arange(cards), 0)
    spades = up & ~is_joker
    reset = BLAST * _following(spades)[after, np.arange(cards)]
    return Moves(
        cards=cards,
        twice=twice,
        up=up,
        joker=np.where(up[:, joker], joker, -1) if joker >= 0 else np.full(len(rings), -1),
        onward=_onward(cards, counted).reshape(len(PIPS), -1),
        after=after.ravel(),
        reset=reset.ravel(),
        lone=(spades.sum(axis=1) < 2)[after].ravel(),
    )


@cache
def spreads(cards: int, counted: bool) -> Floats:
    """How likely a die is on a card (first axis) when it blows up, if it goes on by itself: by ring and slot."""
    onward = _onward(cards, counted)
    rings, starts = np.arange(1 << cards)[:, None], np.arange(cards)
    found = np.zeros((cards, 1 << cards, cards, BLAST))
    share = np.broadcast_to(np.eye(cards), (1 << cards, cards, cards))
    for number in reversed(range(BLAST - 1)):
        before, share = share, np.zeros(share.shape)
        for at in range(cards):
            for to in onward[:, :, at]:
                share[rings, starts, to[:, None]] += before[:, :, at] / len(PIPS)
        found[..., number] = share.transpose(2, 0, 1)
    return found.reshape(cards, 1 << cards, -1)


def _up(cards: int) -> Flags:
    """Which cards are in play, by ring and card."""
    return ~np.arange(1 << cards)[:, None] >> np.arange(cards) & 1 > 0


def _following(there: Flags) -> Ints:
    """The next card clockwise that is there, by ring and card; the card itself if there is no other."""
    cards = there.shape[1]
    found = np.broadcast_to(np.arange(cards), there.shape)
    for step in reversed(range(1, cards)):
        further = (np.arange(cards) + step) % cards
        found = np.where(there[:, further], further, found)
    return found


@cache
def _onward(cards: int, counted: bool) -> Ints:
    """The cards that a die comes to (WH-06): by roll, ring and card."""
    up = _up(cards)
    following = _following(np.ones_like(up) if counted else up)
    found = [following]
    for _ in PIPS[1:]:
        found.append(following[np.arange(1 << cards)[:, None], found[-1]])
    return np.stack(found)


def moved(found: Moves, tables: Tables, rolls: slice, weigh: Weigh) -> Tables:
    """Every move of those rolls (from 0) from all the tables, explosions and all: by roll, die and table."""
    at, number = np.divmod(tables.slots, BLAST)
    to = found.onward[rolls].take(tables.ring * found.cards + at, axis=1)
    on_joker = to == found.joker.take(tables.ring)
    numbers = number + 1 + (on_joker if found.twice else 0)
    slots = np.empty((len(DICE), *to.shape), np.intp)
    slots[:] = tables.slots[:, None, None] + on_joker
    for die in DICE:
        slots[die, :, die] = BLAST * to[:, die] + np.minimum(numbers, BLAST - 1)[..., die, :]
    kinds = len(to) * len(DICE)
    then = Tables(np.tile(tables.ring, kinds), slots.reshape(len(DICE), -1), np.zeros(to.size), np.ones(to.size))
    _explode(found, then, to.ravel(), weigh)
    return then


def _explode(found: Moves, tables: Tables, start: Ints, weigh: Weigh) -> None:
    """Carry out all explosions, one after another clockwise from the card of the moved die (WH-11)."""
    loud = (tables.slots % BLAST == BLAST - 1).any(axis=0).nonzero()[0]
    while len(loud):
        slots, first = tables.slots[:, loud], start[loud]
        at, number = np.divmod(slots, BLAST)
        steps = np.where(number == BLAST - 1, (at - first) % found.cards, found.cards).min(axis=0)
        where = (first + steps) % found.cards
        here = tables.ring[loud] * found.cards + where
        worth, plays_on = weigh(here, loud)
        tables.now[loud] += tables.goes_on[loud] * worth
        tables.goes_on[loud] *= plays_on
        slots = np.where(at == where, found.reset[here], slots)
        tables.slots[:, loud] = slots
        tables.ring[loud] = found.after[here]
        loud = loud[(slots % BLAST == BLAST - 1).any(axis=0)]
