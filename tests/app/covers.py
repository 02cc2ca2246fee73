"""A secret under a cover, which tests can find by its colour."""

from __future__ import annotations

import pygame

from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.app.window.application import App

SECRET = (1, 254, 3)
"""The colour of secrets."""


class CoverProbe:
    """A cover whose secret has a colour of its own, with the answers it gave."""

    def __init__(self, app: App) -> None:
        self.draw_count = 0
        self.answers: list[int | None] = []
        app.push(Scene(app))
        choices = [Pick("Cancel"), Pick("No", why_not="that is not yours"), Pick("Other")]
        self.cover = Cover(app, NamedSeat(2, "Cy"), self._draw, choices, self.answers.append)
        app.push(self.cover)
        app.frame()

    def _draw(self, canvas: Canvas, box: Rect) -> None:
        self.draw_count += 1
        canvas.fill(box, SECRET)


def shows_secret(app: App) -> bool:
    """True if a pixel of the secret is on the screen."""
    app.draw()
    return pygame.mask.from_threshold(app.screen, SECRET, (1, 1, 1, 255)).count() > 0
