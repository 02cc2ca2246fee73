"""Cards that are dragged: from the hand onto the table or onto somebody, and from the deck into the hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.app.ui.inputs import Point

FAR = 9.0
"""Units that the pointer moves before a press becomes a drag."""


@dataclass(slots=True)
class Drag:
    """`index` is the card of the hand that was pressed, None for the top card of the deck."""

    index: int | None
    start: Point
    at: Point
    moving: bool = False

    def move(self, at: Point) -> Literal["no", "begins", "moves"]:
        """The pointer is there now."""
        self.at = at
        if self.moving:
            return "moves"
        if abs(at[0] - self.start[0]) + abs(at[1] - self.start[1]) < FAR:
            return "no"
        self.moving = True
        return "begins"
