"""A damaged journal: the program starts, says what is wrong in one line, and loses nothing that can be read."""

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
from grenade_salad.journal.recovery import mend
from grenade_salad.journal.sqlite_pages import log_of
from tests.match.keeping import begun, damage, header, play_on

PAGE = 4096
KILLED = """
import os, sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
from tests.match.keeping import begun
journal = open_journal(Path(sys.argv[1]))
begun(journal, "wheel", 1)
begun(journal, "live-grenade", 2, 40)
os._exit(0)
"""


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with finished and running matches of all games."""
    folder = tmp_path_factory.mktemp("closed")
    with open_journal(folder) as journal:
        for game in games.NAMES:
            begun(journal, game, 1)
            begun(journal, game, 2, 20)
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose process was killed: most of it is still in the log."""
    folder = tmp_path_factory.mktemp("killed")
    subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=True)
    assert log_of(folder / FILE).stat().st_size > 10 * PAGE
    return folder


def copied(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    return to / FILE


def records(journal: Journal) -> dict[int, bytes]:
    return {match.id: journal.export(match.id) for match in journal.matches()}


@pytest.fixture(scope="module")
def written(closed: Path) -> dict[int, bytes]:
    with open_journal(closed) as journal:
        assert not journal.warnings
        return records(journal)


def checked(folder: Path, written: dict[int, bytes], damaged: bytes) -> list[bytes]:
    """What is there of each match after a damage: its start, or all of it. Where something is missing, it was told."""
    with open_journal(folder) as journal:
        there = []
        for number, whole in written.items():
            try:
                record = journal.export(number)
            except NoSuchMatch:
                record = b""
            assert whole.startswith(record)
            there.append(record)
        journal.matches()
        if there != list(written.values()):
            [warning] = journal.warnings
            assert "the file is damaged" in warning
            assert "\n" not in warning
            assert (folder / "matches.damaged-1.db").read_bytes() == damaged
    with open_journal(folder) as again:
        assert not again.warnings, "what was mended is whole"
        assert records(again) == {number: record for number, record in zip(written, there, strict=True) if record}
    return there


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes(closed: Path, written: dict[int, bytes], tmp_path: Path, seed: int) -> None:
    file = copied(closed, tmp_path / "data")
    rng = Random(seed)
    for _ in range(1 if seed < 6 else 30):
        damage(file, rng.randrange(file.stat().st_size), rng.randbytes(1))
    there = checked(file.parent, written, file.read_bytes())
    whole = [record in written.values() for record in there]
    assert sum(whole) >= len(whole) - 1 or seed >= 6, "one byte damages one match at most"


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_page(closed: Path, written: dict[int, bytes], tmp_path: Path, seed: int) -> None:
    file = copied(closed, tmp_path / "data")
    pages = file.stat().st_size // PAGE
    damage(file, PAGE * (1 + Random(seed).randrange(pages - 1)), Random(seed).randbytes(PAGE))
    there = checked(file.parent, written, file.read_bytes())
    assert sum(map(len, there)) > 0.3 * sum(map(len, written.values()))


@pytest.mark.parametrize("length", [100, PAGE])
def test_the_first_page(closed: Path, written: dict[int, bytes], tmp_path: Path, length: int) -> None:
    """Without it SQLite finds nothing at all; all of the matches can be read."""
    file = copied(closed, tmp_path / "data")
    damage(file, 0, bytes(length))
    assert checked(file.parent, written, file.read_bytes()) == list(written.values())
    with open_journal(file.parent) as journal:
        assert [match.finished for match in journal.matches()] == [False, True] * len(games.NAMES)
        assert all(match.ranking for match in journal.matches() if match.finished and match.game in games.with_turns())


def test_a_file_that_ends_too_early(closed: Path, written: dict[int, bytes], tmp_path: Path) -> None:
    file = copied(closed, tmp_path / "data")
    os.truncate(file, file.stat().st_size * 3 // 4)
    there = checked(file.parent, written, file.read_bytes())
    assert any(there)


@pytest.mark.parametrize("text", [b"nothing of the kind", b"\0" * 5000])
def test_another_file_in_its_place(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FILE).write_bytes(text)
    with open_journal(tmp_path) as journal:
        assert len(journal.warnings) == 1
        assert journal.matches() == []
        number = begun(journal, "wheel")
        assert journal.match(number).finished
    assert (tmp_path / "matches.damaged-1.db").read_bytes() == text


@pytest.mark.quick("[1-3]")
@pytest.mark.parametrize("seed", range(6))
def test_random_bytes_of_the_log(killed: Path, tmp_path: Path, seed: int) -> None:
    """A page stands there many times, line by line: nothing is lost, though SQLite would drop all after the damage."""
    with open_journal(copied(killed, tmp_path / "whole").parent) as journal:
        assert not journal.warnings
        whole = records(journal)
        assert journal.match(1).finished
        assert journal.match(2).lines >= 40
    file = copied(killed, tmp_path / "data")
    rng = Random(seed)
    size = log_of(file).stat().st_size
    for _ in range(5):
        damage(log_of(file), rng.randrange(size), rng.randbytes(1))
    with open_journal(file.parent) as journal:
        [warning] = journal.warnings
        assert "the file is damaged" in warning
        assert records(journal) == whole


def test_damage_while_a_match_runs(tmp_path: Path) -> None:
    """What the running match knows is written again."""
    with open_journal(tmp_path) as journal:
        finished = begun(journal, "wheel")
        with journal.begin(header("live-grenade")) as match:
            play_on(match, steps=30)
            number = match.id
            journal.close()
            damage(tmp_path / FILE, 2 * PAGE, bytes((tmp_path / FILE).stat().st_size - 2 * PAGE))
            with open_journal(tmp_path) as other:
                match._doors = other._doors
                match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
                assert len(other.warnings) == 1
                assert other.record(number).entries == tuple(match.entries)
                with pytest.raises(NoSuchMatch):
                    other.match(finished)


def test_no_mending_while_another_copy_has_it_open(closed: Path, tmp_path: Path) -> None:
    file = copied(closed, tmp_path / "data")
    with open_journal(file.parent) as other:
        damage(file, 0, bytes(100))
        with pytest.raises(InUse, match="close all other copies"):
            open_journal(file.parent)
        assert not list(file.parent.glob("*damaged*"))
        other.close()
    with open_journal(file.parent) as journal:
        assert len(journal.matches()) == 2 * len(games.NAMES)


@pytest.mark.parametrize("step", ["new one written", "damaged one aside", "log removed"])
def test_killed_while_mending(
    closed: Path, written: dict[int, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    file = copied(closed, tmp_path / "data")
    damage(file, 0, bytes(100))
    moves: Iterator[bool] = iter({"new one written": [True], "damaged one aside": [False, True]}.get(step, [False] * 2))
    replace = Path.replace

    def killed_at(self: Path, to: Path) -> Path:
        if next(moves):
            raise KeyboardInterrupt
        return replace(self, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed_at)
        if step == "log removed":
            mend(file)
        else:
            with pytest.raises(KeyboardInterrupt):
                mend(file)
    with open_journal(file.parent) as journal:
        assert records(journal) == written
    assert len(list(file.parent.glob("*.damaged-*.db"))) == 1
    assert not list(file.parent.glob("*mending*"))
