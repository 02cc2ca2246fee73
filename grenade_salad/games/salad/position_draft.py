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
_SPOT_DISTANCE = 1.25
"""Distance between the spots that are tried for a new soldier, in cubes."""

SaladDraft: TypeAlias = core.PositionDraft[SaladOptions, SaladPositionBuilder]
"""A position while it is edited; soldiers may overlap until they are moved apart."""


@dataclass(frozen=True)
class Misplaced(Problem):
    """Soldiers that cannot be where they are; and blocks, by their keys."""

    soldiers: tuple[int, ...] = ()


# Text


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


def format_draft(draft: SaladDraft) -> str:
    """Return the line of a draft, exact to 0.001 mm and 0.001 degrees.

    `parse_draft` returns the same draft again.
    """
    return core.format_draft(GAME, draft)


def with_options(draft: SaladDraft, options: SaladOptions) -> SaladDraft:
    """Return the draft with other house rules."""
    return replace(draft, options=options)


def measures(draft: SaladDraft) -> Measures:
    """Return the lengths of its house rules, with its blocks."""
    return draft.options.measures(tuple(draft.draft.blocks))


# Soldiers


def find_soldier(draft: SaladDraft, soldier_id: int) -> Soldier:
    """Return the soldier with that id. Raises `KeyError`."""
    return {soldier.id: soldier for soldier in draft.draft.soldiers}[soldier_id]


def add_soldier(draft: SaladDraft, seat: int, point: Point, angle: float = 0.0) -> tuple[SaladDraft, int]:
    """Add a soldier of that seat; return its id, too.

    It is taken from the seat's reserve while there is one.
    """
    taken = {soldier.id for soldier in draft.draft.soldiers}
    soldier_id = next(soldier_id for soldier_id in range(len(taken) + 1) if soldier_id not in taken)
    builder = draft.draft
    changed = replace(
        builder,
        soldiers=[*builder.soldiers, Soldier(soldier_id, seat, *point, angle)],
        reserve=with_value(builder.reserve, seat, max(0, builder.reserve[seat] - 1)),
    )
    return replace(draft, draft=changed), soldier_id


def move_piece(draft: SaladDraft, key: int, point: Point, angle: float) -> SaladDraft:
    """Move a soldier, or a block by its key; mm, radians."""
    if key < 0:
        return _replace_block(draft, key, replace(find_block(draft, key), x=point[0], y=point[1], angle=angle))
    soldiers = [
        replace(soldier, x=point[0], y=point[1], angle=angle) if soldier.id == key else soldier
        for soldier in draft.draft.soldiers
    ]
    return replace(draft, draft=replace(draft.draft, soldiers=soldiers))


def remove_piece(draft: SaladDraft, key: int) -> SaladDraft:
    """Put a soldier back into its reserve, or take a block off the table.

    A soldier is also removed from those that may have stepped on a mine.
    """
    if key < 0:
        return _replace_block(draft, key, None)
    removed, builder = find_soldier(draft, key), draft.draft
    stepped = tuple(trigger for trigger in builder.triggers if trigger != key)
    changed = replace(
        builder,
        soldiers=[soldier for soldier in builder.soldiers if soldier.id != key],
        reserve=with_value(builder.reserve, removed.seat, builder.reserve[removed.seat] + 1),
        triggers=stepped,
        asked=builder.asked if stepped else None,
    )
    return replace(draft, draft=changed)


def find_free_spot(draft: SaladDraft, near: Point) -> Point:
    """Return the nearest spot for an unturned soldier; `near` if the table is full."""
    sizes = measures(draft)
    step = sizes.cube * _SPOT_DISTANCE
    for point in _points_around(near, step, ceil(hypot(*sizes.table) / step)):
        if why_not_place(sizes, draft.draft.soldiers, *point, 0.0) is None:
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


# Blocks


def list_pieces(draft: SaladDraft) -> list[Soldier]:
    """Return all soldiers, and all blocks as soldiers of seat -1.

    The keys of the blocks are -1, -2 and so on.
    """
    blocks = [Soldier(-1 - index, -1, block.x, block.y, block.angle) for index, block in enumerate(draft.draft.blocks)]
    return [*draft.draft.soldiers, *blocks]


def find_block(draft: SaladDraft, key: int) -> Block:
    """Return the block of that key. Raises `IndexError`."""
    return draft.draft.blocks[-1 - key]


def _replace_block(draft: SaladDraft, key: int, new_block: Block | None) -> SaladDraft:
    blocks = list(draft.draft.blocks)
    blocks[-1 - key : -key] = [] if new_block is None else [new_block]
    return replace(draft, draft=replace(draft.draft, blocks=blocks))


