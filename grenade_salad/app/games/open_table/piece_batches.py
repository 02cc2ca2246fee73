"""Draws hundreds of plain pieces in one go, the same as `pictures.draw_piece`.

What does not change from frame to frame is looked up once: the images of a piece's appearance at this scale by its
angle and the visible part of its side, and how its shadow grows with the distance from the lamp.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import pi, radians
from typing import TypeAlias

import pygame

from grenade_salad.app.games.open_table.box_pictures import PictureFiles
from grenade_salad.app.games.open_table.pictures import (
    SIDE_HEIGHT,
    SIDE_TO_VIEWER,
    render_piece,
    render_shadow,
    rotation_step,
    shadow_height,
    shows_index_only,
    visible_side,
)
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.placed_pieces import Key, PlacedPiece
from grenade_salad.games.open_table.view import Face
from grenade_salad.text.say import language

_MAX_SPRITES = 4000
"""The greatest number of sprites that are cached here, beside the common cache."""
_DEGREES = 180 / pi
_MAX_SIDE = 40
"""The greatest number of visible pixels of a side, in each direction."""
_SIDE_VARIANTS = 2 * _MAX_SIDE + 1
_SPRITES_PER_ANGLE = 1 + _SIDE_VARIANTS * _SIDE_VARIANTS
"""The sprites of a piece at one angle: its shadow, and each visible side."""

Pose: TypeAlias = tuple[float, float, float]
"""x and y in mm, and the angle in radians."""
Sprite: TypeAlias = tuple[pygame.Surface, int, int]
"""An image, and the distance of its upper left corner from its middle, in pixels."""


@dataclass(slots=True)
class _Appearance:
    """The look that pieces share, at one scale."""

    index: int
    """Its index in `AppearanceCache.appearances`."""
    kind: Kind | None
    face: Face
    pixels: tuple[int, int]
    reach: float
    """Units from the middle within which the piece is drawn, with its shadow."""
    blur: int
    """Radius of the soft edge of its shadow, in pixels."""
    side: float
    """The part of its side that is visible, in pixels."""
    shadow: float
    """A shadow's distance from its piece, as a share of that from below the lamp."""
    angle_step: int
    """The step of its pictures in degrees, see `rotation_step`."""
    index_only: bool
    """True if it is a playing card so small that it shows nothing but its index."""


class PieceRun:
    """Pieces that are drawn one after another."""

    def __init__(self, appearances: list[_Appearance]) -> None:
        import numpy as np

        rows = [
            (appearance.index, appearance.reach, appearance.side, appearance.shadow, appearance.angle_step)
            for appearance in appearances
        ]
        self.measures = np.array(rows).T
        """A row each of their appearances' indices, reaches, sides, shadows and angle steps."""


class AppearanceCache:
    """The appearances on the table."""

    def __init__(self) -> None:
        self.of_piece: dict[Key, _Appearance] = {}
        self.runs: dict[tuple[Key, int], PieceRun] = {}
        """Runs of consecutive pieces, by the first one and their count."""
        self.sprites: dict[int, Sprite] = {}
        """The sprites of this scale, by a code of appearance, angle and visible side."""
        self.appearances: list[_Appearance] = []
        self._scale: Hashable = None
        self._by_look: dict[Hashable, _Appearance] = {}
        self._grouped: tuple[Sequence[PlacedPiece], frozenset[Key], float] = (), frozenset(), 0.0
        """The arguments of `groups` for which `_groups` was made."""
        self._groups: list[tuple[bool, list[PlacedPiece]]] = []

    def groups(
        self, pieces: Sequence[PlacedPiece], special: frozenset[Key], largest: float
    ) -> list[tuple[bool, list[PlacedPiece]]]:
        """Return all pieces but boards, from below to above, in groups.

        Each group has a flag: its pieces are plain, no larger than `largest` mm, and not special.
        """
        previous = self._grouped
        if previous[0] is not pieces or previous[1:] != (special, largest):
            self._grouped = pieces, special, largest
            loose = (piece for piece in pieces if piece.shape != "board")
            grouped = groupby(loose, lambda piece: piece.key not in special and is_plain(piece, largest))
            self._groups = [(plain, list(group)) for plain, group in grouped]
        return self._groups

    def set_scale(self, scale: Hashable) -> None:
        """Set the scale of the drawing, and all else that sprites depend on."""
        if scale != self._scale or len(self.sprites) > _MAX_SPRITES:
            self._scale = scale
            for cache in (self._by_look, self.sprites, self.appearances):
                cache.clear()
            self.forget_pieces()

    def forget_pieces(self) -> None:
        """Forget the pieces, since others are on the table."""
        self.of_piece.clear()
        self.runs.clear()

    def find(self, canvas: Canvas, piece: PlacedPiece, scale: float) -> _Appearance:
        """Return the appearance of a piece."""
        key = piece.kind, piece.face, piece.size
        if key not in self._by_look:
            size = piece.size[0] * scale, piece.size[1] * scale
            pixels = max(2, canvas.px(size[0])), max(2, canvas.px(size[1]))
            lamp = canvas.lamp
            shadow, _ = lamp.shadow_offset((lamp.foot[0] + 1, lamp.foot[1]), 3 * shadow_height(piece.kind, size))
            self._by_look[key] = _Appearance(
                index=len(self.appearances),
                kind=piece.kind,
                face=piece.face,
                pixels=pixels,
                reach=max(size),
                blur=max(2, canvas.px(2)),
                side=visible_side(piece.kind, pixels),
                shadow=shadow,
                angle_step=rotation_step(pixels),
                index_only=shows_index_only(piece.kind, size[0]),
            )
            self.appearances.append(self._by_look[key])
        appearance = self.of_piece[piece.key] = self._by_look[key]
        return appearance


