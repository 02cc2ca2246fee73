"""Golden matches: `python -m tools.golden` writes for each record in tests/records what every seat sees at every line.

A change of the rules or of who may see what shows as a difference in these texts: read it, and commit it if it is
meant. `python -m tools.golden new GAME SEATS SEED` makes another record: a match of machines that play at random.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from grenade_salad import games
from grenade_salad.core import Json, plain, redact
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import read_record, write_record
from grenade_salad.match.replay import Replay, replay

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
_TURNS = 9
"""Turns of a game that may go on for ever."""


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _object(value: object) -> dict[str, Json]:
    made = plain(value)
    assert isinstance(made, dict)
    return made


def _changes(now: dict[str, Json], before: dict[str, Json]) -> Iterator[str]:
    for key, value in now.items():
        if key not in before or before[key] != value:
            yield f"  {key}: {_text(value)}"


def _seats(played: Replay, everything: dict[str, Json]) -> Iterator[str]:
    """What each seat sees otherwise than somebody who sees everything, and what it may do."""
    state = played.match.state
    for seat in (None, *range(state.seats)):
        who = "anybody" if seat is None else f"seat {seat}"
        view = _object(state.view(seat))
        other = {key: value for key, value in view.items() if key != "seat" and everything[key] != value}
        assert view.keys() == everything.keys()
        yield f"  {who} sees {_text(other)}"
    for seat in state.to_act():
        yield f"  seat {seat} may {_text([action.line() for action in state.legal(seat)])}"


def _events(played: Replay, line: int) -> Iterator[str]:
    names = played.match.header.seats
    for number, step in played.steps:
        for event in step.events if number == line else ():
            yield f"  event {type(event).__name__}: {event.text(names)}"
            for seat in (None, *range(len(names))):
                if (told := redact(event, seat)) != event:
                    yield f"    {'anybody' if seat is None else f'seat {seat}'}: {told.text(names)}"


def playthrough(file: Path) -> str:
    """The record, line by line: what happened, what changed, what every seat sees and may do."""
    record = read_record(file, file.name)
    raw = file.read_text(encoding="utf-8").splitlines()
    told: list[str] = []
    before: dict[str, Json] = {}
    for at in range(len(record.entries) + 1):
        played = replay(record, at)
        everything = _object(played.match.state.position())
        told += [f"{at + 1}: {raw[at]}", *_events(played, at + 1), *_changes(everything, before)]
        told += [*_seats(played, everything), ""]
        before = everything
    return "\n".join(told)


def new(game: str, seats: int, seed: int) -> Path:
    """Make a record: machines play at random."""
    kind = games.load(game)
    limited = "turn_limit" in kind.options.__dataclass_fields__
    options = kind.options(**({"turn_limit": _TURNS} if limited else {}))
    match = Match(Header(game, tuple(f"P{seat}" for seat in range(seats)), options, seed))
    play(match, make_players(game, ["random"] * seats, seed))
    file = FOLDER / f"{game}-{seats}-{seed}.jsonl"
    write_record(file, match.header, match.entries)
    return file


def main(words: list[str]) -> int:
    """Write the texts; their names are printed."""
    if words[:1] == ["new"]:
        new(words[1], int(words[2]), int(words[3]))
    for file in sorted(FOLDER.glob("*.jsonl")):
        file.with_suffix(".golden").write_text(playthrough(file), encoding="utf-8")
        print(file.with_suffix(".golden"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
