"""Setting a counter, a text, a lock, an open hand or the turn marker.

Both the refusals and the changes themselves are here.
"""

from __future__ import annotations

from grenade_salad.core import Event, NoSuchSeat, Reason, TurnBegan
from grenade_salad.games.open_table import actions, events, reasons
from grenade_salad.games.open_table.box import MAX_TEXT_LENGTH
from grenade_salad.games.open_table.knowledge import all_viewers, find_viewers
from grenade_salad.games.open_table.selection import find_group, why_not_pile
from grenade_salad.games.open_table.tabletop import Tabletop
from grenade_salad.games.open_table.words import outside_name, public_name, public_pile_name

MAX_NAME_LENGTH = 40
"""Maximum length of the name of a stack, in letters."""


def why_not_set(table: Tabletop, seat: int, action: actions.Set) -> Reason | None:
    """Return why this cannot be set so, or None."""
    if action.at is not None and action.thing != "text":
        return reasons.BadPart("at", action.at)
    match action.thing:
        case "counter":
            return _why_not_count(table, action)
        case "note" | "text":
            return _why_not_write(table, seat, action)
        case "name":
            return _why_not_name(table, action)
        case "turn":
            return _why_not_turn(table, action)
        case "die":
            return _why_not_turn_die(table, action)
        case "open":
            if not isinstance(action.of, str) or action.of not in table.holders:
                return reasons.NoSuchHolder(str(action.of))
            if table.holders[action.of].secret != "hand":
                return reasons.BadPart("of", action.of)
            return why_not_pile(table, seat, action.of) or _why_not_boolean(action)
        case "lock":
            if not isinstance(action.of, int):
                return reasons.BadPart("of", action.of)
            group = find_group(table, action.of)
            return group if isinstance(group, Reason) else _why_not_boolean(action)
    return reasons.BadPart("thing", action.thing)


def _why_not_name(table: Tabletop, action: actions.Set) -> Reason | None:
    if not isinstance(action.to, str):
        return reasons.BadPart("to", action.to)
    if len(action.to) > MAX_NAME_LENGTH or not action.to.isprintable():
        return reasons.TooLong(len(action.to), MAX_NAME_LENGTH)
    if not isinstance(action.of, int) or isinstance(action.of, bool):
        return reasons.BadPart("of", action.of)
    if table.pile(action.of) is not None:
        return None
    return (reasons.NotBlank if action.of in table.pieces_by_id else reasons.NoSuchPiece)(action.of)


def _why_not_boolean(action: actions.Set) -> Reason | None:
    return None if isinstance(action.to, bool) else reasons.BadPart("to", action.to)


def _why_not_turn(table: Tabletop, action: actions.Set) -> Reason | None:
    if not isinstance(action.to, int) or isinstance(action.to, bool):
        return reasons.BadPart("to", action.to)
    return None if -1 <= action.to < table.seats else NoSuchSeat(action.to, table.seats)


def _why_not_count(table: Tabletop, action: actions.Set) -> Reason | None:
    counter = table.box.counters_for(table.seats).get(str(action.of))
    if counter is None:
        return reasons.NoSuchMark(str(action.of))
    if not isinstance(action.to, int) or isinstance(action.to, bool):
        return reasons.BadPart("to", action.to)
    inside = counter.least <= action.to <= counter.most
    return None if inside else reasons.OutOfBounds(action.to, counter.least, counter.most)


def _why_not_turn_die(table: Tabletop, action: actions.Set) -> Reason | None:
    """Return why no die can be turned to that face by hand, or None."""
    if not isinstance(action.of, int):
        return reasons.BadPart("of", action.of)
    if action.of not in table.pieces_by_id:
        return reasons.NoSuchPiece(action.of)
    kind = table.kind(table.pieces_by_id[action.of])
    if kind.piece != "die":
        return reasons.NoDie(action.of)
    if not isinstance(action.to, int) or isinstance(action.to, bool):
        return reasons.BadPart("to", action.to)
    last = len(kind.fronts) - 1
    return None if 0 <= action.to <= last else reasons.OutOfBounds(action.to, 0, last)


