"""Tournaments of machine players: each deal is played with each seat rotation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import ceil, hypot, log10
from time import perf_counter, process_time
from typing import TypeAlias

from grenade_salad import players
from grenade_salad.core import Action, Event, Options, View
from grenade_salad.lab.intervals import deal_interval
from grenade_salad.lab.playout import find_end_reason, make_options, make_players, play
from grenade_salad.lab.turnless import require_turns
from grenade_salad.lab.workers import map_seeds
from grenade_salad.match.match import Header, Match

_SCALE = 400
"""The Elo at which one wins ten times as often."""


@dataclass(frozen=True)
class Round:
    """The result of one deal, player by player, over all rotations of the seats."""

    seed: int
    games: int
    wins: tuple[float, ...]
    """A first place that k players share is 1 / k of a win for each."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """The time of all decisions of a player."""
    processor: float = 0.0
    """The processor time of the whole round, in seconds."""
    cut_off: tuple[int, ...] = ()
    """The number of decisions that the clock cut off."""
    ends: tuple[str, ...] = ()
    """The reason why each game was over, as positions give it."""


BatchTournament: TypeAlias = Callable[[Sequence[str], int], list[Round] | None]
"""Callable that gets players and a number of deals, and plays all deals at once.

It returns their rounds, or None if it cannot play all of these players at once.
"""
Follow: TypeAlias = Callable[[Iterator[Round], Sequence[str], int], Iterable[Round]]
"""Callable that passes rounds on as they are played.

It also gets the players and the number of deals that there will be.
"""


@dataclass(frozen=True)
class Standing:
    """The result of one player."""

    name: str
    games: int
    wins: float
    rate: float
    """The share of its games that it won."""
    low: float
    """The lower end of the 95 % interval of the rate.

    The games of a deal are not independent: it depends on how much deals differ (`intervals.design_effect`).
    """
    high: float
    """The upper end of that interval."""
    seconds_per_decision: float
    elo: float
    """Relative to the rivals: the average of all is 0.

    400 more is ten times as many wins.
    """
    cut_off: int = 0
    """The number of its decisions that the clock cut off.

    With them the same seed may give another match elsewhere.
    """


class StopwatchPlayer:
    """A player whose decisions are timed."""

    def __init__(self, player: players.Player) -> None:
        self._player = player
        self.decisions = 0
        self.seconds = 0.0

    @property
    def cut_off(self) -> int:
        """Number of decisions that the clock cut off."""
        return self._player.cut_off if isinstance(self._player, players.Thinker) else 0

    def see(self, event: Event) -> None:
        """Show the event, redacted for its seat, to the player."""
        self._player.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the player's action, and add its time."""
        started = perf_counter()
        action = self._player.decide(view, legal)
        self.seconds += perf_counter() - started
        self.decisions += 1
        return action


def play_round(game: str, levels: Sequence[str], seed: int, options: Options | None = None) -> Round:
    """Play the deal of this seed with each rotation of the players.

    All chance is the same as long as the same chance is pending. Raises `Illegal` for a game without turns, as
    everything in this module does.
    """
    require_turns(game)
    started = process_time()
    count = len(levels)
    wins, decisions, seconds, cut_off = [0.0] * count, [0] * count, [0.0] * count, [0] * count
    ends = []
    rules = options or make_options(game, count)
    for rotation in range(count):
        seating = [(seat + rotation) % count for seat in range(count)]
        timed = [
            StopwatchPlayer(machine) for machine in make_players(game, [levels[player] for player in seating], seed)
        ]
        names = tuple(f"Player {player + 1}" for player in seating)
        match = Match(Header(game, names, rules, seed))
        play(match, timed)
        ends.append(find_end_reason(match.state))
        winners = match.state.ranking()[0]
        for seat, player in enumerate(seating):
            wins[player] += (seat in winners) / len(winners)
            decisions[player] += timed[seat].decisions
            seconds[player] += timed[seat].seconds
            cut_off[player] += timed[seat].cut_off
    processor = process_time() - started
    return Round(seed, count, tuple(wins), tuple(decisions), tuple(seconds), processor, tuple(cut_off), tuple(ends))


def tournament(
    game: str,
    levels: Sequence[str],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    options: Options | None = None,
) -> Iterator[Round]:
    """Yield the rounds with the seeds from `seed` on, in order, as they are finished.

    `options`: see `make_options`.
    """
    return map_seeds(partial(play_round, game, tuple(levels), options=options), range(seed, seed + deals), executor)


