"""Tournaments of machines: every deal is played once with each rotation of the seats, so that luck is shared fairly."""

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
from grenade_salad.lab.intervals import interval_of_deals
from grenade_salad.lab.playout import house_rules, make_players, play, why_over
from grenade_salad.lab.turnless import needs_turns
from grenade_salad.lab.workers import each
from grenade_salad.match.match import Header, Match


@dataclass(frozen=True)
class Round:
    """What came of one deal, player by player, over all rotations of the seats.

    A first place that k players share is 1 / k of a win for each. `seconds` is how long the decisions took in all,
    `processor` the processor's time for the whole round. `cut_off` counts decisions that the clock cut off, `ends` says
    of each game why it was over, as positions do.
    """

    seed: int
    games: int
    wins: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    processor: float = 0.0
    cut_off: tuple[int, ...] = ()
    ends: tuple[str, ...] = ()


AtOnce: TypeAlias = Callable[[Sequence[str], int], list[Round] | None]
"""Gets players and how many deals they play: what came of them, or None if they cannot play all of them at once."""
Follow: TypeAlias = Callable[[Iterator[Round], Sequence[str], int], Iterable[Round]]
"""Gets deals as they are played, by whom, and how many there will be; passes them on."""


@dataclass(frozen=True)
class Standing:
    """How one player did: `rate` is the share of its games that it won, `low` to `high` the 95 % interval of it.

    The games of a deal are not independent: the interval goes by how much deals differ (`intervals.effect`).

    `cut_off` counts its decisions that the clock cut off: with them the same seed may give another match elsewhere.

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
    cut_off: int = 0


class Timed:
    """A player with a stopwatch."""

    def __init__(self, bot: players.Bot) -> None:
        self._bot = bot
        self.decisions = 0
        self.seconds = 0.0

    @property
    def cut_off(self) -> int:
        """How many decisions were cut off by the clock."""
        return self._bot.cut_off if isinstance(self._bot, players.Thinker) else 0

    def see(self, event: Event) -> None:
        """Show the event, redacted for its seat, to the player."""
        self._bot.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What the player chooses."""
        begun = perf_counter()
        action = self._bot.decide(view, legal)
        self.seconds += perf_counter() - begun
        self.decisions += 1
        return action


def play_round(game: str, levels: Sequence[str], seed: int, options: Options | None = None) -> Round:
    """The deal of this seed with each rotation of the players; all luck is the same, as far as the same is due.

    Raises Illegal for a game without turns, as all that is played here does.
    """
    needs_turns(game)
    begun = process_time()
    count = len(levels)
    wins, decisions, seconds, cut_off = [0.0] * count, [0] * count, [0.0] * count, [0] * count
    ends = []
    rules = options or house_rules(game, count)
    for turned in range(count):
        sits = [(seat + turned) % count for seat in range(count)]
        timed = [Timed(bot) for bot in make_players(game, [levels[player] for player in sits], seed)]
        names = tuple(f"Player {player + 1}" for player in sits)
        match = Match(Header(game, names, rules, seed))
        play(match, timed)
        ends.append(why_over(match.state))
        winners = match.state.ranking()[0]
        for seat, player in enumerate(sits):
            wins[player] += (seat in winners) / len(winners)
            decisions[player] += timed[seat].decisions
            seconds[player] += timed[seat].seconds
            cut_off[player] += timed[seat].cut_off
    used = process_time() - begun
    return Round(seed, count, tuple(wins), tuple(decisions), tuple(seconds), used, tuple(cut_off), tuple(ends))


def tournament(
    game: str,
    levels: Sequence[str],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    options: Options | None = None,
) -> Iterator[Round]:
    """Rounds with the seeds from `seed` on, in order, as they are done. `options`: see `house_rules`."""
    return each(partial(play_round, game, tuple(levels), options=options), range(seed, seed + deals), executor)


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
        cut_off = sum(one.cut_off[player] for one in rounds if one.cut_off)
        won, each = wins[player], seconds / max(1, decisions)
        table.append(Standing(name, games, won, won / games, low, high, each, elo, cut_off))
    return table


@dataclass(frozen=True)
class Rung:
    """One level. `elo` is how far it is above the lowest one, `step` above the one below; the lowest has neither.

    `rate` is the share of its games that it won, alone against players of the level below. All intervals are of 95 %;
    that of `elo` grows with each step. `ends` counts why its games were over.
    """

    name: str
    games: int
    rate: float
    elo: float
    low: float
    high: float
    step: float
    step_low: float
    step_high: float
    seconds_per_decision: float
    cut_off: int
    ends: dict[str, int] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        """Whether it is shown to be stronger than the one below."""
        return self.step_low > 0


def climb(
    game: str,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int,
    executor: Executor | None = None,
    options: Options | None = None,
    at_once: AtOnce = lambda names, deals: None,
    follow: Follow = lambda played, names, deals: played,
) -> Iterator[list[Round]]:
    """For each level but the lowest: the deals of one such player against the level below, as they are done.

    At least so many games for each. `at_once` may play all deals of some players itself; what is played one by one goes
    through `follow`.
    """
    for below, level in pairwise(levels):
        names, deals = (level, *[below] * (players - 1)), ceil(games / players)
        played = at_once(names, deals)
        if played is None:
            played = list(follow(tournament(game, names, deals, seed, executor, options), names, deals))
        yield played


def elo_above(rate: float, players: int) -> float:
    """The advantage over equal opponents of a player who wins that share of games with that many players.

    400 more is ten times as likely to win as any one of the others.

    >>> round(elo_above(0.5, 2)), round(elo_above(10 / 11, 2)), round(elo_above(0.25, 4))
    (0, 400, 0)
    """
    return 400 * log10(rate * (players - 1) / (1 - rate))


def rungs(levels: Sequence[str], climbed: Sequence[list[Round]]) -> list[Rung]:
    """What became of each level, the lowest first."""
    found = [Rung(levels[0], 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)]
    down = up = 0.0
    for level, rounds in zip(levels[1:], climbed, strict=True):
        players = len(rounds[0].wins)
        one = standings((level, *["others"] * (players - 1)), rounds)[0]
        step, low, high = (elo_above(_inside(rate, one), players) for rate in (one.rate, one.low, one.high))
        down, up = hypot(down, step - low), hypot(up, high - step)
        elo = found[-1].elo + step
        ends = dict(Counter(why for part in rounds for why in part.ends).most_common())
        elos = (elo, elo - down, elo + up, step, low, high)
        found.append(Rung(level, one.games, one.rate, *elos, one.seconds_per_decision, one.cut_off, ends))
    return found


def _inside(rate: float, of: Standing) -> float:
    """Half a game away from all and nothing: keeps Elo finite."""
    half = 0.5 / of.games
    return min(max(rate, half), 1 - half)
