"""Type at 1280 x 720: its contrast, its size, and whole words on buttons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from grenade_salad.app.ui.bundled_fonts import font
from grenade_salad.app.ui.canvas import Canvas, record_lines
from grenade_salad.app.ui.theme import BLACK, INK, Colour, contrast
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.text import say
from tests.marks import for_each
from tools.screens import all_screens

SCREENS = all_screens()
QUICK_SCREENS = ("home", "dialog", "refused", "rules-rule", "grenade-window-1", "grenade-window-3", "salad-turn")
SLOW_SCREENS = (
    *("history", "settings", "grenade-evening", "wheel-end", "replay-salad-all", "replay-cards-all"),
    *("salad-mine-covered", "machines-covered-grenade-salad", "machines-graph-live-grenade", "wheel-notebook"),
    *("lesson-wheel", "position-live-grenade", "cover-open"),
)
MIN_CONTRAST = 4.5
"""Contrast that WCAG asks of type that is not large."""
MIN_PIXELS = 12
"""Height of the smallest type; digits on dice are signs, not type."""


class DrawnType:
    """The type that is drawn on the window, measured upon its background."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faint: dict[str, float] = {}
        """Lines with too little contrast."""
        self.small: dict[str, int] = {}
        """Lines of too small type, with their height in pixels."""
        self.words: set[str] = set()
        original_text = Canvas.text

        def draw(canvas: Canvas, words: object, point: Any, *arguments: Any, **options: Any) -> pygame.FRect:
            is_on_window = canvas.surface.get_abs_parent() is pygame.display.get_surface()
            background = canvas.surface.copy() if is_on_window and canvas.is_recording else None
            box = original_text(canvas, words, point, *arguments, **options)  # type: ignore[arg-type]
            if background is not None:
                colour = arguments[1] if len(arguments) > 1 else options.get("colour", INK)
                if options.get("alpha", 255) == 255 and colour != BLACK:  # Else it is a shadow.
                    self._add(say(words), canvas.pixel_rect(box), colour, background)  # type: ignore[arg-type]
            return box

        monkeypatch.setattr(Canvas, "text", draw)

    def _add(self, line: str, box: pygame.Rect, colour: Colour, background: pygame.Surface) -> None:
        visible_box = box.clip(background.get_rect()).clip(background.get_clip())
        if not any(map(str.isalpha, line)) or min(visible_box.size) <= 2:
            return
        self.words.update(line.split())
        pixels = pygame.surfarray.array3d(background.subsurface(visible_box)).reshape(-1, 3)
        red, green, blue = (int(part) for part in np.median(pixels, axis=0))
        share = contrast(colour, (red, green, blue))
        if share < MIN_CONTRAST:
            self.faint[line] = round(share, 2)
        # A font's line is higher than its type.
        height = round(box.height / font(100).get_linesize() * 100)
        if height < MIN_PIXELS:
            self.small[line] = height


@for_each("name", QUICK_SCREENS, SLOW_SCREENS)
def test_type_is_readable_and_buttons_show_all_words(app: App, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if not app.stack:
        app.push(HomeScene(app))
    app.home()
    with monkeypatch.context() as patch:
        SCREENS[name](app)
        app.frame()
        drawn = DrawnType(patch)
        with record_lines():
            app.scene.dirty = True
            app.draw()
        buttons = [widget for widget in app.scene.widgets.items if isinstance(widget, Button) and widget.visible]
        words = {word for button in buttons if button.scroll is None for word in button.words.split()}
    assert not drawn.faint
    assert not drawn.small
    assert {word for word in words if any(map(str.isalpha, word))} <= drawn.words
