"""Colours, marks and measures of the window."""

from __future__ import annotations

from typing import TypeAlias

from grenade_salad.artwork import seat_colours

Colour: TypeAlias = tuple[int, int, int]

DESIGN = (1280.0, 720.0)
"""Logical units of the canvas at 100 % in a window of these proportions."""
SMALLEST = (640.0, 360.0)
"""The smallest canvas that scenes support, in logical units."""
_TALL_RATIO = 1.25
"""Height divided by width from which a window is tall."""
NARROWEST = 960.0
"""Canvas width at 100 % in a window that is higher than wide, in logical units."""

WOOD_DARK: Colour = (0x6B, 0x45, 0x28)
WOOD: Colour = (0x8A, 0x5E, 0x3B)
MAT: Colour = (0xC6, 0xA6, 0x75)
FELT: Colour = (0x2B, 0x42, 0x3C)
PAPER: Colour = (0xF4, 0xEA, 0xD5)
PAPER_SHADE: Colour = (0xE6, 0xD8, 0xBC)
PAPER_EDGE: Colour = (0xC9, 0xB7, 0x94)
INK: Colour = (0x1F, 0x2A, 0x38)
INK_SOFT: Colour = (0x55, 0x5B, 0x61)
EMBER: Colour = (0xE4, 0x57, 0x2E)
EMBER_DARK: Colour = (0xB2, 0x3C, 0x18)
BRASS: Colour = (0xC8, 0x96, 0x3E)
BRASS_DARK: Colour = (0x8A, 0x62, 0x1E)
BRASS_LIGHT: Colour = (0xF0, 0xCB, 0x7C)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

SMALL, TEXT, LARGE, TITLE, HUGE = 16.0, 18.0, 22.0, 30.0, 56.0
"""Heights of type in logical units; nothing is smaller than SMALL."""

ROW = 44.0
"""Height of buttons and rows: enough for a finger."""

MARKS = ("disc", "triangle", "square", "cross", "diamond", "star", "ring", "bar", "heart")
SEATS = len(seat_colours.SEATS)
"""The number of seats in the window: each has a distinct colour and mark."""


def seat_colour(seat: int) -> Colour:
    """Return the colour of a seat."""
    paint = int(seat_colours.seat_hex(seat)[1:], 16)
    return paint >> 16, paint >> 8 & 0xFF, paint & 0xFF


def seat_mark(seat: int) -> str:
    """Return the white picture of a seat's mark, to be tinted.

    Never show a seat's colour without it. From the tenth seat on (LG-01) marks repeat, with a 2.
    """
    suffix = "-2" if seat >= len(MARKS) else ""
    return f"marks/{MARKS[seat % len(MARKS)]}{suffix}.svg"


def seat_ink(seat: int) -> Colour:
    """Return the colour of type and marks that is readable on the seat's colour."""
    return readable_on(seat_colour(seat))


def readable_on(colour: Colour) -> Colour:
    """Return ink or paper, whichever stands out against the colour.

    >>> readable_on((255, 255, 255)) == INK
    True
    """
    red, green, blue = colour
    # The luma of the colour, as in BT.601.
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 100 else PAPER


def mix(start: Colour, end: Colour, share: float) -> Colour:
    """Return the colour between two; a share of 0 is the first, 1 the second."""
    a, b, c = (round(first + (second - first) * share) for first, second in zip(start, end, strict=True))
    return a, b, c


def is_tall_window(size: tuple[float, float]) -> bool:
    """True if a window of that size is tall: rows replace what is side by side."""
    return size[1] > _TALL_RATIO * size[0]
