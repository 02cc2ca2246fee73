"""Editing of a Grenade Salad position: functions from draft to draft, and errors.

All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, copysign, cos, degrees, hypot, pi, sin
from random import Random
from typing import TypeAlias

from grenade_salad.core import position_draft as core
from grenade_salad.core.position_draft import CardPlace, Problem, with_card, with_value, without_card
from grenade_salad.core.position_notation import Start
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
from grenade_salad.games.salad.position_notation import SaladPositionBuilder, format_blocks, format_places
from grenade_salad.games.salad.rules import GAME

_SIDES = (60.0, 20.0)
"""Sides in mm of a block that is added to the table."""

SaladDraft: TypeAlias = core.PositionDraft[SaladOptions, SaladPositionBuilder]
"""A position while it is edited; soldiers may overlap until they are moved apart."""


@dataclass(frozen=True)
class Misplaced(Problem):
    """Soldiers that cannot be where they are; and blocks, by their keys."""

    soldiers: tuple[int, ...] = ()


# from and to text


def new_draft(seats: int, options: SaladOptions | None = None) -> SaladDraft:
    """Return an empty mat: all soldiers in reserve, and full hands that are unknown."""
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), HAND_SIZE))
    return core.PositionDraft(
        (), options or SaladOptions(), SaladPositionBuilder(seats, reserve=(SOLDIERS_EACH,) * seats, hands=hands)
    )


def parse_draft(text: str) -> SaladDraft:
    """Parse a line, even if no such position is possible. Raises `Unreadable`."""
    parsed = GAME.parse_draft(text)
    assert isinstance(parsed.options, SaladOptions)
    assert isinstance(parsed.draft, SaladPositionBuilder)
    return core.PositionDraft(parsed.names, parsed.options, replace(parsed.draft, reserve=parsed.draft.in_reserve()))


def format_draft(setup: SaladDraft) -> str:
    """Return the line of a draft, exact to 0.001 mm and 0.001 degrees.

    `parse_draft` returns the same draft again.
    """
    return core.format_draft(GAME, setup)


def with_options(setup: SaladDraft, options: SaladOptions) -> SaladDraft:
    """Return the draft with other house rules."""
    return replace(setup, options=options)


def measures(setup: SaladDraft) -> Measures:
    """Return the lengths of its house rules, with its blocks."""
    return setup.options.measures(tuple(setup.draft.blocks))


# soldiers


def find_soldier(setup: SaladDraft, soldier_id: int) -> Soldier:
    """Return the soldier with that id. Raises `KeyError`."""
    return {soldier.id: soldier for soldier in setup.draft.soldiers}[soldier_id]


def add_soldier(setup: SaladDraft, seat: int, point: Point, angle: float = 0.0) -> tuple[SaladDraft, int]:
    """Add a soldier of that seat; return its id, too.

    It is taken from the seat's reserve while there is one.
    """
    taken = {soldier.id for soldier in setup.draft.soldiers}
    soldier_id = next(soldier_id for soldier_id in range(len(taken) + 1) if soldier_id not in taken)
    draft = setup.draft
    changed = replace(
        draft,
        soldiers=[*draft.soldiers, Soldier(soldier_id, seat, *point, angle)],
        reserve=with_value(draft.reserve, seat, max(0, draft.reserve[seat] - 1)),
    )
    return replace(setup, draft=changed), soldier_id


def move_piece(setup: SaladDraft, key: int, point: Point, angle: float) -> SaladDraft:
    """Move a soldier, or a block by its key; mm, radians."""
    if key < 0:
        return _replace_block(setup, key, replace(find_block(setup, key), x=point[0], y=point[1], angle=angle))
    soldiers = [
        replace(soldier, x=point[0], y=point[1], angle=angle) if soldier.id == key else soldier
        for soldier in setup.draft.soldiers
    ]
    return replace(setup, draft=replace(setup.draft, soldiers=soldiers))


def remove_piece(setup: SaladDraft, key: int) -> SaladDraft:
    """Put a soldier back into its reserve, or take a block off the table.

    A soldier is also removed from those that may have stepped on a mine.
    """
    if key < 0:
        return _replace_block(setup, key, None)
    removed, draft = find_soldier(setup, key), setup.draft
    stepped = tuple(trigger for trigger in draft.triggers if trigger != key)
    changed = replace(
        draft,
        soldiers=[soldier for soldier in draft.soldiers if soldier.id != key],
        reserve=with_value(draft.reserve, removed.seat, draft.reserve[removed.seat] + 1),
        triggers=stepped,
        asked=draft.asked if stepped else None,
    )
    return replace(setup, draft=changed)


def find_free_spot(setup: SaladDraft, near: Point) -> Point:
    """Return the nearest spot for an unturned soldier; `near` if the table is full."""
    sizes = measures(setup)
    step = sizes.cube * 1.25
    for point in _points_around(near, step, ceil(hypot(*sizes.table) / step)):
        if why_not_place(sizes, setup.draft.soldiers, *point, 0.0) is None:
            return point
    return near


def _points_around(middle: Point, step: float, rings: int) -> Iterator[Point]:
    """Yield the point, then squares around it, each farther away than the one before."""
    yield middle
    for ring in range(1, rings + 1):
        edge = [(across, up) for across in range(-ring, ring + 1) for up in range(-ring, ring + 1)]
        edge = [(across, up) for across, up in edge if max(abs(across), abs(up)) == ring]
        for across, up in sorted(edge, key=lambda offset: hypot(*offset)):
            yield middle[0] + across * step, middle[1] + up * step


# wooden blocks


def list_pieces(setup: SaladDraft) -> list[Soldier]:
    """Return all soldiers, and all blocks as soldiers of seat -1.

    The keys of the blocks are -1, -2 and so on.
    """
    blocks = [Soldier(-1 - index, -1, block.x, block.y, block.angle) for index, block in enumerate(setup.draft.blocks)]
    return [*setup.draft.soldiers, *blocks]


def find_block(setup: SaladDraft, key: int) -> Block:
    """Return the block of that key. Raises `IndexError`."""
    return setup.draft.blocks[-1 - key]


def _replace_block(setup: SaladDraft, key: int, new_block: Block | None) -> SaladDraft:
    blocks = list(setup.draft.blocks)
    blocks[-1 - key : -key or None] = [] if new_block is None else [new_block]
    return replace(setup, draft=replace(setup.draft, blocks=blocks))


def add_block(setup: SaladDraft, point: Point) -> tuple[SaladDraft, int]:
    """Add a block with its middle at the point; return its key, too."""
    blocks = [*setup.draft.blocks, Block(*point, *_SIDES, 0.0)]
    return replace(setup, draft=replace(setup.draft, blocks=blocks)), -len(blocks)


def find_block_spot(setup: SaladDraft, near: Point) -> Point:
    """Return the nearest spot for an unturned block; `near` itself if there is none."""
    sizes = setup.options.measures()
    for point in _points_around(near, _SIDES[1], ceil(hypot(*sizes.table) / _SIDES[1])):
        if why_not_blocks(sizes, [*setup.draft.blocks, Block(*point, *_SIDES, 0.0)]) is None:
            return point
    return near


def resize_block(setup: SaladDraft, key: int, fixed: Point, to: Point) -> SaladDraft:
    """Stretch a block from a corner that stays in place to another one.

    Its angle stays; its sides get lengths that blocks can have, in whole mm.
    """
    block = find_block(setup, key)
    c, s = cos(block.angle), sin(block.angle)
    x, y = to[0] - fixed[0], to[1] - fixed[1]
    along, up = x * c + y * s, y * c - x * s
    shortest, longest = BLOCK_SIDES
    width, height = (float(round(min(max(abs(side), shortest), longest))) for side in (along, up))
    half = copysign(width / 2, along), copysign(height / 2, up)
    middle = fixed[0] + half[0] * c - half[1] * s, fixed[1] + half[0] * s + half[1] * c
    return _replace_block(setup, key, Block(*middle, width, height, block.angle))


# cards and turn


def add_card(setup: SaladDraft, place: CardPlace, card: str | None) -> SaladDraft:
    """Add a card to a hand, the top of the deck or the discard pile; None is unknown.

    In a full hand, a known card replaces an unknown one. Once an unknown card was put on the deck, the number of
    cards below its known ones is open: all that are left.
    """
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(draft, discard=(*draft.discard, *((card,) if card else ()))))
    if place == "deck":
        known_cards, hidden = draft.deck
        return replace(
            setup, draft=replace(draft, deck=((*known_cards, card), hidden) if card else (known_cards, None))
        )
    return _with_hand(setup, place, with_card(hand(setup, place), card, HAND_SIZE))


def with_hidden_deck(setup: SaladDraft, hidden: int | None) -> SaladDraft:
    """Set the number of unknown cards in the deck; None: all that are left."""
    return replace(setup, draft=replace(setup.draft, deck=(setup.draft.deck[0], hidden)))


def remove_card(setup: SaladDraft, place: CardPlace, index: int) -> SaladDraft:
    """Remove a card from a hand, the deck or the discard pile.

    The known cards come first in `index`, then the unknown ones.
    """
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(draft, discard=(*draft.discard[:index], *draft.discard[index + 1 :])))
    if place == "deck":
        return replace(setup, draft=replace(draft, deck=without_card(draft.deck, index)))
    return _with_hand(setup, place, without_card(hand(setup, place), index))


def hand(setup: SaladDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known cards of a hand, and the number of unknown ones."""
    known_cards, hidden = setup.draft.hands.get(seat, ((), 0))
    return known_cards, HAND_SIZE - len(known_cards) if hidden is None else hidden


