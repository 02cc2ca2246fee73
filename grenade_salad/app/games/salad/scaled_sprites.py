"""Pictures of cubes while they or the camera move: few are made in a frame, the others are fitted from earlier ones.

At rest each is the one that was made for its size: what stands here is only for moments.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp, log
from typing import TypeAlias

import pygame

_FRESH = 40_000
"""How many pixels of new pictures are made in a frame, where there are older ones that can be fitted."""
_PALER = 4
"""How many times as dear a picture counts that differs in its light alone: that is not seen in what moves."""
_STEPS = 32
"""Steps of fitting in which a picture gets larger by e: of 3 %, which nobody sees in what moves."""
_MOST = 600
"""Fitted pictures that are kept, and pictures to fit from."""
_ROOM = 5_000_000
"""Pixels of pictures as they were made that are kept: 20 MB. While all soldiers turn in a near look they would need 50
MB in the light of each place; then some are shown in that of another until they rest."""
_MOST_ROOM = 7_000_000
"""Pixels of them while cubes move: then what is kept is not forgotten before."""
Made: TypeAlias = tuple[float, int, pygame.Surface]
"""A picture, its size and its light."""
Placed: TypeAlias = tuple[pygame.Surface, float, float]
"""A picture, and half of its width and height."""
Pair: TypeAlias = tuple[Placed, Placed]
"""The shadow and the picture of a cube."""


def step_of_fit(times: float) -> int:
    """The step of fitting nearest to so many times as large."""
    return round(log(times) * _STEPS) if times != 1.0 else 0


class Fitted:
    """The pictures that were made of each thing, and what the last one looks like in another size.

    `late`: not all pictures were made for their size and light in the last frame, so another frame must follow.
    """

    def __init__(self) -> None:
        self.late = False
        self._left = 0.0
        self._pixels = 0
        self._full = False
        self._made: dict[Hashable, Made] = {}
        self._last: dict[Hashable, Made] = {}
        self._shown: dict[Hashable, pygame.Surface] = {}
        self._known: dict[tuple[int, int, int], Pair] = {}
        self._known_for: object = None

    def known(self, size: object) -> dict[tuple[int, int, int], Pair]:
        """Shadows and pictures that need not be looked for again while cubes are shown in this size: by what they
        show. Only what is `settled` may be put in."""
        if self._known_for != size:
            self._known, self._known_for = {}, size
        return self._known

    @property
    def settled(self) -> bool:
        """Whether what is shown now may be shown again: there is nothing better, or no room for it."""
        return self._full or not self.late

    def begin(self, share: float = 1.0, *, moves: bool = False) -> None:
        """A frame begins, in which so much of the usual number of pixels is made anew. `moves`: cubes do."""
        self._left = _FRESH * share
        if self._pixels > (_MOST_ROOM if moves else _ROOM):
            self._pixels = 0
            self._known_for = None
            self._made.clear()
        self.late = self._full = self._pixels > _ROOM
        for kept in (self._last, self._shown):
            if len(kept) > _MOST:
                kept.clear()

    def picture(
        self,
        key: Hashable,
        size: float,
        times: float,
        make: Callable[[], pygame.Surface],
        *,
        soft: bool = False,
        light: int = 0,
    ) -> pygame.Surface:
        """The picture that `make` makes for a `size` in pixels and a `light`, shown so many times as large; for a
        moment it may be an earlier one that is fitted. Not to be drawn on."""
        exact = key, size, light
        made = self._made.get(exact)
        if made is None:
            made = self._last.get(key)
            same_size = made is not None and made[0] == size
            if made is None or (self._left > 0 and not (same_size and self._full)):
                self._left -= size * size * (_PALER if same_size else 1)
                made = self._made[exact] = self._last[key] = size, light, make()
                self._pixels += made[2].get_width() * made[2].get_height()
            else:
                self.late = True
                times *= size / made[0]
        step = step_of_fit(times)
        if not step:
            return made[2]
        fitted = key, made[0], made[1], step
        found = self._shown.get(fitted)
        if found is None:
            scale = pygame.transform.scale_by if soft else pygame.transform.smoothscale_by
            found = self._shown[fitted] = scale(made[2], exp(step / _STEPS))
        return found
