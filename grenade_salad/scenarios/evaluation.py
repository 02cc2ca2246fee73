"""Tries of machine players at a scenario, and whether it makes a good one.

A goal must be possible, and not every machine may always do best. A goal that every machine reaches is
worth one star, if more than the goal can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Protocol

from grenade_salad.core import Action, Event, State, derive_rng
from grenade_salad.lab.intervals import Z_95, interval
from grenade_salad.lab.playout import show_steps
from grenade_salad.match.match import Match
from grenade_salad.players import Player
from grenade_salad.players import make as make_player
from grenade_salad.scenarios.scenario import LEVELS, Attempt, Par, Scenario, begin
from grenade_salad.text import Message, m

_MAX_DECISIONS = 2000
"""Decisions after which a try has failed, for goals that never come to an end."""


@dataclass(frozen=True)
class Try:
    """The result of one try."""

    reached: bool
    """True if the goal was reached."""
    points: int
    match: Match
    """The match as the machines played it."""


class ScenarioPlayer(Protocol):
    """A player of the seat of a scenario, without a window."""

    def see(self, event: Event) -> None:
        """Take note of an event, redacted for the seat."""

    def choose(self, state: State) -> Action:
        """Return the action of the seat, by what it may know."""


class MachineScenarioPlayer:
    """A machine player in that seat."""

    def __init__(self, player: Player, seat: int) -> None:
        self._player, self._seat = player, seat

    def see(self, event: Event) -> None:
        """Show the event to the machine player."""
        self._player.see(event)

    def choose(self, state: State) -> Action:
        """Return what the machine player decides by its view."""
        return self._player.decide(state.view(self._seat), state.legal_actions(self._seat))


def try_level(scenario: Scenario, level: str, seed: int) -> Try:
    """Let a machine of that level play the seat against those of the scenario."""
    return try_player(scenario, _make_machine(scenario, level, scenario.seat, seed), seed)


def _make_machine(scenario: Scenario, level: str, seat: int, seed: int) -> MachineScenarioPlayer:
    # Streams from -2 down: `begin` draws hidden cards from -1, and chance has 0 and above.
    return MachineScenarioPlayer(make_player(scenario.game, level, seat, derive_rng(seed, -2 - seat)), seat)


def try_player(scenario: Scenario, player: ScenarioPlayer, seed: int) -> Try:
    """Let a player play the seat against machines of the scenario's level."""
    match = begin(scenario, seed)
    players = [
        player if seat == scenario.seat else _make_machine(scenario, scenario.machines, seat, seed)
        for seat in range(match.state.seats)
    ]
    steps = match.resolve_chance()
    tried = Attempt(scenario, match.state.view(scenario.seat))
    for _ in range(_MAX_DECISIONS):
        show_steps(players, steps)
        if tried.outcome or match.state.is_over or match.state.is_stalled:
            break
        steps = match.act(players[match.state.active_seats()[0]].choose(match.state))
        tried.see((event for step in steps for event in step.events), match.state.view(scenario.seat))
    return Try(tried.outcome == "reached", tried.points, match)


def measure_par(tries: Sequence[Try]) -> Par:
    """Return the par of these tries. Raises ValueError for none."""
    points = [float(result.points) for result in tries if result.reached]
    low, high = interval(len(points), len(tries))
    share = round(len(points) / len(tries), 4), round(low, 4), round(high, 4)
    if not points:
        return Par(len(tries), 0, share, (0.0, 0.0, 0.0))
    mean = fmean(points)
    half = Z_95 * stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return Par(len(tries), len(points), share, (round(mean, 3), round(mean - half, 3), round(mean + half, 3)))


def why_not(scenario: Scenario) -> Message | None:
    """Return why this is no scenario, by its pars; None if it is one."""
    pars = [scenario.par[level] for level in LEVELS if level in scenario.par]
    if not pars:
        return m("no machine has tried it yet")
    if not any(par.reached for par in pars):
        return m("no machine can do it")
    if all(par.reached == par.tries for par in pars) and scenario.star_points is None:
        return m("every machine always does it")
    return None
