"""What a seat is worth between equal players: Normal in every seat, and the first seat begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import repeat
from math import ceil
from time import process_time
from typing import TypeAlias

from grenade_salad import games
from grenade_salad.core import Options
from grenade_salad.lab.intervals import interval
from grenade_salad.lab.playout import machine_options, make_players, play
from grenade_salad.match.match import Header, Match

MATCHES = {"grenade-salad": 1000, "live-grenade": 10_000, "wheel": 4_000}
"""How many matches for each number of players."""
_ONE_DECK = 5
"""Live Grenade for more players is played with two decks (LG-01)."""

Won: TypeAlias = tuple[float, tuple[float, ...]]
"""Of one match: seconds of the processor, and which part of the win each seat has."""


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


def tables(game: str) -> range:
    """With how many players the game is measured: all that can play it."""
    kind = games.load(game)
    return range(kind.min_seats, kind.max_seats + 1)


def _options(game: str, players: int) -> Options:
    """The rules as machines play them, with seat 0 to begin."""
    fields: dict[str, int] = {"starter": 0}
    if game == "live-grenade" and players > _ONE_DECK:
        fields["decks"] = 2
    return replace(machine_options(game), **fields)


def wins(game: str, players: int, seed: int) -> Won:
    """One match."""
    begun = process_time()
    match = Match(Header(game, ("Normal",) * players, _options(game, players), seed))
    play(match, make_players(game, ("normal",) * players, seed))
    first = match.state.ranking()[0]
    return process_time() - begun, tuple((seat in first) / len(first) for seat in range(players))


def played(game: str, players: int, matches: int, seed: int, executor: Executor | None) -> Iterator[Won]:
    """The matches with the seeds from `seed` on, as they are done."""
    seeds = range(seed, seed + matches)
    if executor is None:
        return (wins(game, players, one) for one in seeds)
    return iter(executor.map(wins, repeat(game), repeat(players), seeds, chunksize=ceil(matches / 200)))


def summed(game: str, seed: int, matches: Sequence[Won]) -> Seats:
    """What came of the matches of one number of players."""
    number, players = len(matches), len(matches[0][1])
    seats = []
    for seat in range(players):
        won = sum(parts[seat] for _, parts in matches)
        seats.append(Seat(seat, won / number, *interval(won, number)))
    processor = sum(seconds for seconds, _ in matches)
    return Seats(game, players, number, seed, 1 / players, processor, tuple(seats))
