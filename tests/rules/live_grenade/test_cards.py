"""Cards of Live Grenade: LG-17 to LG-22, LG-25, LG-26."""

from __future__ import annotations

import pytest

from grenade_salad.core import Action, ChanceNotPending, NoSuchSeat, TurnBegan, redact
from grenade_salad.games.live_grenade import Draw, LiveGrenadeOptions, Pass, Stolen, reasons
from grenade_salad.games.live_grenade.events import NothingStolen, Skipped, Turned
from grenade_salad.games.live_grenade.events import Stolen as StolenEvent
from tests.rules.live_grenade.positions import (
    all_pass,
    cancel,
    cards,
    check_refused,
    hands,
    pair,
    play,
    position,
    reverse,
    skip,
    steal,
)


@pytest.mark.rule("LG-17")
@pytest.mark.parametrize("two", ["4C 4H", "5D 5S", "6C 6D", "7H 7S", "8C 8S", "9D 9H"])
def test_a_pair_steals_one_card(two: str) -> None:
    state = position(f"{two} KC", "3D", "JC", deck="AS AH")
    play(state, pair(0, two, 1))
    all_pass(state)
    assert state.pending_chance() == "stolen"
    play(state, Stolen("3D"))
    assert hands(state) == (cards("3D KC"), (), cards("JC"))
    assert state.active_seats() == (0,)


@pytest.mark.rule("LG-17")
@pytest.mark.parametrize("two", ["4C 5C", "10C 10H", "JC JH", "QC QH", "KC KH", "2C 2H", "3C 3D", "4C", "4C 4D 4H", ""])
def test_other_cards_are_no_pair(two: str) -> None:
    state = position("2C 2H 3C 3D 4C 4D 4H 5C 10C 10H JC JH QC QH KC KH", "9D", deck="AS")
    assert check_refused(state, pair(0, two, 1)) == reasons.WrongCards("pair", cards(two))


@pytest.mark.rule("LG-17")
def test_a_pair_needs_both_cards_in_hand() -> None:
    state = position("4C 5H", "4H", deck="AS")
    assert check_refused(state, pair(0, "4C 4H", 1)) == reasons.NotInHand(cards("4C 4H"))
    assert check_refused(state, pair(0, "4C 4C", 1)) == reasons.NotInHand(cards("4C 4C"))


@pytest.mark.rule("LG-17", "LG-30")
def test_two_cards_that_look_the_same_are_a_pair() -> None:
    state = position("4C 4C", "5C", deck="AS", options=LiveGrenadeOptions(decks=2))
    assert state.legal_actions(0) == [Draw(0), pair(0, "4C 4C", 1)]
    play(state, pair(0, "4C 4C", 1))
    assert hands(state)[0] == ()


@pytest.mark.rule("LG-17", "LG-30")
def test_each_pair_is_listed_once() -> None:
    state = position("4C 4C 4D 10S 10S JC JC", "5C", deck="AS", options=LiveGrenadeOptions(decks=2))
    assert set(state.legal_actions(0)) == {
        Draw(0),
        pair(0, "4C 4C", 1),
        pair(0, "4C 4D", 1),
        steal(0, "10S", 1),
        skip(0, "JC"),
    }
    assert len(state.legal_actions(0)) == 5


@pytest.mark.rule("LG-17")
def test_the_order_of_the_two_cards_makes_no_difference() -> None:
    assert pair(0, "4H 4C", 1) == pair(0, "4C 4H", 1)
    state = position("4C 4H", "5C", deck="AS")
    play(state, pair(0, "4H 4C", 1))
    assert state.view(1).discard == cards("4C 4H")


@pytest.mark.rule("LG-17")
def test_a_pair_may_follow_another_play_of_the_turn() -> None:
    state = position("4C 4H 10S", "5C 6C", deck="AS")
    play(state, steal(0, "10S", 1))
    all_pass(state)
    play(state, Stolen("5C"), pair(0, "4C 4H", 1))
    all_pass(state)
    play(state, Stolen("6C"))
    assert hands(state) == (cards("5C 6C"), ())


