"""Editing of a wheel position: functions from draft to draft, and errors.

All functions are pure.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeAlias

from grenade_salad.core import position_draft as core
from grenade_salad.core.position_draft import CardPlace, Problem, with_card, with_value, without_card
from grenade_salad.core.position_notation import Start
from grenade_salad.core.position_tokens import Cards
from grenade_salad.games.wheel.cards import JOKER, RING
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.position_notation import WheelPositionBuilder
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE
from grenade_salad.games.wheel.rules import GAME

WheelDraft: TypeAlias = core.PositionDraft[WheelOptions, WheelPositionBuilder]


# from and to text


def new_draft(seats: int) -> WheelDraft:
    """Return the ring in order, all dice at its beginning, and unknown hearts.

    WH-03, WH-04.
    """
    return _with_defaults(core.PositionDraft((), WheelOptions(), WheelPositionBuilder(seats)))


def parse_draft(text: str) -> WheelDraft:
    """Parse a line, even if no such position is possible. Raises `Unreadable`.

    What the line leaves out is as in `new_draft`.
    """
    parsed = GAME.parse_draft(text)
    assert isinstance(parsed.options, WheelOptions)
    assert isinstance(parsed.draft, WheelPositionBuilder)
    return _with_defaults(core.PositionDraft(parsed.names, parsed.options, parsed.draft))


def format_draft(setup: WheelDraft) -> str:
    """Return the line of a draft; `parse_draft` returns the same draft again."""
    return core.format_draft(GAME, setup)


def with_options(setup: WheelDraft, options: WheelOptions) -> WheelDraft:
    """Return the draft with other house rules."""
    return replace(setup, options=options)


def _with_defaults(setup: WheelDraft) -> WheelDraft:
    draft = setup.draft
    ring = draft.ring or RING
    first = next((card for card in ring if card not in (JOKER, *draft.down)), ring[0])
    hearts = {seat: draft.hearts.get(seat, ((), None)) for seat in range(setup.seats)}
    return replace(setup, draft=replace(draft, ring=ring, dice=draft.dice or [(first, 1) for _ in DICE], hearts=hearts))


# the ring and the dice


def swap_cards(setup: WheelDraft, first: int, second: int) -> WheelDraft:
    """Swap two cards of the ring, by their indexes.

    Dice stay where they are on the table.
    """
    ring = list(setup.draft.ring)
    ring[first], ring[second] = ring[second], ring[first]
    replacements = dict(zip(setup.draft.ring, ring, strict=True))
    dice = [(replacements.get(card, card), pips) for card, pips in setup.draft.dice]
    return replace(setup, draft=replace(setup.draft, ring=tuple(ring), dice=dice))


def flip_card(setup: WheelDraft, index: int) -> WheelDraft:
    """Turn a card of the ring over; the order of the seats that are out is forgotten."""
    card, down = setup.draft.ring[index], setup.draft.down
    flipped = tuple(face_down for face_down in down if face_down != card) if card in down else (*down, card)
    return replace(setup, draft=replace(setup.draft, down=flipped, out=()))


def put_die_on(setup: WheelDraft, die: int, index: int) -> WheelDraft:
    """Put a white die on that card of the ring."""
    return _with_die(setup, die, setup.draft.ring[index], setup.draft.dice[die][1])


def set_die_pips(setup: WheelDraft, die: int, pips: int) -> WheelDraft:
    """Set the number of a white die, 1 to 5; after 5 follows 1 (WH-08)."""
    return _with_die(setup, die, setup.draft.dice[die][0], (pips - 1) % (BLAST_PIPS - 1) + 1)


def _with_die(setup: WheelDraft, die: int, card: str, pips: int) -> WheelDraft:
    return replace(setup, draft=replace(setup.draft, dice=list(with_value(setup.draft.dice, die, (card, pips)))))


def find_die_index(setup: WheelDraft, die: int) -> int:
    """Return the index of the card that a white die is on.

    It is 0 if that card is not in the ring.
    """
    card = setup.draft.dice[die][0]
    return setup.draft.ring.index(card) if card in setup.draft.ring else 0


def with_roll(setup: WheelDraft, roll: int | None) -> WheelDraft:
    """Set the number of the black die; None: it is still to be rolled."""
    return replace(setup, draft=replace(setup.draft, roll=roll))


# who plays, and with which hearts


def with_seats(setup: WheelDraft, seats: int) -> WheelDraft:
    """Set the number of players; new ones have unknown hearts."""
    draft = setup.draft
    has_same_count = hearts_each(seats) == hearts_each(setup.seats)
    hearts = {seat: draft.hearts.get(seat, ((), None)) if has_same_count else ((), None) for seat in range(seats)}
    changed = replace(draft, seats=seats, hearts=hearts, turn=min(draft.turn, seats - 1), out=())
    return core.PositionDraft((), setup.options.for_seats(seats), changed)


def turn_seat(setup: WheelDraft) -> int:
    """Return the seat whose turn it is."""
    return setup.draft.turn


def with_turn(setup: WheelDraft, seat: int) -> WheelDraft:
    """Set the seat whose turn it is; the black die is still to be rolled."""
    return replace(setup, draft=replace(setup.draft, turn=seat, roll=None))


def add_card(setup: WheelDraft, place: CardPlace, card: str | None) -> WheelDraft:
    """Add a heart to a seat; None is unknown. No other place has hearts."""
    if not isinstance(place, int):
        return setup
    return _with_hand(setup, place, with_card(hand(setup, place), card, hearts_each(setup.seats)))


def remove_card(setup: WheelDraft, place: CardPlace, index: int) -> WheelDraft:
    """Remove a heart of a seat.

    The known hearts come first in `index`, then the unknown ones.
    """
    return _with_hand(setup, place, without_card(hand(setup, place), index)) if isinstance(place, int) else setup


def hand(setup: WheelDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known hearts of a seat, and the number of unknown ones."""
    known_hearts, hidden = setup.draft.hearts.get(seat, ((), None))
    return known_hearts, max(0, hearts_each(setup.seats) - len(known_hearts)) if hidden is None else hidden


def _with_hand(setup: WheelDraft, seat: int, cards: Cards) -> WheelDraft:
    return replace(setup, draft=replace(setup.draft, hearts={**setup.draft.hearts, seat: cards}, out=()))


# what is wrong


def find_troubles(setup: WheelDraft) -> tuple[Problem, ...]:
    """Return the first reason why the position is impossible."""
    return core.find_problems(GAME, setup)


def start(setup: WheelDraft, rng: Random) -> Start:
    """Start a match here; what is not known is drawn by `rng`. Raises `Illegal`."""
    return core.make_start(GAME, setup, rng)
