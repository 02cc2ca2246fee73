"""Colours and marks of the seats, for the window, the web page and the pictures."""

from __future__ import annotations

from grenade_salad.system import resources

SEATS = ("#CE2A1E", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#56B4E9", "#E69F00", "#F4EAD5", "#3A3A3A")
"""Colours by seat; a table with more seats begins again.

Colour-blind people can tell them apart, too (Okabe and Ito).
"""

MARKS = ("disc", "triangle", "square", "cross", "diamond", "star", "ring", "bar", "heart")
"""Marks by seat; at a table with more seats they repeat, with a 2."""
_INK, _PAPER = "#1F2A38", "#F4EAD5"
_MIN_LIGHT_LUMA = 100
"""Luma from which ink is more readable on a colour than paper."""


def seat_hex(seat: int) -> str:
    """Return the colour of a seat, as "#RRGGBB".

    >>> seat_hex(0) == seat_hex(len(SEATS))
    True
    """
    return SEATS[seat % len(SEATS)]


def seat_mark(seat: int) -> str:
    """Return the white picture of a seat's mark, below the folder of pictures.

    >>> seat_mark(1), seat_mark(len(MARKS))
    ('marks/triangle.svg', 'marks/disc-2.svg')
    """
    suffix = "-2" if seat >= len(MARKS) else ""
    return f"marks/{MARKS[seat % len(MARKS)]}{suffix}.svg"


def is_light(red: int, green: int, blue: int) -> bool:
    """Return True if ink is more readable on a colour than paper.

    It compares the luma of BT.601.
    """
    return 0.299 * red + 0.587 * green + 0.114 * blue > _MIN_LIGHT_LUMA


def mark_svg(seat: int) -> str:
    """Return the picture of a seat's mark, readable on the seat's colour."""
    red, green, blue = bytes.fromhex(seat_hex(seat)[1:])
    white = (resources.assets() / seat_mark(seat)).read_text(encoding="utf-8")
    return white.replace("#FFFFFF", _INK if is_light(red, green, blue) else _PAPER)
