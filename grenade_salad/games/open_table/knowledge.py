"""The seats that see each front.

Everything that is told or shown depends on this module alone; by default no seat sees a front. Viewers are an int with
a bit for each seat, and one for spectators.
"""

from __future__ import annotations

from grenade_salad.games.open_table.tabletop import IN_BOX, Marks, Piece, Pile, Tabletop


def all_viewers(seats: int) -> int:
    """Return a bit for each seat, and one for spectators."""
    return (1 << seats + 1) - 1


def viewer_bit(seat: int | None, seats: int) -> int:
    """Return the bit of a seat, or of spectators."""
    return 1 << (seats if seat is None else seat)


def find_viewers(table: Tabletop, piece: int) -> int:
    """Return the viewers of the front of a piece, as bits."""
    piece_state = table[piece]
    pile = None if piece_state.home is None else table.pile(piece_state.home)
    return _compute_viewers(table, piece, piece_state, pile, table.marks)


def find_previous_viewers(table: Tabletop, piece: int) -> int:
    """Return the viewers of the front before the current line, as bits."""
    piece_state = table.old_piece(piece)
    pile = None if piece_state.home is None else table.old_pile(piece_state.home)
    return _compute_viewers(table, piece, piece_state, pile, table.old_marks)


def _compute_viewers(table: Tabletop, piece: int, piece_state: Piece, pile: Pile | None, marks: Marks) -> int:
    home, everyone = piece_state.home, all_viewers(table.seats)
    if home == IN_BOX:
        return everyone
    holder = table.holders.get(home) if isinstance(home, str) else None
    if holder is not None and holder.secret == "bag":
        return 0
    if holder is not None and holder.secret == "hand":
        if home in marks.open:
            return everyone
        return 0 if holder.seat is None else 1 << holder.seat
    if home is None or (holder is not None and holder.is_spread):
        return (
            everyone if table.side_identifies(piece, piece_state.side) else table.seen_by.get(piece_state.public_id, 0)
        )
    on_top = pile is not None and pile.pieces[-1:] == (piece,)
    return everyone if on_top and table.side_identifies(piece, piece_state.side) else 0


def is_outside(table: Tabletop, piece: int) -> bool:
    """True if all see the outside of the piece: no stack, hand or bag hides it."""
    piece_state = table[piece]
    return _is_outside(table, piece, piece_state, None if piece_state.home is None else table.pile(piece_state.home))


def was_outside(table: Tabletop, piece: int) -> bool:
    """True if the piece was outside before the current line."""
    piece_state = table.old_piece(piece)
    return _is_outside(
        table, piece, piece_state, None if piece_state.home is None else table.old_pile(piece_state.home)
    )


def _is_outside(table: Tabletop, piece: int, piece_state: Piece, pile: Pile | None) -> bool:
    home = piece_state.home
    if home is None or home == IN_BOX:
        return True
    holder = table.holders.get(home) if isinstance(home, str) else None
    if holder is not None and (holder.is_spread or holder.secret != "open"):
        return holder.is_spread
    return pile is not None and pile.pieces[-1:] == (piece,)
