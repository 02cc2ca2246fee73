"""The history with matches in it, and ways to press what it shows."""

from __future__ import annotations

import pygame

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journal import Journal
from tests.app.conftest import click, press_keys, run_frames
from tools.evenings import fill_journal
from tools.tables import get_journal, get_top_scene


def fill_history(app: App) -> Journal:
    """The journal of the app, with a dozen matches; the last two are not finished."""
    fill_journal(get_journal(app))
    return get_journal(app)


def open_history(app: App) -> HistoryScene:
    """From the first screen into the history, with the mouse."""
    app.push(HomeScene(app))
    run_frames(app)
    press(app, "History")
    return get_top_scene(app, HistoryScene)


def find_button(app: App, words: str) -> Widget:
    """The button of these words on the top scene."""
    return next(item for item in app.scene.widgets.items if isinstance(item, Button) and item.words == words)


def list_buttons(app: App) -> list[str]:
    """The words of all buttons that can be seen."""
    return [item.words for item in app.scene.widgets.items if isinstance(item, Button) and item.visible]


def press(app: App, words: str) -> None:
    """Click a button."""
    click(app, find_button(app, words).on_screen().center)


def press_by_keys(app: App, words: str) -> None:
    """Tab to a button, and Enter."""
    for _ in app.scene.widgets.items:
        if app.scene.widgets.focus is find_button(app, words):
            break
        press_keys(app, pygame.K_TAB)
    press_keys(app, pygame.K_RETURN)
