"""Close combat, snipers and grenades (GS-16 to GS-20, GS-26)."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from grenade_salad.core import NotActive
from grenade_salad.games.salad import Arrow, End, Explosion, Hammers, SaladOptions, reasons
from grenade_salad.games.salad.events import Killed, Struck, Threw
from grenade_salad.games.salad.pieces import Blast
from tests.kinds import expect_type
from tests.rules.salad.positions import check_refused, play, position, soldier_at


@pytest.mark.rule("GS-16")
@pytest.mark.parametrize(
    ("between", "angle", "reached"),
    [(7.99, 0.0, True), (8.0, 0.0, False), (8.01, 0.0, False), (0.0, 0.0, True), (7.99, pi / 2, True)],
)
def test_hammers_reach_less_than_a_cube_from_edge_to_edge(between: float, angle: float, reached: bool) -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(1, 1, 108 + between, 100, angle), hands=[["hammers"], []])
    blow = Hammers(0, 0, 1)
    if reached:
        assert blow in state.legal_actions(0)
        assert play(state, blow) == [Struck(0, "hammers", 0, 1), Killed(0, ((1, 1),), last_of=(1,))]
        assert state.full_view().taken == (1, 0)
    else:
        reason = expect_type(reasons.OutOfReach, check_refused(state, blow))
        assert reason.gap == pytest.approx(between)
        assert blow not in state.legal_actions(0)


@pytest.mark.rule("GS-16")
def test_hammers_measure_between_outlines_not_between_centres() -> None:
    half_diagonal = 4 * sqrt(2)
    near = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 1, 104 + 7.9 + half_diagonal, 100, pi / 4), hands=[["hammers"], []]
    )
    assert near.why_not(Hammers(0, 0, 1)) is None
    distant = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 1, 104 + 8.1 + half_diagonal, 100, pi / 4), hands=[["hammers"], []]
    )
    assert isinstance(check_refused(distant, Hammers(0, 0, 1)), reasons.OutOfReach)
    big = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 1, 123, 100), hands=[["hammers"], []], options=SaladOptions(cube=12)
    )
    assert big.why_not(Hammers(0, 0, 1)) is None


@pytest.mark.rule("GS-16", "GS-17", "GS-20")
@pytest.mark.parametrize("kind", [Hammers, Arrow])
def test_attacks_need_an_own_soldier_and_an_opponents_target(kind: type[Hammers] | type[Arrow]) -> None:
    hand = [["hammers", "arrow"], []]
    state = position(
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 0, 112, 100),
        soldier_at(2, 1, 100, 112),
        soldier_at(3, 1, 112, 112),
        hands=hand,
    )
    assert isinstance(check_refused(state, kind(0, 0, 1)), reasons.OwnTarget)
    assert isinstance(check_refused(state, kind(0, 2, 3)), reasons.NotOwnSoldier)
    assert isinstance(check_refused(state, kind(0, 0, 9)), reasons.NoSuchSoldier)
    assert isinstance(check_refused(state, kind(0, 9, 2)), reasons.NoSuchSoldier)
    assert isinstance(check_refused(state, kind(1, 2, 0)), NotActive)
    assert state.why_not(kind(0, 0, 2)) is None


@pytest.mark.rule("GS-17")
def test_arrow_kills_at_any_distance() -> None:
    state = position(soldier_at(0, 0, 5, 5), soldier_at(1, 1, 595, 395), hands=[["arrow"], []])
    assert Arrow(0, 0, 1) in state.legal_actions(0)
    play(state, Arrow(0, 0, 1))
    assert [soldier.id for soldier in state.full_view().soldiers] == [0]
    assert state.full_view().taken == (1, 0)
    assert state.full_view().discard == ("arrow",)


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_any_soldier_in_between_blocks_the_view_and_is_named(owner: int) -> None:
    three = [["arrow"], [], []]
    state = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 1, 140, 100), soldier_at(2, owner, 130, 100), hands=three
    )
    reason = expect_type(reasons.NoSight, check_refused(state, Arrow(0, 0, 1)))
    assert reason.blocker == 2
    assert Arrow(0, 0, 1) not in state.legal_actions(0)
    assert (Arrow(0, 0, 2) in state.legal_actions(0)) == (owner != 0)


@pytest.mark.rule("GS-17")
def test_one_free_ray_of_nine_is_enough_unless_only_the_centre_counts() -> None:
    soldiers = (soldier_at(0, 0, 100, 100), soldier_at(1, 1, 200, 100), soldier_at(2, 1, 190, 96.1))
    nine = position(*soldiers, hands=[["arrow"], []])
    assert nine.why_not(Arrow(0, 0, 1)) is None
    centre = position(*soldiers, hands=[["arrow"], []], options=SaladOptions(sight="centre"))
    reason = expect_type(reasons.NoSight, check_refused(centre, Arrow(0, 0, 1)))
    assert reason.blocker == 2
    clear = position(
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 1, 200, 100),
        hands=[["arrow"], []],
        options=SaladOptions(sight="centre"),
    )
    assert clear.why_not(Arrow(0, 0, 1)) is None


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize(("upper_edge", "free"), [(103.36, False), (103.33, True)])
def test_corners_are_aimed_at_nine_tenths_of_the_half_width(upper_edge: float, free: bool) -> None:
    # The ray from (20, 100) to the corner at (196.4, 103.6) passes x = 183.95 at y = 103.346.
    wall = soldier_at(2, 1, 187.95, upper_edge - 4)
    state = position(soldier_at(0, 0, 20, 100), soldier_at(1, 1, 200, 100), wall, hands=[["arrow"], []])
    assert (state.why_not(Arrow(0, 0, 1)) is None) == free


@pytest.mark.rule("GS-18", "GS-20")
def test_a_grenade_flies_a_tile_width_from_the_centre() -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(1, 1, 300, 300), hands=[["explosion"], []])
    assert state.why_not(Explosion(0, 0, (150, 100))) is None
    assert isinstance(check_refused(state, Explosion(0, 0, (150.02, 100))), reasons.TooFar)
    assert isinstance(check_refused(state, Explosion(0, 1, (300, 300))), reasons.NotOwnSoldier)
    assert isinstance(check_refused(state, Explosion(0, 0, None)), reasons.Unfinished)
    edge = position(soldier_at(0, 0, 10, 10), soldier_at(1, 1, 300, 300), hands=[["explosion"], []])
    assert isinstance(check_refused(edge, Explosion(0, 0, (-1, 10))), reasons.OffTable)
    nobody = position(soldier_at(1, 1, 300, 300), hands=[["explosion"], []])
    assert isinstance(check_refused(nobody, Explosion(0, 1, (300, 300))), reasons.NotOwnSoldier)
    assert nobody.legal_actions(0) == [End(0)]


@pytest.mark.rule("GS-18", "GS-26")
def test_blast_kills_every_soldier_it_touches_including_own_ones_and_the_thrower() -> None:
    three = [["explosion"], [], []]
    soldiers = (
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 0, 110, 110),
        soldier_at(2, 1, 90, 90),
        soldier_at(3, 2, 120, 100),
        soldier_at(4, 2, 200, 100),
    )
    state = position(*soldiers, hands=three)
    events = play(state, Explosion(0, 0, (105, 100)))
    assert events == [Threw(0, 0, (105, 100)), Killed(0, ((0, 0), (1, 0), (2, 1), (3, 2)), last_of=(0, 1))]
    assert state.full_view().taken == (4, 0, 0)
    assert [soldier.id for soldier in state.full_view().soldiers] == [4]


@pytest.mark.rule("GS-18")
def test_a_throw_that_hits_nobody_is_allowed() -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(1, 1, 300, 300), hands=[["explosion"], []])
    assert play(state, Explosion(0, 0, (140, 130)))[1] == Killed(0, (), brings="room")


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize(
    ("options", "radius"),
    [
        (SaladOptions(), 50 / sqrt(pi)),
        (SaladOptions(blast="width"), 25.0),
        (SaladOptions(tile=80), 80 / sqrt(pi)),
    ],
)
def test_the_blast_is_as_large_as_a_tile_and_hits_any_part_of_a_body(options: SaladOptions, radius: float) -> None:
    centre = 140.0
    inside = soldier_at(1, 1, centre + radius + 3.99, 100)
    outside = soldier_at(2, 1, centre, 100 + radius + 4.01)
    corner = soldier_at(3, 1, centre - radius - 4 * sqrt(2) + 0.02, 100, pi / 4)
    thrower = soldier_at(0, 0, 140, 52 if options.tile == 50 else 25)
    state = position(thrower, inside, outside, hands=[["explosion"], []], options=options)
    assert play(state, Explosion(0, 0, (centre, 100)))[1] == Killed(0, ((1, 1),))
    state = position(thrower, corner, hands=[["explosion"], []], options=options)
    assert play(state, Explosion(0, 0, (centre, 100)))[1] == Killed(0, ((3, 1),), last_of=(1,))


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize(("blast", "killed"), [("area", ()), ("width", ()), ("tile", ((1, 1),))])
def test_a_tile_has_corners(blast: Blast, killed: tuple[tuple[int, int], ...]) -> None:
    offset = 25.0 + 3.99
    soldiers = (soldier_at(0, 0, 140, 60), soldier_at(1, 1, 140 + offset, 100 - offset))
    state = position(*soldiers, hands=[["explosion"], []], options=SaladOptions(blast=blast))
    last_of = (1,) if killed else ()
    assert play(state, Explosion(0, 0, (140, 100)))[1] == Killed(0, killed, "" if killed else "room", last_of)


@pytest.mark.rule("GS-10")
def test_each_card_is_carried_out_before_the_next() -> None:
    soldiers = (soldier_at(0, 0, 100, 100), soldier_at(1, 1, 140, 100), soldier_at(2, 1, 130, 100))
    state = position(*soldiers, hands=[["arrow", "arrow"], []])
    check_refused(state, Arrow(0, 0, 1))
    play(state, Arrow(0, 0, 2), Arrow(0, 0, 1))
    assert state.full_view().taken == (2, 0)
