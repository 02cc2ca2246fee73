"""Who is out, who wins, and the places (WH-13, WH-14)."""

from __future__ import annotations

import pytest

from grenade_salad.core import GameOver
from grenade_salad.games.wheel import Advance, WheelOptions, reasons
from grenade_salad.games.wheel.events import Exploded, HeartLost, HeartsRevealed, Moved, Out, Raised, Reset, Won
from grenade_salad.text import m
from tests.rules.wheel.positions import dice, move, of_kind, position, refusal, refused

LAST_HEART = WheelOptions(last_heart=True)


@pytest.mark.rule("WH-13")
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_whoever_has_the_number_is_out_and_shows_the_heart(mover: int) -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H", "3H"], [(0, 5), (3, 1), (3, 1)], turn=mover)
    happened = move(state, 1, 0)
    assert of_kind(happened, Out) == [Out(1, ("2H",))]
    view = state.view(0)
    assert view.alive == (True, False, True)
    assert view.hearts == (("AH",), ("2H",), 1)
    assert view.shown == ((), ("2H",), ())


@pytest.mark.rule("WH-13")
def test_a_spade_that_is_nobodys_hurts_nobody() -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H", "3H"], [(2, 5), (0, 1), (0, 1)])
    assert of_kind(move(state, 1, 0), Out) == []
    assert state.view(0).alive == (True, True, True)


