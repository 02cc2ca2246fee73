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
INK_SOFT: Colour = (0x4F, 0x55, 0x5B)
EMBER: Colour = (0xE4, 0x57, 0x2E)
EMBER_DARK: Colour = (0xB2, 0x3C, 0x18)
BRASS: Colour = (0xC8, 0x96, 0x3E)
BRASS_DARK: Colour = (0x76, 0x53, 0x15)
BRASS_LIGHT: Colour = (0xF0, 0xCB, 0x7C)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

SMALL, TEXT, LARGE, TITLE, HUGE = 16.0, 18.0, 22.0, 30.0, 56.0
"""Heights of type in logical units; nothing is smaller than SMALL."""

ROW = 44.0
"""Height of buttons and rows: enough for a finger."""

_TYPE_CONTRAST = 4.7
"""Contrast from which small type is readable.

WCAG asks for 4.5; the grain of paper takes a little away.
"""

MARKS = seat_colours.MARKS
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
    return seat_colours.seat_mark(seat)


def seat_ink(seat: int) -> Colour:
    """Return the colour of type and marks that is readable on the seat's colour."""
    return readable_on(seat_colour(seat))


def readable_on(colour: Colour) -> Colour:
    """Return ink or paper, whichever stands out against the colour.

    >>> readable_on((255, 255, 255)) == INK
    True
    """
    return INK if seat_colours.is_light(*colour) else PAPER


def type_on(colour: Colour) -> Colour:
    """Return the colour of type on a colour: ink or paper, else black or white.

    Its contrast is 4.5 to 1, as WCAG asks of small type, with some to spare for the grain of paper.

    >>> type_on(PAPER) == INK, type_on((0, 0x72, 0xB2)), type_on((0, 0x9E, 0x73))
    (True, (255, 255, 255), (0, 0, 0))
    """
    best = max(INK, PAPER, key=lambda ink: contrast(ink, colour))
    if contrast(best, colour) >= _TYPE_CONTRAST:
        return best
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, colour))


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG defines it.

    >>> round(contrast(BLACK, WHITE), 3), contrast(INK, INK)
    (21.0, 1.0)
    """
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG, from 0 to 1."""
    scaled = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in scaled)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(start: Colour, end: Colour, share: float) -> Colour:
    """Return the colour between two; a share of 0 is the first, 1 the second."""
    a, b, c = (round(first + (second - first) * share) for first, second in zip(start, end, strict=True))
    return a, b, c


def is_tall_window(size: tuple[float, float]) -> bool:
    """True if a window of that size is tall: rows replace what is side by side."""
    return size[1] > _TALL_RATIO * size[0]
