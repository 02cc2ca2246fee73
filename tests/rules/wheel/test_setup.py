"""Who plays, what is dealt and who starts (WH-01 to WH-05)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.core import ChanceNotPending, Illegal, NoSuchSeat, TurnBegan, WrongSeatCount, redact
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.wheel import GAME, Deal, Die, Roll, WheelOptions, WheelSetup, WheelState, reasons
from grenade_salad.games.wheel.cards import HEARTS, RING, SPADES, spade_of
from grenade_salad.games.wheel.events import Dealt, RingLaid
from grenade_salad.text import m
from tests.marks import over
from tests.rules.wheel.positions import dice, move, position, refused, start

SEATS = range(2, 8)


def dealt(seats: int, seed: int = 0, options: WheelOptions | None = None) -> WheelSetup:
    chance = start(seats, options).sample_chance(Random(seed))
    assert isinstance(chance, Deal)
    return chance.outcome


@pytest.mark.rule("WH-01")
def test_two_to_seven_can_play() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 7)
    for seats in SEATS:
        assert len(dealt(seats).hearts) == seats
    for seats in (0, 1, 8):
        with pytest.raises(Illegal) as refusal:
            start(seats)
        assert refusal.value.reason == WrongSeatCount(m("Grenade"), seats, 2, 7)


@pytest.mark.rule("WH-01")
def test_with_seven_every_heart_is_somebodys() -> None:
    state = start(7)
    state.apply_chance(Deal(dealt(7)))
    assert state.full_view().unused == ()
    assert state.view(0).unused == 0


@pytest.mark.rule("WH-02")
def test_what_is_in_the_box() -> None:
    assert sorted(RING) == sorted(["AS", "2S", "3S", "4S", "5S", "6S", "7S", "joker"])
    assert sorted(HEARTS) == sorted(["AH", "2H", "3H", "4H", "5H", "6H", "7H"])
    for card in ("8S", "AH", "Joker"):
        assert refused(f"AS 2S {card}", ["AH", "2H"]) == reasons.NoSuchCard(card, m("the ring"))
    assert refused("AS 2S joker joker", ["AH", "2H"]) == reasons.CardTwice("joker")
    assert refused("AS 2S 2S", ["AH", "2H"]) == reasons.CardTwice("2S")
    assert refused("AS 2S", ["AH", "8H"]) == reasons.NoSuchCard("8H", m("a hand of hearts"))
    assert refused("AS 2S", ["AH", "AH"]) == reasons.CardTwice("AH")
    assert refused("AS 2S", ["AH", "2H"], [(0, 1)] * 4) == reasons.WrongDice(4)
    assert refused("AS 2S", ["AH", "2H"], []) == reasons.WrongDice(0)


@pytest.mark.rule("WH-03")
@pytest.mark.parametrize("seats", SEATS)
def test_one_heart_each_and_two_for_two(seats: int) -> None:
    for seed in range(20):
        hearts = dealt(seats, seed).hearts
        assert [len(held) for held in hearts] == [2 if seats == 2 else 1] * seats
        held = [heart for hand in hearts for heart in hand]
        assert len(set(held)) == len(held)
        assert set(held) <= set(HEARTS)


@pytest.mark.rule("WH-03")
def test_nobody_learns_the_other_hearts_before_the_end() -> None:
    state = position("AS 2S 3S joker", ["AH", "2H"], [(0, 5), (0, 1), (0, 1)])
    for seat in (None, 0, 1):
        assert state.view(seat).unused == 1
    move(state, 1, 0)
    assert state.is_over
    for seat in (None, 0, 1):
        assert state.view(seat).unused == ("3H",)


@pytest.mark.rule("WH-03")
def test_a_deal_with_other_numbers_of_hearts_cannot_be() -> None:
    state = start(3)
    good = dealt(3)
    bad = replace(good, hearts=(*good.hearts[:2], ()))
    assert state.why_not_chance(Deal(bad)) == reasons.WrongHearts(2, 0, 1, 1)
    bad = replace(good, hearts=good.hearts[:2])
    assert state.why_not_chance(Deal(bad)) == reasons.WrongHands(3, 2)
    two = dealt(2)
    bad = replace(two, hearts=(two.hearts[0][:1], two.hearts[1]))
    assert start(2).why_not_chance(Deal(bad)) == reasons.WrongHearts(0, 1, 2, 2)
    assert isinstance(position("AS 2S", ["AH", "2H"]), WheelState), "one may be lost before it was written down"
    assert refused("AS 2S 3S 4S", ["AH 3H", "2H", "4H"]) == reasons.WrongHearts(0, 2, 1, 1)
    assert refused("AS 2S 3S 4S", ["AH 3H 4H", "2H"]) == reasons.WrongHearts(0, 3, 1, 2)
    assert refused("AS 2S", ["AH", ""]) == reasons.WrongHearts(1, 0, 1, 2)


@pytest.mark.rule("WH-04")
@over("seed", range(12))
def test_all_eight_cards_and_three_dice_on_the_first_spade(seed: int) -> None:
    state = start(3)
    chance = state.sample_chance(Random(seed))
    assert isinstance(chance, Deal)
    happened = state.apply_chance(chance)
    view = state.view(0)
    assert sorted(view.ring) == sorted(RING)
    assert view.face_down == ()
    first = 1 if view.ring[0] == "joker" else 0
    assert view.dice == (Die(first, 1),) * 3
    assert happened[0] == RingLaid(view.ring, first)
    for event in happened[1:4]:
        assert isinstance(event, Dealt)
        assert event.hearts == state.full_view().hearts[event.seat]
        assert redact(event, event.seat) == event
        others = [redact(event, seat) for seat in (None, 0, 1, 2) if seat != event.seat]
        assert all(isinstance(told, Dealt) and told.hearts is None for told in others)
    assert happened[4:] == [TurnBegan(view.turn if view.turn is not None else -1)]


@pytest.mark.rule("WH-04")
def test_dice_never_start_on_the_joker() -> None:
    assert dice(position("joker 3S AS 2S", ["AH", "2H"])) == [(1, 1)] * 3
    assert dice(position("3S joker AS 2S", ["AH", "2H"])) == [(0, 1)] * 3
    assert dice(position("joker 3S AS 2S", ["AH", "2H"], down=[1])) == [(2, 1)] * 3


@pytest.mark.rule("WH-04")
def test_a_deal_that_says_something_else_cannot_be() -> None:
    state, good = start(2), dealt(2)
    spelled_out = replace(good, dice=(Die(good.ring[0] == "joker", 1),) * 3, face_down=())
    assert state.why_not_chance(Deal(spelled_out)) is None
    other = replace(good, dice=(Die(3, 1),) * 3)
    assert state.why_not_chance(Deal(other)) == reasons.NotAtTheStart(m("dice"))
    loose = next(at for at, card in enumerate(good.ring) if card == "joker")
    assert state.why_not_chance(Deal(replace(good, face_down=(loose,)))) == reasons.NotAtTheStart(m("cards face down"))
    held = [spade_of(heart) for hearts in good.hearts for heart in hearts]
    spare = next(card for card in SPADES if card not in held)
    short = replace(good, ring=tuple(card for card in good.ring if card != spare))
    assert state.why_not_chance(Deal(short)) == reasons.CardMissing(spare)


@pytest.mark.rule("WH-05")
def test_turns_go_clockwise_and_pass_over_who_is_out() -> None:
    state = position("AS 2S 3S 4S 5S 6S 7S joker", ["AH", "2H", "3H", "4H"], [(0, 1)] * 3, down=[1], turn=3)
    turns = []
    for _ in range(4):
        turns.append(state.full_view().turn)
        move(state, 6, 0)
    assert turns == [3, 0, 2, 3]
    assert refused("AS 2S 3S 4S", ["AH", "2H", "3H"], [(0, 1)] * 3, [1], turn=1) == reasons.TurnOfNobody(1)
    assert refused("AS 2S 3S 4S", ["AH", "2H", "3H"], turn=3) == NoSuchSeat(3, 3)


@pytest.mark.rule("WH-05")
def test_a_player_who_goes_out_in_the_own_turn_is_followed_by_the_next() -> None:
    state = position("AS 2S 3S 4S", ["AH", "2H", "3H"], [(3, 5), (2, 1), (2, 1)])
    assert move(state, 1, 0)[-1] == TurnBegan(1)
    assert state.full_view().alive == (False, True, True)


@pytest.mark.rule("WH-05")
def test_house_rule_starter() -> None:
    state = start(4, WheelOptions(starter=2))
    for seed in range(10):
        assert dealt(4, seed, WheelOptions(starter=2)).turn == 2
    assert {dealt(4, seed).turn for seed in range(40)} == {0, 1, 2, 3}
    other = replace(dealt(4, 1), turn=1)
    assert state.why_not_chance(Deal(other)) == reasons.OtherStarter(1, 2)
    with pytest.raises(Illegal) as refusal:
        start(4, WheelOptions(starter=4))
    assert refusal.value.reason == WrongOption("starter", 4, m("a seat, 0 to {last}", last=3))


def test_luck_that_is_not_due() -> None:
    state = start(2)
    assert state.why_not_chance(Roll(1)) == ChanceNotPending("roll", "deal")
    state.apply_chance(Deal(dealt(2)))
    assert state.why_not_chance(Deal(dealt(2))) == ChanceNotPending("deal", "roll")
    for pips in (0, 7, -1):
        assert state.why_not_chance(Roll(pips)) == reasons.NoSuchRoll(pips)
    state.apply_chance(Roll(1))
    assert state.why_not_chance(Roll(1)) == ChanceNotPending("roll", None)
