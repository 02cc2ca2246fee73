"""Turns, reaction windows, and chains of Cancels.

LG-07, LG-09 to LG-16, and LG-22 to LG-25.
"""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import ChanceNotPending, ChancePending, GameOver, NoSuchSeat, NotActive, redact
from grenade_salad.games.live_grenade import Draw, LiveGrenadeOptions, Pass, Play, Reshuffle, reasons
from grenade_salad.games.live_grenade.events import Cancelled, Drew, Grenade, Out, Passed, Won
from grenade_salad.games.live_grenade.reasons import OtherCards
from tests.rules.live_grenade.positions import (
    all_pass,
    cancel,
    cards,
    check_refused,
    deck,
    hands,
    play,
    position,
    reverse,
    skip,
    steal,
)


@pytest.mark.rule("LG-07")
def test_played_cards_lie_face_up_in_the_order_of_play() -> None:
    state = position("10S JC", "4C 5C", deck="AS 6C", discard="9H")
    play(state, steal(0, "10S", 1))
    assert state.view(1).discard == cards("9H 10S")
    all_pass(state)
    state.apply_chance(state.sample_chance(Random(1)))
    play(state, skip(0, "JC"))
    assert state.view(None).discard == cards("9H 10S JC")


@pytest.mark.rule("LG-09")
def test_a_draw_takes_the_top_card_and_ends_the_turn() -> None:
    state = position("4C 10S", "5C", deck="6C AS 7C")
    play(state, Draw(0))
    assert hands(state)[0] == cards("4C 6C 10S")
    assert deck(state) == cards("AS 7C")
    assert state.active_seats() == (1,)
    assert check_refused(state, steal(0, "10S", 1)) == NotActive(0, (1,))
    assert check_refused(state, Draw(0)) == NotActive(0, (1,))


@pytest.mark.rule("LG-09")
def test_any_number_of_plays_before_the_draw() -> None:
    state = position("10S 10H 10D", "", "4C 5C 6C 7C", deck="AS 8C AH")
    for card in ("10S", "10H", "10D"):
        play(state, steal(0, card, 2))
        all_pass(state)
        state.apply_chance(state.sample_chance(Random(1)))
        assert state.active_seats() == (0,)
    assert len(hands(state)[0]) == 3
    play(state, Draw(0))


@pytest.mark.rule("LG-10")
def test_turns_go_clockwise_past_players_who_are_out() -> None:
    state = position("", "", "", "", deck="4C 5C 6C AS AH", alive=[True, False, True, True], turn=0)
    order = []
    for _ in range(3):
        order.append(state.view(None).turn)
        play(state, Draw(order[-1]))
    assert [*order, state.view(None).turn] == [0, 2, 3, 0]


@pytest.mark.rule("LG-11")
def test_drawn_card_is_visible_only_to_its_player() -> None:
    state = position("4C", "5C", "6C", deck="7C AS AH")
    drew = play(state, Draw(0))[0]
    assert isinstance(drew, Drew)
    assert redact(drew, 0).card == "7C"
    assert redact(drew, 1).card is None
    assert redact(drew, None).card is None
    assert state.view(0).hands == (cards("4C 7C"), 1, 1)
    assert state.view(1).hands == (2, cards("5C"), 1)


@pytest.mark.rule("LG-12")
@pytest.mark.parametrize(
    ("hand", "given"),
    [("3C 2S", "2S"), ("2S 2H", "2H"), ("3S 3H 10C", "3H"), ("3D 3C", "3C"), ("2D 2C 3C", "2C"), ("3H 3D", "3D")],
)
def test_a_best_friend_saves_and_the_ace_is_shuffled_back(hand: str, given: str) -> None:
    state = position(hand, "4C", deck="AS 5C 6C", options=LiveGrenadeOptions(best_friends=3))
    events = play(state, Draw(0))
    assert events == [Grenade(0, "AS", given)]
    assert given in state.view(1).discard
    assert given not in hands(state)[0]
    assert "AS" not in state.view(1).discard
    assert state.pending_chance() == "reshuffle"
    assert state.active_seats() == ()
    assert check_refused(state, Draw(0)) == ChancePending("reshuffle")
    play(state, Reshuffle(cards("5C 6C AS")))
    assert deck(state) == cards("5C 6C AS")
    assert state.active_seats() == (1,)
    assert state.view(None).alive == (True, True)


@pytest.mark.rule("LG-12")
def test_the_reshuffled_deck_has_the_same_cards() -> None:
    state = position("2C", "4C", deck="AS 5C 6C")
    play(state, Draw(0))
    for outcome in ("5C 6C", "5C 6C AS AH", "5C 6C AH", "5C 5C AS", "5C 6C 6C AS"):
        assert check_refused(state, Reshuffle(cards(outcome))) == OtherCards()
    play(state, Reshuffle(cards("6C AS 5C")))
    assert check_refused(state, Reshuffle(cards("6C AS 5C"))) == ChanceNotPending("reshuffle", None)


