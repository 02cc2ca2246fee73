"""Positions that are set up by hand, step by step, and their problems meanwhile."""

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
from grenade_salad.games.salad.state import SaladState
from tests.kinds import expect_type

LINE = (
    "grenade-salad; seats Ann, Bo; rule table 700 500; a0 300,200 0; b1 320,200 30; reserve 19 18; taken 1 0; "
    "hand a arrow ?4; hand b ?5; deck hammers ?; turn b; moved; turns 7"
)


def _make_draft() -> SaladDraft:
    draft, _ = position_draft.add_soldier(position_draft.new_draft(2), 0, (300.0, 200.0))
    return position_draft.add_soldier(draft, 1, (320.0, 200.0))[0]


def test_line_survives_reading_and_writing() -> None:
    draft = position_draft.parse_draft(LINE)
    assert position_draft.format_draft(draft) == LINE
    assert position_draft.parse_draft(position_draft.format_draft(_make_draft())) == _make_draft()
    with pytest.raises(Unreadable):
        position_draft.parse_draft("grenade-salad; seats 2; nonsense")


@pytest.mark.rule("GS-01")
def test_soldiers_are_taken_from_the_reserve_and_returned_to_it() -> None:
    draft = _make_draft()
    assert draft.draft.reserve == (SOLDIERS_EACH - 1,) * 2
    assert position_draft.remove_piece(draft, 0).draft.reserve == (SOLDIERS_EACH, SOLDIERS_EACH - 1)
    for index in range(SOLDIERS_EACH):
        draft, _ = position_draft.add_soldier(draft, 0, position_draft.find_free_spot(draft, (100.0 + index, 100.0)))
    (problem,) = position_draft.find_problems(draft)
    assert isinstance(problem.why, TooManySoldiers)
    assert problem.rule == "GS-01"


@pytest.mark.rule("GS-04")
def test_all_misplaced_soldiers_are_reported_together() -> None:
    draft = position_draft.move_piece(_make_draft(), 1, (304.0, 200.0), radians(10))
    draft, soldier_id = position_draft.add_soldier(draft, 0, (1.0, 50.0))
    first, second = position_draft.find_problems(draft)
    assert isinstance(first, position_draft.Misplaced)
    assert isinstance(second, position_draft.Misplaced)
    assert isinstance(first.why, OnSoldier)
    assert set(first.soldiers) == {0, 1}
    assert isinstance(second.why, OverEdge)
    assert second.soldiers == (soldier_id,)
    assert first.rule == second.rule == "GS-04"
    assert position_draft.find_soldier(position_draft.parse_draft(position_draft.format_draft(draft)), 1).x == 304.0
    with pytest.raises(Illegal):
        position_draft.start(draft, Random(1))


@pytest.mark.rule("GS-02", "GS-10")
def test_cards_are_given_and_taken_back() -> None:
    draft = position_draft.add_card(_make_draft(), 0, "arrow")
    assert position_draft.hand(draft, 0) == (("arrow",), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.remove_card(draft, 0, 0), 0) == ((), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.remove_card(draft, 0, 3), 0) == (("arrow",), HAND_SIZE - 2)
    full = draft
    for _ in range(HAND_SIZE):
        full = position_draft.add_card(full, 0, "hammers")
    (problem,) = position_draft.find_problems(full)
    assert isinstance(problem.why, TooManyCards)
    assert problem.rule == "GS-10"
    many = draft
    for _ in range(9):
        many = position_draft.add_card(many, "deck", "arrow")
    (problem,) = position_draft.find_problems(many)
    assert isinstance(problem.why, NotInBox)
    assert problem.rule == "GS-02"


def test_unknown_cards_are_drawn_and_the_deck_has_the_others() -> None:
    draft = position_draft.add_card(position_draft.add_card(_make_draft(), "deck", "explosion"), 1, "footpath")
    starts = [position_draft.start(draft, Random(seed)) for seed in (1, 2)]
    states = [expect_type(SaladState, GAME.start(start.seats, start.options, start.setup)) for start in starts]
    hands = [state.hands[1] for state in states]
    assert all("footpath" in cards and len(cards) == HAND_SIZE for cards in hands)
    assert hands[0] != hands[1]
    assert position_draft.deck_size(draft) == 54 - 2 * HAND_SIZE
    assert "deck explosion " in states[0].format_position()


def test_place_of_a_soldier_can_be_typed() -> None:
    draft = position_draft.place_piece(_make_draft(), 1, "310.5, 222 45")
    assert position_draft.format_place(draft, 1) == "310.5,222 45"
    assert position_draft.format_place(position_draft.place_piece(draft, 1, "10 20"), 1) == "10,20 45"
    for words in ("", "310", "here 5", "1,2; turn b", "1,2 3 4"):
        with pytest.raises(Unreadable):
            position_draft.place_piece(draft, 1, words)


def test_seats_can_be_added_and_removed() -> None:
    draft = position_draft.with_seats(position_draft.with_turn(_make_draft(), 1), 3)
    assert draft.draft.reserve == (19, 19, 20)
    assert position_draft.with_seats(draft, 2).draft.turn == 1
    fewer = position_draft.with_seats(position_draft.add_soldier(draft, 2, (100.0, 100.0))[0], 2)
    assert {soldier.seat for soldier in fewer.draft.soldiers} == {0, 1}
    assert not position_draft.find_problems(fewer)
