"""The journal's file is deleted or replaced while matches are played; and the copies of each day."""

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
from grenade_salad.journal.sqlite_pages import log_of
from grenade_salad.lab.playout import make_players, play, show
from grenade_salad.match.match import Step
from tests.match.keeping import Stopped, begun, header, play_on, undisturbed

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
    log_of(folder / FILE).unlink()
    (folder / f"{FILE}-shm").unlink()


def _remove_everything(folder: Path) -> None:
    shutil.rmtree(folder)


def _foreign_journal(folder: Path) -> None:
    """Another journal, whose match of the same number is another one."""
    other = folder.parent / "other"
    with open_journal(other) as journal:
        for seed in (7, 8, 9):
            begun(journal, "live-grenade", seed, 30)
    (other / FILE).replace(folder / FILE)


def _empty(folder: Path) -> None:
    new = folder / "empty"
    new.touch()
    new.replace(folder / FILE)


def _text(folder: Path) -> None:
    new = folder / "text"
    new.write_text("no journal\n" * 2000)
    new.replace(folder / FILE)


MISHAPS = (_remove, _remove_with_log, _remove_everything, _foreign_journal, _empty, _text)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody delete an open file")
@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_match_goes_on_in_a_new_journal(tmp_path: Path, mishap: object) -> None:
    """Every line from the start is in it, and so are the matches of other evenings; it is told in one line."""
    assert callable(mishap)
    folder = tmp_path / "data"
    with open_journal(folder) as journal:
        before = begun(journal, "wheel", 1)
        other = journal.export(before)
        with journal.begin(header("wheel", 3, controllers=["bot random"] * 3)) as match:
            play_on(match, steps=5)
            mishap(folder)
            assert not journal.warnings
            play_on_from(match)
            assert journal.export(match.id) == undisturbed("wheel", 3, "random")
            assert journal.export(before) == other
            (told,) = journal.warnings
            assert FILE in told
            assert "everything in the journal could be saved" in told
            assert "\n" not in told
    with open_journal(folder) as journal:
        assert not journal.warnings
        assert [one.id for one in journal.matches()] == [match.id, before]
        journal.resume(match.id).close()


def play_on_from(match: JournaledMatch, steps: int | None = None) -> None:
    """Let the machines of a match go on where it is: so many steps, or to its end, which is written down then."""
    players = make_players("wheel", ["random"] * 3, match.header.seed)
    show(players, match.steps)
    seen = 0

    def saw(_: Step) -> None:
        nonlocal seen
        seen += 1
        if seen == steps:
            raise Stopped

    try:
        play(match, players, saw)
    except Stopped:
        assert steps is not None
        return
    assert steps is None, "the match was over before"
    match.finish()


def test_a_journal_that_knows_the_match_is_taken(tmp_path: Path) -> None:
    """A copy put back by hand while the match runs: it lacks the last lines, and gets them."""
    with open_journal(tmp_path) as journal:
        with journal.begin(header("wheel", 3, controllers=["bot random"] * 3)) as match:
            play_on(match, steps=4)
            with closing(sqlite3.connect(tmp_path / FILE)) as now, closing(sqlite3.connect(tmp_path / "c.db")) as copy:
                now.backup(copy)
            play_on_from(match, steps=3)
            (tmp_path / "c.db").replace(tmp_path / FILE)
            play_on_from(match)
            assert journal.export(match.id) == undisturbed("wheel", 3, "random")
            (told,) = journal.warnings
            assert "is the journal now" in told
    assert not list(tmp_path.glob("*replaced*"))


def test_a_foreign_file_is_kept(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(header("wheel")) as match:
        _text(tmp_path)
        play_on(match, steps=2)
        (aside,) = tmp_path.glob("matches.replaced-1.db")
        assert aside.read_text().startswith("no journal")


def test_an_empty_file_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with open_journal(tmp_path) as journal:
        assert any("it is empty" in warning for warning in journal.warnings)
        assert (tmp_path / "matches.damaged-1.db").is_file()
    with open_journal(tmp_path) as journal:
        assert not journal.warnings


def test_a_copy_a_day_the_last_seven(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.keep_copy()
        assert backups.days(tmp_path) == [], "nothing to copy yet"
        begun(journal, "wheel", 1, 5)
        for day in range(1, 10):
            assert backups.keep_copy(tmp_path, f"2026-11-{day:02}") is not None
            assert backups.keep_copy(tmp_path, f"2026-11-{day:02}") is None
        assert backups.days(tmp_path) == [f"2026-11-{day:02}" for day in range(9, 2, -1)]
        assert not journal.warnings


def test_copies_have_a_limit_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(tmp_path) as journal:
        begun(journal, "wheel", 1, 5)
        backups.keep_copy(tmp_path, "2026-11-01")
        size = (backups.folder_of(tmp_path) / "matches-2026-11-01.db").stat().st_size
        monkeypatch.setattr(backups, "MOST_BYTES", 2 * size + 1)
        backups.keep_copy(tmp_path, "2026-11-02")
        backups.keep_copy(tmp_path, "2026-11-03")
        assert backups.days(tmp_path) == ["2026-11-03", "2026-11-02"]
        monkeypatch.setattr(backups, "MOST_BYTES", 1)
        backups.keep_copy(tmp_path, "2026-11-04")
        assert backups.days(tmp_path) == ["2026-11-04"], "the newest always stays"


def test_going_back_to_a_copy_and_back_again(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begun(journal, "wheel", 1)
        backups.keep_copy(tmp_path, "2026-11-01")
        second = begun(journal, "live-grenade", 2)
        record = journal.export(second)
    assert backups.restore(tmp_path).startswith("the copy of 2026-11-01 is the journal now, with 1 match;")
    with open_journal(tmp_path) as journal:
        assert not journal.warnings
        assert [one.id for one in journal.matches()] == [first]
    (before,) = [day for day in backups.days(tmp_path) if "before" in day]
    backups.restore(tmp_path, before)
    with open_journal(tmp_path) as journal:
        assert journal.export(second) == record


def test_nobody_goes_back_while_another_copy_of_the_program_is_open(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begun(journal, "wheel", 1, 5)
        backups.keep_copy(tmp_path, "2026-11-01")
        with pytest.raises(InUse, match="close all other copies"):
            backups.restore(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", OPEN, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(InUse, match="close all other copies"):
            backups.restore(tmp_path)
        other.communicate()
    backups.restore(tmp_path)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there are none yet"):
        backups.restore(tmp_path)
    with open_journal(tmp_path) as journal:
        begun(journal, "wheel", 1, 5)
        backups.keep_copy(tmp_path, "2026-11-01")
    with pytest.raises(JournalError, match="there is no such copy, only 2026-11-01"):
        backups.restore(tmp_path, "2026-10-31")


def test_a_copy_is_made_beside_a_match_that_is_written(tmp_path: Path) -> None:
    """What another connection has not committed is not in it, and it is whole."""
    with open_journal(tmp_path) as journal:
        with journal.begin(header("wheel", 3)) as match:
            play_on(match, steps=6)
            journal.keep_copy()
            play_on_from(match)
    (day,) = backups.days(tmp_path)
    file = backups.folder_of(tmp_path) / f"matches-{day}.db"
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(file.parent.glob("*.part"))
