"""One judge for all games: what choices are worth, by matches played to their ends in worlds possible for the seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean

from grenade_salad import bots
from grenade_salad.core import Action, State, rng
from grenade_salad.core.puzzling import Worlds
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match

PLAYER = "normal"
"""Who plays on in every seat."""
_Z = 1.959964


@dataclass(frozen=True)
class Difference:
    """How much larger the share of the win is with one choice than with another, and its 95 % interval; from -1 to 1.

    `worlds` is in how many pairs of matches.
    """

    gain: float
    low: float
    high: float
    worlds: int


def shares(
    header: Header,
    state: State,
    seat: int,
    choices: Sequence[Action],
    seed: int,
    player: str = PLAYER,
    worlds: Worlds | None = None,
) -> Iterator[tuple[float, ...]]:
    """For one world after another, without end, the share of the win that the seat has after each of the choices.

    Of `state` it counts only what the seat may know: the rest is drawn anew for each world by `worlds`, which is
    `resample` where nothing is known besides the view. In a world
    all choices have the same hidden cards and the same luck. Whatever follows a choice, the rest of the turn too, is
    played by `player` in every seat, who has not seen the match before. Raises Illegal for a choice that is not legal.
    """
    number = 0
    while True:
        luck = rng(seed, number)
        world = state.resample(seat, luck) if worlds is None else worlds(luck)
        following = luck.getrandbits(48)
        yield tuple(_share(header, world, seat, choice, following, player) for choice in choices)
        number += 1


def _share(header: Header, world: State, seat: int, choice: Action, seed: int, player: str) -> float:
    """What the seat wins of one match in that world."""
    match = Match(replace(header, seed=seed))
    match.state = world.copy()
    match.add(choice)
    level = bots.nearest(header.game, player)
    play(match, make_players(header.game, [level] * world.seats, seed))
    first = match.state.ranking()[0]
    return 1 / len(first) if seat in first else 0.0


def difference(gains: Sequence[float], z: float = _Z) -> Difference:
    """The mean of differences of shares, each from one world, and the 95 % interval of a large number of worlds.

    It is of `z` standard errors to each side: more of them make it wider.

    Two worlds more are counted in, one for each side (Agresti and Min 2005), so that a few alike ones do not pass for
    certainty. Raises ValueError without any.

    >>> found = difference([1.0] * 10)
    >>> found.gain, round(found.low, 2), found.high
    (1.0, 0.52, 1.0)
    """
    if not gains:
        raise ValueError("no worlds were played")
    gain, many = fmean(gains), len(gains) + 2
    middle = sum(gains) / many
    square = (2.0 + sum(one * one for one in gains)) / many
    half = z * sqrt((square - middle * middle) / many)
    return Difference(gain, max(-1.0, min(middle - half, gain)), min(1.0, max(middle + half, gain)), len(gains))


def compare(
    header: Header,
    state: State,
    seat: int,
    played: Action,
    better: Action,
    seed: int,
    most: int,
    worlds: Worlds | None = None,
) -> Difference:
    """How much more often the seat wins with `better` than with `played`, in a limited number of worlds: see `shares`.

    It gives up after a third of them where nothing was gained till then.
    """
    gains: list[float] = []
    for without, gained in shares(header, state, seat, (played, better), seed, worlds=worlds):
        gains.append(gained - without)
        if len(gains) >= most or (len(gains) == most // 3 and sum(gains) <= 0):
            break
    return difference(gains)
