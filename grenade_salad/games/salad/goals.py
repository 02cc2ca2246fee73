"""Goals of scenarios of Grenade Salad."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from grenade_salad.core.goals import MAX_TURNS, ROUNDS, TURNS, Goal, GoalProgress, Goals, integer_field
from grenade_salad.core.view import View
from grenade_salad.games.salad.pieces import SOLDIERS_EACH
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m

_SOLDIERS = m("Soldiers")
_MAX_POINTS = 60
"""Maximum number of soldiers to take, and of points to lead by."""


def _salad_view(view: View) -> SaladView:
    assert isinstance(view, SaladView)
    return view


@dataclass(frozen=True)
class _SaladGoal(Goal):
    """A goal of a number of points, which count when it is over."""

    @property
    @abstractmethod
    def minimum_points(self) -> int: ...

    @abstractmethod
    def _is_over(self, progress: GoalProgress) -> bool: ...

    def is_reached(self, progress: GoalProgress) -> bool:
        return self._is_over(progress) and self.points(progress) >= self.minimum_points

    def is_failed(self, progress: GoalProgress) -> bool:
        return self._is_over(progress) and self.points(progress) < self.minimum_points


@dataclass(frozen=True)
class Take(_SaladGoal):
    """Take opponents' soldiers within a number of own turns.

    Soldiers of any player count, and the seat's own too (GS-26). The result counts when the turns are over, and more
    is better.
    """

    name = "take"
    title = m("Take soldiers")
    soldiers: int = integer_field(_SOLDIERS, _MAX_POINTS)
    turns: int = integer_field(TURNS, MAX_TURNS)

    def _is_over(self, progress: GoalProgress) -> bool:
        return progress.turns >= self.turns or progress.view.is_over

    def points(self, progress: GoalProgress) -> int:
        return _salad_view(progress.view).taken[progress.seat] - _salad_view(progress.start_view).taken[progress.seat]

    def message(self) -> Message:
        if self.turns == 1:
            return m("Take {n} soldier in this turn.", "Take {n} soldiers in this turn.", n=self.soldiers)
        return m(
            "Take {n} soldier within {turns} turns of yours.",
            "Take {n} soldiers within {turns} turns of yours.",
            n=self.soldiers,
            turns=self.turns,
        )

    @property
    def minimum_points(self) -> int:
        return self.soldiers

    def describe_points(self, points: int) -> Message:
        return m("{n} taken", context="soldiers", n=points)

    def describe_progress(self, progress: GoalProgress) -> Message:
        taken = self.describe_points(self.points(progress))
        if self.turns == 1:
            return taken
        # Translators: {taken} as in "2 taken"
        return m(
            "Turn {turn} of {turns}: {taken}", turn=min(progress.turns + 1, self.turns), turns=self.turns, taken=taken
        )


@dataclass(frozen=True)
class Hold(_SaladGoal):
    """Have soldiers on the table when the own turn has begun `rounds` more times.

    The seat must never be without soldiers before that.
    """

    name = "hold"
    title = m("Survive")
    soldiers: int = integer_field(_SOLDIERS, SOLDIERS_EACH)
    rounds: int = integer_field(ROUNDS, MAX_TURNS)

    def _is_over(self, progress: GoalProgress) -> bool:
        return progress.rounds >= self.rounds or progress.view.is_over

    def is_failed(self, progress: GoalProgress) -> bool:
        return self.points(progress) == 0 or super().is_failed(progress)

    def points(self, progress: GoalProgress) -> int:
        return sum(soldier.seat == progress.seat for soldier in _salad_view(progress.view).soldiers)

    def message(self) -> Message:
        if self.soldiers == 1:
            return m(
                "Survive {n} round: one soldier is enough.",
                "Survive {n} rounds: one soldier is enough.",
                n=self.rounds,
            )
        return m(
            "Survive {n} round, with {soldiers} soldiers left.",
            "Survive {n} rounds, with {soldiers} soldiers left.",
            n=self.rounds,
            soldiers=self.soldiers,
        )

    @property
    def minimum_points(self) -> int:
        return self.soldiers

    def describe_points(self, points: int) -> Message:
        return m("{n} soldier left", "{n} soldiers left", n=points)

    def describe_progress(self, progress: GoalProgress) -> Message:
        left = self.describe_points(self.points(progress))
        # Translators: {left} as in "2 soldiers left"
        return m(
            "Round {round} of {rounds}: {left}",
            round=min(progress.rounds + 1, self.rounds),
            rounds=self.rounds,
            left=left,
        )


@dataclass(frozen=True)
class Win(_SaladGoal):
    """Lead by a number of points at the end of the match; more is better."""

    name = "win"
    title = m("Win")
    lead: int = integer_field(m("Points ahead"), _MAX_POINTS)

    def _is_over(self, progress: GoalProgress) -> bool:
        return progress.view.is_over

    def points(self, progress: GoalProgress) -> int:
        scores = _salad_view(progress.view).scores
        return scores[progress.seat] - max(score for seat, score in enumerate(scores) if seat != progress.seat)

    def message(self) -> Message:
        if self.lead == 1:
            return m("Have the most points at the end.")
        return m("Win by {n} point.", "Win by {n} points.", n=self.lead)

    @property
    def minimum_points(self) -> int:
        return self.lead

    def describe_points(self, points: int) -> Message:
        if points < 0:
            # Translators: how far somebody is behind the one who leads
            return m("{n} point behind", "{n} points behind", n=-points)
        # Translators: how far somebody is ahead of everybody else
        return m("{n} point ahead", "{n} points ahead", n=points)


GOALS = Goals((Take, Hold, Win))
