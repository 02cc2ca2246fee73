"""A quick match lasts ten minutes, at eight seconds a decision."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Chance, registry
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match

SECONDS = 8.0
MATCHES = 60


def count_decisions(entries: Iterable[Action | Chance]) -> int:
    """Count the decisions; those who let the same action pass do so at the same time."""
    count, was_pass = 0, False
    for entry in entries:
        is_pass = isinstance(entry, Action) and entry.is_pass
        count += isinstance(entry, Action) and not (is_pass and was_pass)
        was_pass = is_pass
    return count


def estimate_minutes(game: str, seats: int, seed: int) -> float:
    """Return the minutes that people would need for a quick match played by machines."""
    _, options = registry.load(game).options.presets(seats)[0]
    names = tuple(f"Player {seat}" for seat in range(seats))
    match = Match(Header(game, names, options.for_seats(seats), seed))
    play(match, make_players(game, ["normal"] * seats, seed))
    return count_decisions(match.entries) * SECONDS / 60


@pytest.mark.slow
@pytest.mark.parametrize("game", games.with_turns())
def test_quick_match_lasts_ten_minutes_with_any_seats(game: str) -> None:
    plugin = registry.plugin(game)
    for seats in {plugin.min_seats, 4, min(9, plugin.max_seats)}:
        assert 1 < median(estimate_minutes(game, seats, seed) for seed in range(MATCHES)) <= 10
