"""What scenarios of Grenade Salad may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core.goals import MOST_TURNS, ROUNDS, TURNS, Goal, Goals, Now, number
from grenade_salad.core.view import View
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m

_SOLDIERS = m("Soldiers")


def _seen(view: View) -> SaladView:
    assert isinstance(view, SaladView)
    return view


def _standing(now: Now) -> int:
    return sum(one.seat == now.seat for one in _seen(now.view).soldiers)


@dataclass(frozen=True)
class Take(Goal):
    """Take so many opponents' soldiers, of any player and one's own too (GS-26), within so many own turns; it counts
    when these are over, and the more the better."""

    name = "take"
    title = m("Take soldiers")
    soldiers: int = number(_SOLDIERS, 60)
    turns: int = number(TURNS, MOST_TURNS)

    def _over(self, now: Now) -> bool:
        return now.turns >= self.turns or now.view.is_over

    def reached(self, now: Now) -> bool:
        return self._over(now) and self.points(now) >= self.soldiers

    def failed(self, now: Now) -> bool:
        return self._over(now) and self.points(now) < self.soldiers

    def points(self, now: Now) -> int:
        return _seen(now.view).taken[now.seat] - _seen(now.begun).taken[now.seat]

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

    def so_far(self, now: Now) -> Message:
        taken = self.describe_points(self.points(now))
        if self.turns == 1:
            return taken
        # Translators: {taken} as in "2 taken"
        return m("Turn {turn} of {turns}: {taken}", turn=min(now.turns + 1, self.turns), turns=self.turns, taken=taken)


@dataclass(frozen=True)
class Hold(Goal):
    """Have so many soldiers on the table when the own turn has come so many times more; never none before that."""

    name = "hold"
    title = m("Survive")
    soldiers: int = number(_SOLDIERS, 20)
    rounds: int = number(ROUNDS, MOST_TURNS)

    def _over(self, now: Now) -> bool:
        return now.rounds >= self.rounds or now.view.is_over

    def reached(self, now: Now) -> bool:
        return self._over(now) and _standing(now) >= self.soldiers

    def failed(self, now: Now) -> bool:
        return _standing(now) == 0 or (self._over(now) and _standing(now) < self.soldiers)

    def points(self, now: Now) -> int:
        return _standing(now)

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

    def so_far(self, now: Now) -> Message:
        left = self.describe_points(self.points(now))
        # Translators: {left} as in "2 soldiers left"
        return m(
            "Round {round} of {rounds}: {left}", round=min(now.rounds + 1, self.rounds), rounds=self.rounds, left=left
        )


@dataclass(frozen=True)
class Win(Goal):
    """Be ahead of everybody by so many points when the match is over; the more the better."""

    name = "win"
    title = m("Win")
    lead: int = number(m("Points ahead"), 60)

    def reached(self, now: Now) -> bool:
        return now.view.is_over and self.points(now) >= self.lead

    def failed(self, now: Now) -> bool:
        return now.view.is_over and self.points(now) < self.lead

    def points(self, now: Now) -> int:
        scores = _seen(now.view).scores
        return scores[now.seat] - max(score for seat, score in enumerate(scores) if seat != now.seat)

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
