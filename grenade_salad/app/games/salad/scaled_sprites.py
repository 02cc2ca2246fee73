"""Cache of scaled sprites, used while cubes or the camera move.

A frame makes few pictures at their exact size and scales the others from earlier ones. At rest, each picture is the
one that was made for its size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp, log
from typing import TypeAlias

import pygame

_MAX_NEW_PIXELS = 40_000
"""Maximum of new pixels a frame, while there are older pictures to scale."""
_LIGHT_COST = 4
"""Cost factor of a new light for a cached size: in motion it is hardly visible."""
_STEPS_PER_E = 32
"""Steps of scaling in which a picture grows by a factor of e: steps of 3 %."""
_MAX_PICTURES = 600
"""Maximum of cached scaled pictures, and of pictures to scale from."""
_MAX_PIXELS = 5_000_000
"""Maximum of pixels in cached pictures of exact size: 20 MB.

While all soldiers turn in a close view, they would need 50 MB for the light of each place: then some are drawn in the
light of another place until they rest.
"""
_MAX_PIXELS_MOVING = 7_000_000
"""Maximum of these pixels while cubes move: the cache is not cleared in motion."""
SizedPicture: TypeAlias = tuple[float, int, pygame.Surface]
"""A picture, the size in pixels that it was made for, and its light."""
CentredPicture: TypeAlias = tuple[pygame.Surface, float, float]
"""A picture, and half of its width and height."""
CubePictures: TypeAlias = tuple[CentredPicture, CentredPicture]
"""The shadow and the picture of a cube."""


def scaling_step(factor: float) -> int:
    """Return the step of scaling nearest to a factor."""
    return round(log(factor) * _STEPS_PER_E) if factor != 1.0 else 0


class ScaledSprites:
    """Cache of pictures by key, size and light, and of scaled ones.

    Scaled are only the last picture of each key that was made.
    """

    def __init__(self) -> None:
        self.is_late = False
        """True if a picture of this frame has not its exact size and light.

        Another frame must follow.
        """
        self._pixels_left = 0.0
        """New pixels that may still be made in this frame."""
        self._pixels = 0
        """Pixels in `_exact`."""
        self._is_full = False
        """True if no picture in another light is made until cubes rest."""
        self._exact: dict[Hashable, SizedPicture] = {}
        self._last: dict[Hashable, SizedPicture] = {}
        """The last picture that was made for each key."""
        self._scaled: dict[Hashable, pygame.Surface] = {}
        self._cube_pictures: dict[tuple[int, int, int], CubePictures] = {}
        self._cube_pictures_size: object = None
        """All sizes that `_cube_pictures` are for."""

    def cached_pictures(self, size: object) -> dict[tuple[int, int, int], CubePictures]:
        """Return the cached shadows and pictures of cubes; another size clears them.

        Add a picture only if the sprites are settled (`is_settled`).
        """
        if self._cube_pictures_size != size:
            self._cube_pictures, self._cube_pictures_size = {}, size
        return self._cube_pictures

    @property
    def is_settled(self) -> bool:
        """True if this frame's pictures can be reused.

        That is so if none can be better, or if the cache is full.
        """
        return self._is_full or not self.is_late

    def begin(self, share: float = 1.0, *, has_moving_cubes: bool = False) -> None:
        """Begin a frame that makes a share of the usual number of new pixels."""
        self._pixels_left = _MAX_NEW_PIXELS * share
        if self._pixels > (_MAX_PIXELS_MOVING if has_moving_cubes else _MAX_PIXELS):
            self._pixels = 0
            self._cube_pictures_size = None
            self._exact.clear()
        self.is_late = self._is_full = self._pixels > _MAX_PIXELS
        for pictures in (self._last, self._scaled):
            if len(pictures) > _MAX_PICTURES:
                pictures.clear()

    def picture(
        self,
        key: Hashable,
        size: float,
        factor: float,
        make: Callable[[], pygame.Surface],
        *,
        is_soft: bool = False,
        light: int = 0,
    ) -> pygame.Surface:
        """Return the picture for a `size` in pixels and a `light`, scaled by a factor.

        `make` makes it if it is not cached.

        For a few frames it may be an earlier picture that was scaled. Callers must not draw on it.
        """
        exact_key = key, size, light
        original = self._exact.get(exact_key)
        if original is None:
            original = self._last.get(key)
            has_same_size = original is not None and original[0] == size
            if original is None or (self._pixels_left > 0 and not (has_same_size and self._is_full)):
                self._pixels_left -= size * size * (_LIGHT_COST if has_same_size else 1)
                original = self._exact[exact_key] = self._last[key] = size, light, make()
                self._pixels += original[2].get_width() * original[2].get_height()
            else:
                self.is_late = True
                factor *= size / original[0]
        step = scaling_step(factor)
        if not step:
            return original[2]
        scaled_key = key, original[0], original[1], step
        picture = self._scaled.get(scaled_key)
        if picture is None:
            scale_picture = pygame.transform.scale_by if is_soft else pygame.transform.smoothscale_by
            picture = self._scaled[scaled_key] = scale_picture(original[2], exp(step / _STEPS_PER_E))
        return picture
