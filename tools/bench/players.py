"""Playouts and decisions a second of every level of every game, as shares of what players at random do in the same run.

All seats are of the level. Levels take turns, so that a busy machine slows all; only computing counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from grenade_salad import games
from grenade_salad import players as machine_players
from grenade_salad.lab.playout import house_rules, make_players, show
from grenade_salad.match.match import Header, Match

_SEATS = 2
_ROUNDS = 3
_SECONDS = 0.5
"""Of computing for a level in a round; whoever thinks has as much more as one decision may take."""
_THINKING = 2.0


@dataclass
class _Rate:
    """What a level has done: `matches` are over, of `begun` ones; none is begun twice, as some would remember."""

    seconds: float = 0.0
    decisions: int = 0
    begun: int = 0
    matches: int = 0


def run() -> None:
    """Print a line for each level of each game."""
    for game in games.with_turns():
        rates = {level: _Rate() for level in machine_players.LEVELS}
        for _ in range(_ROUNDS):
            for level, rate in rates.items():
                _go_on(game, level, rate, _THINKING if level in machine_players.THINKING else _SECONDS)
        least = rates["random"]
        for level, rate in rates.items():
            print(f"players: {game} {level}: {_words(rate, least)}")


def _words(rate: _Rate, least: _Rate) -> str:
    decisions, of_random = rate.decisions / rate.seconds, least.decisions / least.seconds
    words = f"{decisions:.4g} decisions a second, {decisions / of_random:.2g} of random's"
    if not rate.matches:
        return f"{words}; no playout was over in {rate.seconds:.0f} s"
    playouts, of_random = rate.matches / rate.seconds, least.matches / least.seconds
    return f"{words}; {playouts:.4g} playouts a second, {playouts / of_random:.2g} of random's"


def _go_on(game: str, level: str, rate: _Rate, seconds: float) -> None:
    """Play for so many seconds of computing."""
    end = rate.seconds + seconds
    while rate.seconds < end:
        match = Match(Header(game, ("A", "B"), house_rules(game, 2), rate.begun))
        rate.begun += 1
        begun = process_time()
        rate.decisions += _decisions(game, level, match, begun + end - rate.seconds)
        rate.matches += match.state.is_over
        rate.seconds += process_time() - begun


def _decisions(game: str, level: str, match: Match, until: float) -> int:
    """Play to the end, or thinkers until the time is over; how many decisions were made."""
    players = make_players(game, (level,) * _SEATS, match.header.seed)
    show(players, match.settle())
    decisions = 0
    while not match.state.is_over and (level not in machine_players.THINKING or process_time() < until):
        seat = match.state.active_seats()[0]
        show(players, match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))))
        decisions += 1
    return decisions
