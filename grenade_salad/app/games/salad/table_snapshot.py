"""The battlefield as one picture, while the look comes nearer or goes farther and nothing else moves.

It is drawn once for as much of the way as can be and then only scaled, instead of every soldier by itself. At rest
nothing of it is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf, sqrt

import pygame

from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect

_LARGER, _SMALLER = 1.6, 1.25
"""How many times as large as it is made it may be shown, and as small: else it would be seen that it is scaled, and
much larger pictures take longer."""
_ROOM = 2.3
"""Pixels of it at most, as a multiple of those that are seen: 11 MB at 1080p, 44 MB at 4K, while the look moves."""
_SHARES = (1.0, 0.7, 0.4, 0.2, 0.0)
"""How much of the way to the goal it shows: as much as there is room for."""
_AHEAD = 2.4
"""Where somebody turns the wheel, they are thought to go so many times nearer or farther."""
Draw = Callable[[Canvas, Camera], None]


@dataclass(frozen=True)
class Plate:
    """A picture of the table around `left` and `top` in mm, with `scale` pixels in a mm; it may be shown with `nearest`
    at most. `key` is what it depends on but for the look."""

    picture: pygame.Surface
    left: float
    top: float
    scale: float
    nearest: float
    key: object

    def shows(self, canvas: Canvas, camera: Camera) -> bool:
        """Whether all that is seen through the camera is on it, and well enough."""
        fine = camera.scale * canvas.factor <= self.nearest
        return fine and self.picture.get_rect().inflate(4, 4).contains(self.seen(canvas, camera))

    def draw(self, canvas: Canvas, camera: Camera) -> None:
        """Draw what is seen of it through the camera. In whole pixels: what moves may lie beside its place by one."""
        whole, box = self.picture.get_rect(), _box(canvas, camera)
        part = self.picture.subsurface(self.seen(canvas, camera).clamp(whole).clip(whole))
        pygame.transform.scale(part, box.size, canvas.surface.subsurface(box))

    def seen(self, canvas: Canvas, camera: Camera) -> pygame.Rect:
        """What of it is seen through the camera, in its own pixels."""
        box, times = _box(canvas, camera), self.scale / (camera.scale * canvas.factor)
        x, y = camera.to_table((box.x / canvas.factor, box.y / canvas.factor))
        left, top = round((x - self.left) * self.scale), round((self.top - y) * self.scale)
        return pygame.Rect(left, top, round(box.width * times), round(box.height * times))


def of_mat(canvas: Canvas, camera: Camera, whole: pygame.Surface) -> Plate:
    """The cloth alone: `whole` shows it as the whole table is seen."""
    far, box, factor = camera.overview, _box(canvas, camera), canvas.factor
    left, top = far.to_table((box.x / factor, box.y / factor))
    return Plate(whole, left, top, far.scale * factor, inf, None)


def ahead(camera: Camera) -> Camera:
    """Where the look is likely to be soon that somebody brings nearer or farther by hand."""
    times = _AHEAD if camera.made_at is None or camera.scale >= camera.made_at else 1 / _AHEAD
    return camera.at(camera.scale * times, camera.middle)


def make(canvas: Canvas, camera: Camera, goal: Camera, mat: Plate, key: object, draw: Draw) -> Plate:
    """A picture of what is seen through the camera on its way to the goal, or on as much of the way as there is room
    for; `draw` draws what lies on the cloth."""
    box, factor = _box(canvas, camera), canvas.factor
    now, then = camera.scale * factor, goal.scale * factor
    room = _ROOM * box.width * box.height
    whole, here = mat.picture.get_rect(), mat.seen(canvas, camera)
    there = here.union(mat.seen(canvas, goal))
    for share in _SHARES:
        part = _between(here, there, share).clip(whole)
        most = mat.scale * sqrt(room / (part.width * part.height))
        scale = min(max(now, then), now * here.width / part.width * _SMALLER, most)
        if scale * _LARGER >= now:
            break
    size = round(part.width * scale / mat.scale), round(part.height * scale / mat.scale)
    picture = pygame.transform.scale(mat.picture.subsurface(part), size)
    left, top = mat.left + part.x / mat.scale, mat.top - part.y / mat.scale
    look, half = Rect(0, 0, size[0] / factor, size[1] / factor), (size[0] / scale / 2, size[1] / scale / 2)
    over = replace(camera, rect=look, around=None, zoom=1.0, centre=(left + half[0], top - half[1]))
    draw(Canvas(picture, factor), replace(over, zoom=scale / factor / over.whole))
    return Plate(picture, left, top, scale, max(scale * _LARGER, now * 1.25), key)


def _between(here: pygame.Rect, there: pygame.Rect, share: float) -> pygame.Rect:
    """A box on the way from one to a larger one around it."""
    left, top = here.left + (there.left - here.left) * share, here.top + (there.top - here.top) * share
    right = here.right + (there.right - here.right) * share
    low = here.bottom + (there.bottom - here.bottom) * share
    return pygame.Rect(round(left), round(top), ceil(right - left), ceil(low - top))


def _box(canvas: Canvas, camera: Camera) -> pygame.Rect:
    return canvas.box(camera.view).clip(canvas.surface.get_rect())
