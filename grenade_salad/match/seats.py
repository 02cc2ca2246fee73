"""Who decides for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grenade_salad.match.match import Header


@dataclass(frozen=True, slots=True)
class Controller:
    """Somebody at this screen, somebody with a phone, or a machine player of a name as in `bots.kind`, its level.

    At a table without turns a seat may be empty: "nobody".
    """

    kind: Literal["person", "phone", "bot", "nobody"] = "person"
    level: str = "normal"

    @property
    def person(self) -> bool:
        """Whether somebody at this screen decides."""
        return self.kind == "person"

    def words(self) -> str:
        """As it stands in a header's `meta["controllers"]`."""
        return f"bot {self.level}" if self.kind == "bot" else self.kind


NOBODY = Controller("nobody")
"""An empty seat."""


def controllers(header: Header) -> tuple[Controller, ...]:
    """Who decides for each seat by the header's `meta["controllers"]`.

    The words are "person", "bot", "bot LEVEL[-STYLE]" and "nobody". Whatever else stands there, or nothing, is a person
    at the screen, so that a match that another version wrote can be gone on with; so is "phone", since phones have to
    ask anew. `meta` is free: no word in it makes a record unreadable.
    """
    said = header.meta.get("controllers")
    words = [str(word).split() or [""] for word in said] if isinstance(said, list) else []
    seats = []
    for seat in range(len(header.seats)):
        kind, *level = words[seat] if seat < len(words) else ["person"]
        bot = Controller("bot", level[0] if level else "normal")
        seats.append({"bot": bot, "nobody": NOBODY}.get(kind, Controller()))
    return tuple(seats)


def seated(wanted: Sequence[Controller], turnless: bool) -> tuple[Controller, ...]:
    """Who sits there at such a table: with turns no seat is empty, so somebody at the screen has it; without turns
    machines do not play, and their seats are empty."""
    instead = {"bot": NOBODY} if turnless else {"nobody": Controller()}
    return tuple(instead.get(one.kind, one) for one in wanted)
