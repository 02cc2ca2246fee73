"""What was taken back leaves nothing behind on the table."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from grenade_salad.app.games.salad.scene import SaladScene
from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.home import HomeScene
from grenade_salad.games.salad.moves import Hammers
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from tests.app.conftest import frames
from tests.app.salad_table import position, ready
from tools.tables import sit_down

Pixels: TypeAlias = npt.NDArray[np.int16]


def battlefield(app: App, scene: SaladScene) -> Pixels:
    """The pixels of the table, when the camera stands still and no message lies over it."""
    frames(app, 200, 0.1)
    app.draw()
    box = pygame.Rect(*(value * app.factor for value in scene.table.places.table)).clip(app.screen.get_rect())
    return pygame.surfarray.array3d(app.screen.subsurface(box)).astype(np.int16)


def differ(one: Pixels, other: Pixels) -> int:
    """How many pixels are clearly of another colour: the cloth itself is kept in different roundings."""
    return int((np.abs(one - other).max(axis=2) > 12).sum())


def test_a_soldier_that_lives_again_has_no_ring_around_it(app: App, tmp_path: Path) -> None:
    app.settings.speed = "off"
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        match = journal.begin(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(starter=0), 5, position()))
        scene = sit_down(app, match, SaladScene, 2)
        ready(app, scene)
        before = battlefield(app, scene)
        assert scene.table.act(Hammers(0, 0, 2))
        scene.table.finish()
        assert differ(battlefield(app, scene), before) > 100
        scene.table.undo()
        ready(app, scene)
        assert differ(battlefield(app, scene), before) == 0
        app.pop()
