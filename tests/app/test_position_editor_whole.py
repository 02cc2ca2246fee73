"""A position of each game is set up, shared, opened elsewhere and played on.

All of it is done by mouse, or by keys alone.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.sharing import record_files
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.position_editing import drag, tab_to
from tools.tables import get_top_scene

pytestmark = pytest.mark.slow

Press = Callable[[App, Widget], None]
GAMES = ("grenade-salad", "live-grenade", "wheel")


def _click(app: App, widget: Widget) -> None:
    if widget.scroll is not None:
        widget.scroll.show(widget.rect)
    click(app, widget.on_screen().center)


def _enter(app: App, widget: Widget) -> None:
    tab_to(app, widget)
    press_keys(app, pygame.K_RETURN)


def _find_button(app: App, words: str) -> Button:
    widgets: Sequence[Widget] = app.scene.widgets.items
    return next(widget for widget in widgets if isinstance(widget, Button) and widget.words == words)


def _change_position(app: App, game: str, press: Press, *, with_mouse: bool) -> None:
    """Place something that is not in the initial position."""
    scene: Any = app.scene  # The editor of the game: each has other widgets.
    if game == "grenade-salad":
        for index, reserve_button in enumerate(list(scene.reserve_buttons)):
            mat_center = scene.mat.rect.center
            if with_mouse:
                drag(app, scene.reserve_buttons[index].on_screen().center, (mat_center[0] + 90 * index, mat_center[1]))
            else:
                tab_to(app, scene.reserve_buttons[index])
                press_keys(app, pygame.K_RETURN, *[pygame.K_RIGHT] * (3 + 6 * index), pygame.K_q, pygame.K_RETURN)
            assert reserve_button.count == 19
        press(app, scene.tray_cards[3])
    elif game == "live-grenade":
        press(app, scene.tray_cards[10])
        press(app, scene.tray_cards[20])
    else:
        press(app, scene.dice[1])
        press(app, scene.ring_cards[4])
        press(app, scene.tray_cards[2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", ["mouse", "keys"])
def test_position_is_set_up_shared_opened_elsewhere_and_played_on(app: App, device: str, game: str) -> None:
    press: Press = _click if device == "mouse" else _enter
    app.settings.speed = "off"
    home = HomeScene(app)
    app.push(home)
    run_frames(app)
    press(app, home.set_up)
    press(app, _find_button(app, say(registry.plugin(game).display_title)))
    editor = get_top_scene(app, PositionEditor)
    empty_line = editor.line
    _change_position(app, game, press, with_mouse=device == "mouse")
    line = editor.line
    assert line != empty_line
    for words in ("Copy as text", "Save a picture", "Save a web page"):
        press(app, editor.share_button)
        press(app, _find_button(app, words))
    assert pygame.scrap.get_text() == line
    run_until(app, lambda: len(list(record_files.export_folder(app).glob("*-position-*"))) == 2, 2000)
    press_keys(app, pygame.K_ESCAPE)
    result = subprocess.run(
        [sys.executable, "-m", "grenade_salad", "show", line], capture_output=True, text=True, check=True
    )
    assert game in result.stdout
    press(app, editor.play_button)
    page = get_top_scene(app, PlayOnScene)
    press(app, page.start_button)
    run_until(app, lambda: isinstance(app.scene, TableScene) and app.scene.controller.actor is not None, 4000)
    table = get_top_scene(app, TableScene)
    seat = table.controller.actor
    assert seat is not None
    entry_count = len(table.controller.match.entries)
    state = table.controller.match.state
    table.controller.act(next(action for action in state.legal_actions(seat) if state.why_not(action) is None))
    run_until(app, lambda: len(table.controller.match.entries) > entry_count, 2000)
