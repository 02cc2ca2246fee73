"""Players who are out, the winner and the ranking (WH-13, WH-14)."""

from __future__ import annotations

import pytest

from grenade_salad.core import GameOver
from grenade_salad.games.wheel import Advance, WheelOptions, reasons
from grenade_salad.games.wheel.events import Exploded, HeartLost, HeartsRevealed, Moved, Out, Raised, Reset, Won
from grenade_salad.text import m
from tests.rules.wheel.positions import (
    action_refusal,
    dice_positions,
    filter_events,
    position,
    roll_and_move,
    setup_refusal,
)

LAST_HEART = WheelOptions(last_heart=True)


@pytest.mark.rule("WH-13")
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_player_whose_card_blows_up_is_out_and_reveals_the_heart(mover: int) -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H", "3H"], [(0, 5), (3, 1), (3, 1)], turn=mover)
    events = roll_and_move(state, 1, 0)
    assert filter_events(events, Out) == [Out(1, ("2H",))]
    view = state.view(0)
    assert view.alive == (True, False, True)
    assert view.hearts == (("AH",), ("2H",), 1)
    assert view.shown == ((), ("2H",), ())


@pytest.mark.rule("WH-13")
def test_unowned_spade_puts_no_player_out() -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H", "3H"], [(2, 5), (0, 1), (0, 1)])
    assert filter_events(roll_and_move(state, 1, 0), Out) == []
    assert state.view(0).alive == (True, True, True)


