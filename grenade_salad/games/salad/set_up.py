"""A position of Grenade Salad that somebody sets up: pure functions from one to the next, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, hypot, pi
from random import Random
from typing import TypeAlias

from grenade_salad.core import position_notation as lines
from grenade_salad.core import set_up as core
from grenade_salad.core.position_words import Cards
from grenade_salad.core.set_up import Place, Trouble, with_card, with_value, without_card
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import HAND_SIZE, OF_EACH_SYMBOL, SOLDIERS_EACH, SYMBOLS, Measures, Point, Soldier
from grenade_salad.games.salad.placing import OnSoldier, Placing, why_not_place
from grenade_salad.games.salad.position_notation import Draft, lying
from grenade_salad.games.salad.rules import GAME

SetUp: TypeAlias = core.SetUp[SaladOptions, Draft]
"""What was set up so far; soldiers may lie on each other until they are moved apart."""


@dataclass(frozen=True)
class Misplaced(Trouble):
    """Soldiers that cannot lie so."""

    soldiers: tuple[int, ...] = ()


# from and to text


def new(seats: int, options: SaladOptions | None = None) -> SetUp:
    """An empty mat: all soldiers are in reserve, and full hands are unknown."""
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), HAND_SIZE))
    return core.SetUp((), options or SaladOptions(), Draft(seats, reserve=(SOLDIERS_EACH,) * seats, hands=hands))


def read(text: str) -> SetUp:
    """What a line says, also if there is no such position. Raises Unreadable."""
    found = lines.drafted(GAME, text)
    assert isinstance(found.options, SaladOptions)
    assert isinstance(found.draft, Draft)
    return core.SetUp(found.names, found.options, replace(found.draft, reserve=found.draft.in_reserve()))


def line(setup: SetUp) -> str:
    """The line of it; `read` gives the same again, to 0.001 mm and 0.001 degrees."""
    return core.line(GAME, setup)


def with_options(setup: SetUp, options: SaladOptions) -> SetUp:
    """By other house rules."""
    return replace(setup, options=options)


def measures(setup: SetUp) -> Measures:
    """The lengths of its house rules, and the blocks that lie there."""
    return setup.options.measures(tuple(setup.draft.blocks))


# soldiers


def soldier(setup: SetUp, number: int) -> Soldier:
    """The soldier of that number. Raises KeyError."""
    return {one.id: one for one in setup.draft.soldiers}[number]


def put(setup: SetUp, seat: int, at: Point, angle: float = 0.0) -> tuple[SetUp, int]:
    """One more soldier of that seat, from its reserve as long as there is one; and its number."""
    taken = {one.id for one in setup.draft.soldiers}
    number = next(number for number in range(len(taken) + 1) if number not in taken)
    draft = setup.draft
    made = replace(
        draft,
        soldiers=[*draft.soldiers, Soldier(number, seat, *at, angle)],
        reserve=with_value(draft.reserve, seat, max(0, draft.reserve[seat] - 1)),
    )
    return replace(setup, draft=made), number


def moved(setup: SetUp, number: int, at: Point, angle: float) -> SetUp:
    """A soldier lies there now; mm, radians."""
    others = [replace(one, x=at[0], y=at[1], angle=angle) if one.id == number else one for one in setup.draft.soldiers]
    return replace(setup, draft=replace(setup.draft, soldiers=others))


def taken_off(setup: SetUp, number: int) -> SetUp:
    """A soldier goes back to its reserve. What it may have stepped on is forgotten."""
    one, draft = soldier(setup, number), setup.draft
    stepped = tuple(other for other in draft.triggers if other != number)
    made = replace(
        draft,
        soldiers=[other for other in draft.soldiers if other.id != number],
        reserve=with_value(draft.reserve, one.seat, draft.reserve[one.seat] + 1),
        triggers=stepped,
        asked=draft.asked if stepped else None,
    )
    return replace(setup, draft=made)


def free_spot(setup: SetUp, near: Point) -> Point:
    """The nearest place found where a soldier can lie unturned; `near` itself if the table is full."""
    here = measures(setup)
    step = here.cube * 1.25
    for at in _around(near, step, ceil(hypot(*here.table) / step)):
        if why_not_place(here, setup.draft.soldiers, *at, 0.0) is None:
            return at
    return near


def _around(middle: Point, step: float, rings: int) -> Iterator[Point]:
    """The point, then squares around it, farther and farther."""
    yield middle
    for ring in range(1, rings + 1):
        edge = [(across, up) for across in range(-ring, ring + 1) for up in range(-ring, ring + 1)]
        edge = [(across, up) for across, up in edge if max(abs(across), abs(up)) == ring]
        for across, up in sorted(edge, key=lambda by: hypot(*by)):
            yield middle[0] + across * step, middle[1] + up * step


# cards and turn


def given(setup: SetUp, place: Place, card: str | None) -> SetUp:
    """One more card in a hand, on top of the deck or on the discard pile; None is unknown.

    A card that becomes known takes the place of an unknown one if the hand is full. Nobody knows how many the deck has
    below its known cards, once an unknown one was put there: all that are left.
    """
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(draft, discard=(*draft.discard, *((card,) if card else ()))))
    if place == "deck":
        known, hidden = draft.deck
        return replace(setup, draft=replace(draft, deck=((*known, card), hidden) if card else (known, None)))
    return _held(setup, place, with_card(hand(setup, place), card, HAND_SIZE))


def below(setup: SetUp, hidden: int | None) -> SetUp:
    """So many cards that nobody knows are in the deck; None: all that are left."""
    return replace(setup, draft=replace(setup.draft, deck=(setup.draft.deck[0], hidden)))


def taken_back(setup: SetUp, place: Place, index: int) -> SetUp:
    """Without a card of a hand, of the deck or of the discard pile: the known ones first, then the unknown ones."""
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(draft, discard=(*draft.discard[:index], *draft.discard[index + 1 :])))
    if place == "deck":
        return replace(setup, draft=replace(draft, deck=without_card(draft.deck, index)))
    return _held(setup, place, without_card(hand(setup, place), index))


def hand(setup: SetUp, seat: int) -> tuple[tuple[str, ...], int]:
    """The known cards of a hand, and how many are not known."""
    known, hidden = setup.draft.hands.get(seat, ((), 0))
    return known, HAND_SIZE - len(known) if hidden is None else hidden


def _held(setup: SetUp, seat: int, cards: Cards) -> SetUp:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: cards}))


def turn(setup: SetUp) -> int:
    """Whose turn it is."""
    return setup.draft.turn


def turn_of(setup: SetUp, seat: int) -> SetUp:
    """It is that seat's turn, and the turn begins."""
    counts = {word: times for word, times in setup.draft.counts.items() if word != "played"}
    made = replace(setup.draft, turn=seat, moved=False, mined=False, triggers=(), asked=None, counts=counts)
    return replace(setup, draft=made)