@pytest.mark.rule("LG-12", "LG-14")
def test_without_a_best_friend_the_player_is_out_and_shows_the_hand() -> None:
    state = position("KC 10S 4C", "5C", "6C", deck="AS 7C AH", discard="9C")
    events = play(state, Draw(0))
    assert events[:2] == [Grenade(0, "AS", None), Out(0, cards("4C 10S KC"), 3)]
    view = state.view(1)
    assert view.alive == (False, True, True)
    assert view.hands == (0, cards("5C"), 1)
    assert view.discard == cards("9C AS 4C 10S KC")
    assert state.active_seats() == (1,)
    assert check_refused(state, Draw(0)) == NotActive(0, (1,))
    assert check_refused(state, Draw(3)) == NoSuchSeat(3, 3)


@pytest.mark.rule("LG-13")
def test_one_ace_fewer_than_players_left_after_each_way_to_draw_an_ace() -> None:
    state = position("2C", "", "", deck="AS AH 4C", turn=0)
    play(state, Draw(0))
    assert state.view(None).grenades == 2 == sum(card[0] == "A" for card in deck(state))
    play(state, Reshuffle(cards("AS AH 4C")))
    assert state.view(None).grenades == 2 == sum(card[0] == "A" for card in deck(state))
    play(state, Draw(1))
    assert state.view(None).grenades == 1 == sum(card[0] == "A" for card in deck(state))


@pytest.mark.rule("LG-15")
def test_a_player_without_cards_draws_on() -> None:
    state = position("", "4C", deck="5C AS")
    assert state.legal_actions(0) == [Draw(0)]
    play(state, Draw(0))
    assert hands(state)[0] == cards("5C")


@pytest.mark.rule("LG-16")
def test_last_player_left_wins_and_the_others_rank_in_reverse_order_of_leaving() -> None:
    state = position("4C", "5C", "6C", "7C", deck="AS AH 8C AD", turn=2)
    play(state, Draw(2))
    assert state.ranking() == ()
    assert (state.view(0).is_over, state.view(0).ranking) == (False, None)
    events = play(state, Draw(3), Draw(0), Draw(1))
    assert events[-1] == Won(0)
    assert state.is_over
    assert state.active_seats() == ()
    assert state.ranking() == ((0,), (1,), (3,), (2,))
    assert state.view(3).ranking == state.ranking()
    assert check_refused(state, Draw(0)) == GameOver()


@pytest.mark.rule("LG-16")
def test_player_who_is_out_at_the_start_of_a_position_is_last() -> None:
    state = position("", "4C", "", "5C", deck="AS 6C", alive=[False, True, False, True], turn=1)
    play(state, Draw(1))
    assert state.ranking() == ((3,), (1,), (0, 2))


@pytest.mark.rule("LG-10", "LG-21")
def test_player_goes_out_while_the_direction_is_reversed() -> None:
    state = position("QC", "4C", "5C", "6C", deck="7C AS AH AD")
    play(state, reverse(0, "QC"))
    all_pass(state)
    assert state.active_seats() == (3,)
    play(state, Draw(3), Draw(2))
    assert state.view(None).alive == (True, True, False, True)
    assert state.view(None).direction == -1
    assert state.active_seats() == (1,)
    play(state, Draw(1))
    assert state.active_seats() == (0,)
    play(state, Draw(0))
    assert state.ranking() == ((3,), (0,), (1,), (2,))


@pytest.mark.rule("LG-24")
def test_all_others_with_cards_are_asked_with_or_without_a_king() -> None:
    state = position("4C", "5C", "10S JC", "", "KD", deck="6C AS AH AD AC", turn=2)
    play(state, skip(2, "JC"))
    assert state.active_seats() == (4, 0, 1)
    assert state.legal_actions(4) == [Pass(4), cancel(4, "KD")]
    assert state.legal_actions(0) == [Pass(0)]
    assert state.legal_actions(3) == state.legal_actions(2) == []
    assert check_refused(state, Pass(2)) == NotActive(2, (4, 0, 1))
    assert check_refused(state, Pass(3)) == NotActive(3, (4, 0, 1))


@pytest.mark.rule("LG-24")
def test_player_who_is_out_is_not_asked() -> None:
    state = position("JC", "", "4C", "5C", deck="6C AS AH", alive=[True, False, True, True])
    play(state, skip(0, "JC"))
    assert state.active_seats() == (2, 3)


@pytest.mark.rule("LG-24")
def test_answers_come_in_any_order_and_the_last_one_closes_the_reaction_window() -> None:
    state = position("JC", "5C", "4C", "7C", deck="6C AS AH AD")
    play(state, skip(0, "JC"))
    assert play(state, Pass(2)) == [Passed(2)]
    assert state.active_seats() == (1, 3)
    assert check_refused(state, Pass(2)) == NotActive(2, (1, 3))
    play(state, Pass(3))
    assert state.view(None).turn == 0
    play(state, Pass(1))
    assert state.active_seats() == (1,)
    assert state.legal_actions(1) == [Draw(1)]