@pytest.mark.rule("WH-13")
@pytest.mark.parametrize(("roll", "loser"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_in_a_game_of_two_the_first_heart_is_enough(roll: int, loser: int) -> None:
    state = position("7S AS 2S 3S 4S 5S joker", ["AH 3H", "2H 4H"], [(0, 5), (5, 1), (5, 1)])
    happened = move(state, roll, 0)
    hearts = (("AH", "3H"), ("2H", "4H"))
    assert of_kind(happened, Out) == [Out(loser, hearts[loser])]
    assert state.ranking() == ((1 - loser,), (loser,))


@pytest.mark.rule("WH-13")
def test_house_rule_last_heart() -> None:
    state = position("7S AS 2S 3S 4S 5S joker", ["AH 3H", "2H 4H"], [(0, 5), (1, 4), (5, 1)], options=LAST_HEART)
    happened = move(state, 1, 0)
    assert of_kind(happened, HeartLost) == [HeartLost(0, "AH")]
    assert of_kind(happened, Out) == []
    assert state.view(1).alive == (True, True)
    assert state.view(1).hearts == (2, ("2H", "4H"))
    assert state.view(1).shown == (("AH",), ())
    assert state.full_view().turn == 1
    last = position("7S AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 5), (2, 4), (4, 1)], [1], options=LAST_HEART)
    assert last.view(None).alive == (True, True)
    assert of_kind(move(last, 2, 0), Out) == [Out(0, ("AH", "3H"))]
    assert last.ranking() == ((1,), (0,))


@pytest.mark.rule("WH-13")
def test_a_position_says_who_is_out() -> None:
    ring, hearts, three = "7S AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 1)] * 3
    assert refused(ring, hearts, three, [1]) == reasons.NobodyLeft(1)
    assert refused(ring, hearts, three, [1, 2]) == reasons.NobodyLeft(0)
    assert refused(ring, hearts, three, [1, 3], options=LAST_HEART) == reasons.NobodyLeft(1)
    assert position(ring, hearts, three, [1, 2], options=LAST_HEART).view(None).alive == (True, True)
    assert position(ring, ["AH", "2H", "3H"], three, [1], turn=1).view(None).alive == (False, True, True)


@pytest.mark.rule("WH-13")
def test_a_heart_that_could_never_be_blown_up_is_refused() -> None:
    assert refused("AS 2S joker", ["AH", "3H"]) == reasons.NoSpadeFor("3H")


@pytest.mark.rule("WH-13")
def test_indexes_of_cards_face_down() -> None:
    assert refused("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [3]) == reasons.NotInTheRing(m("a card face down"), 3, 3)
    assert refused("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [-1]) == reasons.NotInTheRing(m("a card face down"), -1, 3)
    assert refused("AS 2S 3S", ["AH", "2H"], [(0, 1)] * 3, [2, 2]) == reasons.FaceDownTwice(2)
    assert refused("AS 2S 3S", ["AH", "2H"], [(0, 1), (3, 1), (0, 1)]) == reasons.NotInTheRing(
        m("white die {number}", number=1), 3, 3
    )


@pytest.mark.rule("WH-14")
def test_the_last_two_spades() -> None:
    """Both cards left are somebody's: the one that blows up decides."""
    state = position("AS 2S 3S joker", ["AH", "2H"], [(0, 5), (0, 2), (1, 4)], [2, 3])
    happened = move(state, 5, 0)
    assert happened == [
        Moved(0, 0, 0, (1, 0, 1, 0, 1), "2S", 6, "AS"),
        Exploded(1, "2S", (0, 2), True),
        Reset((0, 2), 0, "AS"),
        Out(1, ("2H",)),
        Won(0),
        HeartsRevealed(0, (("AH",), ("2H",)), ("3H",)),
    ]
    assert dice(state) == [(0, 1), (0, 2), (0, 1)]
    assert state.is_over
    assert state.active_seats() == ()
    assert state.pending_chance() is None
    assert refusal(state, Advance(1, 0)) == GameOver()


@pytest.mark.rule("WH-14")
def test_the_game_ends_with_the_explosion_that_leaves_one() -> None:
    """The joker raises dice on both players' cards: only the first of them blows up."""
    state = position("joker AS 2S 3S", ["AH", "2H"], [(3, 1), (1, 5), (2, 5)])
    happened = move(state, 1, 0)
    assert of_kind(happened, Raised) == [Raised((2, 6, 6))]
    assert of_kind(happened, Exploded) == [Exploded(1, "AS", (1,), True)]
    assert state.ranking() == ((1,), (0,))
    assert state.full_view().face_down == (1,)
    assert dice(state) == [(0, 2), (2, 1), (2, 6)], "nothing happens after the end"


@pytest.mark.rule("WH-14")
def test_places_in_the_order_of_explosions() -> None:
    """Die 0 lands on the joker; 3S and then 2S blow up: two go out by one move, one after the other."""
    state = position("AS 2S joker 3S 4S", ["AH", "2H", "3H"], [(0, 1), (1, 5), (3, 5)], turn=2)
    happened = move(state, 2, 0)
    assert of_kind(happened, Out) == [Out(2, ("3H",)), Out(1, ("2H",))]
    assert state.ranking() == ((0,), (1,), (2,))


@pytest.mark.rule("WH-14")
def test_who_was_out_from_the_start_of_a_position_shares_the_last_place() -> None:
    hearts = ["AH", "2H", "3H", "4H", "5H"]
    state = position("AS 2S 3S 4S 5S", hearts, [(3, 5), (0, 1), (0, 1)], [1, 2], turn=4)
    assert state.ranking() == ()
    move(state, 1, 0)
    assert state.full_view().alive == (True, False, False, True, False)
    state = position("AS 2S 3S 4S 5S", hearts, [(0, 5), (0, 1), (0, 1)], [1, 2, 4], turn=3)
    move(state, 1, 0)
    assert state.ranking() == ((0,), (3,), (1, 2, 4))


@pytest.mark.rule("WH-14")
def test_the_mover_can_lose_or_win_by_the_own_move() -> None:
    state = position("AS 2S 3S", ["AH", "2H"], [(0, 5), (2, 1), (2, 1)])
    move(state, 3, 0)
    assert state.ranking() == ((1,), (0,))
    state = position("AS 2S 3S", ["AH", "2H"], [(0, 5), (2, 1), (2, 1)])
    move(state, 1, 0)
    assert state.ranking() == ((0,), (1,))
