"""The open table: flicks and pushes, many pieces, and the window.

Bare pymunk builds and steps the same scenes as a flick. A push is among 200 bodies; lines and views are
measured with many pieces; the window with what people see of it. Sides take turns, and of each the best
round counts: nothing else on the machine makes a round quicker.
"""

from __future__ import annotations

from functools import partial
from math import cos, dist, inf, pi, sin
from random import Random

import pymunk

from grenade_salad.games.open_table.actions import Move
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.physics.bodies import Material
from grenade_salad.games.physics.pushing import PathPoint, Push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Playfield, Sliding, SlidingObject, Wall, flick
from tools.bench import open_table_window
from tools.bench.figures import format_verdict, measure_seconds

MAX_FLICK_RATIO = 1.3
"""The most that a flick among 24 discs may cost, as a multiple of bare pymunk."""
MAX_PUSH_SECONDS = 0.02
"""The most core seconds for a second of pushing among 200 bodies."""
MAX_MOVE_RATIO = 2.0
"""The most that moving one of 1,000 pieces may cost, as a multiple of one of 100.

A move examines no other piece.
"""
MAX_VIEW_RATIO = 12.0
"""The most that a view of 1,000 pieces may cost, as a multiple of one of 100."""
_WOOD = Material(0.3, 0.2, 0.7)
_RADIUS, _MASS = 16.0, 10.0
_SIZE = 660.0
"""Length of the sides of the board, in mm."""
_ROUNDS, _SHOTS = 8, 40


def run() -> None:
    """Print the costs of a flick, a push, lines among many pieces, and the window."""
    _measure_flicks()
    _measure_push()
    _measure_lines()
    open_table_window.run()


def _place_discs(rng: Random, count: int, width: float, height: float, radius: float) -> list[SlidingObject]:
    discs: list[SlidingObject] = []
    while len(discs) < count:
        x, y = rng.uniform(2 * radius, width - 2 * radius), rng.uniform(2 * radius, height - 2 * radius)
        if all(dist((x, y), (disc.x, disc.y)) > 2 * radius + 1 for disc in discs):
            discs.append(SlidingObject(len(discs), x, y, 0.0, _MASS, _WOOD, radius=radius))
    return discs


def _make_board() -> Playfield:
    corners = ((0.0, 0.0), (_SIZE, 0.0), (_SIZE, _SIZE), (0.0, _SIZE))
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return Playfield((_SIZE, _SIZE), tuple(Wall(corner, next_corner, 10.0, _WOOD) for corner, next_corner in sides))


def _measure_flicks() -> None:
    rng, ground = Random(1), _make_board()
    shots = []
    for _ in range(_SHOTS):
        speed, direction = rng.uniform(800, 3000), rng.uniform(0, 2 * pi)
        shots.append((_place_discs(rng, 24, _SIZE, _SIZE, _RADIUS), (speed * cos(direction), speed * sin(direction))))
    scenes = []
    for discs, velocity in shots:
        sliding = Sliding(ground, discs)
        sliding.start(0, velocity)
        scenes.append((discs, velocity, len(flick(ground, discs, 0, velocity).frames) - 1, sliding.steps))
    ours = bare = inf
    for _ in range(_ROUNDS):
        ours = min(ours, measure_seconds(lambda: [flick(ground, discs, 0, velocity) for discs, velocity in shots]))
        bare = min(bare, measure_seconds(lambda: [_flick_in_pymunk(ground, *scene) for scene in scenes]))
    ratio = ours / bare
    print(
        f"flick among 24 discs: {1000 * ours / _SHOTS:.1f} ms, bare pymunk {1000 * bare / _SHOTS:.1f}; "
        f"ratio {ratio:.2f}, bar {MAX_FLICK_RATIO}: {format_verdict(ratio <= MAX_FLICK_RATIO)}"
    )


