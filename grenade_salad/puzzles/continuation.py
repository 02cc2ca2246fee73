"""Consequences of a choice, compared with those of the best choice.

Both matches are played to their end with the same chance. They are worked out in the worker process, in worlds that are
possible for the seat, until one shows the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from grenade_salad import players
from grenade_salad.core import Action, Chance, State, derive_rng, redact
from grenade_salad.core.chance import SEED_BITS
from grenade_salad.core.puzzle_rules import WorldSampler, load_puzzle_rules
from grenade_salad.lab.evaluation import PLAYER
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match

MAX_WORLDS = 16
"""Maximum number of worlds that are tried."""
_FIRST_WORLD_INDEX = -5000
"""Index of the first world's random numbers.

Other worlds are below it; the match itself has 0 and above.
"""


@dataclass(frozen=True)
class Continuation:
    """A match from the choice on, and how it ended."""

    entries: tuple[Action | Chance, ...]
    """The choice, and all that followed."""
    ranking: tuple[tuple[int, ...], ...]

    def share(self, seat: int) -> float:
        """Return the seat's share of the win."""
        first = self.ranking[0]
        return 1 / len(first) if seat in first else 0.0


@dataclass(frozen=True)
class ChoiceComparison:
    """Two continuations with the hidden cards and the chance of the same world."""

    world: int
    """The index for `DecisionPoint.start_world`."""
    mine: Continuation
    """The match after the person's choice."""
    best: Continuation
    """The match after the best choice."""


@dataclass(frozen=True)
class DecisionPoint:
    """A point at which a seat chooses."""

    match: Match
    """The match at that point."""
    seat: int
    worlds: WorldSampler
    """Draws worlds that are consistent with everything the seat has seen."""

    def start_world(self, world: int) -> Match:
        """Return a new match in that world.

        Whatever the seat may not know is redrawn, and so is future chance.
        """
        world_rng = derive_rng(self.match.header.seed, _FIRST_WORLD_INDEX - world)
        state = self.worlds(world_rng)
        return copy_match(self.match, state, world_rng.getrandbits(SEED_BITS))


def find_decision_point(header: Header, entries: Sequence[Action | Chance], seat: int) -> DecisionPoint:
    """Return the decision point after these entries.

    Raises `Illegal` for entries that are not possible.
    """
    match = Match(header)
    steps = [match.apply_entry(entry) for entry in entries]
    make_worlds = load_puzzle_rules(header.game).worlds
    if make_worlds is None:
        return DecisionPoint(match, seat, partial(match.state.resample, seat))
    return DecisionPoint(
        match, seat, make_worlds(match.state, seat, [redact(event, seat) for step in steps for event in step.events])
    )


def copy_match(moment: Match, state: State | None = None, seed: int | None = None) -> Match:
    """Return a new match at the same point, with another state and seed if given."""
    header = moment.header if seed is None else replace(moment.header, seed=seed)
    match = Match(header)
    match.state = (state or moment.state).copy()
    match.entries, match.chance_count = list(moment.entries), moment.chance_count
    return match


def _continue_match(match: Match, choice: Action) -> Continuation:
    start, header = len(match.entries), match.header
    match.apply_entry(choice)
    level = players.nearest_player(header.game, PLAYER)
    play(match, make_players(header.game, [level] * match.state.seats, header.seed))
    return Continuation(tuple(match.entries[start:]), match.state.ranking())


def compare_choices(
    header: Header, entries: Sequence[Action | Chance], seat: int, mine: Action, best: Action, worlds: int = MAX_WORLDS
) -> ChoiceComparison:
    """Return both choices played on by the same machine players.

    It is the first world in which the best one comes to more, or the last one that was tried if there is none. Raises
    `Illegal` for a choice that is not legal.
    """
    decision_point = find_decision_point(header, entries, seat)
    for world in range(worlds):
        comparison = ChoiceComparison(
            world,
            _continue_match(decision_point.start_world(world), mine),
            _continue_match(decision_point.start_world(world), best),
        )
        if comparison.best.share(seat) > comparison.mine.share(seat):
            break
    return comparison
