"""Traces of the fight on the mat: scorches, grazes, dents and splinters.

All of them follow from what everybody sees: from events, and from where soldiers were before and after. So they are
the same after a jump to any line of the match.
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
"""Radius of a trace around its middle, as a multiple of its size."""
_MIN_FALL_HEIGHT = 150.0
"""Minimum height in mm of a fall that leaves a trace."""
_STEPS_PER_DOUBLING = 3
"""Scales in a doubling for which pictures are made while the camera zooms.

In between, pictures are scaled.
"""
_MAX_NEW, _MAX_NEW_HURRIED = 20, 6
"""Maximum of pictures made in a frame, and in one in which much else moves."""
_MAX_CACHED = 1000
"""Maximum of traces for which the scale of their last picture is cached."""
_OVERSAMPLING = 3
"""Factor of size at which pictures are drawn, to smooth their edges."""
_SCORCH_ALPHA = 135
"""Opacity of a scorch, of 255."""
_WOOD: Colour = (214, 178, 128)
_THREAD: Colour = (240, 228, 198)
"""Colour of torn linen."""
_HOLE: Colour = (44, 30, 16)
"""Colour of the depth under torn linen."""


class Trace(NamedTuple):
    """A trace on the mat."""

    kind: Kind
    position: Point
    """Its middle, in mm."""
    size: float
    """mm from its middle to its end."""
    angle: float = 0.0
    """Radians that it is turned counter-clockwise."""
    seat: int = 0
    """The owner of the soldier from which splinters are."""


class MatTraces:
    """The traces of a match on its mat, which follow its entries."""

    def __init__(
        self, measures: Measures, soldiers: Iterable[Soldier], traces: Iterable[Trace] = (), height: float = 0.0
    ) -> None:
        self.measures = measures
        self.traces, self.height = list(traces), height
        """The traces so far, and the height of the last drop in mm."""
        self.positions: dict[int, Point] = {soldier.id: (soldier.x, soldier.y) for soldier in soldiers}
        """The positions of all soldiers on the mat, by id."""

    def add(self, entry: Action | Chance, events_of_entry: Sequence[Event]) -> None:
        """Add the traces of an entry."""
        if isinstance(entry, Drop | Circles):
            self.height = entry.height or 0.0
        if isinstance(entry, Drop):
            # Hands pick up the cubes and smooth the mat.
            self.traces = []
        if isinstance(entry, Rest):
            self._add_falls(entry.outcome, any(isinstance(event, events.Dropped) for event in events_of_entry))
        cause: Point | None = None
        for event in events_of_entry:
            match event:
                case events.Moved() | events.Placed():
                    self.positions[event.soldier] = event.to
                case events.Struck():
                    cause = self.positions.get(event.soldier)
                    self._add_hit(event, cause)
                case events.Threw() | events.MineWentOff():
                    cause = event.at
                    self.traces.append(Trace("scorch", event.at, self.measures.blast_radius))
                case events.Killed():
                    for soldier_id, owner in event.soldiers:
                        self._add_chips(soldier_id, owner, cause)

    def _add_hit(self, event: events.Struck, start: Point | None) -> None:
        """Add the graze of a shot behind its target, or the dent of a blow."""
        end, cube = self.positions.get(event.target), self.measures.cube
        if start is None or end is None:
            return
        angle = atan2(end[1] - start[1], end[0] - start[0])
        if event.card == "hammers":
            self.traces.append(Trace("dent", end, cube * 0.7, angle))
        else:
            distance = cube * 1.5
            self.traces.append(
                Trace("graze", (end[0] + distance * cos(angle), end[1] + distance * sin(angle)), cube * 1.1, angle)
            )

    def _add_chips(self, soldier_id: int, owner: int, cause: Point | None) -> None:
        position = self.positions.pop(soldier_id, None)
        if position is not None:
            angle = 0.0 if cause is None or cause == position else atan2(position[1] - cause[1], position[0] - cause[0])
            self.traces.append(Trace("chips", position, self.measures.cube, angle, owner))

    def _add_falls(self, poses: Sequence[Pose], is_setup_drop: bool) -> None:
        """Add a trace for each soldier that has landed hard; a pushed one leaves none.

        In a set-up drop, all have fallen.
        """
        for pose in poses if self.height >= _MIN_FALL_HEIGHT else ():
            if is_setup_drop or pose.id not in self.positions:
                self.traces.append(Trace("fall", (pose.x, pose.y), self.measures.cube * 0.5, pose.angle))
        self.positions = {pose.id: (pose.x, pose.y) for pose in poses}


# Drawing


def draw_traces(
    canvas: Canvas, camera: Camera, traces: Iterable[Trace], *, is_resting: bool, is_hurried: bool = False
) -> bool:
    """Draw all visible traces, and return True if all are as sharp as possible.

    `is_resting`: the camera rests, and each trace is drawn as sharp as possible. Few pictures are made in a frame,
    while others are scaled from those for another camera. `is_hurried`: so much else moves that even new traces may
    appear some frames later.
    """
    scale, overview_scale = camera.scale * canvas.factor, camera.overview.scale * canvas.factor
    scales = scale, _coarse_scale(scale), overview_scale, _coarse_scale(overview_scale)
    area, blits, is_sharp = canvas.surface.get_clip(), [], True
    new_left = _MAX_NEW_HURRIED if is_hurried else _MAX_NEW
    for trace in traces:
        x, y = canvas.pixel_point(camera.to_screen(trace.position))
        reach = trace.size * _REACH[trace.kind] * scale + 2
        if area.left - reach < x < area.right + reach and area.top - reach < y < area.bottom + reach:
            last_scale = _last_scales.get(_picture_key(trace), scale)
            picture_scale = next(
                (
                    cached_scale
                    for cached_scale in (*scales, last_scale)
                    if shapes.is_cached(_scaled_key(trace, cached_scale))
                ),
                None,
            )
            is_wanted = picture_scale is None or (is_resting and picture_scale != scale)
            if is_wanted and (new_left > 0 or (picture_scale is None and not is_hurried)):
                picture_scale, new_left = scales[0 if is_resting else 1], new_left - 1
            is_sharp = is_sharp and picture_scale == scale
            if picture_scale is not None:
                picture = cubes.scale_picture(_trace_picture(trace, picture_scale), scale / picture_scale, is_soft=True)
                blits.append((picture, picture.get_rect(center=(x, y))))
    canvas.surface.blits(blits, False)
    return is_sharp


_last_scales: dict[Hashable, float] = {}
"""The last scale that a picture was made for, by `_picture_key`."""


def _coarse_scale(scale: float) -> float:
    """Return the nearest of few scales."""
    return float(2 ** (round(log2(scale) * _STEPS_PER_DOUBLING) / _STEPS_PER_DOUBLING))


def _picture_key(trace: Trace) -> Hashable:
    """Return what has pictures of its own: scorches of one size share theirs."""
    return trace.size if trace.kind == "scorch" else trace


def _scaled_key(trace: Trace, scale: float) -> Hashable:
    return ("scorch", _scorch_width(trace, scale)) if trace.kind == "scorch" else (trace, round(scale, 3))


def _scorch_width(trace: Trace, scale: float) -> int:
    """Return the width of a scorch in pixels."""
    return max(2, round(2 * trace.size * _REACH["scorch"] * scale))


def _trace_picture(trace: Trace, scale: float) -> pygame.Surface:
    """Return a centred picture of a trace; `scale` is in pixels a mm."""
    if len(_last_scales) > _MAX_CACHED:
        _last_scales.clear()
    _last_scales[_picture_key(trace)] = scale
    if trace.kind == "scorch":
        return shapes.get_cached(_scaled_key(trace, scale), lambda: _make_scorch(_scorch_width(trace, scale)))
    return shapes.get_cached(_scaled_key(trace, scale), lambda: _make_trace(trace, scale))


def _make_scorch(side: int) -> pygame.Surface:
    scorch = pictures.load_picture("blast/scorch.svg", (side, side)).copy()
    scorch.set_alpha(_SCORCH_ALPHA)
    layer = pygame.Surface(scorch.get_size(), pygame.SRCALPHA)
    layer.blit(scorch, (0, 0))
    return layer.convert_alpha()


def _make_trace(trace: Trace, scale: float) -> pygame.Surface:
    half = max(2, ceil(trace.size * _REACH[trace.kind] * scale) + 2)
    large = pygame.Surface((2 * half * _OVERSAMPLING, 2 * half * _OVERSAMPLING), pygame.SRCALPHA)
    middle, rng = half * _OVERSAMPLING, Random(f"{trace.kind}{trace.position}")
    pen = _Pen(large, (middle, middle), trace.size * scale * _OVERSAMPLING, trace.angle)
    match trace.kind:
        case "graze":
            _draw_graze(pen, rng)
        case "dent":
            _draw_dent(pen, rng)
        case "fall":
            # Black would darken the edge when the picture is made smaller.
            large.fill((*_THREAD, 0))
            _draw_fall(pen)
        case _:
            _draw_chips(pen, rng, seat_colour(trace.seat))
    return pygame.transform.smoothscale(large, (2 * half, 2 * half)).convert_alpha()


class _Pen(NamedTuple):
    """Draws in units of a trace's size, turned like it: x along it, y to its left."""

    surface: pygame.Surface
    middle: Point
    """The middle of the trace, in pixels."""
    size: float
    """The size of the trace, in pixels."""
    angle: float

    def point(self, x: float, y: float) -> Point:
        """Return a point in pixels."""
        c, s = cos(self.angle), sin(self.angle)
        return self.middle[0] + (x * c - y * s) * self.size, self.middle[1] - (x * s + y * c) * self.size

    def draw_shape(self, corners: Iterable[Point], colour: Colour, alpha: int) -> None:
        """Draw a filled polygon over what is there."""
        points = [(int(x), int(y)) for x, y in (self.point(x, y) for x, y in corners)]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        size = max(x for x, _ in points) - left + 1, max(y for _, y in points) - top + 1
        layer = pygame.Surface(size, pygame.SRCALPHA)
        layer.fill((*colour, 0))
        pygame.draw.polygon(layer, (*colour, alpha), [(x - left, y - top) for x, y in points])
        self.surface.blit(layer, (left, top))


