"""The battlefield as one picture, while the look comes nearer or goes farther and nothing else moves.

It is drawn once and then only scaled, instead of every soldier by itself. At rest nothing of it is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt

import pygame

from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect

_WIDER = 1.45
"""How much more than is seen it shows each way, so that it lasts for a while as the look goes farther."""
_NEARER = 1.6
"""How much nearer the look may come before it is drawn anew: farther from what it was drawn for it would be blurred."""
_MOST = 3_000_000
"""Pixels of it at most: 12 MB."""
Draw = Callable[[Canvas, Camera], None]


@dataclass(frozen=True)
class Plate:
    """A picture of the table around `left` and `top` in mm, with `scale` pixels in a mm, drawn for a look with
    `look` pixels in a mm. `key` is what it depends on but for the look."""

    picture: pygame.Surface
    left: float
    top: float
    scale: float
    look: float
    key: object

    def draw(self, canvas: Canvas, camera: Camera) -> bool:
        """Draw what is seen of it through the camera, if it shows that well enough; whether it does. In whole pixels:
        what moves may lie beside its place by one."""
        now, box = camera.scale * canvas.factor, _box(canvas, camera)
        times, whole = self.scale / now, self.picture.get_rect()
        x, y = camera.to_table((box.x / canvas.factor, box.y / canvas.factor))
        seen = pygame.Rect(0, 0, round(box.width * times), round(box.height * times))
        seen.topleft = round((x - self.left) * self.scale), round((self.top - y) * self.scale)
        if now > self.look * _NEARER or not whole.inflate(4, 4).contains(seen):
            return False
        part = self.picture.subsurface(seen.clamp(whole).clip(whole))
        pygame.transform.scale(part, box.size, canvas.surface.subsurface(box))
        return True


def make(canvas: Canvas, camera: Camera, whole: pygame.Surface, key: object, draw: Draw) -> Plate:
    """A picture of what is seen through the camera and a little more; `whole` shows the cloth as the whole table is
    seen, `draw` draws what lies on it."""
    far, box, factor = camera.overview, _box(canvas, camera), canvas.factor
    wide = camera.view.scale_by(_WIDER)
    (x, y), (right, low) = (far.to_screen(camera.to_table(at)) for at in (wide.topleft, wide.bottomright))
    part = canvas.box(Rect(x, y, right - x, low - y)).move(-box.x, -box.y).clip(whole.get_rect())
    nearer = min(camera.scale / far.scale, sqrt(_MOST / (part.width * part.height)))
    size = round(part.width * nearer), round(part.height * nearer)
    picture = pygame.transform.scale(whole.subsurface(part), size)
    left, top = far.to_table(((part.x + box.x) / factor, (part.y + box.y) / factor))
    scale = far.scale * factor * nearer
    here, half = Rect(0, 0, size[0] / factor, size[1] / factor), (size[0] / scale / 2, size[1] / scale / 2)
    over = replace(camera, rect=here, around=None, zoom=1.0, centre=(left + half[0], top - half[1]))
    draw(Canvas(picture, factor), replace(over, zoom=scale / factor / over.whole))
    return Plate(picture, left, top, scale, camera.scale * factor, key)


def _box(canvas: Canvas, camera: Camera) -> pygame.Rect:
    return canvas.box(camera.view).clip(canvas.surface.get_rect())
