"""A damaged installation runs where it can and reports what is missing.

One line also tells how to repair it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.ui import missing_files, pictures
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.artwork import typefaces
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from grenade_salad.system import resources
from tests.app.conftest import run_frames


@pytest.fixture(params=["no pictures", "zero bytes", "no fonts"])
def damaged(request: pytest.FixtureRequest, app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Damage the installation and yield the extension of a missing file."""
    asset_folder, extension = tmp_path / "assets", ".jpg"
    if request.param == "no fonts":
        extension = ".ttf"

        def fail_to_import(face: str) -> str:
            raise ImportError("no package")

        monkeypatch.setattr(typefaces, "find_font_file", fail_to_import)
    else:
        shutil.copytree(resources.assets(), asset_folder)
        for file in (file for file in asset_folder.rglob("*") if file.is_file()):
            if request.param == "zero bytes":
                file.write_bytes(b"")
            else:
                file.unlink()
        monkeypatch.setattr(resources, "assets", lambda: asset_folder)
    forget_everything()
    yield extension
    monkeypatch.undo()
    forget_everything()


def forget_everything() -> None:
    forget_caches()
    pictures.load_bitmap.cache_clear()
    missing_files.forget()


@pytest.mark.quick("zero bytes")
@pytest.mark.usefixtures("every_frame")
def test_damaged_installation_runs_and_reports_missing_files(
    app: App, damaged: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    (message,) = [text for text in app.messages.texts if "missing or damaged" in text]
    assert damaged in message
    assert message.endswith("Install it again to mend that; matches are safe.")
    assert capsys.readouterr().err.count("\n") == 1
    for name in games.NAMES:
        header = Header(name, ("Ann", "Bo", "Cy"), registry.load(name).options(), 5)
        start_match.begin(app, header, [Controller(), *[Controller("bot", "easy")] * 2], on_top=True)
        run_frames(app, 12)
        app.home()
    assert capsys.readouterr().err == "", "once"
