"""Where a label stands: outside of what it talks about, as near as it can, with a thin line to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import INK, PAPER

_WAYS = tuple(pi / 2 + turn * pi / 8 for turn in (0, 8, 1, -1, 2, -2, 4, -4, 7, -7, 6, -6, 3, -3, 5, -5))
"""Directions in which a label can lie, those first that people expect: above, below, then aside."""
_STEP = 22.0
_STEPS = 14


def square(at: Point, half: float) -> Rect:
    """The box around a point."""
    return Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)


def place(area: Rect, at: Point, size: tuple[float, float], talked_of: Sequence[Rect], crowd: Sequence[Rect]) -> Rect:
    """The label's box inside the area: it never covers what is talked of if there is any place where it does not, and
    of the crowd as little as it can; the nearest of these places to the point."""
    best, least = Rect(at, size).clamp(area), float("inf")
    blocked, near = list(talked_of), list(crowd)
    for step in range(1, _STEPS + 1):
        for index, way in enumerate(_WAYS):
            box = Rect(0, 0, *size)
            reach = step * _STEP
            box.center = (at[0] + cos(way) * (reach + size[0] / 2), at[1] - sin(way) * (reach + size[1] / 2))
            if not area.contains(box):
                continue
            cost = reach + index + 1000.0 * len(box.collidelistall(blocked)) + 60.0 * len(box.collidelistall(near))
            if cost < least:
                best, least = box, cost
    return best


def lead(canvas: Canvas, box: Rect, at: Point) -> None:
    """The thin line from a label to its point."""
    start = (min(max(at[0], box.left + 8), box.right - 8), min(max(at[1], box.top + 4), box.bottom - 4))
    canvas.line(start, at, INK, 2.6)
    canvas.line(start, at, PAPER, 1.2)
    canvas.circle(at, 3.2, INK)
    canvas.circle(at, 2.2, PAPER)
