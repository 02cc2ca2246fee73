"""Reasons why something is refused: typed, with the facts that a message needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.text import Message, Seat, Words, m, say

_MAX_VALUE_LENGTH = 60
"""Maximum number of characters of a wrong value that a message quotes."""


@dataclass(frozen=True)
class Reason:
    """Reason why an action, a chance, options or a setup are refused.

    Subclasses carry the facts.
    """

    rule_id: ClassVar[str] = ""
    """The id of the rule, if there is one."""
    since: ClassVar[int] = 1
    """The first version of the record format in which it refuses an action.

    In earlier ones the action was legal, so such records stay readable.
    """

    def message(self) -> Message:
        """Return the reason in one sentence, without a capital or a full stop."""
        return Message("{line}", fields={"line": self.text()})

    def text(self) -> str:
        """Return the reason in the program's language, for a reader without names."""
        return say(self.message())


class Illegal(Exception):
    """The request is not allowed; nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.text()


@dataclass(frozen=True)
class GameOver(Reason):
    """The game is over, so nothing is allowed."""

    def message(self) -> Message:
        # Translators: why something cannot be done; after a name or a colon, or alone with a capital
        return m("the game is over")


@dataclass(frozen=True)
class ChancePending(Reason):
    """A chance must be resolved before any seat acts."""

    kind: str

    def message(self) -> Message:
        # Translators: {kind} is "the roll", "the deal"
        return m("a random event comes first: {kind}", kind=self.kind)


@dataclass(frozen=True)
class ChanceNotPending(Reason):
    """No chance is pending, or one of another kind."""

    kind: str
    """The kind that was to happen."""
    pending: str | None
    """The kind that is pending, or None."""

    def message(self) -> Message:
        if self.pending:
            # Translators: {kind} and {due} are names of random events in a record, as in roll
            return m("a {due} is due now, not a {kind}", kind=self.kind, due=self.pending)
        return m("no {kind} is due now", kind=self.kind)


@dataclass(frozen=True)
class WrongSeatCount(Reason):
    """The game is for fewer or more players."""

    title: Words
    seats: int
    min_seats: int
    max_seats: int

    def message(self) -> Message:
        return m(
            "{title} is for {least} to {most} players, not for {n}",
            title=self.title,
            n=self.seats,
            least=self.min_seats,
            most=self.max_seats,
        )


@dataclass(frozen=True)
class WrongOption(Reason):
    """A house rule has a value that it cannot have."""

    name: str
    value: object
    requirement: Words

    def message(self) -> Message:
        return m(
            "the house rule {name} cannot be {value}: it must be {wants}",
            name=repr(self.name),
            value=repr(self.value)[:_MAX_VALUE_LENGTH],
            wants=self.requirement,
        )


@dataclass(frozen=True)
class NoSuchAction(Reason):
    """The action is one of another game."""

    do: str

    def message(self) -> Message:
        return m("{name} is not an action of this game", name=repr(self.do))


@dataclass(frozen=True)
class NoTurns(Reason):
    """The table has no turns, and something needs them, such as a machine player."""

    title: Words

    def message(self) -> Message:
        return m("{title} has no turns, so machines can't play it", title=self.title)


@dataclass(frozen=True)
class NoSuchSeat(Reason):
    """The seat is not at this table."""

    seat: int
    seats: int

    def message(self) -> Message:
        return m("there is no seat {seat}: the seats are 0 to {last}", seat=self.seat, last=self.seats - 1)


@dataclass(frozen=True)
class NotActive(Reason):
    """Another seat is active."""

    seat: int | None
    active_seats: tuple[int, ...]

    def message(self) -> Message:
        active = [Seat(seat) for seat in self.active_seats]
        if self.seat is None:
            # Translators: {asked} are players: "Ann, Bo or Cy"
            return m("this cannot be done now: it is up to {asked:or}", asked=active)
        return m(
            "{who} cannot act now: it is up to {asked:or}",
            who=Seat(self.seat),
            asked=active,
            you=m("you cannot act now: it is up to {asked:or}"),
        )
