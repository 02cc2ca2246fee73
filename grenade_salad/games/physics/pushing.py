"""One thing is drawn along a table, against whatever stands there, by a hand of limited force.

What is seen while somebody pushes and what the whole path gives is the same function: `Push` is fed point by point, and
steps as far as the points go, so that where it ends does not depend on when they came.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TypeAlias

import pymunk
from pymunk.constraints import PivotJoint

from grenade_salad.games.physics.bodies import Point
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Frames, Ground, Slide, Sliding, Thing

At: TypeAlias = tuple[int, float, float]
"""Whole ms since the first point, and where the pointer is, in mm."""
POINTS = 240
"""A path has so many at most."""
LONGEST = 3000
"""ms that a path takes at most."""
_FORCE = 60.0
"""The force of the hand, in weights of what it holds: it moves a hundred such things and more, none through a wall."""
_FASTEST = 1500.0
"""mm/s that the hand follows with at most."""
_MS = round(FRAME * 1000)
_PULLS = 0.05**60
"""The share of its distance from the hand that a thing still has after a second."""


def push(ground: Ground, things: Sequence[Thing], which: int, path: Sequence[At]) -> Slide:
    """Draw a thing along a path, let go at its end, and let everything come to rest.

    The path is that of the pointer: the thing keeps its distance from it. Raises ValueError for a path that is too
    long, goes back in time or has numbers that are none, and for things as in `flick`.
    """
    pushed = Push(ground, things, which)
    for at in path:
        pushed.feed(at)
    return pushed.let_go()


class Push:
    """A push that goes on: `feed` it the points of its path, and look at `poses` in between."""

    def __init__(self, ground: Ground, things: Sequence[Thing], which: int) -> None:
        """Nothing moves yet. Raises ValueError as `push` does."""
        self._sliding = sliding = Sliding(ground, things, (which,))
        if which not in sliding.index:
            raise ValueError(f"there is no thing {which}")
        thing = sliding.things[sliding.index[which]]
        sliding.pace(thing.mass * _FASTEST**2 / 2)
        self._which, self._start = which, (thing.x, thing.y)
        self._body = sliding.bodies.bodies[sliding.index[which]][0]
        self._hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._hand.position = self._start
        self._joint: PivotJoint | None = PivotJoint(self._hand, self._body, (0.0, 0.0), (0.0, 0.0))
        self._joint.max_force = _FORCE * thing.mass * GRAVITY
        self._joint.error_bias = _PULLS
        self._joint.collide_bodies = False
        sliding.bodies.space.add(self._hand, self._joint)
        self._path: list[At] = []
        self._leg = 0

    @property
    def poses(self) -> Frames:
        """x, y and angle of all things, in order of their ids, as far as the points go."""
        return self._sliding.last

    @property
    def ids(self) -> tuple[int, ...]:
        """The rows of `poses`."""
        return tuple(thing.id for thing in self._sliding.things)

    @property
    def things(self) -> Sequence[Thing]:
        """All of them, by id, as they lay at first."""
        return self._sliding.things

    @property
    def moment(self) -> int:
        """How many frames there have been."""
        return self._sliding.moment

    def frames(self, first: int) -> Frames:
        """The film from that frame on, for all things."""
        return self._sliding.bodies.by_place(self._sliding.film[first:])

    def feed(self, at: At) -> None:
        """The next point of the path. Raises ValueError for one that cannot follow, with nothing changed."""
        self._check(at)
        self._path.append(at)
        while self._joint is not None and (self._sliding.moment + 1) * _MS <= at[0]:
            self._frame()

    def let_go(self) -> Slide:
        """The hand lets go at the end of its path, within a frame too, so that what it drew slides on; how it ends."""
        end = self._path[-1][0] if self._path else 0
        if self._joint is not None and (left := end - self._sliding.moment * _MS) > 0:
            self._frame(left)
        self._open()
        self._sliding.run()
        return self._sliding.ended()

    def _check(self, at: At) -> None:
        if not (isfinite(at[1]) and isfinite(at[2])):
            raise ValueError("a point of the path has a number that is none")
        if len(self._path) >= POINTS or at[0] > LONGEST:
            raise ValueError(f"a path has at most {POINTS} points in {LONGEST} ms")
        if at[0] != 0 if not self._path else at[0] <= self._path[-1][0]:
            raise ValueError("a path begins at 0 ms and goes on in time")

    def _wanted(self, ms: float) -> Point:
        """Where the hand should be then; where the path ends, it stays."""
        while self._leg + 2 < len(self._path) and self._path[self._leg + 1][0] <= ms:
            self._leg += 1
        (begin, *start), (end, *stop) = self._path[self._leg], self._path[min(self._leg + 1, len(self._path) - 1)]
        share = min(max((ms - begin) / (end - begin), 0.0), 1.0) if end > begin else 1.0
        x, y = (one + share * (other - one) for one, other in zip(start, stop, strict=True))
        return self._start[0] + x - self._path[0][1], self._start[1] + y - self._path[0][2]

    def _frame(self, held: int = _MS) -> None:
        """The hand goes on for a frame, and whatever is in its way; after so many ms of it the hand lets go."""
        sliding, hand, begin = self._sliding, self._hand, self._sliding.moment * _MS
        there = hand.position
        sliding.watch_holes()
        if self._wanted(begin + _MS) != tuple(there):
            self._body.activate()
        steps = sliding.steps
        with_hand = steps * held // _MS
        for step in range(1, with_hand + 1):
            wanted = self._wanted(begin + _MS * step / steps)
            way = wanted[0] - hand.position[0], wanted[1] - hand.position[1]
            share = min(1.0, _FASTEST * FRAME / steps / max(hypot(*way), 1e-9))
            # The engine moves the hand itself, with this speed, at the beginning of the step.
            hand.velocity = way[0] * share * steps / FRAME, way[1] * share * steps / FRAME
            sliding.step(FRAME / steps)
            if self._which in sliding.taken:
                self._open()
        hand.velocity = 0.0, 0.0
        if with_hand < steps:
            self._open()
        for _ in range(steps - with_hand):
            sliding.step(FRAME / steps)
        sliding.look()
        if self._which in sliding.taken or self._which in sliding.lost:
            self._open()

    def _open(self) -> None:
        if self._joint is not None:
            self._sliding.bodies.space.remove(self._joint, self._hand)
            self._joint = None
