"""Compass directions for people who listen. The upper edge of the table is north."""

from __future__ import annotations

from math import atan2, pi

from grenade_salad.text import Message, m

Point = tuple[float, float]
# Translators: for screen readers: where somebody is from somebody else; the upper edge of the table is north
_DIRECTIONS = (
    m("east"),
    m("north-east"),
    m("north"),
    m("north-west"),
    m("west"),
    m("south-west"),
    m("south"),
    m("south-east"),
)


def direction(start: Point, end: Point) -> Message:
    """Return the direction from one point to another, as on a map.

    >>> from grenade_salad.text import say
    >>> say(direction((0, 0), (10, 0.5))), say(direction((0, 0), (-7, -8)))
    ('east', 'south-west')
    """
    return _DIRECTIONS[round(atan2(end[1] - start[1], end[0] - start[0]) / (pi / 4)) % 8]
