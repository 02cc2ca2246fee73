"""No translation is too long: at 100 and at 150 % nothing ends in an ellipsis, no word of a button is broken, and of no
paragraph that is begun a line is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.live_grenade.hand import ROLES
from grenade_salad.app.games.live_grenade.paint import LEAST_RIBBON, draw_ribbon
from grenade_salad.app.ui import text
from grenade_salad.app.ui.bundled_fonts import Face
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.text import Words, languages, say, use_language
from tools.screens import all_screens

SCREENS = all_screens()
WORDY = (
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
"""Those of motion say what these say; a long reason for a hint in the bar, and under the graph, ends in an ellipsis."""
CODES = [code for code in languages.available() if code != "en"]


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn with an ellipsis."""
    shortened, words_cut = text.shortened, list[str]()

    def shorten(words: str, pixels: int, wide: int, face: Face = "text") -> str:
        short = shortened(words, pixels, wide, face)
        if short != words:
            words_cut.append(words)
        return short

    forget_caches()
    monkeypatch.setattr(text, "shortened", shorten)
    return words_cut


@pytest.mark.quick("3.0")
@pytest.mark.parametrize("factor", [1.0, 1.25, 1.5, 3.0])
def test_what_a_card_does_fits_on_it_however_little_is_seen(factor: float, tmp_path: Path, cut: list[str]) -> None:
    app = App(tmp_path, (640, 640))
    try:
        canvas = Canvas(app.screen, factor)
        for code in languages.available():
            use_language(code)
            for what in ROLES:
                for seen in range(round(LEAST_RIBBON), 113):
                    draw_ribbon(canvas, Rect(20, 20, 112, 157), seen, what, lit=False)
    finally:
        app.close()
    assert not cut


@pytest.fixture
def short() -> Iterator[str]:
    """A folder whose path fits on a line: a longer one is broken, and that is right."""
    # The thread that keeps a copy of the journal may still write into it when the window is closed.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("name", WORDY)
def test_nothing_is_cut_off_in_any_language(
    name: str, scale: int, short: str, monkeypatch: pytest.MonkeyPatch, cut: list[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    rendered, drawn, broken = text.rendered, set[str](), set[str]()
    wrapped, lines, begun, lost = Canvas.lines, set[str](), dict[str, str](), set[str]()

    def render(line: str, *how: Any) -> pygame.Surface:
        drawn.update(line.split())
        lines.add(line)
        return rendered(line, *how)

    def wrap(canvas: Canvas, words: Words, *how: Any, **more: Any) -> tuple[str, ...]:
        made: tuple[str, ...] = wrapped(canvas, words, *how, **more)
        begun[say(words)] = made[0]
        return made

    monkeypatch.setattr(text, "rendered", render)
    monkeypatch.setattr(Canvas, "lines", wrap)
    app = App(Path(short), (1280, 720))
    try:
        app.settings.scale, app.settings.language = scale, CODES[0]
        app.save_settings()
        app.push(HomeScene(app))
        SCREENS[name](app)
        app.frame()
        cut.clear()
        for code in CODES:
            app.settings.language = code
            app.save_settings()
            for kept in (drawn, lines, begun):
                kept.clear()
            app.draw()
            firsts = [*begun.values()]  # of two that begin alike, only one may be on the screen
            alone = {words for words, first in begun.items() if first in lines and firsts.count(first) == 1}
            lost |= {words for words in alone if set(words.split()) - drawn}
            buttons = [one for one in app.scene.widgets.items if isinstance(one, Button) and one.visible]
            words = {word for one in buttons if one.scroll is None for word in one.words.split()}
            broken |= words - drawn
    finally:
        app.close()
    assert not cut
    assert not broken
    assert not lost
