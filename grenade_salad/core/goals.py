"""Goals of scenarios: conditions over what one seat may know of a match that began in a set-up position.

A small closed set for each game, which its plugin names as `goals`. Those of games in which players go out are here.
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
"""No scenario asks for more turns than that."""
# Translators: a number that a goal has: within how many turns
TURNS = m("Turns", context="of a goal")
# Translators: a number that a goal has: for how many rounds
ROUNDS = m("Rounds", context="of a goal")


@dataclass(frozen=True)
class GoalProgress:
    """What a goal looks at: what the `seat` may know, now and when it `begun`, and nothing else.

    `turns` is how many turns of the seat are over, `rounds` how often its turn has come again.
    """

    seat: int
    view: View
    start_view: View
    turns: int = 0
    rounds: int = 0


@dataclass(frozen=True)
class Goal(ABC):
    """A condition, whose fields are whole numbers, made by `number`. Raises ValueError for one that cannot be."""

    name: ClassVar[str]
    """What files call it."""
    title: ClassVar[Message]
    """What it is called where goals are chosen, without its numbers."""

    def __post_init__(self) -> None:
        for part in fields(self):
            value, (minimum, maximum) = getattr(self, part.name), part.metadata["range"]
            if not minimum <= value <= maximum:
                raise ValueError(f"{part.name}: {value} is not from {minimum} to {maximum}")

    @abstractmethod
    def is_reached(self, progress: GoalProgress) -> bool:
        """Whether it is reached for good."""

    @abstractmethod
    def is_failed(self, progress: GoalProgress) -> bool:
        """Whether it cannot be reached any more."""

    @abstractmethod
    def points(self, progress: GoalProgress) -> int:
        """How well it goes; the more, the better."""

    @abstractmethod
    def message(self) -> Message:
        """What is asked for, as somebody says it to whoever plays."""

    @abstractmethod
    def describe_points(self, points: int) -> Message:
        """So many points in words."""

    @property
    def minimum_points(self) -> int | None:
        """The points of a try that only just reaches the goal; None where there is no such number."""
        return None

    def describe_progress(self, progress: GoalProgress) -> Message:
        """How far it is, while it is played."""
        return self.describe_points(self.points(progress))


def integer_field(label: Message, maximum: int, minimum: int = 1) -> Any:
    """A field of a goal: what it is called, and its bounds."""
    return field(metadata={"label": label, "range": (minimum, maximum)})


@dataclass(frozen=True)
class Goals:
    """What the plugin of a game names: the goals that its scenarios may have."""

    kinds: tuple[type[Goal], ...]


@cache
def list_goals(game: str) -> tuple[type[Goal], ...]:
    """The goals that scenarios of the game may have: none if it names none. Raises registry.NoGame."""
    target = registry.plugin(game).goals
    return registry.load_object(target, Goals).kinds if target else ()


@runtime_checkable
class _Alive(Protocol):
    @property
    def alive(self) -> tuple[bool, ...]: ...


def _alive_seats(view: View) -> tuple[bool, ...]:
    """Who is still in: in such a game that is open."""
    assert isinstance(view, _Alive)
    return view.alive


def _count_eliminated(progress: GoalProgress) -> int:
    """How many others went out since the start."""
    return (
        sum(_alive_seats(progress.start_view))
        - sum(_alive_seats(progress.view))
        - (not _alive_seats(progress.view)[progress.seat])
    )


@dataclass(frozen=True)
class LastLeft(Goal):
    """Be the last one in; the sooner the better."""

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
    """Be still in when the own turn has come so many times more; the more others are out by then, the better."""

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
    """So many others go out while one is still in, within so many own turns and what follows until the next one; the
    sooner the better."""

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
"""For games in which players go out, and whose views say who is `alive`."""
