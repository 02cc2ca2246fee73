"""Pictures of cubes while they or the camera move: few are made in a frame, the others are fitted from earlier ones.

At rest each is the one that was made for its size: what stands here is only for moments.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp, log

import pygame

_FRESH = 120_000
"""How many pixels of new pictures are made in a frame, where there are older ones that can be fitted."""
_STEPS = 32
"""Steps of fitting in which a picture gets larger by e: of 3 %, which nobody sees in what moves."""
_MOST = 400
"""Pictures that are kept of each kind."""


class Fitted:
    """The last picture that was made of each thing, and what it looks like in another size.

    `late`: not all pictures were made for their size in the last frame, so another frame must follow.
    """

    def __init__(self) -> None:
        self.late = False
        self._left = 0.0
        self._made: dict[Hashable, tuple[float, int, pygame.Surface]] = {}
        self._shown: dict[Hashable, pygame.Surface] = {}

    def begin(self) -> None:
        """A frame begins."""
        self._left, self.late = _FRESH, False
        for kept in (self._made, self._shown):
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
        """The picture that `make` makes for a `size` in pixels, shown so many times as large; not to be drawn on. For
        a moment it may be one in another `light`, too."""
        made = self._made.get(key)
        if made is None or made[0] != size or made[1] != light:
            if made is None or self._left > 0:
                self._left -= size * size
                made = self._made[key] = size, light, make()
            else:
                self.late = True
                times *= size / made[0]
        step = round(log(times) * _STEPS) if times != 1.0 else 0
        if not step:
            return made[2]
        fitted = key, made[0], made[1], step
        found = self._shown.get(fitted)
        if found is None:
            scale = pygame.transform.scale_by if soft else pygame.transform.smoothscale_by
            found = self._shown[fitted] = scale(made[2], exp(step / _STEPS))
        return found
