"""What a fight leaves on the cloth: scorches, grazes of shots, dents of blows and of hard landings, splinters.

All of it follows from what everybody sees: from events, and from where soldiers lay and came to rest. So it is the same
after a jump to any line of the match.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import atan2, ceil, cos, log2, sin
from random import Random
from typing import Literal, NamedTuple

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.theme import BLACK, WHITE, Colour, mix, seat_colour
from grenade_salad.core import Action, Chance, Event
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Circles, Drop, Rest
from grenade_salad.games.salad.pieces import Measures, Point, Pose, Soldier

Kind = Literal["scorch", "graze", "dent", "fall", "chips"]
_REACH: dict[Kind, float] = {"scorch": 1.05, "graze": 1.0, "dent": 1.0, "fall": 1.6, "chips": 2.2}
"""How far a trace reaches around its middle, as a multiple of its size."""
_HARD = 150.0
"""The height in mm of a fall that leaves a trace."""
_COARSE = 3
"""Steps in a doubling of the scale for which pictures are made while the look changes; in between they are fitted."""
_FRESH, _FEW = 20, 6
"""Pictures that are made in a frame, and while much else moves: of splinters these are 6 ms."""
_MOST = 1000
"""Traces of which it is known which pictures there are."""
_FINE = 3
_WOOD: Colour = (214, 178, 128)
_THREAD: Colour = (176, 190, 172)


class Trace(NamedTuple):
    """At a point in mm, turned by radians, `size` mm from its middle to its end. `seat`: whose splinters they are."""

    kind: Kind
    at: Point
    size: float
    way: float = 0.0
    seat: int = 0


class Ground:
    """The cloth of a match: `left` are the traces on it, `where` is where everybody lies, by number.

    `height` is that of the last drop, in mm.
    """

    def __init__(
        self, measures: Measures, soldiers: Iterable[Soldier], left: Iterable[Trace] = (), height: float = 0.0
    ) -> None:
        self.measures = measures
        self.left, self.height = list(left), height
        self.where: dict[int, Point] = {one.id: (one.x, one.y) for one in soldiers}

    def add(self, entry: Action | Chance, happened: Sequence[Event]) -> None:
        """What a line of the match has left."""
        if isinstance(entry, Drop | Circles):
            self.height = entry.height or 0.0
        if isinstance(entry, Drop):  # Hands take the cubes up and smooth the cloth.
            self.left = []
        if isinstance(entry, Rest):
            self._rest(entry.outcome, any(isinstance(event, events.Dropped) for event in happened))
        cause: Point | None = None
        for event in happened:
            match event:
                case events.Moved() | events.Placed():
                    self.where[event.soldier] = event.to
                case events.Struck():
                    cause = self.where.get(event.soldier)
                    self._struck(event, cause)
                case events.Threw() | events.MineWentOff():
                    cause = event.at
                    self.left.append(Trace("scorch", event.at, self.measures.blast_radius))
                case events.Killed():
                    for number, owner in event.soldiers:
                        self._killed(number, owner, cause)

    def _struck(self, event: events.Struck, start: Point | None) -> None:
        """A shot grazes the cloth behind whom it hits; a blow dents it."""
        end, cube = self.where.get(event.target), self.measures.cube
        if start is None or end is None:
            return
        way = atan2(end[1] - start[1], end[0] - start[0])
        if event.card == "hammers":
            self.left.append(Trace("dent", end, cube * 0.7, way))
        else:
            far = cube * 1.5
            self.left.append(Trace("graze", (end[0] + far * cos(way), end[1] + far * sin(way)), cube * 1.1, way))

    def _killed(self, number: int, owner: int, cause: Point | None) -> None:
        at = self.where.pop(number, None)
        if at is not None:
            way = 0.0 if cause is None or cause == at else atan2(at[1] - cause[1], at[0] - cause[0])
            self.left.append(Trace("chips", at, self.measures.cube, way, owner))

    def _rest(self, poses: Sequence[Pose], anew: bool) -> None:
        """Who has landed hard leaves a trace; who was pushed leaves none. In a set-up drop, `anew`, all have fallen."""
        for pose in poses if self.height >= _HARD else ():
            if anew or pose.id not in self.where:
                self.left.append(Trace("fall", (pose.x, pose.y), self.measures.cube * 0.5, pose.angle))
        self.where = {pose.id: (pose.x, pose.y) for pose in poses}


# drawn


def draw(canvas: Canvas, camera: Camera, left: Iterable[Trace], *, rests: bool, hurries: bool = False) -> bool:
    """All traces that can be seen. `rests`: the look stays, and each is drawn as sharp as can be; whether all are. Few
    are made in a frame, while others that were made for another look can be fitted. `hurries`: so much else moves that
    even new ones may come some frames later.
    """
    scale, far = camera.scale * canvas.factor, camera.overview.scale * canvas.factor
    scales = scale, _coarse(scale), far, _coarse(far)
    area, blits, fresh, sharp = canvas.surface.get_clip(), [], _FEW if hurries else _FRESH, True
    for trace in left:
        x, y = canvas.point(camera.to_screen(trace.at))
        reach = trace.size * _REACH[trace.kind] * scale + 2
        if area.left - reach < x < area.right + reach and area.top - reach < y < area.bottom + reach:
            ever = _made_for.get(_kind(trace), scale)
            made_for = next((one for one in (*scales, ever) if shapes.known(_key(trace, one))), None)
            wanted = made_for is None or (rests and made_for != scale)
            if wanted and (fresh > 0 or (made_for is None and not hurries)):
                made_for, fresh = scales[0 if rests else 1], fresh - 1
            sharp = sharp and made_for == scale
            if made_for is not None:
                made = cubes.fitted(_picture(trace, made_for), scale / made_for, soft=True)
                blits.append((made, made.get_rect(center=(x, y))))
    canvas.surface.blits(blits, False)
    return sharp


_made_for: dict[Hashable, float] = {}
"""The last scale that a picture was made for."""


def _coarse(scale: float) -> float:
    """One of few scales that is near to it."""
    return float(2 ** (round(log2(scale) * _COARSE) / _COARSE))


def _kind(trace: Trace) -> Hashable:
    """What has pictures of its own: scorches of one size share theirs."""
    return trace.size if trace.kind == "scorch" else trace


def _key(trace: Trace, scale: float) -> Hashable:
    return ("scorch", _side(trace, scale)) if trace.kind == "scorch" else (trace, round(scale, 3))


def _side(trace: Trace, scale: float) -> int:
    """How wide a scorch is, in pixels."""
    return max(2, round(2 * trace.size * _REACH["scorch"] * scale))


def _picture(trace: Trace, scale: float) -> pygame.Surface:
    """A trace at so many pixels a mm, its middle in the middle."""
    if len(_made_for) > _MOST:
        _made_for.clear()
    _made_for[_kind(trace)] = scale
    if trace.kind == "scorch":
        return shapes.baked(_key(trace, scale), lambda: _scorch(_side(trace, scale)))
    return shapes.baked(_key(trace, scale), lambda: _drawn(trace, scale))


def _scorch(side: int) -> pygame.Surface:
    made = pictures.picture("blast/scorch.svg", (side, side)).copy()
    made.set_alpha(135)
    layer = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    layer.blit(made, (0, 0))
    return layer.convert_alpha()


def _drawn(trace: Trace, scale: float) -> pygame.Surface:
    half = max(2, ceil(trace.size * _REACH[trace.kind] * scale) + 2)
    large = pygame.Surface((2 * half * _FINE, 2 * half * _FINE), pygame.SRCALPHA)
    middle, luck = half * _FINE, Random(f"{trace.kind}{trace.at}")
    pen = _Pen(large, (middle, middle), trace.size * scale * _FINE, trace.way)
    match trace.kind:
        case "graze":
            _graze(pen, luck)
        case "dent":
            _dent(pen, luck)
        case "fall":
            large.fill((*_THREAD, 0))  # Black would darken the edge where it is made smaller.
            _fall(pen)
        case _:
            _chips(pen, luck, seat_colour(trace.seat))
    return pygame.transform.smoothscale(large, (2 * half, 2 * half)).convert_alpha()


class _Pen(NamedTuple):
    """Draws on a picture in shares of a trace's size, turned as the trace is: x along it, y to its left."""

    on: pygame.Surface
    middle: Point
    size: float
    way: float

    def point(self, x: float, y: float) -> Point:
        c, s = cos(self.way), sin(self.way)
        return self.middle[0] + (x * c - y * s) * self.size, self.middle[1] - (x * s + y * c) * self.size

    def shape(self, corners: Iterable[Point], colour: Colour, alpha: int) -> None:
        """A filled polygon over what is there."""
        points = [(int(x), int(y)) for x, y in (self.point(x, y) for x, y in corners)]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        size = max(x for x, _ in points) - left + 1, max(y for _, y in points) - top + 1
        layer = pygame.Surface(size, pygame.SRCALPHA)
        layer.fill((*colour, 0))
        pygame.draw.polygon(layer, (*colour, alpha), [(x - left, y - top) for x, y in points])
        self.on.blit(layer, (left, top))


