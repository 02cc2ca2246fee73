"""Pictures that are put together from others and from words, as data.

An importer describes them; they are drawn where pictures of strangers are decoded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.games.open_table.box import Point

MAX_PARTS = 60
"""Maximum number of parts that are drawn, the lowest first."""


@dataclass(frozen=True, slots=True)
class DrawingPart:
    """A picture, words or a plain area on a drawing, in its own units."""

    x: float
    """The left edge, before it is turned."""
    y: float
    """The upper edge; y points down."""
    width: float
    height: float
    degrees: float = 0.0
    """Clockwise about its middle."""
    picture: str = ""
    """The name of a picture, shown as large as fits."""
    words: str = ""
    colour: str = ""
    """That of words, as "#RRGGBB"; else behind a picture, or of the area."""
    type_size: float = 0.0
    """Height of a line of words."""
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of parts, the lowest first."""

    size: Point
    """Width and height in its own units."""
    parts: tuple[DrawingPart, ...]
