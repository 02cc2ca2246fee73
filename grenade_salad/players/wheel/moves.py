"""Moves of dice for every possible ring, as arrays: a thousand moves in one step.

A ring is described by the cards that are face down in it (a bit each). A slot is a die on a card that shows a number:
6 * card + number - 1; the sixth of each card blows up. Flat tables have `cards` or `slots` entries for each ring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, find_routes

Ints: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Weigh: TypeAlias = Callable[[Ints, Ints], tuple[Floats, Floats]]
"""Returns the worth of each explosion, and the chance that the seat still plays.

The arguments are the places of explosions, `ring * cards + card`, and the indexes of the moves as in `apply_moves`.
"""


@cache
def die_spread(cards: int, down: int, counted: bool, start: int, count: int) -> tuple[float, ...]:
    """Return the probability of each card after `count` moves of a die from `start`."""
    if count == 0:
        return tuple(float(card == start) for card in range(cards))
    onward = find_routes(cards, down, -1, counted).onward
    shares = [0.0] * cards
    for card, share in enumerate(die_spread(cards, down, counted, start, count - 1)):
        for to in onward[card] if share else ():
            shares[to] += share / len(PIPS)
    return tuple(shares)


@dataclass(frozen=True, eq=False)
class RingMoves:
    """Results of moves and explosions by the house rules of a match.

    A place is ring * `cards` + card.
    """

    cards: int
    """The number of cards in the ring, in play or not."""
    twice: bool
    """True by the house rule that the joker raises the moved die by two (WH-10)."""
    up: Flags
    """True for cards in play, by ring and card."""
    joker: Ints
    """The place of the joker in play by ring, or -1."""
    onward: Ints
    """The card that a die moves to, by roll - 1 and place."""
    after: Ints
    """The ring after an explosion, by place."""
    reset: Ints
    """The slot into which an explosion puts its dice, by place."""
    lone: Flags
    """True if an explosion leaves one spade at most, and ends the match; by place."""


@dataclass(slots=True)
class TableBatch:
    """Many tables at once."""

    ring: Ints
    slots: Ints
    """The dice as slots; dice are the first axis."""
    gain: Floats
    """The worth of explosions so far."""
    plays_on: Floats
    """The chance that the seat still plays."""


@cache
def make_moves(cards: int, joker: int, counts_face_down: bool, is_joker_safe: bool, twice: bool) -> RingMoves:
    """Return the moves in a ring of `cards` cards, with the joker on a card or -1.

    For the other parameters see `WheelOptions`.
    """
    rings = np.arange(1 << cards)
    up = _cards_up(cards)
    is_joker = np.arange(cards) == joker
    is_removable = ~is_joker if is_joker_safe else np.ones(cards, np.bool_)
    after = rings[:, None] | np.where(is_removable, 1 << np.arange(cards), 0)
    spades = up & ~is_joker
    reset = BLAST_PIPS * _next_cards(spades)[after, np.arange(cards)]
    return RingMoves(
        cards=cards,
        twice=twice,
        up=up,
        joker=np.where(up[:, joker], joker, -1) if joker >= 0 else np.full(len(rings), -1),
        onward=_onward(cards, counts_face_down).reshape(len(PIPS), -1),
        after=after.ravel(),
        reset=reset.ravel(),
        lone=(spades.sum(axis=1) < 2)[after].ravel(),
    )


@cache
def explosion_spreads(cards: int, counts_face_down: bool) -> Floats:
    """Return the probability of each card (first axis) when a die blows up there.

    The die moves on without players' choices. The other axes are ring and slot.
    """
    onward = _onward(cards, counts_face_down)
    rings, starts = np.arange(1 << cards)[:, None], np.arange(cards)
    result = np.zeros((cards, 1 << cards, cards, BLAST_PIPS))
    share = np.broadcast_to(np.eye(cards), (1 << cards, cards, cards))
    for pip_index in reversed(range(BLAST_PIPS - 1)):
        previous, share = share, np.zeros(share.shape)
        for card in range(cards):
            for to in onward[:, :, card]:
                share[rings, starts, to[:, None]] += previous[:, :, card] / len(PIPS)
        result[..., pip_index] = share.transpose(2, 0, 1)
    return result.reshape(cards, 1 << cards, -1)


def _cards_up(cards: int) -> Flags:
    """Return which cards are in play, by ring and card."""
    return ~np.arange(1 << cards)[:, None] >> np.arange(cards) & 1 > 0


def _next_cards(is_present: Flags) -> Ints:
    """Return the next present card clockwise, by ring and card.

    It is the card itself if there is no other.
    """
    cards = is_present.shape[1]
    next_cards = np.broadcast_to(np.arange(cards), is_present.shape)
    for step in reversed(range(1, cards)):
        further = (np.arange(cards) + step) % cards
        next_cards = np.where(is_present[:, further], further, next_cards)
    return next_cards


@cache
def _onward(cards: int, counts_face_down: bool) -> Ints:
    """Return the cards that a die moves to (WH-06): by roll, ring and card."""
    up = _cards_up(cards)
    following = _next_cards(np.ones_like(up) if counts_face_down else up)
    steps = [following]
    for _ in PIPS[1:]:
        steps.append(following[np.arange(1 << cards)[:, None], steps[-1]])
    return np.stack(steps)


def apply_moves(moves: RingMoves, tables: TableBatch, rolls: slice, weigh: Weigh) -> TableBatch:
    """Return the tables after every move of those rolls (from 0), with explosions.

    The order is by roll, die and table.
    """
    card, pip_index = np.divmod(tables.slots, BLAST_PIPS)
    to = moves.onward[rolls].take(tables.ring * moves.cards + card, axis=1)
    on_joker = to == moves.joker.take(tables.ring)
    new_pips = pip_index + 1 + (on_joker if moves.twice else 0)
    slots = np.empty((len(DICE), *to.shape), np.intp)
    slots[:] = tables.slots[:, None, None] + on_joker
    for die in DICE:
        slots[die, :, die] = BLAST_PIPS * to[:, die] + np.minimum(new_pips, BLAST_PIPS - 1)[..., die, :]
    move_count = len(to) * len(DICE)
    result = TableBatch(
        np.tile(tables.ring, move_count), slots.reshape(len(DICE), -1), np.zeros(to.size), np.ones(to.size)
    )
    _explode(moves, result, to.ravel(), weigh)
    return result


def _explode(moves: RingMoves, tables: TableBatch, start: Ints, weigh: Weigh) -> None:
    """Carry out all explosions, clockwise from the card of the moved die (WH-11)."""
    exploding = (tables.slots % BLAST_PIPS == BLAST_PIPS - 1).any(axis=0).nonzero()[0]
    while len(exploding):
        slots, first = tables.slots[:, exploding], start[exploding]
        card, pip_index = np.divmod(slots, BLAST_PIPS)
        steps = np.where(pip_index == BLAST_PIPS - 1, (card - first) % moves.cards, moves.cards).min(axis=0)
        blast_card = (first + steps) % moves.cards
        blast_index = tables.ring[exploding] * moves.cards + blast_card
        worth, plays_on = weigh(blast_index, exploding)
        tables.gain[exploding] += tables.plays_on[exploding] * worth
        tables.plays_on[exploding] *= plays_on
        slots = np.where(card == blast_card, moves.reset[blast_index], slots)
        tables.slots[:, exploding] = slots
        tables.ring[exploding] = moves.after[blast_index]
        exploding = exploding[(slots % BLAST_PIPS == BLAST_PIPS - 1).any(axis=0)]
