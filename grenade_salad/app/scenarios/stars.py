"""Stars as they are drawn: so many of three."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, PAPER_EDGE

MOST = 3
STAR = 34.0
"""Units that a star is high on a sheet."""


def draw_stars(canvas: Canvas, room: Rect, stars: int) -> None:
    """From the left of the room, as high as it is."""
    for number in range(MOST):
        box = Rect(room.x + number * (room.height + 4), room.y, room.height, room.height)
        canvas.picture("marks/star.svg", box, BRASS if number < stars else PAPER_EDGE)
