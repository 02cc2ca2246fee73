"""A process that plays is killed at random: the record equals that of one run."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from grenade_salad import cli, games
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.lab.playout import run_playout
from grenade_salad.match.lines import encode
from tests.marks import doors_but, slow_but

PACE = "0.01"
"""Seconds before each decision, so that a kill hits a match in play."""
PATIENCE = 300
"""Seconds that a command may take on a busy machine."""
COMMAND = [sys.executable, "-m", "grenade_salad"]


Run = Callable[[list[str], float], bool]
"""Start a command, kill it after the given seconds; True if it ended before that."""


def start_and_kill(words: list[str], seconds: float) -> bool:
    """Start the command as people do."""
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return False
    assert (process.returncode, errors) == (0, "")
    return True


def fork_and_kill(words: list[str], seconds: float) -> bool:
    """Run the command in a process that has its modules loaded.

    So kills hit matches and not imports.
    """
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(["grenade_salad.commands.simulate", "grenade_salad.commands.resume"])
    process = forks.Process(target=_run_command, args=(words,))
    process.start()
    process.join(seconds)
    has_ended = process.exitcode is not None
    process.kill()
    process.join()
    assert not has_ended or process.exitcode == 0
    return has_ended


def _run_command(words: list[str]) -> None:
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        sys.exit(cli.main(words))


def measure_start_up(folder: Path, run: Run) -> float:
    """Return the seconds that this machine needs now until the command's first words."""
    start = perf_counter()
    assert run(["matches", "--data", str(folder)], PATIENCE)
    return perf_counter() - start


def kill_repeatedly(folder: Path, game: str, times: int, min_in_play: int, rng: Random, run: Run) -> int:
    """Play matches of the seeds 0, 1, ... until enough processes were killed.

    These are `times` kills, of which at least `min_in_play` hit a match in play: after it had continued, and before its
    end. Return the number of the latter.
    """
    data = ["--data", str(folder), "--pace", PACE]
    kills = in_play = seed = 0
    lines_before, has_ended = -1, True
    latest = 3 * measure_start_up(folder, run)
    while kills < times or in_play < min_in_play:
        assert kills < 10 * times, f"only {in_play} of {kills} kills hit a match in play"
        with open_journal(folder) as journal:
            assert not journal.warnings
            running = journal.unfinished_matches()
            assert journal.count() <= seed + 1
        if running:
            [match] = running
            assert match.lines >= lines_before, "a line was lost"
            in_play += match.lines > lines_before
            latest *= 1.0 if match.lines > lines_before else 1.2
            lines_before = match.lines
            words = ["resume", str(match.id), "--simulate", *data]
        else:
            with open_journal(folder) as journal:
                seed = journal.count()
            lines_before = -1
            latest *= 1.0 if has_ended else 1.2
            words = ["simulate", game, "--games", "1", "--seed", str(seed), *data]
        has_ended = run(words, rng.uniform(0.1, 1.0) * latest)
        # The speed of a busy machine varies: if a kill is too late the next is sooner, and the other way round.
        latest *= 0.85 if has_ended else 1.0
        kills += not has_ended
    return in_play


def check_matches(folder: Path, game: str) -> None:
    """Play the last match to its end; check that all equal uninterrupted ones."""
    with open_journal(folder) as journal:
        running = journal.unfinished_matches()
    for match in running:
        assert start_and_kill(["resume", str(match.id), "--simulate", "--data", str(folder)], PATIENCE)
    with open_journal(folder) as journal:
        matches = journal.matches(MatchFilter(finished=True))
        assert len(matches) == journal.count() > 0
        for match in matches:
            expected = run_playout(game, ["normal"] * 3, match.id - 1)
            assert journal.export(match.id) == b"".join(map(encode, expected.lines))
            assert match.ranking == expected.ranking
            assert match.scores == expected.scores


@pytest.mark.parametrize(
    ("game", "times"), slow_but([("live-grenade", 3)], [("live-grenade", 3), ("grenade-salad", 3)])
)
def test_match_survives_a_few_kills(tmp_path: Path, game: str, times: int) -> None:
    assert kill_repeatedly(tmp_path, game, times, 1, Random(game), start_and_kill)
    check_matches(tmp_path, game)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("times", "min_in_play"), doors_but([(20, 10)], [(20, 10), (67, 30)]))
@pytest.mark.parametrize("game", games.with_turns())
def test_matches_survive_many_kills(tmp_path: Path, game: str, times: int, min_in_play: int) -> None:
    """Sixty kills in all, and two hundred with --doors."""
    assert kill_repeatedly(tmp_path, game, times, min_in_play, Random(game), fork_and_kill) >= min_in_play
    check_matches(tmp_path, game)
