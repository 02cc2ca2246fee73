"""The battlefield: a linen mat on the table, and the soldiers on it and in the air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sin

import pygame

from grenade_salad import paths
from grenade_salad.app.scenes.salad import cubes
from grenade_salad.app.scenes.salad.camera import Camera
from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, MAT, WHITE, mix

HOVER = 0.03
"""How much larger a cube is for each cube width that it hangs in the air."""


@dataclass(slots=True)
class Cube:
    """A soldier as it is shown now: mm and radians, `z` mm above the table, `fall` 0 upright to 1 tipped over."""

    id: int
    seat: int
    x: float
    y: float
    angle: float
    z: float = 0.0
    fall: float = 0.0


@lru_cache(maxsize=2)
def _linen(pixels: int) -> pygame.Surface:
    """The cloth, as a tile of so many pixels."""
    if pictures.exists("textures/linen.png"):
        tile = pygame.image.load(str(paths.assets() / "textures/linen.png")).convert()
        return pygame.transform.smoothscale(tile, (pixels, pixels))
    plain = pygame.Surface((pixels, pixels))
    plain.fill(MAT)
    return plain


def draw_mat(canvas: Canvas, camera: Camera) -> None:
    """The mat with its hem, as much of it as is in the camera's box."""
    mat, surface = camera.mat, canvas.surface
    with canvas.clipped(camera.rect):
        if camera.zoom == 1.0:
            canvas.shadow(mat, 3, 7, 4, 150)
        box = canvas.box(mat)
        tile = _linen(max(64, round(320 * canvas.factor * min(camera.zoom, 2.0) / 2) * 2))
        inside = box.clip(surface.get_clip())
        with canvas.clipped(mat):
            wide, high = tile.get_size()
            for left in range(box.x + (inside.x - box.x) // wide * wide, inside.right, wide):
                for top in range(box.y + (inside.y - box.y) // high * high, inside.bottom, high):
                    surface.blit(tile, (left, top))
        _hem(canvas, mat, camera.scale)


def _hem(canvas: Canvas, mat: Rect, scale: float) -> None:
    """A folded edge and a line of stitches; the edge of the cloth is the edge of the table."""
    canvas.frame(mat, mix(MAT, BLACK, 0.45), 1.5)
    inset = max(4.0, 3.0 * scale)
    seam = mat.inflate(-2 * inset, -2 * inset)
    stitch, gap, colour = 6.0, 5.0, mix(MAT, WHITE, 0.2)
    for along, count in ((True, int(seam.width / (stitch + gap))), (False, int(seam.height / (stitch + gap)))):
        length = seam.width if along else seam.height
        step = length / max(1, count)
        for index in range(count):
            at = index * step + gap / 2
            if along:
                for y in (seam.top, seam.bottom):
                    canvas.line((seam.x + at, y), (seam.x + at + stitch, y), colour, 1.2)
            else:
                for x in (seam.left, seam.right):
                    canvas.line((x, seam.y + at), (x, seam.y + at + stitch), colour, 1.2)


Blits = list[tuple[pygame.Surface, tuple[float, float]]]


def draw_cubes(canvas: Canvas, camera: Camera, shown: Iterable[Cube], width: float, hatched: bool = False) -> None:
    """All shadows, then all cubes, the low ones and the far ones first; `width` is a cube's in mm."""
    canvas.surface.blits(cube_blits(canvas, camera, shown, width, hatched), False)


def cube_blits(canvas: Canvas, camera: Camera, shown: Iterable[Cube], width: float, hatched: bool = False) -> Blits:
    """The pictures that show the cubes and where they go, in pixels, in their order."""
    order = sorted(shown, key=lambda cube: (cube.z, -cube.y))
    scale = camera.scale * canvas.factor
    pixels = width * scale
    left, top = canvas.point(camera.to_screen((0.0, 0.0)))
    below: Blits = []
    above: Blits = []
    for cube in order:
        x, y, high = left + cube.x * scale, top - cube.y * scale, max(0.0, cube.z / width)
        shadow = cubes.shadow(pixels, cube.angle, min(0.6, 0.12 + high * 0.05))
        away = pixels * (0.1 + min(high, 12.0) * 0.22)
        wide, tall = shadow.get_size()
        below.append((shadow, (round(x + away * 0.6 - wide / 2), round(y + pixels * 0.1 + away - tall / 2))))
        size = pixels * (1 + HOVER * min(high, 30.0) if cube.z >= 0 else max(0.45, 1 + cube.z / 600))
        picture = cubes.cube(cube.seat, size, cube.angle, hatched, flying=cube.z > width)
        if cube.fall > 0:
            picture = _tipped(picture, cube.fall)
        wide, tall = picture.get_size()
        above.append((picture, (round(x - wide / 2), round(y - tall / 2))))
    return below + above


def _tipped(picture: pygame.Surface, fall: float) -> pygame.Surface:
    """A cube that tips over its edge: it gets narrower, then shows another face."""
    narrow = abs(1 - 1.4 * sin(min(1.0, fall) * 3.14159) * 0.5)
    return pygame.transform.rotozoom(picture, -70 * fall, max(0.2, narrow))


def glow(canvas: Canvas, camera: Camera, spot: Point, angle: float, width: float, strong: bool = False) -> None:
    """A brass outline around a soldier that can do something now."""
    pixels = width * camera.scale * canvas.factor
    line = max(1.5, pixels * (0.14 if strong else 0.1))
    picture = cubes.outline(pixels, angle, BRASS_LIGHT, line, 0.12 if strong else 0.06)
    canvas.surface.blit(picture, picture.get_rect(center=canvas.point(camera.to_screen(spot))))
