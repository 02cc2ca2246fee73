"""A position of Grenade Salad that somebody sets up: pure functions from one to the next, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, copysign, cos, degrees, hypot, pi, sin
from random import Random
from typing import TypeAlias

from grenade_salad.core import position_draft as core
from grenade_salad.core import position_notation as lines
from grenade_salad.core.position_draft import Place, Trouble, with_card, with_value, without_card
from grenade_salad.core.position_tokens import Cards
from grenade_salad.games.salad.blocks import why_not_blocks
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import (
    BLOCK_SIDES,
    HAND_SIZE,
    OF_EACH_SYMBOL,
    SOLDIERS_EACH,
    SYMBOLS,
    Block,
    Measures,
    Point,
    Soldier,
)
from grenade_salad.games.salad.placement import OnSoldier, Placing, why_not_place
from grenade_salad.games.salad.position_notation import SaladPositionBuilder, blocks_said, lying
from grenade_salad.games.salad.rules import GAME

_SIDES = (60.0, 20.0)
"""mm of a block that is put on the table."""

SaladDraft: TypeAlias = core.PositionDraft[SaladOptions, SaladPositionBuilder]
"""What was set up so far; soldiers may lie on each other until they are moved apart."""


@dataclass(frozen=True)
class Misplaced(Trouble):
    """Soldiers that cannot lie so; and blocks, by their keys."""

    soldiers: tuple[int, ...] = ()


# from and to text


def new(seats: int, options: SaladOptions | None = None) -> SaladDraft:
    """An empty mat: all soldiers are in reserve, and full hands are unknown."""
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), HAND_SIZE))
    return core.PositionDraft(
        (), options or SaladOptions(), SaladPositionBuilder(seats, reserve=(SOLDIERS_EACH,) * seats, hands=hands)
    )


def read(text: str) -> SaladDraft:
    """What a line says, also if there is no such position. Raises Unreadable."""
    found = lines.drafted(GAME, text)
    assert isinstance(found.options, SaladOptions)
    assert isinstance(found.draft, SaladPositionBuilder)
    return core.PositionDraft(found.names, found.options, replace(found.draft, reserve=found.draft.in_reserve()))


def line(setup: SaladDraft) -> str:
    """The line of it; `read` gives the same again, to 0.001 mm and 0.001 degrees."""
    return core.line(GAME, setup)


def with_options(setup: SaladDraft, options: SaladOptions) -> SaladDraft:
    """By other house rules."""
    return replace(setup, options=options)


def measures(setup: SaladDraft) -> Measures:
    """The lengths of its house rules, and the blocks that lie there."""
    return setup.options.measures(tuple(setup.draft.blocks))


# soldiers


def soldier(setup: SaladDraft, number: int) -> Soldier:
    """The soldier of that number. Raises KeyError."""
    return {one.id: one for one in setup.draft.soldiers}[number]


def put(setup: SaladDraft, seat: int, at: Point, angle: float = 0.0) -> tuple[SaladDraft, int]:
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


def moved(setup: SaladDraft, number: int, at: Point, angle: float) -> SaladDraft:
    """A soldier, or a block by its key, lies there now; mm, radians."""
    if number < 0:
        return _block(setup, number, replace(block(setup, number), x=at[0], y=at[1], angle=angle))
    others = [replace(one, x=at[0], y=at[1], angle=angle) if one.id == number else one for one in setup.draft.soldiers]
    return replace(setup, draft=replace(setup.draft, soldiers=others))


def taken_off(setup: SaladDraft, number: int) -> SaladDraft:
    """A soldier goes back to its reserve, or a block off the table. What it may have stepped on is forgotten."""
    if number < 0:
        return _block(setup, number, None)
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


def free_spot(setup: SaladDraft, near: Point) -> Point:
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


# wooden blocks


def pieces(setup: SaladDraft) -> list[Soldier]:
    """All soldiers, and all blocks as if they were some, of nobody: their keys are -1, -2 and so on."""
    blocks = [Soldier(-1 - at, -1, one.x, one.y, one.angle) for at, one in enumerate(setup.draft.blocks)]
    return [*setup.draft.soldiers, *blocks]


def block(setup: SaladDraft, key: int) -> Block:
    """The block of that key. Raises IndexError."""
    return setup.draft.blocks[-1 - key]


def _block(setup: SaladDraft, key: int, made: Block | None) -> SaladDraft:
    blocks = list(setup.draft.blocks)
    blocks[-1 - key : -key or None] = [] if made is None else [made]
    return replace(setup, draft=replace(setup.draft, blocks=blocks))


def put_block(setup: SaladDraft, at: Point) -> tuple[SaladDraft, int]:
    """One more block, its middle there; and its key."""
    blocks = [*setup.draft.blocks, Block(*at, *_SIDES, 0.0)]
    return replace(setup, draft=replace(setup.draft, blocks=blocks)), -len(blocks)


def block_spot(setup: SaladDraft, near: Point) -> Point:
    """The nearest place found where a block can lie unturned; `near` itself if there is none."""
    here = setup.options.measures()
    for at in _around(near, _SIDES[1], ceil(hypot(*here.table) / _SIDES[1])):
        if why_not_blocks(here, [*setup.draft.blocks, Block(*at, *_SIDES, 0.0)]) is None:
            return at
    return near


def resized(setup: SaladDraft, key: int, fixed: Point, to: Point) -> SaladDraft:
    """A block reaches from one corner, which stays where it is, to another one. Its angle stays; its sides are of
    lengths that blocks can have, in whole mm."""
    one = block(setup, key)
    c, s = cos(one.angle), sin(one.angle)
    x, y = to[0] - fixed[0], to[1] - fixed[1]
    along, up = x * c + y * s, y * c - x * s
    low, high = BLOCK_SIDES
    wide, deep = (float(round(min(max(abs(side), low), high))) for side in (along, up))
    half = copysign(wide / 2, along), copysign(deep / 2, up)
    middle = fixed[0] + half[0] * c - half[1] * s, fixed[1] + half[0] * s + half[1] * c
    return _block(setup, key, Block(*middle, wide, deep, one.angle))


# cards and turn


def given(setup: SaladDraft, place: Place, card: str | None) -> SaladDraft:
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


def below(setup: SaladDraft, hidden: int | None) -> SaladDraft:
    """So many cards that nobody knows are in the deck; None: all that are left."""
    return replace(setup, draft=replace(setup.draft, deck=(setup.draft.deck[0], hidden)))


def taken_back(setup: SaladDraft, place: Place, index: int) -> SaladDraft:
    """Without a card of a hand, of the deck or of the discard pile: the known ones first, then the unknown ones."""
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(draft, discard=(*draft.discard[:index], *draft.discard[index + 1 :])))
    if place == "deck":
        return replace(setup, draft=replace(draft, deck=without_card(draft.deck, index)))
    return _held(setup, place, without_card(hand(setup, place), index))


def hand(setup: SaladDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """The known cards of a hand, and how many are not known."""
    known, hidden = setup.draft.hands.get(seat, ((), 0))
    return known, HAND_SIZE - len(known) if hidden is None else hidden


def _held(setup: SaladDraft, seat: int, cards: Cards) -> SaladDraft:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: cards}))


def turn(setup: SaladDraft) -> int:
    """Whose turn it is."""
    return setup.draft.turn


def turn_of(setup: SaladDraft, seat: int) -> SaladDraft:
    """It is that seat's turn, and the turn begins."""
    counts = {word: times for word, times in setup.draft.counts.items() if word != "played"}
    made = replace(setup.draft, turn=seat, moved=False, mined=False, triggers=(), asked=None, counts=counts)
    return replace(setup, draft=made)


