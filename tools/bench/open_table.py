"""The open table: flick and push against bare pymunk that builds and steps the same scenes, a push among 200 bodies,
what lines and views cost with many pieces, and what people see of it on the window.

They take turns, and of each the best round counts: what others do on the machine makes no round quicker.
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
from grenade_salad.games.physics.bodies import Matter
from grenade_salad.games.physics.pushing import At, Push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Ground, Sliding, Thing, Wall, flick
from tools.bench import open_table_window
from tools.bench.figures import timed

FLICK = 1.3
"""The most that a flick among 24 discs costs, in bare pymunk."""
PUSH = 0.02
"""The most core seconds that a second of pushing among 200 bodies takes."""
MOVE = 2.0
"""The most that it costs to move one of 1,000 pieces, in moves of one of 100: it looks at no other."""
VIEW = 12.0
"""The most that a view of 1,000 pieces costs, in views of 100."""
_WOOD = Matter(0.3, 0.2, 0.7)
_RADIUS, _MASS = 16.0, 10.0
_SIZE = 660.0
_ROUNDS, _SHOTS = 8, 40


def run() -> None:
    """Print what a flick costs beside bare pymunk, a push, lines among many pieces, and the window."""
    _flicks()
    _push()
    _lines()
    open_table_window.run()


def _discs(rng: Random, many: int, wide: float, high: float, radius: float) -> list[Thing]:
    found: list[Thing] = []
    while len(found) < many:
        x, y = rng.uniform(2 * radius, wide - 2 * radius), rng.uniform(2 * radius, high - 2 * radius)
        if all(dist((x, y), (one.x, one.y)) > 2 * radius + 1 for one in found):
            found.append(Thing(len(found), x, y, 0.0, _MASS, _WOOD, radius=radius))
    return found


def _board() -> Ground:
    corners = ((0.0, 0.0), (_SIZE, 0.0), (_SIZE, _SIZE), (0.0, _SIZE))
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return Ground((_SIZE, _SIZE), tuple(Wall(one, other, 10.0, _WOOD) for one, other in sides))


def _flicks() -> None:
    rng, ground = Random(1), _board()
    shots = []
    for _ in range(_SHOTS):
        speed, way = rng.uniform(800, 3000), rng.uniform(0, 2 * pi)
        shots.append((_discs(rng, 24, _SIZE, _SIZE, _RADIUS), (speed * cos(way), speed * sin(way))))
    frames = [len(flick(ground, things, 0, speed).frames) - 1 for things, speed in shots]
    steps = []
    for things, speed in shots:
        sliding = Sliding(ground, things)
        sliding.start(0, speed)
        steps.append(sliding.steps)
    scenes = list(zip(shots, frames, steps, strict=True))
    ours = bare = inf
    for _ in range(_ROUNDS):
        ours = min(ours, timed(lambda: [flick(ground, things, 0, speed) for things, speed in shots]))
        bare = min(bare, timed(lambda: [_bare(ground, *shot, many, step) for shot, many, step in scenes]))
    ratio, number = ours / bare, _SHOTS
    print(
        f"flick among 24 discs: {1000 * ours / number:.1f} ms, bare pymunk {1000 * bare / number:.1f}; "
        f"ratio {ratio:.2f}, bar {FLICK}: {'met' if ratio <= FLICK else 'MISSED'}"
    )


def _bare(
    ground: Ground, things: list[Thing], speed: tuple[float, float], frames: int, steps: int
) -> list[tuple[float, ...]]:
    """The same bodies, joints, walls, sleep and steps, and nothing else but reading the poses at the end."""
    space = pymunk.Space()
    space.collision_slop, space.collision_bias = 0.01, 0.5**240
    space.sleep_time_threshold, space.idle_speed_threshold = 0.08, 2.0
    bodies = []
    for thing in things:
        body = pymunk.Body(thing.mass, thing.mass * thing.radius**2 / 2)
        body.position = thing.x, thing.y
        shape = pymunk.Circle(body, thing.radius)
        shape.friction, shape.elasticity = thing.matter.rub, thing.matter.bounce
        slide = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force = thing.matter.grip * thing.mass * GRAVITY
        turn.max_force = slide.max_force * thing.radius * 2 / 3
        space.add(body, shape, slide, turn)
        bodies.append(body)
    for wall in ground.walls:
        side = pymunk.Segment(space.static_body, wall.start, wall.end, wall.thick / 2)
        side.friction, side.elasticity = wall.matter.rub, wall.matter.bounce
        space.add(side)
    for body in bodies:
        body.sleep()
    bodies[0].activate()
    bodies[0].velocity = speed
    for _ in range(frames * steps):
        space.step(FRAME / steps)
    return [(*body.position, body.angle) for body in bodies]


def _push() -> None:
    rng, took, seconds, far = Random(2), 0.0, 0.0, 0.0
    wide, high = 2000.0, 1000.0
    for _ in range(_ROUNDS):
        things = _discs(rng, 200, wide, high, 12.0)
        path = _wandering(things[0], rng, wide, high)
        push = Push(Ground((wide, high)), things, 0)
        for at in path:
            took += timed(partial(push.feed, at))
            if at[0] % 20 == 0:
                far = max(far, dist(push.poses[0, :2].tolist(), at[1:]))
        seconds += path[-1][0] / 1000
    core = took / seconds
    print(
        f"push among 200 discs at 0.5 m/s: {core:.4f} core seconds a second, bar {PUSH}: "
        f"{'met' if core <= PUSH else 'MISSED'}; {far:.2f} mm behind the pointer at most"
    )


def _lines() -> None:
    """A move, a view and a film's scene: with ten times as many pieces."""
    tables = {many: state_of(open_table_window.spread_out(many)) for many in (100, 1000)}
    best = {(what, many): inf for what in ("move", "view") for many in tables}
    for turn in range(_ROUNDS):
        for many, state in tables.items():
            for number in range(1, 41):
                line = Move(0, (number,), to=(20.0 + number + turn, 30.0))
                best["move", many] = min(best["move", many], timed(partial(state.apply, line)))
            best["view", many] = min(best["view", many], timed(partial(state.view, 0)))
    for what, bar in (("move", MOVE), ("view", VIEW)):
        few, all_of_them = best[what, 100], best[what, 1000]
        print(
            f"open table, a {what} among 1,000 pieces: {1000 * all_of_them:.2f} ms, among 100 {1000 * few:.2f}; "
            f"ratio {all_of_them / few:.1f}, bar {bar:g}: {'met' if all_of_them <= bar * few else 'MISSED'}"
        )


def state_of(box: Box) -> TableState:
    """The table of a box, with all luck of the start."""
    state = start(2, TableOptions(), TableSetup(box))
    while state.pending_chance():
        state.apply_chance(state.sample_chance(Random(1)))
    return state


def _wandering(start: Thing, rng: Random, wide: float, high: float) -> list[At]:
    x, y, turn = start.x, start.y, 0.3
    path: list[At] = [(0, x, y)]
    for number in range(1, 150):
        turn += rng.uniform(-0.1, 0.1)
        if not (60 < x + 10 * cos(turn) < wide - 60 and 60 < y + 10 * sin(turn) < high - 60):
            turn += pi / 2
        x, y = x + 10 * cos(turn), y + 10 * sin(turn)
        path.append((20 * number, x, y))
    return path
