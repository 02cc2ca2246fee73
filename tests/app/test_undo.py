"""What was taken back leaves nothing behind on the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Undo
from grenade_salad.games.salad.actions import Arrow, Hammers
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from tests.app.conftest import frames, keep_down, key, let_go
from tests.app.salad_table import position, ready
from tests.app.test_position_editor import opened, tab_to
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
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


UNDO_KEYS = [(pygame.K_u, 0), (pygame.K_z, pygame.KMOD_CTRL), (pygame.K_z, pygame.KMOD_META)]


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_in_a_match_and_once_while_they_are_held(app: App, tmp_path: Path, code: int, mod: int) -> None:
    app.settings.speed = "off"
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        match = journal.begin(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(starter=0), 5, position()))
        scene = sit_down(app, match, SaladScene, 2)
        ready(app, scene)
        for action in (Hammers(0, 0, 2), Arrow(0, 0, 4)):
            assert scene.table.act(action)
            scene.table.finish()
        keep_down(app, code, 1.0, mod)
        let_go(app, code, mod)
        assert scene.table.match.entries == [Hammers(0, 0, 2)]
        key(app, code, mod=mod)
        assert scene.table.match.entries == []
        app.pop()


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_at_the_open_table(app: App, code: int, mod: int) -> None:
    scene = at_table.lay(app, BLANK)
    key(app, pygame.K_2)
    at_table.drag(app, at_table.at(scene, 100.0, 300.0), at_table.at(scene, 120.0, 200.0))
    lines = len(scene.table.match.entries)
    assert lines
    key(app, code, mod=mod)
    at_table.rest(app, scene)
    assert isinstance(at_table.last(scene), Undo)
    assert len(scene.table.match.entries) == lines + 1


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_where_positions_are_set_up(app: App, code: int, mod: int) -> None:
    scene = opened(app, SetUpWheelScene(app))
    tab_to(app, scene.roll)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.setup.draft.roll == 2
    keep_down(app, code, 1.0, mod)
    assert scene.setup.draft.roll == 1


def test_letter_is_text_where_text_is_typed(app: App) -> None:
    scene = opened(app, SetUpPositionScene(app, ""))
    before = scene.setup
    scene.change(replace(before, names=("Zoe", "Bo")))
    scene.widgets.set_focus(scene.spot)
    key(app, pygame.K_u)
    assert scene.setup.names == ("Zoe", "Bo")
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert scene.setup == before
