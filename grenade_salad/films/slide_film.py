"""The film of a flick, a push or a roll: how everything came to lie where the record says.

It is made from what the eyes before it know: their view, the line, the recorded rest, and the luck of that line, which
the seed of the match gives again at any time. So it is the same whenever it is shown, nothing of it has to be kept, and
it tells nothing that is secret. On the machine that played it, it is what happened, to the last bit. Elsewhere, or
where the seed has nothing to do with the rest (a line that was written by hand), every way is bent to its recorded end,
by as much at each moment as it has gone: what lies still does not creep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, floor, gcd, pi, sin, tau
from random import Random

import numpy as np

from grenade_salad.core import Action
from grenade_salad.films.impacts import Impact, find_impacts
from grenade_salad.games.open_table import actions, physics
from grenade_salad.games.open_table.box import Point
from grenade_salad.games.open_table.physics import PhysicsSnapshot
from grenade_salad.games.physics.sliding import FRAME, Frames, Slide

MIN_ROLL_SECONDS = 0.9
"""Seconds that a roll is seen for at least: the film of a short one runs slower than the world."""
MAX_SECONDS = 5.0
"""Seconds that a film takes at most: a longer one runs quicker than the world."""
_STILL = 0.02
"""mm and radians: nothing is seen of what moves less in a frame."""
_FALL_SECONDS = 0.05
"""Seconds in which what falls into a pocket or a ditch loses most of its speed, and how many mm it goes at most."""
_MAX_FALL_DISTANCE = 24.0
_FALL_FRAMES = 12
"""Frames for which one sees it there before the film ends."""
_MIN_TUMBLES, _WIDTHS_PER_TUMBLE = 2.0, 0.7
"""A die turns over so often, and once more for so many of its widths that it goes."""
_HOP = 0.5
"""How high a die hops while it turns over, in its widths."""
_STRIDES = (3, 5, 7, 11, 13, 17)
"""How many faces on the next one is that a die shows while it turns over."""


@dataclass(frozen=True)
class Film:
    """`frames[k, i]` is x, y (mm) and angle of piece `ids[i]` at k * FRAME seconds; the last one is the record's.

    `slow` is how many times longer it is shown than it took. `gone` has the frame from which on a piece is in a
    pocket. `tumbles` are of rolled dice: in each frame how often they still turn over, and what they show at the end,
    of how many faces. `is_exact` says whether it is what happened, not bent.
    """

    ids: tuple[int, ...]
    frames: Frames
    slowdown: float
    pocket_frames: Mapping[int, int]
    hits: tuple[Impact, ...]
    tumbles: Mapping[int, tuple[Frames, int, int]]
    is_exact: bool

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        return (len(self.frames) - 1) * FRAME * self.slowdown

    def poses_at(self, seconds: float) -> dict[int, tuple[float, float, float]]:
        """x, y and angle of all that it moves, so long after its begin."""
        frame = min(max(seconds / self.slowdown / FRAME, 0.0), len(self.frames) - 1.0)
        first = int(frame)
        second = min(first + 1, len(self.frames) - 1)
        poses = self.frames[first] + (self.frames[second] - self.frames[first]) * (frame - first)
        return {piece_id: (x, y, angle) for piece_id, (x, y, angle) in zip(self.ids, poses.tolist(), strict=True)}

    def die_at(self, piece_id: int, seconds: float) -> tuple[int, float]:
        """Which face a rolled die shows, and how high it is, in its widths."""
        turns_left, last, faces = self.tumbles[piece_id]
        frame = min(max(seconds / self.slowdown / FRAME, 0.0), len(turns_left) - 1.0)
        turns = float(np.interp(frame, np.arange(len(turns_left)), turns_left))
        stride = next(step for step in (*_STRIDES, 1) if gcd(step, faces) == 1)
        return (last + stride * ceil(turns - 0.5)) % faces if turns > 0.5 else last, _HOP * abs(sin(pi * turns))

    def pocketed_at(self, seconds: float) -> list[int]:
        """Who is in a pocket or a ditch by then."""
        return [piece_id for piece_id, frame in self.pocket_frames.items() if seconds >= frame * FRAME * self.slowdown]


def make_film(snapshot: PhysicsSnapshot, action: Action, rest: actions.Rest, steady: bool, rng: Random) -> Film | None:
    """The film of an action that the `scene` lay before, with the `luck` that its rest was drawn with. None if not all
    of what was started can be seen."""
    assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
    target = action.what or ()
    started = (target,) if isinstance(target, int) else target
    if not all(started_id in snapshot.pieces_by_id for started_id in started):
        return None
    slide, faces = physics.simulate(snapshot, action, steady, rng)
    exact = physics.to_rest(snapshot, slide, action, faces) == rest
    ends = {
        pose.id: pose
        for pose in rest.outcome
        if pose.id in snapshot.pieces_by_id and snapshot.pieces_by_id[pose.id].is_loose
    }
    ids = tuple(sorted({*slide.ids, *ends}))
    frames = _bend_frames(_trimmed_frames(slide, ids, snapshot), ids, snapshot, ends)
    pocket_frames = {pose.id: _last_moving_frame(frames, ids.index(pose.id)) for pose in ends.values() if pose.into}
    movable = {body.id: body for body in physics.movable_pieces(snapshot)}
    rows = [row for row, piece_id in enumerate(ids) if piece_id in movable]
    drawn = started if isinstance(action, actions.Push) else ()
    impacts = find_impacts(frames[:, rows], [movable[ids[row]] for row in rows], started, drawn, pocket_frames)
    if pocket_frames:
        extra_frames = max(0, max(pocket_frames.values()) + _FALL_FRAMES - len(frames))
        frames = np.concatenate([frames, np.repeat(frames[-1:], extra_frames, axis=0)])
    middles = {
        holder.name: (x + width / 2, y + height / 2)
        for holder in snapshot.pockets
        if not holder.ditch
        for x, y, width, height in holder.areas[:1]
    }
    for pocketed_id, frame in pocket_frames.items():
        _add_fall(frames, ids.index(pocketed_id), frame, middles.get(ends[pocketed_id].into))
    seconds = (len(frames) - 1) * FRAME
    slowdown = min(1.0, MAX_SECONDS / seconds)
    if isinstance(action, actions.Roll):
        slowdown = max(slowdown, MIN_ROLL_SECONDS / seconds)
    tumbles = _make_tumbles(action, rest, snapshot, ids, frames)
    film = Film(ids, frames, slowdown, pocket_frames, tuple(impacts), tumbles, exact)
    return replace(film, hits=tuple(hit._replace(time=hit.time * slowdown) for hit in impacts))


def _trimmed_frames(slide: Slide, ids: tuple[int, ...], snapshot: PhysicsSnapshot) -> Frames:
    """The film of the slide for all these pieces, without its end in which nothing is seen to move."""
    slide_frames = slide.frames if slide.ids else np.zeros((1, 0, 3))
    rows = {slide_id: row for row, slide_id in enumerate(slide.ids)}
    moves_on = np.flatnonzero((np.abs(np.diff(slide_frames, axis=0)) > _STILL).any(axis=(1, 2)))
    frame_count = int(moves_on[-1]) + 2 if len(moves_on) else 1
    result = np.empty((max(2, frame_count), len(ids), 3))
    for column, piece_id in enumerate(ids):
        piece = snapshot.pieces_by_id[piece_id]
        result[:, column] = (
            slide_frames[np.minimum(np.arange(len(result)), frame_count - 1), rows[piece_id]]
            if piece_id in rows
            else piece[2:5]
        )
    return result


def _bend_frames(
    frames: Frames, ids: tuple[int, ...], snapshot: PhysicsSnapshot, ends: Mapping[int, actions.Rested]
) -> Frames:
    """Every way ends where the record says; who is not in it, where it lay."""
    for column, piece_id in enumerate(ids):
        piece, end = snapshot.pieces_by_id[piece_id], ends.get(piece_id)
        wanted = np.array(piece[2:5] if end is None else (end.x, end.y, end.angle))
        offset = wanted - frames[-1, column]
        offset[2] = (offset[2] + pi) % tau - pi
        steps = np.hypot(*np.diff(frames[:, column, :2], axis=0).T)
        distance = np.concatenate([[0.0], np.cumsum(steps)])
        share = distance / distance[-1] if distance[-1] > _STILL else np.linspace(0.0, 1.0, len(frames))
        frames[:, column] += share[:, None] * offset
        frames[-1, column] = wanted
    return frames


def _last_moving_frame(frames: Frames, column: int) -> int:
    """The frame from which on it does not move any more: it was taken."""
    moving = np.flatnonzero((np.abs(np.diff(frames[:, column, :2], axis=0)) > _STILL).any(axis=1))
    return int(moving[-1]) + 1 if len(moving) else 0


def _add_fall(frames: Frames, column: int, frame: int, middle: Point | None) -> None:
    """What was taken does not stop dead: it goes to the middle of a pocket, and a little way into a ditch."""
    if not 0 < frame < len(frames) - 1:
        return
    displacement = (frames[frame, column, :2] - frames[frame - 1, column, :2]) / FRAME * _FALL_SECONDS
    displacement *= min(1.0, _MAX_FALL_DISTANCE / max(float(np.hypot(*displacement)), 1e-9))
    if middle is not None:
        displacement = np.array(middle) - frames[frame, column, :2]
    later = np.arange(len(frames) - frame) * FRAME
    frames[frame:, column, :2] += displacement * (1 - np.exp(-later / _FALL_SECONDS))[:, None]


def _make_tumbles(
    action: Action, rest: actions.Rest, snapshot: PhysicsSnapshot, ids: tuple[int, ...], frames: Frames
) -> dict[int, tuple[Frames, int, int]]:
    if not isinstance(action, actions.Roll):
        return {}
    result = {}
    for pose in rest.outcome:
        piece = snapshot.pieces_by_id.get(pose.id)
        if piece is None or pose.face < 0 or pose.id not in (action.what or ()):
            continue
        share, turns = np.linspace(1.0, 0.0, len(frames)), _MIN_TUMBLES
        if pose.id in ids:
            steps = np.hypot(*np.diff(frames[:, ids.index(pose.id), :2], axis=0).T)
            distance = np.concatenate([[0.0], np.cumsum(steps)])
            if distance[-1] > _STILL:
                share = 1 - distance / distance[-1]
                turns += floor(float(distance[-1]) / (_WIDTHS_PER_TUMBLE * piece.kind.size[0]))
        result[pose.id] = turns * share, pose.face, max(1, len(piece.kind.fronts))
    return result
