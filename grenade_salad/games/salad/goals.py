"""What scenarios of Grenade Salad may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core.goals import MOST_TURNS, Goal, Goals, Now, within
from grenade_salad.core.view import View
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m


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
    soldiers: int
    turns: int

    def __post_init__(self) -> None:
        within("soldiers", self.soldiers, 1, 60)
        within("turns", self.turns, 1, MOST_TURNS)

    def _over(self, now: Now) -> bool:
        return now.turns >= self.turns or now.view.over

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

    def told(self, points: int) -> Message:
        return m("{n} taken", context="soldiers", n=points)


@dataclass(frozen=True)
class Hold(Goal):
    """Have so many soldiers on the table when the own turn has come so many times more; never none before that."""

    name = "hold"
    soldiers: int
    rounds: int

    def __post_init__(self) -> None:
        within("soldiers", self.soldiers, 1, 20)
        within("rounds", self.rounds, 1, MOST_TURNS)

    def _over(self, now: Now) -> bool:
        return now.rounds >= self.rounds or now.view.over

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

    def told(self, points: int) -> Message:
        return m("{n} soldier left", "{n} soldiers left", n=points)


@dataclass(frozen=True)
class Win(Goal):
    """Be ahead of everybody by so many points when the match is over; the more the better."""

    name = "win"
    lead: int = 1

    def __post_init__(self) -> None:
        within("lead", self.lead, 1, 60)

    def reached(self, now: Now) -> bool:
        return now.view.over and self.points(now) >= self.lead

    def failed(self, now: Now) -> bool:
        return now.view.over and self.points(now) < self.lead

    def points(self, now: Now) -> int:
        scores = _seen(now.view).scores
        return scores[now.seat] - max(score for seat, score in enumerate(scores) if seat != now.seat)

    def message(self) -> Message:
        if self.lead == 1:
            return m("Have the most points at the end.")
        return m("Win by {n} point.", "Win by {n} points.", n=self.lead)

    def told(self, points: int) -> Message:
        # Translators: how far somebody is ahead of everybody else
        return m("{n} point ahead", "{n} points ahead", n=points)


GOALS = Goals((Take, Hold, Win))