def _flick_in_pymunk(
    ground: Playfield, discs: list[SlidingObject], speed: tuple[float, float], frames: int, steps: int
) -> list[tuple[float, ...]]:
    """Run the same bodies, joints, walls, sleep and steps; read poses at the end."""
    space = pymunk.Space()
    space.collision_slop, space.collision_bias = 0.01, 0.5**240
    space.sleep_time_threshold, space.idle_speed_threshold = 0.08, 2.0
    bodies = []
    for disc in discs:
        body = pymunk.Body(disc.mass, disc.mass * disc.radius**2 / 2)
        body.position = disc.x, disc.y
        shape = pymunk.Circle(body, disc.radius)
        shape.friction, shape.elasticity = disc.material.friction, disc.material.elasticity
        slide = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force = disc.material.table_friction * disc.mass * GRAVITY
        turn.max_force = slide.max_force * disc.radius * 2 / 3
        space.add(body, shape, slide, turn)
        bodies.append(body)
    for wall in ground.walls:
        side = pymunk.Segment(space.static_body, wall.start, wall.end, wall.thickness / 2)
        side.friction, side.elasticity = wall.material.friction, wall.material.elasticity
        space.add(side)
    for body in bodies:
        body.sleep()
    bodies[0].activate()
    bodies[0].velocity = speed
    for _ in range(frames * steps):
        space.step(FRAME / steps)
    return [(*body.position, body.angle) for body in bodies]


def _measure_push() -> None:
    rng, took, seconds, max_lag = Random(2), 0.0, 0.0, 0.0
    width, height = 2000.0, 1000.0
    for _ in range(_ROUNDS):
        discs = _place_discs(rng, 200, width, height, 12.0)
        path = _make_path(discs[0], rng, width, height)
        push = Push(Playfield((width, height)), discs, 0)
        for sample in path:
            took += measure_seconds(partial(push.feed, sample))
            if sample[0] % 20 == 0:
                max_lag = max(max_lag, dist(push.poses[0, :2].tolist(), sample[1:]))
        seconds += path[-1][0] / 1000
    core = took / seconds
    print(
        f"push among 200 discs at 0.5 m/s: {core:.4f} core seconds a second, bar {MAX_PUSH_SECONDS}: "
        f"{format_verdict(core <= MAX_PUSH_SECONDS)}; {max_lag:.2f} mm behind the pointer at most"
    )


def _measure_lines() -> None:
    """Print what a move and a view cost with ten times as many pieces."""
    tables = {many: start_table(open_table_window.spread_pieces(many)) for many in (100, 1000)}
    best = {(action_name, many): inf for action_name in ("move", "view") for many in tables}
    for turn in range(_ROUNDS):
        for many, state in tables.items():
            for piece_id in range(1, 41):
                line = Move(0, (piece_id,), to=(20.0 + piece_id + turn, 30.0))
                best["move", many] = min(best["move", many], measure_seconds(partial(state.apply, line)))
            best["view", many] = min(best["view", many], measure_seconds(partial(state.view, 0)))
    for action_name, bar in (("move", MAX_MOVE_RATIO), ("view", MAX_VIEW_RATIO)):
        small, large = best[action_name, 100], best[action_name, 1000]
        print(
            f"open table, a {action_name} among 1,000 pieces: {1000 * large:.2f} ms, among 100 {1000 * small:.2f}; "
            f"ratio {large / small:.1f}, bar {bar:g}: {format_verdict(large <= bar * small)}"
        )


def start_table(box: Box) -> TableState:
    """Return the state of a new table with a box, after the chance of its start."""
    state = start(2, TableOptions(), TableSetup(box))
    while state.pending_chance():
        state.apply_chance(state.sample_chance(Random(1)))
    return state


def _make_path(start: SlidingObject, rng: Random, width: float, height: float) -> list[PathPoint]:
    x, y, turn = start.x, start.y, 0.3
    path: list[PathPoint] = [(0, x, y)]
    for step in range(1, 150):
        turn += rng.uniform(-0.1, 0.1)
        if not (60 < x + 10 * cos(turn) < width - 60 and 60 < y + 10 * sin(turn) < height - 60):
            turn += pi / 2
        x, y = x + 10 * cos(turn), y + 10 * sin(turn)
        path.append((20 * step, x, y))
    return path