def _splinter(x: float, y: float, length: float, width: float, angle: float) -> list[Point]:
    """Return the corners of a splinter around a point, turned by radians.

    `length` is half of the splinter's.
    """
    c, s = cos(angle), sin(angle)
    corners = ((length, 0.0), (length * 0.2, width), (-length, width * 0.4), (-length * 0.5, -width))
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in corners]


def _draw_graze(pen: _Pen, rng: Random) -> None:
    """Draw a torn line, wide where the shot touched the mat, with loose threads."""
    pen.draw_shape([(-1, 0.02), (-0.75, 0.11), (1, 0.0), (-0.75, -0.09)], _HOLE, 150)
    for side in (1, -1):
        pen.draw_shape([(-0.85, side * 0.12), (-0.5, side * 0.2), (0.45, side * 0.05)], _THREAD, 130)
    for _ in range(4):
        x, y = rng.uniform(-0.8, 0.3), rng.uniform(-0.22, 0.22)
        pen.draw_shape(_splinter(x, y, rng.uniform(0.08, 0.17), 0.03, rng.uniform(-3, 3)), _THREAD, 150)


def _draw_dent(pen: _Pen, rng: Random) -> None:
    """Draw the edge of a hammer's face and cracks around it.

    A dark face would look like the shadow of a cube.
    """
    _draw_edge(pen, 0.56, 0.46, 150)
    for _ in range(6):
        angle, distance = rng.uniform(-3.1, 3.1), rng.uniform(0.68, 0.82)
        pen.draw_shape(_splinter(distance * cos(angle), distance * sin(angle), 0.17, 0.035, angle), _HOLE, 150)


