"""The daily backups of the journal, and restoring one of them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grenade_salad.journal import backups
from grenade_salad.journal.database import InUse, JournalError
from grenade_salad.journal.journal import open_journal
from tests.match.keeping import begin_match, continue_match, new_header, play_new_match

OPEN = """
import sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
with open_journal(Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_last_seven_daily_backups_are_kept(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.make_backup()
        assert backups.backup_days(tmp_path) == [], "nothing to copy yet"
        begin_match(journal, "wheel", 1, 5)
        for day in range(1, 10):
            assert backups.make_backup(tmp_path, f"2026-11-{day:02}") is not None
            assert backups.make_backup(tmp_path, f"2026-11-{day:02}") is None
        assert backups.backup_days(tmp_path) == [f"2026-11-{day:02}" for day in range(9, 2, -1)]
        assert not journal.warnings


def test_backups_have_a_total_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel", 1, 5)
        backups.make_backup(tmp_path, "2026-11-01")
        size = (backups.backups_folder(tmp_path) / "matches-2026-11-01.db").stat().st_size
        monkeypatch.setattr(backups, "MAX_BYTES", 2 * size + 1)
        backups.make_backup(tmp_path, "2026-11-02")
        backups.make_backup(tmp_path, "2026-11-03")
        assert backups.backup_days(tmp_path) == ["2026-11-03", "2026-11-02"]
        monkeypatch.setattr(backups, "MAX_BYTES", 1)
        backups.make_backup(tmp_path, "2026-11-04")
        assert backups.backup_days(tmp_path) == ["2026-11-04"], "the newest always stays"


def test_restored_backup_can_be_undone(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begin_match(journal, "wheel", 1)
        backups.make_backup(tmp_path, "2026-11-01")
        second = begin_match(journal, "live-grenade", 2)
        record = journal.export(second)
    assert backups.restore(tmp_path).startswith("the copy of 2026-11-01 is the journal now, with 1 match;")
    with open_journal(tmp_path) as journal:
        assert not journal.warnings
        assert [match.id for match in journal.matches()] == [first]
    (previous_journal,) = [day for day in backups.backup_days(tmp_path) if "before" in day]
    backups.restore(tmp_path, previous_journal)
    with open_journal(tmp_path) as journal:
        assert journal.export(second) == record


def test_restore_is_refused_while_another_process_is_open(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel", 1, 5)
        backups.make_backup(tmp_path, "2026-11-01")
        with pytest.raises(InUse, match="close all other copies"):
            backups.restore(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", OPEN, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other_process:
        assert other_process.stdout
        assert other_process.stdout.readline() == b"open\n"
        with pytest.raises(InUse, match="close all other copies"):
            backups.restore(tmp_path)
        other_process.communicate()
    backups.restore(tmp_path)


def test_missing_backup_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there are none yet"):
        backups.restore(tmp_path)
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel", 1, 5)
        backups.make_backup(tmp_path, "2026-11-01")
    with pytest.raises(JournalError, match="there is no such copy, only 2026-11-01"):
        backups.restore(tmp_path, "2026-10-31")


def test_backup_during_a_match_is_complete(tmp_path: Path) -> None:
    """It lacks what another connection has not committed, and has no damage."""
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("wheel", 3)) as match:
            play_new_match(match, steps=6)
            journal.make_backup()
            continue_match(match)
    (day,) = backups.backup_days(tmp_path)
    file = backups.backups_folder(tmp_path) / f"matches-{day}.db"
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(file.parent.glob("*.part"))
