"""The film of a flick, push or roll: the motion of pieces to their recorded rest.

It is made from what a viewer knows: their view, the line, the recorded rest, and the random numbers of that line,
which the seed of the match gives again at any time. So it is the same whenever it is shown, nothing of it has to be
saved, and it discloses nothing secret. On the machine that played it, it is exact, to the last bit. Elsewhere, or if
the seed has nothing to do with the rest (a line that was written by hand), every path is bent to its recorded end, at
each moment in proportion to the distance covered: pieces that rest do not creep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
"""Minimum seconds of a roll: the film of a short one is slower than the world."""
MAX_SECONDS = 5.0
"""Maximum seconds of a film: a longer one is faster than the world."""
_STILL = 0.02
"""mm and radians: motion below this in a frame is invisible."""
_FALL_SECONDS = 0.05
"""Seconds in which a piece loses most of its speed in a pocket or ditch."""
_MAX_FALL_DISTANCE = 24.0
"""Maximum distance in mm that a piece slides on into a ditch."""
_FALL_FRAMES = 12
"""Minimum frames for which a fallen piece is visible before the film ends."""
_MIN_TUMBLES, _WIDTHS_PER_TUMBLE = 2.0, 0.7
"""Minimum turns of a die, and the distance for each further turn, in its widths."""
_HOP = 0.5
"""Height of a die's hops while it turns over, in its widths."""
_STRIDES = (3, 5, 7, 11, 13, 17)
"""Steps between the indexes of faces that a die shows while it turns over."""


@dataclass(frozen=True)
class Film:
    """The film of a flick, push or roll. Its last frame is that of the record."""

    ids: tuple[int, ...]
    """The pieces that move."""
    frames: Frames
    """x and y in mm and angle, (frames, n, 3).

    `frames[k, i]` is that of piece `ids[i]` at k * FRAME seconds of the motion.
    """
    slowdown: float
    """Duration of the film relative to that of the motion."""
    pocket_frames: Mapping[int, int]
    """The frame from which on a piece is in a pocket or a ditch, by its id."""
    hits: tuple[Impact, ...]
    """The impacts, at times of the film."""
    tumbles: Mapping[int, tuple[Frames, int, int]]
    """The turns of rolled dice, by their ids.

    They are the turns left in each frame, the index of the final face, and the number of faces.
    """
    is_exact: bool
    """True if it is what happened, not bent."""

    @property
    def seconds(self) -> float:
        """The duration of the film."""
        return (len(self.frames) - 1) * FRAME * self.slowdown

    def poses_at(self, seconds: float) -> dict[int, tuple[float, float, float]]:
        """Return x, y and angle of all moving pieces by id at this time."""
        frame = min(max(seconds / self.slowdown / FRAME, 0.0), len(self.frames) - 1.0)
        first = int(frame)
        second = min(first + 1, len(self.frames) - 1)
        poses = self.frames[first] + (self.frames[second] - self.frames[first]) * (frame - first)
        return {piece_id: (x, y, angle) for piece_id, (x, y, angle) in zip(self.ids, poses.tolist(), strict=True)}

    def die_at(self, piece_id: int, seconds: float) -> tuple[int, float]:
        """Return the index of the face that a rolled die shows, and its height in widths."""
        turns_left, last, faces = self.tumbles[piece_id]
        frame = min(max(seconds / self.slowdown / FRAME, 0.0), len(turns_left) - 1.0)
        turns = float(np.interp(frame, np.arange(len(turns_left)), turns_left))
        stride = next(step for step in (*_STRIDES, 1) if gcd(step, faces) == 1)
        return (last + stride * ceil(turns - 0.5)) % faces if turns > 0.5 else last, _HOP * abs(sin(pi * turns))

    def pocketed_at(self, seconds: float) -> list[int]:
        """Return the pieces that are in a pocket or a ditch at this time of the film."""
        return [piece_id for piece_id, frame in self.pocket_frames.items() if seconds >= frame * FRAME * self.slowdown]


def make_film(snapshot: PhysicsSnapshot, action: Action, rest: actions.Rest, steady: bool, rng: Random) -> Film | None:
    """Return the film of an action; None if a piece that it started is not visible.

    `snapshot` is the table before the action, `rng` has the random numbers with which its rest was drawn.
    """
    assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
    target = action.what or ()
    started = (target,) if isinstance(target, int) else target
    if not all(started_id in snapshot.pieces_by_id for started_id in started):
        return None
    slide, faces = physics.simulate(snapshot, action, steady, rng)
    is_exact = physics.to_rest(snapshot, slide, action, faces) == rest
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
        # After the impacts have been found: the fall into a pocket is silent.
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
    return Film(
        ids=ids,
        frames=frames,
        slowdown=slowdown,
        pocket_frames=pocket_frames,
        hits=tuple(impact._replace(time=impact.time * slowdown) for impact in impacts),
        tumbles=_make_tumbles(action, rest, snapshot, ids, frames),
        is_exact=is_exact,
    )


def _trimmed_frames(slide: Slide, ids: tuple[int, ...], snapshot: PhysicsSnapshot) -> Frames:
    """Return the frames of the slide for all these pieces, without its still end."""
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
    """Bend every path to the end in the record; other pieces end where they lay."""
    for column, piece_id in enumerate(ids):
        piece, end = snapshot.pieces_by_id[piece_id], ends.get(piece_id)
        wanted = np.array(piece[2:5] if end is None else (end.x, end.y, end.angle))
        offset = wanted - frames[-1, column]
        offset[2] = (offset[2] + pi) % tau - pi
        distance = _measure_distances(frames, column)
        share = distance / distance[-1] if distance[-1] > _STILL else np.linspace(0.0, 1.0, len(frames))
        frames[:, column] += share[:, None] * offset
        frames[-1, column] = wanted
    return frames


def _measure_distances(frames: Frames, column: int) -> Frames:
    """Return the distance in mm that a piece has covered up to each frame."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(frames[:, column, :2], axis=0).T))])


def _last_moving_frame(frames: Frames, column: int) -> int:
    """Return the frame from which on the piece does not move: a pocket took it."""
    moving = np.flatnonzero((np.abs(np.diff(frames[:, column, :2], axis=0)) > _STILL).any(axis=1))
    return int(moving[-1]) + 1 if len(moving) else 0


def _add_fall(frames: Frames, column: int, frame: int, middle: Point | None) -> None:
    """Let a piece slide on to the middle of its pocket, or a little way into a ditch."""
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
    """Return the tumbles of all visible rolled dice: the farther, the more turns."""
    if not isinstance(action, actions.Roll):
        return {}
    result = {}
    for pose in rest.outcome:
        piece = snapshot.pieces_by_id.get(pose.id)
        if piece is None or pose.face < 0 or pose.id not in (action.what or ()):
            continue
        share, turns = np.linspace(1.0, 0.0, len(frames)), _MIN_TUMBLES
        if pose.id in ids:
            distance = _measure_distances(frames, ids.index(pose.id))
            if distance[-1] > _STILL:
                share = 1 - distance / distance[-1]
                turns += floor(float(distance[-1]) / (_WIDTHS_PER_TUMBLE * piece.kind.size[0]))
        result[pose.id] = turns * share, pose.face, max(1, len(piece.kind.fronts))
    return result
