"""The value of choices in any game: win shares in possible worlds.

Matches are played to their ends in worlds that are consistent with what the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import TypeAlias

from grenade_salad.core import Action, Event, State, TurnBegan, View, derive_rng
from grenade_salad.core.chance import SEED_BITS
from grenade_salad.core.puzzle_rules import WorldSampler, load_puzzle_rules
from grenade_salad.lab.intervals import Z_95
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.players import Player, load_roster, nearest_player

PLAYER = "normal"
"""The level that plays on in every seat."""

Plan: TypeAlias = tuple[Action, ...]
"""Actions of a seat in its turn, one after another, as long as each is legal.

The player acts for itself after them.
"""


@dataclass(frozen=True)
class WinShareGap:
    """The difference of two win shares, and its 95 % interval."""

    gain: float
    """By how much larger the share is with one choice than with another, from -1 to 1."""
    low: float
    high: float
    worlds: int
    """The number of pairs of matches."""


def win_shares(
    header: Header,
    state: State,
    seat: int,
    choices: Sequence[Action | Plan],
    seed: int,
    player: str = PLAYER,
    draw_world: WorldSampler | None = None,
) -> Iterator[tuple[float, ...]]:
    """Yield the win shares of the seat after each choice, world after world.

    It never ends. A choice is an action, or several of a turn. Only what the seat may know of `state` is used: the rest
    is drawn again for each world by `draw_world`, which is `resample` if nothing is known besides the view. In a world
    all choices have the same hidden cards and the same chance. Whatever follows a choice, the rest of the turn too, is
    played by `player` in every seat, who has not seen the match before. Raises `Illegal` for a choice that is not
    legal.
    """
    index = 0
    while True:
        world_rng = derive_rng(seed, index)
        world = state.resample(seat, world_rng) if draw_world is None else draw_world(world_rng)
        match_seed = world_rng.getrandbits(SEED_BITS)
        yield tuple(_share(header, world, seat, choice, match_seed, player) for choice in choices)
        index += 1


def _share(header: Header, world: State, seat: int, choice: Action | Plan, seed: int, player: str) -> float:
    """Return the win share of the seat in one match in that world."""
    match = Match(replace(header, seed=seed))
    match.state = world.copy()
    first_action, *rest = (choice,) if isinstance(choice, Action) else choice
    match.apply_entry(first_action)
    level = nearest_player(header.game, player)
    players: list[Player] = [*make_players(header.game, [level] * world.seats, seed)]
    if rest:
        players[seat] = _PlanFollower(players[seat], rest, match)
    play(match, players)
    first = match.state.ranking()[0]
    return 1 / len(first) if seat in first else 0.0


class _PlanFollower(Player):
    """A player that carries out a plan for its turn as long as it is legal.

    Then another player continues.
    """

    def __init__(self, player: Player, plan: Sequence[Action], match: Match) -> None:
        self._player, self._plan, self._match = player, list(plan), match

    def see(self, event: Event) -> None:
        """Drop the plan when another turn begins, and show the event to the player."""
        if isinstance(event, TurnBegan):
            self._plan.clear()
        self._player.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the next action of the plan, or the player's choice."""
        if self._plan and self._match.state.why_not(self._plan[0]) is None:
            return self._plan.pop(0)
        self._plan.clear()
        return self._player.decide(view, legal)


def make_world_sampler(game: str, state: State, seat: int, events: Sequence[Event]) -> WorldSampler | None:
    """Return a function that draws worlds which agree with all that the seat saw.

    `events` are those of the match, redacted for the seat. None stands for `resample`. Raises ValueError if a seat may
    know more than its view, and no such function exists.
    """
    make_sampler = load_puzzle_rules(game).worlds
    if make_sampler is not None:
        return make_sampler(state, seat, events)
    if load_roster(game).has_memory:
        raise ValueError(f"nobody draws worlds of {game} that agree with what a seat remembers")
    return None


def measure_gap(gains: Sequence[float], z: float = Z_95) -> WinShareGap:
    """Return the mean of differences of win shares, and its interval.

    Each difference is from one world. The 95 % interval is that of a large number of worlds, of `z` standard errors to
    each side: more of them make it wider.

    Two more worlds are counted, one for each side (Agresti and Min 2005), so that a few equal ones do not count as
    certainty. Raises ValueError without any.

    >>> gap = measure_gap([1.0] * 10)
    >>> gap.gain, round(gap.low, 2), gap.high
    (1.0, 0.52, 1.0)
    """
    if not gains:
        raise ValueError("no worlds were played")
    gain, count = fmean(gains), len(gains) + 2
    middle = sum(gains) / count
    square = (2.0 + sum(value * value for value in gains)) / count
    half = z * sqrt((square - middle * middle) / count)
    return WinShareGap(gain, max(-1.0, min(middle - half, gain)), min(1.0, max(middle + half, gain)), len(gains))
