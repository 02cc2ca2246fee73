"""The pieces that an action takes, and whether they may be put somewhere.

An action takes pieces, whole stacks, or some pieces of a stack or holder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import NamedTuple, TypeVar

from grenade_salad.core import Reason
from grenade_salad.games.open_table import actions, reasons
from grenade_salad.games.open_table.box import Holder, Point
from grenade_salad.games.open_table.tabletop import Key, Tabletop

T = TypeVar("T")


class Group(NamedTuple):
    """Pieces that stay together, from below."""

    pieces: tuple[int, ...]
    stack: int | None = None
    """The number of the stack that they are as a whole."""


class Pick(NamedTuple):
    """The selection of an action: groups, or a number of pieces to draw from a bag."""

    groups: tuple[Group, ...]
    source: Key | None = None
    """The stack or holder that they are taken from."""
    blind_count: int = 0
    """The number of pieces that chance draws from a bag."""

    @property
    def pieces(self) -> tuple[int, ...]:
        """All pieces, in the order in which they are taken and laid."""
        return tuple(piece for group in self.groups for piece in group.pieces)


def pick(table: Tabletop, seat: int, action: actions.Taking) -> Pick | Reason:
    """Return the selection of the action, or why it is impossible."""
    if action.of != "":
        return _pick_from_pile(table, seat, action) if not action.what else reasons.BadPart("what", action.what)
    if double := why_not_unique(action.what):
        return double
    groups = []
    for piece_id in action.what:
        group = find_group(table, piece_id)
        if isinstance(group, Reason):
            return group
        groups.append(group)
    return Pick(tuple(groups))


def find_group(table: Tabletop, piece_id: int) -> Group | Reason:
    """Return the piece or stack of that number, or why there is none."""
    if piece_id in table.pieces_by_id:
        return Group((table.pieces_by_id[piece_id],))
    pile = table.pile(piece_id) if type(piece_id) is int else None
    return reasons.NoSuchPiece(piece_id) if pile is None else Group(pile.pieces, piece_id)


def _pick_from_pile(table: Tabletop, seat: int, action: actions.Taking) -> Pick | Reason:
    if reason := why_not_pile(table, seat, action.of):
        return reason
    pile = table.require_pile(action.of)
    available = len(pile.pieces)
    count = len(action.at) or action.n or available
    if isinstance(action, actions.Move) and action.at_most and not action.at and action.n >= 0:
        count = min(count, available)
        if not available:
            return Pick((), action.of)
    if action.n < 0 or not 0 < count <= available:
        return reasons.TooFew(max(1, count), available)
    holder = table.holders.get(str(action.of)) if isinstance(action.of, str) else None
    if holder is not None and holder.secret == "bag":
        return reasons.Blind() if action.at or action.end != "top" else Pick((), action.of, count)
    if action.at:
        if double := why_not_unique(action.at):
            return double
        if wrong := [index for index in action.at if not 0 <= index < available]:
            return reasons.OutOfBounds(wrong[0], 0, available - 1)
        counts_from_top = has_top(table, action.of)
        block = tuple(pile.pieces[-1 - place if counts_from_top else place] for place in action.at)
    else:
        block = pile.pieces[:count] if action.end == "bottom" else pile.pieces[available - count :]
    whole_stack = action.of if isinstance(action.of, int) and count == available and not action.at else None
    return Pick((Group(block, whole_stack),), action.of)


def why_not_pile(table: Tabletop, seat: int, key: Key) -> Reason | None:
    """Return why the seat cannot take from this stack or holder, or None."""
    if isinstance(key, int):
        return None if table.pile(key) is not None else reasons.NoSuchPiece(key)
    holder = table.holders.get(key)
    if holder is None:
        return reasons.NoSuchHolder(key)
    if holder.secret == "hand" and holder.seat is not None and holder.seat != seat:
        return reasons.Has(holder.seat)
    return None


def has_top(table: Tabletop, key: object) -> bool:
    """True if pieces lie on each other there, with a top and bottom that all can see."""
    holder = table.holders.get(key) if isinstance(key, str) else None
    if holder is None:
        return isinstance(key, int)
    inside = table.pile(holder.name)
    return holder.lays == "stack" and holder.secret == "open" and inside is not None and bool(inside.pieces)


def why_not_unique(values: Sequence[T]) -> Reason | None:
    """Return the reason if a value is named twice."""
    if len(set(values)) == len(values):
        return None
    return reasons.Twice(next(value for value in values if values.count(value) > 1))


def why_locked(table: Tabletop, groups: Iterable[Group]) -> Reason | None:
    """Return why these cannot be moved as a whole, or None: one of them is locked."""
    for group in groups:
        if group.stack is not None:
            pile = table.pile(group.stack)
            if pile is not None and pile.locked:
                return reasons.Locked(group.stack)
        elif any(table[piece].locked for piece in group.pieces):
            return reasons.Locked(table[group.pieces[0]].public_id)
    return None


def why_off_table(table: Tabletop, points: Iterable[Point]) -> Reason | None:
    """Return why these points are not all on the table, or None."""
    width, height = table.box.table
    for x, y in points:
        if not (isfinite(x) and isfinite(y)):
            return reasons.BadPart("to", (x, y))
        if not (0 <= x <= width and 0 <= y <= height):
            return reasons.OffTable(x, y, width, height)
    return None


def why_not_into(table: Tabletop, holder: Holder, pieces: Sequence[int], blind_count: int) -> Reason | None:
    """Return why these pieces, or a number of a bag's, cannot enter the holder."""
    inside = table.require_pile(holder.name)
    new_count = blind_count or sum(table[piece].home != holder.name for piece in pieces)
    if holder.most and len(inside.pieces) + new_count > holder.most:
        return reasons.Full(holder.most, len(inside.pieces) + new_count)
    if any(table.kind(piece).piece == "board" for piece in pieces):
        return reasons.NotStacked()
    if holder.lays == "stack" and holder.secret == "open":
        return why_not_stacked(table, (*inside.pieces[-1:], *pieces))
    return None


def why_not_stacked(table: Tabletop, pieces: Sequence[int]) -> Reason | None:
    """Return why these pieces cannot lie on each other, or None."""
    shapes = {table.kind(piece).piece for piece in pieces}
    return None if len(shapes) <= 1 and all(map(table.is_stackable, pieces[:1])) else reasons.NotStacked()


def possible_draws(table: Tabletop, picked: Pick) -> tuple[int, ...]:
    """Return all pieces that chance may draw from the bag."""
    pile = table.pile(picked.source) if picked.source is not None else None
    return pile.pieces if pile is not None and picked.blind_count else ()


def landing_points(table: Tabletop, picked: Pick, action: actions.Move, to: Point) -> list[Point]:
    """Return the position of each group, or of each piece if they are spread."""
    if action.poses:
        return [(x, y) for x, y, _ in action.poses]
    if action.step != (0.0, 0.0):
        count = picked.blind_count or (len(picked.pieces) if picked.source is not None else len(picked.groups))
        return [(to[0] + index * action.step[0], to[1] + index * action.step[1]) for index in range(count)]
    if picked.source is not None:
        return [to]
    positions = [group_position(table, group) for group in picked.groups]
    return [(to[0] + x - positions[0][0], to[1] + y - positions[0][1]) for x, y in positions]


def group_position(table: Tabletop, group: Group) -> Point:
    """Return the position of a piece or a stack."""
    pile_or_piece = table.pile(group.stack) if group.stack is not None else table[group.pieces[0]]
    assert pile_or_piece is not None
    return pile_or_piece.x, pile_or_piece.y
