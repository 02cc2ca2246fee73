"""A turn of Grenade Salad (GS-08 to GS-15), taken soldiers, points and the end (GS-26 to GS-33)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grenade_salad.core import Action, NotActive
from grenade_salad.games.salad import (
    GAME,
    Arrow,
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Pointer,
    SaladOptions,
    reasons,
)
from grenade_salad.games.salad.events import Drew, Ended, EndPhase, Passed
from grenade_salad.games.salad.physics import OnSoldier, OverEdge
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.games.salad.state import SaladState
from tests.kinds import as_a
from tests.rules.salad.positions import at, play, position, refused

TWO = (at(0, 0, 100, 100), at(5, 1, 300, 200))


@pytest.mark.rule("GS-01", "GS-05", "GS-06", "GS-08", "GS-09", "GS-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_until_the_first_turn(seats: int) -> None:
    state = GAME.start(seats, SaladOptions(), None)
    rng = Random(seats)
    assert state.active_seats() == tuple(range(seats))
    assert isinstance(refused(state, Keep()), reasons.NothingDropped)
    for attempt in range(2):
        state.apply(Drop(height=100.0, seat=attempt))
        assert state.pending_chance() == "rest"
        assert state.active_seats() == ()
        state.apply_chance(state.sample_chance(rng))
        view = state.full_view()
        assert [soldier.seat for soldier in view.soldiers] == [soldier.id // 5 for soldier in view.soldiers]
        for seat in range(seats):
            assert view.reserve[seat] == 20 - sum(soldier.seat == seat for soldier in view.soldiers)
    state.apply(Keep())
    assert state.pending_chance() == "deal"
    state.apply_chance(state.sample_chance(rng))
    view = state.full_view()
    assert [len(hand) for hand in view.hands] == [5] * seats
    assert not isinstance(view.deck, int)
    cards = [card for hand in view.hands for card in hand] + list(view.deck)
    assert Counter(cards) == dict.fromkeys(SYMBOLS, 9)
    assert state.active_seats() == (view.turn,)
    assert view.step == "move"


@pytest.mark.rule("GS-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_seats_that_cannot_be(seats: int) -> None:
    with pytest.raises(Exception, match="for 2 to 4 players"):
        GAME.start(seats, SaladOptions(), None)


@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("height", [19.9, 300.1, float("nan"), None])
def test_heights_that_cannot_be_chosen(height: float | None) -> None:
    refused(GAME.start(2, SaladOptions(), None), Drop(height=height))
    refused(position(*TWO, hands=[["circles"], []]), Circles(0, height))


@pytest.mark.rule("GS-09")
def test_starter_is_drawn_fairly_or_fixed_and_turns_go_clockwise() -> None:
    begins = Counter()
    for seed in range(300):
        state = GAME.start(3, SaladOptions(), None)
        state.apply(Drop(height=300.0))
        if seed == 0:
            rest = state.sample_chance(Random(0))
        state.apply_chance(rest)
        state.apply(Keep())
        deal = state.sample_chance(Random(seed))
        state.apply_chance(deal)
        begins[state.full_view().turn] += 1
    assert all(70 < begins[seat] < 130 for seat in range(3)), begins
    first = state.full_view().turn
    for step in range(4):
        assert state.active_seats() == ((first + step) % 3,)
        state.apply(End((first + step) % 3))
    fixed = GAME.start(3, SaladOptions(starter=2), None)
    fixed.apply(Drop(height=300.0))
    fixed.apply_chance(fixed.sample_chance(Random(1)))
    fixed.apply(Keep())
    assert fixed.why_not_chance(deal) is None or first != 2
    fixed.apply_chance(fixed.sample_chance(Random(1)))
    assert fixed.full_view().turn == 2


@pytest.mark.rule("GS-10", "GS-11")
def test_one_move_then_cards_and_a_card_forgoes_the_move() -> None:
    state = position(*TWO, hands=[["pointer", "explosion", "pointer"], []])
    play(state, Move(0, 0, (100, 130), 0.5))
    assert state.full_view().step == "cards"
    assert isinstance(refused(state, Move(0, 0, (100, 140), 0)), reasons.MoveIsOver)
    state = position(*TWO, hands=[["pointer", "explosion", "pointer"], []])
    play(state, Pointer(0, (10, 10), 0))
    assert isinstance(refused(state, Move(0, 0, (100, 130), 0)), reasons.MoveIsOver)
    assert state.full_view().cards_left == 1
    play(state, Explosion(0, 0, (120, 120)))
    assert isinstance(refused(state, Pointer(0, (50, 50), 0)), reasons.NoCardsLeft)
    assert state.legal_actions(0) == [End(0)]
    play(state, End(0))
    assert state.active_seats() == (1,)


@pytest.mark.rule("GS-11")
def test_moving_is_optional() -> None:
    state = position(*TWO)
    assert End(0) in state.legal_actions(0)
    play(state, End(0))
    assert state.active_seats() == (1,)


@pytest.mark.rule("GS-11")
def test_reach_of_a_move_is_a_tile_from_centre_to_centre() -> None:
    state = position(*TWO)
    assert state.why_not(Move(0, 0, (150, 100), 0)) is None
    assert state.why_not(Move(0, 0, (130, 140), 3)) is None
    reason = as_a(reasons.TooFar, refused(state, Move(0, 0, (150.02, 100), 0)))
    assert reason.limit == 50
    assert reason.distance == pytest.approx(50.02)
    wide = position(*TWO, options=SaladOptions(tile=80))
    assert wide.why_not(Move(0, 0, (180, 100), 0)) is None


@pytest.mark.rule("GS-11")
def test_a_move_jumps_over_others_but_lands_on_nobody_and_not_over_the_edge() -> None:
    wall = [at(10 + row, 1, 120, 60 + 8.5 * row) for row in range(10)]
    state = position(*TWO, *wall, reserve=[5, 5])
    assert state.why_not(Move(0, 0, (140, 100), 0)) is None
    assert isinstance(refused(state, Move(0, 0, (119, 102), 0)), OnSoldier)
    edge = position(at(0, 0, 30, 30), at(5, 1, 300, 200))
    assert isinstance(refused(edge, Move(0, 0, (3.5, 30), 0)), OverEdge)
    assert edge.why_not(Move(0, 0, (4, 30), 0)) is None
    assert isinstance(refused(edge, Move(0, 0, (4, 30), 0.4)), OverEdge)


@pytest.mark.rule("GS-11")
def test_only_own_living_soldiers_are_moved_in_the_own_turn() -> None:
    state = position(*TWO)
    assert isinstance(refused(state, Move(0, 5, (300, 210), 0)), reasons.NotOwnSoldier)
    assert isinstance(refused(state, Move(0, 7, (300, 210), 0)), reasons.NoSuchSoldier)
    assert isinstance(refused(state, Move(1, 5, (300, 210), 0)), NotActive)
    assert isinstance(refused(state, Move(0, 0, None, 0)), reasons.Unfinished)
    assert isinstance(refused(state, Move(0, 0, (float("nan"), 0), 0)), reasons.Unfinished)


@pytest.mark.rule("GS-10", "GS-12")
def test_drawing_up_to_five_or_what_there_is() -> None:
    state = position(
        *TWO, hands=[["arrow"], ["arrow"]], deck=["pointer", "hammers", "circles", "footpath", "explosion"]
    )
    drew = [event for event in play(state, End(0)) if isinstance(event, Drew)]
    assert [(event.number, event.cards, event.visible_to) for event in drew] == [
        (4, ("pointer", "hammers", "circles", "footpath"), (0,))
    ]
    assert state.full_view().hands[0] == ("arrow", "pointer", "hammers", "circles", "footpath")
    play(state, End(1))
    assert state.full_view().hands[1] == ("arrow", "explosion")
    assert state.full_view().deck == ()


@pytest.mark.rule("GS-13", "GS-15")
def test_pointer_puts_a_soldier_from_the_own_reserve_anywhere_free() -> None:
    state = position(*TWO, hands=[["pointer", "pointer"], ["pointer"]], reserve=[1, 3])
    assert isinstance(refused(state, Pointer(0, (302, 203), 0)), OnSoldier)
    assert isinstance(refused(state, Pointer(0, (598, 200), 0)), OverEdge)
    assert isinstance(refused(state, Pointer(0, None, 0)), reasons.Unfinished)
    play(state, Pointer(0, (590.5, 391.25), 1.25), Pass(1))
    new = state.full_view().soldiers[-1]
    assert (new.id, new.seat, new.x, new.y, new.angle) == (6, 0, 590.5, 391.25, 1.25)
    assert state.full_view().reserve == (0, 3)
    assert state.full_view().discard == ("pointer",)
    assert isinstance(refused(state, Pointer(0, (50, 50), 0)), reasons.ReserveEmpty)


@pytest.mark.rule("GS-14", "GS-15", "GS-07")
def test_three_circles_drops_three_of_the_own_reserve() -> None:
    state = position(*TWO, hands=[["circles"], []], reserve=[5, 5])
    play(state, Circles(0, 100.0))
    assert state.pending_chance() == "rest"
    assert state.active_seats() == ()
    state.apply_chance(state.sample_chance(Random(3)))
    view = state.full_view()
    mine = [soldier.id for soldier in view.soldiers if soldier.seat == 0]
    assert set(mine) <= {0, 6, 7, 8}
    assert view.reserve[0] == 5 - (len(mine) - 1)
    assert view.reserve[1] == 5
    for soldier in view.soldiers:
        if soldier.id in (6, 7, 8):
            assert abs(soldier.x - 300) < 200
            assert abs(soldier.y - 200) < 200


@pytest.mark.rule("GS-14", "GS-15")
@pytest.mark.parametrize("reserve", [1, 2])
def test_three_circles_drops_all_that_are_left(reserve: int) -> None:
    state = position(*TWO, hands=[["circles"], []], reserve=[reserve, 5])
    play(state, Circles(0, 60.0))
    rest = state.sample_chance(Random(1))
    assert {pose["id"] for pose in rest.to_line()["outcome"]} <= {0, 5, 6, 7}  # type: ignore[union-attr,index,call-overload]
    state.apply_chance(rest)
    empty = position(*TWO, hands=[["circles", "pointer"], []], reserve=[0, 5])
    assert isinstance(refused(empty, Circles(0, 60.0)), reasons.ReserveEmpty)
    assert isinstance(refused(empty, Pointer(0, (50, 50), 0)), reasons.ReserveEmpty)


@pytest.mark.rule("GS-14")
def test_standing_soldiers_are_knocked_about_by_three_circles() -> None:
    crowd = [at(number, number % 2, 270 + 12 * (number % 6), 170 + 12 * (number // 6)) for number in range(30)]
    state = position(*crowd, hands=[["circles"], []], reserve=[5, 5])
    before = {soldier.id: soldier for soldier in state.full_view().soldiers}
    play(state, Circles(0, 200.0))
    state.apply_chance(state.sample_chance(Random(5)))
    after = {soldier.id: soldier for soldier in state.full_view().soldiers}
    knocked = [
        number
        for number in before
        if number in after and abs(after[number].x - before[number].x) + abs(after[number].y - before[number].y) > 1
    ]
    assert knocked


@pytest.mark.rule("GS-10", "GS-13", "GS-20")
def test_a_card_must_be_in_the_hand() -> None:
    state = position(*TWO, hands=[["arrow"], ["pointer"]])
    reason = refused(state, Pointer(0, (50, 50), 0))
    assert reason == reasons.NotInHand("pointer")


APART = (at(0, 0, 100, 100), at(5, 1, 500, 300))
HIDDEN = (*APART, at(6, 1, 300, 200), at(1, 0, 120, 300))


def end_all(state: SaladState) -> None:
    """Everybody ends their turn until the game is over."""
    while not state.is_over:
        state.apply(End(state.active_seats()[0]))


@pytest.mark.rule("GS-27", "GS-26")
def test_three_points_for_the_living_and_one_for_each_taken() -> None:
    state = position(at(0, 0, 100, 100), at(1, 0, 110, 100), at(5, 1, 500, 300), taken=[4, 7], reserve=[3, 2], deck=[])
    assert state.full_view().scores == (10, 10)
    end_all(state)
    assert state.full_view().scores == (10, 10)


@pytest.mark.rule("GS-26")
def test_killed_soldiers_never_come_back() -> None:
    state = position(*APART, hands=[["arrow"], []], reserve=[3, 3])
    play(state, Arrow(0, 0, 5))
    assert state.full_view().reserve == (3, 3)
    assert state.full_view().taken == (1, 0)


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
    assert state.full_view().end_phase
    assert not state.is_over
    assert isinstance(refused(state, Circles(1, 100)), reasons.NoCirclesNow)
    assert not any(isinstance(action, Circles) for action in state.legal_actions(1))


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
        assert End(0) not in state.legal_actions(0)
    else:
        assert state.legal_actions(0)[-1] == End(0)
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
    assert state.active_seats() == (1,)


@pytest.mark.rule("GS-30", "GS-33")
def test_before_the_end_phase_a_turn_without_a_card_is_legal() -> None:
    state = position(*APART, hands=[["arrow", "explosion", "pointer"], []], deck=["arrow"] * 5)
    assert state.why_not(End(0)) is None
    assert not any(isinstance(event, Passed) for event in play(state, End(0)))


@pytest.mark.rule("GS-30")
def test_one_card_is_enough_in_the_end_phase() -> None:
    state = position(*APART, hands=[["pointer", "explosion"], ["footpath"]], deck=[])
    play(state, Pointer(0, (50, 50), 0), Pass(1), End(0))
    assert state.active_seats() == (1,)
    assert state.full_view().passes == 0


@pytest.mark.rule("GS-31")
def test_the_game_ends_after_a_turn_when_every_hand_is_empty() -> None:
    state = position(*APART, hands=[["explosion"], []], deck=[])
    play(state, Explosion(0, 0, (130, 130)))
    assert not state.is_over
    what = play(state, End(0))
    assert what[-1] == Ended((3, 3), (0, 1), "empty_hands")
    assert state.full_view().end_reason == "empty_hands"
    assert state.is_over
    assert state.active_seats() == ()
    assert state.legal_actions(1) == []


@pytest.mark.rule("GS-31")
def test_the_game_ends_when_all_have_passed_in_sequence() -> None:
    state = position(*APART, at(10, 2, 300, 390), hands=[["footpath"], ["circles"], ["hammers"]], deck=[])
    play(state, End(0), End(1))
    assert not state.is_over
    assert state.full_view().end_reason is None
    what = play(state, End(2))
    assert state.is_over
    assert state.full_view().end_reason == "passed"
    assert (
        what[-1]
        .text(("Ann", "Bo", "Cy"))
        .startswith("The game is over because everybody has passed, one after another: Ann")
    )


@pytest.mark.rule("GS-31", "GS-30")
def test_a_card_breaks_the_sequence_of_passes() -> None:
    state = position(*APART, hands=[["footpath"], ["explosion", "footpath"]], deck=[])
    play(state, End(0), Explosion(1, 5, (520, 320)), End(1), End(0))
    assert not state.is_over
    play(state, End(1))
    assert state.is_over


@pytest.mark.rule("GS-31", "GS-30")
def test_a_mine_breaks_the_sequence_of_passes() -> None:
    hands = [["footpath"], ["footpath", "circles"]]
    moved: list[Action] = [Move(0, 0, (120, 100), 0), Footpath(1, 0)]
    state = position(*APART, at(1, 0, 300, 300), hands=hands, deck=[])
    play(state, *moved, End(0))
    assert state.full_view().passes == 1
    play(state, End(1))
    assert state.is_over
    state = position(*APART, at(1, 0, 300, 300), hands=hands, deck=[], turn=1)
    play(state, End(1), *moved, End(0))
    assert not state.is_over, "the mine came after the first pass"
    play(state, End(1))
    assert state.is_over


@pytest.mark.rule("GS-32")
def test_without_soldiers_a_player_stays_in_the_game() -> None:
    state = position(at(5, 1, 500, 300), hands=[["pointer", "arrow"], ["arrow"]], taken=[2, 5], reserve=[6, 1])
    assert state.active_seats() == (0,)
    play(state, Pointer(0, (50, 50), 0), Pass(1), End(0))
    assert state.full_view().taken == (2, 5)
    assert state.full_view().reserve[0] == 5
    play(state, End(1))
    assert state.active_seats() == (0,)


@pytest.mark.rule("GS-33")
def test_the_limit_on_turns_ends_the_game_with_the_score_as_it_stands() -> None:
    hands = [["footpath"] * 5, ["arrow"] * 5]
    state = position(*APART, hands=hands, taken=[1, 0], options=SaladOptions(turn_limit=3))
    play(state, End(0), End(1))
    assert not state.is_over
    play(state, End(0))
    assert state.is_over
    assert state.ranking() == ((0,), (1,))
    assert state.full_view().end_reason == "turn_limit"
    unlimited = position(*APART, hands=[["pointer"] * 5, ["arrow"] * 5], options=SaladOptions(standstill=9))
    for number in range(5):
        play(unlimited, Pointer(0, (50 + 30 * number, 50), 0), Pass(1), End(0), End(1))
        for _ in range(8):
            play(unlimited, End(0), End(1))
    assert not unlimited.is_over
