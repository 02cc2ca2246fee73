"""The value of a seat between equal players: all are Normal, the first begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import TypeAlias

from grenade_salad import games
from grenade_salad.lab.intervals import interval
from grenade_salad.lab.playout import make_options, run_playout

_MAX_SEATS = 9
"""Seats of the window (LG-01)."""
MATCHES = {"grenade-salad": 1000, "live-grenade": 10_000, "wheel": 4_000}
"""Matches for each number of players."""

SeatMatch: TypeAlias = tuple[float, tuple[float, ...], str]
"""One match: processor seconds, each seat's share of the win, and why it ended."""


@dataclass(frozen=True)
class Seat:
    """The wins of the player in a seat; seat 0 begins, and play is clockwise."""

    seat: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Seats:
    """The result of all matches with a number of players."""

    game: str
    players: int
    matches: int
    seed: int
    par: float
    """The rate of each seat if all seats are equal."""
    processor: float
    """Processor seconds of all matches."""
    seats: tuple[Seat, ...]
    ends: dict[str, int]


def player_counts(game: str) -> range:
    """Return the numbers of players to measure: all for which the window has seats."""
    rules = games.load(game)
    return range(rules.min_seats, min(rules.max_seats, _MAX_SEATS) + 1)


def play_seats_match(game: str, players: int, seed: int) -> SeatMatch:
    """Play one match."""
    begun = process_time()
    options = make_options(game, players, {"starter": 0})
    playout = run_playout(game, ("normal",) * players, seed, lines=False, options=options)
    first = playout.ranking[0]
    shares = tuple((seat in first) / len(first) for seat in range(players))
    return process_time() - begun, shares, playout.ended


def summarize_seats(game: str, seed: int, matches: Sequence[SeatMatch]) -> Seats:
    """Return the result of the matches of one number of players."""
    count, players = len(matches), len(matches[0][1])
    seats = []
    for seat in range(players):
        won = sum(shares[seat] for _, shares, _ in matches)
        seats.append(Seat(seat, won / count, *interval(won, count)))
    processor = sum(seconds for seconds, _, _ in matches)
    ends = dict(Counter(why for _, _, why in matches).most_common())
    return Seats(game, players, count, seed, 1 / players, processor, tuple(seats), ends)
