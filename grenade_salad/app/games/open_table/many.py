"""Pieces that just lie or slide on the table, hundreds of them, drawn in one go: the same as `pictures.draw_piece`.

What does not change from frame to frame is looked up once: the pictures of a sort of piece at this scale by how it is
turned and how much of its side is seen, and how its shadow grows with the distance from the lamp.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import pi, radians
from typing import TypeAlias

import pygame

from grenade_salad.app.games.open_table.box_pictures import Files
from grenade_salad.app.games.open_table.pictures import cast_of, is_far, side_seen, standing, step_of, thick
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.lying import Key, Lying
from grenade_salad.games.open_table.view import Face
from grenade_salad.text.say import language

_MOST = 4000
"""Pictures that are kept beside the cache of all, at most."""
_DEGREES = 180 / pi
_SIDE = 10.0
"""How high the side of a piece is that the lamp shows, in units."""

Pose: TypeAlias = tuple[float, float, float]
"""x and y in mm, and the angle."""
Picture: TypeAlias = tuple[pygame.Surface, int, int]
"""A picture, and how far its upper left corner is from its middle, in pixels."""


@dataclass(slots=True)
class _Sort:
    """Pieces that look the same, at one scale."""

    kind: Kind | None
    face: Face
    pixels: tuple[int, int]
    reach: float
    blur: int
    seen: float
    shadow: float
    """How far a shadow lies from its piece, as a share of the way from below the lamp."""
    step: int
    far: bool
    made: dict[tuple[int, int, int], Picture] = field(default_factory=dict)
    casts: dict[int, Picture] = field(default_factory=dict)


class Run:
    """Pieces that are drawn one after another: their sorts, and a row each of reaches, sides, shadows and steps."""

    def __init__(self, sorts: list[_Sort]) -> None:
        import numpy as np

        self.sorts = sorts
        self.measures = np.array([(sort.reach, sort.seen, sort.shadow, sort.step) for sort in sorts]).T


class Sorts:
    """The sorts that are on the table; `of` has that of each piece, `runs` those of pieces one after another: by the
    first and how many there are."""

    def __init__(self) -> None:
        self.of: dict[Key, _Sort] = {}
        self.runs: dict[tuple[Key, int], Run] = {}
        self.kept = 0
        self._scale: Hashable = None
        self._found: dict[Hashable, _Sort] = {}
        self._grouped: tuple[Sequence[Lying], frozenset[Key], float] = (), frozenset(), 0.0
        self._groups: list[tuple[bool, list[Lying]]] = []

    def groups(
        self, things: Sequence[Lying], special: frozenset[Key], largest: float
    ) -> list[tuple[bool, list[Lying]]]:
        """All but boards, from below to above, in groups: whether they are plain and not among the special ones."""
        before = self._grouped
        if before[0] is not things or before[1:] != (special, largest):
            self._grouped = things, special, largest
            loose = (one for one in things if one.shape != "board")
            found = groupby(loose, lambda one: one.key not in special and is_plain(one, largest))
            self._groups = [(plain, list(ones)) for plain, ones in found]
        return self._groups

    def at(self, scale: Hashable) -> None:
        """The scale at which everything is drawn, and all else that pictures depend on."""
        if scale != self._scale or self.kept > _MOST:
            self._scale, self.kept = scale, 0
            self._found.clear()
            self.forget()

    def forget(self) -> None:
        """Other pieces lie there."""
        self.of.clear()
        self.runs.clear()

    def find(self, canvas: Canvas, one: Lying, scale: float) -> _Sort:
        """The sort of a piece."""
        key = one.kind, one.face, one.size
        if key not in self._found:
            size = one.size[0] * scale, one.size[1] * scale
            pixels = max(2, canvas.px(size[0])), max(2, canvas.px(size[1]))
            lamp = canvas.lamp
            share, _ = lamp.away((lamp.under[0] + 1, lamp.under[1]), 3 * thick(one.kind, size))
            blur = max(2, canvas.px(2))
            seen = side_seen(one.kind, pixels)
            self._found[key] = _Sort(
                one.kind, one.face, pixels, max(size), blur, seen, share, step_of(pixels), is_far(one.kind, size[0])
            )
        found = self.of[one.key] = self._found[key]
        return found


def is_plain(one: Lying, largest: float) -> bool:
    """Whether nothing is drawn with it, and it is no larger than so many mm."""
    return one.count == 1 and not one.locked and not one.bag and max(one.size) <= largest


def draw_many(
    canvas: Canvas, camera: Camera, ones: Sequence[Lying], poses: Mapping[int, Pose], sorts: Sorts, files: Files
) -> None:
    """All of these, from below to above; who is pushed or slides is where `poses` has it."""
    import numpy as np

    lamp, factor = canvas.lamp, canvas.factor
    scale, (east, north), (under_x, under_y) = camera.scale, camera.middle, lamp.under
    sorts.at((scale, factor, lamp, files, shapes.times_forgotten, language()))
    run = ones[0].key, len(ones)
    if run not in sorts.runs:
        sorts.runs[run] = Run([sorts.of.get(one.key) or sorts.find(canvas, one, scale) for one in ones])
    kinds, (reach, seen, shadow, step) = sorts.runs[run].sorts, sorts.runs[run].measures
    x, y, angle = np.array(_rows(ones, poses), dtype=float).T
    x, y = camera.rect.centerx + (x - east) * scale, camera.rect.centery - (y - north) * scale
    # As `Lamp.away`, `pictures._side` and `draw_piece` have it for one.
    lit, _ = lamp.away((under_x + 1, under_y), _SIDE)
    across, down = (x - under_x) * lit, (y - under_y) * lit + 0.4
    share = seen / np.maximum(0.001, np.hypot(across, down))
    turned = np.rint(angle * _DEGREES / step) * step % 360
    cast_x, cast_y = (x + (x - under_x) * shadow) * factor, (y + (y - under_y) * shadow + 1) * factor
    whole = np.rint((turned, across * share, down * share, cast_x, cast_y, x * factor, y * factor)).astype(int)
    rect = camera.rect
    there = (x >= rect.left - reach) & (x < rect.right + reach) & (y >= rect.top - reach) & (y < rect.bottom + reach)
    drawn: list[tuple[pygame.Surface, tuple[int, int]]] = []
    draw = drawn.append
    for sort, inside, degrees, right, low, left, top, x_at, y_at in zip(
        kinds, there.tolist(), *whole.tolist(), strict=True
    ):
        if inside:
            shade, across, up = sort.casts.get(degrees) or _cast(sorts, sort, degrees, files)
            draw((shade, (left - across, top - up)))
            made, across, up = sort.made.get((degrees, right, low)) or _made(sorts, sort, (degrees, right, low), files)
            draw((made, (x_at - across, y_at - up)))
    canvas.surface.fblits(drawn)


def _rows(ones: Sequence[Lying], poses: Mapping[int, Pose]) -> list[Pose]:
    """Where each of them is."""
    known: Mapping[Key, Pose] = {**poses}
    if len(poses) >= len(ones) and all(one.key in known for one in ones):
        return [known[one.key] for one in ones]
    return [known.get(one.key) or (*one.at, one.angle) for one in ones]


def _made(sorts: Sorts, sort: _Sort, looks: tuple[int, int, int], files: Files) -> Picture:
    made = standing(sort.kind, sort.face, sort.pixels, radians(looks[0]), looks[1:], files, sort.far)
    found = sort.made[looks] = made, made.get_width() // 2, made.get_height() // 2
    sorts.kept += 1
    return found


def _cast(sorts: Sorts, sort: _Sort, turned: int, files: Files) -> Picture:
    made = cast_of(sort.kind, sort.face, sort.pixels, turned, sort.blur, files)
    found = sort.casts[turned] = made, made.get_width() // 2, made.get_height() // 2
    sorts.kept += 1
    return found
