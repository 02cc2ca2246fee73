"""Undo leaves no trace of an action on the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Undo
from grenade_salad.games.salad.actions import Arrow, Hammers
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from tests.app.conftest import hold_key, press_keys, release_key, run_frames
from tests.app.salad_table import position, wait_for_person
from tests.app.test_position_editor import open_editor, tab_to
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
from tools.tables import sit_down

Pixels: TypeAlias = npt.NDArray[np.int16]


def read_battlefield(app: App, scene: SaladBoard) -> Pixels:
    """Return the pixels of the table when the camera stands still.

    No message is over it.
    """
    run_frames(app, 200, 0.1)
    app.draw()
    box = pygame.Rect(*(value * app.factor for value in scene.table.places.table)).clip(app.screen.get_rect())
    return pygame.surfarray.array3d(app.screen.subsurface(box)).astype(np.int16)


def count_different_pixels(first: Pixels, second: Pixels) -> int:
    """Count the pixels that are clearly of another colour.

    The cloth itself is cached in different roundings.
    """
    return int((np.abs(first - second).max(axis=2) > 12).sum())


def test_revived_soldier_has_no_ring_around_it(app: App, tmp_path: Path) -> None:
    app.settings.speed = "off"
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        match = journal.begin(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(starter=0), 5, position()))
        scene = sit_down(app, match, SaladBoard, 2)
        wait_for_person(app, scene)
        original = read_battlefield(app, scene)
        assert scene.controller.act(Hammers(0, 0, 2))
        scene.controller.show_everything()
        assert count_different_pixels(read_battlefield(app, scene), original) > 100
        scene.table.undo()
        wait_for_person(app, scene)
        assert count_different_pixels(read_battlefield(app, scene), original) == 0
        app.pop()


UNDO_KEYS = [(pygame.K_u, 0), (pygame.K_z, pygame.KMOD_CTRL), (pygame.K_z, pygame.KMOD_META)]


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_in_match_and_once_while_held(app: App, tmp_path: Path, code: int, mod: int) -> None:
    app.settings.speed = "off"
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        match = journal.begin(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(starter=0), 5, position()))
        scene = sit_down(app, match, SaladBoard, 2)
        wait_for_person(app, scene)
        for action in (Hammers(0, 0, 2), Arrow(0, 0, 4)):
            assert scene.controller.act(action)
            scene.controller.show_everything()
        hold_key(app, code, 1.0, mod)
        release_key(app, code, mod)
        assert scene.controller.match.entries == [Hammers(0, 0, 2)]
        press_keys(app, code, mod=mod)
        assert scene.controller.match.entries == []
        app.pop()


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_at_the_open_table(app: App, code: int, mod: int) -> None:
    scene = at_table.push_table(app, BLANK)
    press_keys(app, pygame.K_2)
    at_table.drag(app, at_table.table_point(scene, 100.0, 300.0), at_table.table_point(scene, 120.0, 200.0))
    entry_count = len(scene.controller.match.entries)
    assert entry_count
    press_keys(app, code, mod=mod)
    at_table.wait_until_idle(app, scene)
    assert isinstance(at_table.last_action(scene), Undo)
    assert len(scene.controller.match.entries) == entry_count + 1


@pytest.mark.parametrize(("code", "mod"), UNDO_KEYS)
def test_both_keys_undo_in_position_editor(app: App, code: int, mod: int) -> None:
    scene = open_editor(app, SetUpWheelScene(app))
    tab_to(app, scene.roll_choice)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.draft.draft.roll == 2
    hold_key(app, code, 1.0, mod)
    assert scene.draft.draft.roll == 1


def test_undo_letter_is_text_in_text_field(app: App) -> None:
    scene = open_editor(app, SetUpPositionScene(app, ""))
    original = scene.draft
    scene.change(replace(original, names=("Zoe", "Bo")))
    scene.widgets.set_focus(scene.spot_entry)
    press_keys(app, pygame.K_u)
    assert scene.draft.names == ("Zoe", "Bo")
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert scene.draft == original
