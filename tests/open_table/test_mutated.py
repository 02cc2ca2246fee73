"""A thousand mutated boxes dropped on the window: each loads or is refused.

No box is half loaded.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table.state import TableState
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.open_table.playing import find_fault
from tests.open_table.test_folders import mutate
from tests.open_table.test_playingcards_io import WIDGETS, mutate_widgets
from tests.open_table.test_spreadsheet import CARDS
from tools.tables import get_board

pytestmark = pytest.mark.slow


def _write_mutated_box(name: str, rng: Random, folder: Path) -> Path:
    """Write a file with a box in which something is changed.

    In a zip it is one of the files, or a byte of the whole.
    """
    if name == "pcio":
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("widgets.json", json.dumps(mutate_widgets(WIDGETS, rng)))
        return _write_file(folder / "it.pcio", data.getvalue())
    if name == "csv":
        return _write_file(folder / "it.csv", mutate(CARDS.format(count="count").encode(), rng))
    files = {file.name: file.read_bytes() for file in sorted(bundled.folder(name).iterdir())}
    victim = "box.toml" if rng.random() < 0.7 else rng.choice(sorted(files))
    files[victim] = mutate(files[victim], rng)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    zip_bytes = data.getvalue()
    if rng.random() < 0.1:
        position = rng.randrange(len(zip_bytes))
        zip_bytes = zip_bytes[:position] + bytes([rng.randrange(256)]) + zip_bytes[position + 1 :]
    return _write_file(folder / "it.zip", zip_bytes)


def _write_file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_thousand_mutated_boxes_dropped_on_the_window_load_or_are_refused(app: App, tmp_path: Path) -> None:
    rng, refused, laid_count = Random(31), 0, 0
    app.push(HomeScene(app))
    names = (*bundled.names(), "pcio", "csv")
    for index in range(1000):
        file = _write_mutated_box(names[index % len(names)], rng, tmp_path)
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        run_frames(app)
        if isinstance(app.scene, Dialog):
            refused += 1
            message = say(app.scene.words)
            assert message
            assert all(len(line) < 500 for line in message.split("\n")), message
            app.pop()
            assert isinstance(app.scene, HomeScene), "nothing else has come of it"
            continue
        box_setup = app.scene
        assert isinstance(box_setup, BoxSetup), index
        if index % 10 == 0:
            laid_count += 1
            box_setup.start()
            run_frames(app, 2)
            if not isinstance(app.scene, Dialog):
                state = get_board(app.scene, OpenTableBoard).controller.match.state
                assert isinstance(state, TableState)
                assert find_fault(state) == ""
        app.home()
    assert refused > 200
    assert laid_count > 20
