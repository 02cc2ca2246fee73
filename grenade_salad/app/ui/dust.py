"""A breath of dust in the lamp's light over a table where nothing happens.

Only the few pixels under each mote are drawn, some times a second, and only for a while: the window is not drawn anew,
and a table that is left alone comes to rest.
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

_MOTE_COUNT = 26
_FRAME_SECONDS = 0.1
"""Seconds between two pictures."""
_START_DELAY, _MOTE_SECONDS = 2.0, 6.0
"""Seconds after which the first motes are seen once nothing moves, and in which they come and go."""
_STOP_AFTER = 90.0
"""Seconds after which the air is still."""
_MAX_DRIFT = 14.0
"""Units that a mote drifts in a second at most."""
_MAX_BRIGHTNESS = 210
"""How bright a mote is at most, 0 to 255."""


class Air(NamedTuple):
    """Where dust may be seen, in units: in `room`, but for what is `taken`."""

    area: Rect
    occupied: Sequence[Rect]


class Dust:
    """`still` is for how many seconds nothing was drawn; what lies under motes is put back before they go on."""

    def __init__(self) -> None:
        self.idle_seconds = 0.0
        self._backgrounds: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._frame_id = -1
        self._next_in = 0.0
        self._time = 0.0

    def drift(
        self, surface: pygame.Surface, factor: float, find_air: Callable[[], Air | None], frame_id: int, dt: float
    ) -> Sequence[pygame.Rect]:
        """Seconds in which nothing else was drawn have passed: what has changed on the window, in pixels.

        `drawn` tells one picture of the window from another: on a new one there is no dust yet.
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
        if alpha < 4 or not surface.get_rect().contains(box):
            return
        if any(obstacle.inflate(8, 8).collidepoint(centre) for obstacle in air.occupied):
            return
        mote = shapes.get_cached(("mote", pixels, alpha // 4), lambda: _draw_mote(pixels, alpha // 4 * 4))
        self._backgrounds.append((surface.subsurface(box).copy(), box))
        surface.blit(mote, box)


def _mote_state(index: int, time: float, idle_seconds: float, area: Rect) -> tuple[Point, float, float]:
    """Where a mote is, how bright it is, and how large, in units."""
    rng = Random(index)
    life = rng.uniform(0.7, 1.3) * _MOTE_SECONDS
    cycle, share = divmod(time / life + rng.random(), 1.0)
    rng = Random(f"{index} {cycle}")
    x, y = rng.random() * area.width, rng.random() * area.height
    drift = rng.uniform(-_MAX_DRIFT, _MAX_DRIFT), rng.uniform(-_MAX_DRIFT * 0.6, _MAX_DRIFT * 0.3)
    elapsed = share * life
    x += drift[0] * elapsed + 3 * sin(elapsed * rng.uniform(0.5, 1.1))
    y += drift[1] * elapsed
    fade_in = min(1.0, max(0.0, idle_seconds) / 3)
    fade_out = min(1.0, (_STOP_AFTER - idle_seconds) / 5)
    brightness = _MAX_BRIGHTNESS * sin(share * pi) * fade_in * max(0.0, fade_out) * rng.uniform(0.5, 1)
    return (area.x + x, area.y + y), brightness, rng.uniform(3.0, 7.0)


def _light_at(point: Point, area: Rect) -> float:
    """How much of the lamp's light there is on dust at a point."""
    if not area.collidepoint(point):
        return 0.0
    return max(0.0, 1.3 - lamp.place_lamp((area.x, area.y, area.width, area.height)).relative_distance(point))


def _draw_mote(pixels: int, alpha: int) -> pygame.Surface:
    """A soft warm speck."""
    large = pygame.Surface((pixels * 4, pixels * 4), pygame.SRCALPHA)
    large.fill((255, 226, 170, 0))
    for step in range(pixels * 2, 0, -1):
        share = 1 - step / (pixels * 2)
        pygame.draw.circle(large, (255, 226, 170, round(alpha * share**0.7)), (pixels * 2, pixels * 2), step)
    return pygame.transform.smoothscale(large, (pixels, pixels)).convert_alpha()
