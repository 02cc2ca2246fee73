"""The film of a drop: made of the record alone, believable on its way, and exact at its end."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, dist, sin
from random import Random

import numpy as np
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.films.drop_film import SHAKES, Film, begun_film, film
from grenade_salad.films.drop_path import FPS
from grenade_salad.games.salad import physics, vector_geometry
from grenade_salad.games.salad.actions import Circles, Drop, Rest
from grenade_salad.games.salad.blocks import lay
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import BLOCKS_RISE, Block, Measures, Pose, Soldier
from grenade_salad.match.match import Match
from grenade_salad.text import say
from tests.app.conftest import click, until
from tests.app.salad_table import FEW, position, ready, sit_down

MEASURES = Measures()
HEIGHTS = (20.0, 120.0, 300.0)


def dropped(height: float, seed: int, cubes: int = 15) -> tuple[physics.Drop, Film]:
    ended = physics.drop(MEASURES, (), range(cubes), height, seed)
    return ended, film(MEASURES, (), range(cubes), height, ended.poses, seed, 3)


def onto_others(seed: int) -> tuple[list[Soldier], physics.Drop, Film]:
    poses = physics.drop(MEASURES, (), range(15), 100.0, seed).poses
    before = [Soldier(pose.id, pose.id // 5, pose.x, pose.y, pose.angle) for pose in poses]
    ended = physics.drop(MEASURES, before, (20, 21, 22), 120.0, seed)
    return before, ended, film(MEASURES, before, (20, 21, 22), 120.0, ended.poses, seed, 40)


def ends_at(shown: Film, before: list[Soldier], poses: tuple[Pose, ...]) -> None:
    lies = {one.id: Pose(one.id, one.x, one.y, one.angle) for one in before}
    for one in shown.at(shown.seconds):
        assert (one.z, one.turn) == (0.0, None)
        lies[one.id] = Pose(one.id, one.x, one.y, one.angle)
    assert {number: pose for number, pose in lies.items() if number not in shown.lost} == {
        pose.id: pose for pose in poses
    }


@pytest.mark.rule("GS-06", "GS-07", "GS-14")
@pytest.mark.parametrize("height", HEIGHTS)
def test_it_ends_exactly_where_the_record_says(height: float) -> None:
    for seed in range(4):
        ended, shown = dropped(height, seed)
        ends_at(shown, [], ended.poses)
        before, landed, knocked = onto_others(seed)
        ends_at(knocked, before, landed.poses)


def test_it_is_the_same_for_the_same_record_and_another_for_another() -> None:
    ended, first = dropped(120.0, 5)
    again = film(MEASURES, (), range(15), 120.0, ended.poses, 5, 3)
    assert (again.places == first.places).all()
    assert again.clacks == first.clacks
    assert [again.at(time / 7) for time in range(12)] == [first.at(time / 7) for time in range(12)]
    for seed, line in ((6, 3), (5, 4)):
        other = film(MEASURES, (), range(15), 120.0, ended.poses, seed, line)
        assert other.clacks != first.clacks


def test_a_film_that_is_made_while_the_hands_shake_is_the_same() -> None:
    before, ended, whole = onto_others(5)
    begun = begun_film(MEASURES, before, (20, 21, 22), 120.0, ended.poses, 5, 40)
    for frame in range(round(SHAKES * FPS)):
        begun.made(frame / FPS)
        assert begun.at(frame / FPS) == whole.at(frame / FPS)
        assert begun.heard((frame - 1) / FPS, frame / FPS) == whole.heard((frame - 1) / FPS, frame / FPS)
    assert begun.places.tobytes() == whole.places.tobytes()
    assert begun.clacks == whole.clacks


def test_a_rest_that_somebody_wrote_by_hand_has_a_film() -> None:
    before = [Soldier(0, 0, 30.0, 30.0, 0.0), Soldier(1, 1, 560.0, 380.0, 1.0)]
    poses = (Pose(1, 310.0, 210.0, 0.2), Pose(7, 590.0, 390.0, 0.0), Pose(9, 300.0, 200.0, 3.0))
    shown = film(MEASURES, before, (7, 8, 9), 300.0, poses, 0, 0)
    ends_at(shown, before, poses)
    assert shown.lost == {0, 8}


@pytest.mark.parametrize("height", HEIGHTS)
def test_cubes_hop_lower_and_lower_and_rattle_for_a_while(height: float) -> None:
    ended, shown = dropped(height, 3)
    lands = min(way.lands for way in shown.ways)
    assert 0.6 <= shown.seconds - lands <= 1.0
    for column, soldier in enumerate(shown.ids):
        if soldier in shown.lost:
            continue
        hops = [leg for leg in shown.ways[column].legs[1:] if leg.kind == "air"]
        assert len(hops) in (2, 3)
        assert all(now.rise > then.rise for now, then in pairwise(hops))
        grounds = [dist(leg.a, leg.b) for leg in shown.ways[column].legs[1:] if leg.kind == "air"]
        if dist(hops[0].a, hops[-1].b) > 40:
            assert grounds[0] > grounds[-1]
        high = shown.places[:, column, 2]
        assert high[0] >= height
        assert high[-1] == 0.0
    assert len(ended.poses) + len(ended.lost) == 15


def test_another_face_is_seen_before_the_mark_lies_up() -> None:
    _, shown = dropped(120.0, 3)
    sides = 0
    for way in shown.ways:
        turns = [way.turned(time / FPS) for time in range(int(way.lands * FPS), int(way.end * FPS))]
        sides += any(turn[2][2] < 0.5 for turn in turns)
    assert sides > 10


def test_cubes_do_not_run_through_each_other() -> None:
    """Around the middle of each there is room that no other comes into, in the hops and after them."""
    near = []
    for seed in range(4):
        _, shown = dropped(120.0, seed)
        first = int(max(way.lands for way in shown.ways) * FPS)
        for frame in range(first, len(shown.places)):
            for a, b in combinations(shown.places[frame].tolist(), 2):
                if abs(a[2] - b[2]) < 2.0:
                    near.append(dist(a[:2], b[:2]))
    close = np.array([one for one in near if one < 12.0])
    assert (close < 4.0).mean() < 0.01
    assert (close < 6.5).mean() < 0.1


def inside(shown: Film, measures: Measures) -> int:
    """How often a cube is seen in a block: by more than 1 mm, and lower than its top."""
    angles = np.tile([way.angle for way in shown.ways], len(shown.places))
    at = shown.places[..., :2].reshape(-1, 2)
    deep = -vector_geometry.beside_blocks(at, angles, measures.blocks, measures.cube).min(axis=1)
    low = shown.places[..., 2].reshape(-1)
    return int(((deep > 1.0) & (low >= 0.0) & (low < BLOCKS_RISE - 1e-6)).sum())


@pytest.mark.rule("GS-35")
def test_cubes_jump_over_blocks() -> None:
    """Nobody is shown in one, also where a rest that was written by hand has all of them behind blocks."""
    penned = replace(MEASURES, blocks=PEN)
    passed = 0
    for seed in range(3):
        luck = Random(seed)
        ways = [luck.uniform(-3, 3) for _ in range(10)]
        written = tuple(Pose(n, 300 + 110 * cos(way), 200 + 110 * sin(way), way) for n, way in enumerate(ways))
        laid = replace(MEASURES, blocks=lay(MEASURES, 8, luck))
        fallen = physics.drop(laid, (), range(20), 250.0, seed).poses
        for measures, cubes, poses in ((penned, 10, written), (laid, 20, fallen)):
            shown = film(measures, (), range(cubes), 250.0, poses, seed, 3)
            ends_at(shown, [], poses)
            assert inside(shown, measures) == 0
            without = film(MEASURES, (), range(cubes), 250.0, poses, seed, 3)
            passed += inside(without, measures)
            assert (without.places[..., :2] == shown.places[..., :2]).all()
    assert passed > 30, "without blocks they would go through"


PEN = tuple(
    Block(300.0 + 60 * x, 200.0 + 60 * y, *sides, 0.0)
    for x, y, *sides in ((0, 1, 130.0, 10.0), (0, -1, 130.0, 10.0), (1, 0, 10.0, 130.0), (-1, 0, 10.0, 130.0))
)


def test_whoever_stands_there_stirs_when_somebody_comes() -> None:
    for seed in range(4):
        before, ended, shown = onto_others(seed)
        after = {pose.id: pose for pose in ended.poses}
        for one in before:
            column = shown.ids.index(one.id) if one.id in shown.ids else None
            rest = after.get(one.id)
            moved = rest is None or (one.x, one.y, one.angle) != (rest.x, rest.y, rest.angle)
            assert (column is not None) == moved
            if column is not None:
                starts = shown.ways[column].start
                assert starts >= min(way.lands for way in shown.ways[:3])
                assert any(clack.on == "wood" and abs(clack.time - starts) < 0.05 for clack in shown.clacks)


def test_every_clack_is_where_and_when_something_hits() -> None:
    _, shown = dropped(120.0, 8)
    assert {clack.on for clack in shown.clacks} == {"hands", "table", "wood"}
    assert list(shown.clacks) == sorted(shown.clacks)
    for clack in shown.clacks:
        assert 0 < clack.hard <= 1
        if clack.on == "hands":
            assert clack.time < SHAKES
            continue
        seen = shown.at(clack.time)
        assert min(dist((one.x, one.y), clack.at) for one in seen) < 3.0
        if clack.on == "table":
            # Before it first lands a cube falls up to 25 mm in a frame.
            assert min(one.z for one in seen if dist((one.x, one.y), clack.at) < 3.0) < 13.0
    assert list(shown.heard(0.0, shown.seconds)) == list(shown.clacks)


def test_the_window_shows_it_and_a_click_skips_it(app: App) -> None:
    scene = sit_down(app, "pp", speed="normal", waits=False)
    scene.table.act(Drop(height=120.0, seat=0))
    until(app, lambda: scene.stage.film is not None, 300)
    until(app, lambda: any(cube.turn is not None for cube in scene.stage.cubes.values()), 300)
    click(app, scene.table.places.table.center)
    until(app, lambda: not scene.table.motion.busy, 5)
    assert scene.stage.film is None
    assert {n: (c.x, c.y, c.angle, c.z, c.turn) for n, c in scene.stage.cubes.items()} == {
        one.id: (one.x, one.y, one.angle, 0.0, None) for one in scene.table.view.soldiers
    }


def test_the_camera_looks_from_the_first_moment_at_where_all_will_lie(app: App) -> None:
    """So that it does not go near the hands and away again."""
    scene = sit_down(app, "pp", options=SaladOptions(starter=0), speed="normal", waits=False)
    scene.table.act(Drop(height=200.0, seat=0))
    until(app, lambda: scene.stage.film is not None)
    film = scene.stage.film
    assert film is not None
    goals = []
    while scene.stage.film is not None:
        app.frame(1 / 30)
        goals.append(scene.battlefield.eye.goal.scale)
    assert max(goals) < 1.2 * min(goals[1:])
    assert all(scene.battlefield.eye.goal.sees((one.x, one.y)) for one in film.at(film.seconds))


def test_panels_count_who_has_landed(app: App) -> None:
    scene = sit_down(app, "pp", position(), speed="normal")
    before = say(scene.seat_facts(0)[0])
    scene.table.act(Circles(0, 100.0))
    until(app, lambda: scene.stage.film is not None)
    until(app, lambda: scene.stage.film is not None and scene.stage.film_time > scene.stage.film.opens)
    assert say(scene.seat_facts(0)[0]) == before
    ready(app, scene)
    assert say(scene.seat_facts(0)[0]) != before


def test_three_circles_has_the_film_of_its_line_in_the_match_and_when_it_is_shown_again(app: App) -> None:
    scene = sit_down(app, "pp", position(), speed="normal")
    scene.table.act(Circles(0, 100.0))
    until(app, lambda: scene.stage.film is not None, 600)
    live = scene.stage.film
    assert live is not None
    ready(app, scene)
    rest = next(entry for entry in scene.table.match.entries if isinstance(entry, Rest))
    line = scene.table.match.entries.index(rest)
    falling = tuple(sorted({pose.id for pose in rest.outcome} - {one.id for one in FEW}))
    made = film(MEASURES, FEW, falling, 100.0, rest.outcome, scene.table.match.header.seed, line)
    assert (made.places == live.places).all()


def test_a_replay_shows_the_film_that_was_seen_and_one_for_a_line_written_by_hand(app: App) -> None:
    scene = sit_down(app, "pp", speed="normal", waits=False)
    scene.table.act(Drop(height=120.0, seat=0))
    until(app, lambda: scene.stage.film is not None, 300)
    live = scene.stage.film
    assert live is not None
    scene.table.finish()
    again = sit_down(app, "pp", speed="normal", waits=False)
    again.table.stand_at(Match(scene.table.match.header), [])
    for entry in scene.table.match.entries:
        again.table.stand_next(entry)
    until(app, lambda: again.stage.film is not None, 60)
    shown = again.stage.film
    assert shown is not None
    shown.made(shown.seconds)
    assert (shown.places == live.places).all()
    assert shown.clacks == live.clacks
    by_hand = tuple(Pose(number, 40.0 + 55 * number, 200.0, 0.5) for number in range(10))
    again.table.stand_next(Drop(height=20.0))
    again.table.stand_next(Rest(by_hand))
    until(app, lambda: again.stage.film is not None, 60)
    ends_at(again.stage.film, [], by_hand)  # type: ignore[arg-type]
    again.table.finish()
    assert {(cube.id, cube.x) for cube in again.stage.cubes.values()} == {(pose.id, pose.x) for pose in by_hand}
