"""A turn of Grenade Salad (GS-08 to GS-15), points and the end (GS-26 to GS-33)."""

from __future__ import annotations

from collections import Counter
from math import dist
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
from grenade_salad.games.salad.events import Drew, Ended, EndPhase, NoCard, Passed
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.games.salad.placement import OnSoldier, OverEdge
from grenade_salad.games.salad.state import SaladState
from tests.kinds import expect_type
from tests.rules.salad.positions import check_refused, play, position, soldier_at, start_game

TWO = (soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 200))


@pytest.mark.rule("GS-01", "GS-05", "GS-06", "GS-08", "GS-09", "GS-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_leads_to_the_first_turn(seats: int) -> None:
    state = GAME.start(seats, SaladOptions(), None)
    rng = Random(seats)
    assert state.active_seats() == tuple(range(seats))
    assert isinstance(check_refused(state, Keep()), reasons.NothingDropped)
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
def test_wrong_seat_counts_are_refused(seats: int) -> None:
    with pytest.raises(Exception, match="for 2 to 4 players"):
        GAME.start(seats, SaladOptions(), None)


@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("height", [19.9, 300.1, float("nan"), None])
def test_impossible_drop_heights_are_refused(height: float | None) -> None:
    check_refused(GAME.start(2, SaladOptions(), None), Drop(height=height))
    check_refused(position(*TWO, hands=[["circles"], []]), Circles(0, height))


def drop_and_keep(seats: int, options: SaladOptions | None = None) -> SaladState:
    """Return a state before the deal."""
    state = start_game(seats, options)
    state.apply(Drop(height=300.0))
    state.apply_chance(state.sample_chance(Random(0)))
    state.apply(Keep())
    return state


@pytest.mark.rule("GS-09")
def test_starter_is_drawn_fairly() -> None:
    before_deal = drop_and_keep(3)
    starts_by_seat = Counter[int]()
    for seed in range(300):
        state = before_deal.copy()
        state.apply_chance(state.sample_chance(Random(seed)))
        starts_by_seat[state.full_view().turn] += 1
    assert all(70 < starts_by_seat[seat] < 130 for seat in range(3)), starts_by_seat


@pytest.mark.rule("GS-09")
def test_turns_move_clockwise() -> None:
    state = drop_and_keep(3)
    state.apply_chance(state.sample_chance(Random(1)))
    first = state.full_view().turn
    for step in range(4):
        assert state.active_seats() == ((first + step) % 3,)
        state.apply(End((first + step) % 3))


@pytest.mark.rule("GS-09")
def test_house_rule_starter_fixes_the_starter() -> None:
    for seed in range(5):
        state = drop_and_keep(3, SaladOptions(starter=2))
        state.apply_chance(state.sample_chance(Random(seed)))
        assert state.full_view().turn == 2


@pytest.mark.rule("GS-11")
def test_only_one_move_is_made_in_a_turn() -> None:
    state = position(*TWO)
    play(state, Move(0, 0, (100, 130), 0.5))
    assert state.full_view().step == "cards"
    assert isinstance(check_refused(state, Move(0, 0, (100, 140), 0)), reasons.MoveIsOver)


@pytest.mark.rule("GS-10", "GS-11")
def test_two_cards_are_played_in_a_turn_and_the_first_forgoes_the_move() -> None:
    state = position(*TWO, hands=[["pointer", "explosion", "pointer"], []])
    play(state, Pointer(0, (10, 10), 0))
    assert isinstance(check_refused(state, Move(0, 0, (100, 130), 0)), reasons.MoveIsOver)
    assert state.full_view().cards_left == 1
    play(state, Explosion(0, 0, (120, 120)))
    assert isinstance(check_refused(state, Pointer(0, (50, 50), 0)), reasons.NoCardsLeft)
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
    reason = expect_type(reasons.TooFar, check_refused(state, Move(0, 0, (150.02, 100), 0)))
    assert reason.limit == 50
    assert reason.distance == pytest.approx(50.02)
    large_tiles = position(*TWO, options=SaladOptions(tile=80))
    assert large_tiles.why_not(Move(0, 0, (180, 100), 0)) is None


@pytest.mark.rule("GS-11")
def test_move_may_jump_over_soldiers_but_not_end_on_one_or_over_the_edge() -> None:
    wall = [soldier_at(10 + row, 1, 120, 60 + 8.5 * row) for row in range(10)]
    state = position(*TWO, *wall, reserve=[5, 5])
    assert state.why_not(Move(0, 0, (140, 100), 0)) is None
    assert isinstance(check_refused(state, Move(0, 0, (119, 102), 0)), OnSoldier)
    edge = position(soldier_at(0, 0, 30, 30), soldier_at(5, 1, 300, 200))
    assert isinstance(check_refused(edge, Move(0, 0, (3.5, 30), 0)), OverEdge)
    assert edge.why_not(Move(0, 0, (4, 30), 0)) is None
    assert isinstance(check_refused(edge, Move(0, 0, (4, 30), 0.4)), OverEdge)


@pytest.mark.rule("GS-11")
def test_player_moves_only_own_living_soldiers_in_own_turn() -> None:
    state = position(*TWO)
    assert isinstance(check_refused(state, Move(0, 5, (300, 210), 0)), reasons.NotOwnSoldier)
    assert isinstance(check_refused(state, Move(0, 7, (300, 210), 0)), reasons.NoSuchSoldier)
    assert isinstance(check_refused(state, Move(1, 5, (300, 210), 0)), NotActive)
    assert isinstance(check_refused(state, Move(0, 0, None, 0)), reasons.Unfinished)
    assert isinstance(check_refused(state, Move(0, 0, (float("nan"), 0), 0)), reasons.Unfinished)


@pytest.mark.rule("GS-10", "GS-12")
def test_player_draws_up_to_five_cards_or_the_rest_of_the_deck() -> None:
    state = position(
        *TWO, hands=[["arrow"], ["arrow"]], deck=["pointer", "hammers", "circles", "footpath", "explosion"]
    )
    draws = [event for event in play(state, End(0)) if isinstance(event, Drew)]
    assert [(event.number, event.cards, event.visible_to) for event in draws] == [
        (4, ("pointer", "hammers", "circles", "footpath"), (0,))
    ]
    assert state.full_view().hands[0] == ("arrow", "pointer", "hammers", "circles", "footpath")
    play(state, End(1))
    assert state.full_view().hands[1] == ("arrow", "explosion")
    assert state.full_view().deck == ()


@pytest.mark.rule("GS-13", "GS-15")
def test_pointer_places_a_soldier_from_own_reserve_anywhere_free() -> None:
    state = position(*TWO, hands=[["pointer", "pointer"], ["pointer"]], reserve=[1, 3])
    assert isinstance(check_refused(state, Pointer(0, (302, 203), 0)), OnSoldier)
    assert isinstance(check_refused(state, Pointer(0, (598, 200), 0)), OverEdge)
    assert isinstance(check_refused(state, Pointer(0, None, 0)), reasons.Unfinished)
    play(state, Pointer(0, (590.5, 391.25), 1.25), Pass(1))
    placed = state.full_view().soldiers[-1]
    assert (placed.id, placed.seat, placed.x, placed.y, placed.angle) == (6, 0, 590.5, 391.25, 1.25)
    assert state.full_view().reserve == (0, 3)
    assert state.full_view().discard == ("pointer",)
    assert isinstance(check_refused(state, Pointer(0, (50, 50), 0)), reasons.ReserveEmpty)


@pytest.mark.rule("GS-14", "GS-15", "GS-07")
def test_three_circles_drops_three_from_own_reserve() -> None:
    state = position(*TWO, hands=[["circles"], []], reserve=[5, 5])
    play(state, Circles(0, 100.0))
    assert state.pending_chance() == "rest"
    assert state.active_seats() == ()
    state.apply_chance(state.sample_chance(Random(3)))
    view = state.full_view()
    own_ids = [soldier.id for soldier in view.soldiers if soldier.seat == 0]
    assert set(own_ids) <= {0, 6, 7, 8}
    assert view.reserve[0] == 5 - (len(own_ids) - 1)
    assert view.reserve[1] == 5
    for soldier in view.soldiers:
        if soldier.id in (6, 7, 8):
            assert abs(soldier.x - 300) < 200
            assert abs(soldier.y - 200) < 200


@pytest.mark.rule("GS-14", "GS-15")
@pytest.mark.parametrize("reserve", [1, 2])
def test_three_circles_drops_the_rest_of_a_small_reserve(reserve: int) -> None:
    state = position(*TWO, hands=[["circles"], []], reserve=[reserve, 5])
    play(state, Circles(0, 60.0))
    rest = state.sample_chance(Random(1))
    assert {pose["id"] for pose in rest.to_line()["outcome"]} <= {0, 5, 6, 7}  # type: ignore[union-attr,index,call-overload]
    state.apply_chance(rest)
    empty = position(*TWO, hands=[["circles", "pointer"], []], reserve=[0, 5])
    assert isinstance(check_refused(empty, Circles(0, 60.0)), reasons.ReserveEmpty)
    assert isinstance(check_refused(empty, Pointer(0, (50, 50), 0)), reasons.ReserveEmpty)


@pytest.mark.rule("GS-14")
def test_three_circles_knocks_soldiers_on_the_table() -> None:
    crowd = [soldier_at(index, index % 2, 270 + 12 * (index % 6), 170 + 12 * (index // 6)) for index in range(30)]
    state = position(*crowd, hands=[["circles"], []], reserve=[5, 5])
    soldiers_before = {soldier.id: soldier for soldier in state.full_view().soldiers}
    play(state, Circles(0, 200.0))
    state.apply_chance(state.sample_chance(Random(5)))
    soldiers_after = {soldier.id: soldier for soldier in state.full_view().soldiers}
    remaining = soldiers_before.keys() & soldiers_after.keys()
    pairs = [(soldiers_before[soldier_id], soldiers_after[soldier_id]) for soldier_id in remaining]
    assert any(dist((before.x, before.y), (after.x, after.y)) > 1 for before, after in pairs)


@pytest.mark.rule("GS-10", "GS-13", "GS-20")
def test_card_must_be_in_the_hand() -> None:
    state = position(*TWO, hands=[["arrow"], ["pointer"]])
    reason = check_refused(state, Pointer(0, (50, 50), 0))
    assert reason == reasons.NotInHand("pointer")


APART = (soldier_at(0, 0, 100, 100), soldier_at(5, 1, 500, 300))
HIDDEN = (*APART, soldier_at(6, 1, 300, 200), soldier_at(1, 0, 120, 300))


def end_turns_until_over(state: SaladState) -> None:
    """End all turns until the game is over."""
    while not state.is_over:
        state.apply(End(state.active_seats()[0]))


@pytest.mark.rule("GS-27", "GS-26")
def test_living_soldiers_score_three_points_and_taken_ones_one() -> None:
    state = position(
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 0, 110, 100),
        soldier_at(5, 1, 500, 300),
        taken=[4, 7],
        reserve=[3, 2],
        deck=[],
    )
    assert state.full_view().scores == (10, 10)
    end_turns_until_over(state)
    assert state.full_view().scores == (10, 10)


@pytest.mark.rule("GS-26")
def test_killed_soldiers_do_not_return_to_the_reserve() -> None:
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
def test_ranking_compares_points_then_reserve_and_shares_ties(
    taken: tuple[int, ...], reserve: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    soldiers = (*APART, soldier_at(10, 2, 300, 100))
    state = position(*soldiers, hands=[[], [], []], taken=taken, reserve=reserve, deck=[])
    assert state.ranking() == ()
    end_turns_until_over(state)
    assert state.ranking() == ranking


@pytest.mark.rule("GS-29", "GS-12")
def test_end_phase_begins_with_an_empty_deck_and_forbids_three_circles() -> None:
    state = position(*APART, hands=[["circles"], ["circles", "arrow"]], deck=["arrow"])
    assert state.why_not(Circles(0, 100)) is None
    assert any(isinstance(event, EndPhase) for event in play(state, End(0)))
    assert state.full_view().end_phase
    assert not state.is_over
    assert isinstance(check_refused(state, Circles(1, 100)), reasons.NoCirclesNow)
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
def test_player_must_play_a_playable_card_in_the_end_phase(hand: list[str], reserve: int, blocks: bool) -> None:
    state = position(*APART, hands=[hand, ["footpath"]], reserve=[reserve, 5], deck=[])
    if blocks:
        assert check_refused(state, End(0)) == reasons.MustPlay(hand[0])
        assert End(0) not in state.legal_actions(0)
    else:
        assert state.legal_actions(0)[-1] == End(0)
        assert play(state, End(0))[0] == Passed(0)


def test_turn_without_a_card_is_told_by_an_event() -> None:
    """It tells everybody the same, whether somebody could not play or did not want to."""
    names = ("Ann", "Bo")
    for hand in ("arrow",), ("footpath",), ():
        state = position(*TWO, hands=[hand, ["footpath"]])
        still = play(state, End(0))[0]
        assert (still, still.text(names)) == (NoCard(0, has_moved=False), "Ann does nothing")
    state = position(*TWO, hands=[["arrow"], []])
    play(state, Move(0, 0, (100.0, 100.0), 0.5))
    turned = play(state, End(0))[0]
    assert (turned, turned.text(names)) == (NoCard(0, has_moved=True), "Ann plays no card")
    state = position(*TWO, hands=[["arrow"], []])
    play(state, Arrow(0, 0, 5))
    assert not any(isinstance(event, NoCard) for event in play(state, End(0)))


@pytest.mark.rule("GS-30", "GS-17")
def test_arrow_without_a_visible_target_need_not_be_played() -> None:
    hands = [["arrow"], ["footpath"]]
    assert check_refused(position(*APART, hands=hands, deck=[]), End(0)) == reasons.MustPlay("arrow")
    without_opponents = position(soldier_at(0, 0, 100, 100), hands=[["arrow", "hammers"], ["footpath"]], deck=[])
    assert without_opponents.why_not(End(0)) is None
    without_own_soldiers = position(
        soldier_at(5, 1, 100, 100), hands=[["arrow", "hammers", "explosion"], ["footpath"]], deck=[]
    )
    assert without_own_soldiers.why_not(End(0)) is None, "no soldier of one's own"


@pytest.mark.rule("GS-30")
def test_obligation_to_play_is_checked_when_the_turn_ends() -> None:
    soldiers = (soldier_at(0, 0, 100, 100), soldier_at(5, 1, 160, 100))
    state = position(*soldiers, hands=[["hammers"], ["footpath"]], deck=[])
    assert state.why_not(End(0)) is None
    play(state, Move(0, 0, (148, 100), 0), Pass(1))
    assert check_refused(state, End(0)) == reasons.MustPlay("hammers")
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
def test_game_ends_after_a_turn_when_all_hands_are_empty() -> None:
    state = position(*APART, hands=[["explosion"], []], deck=[])
    play(state, Explosion(0, 0, (130, 130)))
    assert not state.is_over
    events = play(state, End(0))
    assert events[-1] == Ended((3, 3), (0, 1), "empty_hands")
    assert state.full_view().end_reason == "empty_hands"
    assert state.is_over
    assert state.active_seats() == ()
    assert state.legal_actions(1) == []


@pytest.mark.rule("GS-31")
def test_game_ends_when_all_have_passed_in_sequence() -> None:
    state = position(*APART, soldier_at(10, 2, 300, 390), hands=[["footpath"], ["circles"], ["hammers"]], deck=[])
    play(state, End(0), End(1))
    assert not state.is_over
    assert state.full_view().end_reason is None
    events = play(state, End(2))
    assert state.is_over
    assert state.full_view().end_reason == "passed"
    assert (
        events[-1]
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
    step_on_mine: list[Action] = [Move(0, 0, (120, 100), 0), Footpath(1, 0)]
    state = position(*APART, soldier_at(1, 0, 300, 300), hands=hands, deck=[])
    play(state, *step_on_mine, End(0))
    assert state.full_view().passes == 1
    play(state, End(1))
    assert state.is_over
    state = position(*APART, soldier_at(1, 0, 300, 300), hands=hands, deck=[], turn=1)
    play(state, End(1), *step_on_mine, End(0))
    assert not state.is_over, "the mine came after the first pass"
    play(state, End(1))
    assert state.is_over


@pytest.mark.rule("GS-32")
def test_player_without_soldiers_stays_in_the_game() -> None:
    state = position(soldier_at(5, 1, 500, 300), hands=[["pointer", "arrow"], ["arrow"]], taken=[2, 5], reserve=[6, 1])
    assert state.active_seats() == (0,)
    play(state, Pointer(0, (50, 50), 0), Pass(1), End(0))
    assert state.full_view().taken == (2, 5)
    assert state.full_view().reserve[0] == 5
    play(state, End(1))
    assert state.active_seats() == (0,)


@pytest.mark.rule("GS-33")
def test_turn_limit_ends_the_game_with_the_current_score() -> None:
    hands = [["footpath"] * 5, ["arrow"] * 5]
    state = position(*APART, hands=hands, taken=[1, 0], options=SaladOptions(turn_limit=3))
    play(state, End(0), End(1))
    assert not state.is_over
    play(state, End(0))
    assert state.is_over
    assert state.ranking() == ((0,), (1,))
    assert state.full_view().end_reason == "turn_limit"


@pytest.mark.rule("GS-33")
def test_number_of_turns_is_unlimited_without_the_house_rule() -> None:
    unlimited = position(*APART, hands=[["pointer"] * 5, ["arrow"] * 5], options=SaladOptions(standstill=9))
    for index in range(5):
        play(unlimited, Pointer(0, (50 + 30 * index, 50), 0), Pass(1), End(0), End(1))
        for _ in range(8):
            play(unlimited, End(0), End(1))
    assert not unlimited.is_over
