"""Who decides for a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.match.match import Header


@dataclass(frozen=True, slots=True)
class Controller:
    """Somebody at this screen, somebody with a phone, or a machine player of a name as in `bots.kind`, its level."""

    kind: Literal["person", "phone", "bot"] = "person"
    level: str = "normal"

    @property
    def person(self) -> bool:
        """Whether somebody at this screen decides."""
        return self.kind == "person"

    def words(self) -> str:
        """As it stands in a header's `meta["controllers"]`."""
        return f"bot {self.level}" if self.kind == "bot" else self.kind


def controllers(header: Header) -> tuple[Controller, ...]:
    """Who decides for each seat by the header's `meta["controllers"]`: "person", "bot" or "bot LEVEL[-STYLE]".

    Whatever else stands there, or nothing, is a person at the screen; so is "phone", since phones have to ask anew.
    """
    said = header.meta.get("controllers")
    words = [str(word).split() or [""] for word in said] if isinstance(said, list) else []
    seats = []
    for seat in range(len(header.seats)):
        kind, *level = words[seat] if seat < len(words) else ["person"]
        seats.append(Controller("bot", level[0] if level else "normal") if kind == "bot" else Controller())
    return tuple(seats)
