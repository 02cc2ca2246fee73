"""End page of a match of Grenade Salad: the winner and the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.app.games.salad import words
from grenade_salad.text import say
from tests.rules.salad.positions import position, soldier_at

TIES = "Ties go to the player with more soldiers in reserve."
OVER = "That was the last turn."


@pytest.mark.rule("GS-28")
@pytest.mark.parametrize(
    ("taken", "ended", "why"),
    [
        ((0, 1), None, ""),
        ((0, 1), "turn_limit", OVER),
        ((0, 0), None, TIES),
        ((0, 0), "turn_limit", f"{OVER} {TIES}"),
    ],
)
def test_tie_break_is_mentioned_only_for_a_tie(taken: tuple[int, int], ended: str | None, why: str) -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(1, 1, 200, 100), taken=taken)
    view = replace(state.view(None), end_reason=ended)
    assert say(words.summarize_ending(view, ("Ann", "Bo")).why) == why
