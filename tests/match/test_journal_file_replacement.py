"""The journal's file is deleted or replaced during matches; the daily backups."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grenade_salad.journal import backups
from grenade_salad.journal.database import FILE, InUse, JournalError
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.journal.sqlite_pages import log_path
from grenade_salad.lab.playout import make_players, play, show_steps
from grenade_salad.match.match import Step
from tests.match.keeping import MatchStopped, begin_match, new_header, play_new_match, play_uninterrupted

OPEN = """
import sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
with open_journal(Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""


def _remove(folder: Path) -> None:
    (folder / FILE).unlink()


def _remove_with_log(folder: Path) -> None:
    (folder / FILE).unlink()
    log_path(folder / FILE).unlink()
    (folder / f"{FILE}-shm").unlink()


def _remove_everything(folder: Path) -> None:
    shutil.rmtree(folder)


def _replace_with_other_journal(folder: Path) -> None:
    """Replace the file by a journal in which the match's id means another match."""
    other_folder = folder.parent / "other"
    with open_journal(other_folder) as journal:
        for seed in (7, 8, 9):
            begin_match(journal, "live-grenade", seed, 30)
    (other_folder / FILE).replace(folder / FILE)


def _replace_with_empty_file(folder: Path) -> None:
    new = folder / "empty"
    new.touch()
    new.replace(folder / FILE)


def _replace_with_text(folder: Path) -> None:
    new = folder / "text"
    new.write_text("no journal\n" * 2000)
    new.replace(folder / FILE)


MISHAPS = (
    _remove,
    _remove_with_log,
    _remove_everything,
    _replace_with_other_journal,
    _replace_with_empty_file,
    _replace_with_text,
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody delete an open file")
@pytest.mark.parametrize("mishap", MISHAPS)
def test_match_goes_on_in_a_new_journal(tmp_path: Path, mishap: object) -> None:
    """It has every line from the start and the other matches; one line reports it."""
    assert callable(mishap)
    folder = tmp_path / "data"
    with open_journal(folder) as journal:
        earlier_id = begin_match(journal, "wheel", 1)
        earlier_record = journal.export(earlier_id)
        with journal.begin(new_header("wheel", 3, controllers=["bot random"] * 3)) as match:
            play_new_match(match, steps=5)
            mishap(folder)
            assert not journal.warnings
            continue_match(match)
            assert journal.export(match.id) == play_uninterrupted("wheel", 3, "random")
            assert journal.export(earlier_id) == earlier_record
            (warning,) = journal.warnings
            assert FILE in warning
            assert "everything in the journal could be saved" in warning
            assert "\n" not in warning
    with open_journal(folder) as journal:
        assert not journal.warnings
        assert [item.id for item in journal.matches()] == [match.id, earlier_id]
        journal.resume(match.id).close()


def continue_match(match: JournaledMatch, steps: int | None = None) -> None:
    """Continue a match by machine players: `steps` steps, or to its saved end."""
    players = make_players("wheel", ["random"] * 3, match.header.seed)
    show_steps(players, match.steps)
    step_count = 0

    def count_step(_: Step) -> None:
        nonlocal step_count
        step_count += 1
        if step_count == steps:
            raise MatchStopped

    try:
        play(match, players, count_step)
    except MatchStopped:
        assert steps is not None
        return
    assert steps is None, "the match was over before"
    match.finish()


def test_restored_copy_of_the_journal_is_used(tmp_path: Path) -> None:
    """A copy put back by hand during the match lacks the last lines, and gets them."""
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("wheel", 3, controllers=["bot random"] * 3)) as match:
            play_new_match(match, steps=4)
            with (
                closing(sqlite3.connect(tmp_path / FILE)) as current,
                closing(sqlite3.connect(tmp_path / "c.db")) as copy,
            ):
                current.backup(copy)
            continue_match(match, steps=3)
            (tmp_path / "c.db").replace(tmp_path / FILE)
            continue_match(match)
            assert journal.export(match.id) == play_uninterrupted("wheel", 3, "random")
            (warning,) = journal.warnings
            assert "is the journal now" in warning
    assert not list(tmp_path.glob("*replaced*"))


def test_foreign_file_is_moved_aside(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(new_header("wheel")) as match:
        _replace_with_text(tmp_path)
        play_new_match(match, steps=2)
        (aside,) = tmp_path.glob("matches.replaced-1.db")
        assert aside.read_text().startswith("no journal")


def test_empty_file_is_moved_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with open_journal(tmp_path) as journal:
        assert any("it is empty" in warning for warning in journal.warnings)
        assert (tmp_path / "matches.damaged-1.db").is_file()
    with open_journal(tmp_path) as journal:
        assert not journal.warnings


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
