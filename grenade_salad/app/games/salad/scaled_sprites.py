"""Pictures of cubes while they or the camera move: few are made in a frame, the others are fitted from earlier ones.

At rest each is the one that was made for its size: what stands here is only for moments.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp, log
from typing import TypeAlias

import pygame

_MAX_NEW_PIXELS = 40_000
"""How many pixels of new pictures are made in a frame, where there are older ones that can be fitted."""
_LIGHT_COST = 4
"""How many times as dear a picture counts that differs in its light alone: that is not seen in what moves."""
_STEPS_PER_E = 32
"""Steps of fitting in which a picture gets larger by e: of 3 %, which nobody sees in what moves."""
_MAX_PICTURES = 600
"""Fitted pictures that are kept, and pictures to fit from."""
_ROOM = 5_000_000
"""Pixels of pictures as they were made that are kept: 20 MB. While all soldiers turn in a near look they would need 50
MB in the light of each place; then some are shown in that of another until they rest."""
_MAX_PIXELS_MOVING = 7_000_000
"""Pixels of them while cubes move: then what is kept is not forgotten before."""
SizedPicture: TypeAlias = tuple[float, int, pygame.Surface]
"""A picture, its size and its light."""
CentredPicture: TypeAlias = tuple[pygame.Surface, float, float]
"""A picture, and half of its width and height."""
CubePictures: TypeAlias = tuple[CentredPicture, CentredPicture]
"""The shadow and the picture of a cube."""


def scaling_step(factor: float) -> int:
    """The step of fitting nearest to so many times as large."""
    return round(log(factor) * _STEPS_PER_E) if factor != 1.0 else 0


class ScaledSprites:
    """The pictures that were made of each thing, and what the last one looks like in another size.

    `late`: not all pictures were made for their size and light in the last frame, so another frame must follow.
    """

    def __init__(self) -> None:
        self.is_late = False
        self._pixels_left = 0.0
        self._pixels = 0
        self._is_full = False
        self._exact: dict[Hashable, SizedPicture] = {}
        self._last: dict[Hashable, SizedPicture] = {}
        self._scaled: dict[Hashable, pygame.Surface] = {}
        self._cube_pictures: dict[tuple[int, int, int], CubePictures] = {}
        self._cube_pictures_size: object = None

    def cached_pictures(self, size: object) -> dict[tuple[int, int, int], CubePictures]:
        """Shadows and pictures that need not be looked for again while cubes are shown in this size: by what they
        show. Only what is `settled` may be put in."""
        if self._cube_pictures_size != size:
            self._cube_pictures, self._cube_pictures_size = {}, size
        return self._cube_pictures

    @property
    def is_settled(self) -> bool:
        """Whether what is shown now may be shown again: there is nothing better, or no room for it."""
        return self._is_full or not self.is_late

    def begin(self, share: float = 1.0, *, has_moving_cubes: bool = False) -> None:
        """A frame begins, in which so much of the usual number of pixels is made anew. `moves`: cubes do."""
        self._pixels_left = _MAX_NEW_PIXELS * share
        if self._pixels > (_MAX_PIXELS_MOVING if has_moving_cubes else _ROOM):
            self._pixels = 0
            self._cube_pictures_size = None
            self._exact.clear()
        self.is_late = self._is_full = self._pixels > _ROOM
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
        """The picture that `make` makes for a `size` in pixels and a `light`, shown so many times as large; for a
        moment it may be an earlier one that is fitted. Not to be drawn on."""
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
