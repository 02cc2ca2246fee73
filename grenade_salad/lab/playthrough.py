"""A match as text: events, views and legal actions of all seats, at every line.

A change of the rules, or of who may see what, shows as a difference between two such texts. Those of this package are
in tests/records (see tools/golden.py); a plugin's game gets one from `check_game`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

from grenade_salad.core import Json, redact, registry, to_json
from grenade_salad.lab.random_play import Broken, random_entry
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import RecordError, Replay, read_record, replay, write_record

_SEATS, _SEED, _TURNS, _LINES = 3, 1, 6, 40
"""The match that `compare_playthrough` plays.

It has this many seats if the game allows it, and at most this many turns and lines.
"""
_LINE = re.compile(r"^\d+: (\{.*\})$", re.MULTILINE)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _object(value: object) -> dict[str, Json]:
    result = to_json(value)
    assert isinstance(result, dict)
    return result


def _list_changes(current: dict[str, Json], previous: dict[str, Json]) -> Iterator[str]:
    for key, value in current.items():
        if key not in previous or previous[key] != value:
            yield f"  {key}: {_text(value)}"


def _describe_seats(position: Replay, everything: dict[str, Json]) -> Iterator[str]:
    """Yield the part of each seat's view that differs from the full view.

    The legal actions of active seats follow.
    """
    state = position.match.state
    for seat in (None, *range(state.seats)):
        observer = "anybody" if seat is None else f"seat {seat}"
        view = _object(state.view(seat))
        different = {key: value for key, value in view.items() if key != "seat" and everything[key] != value}
        assert view.keys() == everything.keys()
        yield f"  {observer} sees {_text(different)}"
    for seat in state.active_seats():
        yield f"  seat {seat} may {_text([action.to_line() for action in state.legal_actions(seat)])}"


def _describe_events(position: Replay, line: int) -> Iterator[str]:
    names = position.match.header.seats
    for step_line, step in position.steps:
        for event in step.events if step_line == line else ():
            yield f"  event {type(event).__name__}: {event.text(names)}"
            for seat in (None, *range(len(names))):
                if (redacted := redact(event, seat)) != event:
                    yield f"    {'anybody' if seat is None else f'seat {seat}'}: {redacted.text(names)}"


def format_playthrough(raw: bytes, name: str) -> str:
    """Return the record with events, changes, views and legal actions at every line.

    Errors call it `name`. Raises `RecordError`.
    """
    record = read_record(BytesIO(raw), name)
    lines = raw.decode().splitlines()
    output: list[str] = []
    previous: dict[str, Json] = {}
    for index in range(len(record.entries) + 1):
        position = replay(record, index)
        everything = _object(position.match.state.full_view())
        output += [
            f"{index + 1}: {lines[index]}",
            *_describe_events(position, index + 1),
            *_list_changes(everything, previous),
        ]
        output += [*_describe_seats(position, everything), ""]
        previous = everything
    return "\n".join(output)


def _record_random_match(name: str) -> bytes:
    """Return the record of a random match with the default house rules."""
    game, rng = registry.load(name), Random(_SEED)
    seats = min(max(_SEATS, game.min_seats), game.max_seats)
    match = Match(
        Header(name, tuple(f"P{seat}" for seat in range(seats)), game.options().with_turn_limit(_TURNS), _SEED)
    )
    while not match.state.is_over and len(match.entries) < _LINES:
        match.apply_entry(random_entry(match.state, rng))
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    return stream.getvalue()


def compare_playthrough(name: str, file: Path) -> None:
    """Compare the game with the playthrough in the file; write it if there is none.

    The lines of the match are read from the file, so that only the rules and the views can make a difference. Raises
    `Broken` with the first line that differs: if the change is intended, delete the file, and it will be written again.
    """
    if not file.exists():
        file.write_text(format_playthrough(_record_random_match(name), file.name), encoding="utf-8")
        return
    expected = file.read_text(encoding="utf-8")
    raw = "".join(line + "\n" for line in _LINE.findall(expected)).encode()
    try:
        actual = format_playthrough(raw, file.name)
    except RecordError as error:
        raise Broken(f"the playthrough {file.name} cannot be played any more: {error}") from error
    for line_number, (expected_line, actual_line) in enumerate(
        zip(expected.split("\n"), actual.split("\n"), strict=False), 1
    ):
        if expected_line != actual_line:
            raise Broken(
                f"{file.name}, line {line_number}: it was {expected_line.strip()!r}, and is {actual_line.strip()!r}"
            )
    if expected != actual:
        raise Broken(f"{file.name} is longer or shorter than the playthrough now")
