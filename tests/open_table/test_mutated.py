"""A thousand boxes with something wrong in them, dropped on the window: each is a table or one line, and never half."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table.state import TableState
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.playing import why_broken
from tests.open_table.test_folders import mutated
from tests.open_table.test_playingcards_io import WIDGETS, mutated_widgets
from tests.open_table.test_spreadsheet import CARDS
from tools.tables import scene_on

pytestmark = pytest.mark.slow


def _wrong(name: str, rng: Random, folder: Path) -> Path:
    """A file with a box in it of which something is another: of a zip one of its files, or a byte of the whole."""
    if name == "pcio":
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("widgets.json", json.dumps(mutated_widgets(WIDGETS, rng)))
        return _written(folder / "it.pcio", data.getvalue())
    if name == "csv":
        return _written(folder / "it.csv", mutated(CARDS.format(count="count").encode(), rng))
    files = {file.name: file.read_bytes() for file in sorted(bundled.folder(name).iterdir())}
    victim = "box.toml" if rng.random() < 0.7 else rng.choice(sorted(files))
    files[victim] = mutated(files[victim], rng)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    whole = data.getvalue()
    if rng.random() < 0.1:
        at = rng.randrange(len(whole))
        whole = whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1 :]
    return _written(folder / "it.zip", whole)


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_thousand_mutated_boxes_dropped_on_the_window(app: App, tmp_path: Path) -> None:
    rng, refused, laid = Random(31), 0, 0
    app.push(HomeScene(app))
    names = (*bundled.names(), "pcio", "csv")
    for time in range(1000):
        file = _wrong(names[time % len(names)], rng, tmp_path)
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        frames(app)
        if isinstance(app.scene, Dialog):
            refused += 1
            said = say(app.scene.words)
            assert said
            assert all(len(line) < 500 for line in said.split("\n")), said
            app.pop()
            assert isinstance(app.scene, HomeScene), "nothing else has come of it"
            continue
        before = app.scene
        assert isinstance(before, BoxSetup), time
        if time % 10 == 0:
            laid += 1
            before.start()
            frames(app, 2)
            if not isinstance(app.scene, Dialog):
                state = scene_on(app.scene, OpenTableScene).table.match.state
                assert isinstance(state, TableState)
                assert why_broken(state) == ""
        app.home()
    assert refused > 200
    assert laid > 20
