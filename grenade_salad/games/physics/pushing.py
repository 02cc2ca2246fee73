"""One object drawn along a table, against obstacles, by a hand of limited force.

The animation during a push and the result of the whole path are the same function: `Push` is fed point by point, and
steps as far as the points reach, so that its result does not depend on when they arrived.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TypeAlias

import pymunk
from pymunk.constraints import PivotJoint

from grenade_salad.games.physics.bodies import Point
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Frames, Playfield, Slide, Sliding, SlidingObject

PathPoint: TypeAlias = tuple[int, float, float]
"""Whole ms since the first point, and the position of the pointer in mm."""
MAX_POINTS = 240
"""Maximum number of points of a path."""
MAX_DURATION = 3000
"""Maximum duration of a path in ms."""
_HAND_FORCE = 60.0
"""The force of the hand, in weights of the object that it holds.

It moves a hundred such objects and more, but none through a wall.
"""
_MAX_HAND_SPEED = 1500.0
"""Maximum speed of the hand in mm/s."""
_FRAME_MS = round(FRAME * 1000)
_PULL_BIAS = 0.05**60
"""The share of the distance from hand to object that is left after a second."""


def push(playfield: Playfield, objects: Sequence[SlidingObject], object_id: int, path: Sequence[PathPoint]) -> Slide:
    """Draw an object along a path, release it, and let everything come to rest.

    The path is that of the pointer: the object keeps its distance from it. Raises `ValueError` if the path is too
    long, goes back in time or contains an infinity or NaN, and for objects as in `flick`.
    """
    hand_push = Push(playfield, objects, object_id)
    for point in path:
        hand_push.feed(point)
    return hand_push.let_go()


class Push:
    """A push in progress: `feed` it the points of its path, and read `poses`."""

    def __init__(self, playfield: Playfield, objects: Sequence[SlidingObject], object_id: int) -> None:
        """Start at rest. Raises `ValueError` as `push` does."""
        self._sliding = sliding = Sliding(playfield, objects, (object_id,))
        if object_id not in sliding.index:
            raise ValueError(f"there is no thing {object_id}")
        obj = sliding.objects[sliding.index[object_id]]
        sliding.set_step_length(obj.mass * _MAX_HAND_SPEED**2 / 2)
        self._object_id, self._start = object_id, (obj.x, obj.y)
        self._body = sliding.bodies.bodies[sliding.index[object_id]][0]
        self._hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._hand.position = self._start
        self._joint: PivotJoint | None = PivotJoint(self._hand, self._body, (0.0, 0.0), (0.0, 0.0))
        self._joint.max_force = _HAND_FORCE * obj.mass * GRAVITY
        self._joint.error_bias = _PULL_BIAS
        self._joint.collide_bodies = False
        sliding.bodies.space.add(self._hand, self._joint)
        self._path: list[PathPoint] = []
        self._segment = 0

    @property
    def poses(self) -> Frames:
        """x, y and angle of all objects, in the order of their ids, so far."""
        return self._sliding.last_poses

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the rows of `poses`."""
        return tuple(obj.id for obj in self._sliding.objects)

    @property
    def objects(self) -> Sequence[SlidingObject]:
        """All objects, by id, as they were at first."""
        return self._sliding.objects

    @property
    def frame_count(self) -> int:
        """The number of frames so far."""
        return self._sliding.frame_count

    def frames(self, first: int) -> Frames:
        """Return the film from that frame on, for all objects."""
        return self._sliding.bodies.poses_by_row(self._sliding.film[first:])

    def feed(self, point: PathPoint) -> None:
        """Add the next point of the path.

        Raises `ValueError` for a point that cannot follow, with nothing changed.
        """
        self._check(point)
        self._path.append(point)
        while self._joint is not None and (self._sliding.frame_count + 1) * _FRAME_MS <= point[0]:
            self._run_frame()

    def let_go(self) -> Slide:
        """Release the object at the end of its path and return the final result.

        The hand may let go within a frame, so that the object slides on.
        """
        end = self._path[-1][0] if self._path else 0
        if self._joint is not None and (left := end - self._sliding.frame_count * _FRAME_MS) > 0:
            self._run_frame(left)
        self._release()
        self._sliding.run()
        return self._sliding.build_result()

    def _check(self, point: PathPoint) -> None:
        if not (isfinite(point[1]) and isfinite(point[2])):
            raise ValueError("a point of the path has a number that is none")
        if len(self._path) >= MAX_POINTS or point[0] > MAX_DURATION:
            raise ValueError(f"a path has at most {MAX_POINTS} points in {MAX_DURATION} ms")
        if point[0] != 0 if not self._path else point[0] <= self._path[-1][0]:
            raise ValueError("a path begins at 0 ms and goes on in time")

    def _hand_target(self, ms: float) -> Point:
        """Return where the hand should be at that time. It stays at the end of the path."""
        while self._segment + 2 < len(self._path) and self._path[self._segment + 1][0] <= ms:
            self._segment += 1
        (begin, *start), (end, *finish) = (
            self._path[self._segment],
            self._path[min(self._segment + 1, len(self._path) - 1)],
        )
        share = min(max((ms - begin) / (end - begin), 0.0), 1.0) if end > begin else 1.0
        x, y = (a + share * (b - a) for a, b in zip(start, finish, strict=True))
        return self._start[0] + x - self._path[0][1], self._start[1] + y - self._path[0][2]

    def _run_frame(self, held_ms: int = _FRAME_MS) -> None:
        """Move the hand for a frame, with whatever is in its way.

        The hand lets go after `held_ms` of it.
        """
        sliding, hand, begin = self._sliding, self._hand, self._sliding.frame_count * _FRAME_MS
        position = hand.position
        sliding.watch_holes()
        if self._hand_target(begin + _FRAME_MS) != tuple(position):
            self._body.activate()
        steps = sliding.steps
        held_steps = steps * held_ms // _FRAME_MS
        for step in range(1, held_steps + 1):
            target = self._hand_target(begin + _FRAME_MS * step / steps)
            offset = target[0] - hand.position[0], target[1] - hand.position[1]
            share = min(1.0, _MAX_HAND_SPEED * FRAME / steps / max(hypot(*offset), 1e-9))
            # The engine moves the hand itself, with this speed, at the beginning of the step.
            hand.velocity = offset[0] * share * steps / FRAME, offset[1] * share * steps / FRAME
            sliding.step(FRAME / steps)
            if self._object_id in sliding.taken:
                self._release()
        hand.velocity = 0.0, 0.0
        if held_steps < steps:
            self._release()
        for _ in range(steps - held_steps):
            sliding.step(FRAME / steps)
        sliding.observe()
        if self._object_id in sliding.taken or self._object_id in sliding.lost:
            self._release()

    def _release(self) -> None:
        if self._joint is not None:
            self._sliding.bodies.space.remove(self._joint, self._hand)
            self._joint = None
