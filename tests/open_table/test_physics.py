"""The physics of sliding at the open table: `games.physics` by ids of pieces."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from random import Random

import pytest

from grenade_salad.core import Undo
from grenade_salad.films import slide_film
from grenade_salad.games.open_table import actions, physics
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.boxes import DICE
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from tests.open_table.playing import act, find_fault, is_same_table, new_table, play
from tests.open_table.sliding import BOARD


def _steady_table(box: Box) -> TableState:
    state = new_table(box)
    state.options = TableOptions(steady=True)
    return state


def _positions(state: TableState) -> list[tuple[float, float]]:
    return [(piece.x, piece.y) for piece in sorted(state.view(0).pieces, key=lambda placed: placed.number)]


@pytest.mark.rule("OT-14")
def test_shot_moves_the_discs_that_it_hits_and_no_card() -> None:
    state = _steady_table(BOARD)
    previous = _positions(state)
    act(state, actions.Flick(0, 1, 0.0, 1500.0))
    current = _positions(state)
    assert current[0][0] > 150
    assert current[1][0] > 250
    assert current[3] == previous[3], "the card in the way stays where it is"
    repeated = _steady_table(BOARD)
    act(repeated, actions.Flick(0, 1, 0.0, 1500.0), Random(99))
    assert is_same_table(state, repeated), "steady hands: the same shot is the same"
    act(state, Undo(1, 0))
    assert _positions(state) == previous


def test_a_shot_that_moves_nothing_is_a_shot() -> None:
    state = _steady_table(BOARD)
    previous = _positions(state)
    act(state, actions.Flick(0, 1, 0.0, 0.001))
    assert _positions(state) == previous
    act(state, actions.Push(0, 1, ((0, 50.0, 50.0), (5, 50.0, 50.0))))
    assert _positions(state) == previous


@pytest.mark.rule("OT-14")
def test_unsteady_hands_never_shoot_alike() -> None:
    ends = set()
    for seed in range(4):
        state = new_table(BOARD)
        act(state, actions.Flick(0, 3, pi / 2, 400.0), Random(seed))
        ends.add(_positions(state)[2])
    assert len(ends) == 4


def test_locked_disc_stays_and_the_edge_stops_every_disc() -> None:
    state = _steady_table(BOARD)
    act(state, actions.Set(0, "lock", 2, True))
    act(state, actions.Flick(0, 1, 0.0, 1500.0))
    assert _positions(state)[1] == (200.0, 200.0)
    assert _positions(state)[0][0] < 200.0 - 30.0 + 0.1
    act(state, actions.Flick(0, 3, pi / 2, 3000.0))
    assert 15.0 - 0.1 <= _positions(state)[2][1] <= 385.1


def test_pocket_takes_a_disc_that_reaches_it() -> None:
    state = _steady_table(BOARD)
    act(state, actions.Move(0, (3,), to=(500.0, 20.0)))
    words = [event.text(("Ann", "Bo")) for event in act(state, actions.Flick(0, 3, 0.0, 900.0))]
    assert words == ["Ann flicks a disc", "A disc goes into the pocket"]
    assert state.view(0).holders[0].count == 1
    assert not find_fault(state)


def test_live_push_ends_where_the_whole_path_ends() -> None:
    state = _steady_table(BOARD)
    path = tuple((16 * index, 100.0 + 3.0 * index, 200.0) for index in range(60))
    action = actions.Push(0, 1, path)
    scene = physics.snapshot_table(state._table)
    push = physics.begin_push(scene, 1)
    for point in path:
        push.feed(point)
    poses = physics.to_rest(scene, push.let_go(), action, {})
    state.apply(action)
    assert state.sample_chance(Random(5)) == poses
    state.apply_chance(poses)
    slide = 187.5**2 / (2 * 0.3 * 9810)  # Let go at 3 mm in 16 ms, it slides on so far at most.
    assert 277.0 - 0.5 <= _positions(state)[0][0] <= 277.0 + slide + 0.5
    assert _positions(state)[1][0] > 300.0


@pytest.mark.rule("OT-11")
def test_dice_are_thrown_and_show_any_face() -> None:
    state, rng = new_table(DICE), Random(2)
    faces = set()
    for _ in range(12):
        act(state, actions.Roll(0, (1, 2, 3, 4, 5)), rng)
        faces |= {piece.face.side for piece in state.view(0).pieces}
    assert faces == set(range(6))
    previous = _positions(state)
    act(state, actions.Roll(0, (2,)), rng)
    assert _positions(state)[1] != previous[1]
    impossible = actions.Rest((actions.Rested(1, 5.0, 5.0, 0.0, 6),))
    state.apply(actions.Roll(0, (1,)))
    assert state.why_not_chance(impossible) is not None
    assert (
        state.why_not_chance(replace(impossible, outcome=(actions.Rested(1, 5.0, float("nan"), 0.0, 5),))) is not None
    )
    assert state.why_not_chance(replace(impossible, outcome=(actions.Rested(1, 5.0, 5.0, 0.0, 5),))) is None


def test_table_of_discs_stays_consistent() -> None:
    state = new_table(BOARD)
    for entry in play(state, 60, Random(4)):
        assert not (why := find_fault(state)), f"before {entry}: {why}"


@pytest.mark.rule("OT-14")
def test_recorded_rest_counts_though_the_shot_would_end_elsewhere() -> None:
    """Old matches stay as they were played.

    A disc is in the pocket that the shot would not reach now.
    """
    state, shot = _steady_table(BOARD), actions.Flick(0, 3, pi, 100.0)
    scene = physics.snapshot_table(state._table)
    rest = actions.Rest((actions.Rested(3, 580.0, 20.0, 0.0, into="pocket"),))
    state.apply(shot)
    assert state.why_not_chance(rest) is None
    assert state.sample_chance(Random(1)) != rest
    state.apply_chance(rest)
    assert state.view(0).holders[0].count == 1
    shot_film = slide_film.make_film(scene, shot, rest, True, Random(1))
    assert shot_film is not None
    assert (shot_film.is_exact, list(shot_film.pocket_frames)) == (False, [3])
    assert tuple(shot_film.frames[-1, 0, :2]) == (580.0, 20.0), "its film is bent to the recorded end"
