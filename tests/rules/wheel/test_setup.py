"""Number of players, the deal and the starter (WH-01 to WH-05)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.core import ChanceNotPending, Illegal, NoSuchSeat, TurnBegan, WrongSeatCount, redact
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.wheel import GAME, Deal, Die, Roll, WheelOptions, WheelSetup, WheelState, reasons
from grenade_salad.games.wheel.cards import HEARTS, RING, SPADES, matching_spade
from grenade_salad.games.wheel.events import Dealt, RingLaid
from grenade_salad.text import m
from tests.marks import for_each
from tests.rules.wheel.positions import dice_positions, position, roll_and_move, setup_refusal, start_game

SEATS = range(2, 8)


def draw_deal(seats: int, seed: int = 0, options: WheelOptions | None = None) -> WheelSetup:
    chance = start_game(seats, options).sample_chance(Random(seed))
    assert isinstance(chance, Deal)
    return chance.outcome


@pytest.mark.rule("WH-01")
def test_two_to_seven_players_are_accepted() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 7)
    for seats in SEATS:
        assert len(draw_deal(seats).hearts) == seats
    for seats in (0, 1, 8):
        with pytest.raises(Illegal) as refusal:
            start_game(seats)
        assert refusal.value.reason == WrongSeatCount(m("Grenade"), seats, 2, 7)


@pytest.mark.rule("WH-01")
def test_all_hearts_have_an_owner_with_seven_players() -> None:
    state = start_game(7)
    state.apply_chance(Deal(draw_deal(7)))
    assert state.full_view().unused == ()
    assert state.view(0).unused == 0


@pytest.mark.rule("WH-02")
def test_box_has_the_cards_and_dice_of_the_rules() -> None:
    assert sorted(RING) == sorted(["AS", "2S", "3S", "4S", "5S", "6S", "7S", "joker"])
    assert sorted(HEARTS) == sorted(["AH", "2H", "3H", "4H", "5H", "6H", "7H"])
    for card in ("8S", "AH", "Joker"):
        assert setup_refusal(f"AS 2S {card}", ["AH", "2H"]) == reasons.NoSuchCard(card, m("the ring"))
    assert setup_refusal("AS 2S joker joker", ["AH", "2H"]) == reasons.CardTwice("joker")
    assert setup_refusal("AS 2S 2S", ["AH", "2H"]) == reasons.CardTwice("2S")
    assert setup_refusal("AS 2S", ["AH", "8H"]) == reasons.NoSuchCard("8H", m("a hand of hearts"))
    assert setup_refusal("AS 2S", ["AH", "AH"]) == reasons.CardTwice("AH")
    assert setup_refusal("AS 2S", ["AH", "2H"], [(0, 1)] * 4) == reasons.WrongDice(4)
    assert setup_refusal("AS 2S", ["AH", "2H"], []) == reasons.WrongDice(0)


@pytest.mark.rule("WH-03")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_gets_one_heart_or_two_in_a_game_of_two(seats: int) -> None:
    for seed in range(20):
        hearts = draw_deal(seats, seed).hearts
        assert [len(held) for held in hearts] == [2 if seats == 2 else 1] * seats
        held = [heart for hand in hearts for heart in hand]
        assert len(set(held)) == len(held)
        assert set(held) <= set(HEARTS)


@pytest.mark.rule("WH-03")
def test_unused_hearts_are_hidden_until_the_end() -> None:
    state = position("AS 2S 3S joker", ["AH", "2H"], [(0, 5), (0, 1), (0, 1)])
    for seat in (None, 0, 1):
        assert state.view(seat).unused == 1
    roll_and_move(state, 1, 0)
    assert state.is_over
    for seat in (None, 0, 1):
        assert state.view(seat).unused == ("3H",)


@pytest.mark.rule("WH-03")
def test_deal_with_wrong_numbers_of_hearts_is_refused() -> None:
    state = start_game(3)
    good = draw_deal(3)
    bad = replace(good, hearts=(*good.hearts[:2], ()))
    assert state.why_not_chance(Deal(bad)) == reasons.WrongHearts(2, 0, 1, 1)
    bad = replace(good, hearts=good.hearts[:2])
    assert state.why_not_chance(Deal(bad)) == reasons.WrongHands(3, 2)
    deal_for_two = draw_deal(2)
    bad = replace(deal_for_two, hearts=(deal_for_two.hearts[0][:1], deal_for_two.hearts[1]))
    assert start_game(2).why_not_chance(Deal(bad)) == reasons.WrongHearts(0, 1, 2, 2)
    assert isinstance(position("AS 2S", ["AH", "2H"]), WheelState), "one may be lost before it was written down"
    assert setup_refusal("AS 2S 3S 4S", ["AH 3H", "2H", "4H"]) == reasons.WrongHearts(0, 2, 1, 1)
    assert setup_refusal("AS 2S 3S 4S", ["AH 3H 4H", "2H"]) == reasons.WrongHearts(0, 3, 1, 2)
    assert setup_refusal("AS 2S", ["AH", ""]) == reasons.WrongHearts(1, 0, 1, 2)


@pytest.mark.rule("WH-04")
@for_each("seed", range(12))
def test_match_starts_with_all_cards_and_three_dice_on_the_first_spade(seed: int) -> None:
    state = start_game(3)
    chance = state.sample_chance(Random(seed))
    assert isinstance(chance, Deal)
    events = state.apply_chance(chance)
    view = state.view(0)
    assert sorted(view.ring) == sorted(RING)
    assert view.face_down == ()
    first = 1 if view.ring[0] == "joker" else 0
    assert view.dice == (Die(first, 1),) * 3
    assert events[0] == RingLaid(view.ring, first)
    for event in events[1:4]:
        assert isinstance(event, Dealt)
        assert event.hearts == state.full_view().hearts[event.seat]
        assert redact(event, event.seat) == event
        redacted = [redact(event, seat) for seat in (None, 0, 1, 2) if seat != event.seat]
        assert all(isinstance(hidden, Dealt) and hidden.hearts is None for hidden in redacted)
    assert events[4:] == [TurnBegan(view.turn if view.turn is not None else -1)]


@pytest.mark.rule("WH-04")
def test_dice_never_start_on_the_joker() -> None:
    assert dice_positions(position("joker 3S AS 2S", ["AH", "2H"])) == [(1, 1)] * 3
    assert dice_positions(position("3S joker AS 2S", ["AH", "2H"])) == [(0, 1)] * 3
    assert dice_positions(position("joker 3S AS 2S", ["AH", "2H"], down=[1])) == [(2, 1)] * 3


@pytest.mark.rule("WH-04")
def test_deal_that_contradicts_the_start_is_refused() -> None:
    state, good = start_game(2), draw_deal(2)
    spelled_out = replace(good, dice=(Die(good.ring[0] == "joker", 1),) * 3, face_down=())
    assert state.why_not_chance(Deal(spelled_out)) is None
    wrong_dice = replace(good, dice=(Die(3, 1),) * 3)
    assert state.why_not_chance(Deal(wrong_dice)) == reasons.NotAtTheStart(m("dice"))
    joker_index = next(index for index, card in enumerate(good.ring) if card == "joker")
    assert state.why_not_chance(Deal(replace(good, face_down=(joker_index,)))) == reasons.NotAtTheStart(
        m("cards face down")
    )
    owned_spades = [matching_spade(heart) for hearts in good.hearts for heart in hearts]
    unowned_spade = next(card for card in SPADES if card not in owned_spades)
    incomplete = replace(good, ring=tuple(card for card in good.ring if card != unowned_spade))
    assert state.why_not_chance(Deal(incomplete)) == reasons.CardMissing(unowned_spade)


@pytest.mark.rule("WH-05")
def test_turns_move_clockwise_and_skip_players_who_are_out() -> None:
    state = position("AS 2S 3S 4S 5S 6S 7S joker", ["AH", "2H", "3H", "4H"], [(0, 1)] * 3, down=[1], turn=3)
    turns = []
    for _ in range(4):
        turns.append(state.full_view().turn)
        roll_and_move(state, 6, 0)
    assert turns == [3, 0, 2, 3]
    assert setup_refusal("AS 2S 3S 4S", ["AH", "2H", "3H"], [(0, 1)] * 3, [1], turn=1) == reasons.TurnOfNobody(1)
    assert setup_refusal("AS 2S 3S 4S", ["AH", "2H", "3H"], turn=3) == NoSuchSeat(3, 3)


@pytest.mark.rule("WH-05")
def test_player_who_goes_out_in_own_turn_is_followed_by_the_next() -> None:
    state = position("AS 2S 3S 4S", ["AH", "2H", "3H"], [(3, 5), (2, 1), (2, 1)])
    assert roll_and_move(state, 1, 0)[-1] == TurnBegan(1)
    assert state.full_view().alive == (False, True, True)


@pytest.mark.rule("WH-05")
def test_house_rule_starter_fixes_the_starter() -> None:
    state = start_game(4, WheelOptions(starter=2))
    for seed in range(10):
        assert draw_deal(4, seed, WheelOptions(starter=2)).turn == 2
    assert {draw_deal(4, seed).turn for seed in range(40)} == {0, 1, 2, 3}
    wrong_starter = replace(draw_deal(4, 1), turn=1)
    assert state.why_not_chance(Deal(wrong_starter)) == reasons.OtherStarter(1, 2)
    with pytest.raises(Illegal) as refusal:
        start_game(4, WheelOptions(starter=4))
    assert refusal.value.reason == WrongOption("starter", 4, m("a seat, 0 to {last}", last=3))


def test_chance_that_is_not_pending_is_refused() -> None:
    state = start_game(2)
    assert state.why_not_chance(Roll(1)) == ChanceNotPending("roll", "deal")
    state.apply_chance(Deal(draw_deal(2)))
    assert state.why_not_chance(Deal(draw_deal(2))) == ChanceNotPending("deal", "roll")
    for pips in (0, 7, -1):
        assert state.why_not_chance(Roll(pips)) == reasons.NoSuchRoll(pips)
    state.apply_chance(Roll(1))
    assert state.why_not_chance(Roll(1)) == ChanceNotPending("roll", None)
