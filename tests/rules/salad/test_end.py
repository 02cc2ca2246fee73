"""Taken soldiers, points and the end (GS-26 to GS-33)."""

from __future__ import annotations

import pytest

from grenade_salad.core import Action
from grenade_salad.games.salad import (
    Arrow,
    Circles,
    End,
    Explosion,
    Footpath,
    Hammers,
    Move,
    Pass,
    Pointer,
    SaladOptions,
    reasons,
)
from grenade_salad.games.salad.events import Ended, EndPhase, Passed
from grenade_salad.games.salad.state import SaladState
from tests.rules.salad.positions import at, play, position, refused

APART = (at(0, 0, 100, 100), at(5, 1, 500, 300))
HIDDEN = (*APART, at(6, 1, 300, 200), at(1, 0, 120, 300))


def end_all(state: SaladState) -> None:
    """Everybody ends their turn until the game is over."""
    while not state.over:
        state.do(End(state.to_act()[0]))


@pytest.mark.rule("GS-27", "GS-26")
def test_three_points_for_the_living_and_one_for_each_taken() -> None:
    state = position(at(0, 0, 100, 100), at(1, 0, 110, 100), at(5, 1, 500, 300), taken=[4, 7], reserve=[3, 2], deck=[])
    assert state.position().scores == (10, 10)
    end_all(state)
    assert state.position().scores == (10, 10)


@pytest.mark.rule("GS-26")
def test_killed_soldiers_never_come_back() -> None:
    state = position(*APART, hands=[["arrow"], []], reserve=[3, 3])
    play(state, Arrow(0, 0, 5))
    assert state.position().reserve == (3, 3)
    assert state.position().taken == (1, 0)


