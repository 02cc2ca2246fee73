"""A try at a scenario: the match that begins there, and how far its goal is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from grenade_salad.core import Event, TurnBegan, View, rng
from grenade_salad.core.goals import Now
from grenade_salad.match.match import Header, Match
from grenade_salad.scenarios.scenario import Scenario
from grenade_salad.text import Message

Outcome: TypeAlias = Literal["reached", "failed", ""]


def begin(scenario: Scenario, seed: int, names: Sequence[str] = ()) -> Match:
    """A match that begins there, before its first luck; what nobody knows is drawn by the seed.

    Without names the players have those of the position, or are called by letters.
    """
    start = scenario.start(rng(seed, -1))
    return Match(
        Header(scenario.game, tuple(names) or start.called, start.options, seed, start.setup, {"hints": False})
    )


class Attempt:
    """How a try goes. Whoever runs the match tells it what happened, as its seat may know it.

    `outcome` is "" as long as the goal can be reached, and does not change after that.
    """

    def __init__(self, scenario: Scenario, view: View) -> None:
        self.scenario = scenario
        self.now = Now(scenario.seat, view, view)
        self.outcome: Outcome = ""
        self._turn: int | None = scenario.seat

    def see(self, events: Iterable[Event], view: View) -> None:
        """These events happened, and this is what the seat knows after them."""
        if self.outcome:
            return
        turns, rounds = self.now.turns, self.now.rounds
        for event in events:
            if isinstance(event, TurnBegan):
                turns += self._turn == self.now.seat
                rounds += event.seat == self.now.seat
                self._turn = event.seat
        if view.over and not self.now.view.over:
            turns += self._turn == self.now.seat
        self.now = Now(self.now.seat, view, self.now.begun, turns, rounds)
        goal = self.scenario.goal
        self.outcome = "reached" if goal.reached(self.now) else "failed" if goal.failed(self.now) else ""

    @property
    def points(self) -> int:
        """How well it goes, by the goal."""
        return self.scenario.goal.points(self.now)

    @property
    def so_far(self) -> Message:
        """How far it is."""
        return self.scenario.goal.so_far(self.now)

    @property
    def stars(self) -> int:
        """What it earned: none unless the goal is reached."""
        return self.scenario.stars(self.points) if self.outcome == "reached" else 0
