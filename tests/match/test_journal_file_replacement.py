"""The journal's file is deleted or replaced during matches."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from grenade_salad.journal.database import FILE
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.sqlite_pages import log_path
from tests.match.keeping import begin_match, continue_match, new_header, play_new_match, play_uninterrupted


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
def test_match_goes_on_in_a_new_journal(tmp_path: Path, mishap: Callable[[Path], None]) -> None:
    """It has every line from the start and the other matches; one line reports it."""
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
