"""A position of Grenade Salad that somebody sets up: pure functions from one to the next, and what is wrong with it.

It need not be one that can be: soldiers may lie on each other until they are moved apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot, pi
from random import Random
from typing import TypeVar

from grenade_salad.core import Illegal, Reason
from grenade_salad.core import position_notation as lines
from grenade_salad.core.position_words import Cards
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import HAND_SIZE, OF_EACH_SYMBOL, SOLDIERS_EACH, SYMBOLS, Card, Point, Soldier
from grenade_salad.games.salad.placing import OnSoldier, Placing, why_not_place
from grenade_salad.games.salad.position_notation import Draft, lying, parts
from grenade_salad.games.salad.rules import GAME

T = TypeVar("T")


@dataclass(frozen=True)
class SetUp:
    """What was set up so far. Nobody changes its `draft`: every function here gives a new one.

    `names` is empty where the players have none.
    """

    names: tuple[str, ...]
    options: SaladOptions
    draft: Draft

    @property
    def seats(self) -> int:
        """How many play."""
        return self.draft.seats


@dataclass(frozen=True)
class Trouble:
    """Why there is no such position, the id of the rule that says so (or ""), and the soldiers that it is about."""

    why: Reason
    rule: str
    soldiers: tuple[int, ...] = ()


# from and to text


def new(seats: int, options: SaladOptions | None = None) -> SetUp:
    """An empty mat: all soldiers are in reserve, and full hands are unknown."""
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), HAND_SIZE))
    return SetUp((), options or SaladOptions(), Draft(seats, reserve=(SOLDIERS_EACH,) * seats, hands=hands))


def read(text: str) -> SetUp:
    """What a line says, also if there is no such position. Raises Unreadable."""
    found = lines.drafted(GAME, text)
    assert isinstance(found.options, SaladOptions)
    assert isinstance(found.draft, Draft)
    return SetUp(found.names, found.options, replace(found.draft, reserve=found.draft.in_reserve()))


def line(setup: SetUp) -> str:
    """The line of it; `read` gives the same again, to 0.001 mm and 0.001 degrees."""
    said = parts(setup.draft, setup.options.measures())
    return lines.line(GAME.name, setup.seats, setup.names, setup.options, said)


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
        reserve=_with(draft.reserve, seat, max(0, draft.reserve[seat] - 1)),
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
        reserve=_with(draft.reserve, one.seat, draft.reserve[one.seat] + 1),
        triggers=stepped,
        asked=draft.asked if stepped else None,
    )
    return replace(setup, draft=made)


def free_spot(setup: SetUp, near: Point) -> Point:
    """The nearest place found where a soldier can lie unturned; `near` itself if the table is full."""
    measures = setup.options.measures()
    step = measures.cube * 1.25
    for at in _around(near, step, ceil(hypot(*measures.table) / step)):
        if why_not_place(measures, setup.draft.soldiers, *at, 0.0) is None:
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


def given(setup: SetUp, seat: int | None, card: Card | None) -> SetUp:
    """One more card in a hand, or on top of the deck for None; a card None is unknown.

    A card that becomes known takes the place of an unknown one if the hand is full.
    """
    draft = setup.draft
    if seat is None:
        known, hidden = draft.deck
        if card is not None:
            return replace(setup, draft=replace(draft, deck=((*known, card), hidden)))
        return replace(setup, draft=replace(draft, deck=(known, None)))
    known, hidden = _hand(draft, seat)
    if card is None:
        return _held(setup, seat, known, hidden + 1)
    return _held(setup, seat, (*known, card), max(0, hidden - 1) if len(known) + hidden >= HAND_SIZE else hidden)


def taken_back(setup: SetUp, seat: int | None, index: int) -> SetUp:
    """Without a card of a hand, or of the deck for None: the known ones first, then the unknown ones."""
    draft = setup.draft
    known, hidden = draft.deck if seat is None else _hand(draft, seat)
    if index < len(known):
        known = (*known[:index], *known[index + 1 :])
    elif hidden:
        hidden -= 1
    if seat is None:
        return replace(setup, draft=replace(draft, deck=(known, hidden)))
    return _held(setup, seat, known, hidden or 0)


def hand(setup: SetUp, seat: int) -> tuple[tuple[str, ...], int]:
    """The known cards of a hand, and how many are not known."""
    return _hand(setup.draft, seat)


def _hand(draft: Draft, seat: int) -> tuple[tuple[str, ...], int]:
    known, hidden = draft.hands.get(seat, ((), 0))
    return known, HAND_SIZE - len(known) if hidden is None else hidden


def _held(setup: SetUp, seat: int, known: tuple[str, ...], hidden: int) -> SetUp:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: (known, hidden)}))


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
        turn=min(draft.turn, seats - 1),
    )
    return SetUp((), setup.options.for_seats(seats), staying)


def _with(values: Sequence[T], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


# what is wrong


def troubles(setup: SetUp) -> tuple[Trouble, ...]:
    """All soldiers that cannot lie so (GS-04); if there are none, the first other reason why it cannot be."""
    found = tuple(_misplaced(setup))
    if not found and (why := why_not(setup)) is not None:
        return (Trouble(why, lines.rule_of(GAME, why)),)
    return found


def _misplaced(setup: SetUp) -> Iterator[Trouble]:
    measures, lying = setup.options.measures(), setup.draft.soldiers
    told = set[frozenset[int]]()
    for one in lying:
        why: Placing | None = why_not_place(measures, lying, one.x, one.y, one.angle, one.id)
        if why is None:
            continue
        about = (one.id, why.soldier) if isinstance(why, OnSoldier) else (one.id,)
        if frozenset(about) not in told:
            told.add(frozenset(about))
            yield Trouble(why, lines.rule_of(GAME, why), about)


def why_not(setup: SetUp) -> Reason | None:
    """Why no match can be played from here; None if one can."""
    try:
        GAME.start(setup.seats, setup.options, setup.draft.setup(Random(0)))
    except Illegal as error:
        return error.reason
    return None


def start(setup: SetUp, rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    if (why := why_not(setup)) is not None:
        raise Illegal(why)
    return lines.Start(setup.seats, setup.names, setup.options, setup.draft.setup(rng))


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
    return lying(setup.options.measures(), [soldier(setup, number)])[number]


def in_deck(setup: SetUp) -> int:
    """How many cards will be in the deck (GS-02); 0 or less if there are too many elsewhere."""
    known, hidden = setup.draft.deck
    if hidden is not None:
        return len(known) + hidden
    held = sum(len(cards) + more for cards, more in (hand(setup, seat) for seat in range(setup.seats)))
    return OF_EACH_SYMBOL * len(SYMBOLS) - held - len(setup.draft.discard)
