"""A drop of cubes onto a table with others, from the first landing until rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from operator import sub

from grenade_salad.games.physics.bodies import COLLIDES_WITH_ALL, COLLIDES_WITH_NONE, POSE_SIZE, Bodies, Material, Point
from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.physics.release import FRICTION, Landing

FPS = 60
"""Frames a second, after each of which all cubes are tested for rest."""
_STEPS_PER_FRAME = 4
"""Steps in a frame: 240 a second."""
_MAX_FRAMES = 8 * FPS
"""Frames after which a drop ends in any case."""
WOOD = Material(table_friction=FRICTION, friction=0.3, elasticity=0.3)
"""Material of wood on linen, and of wood on wood."""
STILL_LIMIT = 0.001
"""A cube is at rest if it moves less than this many mm and radians in a frame."""
OVERLAP_BIAS = 0.5**240
"""The share of an overlap that is left after a second."""
_LANDING_BIAS = 0.9**240
"""The same while cubes land on others: these slide off instead of being thrown."""
_GENTLE_STEPS = 24
"""Steps after the last landing during which cubes still slide off."""


class DropSimulation:
    """Simulation of one drop.

    `standing` and `landings` are by id; a falling cube collides with none before it lands. After `run`, `last` holds
    x, y and angle of each of `ids` in turn; for those in `fallen` (indices) they mean nothing: their centres left the
    `table` (its width and height in mm), and they fell.
    """

    def __init__(
        self,
        cube: float,
        table: tuple[float, float],
        standing: Mapping[int, Placed],
        landings: Mapping[int, Landing],
        obstacles: Sequence[Sequence[Point]] = (),
    ) -> None:
        """Prepare the simulation.

        `obstacles` are the corners of objects that are on the table and never move.
        """
        self.table = table
        self.ids = ids = tuple(sorted(standing.keys() | landings.keys()))
        self.fallen: set[int] = set()
        self._bodies = bodies = Bodies(slop=0.01, bias=_LANDING_BIAS)
        for cube_id in ids:
            pose = standing.get(cube_id) or landings[cube_id]
            bodies.add_cube(
                cube,
                (pose.x, pose.y, pose.angle),
                WOOD,
                COLLIDES_WITH_NONE if cube_id in landings else COLLIDES_WITH_ALL,
            )
        for corners in obstacles:
            bodies.add_obstacle(corners, WOOD)
        bodies.fill_space()
        start = int(min((landing.time for landing in landings.values()), default=0.0) * FPS)
        due = [
            (ceil((landings[cube_id].time * FPS - start) * _STEPS_PER_FRAME), index, landings[cube_id])
            for index, cube_id in enumerate(ids)
            if cube_id in landings
        ]
        self._due = sorted(due, key=lambda landing: landing[:2], reverse=True)
        self._settling = (self._due[0][0] if due else 0) + _GENTLE_STEPS
        self.last = bodies.poses()

    def run(self) -> None:
        """Step until all cubes have landed and are at rest, or _MAX_FRAMES have passed."""
        step, space = 0, self._bodies.space
        for _ in range(_MAX_FRAMES - 1):
            for _ in range(_STEPS_PER_FRAME):
                if self._due:
                    self._land(step)
                space.step(1 / (FPS * _STEPS_PER_FRAME))
                step += 1
            frame = self._bodies.poses()
            last, self.last = self.last, frame
            self._fall_off(frame)
            if step > self._settling:
                if max(map(abs, map(sub, frame, last)), default=0.0) < STILL_LIMIT:
                    return
                space.collision_bias = OVERLAP_BIAS

    def _land(self, step: int) -> None:
        """Let cubes whose time has come touch the table, and collide from then on."""
        while self._due and self._due[-1][0] <= step:
            _, index, landing = self._due.pop()
            self._bodies.set_motion(index, landing.slide, landing.spin, COLLIDES_WITH_ALL)

    def _fall_off(self, frame: Sequence[float]) -> None:
        """Let cubes fall whose centre is over the edge.

        They are moved out of the way instead of being removed, which keeps the order of bodies.
        """
        width, height = self.table
        xs, ys = frame[0::POSE_SIZE], frame[1::POSE_SIZE]
        if not xs or (min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height):
            return
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            if not (0 <= x <= width and 0 <= y <= height):
                self.fallen.add(index)
                self._bodies.set_motion(index, (0.0, 0.0), 0.0, COLLIDES_WITH_NONE)
                self._bodies.bodies[index][0].position = width / 2, height / 2
