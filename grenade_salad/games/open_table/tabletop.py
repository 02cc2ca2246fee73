"""Pieces, piles and marks of the table.

Each line records only what it changed, so that any line can be gone back to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from grenade_salad.games.open_table.box import STACKED, Box, Kind
from grenade_salad.games.open_table.faces import encode_front

Key: TypeAlias = int | str
"""Key of a pile: the public id of a stack, or the name of a holder.

The pieces in the box are the pile IN_BOX.
"""
IN_BOX = ""
DOWN = -1
"""Side of a piece that is face down; else it is 0, or the face of a die."""


class Piece(NamedTuple):
    """State of one piece."""

    thing_index: int
    """Its index in `Box.pieces`."""
    text: str = ""
    public_id: int = 0
    """The number that people use for it; 0 if nobody can follow it by eye."""
    home: Key | None = IN_BOX
    """The pile that it is in; None if it is on the table by itself."""
    x: float = 0.0
    """In mm, as y."""
    y: float = 0.0
    angle: float = 0.0
    """In radians."""
    side: int = 0
    """See `DOWN`."""
    z: int = 0
    """Its place from below to above."""
    locked: bool = False


class Pile(NamedTuple):
    """Pieces on top of each other, from below, or in a holder, from the left."""

    pieces: tuple[int, ...] = ()
    x: float = 0.0
    """In mm, as y: the position of a stack."""
    y: float = 0.0
    angle: float = 0.0
    z: int = 0
    locked: bool = False
    name: str = ""
    """The name that people gave to a stack."""


class Asked(NamedTuple):
    """The pieces that a recall asked a seat for, which everybody knows."""

    seat: int
    kinds: tuple[str, ...]
    """The names of the kinds; without any, all cards."""
    to: str
    """The holder to which they go; "" is for each kind the one in which it begins."""
    face: Literal["", "up", "down"]


class Marks(NamedTuple):
    """State that is not in pieces: counters, notes, open hands and the turn marker."""

    counters: tuple[int, ...]
    """In the order of the box."""
    notes: tuple[str, ...]
    """In the order of the box."""
    open: frozenset[str]
    """The holders of open hands."""
    turn: int
    """The marked seat, -1 if there is none."""
    asked: tuple[Asked, ...] = ()
    """What recalls have asked seats for, the oldest first."""


class Change(NamedTuple):
    """Previous values of everything that one line changed."""

    pieces: dict[int, Piece]
    piles: dict[Key, Pile | None]
    """None for a pile that did not exist before."""
    marks: Marks | None
    """None if they were not changed."""


class Tabletop:
    """All pieces of the box, piles and marks.

    All changes are made with `set_piece`, `set_pile` and `set_marks`, which record the previous values. Pieces are
    called by their index here, which no player is ever told; people call them by public ids, see `pieces_by_id`.
    Public ids are never gone back to, nor is `seen_by`, which has for a public id the seats that have looked at the
    piece (a bit for each). `held_by` is who knows what is in the air, because it left their hand.
    """

    __slots__ = (
        "_marks",
        "_old_marks",
        "_old_pieces",
        "_old_piles",
        "_pieces",
        "_piles",
        "box",
        "held_by",
        "holders",
        "last_id",
        "pieces_by_id",
        "seats",
        "seen_by",
        "top_z",
    )

    def __init__(self, box: Box, seats: int) -> None:
        """Start with all pieces in the box."""
        self.box, self.seats, self.holders = box, seats, box.holders_for(seats)
        counters = tuple(counter.start for counter in box.counters_for(seats).values())
        marks = Marks(counters, tuple(note.text for note in box.notes), frozenset(), -1)
        self.last_id = self.top_z = 0
        self.seen_by: dict[int, int] = {}
        self.held_by: dict[int, int] = {}
        self._pieces = [Piece(index) for index in range(len(box.pieces))]
        self._piles: dict[Key, Pile] = {IN_BOX: Pile(tuple(range(len(box.pieces))))}
        self._piles |= {name: Pile() for name in self.holders}
        self._marks = marks
        self.pieces_by_id: dict[int, int] = {}
        self._old_pieces: dict[int, Piece] = {}
        self._old_piles: dict[Key, Pile | None] = {}
        self._old_marks: Marks | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tabletop):
            return NotImplemented
        mine = (self._pieces, self._piles, self._marks, self.last_id, self.seen_by, self.box, self.seats)
        return mine == (other._pieces, other._piles, other._marks, other.last_id, other.seen_by, other.box, other.seats)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Tabletop:
        """Return an independent copy.

        Pieces and piles are shared, since they are never changed.
        """
        duplicate = object.__new__(Tabletop)
        duplicate.box, duplicate.holders, duplicate.seats = self.box, self.holders, self.seats
        duplicate.last_id, duplicate.top_z, duplicate.seen_by = self.last_id, self.top_z, self.seen_by.copy()
        duplicate._pieces = self._pieces.copy()
        duplicate._piles = self._piles.copy()
        duplicate._marks = self._marks
        duplicate.pieces_by_id = self.pieces_by_id.copy()
        duplicate._old_pieces, duplicate._old_piles, duplicate._old_marks, duplicate.held_by = {}, {}, None, {}
        return duplicate

    # Reading

    def __getitem__(self, piece: int) -> Piece:
        return self._pieces[piece]

    def __len__(self) -> int:
        return len(self._pieces)

    def pile(self, key: Key) -> Pile | None:
        """Return the stack of that number or the content of the holder, or None."""
        return self._piles.get(key)

    def require_pile(self, key: Key) -> Pile:
        """Return the pile of a key that has one, as each holder and the box have."""
        return self._piles[key]

    @property
    def stacks(self) -> Iterator[tuple[int, Pile]]:
        """The stacks on the table, with their numbers."""
        return ((key, pile) for key, pile in self._piles.items() if isinstance(key, int))

    @property
    def marks(self) -> Marks:
        """Counters, notes, open hands and the turn marker."""
        return self._marks

    def kind(self, piece: int) -> Kind:
        """Return the kind of a piece."""
        return self.box.kinds[self.box.pieces[self._pieces[piece].thing_index][0]]

    def front_name(self, piece: int) -> str:
        """Return the name of a piece for whoever sees its front."""
        state = self._pieces[piece]
        kind, front = self.box.pieces[state.thing_index]
        piece_kind = self.box.kinds[kind]
        if state.side == DOWN and piece_kind.back and self.box.backs_reveal[kind]:
            return piece_kind.back
        words = piece_kind.fronts[state.side if piece_kind.piece == "die" and state.side >= 0 else front]
        return state.text or encode_front(piece_kind.codes, words) or piece_kind.title or piece_kind.name

    def side_identifies(self, piece: int, side: int) -> bool:
        """True if that side of a piece tells everybody what it is.

        It is the front, or a back that no other piece has.
        """
        return side != DOWN or self.box.backs_reveal[self.box.pieces[self._pieces[piece].thing_index][0]]

    def is_stackable(self, piece: int) -> bool:
        """True if pieces of this kind lie on each other and have two sides."""
        return self.kind(piece).piece in STACKED

    def old_piece(self, piece: int) -> Piece:
        """Return the state of a piece before this line."""
        return self._old_pieces.get(piece, self._pieces[piece])

    def old_pile(self, key: Key) -> Pile | None:
        """Return the pile before this line, or None."""
        return self._old_piles[key] if key in self._old_piles else self._piles.get(key)

    @property
    def old_marks(self) -> Marks:
        """The marks before this line."""
        return self._old_marks or self._marks

    def has_moved(self, piece: int) -> bool:
        """True if the piece, or the pile that it is in, has been changed by this line."""
        home = self._pieces[piece].home
        return piece in self._old_pieces or (home is not None and home in self._old_piles)

    def touched_pieces(self) -> set[int]:
        """Return the pieces that more seats may see than before this line."""
        pieces = set(self._old_pieces)
        for key, old in self._old_piles.items():
            for pile in (old, self._piles.get(key)):
                if pile is not None and pile.pieces:
                    pieces.add(pile.pieces[-1])
        if self._old_marks is not None:
            for name in self._old_marks.open ^ self._marks.open:
                pieces.update(self._piles[name].pieces)
        return pieces

    # Changing

    def next_id(self) -> int:
        """Return the next public id, which no piece or stack has had."""
        self.last_id += 1
        return self.last_id

    def identify(self, piece: int) -> Piece:
        """Return the piece with a public id, which is new if it has none.

        The seats that held it know it by that id.
        """
        state = self._pieces[piece]
        if not state.public_id:
            state = state._replace(public_id=self.next_id())
            if piece in self.held_by:
                self.seen_by[state.public_id] = self.held_by[piece]
        return state

    def next_z(self) -> int:
        """Return the z above everything else."""
        self.top_z += 1
        return self.top_z

    def set_piece(self, piece: int, state: Piece) -> None:
        """Set the state of a piece. Its pile is set with `set_pile`."""
        old = self._pieces[piece]
        self._old_pieces.setdefault(piece, old)
        if old.public_id != state.public_id:
            if old.public_id and self.pieces_by_id.get(old.public_id) == piece:
                del self.pieces_by_id[old.public_id]
            if state.public_id:
                self.pieces_by_id[state.public_id] = piece
        self._pieces[piece] = state

    def set_pile(self, key: Key, pile: Pile | None) -> None:
        """Set a pile; None removes a stack."""
        if key not in self._old_piles:
            self._old_piles[key] = self._piles.get(key)
        if pile is None:
            self._piles.pop(key, None)
        else:
            self._piles[key] = pile

    def set_marks(self, marks: Marks) -> None:
        """Set the marks."""
        if self._old_marks is None:
            self._old_marks = self._marks
        self._marks = marks

    def close_line(self) -> Change:
        """End the line and return what it changed."""
        pieces = {piece: old for piece, old in self._old_pieces.items() if old != self._pieces[piece]}
        piles = {key: old for key, old in self._old_piles.items() if old != self._piles.get(key)}
        marks = self._old_marks if self._old_marks != self._marks else None
        self._old_pieces, self._old_piles, self._old_marks, self.held_by = {}, {}, None, {}
        return Change(pieces, piles, marks)

    def restore(self, changes: Sequence[Change]) -> None:
        """Restore everything to the state before these changes, the latest first."""
        pieces: dict[int, Piece] = {}
        piles: dict[Key, Pile | None] = {}
        marks = None
        for change in changes:
            pieces |= change.pieces
            piles |= change.piles
            marks = change.marks or marks
        for piece, old in pieces.items():
            self.set_piece(piece, old)
        for key, pile in piles.items():
            self.set_pile(key, pile)
        if marks is not None:
            self.set_marks(marks)
