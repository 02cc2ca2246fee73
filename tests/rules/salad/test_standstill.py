"""The standstill: nobody plays a card for some rounds before the end phase (GS-34)."""

from __future__ import annotations

import pytest

from grenade_salad.core import Action, Event, redact
from grenade_salad.games.salad import End, Explosion, Footpath, Move, Pass, Pointer, SaladOptions, SaladSetup
from grenade_salad.games.salad.events import Ended, Still
from grenade_salad.games.salad.options import SaladOptions1
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match
from tests.rules.salad.positions import at, play, position

APART = (at(0, 0, 100, 100), at(1, 0, 200, 300), at(5, 1, 500, 300), at(10, 2, 300, 100))
STUCK = [["footpath"] * 5, ["hammers"] * 5]
NAMES = ("Ann", "Bo", "Cy")


def ends(state: SaladState, turns: int) -> list[Event]:
    """So many turns in which nobody does anything."""
    return [event for _ in range(turns) for event in play(state, End(state.full_view().turn))]


def still(state: SaladState) -> int:
    return state.full_view().still


@pytest.mark.rule("GS-34")
@pytest.mark.parametrize("standstill", [1, 2, 3, 9])
@pytest.mark.parametrize("seats", [2, 3])
def test_after_so_many_rounds_without_a_card_the_points_are_counted(standstill: int, seats: int) -> None:
    hands = [*STUCK, ["arrow"] * 5][:seats]
    state = position(
        *APART[: seats + 1], hands=hands, options=SaladOptions(standstill=standstill), taken=[0, 9, 1][:seats]
    )
    ends(state, standstill * seats - 1)
    assert (state.is_over, still(state)) == (False, standstill * seats - 1)
    what = ends(state, 1)
    assert state.is_over
    position_then = state.full_view()
    assert (position_then.end_reason, position_then.still, position_then.ranking) == (
        "standstill",
        standstill * seats,
        state.ranking(),
    )
    assert state.ranking()[0] == (1,)
    assert isinstance(what[-1], Ended)
    assert what[-1].why == "standstill"
    told = what[-1].text(NAMES[:seats])
    assert told.startswith("The game is over because nobody is playing cards any more: Ann 6, Bo 12")


@pytest.mark.rule("GS-34")
def test_it_is_three_rounds_if_nothing_else_was_said() -> None:
    state = position(*APART[:3], hands=STUCK)
    ends(state, 5)
    assert not state.is_over
    ends(state, 1)
    assert state.full_view().end_reason == "standstill"


@pytest.mark.rule("GS-34")
def test_all_are_told_after_each_round_but_the_last() -> None:
    state = position(*APART[:3], hands=STUCK)
    told = [event for event in ends(state, 6) if isinstance(event, Still)]
    assert [event.text(NAMES) for event in told] == [
        "Nobody has played a card for a round. Two more, then the points are counted",
        "Nobody has played a card for two rounds. One more, then the points are counted",
    ]
    assert all(redact(event, seat) == event for event in told for seat in (None, 0, 1))
    one = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=1))
    assert not any(isinstance(event, Still) for event in ends(one, 2))
    nine = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=9))
    last = [event for event in ends(nine, 17) if isinstance(event, Still)][-1]
    assert last.text(NAMES) == "Nobody has played a card for eight rounds. One more, then the points are counted"


@pytest.mark.rule("GS-34")
def test_it_is_told_when_the_round_is_over_and_not_again() -> None:
    state = position(*APART, hands=[*STUCK, ["arrow"] * 5])
    assert [any(isinstance(event, Still) for event in ends(state, 1)) for _ in range(7)] == [
        False, False, True, False, False, True, False,
    ]  # fmt: skip


