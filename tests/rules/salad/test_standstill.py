"""The standstill: some rounds without a card before the end phase (GS-34)."""

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
from tests.rules.salad.positions import play, position, soldier_at

APART = (
    soldier_at(0, 0, 100, 100),
    soldier_at(1, 0, 200, 300),
    soldier_at(5, 1, 500, 300),
    soldier_at(10, 2, 300, 100),
)
STUCK = [["footpath"] * 5, ["hammers"] * 5]
NAMES = ("Ann", "Bo", "Cy")


def play_idle_turns(state: SaladState, turns: int) -> list[Event]:
    """Play that number of turns without a move or a card, and return their events."""
    return [event for _ in range(turns) for event in play(state, End(state.full_view().turn))]


def turns_without_card(state: SaladState) -> int:
    return state.full_view().still


@pytest.mark.rule("GS-34")
@pytest.mark.parametrize("standstill", [1, 2, 3, 9])
@pytest.mark.parametrize("seats", [2, 3])
def test_match_ends_after_the_set_rounds_without_a_card(standstill: int, seats: int) -> None:
    hands = [*STUCK, ["arrow"] * 5][:seats]
    state = position(
        *APART[: seats + 1], hands=hands, options=SaladOptions(standstill=standstill), taken=[0, 9, 1][:seats]
    )
    play_idle_turns(state, standstill * seats - 1)
    assert (state.is_over, turns_without_card(state)) == (False, standstill * seats - 1)
    events = play_idle_turns(state, 1)
    assert state.is_over
    final_view = state.full_view()
    assert (final_view.end_reason, final_view.still, final_view.ranking) == (
        "standstill",
        standstill * seats,
        state.ranking(),
    )
    assert state.ranking()[0] == (1,)
    assert isinstance(events[-1], Ended)
    assert events[-1].why == "standstill"
    text = events[-1].text(NAMES[:seats])
    assert text.startswith("The game is over because nobody is playing cards any more: Ann 6, Bo 12")


@pytest.mark.rule("GS-34")
def test_standstill_takes_three_rounds_by_default() -> None:
    state = position(*APART[:3], hands=STUCK)
    play_idle_turns(state, 5)
    assert not state.is_over
    play_idle_turns(state, 1)
    assert state.full_view().end_reason == "standstill"


@pytest.mark.rule("GS-34")
def test_all_seats_are_warned_after_each_round_but_the_last() -> None:
    state = position(*APART[:3], hands=STUCK)
    warnings = [event for event in play_idle_turns(state, 6) if isinstance(event, Still)]
    assert [event.text(NAMES) for event in warnings] == [
        "Nobody has played a card for a round. Two more, then the points are counted",
        "Nobody has played a card for two rounds. One more, then the points are counted",
    ]
    assert all(redact(event, seat) == event for event in warnings for seat in (None, 0, 1))
    one_round = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=1))
    assert not any(isinstance(event, Still) for event in play_idle_turns(one_round, 2))
    nine_rounds = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=9))
    last = [event for event in play_idle_turns(nine_rounds, 17) if isinstance(event, Still)][-1]
    assert last.text(NAMES) == "Nobody has played a card for eight rounds. One more, then the points are counted"


@pytest.mark.rule("GS-34")
def test_warning_is_given_once_at_the_end_of_a_round() -> None:
    state = position(*APART, hands=[*STUCK, ["arrow"] * 5])
    assert [any(isinstance(event, Still) for event in play_idle_turns(state, 1)) for _ in range(7)] == [
        False, False, True, False, False, True, False,
    ]  # fmt: skip


@pytest.mark.rule("GS-34")
def test_card_resets_the_standstill() -> None:
    state = position(*APART[:3], hands=[["pointer", *["footpath"] * 4], ["hammers"] * 5])
    play_idle_turns(state, 2)
    play(state, Pointer(0, (50, 50), 0))
    assert turns_without_card(state) == 0
    play(state, Pass(1), End(0))
    assert turns_without_card(state) == 0
    play_idle_turns(state, 5)
    assert (state.is_over, turns_without_card(state)) == (False, 5)
    play_idle_turns(state, 1)
    assert state.full_view().end_reason == "standstill"


