"""What is secret and what is open (WH-15, WH-16), and what may be concluded from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from grenade_salad.games.wheel import Roll, WheelOptions, WheelState
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import preview
from tests.marks import over
from tests.playing import positions
from tests.rules.wheel.positions import move, position

LAST_HEART = WheelOptions(last_heart=True)
FULL = "AS 2S 3S 4S 5S 6S 7S joker"


@pytest.mark.rule("WH-15")
def test_everybody_sees_the_own_hearts_and_how_many_the_others_have() -> None:
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
def test_the_own_heart_can_be_looked_at_at_any_time() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 5), (6, 1), (6, 1)], turn=2)
    assert state.view(0).hearts[0] == ("AH",)
    state.apply_chance(Roll(1))
    assert state.view(0).hearts[0] == ("AH",)
    assert state.view(2).hearts == (1, 1, ("3H",))


@pytest.mark.rule("WH-15")
def test_at_the_end_everything_is_shown() -> None:
    state = position(FULL, ["AH", "2H"], [(0, 5), (6, 1), (6, 1)])
    move(state, 1, 0)
    for seat in (0, 1, None):
        assert state.view(seat).hearts == (("AH",), ("2H",))
        assert state.view(seat).shown == (("AH",), ("2H",))
        assert state.view(seat).unused == ("3H", "4H", "5H", "6H", "7H")


@pytest.mark.rule("WH-16")
def test_everything_else_is_open() -> None:
    secret = {"seat", "hearts", "unused"}
    for match in positions("wheel", 3, 80):
        state = match.state
        everything = state.full_view()
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            for part in fields(view):
                if part.name not in secret:
                    assert getattr(view, part.name) == getattr(everything, part.name)


@pytest.mark.rule("WH-15")
@over("seed", range(6))
def test_previews_know_nothing_of_hearts(seed: int) -> None:
    rng = Random(seed)
    previews = 0
    for match in positions("wheel", seed, 80):
        state = match.state
        if state.pending_chance() or state.is_over:
            continue
        assert isinstance(state, WheelState)
        seen = [preview(state.full_view(), die) for die in range(3)]
        for seat in range(state.seats):
            other = state.resample(seat, rng)
            assert [preview(other.view(seat), die) for die in range(3)] == seen
            previews += 1
    assert previews > 5


@pytest.mark.rule("WH-15")
def test_resampling_deals_hidden_hearts_anew_evenly() -> None:
    """2S is gone and was nobody's: seat 1 and seat 2 may have any of the five others, all pairs alike."""
    state = position(FULL, ["AH", "3H", "4H"], [(0, 1)] * 3, down=[1])
    rng = Random(5)
    found = Counter(state.resample(0, rng).full_view().hearts for _ in range(4000))
    assert len(found) == 20
    assert all(hearts[0] == ("AH",) for hearts in found)
    assert not any("2H" in held(hearts, seat) for hearts in found for seat in range(3))
    assert sum((number - 200) ** 2 / 200 for number in found.values()) < 43.8, "chi-square, 19 degrees, p = 0.001"


@pytest.mark.rule("WH-15")
def test_resampling_keeps_what_was_shown() -> None:
    state = position(FULL, ["AH 3H", "2H 4H"], [(0, 1)] * 3, down=[1, 2], options=LAST_HEART)
    rng = Random(5)
    hands = {state.resample(0, rng).full_view().hearts[1] for _ in range(200)}
    assert hands == {("2H", heart) for heart in ("4H", "5H", "6H", "7H")}
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[1])
    assert {state.resample(0, rng).full_view().hearts[1] for _ in range(50)} == {("2H",)}


def held(hands: tuple[tuple[str, ...] | int, ...], seat: int) -> tuple[str, ...]:
    hearts = hands[seat]
    assert not isinstance(hearts, int)
    return hearts


def marks(state: WheelState, seat: int, other: int) -> dict[str, str]:
    return {heart: mark for heart, mark in certain(state.view(seat))[other].items() if mark != "maybe"}


@pytest.mark.rule("WH-15")
def test_the_notebook_knows_the_own_hearts_and_rules_them_out_for_others() -> None:
    state = position(FULL, ["AH", "2H", "3H"])
    own = marks(state, 0, 0)
    assert own == {"AH": "surely"} | {f"{number}H": "no" for number in range(2, 8)}
    assert marks(state, 0, 1) == {"AH": "no"}
    assert certain(state.view(None))[1] == dict.fromkeys(own, "maybe")


@pytest.mark.rule("WH-15")
def test_the_notebook_rules_out_what_blew_up_and_nobody_showed() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[4, 7])
    assert marks(state, 0, 2) == {"AH": "no", "5H": "no"}


@pytest.mark.rule("WH-15")
def test_the_notebook_knows_hearts_that_were_shown() -> None:
    state = position(FULL, ["AH", "2H", "3H"], [(0, 1)] * 3, down=[1])
    assert marks(state, 0, 1)["2H"] == "surely"
    assert len(marks(state, 0, 1)) == 7
    assert marks(state, 0, 2) == {"AH": "no", "2H": "no"}


@pytest.mark.rule("WH-15")
def test_the_notebook_concludes_when_only_one_heart_is_left() -> None:
    two = position("AS 2S 3S 4S", ["AH", "3H"], [(0, 1)] * 3, down=[1, 3])
    assert marks(two, 0, 1)["3H"] == "surely"
    three = position("AS 2S 3S 4S", ["AH", "3H", "4H"], [(0, 1)] * 3, down=[1])
    absent = {f"{number}H": "no" for number in (5, 6, 7)}
    assert marks(three, 0, 1) == {"AH": "no", "2H": "no"} | absent, "whose 3 and 4 are is open"
    lost = position("AS 2S 3S 4S", ["AH 3H", "2H 4H"], [(0, 1)] * 3, [1], options=LAST_HEART)
    assert marks(lost, 0, 1) == {"AH": "no", "2H": "surely", "3H": "no", "4H": "surely"} | absent


@pytest.mark.rule("WH-15")
@over("seed", range(8))
def test_the_notebook_is_never_wrong_and_misses_nothing_about_one_player(seed: int) -> None:
    """A mark holds in every world that the seat cannot tell from its own; "maybe" has worlds of both kinds."""
    rng = Random(seed)
    for match in positions("wheel", seed, 60):
        state = match.state
        if state.pending_chance() or state.is_over:
            continue
        assert isinstance(state, WheelState)
        seat = rng.randrange(state.seats)
        found = certain(state.view(seat))
        worlds = [state.resample(seat, rng).full_view().hearts for _ in range(60)]
        for other, told in found.items():
            for heart, mark in told.items():
                there = {heart in held(hands, other) for hands in worlds}
                assert there == {"surely": {True}, "no": {False}, "maybe": {False, True}}[mark], (other, heart)
