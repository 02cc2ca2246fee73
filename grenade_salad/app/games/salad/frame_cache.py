"""Frames that cost little: what has not changed since the last frame is kept as a picture and drawn at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame

from grenade_salad.app.games.salad.board import Blits
from grenade_salad.app.games.salad.fitted import Fitted
from grenade_salad.app.games.salad.plate import Plate
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.kept_frame import KeptFrame
from grenade_salad.app.ui.widget import Widget, paint

_NEAR = 16.0
"""Units by which shadows and rings of widgets reach over their boxes, on both sides together."""


@dataclass(slots=True)
class FrameCache(KeptFrame):
    """Pictures, and what they depend on: the mat with the wood under it, where the soldiers' pictures go while they
    are at rest, and the whole frame, of which all but the battlefield can be used again."""

    mat: pygame.Surface | None = None
    mat_key: object = None
    mat_camera: Camera | None = None
    mat_seen: object = None
    whole: pygame.Surface | None = None
    whole_key: object = None
    """The whole mat, while the look comes nearer or goes farther."""
    plate: Plate | None = None
    """All that lies there, while nothing but the look moves."""
    soldiers: Blits = field(default_factory=list)
    soldiers_key: object = None
    marks: Blits = field(default_factory=list)
    marks_key: object = None
    dots: Blits = field(default_factory=list)
    dots_key: object = None
    """What stands at the edge of the look, and on the small map: while all moves, it is worked out now and then."""
    again: FrameCache | None = None
    """Of the small battlefield that shows once more what was missed."""
    fitted: Fitted = field(default_factory=Fitted)

    def forget(self) -> None:
        """The soldiers lie otherwise now."""
        self.soldiers_key = self.plate = None


def draw_near(canvas: Canvas, board: Rect, widgets: Iterable[Widget]) -> None:
    """Draw the widgets again that reach over the battlefield."""
    for item in widgets:
        if item.visible and item.on_screen().inflate(_NEAR, _NEAR).colliderect(board):
            paint(canvas, item)
