"""Secret and open parts of the game (WH-15, WH-16), and conclusions from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from grenade_salad.games.wheel import Roll, WheelOptions, WheelState
from grenade_salad.games.wheel.notebook import deduce_marks
from grenade_salad.games.wheel.preview import preview
from tests.marks import for_each
from tests.playing import random_positions
from tests.rules.wheel.positions import position, roll_and_move

LAST_HEART = WheelOptions(last_heart=True)
FULL = "AS 2S 3S 4S 5S 6S 7S joker"


@pytest.mark.rule("WH-15")
def test_seat_sees_own_hearts_and_the_number_of_others() -> None:
    state = position(FULL, ["AH 3H", "2H 4H"])
    assert state.view(0).hearts == (("AH", "3H"), 2)
    assert state.view(1).hearts == (2, ("2H", "4H"))
    assert state.view(None).hearts == (2, 2)
    assert state.full_view().hearts == (("AH", "3H"), ("2H", "4H"))
    assert state.full_view().unused == ("5H", "6H", "7H")
    for seat in (0, 1, None):
        assert state.view(seat).unused == 3
        assert state.view(seat).shown == ((), ())


@pytest.mark.rule("WH-15")
def test_own_heart_is_always_visible() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 5), (6, 1), (6, 1)], turn=2)
    assert state.view(0).hearts[0] == ("AH",)
    state.apply_chance(Roll(1))
    assert state.view(0).hearts[0] == ("AH",)
    assert state.view(2).hearts == (1, 1, ("3H",))


@pytest.mark.rule("WH-15")
def test_all_hearts_are_revealed_at_the_end() -> None:
    state = position(FULL, ["AH", "2H"], [(0, 5), (6, 1), (6, 1)])
    roll_and_move(state, 1, 0)
    for seat in (0, 1, None):
        assert state.view(seat).hearts == (("AH",), ("2H",))
        assert state.view(seat).shown == (("AH",), ("2H",))
        assert state.view(seat).unused == ("3H", "4H", "5H", "6H", "7H")


@pytest.mark.rule("WH-16")
def test_all_other_fields_are_open() -> None:
    secret = {"seat", "hearts", "unused"}
    for match in random_positions("wheel", 3, 80):
        state = match.state
        everything = state.full_view()
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            for field in fields(view):
                if field.name not in secret:
                    assert getattr(view, field.name) == getattr(everything, field.name)


@pytest.mark.rule("WH-15")
@for_each("seed", range(6))
def test_previews_do_not_depend_on_hidden_hearts(seed: int) -> None:
    rng = Random(seed)
    previews = 0
    for match in random_positions("wheel", seed, 80):
        state = match.state
        if state.pending_chance() or state.is_over:
            continue
        assert isinstance(state, WheelState)
        expected = [preview(state.full_view(), die) for die in range(3)]
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            assert [preview(world.view(seat), die) for die in range(3)] == expected
            previews += 1
    assert previews > 5


@pytest.mark.rule("WH-15")
def test_resampling_deals_hidden_hearts_evenly() -> None:
    """2S is out of play and had no owner.

    Seats 1 and 2 may have any of the five other hearts, and all pairs are equally likely.
    """
    state = position(FULL, ["AH", "3H", "4H"], [(0, 1)] * 3, down=[1])
    rng = Random(5)
    deals = Counter(state.resample(0, rng).full_view().hearts for _ in range(4000))
    assert len(deals) == 20
    assert all(hearts[0] == ("AH",) for hearts in deals)
    assert not any("2H" in hearts_of_seat(hearts, seat) for hearts in deals for seat in range(3))
    assert sum((count - 200) ** 2 / 200 for count in deals.values()) < 43.8, "chi-square, 19 degrees, p = 0.001"


@pytest.mark.rule("WH-15")
def test_resampling_keeps_revealed_hearts() -> None:
    state = position(FULL, ["AH 3H", "2H 4H"], [(0, 1)] * 3, down=[1, 2], options=LAST_HEART)
    rng = Random(5)
    hands = {state.resample(0, rng).full_view().hearts[1] for _ in range(200)}
    assert hands == {("2H", heart) for heart in ("4H", "5H", "6H", "7H")}
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[1])
    assert {state.resample(0, rng).full_view().hearts[1] for _ in range(50)} == {("2H",)}


def hearts_of_seat(hands: tuple[tuple[str, ...] | int, ...], seat: int) -> tuple[str, ...]:
    hearts = hands[seat]
    assert not isinstance(hearts, int)
    return hearts


def certain_marks(state: WheelState, seat: int, opponent: int) -> dict[str, str]:
    return {heart: mark for heart, mark in deduce_marks(state.view(seat))[opponent].items() if mark != "maybe"}


@pytest.mark.rule("WH-15")
def test_notebook_marks_own_hearts_and_excludes_them_for_others() -> None:
    state = position(FULL, ["AH", "2H", "3H"])
    own_marks = certain_marks(state, 0, 0)
    assert own_marks == {"AH": "surely"} | {f"{rank}H": "no" for rank in range(2, 8)}
    assert certain_marks(state, 0, 1) == {"AH": "no"}
    assert deduce_marks(state.view(None))[1] == dict.fromkeys(own_marks, "maybe")


@pytest.mark.rule("WH-15")
def test_notebook_excludes_hearts_of_cards_that_blew_up_unclaimed() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[4, 7])
    assert certain_marks(state, 0, 2) == {"AH": "no", "5H": "no"}


@pytest.mark.rule("WH-15")
def test_notebook_marks_revealed_hearts() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[1])
    assert certain_marks(state, 0, 1)["2H"] == "surely"
    assert len(certain_marks(state, 0, 1)) == 7
    assert certain_marks(state, 0, 2) == {"AH": "no", "2H": "no"}


@pytest.mark.rule("WH-15")
def test_notebook_concludes_the_only_possible_heart() -> None:
    two_players = position("AS 2S 3S 4S", ["AH", "3H"], [(0, 1)] * 3, down=[1, 3])
    assert certain_marks(two_players, 0, 1)["3H"] == "surely"
    three_players = position("AS 2S 3S 4S", ["AH", "3H", "4H"], [(0, 1)] * 3, down=[1])
    absent = {f"{rank}H": "no" for rank in (5, 6, 7)}
    assert certain_marks(three_players, 0, 1) == {"AH": "no", "2H": "no"} | absent, "whose 3 and 4 are is open"
    one_heart_lost = position("AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 1)] * 3, [1], options=LAST_HEART)
    assert certain_marks(one_heart_lost, 0, 1) == {"AH": "no", "2H": "surely", "3H": "no", "4H": "surely"} | absent


@pytest.mark.rule("WH-15")
@for_each("seed", range(8))
def test_notebook_is_correct_and_complete_about_single_players(seed: int) -> None:
    """A certain mark is true in all worlds consistent with the seat's view.

    "maybe" has worlds of both kinds.
    """
    rng = Random(seed)
    for match in random_positions("wheel", seed, 60):
        state = match.state
        if state.pending_chance() or state.is_over:
            continue
        assert isinstance(state, WheelState)
        seat = rng.randrange(state.seats)
        notebook = deduce_marks(state.view(seat))
        worlds = [state.resample(seat, rng).full_view().hearts for _ in range(60)]
        for opponent, opponent_marks in notebook.items():
            for heart, mark in opponent_marks.items():
                occurrences = {heart in hearts_of_seat(hands, opponent) for hands in worlds}
                assert occurrences == {"surely": {True}, "no": {False}, "maybe": {False, True}}[mark], (opponent, heart)
