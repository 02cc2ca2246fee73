"""Tournaments of machines: every deal is played once with each rotation of the seats, so that luck is shared fairly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import repeat
from math import log10
from time import perf_counter, process_time

from grenade_salad import bots
from grenade_salad.core import Action, Event, View
from grenade_salad.lab.intervals import interval_of_deals
from grenade_salad.lab.playout import machine_options, make_players, play
from grenade_salad.match.match import Header, Match


@dataclass(frozen=True)
class Round:
    """What came of one deal, player by player, over all rotations of the seats.

    A first place that k players share is 1 / k of a win for each. `seconds` is how long the decisions took in all,
    `processor` the processor's time for the whole round.
    """

    seed: int
    games: int
    wins: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    processor: float = 0.0


@dataclass(frozen=True)
class Standing:
    """How one player did: `rate` is the share of its games that it won, `low` to `high` the 95 % interval of it.

    The games of a deal are not independent: the interval goes by how much deals differ (`intervals.effect`).

    Elo is relative to the others: they are 0 on average, and 400 more is ten times as many wins.
    """

    name: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    seconds_per_decision: float
    elo: float


class Timed:
    """A player with a stopwatch."""

    def __init__(self, bot: bots.Bot) -> None:
        self._bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def see(self, event: Event) -> None:
        """Pass it on."""
        self._bot.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What the player chooses."""
        begun = perf_counter()
        action = self._bot.decide(view, legal)
        self.seconds += perf_counter() - begun
        self.decisions += 1
        return action


def play_round(game: str, levels: Sequence[str], seed: int) -> Round:
    """The deal of this seed with each rotation of the players; all luck is the same, as far as the same is due."""
    begun = process_time()
    count = len(levels)
    wins, decisions, seconds = [0.0] * count, [0] * count, [0.0] * count
    for turned in range(count):
        sits = [(seat + turned) % count for seat in range(count)]
        timed = [Timed(bot) for bot in make_players(game, [levels[player] for player in sits], seed)]
        names = tuple(f"Player {player + 1}" for player in sits)
        match = Match(Header(game, names, machine_options(game), seed))
        play(match, timed)
        winners = match.state.ranking()[0]
        for seat, player in enumerate(sits):
            wins[player] += (seat in winners) / len(winners)
            decisions[player] += timed[seat].decisions
            seconds[player] += timed[seat].seconds
    return Round(seed, count, tuple(wins), tuple(decisions), tuple(seconds), process_time() - begun)


def tournament(
    game: str, levels: Sequence[str], deals: int, seed: int, executor: Executor | None = None
) -> Iterator[Round]:
    """Rounds with the seeds from `seed` on, in order, as they are done."""
    seeds = range(seed, seed + deals)
    if executor is None:
        return (play_round(game, levels, one) for one in seeds)
    return iter(executor.map(play_round, repeat(game), repeat(tuple(levels)), seeds))


def _elo(wins: Sequence[float]) -> list[float]:
    """Ratings under which wins are shared out as they were: everybody has played the same games.

    Half a win more for each keeps them finite.
    """
    ratings = [400 * log10(won + 0.5) for won in wins]
    mean = sum(ratings) / len(ratings)
    return [rating - mean for rating in ratings]


def standings(levels: Sequence[str], rounds: Iterable[Round]) -> list[Standing]:
    """What became of each player, in the order of `levels`. Raises ValueError without any rounds."""
    rounds = list(rounds)
    games = sum(one.games for one in rounds)
    if not games:
        raise ValueError("no games were played")
    wins = [sum(one.wins[player] for one in rounds) for player in range(len(levels))]
    table = []
    for player, (name, elo) in enumerate(zip(levels, _elo(wins), strict=True)):
        low, high = interval_of_deals([one.wins[player] / one.games for one in rounds], len(levels))
        decisions = sum(one.decisions[player] for one in rounds)
        seconds = sum(one.seconds[player] for one in rounds)
        won = wins[player]
        table.append(Standing(name, games, won, won / games, low, high, seconds / max(1, decisions), elo))
    return table
