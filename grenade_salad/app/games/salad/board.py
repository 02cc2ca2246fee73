"""The battlefield: a linen mat on the table, and the soldiers on it and in the air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from grenade_salad import paths
from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.camera import Camera
from grenade_salad.app.games.salad.fitted import Fitted
from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, MAT, WHITE, mix
from grenade_salad.games.salad.turns import Turn

HOVER = 0.03
"""How much larger a cube is for each cube width that it hangs in the air."""


@dataclass(slots=True)
class Cube:
    """A soldier as it is shown now: mm and radians, `z` mm above the table.

    `turn` is how it is turned in the air, None while it lies flat.
    """

    id: int
    seat: int
    x: float
    y: float
    angle: float
    z: float = 0.0
    turn: Turn | None = None


@lru_cache(maxsize=2)
def _linen(pixels: int) -> pygame.Surface:
    """The cloth, as a tile of the given size in pixels."""
    if pictures.exists("textures/linen.png"):
        tile = pygame.image.load(str(paths.assets() / "textures/linen.png")).convert()
        return pygame.transform.smoothscale(tile, (pixels, pixels))
    plain = pygame.Surface((pixels, pixels))
    plain.fill(MAT)
    return plain


def draw_mat(canvas: Canvas, camera: Camera) -> None:
    """The mat with its hem, as much of it as is in the camera's view."""
    mat, surface = camera.mat, canvas.surface
    with canvas.clipped(camera.view):
        if camera.zoom == 1.0:
            canvas.shadow(mat, 3, 7, 4, 150)
        box = canvas.box(mat)
        tile = _linen(max(64, round(320 * canvas.factor * min(camera.zoom / camera.fit, 2.0) / 2) * 2))
        inside = box.clip(surface.get_clip())
        with canvas.clipped(mat):
            wide, high = tile.get_size()
            for left in range(box.x + (inside.x - box.x) // wide * wide, inside.right, wide):
                for top in range(box.y + (inside.y - box.y) // high * high, inside.bottom, high):
                    surface.blit(tile, (left, top))
        _hem(canvas, mat, camera)


def _hem(canvas: Canvas, mat: Rect, camera: Camera) -> None:
    """A folded edge and a line of stitches; the edge of the cloth is the edge of the table. What is outside is not
    drawn: in a near look that is most of them."""
    scale, seen = camera.scale, camera.view
    canvas.frame(mat, mix(MAT, BLACK, 0.45), 1.5)
    inset = max(4.0, 3.0 * scale)
    seam = mat.inflate(-2 * inset, -2 * inset)
    stitch, gap, colour = 6.0, 5.0, mix(MAT, WHITE, 0.2)
    for along, count in ((True, int(seam.width / (stitch + gap))), (False, int(seam.height / (stitch + gap)))):
        length = seam.width if along else seam.height
        step = length / max(1, count)
        before, after = (
            (seen.left - seam.x, seen.right - seam.x) if along else (seen.top - seam.y, seen.bottom - seam.y)
        )
        visible = range(max(0, int(before / step) - 1), min(count, int(after / step) + 1))
        for y in (seam.top, seam.bottom) if along else ():
            if seen.top - 2 <= y <= seen.bottom + 2:
                for index in visible:
                    x = seam.x + index * step + gap / 2
                    canvas.line((x, y), (x + stitch, y), colour, 1.2)
        for x in () if along else (seam.left, seam.right):
            if seen.left - 2 <= x <= seen.right + 2:
                for index in visible:
                    y = seam.y + index * step + gap / 2
                    canvas.line((x, y), (x, y + stitch), colour, 1.2)


Blits = list[tuple[pygame.Surface, tuple[float, float]]]


def draw_cubes(canvas: Canvas, camera: Camera, shown: Iterable[Cube], width: float, hatched: bool = False) -> None:
    """All shadows, then all cubes, the low ones and the far ones first; `width` is a cube's in mm."""
    canvas.surface.blits(cube_blits(canvas, camera, shown, width, hatched), False)


def cube_blits(
    canvas: Canvas,
    camera: Camera,
    shown: Iterable[Cube],
    width: float,
    hatched: bool = False,
    fitted: Fitted | None = None,
) -> Blits:
    """The pictures that show the cubes and where they go, in pixels, in their order."""
    order = sorted(shown, key=lambda cube: (cube.z, -cube.y))
    scale = camera.scale * canvas.factor
    pixels = width * scale
    left, top = canvas.point(camera.to_screen((0.0, 0.0)))
    below: Blits = []
    above: Blits = []
    reach, area, fit = pixels * 2, canvas.surface.get_clip(), camera.fit
    fits = Fitted() if fitted is None else fitted
    for cube in order:
        x, y, high = left + cube.x * scale, top - cube.y * scale, max(0.0, cube.z / width)
        if not near(area, x, y, reach * (1 + high * 0.15)):
            continue
        shadow = cubes.shadow(pixels / fit, cube.angle, min(0.6, 0.12 + high * 0.05), fits, fit)
        away = pixels * (0.1 + min(high, 12.0) * 0.22)
        wide, tall = shadow.get_size()
        below.append((shadow, (round(x + away * 0.6 - wide / 2), round(y + pixels * 0.1 + away - tall / 2))))
        size = pixels * (1 + HOVER * min(high, 30.0) if cube.z >= 0 else max(0.45, 1 + cube.z / 600))
        if cube.turn is None:
            picture = cubes.cube(cube.seat, size / fit, cube.angle, hatched, cube.z > width, fits, fit)
        else:
            picture = cubes.tumbling(cube.seat, size, cube.turn)
        wide, tall = picture.get_size()
        above.append((picture, (round(x - wide / 2), round(y - tall / 2))))
    return below + above


def near(area: pygame.Rect, x: float, y: float, reach: float) -> bool:
    """Whether anything of a picture that reaches so many pixels around a point can be seen in the area."""
    across = area.left - reach < x < area.right + reach
    return across and area.top - reach < y < area.bottom + reach
