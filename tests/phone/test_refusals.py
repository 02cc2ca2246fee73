"""Why something cannot be done, as a phone says it."""

from __future__ import annotations

import pytest

from grenade_salad.games.salad import Arrow, End
from grenade_salad.phone.sheet import why_not
from grenade_salad.text import say
from tests.rules.salad.positions import at, position


@pytest.mark.parametrize(("owner", "whose"), [(0, "your own soldier"), (2, "Cy's soldier")])
def test_people_are_told_whose_soldier_it_is_and_no_number(owner: int, whose: str) -> None:
    state = position(at(0, 0, 100, 100), at(1, 1, 140, 100), at(2, owner, 130, 100), hands=[["arrow"], [], []])
    words = why_not(state, 0, Arrow(0, 0, 1), ("Ann", "Bo", "Cy"))
    assert say(words) == f"no line of sight: {whose} is in the way"
    assert why_not(state, 0, End(0), ("Ann", "Bo", "Cy")) == ""