def _with_hand(setup: SaladDraft, seat: int, cards: Cards) -> SaladDraft:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: cards}))


def turn_seat(setup: SaladDraft) -> int:
    """Return the seat whose turn it is."""
    return setup.draft.turn


def with_turn(setup: SaladDraft, seat: int) -> SaladDraft:
    """Set the seat whose turn it is; the turn begins."""
    counts = {word: times for word, times in setup.draft.counts.items() if word != "played"}
    changed = replace(setup.draft, turn=seat, moved=False, mined=False, triggers=(), asked=None, counts=counts)
    return replace(setup, draft=changed)


def with_seats(setup: SaladDraft, seats: int) -> SaladDraft:
    """Set the number of players.

    Players who leave take soldiers and cards along; new ones have all in reserve.
    """
    draft, added_seats = setup.draft, max(0, seats - setup.seats)
    changed = SaladPositionBuilder(
        seats,
        soldiers=[soldier for soldier in draft.soldiers if soldier.seat < seats],
        reserve=(*draft.reserve[:seats], *(SOLDIERS_EACH,) * added_seats),
        taken=(*draft.taken[:seats], *(0,) * added_seats) if draft.taken else (),
        hands={seat: draft.hands.get(seat, ((), HAND_SIZE)) for seat in range(seats)},
        deck=draft.deck,
        discard=draft.discard,
        blocks=draft.blocks,
        turn=min(draft.turn, seats - 1),
    )
    return core.PositionDraft((), setup.options.for_seats(seats), changed)


