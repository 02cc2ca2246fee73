"""A full disk or a read-only directory is reported, and nothing saved is lost."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.journal.database import FILE, JournalError
from grenade_salad.journal.journal import open_journal
from tests.marks import slow_but
from tests.match.keeping import begin_match, new_header, play_new_match

COMMAND = "import sys; from grenade_salad.cli import main; sys.exit(main())"
SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}));"
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits and users of POSIX")


def heed_permissions() -> None:
    """Let the next program obey file permissions, even if root runs it."""
    if sys.platform == "linux" and os.getuid() == 0:
        assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0


def run_command(start: str, *words: str) -> tuple[int, str, str]:
    """Run the code `start` and then the command in a process.

    Return its status, output and errors.
    """
    # -B: the limit of a file would cut compiled modules off, too, and break later tests.
    program = [sys.executable, "-B", "-c", start + COMMAND, *words]
    finished = subprocess.run(program, capture_output=True, text=True, check=False, preexec_fn=heed_permissions)
    assert "Traceback" not in finished.stderr
    return finished.returncode, finished.stdout, finished.stderr


FIRST, LATER = (0, False), (150_000, True)
"""Bytes that a file may have, and whether a match is saved in them."""


@pytest.mark.quick("0-False")
@posix
@pytest.mark.parametrize(
    ("max_bytes", "saves_matches"), slow_but([FIRST, LATER], [FIRST, (3_000, False), (60_000, True), LATER])
)
def test_full_disk_is_reported_and_leaves_a_usable_journal(tmp_path: Path, max_bytes: int, saves_matches: bool) -> None:
    data = str(tmp_path)
    words = ("simulate", "live-grenade", "--games", "10", "--data", data)
    status, out, err = run_command(SMALL_FILES.format(max_bytes), *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert str(tmp_path) in err
    assert "disk" in err
    status, out, err = run_command("", "matches", "--json", "--data", data)
    assert (status, err) == (0, "")
    matches = json.loads(out)
    for match in matches[:1]:
        status, out, err = run_command("", "resume", str(match["id"]), "--simulate", "--data", data)
        assert (status, err) == (0, "")
    assert bool(matches) == saves_matches


def test_failed_write_changes_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(new_header("live-grenade")) as match:
        play_new_match(match, steps=10)
        state_before, lines = match.state.copy(), len(match.entries)
        action = match.state.legal_actions(match.state.active_seats()[0])[0]
        journal.run_query(lambda file: file.execute("PRAGMA max_page_count = 1"))
        journal.run_query(lambda file: file.execute("PRAGMA query_only = ON"))
        with pytest.raises(JournalError, match="cannot be written"):
            match.act(action)
        assert match.state == state_before
        assert len(match.entries) == len(match.steps) == lines
        journal.run_query(lambda file: file.execute("PRAGMA query_only = OFF"))
        match.act(action)
        assert journal.record(match.id).entries == tuple(match.entries)


@pytest.fixture
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that cannot be written; the process that wrote it was killed."""
    folder = tmp_path_factory.mktemp("read-only")
    journal = open_journal(folder)
    begin_match(journal, "wheel")
    begin_match(journal, "wheel", 4, 9)
    copy_folder = folder / "there"
    copy_folder.mkdir()
    for name in (FILE, FILE + "-wal"):
        shutil.copy(folder / name, copy_folder / name)
    journal.close()
    copy_folder.chmod(0o555)
    return copy_folder


@pytest.mark.slow
@posix
def test_read_only_journal_can_be_read_but_not_played(read_only: Path) -> None:
    """Lines in the log can be read, too; playing is refused with the reason."""
    files_before = {file.name: file.read_bytes() for file in read_only.iterdir()}
    words = ("--data", str(read_only))
    status, out, err = run_command("", "matches", "--json", *words)
    assert (status, err.count("\n")) == (0, 1)
    assert "cannot be written" in err or "Permission denied" in err
    assert [match["finished"] for match in json.loads(out)] == [False, True]
    status, out, err = run_command("", "export", "1", *words)
    assert (status, err.count("\n")) == (0, 1)
    assert len(out.splitlines()) > 10
    for refused in (("resume", "2", "--simulate"), ("simulate", "wheel"), ("import", "tests/records/wheel-4-93.jsonl")):
        status, out, err = run_command("", *refused, *words)
        assert (status, out) == (2, "")
        assert "played" in err or "kept" in err
    assert {file.name: file.read_bytes() for file in read_only.iterdir()} == files_before


@posix
def test_unusable_data_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(JournalError) as refusal:
            open_journal(folder)
        assert str(tmp_path / "file") in str(refusal.value)
        assert "\n" not in str(refusal.value)
    status, out, err = run_command("", "matches", "--data", str(tmp_path / "file"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
