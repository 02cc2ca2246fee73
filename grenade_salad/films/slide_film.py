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
from grenade_salad.films.impacts import Hit, hits
from grenade_salad.games.open_table import actions, physics
from grenade_salad.games.open_table.box import Point
from grenade_salad.games.open_table.physics import Scene
from grenade_salad.games.physics.sliding import FRAME, Frames, Slide

ROLL = 0.9
"""Seconds that a roll is seen for at least: the film of a short one runs slower than the world."""
LONGEST = 5.0
"""Seconds that a film takes at most: a longer one runs quicker than the world."""
_STILL = 0.02
"""mm and radians: nothing is seen of what moves less in a frame."""
_FALLS = 0.05
"""Seconds in which what falls into a pocket or a ditch loses most of its speed, and how many mm it goes at most."""
_DEEP = 24.0
_FALLING = 12
"""Frames for which one sees it there before the film ends."""
_TUMBLES, _EACH = 2.0, 0.7
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
    of how many faces. `exact` says whether it is what happened, not bent.
    """

    ids: tuple[int, ...]
    frames: Frames
    slow: float
    gone: Mapping[int, int]
    hits: tuple[Hit, ...]
    tumbles: Mapping[int, tuple[Frames, int, int]]
    exact: bool

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        return (len(self.frames) - 1) * FRAME * self.slow

    def at(self, seconds: float) -> dict[int, tuple[float, float, float]]:
        """x, y and angle of all that it moves, so long after its begin."""
        place = min(max(seconds / self.slow / FRAME, 0.0), len(self.frames) - 1.0)
        first = int(place)
        then = min(first + 1, len(self.frames) - 1)
        now = self.frames[first] + (self.frames[then] - self.frames[first]) * (place - first)
        return {one: (x, y, angle) for one, (x, y, angle) in zip(self.ids, now.tolist(), strict=True)}

    def die(self, number: int, seconds: float) -> tuple[int, float]:
        """Which face a rolled die shows, and how high it is, in its widths."""
        left, last, faces = self.tumbles[number]
        place = min(max(seconds / self.slow / FRAME, 0.0), len(left) - 1.0)
        turns = float(np.interp(place, np.arange(len(left)), left))
        stride = next(step for step in (*_STRIDES, 1) if gcd(step, faces) == 1)
        return (last + stride * ceil(turns - 0.5)) % faces if turns > 0.5 else last, _HOP * abs(sin(pi * turns))

    def fallen(self, seconds: float) -> list[int]:
        """Who is in a pocket or a ditch by then."""
        return [one for one, frame in self.gone.items() if seconds >= frame * FRAME * self.slow]


def film(scene: Scene, action: Action, rest: actions.Rest, steady: bool, luck: Random) -> Film | None:
    """The film of an action that the `scene` lay before, with the `luck` that its rest was drawn with. None if not all
    of what was started can be seen."""
    assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
    what = action.what or ()
    started = (what,) if isinstance(what, int) else what
    if not all(number in scene.by_number for number in started):
        return None
    slide, faces = physics.worked_out(scene, action, steady, luck)
    exact = physics.outcome(scene, slide, action, faces) == rest
    ends = {pose.id: pose for pose in rest.outcome if pose.id in scene.by_number and scene.by_number[pose.id].loose}
    ids = tuple(sorted({*slide.ids, *ends}))
    frames = _bent(_laid(slide, ids, scene), ids, scene, ends)
    gone = {pose.id: _taken(frames, ids.index(pose.id)) for pose in ends.values() if pose.into}
    things = {thing.id: thing for thing in physics.things(scene)}
    rows = [row for row, one in enumerate(ids) if one in things]
    drawn = started if isinstance(action, actions.Push) else ()
    heard = hits(frames[:, rows], [things[ids[row]] for row in rows], started, drawn, gone)
    if gone:
        more = max(0, max(gone.values()) + _FALLING - len(frames))
        frames = np.concatenate([frames, np.repeat(frames[-1:], more, axis=0)])
    middles = {
        holder.name: (x + wide / 2, y + high / 2)
        for holder in scene.pockets
        if not holder.ditch
        for x, y, wide, high in holder.areas[:1]
    }
    for one, frame in gone.items():
        _fall(frames, ids.index(one), frame, middles.get(ends[one].into))
    seconds = (len(frames) - 1) * FRAME
    slow = min(1.0, LONGEST / seconds)
    if isinstance(action, actions.Roll):
        slow = max(slow, ROLL / seconds)
    tumbles = _tumbles(action, rest, scene, ids, frames)
    shown = Film(ids, frames, slow, gone, tuple(heard), tumbles, exact)
    return replace(shown, hits=tuple(hit._replace(time=hit.time * slow) for hit in heard))


def _laid(slide: Slide, ids: tuple[int, ...], scene: Scene) -> Frames:
    """The film of the slide for all these pieces, without its end in which nothing is seen to move."""
    looks = slide.frames if slide.ids else np.zeros((1, 0, 3))
    rows = {one: row for row, one in enumerate(slide.ids)}
    moves_on = np.flatnonzero((np.abs(np.diff(looks, axis=0)) > _STILL).any(axis=(1, 2)))
    many = int(moves_on[-1]) + 2 if len(moves_on) else 1
    laid = np.empty((max(2, many), len(ids), 3))
    for column, one in enumerate(ids):
        lain = scene.by_number[one]
        laid[:, column] = looks[np.minimum(np.arange(len(laid)), many - 1), rows[one]] if one in rows else lain[2:5]
    return laid


def _bent(frames: Frames, ids: tuple[int, ...], scene: Scene, ends: Mapping[int, actions.Rested]) -> Frames:
    """Every way ends where the record says; who is not in it, where it lay."""
    for column, one in enumerate(ids):
        lain, end = scene.by_number[one], ends.get(one)
        wanted = np.array(lain[2:5] if end is None else (end.x, end.y, end.angle))
        off = wanted - frames[-1, column]
        off[2] = (off[2] + pi) % tau - pi
        steps = np.hypot(*np.diff(frames[:, column, :2], axis=0).T)
        way = np.concatenate([[0.0], np.cumsum(steps)])
        share = way / way[-1] if way[-1] > _STILL else np.linspace(0.0, 1.0, len(frames))
        frames[:, column] += share[:, None] * off
        frames[-1, column] = wanted
    return frames


def _taken(frames: Frames, column: int) -> int:
    """The frame from which on it does not move any more: it was taken."""
    moving = np.flatnonzero((np.abs(np.diff(frames[:, column, :2], axis=0)) > _STILL).any(axis=1))
    return int(moving[-1]) + 1 if len(moving) else 0


def _fall(frames: Frames, column: int, frame: int, middle: Point | None) -> None:
    """What was taken does not stop dead: it goes to the middle of a pocket, and a little way into a ditch."""
    if not 0 < frame < len(frames) - 1:
        return
    way = (frames[frame, column, :2] - frames[frame - 1, column, :2]) / FRAME * _FALLS
    way *= min(1.0, _DEEP / max(float(np.hypot(*way)), 1e-9))
    if middle is not None:
        way = np.array(middle) - frames[frame, column, :2]
    later = np.arange(len(frames) - frame) * FRAME
    frames[frame:, column, :2] += way * (1 - np.exp(-later / _FALLS))[:, None]


def _tumbles(
    action: Action, rest: actions.Rest, scene: Scene, ids: tuple[int, ...], frames: Frames
) -> dict[int, tuple[Frames, int, int]]:
    if not isinstance(action, actions.Roll):
        return {}
    found = {}
    for pose in rest.outcome:
        lain = scene.by_number.get(pose.id)
        if lain is None or pose.face < 0 or pose.id not in (action.what or ()):
            continue
        share, often = np.linspace(1.0, 0.0, len(frames)), _TUMBLES
        if pose.id in ids:
            steps = np.hypot(*np.diff(frames[:, ids.index(pose.id), :2], axis=0).T)
            way = np.concatenate([[0.0], np.cumsum(steps)])
            if way[-1] > _STILL:
                share = 1 - way / way[-1]
                often += floor(float(way[-1]) / (_EACH * lain.kind.size[0]))
        found[pose.id] = often * share, pose.face, max(1, len(lain.kind.fronts))
    return found