def _sliver(x: float, y: float, long: float, wide: float, way: float) -> list[Point]:
    """A splinter of that half length, around a point, turned by radians."""
    c, s = cos(way), sin(way)
    corners = ((long, 0.0), (long * 0.2, wide), (-long, wide * 0.4), (-long * 0.5, -wide))
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in corners]


def _graze(pen: _Pen, luck: Random) -> None:
    """A torn line, wide where the shot touched down, with threads that stand up beside it."""
    pen.shape([(-1, 0.02), (-0.75, 0.11), (1, 0.0), (-0.75, -0.09)], (10, 14, 12), 150)
    for side in (1, -1):
        pen.shape([(-0.85, side * 0.12), (-0.5, side * 0.2), (0.45, side * 0.05)], _THREAD, 70)
    for _ in range(4):
        x, y = luck.uniform(-0.8, 0.3), luck.uniform(-0.22, 0.22)
        pen.shape(_sliver(x, y, luck.uniform(0.08, 0.17), 0.03, luck.uniform(-3, 3)), _THREAD, 90)


def _dent(pen: _Pen, luck: Random) -> None:
    """The edge of a hammer's face, pressed into the cloth, and cracks around it: a dark face would look like a cube's
    shadow.
    """
    _edge(pen, 0.56, 0.46, 100)
    for _ in range(6):
        way, far = luck.uniform(-3.1, 3.1), luck.uniform(0.68, 0.82)
        pen.shape(_sliver(far * cos(way), far * sin(way), 0.17, 0.035, way), (10, 14, 12), 150)


