"""Lines of sight: all computations agree.

They agree also where a line touches a corner or runs along a side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import cos, pi, sin
from random import Random

import numpy as np
import pytest

from grenade_salad import cli
from grenade_salad.core import Illegal
from grenade_salad.games import load
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.salad import physics, placement, reasons, vector_geometry
from grenade_salad.games.salad.actions import Arrow, Explosion, Hammers
from grenade_salad.games.salad.aim import Aim, find_abilities
from grenade_salad.games.salad.geometry import TOUCHING
from grenade_salad.games.salad.pieces import Block, Measures, Point, Soldier
from grenade_salad.games.salad.referee import judge_soldier
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.vector_geometry import Bools
from grenade_salad.match.match import Header, Match
from grenade_salad.players.salad.known_position import read_position
from grenade_salad.players.salad.move_generation import list_strikes
from grenade_salad.sheets import salad
from grenade_salad.text import say

EXAMPLE = "grenade-salad; seats 2; a0 90,100 0; b5 90,230 0; b6 90,130 45; hand a arrow; hand b ?5; deck ?; turn a"
"""A sniper, a target, and a soldier between them whose corners point at both."""
BEHIND_BLOCK = (
    "grenade-salad; seats 2; rule blocks 1; a0 20,30 0; b5 20,170 0; block 20,70 45 20,20; "
    "hand a arrow; hand b ?5; deck ?; turn a"
)
BESIDE_BLOCK = (
    "grenade-salad; seats 2; rule blocks 1; rule sight centre; a0 90,100 0; b5 90,230 0; block 100,150 0 20,20; "
    "hand a arrow; hand b ?5; deck ?; turn a"
)
BESIDE_SOLDIER = BESIDE_BLOCK.replace("block 100,150 0 20,20", "b6 94,130 0").replace("rule blocks 1; ", "")
NAMES = ("Ann", "Bo")
AIMS = np.array([(0, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0), (0, -1), (1, 0)]) * 0.9


def make_state(line: str) -> SaladState:
    start = load("grenade-salad").parse_start(line, Random(1))
    state = Match(Header("grenade-salad", NAMES, start.options, 1, start.setup)).state
    assert isinstance(state, SaladState)
    return state


def collect_answers(state: SaladState, shooter: int, target: int) -> dict[str, bool]:
    """Return the answer of each computation to a shot of the seat to act.

    An answer is True if there is a line of sight.
    """
    view, shot, seat = state.view(state.turn), Arrow(state.turn, shooter, target), state.turn
    blocks, legal = view.blocks, state.legal_actions(seat)
    soldier_by_id = {soldier.id: soldier for soldier in view.soldiers}
    copy = state.copy()
    try:
        copy.apply(shot)
        is_carried_out = True
    except Illegal:
        is_carried_out = False
    preview = Aim(view, seat, NAMES, state.why_not, find_abilities(legal), seat)._preview_shot(
        soldier_by_id[shooter], soldier_by_id[target], (), ()
    )
    assert preview.line is not None
    rival = next(
        entry
        for entry in judge_soldier(view.options, view.soldiers, shooter, blocks).relations
        if entry.soldier.id == target
    )
    phone_lines = salad._find_nearest(view.options, blocks, view.soldiers, soldier_by_id[shooter])
    return {
        "legal": shot in legal,
        "why_not": state.why_not(shot) is None,
        "do": is_carried_out,
        "action of the preview": preview.action is not None,
        "line of the preview": preview.line.is_free,
        "judge": rival.has_sight,
        "phone": next(is_free for _, neighbour, is_free in phone_lines if neighbour.id == target),
        "machines": any(change.action == shot for change in list_strikes(read_position(view, seat))),
    }


@pytest.mark.rule("GS-17", "GS-35")
@pytest.mark.parametrize("line", [EXAMPLE, BEHIND_BLOCK])
def test_no_computation_lets_a_sniper_shoot_through_two_corners(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    state = make_state(line)
    assert set(collect_answers(state, 0, 5).values()) == {False}
    reason = state.why_not(Arrow(0, 0, 5))
    assert reason == (reasons.NoSight(0, 5, 6) if line == EXAMPLE else reasons.BlockInSight(0, 5))
    assert cli.main(["show", line, "--sights", "a0"]) == 0
    row = next(row for row in capsys.readouterr().out.splitlines() if row.startswith("b5"))
    assert row.split()[3].startswith("0/9")


@pytest.mark.rule("GS-17", "GS-35")
@pytest.mark.parametrize(("line", "is_free"), [(BESIDE_BLOCK, True), (BESIDE_SOLDIER, False)])
def test_line_may_touch_a_block_but_no_soldier_in_all_computations(line: str, is_free: bool) -> None:
    assert set(collect_answers(make_state(line), 0, 5).values()) == {is_free}


@pytest.mark.rule("GS-16", "GS-18")
@pytest.mark.parametrize(("apart", "strikes", "throws"), [(15.9999995, False, True), (50.0000005, False, True)])
def test_phones_mention_only_reaches_that_the_rules_allow(apart: float, strikes: bool, throws: bool) -> None:
    state = make_state(
        f"grenade-salad; seats 2; a0 90,100; b5 {90 + apart},100; hand a hammers explosion; hand b; deck ?"
    )
    (message,) = salad.describe_surroundings(state.view(0), 0, NAMES)
    assert ("in reach of Hammers" in say(message)) == strikes == (state.why_not(Hammers(0, 0, 5)) is None)
    place = (90 + apart, 100.0)
    assert ("in reach of a grenade" in say(message)) == throws == (state.why_not(Explosion(0, 0, place)) is None)


def line_misses(start: Point, end: Point, corners: Sequence[Point]) -> bool:
    """True if the line misses the convex polygon, computed in fractions."""
    points = [(Fraction(x), Fraction(y)) for x, y in (start, end, *corners)]

    def side(a: int, b: int, c: int) -> Fraction:
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    sides = [side(0, 1, corner) for corner in range(2, 6)]
    is_beyond = any(side(a, b, 0) < 0 > side(a, b, 1) for a, b in ((2, 3), (3, 4), (4, 5), (5, 2)))
    return min(sides) > 0 or max(sides) < 0 or is_beyond


@pytest.mark.rule("GS-17")
def test_line_to_a_corner_is_decided_exactly() -> None:
    """The last digit of a float decides whether the line is free."""
    rng, is_blocked = Random("corners"), [0, 0]
    for _ in range(400):
        soldier = Soldier(0, 0, rng.uniform(90, 110), rng.uniform(90, 110), rng.randrange(24) * pi / 12)
        corners = rectangle_corners(soldier, (4.0, 4.0), TOUCHING)
        scene = physics._RayCaster(Measures(), [soldier])
        for x, y in corners:
            start = rng.uniform(0, 200), rng.choice((rng.uniform(0, 200), y))
            end = 2 * x - start[0], 2 * y - start[1]
            ray = scene.cast_ray(start, end)
            assert (ray.blocker is None) == line_misses(start, end, corners)
            is_blocked[ray.blocker is None] += 1
    assert min(is_blocked) > 100, is_blocked


def clip_sights(
    measures: Measures,
    soldiers: list[Soldier],
    rays: physics.Rays,
    soldier_margin: float = 0.0,
    block_margin: float = 0.0,
) -> Bools:
    """Return which soldiers see which others, by clipping all lines at once.

    It is an independent computation, in floats. The margins in mm are what the sides of bodies are moved outwards.
    """
    xy, angle = vector_geometry.pose_arrays(soldiers)
    half, count = measures.cube / 2, len(soldiers)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]).transpose(2, 0, 1)
    ends = xy[:, None] + AIMS[: 9 if rays == "nine" else 1] * half @ turn
    is_blocked = np.zeros((count, *ends.shape[:2]), dtype=bool)
    for index, body in enumerate((*soldiers, *measures.blocks)):
        size = (half + soldier_margin,) * 2 if isinstance(body, Soldier) else np.array(body.half) + block_margin
        back = np.array([[cos(body.angle), -sin(body.angle)], [sin(body.angle), cos(body.angle)]])
        a, b = ((points - (body.x, body.y)) @ back for points in (xy[:, None, None], ends))
        first, last = np.zeros_like(is_blocked, dtype=float), np.ones_like(is_blocked, dtype=float)
        for axis in range(2):
            start, direction = a[..., axis], b[..., axis] - a[..., axis]
            is_parallel = np.abs(direction) < 1e-11
            enter, leave = np.sort(
                [(side * size[axis] - start) / np.where(is_parallel, 1.0, direction) for side in (-1, 1)], axis=0
            )
            is_beside = is_parallel & (np.abs(start) > size[axis])
            first = np.maximum(first, np.where(is_beside, 2.0, np.where(is_parallel, 0.0, enter)))
            last = np.minimum(last, np.where(is_parallel, 1.0, leave))
        is_met = first <= last
        if index < count:
            is_met[index] = is_met[:, index] = False
        is_blocked |= is_met
    free: Bools = ~is_blocked.all(axis=2) & ~np.eye(count, dtype=bool)
    return free


def draw_row(rng: Random) -> tuple[Measures, list[Soldier]]:
    """Draw soldiers and blocks in a row, at multiples of 15°.

    A line passes them, touches them or meets them.
    """
    measures = Measures()
    heading, offset = rng.randrange(24) * pi / 12, rng.randrange(6) * pi / 12
    if rng.random() < 0.5:
        heading = rng.randrange(4) * pi / 2
    x, y = float(rng.randrange(250, 350)), float(rng.randrange(150, 250))
    along, across = (cos(heading), sin(heading)), (-sin(heading), cos(heading))
    count = rng.choice((1, 2, 3, 4))
    soldiers, blocks = [Soldier(0, 0, x, y, offset)], []
    for step in range(1, count + 2):
        angle = rng.randrange(24) * pi / 12
        turned = angle - heading
        is_block = step <= count and rng.random() < 0.3
        half = (rng.choice((5.0, 8.0, 10.0)), rng.choice((5.0, 10.0))) if is_block else (4.0, 4.0)
        reach = half[0] * abs(sin(turned)) + half[1] * abs(cos(turned))
        aside = 0.0 if step > count else rng.choice((0.0, 0.0, reach, -reach, reach + 1e-5, 1e-6 - reach, 3.6))
        place = [
            coordinate + 30.0 * step * forward + aside * side
            for coordinate, forward, side in zip((x, y), along, across, strict=True)
        ]
        if is_block:
            blocks.append(Block(*place, 2 * half[0], 2 * half[1], angle))
        else:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 2, *place, angle))
    return replace(measures, blocks=tuple(blocks)), soldiers


def draw_grid(rng: Random) -> tuple[Measures, list[Soldier]]:
    """Draw soldiers on a grid, at multiples of 15° and with touching corners.

    None overlap.
    """
    measures, soldiers = Measures(), list[Soldier]()
    pitch = rng.choice((4.0, 8.0, 4 * 2**0.5))
    while len(soldiers) < 10:
        angle = rng.choice((0.0, pi / 4, rng.randrange(24) * pi / 12))
        place = [200.0 + pitch * rng.randrange(12), 200.0 + pitch * rng.randrange(12)]
        if placement.why_not_place(measures, soldiers, *place, angle) is None:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 2, *place, angle))
    return measures, soldiers


def draw_anywhere(rng: Random) -> tuple[Measures, list[Soldier]]:
    """Draw soldiers and up to two blocks anywhere within a few hundred mm.

    None overlap.
    """
    blocks = [
        Block(120 + 80.0 * index, rng.uniform(40, 160), rng.uniform(10, 60), rng.uniform(10, 40), rng.uniform(-pi, pi))
        for index in range(rng.randrange(3))
    ]
    measures, soldiers = replace(Measures(), blocks=tuple(blocks)), list[Soldier]()
    side = rng.choice((60, 120, 200))
    while len(soldiers) < 16:
        place = rng.uniform(5, 2 * side), rng.uniform(5, side), rng.uniform(-pi, pi)
        if placement.why_not_place(measures, soldiers, *place) is None:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 2, *place))
    return measures, soldiers


def compare_sights(measures: Measures, soldiers: list[Soldier], rays: physics.Rays, step: int) -> tuple[int, int]:
    """Compare the computations for all pairs of soldiers.

    The result of `sight`, with a blocker and a point, is compared for every `step`-th pair. Returns the number of pairs
    and the number of pairs that are too close to call in floats.
    """
    indexes = list(range(len(soldiers)))
    pairs = [(first, second) for first in indexes for second in indexes if first != second]
    free = physics.free_sights(measures, soldiers, indexes, indexes, rays)
    everybody = np.array(indexes)
    is_visible = physics.visible_targets(measures, everybody, everybody, *vector_geometry.pose_arrays(soldiers), rays)
    assert [tuple(pair) for pair in np.argwhere(is_visible).tolist()] == free
    assert list(physics.cast_sights(measures, soldiers, pairs, rays)) == free
    measured = (
        everybody,
        everybody,
        *vector_geometry.pose_arrays(soldiers),
        measures.cube,
        rays == "nine",
        measures.blocks,
    )
    close_count = int(vector_geometry.find_sights(*measured)[1].sum())
    if close_count:
        # A line that touches a soldier meets it, but a line that touches a block does not. The clipping in floats
        # cannot decide cases that are nearer to a border than its margin.
        assert not (clip_sights(measures, soldiers, rays, 2e-8, -5e-9) & ~is_visible).any()
        assert not (is_visible & ~clip_sights(measures, soldiers, rays, 5e-9, -2e-8)).any()
    else:
        assert (clip_sights(measures, soldiers, rays) == is_visible).all()
    for shooter, target in pairs[::step]:
        sight = physics.sight(measures, soldiers, shooter, target, rays)
        assert sight.free == ((shooter, target) in free)
        assert sight.free == (sight.blocker is None) == any(ray.hit_point is None for ray in sight.rays)
    return len(pairs), close_count


def compare_drawn_sights(seed: str, random: int, aligned: int) -> None:
    """Compare at least `random` pairs anywhere.

    In rows and on a grid, compare at least `aligned` pairs each.
    """
    rng, close_pairs = Random(seed), 0
    for draw, minimum, step in ((draw_anywhere, random, 10), (draw_row, aligned, 1), (draw_grid, aligned, 3)):
        compared = 0
        while compared < minimum:
            pairs, close = compare_sights(*draw(rng), rng.choice(("nine", "centre")), step)
            compared, close_pairs = compared + pairs, close_pairs + close
    assert close_pairs > aligned / 10


@pytest.mark.rule("GS-17", "GS-35")
def test_all_computations_of_sight_agree() -> None:
    compare_drawn_sights("sights", 10_000, 1_000)


@pytest.mark.slow
@pytest.mark.rule("GS-17", "GS-35")
def test_all_computations_of_sight_agree_for_many_pairs() -> None:
    compare_drawn_sights("many sights", 100_000, 10_000)
