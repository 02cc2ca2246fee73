"""The house rule that a turn without a card costs a card (GS-36)."""

from __future__ import annotations

import json

import pytest

from grenade_salad.core import redact
from grenade_salad.games.salad import Arrow, End, Explosion, Footpath, Move, Pass, SaladOptions, ThrowAway
from grenade_salad.games.salad.events import Drew, EndPhase, Passed, ThrewAway
from grenade_salad.games.salad.reasons import MoveIsOver, MustThrowAway, NothingToThrowAway, NotInHand
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match import lines
from grenade_salad.match.match import Header
from tests.rules.salad.positions import check_refused, play, position, soldier_at

APART = (soldier_at(0, 0, 100, 100), soldier_at(1, 0, 200, 300), soldier_at(5, 1, 500, 300))
RULE = SaladOptions(throw_away=True)
STUCK = [["footpath", "footpath", "footpath", "hammers", "hammers"], ["hammers"] * 5]


def make_stuck_state(
    deck: tuple[str, ...] = ("arrow", "pointer", "circles"), options: SaladOptions = RULE
) -> SaladState:
    return position(*APART, hands=STUCK, deck=deck, options=options)


@pytest.mark.rule("GS-36")
def test_no_card_is_thrown_away_without_the_house_rule() -> None:
    state = make_stuck_state(options=SaladOptions())
    assert not any(isinstance(action, ThrowAway) for action in state.legal_actions(0))
    assert isinstance(check_refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert state.full_view().discard == ()


@pytest.mark.rule("GS-36")
def test_turn_without_a_card_costs_a_card_of_the_players_choice() -> None:
    state = make_stuck_state()
    assert isinstance(check_refused(state, End(0)), MustThrowAway)
    offered = [action for action in state.legal_actions(0) if isinstance(action, ThrowAway)]
    assert offered == [ThrowAway(0, "hammers"), ThrowAway(0, "footpath")]
    assert isinstance(check_refused(state, ThrowAway(0, "arrow")), NotInHand)
    events = play(state, ThrowAway(0, "footpath"))
    assert events == [ThrewAway(0, "footpath"), Drew(0, 1, ("arrow",), visible_to=(0,))]
    view = state.view(1)
    assert isinstance(view, SaladView)
    assert (view.discard, view.hands[0], view.turn, view.cards_left) == (("footpath",), 5, 0, 1)
    assert sorted(state.hands[0]) == ["arrow", "footpath", "footpath", "hammers", "hammers"]


@pytest.mark.rule("GS-36", "GS-10")
def test_thrown_card_is_one_of_the_two_cards_of_the_turn() -> None:
    state = make_stuck_state()
    play(state, ThrowAway(0, "hammers"))
    assert isinstance(check_refused(state, Move(0, 0, (120, 100), 0)), MoveIsOver)
    assert isinstance(check_refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, Arrow(0, 0, 5))
    assert isinstance(check_refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert (state.turn, len(state.hands[0])) == (1, 5)


@pytest.mark.rule("GS-36", "GS-11")
def test_move_alone_is_a_turn_without_a_card() -> None:
    state = make_stuck_state()
    play(state, Move(0, 0, (120, 100), 0), Pass(1))
    assert isinstance(check_refused(state, End(0)), MustThrowAway)
    play(state, ThrowAway(0, "hammers"), End(0))
    assert state.turn == 1


@pytest.mark.rule("GS-36", "GS-10")
def test_player_of_a_card_may_end_the_turn() -> None:
    hands = [["explosion", "footpath"], ["hammers"] * 5]
    state = position(*APART, hands=hands, deck=("arrow",) * 4, options=RULE)
    play(state, Explosion(0, 0, (100, 60)))
    assert isinstance(check_refused(state, ThrowAway(0, "footpath")), NothingToThrowAway)
    play(state, End(0))
    assert state.full_view().discard == ("explosion",)


@pytest.mark.rule("GS-36", "GS-24")
def test_mine_in_another_turn_does_not_count_as_a_card() -> None:
    state = position(*APART, hands=[["hammers"], ["footpath", "hammers"]], deck=("arrow",) * 8, options=RULE)
    play(state, Move(0, 0, (120, 100), 0), Footpath(1, 0))
    assert isinstance(check_refused(state, End(0)), MustThrowAway)
    play(state, ThrowAway(0, "hammers"), End(0))
    assert isinstance(check_refused(state, End(1)), MustThrowAway)


@pytest.mark.rule("GS-36", "GS-34")
def test_thrown_cards_prevent_a_standstill() -> None:
    state = make_stuck_state(deck=("arrow",) * 9, options=SaladOptions(throw_away=True, standstill=1))
    for turn in range(8):
        play(state, state.legal_actions(turn % 2)[-1], End(turn % 2))
    assert (state.is_over, state.full_view().still) == (False, 0)


@pytest.mark.rule("GS-36", "GS-29", "GS-30")
def test_no_card_is_thrown_away_in_the_end_phase() -> None:
    state = make_stuck_state(deck=("circles",))
    events = play(state, ThrowAway(0, "hammers"))
    assert any(isinstance(event, EndPhase) for event in events)
    assert not any(isinstance(event, Passed) for event in play(state, End(0)))
    assert isinstance(check_refused(state, ThrowAway(1, "hammers")), NothingToThrowAway)
    assert any(isinstance(event, Passed) for event in play(state, End(1)))


@pytest.mark.rule("GS-36")
def test_player_without_cards_throws_nothing_away() -> None:
    state = position(*APART, hands=[[], ["hammers"] * 5], deck=("arrow",) * 4, options=RULE)
    assert isinstance(check_refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert state.turn == 1


@pytest.mark.rule("GS-36")
def test_thrown_card_is_visible_to_all() -> None:
    event = ThrewAway(0, "arrow")
    assert redact(event, 1) == redact(event, None) == event
    assert event.text(("Ann", "Bo")) == "Ann throws Arrow away"


@pytest.mark.rule("GS-36")
def test_records_from_before_the_house_rule_are_read_without_it() -> None:
    line = Header("grenade-salad", ("Ann", "Bo"), RULE, 7).to_line()
    options = line["options"]
    assert isinstance(options, dict)
    assert options.pop("throw_away") is True
    assert lines.parse_header(json.loads(json.dumps(line))).options == SaladOptions()
