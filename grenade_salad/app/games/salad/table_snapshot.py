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

_MAX_ENLARGEMENT, _MAX_REDUCTION = 1.6, 1.25
"""How many times as large as it is made it may be shown, and as small: else it would be seen that it is scaled, and
much larger pictures take longer."""
_MAX_PIXELS = 2.3
"""Pixels of it at most, as a multiple of those that are seen: 11 MB at 1080p, 44 MB at 4K, while the look moves."""
_SHARES = (1.0, 0.7, 0.4, 0.2, 0.0)
"""How much of the way to the goal it shows: as much as there is room for."""
_EXPECTED_ZOOM = 2.4
"""Where somebody turns the wheel, they are thought to go so many times nearer or farther."""
DrawOnMat = Callable[[Canvas, Camera], None]


@dataclass(frozen=True)
class TableSnapshot:
    """A picture of the table around `left` and `top` in mm, with `scale` pixels in a mm; it may be shown with `nearest`
    at most. `key` is what it depends on but for the look."""

    picture: pygame.Surface
    left: float
    top: float
    scale: float
    max_scale: float
    key: object

    def covers(self, canvas: Canvas, camera: Camera) -> bool:
        """Whether all that is seen through the camera is on it, and well enough."""
        is_sharp = camera.scale * canvas.factor <= self.max_scale
        return is_sharp and self.picture.get_rect().inflate(4, 4).contains(self.visible_part(canvas, camera))

    def draw(self, canvas: Canvas, camera: Camera) -> None:
        """Draw what is seen of it through the camera. In whole pixels: what moves may lie beside its place by one."""
        picture_rect, box = self.picture.get_rect(), _visible_box(canvas, camera)
        part = self.picture.subsurface(self.visible_part(canvas, camera).clamp(picture_rect).clip(picture_rect))
        pygame.transform.scale(part, box.size, canvas.surface.subsurface(box))

    def visible_part(self, canvas: Canvas, camera: Camera) -> pygame.Rect:
        """What of it is seen through the camera, in its own pixels."""
        box, factor = _visible_box(canvas, camera), self.scale / (camera.scale * canvas.factor)
        x, y = camera.to_table((box.x / canvas.factor, box.y / canvas.factor))
        left, top = round((x - self.left) * self.scale), round((self.top - y) * self.scale)
        return pygame.Rect(left, top, round(box.width * factor), round(box.height * factor))


def mat_snapshot(canvas: Canvas, camera: Camera, picture: pygame.Surface) -> TableSnapshot:
    """The cloth alone: `whole` shows it as the whole table is seen."""
    overview, box, factor = camera.overview, _visible_box(canvas, camera), canvas.factor
    left, top = overview.to_table((box.x / factor, box.y / factor))
    return TableSnapshot(picture, left, top, overview.scale * factor, inf, None)


def expected_camera(camera: Camera) -> Camera:
    """Where the look is likely to be soon that somebody brings nearer or farther by hand."""
    factor = (
        _EXPECTED_ZOOM if camera.picture_scale is None or camera.scale >= camera.picture_scale else 1 / _EXPECTED_ZOOM
    )
    return camera.with_scale(camera.scale * factor, camera.middle)


def make_snapshot(
    canvas: Canvas, camera: Camera, goal: Camera, mat: TableSnapshot, key: object, draw: DrawOnMat
) -> TableSnapshot:
    """A picture of what is seen through the camera on its way to the goal, or on as much of the way as there is room
    for; `draw` draws what lies on the cloth."""
    box, factor = _visible_box(canvas, camera), canvas.factor
    current_scale, goal_scale = camera.scale * factor, goal.scale * factor
    max_pixels = _MAX_PIXELS * box.width * box.height
    mat_rect, current_part = mat.picture.get_rect(), mat.visible_part(canvas, camera)
    all_parts = current_part.union(mat.visible_part(canvas, goal))
    for share in _SHARES:
        part = _interpolate(current_part, all_parts, share).clip(mat_rect)
        max_scale = mat.scale * sqrt(max_pixels / (part.width * part.height))
        scale = min(
            max(current_scale, goal_scale), current_scale * current_part.width / part.width * _MAX_REDUCTION, max_scale
        )
        if scale * _MAX_ENLARGEMENT >= current_scale:
            break
    size = round(part.width * scale / mat.scale), round(part.height * scale / mat.scale)
    picture = pygame.transform.scale(mat.picture.subsurface(part), size)
    left, top = mat.left + part.x / mat.scale, mat.top - part.y / mat.scale
    screen_rect, half = Rect(0, 0, size[0] / factor, size[1] / factor), (size[0] / scale / 2, size[1] / scale / 2)
    picture_camera = replace(
        camera, rect=screen_rect, outer_rect=None, zoom=1.0, centre=(left + half[0], top - half[1])
    )
    draw(Canvas(picture, factor), replace(picture_camera, zoom=scale / factor / picture_camera.fit_scale))
    return TableSnapshot(picture, left, top, scale, max(scale * _MAX_ENLARGEMENT, current_scale * 1.25), key)


def _interpolate(start: pygame.Rect, end: pygame.Rect, share: float) -> pygame.Rect:
    """A box on the way from one to a larger one around it."""
    left, top = start.left + (end.left - start.left) * share, start.top + (end.top - start.top) * share
    right = start.right + (end.right - start.right) * share
    low = start.bottom + (end.bottom - start.bottom) * share
    return pygame.Rect(round(left), round(top), ceil(right - left), ceil(low - top))


def _visible_box(canvas: Canvas, camera: Camera) -> pygame.Rect:
    return canvas.pixel_rect(camera.drawn_rect).clip(canvas.surface.get_rect())
