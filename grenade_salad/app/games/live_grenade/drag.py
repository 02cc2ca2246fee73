"""Dragging cards: from the hand to the table or a player, or from the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.app.ui.inputs import Point

DRAG_DISTANCE = 9.0
"""Units that the pointer moves before a press becomes a drag."""


@dataclass(slots=True)
class CardDrag:
    """A pressed card that may become a drag."""

    index: int | None
    """The index of the card in the hand; None for the top card of the deck."""
    start: Point
    position: Point
    is_moving: bool = False

    def move(self, position: Point) -> Literal["no", "begins", "moves"]:
        """Move the pointer to a position; return if the drag begins or continues."""
        self.position = position
        if self.is_moving:
            return "moves"
        if abs(position[0] - self.start[0]) + abs(position[1] - self.start[1]) < DRAG_DISTANCE:
            return "no"
        self.is_moving = True
        return "begins"