@pytest.mark.rule("WH-13")
@pytest.mark.parametrize(("roll", "loser"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_first_heart_decides_a_game_of_two(roll: int, loser: int) -> None:
    state = position("7S AS 2S 3S 4S 5S joker", ["AH 3H", "2H 4H"], [(0, 5), (5, 1), (5, 1)])
    events = roll_and_move(state, roll, 0)
    hearts = (("AH", "3H"), ("2H", "4H"))
    assert filter_events(events, Out) == [Out(loser, hearts[loser])]
    assert state.ranking() == ((1 - loser,), (loser,))


@pytest.mark.rule("WH-13")
def test_house_rule_last_heart_lets_players_lose_a_heart() -> None:
    state = position("7S AS 2S 3S 4S 5S joker", ["AH 3H", "2H 4H"], [(0, 5), (1, 4), (5, 1)], options=LAST_HEART)
    events = roll_and_move(state, 1, 0)
    assert filter_events(events, HeartLost) == [HeartLost(0, "AH")]
    assert filter_events(events, Out) == []
    assert state.view(1).alive == (True, True)
    assert state.view(1).hearts == (2, ("2H", "4H"))
    assert state.view(1).shown == (("AH",), ())
    assert state.full_view().turn == 1


@pytest.mark.rule("WH-13")
def test_house_rule_last_heart_puts_out_a_player_without_hearts() -> None:
    last = position("7S AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 5), (2, 4), (4, 1)], [1], options=LAST_HEART)
    assert last.view(None).alive == (True, True)
    assert filter_events(roll_and_move(last, 2, 0), Out) == [Out(0, ("AH", "3H"))]
    assert last.ranking() == ((1,), (0,))


@pytest.mark.rule("WH-13")
def test_position_determines_the_players_who_are_out() -> None:
    ring, hearts, start_dice = "7S AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 1)] * 3
    assert setup_refusal(ring, hearts, start_dice, [1]) == reasons.TooFewPlayers(1)
    assert setup_refusal(ring, hearts, start_dice, [1, 2]) == reasons.TooFewPlayers(0)
    assert setup_refusal(ring, hearts, start_dice, [1, 3], options=LAST_HEART) == reasons.TooFewPlayers(1)
    assert position(ring, hearts, start_dice, [1, 2], options=LAST_HEART).view(None).alive == (True, True)
    assert position(ring, ["AH", "2H", "3H"], start_dice, [1], turn=1).view(None).alive == (False, True, True)


@pytest.mark.rule("WH-13")
def test_heart_without_a_spade_in_the_ring_is_refused() -> None:
    assert setup_refusal("AS 2S joker", ["AH", "3H"]) == reasons.NoSpadeFor("3H")


@pytest.mark.rule("WH-13")
def test_wrong_card_indexes_are_refused() -> None:
    assert setup_refusal("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [3]) == reasons.NotInTheRing(
        m("a card face down"), 3, 3
    )
    assert setup_refusal("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [-1]) == reasons.NotInTheRing(
        m("a card face down"), -1, 3
    )
    assert setup_refusal("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [2, 2]) == reasons.FaceDownTwice(2)
    assert setup_refusal("AS 2S 3S", ["AH", "2H"], [(0, 1), (3, 1), (0, 1)]) == reasons.NotInTheRing(
        m("white die {number}", number=1), 3, 3
    )


@pytest.mark.rule("WH-14")
def test_explosion_of_one_of_the_last_two_spades_ends_the_game() -> None:
    """Both cards left belong to players, so the one that blows up decides."""
    state = position("AS 2S 3S joker", ["AH", "2H"], [(0, 5), (0, 2), (1, 4)], [2, 3])
    events = roll_and_move(state, 5, 0)
    assert events == [
        Moved(0, 0, 0, (1, 0, 1, 0, 1), "2S", 6, "AS"),
        Exploded(1, "2S", (0, 2), True),
        Reset((0, 2), 0, "AS"),
        Out(1, ("2H",)),
        Won(0),
        HeartsRevealed(0, (("AH",), ("2H",)), ("3H",)),
    ]
    assert dice_positions(state) == [(0, 1), (0, 2), (0, 1)]
    assert state.is_over
    assert state.active_seats() == ()
    assert state.pending_chance() is None
    assert action_refusal(state, Advance(1, 0)) == GameOver()


@pytest.mark.rule("WH-14")
def test_game_ends_with_the_explosion_that_leaves_one_player() -> None:
    """The joker raises dice on both players' cards: only the first of them blows up."""
    state = position("joker AS 2S 3S", ["AH", "2H"], [(3, 1), (1, 5), (2, 5)])
    events = roll_and_move(state, 1, 0)
    assert filter_events(events, Raised) == [Raised((2, 6, 6))]
    assert filter_events(events, Exploded) == [Exploded(1, "AS", (1,), True)]
    assert state.ranking() == ((1,), (0,))
    assert state.full_view().face_down == (1,)
    assert dice_positions(state) == [(0, 2), (2, 1), (2, 6)], "nothing happens after the end"


@pytest.mark.rule("WH-14")
def test_ranking_follows_the_order_of_explosions() -> None:
    """Two players go out by one move, one after the other.

    Die 0 lands on the joker; 3S and then 2S blow up.
    """
    state = position("AS 2S joker 3S 4S", ["AH", "2H", "3H"], [(0, 1), (1, 5), (3, 5)], turn=2)
    events = roll_and_move(state, 2, 0)
    assert filter_events(events, Out) == [Out(2, ("3H",)), Out(1, ("2H",))]
    assert state.ranking() == ((0,), (1,), (2,))


@pytest.mark.rule("WH-14")
def test_players_out_from_the_start_share_the_last_place() -> None:
    hearts = ["AH", "2H", "3H", "4H", "5H"]
    state = position("AS 2S 3S 4S 5S", hearts, [(3, 5), (0, 1), (0, 1)], [1, 2], turn=4)
    assert state.ranking() == ()
    roll_and_move(state, 1, 0)
    assert state.full_view().alive == (True, False, False, True, False)
    state = position("AS 2S 3S 4S 5S", hearts, [(0, 5), (0, 1), (0, 1)], [1, 2, 4], turn=3)
    roll_and_move(state, 1, 0)
    assert state.ranking() == ((0,), (3,), (1, 2, 4))


@pytest.mark.rule("WH-14")
@pytest.mark.parametrize(("roll", "ranking"), [(3, ((1,), (0,))), (1, ((0,), (1,)))])
def test_player_can_lose_or_win_by_own_move(roll: int, ranking: tuple[tuple[int, ...], ...]) -> None:
    state = position("AS 2S 3S", ["AH", "2H"], [(0, 5), (2, 1), (2, 1)])
    roll_and_move(state, roll, 0)
    assert state.ranking() == ranking
