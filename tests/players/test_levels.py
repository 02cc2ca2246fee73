"""Names of players: every game has all levels."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games, players


@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("level", players.LEVELS)
def test_every_game_has_all_levels(game: str, level: str) -> None:
    assert players.why_not_level(level) is None
    players.make(game, level, 1, Random(1))


@pytest.mark.parametrize("name", ["", "grandmaster", "Normal", "normal:1", "easy:", ":1"])
def test_invalid_names_are_refused(name: str) -> None:
    why = players.why_not_level(name)
    assert why is not None
    assert repr(name) in why or repr(name.partition(":")[0]) in why


def test_time_is_only_for_players_that_think() -> None:
    assert players.why_not_level("expert:0.1") is None
    assert players.why_not_level("hard:60") is None
    for wrong in ("expert:", "expert:0", "expert:x", "expert:nan", "expert:61", "easy:1"):
        assert wrong in (players.why_not_level(wrong) or "")
