"""The view of one seat, or of a spectator, of the open table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from grenade_salad.core import View
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.knowledge import find_viewers, is_outside, viewer_bit
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.tabletop import DOWN, IN_BOX, Asked, Key, Pile, Tabletop


class Face(NamedTuple):
    """The visible face of a piece. Kind and front are indexes of the box."""

    kind: int | None
    """The kind; of a hidden front the first kind that looks the same from behind."""
    front: int | None
    """None if it is hidden."""
    side: int
    """-1 if the piece is face down; for a die it is the face."""
    text: str | None
    """The words that a player wrote on it."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that can be followed by eye.

    It is on the table, or side by side with others in a holder.
    """

    number: int
    face: Face
    x: float
    y: float
    angle: float
    holder: str | None
    locked: bool


@dataclass(frozen=True, slots=True)
class SeenStack:
    """A stack as a seat sees it."""

    number: int
    top: Face
    count: int
    """The number of its pieces."""
    turned: int
    """The side of the lowest piece, which a flip would show."""
    x: float
    y: float
    angle: float
    locked: bool
    inside: tuple[Face, ...] | int
    """The pieces below the top, from below, or their number.

    A seat is told the pieces if it can tell them all, or looks at some.
    """
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeenHolder:
    """A holder as a seat sees it."""

    name: str
    seat: int | None
    count: int
    """The number of its pieces."""
    open: bool
    pieces: tuple[int, ...]
    """The numbers of pieces that lie side by side."""
    top: Face | None
    """The top of a stack."""
    inside: tuple[Face, ...] | int
    """The pieces, from below or from the left, if all are visible, else their number.

    The top of a stack is not among them.
    """


@dataclass(frozen=True)
class TableView(View):
    """Pieces and stacks from below to above, holders, marks and the supply."""

    options: TableOptions
    box: Box = field(metadata={"plain": False})
    pictures: str = field(metadata={"plain": False})
    """The hash of the box's pictures, "" without any."""
    pieces: tuple[SeenPiece, ...]
    stacks: tuple[SeenStack, ...]
    order: tuple[int, ...]
    """The numbers of pieces and stacks."""
    holders: tuple[SeenHolder, ...]
    counters: dict[str, int]
    notes: dict[str, str]
    turn: int | None
    """The seat whose turn is marked."""
    looking: tuple[Face, ...]
    """The pieces that the seat has just looked at or been shown.

    It sees them until it does something or they are moved.
    """
    looks: tuple[int, ...]
    """The number of these pieces for each seat."""
    supply: tuple[tuple[int, int, int], ...]
    """The pieces in the box: kind, front, count."""
    number: int
    """The last number that a piece or stack got."""
    lines: int
    """The number of lines so far."""
    back: int | None
    """The line to which an undo of the last decision leads."""
    whose: int | None
    """The seat that made that decision."""
    asked: tuple[Asked, ...] = field(default=(), metadata={"plain": "if set"})
    """What recalls asked seats for that hold anything; everybody knows it."""

    def piece(self, public_id: int) -> SeenPiece | None:
        """Return the piece of that number, or None."""
        return next((piece for piece in self.pieces if piece.number == public_id), None)

    def holder(self, name: str) -> SeenHolder | None:
        """Return the holder of that name, or None."""
        return next((holder for holder in self.holders if holder.name == name), None)


