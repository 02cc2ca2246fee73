"""Several processes with one journal: each match is open in one, and all write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.journal.database import InUse
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.locks import try_lock, wait_for_lock
from grenade_salad.lab.playout import run_playout
from grenade_salad.match.lines import encode
from tests.match.keeping import begin_match, new_header, play_new_match
from tests.patience import LIMIT

COMMAND = [sys.executable, "-m", "grenade_salad"]
HOLD = """
import sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
match = open_journal(Path(sys.argv[1])).resume(1)
print("holds", flush=True)
sys.stdin.read()
"""


def test_match_is_open_in_one_process(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match_id = begin_match(journal, "wheel", steps=7)
        words = [sys.executable, "-c", HOLD, str(tmp_path)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "holds\n"
            with pytest.raises(InUse, match=r"Ann, Bo and Cy\): this match is open already"):
                journal.resume(match_id)
            resume = [*COMMAND, "resume", str(match_id), "--simulate", "--data", str(tmp_path)]
            refused = subprocess.run(resume, capture_output=True, text=True, check=False)
            assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
            assert journal.match(match_id).lines == 8, "it can be looked at"
            holder.kill()
        with journal.resume(match_id) as match:
            match.resolve_chance()


def test_match_is_open_once_in_a_process(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, open_journal(tmp_path) as second_journal:
        match = journal.begin(new_header("wheel"))
        for writer in (journal, second_journal):
            with pytest.raises(InUse):
                writer.resume(match.id)
        match.close()
        match.close()
        second_journal.resume(match.id).close()


@pytest.mark.slow
def test_processes_play_at_the_same_time(tmp_path: Path) -> None:
    """They all begin with an empty directory."""
    words = [*COMMAND, "simulate", "live-grenade", "--games", "2", "--data", str(tmp_path), "--seed"]
    copies = [subprocess.Popen([*words, seed], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) for seed in "159"]
    for copy in copies:
        _, errors = copy.communicate(timeout=LIMIT)
        assert (copy.returncode, errors) == (0, b"")
    with open_journal(tmp_path) as journal:
        assert not journal.warnings
        exported = sorted(journal.export(match.id) for match in journal.matches())
    expected_lines = [run_playout("live-grenade", ["normal"] * 3, seed).lines for seed in (1, 2, 5, 6, 9, 10)]
    assert exported == sorted(b"".join(map(encode, lines)) for lines in expected_lines)


def test_two_matches_are_written_alternately(tmp_path: Path) -> None:
    with open_journal(tmp_path) as first, open_journal(tmp_path) as second:
        first_match, second_match = first.begin(new_header("wheel", 1)), second.begin(new_header("wheel", 2))
        for _ in range(3):
            for match in (first_match, second_match):
                match.resolve_chance()
                match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
        assert second.record(first_match.id).entries == tuple(first_match.entries)
        assert first.record(second_match.id).entries == tuple(second_match.entries)
        play_new_match(first_match)
        play_new_match(second_match)
        assert first.count() == second.count() == 2


def test_lock_is_exclusive_until_released(tmp_path: Path) -> None:
    file = tmp_path / "below" / "lock"
    lock = try_lock(file)
    assert lock is not None
    assert try_lock(file) is None
    lock.release()
    lock.release()
    second_lock = wait_for_lock(file)
    assert second_lock is not None
    with second_lock:
        assert try_lock(file) is None
    assert not list(file.parent.iterdir()), "nothing is left behind"
