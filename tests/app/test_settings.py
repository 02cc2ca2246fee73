"""Settings outlive the program, and survive any content of their file."""

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


def test_saved_settings_are_loaded(tmp_path: Path) -> None:
    chosen = Settings(speed="off", scale=150, last={"wheel": LastMatch(["Ann"], ["person"], {"joker": "twice"})})
    assert settings.save(chosen, tmp_path / "new") == ""
    assert settings.load(tmp_path / "new") == (chosen, "")


def test_defaults_apply_without_a_file(tmp_path: Path) -> None:
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
def test_garbage_is_moved_aside_with_one_line(
    tmp_path: Path, garbage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / settings.FILE).write_bytes(garbage)
    app = App(tmp_path)
    try:
        assert app.settings == Settings()
        assert len(app.messages.texts) == 1
        assert app.messages.texts[0].startswith("The settings could not be read")
        warnings = capsys.readouterr().err.splitlines()
        assert warnings == app.messages.texts
        assert (tmp_path / "settings.json.bad").read_bytes() == garbage
    finally:
        app.close()
    assert settings.load(tmp_path) == (Settings(), "")


NEWER = b"""{"speed": "warp", "volume": 0.25, "glow": {"deep": [1]}, "scale": "auto", "seat_keys": 7,
"last": {"wheel": {"names": ["Ann"], "mood": "gay", "hints": "some", "options": {"joker": "twice", "wind": 3}},
"nim": 5, "chess": {"names": ["Bo"]}}}"""


def test_known_settings_apply_and_unknown_ones_are_written_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / settings.FILE).write_bytes(NEWER)
    app = App(tmp_path)
    try:
        assert (app.settings.volume, app.settings.speed, app.settings.scale) == (0.25, "normal", 100)
        assert app.settings.last["wheel"].names == ["Ann"]
        assert app.settings.last["wheel"].hints is True
        warning = (
            "This version doesn't know some settings, so they are back at their defaults: speed, scale and seat_keys."
        )
        assert capsys.readouterr().err.splitlines() == app.messages.texts == [warning]
        app.push(SetupScene(app, "wheel"))
        assert isinstance(app.scene, SetupScene)
        assert app.scene.names[0] == "Ann"
        app.scene.start()
        app.settings.mute = True
        app.save_settings()
    finally:
        app.close()
    written = json.loads((tmp_path / settings.FILE).read_bytes())
    original = json.loads(NEWER)
    for name in ("speed", "volume", "glow", "scale", "seat_keys"):
        assert written[name] == original[name]
    assert written["mute"] is True
    assert written["last"]["nim"] == 5
    assert written["last"]["chess"]["names"] == ["Bo"]
    assert written["last"]["wheel"]["mood"] == "gay"
    assert written["last"]["wheel"]["hints"] == "some"
    assert written["last"]["wheel"]["options"]["wind"] == 3


def test_changed_setting_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(NEWER)
    loaded, _ = settings.load(tmp_path)
    loaded.speed = "fast"
    assert settings.save(loaded, tmp_path) == ""
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
def test_invalid_entry_is_lost_alone(tmp_path: Path, spoiled: bytes, named: str) -> None:
    (tmp_path / settings.FILE).write_bytes(b'\xef\xbb\xbf{"scale": 150, "learned": ["wheel"], ' + spoiled + b"}")
    loaded, warning = settings.load(tmp_path)
    assert (loaded.scale, loaded.learned, loaded.volume) == (150, ["wheel"], Settings().volume)
    assert named in say(warning)
    if b"people" in spoiled:
        assert loaded.find_look("Cy").face == 4
    if b"presets" in spoiled:
        assert loaded.presets == {"wheel": {"Late": {"joker": "twice"}}}
    loaded.mute = True
    assert settings.save(loaded, tmp_path) == ""
    reloaded, _ = settings.load(tmp_path)
    assert reloaded == loaded
    if named.count("."):
        assert named in say(settings.load(tmp_path)[1]), "what is strange here may be another version's"


def test_deleted_entry_is_deleted_in_file(tmp_path: Path) -> None:
    settings.save(Settings(people={"Ann": Look(3)}, presets={"wheel": {"Ours": {"joker": "twice"}}}), tmp_path)
    loaded, _ = settings.load(tmp_path)
    del loaded.people["Ann"], loaded.presets["wheel"]
    settings.save(loaded, tmp_path)
    assert settings.load(tmp_path) == (Settings(), "")


