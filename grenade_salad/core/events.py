"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, TypeVar


@dataclass(slots=True)
class Event:
    """Something that happened. Games subclass it; treat it as immutable.

    Fields named in `open` are for everybody. All others are seen by the seats in `knows` alone and are None for
    anybody else: what nobody thought of stays hidden.
    """

    open: ClassVar[tuple[str, ...]] = ()

    knows: tuple[int, ...] = field(default=(), kw_only=True)

    def text(self, names: Sequence[str]) -> str:
        """The line of a log in plain words, as somebody reads it who sees the fields that are not None."""
        raise NotImplementedError


@dataclass(slots=True)
class TurnBegan(Event):
    """Somebody's turn begins."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s turn"


E = TypeVar("E", bound=Event)


def _hidden(kind: type[Event]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind) if part.name not in kind.open and part.name != "knows")


def redact(event: E, seat: int | None) -> E:
    """The event as the seat may know it; None is somebody who has no seat."""
    kind: type[Event] = type(event)
    hidden = _hidden(kind)
    if not hidden or (seat is not None and seat in event.knows):
        return event
    nothing: dict[str, Any] = dict.fromkeys(hidden)
    return replace(event, **nothing)
