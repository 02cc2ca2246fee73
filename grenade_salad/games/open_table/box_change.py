"""The change of a box to another version during a match.

Pieces stay on the table as far as possible.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from grenade_salad.core import Event, Reason
from grenade_salad.games.open_table.box import Box, Holder, TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.reasons import SecretHolder
from grenade_salad.games.open_table.tabletop import IN_BOX, Key, Marks, Piece, Pile, Tabletop
from grenade_salad.games.open_table.words import find_spot, translate_words
from grenade_salad.text import Message, m

_MAX_NAMED = 5
"""Maximum number of removed pieces that a message names."""


@dataclass(slots=True)
class BoxChanged(Event):
    """The files of the box were changed."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "gone", "back")

    seat: int
    gone: tuple[str, ...]
    """The names of the pieces that it no longer has, one for each."""
    back: int
    """The number of pieces that are in the box again.

    Their holder or stack is gone.
    """

    def message(self) -> Message:
        if self.gone:
            words = translate_words(tuple(dict.fromkeys(self.gone))[:_MAX_NAMED])
            return m(
                "The box was changed. {n} piece is gone: {words}",
                "The box was changed. {n} pieces are gone: {words}",
                n=len(self.gone),
                words=words,
            )
        if self.back:
            return m(
                "The box was changed. {n} piece is in the box again",
                "The box was changed. {n} pieces are in the box again",
                n=self.back,
            )
        return m("The box was changed")


