"""Settings outlive the program, and survive whatever is in their file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grenade_salad.app import settings
from grenade_salad.app.app import App
from grenade_salad.app.settings import LastMatch, Settings


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    chosen = Settings(speed="off", scale=150, last={"wheel": LastMatch(["Ann"], ["person"], {"joker": "twice"})})
    assert settings.save(chosen, tmp_path / "new") == ""
    assert settings.load(tmp_path / "new") == (chosen, "")


def test_without_a_file_the_defaults_count(tmp_path: Path) -> None:
    assert settings.load(tmp_path) == (Settings(), "")


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\xff\xfe\x00garbage",
        b"[1, 2]",
        b'{"speed": "warp"}',
        b'{"volume": "loud"}',
        b'{"unknown": 1}',
        b"{" * 5000,
    ],
)
def test_garbage_is_put_aside_with_one_line(tmp_path: Path, garbage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / settings.FILE).write_bytes(garbage)
    app = App(tmp_path)
    try:
        assert app.settings == Settings()
        assert len(app.messages.words) == 1
        assert app.messages.words[0].startswith("The settings could not be read")
        warned = capsys.readouterr().err.splitlines()
        assert warned == app.messages.words
        assert (tmp_path / "settings.json.bad").read_bytes() == garbage
    finally:
        app.close()
    assert settings.load(tmp_path) == (Settings(), "")


def test_numbers_out_of_bounds_are_brought_back(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(b'{"volume": 7, "scale": 100000, "countdown": -3}')
    found, warning = settings.load(tmp_path)
    assert (found.volume, found.scale, found.countdown, warning) == (1.0, 300, 0.0, "")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "could not be saved" in settings.save(Settings(), tmp_path / "file")


def _run(tmp_path: Path, **drivers: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys, pathlib, pygame; from grenade_salad.app import main, app;"
        "app.App.run = lambda self: [self.frame() for _ in range(3)];"
        "sys.exit(main.run(pathlib.Path(sys.argv[1])))"
    )
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": "", "HOME": str(tmp_path), **drivers}
    words = [sys.executable, "-W", "error", "-c", code, str(tmp_path)]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_without_a_display_there_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    done = _run(tmp_path, SDL_VIDEODRIVER="nosuch")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("The window cannot be opened:")


def test_without_a_sound_device_it_runs_silently(tmp_path: Path) -> None:
    done = _run(tmp_path, SDL_AUDIODRIVER="nosuch")
    assert (done.returncode, done.stderr) == (0, "")
