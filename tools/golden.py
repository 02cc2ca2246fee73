"""Golden matches: `python -m tools.golden` writes for each record in tests/records what every seat sees at every line.

A change of the rules or of who may see what shows as a difference in these texts: read it, and commit it if it is
meant. `python -m tools.golden new GAME SEATS SEED` makes another record: a match of machines that play at random.
"""

from __future__ import annotations

import sys
from pathlib import Path

from grenade_salad import games
from grenade_salad.lab.playout import make_players, play
from grenade_salad.lab.playthrough import format_playthrough
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import write_record

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
_TURNS = 9
"""Turns of a game that may go on for ever."""


def make_record(game: str, seats: int, seed: int) -> Path:
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
        make_record(words[1], int(words[2]), int(words[3]))
    for file in sorted(FOLDER.glob("*.jsonl")):
        file.with_suffix(".golden").write_text(format_playthrough(file.read_bytes(), file.name), encoding="utf-8")
        print(file.with_suffix(".golden"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
