"""What comes of a choice: the match played on to its end, and once more with the best choice and the same luck.

It is worked out beside the window, in worlds that are possible for the seat, until one shows the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from grenade_salad import players
from grenade_salad.core import Action, Chance, State, chance_rng, redact
from grenade_salad.core.puzzle_rules import Worlds, puzzling
from grenade_salad.lab.evaluation import PLAYER
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match

WORLDS = 16
"""In how many worlds it is tried at most."""
_LUCK = -5000
"""Where the random numbers of worlds begin, downwards; those of the match itself are 0 and above."""


@dataclass(frozen=True)
class Course:
    """A match from the choice on, line by line, and how it ended."""

    entries: tuple[Action | Chance, ...]
    ranking: tuple[tuple[int, ...], ...]

    def share(self, seat: int) -> float:
        """What the seat has of the win."""
        first = self.ranking[0]
        return 1 / len(first) if seat in first else 0.0


@dataclass(frozen=True)
class PlayedOut:
    """`mine` and `best` have hidden cards and luck of the same world; `world` tells which: see `Place.begin`."""

    world: int
    mine: Course
    best: Course


@dataclass(frozen=True)
class Place:
    """Where a seat chooses: `match` is at that point, `worlds` draws worlds that fit everything the seat has seen."""

    match: Match
    seat: int
    worlds: Worlds

    def begin(self, world: int) -> Match:
        """A new match in that world: whatever the seat may not know is redrawn, and so is future luck."""
        luck = chance_rng(self.match.header.seed, _LUCK - world)
        state = self.worlds(luck)
        return again(self.match, state, luck.getrandbits(48))


def place_of(header: Header, entries: Sequence[Action | Chance], seat: int) -> Place:
    """The place after these lines. Raises Illegal for one that cannot be."""
    match = Match(header)
    steps = [match.add(entry) for entry in entries]
    make = puzzling(header.game).worlds
    if make is None:
        return Place(match, seat, partial(match.state.resample, seat))
    return Place(match, seat, make(match.state, seat, [redact(event, seat) for step in steps for event in step.events]))


def again(moment: Match, state: State | None = None, seed: int | None = None) -> Match:
    """A new match at the same point; with the given state and future luck, if there are any."""
    header = moment.header if seed is None else replace(moment.header, seed=seed)
    match = Match(header)
    match.state = (state or moment.state).copy()
    match.entries, match.chances = list(moment.entries), moment.chances
    return match


def _course(match: Match, choice: Action) -> Course:
    before, header = len(match.entries), match.header
    match.add(choice)
    level = players.nearest(header.game, PLAYER)
    play(match, make_players(header.game, [level] * match.state.seats, header.seed))
    return Course(tuple(match.entries[before:]), match.state.ranking())


def play_out(
    header: Header, entries: Sequence[Action | Chance], seat: int, mine: Action, best: Action, worlds: int = WORLDS
) -> PlayedOut:
    """Both choices played on by the same machine players, in the first world where the best one comes to more.

    In the last one that was tried, if it does in none. Raises Illegal for a choice that is not legal.
    """
    place = place_of(header, entries, seat)
    for world in range(worlds):
        found = PlayedOut(world, _course(place.begin(world), mine), _course(place.begin(world), best))
        if found.best.share(seat) > found.mine.share(seat):
            break
    return found
