"""Dust in the lamp's light over a table where nothing happens.

Only the few pixels under each mote are drawn, some times a second, and only for a while: the window is not drawn
again, and a table that is left alone comes to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sin
from random import Random
from typing import NamedTuple

import pygame

from grenade_salad.app.ui import lamp, shapes
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import Colour

_MOTE_COUNT = 26
_FRAME_SECONDS = 0.1
"""Seconds between two frames."""
_START_DELAY, _MOTE_SECONDS = 2.0, 6.0
"""Seconds of rest before motes appear, and the mean lifetime of a mote."""
_STOP_AFTER = 90.0
"""Seconds of rest after which there is no more dust."""
_MAX_DRIFT = 14.0
"""Most units that a mote drifts in a second."""
_MAX_BRIGHTNESS, _MIN_BRIGHTNESS = 210, 4
"""Highest brightness of a mote, 0 to 255, and the lowest that is drawn."""
_FADE_IN_SECONDS, _FADE_OUT_SECONDS = 3.0, 5.0
"""Seconds in which the dust appears and disappears."""
_SPECK: Colour = (255, 226, 170)


class Air(NamedTuple):
    """Space where dust may be visible, in units."""

    area: Rect
    occupied: Sequence[Rect]
    """Boxes of the area without dust, such as panels and words."""


class Dust:
    """The dust over one table."""

    def __init__(self) -> None:
        self.idle_seconds = 0.0
        """Seconds since anything else was drawn."""
        self._backgrounds: list[tuple[pygame.Surface, pygame.Rect]] = []
        """The picture under each mote, which is restored before the mote moves."""
        self._frame_id = -1
        self._next_in = 0.0
        """Seconds until the next frame of dust."""
        self._time = 0.0

    def drift(
        self, surface: pygame.Surface, factor: float, find_air: Callable[[], Air | None], frame_id: int, dt: float
    ) -> Sequence[pygame.Rect]:
        """Let `dt` seconds pass; return the changed boxes of the window, in pixels.

        Nothing else may have been drawn meanwhile. A new `frame_id` means that the window was drawn again, without
        dust.
        """
        if frame_id != self._frame_id:
            self._frame_id, self._backgrounds, self.idle_seconds, self._next_in = frame_id, [], 0.0, _START_DELAY
        self.idle_seconds += dt
        self._next_in -= dt
        if self._next_in > 0 or (self.idle_seconds > _STOP_AFTER and not self._backgrounds):
            return ()
        self._next_in = _FRAME_SECONDS
        self._time += _FRAME_SECONDS
        changed = [surface.blit(picture, box) for picture, box in reversed(self._backgrounds)]
        self._backgrounds = []
        air = find_air() if self.idle_seconds <= _STOP_AFTER else None
        if air is not None:
            for index in range(_MOTE_COUNT):
                self._draw(surface, factor, air, index)
        changed += [box for _, box in self._backgrounds]
        if changed:
            pygame.display.update(changed)
        return changed

    def _draw(self, surface: pygame.Surface, factor: float, air: Air, index: int) -> None:
        centre, alpha, size = _mote_state(index, self._time, self.idle_seconds - _START_DELAY, air.area)
        alpha = round(alpha * _light_at(centre, air.area))
        pixels = max(2, round(size * factor))
        box = pygame.Rect(
            round(centre[0] * factor) - pixels // 2, round(centre[1] * factor) - pixels // 2, pixels, pixels
        )
        if alpha < _MIN_BRIGHTNESS or not surface.get_rect().contains(box):
            return
        if any(obstacle.inflate(8, 8).collidepoint(centre) for obstacle in air.occupied):
            return
        # A quarter of all brightnesses is enough, and fewer pictures are cached.
        mote = shapes.get_cached(("mote", pixels, alpha // 4), lambda: _draw_mote(pixels, alpha // 4 * 4))
        self._backgrounds.append((surface.subsurface(box).copy(), box))
        surface.blit(mote, box)


def _mote_state(index: int, time: float, idle_seconds: float, area: Rect) -> tuple[Point, float, float]:
    """Return the point, the brightness and the size of a mote, in units.

    Each life of a mote has its own random numbers, so that nothing about it has to be stored.
    """
    rng = Random(index)
    life = rng.uniform(0.7, 1.3) * _MOTE_SECONDS
    cycle, share = divmod(time / life + rng.random(), 1.0)
    rng = Random(f"{index} {cycle}")
    x, y = rng.random() * area.width, rng.random() * area.height
    drift = rng.uniform(-_MAX_DRIFT, _MAX_DRIFT), rng.uniform(-_MAX_DRIFT * 0.6, _MAX_DRIFT * 0.3)
    elapsed = share * life
    x += drift[0] * elapsed + 3 * sin(elapsed * rng.uniform(0.5, 1.1))
    y += drift[1] * elapsed
    fade_in = min(1.0, max(0.0, idle_seconds) / _FADE_IN_SECONDS)
    fade_out = min(1.0, (_STOP_AFTER - idle_seconds) / _FADE_OUT_SECONDS)
    brightness = _MAX_BRIGHTNESS * sin(share * pi) * fade_in * max(0.0, fade_out) * rng.uniform(0.5, 1)
    return (area.x + x, area.y + y), brightness, rng.uniform(3.0, 7.0)


def _light_at(point: Point, area: Rect) -> float:
    """Return the share of the lamp's light on dust at a point."""
    if not area.collidepoint(point):
        return 0.0
    return max(0.0, 1.3 - lamp.place_lamp((area.x, area.y, area.width, area.height)).relative_distance(point))


def _draw_mote(pixels: int, alpha: int) -> pygame.Surface:
    """Return a soft warm speck."""
    large = pygame.Surface((pixels * 4, pixels * 4), pygame.SRCALPHA)
    large.fill((*_SPECK, 0))
    for step in range(pixels * 2, 0, -1):
        share = 1 - step / (pixels * 2)
        pygame.draw.circle(large, (*_SPECK, round(alpha * share**0.7)), (pixels * 2, pixels * 2), step)
    return pygame.transform.smoothscale(large, (pixels, pixels)).convert_alpha()