def _draw_fall(pen: _Pen) -> None:
    """Draw the print of a hard landing: a faint light edge.

    A dark one would look like a shadow.
    """
    _draw_edge(pen, 0.95, 0.855, 70)


def _draw_edge(pen: _Pen, outer: float, inner: float, alpha: int) -> None:
    """Draw the light edge of a square, from one half side to the other."""
    for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        outside, inside = (
            [(x * outer, y * outer), (-y * outer, x * outer)],
            [(-y * inner, x * inner), (x * inner, y * inner)],
        )
        pen.draw_shape([*outside, *inside], _THREAD, alpha)


def _draw_chips(pen: _Pen, rng: Random, paint: Colour) -> None:
    """Draw splinters of paint and wood, mostly behind the soldier that was hit."""
    colours = paint, _WOOD, mix(paint, BLACK, 0.25), mix(paint, WHITE, 0.2)
    for index in range(6):
        angle, distance = rng.gauss(0, 0.8), rng.uniform(0.35, 1.9)
        length, direction = rng.uniform(0.09, 0.19), rng.uniform(-3, 3) - pen.angle
        x, y = distance * cos(angle), distance * sin(angle)
        # A shadow, and the splinter a little higher.
        pen.draw_shape(_splinter(x, y, length, length * 0.45, direction), BLACK, 70)
        pen.draw_shape(_splinter(x, y + 0.03, length, length * 0.38, direction), colours[index % 4], 235)
