"""The easy and casual players: better than chance, and weaker than Normal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grenade_salad.lab.arena import standings, tournament

GAMES = [("wheel", 100), ("live-grenade", 100), ("grenade-salad", 10)]


def win_rate(game: str, players: Sequence[str], deals: int) -> float:
    """Return the share of the games that the first of the players wins."""
    return standings(players, tournament(game, players, deals, seed=100))[0].rate


@pytest.mark.quick("wheel-100")
@pytest.mark.parametrize(("game", "deals"), GAMES)
def test_easy_is_better_than_chance(game: str, deals: int) -> None:
    assert win_rate(game, ["easy", "random"], deals) > 0.52


@pytest.mark.slow
@pytest.mark.parametrize(("game", "deals"), GAMES)
def test_easy_is_far_from_normal(game: str, deals: int) -> None:
    assert win_rate(game, ["easy", "normal"], deals) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize(("game", "deals"), GAMES)
def test_casual_is_between_easy_and_normal(game: str, deals: int) -> None:
    assert win_rate(game, ["casual", "easy"], 2 * deals) > 0.55
    assert win_rate(game, ["casual", "normal"], 2 * deals) < 0.45


@pytest.mark.quick("wheel", "live-grenade")
@pytest.mark.parametrize("game", ["wheel", "live-grenade", "grenade-salad"])
def test_easy_plays_at_a_full_table(game: str) -> None:
    players = ["easy", "normal", "casual", "random"]
    assert sum(standing.wins for standing in standings(players, tournament(game, players, 1, seed=1))) == pytest.approx(
        4
    )
