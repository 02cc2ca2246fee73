"""The history with matches in it, replays, and functions that press buttons."""

from __future__ import annotations

from datetime import datetime

import pygame

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journal import Journal
from tests.app.conftest import click, press_keys, run_frames
from tools.evenings import fill_journal, play_match, store_match
from tools.tables import get_journal, get_top_scene


def fill_history(app: App) -> Journal:
    """Return the app's journal with a dozen matches; the last two are unfinished."""
    fill_journal(get_journal(app))
    return get_journal(app)


def open_history(app: App) -> HistoryScene:
    """Open the history from the first screen with the mouse."""
    app.push(HomeScene(app))
    run_frames(app)
    press(app, "History")
    return get_top_scene(app, HistoryScene)


def find_button(app: App, words: str) -> Widget:
    """Return the button with this label on the top scene."""
    return next(item for item in app.scene.widgets.items if isinstance(item, Button) and item.words == words)


def list_buttons(app: App) -> list[str]:
    """Return the labels of all visible buttons."""
    return [item.words for item in app.scene.widgets.items if isinstance(item, Button) and item.visible]


def press(app: App, words: str) -> None:
    """Click a button."""
    click(app, find_button(app, words).on_screen().center)


def press_by_keys(app: App, words: str) -> None:
    """Press Tab until a button has the focus, then Enter."""
    for _ in app.scene.widgets.items:
        if app.scene.widgets.focus is find_button(app, words):
            break
        press_keys(app, pygame.K_TAB)
    press_keys(app, pygame.K_RETURN)


def open_replay(
    app: App, game: str, seats: int, machines: tuple[int, ...] = (), lines: int | None = None
) -> tuple[ReplayScene, int]:
    """Open a replay over the first screen; return it and the match's id."""
    match = play_match(game, seats, 2)
    match_id = store_match(get_journal(app), match, match.header.seats, datetime.now().astimezone(), machines, lines)
    app.push(HomeScene(app))
    watch(app, match_id)
    run_frames(app)
    scene = get_top_scene(app, ReplayScene)
    return scene, match_id


def choose_view(app: App, scene: ReplayScene, view: int | str) -> None:
    """Choose a view with the arrow keys."""
    app.scene.widgets.set_focus(scene.view_choice)
    while scene.view != view:
        press_keys(app, pygame.K_RIGHT)