def with_seats(setup: SaladDraft, seats: int) -> SaladDraft:
    """With so many players: who goes takes soldiers and cards along, who comes has all in reserve."""
    draft, more = setup.draft, max(0, seats - setup.seats)
    staying = SaladPositionBuilder(
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
    return core.PositionDraft((), setup.options.for_seats(seats), staying)


# counts


def with_reserve(setup: SaladDraft, seat: int, number: int) -> SaladDraft:
    """So many soldiers of a seat are in reserve."""
    return replace(setup, draft=replace(setup.draft, reserve=with_value(setup.draft.reserve, seat, number)))


def with_taken(setup: SaladDraft, seat: int, number: int) -> SaladDraft:
    """A seat has taken so many soldiers."""
    taken = with_value(setup.draft.taken or (0,) * setup.seats, seat, number)
    return replace(setup, draft=replace(setup.draft, taken=taken if any(taken) else ()))


def counted(setup: SaladDraft, word: str, number: int) -> SaladDraft:
    """So many turns are over, or cards played in this one, or whatever else a line counts."""
    counts = {**setup.draft.counts, word: number}
    return replace(setup, draft=replace(setup.draft, counts={word: times for word, times in counts.items() if times}))


def with_moved(setup: SaladDraft, moved: bool) -> SaladDraft:
    """Whether the move of this turn is over."""
    return replace(setup, draft=replace(setup.draft, moved=moved))


# what is wrong


def troubles(setup: SaladDraft) -> tuple[Trouble, ...]:
    """All soldiers that cannot lie so (GS-04); if there are none, the first other reason why it cannot be."""
    return tuple(_misplaced(setup)) or core.trouble(GAME, setup)


def _misplaced(setup: SaladDraft) -> Iterator[Trouble]:
    here, lying = measures(setup), setup.draft.soldiers
    for many in range(1, len(setup.draft.blocks) + 1):
        if (wrong := why_not_blocks(here, setup.draft.blocks[:many])) is not None:
            yield Misplaced(wrong, lines.rule_of(GAME, wrong), (-many,))
            break
    told = set[frozenset[int]]()
    for one in lying:
        why: Placing | None = why_not_place(here, lying, one.x, one.y, one.angle, one.id)
        if why is None:
            continue
        about = (one.id, why.soldier) if isinstance(why, OnSoldier) else (one.id,)
        if frozenset(about) not in told:
            told.add(frozenset(about))
            yield Misplaced(why, lines.rule_of(GAME, why), about)


def start(setup: SaladDraft, rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    return core.start(GAME, setup, rng)


def placed(setup: SaladDraft, number: int, words: str) -> SaladDraft:
    """A soldier lies where these words say: "300,205 30", as in a line of a position; or a block, "300,205 30 60,20".

    What is left out stays as it is. Raises Unreadable.
    """
    said = words.replace(";", " ").replace(",", " ").split()
    if number < 0:
        one = block(setup, number)
        usual = f"{degrees(one.angle)} {one.width} {one.height}".split()
        made = _drafted(setup, f"block {' '.join([*said, *usual[max(0, len(said) - 2) :]])}").blocks[0]
        return _block(setup, number, made)
    read_as = _drafted(setup, f"a{number} {' '.join(said)}").soldiers[0]
    angle = read_as.angle if len(said) > 2 else soldier(setup, number).angle
    return moved(setup, number, (read_as.x, read_as.y), angle % (2 * pi))


def _drafted(setup: SaladDraft, part: str) -> SaladPositionBuilder:
    found = lines.drafted(GAME, f"{GAME.name}; seats {setup.seats}; {part}").draft
    assert isinstance(found, SaladPositionBuilder)
    return found


def where(setup: SaladDraft, number: int) -> str:
    """What `placed` reads: where the soldier or the block lies."""
    if number < 0:
        return blocks_said(setup.options.measures(), [block(setup, number)])[0]
    return lying(measures(setup), [soldier(setup, number)])[number]


def in_deck(setup: SaladDraft) -> int:
    """How many cards will be in the deck (GS-02); 0 or less if there are too many elsewhere."""
    known, hidden = setup.draft.deck
    if hidden is not None:
        return len(known) + hidden
    held = sum(len(cards) + more for cards, more in (hand(setup, seat) for seat in range(setup.seats)))
    return OF_EACH_SYMBOL * len(SYMBOLS) - held - len(setup.draft.discard)
