"""Several copies of the program at once: a match is open in one of them, and all of them write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.journal.database import InUse
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.locks import take, wait_for
from grenade_salad.lab.playout import playout
from grenade_salad.match.lines import encode
from tests.match.keeping import begun, header, play_on
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


def test_a_match_is_open_in_one_process(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        number = begun(journal, "wheel", steps=7)
        words = [sys.executable, "-c", HOLD, str(tmp_path)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "holds\n"
            with pytest.raises(InUse, match=r"Ann, Bo and Cy\): this match is open already"):
                journal.resume(number)
            resume = [*COMMAND, "resume", str(number), "--simulate", "--data", str(tmp_path)]
            refused = subprocess.run(resume, capture_output=True, text=True, check=False)
            assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
            assert journal.match(number).lines == 8, "it can be looked at"
            other.kill()
        with journal.resume(number) as match:
            match.settle()


def test_a_match_is_open_once_in_a_process(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, open_journal(tmp_path) as other:
        match = journal.begin(header("wheel"))
        for door in (journal, other):
            with pytest.raises(InUse):
                door.resume(match.id)
        match.close()
        match.close()
        other.resume(match.id).close()


@pytest.mark.slow
def test_copies_play_at_the_same_time(tmp_path: Path) -> None:
    """They begin with an empty directory, all at once."""
    words = [*COMMAND, "simulate", "live-grenade", "--games", "2", "--data", str(tmp_path), "--seed"]
    copies = [subprocess.Popen([*words, seed], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) for seed in "159"]
    for copy in copies:
        _, errors = copy.communicate(timeout=LIMIT)
        assert (copy.returncode, errors) == (0, b"")
    with open_journal(tmp_path) as journal:
        assert not journal.warnings
        kept = sorted(journal.export(match.id) for match in journal.matches())
    whole = [playout("live-grenade", ["normal"] * 3, seed).lines for seed in (1, 2, 5, 6, 9, 10)]
    assert kept == sorted(b"".join(map(encode, lines)) for lines in whole)


def test_two_matches_in_two_journals_line_by_line(tmp_path: Path) -> None:
    with open_journal(tmp_path) as first, open_journal(tmp_path) as second:
        one, other = first.begin(header("wheel", 1)), second.begin(header("wheel", 2))
        for _ in range(3):
            for match in (one, other):
                match.settle()
                match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
        assert second.record(one.id).entries == tuple(one.entries)
        assert first.record(other.id).entries == tuple(other.entries)
        play_on(one)
        play_on(other)
        assert first.count() == second.count() == 2


def test_locks(tmp_path: Path) -> None:
    file = tmp_path / "below" / "lock"
    lock = take(file)
    assert lock is not None
    assert take(file) is None
    lock.let_go()
    lock.let_go()
    again = wait_for(file)
    assert again is not None
    with again:
        assert take(file) is None
    assert not list(file.parent.iterdir()), "nothing is left behind"
