"""Positions that are set up by hand, step by step, and their troubles meanwhile."""

from __future__ import annotations

from math import radians
from random import Random

import pytest

from grenade_salad.core import Illegal
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.pieces import HAND_SIZE, SOLDIERS_EACH
from grenade_salad.games.salad.placement import OnSoldier, OverEdge
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.reasons import NotInBox, TooManyCards, TooManySoldiers
from grenade_salad.games.salad.rules import GAME

LINE = (
    "grenade-salad; seats Ann, Bo; rule table 700 500; a0 300,200 0; b1 320,200 30; reserve 19 18; taken 1 0; "
    "hand a arrow ?4; hand b ?5; deck hammers ?; turn b; moved; turns 7"
)


def _make_draft() -> SaladDraft:
    setup, _ = position_draft.add_soldier(position_draft.new_draft(2), 0, (300.0, 200.0))
    return position_draft.add_soldier(setup, 1, (320.0, 200.0))[0]


def test_line_survives_reading_and_writing() -> None:
    setup = position_draft.parse_draft(LINE)
    assert position_draft.format_draft(setup) == LINE
    assert position_draft.parse_draft(position_draft.format_draft(_make_draft())) == _make_draft()
    with pytest.raises(Unreadable):
        position_draft.parse_draft("grenade-salad; seats 2; nonsense")


@pytest.mark.rule("GS-01")
def test_soldiers_are_taken_from_the_reserve_and_returned_to_it() -> None:
    setup = _make_draft()
    assert setup.draft.reserve == (SOLDIERS_EACH - 1,) * 2
    assert position_draft.remove_piece(setup, 0).draft.reserve == (SOLDIERS_EACH, SOLDIERS_EACH - 1)
    for index in range(SOLDIERS_EACH):
        setup, _ = position_draft.add_soldier(setup, 0, position_draft.find_free_spot(setup, (100.0 + index, 100.0)))
    (trouble,) = position_draft.find_troubles(setup)
    assert isinstance(trouble.why, TooManySoldiers)
    assert trouble.rule == "GS-01"


@pytest.mark.rule("GS-04")
def test_all_misplaced_soldiers_are_reported_together() -> None:
    setup = position_draft.move_piece(_make_draft(), 1, (304.0, 200.0), radians(10))
    setup, soldier_id = position_draft.add_soldier(setup, 0, (1.0, 50.0))
    first, second = position_draft.find_troubles(setup)
    assert isinstance(first, position_draft.Misplaced)
    assert isinstance(second, position_draft.Misplaced)
    assert isinstance(first.why, OnSoldier)
    assert set(first.soldiers) == {0, 1}
    assert isinstance(second.why, OverEdge)
    assert second.soldiers == (soldier_id,)
    assert first.rule == second.rule == "GS-04"
    assert position_draft.find_soldier(position_draft.parse_draft(position_draft.format_draft(setup)), 1).x == 304.0
    with pytest.raises(Illegal):
        position_draft.start(setup, Random(1))


@pytest.mark.rule("GS-02", "GS-10")
def test_cards_are_given_and_taken_back() -> None:
    setup = position_draft.add_card(_make_draft(), 0, "arrow")
    assert position_draft.hand(setup, 0) == (("arrow",), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.remove_card(setup, 0, 0), 0) == ((), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.remove_card(setup, 0, 3), 0) == (("arrow",), HAND_SIZE - 2)
    full = setup
    for _ in range(HAND_SIZE):
        full = position_draft.add_card(full, 0, "hammers")
    (trouble,) = position_draft.find_troubles(full)
    assert isinstance(trouble.why, TooManyCards)
    assert trouble.rule == "GS-10"
    many = setup
    for _ in range(9):
        many = position_draft.add_card(many, "deck", "arrow")
    (trouble,) = position_draft.find_troubles(many)
    assert isinstance(trouble.why, NotInBox)
    assert trouble.rule == "GS-02"


def test_unknown_cards_are_drawn_and_the_deck_has_the_others() -> None:
    setup = position_draft.add_card(position_draft.add_card(_make_draft(), "deck", "explosion"), 1, "footpath")
    starts = [position_draft.start(setup, Random(seed)) for seed in (1, 2)]
    states = [GAME.start(start.seats, start.options, start.setup) for start in starts]
    hands = [state.view(1).hands[1] for state in states]  # type: ignore[attr-defined]
    assert all("footpath" in cards and len(cards) == HAND_SIZE for cards in hands)
    assert hands[0] != hands[1]
    assert position_draft.deck_size(setup) == 54 - 2 * HAND_SIZE
    assert "deck explosion " in states[0].format_position()


def test_place_of_a_soldier_can_be_typed() -> None:
    setup = position_draft.place_piece(_make_draft(), 1, "310.5, 222 45")
    assert position_draft.format_place(setup, 1) == "310.5,222 45"
    assert position_draft.format_place(position_draft.place_piece(setup, 1, "10 20"), 1) == "10,20 45"
    for words in ("", "310", "here 5", "1,2; turn b", "1,2 3 4"):
        with pytest.raises(Unreadable):
            position_draft.place_piece(setup, 1, words)


def test_seats_can_be_added_and_removed() -> None:
    setup = position_draft.with_seats(position_draft.with_turn(_make_draft(), 1), 3)
    assert setup.draft.reserve == (19, 19, 20)
    assert position_draft.with_seats(setup, 2).draft.turn == 1
    fewer = position_draft.with_seats(position_draft.add_soldier(setup, 2, (100.0, 100.0))[0], 2)
    assert {soldier.seat for soldier in fewer.draft.soldiers} == {0, 1}
    assert not position_draft.find_troubles(fewer)
