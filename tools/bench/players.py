"""Playouts and decisions a second of every level of every game.

They are also given as shares of what random players reach in the same run. All seats have the same level. Levels
take turns, so that a busy machine slows all; only processor time counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from grenade_salad import games
from grenade_salad.lab.playout import make_options, make_players, show_steps
from grenade_salad.match.match import Header, Match
from grenade_salad.players import LEVELS, TIMED_LEVELS

_SEATS = 2
_ROUNDS = 3
_SECONDS = 0.5
"""Seconds of processor time for a level in a round.

A level that thinks gets `_THINKING` instead, which is as long as one decision may take.
"""
_THINKING_SECONDS = 2.0


@dataclass
class _Rate:
    """Totals of a level.

    Of the `begun` matches, `matches` are over. No seed is used twice, because some players would remember the match.
    """

    seconds: float = 0.0
    decisions: int = 0
    begun: int = 0
    matches: int = 0


def run() -> None:
    """Print a line for each level of each game."""
    for game in games.with_turns():
        rates = {level: _Rate() for level in LEVELS}
        for _ in range(_ROUNDS):
            for level, rate in rates.items():
                _play_more(game, level, rate, _THINKING_SECONDS if level in TIMED_LEVELS else _SECONDS)
        baseline = rates["random"]
        for level, rate in rates.items():
            print(f"players: {game} {level}: {_format_rate(rate, baseline)}")


def _format_rate(rate: _Rate, baseline: _Rate) -> str:
    decisions, random_rate = rate.decisions / rate.seconds, baseline.decisions / baseline.seconds
    words = f"{decisions:.4g} decisions a second, {decisions / random_rate:.2g} of random's"
    if not rate.matches:
        return f"{words}; no playout was over in {rate.seconds:.0f} s"
    playouts, random_rate = rate.matches / rate.seconds, baseline.matches / baseline.seconds
    return f"{words}; {playouts:.4g} playouts a second, {playouts / random_rate:.2g} of random's"


def _play_more(game: str, level: str, rate: _Rate, seconds: float) -> None:
    """Play for this many seconds of processor time."""
    end = rate.seconds + seconds
    while rate.seconds < end:
        match = Match(Header(game, ("A", "B"), make_options(game, 2), rate.begun))
        rate.begun += 1
        begun = process_time()
        rate.decisions += _play_match(game, level, match, begun + end - rate.seconds)
        rate.matches += match.state.is_over
        rate.seconds += process_time() - begun


def _play_match(game: str, level: str, match: Match, until: float) -> int:
    """Play to the end and return the number of decisions.

    Levels that think stop when the time is over.
    """
    players = make_players(game, (level,) * _SEATS, match.header.seed)
    show_steps(players, match.resolve_chance())
    decisions = 0
    while not match.state.is_over and (level not in TIMED_LEVELS or process_time() < until):
        seat = match.state.active_seats()[0]
        show_steps(players, match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))))
        decisions += 1
    return decisions
