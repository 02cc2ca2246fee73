"""Measures, house rules and setups of Grenade Salad (GS-01 to GS-04, GS-07)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.core import ChanceNotPending, Illegal, redact
from grenade_salad.games.salad import GAME, Circles, Deal, Drop, Keep, Rest, SaladOptions, SaladSetup, physics
from grenade_salad.games.salad.actions import Dealt
from grenade_salad.games.salad.events import Dropped
from grenade_salad.games.salad.options import SaladOptions1
from grenade_salad.games.salad.pieces import Pose, Soldier
from tests.rules.salad.positions import position, soldier_at, start_game

GOOD = SaladSetup(
    soldiers=(soldier_at(3, 0, 100, 100), soldier_at(7, 1, 200, 100)),
    reserve=(10, 10),
    taken=(2, 0),
    hands=(("arrow",), ("footpath", "arrow")),
    deck=("pointer",),
    turn=1,
)


def refusal_text(setup: SaladSetup | None, options: SaladOptions | None = None) -> str:
    """Return the reason why the start is refused, as text."""
    with pytest.raises(Illegal) as raised:
        GAME.start(2, options or SaladOptions(), setup)
    return str(raised.value)


@pytest.mark.rule("GS-03")
def test_options_have_the_default_measures() -> None:
    options = SaladOptions()
    assert (options.cube, options.tile, options.table) == (8, 50, (600, 400))
    assert (options.sight, options.blast, options.starter, options.turn_limit) == ("nine", "area", None, None)
    assert options.standstill == 3


@pytest.mark.rule("GS-03")
@pytest.mark.parametrize(
    "options",
    [
        SaladOptions(cube=4, tile=20, table=(200, 1200)),
        SaladOptions(cube=20, tile=100, table=(1200, 400)),
        SaladOptions(cube=20, tile=40),
        SaladOptions(tile=100, table=(400, 400)),
    ],
)
def test_smallest_and_largest_tables_are_accepted(options: SaladOptions) -> None:
    assert GAME.start(2, options, None).pending_chance() is None


@pytest.mark.rule("GS-03", "GS-06")
@pytest.mark.parametrize(
    ("options", "heights"),
    [
        (SaladOptions(), (200.0, 200.0, 150.0)),
        (SaladOptions(tile=20), (100.0, 50.0, 50.0)),
        (SaladOptions(tile=100), (300.0, 300.0, 300.0)),
        (SaladOptions(blast="tile"), (200.0, 200.0, 150.0)),
        (SaladOptions(table=(200, 200)), (150.0, 150.0, 150.0)),
        (SaladOptions1(cube=20, tile=40, table=(160, 160)), (50.0, 50.0, 50.0)),
    ],
)
def test_default_height_depends_on_measures_and_seats(options: SaladOptions, heights: tuple[float, ...]) -> None:
    """The default is the lowest height from which no blast takes too many soldiers.

    Where too many soldiers would leave the table, it is the greatest height that keeps enough of them on it.
    """
    assert tuple(options.measures().default_height(seats) for seats in (2, 3, 4)) == heights


@pytest.mark.rule("GS-03")
def test_sizes_of_the_first_records_are_accepted() -> None:
    assert GAME.start(2, SaladOptions1(cube=1, tile=2, table=(8, 8)), None).pending_chance() is None
    with pytest.raises(Illegal, match="the cube width must be between 1 and 100 mm"):
        GAME.start(2, SaladOptions1(cube=0.9), None)


@pytest.mark.rule("GS-03", "GS-09", "GS-33", "GS-34")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (SaladOptions(cube=12, tile=23.9), "two cubes"),
        (SaladOptions(tile=60, table=(600, 239)), "at least 240 x 240 mm"),
        (SaladOptions(tile=60, table=(239, 400)), "at least 240 x 240 mm"),
        (SaladOptions(cube=3.9), "the cube width must be between 4 and 20 mm"),
        (SaladOptions(cube=20.1), "the cube width must be between 4 and 20 mm"),
        (SaladOptions(tile=19.9), "the tile width must be between 20 and 100 mm"),
        (SaladOptions(tile=100.1), "the tile width must be between 20 and 100 mm"),
        (SaladOptions(table=(199, 400)), "table width must be between 200 and 1200 mm"),
        (SaladOptions(table=(600, 1201)), "table height must be between 200 and 1200 mm"),
        (SaladOptions(standstill=0), "the standstill must be between 1 and 9 rounds"),
        (SaladOptions(standstill=10), "the standstill must be between 1 and 9 rounds"),
        (SaladOptions(cube=float("nan")), "the cube width must be between"),
        (SaladOptions(tile=float("inf")), "the tile width must be between"),
        (SaladOptions(table=(600, 1e9)), "table height must be between"),
        (SaladOptions(starter=2), "no seat 2"),
        (SaladOptions(turn_limit=0), "turn limit must be between"),
    ],
)
def test_impossible_house_rules_are_refused(options: SaladOptions, why: str) -> None:
    assert why in refusal_text(None, options)


@pytest.mark.rule("GS-01")
def test_two_to_four_players_are_accepted() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 4)
    for seats in (2, 3, 4):
        assert GAME.start(seats, SaladOptions(), None).seats == seats
    for seats in (0, 1, 5):
        with pytest.raises(Illegal, match="2 to 4 players"):
            GAME.start(seats, SaladOptions(), None)


@pytest.mark.rule("GS-01", "GS-02", "GS-04")
def test_match_starts_with_the_given_setup() -> None:
    view = start_game(2, setup=GOOD).full_view()
    assert (view.soldiers, view.reserve, view.taken) == (GOOD.soldiers, GOOD.reserve, GOOD.taken)
    assert (view.hands, view.deck, view.turn) == (GOOD.hands, GOOD.deck, GOOD.turn)
    assert view.active_seats == (1,)


@pytest.mark.rule("GS-01", "GS-02", "GS-04", "GS-08")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"reserve": (10,)}, "reserve has 1 entry"),
        ({"hands": ((), (), ())}, "hands has 3 entries"),
        ({"turn": 2}, "no seat 2"),
        ({"reserve": (20, 10)}, "more than 20 soldiers"),
        ({"reserve": (-1, 10)}, "below 0"),
        ({"taken": (10, 9)}, "19 soldiers are counted as taken, but the number missing is 18"),
        ({"hands": (("arrow",) * 6, ())}, "more than 5 cards"),
        ({"deck": ("arrow",) * 8}, "10 'arrow' cards"),
        ({"deck": ("sword",)}, "no card 'sword'"),
        ({"soldiers": (soldier_at(3, 0, 100, 100), soldier_at(3, 1, 200, 100))}, "the same number"),
        ({"soldiers": (soldier_at(3, 0, 100, 100), soldier_at(4, 2, 200, 100))}, "no seat 2"),
        ({"soldiers": (soldier_at(3, 0, 100, 100), soldier_at(4, 1, 107.9, 100))}, "overlap"),
        ({"soldiers": (soldier_at(3, 0, 3.9, 100),)}, "edge"),
        ({"soldiers": (soldier_at(3, 0, float("nan"), 100),)}, "not a place"),
    ],
)
def test_impossible_setups_are_refused(change: dict[str, object], why: str) -> None:
    assert why in refusal_text(replace(GOOD, **change))  # type: ignore[arg-type]


@pytest.mark.rule("GS-04")
def test_touching_is_not_overlapping() -> None:
    position(soldier_at(0, 0, 100, 100), soldier_at(1, 1, 108, 100), soldier_at(2, 1, 4, 4))


@pytest.mark.rule("GS-04", "GS-07")
def test_impossible_outcomes_of_a_drop_are_refused() -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(5, 1, 200, 100), hands=[["circles"], []])
    good = Rest((Pose(0, 100, 100, 0), Pose(5, 210, 100, 0), Pose(6, 300, 200, 0)))
    assert state.why_not_chance(good) == ChanceNotPending("rest", None)
    state.apply(Circles(0, 100))
    assert state.why_not_chance(good) is None
    for poses, why in (
        ((Pose(6, 300, 200, 0), Pose(6, 320, 200, 0)), "twice"),
        ((Pose(9, 300, 200, 0),), "neither dropped nor on the table"),
        ((Pose(6, 300, 200, 0), Pose(7, 305, 200, 0)), "overlap"),
        ((Pose(6, 599, 200, 0),), "edge"),
        ((Pose(6, float("inf"), 200, 0),), "not a place"),
    ):
        reason = state.why_not_chance(Rest(poses))
        assert reason is not None
        assert why in reason.text()
    state.apply_chance(good)
    assert [soldier.id for soldier in state.full_view().soldiers] == [0, 5, 6]


@pytest.mark.rule("GS-07")
def test_soldiers_off_the_table_return_to_their_reserve() -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(5, 1, 200, 100), hands=[["circles"], []], reserve=[4, 4])
    state.apply(Circles(0, 100))
    state.apply_chance(Rest((Pose(0, 100, 100, 0), Pose(7, 300, 200, 0))))
    assert state.full_view().reserve == (4 - 3 + 2, 4 + 1)


@pytest.mark.rule("GS-07", "GS-05")
def test_soldiers_lost_in_the_setup_drop_have_the_same_ids_in_the_next_one() -> None:
    state = start_game(2)
    state.apply(Drop(height=300.0))
    state.apply_chance(Rest((Pose(0, 300, 200, 0), Pose(7, 320, 200, 0))))
    assert state.full_view().reserve == (19, 19)
    state.apply(Drop(height=20.0))
    (event,) = state.apply_chance(Rest(tuple(Pose(index, 100 + 10 * index, 200, 0) for index in range(10))))
    assert isinstance(event, Dropped)
    assert (event.most, len(physics.blast_victims(state.measures, tuple(state.soldiers.values()), event.at))) == (7, 7)
    assert "one grenade could take seven" in event.text(())
    assert redact(event, None) == event
    view = state.full_view()
    assert view.reserve == (15, 15)
    assert [(soldier.id, soldier.seat) for soldier in view.soldiers] == [(index, index // 5) for index in range(10)]


@pytest.mark.rule("GS-02", "GS-08", "GS-09")
def test_impossible_deals_are_refused() -> None:
    state = start_game(2, SaladOptions(starter=1))
    state.apply(Drop(height=300.0))
    state.apply_chance(Rest(()))
    state.apply(Keep())
    good = state.sample_chance(Random(0))
    assert isinstance(good, Deal)
    dealt = good.outcome
    for bad, why in (
        (replace(dealt, turn=0), "seat 1 starts"),
        (replace(dealt, turn=5), "no seat 5"),
        (replace(dealt, hands=dealt.hands[:1]), "1 hand"),
        (replace(dealt, hands=((), *dealt.hands[1:])), "5 cards"),
        (replace(dealt, deck=dealt.deck[1:]), "53 cards"),
        (Dealt((("arrow",) * 5, ("arrow",) * 5), dealt.deck, 1), "'arrow' cards"),
    ):
        reason = state.why_not_chance(Deal(bad))
        assert reason is not None
        assert why in reason.text()
    assert state.why_not_chance(good) is None


@pytest.mark.rule("GS-05", "GS-13")
def test_soldier_ids_are_never_reused() -> None:
    state = position(soldier_at(2, 0, 100, 100), soldier_at(11, 1, 200, 100), hands=[["circles", "circles"], []])
    state.apply(Circles(0, 100))
    state.apply_chance(Rest((Pose(2, 100, 100, 0), Pose(11, 200, 100, 0))))
    state.apply(Circles(0, 100))
    state.apply_chance(Rest((Pose(2, 100, 100, 0), Pose(15, 200, 100, 0))))
    assert state.full_view().soldiers[-1] == Soldier(15, 0, 200, 100, 0)
