"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal, TypeAlias, TypeVar

from grenade_salad.text import Message, Reader, Seat, m, say

Mark: TypeAlias = Literal["out", "kill", "blast"]
"""What is worth a mark in a replay, the weightiest first: somebody is out, somebody killed, something exploded."""


@dataclass(slots=True)
class Event:
    """Something that happened. Games subclass it; treat it as immutable.

    Fields named in `open` are for everybody. All others are seen by the seats in `knows` alone and are None for
    anybody else: what nobody thought of stays hidden, and `message` has words for both.

    An event tells nobody more than the view after it shows them, but one that `reveals` something, which everybody may
    know from now on.
    """

    public_fields: ClassVar[tuple[str, ...]] = ()
    spoken_only_to_actor: ClassVar[bool] = False
    """Whether it needs no telling aloud to anybody but the player whom it is about."""
    unspoken_to_actor: ClassVar[bool] = False
    """Whether it needs no telling aloud to that player, who has just decided it."""
    reveals: ClassVar[bool] = False
    """Whether everybody learns by it what nobody knew: what led to it cannot be taken back then."""

    visible_to: tuple[int, ...] = field(default=(), kw_only=True, metadata={"key": "knows"})

    def message(self) -> Message:
        """The line of a log, as somebody reads it who sees the fields that are not None; without a full stop."""
        raise NotImplementedError

    def text(self, names: Sequence[str]) -> str:
        """The same in the language that the program speaks; empty if it is not worth a line."""
        return say(self.message(), Reader(names), begin=True)

    def spoken_message(self) -> Message:
        """The same for somebody who hears it while the match goes on: at most some eight words."""
        return self.message()

    @property
    def coalesce_key(self) -> object:
        """What it is about, if of several events in a row that are about the same only the last needs a line: a counter
        that is pressed again and again. None else."""
        return None

    @property
    def restored_line(self) -> int | None:
        """Of an undo that erases nothing: the line of the match up to which things stand as they did then, the first
        being 1; what came after it stands no more. None else."""
        return None

    @property
    def mark(self) -> Mark | None:
        """What kind of mark it gets on the bar of a replay, if any."""
        return None


@dataclass(slots=True)
class TurnBegan(Event):
    """Somebody's turn begins."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)
    spoken_only_to_actor: ClassVar[bool] = True

    seat: int

    def message(self) -> Message:
        return m("{who}'s turn", who=Seat(self.seat), you=m("Your turn"))


def log_line(event: Event, reader: Reader) -> str:
    """The line of a log for an event, as the reader may know it; empty if it is not worth one."""
    if type(event).text is not Event.text:
        return event.text(reader.names)
    return say(event.message(), reader, begin=True)


def subject_seat(event: Event) -> int | None:
    """The seat that the line of a log for an event is about: whom it names first; None if it is about nobody.

    >>> about(TurnBegan(1))
    1
    """
    if type(event).text is not Event.text:
        subject = getattr(event, "seat", None)
        return subject if isinstance(subject, int) else None
    subject = event.message().fields.get("who")
    return int(subject) if isinstance(subject, Seat) else None


E = TypeVar("E", bound=Event)


_PARTS: dict[type[Event], tuple[tuple[str, ...], tuple[str, ...]]] = {}


def _split_fields(kind: type[Event]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields that anybody may see, and those that are hidden from who does not know them."""
    if kind not in _PARTS:
        names = [part.name for part in fields(kind)]
        hidden = tuple(name for name in names if name not in kind.public_fields and name != "visible_to")
        _PARTS[kind] = tuple(name for name in names if name not in hidden), hidden
    return _PARTS[kind]


def redact(event: E, seat: int | None) -> E:
    """The event as the seat may know it; None is somebody who has no seat.

    >>> redact(TurnBegan(1), None)
    TurnBegan(visible_to=(), seat=1)
    """
    public, hidden = _split_fields(type(event))
    if not hidden or (seat is not None and seat in event.visible_to):
        return event
    redacted = object.__new__(type(event))
    for name in public:
        setattr(redacted, name, getattr(event, name))
    for name in hidden:
        setattr(redacted, name, None)
    return redacted
