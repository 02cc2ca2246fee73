"""Who sees which front: the one place that says it. Everything that is told or shown goes by it; default: nobody."""

from __future__ import annotations

from grenade_salad.games.open_table.tabletop import IN_BOX, Marks, Piece, Pile, Table


def everybody(seats: int) -> int:
    """A bit for each seat, and one for those who have none."""
    return (1 << seats + 1) - 1


def bit(seat: int | None, seats: int) -> int:
    """The bit of a seat, or of those who have none."""
    return 1 << (seats if seat is None else seat)


def who_sees(table: Table, piece: int) -> int:
    """Who sees the front of a piece, a bit each."""
    found = table[piece]
    pile = None if found.home is None else table.pile(found.home)
    return _who(table, piece, found, pile, table.marks)


def who_saw(table: Table, piece: int) -> int:
    """The same before the line that is being carried out."""
    found = table.old_piece(piece)
    pile = None if found.home is None else table.old_pile(found.home)
    return _who(table, piece, found, pile, table.old_marks)


def _who(table: Table, piece: int, found: Piece, pile: Pile | None, marks: Marks) -> int:
    home, everyone = found.home, everybody(table.seats)
    if home == IN_BOX:
        return everyone
    holder = table.holders.get(home) if isinstance(home, str) else None
    if holder is not None and holder.secret == "bag":
        return 0
    if holder is not None and holder.secret == "hand":
        if home in marks.open:
            return everyone
        return 0 if holder.seat is None else 1 << holder.seat
    if home is None or (holder is not None and holder.shows):
        return everyone if table.faces_all(piece, found.side) else table.seen.get(found.number, 0)
    on_top = pile is not None and pile.pieces[-1:] == (piece,)
    return everyone if on_top and table.faces_all(piece, found.side) else 0


def shown_outside(table: Table, piece: int) -> bool:
    """Whether everybody sees what it looks like from outside: it is not inside a stack, a hand or a bag."""
    found = table[piece]
    return _outside(table, piece, found, None if found.home is None else table.pile(found.home))


def was_outside(table: Table, piece: int) -> bool:
    """The same before the line that is being carried out."""
    found = table.old_piece(piece)
    return _outside(table, piece, found, None if found.home is None else table.old_pile(found.home))


def _outside(table: Table, piece: int, found: Piece, pile: Pile | None) -> bool:
    home = found.home
    if home is None or home == IN_BOX:
        return True
    holder = table.holders.get(home) if isinstance(home, str) else None
    if holder is not None and (holder.shows or holder.secret != "open"):
        return holder.shows
    return pile is not None and pile.pieces[-1:] == (piece,)
