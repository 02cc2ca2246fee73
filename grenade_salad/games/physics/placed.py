"""Protocol of objects on a table, for all that measures and draws them."""

from __future__ import annotations

from typing import Protocol


class Placed(Protocol):
    """A position in mm and an angle in radians: a pose, a soldier, a cube in a film."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def angle(self) -> float: ...
