"""Why something cannot be done, as a phone says it."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import registry
from grenade_salad.core.position_notation import read
from grenade_salad.games.salad import Arrow, End, Pass
from grenade_salad.games.salad.actions import ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.sheets.compose import told_of, why_not
from grenade_salad.text import Reader, say
from tests.rules.salad.positions import at, position


@pytest.mark.parametrize(("owner", "whose"), [(0, "your own soldier"), (2, "Cy's soldier")])
def test_people_are_told_whose_soldier_it_is_and_no_number(owner: int, whose: str) -> None:
    state = position(at(0, 0, 100, 100), at(1, 1, 140, 100), at(2, owner, 130, 100), hands=[["arrow"], [], []])
    words = why_not(state, 0, Arrow(0, 0, 1), ("Ann", "Bo", "Cy"))
    assert say(words) == f"no line of sight: {whose} is in the way"
    assert why_not(state, 0, End(0), ("Ann", "Bo", "Cy")) == ""


def test_picture_points_out_soldiers_that_are_asked_about_to_everybody() -> None:
    game = registry.load("grenade-salad")
    text = "grenade-salad; seats 2; a0 100,100 0; a1 200,100 0; b2 300,100 0; hand a ?5; hand b ?5; deck ?; turn a"
    start = read(game, f"{text}; stepped 0 1 asked b", Random(1))
    state = game.start(start.seats, start.options, start.setup)
    for seat in (0, 1, None):
        picture = told_of(state.view(seat), (), Reader(("Ann", "Bo"), seat)).picture
        assert isinstance(picture, dict)
        assert picture["asked"] == [0, 1]
    state.apply(Pass(1))
    picture = told_of(state.view(None), (), Reader(("Ann", "Bo"))).picture
    assert isinstance(picture, dict)
    assert "asked" not in picture


@pytest.mark.rule("GS-36")
def test_phone_counts_equal_cards_that_can_be_thrown_away() -> None:
    hands = [["arrow", "pointer", "arrow"], ["arrow"]]
    state = position(at(0, 0, 100, 100), at(1, 1, 300, 100), hands=hands, options=SaladOptions(throw_away=True))
    choices = told_of(state.view(0), state.legal_actions(0), Reader(("Ann", "Bo"), 0)).choices
    buttons = [say(choice.path[-1]) for choice in choices if isinstance(choice.action, ThrowAway)]
    assert buttons == ["Pointer", "2 × Arrow"]
