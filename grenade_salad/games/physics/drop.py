"""A drop of cubes onto a table where others stand, from the first landing until all lie still."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from operator import sub

from grenade_salad.games.physics.bodies import EVERYBODY, NOBODY, PARTS, Bodies, Matter, Point
from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.physics.release import FRICTION, Landing

FPS = 60
"""How often it is looked at whether all lie still, in a second."""
_STEPS = 4
"""Steps between two looks: 240 a second."""
_LONGEST = 8 * FPS
"""Looks after which a drop ends whatever happens."""
WOOD = Matter(grip=FRICTION, rub=0.3, bounce=0.3)
"""Wood on linen, and wood on wood."""
STILL = 0.001
"""Who moves less than this many mm and radians between two looks lies still."""
APART = 0.5**240
"""The share of an overlap that is left after a second."""
_SLIDING_OFF = 0.9**240
"""The same while cubes land on others: these slide off instead of being thrown."""
_GENTLE = 24
"""Steps after the last landing that this takes."""


class Course:
    """One drop. `standing` and `hits` are by id; who falls meets nobody before it lands.

    After `run`, `last` holds x, y and angle of each of `ids` in turn; for those in `gone` (indices) they mean nothing:
    their centres left the `table` (its width and height in mm), and they fell.
    """

    def __init__(
        self,
        cube: float,
        table: tuple[float, float],
        standing: Mapping[int, Placed],
        hits: Mapping[int, Landing],
        stands: Sequence[Sequence[Point]] = (),
    ) -> None:
        """`stands` are the corners of what stands on the table and never moves."""
        self.table = table
        self.ids = ids = tuple(sorted(standing.keys() | hits.keys()))
        self.gone: set[int] = set()
        self._bodies = bodies = Bodies(slop=0.01, bias=_SLIDING_OFF)
        for one in ids:
            at = standing.get(one) or hits[one]
            bodies.cube(cube, (at.x, at.y, at.angle), WOOD, NOBODY if one in hits else EVERYBODY)
        for corners in stands:
            bodies.stand(corners, WOOD)
        bodies.done()
        start = int(min((hit.time for hit in hits.values()), default=0.0) * FPS)
        due = [
            (ceil((hits[one].time * FPS - start) * _STEPS), index, hits[one])
            for index, one in enumerate(ids)
            if one in hits
        ]
        self._due = sorted(due, key=lambda landing: landing[:2], reverse=True)
        self._settling = (self._due[0][0] if due else 0) + _GENTLE
        self.last = bodies.poses()

    def run(self) -> None:
        """Step until everybody has landed and lies still, or it takes too long."""
        done, space = 0, self._bodies.space
        for _ in range(_LONGEST - 1):
            for _ in range(_STEPS):
                if self._due:
                    self._land(done)
                space.step(1 / (FPS * _STEPS))
                done += 1
            frame = self._bodies.poses()
            last, self.last = self.last, frame
            self._fall_off(frame)
            if done > self._settling:
                if max(map(abs, map(sub, frame, last)), default=0.0) < STILL:
                    return
                space.collision_bias = APART

    def _land(self, step: int) -> None:
        """Those whose time has come touch the table, and whoever is there."""
        while self._due and self._due[-1][0] <= step:
            _, index, hit = self._due.pop()
            self._bodies.set(index, hit.slide, hit.spin, EVERYBODY)

    def _fall_off(self, frame: Sequence[float]) -> None:
        """Whose centre is over the edge falls at once: it is put out of the way, which keeps the order."""
        width, height = self.table
        xs, ys = frame[0::PARTS], frame[1::PARTS]
        if not xs or (min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height):
            return
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            if not (0 <= x <= width and 0 <= y <= height):
                self.gone.add(index)
                self._bodies.set(index, (0.0, 0.0), 0.0, NOBODY)
                self._bodies.bodies[index][0].position = width / 2, height / 2