def with_seats(setup: SetUp, seats: int) -> SetUp:
    """With so many players: who goes takes soldiers and cards along, who comes has all in reserve."""
    draft, more = setup.draft, max(0, seats - setup.seats)
    staying = Draft(
        seats,
        soldiers=[one for one in draft.soldiers if one.seat < seats],
        reserve=(*draft.reserve[:seats], *(SOLDIERS_EACH,) * more),
        taken=(*draft.taken[:seats], *(0,) * more) if draft.taken else (),
        hands={seat: draft.hands.get(seat, ((), HAND_SIZE)) for seat in range(seats)},
        deck=draft.deck,
        discard=draft.discard,
        blocks=draft.blocks,
        turn=min(draft.turn, seats - 1),
    )
    return core.SetUp((), setup.options.for_seats(seats), staying)


# what is wrong


def troubles(setup: SetUp) -> tuple[Trouble, ...]:
    """All soldiers that cannot lie so (GS-04); if there are none, the first other reason why it cannot be."""
    return tuple(_misplaced(setup)) or core.trouble(GAME, setup)


def _misplaced(setup: SetUp) -> Iterator[Trouble]:
    here, lying = measures(setup), setup.draft.soldiers
    told = set[frozenset[int]]()
    for one in lying:
        why: Placing | None = why_not_place(here, lying, one.x, one.y, one.angle, one.id)
        if why is None:
            continue
        about = (one.id, why.soldier) if isinstance(why, OnSoldier) else (one.id,)
        if frozenset(about) not in told:
            told.add(frozenset(about))
            yield Misplaced(why, lines.rule_of(GAME, why), about)


def start(setup: SetUp, rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    return core.start(GAME, setup, rng)


def placed(setup: SetUp, number: int, words: str) -> SetUp:
    """A soldier lies where these words say: "300,205 30", as in a line of a position. Raises Unreadable."""
    one = soldier(setup, number)
    frame = f"{GAME.name}; seats {setup.seats}; a{number} {words.replace(';', ' ')}"
    found = lines.drafted(GAME, frame).draft
    assert isinstance(found, Draft)
    read_as = found.soldiers[0]
    turned = read_as.angle if len(words.replace(",", " ").split()) > 2 else one.angle
    return moved(setup, number, (read_as.x, read_as.y), turned % (2 * pi))


def where(setup: SetUp, number: int) -> str:
    """What `placed` reads: where the soldier lies."""
    return lying(measures(setup), [soldier(setup, number)])[number]


def in_deck(setup: SetUp) -> int:
    """How many cards will be in the deck (GS-02); 0 or less if there are too many elsewhere."""
    known, hidden = setup.draft.deck
    if hidden is not None:
        return len(known) + hidden
    held = sum(len(cards) + more for cards, more in (hand(setup, seat) for seat in range(setup.seats)))
    return OF_EACH_SYMBOL * len(SYMBOLS) - held - len(setup.draft.discard)
