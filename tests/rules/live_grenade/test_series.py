"""A series with a waiting list: LG-08, LG-28, LG-29."""

from __future__ import annotations

import pytest

from grenade_salad.match.series import SeatChange, next_starter, rotate

FIVE = ("Ann", "Bo", "Cy", "Di", "Ed")
RANKING = ((3,), (0,), (4,), (1,), (2,))


@pytest.mark.rule("LG-28")
def test_first_two_players_out_give_up_their_seats() -> None:
    assert rotate(FIVE, ["Flo", "Gus", "Hal"], RANKING) == SeatChange(
        seats=("Ann", "Gus", "Flo", "Di", "Ed"),
        waiting=("Hal", "Cy", "Bo"),
        left=("Cy", "Bo"),
        joined=("Flo", "Gus"),
    )


@pytest.mark.rule("LG-28")
def test_no_more_players_leave_than_people_are_waiting() -> None:
    after = rotate(FIVE, ["Flo"], RANKING)
    assert after.seats == ("Ann", "Bo", "Flo", "Di", "Ed")
    assert after.waiting == ("Cy",)
    assert rotate(FIVE, [], RANKING) == SeatChange(FIVE, ())


@pytest.mark.rule("LG-28")
@pytest.mark.parametrize("waiting", [["Flo"], ["Flo", "Gus", "Hal"]])
def test_winner_of_two_players_stays(waiting: list[str]) -> None:
    after = rotate(["Ann", "Bo"], waiting, [[1], [0]])
    assert after.seats == ("Flo", "Bo")
    assert after.waiting == (*waiting[1:], "Ann")


@pytest.mark.rule("LG-28")
def test_two_of_three_players_leave() -> None:
    after = rotate(["Ann", "Bo", "Cy"], ["Flo", "Gus"], [[0], [2], [1]])
    assert after.seats == ("Ann", "Flo", "Gus")
    assert after.waiting == ("Bo", "Cy")


@pytest.mark.rule("LG-29")
def test_everybody_but_the_winner_leaves() -> None:
    after = rotate(FIVE, ["Flo", "Gus", "Hal", "Ida", "Jo"], RANKING, leaving_rule="losers")
    assert after.seats == ("Ida", "Gus", "Flo", "Di", "Hal")
    assert after.waiting == ("Jo", "Cy", "Bo", "Ed", "Ann")
    after = rotate(FIVE, ["Flo", "Gus", "Hal"], RANKING, leaving_rule="losers")
    assert after.left == ("Cy", "Bo", "Ed")
    assert after.waiting == ("Cy", "Bo", "Ed")


@pytest.mark.rule("LG-08")
def test_winner_chooses_the_next_starter() -> None:
    assert next_starter(RANKING) == 3
    assert next_starter(RANKING, chosen=3) == 3
    assert next_starter(RANKING, chosen=1) == 1