@pytest.mark.rule("LG-24")
def test_nearest_player_clockwise_is_first_in_both_directions() -> None:
    for direction in (1, -1):
        state = position("5C", "4C", "QC", "7C", deck="6C AS AH AD", turn=2, direction=direction)
        play(state, reverse(2, "QC"))
        assert state.active_seats() == (3, 0, 1)


@pytest.mark.rule("LG-24")
def test_first_cancel_closes_the_reaction_window() -> None:
    state = position("JC 4C", "KD", "KH", deck="6C AS AH")
    play(state, skip(0, "JC"), Pass(1), cancel(2, "KH"))
    assert state.view(None).stack == (Play(0, "skip", cards("JC"), None), Play(2, "cancel", cards("KH"), None))
    assert state.active_seats() == (0, 1)


@pytest.mark.rule("LG-24")
def test_play_is_carried_out_at_once_with_nobody_to_ask() -> None:
    state = position("JC", "", "", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert state.view(None).stack == ()
    assert state.active_seats() == (1,)
    state = position("10S", "KD", "", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"))
    assert state.active_seats() == (0,)
    assert state.pending_chance() is None


@pytest.mark.rule("LG-22", "LG-24")
def test_nobody_cancels_their_own_play() -> None:
    state = position("JC KC KS", "KD 4C", "5C", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert check_refused(state, cancel(0, "KC")) == NotActive(0, (1, 2))
    play(state, cancel(1, "KD"))
    assert state.active_seats() == (2, 0)
    assert check_refused(state, Pass(1)) == NotActive(1, (2, 0))
    play(state, cancel(0, "KC"))
    assert state.active_seats() == (1, 2)
    assert check_refused(state, cancel(0, "KS")) == NotActive(0, (1, 2))


@pytest.mark.rule("LG-22")
def test_asked_player_can_only_cancel_or_pass() -> None:
    state = position("JC", "10D JD KD", "5C", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert check_refused(state, skip(1, "JD")) == reasons.AnswerFirst()
    assert check_refused(state, steal(1, "10D", 2)) == reasons.AnswerFirst()
    assert check_refused(state, Draw(1)) == reasons.AnswerFirst()
    assert check_refused(state, cancel(1, "JD")) == reasons.WrongCards("cancel", cards("JD"))
    assert check_refused(state, cancel(2, "KD")) == reasons.NotInHand(cards("KD"))
    assert state.legal_actions(1) == [Pass(1), cancel(1, "KD")]


KINGS = ("KC", "KD", "KH", "KS", "KC", "KD", "KH", "KS")


@pytest.mark.rule("LG-23", "LG-25")
@pytest.mark.parametrize("number", range(len(KINGS) + 1))
def test_each_king_undoes_the_play_under_it(number: int) -> None:
    two_decks = LiveGrenadeOptions(decks=2)
    state = position("JC 4C KD KS KD KS", "5C KC KH KC KH", "6C", deck="7C AS AH", options=two_decks)
    events = play(state, skip(0, "JC"))
    for index, card in enumerate(KINGS[:number]):
        play(state, cancel(1 - index % 2, card))
    events = all_pass(state)
    undone = [event for event in events if isinstance(event, Cancelled)]
    assert len(undone) == (number + 1) // 2
    skipped = number % 2 == 0
    assert (Cancelled(0, "skip", 1) in undone) is not skipped
    assert state.active_seats() == ((1,) if skipped else (0,))
    assert state.view(None).discard == ("JC", *KINGS[:number])
    assert state.view(None).stack == ()


@pytest.mark.rule("LG-23")
def test_the_chain_is_resolved_from_the_top() -> None:
    state = position("10S KC", "KD 4C", "KH 5C", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"), cancel(2, "KH"), cancel(0, "KC"))
    events = [event for event in all_pass(state) if isinstance(event, Cancelled)]
    assert events == [Cancelled(2, "cancel", 0), Cancelled(0, "steal", 1)]
    assert state.pending_chance() is None


@pytest.mark.rule("LG-23")
def test_an_uncancelled_steal_in_a_chain_is_carried_out() -> None:
    state = position("10S", "KD 4C", "KH 5C", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"), cancel(2, "KH"))
    all_pass(state)
    assert state.pending_chance() == "stolen"
    assert check_refused(state, Draw(0)) == ChancePending("stolen")
    state.apply_chance(state.sample_chance(Random(1)))
    assert hands(state) == (cards("4C"), (), cards("5C"))


@pytest.mark.rule("LG-22", "LG-24")
def test_equal_kings_are_one_choice() -> None:
    state = position("JC", "KC KC KD 4C", deck="6C AS", options=LiveGrenadeOptions(decks=2))
    play(state, skip(0, "JC"))
    assert state.legal_actions(1) == [Pass(1), cancel(1, "KC"), cancel(1, "KD")]
