"""Goals of scenarios: conditions on what one seat may know of a match.

The match began in a set-up position. Each game has a small closed set, which its plugin names as `goals`. Those of
games in which players are eliminated are here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Protocol, runtime_checkable

from grenade_salad.core import registry
from grenade_salad.core.view import View
from grenade_salad.text import Message, m

MAX_TURNS = 30
"""Maximum number of turns that a scenario asks for."""
# Translators: a number that a goal has: within how many turns
TURNS = m("Turns", context="of a goal")
# Translators: a number that a goal has: for how many rounds
ROUNDS = m("Rounds", context="of a goal")


@dataclass(frozen=True)
class GoalProgress:
    """The facts for a goal: only what the `seat` may know, now and at the start."""

    seat: int
    view: View
    start_view: View
    """The view at the start."""
    turns: int = 0
    """The number of turns of the seat that are over."""
    rounds: int = 0
    """The number of times that the turn of the seat has come again."""


@dataclass(frozen=True)
class Goal(ABC):
    """A condition whose fields are whole numbers, made by `integer_field`.

    Raises ValueError for impossible numbers.
    """

    name: ClassVar[str]
    """The name in files."""
    title: ClassVar[Message]
    """The title where goals are chosen, without its numbers."""

    def __post_init__(self) -> None:
        for part in fields(self):
            value, (minimum, maximum) = getattr(self, part.name), part.metadata["range"]
            if not minimum <= value <= maximum:
                raise ValueError(f"{part.name}: {value} is not from {minimum} to {maximum}")

    @abstractmethod
    def is_reached(self, progress: GoalProgress) -> bool:
        """True if it is reached for good."""

    @abstractmethod
    def is_failed(self, progress: GoalProgress) -> bool:
        """True if it cannot be reached any more."""

    @abstractmethod
    def points(self, progress: GoalProgress) -> int:
        """Return the points: the more, the better."""

    @abstractmethod
    def message(self) -> Message:
        """Return the goal in words, for the player."""

    @abstractmethod
    def describe_points(self, points: int) -> Message:
        """Return a number of points in words."""

    @property
    def minimum_points(self) -> int | None:
        """The points of a try that only just reaches the goal, or None."""
        return None

    def describe_progress(self, progress: GoalProgress) -> Message:
        """Return the progress in words, while it is played."""
        return self.describe_points(self.points(progress))


def integer_field(label: Message, maximum: int, minimum: int = 1) -> Any:
    """Return a field of a goal, with its label and bounds."""
    return field(metadata={"label": label, "range": (minimum, maximum)})


@dataclass(frozen=True)
class Goals:
    """The object that a plugin names: the goals of its scenarios."""

    kinds: tuple[type[Goal], ...]


@cache
def list_goals(game: str) -> tuple[type[Goal], ...]:
    """Return the goals that scenarios of the game may have; () if it names none.

    Raises registry.NoGame.
    """
    target = registry.plugin(game).goals
    return registry.load_object(target, Goals).kinds if target else ()


@runtime_checkable
class _Alive(Protocol):
    @property
    def alive(self) -> tuple[bool, ...]: ...


def _alive_seats(view: View) -> tuple[bool, ...]:
    """Return for each seat whether it is still in, which is public in such a game."""
    assert isinstance(view, _Alive)
    return view.alive


def _count_eliminated(progress: GoalProgress) -> int:
    """Return how many other seats were eliminated since the start."""
    return (
        sum(_alive_seats(progress.start_view))
        - sum(_alive_seats(progress.view))
        - (not _alive_seats(progress.view)[progress.seat])
    )


@dataclass(frozen=True)
class LastLeft(Goal):
    """Be the last player in; the sooner, the better."""

    name = "last_left"
    title = m("Be the last one left")

    def is_reached(self, progress: GoalProgress) -> bool:
        return _alive_seats(progress.view)[progress.seat] and sum(_alive_seats(progress.view)) == 1

    def is_failed(self, progress: GoalProgress) -> bool:
        return not _alive_seats(progress.view)[progress.seat]

    def points(self, progress: GoalProgress) -> int:
        return -progress.turns

    def message(self) -> Message:
        return m("Be the last one left.")

    def describe_points(self, points: int) -> Message:
        return _format_turns(-points)

    def describe_progress(self, progress: GoalProgress) -> Message:
        n = sum(_alive_seats(progress.view)) - _alive_seats(progress.view)[progress.seat]
        return m("{n} other is still in", "{n} others are still in", n=n)


@dataclass(frozen=True)
class StayIn(Goal):
    """Still be in after so many rounds; the more others are out by then, the better."""

    name = "stay_in"
    title = m("Stay in")
    rounds: int = integer_field(ROUNDS, MAX_TURNS)

    def is_reached(self, progress: GoalProgress) -> bool:
        is_over = progress.rounds >= self.rounds or sum(_alive_seats(progress.view)) == 1
        return is_over and _alive_seats(progress.view)[progress.seat]

    def is_failed(self, progress: GoalProgress) -> bool:
        return not _alive_seats(progress.view)[progress.seat]

    def points(self, progress: GoalProgress) -> int:
        return _count_eliminated(progress)

    def message(self) -> Message:
        return m("Stay in for {n} more round.", "Stay in for {n} more rounds.", n=self.rounds)

    @property
    def minimum_points(self) -> int:
        return 0

    def describe_points(self, points: int) -> Message:
        # Translators: players who went out while somebody else stayed in
        return m("{n} other is out", "{n} others are out", n=points)

    def describe_progress(self, progress: GoalProgress) -> Message:
        return m("Round {round} of {rounds}", round=min(progress.rounds + 1, self.rounds), rounds=self.rounds)


@dataclass(frozen=True)
class PutOut(Goal):
    """Stay in while so many others are eliminated; the sooner, the better.

    It must happen within so many of the seat's turns; what follows a turn until the next one counts as well.
    """

    name = "put_out"
    title = m("Have others out")
    players: int = integer_field(m("Players out"), 12)
    turns: int = integer_field(TURNS, MAX_TURNS)

    def is_reached(self, progress: GoalProgress) -> bool:
        return _alive_seats(progress.view)[progress.seat] and _count_eliminated(progress) >= self.players

    def is_failed(self, progress: GoalProgress) -> bool:
        return not _alive_seats(progress.view)[progress.seat] or progress.rounds >= self.turns

    def points(self, progress: GoalProgress) -> int:
        return -progress.turns

    def message(self) -> Message:
        if self.players == 1 and self.turns == 1:
            return m("Stay in, and have somebody out before your next turn.")
        if self.players == 1:
            return m(
                "Stay in, and have somebody out within {n} turn of yours.",
                "Stay in, and have somebody out within {n} turns of yours.",
                n=self.turns,
            )
        return m(
            "Stay in, and have {players} others out within {n} turn of yours.",
            "Stay in, and have {players} others out within {n} turns of yours.",
            players=self.players,
            n=self.turns,
        )

    @property
    def minimum_points(self) -> int:
        return -self.turns

    def describe_points(self, points: int) -> Message:
        return _format_turns(-points)

    def describe_progress(self, progress: GoalProgress) -> Message:
        return m("Turn {turn} of {turns}", turn=min(progress.rounds + 1, self.turns), turns=self.turns)


def _format_turns(turns: int) -> Message:
    # Translators: a goal was reached when so many of one's own turns were over
    return m("after {n} turn", "after {n} turns", n=turns)


LAST_LEFT = Goals((LastLeft, StayIn, PutOut))
"""For games in which players are eliminated, and whose views have `alive`."""
