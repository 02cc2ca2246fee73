"""Pictures of the rules of Grenade Salad: the cards, and what is as long as what."""

from __future__ import annotations

from math import pi, sqrt

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.rich_text import Picture, Pictures, pictures_of
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, PAPER_SHADE, SMALL, seat_colour
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.text import Length, m

_USUAL = SaladOptions()
_MM = 2.4
"""Units for a millimetre."""
_FLOOR = 26.0
"""Room for the words below."""


def _cube(canvas: Canvas, centre: tuple[float, float], seat: int) -> None:
    side = _USUAL.cube * _MM
    box = Rect(centre[0] - side / 2, centre[1] - side / 2, side, side)
    canvas.fill(box.inflate(3, 3), INK, 3)
    canvas.fill(box, seat_colour(seat), 2)


def _long(canvas: Canvas, x: float, y: float, mm: float) -> None:
    """A length with its figure below it."""
    wide = mm * _MM
    canvas.fill(Rect(x, y - 0.75, wide, 1.5), INK)
    for end in (x, x + wide):
        canvas.fill(Rect(end - 0.75, y - 5, 1.5, 10), INK)
    canvas.text(m("{far}", far=Length(mm)), (x + wide / 2, y + 4), SMALL, INK, anchor="midtop")


def _measures(canvas: Canvas, box: Rect) -> None:
    """A soldier, and a tile beside it."""
    side, floor = _USUAL.tile * _MM, box.bottom - _FLOOR
    _cube(canvas, (box.x + 24, floor - 4 - _USUAL.cube * _MM / 2), 0)
    _long(canvas, box.x + 24 - _USUAL.cube * _MM / 2, floor + 4, _USUAL.cube)
    canvas.fill(Rect(box.x + 76, floor - side - 6, side, side), PAPER_SHADE, 3)
    canvas.frame(Rect(box.x + 76, floor - side - 6, side, side), BRASS, 2, 3)
    _long(canvas, box.x + 76, floor + 4, _USUAL.tile)


def _blast(canvas: Canvas, box: Rect) -> None:
    """The circle of a blast: who is touched by it, and who is not."""
    radius = _USUAL.tile / sqrt(pi)
    x, y = box.x + radius * _MM, box.y + radius * _MM
    canvas.circle((x, y), radius * _MM, EMBER, alpha=90)
    canvas.circle((x, y), radius * _MM, EMBER, 2)
    _cube(canvas, (x - 30, y - 12), 1)
    _cube(canvas, (x + radius * _MM + 4, y + 6), 2)
    _cube(canvas, (x + radius * _MM + 34, y - 22), 0)
    _long(canvas, x, box.bottom - _FLOOR + 4, radius)


_RADIUS = _USUAL.tile / sqrt(pi) * _MM
PICTURES = Pictures(
    {
        "GS-03": Picture(76 + _USUAL.tile * _MM + 4, _USUAL.tile * _MM + 6 + _FLOOR, _measures),
        **{
            rule: pictures_of(f"cards/salad/{card}.svg")
            for rule, card in (
                ("GS-13", "pointer"),
                ("GS-14", "circles"),
                ("GS-16", "hammers"),
                ("GS-17", "arrow"),
                ("GS-18", "explosion"),
                ("GS-21", "footpath"),
            )
        },
        "GS-19": Picture(2 * _RADIUS + 50, 2 * _RADIUS + 8 + _FLOOR, _blast),
    }
)
