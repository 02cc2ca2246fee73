"""Pictures for the rules of Grenade Salad: the cards, and lengths to compare."""

from __future__ import annotations

from math import pi, sqrt

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.rich_text import Picture, RulePictures, make_picture_row
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, PAPER_SHADE, SMALL, seat_colour
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.text import Length, m

_DEFAULTS = SaladOptions()
_UNITS_PER_MM = 2.4
"""Units in a millimetre."""
_CAPTION_HEIGHT = 26.0
"""Space for the words below a picture."""


def _draw_cube(canvas: Canvas, centre: tuple[float, float], seat: int) -> None:
    side = _DEFAULTS.cube * _UNITS_PER_MM
    box = Rect(centre[0] - side / 2, centre[1] - side / 2, side, side)
    canvas.fill(box.inflate(3, 3), INK, 3)
    canvas.fill(box, seat_colour(seat), 2)


def _draw_length(canvas: Canvas, x: float, y: float, mm: float) -> None:
    """Draw a length with its number below it."""
    width = mm * _UNITS_PER_MM
    canvas.fill(Rect(x, y - 0.75, width, 1.5), INK)
    for end in (x, x + width):
        canvas.fill(Rect(end - 0.75, y - 5, 1.5, 10), INK)
    canvas.text(m("{far}", far=Length(mm)), (x + width / 2, y + 4), SMALL, INK, anchor="midtop")


def _draw_measures(canvas: Canvas, box: Rect) -> None:
    """Draw a soldier, and a tile beside it."""
    side, floor = _DEFAULTS.tile * _UNITS_PER_MM, box.bottom - _CAPTION_HEIGHT
    _draw_cube(canvas, (box.x + 24, floor - 4 - _DEFAULTS.cube * _UNITS_PER_MM / 2), 0)
    _draw_length(canvas, box.x + 24 - _DEFAULTS.cube * _UNITS_PER_MM / 2, floor + 4, _DEFAULTS.cube)
    canvas.fill(Rect(box.x + 76, floor - side - 6, side, side), PAPER_SHADE, 3)
    canvas.frame(Rect(box.x + 76, floor - side - 6, side, side), BRASS, 2, 3)
    _draw_length(canvas, box.x + 76, floor + 4, _DEFAULTS.tile)


def _draw_blast(canvas: Canvas, box: Rect) -> None:
    """Draw the circle of a blast, with soldiers that it touches and does not touch."""
    radius = _DEFAULTS.tile / sqrt(pi)
    x, y = box.x + radius * _UNITS_PER_MM, box.y + radius * _UNITS_PER_MM
    canvas.circle((x, y), radius * _UNITS_PER_MM, EMBER, alpha=90)
    canvas.circle((x, y), radius * _UNITS_PER_MM, EMBER, 2)
    _draw_cube(canvas, (x - 30, y - 12), 1)
    _draw_cube(canvas, (x + radius * _UNITS_PER_MM + 4, y + 6), 2)
    _draw_cube(canvas, (x + radius * _UNITS_PER_MM + 34, y - 22), 0)
    _draw_length(canvas, x, box.bottom - _CAPTION_HEIGHT + 4, radius)


_RADIUS = _DEFAULTS.tile / sqrt(pi) * _UNITS_PER_MM
PICTURES = RulePictures(
    {
        "GS-03": Picture(
            76 + _DEFAULTS.tile * _UNITS_PER_MM + 4,
            _DEFAULTS.tile * _UNITS_PER_MM + 6 + _CAPTION_HEIGHT,
            _draw_measures,
        ),
        **{
            rule: make_picture_row(f"cards/salad/{card}.svg")
            for rule, card in (
                ("GS-13", "pointer"),
                ("GS-14", "circles"),
                ("GS-16", "hammers"),
                ("GS-17", "arrow"),
                ("GS-18", "explosion"),
                ("GS-21", "footpath"),
            )
        },
        "GS-19": Picture(2 * _RADIUS + 50, 2 * _RADIUS + 8 + _CAPTION_HEIGHT, _draw_blast),
    }
)
