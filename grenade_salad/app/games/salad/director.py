"""Where the camera looks by itself: from what is shown to a look at the table, without a memory and without a clock.

It is told only what everybody at the screen sees: so that where it looks can tell no secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from grenade_salad.app.ui.camera import Camera
from grenade_salad.core import Event
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Intent, Preview
from grenade_salad.games.salad.pieces import Measures, Point
from grenade_salad.games.salad.vector_geometry import Floats

LEAST, MOST = 24.0, 44.0
"""How wide a soldier is shown at least and at most, in logical units, where the camera looks by itself."""
_CANDIDATES = 24
"""Among how many soldiers the middle of the look is chosen."""
_MUCH_NEARER = 1.35
"""How many times larger the soldiers could be before the camera comes nearer for that alone."""

Where = dict[int, Point]


@dataclass(frozen=True)
class Subject:
    """What is to be seen, in mm: the soldiers on the table and in the air, and what it is all about now, of which the
    first matters most. `cube` and `tile` are the widths of a soldier and of a tile."""

    living: tuple[Point, ...]
    about: tuple[Point, ...]
    cube: float
    tile: float

    @cached_property
    def spots(self) -> Floats:
        """The living, (soldiers, 2)."""
        return np.array(self.living).reshape(-1, 2)


def look(now: Camera, subject: Subject) -> Camera:
    """The look at the subject, which stays as it is while that does as well.

    All soldiers, if they can be seen so large that they can be told apart; else what it is about, and as many
    soldiers as can be seen with it.
    """
    wanted = framed(now.overview, subject)
    return now if _does(now, wanted, subject) else wanted


def _does(now: Camera, wanted: Camera, subject: Subject) -> bool:
    """Whether a look shows as much as the wanted one, and not from much farther."""
    if now.scale < wanted.scale / _MUCH_NEARER or now.scale < _least(now, subject) * 0.999:
        return False
    if not all(now.sees(spot, subject.cube) for spot in subject.about if wanted.sees(spot, subject.cube)):
        return False
    return _seen(now, subject) >= _seen(wanted, subject)


def _seen(camera: Camera, subject: Subject) -> int:
    left, low, right, top = camera.bounds
    nearest, farthest = np.maximum(0.0, subject.spots - subject.cube), subject.spots + subject.cube
    inside = (nearest >= (left, low)) & (np.minimum(camera.table, farthest) <= (right, top))
    return int(inside.all(axis=1).sum())


def _least(camera: Camera, subject: Subject) -> float:
    """The least units in a millimetre: the whole table may be nearer."""
    return max(camera.whole, min(camera.nearest, LEAST / subject.cube))


def framed(whole: Camera, subject: Subject) -> Camera:
    """The look at the subject; `whole` is one at the whole table, through the same box."""
    spots = (*subject.living, *subject.about)
    if not spots:
        return whole
    least, most = _least(whole, subject), max(whole.whole, MOST / subject.cube)
    if _fit(whole, _box(spots, subject.cube, whole.table)) >= least:
        box = _box(spots, subject.tile * 0.6, whole.table)
        return whole.at(max(least, min(_fit(whole, box), most)), _middle(box))
    about = _that_fit(whole, subject, least)
    return whole.at(least, _best(whole, subject, about, least))


Box = tuple[float, float, float, float]


def _box(spots: Sequence[Point], room: float, table: tuple[float, float]) -> Box:
    """What the points take with so many mm around them, on the table: left, low, right, high."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (
        max(0.0, min(xs) - room),
        max(0.0, min(ys) - room),
        min(table[0], max(xs) + room),
        min(table[1], max(ys) + room),
    )


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _fit(camera: Camera, box: Box) -> float:
    """Units in a millimetre at which a part of the table fills the camera's box."""
    wide, high = max(1e-6, box[2] - box[0]), max(1e-6, box[3] - box[1])
    return min(camera.rect.width / wide, camera.rect.height / high)


