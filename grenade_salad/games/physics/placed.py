"""What lies on a table, for all that measures and draws it."""

from __future__ import annotations

from typing import Protocol


class Placed(Protocol):
    """Where something lies, in mm, and how it is turned, in radians: a pose, a soldier, a cube as it is shown."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def angle(self) -> float: ...
