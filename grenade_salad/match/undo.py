"""Undo: how far a match may go back without anybody keeping what they should not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, Event, Reason, redact
from grenade_salad.match.match import Step

SHOWN_TO_ALL = (
    ("grenade_salad.games.live_grenade.events", "Grenade"),
    ("grenade_salad.games.wheel.events", "Exploded"),
)
"""Events by which everybody learns what nobody knew: an ace was the next card, nobody or somebody had that heart."""


@dataclass(frozen=True)
class NothingDone(Reason):
    """The match is at its start."""

    def text(self) -> str:
        return "nothing has been done that could be taken back"


@dataclass(frozen=True)
class Ended(Reason):
    """The match is over."""

    def text(self) -> str:
        return "the match is over, and its result stands"


@dataclass(frozen=True)
class LuckStands(Reason):
    """Luck came last: a roll, a shuffle, a drop."""

    kind: str

    def text(self) -> str:
        what = {"rest": "the drop", "roll": "the roll", "deal": "the deal"}.get(self.kind, "luck")
        return f"{what} has been seen, and cannot be taken back"


@dataclass(frozen=True)
class SecretSeen(Reason):
    """Somebody has seen what was hidden."""

    def text(self) -> str:
        return "hidden cards have been seen by it, so it cannot be taken back"


@dataclass(frozen=True)
class NotSoFar(Reason):
    """Fewer lines may be taken back than were asked for."""

    wanted: int
    most: int

    def text(self) -> str:
        return f"{self.wanted} steps cannot be taken back: before the last {self.most} somebody else or luck decided"


def _shows(event: Event) -> bool:
    """Whether somebody learns by the event what was hidden from them, other than what a seat shows of its own hand."""
    kind = type(event)
    if (kind.__module__, kind.__name__) in SHOWN_TO_ALL:
        return True
    return bool(event.knows) and redact(event, None) != event


def may_take_back(steps: Sequence[Step], over: bool) -> int | Reason:
    """How many of the last lines may be taken back, at least one, or why none.

    They are all decisions of the same seat (or of the table together); luck, and what showed something hidden, stay.
    """
    if over:
        return Ended()
    if not steps:
        return NothingDone()
    last = steps[-1].entry
    if not isinstance(last, Action):
        return LuckStands(last.kind)
    lines = 0
    for step in reversed(steps):
        if not isinstance(step.entry, Action) or step.entry.seat != last.seat or any(map(_shows, step.events)):
            break
        lines += 1
    return lines or SecretSeen()
