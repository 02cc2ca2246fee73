"""Names of players, and which games have which."""

from __future__ import annotations

import pytest

from grenade_salad import bots, games


def test_every_game_has_the_first_few_levels_of_the_ladder() -> None:
    for game in games.NAMES:
        there = bots.levels(game)
        assert there == bots.LEVELS[: len(there)]
        assert {"random", "easy", "normal"} <= set(there)
        assert all(bots.why_not_level(game, level) is None for level in there)


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("name", ["", "grandmaster", "Normal", "normal:1", "easy:", ":1"])
def test_names_that_are_refused(game: str, name: str) -> None:
    why = bots.why_not_level(game, name)
    assert why is not None
    assert repr(name) in why or repr(name.partition(":")[0]) in why


def test_a_time_is_for_those_that_think() -> None:
    assert bots.why_not_level("wheel", "expert:0.1") is None
    assert bots.why_not_level("wheel", "hard:60") is None
    for wrong in ("expert:", "expert:0", "expert:x", "expert:nan", "expert:61", "easy:1"):
        assert wrong in (bots.why_not_level("wheel", wrong) or "")
