"""The sign of a seat: its colour with its mark, and the face of whoever sits there, if there is one."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, mix, seat_colour, seat_ink, seat_mark


def draw_badge(canvas: Canvas, rect: Rect, seat: int, face: str = "") -> None:
    """In a square box. With a face, a picture as in `people.picture`, the mark stands in a corner of it."""
    side = rect.width
    canvas.fill(rect, seat_colour(seat), side * 0.16)
    canvas.frame(rect, mix(seat_colour(seat), INK, 0.3), 1, side * 0.16)
    if not face:
        canvas.picture(seat_mark(seat), rect.inflate(-side * 0.35, -side * 0.35), seat_ink(seat))
        return
    canvas.picture(face, rect.inflate(-side * 0.14, -side * 0.14))
    corner = Rect(rect.right - side * 0.48, rect.bottom - side * 0.48, side * 0.48, side * 0.48)
    canvas.fill(corner, seat_colour(seat), side * 0.12)
    canvas.picture(seat_mark(seat), corner.inflate(-corner.width * 0.28, -corner.width * 0.28), seat_ink(seat))