@pytest.mark.rule("GS-34")
def test_a_card_breaks_the_sequence() -> None:
    state = position(*APART[:3], hands=[["pointer", *["footpath"] * 4], ["hammers"] * 5])
    ends(state, 2)
    play(state, Pointer(0, (50, 50), 0))
    assert still(state) == 0
    play(state, Pass(1), End(0))
    assert still(state) == 0
    ends(state, 5)
    assert (state.is_over, still(state)) == (False, 5)
    ends(state, 1)
    assert state.full_view().end_reason == "standstill"


@pytest.mark.rule("GS-34")
def test_a_turn_in_which_a_mine_went_off_is_a_turn_with_a_card() -> None:
    hands = [["hammers"] * 5, ["footpath"] * 5]
    stepped: list[Action] = [Move(0, 0, (120, 100), 0), Footpath(1, 0)]
    state = position(*APART[:3], hands=hands)
    ends(state, 4)
    play(state, *stepped, End(0))
    assert still(state) == 0
    ends(state, 5)
    assert not state.is_over
    ends(state, 1)
    assert state.is_over


@pytest.mark.rule("GS-34")
def test_a_throw_that_hits_nobody_is_a_card_and_a_move_is_none() -> None:
    state = position(*APART[:3], hands=[["explosion", *["footpath"] * 4], ["hammers"] * 5])
    ends(state, 4)
    play(state, Move(0, 0, (120, 100), 0), Pass(1))
    assert still(state) == 4
    play(state, Explosion(0, 0, (100, 60)), End(0))
    assert still(state) == 0
    ends(state, 3)
    play(state, Move(0, 1, (200, 280), 0), Pass(1), End(0))
    assert still(state) == 4


@pytest.mark.rule("GS-34", "GS-31")
def test_in_the_end_phase_only_passes_count() -> None:
    rounds = SaladOptions(standstill=1)
    hands = [["footpath"] * 4, ["hammers"] * 5]
    state = position(*APART[:3], hands=hands, deck=["arrow"], turn=1, options=rounds)
    what = ends(state, 2)
    assert still(state) == 2
    assert not state.is_over, "the last card was drawn: it is the end phase"
    assert not any(isinstance(event, Still) for event in what)
    dry = position(*APART, hands=[["footpath"], ["hammers"], ["circles"]], deck=[], options=rounds)
    ends(dry, 3)
    assert dry.full_view().end_reason == "passed"


@pytest.mark.rule("GS-34", "GS-31", "GS-33")
def test_the_first_of_several_reasons_is_told() -> None:
    empty = position(*APART[:3], hands=[[], []], deck=[], turn=1, options=SaladOptions(turn_limit=1))
    ends(empty, 1)
    assert empty.full_view().end_reason == "empty_hands"
    passed = position(*APART[:3], hands=[["circles"], ["circles"]], deck=[], options=SaladOptions(turn_limit=2))
    ends(passed, 2)
    assert passed.full_view().end_reason == "passed"
    both = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=2, turn_limit=4))
    ends(both, 4)
    assert both.full_view().end_reason == "standstill"
    limited = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=2, turn_limit=3))
    ends(limited, 3)
    assert limited.full_view().end_reason == "turn_limit"


@pytest.mark.rule("GS-34")
def test_everybody_may_know_how_long_it_has_been_still() -> None:
    state = position(*APART[:3], hands=STUCK)
    ends(state, 3)
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert isinstance(view, SaladView)
        assert view.still == 3


@pytest.mark.rule("GS-34")
def test_a_match_of_the_first_format_knows_no_standstill() -> None:
    state = position(*APART[:3], hands=STUCK, options=SaladOptions1())
    assert not any(isinstance(event, Still) for event in ends(state, 100))
    assert (state.is_over, still(state)) == (False, 100)
    setup = SaladSetup((), (10, 10), (0, 0), ((), ()), ("arrow",), 0)
    first = Header("grenade-salad", ("Ann", "Bo"), SaladOptions1(cube=2), 7, setup, version=1)
    assert b'"options": {"cube": 2}' in encode(Match(first).header.to_line())
