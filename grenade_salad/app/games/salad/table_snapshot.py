"""Snapshot of the table for zooming, while nothing else moves.

It is drawn once, for as much of the zoom as possible, and then scaled, instead of each soldier by itself. At rest it
is not used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf, sqrt

import pygame

from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect

_MAX_ENLARGEMENT, _MAX_REDUCTION = 1.6, 1.25
"""Limits of the factor by which a snapshot may be enlarged, and reduced.

Beyond that the scaling would be visible, and much larger pictures take longer.
"""
_MAX_PIXELS = 2.3
"""Maximum pixels of a snapshot, as a multiple of the visible ones.

That is 11 MB at 1080p, 44 MB at 4K.
"""
_SHARES = (1.0, 0.7, 0.4, 0.2, 0.0)
"""Shares of the zoom that a snapshot may cover: the first that fits."""
_EXPECTED_ZOOM = 2.4
"""Factor by which a player who turns the scroll wheel is expected to zoom."""
_SHARPNESS = 1.25
"""Factor by which a snapshot may always be enlarged, even if it is coarse."""
DrawOnMat = Callable[[Canvas, Camera], None]


@dataclass(frozen=True)
class TableSnapshot:
    """A picture of a part of the table."""

    picture: pygame.Surface
    left: float
    top: float
    """The point of the table in the upper left corner of the picture, in mm."""
    scale: float
    """Pixels in a mm of the table."""
    max_scale: float
    """Maximum scale at which it may be shown."""
    key: object
    """All that it depends on but the camera."""

    def covers(self, canvas: Canvas, camera: Camera) -> bool:
        """True if the snapshot shows all that the camera sees, and sharply enough."""
        is_sharp = camera.scale * canvas.factor <= self.max_scale
        return is_sharp and self.picture.get_rect().inflate(4, 4).contains(self.visible_part(canvas, camera))

    def draw(self, canvas: Canvas, camera: Camera) -> None:
        """Draw the part that the camera sees.

        It is cut in whole pixels, so that positions may be off by one, and smoothed, since a near look is up to four
        times as large as the overview.
        """
        picture_rect, box = self.picture.get_rect(), _visible_box(canvas, camera)
        part = self.picture.subsurface(self.visible_part(canvas, camera).clamp(picture_rect).clip(picture_rect))
        pygame.transform.smoothscale(part, box.size, canvas.surface.subsurface(box))

    def visible_part(self, canvas: Canvas, camera: Camera) -> pygame.Rect:
        """Return the part that the camera sees, in the snapshot's own pixels."""
        box, factor = _visible_box(canvas, camera), self.scale / (camera.scale * canvas.factor)
        x, y = camera.to_table((box.x / canvas.factor, box.y / canvas.factor))
        left, top = round((x - self.left) * self.scale), round((self.top - y) * self.scale)
        return pygame.Rect(left, top, round(box.width * factor), round(box.height * factor))


def mat_snapshot(canvas: Canvas, camera: Camera, picture: pygame.Surface) -> TableSnapshot:
    """Return a snapshot of the mat alone; `picture` shows it in the overview."""
    overview, box, factor = camera.overview, _visible_box(canvas, camera), canvas.factor
    left, top = overview.to_table((box.x / factor, box.y / factor))
    return TableSnapshot(picture, left, top, overview.scale * factor, inf, None)


def expected_camera(camera: Camera) -> Camera:
    """Return the camera that is likely soon, while a player zooms."""
    factor = (
        _EXPECTED_ZOOM if camera.picture_scale is None or camera.scale >= camera.picture_scale else 1 / _EXPECTED_ZOOM
    )
    return camera.with_scale(camera.scale * factor, camera.middle)


def make_snapshot(
    canvas: Canvas, camera: Camera, goal: Camera, mat: TableSnapshot, key: object, draw: DrawOnMat
) -> TableSnapshot:
    """Return a snapshot of what the camera sees on its path to the goal.

    If that is too large, it shows a share of the path. `draw` draws what is on the mat.
    """
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
    picture = pygame.transform.smoothscale(mat.picture.subsurface(part), size)
    left, top = mat.left + part.x / mat.scale, mat.top - part.y / mat.scale
    screen_rect, half = Rect(0, 0, size[0] / factor, size[1] / factor), (size[0] / scale / 2, size[1] / scale / 2)
    picture_camera = replace(
        camera, rect=screen_rect, outer_rect=None, zoom=1.0, centre=(left + half[0], top - half[1])
    )
    draw(Canvas(picture, factor), replace(picture_camera, zoom=scale / factor / picture_camera.fit_scale))
    return TableSnapshot(
        picture,
        left,
        top,
        scale,
        max_scale=max(scale * _MAX_ENLARGEMENT, current_scale * _SHARPNESS),
        key=key,
    )


def _interpolate(start: pygame.Rect, end: pygame.Rect, share: float) -> pygame.Rect:
    """Return a box between a box and a larger one around it."""
    left, top = start.left + (end.left - start.left) * share, start.top + (end.top - start.top) * share
    right = start.right + (end.right - start.right) * share
    bottom = start.bottom + (end.bottom - start.bottom) * share
    return pygame.Rect(round(left), round(top), ceil(right - left), ceil(bottom - top))


def _visible_box(canvas: Canvas, camera: Camera) -> pygame.Rect:
    return canvas.pixel_rect(camera.drawn_rect).clip(canvas.surface.get_rect())
