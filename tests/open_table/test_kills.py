"""A process that plays at an open table is killed at random moments: no line is lost, and the match goes on alike."""

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
from tests.open_table.playing import anything

HEADER = Header("open-table", ("Ann", "Bo"), TableOptions(), 5, TableSetup(boxes.TILES))
SECONDS = 0.4
"""No process lives longer."""


def _brought() -> None:
    """The open table is a game of this process."""
    games, refused = discovery._found()
    target = "grenade_salad.games.open_table:PLUGIN", "grenade-salad"
    discovery._found = lambda: ({**games, HEADER.game: target}, refused)  # type: ignore[assignment]
    registry.load.cache_clear()


def _on(match: Match, lines: int) -> None:
    """Play on to so many lines: each is the same, whoever begins where."""
    while len(match.entries) < lines:
        match.add(anything(match.state, Random(f"kills/{len(match.entries)}")))  # type: ignore[arg-type]


def _play(folder: Path, number: int) -> None:
    _brought()
    with open_journal(folder) as journal, journal.resume(number) as match:
        _on(match, 10**6)


def _killed(folder: Path, times: int) -> None:
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(["tests.open_table.test_kills"])
    rng = Random(times)
    with open_journal(folder) as journal, journal.begin(HEADER) as match:
        number = match.id
    lines = grown = 0
    for _ in range(times):
        process = forks.Process(target=_play, args=(folder, number))
        process.start()
        process.join(rng.uniform(0.05, SECONDS))
        assert process.exitcode is None
        process.kill()
        process.join()
        with open_journal(folder) as journal:
            assert not journal.warnings
            [running] = journal.unfinished()
        assert running.lines >= lines, "a line was lost"
        grown += running.lines > lines
        lines = running.lines
    assert grown
    undisturbed = Match(HEADER)
    _on(undisturbed, lines)
    with open_journal(folder) as journal:
        told = [HEADER.to_line(), *(entry.to_line() for entry in undisturbed.entries)]
        assert journal.export(number) == b"".join(map(encode, told))
        assert replay(journal.record(number)).match.entries[:lines] == undisturbed.entries


@pytest.mark.parametrize("box", [boxes.TILES], ids=["Tiles"])
@pytest.mark.slow
def test_killed_two_hundred_times(installed_table: str, tmp_path: Path) -> None:
    _killed(tmp_path, 200)
