"""Copies of a journal torn at random moments open with a start of each match."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from grenade_salad.journal.database import FILE, JournalError
from grenade_salad.journal.journal import Journal, NoSuchMatch, open_journal
from grenade_salad.journal.sqlite_pages import log_path
from tests.marks import for_each
from tests.match.keeping import begin_match

COPY_COUNT = 24
PLAYING = """
import sys
from pathlib import Path
from grenade_salad.journal.journal import open_journal
from tests.match.keeping import begin_match
with open_journal(Path(sys.argv[1])) as journal:
    print("open", flush=True)
    for seed in range(1, 100):
        for game in ("wheel", "live-grenade"):
            begin_match(journal, game, seed, 60)
"""
"""Program that writes matches to a journal until it is killed."""


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Copies of a journal's files, each taken while a process wrote to it.

    The files of a copy may not match.
    """
    folder = tmp_path_factory.mktemp("played")
    copies = []
    with subprocess.Popen([sys.executable, "-c", PLAYING, str(folder)], stdout=subprocess.PIPE) as playing:
        assert playing.stdout
        playing.stdout.readline()
        while len(copies) < COPY_COUNT:
            copy = tmp_path_factory.mktemp("torn")
            for name in (FILE, f"{FILE}-wal"):
                if (folder / name).exists():
                    shutil.copyfile(folder / name, copy / name)
            copies.append(copy)
            assert playing.poll() is None, "the process ended before the copies were made"
        playing.kill()
        playing.stdout.read()
    return copies


def texts(journal: Journal) -> dict[int, bytes]:
    """Return the record of each match by its id."""
    return {match.id: journal.export(match.id) for match in journal.matches()}


def check_usable(folder: Path, full_texts: dict[int, bytes] | None = None) -> None:
    """Check that a journal opens and takes another match.

    Its warnings have one line each, and it holds starts of the matches.
    """
    with open_journal(folder) as journal:
        assert all("\n" not in warning for warning in journal.warnings)
        texts_before = texts(journal)
        for match_id, text in texts_before.items():
            assert full_texts is None or full_texts[match_id].startswith(text)
        match_id = begin_match(journal, "wheel", 9)
        assert journal.match(match_id).finished
    with open_journal(folder) as journal:
        assert not journal.warnings
        assert {**texts_before, match_id: journal.export(match_id)} == texts(journal)


def test_copies_taken_during_writing_can_be_used(torn: list[Path], tmp_path: Path) -> None:
    for index, copy in enumerate(torn[::3]):
        check_usable(Path(shutil.copytree(copy, tmp_path / str(index))))


def spoil_copy(copy: Path, folder: Path, seed: int) -> Path:
    """Copy the files to `folder`, cut short, with holes or without the log."""
    rng = Random(seed)
    shutil.copytree(copy, folder)
    for file in (folder / FILE, log_path(folder / FILE)):
        if not file.exists() or rng.random() < 0.3:
            continue
        data = bytearray(file.read_bytes())
        for _ in range(rng.randrange(4)):
            start, length = rng.randrange(len(data) + 1), rng.choice((1, 16, 512, 4096, 9000))
            data[start : start + length] = (
                bytes(min(length, len(data) - start)) if rng.random() < 0.5 else rng.randbytes(length)
            )
        file.write_bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.5 else data)
        if rng.random() < 0.1:
            file.unlink()
    return folder


def check_spoilt_copy(copy: Path, folder: Path, seed: int) -> None:
    """Check that a spoilt copy holds only lines that were written."""
    with open_journal(Path(shutil.copytree(copy, folder / "whole"))) as journal:
        full_texts = texts(journal)
    spoilt_folder = spoil_copy(copy, folder / "spoilt", seed)
    with open_journal(spoilt_folder) as journal:
        assert all("\n" not in warning for warning in journal.warnings)
        for match_id, text in texts(journal).items():
            assert (
                match_id not in full_texts
                or full_texts[match_id].startswith(text)
                or text.startswith(full_texts[match_id])
            )
    check_usable(spoilt_folder)


@for_each("seed", range(8), range(8, 40), range(40, 200))
def test_spoilt_copies_can_be_used(torn: list[Path], tmp_path: Path, seed: int) -> None:
    check_spoilt_copy(torn[seed % len(torn)], tmp_path / str(seed), seed)


def test_missing_match_raises_an_error(torn: list[Path], tmp_path: Path) -> None:
    """Asking for a match that doesn't exist raises an error, in any file."""
    with open_journal(Path(shutil.copytree(torn[0], tmp_path / "data"))) as journal:
        with pytest.raises(NoSuchMatch):
            journal.export(10**6)
        with pytest.raises(JournalError):
            journal.match(-1)