def test_files_moved_aside_are_numbered(tmp_path: Path) -> None:
    for suffix in (b"1", b"2", b"3"):
        (tmp_path / settings.FILE).write_bytes(b"garbage " + suffix)
        settings.load(tmp_path)
    last_bytes = {path.name: path.read_bytes()[-1:] for path in tmp_path.iterdir()}
    assert last_bytes == {"settings.json.bad": b"1", "settings.json.bad-2": b"2", "settings.json.bad-3": b"3"}


def _open_setup(app: App, game: str, options: dict[str, object]) -> SetupScene:
    app.settings.last[game] = LastMatch(["Ann", "Bo"], ["person", "normal"], options)
    return SetupScene(app, game)


def test_house_rules_out_of_bounds_become_defaults_one_by_one(app: App) -> None:
    defaults = SaladOptions()
    saved: dict[str, object] = {"cube": 400.0, "turn_limit": 77, "blast": "sky", "sight": "centre"}
    scene = _open_setup(app, "grenade-salad", saved)
    options = scene.options
    assert isinstance(options, SaladOptions)
    assert (options.cube, options.blast) == (defaults.cube, defaults.blast)
    assert (options.turn_limit, options.sight) == (77, "centre")
    assert scene.refusal == ""
    (message,) = app.messages.texts
    assert message.startswith("Some house rules from last time are no longer possible and are back at their defaults: ")
    assert "Cube" in message


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_setup_opens_with_any_saved_house_rules(app: App, game: str) -> None:
    values: tuple[object, ...] = (None, -1, 0, 10**9, 1e300, True, "", "x", [], [1, 2], {}, [[]], 0.5)
    names = [field.name for field in fields(load(game).options)]
    for value in values:
        scene = _open_setup(app, game, dict.fromkeys(names, value))
        app.push(scene)
        app.frame()
        app.pop() if len(app.stack) > 1 else None


def test_numbers_out_of_bounds_are_limited(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(b'{"volume": 7, "scale": 100000, "countdown": -3}')
    loaded, warning = settings.load(tmp_path)
    assert (loaded.volume, loaded.scale, loaded.countdown, warning) == (1.0, 300, 0.0, "")


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "could not be saved" in say(settings.save(Settings(), tmp_path / "file"))


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGHUP")
@pytest.mark.quick("SIGHUP")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_end_of_session_quits_like_close_button(tmp_path: Path, name: str) -> None:
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)  # The test run may ignore it.\n"
        "import sys, pathlib; from grenade_salad.app.window import application, main; frame = application.App.frame\n"
        "def report_frame(self, *steps):\n    frame(self, *steps)\n    print(flush=True)\n"
        "application.App.frame = report_frame; sys.exit(main.run(pathlib.Path(sys.argv[1])))"
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


def _run_window(tmp_path: Path, **drivers: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys, pathlib, pygame; from grenade_salad.app.window import application, main;"
        "application.App.run = lambda self: [self.frame() for _ in range(3)];"
        "sys.exit(main.run(pathlib.Path(sys.argv[1])))"
    )
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": "", "HOME": str(tmp_path), **drivers}
    words = [sys.executable, "-W", "error", "-c", code, str(tmp_path)]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)


def test_missing_display_gives_one_line_and_no_traceback(tmp_path: Path) -> None:
    result = _run_window(tmp_path, SDL_VIDEODRIVER="nosuch")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("The window cannot be opened:")


def test_window_runs_silently_without_sound_device(tmp_path: Path) -> None:
    result = _run_window(tmp_path, SDL_AUDIODRIVER="nosuch")
    assert (result.returncode, result.stderr) == (0, "")


def test_plugin_games_are_allowed_in_download_alone(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_switches() -> list[Toggle]:
        scene = SettingsScene(app)
        scene.show(len(scene.pages) - 1)
        return [item for item in scene.widgets.items if isinstance(item, Toggle) and "by others" in item.words]

    assert not find_switches()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    (switch,) = find_switches()
    switch.activate()
    assert settings.load(app.folder)[0].guest_games
