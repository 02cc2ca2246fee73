"""Who is asked, and how Cancels chain: LG-22 to LG-25."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import LuckIsDue, NotAsked
from grenade_salad.games.live_grenade import Draw, LiveGrenadeOptions, Pass, Play, reasons
from grenade_salad.games.live_grenade.events import Cancelled, Passed
from tests.rules.live_grenade.positions import (
    all_pass,
    cancel,
    cards,
    hands,
    play,
    position,
    refused,
    reverse,
    skip,
    steal,
)


@pytest.mark.rule("LG-24")
def test_all_others_with_cards_are_asked_king_or_no_king() -> None:
    state = position("4C", "5C", "10S JC", "", "KD", deck="6C AS AH AD AC", turn=2)
    play(state, skip(2, "JC"))
    assert state.to_act() == (4, 0, 1)
    assert state.legal(4) == [Pass(4), cancel(4, "KD")]
    assert state.legal(0) == [Pass(0)]
    assert state.legal(3) == state.legal(2) == []
    assert refused(state, Pass(2)) == NotAsked(2, (4, 0, 1))
    assert refused(state, Pass(3)) == NotAsked(3, (4, 0, 1))


@pytest.mark.rule("LG-24")
def test_who_is_out_is_not_asked() -> None:
    state = position("JC", "", "4C", "5C", deck="6C AS AH", alive=[True, False, True, True])
    play(state, skip(0, "JC"))
    assert state.to_act() == (2, 3)


@pytest.mark.rule("LG-24")
def test_answers_come_in_any_order_and_the_last_one_closes_the_window() -> None:
    state = position("JC", "5C", "4C", "7C", deck="6C AS AH AD")
    play(state, skip(0, "JC"))
    assert play(state, Pass(2)) == [Passed(2)]
    assert state.to_act() == (1, 3)
    assert refused(state, Pass(2)) == NotAsked(2, (1, 3))
    play(state, Pass(3))
    assert state.view(None).turn == 0
    play(state, Pass(1))
    assert state.to_act() == (1,)
    assert state.legal(1) == [Draw(1)]


@pytest.mark.rule("LG-24")
def test_the_nearest_clockwise_comes_first_whatever_the_direction() -> None:
    for direction in (1, -1):
        state = position("5C", "4C", "QC", "7C", deck="6C AS AH AD", turn=2, direction=direction)
        play(state, reverse(2, "QC"))
        assert state.to_act() == (3, 0, 1)


@pytest.mark.rule("LG-24")
def test_the_first_cancel_closes_the_window() -> None:
    state = position("JC 4C", "KD", "KH", deck="6C AS AH")
    play(state, skip(0, "JC"), Pass(1), cancel(2, "KH"))
    assert state.view(None).stack == (Play(0, "skip", cards("JC"), None), Play(2, "cancel", cards("KH"), None))
    assert state.to_act() == (0, 1)


@pytest.mark.rule("LG-24")
def test_with_nobody_to_ask_the_play_is_carried_out_at_once() -> None:
    state = position("JC", "", "", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert state.view(None).stack == ()
    assert state.to_act() == (1,)
    state = position("10S", "KD", "", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"))
    assert state.to_act() == (0,)
    assert state.due() is None


@pytest.mark.rule("LG-22", "LG-24")
def test_nobody_cancels_their_own_play() -> None:
    state = position("JC KC KS", "KD 4C", "5C", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert refused(state, cancel(0, "KC")) == NotAsked(0, (1, 2))
    play(state, cancel(1, "KD"))
    assert state.to_act() == (2, 0)
    assert refused(state, Pass(1)) == NotAsked(1, (2, 0))
    play(state, cancel(0, "KC"))
    assert state.to_act() == (1, 2)
    assert refused(state, cancel(0, "KS")) == NotAsked(0, (1, 2))


@pytest.mark.rule("LG-22")
def test_who_is_asked_can_only_cancel_or_pass() -> None:
    state = position("JC", "10D JD KD", "5C", deck="6C AS AH")
    play(state, skip(0, "JC"))
    assert refused(state, skip(1, "JD")) == reasons.AnswerFirst()
    assert refused(state, steal(1, "10D", 2)) == reasons.AnswerFirst()
    assert refused(state, Draw(1)) == reasons.AnswerFirst()
    assert refused(state, cancel(1, "JD")) == reasons.WrongCards("cancel", cards("JD"))
    assert refused(state, cancel(2, "KD")) == reasons.NotInHand(cards("KD"))
    assert state.legal(1) == [Pass(1), cancel(1, "KD")]


KINGS = ("KC", "KD", "KH", "KS", "KC", "KD", "KH", "KS")


@pytest.mark.rule("LG-23", "LG-25")
@pytest.mark.parametrize("number", range(len(KINGS) + 1))
def test_each_king_undoes_the_play_under_it(number: int) -> None:
    two = LiveGrenadeOptions(decks=2)
    state = position("JC 4C KD KS KD KS", "5C KC KH KC KH", "6C", deck="7C AS AH", options=two)
    happened = play(state, skip(0, "JC"))
    for index, card in enumerate(KINGS[:number]):
        play(state, cancel(1 - index % 2, card))
    happened = all_pass(state)
    undone = [event for event in happened if isinstance(event, Cancelled)]
    assert len(undone) == (number + 1) // 2
    skipped = number % 2 == 0
    assert (Cancelled(0, "skip", 1) in undone) is not skipped
    assert state.to_act() == ((1,) if skipped else (0,))
    assert state.view(None).discard == ("JC", *KINGS[:number])
    assert state.view(None).stack == ()


@pytest.mark.rule("LG-23")
def test_the_chain_is_resolved_from_the_top() -> None:
    state = position("10S KC", "KD 4C", "KH 5C", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"), cancel(2, "KH"), cancel(0, "KC"))
    happened = [event for event in all_pass(state) if isinstance(event, Cancelled)]
    assert happened == [Cancelled(2, "cancel", 0), Cancelled(0, "steal", 1)]
    assert state.due() is None


@pytest.mark.rule("LG-23")
def test_an_uncancelled_steal_in_a_chain_is_carried_out() -> None:
    state = position("10S", "KD 4C", "KH 5C", deck="6C AS AH")
    play(state, steal(0, "10S", 1), cancel(1, "KD"), cancel(2, "KH"))
    all_pass(state)
    assert state.due() == "stolen"
    assert refused(state, Draw(0)) == LuckIsDue("stolen")
    state.happen(state.sample(Random(1)))
    assert hands(state) == (cards("4C"), (), cards("5C"))


@pytest.mark.rule("LG-22", "LG-24")
def test_a_king_is_one_choice_for_each_look() -> None:
    state = position("JC", "KC KC KD 4C", deck="6C AS", options=LiveGrenadeOptions(decks=2))
    play(state, skip(0, "JC"))
    assert state.legal(1) == [Pass(1), cancel(1, "KC"), cancel(1, "KD")]