def add_block(draft: SaladDraft, point: Point) -> tuple[SaladDraft, int]:
    """Add a block with its middle at the point; return its key, too."""
    blocks = [*draft.draft.blocks, Block(*point, *_SIDES, 0.0)]
    return replace(draft, draft=replace(draft.draft, blocks=blocks)), -len(blocks)


def find_block_spot(draft: SaladDraft, near: Point) -> Point:
    """Return the nearest spot for an unturned block; `near` itself if there is none."""
    sizes = draft.options.measures()
    for point in _points_around(near, _SIDES[1], ceil(hypot(*sizes.table) / _SIDES[1])):
        if why_not_blocks(sizes, [*draft.draft.blocks, Block(*point, *_SIDES, 0.0)]) is None:
            return point
    return near


def resize_block(draft: SaladDraft, key: int, fixed: Point, to: Point) -> SaladDraft:
    """Stretch a block from a corner that stays in place to another one.

    Its angle stays; its sides get lengths that blocks can have, in whole mm.
    """
    block = find_block(draft, key)
    c, s = cos(block.angle), sin(block.angle)
    x, y = to[0] - fixed[0], to[1] - fixed[1]
    along, up = x * c + y * s, y * c - x * s
    shortest, longest = BLOCK_SIDES
    width, height = (float(round(min(max(abs(side), shortest), longest))) for side in (along, up))
    half = copysign(width / 2, along), copysign(height / 2, up)
    middle = fixed[0] + half[0] * c - half[1] * s, fixed[1] + half[0] * s + half[1] * c
    return _replace_block(draft, key, Block(*middle, width, height, block.angle))


# Cards and turn


def add_card(draft: SaladDraft, place: CardPlace, card: str | None) -> SaladDraft:
    """Add a card to a hand, the top of the deck or the discard pile; None is unknown.

    In a full hand, a known card replaces an unknown one. Once an unknown card was put on the deck, the number of
    cards below its known ones is open: all that are left.
    """
    builder = draft.draft
    if place == "discard":
        return replace(draft, draft=replace(builder, discard=(*builder.discard, *((card,) if card else ()))))
    if place == "deck":
        known_cards, hidden = builder.deck
        return replace(
            draft, draft=replace(builder, deck=((*known_cards, card), hidden) if card else (known_cards, None))
        )
    return _with_hand(draft, place, with_card(hand(draft, place), card, HAND_SIZE))


def with_hidden_deck(draft: SaladDraft, hidden: int | None) -> SaladDraft:
    """Set the number of unknown cards in the deck; None: all that are left."""
    return replace(draft, draft=replace(draft.draft, deck=(draft.draft.deck[0], hidden)))


def remove_card(draft: SaladDraft, place: CardPlace, index: int) -> SaladDraft:
    """Remove a card from a hand, the deck or the discard pile.

    The known cards come first in `index`, then the unknown ones.
    """
    builder = draft.draft
    if place == "discard":
        return replace(draft, draft=replace(builder, discard=(*builder.discard[:index], *builder.discard[index + 1 :])))
    if place == "deck":
        return replace(draft, draft=replace(builder, deck=without_card(builder.deck, index)))
    return _with_hand(draft, place, without_card(hand(draft, place), index))


