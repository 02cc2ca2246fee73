"""A damaged journal: the program starts, reports it and loses nothing readable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.journal.database import FILE, InUse
from grenade_salad.journal.journal import Journal, NoSuchMatch, open_journal
from grenade_salad.journal.recovery import repair
from grenade_salad.journal.sqlite_pages import log_path
from tests.match.keeping import begin_match, damage, new_header, play_new_match

PAGE = 4096
KILLED = """
import os, sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
from tests.match.keeping import begin_match
journal = open_journal(Path(sys.argv[1]))
begin_match(journal, "wheel", 1)
begin_match(journal, "live-grenade", 2, 40)
os._exit(0)
"""


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with finished and running matches of all games."""
    folder = tmp_path_factory.mktemp("closed")
    with open_journal(folder) as journal:
        for game in games.NAMES:
            begin_match(journal, game, 1)
            begin_match(journal, game, 2, 20)
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose process was killed: most of it is still in the log."""
    folder = tmp_path_factory.mktemp("killed")
    subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=True)
    assert log_path(folder / FILE).stat().st_size > 10 * PAGE
    return folder


def copy_journal(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    return to / FILE


def export_all(journal: Journal) -> dict[int, bytes]:
    return {match.id: journal.export(match.id) for match in journal.matches()}


@pytest.fixture(scope="module")
def written(closed: Path) -> dict[int, bytes]:
    with open_journal(closed) as journal:
        assert not journal.warnings
        return export_all(journal)


def check_repaired(folder: Path, written: dict[int, bytes], damaged: bytes) -> list[bytes]:
    """Return the readable start of each match after damage, at best all of it.

    If something is missing, a warning must report it.
    """
    with open_journal(folder) as journal:
        texts = []
        for match_id, full_text in written.items():
            try:
                record = journal.export(match_id)
            except NoSuchMatch:
                record = b""
            assert full_text.startswith(record)
            texts.append(record)
        journal.matches()
        if texts != list(written.values()):
            [warning] = journal.warnings
            assert "the file is damaged" in warning
            assert "\n" not in warning
            assert (folder / "matches.damaged-1.db").read_bytes() == damaged
    with open_journal(folder) as reopened:
        assert not reopened.warnings, "what was mended is whole"
        assert export_all(reopened) == {
            match_id: record for match_id, record in zip(written, texts, strict=True) if record
        }
    return texts


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes_damage_few_matches(closed: Path, written: dict[int, bytes], tmp_path: Path, seed: int) -> None:
    file = copy_journal(closed, tmp_path / "data")
    rng = Random(seed)
    for _ in range(1 if seed < 6 else 30):
        damage(file, rng.randrange(file.stat().st_size), rng.randbytes(1))
    texts = check_repaired(file.parent, written, file.read_bytes())
    intact = [record in written.values() for record in texts]
    assert sum(intact) >= len(intact) - 1 or seed >= 6, "one byte damages one match at most"


@pytest.mark.parametrize("seed", range(6))
def test_damaged_page_leaves_other_matches(closed: Path, written: dict[int, bytes], tmp_path: Path, seed: int) -> None:
    file = copy_journal(closed, tmp_path / "data")
    pages = file.stat().st_size // PAGE
    damage(file, PAGE * (1 + Random(seed).randrange(pages - 1)), Random(seed).randbytes(PAGE))
    texts = check_repaired(file.parent, written, file.read_bytes())
    assert sum(map(len, texts)) > 0.3 * sum(map(len, written.values()))


@pytest.mark.parametrize("length", [100, PAGE])
def test_damaged_first_page_loses_no_match(
    closed: Path, written: dict[int, bytes], tmp_path: Path, length: int
) -> None:
    """Without it SQLite finds nothing at all, but all matches can be read."""
    file = copy_journal(closed, tmp_path / "data")
    damage(file, 0, bytes(length))
    assert check_repaired(file.parent, written, file.read_bytes()) == list(written.values())
    with open_journal(file.parent) as journal:
        assert [match.finished for match in journal.matches()] == [False, True] * len(games.NAMES)
        assert all(match.ranking for match in journal.matches() if match.finished and match.game in games.with_turns())


def test_truncated_file_keeps_some_matches(closed: Path, written: dict[int, bytes], tmp_path: Path) -> None:
    file = copy_journal(closed, tmp_path / "data")
    os.truncate(file, file.stat().st_size * 3 // 4)
    texts = check_repaired(file.parent, written, file.read_bytes())
    assert any(texts)


@pytest.mark.parametrize("text", [b"nothing of the kind", b"\0" * 5000])
def test_foreign_file_is_moved_aside(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FILE).write_bytes(text)
    with open_journal(tmp_path) as journal:
        assert len(journal.warnings) == 1
        assert journal.matches() == []
        match_id = begin_match(journal, "wheel")
        assert journal.match(match_id).finished
    assert (tmp_path / "matches.damaged-1.db").read_bytes() == text


@pytest.mark.quick("[1-3]")
@pytest.mark.parametrize("seed", range(6))
def test_damaged_log_loses_nothing(killed: Path, tmp_path: Path, seed: int) -> None:
    """The log holds a page many times, line by line, so that nothing is lost.

    SQLite itself would drop all that follows the damage.
    """
    with open_journal(copy_journal(killed, tmp_path / "whole").parent) as journal:
        assert not journal.warnings
        expected = export_all(journal)
        assert journal.match(1).finished
        assert journal.match(2).lines >= 40
    file = copy_journal(killed, tmp_path / "data")
    rng = Random(seed)
    size = log_path(file).stat().st_size
    for _ in range(5):
        damage(log_path(file), rng.randrange(size), rng.randbytes(1))
    with open_journal(file.parent) as journal:
        [warning] = journal.warnings
        assert "the file is damaged" in warning
        assert export_all(journal) == expected


def test_running_match_is_rewritten_after_damage(tmp_path: Path) -> None:
    """The lines that the running match holds are written again."""
    with open_journal(tmp_path) as journal:
        finished = begin_match(journal, "wheel")
        with journal.begin(new_header("live-grenade")) as match:
            play_new_match(match, steps=30)
            match_id = match.id
            journal.close()
            damage(tmp_path / FILE, 2 * PAGE, bytes((tmp_path / FILE).stat().st_size - 2 * PAGE))
            with open_journal(tmp_path) as reopened:
                match._writer = reopened._writer
                match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
                assert len(reopened.warnings) == 1
                assert reopened.record(match_id).entries == tuple(match.entries)
                with pytest.raises(NoSuchMatch):
                    reopened.match(finished)


def test_journal_in_use_is_not_repaired(closed: Path, tmp_path: Path) -> None:
    file = copy_journal(closed, tmp_path / "data")
    with open_journal(file.parent) as other_journal:
        damage(file, 0, bytes(100))
        with pytest.raises(InUse, match="close all other copies"):
            open_journal(file.parent)
        assert not list(file.parent.glob("*damaged*"))
        other_journal.close()
    with open_journal(file.parent) as journal:
        assert len(journal.matches()) == 2 * len(games.NAMES)


@pytest.mark.parametrize("step", ["new one written", "damaged one aside", "log removed"])
def test_interrupted_repair_loses_nothing(
    closed: Path, written: dict[int, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    file = copy_journal(closed, tmp_path / "data")
    damage(file, 0, bytes(100))
    interruptions: Iterator[bool] = iter(
        {"new one written": [True], "damaged one aside": [False, True]}.get(step, [False] * 2)
    )
    original_replace = Path.replace

    def replace_or_stop(self: Path, to: Path) -> Path:
        if next(interruptions):
            raise KeyboardInterrupt
        return original_replace(self, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace_or_stop)
        if step == "log removed":
            repair(file)
        else:
            with pytest.raises(KeyboardInterrupt):
                repair(file)
    with open_journal(file.parent) as journal:
        assert export_all(journal) == written
    assert len(list(file.parent.glob("*.damaged-*.db"))) == 1
    assert not list(file.parent.glob("*mending*"))
