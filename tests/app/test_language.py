"""The window's language is that of the settings; "system" is the computer's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.ui import text
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from tests.app.conftest import press_keys, run_frames
from tools import screens

pytestmark = pytest.mark.usefixtures("every_frame")


def test_chosen_language_is_used_at_once_and_saved(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    app.push(SettingsScene(app))
    run_frames(app, 2)
    choice = next(item for item in app.scene.widgets.items if isinstance(item, Choice) and "Deutsch" in item.labels)
    assert choice.labels == ("The system's", "English", "Deutsch", "Español", "Français", "Polski")
    app.scene.widgets.set_focus(choice)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert app.settings.language == "de"
    assert home.settings.words == "Einstellungen"
    assert choice.labels[0] == "Wie das System"
    assert b'"de"' in (app.folder / "settings.json").read_bytes()
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    assert (app.settings.language, home.settings.words) == ("system", "Settings")


def test_open_table_changes_its_language_completely(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Includes parts that are cached, such as the number of grenades in the deck."""
    forget_caches()
    screens.all_screens()["grenade-2"](app)
    app.settings.language, drawn_texts = "de", set[str]()
    app.save_settings()
    app.draw()
    rendered: Callable[..., pygame.Surface] = text.rendered

    def render(words: str, *style: Any, **options: Any) -> pygame.Surface:
        drawn_texts.add(words)
        return rendered(words, *style, **options)

    monkeypatch.setattr(text, "rendered", render)
    app.settings.language = "fr"
    app.save_settings()
    app.draw()
    assert any(re.fullmatch(r"\d+ sur \d+", words) for words in drawn_texts)