@pytest.mark.rule("LG-18")
def test_each_10_steals_one_card() -> None:
    state = position("10C 10S", "3D 4C", deck="AS")
    play(state, steal(0, "10S", 1))
    all_pass(state)
    play(state, Stolen("4C"))
    assert hands(state) == (cards("4C 10C"), cards("3D"))
    play(state, steal(0, "10C", 1))
    all_pass(state)
    play(state, Stolen("3D"))
    assert hands(state) == (cards("3D 4C"), ())


@pytest.mark.rule("LG-18", "LG-20", "LG-21", "LG-22", "LG-26")
@pytest.mark.parametrize("card", ["2C", "3D", "4C", "10C", "JC", "QC", "KC", "AS", "1C", "joker", ""])
def test_each_card_has_its_one_use(card: str) -> None:
    state = position("2C 3D 4C 10C JC QC KC", "5C", deck="AS 6C", turn=0)
    right = {"10C": "steal", "JC": "skip", "QC": "reverse"}
    plays: list[Action] = [steal(0, card, 1), skip(0, card), reverse(0, card)]
    for action in plays:
        if right.get(card) == action.do:
            assert state.why_not(action) is None
        else:
            assert check_refused(state, action) == reasons.WrongCards(action.do, (card,))
    play(state, skip(0, "JC"))
    assert check_refused(state, cancel(1, "5C")) == reasons.WrongCards("cancel", cards("5C"))


@pytest.mark.rule("LG-26")
def test_best_friends_are_never_played() -> None:
    state = position("2C 2H 3D 3H", "5C", deck="AS")
    assert state.legal_actions(0) == [Draw(0)]


@pytest.mark.rule("LG-19")
def test_victim_is_another_player_who_is_left_and_has_a_card() -> None:
    state = position("10S 4C 4D", "5C", "", "", deck="AS AH", alive=[True, True, True, False])
    for kind in (lambda target: steal(0, "10S", target), lambda target: pair(0, "4C 4D", target)):
        assert check_refused(state, kind(0)) == reasons.FromYourself()
        assert check_refused(state, kind(2)) == reasons.VictimEmpty(2)
        assert check_refused(state, kind(3)) == reasons.VictimOut(3)
        assert check_refused(state, kind(4)) == NoSuchSeat(4, 4)
        assert check_refused(state, kind(-1)) == NoSuchSeat(-1, 4)
    assert state.legal_actions(0) == [Draw(0), steal(0, "10S", 1), pair(0, "4C 4D", 1)]


@pytest.mark.rule("LG-19")
def test_only_thief_and_victim_learn_the_stolen_card() -> None:
    state = position("10S", "4C 5C", "6C", deck="AS AH")
    play(state, steal(0, "10S", 1))
    all_pass(state)
    (stolen,) = play(state, Stolen("5C"))
    assert isinstance(stolen, StolenEvent)
    assert [redact(stolen, seat).card for seat in (0, 1, 2, None)] == ["5C", "5C", None, None]
    assert redact(stolen, 2).text(["Ann", "Bo", "Cy"]) == "Ann steals a card from Bo"
    assert state.view(2).hands == (1, 1, cards("6C"))


@pytest.mark.rule("LG-17", "LG-19")
def test_only_a_card_of_the_victim_can_be_stolen() -> None:
    state = position("10S 7C", "4C 5C", "6C", deck="AS AH")
    assert check_refused(state, Stolen("4C")) == ChanceNotPending("stolen", None)
    play(state, steal(0, "10S", 1))
    assert check_refused(state, Stolen("4C")) == ChanceNotPending("stolen", None)
    all_pass(state)
    for card in ("6C", "7C", "10S", "AS", "9D"):
        assert check_refused(state, Stolen(card)) == reasons.NotVictims(card, 1)


@pytest.mark.rule("LG-19")
def test_steal_from_a_hand_that_was_emptied_takes_nothing() -> None:
    state = position("10S KC", "KD", "4C", deck="AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"), cancel(0, "KC"))
    events = all_pass(state)
    assert NothingStolen(0, 1) in events
    assert state.pending_chance() is None
    assert state.active_seats() == (0,)
    assert hands(state) == ((), (), cards("4C"))
    assert state.view(1).stack == ()


