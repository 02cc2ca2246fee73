"""`grenade-salad show POSITION_OR_FILE`: a position as line, list and picture.

In Grenade Salad it also prints who sees whom.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.replay import describe_missing_line
from grenade_salad.core import Illegal, NoSuchSeat, State, View, registry
from grenade_salad.core.action_notation import seat_letter
from grenade_salad.core.default_wording import describe_view
from grenade_salad.core.position_notation import find_game
from grenade_salad.core.position_tokens import MAX_LENGTH
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Header
from grenade_salad.match.record import read_record, replay, write_record
from grenade_salad.text import Reader, m, say

# Translators: heads of narrow columns: mm from one soldier to others, from centre to centre and from edge to edge; and
# how many lines of sight are free
HEADS = (m("apart", context="judge"), m("gap", context="judge"), m("sight", context="judge"))


def _find_file(text: str) -> Path | None:
    """Return the file of that name; None for the line of a position."""
    try:
        return Path(text) if Path(text).exists() else None
    except (OSError, ValueError):
        return None


def _read_record_position(file: Path, line_count: int | None) -> tuple[State, Sequence[str]]:
    """Return the position after the last line of a record, or after so many lines.

    Raises RecordError, OSError, Fail.
    """
    record = read_record(file, str(file))
    if line_count is not None and line_count > len(record.entries):
        raise Fail(say(describe_missing_line(str(file), line_count, len(record.entries))))
    match = replay(record, line_count).match
    return match.state, match.header.names


def _parse_position(text: str) -> tuple[State, Sequence[str]]:
    """Return the position and names in a line. Raises Illegal, registry.NoGame."""
    game = registry.load(find_game(text))
    start = game.parse_start(text)
    return game.start(start.seats, start.options, start.setup), start.names


def _load_position(source: str, line_count: int | None) -> tuple[State, Sequence[str], str]:
    """Return a position with its names and its line.

    The source is a file with a record, a file with a position, or a position itself. The line of a record is "".
    Raises Fail, RecordError.
    """
    file = _find_file(source)
    prefix = "" if file is None else f"{file}: "
    try:
        if file is None:
            return (*_parse_position(source), source)
        with fail_on_os_error(file):
            with file.open("rb") as stream:
                # A character has four bytes at most; only the start of a record is needed here.
                raw = stream.read(4 * MAX_LENGTH + 1)
            if raw.lstrip().startswith(b"{"):
                return (*_read_record_position(file, line_count), "")
        text = raw.decode("utf-8-sig")
        return (*_parse_position(text), text)
    except UnicodeDecodeError:
        raise Fail(prefix + say(m("this is neither a match record nor a position"))) from None
    except Illegal as error:
        raise Fail(prefix + str(error)) from None


def _split_parts(text: str) -> list[str]:
    """Return the parts of a position as they are written, without needless spaces."""
    return [" ".join(part.split()) for part in re.split(r"[;\n]", text) if part.strip()]


def _find_reader(state: State, text: str) -> int | None:
    """Return the seat for which the line was written, or None.

    This seat does not know what is hidden in the line, and knows all the rest.
    """
    hidden = {part.casefold() for part in _split_parts(text) if "?" in part}
    seats = {seat: _split_parts(state.format_position(seat).casefold()) for seat in range(state.seats)}
    return next((seat for seat, parts in seats.items() if hidden == {part for part in parts if "?" in part}), None)


def _label_soldier(soldier: Soldier) -> str:
    return f"{seat_letter(soldier.seat)}{soldier.id}"


def _require_salad(view: View) -> SaladView:
    if not isinstance(view, SaladView):
        raise Fail(say(m("only positions of Grenade Salad have lines of sight and pictures")))
    return view


def _list_sights(view: SaladView) -> Iterator[str]:
    """Yield a line a soldier: the rivals that it could kill.

    They are listed for Arrow, for Hammers, and for a mine under the soldier.
    """
    from grenade_salad.games.salad.referee import judge_soldier

    labels = {soldier.id: _label_soldier(soldier) for soldier in view.soldiers}
    for soldier in view.soldiers:
        judgement = judge_soldier(view.options, view.soldiers, soldier.id, view.blocks)
        foes = [relation for relation in judgement.relations if relation.soldier.seat != soldier.seat]
        targets = {
            "arrow": [labels[relation.soldier.id] for relation in foes if relation.has_sight],
            "hammers": [labels[relation.soldier.id] for relation in foes if relation.can_strike],
            "footpath": [labels[soldier_id] for soldier_id in judgement.mine_victims],
        }
        yield "  ".join([labels[soldier.id], *(f"{word}: {' '.join(names) or '-'}" for word, names in targets.items())])


def _measure_soldier(view: SaladView, name: str) -> Iterator[str]:
    """Yield a table of one soldier and all others; lengths are in mm.

    Cards are called as in actions. After `arrow` is the soldier in the way, after `explosion` are those killed by a
    grenade at that soldier, as far as it flies.
    """
    from grenade_salad.games.salad.referee import judge_soldier

    labels = {soldier.id: _label_soldier(soldier) for soldier in view.soldiers}
    soldier_id = next(
        (soldier_id for soldier_id, label in labels.items() if name.casefold() in (label, str(soldier_id))), None
    )
    if soldier_id is None:
        raise Fail(say(m("there is no soldier {soldier} on the table", soldier=name[:24])))
    judgement = judge_soldier(view.options, view.soldiers, soldier_id, view.blocks)
    table = [["", *map(say, HEADS), "arrow", "hammers", "explosion"]]
    for relation in judgement.relations:
        is_foe = relation.soldier.seat != judgement.soldier.seat
        blocker = labels.get(relation.blocker, "") if isinstance(relation.blocker, int) else "block"
        sees = "+" if relation.has_sight else f"- {blocker}"
        table.append(
            [
                labels[relation.soldier.id],
                f"{relation.distance:.1f}",
                f"{relation.gap:.1f}",
                f"{relation.free_rays}/{relation.ray_count}",
                sees if is_foe else "",
                ("+" if relation.can_strike else "-") if is_foe else "",
                " ".join(labels[killed] for killed in relation.victims) or "-",
            ]
        )
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield say(
        m(
            "A mine under {soldier} kills {killed}",
            soldier=name,
            killed=[labels[killed] for killed in judgement.mine_victims],
        )
    )


def _find_sight_lines(view: SaladView, name: str) -> Iterator[tuple[Point, Point]]:
    """Yield the free lines of sight between enemies, of one soldier or of all."""
    from grenade_salad.games.salad import physics

    for soldier in view.soldiers:
        if name and name.casefold() not in (_label_soldier(soldier), str(soldier.id)):
            continue
        for target in view.soldiers:
            if soldier.seat == target.seat:
                continue
            sight = physics.sight(view.measures(), view.soldiers, soldier.id, target.id, view.options.sight)
            if sight.free:
                yield sight.rays[sight.best].start, sight.rays[sight.best].end


def _save_picture(view: SaladView, names: Sequence[str], out: str, sights: str | None) -> None:
    import pygame

    from grenade_salad.app.games.salad.table_picture import TablePicture

    if not out.casefold().endswith(".png"):
        raise Fail(say(m("--out: the picture is a PNG: its file ends in .png")))
    seat_names = tuple(names) or tuple(seat_letter(seat) for seat in range(len(view.hands)))
    sight_lines = () if sights is None else tuple(_find_sight_lines(view, sights))
    labels = {soldier.id: _label_soldier(soldier) for soldier in view.soldiers}
    picture = TablePicture(view, seat_names, registry.title(view.game), sight_lines=sight_lines, labels=labels)
    try:
        picture.save(Path(out))
    except (OSError, pygame.error) as error:
        raise Fail(f"{out}: {error}") from None


def _write_record(state: State, names: Sequence[str], file: str) -> None:
    """Write a match record that begins with the position.

    Raises Fail, or Illegal where the position has no line.
    """
    game = registry.load(state.full_view().game)
    start = game.parse_start(state.format_position())
    header = Header(game.name, tuple(names) or start.display_names, start.options, 0, start.setup)
    with fail_on_os_error(file):
        write_record(Path(file), header, ())


def run(args: Namespace) -> int:
    """Print the position, and save the picture and the record.

    Raises Fail for what is no position.
    """
    state, names, text = _load_position(args.position, args.at)
    if args.seat is not None and args.seat >= state.seats:
        raise Fail(say(NoSuchSeat(args.seat, state.seats).message()))
    seat, is_public = args.seat, False
    if seat is None and "?" in text:
        # Hidden parts were drawn at random for this state: no seat knows them.
        seat = _find_reader(state, text)
        is_public = seat is None
    view = state.view(seat) if is_public or seat is not None else state.full_view()
    output = describe_view(view)
    if args.sights is not None:
        output = tuple(
            _measure_soldier(_require_salad(view), args.sights) if args.sights else _list_sights(_require_salad(view))
        )
    if args.out:
        _save_picture(_require_salad(view), names, args.out, args.sights)
    if args.record:
        try:
            _write_record(state, names, args.record)
        except Illegal as error:
            raise Fail(str(error)) from None
    try:
        print("; ".join(_split_parts(text)) if is_public else state.format_position(seat, names))
    except Illegal as error:
        print(say(error.reason.message(), Reader(names), begin=True))
    print()
    print("\n".join(output))
    return 0
