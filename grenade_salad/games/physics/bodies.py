"""Bodies on a table, seen from above: what the engine is told, and what it says. Millimetres, seconds and radians.

A body has a mass; the table holds it back with a force and a torque, by two joints whose force is limited: Python
callbacks for each body cost 4 to 7 times as much, and damping never stops a body (measured).
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
Listed: TypeAlias = tuple[bytes, bytes]
"""A look at all bodies: see `Bodies.listed`."""
PARTS = 3
"""Numbers of a body in `Bodies.poses`: x, y and angle."""
NOBODY = pymunk.ShapeFilter(categories=0, mask=0)
"""Meets nobody: in the air, or gone."""
EVERYBODY = pymunk.ShapeFilter()
SQUARE_LEVER = 0.3826
"""The mean distance of a square's points from its centre, in widths: the lever of the table's friction."""

_LISTED = BodyFields.BODY_ID | BodyFields.POSITION | BodyFields.ANGLE


@dataclass(frozen=True, slots=True)
class Matter:
    """How things slide and bounce. `grip` is the friction with the table, `rub` that of one thing with another;
    `bounce` is a factor of each of the two: of a speed at which they meet its product goes back."""

    grip: float
    rub: float
    bounce: float


class Bodies:
    """Bodies in the order in which they are put there; `done` must be called before the first step."""

    def __init__(self, slop: float, bias: float) -> None:
        """`slop` is how far they may overlap, in mm; `bias` the share of more than that which is left after 1 s."""
        self.space = pymunk.Space()
        self.space.collision_slop = slop
        self.space.collision_bias = bias
        self.bodies: list[tuple[pymunk.Body, pymunk.Shape]] = []
        self._joints: list[Constraint] = []
        self._buffer = Buffer()
        self.places: dict[int, int] = {}

    def put(
        self, body: pymunk.Body, shape: pymunk.Shape, matter: Matter, lever: float, meets: pymunk.ShapeFilter
    ) -> None:
        """One body on the table; `lever` is the mean distance of its points from its centre, in mm."""
        shape.friction = matter.rub
        shape.elasticity = matter.bounce
        if meets is not EVERYBODY:
            shape.filter = meets
        slide = PivotJoint(self.space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = GearJoint(self.space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        force = matter.grip * body.mass * GRAVITY
        slide.max_force = force
        turn.max_force = force * lever
        self._joints += slide, turn
        self.places[body.id] = len(self.bodies)
        self.bodies.append((body, shape))

    def cube(self, width: float, at: Sequence[float], matter: Matter, meets: pymunk.ShapeFilter = EVERYBODY) -> None:
        """A cube of mass 1 at x, y and angle."""
        body = pymunk.Body(1.0, width * width / 6)
        body.position = at[0], at[1]
        body.angle = at[2]
        self.put(body, pymunk.Poly.create_box(body, (width, width)), matter, SQUARE_LEVER * width, meets)

    def stand(self, corners: Sequence[Point], matter: Matter) -> None:
        """Something convex that never moves: it is no body of its own, and has no place among them."""
        shape = pymunk.Poly(self.space.static_body, corners)
        shape.friction = matter.rub
        shape.elasticity = matter.bounce
        self.space.add(shape)

    def done(self) -> None:
        """All are there: bodies, then shapes, then joints, since the order changes what the engine finds."""
        self.space.add(*(body for body, _ in self.bodies), *(shape for _, shape in self.bodies), *self._joints)

    def set(self, index: int, slide: Point, spin: float, meets: pymunk.ShapeFilter) -> None:
        """How fast a body is from now on, and whom it meets."""
        body, shape = self.bodies[index]
        body.velocity = slide
        body.angular_velocity = spin
        shape.filter = meets

    def poses(self) -> array[float]:
        """x, y and angle of all bodies in the order in which they were put there."""
        self._buffer.clear()
        get_space_bodies(self.space, BodyFields.POSITION | BodyFields.ANGLE, self._buffer)
        frame = array("d")
        frame.frombytes(self._buffer.float_buf())
        # Pymunk lists the static body, too, after the others.
        return frame[: PARTS * len(self.bodies)]

    def listed(self) -> Listed:
        """The bodies' ids in the engine's order, which changes when one falls asleep, and x, y and angle of each."""
        self._buffer.clear()
        get_space_bodies(self.space, _LISTED, self._buffer)
        return bytes(self._buffer.int_buf()), bytes(self._buffer.float_buf())

    def by_place(self, film: Sequence[Listed]) -> NDArray[np.float64]:
        """x, y and angle at each of these looks, a row a body in the order in which they were put there."""
        return by_place(film, self.places)


def by_place(film: Sequence[Listed], places: Mapping[int, int]) -> NDArray[np.float64]:
    """The same for bodies with these places, by their ids: also when the engine has gone."""
    # One row more for the static body, which the engine may list.
    placed = np.empty((len(film), len(places) + 1, PARTS))
    done = 0
    for ids, looks in groupby(film, key=itemgetter(0)):
        found = np.frombuffer(b"".join(floats for _, floats in looks)).reshape(-1, len(ids) // 8, PARTS)
        rows = [places.get(one, len(places)) for one in np.frombuffer(ids, dtype=np.int64).tolist()]
        placed[done : done + len(found), rows] = found
        done += len(found)
    return placed[:, :-1]