def is_plain(piece: PlacedPiece, largest: float) -> bool:
    """True if nothing is drawn with the piece, and it is no larger than `largest` mm."""
    return piece.count == 1 and not piece.locked and not piece.is_bag and max(piece.size) <= largest


def draw_pieces(
    canvas: Canvas,
    camera: Camera,
    pieces: Sequence[PlacedPiece],
    poses: Mapping[int, Pose],
    cache: AppearanceCache,
    files: PictureFiles,
) -> None:
    """Draw these pieces from below to above; `poses` has those that are in motion."""
    import numpy as np

    lamp, factor = canvas.lamp, canvas.factor
    scale, (east, north), (under_x, under_y) = camera.scale, camera.middle, lamp.foot
    cache.set_scale((scale, factor, lamp, files, shapes.reset_count, language()))
    key = pieces[0].key, len(pieces)
    if key not in cache.runs:
        appearances = [cache.of_piece.get(piece.key) or cache.find(canvas, piece, scale) for piece in pieces]
        cache.runs[key] = PieceRun(appearances)
    index, reach, side, shadow, angle_step = cache.runs[key].measures
    rows = chain.from_iterable(_current_poses(pieces, poses))
    x, y, angle = np.fromiter(rows, float, 3 * len(pieces)).reshape(-1, 3).T
    x, y = camera.rect.centerx + (x - east) * scale, camera.rect.centery - (y - north) * scale
    # The same as `Lamp.shadow_offset`, `pictures._side_offset` and `draw_piece` do for one piece.
    lit, _ = lamp.shadow_offset((under_x + 1, under_y), SIDE_HEIGHT)
    across, down = (x - under_x) * lit, (y - under_y) * lit + SIDE_TO_VIEWER
    share = side / np.maximum(0.001, np.hypot(across, down))
    right, low = np.rint((across * share, down * share))
    turned = np.rint(angle * _DEGREES / angle_step) * angle_step % 360
    looks = (index * 360 + turned) * _SPRITES_PER_ANGLE
    cast_x, cast_y = x + (x - under_x) * shadow, y + (y - under_y) * shadow + 1
    places = np.rint(((cast_x * factor, x * factor), (cast_y * factor, y * factor)))
    draws = np.array((*places, (looks, looks + 1 + (right + _MAX_SIDE) * _SIDE_VARIANTS + low + _MAX_SIDE))).astype(int)
    rect = camera.rect
    is_visible = (
        (x >= rect.left - reach) & (x < rect.right + reach) & (y >= rect.top - reach) & (y < rect.bottom + reach)
    )
    if not is_visible.all():
        draws = draws[:, :, is_visible]
    # Draw each shadow before its piece.
    lefts, tops, codes = draws.transpose(0, 2, 1).reshape(3, -1).tolist()
    sprites = _find_sprites(cache, codes, files)
    canvas.surface.fblits(
        [
            (image, (left - right, top - down))
            for (image, right, down), left, top in zip(sprites, lefts, tops, strict=True)
        ]
    )


def _current_poses(pieces: Sequence[PlacedPiece], poses: Mapping[int, Pose]) -> list[Pose]:
    """Return the current pose of each piece."""
    pose_by_key: dict[Key, Pose] = dict(poses.items())
    return [pose_by_key.get(piece.key) or (*piece.position, piece.angle) for piece in pieces]


def _find_sprites(cache: AppearanceCache, codes: Sequence[int], files: PictureFiles) -> list[Sprite]:
    """Return the sprites of these codes; those that are not cached are made."""
    try:
        return [cache.sprites[code] for code in codes]
    except KeyError:
        for code in set(codes).difference(cache.sprites):
            cache.sprites[code] = _make_sprite(cache, code, files)
        return [cache.sprites[code] for code in codes]


def _make_sprite(cache: AppearanceCache, code: int, files: PictureFiles) -> Sprite:
    looks, side = divmod(code, _SPRITES_PER_ANGLE)
    index, turned = divmod(looks, 360)
    appearance = cache.appearances[index]
    if side:
        right, low = divmod(side - 1, _SIDE_VARIANTS)
        image = render_piece(
            appearance.kind,
            appearance.face,
            appearance.pixels,
            angle=radians(turned),
            side=(right - _MAX_SIDE, low - _MAX_SIDE),
            files=files,
            index_only=appearance.index_only,
        )
        return image, image.get_width() // 2, image.get_height() // 2
    image = render_shadow(appearance.kind, appearance.face, appearance.pixels, turned, appearance.blur, files)
    right, low = image.get_width() // 2, image.get_height() // 2
    if image.get_flags() & pygame.RLEACCEL:
        return image, right, low
    # An image without run-length encoding has a wide empty edge that would be blended.
    bounds = image.get_bounding_rect()
    return image.subsurface(bounds), right - bounds.x, low - bounds.y
