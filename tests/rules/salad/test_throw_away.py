"""The house rule by which a turn without a card costs one (GS-36)."""

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
from tests.rules.salad.positions import at, play, position, refused

APART = (at(0, 0, 100, 100), at(1, 0, 200, 300), at(5, 1, 500, 300))
RULE = SaladOptions(throw_away=True)
STUCK = [["footpath", "footpath", "footpath", "hammers", "hammers"], ["hammers"] * 5]


def stuck(deck: tuple[str, ...] = ("arrow", "pointer", "circles"), options: SaladOptions = RULE) -> SaladState:
    return position(*APART, hands=STUCK, deck=deck, options=options)


@pytest.mark.rule("GS-36")
def test_by_the_rules_nothing_is_thrown_away() -> None:
    state = stuck(options=SaladOptions())
    assert not any(isinstance(action, ThrowAway) for action in state.legal_actions(0))
    assert isinstance(refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert state.full_view().discard == ()


@pytest.mark.rule("GS-36")
def test_a_turn_without_a_card_ends_with_one_of_ones_choice_on_the_pile() -> None:
    state = stuck()
    assert isinstance(refused(state, End(0)), MustThrowAway)
    thrown = [action for action in state.legal_actions(0) if isinstance(action, ThrowAway)]
    assert thrown == [ThrowAway(0, "hammers"), ThrowAway(0, "footpath")]
    assert isinstance(refused(state, ThrowAway(0, "arrow")), NotInHand)
    what = play(state, ThrowAway(0, "footpath"))
    assert what == [ThrewAway(0, "footpath"), Drew(0, 1, ("arrow",), visible_to=(0,))]
    view = state.view(1)
    assert isinstance(view, SaladView)
    assert (view.discard, view.hands[0], view.turn, view.cards_left) == (("footpath",), 5, 0, 1)
    assert sorted(state.hands[0]) == ["arrow", "footpath", "footpath", "hammers", "hammers"]


@pytest.mark.rule("GS-36", "GS-10")
def test_it_is_one_of_the_two_cards_of_the_turn() -> None:
    state = stuck()
    play(state, ThrowAway(0, "hammers"))
    assert isinstance(refused(state, Move(0, 0, (120, 100), 0)), MoveIsOver)
    assert isinstance(refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, Arrow(0, 0, 5))
    assert isinstance(refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert (state.turn, len(state.hands[0])) == (1, 5)


@pytest.mark.rule("GS-36", "GS-11")
def test_a_move_alone_is_a_turn_without_a_card() -> None:
    state = stuck()
    play(state, Move(0, 0, (120, 100), 0), Pass(1))
    assert isinstance(refused(state, End(0)), MustThrowAway)
    play(state, ThrowAway(0, "hammers"), End(0))
    assert state.turn == 1


@pytest.mark.rule("GS-36", "GS-10")
def test_who_has_played_a_card_ends_the_turn_as_always() -> None:
    hands = [["explosion", "footpath"], ["hammers"] * 5]
    state = position(*APART, hands=hands, deck=("arrow",) * 4, options=RULE)
    play(state, Explosion(0, 0, (100, 60)))
    assert isinstance(refused(state, ThrowAway(0, "footpath")), NothingToThrowAway)
    play(state, End(0))
    assert state.full_view().discard == ("explosion",)


@pytest.mark.rule("GS-36", "GS-24")
def test_a_mine_in_somebody_elses_turn_is_no_card_of_ones_own() -> None:
    state = position(*APART, hands=[["hammers"], ["footpath", "hammers"]], deck=("arrow",) * 8, options=RULE)
    play(state, Move(0, 0, (120, 100), 0), Footpath(1, 0))
    assert isinstance(refused(state, End(0)), MustThrowAway)
    play(state, ThrowAway(0, "hammers"), End(0))
    assert isinstance(refused(state, End(1)), MustThrowAway)


@pytest.mark.rule("GS-36", "GS-34")
def test_there_is_no_standstill_while_cards_are_thrown_away() -> None:
    state = stuck(deck=("arrow",) * 9, options=SaladOptions(throw_away=True, standstill=1))
    for turn in range(8):
        play(state, state.legal_actions(turn % 2)[-1], End(turn % 2))
    assert (state.is_over, state.full_view().still) == (False, 0)


@pytest.mark.rule("GS-36", "GS-29", "GS-30")
def test_in_the_end_phase_nothing_is_thrown_away() -> None:
    state = stuck(deck=("circles",))
    what = play(state, ThrowAway(0, "hammers"))
    assert any(isinstance(event, EndPhase) for event in what)
    assert not any(isinstance(event, Passed) for event in play(state, End(0)))
    assert isinstance(refused(state, ThrowAway(1, "hammers")), NothingToThrowAway)
    assert any(isinstance(event, Passed) for event in play(state, End(1)))


@pytest.mark.rule("GS-36")
def test_an_empty_hand_throws_nothing_away() -> None:
    state = position(*APART, hands=[[], ["hammers"] * 5], deck=("arrow",) * 4, options=RULE)
    assert isinstance(refused(state, ThrowAway(0, "hammers")), NothingToThrowAway)
    play(state, End(0))
    assert state.turn == 1


@pytest.mark.rule("GS-36")
def test_everybody_sees_what_is_thrown_away() -> None:
    told = ThrewAway(0, "arrow")
    assert redact(told, 1) == redact(told, None) == told
    assert told.text(("Ann", "Bo")) == "Ann throws Arrow away"


@pytest.mark.rule("GS-36")
def test_records_from_before_the_rule_are_read_without_it() -> None:
    line = Header("grenade-salad", ("Ann", "Bo"), RULE, 7).to_line()
    options = line["options"]
    assert isinstance(options, dict)
    assert options.pop("throw_away") is True
    assert lines.header(json.loads(json.dumps(line))).options == SaladOptions()
