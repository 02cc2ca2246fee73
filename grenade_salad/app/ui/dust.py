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

_MOTES = 26
_EVERY = 0.1
"""Seconds between two pictures."""
_COMES, _GOES = 2.0, 6.0
"""Seconds after which the first motes are seen once nothing moves, and in which they come and go."""
_SETTLES = 90.0
"""Seconds after which the air is still."""
_FAR = 14.0
"""Units that a mote drifts in a second at most."""
_BRIGHT = 210
"""How bright a mote is at most, 0 to 255."""


class Air(NamedTuple):
    """Where dust may be seen, in units: in `room`, but for what is `taken`."""

    room: Rect
    taken: Sequence[Rect]


class Dust:
    """`still` is for how many seconds nothing was drawn; what lies under motes is put back before they go on."""

    def __init__(self) -> None:
        self.still = 0.0
        self._under: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._drawn = -1
        self._due = 0.0
        self._time = 0.0

    def drift(
        self, surface: pygame.Surface, factor: float, air: Callable[[], Air | None], drawn: int, dt: float
    ) -> Sequence[pygame.Rect]:
        """Seconds in which nothing else was drawn have passed: what has changed on the window, in pixels.

        `drawn` tells one picture of the window from another: on a new one there is no dust yet.
        """
        if drawn != self._drawn:
            self._drawn, self._under, self.still, self._due = drawn, [], 0.0, _COMES
        self.still += dt
        self._due -= dt
        if self._due > 0 or (self.still > _SETTLES and not self._under):
            return ()
        self._due = _EVERY
        self._time += _EVERY
        changed = [surface.blit(picture, box) for picture, box in reversed(self._under)]
        self._under = []
        here = air() if self.still <= _SETTLES else None
        if here is not None:
            for number in range(_MOTES):
                self._draw(surface, factor, here, number)
        changed += [box for _, box in self._under]
        if changed:
            pygame.display.update(changed)
        return changed

    def _draw(self, surface: pygame.Surface, factor: float, air: Air, number: int) -> None:
        at, alpha, size = _mote(number, self._time, self.still - _COMES, air.room)
        alpha = round(alpha * _lit(at, air.room))
        across = max(2, round(size * factor))
        box = pygame.Rect(round(at[0] * factor) - across // 2, round(at[1] * factor) - across // 2, across, across)
        if alpha < 4 or not surface.get_rect().contains(box):
            return
        if any(one.inflate(8, 8).collidepoint(at) for one in air.taken):
            return
        mote = shapes.baked(("mote", across, alpha // 4), lambda: _picture(across, alpha // 4 * 4))
        self._under.append((surface.subsurface(box).copy(), box))
        surface.blit(mote, box)


def _mote(number: int, time: float, still: float, room: Rect) -> tuple[Point, float, float]:
    """Where a mote is, how bright it is, and how large, in units."""
    luck = Random(number)
    life = luck.uniform(0.7, 1.3) * _GOES
    turn, share = divmod(time / life + luck.random(), 1.0)
    luck = Random(f"{number} {turn}")
    x, y = luck.random() * room.width, luck.random() * room.height
    drift = luck.uniform(-_FAR, _FAR), luck.uniform(-_FAR * 0.6, _FAR * 0.3)
    gone = share * life
    x += drift[0] * gone + 3 * sin(gone * luck.uniform(0.5, 1.1))
    y += drift[1] * gone
    begins = min(1.0, max(0.0, still) / 3)
    ends = min(1.0, (_SETTLES - still) / 5)
    bright = _BRIGHT * sin(share * pi) * begins * max(0.0, ends) * luck.uniform(0.5, 1)
    return (room.x + x, room.y + y), bright, luck.uniform(3.0, 7.0)


def _lit(at: Point, room: Rect) -> float:
    """How much of the lamp's light there is on dust at a point."""
    if not room.collidepoint(at):
        return 0.0
    return max(0.0, 1.3 - lamp.over((room.x, room.y, room.width, room.height)).far(at))


def _picture(across: int, alpha: int) -> pygame.Surface:
    """A soft warm speck."""
    made = pygame.Surface((across * 4, across * 4), pygame.SRCALPHA)
    made.fill((255, 226, 170, 0))
    for step in range(across * 2, 0, -1):
        share = 1 - step / (across * 2)
        pygame.draw.circle(made, (255, 226, 170, round(alpha * share**0.7)), (across * 2, across * 2), step)
    return pygame.transform.smoothscale(made, (across, across)).convert_alpha()
