"""Matches at an open table survive kills at random moments.

No line is lost, and the match continues as if undisturbed.
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
from tests.marks import doors_but
from tests.open_table.playing import random_entry

_HEADER = Header("open-table", ("Ann", "Bo"), TableOptions(), 5, TableSetup(boxes.TILES))
_MAX_LIFETIME = 0.4
"""Seconds until a process is killed, at most."""


def _register_open_table() -> None:
    """Install the open table in this process.

    The fixture's patch is only in the parent's.
    """
    games, refused = discovery._discover()
    target = "grenade_salad.games.open_table:PLUGIN", "grenade-salad"
    discovery._discover = lambda: ({**games, _HEADER.game: target}, refused)  # type: ignore[assignment]
    registry.load.cache_clear()


def _play_until(match: Match, line_count: int) -> None:
    """Play until the match has that many lines; each is the same wherever play starts."""
    while len(match.entries) < line_count:
        match.apply_entry(random_entry(match.state, Random(f"kills/{len(match.entries)}")))  # type: ignore[arg-type]


def _play(folder: Path, match_id: int) -> None:
    _register_open_table()
    with open_journal(folder) as journal, journal.resume(match_id) as match:
        _play_until(match, 10**6)


@pytest.mark.usefixtures("installed_table")
@pytest.mark.parametrize("box", [boxes.TILES], ids=["Tiles"])
@pytest.mark.slow
@pytest.mark.parametrize("kills", doors_but([60], [60, 200]))
def test_match_survives_many_kills(tmp_path: Path, kills: int) -> None:
    context = multiprocessing.get_context("forkserver")
    # The server imports this module once; then a process starts in a few milliseconds.
    context.set_forkserver_preload([__name__])
    rng = Random(1)
    with open_journal(tmp_path) as journal, journal.begin(_HEADER) as match:
        match_id = match.id
    line_count = kills_with_progress = 0
    for _ in range(kills):
        process = context.Process(target=_play, args=(tmp_path, match_id))
        process.start()
        process.join(rng.uniform(0.05, _MAX_LIFETIME))
        assert process.exitcode is None, "the process ended by itself"
        process.kill()
        process.join()
        with open_journal(tmp_path) as journal:
            assert not journal.warnings
            [running] = journal.unfinished_matches()
        assert running.lines >= line_count, "a line was lost"
        kills_with_progress += running.lines > line_count
        line_count = running.lines
    assert kills_with_progress, "every process was killed before its first line"
    undisturbed = Match(_HEADER)
    _play_until(undisturbed, line_count)
    with open_journal(tmp_path) as journal:
        expected_lines = [_HEADER.to_line(), *(entry.to_line() for entry in undisturbed.entries)]
        assert journal.export(match_id) == b"".join(map(encode, expected_lines))
        assert replay(journal.record(match_id)).match.entries[:line_count] == undisturbed.entries
