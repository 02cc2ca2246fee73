"""Settings outlive the program, and survive whatever is in their file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import settings
from grenade_salad.app.shell.settings import LastMatch, Look, Settings
from grenade_salad.app.ui.widgets import Toggle
from grenade_salad.app.window.application import App
from grenade_salad.core.registry import load
from grenade_salad.games.salad import SaladOptions
from grenade_salad.text import say
from tests.patience import LIMIT


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


NEWER = b"""{"speed": "warp", "volume": 0.25, "glow": {"deep": [1]}, "scale": "auto", "seat_keys": 7,
"last": {"wheel": {"names": ["Ann"], "mood": "gay", "hints": "some", "options": {"joker": "twice", "wind": 3}},
"nim": 5, "chess": {"names": ["Bo"]}}}"""


def test_what_is_known_is_kept_and_what_is_not_is_written_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / settings.FILE).write_bytes(NEWER)
    app = App(tmp_path)
    try:
        assert (app.settings.volume, app.settings.speed, app.settings.scale) == (0.25, "normal", 100)
        assert app.settings.last["wheel"].names == ["Ann"]
        assert app.settings.last["wheel"].hints is True
        told = (
            "This version doesn't know some settings, so they are back at their defaults: speed, scale and seat_keys."
        )
        assert capsys.readouterr().err.splitlines() == app.messages.words == [told]
        app.push(SetupScene(app, "wheel"))
        assert isinstance(app.scene, SetupScene)
        assert app.scene.names[0] == "Ann"
        app.scene.start()
        app.settings.mute = True
        app.save_settings()
    finally:
        app.close()
    written = json.loads((tmp_path / settings.FILE).read_bytes())
    was = json.loads(NEWER)
    for name in ("speed", "volume", "glow", "scale", "seat_keys"):
        assert written[name] == was[name]
    assert written["mute"] is True
    assert written["last"]["nim"] == 5
    assert written["last"]["chess"]["names"] == ["Bo"]
    assert written["last"]["wheel"]["mood"] == "gay"
    assert written["last"]["wheel"]["hints"] == "some"
    assert written["last"]["wheel"]["options"]["wind"] == 3


def test_what_was_set_anew_is_not_written_back(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(NEWER)
    found, _ = settings.load(tmp_path)
    found.speed = "fast"
    assert settings.save(found, tmp_path) == ""
    assert settings.load(tmp_path)[0].speed == "fast"


@pytest.mark.parametrize(
    ("spoiled", "named"),
    [
        (b'"volume": 1e999', "volume"),
        (b'"volume": NaN', "volume"),
        (b'"language": "\\ud800"', "language"),
        (b'"language": "\xe9"', "language"),
        (b'"people": {"Bo": {"face": "?"}, "Cy": {"face": 4}}', "people.Bo"),
        (b'"people": {"\xe9": {"face": 2}, "Cy": {"face": 4}}', ""),
        (b'"presets": {"wheel": {"Ours": 5, "Late": {"joker": "twice"}}, "nim": []}', "presets.wheel.Ours"),
    ],
)
def test_a_wrong_entry_is_lost_alone(tmp_path: Path, spoiled: bytes, named: str) -> None:
    (tmp_path / settings.FILE).write_bytes(b'\xef\xbb\xbf{"scale": 150, "learned": ["wheel"], ' + spoiled + b"}")
    found, warning = settings.load(tmp_path)
    assert (found.scale, found.learned, found.volume) == (150, ["wheel"], Settings().volume)
    assert named in say(warning)
    if b"people" in spoiled:
        assert found.look("Cy").face == 4
    if b"presets" in spoiled:
        assert found.presets == {"wheel": {"Late": {"joker": "twice"}}}
    found.mute = True
    assert settings.save(found, tmp_path) == ""
    again, _ = settings.load(tmp_path)
    assert again == found
    if named.count("."):
        assert named in say(settings.load(tmp_path)[1]), "what is strange here may be another version's"


def test_what_is_deleted_here_is_deleted_in_the_file(tmp_path: Path) -> None:
    settings.save(Settings(people={"Ann": Look(3)}, presets={"wheel": {"Ours": {"joker": "twice"}}}), tmp_path)
    found, _ = settings.load(tmp_path)
    del found.people["Ann"], found.presets["wheel"]
    settings.save(found, tmp_path)
    assert settings.load(tmp_path) == (Settings(), "")


def test_files_put_aside_are_numbered(tmp_path: Path) -> None:
    for number in (b"1", b"2", b"3"):
        (tmp_path / settings.FILE).write_bytes(b"garbage " + number)
        settings.load(tmp_path)
    kept = {path.name: path.read_bytes()[-1:] for path in tmp_path.iterdir()}
    assert kept == {"settings.json.bad": b"1", "settings.json.bad-2": b"2", "settings.json.bad-3": b"3"}


def _scene(app: App, game: str, options: dict[str, object]) -> SetupScene:
    app.settings.last[game] = LastMatch(["Ann", "Bo"], ["person", "normal"], options)
    return SetupScene(app, game)


def test_house_rules_out_of_bounds_fall_back_one_by_one(app: App) -> None:
    usual = SaladOptions()
    kept: dict[str, object] = {"cube": 400.0, "turn_limit": 77, "blast": "sky", "sight": "centre"}
    scene = _scene(app, "grenade-salad", kept)
    options = scene.options
    assert isinstance(options, SaladOptions)
    assert (options.cube, options.blast) == (usual.cube, usual.blast)
    assert (options.turn_limit, options.sight) == (77, "centre")
    assert scene.refusal == ""
    (told,) = app.messages.words
    assert told.startswith("Some house rules from last time are no longer possible and are back at their defaults: ")
    assert "Cube" in told


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_whatever_house_rules_are_kept_the_set_up_opens(app: App, game: str) -> None:
    values: tuple[object, ...] = (None, -1, 0, 10**9, 1e300, True, "", "x", [], [1, 2], {}, [[]], 0.5)
    names = [field.name for field in fields(load(game).options)]
    for value in values:
        scene = _scene(app, game, dict.fromkeys(names, value))
        app.push(scene)
        app.frame()
        app.pop() if len(app.stack) > 1 else None


def test_numbers_out_of_bounds_are_brought_back(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(b'{"volume": 7, "scale": 100000, "countdown": -3}')
    found, warning = settings.load(tmp_path)
    assert (found.volume, found.scale, found.countdown, warning) == (1.0, 300, 0.0, "")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "could not be saved" in say(settings.save(Settings(), tmp_path / "file"))


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGHUP")
@pytest.mark.quick("SIGHUP")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_the_end_of_the_session_quits_like_the_close_button(tmp_path: Path, name: str) -> None:
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it\n"
        "import sys, pathlib; from grenade_salad.app.window import application, main; frame = application.App.frame\n"
        "def told(self, *how):\n    frame(self, *how)\n    print(flush=True)\n"
        "application.App.frame = told; sys.exit(main.run(pathlib.Path(sys.argv[1])))"
    )
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": "", "HOME": str(tmp_path)}
    environment["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    words = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        window.stdout.readline()
        window.send_signal(getattr(signal, name))
        window.stdout.read()
        assert window.wait(LIMIT) == 0
    assert (tmp_path / settings.FILE).exists(), "settings are saved on the way out"


def _run(tmp_path: Path, **drivers: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys, pathlib, pygame; from grenade_salad.app.window import application, main;"
        "application.App.run = lambda self: [self.frame() for _ in range(3)];"
        "sys.exit(main.run(pathlib.Path(sys.argv[1])))"
    )
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": "", "HOME": str(tmp_path), **drivers}
    words = [sys.executable, "-W", "error", "-c", code, str(tmp_path)]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)


def test_without_a_display_there_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    done = _run(tmp_path, SDL_VIDEODRIVER="nosuch")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("The window cannot be opened:")


def test_without_a_sound_device_it_runs_silently(tmp_path: Path) -> None:
    done = _run(tmp_path, SDL_AUDIODRIVER="nosuch")
    assert (done.returncode, done.stderr) == (0, "")


def test_games_of_others_are_allowed_in_the_download_alone(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def switches() -> list[Toggle]:
        scene = SettingsScene(app)
        scene.show(len(scene.pages) - 1)
        return [item for item in scene.widgets.items if isinstance(item, Toggle) and "by others" in item.words]

    assert not switches()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    (switch,) = switches()
    switch.accept()
    assert settings.load(app.folder)[0].guest_games