@dataclass(slots=True)
class NewPieces(Event):
    """The changed box has pieces that are not on the table yet; the box is public."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n")

    seat: int
    n: int

    def message(self) -> Message:
        return m(
            "{n} new piece is in the box: it comes with the next round, or take it out",
            "{n} new pieces are in the box: they come with the next round, or take them out",
            n=self.n,
        )


class ChangeResult(NamedTuple):
    """The table with the new box."""

    table: Tabletop
    removed: tuple[str, ...]
    """The names of the pieces that the new box no longer has."""
    returned: int
    """The number of pieces that were put into the box: their place is gone."""
    added: int
    """The number of pieces that the old box did not have."""


def why_not_change(old: Tabletop, setup: TableSetup) -> Reason | None:
    """Return why the box cannot be changed to that one, or None.

    It cannot be played by this number of seats, or hidden pieces have no such holder in it and would be seen.
    """
    if reason := why_not_setup(old.seats, setup):
        return reason
    new_holders = setup.box.holders_for(old.seats)
    for name, holder in old.holders.items():
        pile = old.pile(name)
        if holder.secret == "open" or pile is None or not pile.pieces:
            continue
        if name not in new_holders or not _treats_alike(holder, new_holders[name]):
            return SecretHolder(find_spot(old, name).words(), len(pile.pieces))
    return None


def change_box(old: Tabletop, box: Box) -> ChangeResult:
    """Return the same table with another version of its box.

    A piece is matched by its kind and front; else by its index among the fronts, since words may have been corrected.
    """
    table = Tabletop(box, old.seats)
    new_pieces = _match_pieces(old, box)
    table.last_id, table.top_z = old.last_id, old.top_z
    table.seen_by = {
        piece_id: bits
        for piece_id, bits in old.seen_by.items()
        if piece_id not in old.pieces_by_id or old.pieces_by_id[piece_id] in new_pieces
    }
    kept_holders = {
        name
        for name, holder in old.holders.items()
        if name in table.holders and _treats_alike(holder, table.holders[name])
    }
    returned = 0
    used: set[int] = set()
    for piece, new_piece in new_pieces.items():
        piece_state = old[piece]
        if piece_state.home is None or (
            (isinstance(piece_state.home, int) or piece_state.home in kept_holders) and piece_state.home != IN_BOX
        ):
            used.add(new_piece)
            table.set_piece(new_piece, _fit_piece(piece_state._replace(thing_index=new_piece), box, new_piece))
        else:
            returned += piece_state.home != IN_BOX
            table.set_piece(new_piece, Piece(new_piece, piece_state.text))
    keys: list[Key] = [*(stack_id for stack_id, _ in old.stacks), *sorted(kept_holders)]
    for key in keys:
        pile = old.require_pile(key)
        _lay_pile(table, key, pile, tuple(new_pieces[piece] for piece in pile.pieces if piece in new_pieces))
    table.set_pile(IN_BOX, Pile(tuple(piece for piece in range(len(table)) if piece not in used)))
    table.set_marks(_carry_marks(old, table))
    table.close_line()
    removed = tuple(
        old.front_name(piece) for piece in range(len(old)) if piece not in new_pieces and old[piece].home != IN_BOX
    )
    return ChangeResult(table, tuple(sorted(removed)), returned, len(table) - len(new_pieces))


def _treats_alike(first: Holder, second: Holder) -> bool:
    """True if two holders hide and arrange their pieces alike.

    Then no hidden piece becomes visible, and no visible piece is lost.
    """
    return (first.lays, first.secret, first.seat) == (second.lays, second.secret, second.seat)


def _match_pieces(old: Tabletop, box: Box) -> dict[int, int]:
    """Return for each piece of the table the matching piece of the new box, if any."""
    free: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for new_piece in reversed(range(len(box.pieces))):
        index, front = box.pieces[new_piece]
        new_kind = box.kinds[index]
        free[new_kind.name, new_kind.piece, _matching_front(new_kind.piece, new_kind.fronts[front])].append(new_piece)
    result: dict[int, int] = {}
    for piece in range(len(old)):
        index, front = old.box.pieces[old[piece].thing_index]
        kind = old.box.kinds[index]
        if matches := free[kind.name, kind.piece, _matching_front(kind.piece, kind.fronts[front])]:
            result[piece] = matches.pop()
    unmatched: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for (name, shape, _), unmatched_pieces in free.items():
        for new_piece in unmatched_pieces:
            unmatched[name, shape, box.pieces[new_piece][1]].append(new_piece)
    for piece in range(len(old)):
        index, front = old.box.pieces[old[piece].thing_index]
        kind = old.box.kinds[index]
        if piece not in result and (matches := unmatched[kind.name, kind.piece, front]):
            result[piece] = matches.pop()
    return result


def _matching_front(shape: str, words: str) -> str:
    """Return the words by which a piece is matched; a die has all its faces."""
    return "" if shape == "die" else words


def _fit_piece(piece: Piece, box: Box, new_piece: int) -> Piece:
    """Return the piece on the table, which may be smaller, with a face that exists."""
    kind = box.kinds[box.pieces[new_piece][0]]
    side = min(piece.side, len(kind.fronts) - 1) if kind.piece == "die" else piece.side
    x, y = min(piece.x, box.table[0]), min(piece.y, box.table[1])
    return piece._replace(x=x, y=y, side=side, text=piece.text if kind.blank else "")


def _lay_pile(table: Tabletop, key: Key, pile: Pile, pieces: tuple[int, ...]) -> None:
    """Lay a holder or a stack that may have fewer pieces."""
    if isinstance(key, str):
        table.set_pile(key, pile._replace(pieces=pieces))
    elif len(pieces) > 1:
        x, y = min(pile.x, table.box.table[0]), min(pile.y, table.box.table[1])
        table.set_pile(key, pile._replace(pieces=pieces, x=x, y=y))
    elif pieces:
        (piece,) = pieces
        alone = table.identify(piece)._replace(
            home=None, x=pile.x, y=pile.y, angle=pile.angle, z=pile.z, locked=pile.locked
        )
        table.set_piece(piece, _fit_piece(alone, table.box, piece))


def _carry_marks(old: Tabletop, table: Tabletop) -> Marks:
    """Return the counters and notes of the new table, matched by name."""
    counters = dict(zip(old.box.counters_for(old.seats), old.marks.counters, strict=True))
    notes = dict(zip([note.name for note in old.box.notes], old.marks.notes, strict=True))
    return Marks(
        tuple(
            max(counter.least, min(counter.most, counters.get(name, counter.start)))
            for name, counter in table.box.counters_for(table.seats).items()
        ),
        tuple(notes.get(note.name, note.text) for note in table.box.notes),
        frozenset(name for name in old.marks.open if name in table.holders),
        old.marks.turn,
    )