def _that_fit(whole: Camera, subject: Subject, least: float) -> tuple[Point, ...]:
    """What it is about, as much of it as can be seen at once, the first first."""
    found: list[Point] = []
    for spot in subject.about:
        if _fit(whole, _box([*found, spot], subject.cube, whole.table)) >= least:
            found.append(spot)
    return tuple(found)


def _best(whole: Camera, subject: Subject, about: Sequence[Point], least: float) -> Point:
    """The middle from which most soldiers are seen together with what it is about."""
    half = whole.rect.width / least / 2 - subject.cube, whole.rect.height / least / 2 - subject.cube
    table = whole.table
    limits = [_limits(half[side], table[side], [spot[side] for spot in about]) for side in (0, 1)]

    def allowed(at: Point) -> Point:
        (left, right), (low, high) = limits
        return min(max(at[0], left), right), min(max(at[1], low), high)

    def near(at: Point) -> list[Point]:
        inside = (np.abs(subject.spots - at) <= half).all(axis=1)
        return [subject.living[index] for index in np.flatnonzero(inside)]

    step = max(1, len(subject.living) // _CANDIDATES)
    candidates = [allowed(spot) for spot in (*about, *subject.living[::step])]
    away = np.abs(subject.spots[:, None, :] - np.array(candidates))
    best = candidates[int(np.argmax((away <= half).all(axis=2).sum(axis=0)))]
    seen = (*near(best), *about)
    refined = allowed(_middle(_box(seen, 0.0, table)))
    return refined if len(near(refined)) >= len(near(best)) else best


def _limits(half: float, side: float, about: Sequence[float]) -> tuple[float, float]:
    """Where the middle of the look may be along a side of the table, so that what it is about is seen."""
    edge = min(half, side / 2)
    low, high = edge, side - edge
    if about:
        low, high = (min(max(value, low), high) for value in (max(about) - half, min(about) + half))
    return low, max(low, high)


# what it is about


def around(at: Point, reach: float) -> tuple[Point, ...]:
    """A point, and how far something reaches around it."""
    x, y = at
    return at, (x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach)


def of_events(happened: Sequence[Event], where: Where, measures: Measures) -> tuple[Point, ...]:
    """What a step is about: where it ends first. `where` the soldiers were before it."""
    found: list[Point] = []
    for event in happened:
        match event:
            case events.Moved():
                found += [event.to, event.start]
            case events.Placed():
                found.append(event.to)
            case events.Struck():
                found += [where[one] for one in (event.target, event.soldier) if one in where]
            case events.Threw():
                found += around(event.at, measures.blast_reach)
                found += [where[event.soldier]] if event.soldier in where else []
            case events.MineWentOff():
                found += around(event.at, measures.blast_reach)
            case events.Tossed() | events.Dropped():
                found += around((measures.table[0] / 2, measures.table[1] / 2), measures.tile / 2)
            case events.Killed():
                found += [where[one] for one, _ in event.soldiers if one in where]
    return tuple(found)


def of_preview(seen: Preview) -> tuple[Point, ...]:
    """What a preview is about that nobody aims with the pointer: a machine's choice, a hint."""
    found: list[Point] = []
    if seen.blast is not None:
        found += around(seen.blast.at, seen.blast.reach)
    if seen.ghost is not None:
        found.append((seen.ghost.x, seen.ghost.y))
    if seen.line is not None:
        found += [seen.line.end, seen.line.start]
    if seen.ring is not None:
        found += around(*seen.ring) if seen.blast is None else [seen.ring[0]]
    return tuple(found)


def of_intent(intent: Intent, seen: Preview, where: Where, by_keys: bool) -> tuple[Point, ...]:
    """What somebody is about to do is about. Where a pointer aims, it sees already: only keys are followed."""
    if by_keys:
        return (*([intent.at] if intent.at is not None else []), *of_preview(seen))
    if seen.ring is not None and (intent.what in ("move", "circles") or intent.soldier is not None):
        return around(*seen.ring)
    if intent.soldier is not None and intent.soldier in where:
        return (where[intent.soldier],)
    return ()
