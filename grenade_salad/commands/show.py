"""`grenade-salad show POSITION_OR_FILE`: a position as a line and as a list, who sees whom in it, and a picture."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.commands.replay import only_lines
from grenade_salad.core import Illegal, NoSuchSeat, State, View, registry
from grenade_salad.core.action_notation import letter
from grenade_salad.core.default_wording import lines
from grenade_salad.core.position_notation import game_of, read
from grenade_salad.core.position_tokens import LONGEST
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Header
from grenade_salad.match.record import RecordError, read_record, replay, write_record
from grenade_salad.text import Reader, m, say

# Translators: heads of narrow columns: mm from one soldier to others, from centre to centre and from edge to edge; and
# how many lines of sight are free
HEADS = (m("apart", context="judge"), m("gap", context="judge"), m("sight", context="judge"))


def _file(text: str) -> Path | None:
    """The file of that name, if there is one; the line of a position is none."""
    try:
        return Path(text) if Path(text).exists() else None
    except (OSError, ValueError):
        return None


def _of_record(file: Path, at: int | None) -> tuple[State, Sequence[str]]:
    """The position after the last line of a record, or after so many. Raises RecordError, OSError, Fail."""
    record = read_record(file, str(file))
    if at is not None and at > len(record.entries):
        raise Fail(say(only_lines(str(file), at, len(record.entries))))
    match = replay(record, at).match
    return match.state, match.header.names


def _of_text(text: str) -> tuple[State, Sequence[str]]:
    """The position that a line says. Raises Illegal, registry.NoGame."""
    game = registry.load(game_of(text))
    start = read(game, text)
    return game.start(start.seats, start.options, start.setup), start.names


def _position(what: str, at: int | None) -> tuple[State, Sequence[str], str]:
    """Of a file with a record or with a position, or of a position itself: with its line. Raises Fail."""
    file = _file(what)
    where = "" if file is None else f"{file}: "
    try:
        if file is None:
            return (*_of_text(what), what)
        with file.open("rb") as stream:
            raw = stream.read(4 * LONGEST + 1)
        if raw.lstrip().startswith(b"{"):
            return (*_of_record(file, at), "")
        text = raw.decode("utf-8-sig")
        return (*_of_text(text), text)
    except RecordError as error:
        raise Fail(str(error)) from None
    except UnicodeDecodeError:
        raise Fail(where + say(m("this is neither a match record nor a position"))) from None
    except OSError as error:
        raise Fail(f"{where}{error.strerror or error}") from None
    except Illegal as error:
        raise Fail(where + str(error)) from None


def _parts(text: str) -> list[str]:
    """The parts of a position as they are written, without more space than there must be."""
    return [" ".join(part.split()) for part in re.split(r"[;\n]", text) if part.strip()]


def _knows(state: State, text: str) -> int | None:
    """The seat for which the line was written: what is hidden in it is what this seat does not know; None if it is so
    with no seat.
    """
    hidden = {part.casefold() for part in _parts(text) if "?" in part}
    seats = {seat: _parts(state.format_position(seat).casefold()) for seat in range(state.seats)}
    return next((seat for seat, parts in seats.items() if hidden == {part for part in parts if "?" in part}), None)


def _called(soldier: Soldier) -> str:
    return f"{letter(soldier.seat)}{soldier.id}"


def _salad(view: View) -> SaladView:
    if not isinstance(view, SaladView):
        raise Fail(say(m("only positions of Grenade Salad have lines of sight and pictures")))
    return view


def _sights(view: SaladView) -> Iterator[str]:
    """Soldier by soldier: whom it could kill by Arrow and Hammers, and whom a mine under it would take."""
    from grenade_salad.games.salad.referee import judge

    called = {soldier.id: _called(soldier) for soldier in view.soldiers}
    for soldier in view.soldiers:
        found = judge(view.options, view.soldiers, soldier.id, view.blocks)
        foes = [other for other in found.others if other.soldier.seat != soldier.seat]
        told = {
            "arrow": [called[other.soldier.id] for other in foes if other.sees],
            "hammers": [called[other.soldier.id] for other in foes if other.strikes],
            "footpath": [called[number] for number in found.mine],
        }
        yield "  ".join([called[soldier.id], *(f"{word}: {' '.join(whom) or '-'}" for word, whom in told.items())])


def _judged(view: SaladView, name: str) -> Iterator[str]:
    """One soldier with all others, and the numbers; lengths in mm.

    Cards are called as in moves: behind `arrow` is who is in the way, behind `explosion` whom a grenade takes that is
    thrown at that one, as far as it flies.
    """
    from grenade_salad.games.salad.referee import judge

    called = {soldier.id: _called(soldier) for soldier in view.soldiers}
    number = next((number for number, other in called.items() if name.casefold() in (other, str(number))), None)
    if number is None:
        raise Fail(say(m("there is no soldier {soldier} on the table", soldier=name[:24])))
    found = judge(view.options, view.soldiers, number, view.blocks)
    table = [["", *map(say, HEADS), "arrow", "hammers", "explosion"]]
    for other in found.others:
        foe = other.soldier.seat != found.soldier.seat
        way = called.get(other.blocker, "") if isinstance(other.blocker, int) else "block"
        sees = "+" if other.sees else f"- {way}"
        table.append(
            [
                called[other.soldier.id],
                f"{other.apart:.1f}",
                f"{other.gap:.1f}",
                f"{other.free}/{other.rays}",
                sees if foe else "",
                ("+" if other.strikes else "-") if foe else "",
                " ".join(called[killed] for killed in other.kills) or "-",
            ]
        )
    wide = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
    yield say(m("A mine under {soldier} kills {killed}", soldier=name, killed=[called[one] for one in found.mine]))


def _looks(view: SaladView, name: str) -> Iterator[tuple[Point, Point]]:
    """The free lines of sight between enemies, of one soldier or of all."""
    from grenade_salad.games.salad import physics

    for one in view.soldiers:
        if name and name.casefold() not in (_called(one), str(one.id)):
            continue
        for other in view.soldiers:
            if one.seat == other.seat:
                continue
            sight = physics.sight(view.measures(), view.soldiers, one.id, other.id, view.options.sight)
            if sight.free:
                yield sight.rays[sight.best].start, sight.rays[sight.best].end


def _save(view: SaladView, names: Sequence[str], out: str, sights: str | None) -> None:
    import pygame

    from grenade_salad.app.games.salad.table_picture import save_picture

    if not out.casefold().endswith(".png"):
        raise Fail(say(m("--out: the picture is a PNG: its file ends in .png")))
    called = tuple(names) or tuple(letter(seat) for seat in range(len(view.hands)))
    looks = () if sights is None else tuple(_looks(view, sights))
    labels = {soldier.id: _called(soldier) for soldier in view.soldiers}
    try:
        save_picture(view, called, Path(out), registry.title(view.game), looks=looks, labels=labels)
    except (OSError, pygame.error) as error:
        raise Fail(f"{out}: {error}") from None


def _write(state: State, names: Sequence[str], file: str) -> None:
    """A match record that begins with the position. Raises Fail, Illegal where there is no line of it."""
    game = registry.load(state.full_view().game)
    start = read(game, state.format_position())
    header = Header(game.name, tuple(names) or start.called, start.options, 0, start.setup)
    try:
        write_record(Path(file), header, ())
    except OSError as error:
        raise Fail(f"{file}: {error.strerror or error}") from None


def run(args: Namespace) -> int:
    """Print the position, save the picture and the record; exit status 2 for what is no position."""
    state, names, text = _position(args.position, args.at)
    if args.seat is not None and args.seat >= state.seats:
        raise Fail(say(NoSuchSeat(args.seat, state.seats).message()))
    seat, everybody = args.seat, False
    if seat is None and "?" in text:
        # What was drawn for it is nothing that anybody knows.
        seat = _knows(state, text)
        everybody = seat is None
    view = state.view(seat) if everybody or seat is not None else state.full_view()
    told = lines(view)
    if args.sights is not None:
        told = tuple(_judged(_salad(view), args.sights) if args.sights else _sights(_salad(view)))
    if args.out:
        _save(_salad(view), names, args.out, args.sights)
    if args.record:
        try:
            _write(state, names, args.record)
        except Illegal as error:
            raise Fail(str(error)) from None
    try:
        print("; ".join(_parts(text)) if everybody else state.format_position(seat, names))
    except Illegal as error:
        print(say(error.reason.message(), Reader(names), begin=True))
    print()
    print("\n".join(told))
    return 0
