"""A position of the wheel that somebody sets up: pure functions from one to the next, and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeAlias

from grenade_salad.core import position_draft as core
from grenade_salad.core import position_notation as lines
from grenade_salad.core.position_draft import Place, Trouble, with_card, with_value, without_card
from grenade_salad.core.position_tokens import Cards
from grenade_salad.games.wheel.cards import JOKER, RING
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.position_notation import WheelPositionBuilder
from grenade_salad.games.wheel.ring import BLAST, DICE
from grenade_salad.games.wheel.rules import GAME

WheelDraft: TypeAlias = core.PositionDraft[WheelOptions, WheelPositionBuilder]


# from and to text


def new(seats: int) -> WheelDraft:
    """The ring in order, all dice at its beginning, and hearts that nobody knows (WH-03, WH-04)."""
    return _whole(core.PositionDraft((), WheelOptions(), WheelPositionBuilder(seats)))


def read(text: str) -> WheelDraft:
    """What a line says, also if there is no such position; what it does not say is as in `new`. Raises Unreadable."""
    found = lines.drafted(GAME, text)
    assert isinstance(found.options, WheelOptions)
    assert isinstance(found.draft, WheelPositionBuilder)
    return _whole(core.PositionDraft(found.names, found.options, found.draft))


def line(setup: WheelDraft) -> str:
    """The line of it; `read` gives the same again."""
    return core.line(GAME, setup)


def with_options(setup: WheelDraft, options: WheelOptions) -> WheelDraft:
    """By other house rules."""
    return replace(setup, options=options)


def _whole(setup: WheelDraft) -> WheelDraft:
    draft = setup.draft
    ring = draft.ring or RING
    first = next((card for card in ring if card not in (JOKER, *draft.down)), ring[0])
    hearts = {seat: draft.hearts.get(seat, ((), None)) for seat in range(setup.seats)}
    return replace(setup, draft=replace(draft, ring=ring, dice=draft.dice or [(first, 1) for _ in DICE], hearts=hearts))


# the ring and the dice


def swapped(setup: WheelDraft, one: int, other: int) -> WheelDraft:
    """Two cards of the ring, by their places, change places; dice stay where they lie on the table."""
    ring = list(setup.draft.ring)
    ring[one], ring[other] = ring[other], ring[one]
    now = dict(zip(setup.draft.ring, ring, strict=True))
    dice = [(now.get(card, card), pips) for card, pips in setup.draft.dice]
    return replace(setup, draft=replace(setup.draft, ring=tuple(ring), dice=dice))


def turned_over(setup: WheelDraft, at: int) -> WheelDraft:
    """A card of the ring is face down now, or face up again; who went out when is not known any more."""
    card, down = setup.draft.ring[at], setup.draft.down
    made = tuple(one for one in down if one != card) if card in down else (*down, card)
    return replace(setup, draft=replace(setup.draft, down=made, out=()))


def die_on(setup: WheelDraft, die: int, at: int) -> WheelDraft:
    """A white die lies on that card of the ring."""
    return _die(setup, die, setup.draft.ring[at], setup.draft.dice[die][1])


def die_shows(setup: WheelDraft, die: int, pips: int) -> WheelDraft:
    """A white die shows that number, 1 to 5; after 5 comes 1 (WH-08)."""
    return _die(setup, die, setup.draft.dice[die][0], (pips - 1) % (BLAST - 1) + 1)


def _die(setup: WheelDraft, die: int, card: str, pips: int) -> WheelDraft:
    return replace(setup, draft=replace(setup.draft, dice=list(with_value(setup.draft.dice, die, (card, pips)))))


def place_of(setup: WheelDraft, die: int) -> int:
    """On which card of the ring a white die lies; on the first one, if its own is not there."""
    card = setup.draft.dice[die][0]
    return setup.draft.ring.index(card) if card in setup.draft.ring else 0


def rolled(setup: WheelDraft, roll: int | None) -> WheelDraft:
    """What the black die shows; None: it is still to be rolled."""
    return replace(setup, draft=replace(setup.draft, roll=roll))


# who plays, and with which hearts


def with_seats(setup: WheelDraft, seats: int) -> WheelDraft:
    """With so many players; who comes has hearts that nobody knows."""
    draft = setup.draft
    same = hearts_each(seats) == hearts_each(setup.seats)
    hearts = {seat: draft.hearts.get(seat, ((), None)) if same else ((), None) for seat in range(seats)}
    made = replace(draft, seats=seats, hearts=hearts, turn=min(draft.turn, seats - 1), out=())
    return core.PositionDraft((), setup.options.for_seats(seats), made)


def turn(setup: WheelDraft) -> int:
    """Whose turn it is."""
    return setup.draft.turn


def turn_of(setup: WheelDraft, seat: int) -> WheelDraft:
    """It is that seat's turn, and the black die is still to be rolled."""
    return replace(setup, draft=replace(setup.draft, turn=seat, roll=None))


def given(setup: WheelDraft, place: Place, card: str | None) -> WheelDraft:
    """One more heart with a seat; None is unknown. Nothing else has hearts."""
    if not isinstance(place, int):
        return setup
    return _held(setup, place, with_card(hand(setup, place), card, hearts_each(setup.seats)))


def taken_back(setup: WheelDraft, place: Place, index: int) -> WheelDraft:
    """Without a heart of a seat: the known ones first, then the unknown ones."""
    return _held(setup, place, without_card(hand(setup, place), index)) if isinstance(place, int) else setup


def hand(setup: WheelDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """The known hearts of a seat, and how many are not known."""
    known, hidden = setup.draft.hearts.get(seat, ((), None))
    return known, max(0, hearts_each(setup.seats) - len(known)) if hidden is None else hidden


def _held(setup: WheelDraft, seat: int, cards: Cards) -> WheelDraft:
    return replace(setup, draft=replace(setup.draft, hearts={**setup.draft.hearts, seat: cards}, out=()))


# what is wrong


def troubles(setup: WheelDraft) -> tuple[Trouble, ...]:
    """The first reason why it cannot be."""
    return core.trouble(GAME, setup)


def start(setup: WheelDraft, rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    return core.start(GAME, setup, rng)
