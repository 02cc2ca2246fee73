"""Positions that are set up by hand, step by step, and what is wrong with them meanwhile."""

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


def _two() -> SaladDraft:
    setup, _ = position_draft.put(position_draft.new(2), 0, (300.0, 200.0))
    return position_draft.put(setup, 1, (320.0, 200.0))[0]


def test_a_line_is_read_and_written() -> None:
    setup = position_draft.read(LINE)
    assert position_draft.line(setup) == LINE
    assert position_draft.read(position_draft.line(_two())) == _two()
    with pytest.raises(Unreadable):
        position_draft.read("grenade-salad; seats 2; nonsense")


@pytest.mark.rule("GS-01")
def test_soldiers_come_from_the_reserve_and_go_back() -> None:
    setup = _two()
    assert setup.draft.reserve == (SOLDIERS_EACH - 1,) * 2
    assert position_draft.taken_off(setup, 0).draft.reserve == (SOLDIERS_EACH, SOLDIERS_EACH - 1)
    for number in range(SOLDIERS_EACH):
        setup, _ = position_draft.put(setup, 0, position_draft.free_spot(setup, (100.0 + number, 100.0)))
    (found,) = position_draft.troubles(setup)
    assert isinstance(found.why, TooManySoldiers)
    assert found.rule == "GS-01"


@pytest.mark.rule("GS-04")
def test_soldiers_that_overlap_or_hang_over_are_told_all_at_once() -> None:
    setup = position_draft.moved(_two(), 1, (304.0, 200.0), radians(10))
    setup, number = position_draft.put(setup, 0, (1.0, 50.0))
    first, second = position_draft.troubles(setup)
    assert isinstance(first, position_draft.Misplaced)
    assert isinstance(second, position_draft.Misplaced)
    assert isinstance(first.why, OnSoldier)
    assert set(first.soldiers) == {0, 1}
    assert isinstance(second.why, OverEdge)
    assert second.soldiers == (number,)
    assert first.rule == second.rule == "GS-04"
    assert position_draft.soldier(position_draft.read(position_draft.line(setup)), 1).x == 304.0
    with pytest.raises(Illegal):
        position_draft.start(setup, Random(1))


@pytest.mark.rule("GS-02", "GS-10")
def test_cards_come_from_the_tray() -> None:
    setup = position_draft.given(_two(), 0, "arrow")
    assert position_draft.hand(setup, 0) == (("arrow",), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.taken_back(setup, 0, 0), 0) == ((), HAND_SIZE - 1)
    assert position_draft.hand(position_draft.taken_back(setup, 0, 3), 0) == (("arrow",), HAND_SIZE - 2)
    full = setup
    for _ in range(HAND_SIZE):
        full = position_draft.given(full, 0, "hammers")
    (found,) = position_draft.troubles(full)
    assert isinstance(found.why, TooManyCards)
    assert found.rule == "GS-10"
    many = setup
    for _ in range(9):
        many = position_draft.given(many, "deck", "arrow")
    (found,) = position_draft.troubles(many)
    assert isinstance(found.why, NotInBox)
    assert found.rule == "GS-02"


def test_what_is_not_known_is_drawn_and_the_deck_has_the_rest() -> None:
    setup = position_draft.given(position_draft.given(_two(), "deck", "explosion"), 1, "footpath")
    starts = [position_draft.start(setup, Random(seed)) for seed in (1, 2)]
    states = [GAME.start(start.seats, start.options, start.setup) for start in starts]
    hands = [state.view(1).hands[1] for state in states]  # type: ignore[attr-defined]
    assert all("footpath" in cards and len(cards) == HAND_SIZE for cards in hands)
    assert hands[0] != hands[1]
    assert position_draft.in_deck(setup) == 54 - 2 * HAND_SIZE
    assert "deck explosion " in states[0].format_position()


def test_where_a_soldier_lies_is_typed() -> None:
    setup = position_draft.placed(_two(), 1, "310.5, 222 45")
    assert position_draft.where(setup, 1) == "310.5,222 45"
    assert position_draft.where(position_draft.placed(setup, 1, "10 20"), 1) == "10,20 45"
    for words in ("", "310", "here 5", "1,2; turn b", "1,2 3 4"):
        with pytest.raises(Unreadable):
            position_draft.placed(setup, 1, words)


def test_players_come_and_go() -> None:
    setup = position_draft.with_seats(position_draft.turn_of(_two(), 1), 3)
    assert setup.draft.reserve == (19, 19, 20)
    assert position_draft.with_seats(setup, 2).draft.turn == 1
    fewer = position_draft.with_seats(position_draft.put(setup, 2, (100.0, 100.0))[0], 2)
    assert {one.seat for one in fewer.draft.soldiers} == {0, 1}
    assert not position_draft.troubles(fewer)
