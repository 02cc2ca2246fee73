"""Golden matches: what every seat sees at every line of each record.

`python -m tools.golden` writes a text for each record in tests/records. A change of the rules or of what a seat may
see appears as a difference in these texts: read it, and commit it if it is intended. `python -m tools.golden new GAME
SEATS SEED` makes another record: a match of random players.
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
"""Turn limit of a game that could go on for ever."""


def make_record(game: str, seats: int, seed: int) -> Path:
    """Play a match of random players and write its record."""
    kind = games.load(game)
    limited = "turn_limit" in kind.options.__dataclass_fields__
    options = kind.options(**({"turn_limit": _TURNS} if limited else {}))
    match = Match(Header(game, tuple(f"P{seat}" for seat in range(seats)), options, seed))
    play(match, make_players(game, ["random"] * seats, seed))
    file = FOLDER / f"{game}-{seats}-{seed}.jsonl"
    write_record(file, match.header, match.entries)
    return file


def main(words: list[str]) -> int:
    """Write the texts and print their names."""
    if words[:1] == ["new"]:
        make_record(words[1], int(words[2]), int(words[3]))
    for file in sorted(FOLDER.glob("*.jsonl")):
        file.with_suffix(".golden").write_text(format_playthrough(file.read_bytes(), file.name), encoding="utf-8")
        print(file.with_suffix(".golden"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
