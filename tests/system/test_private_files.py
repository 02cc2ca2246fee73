"""Private files: closed to other users, with an error where nothing can be saved."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.app.shell import settings
from grenade_salad.app.shell.settings import Settings
from grenade_salad.journal.backups import make_backup
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.record import read_record
from grenade_salad.system import crash_reports, private_files, wording_feedback
from tests.patience import LIMIT

RECORD = Path(__file__).parent.parent / "records" / "wheel-2-22.jsonl"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows closes the user's folders by other means")


def _find_readable_by_others(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def test_saved_files_are_closed_to_others(tmp_path: Path) -> None:
    data = tmp_path / "ours"
    old_umask = os.umask(0o022)
    try:
        with open_journal(data) as journal:
            journal.add_record(read_record(RECORD))
            assert journal.is_writable
            make_backup(data)
            settings.save(Settings(), data)
            crash_reports.write_report(ValueError("x"), "a test", data)
            crash_reports.caught.clear()
            wording_feedback.add_feedback(data, "de", "the start", "Play", "Spiele", "Spielen")
            assert _find_readable_by_others(data) == []
    finally:
        os.umask(old_umask)


def test_files_of_an_earlier_version_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    old = tmp_path / "grenade-salad"
    old.mkdir(mode=0o755)
    old.chmod(0o755)
    with open_journal(old):
        pass
    (old / "matches.db").chmod(0o644)
    with open_journal(private_files.data_folder()) as journal:
        assert journal.is_writable
    assert stat.S_IMODE((old / "matches.db").stat().st_mode) == 0o600
    if sys.platform.startswith("linux"):
        assert stat.S_IMODE(old.stat().st_mode) == 0o700


def test_chosen_folder_keeps_its_mode(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o775)
    with open_journal(shared):
        assert stat.S_IMODE(shared.stat().st_mode) == 0o775


def _drop_rights_command() -> list[str]:
    """Return a command prefix that enforces file modes, even if root runs the tests."""
    drop = "-dac_override,-dac_read_search"
    return ["setpriv", "--bounding-set", drop, "--inh-caps", drop] if os.geteuid() == 0 else []


def test_closed_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    words = [*_drop_rights_command(), sys.executable, "-m", "grenade_salad", "matches", "--data", str(closed)]
    try:
        finished = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    finally:
        closed.chmod(0o700)
    assert finished.returncode == 2
    (line,) = finished.stderr.splitlines()
    assert str(closed) in line
    assert "--data FOLDER" in line


def test_missing_home_is_reported_in_one_line(tmp_path: Path) -> None:
    code = (
        "import pwd, sys\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "from grenade_salad.cli import main; sys.exit(main(['matches']))"
    )
    words = [sys.executable, "-c", code]
    finished = subprocess.run(words, env={}, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (finished.returncode, len(finished.stderr.splitlines())) == (2, 1)
    assert "--data FOLDER" in finished.stderr
    assert list(tmp_path.iterdir()) == []


def test_lock_is_released_in_a_folder_that_became_read_only(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from grenade_salad.journal.locks import try_lock\n"
        "folder = Path(sys.argv[1]); lock = try_lock(folder / 'one'); folder.chmod(0o500)\n"
        "lock.release(); folder.chmod(0o700); print(lock.is_held, try_lock(folder / 'one') is not None)"
    )
    words = [*_drop_rights_command(), sys.executable, "-c", code, str(tmp_path)]
    finished = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (finished.stdout.split(), finished.stderr) == (["False", "True"], "")
