"""Events: what happened, and which parts of it each seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import ClassVar, Literal, TypeAlias, TypeVar

from grenade_salad.text import Message, Reader, Seat, m, say

Mark: TypeAlias = Literal["out", "kill", "blast"]
"""Marks in a replay, the most important first.

A player is out, a player or soldier is killed, or something exploded.
"""


@dataclass(slots=True)
class Event:
    """Something that happened. Games subclass it; treat it as immutable.

    Fields that are not public are None for the seats that may not know them. A forgotten field stays hidden, and
    `message` has words for both cases.

    An event tells no seat more than the view after it, except for an event that `reveals` something, which everybody
    may know from then on.
    """

    public_fields: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that everybody may know."""
    spoken_only_to_actor: ClassVar[bool] = False
    """True if it need not be spoken to anybody but the player whom it is about."""
    unspoken_to_actor: ClassVar[bool] = False
    """True if it need not be spoken to that player, who has just decided it."""
    is_routine: ClassVar[bool] = False
    """True if it belongs to every turn, such as its beginning.

    The last line of the log in a bar tells what happened before it.
    """
    is_summary: ClassVar[bool] = False
    """True if it only says in words what earlier events of its turn show.

    It is no moment of a match for machine players: `SeededPlayer` counts the others.
    """
    reveals: ClassVar[bool] = False
    """True if all learn something by it that no seat knew.

    What led to it cannot be undone then.
    """

    visible_to: tuple[int, ...] = field(default=(), kw_only=True, metadata={"key": "knows"})
    """The seats that may know the other fields, too. Called "knows" in JSON."""

    def message(self) -> Message:
        """Return the line of a log for a reader of the fields that are not None.

        It has no full stop.
        """
        raise NotImplementedError

    def text(self, names: Sequence[str]) -> str:
        """Return the line in the language of the program; "" if it is not worth a line."""
        return say(self.message(), Reader(names), begin=True)

    def spoken_message(self) -> Message:
        """Return the message for people who hear it while the match continues.

        It has about eight words at most.
        """
        return self.message()

    @property
    def coalesce_key(self) -> object:
        """Key of events that share one line, such as changes of one counter; or None.

        Of several such events in a row, only the last needs a line.
        """
        return None

    @property
    def restored_line(self) -> int | None:
        """The line of the match to which an undo returns that erases nothing; or None.

        The first line is 1. Whatever followed that line does not count any more.
        """
        return None

    def puts_out(self, seat: int) -> bool:
        """Return True if the seat is out by it, or has lost its last piece."""
        return False

    @property
    def mark(self) -> Mark | None:
        """The mark on the bar of a replay, or None."""
        return None


@dataclass(slots=True)
class TurnBegan(Event):
    """A seat begins its turn."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)
    spoken_only_to_actor: ClassVar[bool] = True
    is_routine: ClassVar[bool] = True

    seat: int

    def message(self) -> Message:
        return m("{who}'s turn", who=Seat(self.seat), you=m("Your turn"))


def log_line(event: Event, reader: Reader) -> str:
    """Return the line of a log as the reader may know it; "" if it is not worth one."""
    if type(event).text is not Event.text:
        return event.text(reader.names)
    return say(event.message(), reader, begin=True)


def subject_seat(event: Event) -> int | None:
    """Return the seat that an event's log line names first; None if it names none.

    >>> subject_seat(TurnBegan(1))
    1
    """
    if type(event).text is not Event.text:
        subject = getattr(event, "seat", None)
        return subject if isinstance(subject, int) else None
    subject = event.message().fields.get("who")
    return int(subject) if isinstance(subject, Seat) else None


E = TypeVar("E", bound=Event)


@cache
def _split_fields(kind: type[Event]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the public fields of an event class, and the hidden ones."""
    names = [part.name for part in fields(kind)]
    hidden = tuple(name for name in names if name not in kind.public_fields and name != "visible_to")
    return tuple(name for name in names if name not in hidden), hidden


def redact(event: E, seat: int | None) -> E:
    """Return the event as the seat may know it; None is a spectator.

    >>> redact(TurnBegan(1), None)
    TurnBegan(visible_to=(), seat=1)
    """
    public, hidden = _split_fields(type(event))  # type: ignore[arg-type]  # a class has a hash, whatever its instances have
    if not hidden or (seat is not None and seat in event.visible_to):
        return event
    redacted = object.__new__(type(event))
    for name in public:
        setattr(redacted, name, getattr(event, name))
    for name in hidden:
        setattr(redacted, name, None)
    return redacted