# counts


def with_reserve(setup: SaladDraft, seat: int, count: int) -> SaladDraft:
    """Set the number of soldiers that a seat has in reserve."""
    return replace(setup, draft=replace(setup.draft, reserve=with_value(setup.draft.reserve, seat, count)))


def with_taken(setup: SaladDraft, seat: int, count: int) -> SaladDraft:
    """Set the number of soldiers that a seat has taken."""
    taken = with_value(setup.draft.taken or (0,) * setup.seats, seat, count)
    return replace(setup, draft=replace(setup.draft, taken=taken if any(taken) else ()))


def with_count(setup: SaladDraft, word: str, count: int) -> SaladDraft:
    """Set a count of a line, such as the turns that are over, or the cards played."""
    counts = {**setup.draft.counts, word: count}
    return replace(setup, draft=replace(setup.draft, counts={word: times for word, times in counts.items() if times}))


def with_moved(setup: SaladDraft, moved: bool) -> SaladDraft:
    """Set if the move of this turn is over."""
    return replace(setup, draft=replace(setup.draft, moved=moved))


# what is wrong


def find_troubles(setup: SaladDraft) -> tuple[Problem, ...]:
    """Return all misplaced pieces (GS-04); if none, the first other reason."""
    return tuple(_find_misplaced(setup)) or core.find_problems(GAME, setup)