def _elo_ratings(wins: Sequence[float]) -> list[float]:
    """Return the ratings that fit these wins: every player has played the same games.

    Half a win is added for each, which keeps the ratings finite.
    """
    ratings = [_SCALE * log10(won + 0.5) for won in wins]
    mean = sum(ratings) / len(ratings)
    return [rating - mean for rating in ratings]


def standings(levels: Sequence[str], rounds: Iterable[Round]) -> list[Standing]:
    """Return the result of each player, in the order of `levels`.

    Raises ValueError without any rounds.
    """
    rounds = list(rounds)
    games = sum(deal_round.games for deal_round in rounds)
    if not games:
        raise ValueError("no games were played")
    wins = [sum(deal_round.wins[player] for deal_round in rounds) for player in range(len(levels))]
    table = []
    for player, (name, elo) in enumerate(zip(levels, _elo_ratings(wins), strict=True)):
        low, high = deal_interval([deal_round.wins[player] / deal_round.games for deal_round in rounds], len(levels))
        decisions = sum(deal_round.decisions[player] for deal_round in rounds)
        seconds = sum(deal_round.seconds[player] for deal_round in rounds)
        cut_off = sum(deal_round.cut_off[player] for deal_round in rounds if deal_round.cut_off)
        won, seconds_each = wins[player], seconds / max(1, decisions)
        table.append(Standing(name, games, won, won / games, low, high, seconds_each, elo, cut_off))
    return table


@dataclass(frozen=True)
class Rung:
    """One level of a ladder. The lowest level played no games, and its Elo is 0."""

    name: str
    games: int
    rate: float
    """The share of its games that it won, alone against players of the level below."""
    elo: float
    """The distance above the lowest level."""
    low: float
    """The lower end of the 95 % interval of `elo`, which grows with each step."""
    high: float
    step: float
    """The distance above the level below."""
    step_low: float
    """The lower end of the 95 % interval of `step`."""
    step_high: float
    seconds_per_decision: float
    cut_off: int
    """As in `Standing`."""
    ends: dict[str, int] = field(default_factory=dict)
    """The number of games by the reason why they were over."""


def play_ladder(
    game: str,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int,
    executor: Executor | None = None,
    options: Options | None = None,
    play_batch: BatchTournament = lambda names, deals: None,
    follow: Follow = lambda played, names, deals: played,
) -> Iterator[list[Round]]:
    """Yield the rounds of each level but the lowest against the level below.

    One player of the level plays against players of the level below. At least `games` games are played for each.
    `play_batch` may play all deals of some players itself; rounds that are played one by one pass through `follow`.
    """
    for lower_level, level in pairwise(levels):
        names, deals = (level, *[lower_level] * (players - 1)), ceil(games / players)
        played = play_batch(names, deals)
        if played is None:
            played = list(follow(tournament(game, names, deals, seed, executor, options), names, deals))
        yield played


def elo_above(rate: float, players: int) -> float:
    """Return the advantage over equal opponents of a player with this share of wins.

    `players` is the number of players in a game. 400 more is ten times as likely to win as any one of the others.

    >>> round(elo_above(0.5, 2)), round(elo_above(10 / 11, 2)), round(elo_above(0.25, 4))
    (0, 400, 0)
    """
    return _SCALE * log10(rate * (players - 1) / (1 - rate))


def ladder_rungs(levels: Sequence[str], rounds_by_level: Sequence[list[Round]]) -> list[Rung]:
    """Return the result of each level, the lowest first."""
    ladder = [Rung(levels[0], 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)]
    low_error = high_error = 0.0
    for level, rounds in zip(levels[1:], rounds_by_level, strict=True):
        players = len(rounds[0].wins)
        standing = standings((level, *["others"] * (players - 1)), rounds)[0]
        step, low, high = (
            elo_above(_clamp_rate(rate, standing), players) for rate in (standing.rate, standing.low, standing.high)
        )
        low_error, high_error = hypot(low_error, step - low), hypot(high_error, high - step)
        elo = ladder[-1].elo + step
        ends = dict(Counter(reason for deal_round in rounds for reason in deal_round.ends).most_common())
        elos = (elo, elo - low_error, elo + high_error, step, low, high)
        ladder.append(
            Rung(level, standing.games, standing.rate, *elos, standing.seconds_per_decision, standing.cut_off, ends)
        )
    return ladder


def _clamp_rate(rate: float, standing: Standing) -> float:
    """Keep the rate half a game away from 0 and 1, so that Elo stays finite."""
    half = 0.5 / standing.games
    return min(max(rate, half), 1 - half)