def _fall(pen: _Pen) -> None:
    """The print of a soldier that has landed hard: a faint light edge. Anything dark would be taken for a shadow."""
    _edge(pen, 0.95, 0.855, 44)


def _edge(pen: _Pen, outer: float, inner: float, alpha: int) -> None:
    """The light edge of a square, from one half side to the other."""
    for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        outside, inside = (
            [(x * outer, y * outer), (-y * outer, x * outer)],
            [(-y * inner, x * inner), (x * inner, y * inner)],
        )
        pen.shape([*outside, *inside], _THREAD, alpha)


def _chips(pen: _Pen, luck: Random, paint: Colour) -> None:
    """Splinters of paint and wood that nobody sweeps up, mostly behind who was hit."""
    colours = paint, _WOOD, mix(paint, BLACK, 0.25), mix(paint, WHITE, 0.2)
    for number in range(6):
        way, far = luck.gauss(0, 0.8), luck.uniform(0.35, 1.9)
        long, turned = luck.uniform(0.09, 0.19), luck.uniform(-3, 3)
        x, y = far * cos(way), far * sin(way)
        pen.shape(_sliver(x, y, long, long * 0.45, turned - pen.way), BLACK, 70)
        pen.shape(_sliver(x, y + 0.03, long, long * 0.38, turned - pen.way), colours[number % 4], 235)
