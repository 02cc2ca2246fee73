"""What is worth a mark on the bar of a replay: explosions, kills, and who is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.core import Event
from grenade_salad.match.match import Step

Kind: TypeAlias = Literal["blast", "kill", "out"]

WORDS: dict[Kind, str] = {"blast": "explosion", "kill": "kill", "out": "out"}


@dataclass(frozen=True)
class Mark:
    """Something happened by a line; `line` is the number of lines after which it has happened."""

    line: int
    kind: Kind


def _kinds(game: str) -> tuple[tuple[Kind, tuple[type[Event], ...]], ...]:
    """The kinds of marks and the events that make them, the weightiest first."""
    if game == "grenade-salad":
        from grenade_salad.games.salad.events import Killed, MineWentOff, Threw

        return ("kill", (Killed,)), ("blast", (Threw, MineWentOff))
    if game == "live-grenade":
        from grenade_salad.games.live_grenade.events import Grenade, Out

        return ("out", (Out,)), ("blast", (Grenade,))
    from grenade_salad.games.wheel import events

    return ("out", (events.Out, events.HeartLost)), ("blast", (events.Exploded,))


def marks(game: str, steps: Sequence[Step]) -> list[Mark]:
    """At most one mark a line, the weightiest. A blow that kills nobody is none."""
    found = []
    kinds = _kinds(game)
    for number, step in enumerate(steps, 1):
        events = [event for event in step.events if getattr(event, "soldiers", True)]
        kind = next((kind for kind, types in kinds if any(isinstance(event, types) for event in events)), None)
        if kind is not None:
            found.append(Mark(number, kind))
    return found
