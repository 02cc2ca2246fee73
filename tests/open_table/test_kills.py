"""A process that plays at an open table is killed at random moments.

No line is lost, and the match goes on as if nothing had happened.
"""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import discovery, registry
from grenade_salad.games.open_table import boxes
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import replay
from tests.open_table.playing import random_entry

HEADER = Header("open-table", ("Ann", "Bo"), TableOptions(), 5, TableSetup(boxes.TILES))
SECONDS = 0.4
"""The longest life of a process."""


def _register_open_table() -> None:
    """Make the open table a game of this process."""
    games, refused = discovery._discover()
    target = "grenade_salad.games.open_table:PLUGIN", "grenade-salad"
    discovery._discover = lambda: ({**games, HEADER.game: target}, refused)  # type: ignore[assignment]
    registry.load.cache_clear()


def _play_until(match: Match, lines: int) -> None:
    """Play until the match has `lines` lines; each is the same wherever play starts."""
    while len(match.entries) < lines:
        match.apply_entry(random_entry(match.state, Random(f"kills/{len(match.entries)}")))  # type: ignore[arg-type]


def _play(folder: Path, match_id: int) -> None:
    _register_open_table()
    with open_journal(folder) as journal, journal.resume(match_id) as match:
        _play_until(match, 10**6)


def _kill_repeatedly(folder: Path, times: int) -> None:
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(["tests.open_table.test_kills"])
    rng = Random(times)
    with open_journal(folder) as journal, journal.begin(HEADER) as match:
        match_id = match.id
    lines = kills_with_progress = 0
    for _ in range(times):
        process = forks.Process(target=_play, args=(folder, match_id))
        process.start()
        process.join(rng.uniform(0.05, SECONDS))
        assert process.exitcode is None
        process.kill()
        process.join()
        with open_journal(folder) as journal:
            assert not journal.warnings
            [running] = journal.unfinished_matches()
        assert running.lines >= lines, "a line was lost"
        kills_with_progress += running.lines > lines
        lines = running.lines
    assert kills_with_progress
    undisturbed = Match(HEADER)
    _play_until(undisturbed, lines)
    with open_journal(folder) as journal:
        expected_lines = [HEADER.to_line(), *(entry.to_line() for entry in undisturbed.entries)]
        assert journal.export(match_id) == b"".join(map(encode, expected_lines))
        assert replay(journal.record(match_id)).match.entries[:lines] == undisturbed.entries


@pytest.mark.parametrize("box", [boxes.TILES], ids=["Tiles"])
@pytest.mark.slow
def test_match_survives_two_hundred_kills(installed_table: str, tmp_path: Path) -> None:
    _kill_repeatedly(tmp_path, 200)
