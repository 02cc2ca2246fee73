"""What is worth a mark on the bar of a replay: explosions, kills, and who is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from grenade_salad.core.events import Mark as Kind
from grenade_salad.match.match import Step
from grenade_salad.text import Message, m

# Translators: a mark on the bar of a replay
WORDS: dict[Kind, Message] = {"blast": m("explosion"), "kill": m("kill"), "out": m("out", context="of the game")}


@dataclass(frozen=True)
class Mark:
    """Something happened by a line; `line` is the number of lines after which it has happened."""

    line: int
    kind: Kind


def marks(steps: Sequence[Step]) -> list[Mark]:
    """At most one mark a line, the weightiest."""
    found = []
    for number, step in enumerate(steps, 1):
        kinds = {event.mark for event in step.events}
        kind = next((kind for kind in get_args(Kind) if kind in kinds), None)
        if kind is not None:
            found.append(Mark(number, kind))
    return found
