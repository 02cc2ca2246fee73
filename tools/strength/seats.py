"""What a seat is worth between equal players: Normal in every seat, and the first seat begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import TypeAlias

from grenade_salad import games
from grenade_salad.lab.intervals import interval
from grenade_salad.lab.playout import house_rules, make_players, play, why_over
from grenade_salad.lab.workers import each
from grenade_salad.match.match import Header, Match

_WINDOW = 9
"""Seats of the window (LG-01)."""
MATCHES = {"grenade-salad": 1000, "live-grenade": 10_000, "wheel": 4_000}
"""How many matches for each number of players."""
_ONE_DECK = 5
"""Live Grenade for more players is played with two decks (LG-01)."""

Won: TypeAlias = tuple[float, tuple[float, ...], str]
"""Of one match: seconds of the processor, which part of the win each seat has, and why it was over."""


@dataclass(frozen=True)
class Seat:
    """How often the player who sits there wins; seat 0 begins, and play goes on clockwise."""

    seat: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Seats:
    """What came of all matches with so many players; `processor` is in seconds."""

    game: str
    players: int
    matches: int
    seed: int
    par: float
    processor: float
    seats: tuple[Seat, ...]
    ends: dict[str, int]


def tables(game: str) -> range:
    """With how many players the game is measured: all that the window has seats for."""
    kind = games.load(game)
    return range(kind.min_seats, min(kind.max_seats, _WINDOW) + 1)


def wins(game: str, players: int, seed: int) -> Won:
    """One match."""
    begun = process_time()
    match = Match(Header(game, ("Normal",) * players, house_rules(game, players, {"starter": 0}), seed))
    play(match, make_players(game, ("normal",) * players, seed))
    first = match.state.ranking()[0]
    parts = tuple((seat in first) / len(first) for seat in range(players))
    return process_time() - begun, parts, why_over(match.state)


def played(game: str, players: int, matches: int, seed: int, executor: Executor | None) -> Iterator[Won]:
    """The matches with the seeds from `seed` on, as they are done."""
    return each(partial(wins, game, players), range(seed, seed + matches), executor)


def summed(game: str, seed: int, matches: Sequence[Won]) -> Seats:
    """What came of the matches of one number of players."""
    number, players = len(matches), len(matches[0][1])
    seats = []
    for seat in range(players):
        won = sum(parts[seat] for _, parts, _ in matches)
        seats.append(Seat(seat, won / number, *interval(won, number)))
    processor = sum(seconds for seconds, _, _ in matches)
    ends = dict(Counter(why for _, _, why in matches).most_common())
    return Seats(game, players, number, seed, 1 / players, processor, tuple(seats), ends)
