"""Refusals as a phone words them."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import registry
from grenade_salad.games.salad import Arrow, End, Pass
from grenade_salad.games.salad.actions import ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.sheets.compose import sheet_for, why_not
from grenade_salad.text import Reader, say
from tests.rules.salad.positions import position, soldier_at


@pytest.mark.parametrize(("owner", "whose"), [(0, "your own soldier"), (2, "Cy's soldier")])
def test_refusal_names_the_owner_of_a_soldier_and_no_number(owner: int, whose: str) -> None:
    state = position(
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 1, 140, 100),
        soldier_at(2, owner, 130, 100),
        hands=[["arrow"], [], []],
    )
    words = why_not(state, 0, Arrow(0, 0, 1), ("Ann", "Bo", "Cy"))
    assert say(words) == f"no line of sight: {whose} is in the way"
    assert why_not(state, 0, End(0), ("Ann", "Bo", "Cy")) == ""


def test_picture_shows_every_seat_the_soldiers_in_question() -> None:
    game = registry.load("grenade-salad")
    text = "grenade-salad; seats 2; a0 100,100 0; a1 200,100 0; b2 300,100 0; hand a ?5; hand b ?5; deck ?; turn a"
    start = game.parse_start(f"{text}; stepped 0 1 asked b", Random(1))
    state = game.start(start.seats, start.options, start.setup)
    for seat in (0, 1, None):
        picture = sheet_for(state.view(seat), (), Reader(("Ann", "Bo"), seat)).picture
        assert isinstance(picture, dict)
        assert picture["asked"] == [0, 1]
    state.apply(Pass(1))
    picture = sheet_for(state.view(None), (), Reader(("Ann", "Bo"))).picture
    assert isinstance(picture, dict)
    assert "asked" not in picture


@pytest.mark.rule("GS-36")
def test_phone_counts_equal_cards_that_can_be_thrown_away() -> None:
    hands = [["arrow", "pointer", "arrow"], ["arrow"]]
    state = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 1, 300, 100), hands=hands, options=SaladOptions(throw_away=True)
    )
    choices = sheet_for(state.view(0), state.legal_actions(0), Reader(("Ann", "Bo"), 0)).choices
    buttons = [say(choice.path[-1]) for choice in choices if isinstance(choice.action, ThrowAway)]
    assert buttons == ["Pointer", "2 × Arrow"]
