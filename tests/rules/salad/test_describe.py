"""Decisions in words: whose soldier, where on the table; and when two decisions are the same."""

from __future__ import annotations

import pytest

from grenade_salad.games.salad.actions import Arrow, Explosion, Move
from grenade_salad.games.salad.describe import alike, place
from grenade_salad.text import say

TABLE = (600.0, 400.0)


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ((10, 10), "the lower left"),
        ((590, 390), "the upper right"),
        ((300, 200), "the middle"),
        ((300, 399), "the upper edge"),
        ((-5, 200), "the left edge"),
        ((700, 500), "the upper right"),
    ],
)
def test_a_place_is_said_without_numbers(point: tuple[float, float], words: str) -> None:
    assert say(place(point, TABLE)) == words


def test_a_millimetre_makes_no_other_decision_but_another_soldier_does() -> None:
    assert alike(Explosion(0, 5, (100.0, 50.0)), Explosion(0, 5, (101.5, 49.0)))
    assert not alike(Explosion(0, 5, (100.0, 50.0)), Explosion(0, 5, (103.0, 50.0)))
    assert alike(Move(0, 3, (10.0, 10.0), 0.1), Move(0, 3, (10.5, 10.0), 2.0))
    assert not alike(Move(0, 3, (10.0, 10.0), 0.1), Move(0, 4, (10.0, 10.0), 0.1))
    assert not alike(Arrow(0, 1, 2), Arrow(0, 1, 3))
    assert not alike(Arrow(0, 1, 2), Explosion(0, 5, (1.0, 2.0)))