@pytest.mark.rule("GS-34")
def test_mine_resets_the_standstill() -> None:
    hands = [["hammers"] * 5, ["footpath"] * 5]
    step_on_mine: list[Action] = [Move(0, 0, (120, 100), 0), Footpath(1, 0)]
    state = position(*APART[:3], hands=hands)
    play_idle_turns(state, 4)
    play(state, *step_on_mine, End(0))
    assert turns_without_card(state) == 0
    play_idle_turns(state, 5)
    assert not state.is_over
    play_idle_turns(state, 1)
    assert state.is_over


@pytest.mark.rule("GS-34")
def test_missed_throw_resets_the_standstill_but_a_move_does_not() -> None:
    state = position(*APART[:3], hands=[["explosion", *["footpath"] * 4], ["hammers"] * 5])
    play_idle_turns(state, 4)
    play(state, Move(0, 0, (120, 100), 0), Pass(1))
    assert turns_without_card(state) == 4
    play(state, Explosion(0, 0, (100, 60)), End(0))
    assert turns_without_card(state) == 0
    play_idle_turns(state, 3)
    play(state, Move(0, 1, (200, 280), 0), Pass(1), End(0))
    assert turns_without_card(state) == 4


@pytest.mark.rule("GS-34", "GS-31")
def test_standstill_does_not_end_the_end_phase() -> None:
    rounds = SaladOptions(standstill=1)
    hands = [["footpath"] * 4, ["hammers"] * 5]
    state = position(*APART[:3], hands=hands, deck=["arrow"], turn=1, options=rounds)
    events = play_idle_turns(state, 2)
    assert turns_without_card(state) == 2
    assert not state.is_over, "the last card was drawn: it is the end phase"
    assert not any(isinstance(event, Still) for event in events)
    dry = position(*APART, hands=[["footpath"], ["hammers"], ["circles"]], deck=[], options=rounds)
    play_idle_turns(dry, 3)
    assert dry.full_view().end_reason == "passed"


@pytest.mark.rule("GS-34", "GS-31", "GS-33")
def test_first_of_several_end_reasons_is_reported() -> None:
    empty = position(*APART[:3], hands=[[], []], deck=[], turn=1, options=SaladOptions(turn_limit=1))
    play_idle_turns(empty, 1)
    assert empty.full_view().end_reason == "empty_hands"
    passed = position(*APART[:3], hands=[["circles"], ["circles"]], deck=[], options=SaladOptions(turn_limit=2))
    play_idle_turns(passed, 2)
    assert passed.full_view().end_reason == "passed"
    both = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=2, turn_limit=4))
    play_idle_turns(both, 4)
    assert both.full_view().end_reason == "standstill"
    limited = position(*APART[:3], hands=STUCK, options=SaladOptions(standstill=2, turn_limit=3))
    play_idle_turns(limited, 3)
    assert limited.full_view().end_reason == "turn_limit"


@pytest.mark.rule("GS-34")
def test_all_seats_see_the_turns_without_a_card() -> None:
    state = position(*APART[:3], hands=STUCK)
    play_idle_turns(state, 3)
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert isinstance(view, SaladView)
        assert view.still == 3


@pytest.mark.rule("GS-34")
def test_match_of_the_first_format_has_no_standstill() -> None:
    state = position(*APART[:3], hands=STUCK, options=SaladOptions1())
    assert not any(isinstance(event, Still) for event in play_idle_turns(state, 100))
    assert (state.is_over, turns_without_card(state)) == (False, 100)
    setup = SaladSetup((), (10, 10), (0, 0), ((), ()), ("arrow",), 0)
    first = Header("grenade-salad", ("Ann", "Bo"), SaladOptions1(cube=2), 7, setup, version=1)
    assert b'"options": {"cube": 2}' in encode(Match(first).header.to_line())
