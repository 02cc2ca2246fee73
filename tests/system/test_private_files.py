"""Where matches are kept: closed to others, and what is said where nothing can be kept."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.app.shell import settings
from grenade_salad.app.shell.settings import Settings
from grenade_salad.journal.backups import keep_copy
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.record import read_record
from grenade_salad.system import crash_reports, private_files, wording_feedback
from tests.patience import LIMIT

RECORD = Path(__file__).parent.parent / "records" / "wheel-2-22.jsonl"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows closes the user's folders by other means")


def _open_to_others(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def test_what_is_kept_is_closed_to_others(tmp_path: Path) -> None:
    data = tmp_path / "ours"
    before = os.umask(0o022)
    try:
        with open_journal(data) as journal:
            journal.add(read_record(RECORD))
            assert journal.writable
            keep_copy(data)
            settings.save(Settings(), data)
            crash_reports.write(ValueError("x"), "a test", data)
            crash_reports.caught.clear()
            wording_feedback.write(data, "de", "the start", "Play", "Spiele", "Spielen")
            assert _open_to_others(data) == []
    finally:
        os.umask(before)


def test_what_an_earlier_version_left_open_is_closed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    old = tmp_path / "grenade-salad"
    old.mkdir(mode=0o755)
    old.chmod(0o755)
    with open_journal(old):
        pass
    (old / "matches.db").chmod(0o644)
    with open_journal(private_files.data_folder()) as journal:
        assert journal.writable
    assert stat.S_IMODE((old / "matches.db").stat().st_mode) == 0o600
    if sys.platform.startswith("linux"):
        assert stat.S_IMODE(old.stat().st_mode) == 0o700


def test_a_folder_of_somebody_keeps_its_mode(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o775)
    with open_journal(shared):
        assert stat.S_IMODE(shared.stat().st_mode) == 0o775


def _without_rights() -> list[str]:
    """What makes a command obey the modes of files also where tests are run by root."""
    drop = "-dac_override,-dac_read_search"
    return ["setpriv", "--bounding-set", drop, "--inh-caps", drop] if os.geteuid() == 0 else []


def test_a_closed_folder_is_said_in_one_line(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    words = [*_without_rights(), sys.executable, "-m", "grenade_salad", "matches", "--data", str(closed)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    finally:
        closed.chmod(0o700)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert str(closed) in line
    assert "--data FOLDER" in line


def test_without_a_home_one_line_says_where_to_save(tmp_path: Path) -> None:
    code = (
        "import pwd, sys\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "from grenade_salad.cli import main; sys.exit(main(['matches']))"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env={}, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "--data FOLDER" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_can_no_longer_be_written_stops_nobody_from_leaving(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from grenade_salad.journal.locks import take\n"
        "folder = Path(sys.argv[1]); lock = take(folder / 'one'); folder.chmod(0o500)\n"
        "lock.let_go(); folder.chmod(0o700); print(lock.held, take(folder / 'one') is not None)"
    )
    words = [*_without_rights(), sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "True"], "")
