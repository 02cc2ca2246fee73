"""The film of a drop: from the record alone, plausible, and exact at its end."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, dist, sin
from random import Random

import numpy as np
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.films.drop_film import SHAKE_SECONDS, Film, make_film, start_film
from grenade_salad.films.drop_path import FPS
from grenade_salad.games.salad import physics, vector_geometry
from grenade_salad.games.salad.actions import Circles, Drop, Rest
from grenade_salad.games.salad.blocks import lay_blocks
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import BLOCK_RISE, Block, Measures, Pose, Soldier
from grenade_salad.match.match import Match
from grenade_salad.text import say
from tests.app.conftest import click, run_until
from tests.app.salad_table import FEW, position, sit_down, wait_for_person

MEASURES = Measures()
HEIGHTS = (20.0, 120.0, 300.0)
PEN = tuple(
    Block(300.0 + 60 * x, 200.0 + 60 * y, *sides, 0.0)
    for x, y, *sides in ((0, 1, 130.0, 10.0), (0, -1, 130.0, 10.0), (1, 0, 10.0, 130.0), (-1, 0, 10.0, 130.0))
)
"""Four blocks around the middle of the table."""


def drop_on_empty_mat(height: float, seed: int, cubes: int = 15) -> tuple[physics.Drop, Film]:
    result = physics.drop(MEASURES, (), range(cubes), height, seed)
    return result, make_film(MEASURES, (), range(cubes), height, result.poses, seed, 3)


def drop_onto_soldiers(seed: int) -> tuple[list[Soldier], physics.Drop, Film]:
    poses = physics.drop(MEASURES, (), range(15), 100.0, seed).poses
    soldiers = [Soldier(pose.id, pose.id // 5, pose.x, pose.y, pose.angle) for pose in poses]
    result = physics.drop(MEASURES, soldiers, (20, 21, 22), 120.0, seed)
    return soldiers, result, make_film(MEASURES, soldiers, (20, 21, 22), 120.0, result.poses, seed, 40)


def check_end(drop_film: Film, soldiers: list[Soldier], poses: tuple[Pose, ...]) -> None:
    """Check that the film ends with exactly these poses."""
    end_poses = {soldier.id: Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in soldiers}
    for cube in drop_film.poses_at(drop_film.seconds):
        assert (cube.z, cube.rotation) == (0.0, None)
        end_poses[cube.id] = Pose(cube.id, cube.x, cube.y, cube.angle)
    assert {soldier_id: pose for soldier_id, pose in end_poses.items() if soldier_id not in drop_film.lost} == {
        pose.id: pose for pose in poses
    }


@pytest.mark.rule("GS-06", "GS-07", "GS-14")
@pytest.mark.parametrize("height", HEIGHTS)
def test_film_ends_exactly_at_recorded_poses(height: float) -> None:
    for seed in range(4):
        result, first_film = drop_on_empty_mat(height, seed)
        check_end(first_film, [], result.poses)
        soldiers, second_result, second_film = drop_onto_soldiers(seed)
        check_end(second_film, soldiers, second_result.poses)


def test_film_depends_only_on_the_record() -> None:
    result, first = drop_on_empty_mat(120.0, 5)
    repeated = make_film(MEASURES, (), range(15), 120.0, result.poses, 5, 3)
    assert (repeated.positions == first.positions).all()
    assert repeated.impacts == first.impacts
    assert [repeated.poses_at(time / 7) for time in range(12)] == [first.poses_at(time / 7) for time in range(12)]
    for seed, line in ((6, 3), (5, 4)):
        other_film = make_film(MEASURES, (), range(15), 120.0, result.poses, seed, line)
        assert other_film.impacts != first.impacts


def test_film_computed_during_the_shake_is_the_same() -> None:
    soldiers, result, whole_film = drop_onto_soldiers(5)
    partial_film = start_film(MEASURES, soldiers, (20, 21, 22), 120.0, result.poses, 5, 40)
    for frame in range(round(SHAKE_SECONDS * FPS)):
        partial_film.make_until(frame / FPS)
        assert partial_film.poses_at(frame / FPS) == whole_film.poses_at(frame / FPS)
        assert partial_film.impacts_between((frame - 1) / FPS, frame / FPS) == whole_film.impacts_between(
            (frame - 1) / FPS, frame / FPS
        )
    assert partial_film.positions.tobytes() == whole_film.positions.tobytes()
    assert partial_film.impacts == whole_film.impacts


def test_handwritten_rest_has_a_film() -> None:
    soldiers = [Soldier(0, 0, 30.0, 30.0, 0.0), Soldier(1, 1, 560.0, 380.0, 1.0)]
    poses = (Pose(1, 310.0, 210.0, 0.2), Pose(7, 590.0, 390.0, 0.0), Pose(9, 300.0, 200.0, 3.0))
    drop_film = make_film(MEASURES, soldiers, (7, 8, 9), 300.0, poses, 0, 0)
    check_end(drop_film, soldiers, poses)
    assert drop_film.lost == {0, 8}


@pytest.mark.parametrize("height", HEIGHTS)
def test_cubes_hop_lower_each_time_and_rattle_on(height: float) -> None:
    result, drop_film = drop_on_empty_mat(height, 3)
    first_landing = min(path.landing_time for path in drop_film.paths)
    assert 0.6 <= drop_film.seconds - first_landing <= 1.0
    for column, soldier in enumerate(drop_film.ids):
        if soldier in drop_film.lost:
            continue
        hops = [leg for leg in drop_film.paths[column].segments[1:] if leg.kind == "air"]
        assert len(hops) in (2, 3)
        assert all(current.rise > previous.rise for current, previous in pairwise(hops))
        hop_lengths = [
            dist(leg.start_point, leg.end_point) for leg in drop_film.paths[column].segments[1:] if leg.kind == "air"
        ]
        if dist(hops[0].start_point, hops[-1].end_point) > 40:
            assert hop_lengths[0] > hop_lengths[-1]
        heights = drop_film.positions[:, column, 2]
        assert heights[0] >= height
        assert heights[-1] == 0.0
    assert len(result.poses) + len(result.lost) == 15


def test_cubes_turn_over_before_the_mark_is_up() -> None:
    _, drop_film = drop_on_empty_mat(120.0, 3)
    sides = 0
    for path in drop_film.paths:
        frames = range(int(path.landing_time * FPS), int(path.end * FPS))
        sides += any(path.rotation_at(frame / FPS)[2][2] < 0.5 for frame in frames)
    assert sides > 10


def test_cubes_do_not_pass_through_each_other() -> None:
    """The centres of two cubes at one height rarely come close to each other."""
    distances = []
    for seed in range(4):
        _, drop_film = drop_on_empty_mat(120.0, seed)
        first_frame = int(max(path.landing_time for path in drop_film.paths) * FPS)
        for frame in range(first_frame, len(drop_film.positions)):
            for a, b in combinations(drop_film.positions[frame].tolist(), 2):
                if abs(a[2] - b[2]) < 2.0:
                    distances.append(dist(a[:2], b[:2]))
    close_distances = np.array([distance for distance in distances if distance < 12.0])
    assert (close_distances < 4.0).mean() < 0.01
    assert (close_distances < 6.5).mean() < 0.1


def count_inside_blocks(drop_film: Film, measures: Measures) -> int:
    """Return how often a cube is visible inside a block.

    It counts if it is over 1 mm deep and lower than the block's top.
    """
    angles = np.tile([path.angle for path in drop_film.paths], len(drop_film.positions))
    centres = drop_film.positions[..., :2].reshape(-1, 2)
    depths = -vector_geometry.block_separations(centres, angles, measures.blocks, measures.cube).min(axis=1)
    heights = drop_film.positions[..., 2].reshape(-1)
    return int(((depths > 1.0) & (heights >= 0.0) & (heights < BLOCK_RISE - 1e-6)).sum())


@pytest.mark.rule("GS-35")
def test_cubes_jump_over_blocks() -> None:
    """No cube is shown inside a block, even if a handwritten rest is behind blocks."""
    pen_measures = replace(MEASURES, blocks=PEN)
    pass_count = 0
    for seed in range(3):
        rng = Random(seed)
        directions = [rng.uniform(-3, 3) for _ in range(10)]
        handwritten_poses = tuple(
            Pose(n, 300 + 110 * cos(direction), 200 + 110 * sin(direction), direction)
            for n, direction in enumerate(directions)
        )
        block_measures = replace(MEASURES, blocks=lay_blocks(MEASURES, 8, rng))
        dropped_poses = physics.drop(block_measures, (), range(20), 250.0, seed).poses
        for measures, cubes, poses in ((pen_measures, 10, handwritten_poses), (block_measures, 20, dropped_poses)):
            drop_film = make_film(measures, (), range(cubes), 250.0, poses, seed, 3)
            check_end(drop_film, [], poses)
            assert count_inside_blocks(drop_film, measures) == 0
            film_without_blocks = make_film(MEASURES, (), range(cubes), 250.0, poses, seed, 3)
            pass_count += count_inside_blocks(film_without_blocks, measures)
            assert (film_without_blocks.positions[..., :2] == drop_film.positions[..., :2]).all()
    assert pass_count > 30, "without blocks they would go through"


def test_soldier_moves_only_after_a_falling_cube_lands() -> None:
    for seed in range(4):
        soldiers, result, drop_film = drop_onto_soldiers(seed)
        end_poses = {pose.id: pose for pose in result.poses}
        for soldier in soldiers:
            column = drop_film.ids.index(soldier.id) if soldier.id in drop_film.ids else None
            rest = end_poses.get(soldier.id)
            moved = rest is None or (soldier.x, soldier.y, soldier.angle) != (rest.x, rest.y, rest.angle)
            assert (column is not None) == moved
            if column is not None:
                start_time = drop_film.paths[column].start
                assert start_time >= min(path.landing_time for path in drop_film.paths[:3])
                assert any(
                    impact.surface == "wood" and abs(impact.time - start_time) < 0.05 for impact in drop_film.impacts
                )


def test_every_impact_matches_a_hit_in_place_and_time() -> None:
    _, drop_film = drop_on_empty_mat(120.0, 8)
    assert {impact.surface for impact in drop_film.impacts} == {"hands", "table", "wood"}
    assert list(drop_film.impacts) == sorted(drop_film.impacts)
    for impact in drop_film.impacts:
        assert 0 < impact.strength <= 1
        if impact.surface == "hands":
            assert impact.time < SHAKE_SECONDS
            continue
        cubes = drop_film.poses_at(impact.time)
        assert min(dist((cube.x, cube.y), impact.point) for cube in cubes) < 3.0
        if impact.surface == "table":
            # Before it first lands, a cube falls up to 25 mm in a frame.
            assert min(cube.z for cube in cubes if dist((cube.x, cube.y), impact.point) < 3.0) < 13.0
    assert list(drop_film.impacts_between(0.0, drop_film.seconds)) == list(drop_film.impacts)


def test_window_shows_film_and_click_skips_it(app: App) -> None:
    board = sit_down(app, "pp", speed="normal", waits=False)
    board.controller.act(Drop(height=120.0, seat=0))
    run_until(app, lambda: board.display.film is not None, 300)
    run_until(app, lambda: any(cube.rotation is not None for cube in board.display.cubes.values()), 300)
    click(app, board.table.places.table.center)
    run_until(app, lambda: not board.table.motion.is_busy, 5)
    assert board.display.film is None
    assert {n: (c.x, c.y, c.angle, c.z, c.rotation) for n, c in board.display.cubes.items()} == {
        soldier.id: (soldier.x, soldier.y, soldier.angle, 0.0, None) for soldier in board.controller.view.soldiers
    }


def test_camera_frames_all_final_positions_from_the_start(app: App) -> None:
    """The camera must not move towards the hands and back."""
    board = sit_down(app, "pp", options=SaladOptions(starter=0), speed="normal", waits=False)
    board.controller.act(Drop(height=200.0, seat=0))
    run_until(app, lambda: board.display.film is not None)
    film = board.display.film
    assert film is not None
    scales = []
    while board.display.film is not None:
        app.frame(1 / 30)
        scales.append(board.battlefield.camera_rig.goal.scale)
    assert max(scales) < 1.2 * min(scales[1:])
    assert all(board.battlefield.camera_rig.goal.shows((cube.x, cube.y)) for cube in film.poses_at(film.seconds))


def test_panels_count_landed_soldiers_only(app: App) -> None:
    board = sit_down(app, "pp", position(), speed="normal")
    previous_text = say(board.seat_facts(0)[0])
    board.controller.act(Circles(0, 100.0))
    run_until(app, lambda: board.display.film is not None)
    run_until(app, lambda: board.display.film is not None and board.display.film_time > board.display.film.opens_at)
    assert say(board.seat_facts(0)[0]) == previous_text
    wait_for_person(app, board)
    assert say(board.seat_facts(0)[0]) != previous_text


def test_three_circles_has_the_film_of_its_line_in_the_match(app: App) -> None:
    board = sit_down(app, "pp", position(), speed="normal")
    board.controller.act(Circles(0, 100.0))
    run_until(app, lambda: board.display.film is not None, 600)
    live = board.display.film
    assert live is not None
    wait_for_person(app, board)
    rest = next(entry for entry in board.controller.match.entries if isinstance(entry, Rest))
    line = board.controller.match.entries.index(rest)
    falling = tuple(sorted({pose.id for pose in rest.outcome} - {soldier.id for soldier in FEW}))
    rebuilt_film = make_film(MEASURES, FEW, falling, 100.0, rest.outcome, board.controller.match.header.seed, line)
    assert (rebuilt_film.positions == live.positions).all()


def test_replay_shows_the_same_film_and_one_for_handwritten_lines(app: App) -> None:
    board = sit_down(app, "pp", speed="normal", waits=False)
    board.controller.act(Drop(height=120.0, seat=0))
    run_until(app, lambda: board.display.film is not None, 300)
    live = board.display.film
    assert live is not None
    board.controller.show_everything()
    replay = sit_down(app, "pp", speed="normal", waits=False)
    replay.controller.jump_to(Match(board.controller.match.header), [])
    for entry in board.controller.match.entries:
        replay.controller.show_next(entry)
    run_until(app, lambda: replay.display.film is not None, 60)
    replayed_film = replay.display.film
    assert replayed_film is not None
    replayed_film.make_until(replayed_film.seconds)
    assert (replayed_film.positions == live.positions).all()
    assert replayed_film.impacts == live.impacts
    handwritten_poses = tuple(Pose(soldier_id, 40.0 + 55 * soldier_id, 200.0, 0.5) for soldier_id in range(10))
    replay.controller.show_next(Drop(height=20.0))
    replay.controller.show_next(Rest(handwritten_poses))
    run_until(app, lambda: replay.display.film is not None, 60)
    check_end(replay.display.film, [], handwritten_poses)  # type: ignore[arg-type]
    replay.controller.show_everything()
    assert {(cube.id, cube.x) for cube in replay.display.cubes.values()} == {
        (pose.id, pose.x) for pose in handwritten_poses
    }