def hand(draft: SaladDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known cards of a hand, and the number of unknown ones."""
    known_cards, hidden = draft.draft.hands.get(seat, ((), 0))
    return known_cards, HAND_SIZE - len(known_cards) if hidden is None else hidden


def _with_hand(draft: SaladDraft, seat: int, cards: Cards) -> SaladDraft:
    return replace(draft, draft=replace(draft.draft, hands={**draft.draft.hands, seat: cards}))


def turn_seat(draft: SaladDraft) -> int:
    """Return the seat whose turn it is."""
    return draft.draft.turn


def with_turn(draft: SaladDraft, seat: int) -> SaladDraft:
    """Set the seat whose turn it is; the turn begins."""
    counts = {word: times for word, times in draft.draft.counts.items() if word != "played"}
    changed = replace(draft.draft, turn=seat, moved=False, mined=False, triggers=(), asked=None, counts=counts)
    return replace(draft, draft=changed)


def with_seats(draft: SaladDraft, seats: int) -> SaladDraft:
    """Set the number of players.

    Players who leave take soldiers and cards along; new ones have all in reserve.
    """
    builder, added_seats = draft.draft, max(0, seats - draft.seats)
    changed = SaladPositionBuilder(
        seats,
        soldiers=[soldier for soldier in builder.soldiers if soldier.seat < seats],
        reserve=(*builder.reserve[:seats], *(SOLDIERS_EACH,) * added_seats),
        taken=(*builder.taken[:seats], *(0,) * added_seats) if builder.taken else (),
        hands={seat: builder.hands.get(seat, ((), HAND_SIZE)) for seat in range(seats)},
        deck=builder.deck,
        discard=builder.discard,
        blocks=builder.blocks,
        turn=min(builder.turn, seats - 1),
    )
    return core.PositionDraft((), draft.options.for_seats(seats), changed)


# Counts


def with_reserve(draft: SaladDraft, seat: int, count: int) -> SaladDraft:
    """Set the number of soldiers that a seat has in reserve."""
    return replace(draft, draft=replace(draft.draft, reserve=with_value(draft.draft.reserve, seat, count)))


def with_taken(draft: SaladDraft, seat: int, count: int) -> SaladDraft:
    """Set the number of soldiers that a seat has taken."""
    taken = with_value(draft.draft.taken or (0,) * draft.seats, seat, count)
    return replace(draft, draft=replace(draft.draft, taken=taken if any(taken) else ()))


def with_count(draft: SaladDraft, word: str, count: int) -> SaladDraft:
    """Set a count of a line, such as the turns that are over, or the cards played."""
    counts = {**draft.draft.counts, word: count}
    return replace(draft, draft=replace(draft.draft, counts={word: times for word, times in counts.items() if times}))


def with_moved(draft: SaladDraft, moved: bool) -> SaladDraft:
    """Set if the move of this turn is over."""
    return replace(draft, draft=replace(draft.draft, moved=moved))


# Problems


def find_problems(draft: SaladDraft) -> tuple[Problem, ...]:
    """Return all misplaced pieces (GS-04); if none, the first other reason."""
    return tuple(_find_misplaced(draft)) or core.find_problems(GAME, draft)


def _find_misplaced(draft: SaladDraft) -> Iterator[Problem]:
    sizes, soldiers = measures(draft), draft.draft.soldiers
    for count in range(1, len(draft.draft.blocks) + 1):
        if (wrong := why_not_blocks(sizes, draft.draft.blocks[:count])) is not None:
            yield Misplaced(wrong, GAME.find_rule_id(wrong), (-count,))
            break
    reported = set[frozenset[int]]()
    for soldier in soldiers:
        reason: Placing | None = why_not_place(sizes, soldiers, soldier.x, soldier.y, soldier.angle, soldier.id)
        if reason is None:
            continue
        involved = (soldier.id, reason.soldier) if isinstance(reason, OnSoldier) else (soldier.id,)
        if frozenset(involved) not in reported:
            reported.add(frozenset(involved))
            yield Misplaced(reason, GAME.find_rule_id(reason), involved)


def start(draft: SaladDraft, rng: Random) -> Start:
    """Start a match here; what is not known is drawn by `rng`. Raises `Illegal`."""
    return core.make_start(GAME, draft, rng)


def place_piece(draft: SaladDraft, key: int, words: str) -> SaladDraft:
    """Put a soldier or a block where the words say.

    They are as in a line of a position: "300,205 30" for a soldier, "300,205 30 60,20" for a block. What is left out
    stays as it is. Raises `Unreadable`.
    """
    tokens = words.replace(";", " ").replace(",", " ").split()
    if key < 0:
        block = find_block(draft, key)
        current_values = f"{degrees(block.angle)} {block.width} {block.height}".split()
        # The first two words are the place; the angle and the sides may be left out, from the last one on.
        values = " ".join([*tokens, *current_values[max(0, len(tokens) - 2) :]])
        return _replace_block(draft, key, _parse_part(draft, f"block {values}").blocks[0])
    parsed = _parse_part(draft, f"a{key} {' '.join(tokens)}").soldiers[0]
    angle = parsed.angle if len(tokens) > 2 else find_soldier(draft, key).angle
    return move_piece(draft, key, (parsed.x, parsed.y), angle % (2 * pi))


def _parse_part(draft: SaladDraft, part: str) -> SaladPositionBuilder:
    builder = GAME.parse_draft(f"{GAME.name}; seats {draft.seats}; {part}").draft
    assert isinstance(builder, SaladPositionBuilder)
    return builder


def format_place(draft: SaladDraft, key: int) -> str:
    """Return the words for `place_piece`: where the soldier or the block is."""
    if key < 0:
        return format_blocks(draft.options.measures(), [find_block(draft, key)])[0]
    return format_places(measures(draft), [find_soldier(draft, key)])[key]


def deck_size(draft: SaladDraft) -> int:
    """Return the number of cards that will be in the deck (GS-02).

    It is 0 or less if too many are elsewhere.
    """
    known_cards, hidden = draft.draft.deck
    if hidden is not None:
        return len(known_cards) + hidden
    held = sum(len(cards) + unknown for cards, unknown in (hand(draft, seat) for seat in range(draft.seats)))
    return OF_EACH_SYMBOL * len(SYMBOLS) - held - len(draft.draft.discard)