class Observer:
    """An observer of the table: a seat, a spectator, or one that sees everything."""

    __slots__ = ("_all_known", "_bit", "_everything", "_hidden_fronts", "_looking", "_table")

    def __init__(self, table: Tabletop, seat: int | None, everything: bool, looking: tuple[int, ...] = ()) -> None:
        """Observe for a seat. `looking` are pieces that the seat has just looked at."""
        self._table, self._everything, self._looking = table, everything, frozenset(looking)
        self._bit = viewer_bit(seat, table.seats)
        self._hidden_fronts: dict[int, set[tuple[int, int]]] = {}
        for piece in self.hidden():
            sort = table.box.pieces[table[piece].thing_index]
            self._hidden_fronts.setdefault(table.box.lookalikes[sort[0]], set()).add(sort)
        self._all_known = everything or sum(map(len, self._hidden_fronts.values())) < 2

    def sees(self, piece: int) -> bool:
        """True if the front of a piece is visible."""
        return self._everything or bool(find_viewers(self._table, piece) & self._bit) or piece in self._looking

    def hidden(self) -> list[int]:
        """Return the pieces whose fronts are hidden."""
        return [piece for piece in range(len(self._table)) if not self.sees(piece)]

    def face(self, piece: int) -> Face:
        """Return what can be seen of a piece, or told by counting.

        Counting tells a front if only one sort of hidden pieces exists, or only one with that back. A text that a
        player wrote on a piece cannot be counted.
        """
        table = self._table
        state = table[piece]
        kind, front = table.box.pieces[state.thing_index]
        if self.sees(piece):
            return Face(kind, front, state.side, state.text or None)
        if self._all_known:
            return Face(kind, front, state.side, None)
        if not is_outside(table, piece):
            return Face(None, None, DOWN, None)
        if len(self._hidden_fronts[table.box.lookalikes[kind]]) == 1:
            return Face(kind, front, state.side, None)
        return Face(table.box.lookalikes[kind], None, state.side, None)

    def inside(self, pieces: tuple[int, ...]) -> tuple[Face, ...] | int:
        """Return the pieces of a pile if all are visible, else how many there are.

        They are also returned if the seat looks at some of them.
        """
        is_looking = any(piece in self._looking for piece in pieces)
        if self._all_known or is_looking or all(map(self.sees, pieces)):
            return tuple(map(self.face, pieces))
        return len(pieces)

    def pieces(self) -> list[tuple[tuple[bool, int], SeenPiece]]:
        """Return all pieces with numbers, with their places from below to above."""
        table, result = self._table, []
        for public_id, piece in table.pieces_by_id.items():
            state = table[piece]
            home = state.home if isinstance(state.home, str) else None
            visible = SeenPiece(public_id, self.face(piece), state.x, state.y, state.angle, home, state.locked)
            result.append(((table.kind(piece).piece != "board", state.z), visible))
        return result

    def stacks(self) -> list[tuple[tuple[bool, int], SeenStack]]:
        """Return all stacks, with their places from below to above."""
        return [((True, pile.z), self._stack(public_id, pile)) for public_id, pile in self._table.stacks]

    def _stack(self, public_id: int, pile: Pile) -> SeenStack:
        return SeenStack(
            number=public_id,
            top=self.face(pile.pieces[-1]),
            count=len(pile.pieces),
            turned=self._table[pile.pieces[0]].side,
            x=pile.x,
            y=pile.y,
            angle=pile.angle,
            locked=pile.locked,
            inside=self.inside(pile.pieces[:-1]),
            name=pile.name,
        )

    def holder(self, name: Key) -> SeenHolder:
        """Return what can be seen of a holder."""
        table = self._table
        holder, pile = table.holders[str(name)], table.require_pile(name)
        has_top = bool(pile.pieces) and holder.lays == "stack" and holder.secret == "open"
        return SeenHolder(
            name=holder.name,
            seat=holder.seat,
            count=len(pile.pieces),
            open=holder.name in table.marks.open,
            pieces=tuple(table[piece].public_id for piece in pile.pieces) if holder.is_spread else (),
            top=self.face(pile.pieces[-1]) if has_top else None,
            inside=len(pile.pieces) if holder.is_spread else self.inside(pile.pieces[:-1] if has_top else pile.pieces),
        )


def count_supply(table: Tabletop) -> tuple[tuple[int, int, int], ...]:
    """Return what is in the box: kind, front, count."""
    pile = table.require_pile(IN_BOX)
    counts = Counter(table.box.pieces[table[piece].thing_index] for piece in pile.pieces)
    return tuple((kind, front, count) for (kind, front), count in sorted(counts.items()))
