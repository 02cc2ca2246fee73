"""Decisions in words: the owner and the place; and equivalent decisions."""

from __future__ import annotations

import pytest

from grenade_salad.games.salad.actions import Arrow, Explosion, Move
from grenade_salad.games.salad.describe import describe_place, is_equivalent
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
def test_place_is_described_without_numbers(point: tuple[float, float], words: str) -> None:
    assert say(describe_place(point, TABLE)) == words


def test_decision_is_equivalent_within_a_millimetre_but_not_for_another_soldier() -> None:
    assert is_equivalent(Explosion(0, 5, (100.0, 50.0)), Explosion(0, 5, (101.5, 49.0)))
    assert not is_equivalent(Explosion(0, 5, (100.0, 50.0)), Explosion(0, 5, (103.0, 50.0)))
    assert is_equivalent(Move(0, 3, (10.0, 10.0), 0.1), Move(0, 3, (10.5, 10.0), 2.0))
    assert not is_equivalent(Move(0, 3, (10.0, 10.0), 0.1), Move(0, 4, (10.0, 10.0), 0.1))
    assert not is_equivalent(Arrow(0, 1, 2), Arrow(0, 1, 3))
    assert not is_equivalent(Arrow(0, 1, 2), Explosion(0, 5, (1.0, 2.0)))