@pytest.mark.rule("LG-20")
def test_a_skip_ends_the_turn_without_a_draw() -> None:
    state = position("JC 4C", "5C", "6C", deck="AS 7C AH")
    play(state, skip(0, "JC"))
    assert state.view(None).turn == 0
    assert all_pass(state)[-2:] == [Skipped(0), TurnBegan(1)]
    assert state.active_seats() == (1,)
    assert state.view(None).deck == 3
    assert hands(state)[0] == cards("4C")


@pytest.mark.rule("LG-21")
def test_reverse_changes_the_direction() -> None:
    state = position("QC", "4C QD", "5C", deck="AS 7C 8C AH")
    play(state, reverse(0, "QC"))
    assert all_pass(state)[-3:] == [Skipped(0), Turned(-1), TurnBegan(2)]
    assert state.view(None).direction == -1
    assert state.view(None).deck == 4
    state = position("QC", "4C QD", "5C", deck="7C AS 8C AH", direction=-1, turn=1)
    play(state, reverse(1, "QD"))
    all_pass(state)
    assert state.view(None).direction == 1
    assert state.active_seats() == (2,)


@pytest.mark.rule("LG-21")
def test_with_two_players_a_reverse_is_a_skip() -> None:
    state = position("QC", "4C", deck="AS 7C")
    play(state, reverse(0, "QC"))
    assert all_pass(state)[-2:] == [Skipped(0), TurnBegan(1)]
    assert state.view(None).direction == 1
    state = position("QC", "4C", "", deck="AS 7C", alive=[True, True, False], direction=-1)
    play(state, reverse(0, "QC"))
    all_pass(state)
    assert state.view(None).direction == -1
    assert state.active_seats() == (1,)


@pytest.mark.rule("LG-22")
def test_a_king_needs_a_play_to_cancel() -> None:
    state = position("KC", "KD", deck="4C AS")
    assert check_refused(state, cancel(0, "KC")) == reasons.NothingToAnswer()
    assert check_refused(state, Pass(0)) == reasons.NothingToAnswer()
    assert state.legal_actions(0) == [Draw(0)]


@pytest.mark.rule("LG-22")
def test_neither_a_grenade_nor_a_best_friend_can_be_cancelled() -> None:
    state = position("2C", "KD", deck="AS 4C")
    play(state, Draw(0))
    assert state.pending_chance() == "reshuffle"
    assert state.active_seats() == ()
    assert state.legal_actions(1) == []


@pytest.mark.rule("LG-22")
@pytest.mark.parametrize("by", [1, 2])
def test_any_other_player_may_cancel_not_only_the_victim(by: int) -> None:
    for action in (steal(0, "10S", 1), pair(0, "4C 4D", 1), skip(0, "JC"), reverse(0, "QC")):
        state = position("10S 4C 4D JC QC", "KD 5C", "KH", deck="AS AH 6C")
        play(state, action, cancel(by, "KD" if by == 1 else "KH"))
        all_pass(state)
        assert state.active_seats() == (0,)
        assert state.pending_chance() is None


@pytest.mark.rule("LG-25")
def test_a_cancelled_skip_or_reverse_changes_nothing() -> None:
    for action in (skip(0, "JC"), reverse(0, "QC")):
        state = position("JC QC 4C", "KD 5C", "6C", deck="AS AH 7C")
        play(state, action, cancel(1, "KD"))
        all_pass(state)
        assert state.active_seats() == (0,)
        assert state.view(None).direction == 1
        assert Draw(0) in state.legal_actions(0)


@pytest.mark.rule("LG-25")
def test_a_cancelled_steal_takes_nothing() -> None:
    for action in (steal(0, "10S", 2), pair(0, "4C 4D", 2)):
        state = position("10S 4C 4D", "KD", "6C", deck="AS AH 7C")
        play(state, action, cancel(1, "KD"))
        all_pass(state)
        assert hands(state)[1:] == ((), cards("6C"))
        assert state.pending_chance() is None
        assert state.view(None).discard == (*action.cards, "KD")
