"""What one seat may know of the open table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from grenade_salad.core import View
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.knowledge import bit, shown_outside, who_sees
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.tabletop import DOWN, IN_BOX, Key, Pile, Table


class Face(NamedTuple):
    """What can be seen of a piece: its kind and front (indexes of the box), which side is up, what is written on it.

    Of one whose front is hidden there is the first kind that looks so from behind, and no front. `side` is -1 if it
    lies face down; of a die it is the face.
    """

    kind: int | None
    front: int | None
    side: int
    text: str | None


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that can be followed by eye: on the table, or side by side with others in a holder."""

    number: int
    face: Face
    x: float
    y: float
    angle: float
    holder: str | None
    locked: bool


@dataclass(frozen=True, slots=True)
class SeenStack:
    """A stack: how many, and what is seen of its top. `turned` is the side of the one below: what a flip would show.

    `inside` is how many are below the top, or those from below for somebody who can tell them all, or looks at some.
    """

    number: int
    top: Face
    count: int
    turned: int
    x: float
    y: float
    angle: float
    locked: bool
    inside: tuple[Face, ...] | int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeenHolder:
    """A holder: how many there are, the numbers of those that lie side by side, the top of a stack.

    `inside` has the pieces, from below or from the left, for those who see them all, else their number; of a stack
    those below its top.
    """

    name: str
    seat: int | None
    count: int
    open: bool
    pieces: tuple[int, ...]
    top: Face | None
    inside: tuple[Face, ...] | int


@dataclass(frozen=True)
class TableView(View):
    """Pieces and stacks from below to above: `order` has the numbers of both. `looking` are the pieces that the seat
    has just looked at or been shown, until it does something or they are moved; `looks` how many each seat has.

    `pictures` is the hash of the box's pictures, "" without any. `supply` is what is in the box: kind, front, how many.
    `number` is the last number that something got, `lines` how many lines there have been, `back` the line to which the
    last decision is taken back, and `whose` that was, `turn` whose turn is marked.
    """

    options: TableOptions
    box: Box = field(metadata={"plain": False})
    pictures: str = field(metadata={"plain": False})
    pieces: tuple[SeenPiece, ...]
    stacks: tuple[SeenStack, ...]
    order: tuple[int, ...]
    holders: tuple[SeenHolder, ...]
    counters: dict[str, int]
    notes: dict[str, str]
    turn: int | None
    looking: tuple[Face, ...]
    looks: tuple[int, ...]
    supply: tuple[tuple[int, int, int], ...]
    number: int
    lines: int
    back: int | None
    whose: int | None

    def piece(self, number: int) -> SeenPiece | None:
        """The piece of that number."""
        return next((piece for piece in self.pieces if piece.number == number), None)

    def holder(self, name: str) -> SeenHolder | None:
        """The holder of that name."""
        return next((holder for holder in self.holders if holder.name == name), None)


class Eye:
    """Somebody who looks at the table: a seat, somebody without one, or, with `everything`, somebody who sees all."""

    __slots__ = ("_alike", "_bit", "_everything", "_looking", "_sorts", "_table")

    def __init__(self, table: Table, seat: int | None, everything: bool, looking: tuple[int, ...] = ()) -> None:
        """`looking` are pieces that the seat has just looked at."""
        self._table, self._everything, self._looking = table, everything, frozenset(looking)
        self._bit = bit(seat, table.seats)
        self._sorts: dict[int, set[tuple[int, int]]] = {}
        for piece in self.hidden():
            thing = table.box.things[table[piece].thing]
            self._sorts.setdefault(table.box.looks[thing[0]], set()).add(thing)
        self._alike = everything or sum(map(len, self._sorts.values())) < 2

    def sees(self, piece: int) -> bool:
        """Whether its front can be seen."""
        return self._everything or bool(who_sees(self._table, piece) & self._bit) or piece in self._looking

    def hidden(self) -> list[int]:
        """The pieces whose fronts cannot be seen."""
        return [piece for piece in range(len(self._table)) if not self.sees(piece)]

    def face(self, piece: int) -> Face:
        """What can be seen of it, or told by counting: of what is hidden there is but one sort, or one with that back.

        What somebody wrote on it cannot be counted.
        """
        table = self._table
        found = table[piece]
        kind, front = table.box.things[found.thing]
        if self.sees(piece):
            return Face(kind, front, found.side, found.text or None)
        if self._alike:
            return Face(kind, front, found.side, None)
        if not shown_outside(table, piece):
            return Face(None, None, DOWN, None)
        if len(self._sorts[table.box.looks[kind]]) == 1:
            return Face(kind, front, found.side, None)
        return Face(table.box.looks[kind], None, found.side, None)

    def inside(self, pieces: tuple[int, ...]) -> tuple[Face, ...] | int:
        """Pieces of a pile, if all of them are seen or somebody looks at some of them, else how many."""
        looked = any(piece in self._looking for piece in pieces)
        if self._alike or looked or all(map(self.sees, pieces)):
            return tuple(map(self.face, pieces))
        return len(pieces)

    def pieces(self) -> list[tuple[tuple[bool, int], SeenPiece]]:
        """All pieces with numbers, with their places from below to above."""
        table, found = self._table, []
        for number, piece in table.index.items():
            now = table[piece]
            home = now.home if isinstance(now.home, str) else None
            seen = SeenPiece(number, self.face(piece), now.x, now.y, now.angle, home, now.locked)
            found.append(((table.kind(piece).piece != "board", now.z), seen))
        return found

    def stacks(self) -> list[tuple[tuple[bool, int], SeenStack]]:
        """All stacks, with their places from below to above."""
        return [((True, pile.z), self._stack(number, pile)) for number, pile in self._table.stacks]

    def _stack(self, number: int, pile: Pile) -> SeenStack:
        return SeenStack(
            number=number,
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
        """What can be seen of a holder."""
        table = self._table
        holder, pile = table.holders[str(name)], table.pile(name)
        assert pile is not None
        lying = bool(pile.pieces) and holder.lays == "stack" and holder.secret == "open"
        return SeenHolder(
            name=holder.name,
            seat=holder.seat,
            count=len(pile.pieces),
            open=holder.name in table.marks.open,
            pieces=tuple(table[piece].number for piece in pile.pieces) if holder.shows else (),
            top=self.face(pile.pieces[-1]) if lying else None,
            inside=len(pile.pieces) if holder.shows else self.inside(pile.pieces[:-1] if lying else pile.pieces),
        )


def supply(table: Table) -> tuple[tuple[int, int, int], ...]:
    """What is in the box: kind, front, how many."""
    pile = table.pile(IN_BOX)
    assert pile is not None
    counted = Counter(table.box.things[table[piece].thing] for piece in pile.pieces)
    return tuple((kind, front, number) for (kind, front), number in sorted(counted.items()))
