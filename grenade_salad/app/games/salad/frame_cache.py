"""Frames that cost little: what has not changed since the last frame is kept as a picture and drawn at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame

from grenade_salad.app.games.salad.board import Blits
from grenade_salad.app.games.salad.camera import Camera
from grenade_salad.app.games.salad.fitted import Fitted
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.widget import Widget, paint

_NEAR = 16.0
"""Units by which shadows and rings of widgets reach over their boxes, on both sides together."""


@dataclass(slots=True)
class FrameCache:
    """Pictures, and what they depend on: the mat with the wood under it, where the soldiers' pictures go while they
    are at rest, and the whole frame, of which all but the battlefield can be used again."""

    mat: pygame.Surface | None = None
    mat_key: object = None
    mat_camera: Camera | None = None
    mat_seen: object = None
    whole: pygame.Surface | None = None
    whole_key: object = None
    """The whole mat, while the look comes nearer or goes farther."""
    soldiers: Blits = field(default_factory=list)
    soldiers_key: object = None
    frame: pygame.Surface | None = None
    frame_key: object = None
    last_key: object = None
    fitted: Fitted = field(default_factory=Fitted)

    def forget(self) -> None:
        """The soldiers lie otherwise now."""
        self.soldiers_key = None

    def restore(self, canvas: Canvas, key: object, board: Rect) -> bool:
        """Draw the kept frame around the battlefield's box, if it is still right."""
        if key is None or self.frame is None or self.frame_key != key:
            return False
        hole, whole = canvas.box(board), canvas.surface.get_rect()
        for part in (
            pygame.Rect(0, 0, whole.width, hole.top),
            pygame.Rect(0, hole.bottom, whole.width, whole.height - hole.bottom),
            pygame.Rect(0, hole.top, hole.left, hole.height),
            pygame.Rect(hole.right, hole.top, whole.width - hole.right, hole.height),
        ):
            canvas.surface.blit(self.frame, part, part)
        return True

    def keep(self, canvas: Canvas, key: object) -> None:
        """Keep the frame as it was just drawn, if the one before was the same but for the battlefield: a frame that
        is drawn once and never again costs no copy."""
        again, self.last_key = key is not None and self.last_key == key, key
        if not again:
            return
        self.frame_key = key
        if self.frame is None or self.frame.get_size() != canvas.surface.get_size():
            self.frame = canvas.surface.copy()
        else:
            self.frame.blit(canvas.surface, (0, 0))


def draw_near(canvas: Canvas, board: Rect, widgets: Iterable[Widget]) -> None:
    """Draw the widgets again that reach over the battlefield."""
    for item in widgets:
        if item.visible and item.on_screen().inflate(_NEAR, _NEAR).colliderect(board):
            paint(canvas, item)
