"""Who decides for a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Controller:
    """Somebody at this screen, or a machine player of a level of `bots.LEVELS`."""

    kind: Literal["person", "bot"] = "person"
    level: str = "normal"

    @property
    def person(self) -> bool:
        """Whether somebody at this screen decides."""
        return self.kind == "person"