@pytest.mark.rule("GS-28")
@pytest.mark.parametrize(
    ("taken", "reserve", "ranking"),
    [
        ((2, 1, 0), (0, 5, 5), ((0,), (1,), (2,))),
        ((0, 1, 1), (9, 2, 3), ((2,), (1,), (0,))),
        ((1, 0, 1), (4, 9, 4), ((0, 2), (1,))),
        ((0, 0, 0), (1, 1, 1), ((0, 1, 2),)),
    ],
)
def test_most_points_then_most_reserve_then_shared(
    taken: tuple[int, ...], reserve: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    soldiers = (*APART, at(10, 2, 300, 100))
    state = position(*soldiers, hands=[[], [], []], taken=taken, reserve=reserve, deck=[])
    assert state.ranking() == ()
    end_all(state)
    assert state.ranking() == ranking


@pytest.mark.rule("GS-29", "GS-12")
def test_the_end_phase_begins_when_the_deck_is_empty_and_knows_no_three_circles() -> None:
    state = position(*APART, hands=[["circles"], ["circles", "arrow"]], deck=["arrow"])
    assert state.why_not(Circles(0, 100)) is None
    assert any(isinstance(event, EndPhase) for event in play(state, End(0)))
    assert state.position().end_phase
    assert not state.over
    assert isinstance(refused(state, Circles(1, 100)), reasons.NoCirclesNow)
    assert not any(isinstance(action, Circles) for action in state.legal(1))


@pytest.mark.rule("GS-30")
@pytest.mark.parametrize(
    ("hand", "reserve", "blocks"),
    [
        (["footpath"], 1, False),
        (["circles"], 5, False),
        (["hammers"], 1, False),
        (["arrow"], 1, True),
        (["explosion"], 0, True),
        (["pointer"], 1, True),
        (["pointer"], 0, False),
        ([], 3, False),
    ],
)
def test_whoever_can_play_a_card_in_the_end_phase_must(hand: list[str], reserve: int, blocks: bool) -> None:
    state = position(*APART, hands=[hand, ["footpath"]], reserve=[reserve, 5], deck=[])
    if blocks:
        assert refused(state, End(0)) == reasons.MustPlay(hand[0])
        assert End(0) not in state.legal(0)
    else:
        assert state.legal(0)[-1] == End(0)
        assert play(state, End(0))[0] == Passed(0)


@pytest.mark.rule("GS-30", "GS-17")
def test_an_arrow_without_a_target_in_sight_need_not_be_played() -> None:
    hands = [["arrow"], ["footpath"]]
    assert refused(position(*APART, hands=hands, deck=[]), End(0)) == reasons.MustPlay("arrow")
    nobody = position(at(0, 0, 100, 100), hands=[["arrow", "hammers"], ["footpath"]], deck=[])
    assert nobody.why_not(End(0)) is None
    nobody_left = position(at(5, 1, 100, 100), hands=[["arrow", "hammers", "explosion"], ["footpath"]], deck=[])
    assert nobody_left.why_not(End(0)) is None, "no soldier of one's own"


@pytest.mark.rule("GS-30")
def test_what_can_be_played_is_judged_when_the_turn_is_ended() -> None:
    soldiers = (at(0, 0, 100, 100), at(5, 1, 160, 100))
    state = position(*soldiers, hands=[["hammers"], ["footpath"]], deck=[])
    assert state.why_not(End(0)) is None
    play(state, Move(0, 0, (148, 100), 0), Pass(1))
    assert refused(state, End(0)) == reasons.MustPlay("hammers")
    play(state, Hammers(0, 0, 5), End(0))
    assert state.to_act() == (1,)


@pytest.mark.rule("GS-30", "GS-33")
def test_before_the_end_phase_a_turn_without_a_card_is_legal() -> None:
    state = position(*APART, hands=[["arrow", "explosion", "pointer"], []], deck=["arrow"] * 5)
    assert state.why_not(End(0)) is None
    assert not any(isinstance(event, Passed) for event in play(state, End(0)))


@pytest.mark.rule("GS-30")
def test_one_card_is_enough_in_the_end_phase() -> None:
    state = position(*APART, hands=[["pointer", "explosion"], ["footpath"]], deck=[])
    play(state, Pointer(0, (50, 50), 0), Pass(1), End(0))
    assert state.to_act() == (1,)
    assert state.position().passes == 0


@pytest.mark.rule("GS-31")
def test_the_game_ends_after_a_turn_when_every_hand_is_empty() -> None:
    state = position(*APART, hands=[["explosion"], []], deck=[])
    play(state, Explosion(0, 0, (130, 130)))
    assert not state.over
    what = play(state, End(0))
    assert what[-1] == Ended((3, 3), (0, 1), "empty_hands")
    assert state.position().ended == "empty_hands"
    assert state.over
    assert state.to_act() == ()
    assert state.legal(1) == []


@pytest.mark.rule("GS-31")
def test_the_game_ends_when_all_have_passed_in_sequence() -> None:
    state = position(*APART, at(10, 2, 300, 390), hands=[["footpath"], ["circles"], ["hammers"]], deck=[])
    play(state, End(0), End(1))
    assert not state.over
    assert state.position().ended is None
    what = play(state, End(2))
    assert state.over
    assert state.position().ended == "passed"
    assert (
        what[-1]
        .text(("Ann", "Bo", "Cy"))
        .startswith("The game is over because everybody has passed, one after another: Ann")
    )


@pytest.mark.rule("GS-31", "GS-30")
def test_a_card_breaks_the_sequence_of_passes() -> None:
    state = position(*APART, hands=[["footpath"], ["explosion", "footpath"]], deck=[])
    play(state, End(0), Explosion(1, 5, (520, 320)), End(1), End(0))
    assert not state.over
    play(state, End(1))
    assert state.over


@pytest.mark.rule("GS-31", "GS-30")
def test_a_mine_breaks_the_sequence_of_passes() -> None:
    hands = [["footpath"], ["footpath", "circles"]]
    moved: list[Action] = [Move(0, 0, (120, 100), 0), Footpath(1, 0)]
    state = position(*APART, at(1, 0, 300, 300), hands=hands, deck=[])
    play(state, *moved, End(0))
    assert state.position().passes == 1
    play(state, End(1))
    assert state.over
    state = position(*APART, at(1, 0, 300, 300), hands=hands, deck=[], turn=1)
    play(state, End(1), *moved, End(0))
    assert not state.over, "the mine came after the first pass"
    play(state, End(1))
    assert state.over


@pytest.mark.rule("GS-32")
def test_without_soldiers_a_player_stays_in_the_game() -> None:
    state = position(at(5, 1, 500, 300), hands=[["pointer", "arrow"], ["arrow"]], taken=[2, 5], reserve=[6, 1])
    assert state.to_act() == (0,)
    play(state, Pointer(0, (50, 50), 0), Pass(1), End(0))
    assert state.position().taken == (2, 5)
    assert state.position().reserve[0] == 5
    play(state, End(1))
    assert state.to_act() == (0,)


@pytest.mark.rule("GS-33")
def test_the_limit_on_turns_ends_the_game_with_the_score_as_it_stands() -> None:
    hands = [["footpath"] * 5, ["arrow"] * 5]
    state = position(*APART, hands=hands, taken=[1, 0], options=SaladOptions(turn_limit=3))
    play(state, End(0), End(1))
    assert not state.over
    play(state, End(0))
    assert state.over
    assert state.ranking() == ((0,), (1,))
    assert state.position().ended == "turn_limit"
    unlimited = position(*APART, hands=[["pointer"] * 5, ["arrow"] * 5], options=SaladOptions(standstill=9))
    for number in range(5):
        play(unlimited, Pointer(0, (50 + 30 * number, 50), 0), Pass(1), End(0), End(1))
        for _ in range(8):
            play(unlimited, End(0), End(1))
    assert not unlimited.over
