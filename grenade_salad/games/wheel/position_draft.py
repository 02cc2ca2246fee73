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


# Text


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


def format_draft(draft: WheelDraft) -> str:
    """Return the line of a draft; `parse_draft` returns the same draft again."""
    return core.format_draft(GAME, draft)


def with_options(draft: WheelDraft, options: WheelOptions) -> WheelDraft:
    """Return the draft with other house rules."""
    return replace(draft, options=options)


def _with_defaults(draft: WheelDraft) -> WheelDraft:
    builder = draft.draft
    ring = builder.ring or RING
    first = next((card for card in ring if card not in (JOKER, *builder.down)), ring[0])
    hearts = {seat: builder.hearts.get(seat, ((), None)) for seat in range(draft.seats)}
    dice = builder.dice or [(first, 1) for _ in DICE]
    return replace(draft, draft=replace(builder, ring=ring, dice=dice, hearts=hearts))


# Ring and dice


def swap_cards(draft: WheelDraft, first: int, second: int) -> WheelDraft:
    """Swap two cards of the ring, by their indexes.

    Dice stay where they are on the table.
    """
    ring = list(draft.draft.ring)
    ring[first], ring[second] = ring[second], ring[first]
    replacements = dict(zip(draft.draft.ring, ring, strict=True))
    dice = [(replacements.get(card, card), pips) for card, pips in draft.draft.dice]
    return replace(draft, draft=replace(draft.draft, ring=tuple(ring), dice=dice))


def flip_card(draft: WheelDraft, index: int) -> WheelDraft:
    """Turn a card of the ring over; the order of the seats that are out is forgotten."""
    card, down = draft.draft.ring[index], draft.draft.down
    flipped = tuple(face_down for face_down in down if face_down != card) if card in down else (*down, card)
    return replace(draft, draft=replace(draft.draft, down=flipped, out=()))


def put_die_on(draft: WheelDraft, die: int, index: int) -> WheelDraft:
    """Put a white die on that card of the ring."""
    return _with_die(draft, die, draft.draft.ring[index], draft.draft.dice[die][1])


def set_die_pips(draft: WheelDraft, die: int, pips: int) -> WheelDraft:
    """Set the number of a white die, 1 to 5; after 5 follows 1 (WH-08)."""
    return _with_die(draft, die, draft.draft.dice[die][0], (pips - 1) % (BLAST_PIPS - 1) + 1)


def _with_die(draft: WheelDraft, die: int, card: str, pips: int) -> WheelDraft:
    return replace(draft, draft=replace(draft.draft, dice=list(with_value(draft.draft.dice, die, (card, pips)))))


def find_die_index(draft: WheelDraft, die: int) -> int:
    """Return the index of the card that a white die is on.

    It is 0 if that card is not in the ring.
    """
    card = draft.draft.dice[die][0]
    return draft.draft.ring.index(card) if card in draft.draft.ring else 0


def with_roll(draft: WheelDraft, roll: int | None) -> WheelDraft:
    """Set the number of the black die; None: it is still to be rolled."""
    return replace(draft, draft=replace(draft.draft, roll=roll))


# Players and hearts


def with_seats(draft: WheelDraft, seats: int) -> WheelDraft:
    """Set the number of players; new ones have unknown hearts."""
    builder = draft.draft
    has_same_count = hearts_each(seats) == hearts_each(draft.seats)
    hearts = {seat: builder.hearts.get(seat, ((), None)) if has_same_count else ((), None) for seat in range(seats)}
    changed = replace(builder, seats=seats, hearts=hearts, turn=min(builder.turn, seats - 1), out=())
    return core.PositionDraft((), draft.options.for_seats(seats), changed)


def turn_seat(draft: WheelDraft) -> int:
    """Return the seat whose turn it is."""
    return draft.draft.turn


def with_turn(draft: WheelDraft, seat: int) -> WheelDraft:
    """Set the seat whose turn it is; the black die is still to be rolled."""
    return replace(draft, draft=replace(draft.draft, turn=seat, roll=None))


def add_card(draft: WheelDraft, place: CardPlace, card: str | None) -> WheelDraft:
    """Add a heart to a seat; None is unknown. No other place has hearts."""
    if not isinstance(place, int):
        return draft
    return _with_hand(draft, place, with_card(hand(draft, place), card, hearts_each(draft.seats)))


def remove_card(draft: WheelDraft, place: CardPlace, index: int) -> WheelDraft:
    """Remove a heart of a seat.

    The known hearts come first in `index`, then the unknown ones.
    """
    return _with_hand(draft, place, without_card(hand(draft, place), index)) if isinstance(place, int) else draft


def hand(draft: WheelDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known hearts of a seat, and the number of unknown ones."""
    known_hearts, hidden = draft.draft.hearts.get(seat, ((), None))
    return known_hearts, max(0, hearts_each(draft.seats) - len(known_hearts)) if hidden is None else hidden


def _with_hand(draft: WheelDraft, seat: int, cards: Cards) -> WheelDraft:
    return replace(draft, draft=replace(draft.draft, hearts={**draft.draft.hearts, seat: cards}, out=()))


# Problems


def find_problems(draft: WheelDraft) -> tuple[Problem, ...]:
    """Return the first reason why the position is impossible."""
    return core.find_problems(GAME, draft)


def start(draft: WheelDraft, rng: Random) -> Start:
    """Start a match here; what is not known is drawn by `rng`. Raises `Illegal`."""
    return core.make_start(GAME, draft, rng)