def _find_misplaced(setup: SaladDraft) -> Iterator[Problem]:
    sizes, lying = measures(setup), setup.draft.soldiers
    for count in range(1, len(setup.draft.blocks) + 1):
        if (wrong := why_not_blocks(sizes, setup.draft.blocks[:count])) is not None:
            yield Misplaced(wrong, GAME.find_rule_id(wrong), (-count,))
            break
    reported = set[frozenset[int]]()
    for soldier in lying:
        reason: Placing | None = why_not_place(sizes, lying, soldier.x, soldier.y, soldier.angle, soldier.id)
        if reason is None:
            continue
        involved = (soldier.id, reason.soldier) if isinstance(reason, OnSoldier) else (soldier.id,)
        if frozenset(involved) not in reported:
            reported.add(frozenset(involved))
            yield Misplaced(reason, GAME.find_rule_id(reason), involved)


def start(setup: SaladDraft, rng: Random) -> Start:
    """Start a match here; what is not known is drawn by `rng`. Raises `Illegal`."""
    return core.make_start(GAME, setup, rng)


def place_piece(setup: SaladDraft, key: int, words: str) -> SaladDraft:
    """Put a soldier or a block where the words say.

    They are as in a line of a position: "300,205 30" for a soldier, "300,205 30 60,20" for a block. What is left out
    stays as it is. Raises `Unreadable`.
    """
    tokens = words.replace(";", " ").replace(",", " ").split()
    if key < 0:
        block = find_block(setup, key)
        current_values = f"{degrees(block.angle)} {block.width} {block.height}".split()
        new_block = _parse_part(
            setup, f"block {' '.join([*tokens, *current_values[max(0, len(tokens) - 2) :]])}"
        ).blocks[0]
        return _replace_block(setup, key, new_block)
    parsed = _parse_part(setup, f"a{key} {' '.join(tokens)}").soldiers[0]
    angle = parsed.angle if len(tokens) > 2 else find_soldier(setup, key).angle
    return move_piece(setup, key, (parsed.x, parsed.y), angle % (2 * pi))


def _parse_part(setup: SaladDraft, part: str) -> SaladPositionBuilder:
    builder = GAME.parse_draft(f"{GAME.name}; seats {setup.seats}; {part}").draft
    assert isinstance(builder, SaladPositionBuilder)
    return builder


def format_place(setup: SaladDraft, key: int) -> str:
    """Return the words for `place_piece`: where the soldier or the block is."""
    if key < 0:
        return format_blocks(setup.options.measures(), [find_block(setup, key)])[0]
    return format_places(measures(setup), [find_soldier(setup, key)])[key]


def deck_size(setup: SaladDraft) -> int:
    """Return the number of cards that will be in the deck (GS-02).

    It is 0 or less if too many are elsewhere.
    """
    known_cards, hidden = setup.draft.deck
    if hidden is not None:
        return len(known_cards) + hidden
    held = sum(len(cards) + unknown for cards, unknown in (hand(setup, seat) for seat in range(setup.seats)))
    return OF_EACH_SYMBOL * len(SYMBOLS) - held - len(setup.draft.discard)