def _why_not_write(table: Tabletop, seat: int, action: actions.Set) -> Reason | None:
    if not isinstance(action.to, str):
        return reasons.BadPart("to", action.to)
    if len(action.to) > MAX_TEXT_LENGTH or not action.to.isprintable():
        return reasons.TooLong(len(action.to), MAX_TEXT_LENGTH)
    if action.thing == "note":
        named = action.of in [note.name for note in table.box.notes]
        return None if named else reasons.NoSuchMark(str(action.of))
    piece = _find_written_piece(table, seat, action)
    if isinstance(piece, Reason):
        return piece
    if not find_viewers(table, piece) >> seat & 1:
        return reasons.Unseen(table[piece].public_id)
    return None if table.kind(piece).blank else reasons.NotBlank(table[piece].public_id)


def _find_written_piece(table: Tabletop, seat: int, action: actions.Set) -> int | Reason:
    """Return the piece of that number, or the one at that place of the seat's hand.

    A reason is returned if there is no such piece.
    """
    if action.at is None:
        if not isinstance(action.of, int) or action.of not in table.pieces_by_id:
            return reasons.NoSuchPiece(action.of) if isinstance(action.of, int) else reasons.BadPart("of", action.of)
        return table.pieces_by_id[action.of]
    if not isinstance(action.of, str) or (holder := table.holders.get(action.of)) is None:
        return reasons.NoSuchHolder(str(action.of))
    if holder.secret != "hand":
        return reasons.BadPart("of", action.of)
    if reason := why_not_pile(table, seat, action.of):
        return reason
    inside = table.require_pile(action.of)
    if not 0 <= action.at < len(inside.pieces):
        return reasons.OutOfBounds(action.at, 0, len(inside.pieces) - 1)
    return inside.pieces[action.at]


def apply_set(table: Tabletop, seat: int, action: actions.Set) -> list[Event]:
    """Set it and return the events."""
    of, to = action.of, action.to
    marks = table.marks
    match action.thing:
        case "counter":
            owners = table.box.counter_owners(table.seats)
            counter, owner = owners[str(of)]
            index = list(owners).index(str(of))
            assert isinstance(to, int)
            table.set_marks(marks._replace(counters=(*marks.counters[:index], to, *marks.counters[index + 1 :])))
            return [events.Counted(seat, counter.name, to, owner)]
        case "note":
            index = [note.name for note in table.box.notes].index(str(of))
            table.set_marks(marks._replace(notes=(*marks.notes[:index], str(to), *marks.notes[index + 1 :])))
            return [events.Wrote(seat, str(of), str(to))]
        case "open":
            table.set_marks(marks._replace(open=marks.open | {str(of)} if to else marks.open - {str(of)}))
            return [events.Opened(seat, bool(to))]
        case "die":
            assert isinstance(to, int)
            assert isinstance(of, int)
            die = table.pieces_by_id[of]
            table.set_piece(die, table[die]._replace(side=to))
            return [events.Turned(seat, outside_name(table, die), table.front_name(die))]
        case "name":
            assert isinstance(of, int)
            pile = table.require_pile(of)
            table.set_pile(of, pile._replace(name=str(to).strip()))
            return [events.Named(seat, len(pile.pieces), str(to).strip())]
        case "turn":
            assert isinstance(to, int)
            table.set_marks(marks._replace(turn=to))
            return [TurnBegan(to)] if to >= 0 else [events.TurnUnmarked(seat)]
    if action.thing == "text":
        piece = _find_written_piece(table, seat, action)
        assert not isinstance(piece, Reason)
        return _write(table, seat, piece, str(to))
    assert isinstance(of, int)
    return _lock(table, seat, of, bool(to))


def _lock(table: Tabletop, seat: int, of: int, to: bool) -> list[Event]:
    words, pile = public_pile_name(table, of), table.pile(of)
    if pile is not None:
        table.set_pile(of, pile._replace(locked=to))
    else:
        piece = table.pieces_by_id[of]
        table.set_piece(piece, table[piece]._replace(locked=to))
    return [events.Locked(seat, words, to)]


def _write(table: Tabletop, seat: int, piece: int, text: str) -> list[Event]:
    words, viewer_bits = public_name(table, piece), find_viewers(table, piece)
    table.set_piece(piece, table[piece]._replace(text=text))
    if viewer_bits == all_viewers(table.seats):
        return [events.Wrote(seat, words, text)]
    knows = tuple(viewer for viewer in range(table.seats) if viewer_bits >> viewer & 1)
    return [events.WroteHidden(seat, words, text, visible_to=knows)]
