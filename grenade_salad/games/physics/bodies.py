"""Bodies on a table, seen from above: the interface of the physics engine.

Lengths are in mm, times in seconds, angles in radians. A body has a mass; the table holds it back with a force and a
torque, by two joints whose force is limited: Python callbacks for each body cost 4 to 7 times as much, and damping
never stops a body (measured).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

import numpy as np
import pymunk
from numpy.typing import NDArray
from pymunk.batch import BodyFields, Buffer, get_space_bodies
from pymunk.constraints import Constraint, GearJoint, PivotJoint

from grenade_salad.games.physics.release import GRAVITY

Point: TypeAlias = tuple[float, float]
EngineSnapshot: TypeAlias = tuple[bytes, bytes]
"""The ids and poses of all bodies at a moment, see `Bodies.snapshot`."""
POSE_SIZE = 3
"""The number of values of a body in `Bodies.poses`: x, y and angle."""
COLLIDES_WITH_NONE = pymunk.ShapeFilter(categories=0, mask=0)
"""Filter of a body that collides with none: in the air, or gone."""
COLLIDES_WITH_ALL = pymunk.ShapeFilter()
SQUARE_LEVER = 0.3826
"""The mean distance of a square's points from its centre, in widths.

It is the lever of the table's friction.
"""

_SNAPSHOT_FIELDS = BodyFields.BODY_ID | BodyFields.POSITION | BodyFields.ANGLE


@dataclass(frozen=True, slots=True)
class Material:
    """Constants of how objects slide and bounce."""

    table_friction: float
    """Friction with the table."""
    friction: float
    """Friction of one object with another."""
    elasticity: float
    """The restitution of a collision is the product of both."""


class Bodies:
    """Bodies in the order in which they are added.

    `fill_space` must be called before the first step.
    """

    def __init__(self, slop: float, bias: float) -> None:
        """Create an empty space.

        `slop` is how far bodies may overlap, in mm; `bias` the share of any further overlap that is left after 1 s.
        """
        self.space = pymunk.Space()
        self.space.collision_slop = slop
        self.space.collision_bias = bias
        self.bodies: list[tuple[pymunk.Body, pymunk.Shape]] = []
        self._joints: list[Constraint] = []
        self._buffer = Buffer()
        self.rows: dict[int, int] = {}

    def add_body(
        self, body: pymunk.Body, shape: pymunk.Shape, material: Material, lever: float, collisions: pymunk.ShapeFilter
    ) -> None:
        """Add a body to the table.

        `lever` is the mean distance of its points from its centre, in mm.
        """
        shape.friction = material.friction
        shape.elasticity = material.elasticity
        if collisions is not COLLIDES_WITH_ALL:
            shape.filter = collisions
        slide = PivotJoint(self.space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = GearJoint(self.space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        force = material.table_friction * body.mass * GRAVITY
        slide.max_force = force
        turn.max_force = force * lever
        self._joints += slide, turn
        self.rows[body.id] = len(self.bodies)
        self.bodies.append((body, shape))

    def add_cube(
        self,
        width: float,
        pose: Sequence[float],
        material: Material,
        collisions: pymunk.ShapeFilter = COLLIDES_WITH_ALL,
    ) -> None:
        """Add a cube of mass 1 at x, y and angle."""
        body = pymunk.Body(1.0, width * width / 6)
        body.position = pose[0], pose[1]
        body.angle = pose[2]
        self.add_body(body, pymunk.Poly.create_box(body, (width, width)), material, SQUARE_LEVER * width, collisions)

    def add_obstacle(self, corners: Sequence[Point], material: Material) -> None:
        """Add a convex obstacle that never moves.

        It is no body of its own, and has no row among them.
        """
        shape = pymunk.Poly(self.space.static_body, corners)
        shape.friction = material.friction
        shape.elasticity = material.elasticity
        self.space.add(shape)

    def fill_space(self) -> None:
        """Add all bodies to the space, then all shapes, then all joints.

        The order changes the results of the engine.
        """
        self.space.add(*(body for body, _ in self.bodies), *(shape for _, shape in self.bodies), *self._joints)

    def set_motion(self, index: int, slide: Point, spin: float, collisions: pymunk.ShapeFilter) -> None:
        """Set the velocity of a body, and what it collides with."""
        body, shape = self.bodies[index]
        body.velocity = slide
        body.angular_velocity = spin
        shape.filter = collisions

    def set_pose(self, index: int, pose: Sequence[float]) -> None:
        """Move a body to x, y and angle."""
        body = self.bodies[index][0]
        body.position = pose[0], pose[1]
        body.angle = pose[2]

    def push(self, index: int, change: Point) -> None:
        """Change the velocity of a body by some mm/s."""
        body = self.bodies[index][0]
        body.velocity = body.velocity[0] + change[0], body.velocity[1] + change[1]

    def poses(self) -> array[float]:
        """Return x, y and angle of all bodies in the order in which they were added."""
        self._buffer.clear()
        get_space_bodies(self.space, BodyFields.POSITION | BodyFields.ANGLE, self._buffer)
        frame = array("d")
        frame.frombytes(self._buffer.float_buf())
        # Pymunk lists the static body, too, after the others.
        return frame[: POSE_SIZE * len(self.bodies)]

    def snapshot(self) -> EngineSnapshot:
        """Return the ids of all bodies in the engine's order, and x, y and angle of each.

        The order changes when a body falls asleep.
        """
        self._buffer.clear()
        get_space_bodies(self.space, _SNAPSHOT_FIELDS, self._buffer)
        return bytes(self._buffer.int_buf()), bytes(self._buffer.float_buf())

    def poses_by_row(self, film: Sequence[EngineSnapshot]) -> NDArray[np.float64]:
        """Return x, y and angle in each snapshot, with a row for each body.

        The rows are in the order in which the bodies were added.
        """
        return poses_by_row(film, self.rows)


def poses_by_row(film: Sequence[EngineSnapshot], rows: Mapping[int, int]) -> NDArray[np.float64]:
    """Return x, y and angle in each snapshot, in the row of each body's id.

    It also works when the engine no longer exists.
    """
    # One more row is for the static body, which the engine may list.
    poses = np.empty((len(film), len(rows) + 1, POSE_SIZE))
    count = 0
    for ids, snapshots in groupby(film, key=itemgetter(0)):
        block = np.frombuffer(b"".join(floats for _, floats in snapshots)).reshape(-1, len(ids) // 8, POSE_SIZE)
        columns = [rows.get(body_id, len(rows)) for body_id in np.frombuffer(ids, dtype=np.int64).tolist()]
        poses[count : count + len(block), columns] = block
        count += len(block)
    return poses[:, :-1]
