"""No translation is too long, at 100 and at 150 %.

No text ends in an ellipsis, no word of a button is broken, and no paragraph that begins on the screen loses a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.live_grenade.hand import ROLE_NAMES
from grenade_salad.app.games.live_grenade.paint import MIN_RIBBON_WIDTH, draw_ribbon
from grenade_salad.app.ui import text
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.text import Words, languages, say, use_language
from grenade_salad.text.markdown import FontStyle
from tools.screens import all_screens

SCREENS = all_screens()
WORDY_SCREENS = (
    *(
        "home",
        "settings",
        "refused",
        "dialog",
        "setup-grenade-salad",
        "setup-live-grenade",
        "setup-wheel",
    ),
    *("history", "history-match", "history-import", "statistics", "statistics-evening", "replay-play-on"),
    *("replay-salad-all", "replay-cards-all", "replay-wheel-all", "grenade-9", "grenade-chosen"),
    *("grenade-window-3", "grenade-window-9", "grenade-blast", "grenade-end"),
    *("machines-who-plays", "salad-dropped", "salad-turn", "salad-turn-covered", "salad-mine-covered"),
    *(
        "lesson-wheel",
        "puzzles",
        "puzzle-wheel-hint",
        "puzzle-wheel-wrong",
        "puzzle-grenade-salad-right",
        "puzzle-live-grenade-wrong",
    ),
    *("salad-explosion", "wheel-2", "wheel-7", "wheel-chain-7", "wheel-notebook", "wheel-cover-open", "wheel-end-7"),
)
"""Screens with all texts; the screens of animations have the same.

A long explanation of a hint ends in an ellipsis in the bar and under the graph.
"""
CODES = [code for code in languages.available() if code != "en"]


@pytest.fixture
def shortened_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list in which texts are collected that are drawn with an ellipsis."""
    original_shortened, collected = text.shortened, list[str]()

    def shorten(words: str, pixels: int, width: int, face: FontStyle = "text") -> str:
        short = original_shortened(words, pixels, width, face)
        if short != words:
            collected.append(words)
        return short

    forget_caches()
    monkeypatch.setattr(text, "shortened", shorten)
    return collected


@pytest.mark.quick("3.0")
@pytest.mark.parametrize("factor", [1.0, 1.25, 1.5, 3.0])
def test_effect_of_a_card_fits_on_any_visible_part(factor: float, tmp_path: Path, shortened_texts: list[str]) -> None:
    app = App(tmp_path, (640, 640))
    try:
        canvas = Canvas(app.screen, factor)
        for code in languages.available():
            use_language(code)
            for role in ROLE_NAMES:
                for visible_height in range(round(MIN_RIBBON_WIDTH), 113):
                    draw_ribbon(canvas, Rect(20, 20, 112, 157), visible_height, role, is_lit=False)
    finally:
        app.close()
    assert not shortened_texts


@pytest.fixture
def short_folder() -> Iterator[str]:
    """Return a folder whose path fits on a line; a longer path would be broken."""
    # The thread that copies the journal may still write to the folder after the window has closed.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("name", WORDY_SCREENS)
def test_no_text_is_cut_off_in_any_language(
    name: str, scale: int, short_folder: str, monkeypatch: pytest.MonkeyPatch, shortened_texts: list[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    original_rendered, drawn, broken = text.rendered, set[str](), set[str]()
    original_lines, lines, first_lines, incomplete = Canvas.lines, set[str](), dict[str, str](), set[str]()

    def render(line: str, *arguments: Any) -> pygame.Surface:
        drawn.update(line.split())
        lines.add(line)
        return original_rendered(line, *arguments)

    def wrap(canvas: Canvas, words: Words, *arguments: Any, **options: Any) -> tuple[str, ...]:
        result: tuple[str, ...] = original_lines(canvas, words, *arguments, **options)
        first_lines[say(words)] = result[0]
        return result

    monkeypatch.setattr(text, "rendered", render)
    monkeypatch.setattr(Canvas, "lines", wrap)
    app = App(Path(short_folder), (1280, 720))
    try:
        app.settings.scale, app.settings.language = scale, CODES[0]
        app.save_settings()
        app.push(HomeScene(app))
        SCREENS[name](app)
        app.frame()
        shortened_texts.clear()
        for code in CODES:
            app.settings.language = code
            app.save_settings()
            for collected in (drawn, lines, first_lines):
                collected.clear()
            app.draw()
            # Only one of two paragraphs with the same first line may be on the screen.
            all_first_lines = [*first_lines.values()]
            unambiguous = {
                words for words, first in first_lines.items() if first in lines and all_first_lines.count(first) == 1
            }
            incomplete |= {words for words in unambiguous if set(words.split()) - drawn}
            buttons = [widget for widget in app.scene.widgets.items if isinstance(widget, Button) and widget.visible]
            words = {word for button in buttons if button.scroll is None for word in button.words.split()}
            broken |= words - drawn
    finally:
        app.close()
    assert not shortened_texts
    assert not broken
    assert not incomplete
