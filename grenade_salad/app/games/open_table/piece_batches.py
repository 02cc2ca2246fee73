"""Pieces that just lie or slide on the table, hundreds of them, drawn in one go: the same as `pictures.draw_piece`.

What does not change from frame to frame is looked up once: the pictures of a sort of piece at this scale by how it is
turned and how much of its side is seen, and how its shadow grows with the distance from the lamp.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import pi, radians
from typing import TypeAlias

import pygame

from grenade_salad.app.games.open_table.box_pictures import Files
from grenade_salad.app.games.open_table.pictures import cast_of, is_far, side_seen, standing, step_of, thick
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.placed_pieces import Key, Lying
from grenade_salad.games.open_table.view import Face
from grenade_salad.text.say import language

_MOST = 4000
"""Pictures that are kept beside the cache of all, at most."""
_DEGREES = 180 / pi
_SIDE = 10.0
"""How high the side of a piece is that the lamp shows, in units."""
_SEEN = 40
"""No more pixels of a side are seen, to the right or to the left, up or down."""
_WIDE = 2 * _SEEN + 1
_LOOKS = 1 + _WIDE * _WIDE
"""So many pictures a piece has that is turned by some angle: its shadow, and with each of its sides seen."""

Pose: TypeAlias = tuple[float, float, float]
"""x and y in mm, and the angle."""
Picture: TypeAlias = tuple[pygame.Surface, int, int]
"""A picture, and how far its upper left corner is from its middle, in pixels."""


@dataclass(slots=True)
class _Sort:
    """Pieces that look the same, at one scale."""

    number: int
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


class Run:
    """Pieces that are drawn one after another: of their sorts a row each of numbers, reaches, sides, shadows, steps."""

    def __init__(self, sorts: list[_Sort]) -> None:
        import numpy as np

        rows = [(sort.number, sort.reach, sort.seen, sort.shadow, sort.step) for sort in sorts]
        self.measures = np.array(rows).T


class Sorts:
    """The sorts that are on the table; `of` has that of each piece, `runs` those of pieces one after another: by the
    first and how many there are. `made` has the pictures of this scale, each under a number that says how it looks."""

    def __init__(self) -> None:
        self.of: dict[Key, _Sort] = {}
        self.runs: dict[tuple[Key, int], Run] = {}
        self.made: dict[int, Picture] = {}
        self.all: list[_Sort] = []
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
        if scale != self._scale or len(self.made) > _MOST:
            self._scale = scale
            for kept in (self._found, self.made, self.all):
                kept.clear()
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
            far, step, number = is_far(one.kind, size[0]), step_of(pixels), len(self.all)
            self._found[key] = _Sort(number, one.kind, one.face, pixels, max(size), blur, seen, share, step, far)
            self.all.append(self._found[key])
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
    key = ones[0].key, len(ones)
    if key not in sorts.runs:
        found = [sorts.of.get(one.key) or sorts.find(canvas, one, scale) for one in ones]
        sorts.runs[key] = Run(found)
    number, reach, seen, shadow, step = sorts.runs[key].measures
    rows = chain.from_iterable(_rows(ones, poses))
    x, y, angle = np.fromiter(rows, float, 3 * len(ones)).reshape(-1, 3).T
    x, y = camera.rect.centerx + (x - east) * scale, camera.rect.centery - (y - north) * scale
    # As `Lamp.away`, `pictures._side` and `draw_piece` have it for one.
    lit, _ = lamp.away((under_x + 1, under_y), _SIDE)
    across, down = (x - under_x) * lit, (y - under_y) * lit + 0.4
    share = seen / np.maximum(0.001, np.hypot(across, down))
    right, low = np.rint((across * share, down * share))
    turned = np.rint(angle * _DEGREES / step) * step % 360
    looks = (number * 360 + turned) * _LOOKS
    cast_x, cast_y = x + (x - under_x) * shadow, y + (y - under_y) * shadow + 1
    places = np.rint(((cast_x * factor, x * factor), (cast_y * factor, y * factor)))
    whole = np.array((*places, (looks, looks + 1 + (right + _SEEN) * _WIDE + low + _SEEN))).astype(int)
    rect = camera.rect
    there = (x >= rect.left - reach) & (x < rect.right + reach) & (y >= rect.top - reach) & (y < rect.bottom + reach)
    if not there.all():
        whole = whole[:, :, there]
    # Each shadow, then its piece.
    lefts, tops, codes = whole.transpose(0, 2, 1).reshape(3, -1).tolist()
    pictures = _pictures(sorts, codes, files)
    canvas.surface.fblits(
        [
            (made, (left - right, top - down))
            for (made, right, down), left, top in zip(pictures, lefts, tops, strict=True)
        ]
    )


def _rows(ones: Sequence[Lying], poses: Mapping[int, Pose]) -> list[Pose]:
    """Where each of them is."""
    known: dict[Key, Pose] = dict(poses.items())
    return [known.get(one.key) or (*one.at, one.angle) for one in ones]


def _pictures(sorts: Sorts, codes: Sequence[int], files: Files) -> list[Picture]:
    """The pictures that these numbers stand for."""
    try:
        return [sorts.made[code] for code in codes]
    except KeyError:
        for code in set(codes).difference(sorts.made):
            sorts.made[code] = _made(sorts, code, files)
        return [sorts.made[code] for code in codes]


def _made(sorts: Sorts, code: int, files: Files) -> Picture:
    looks, side = divmod(code, _LOOKS)
    number, turned = divmod(looks, 360)
    sort = sorts.all[number]
    if side:
        right, low = divmod(side - 1, _WIDE)
        seen = right - _SEEN, low - _SEEN
        made = standing(sort.kind, sort.face, sort.pixels, radians(turned), seen, files, sort.far)
        return made, made.get_width() // 2, made.get_height() // 2
    made = cast_of(sort.kind, sort.face, sort.pixels, turned, sort.blur, files)
    right, low = made.get_width() // 2, made.get_height() // 2
    if made.get_flags() & pygame.RLEACCEL:
        return made, right, low
    # What is not kept in runs has a wide edge of nothing, which would be mixed in pixel by pixel.
    there = made.get_bounding_rect()
    return made.subsurface(there), right - there.x, low - there.y
