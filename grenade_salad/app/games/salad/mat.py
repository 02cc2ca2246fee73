"""The mat of linen on the table, and the soldiers on it and in the air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.scaled_sprites import ScaledSprites
from grenade_salad.app.games.salad.table_snapshot import TableSnapshot
from grenade_salad.app.ui import shapes, textures
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.frame_cache import CachedFrame
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, MAT, WHITE, WOOD, WOOD_DARK, mix
from grenade_salad.app.ui.widget import Widget, paint_widget
from grenade_salad.films.rotation import Rotation

_REACH = (16.0, 20.0)
"""Size in units by which widgets reach over their boxes, across and down.

It counts both sides together, and includes shadows, which fall down, and rings.
"""
_SHADOW_REACH = 40.0
"""The same, including the part of a shadow that is hardly visible."""
_CORNER = 12.0
"""Size of the corner of a ring, in units."""


@dataclass(slots=True)
class FrameCache(CachedFrame):
    """Cached pictures and what they depend on.

    The mat with the wood under it, the pictures of soldiers at rest, and the whole frame, of which all but the
    battlefield can be used again.
    """

    mat: pygame.Surface | None = None
    mat_key: object = None
    mat_camera: Camera | None = None
    mat_seen: object = None
    over_mat: list[pygame.Rect] | None = None
    """Boxes in pixels of all that the last frame drew over the mat; None: unknown."""
    whole_mat: pygame.Surface | None = None
    whole_mat_key: object = None
    """The whole mat, while the camera zooms."""
    plate: TableSnapshot | None = None
    """All that is at rest, while only the camera moves."""
    soldiers: Blits = field(default_factory=list)
    soldiers_key: object = None
    marks: Blits = field(default_factory=list)
    marks_key: object = None
    dots: Blits = field(default_factory=list)
    dots_key: object = None
    """Markers at the edge of the view, and dots of the small map.

    While everything moves, they are updated only now and then.
    """
    replay_cache: FrameCache | None = None
    """Cache of the small battlefield of the replay."""
    fitted: ScaledSprites = field(default_factory=ScaledSprites)

    def forget(self) -> None:
        """Drop what depends on the places of the soldiers."""
        self.soldiers_key = self.plate = None


def redraw_overlapping(canvas: Canvas, board: Rect, widgets: Iterable[Widget]) -> list[pygame.Rect]:
    """Draw the widgets again that reach over the battlefield.

    Returns where they draw on it, in pixels.
    """
    boxes: list[pygame.Rect] = []
    for item in widgets:
        if item.visible and item.on_screen().inflate(*_REACH).colliderect(board):
            paint_widget(canvas, item)
            boxes += map(canvas.pixel_rect, _overlap_boxes(item.on_screen(), board))
    return boxes


def _overlap_boxes(box: Rect, board: Rect) -> list[Rect]:
    """Return where on the battlefield a widget in a box draws.

    The battlefield itself draws a ring around it, of which only the round corners are over the cloth.
    """
    if box != board:
        return [box.inflate(_SHADOW_REACH, _SHADOW_REACH)]
    corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
    return [Rect(x - _CORNER, y - _CORNER, 2 * _CORNER, 2 * _CORNER) for x, y in corners]


_RIM, _THICK = 3.5, 5.0
"""Width of the rim around the cloth, and visible part of its side, in units."""
_SHADE = 0.45
"""Distance of a flying cube's shadow, as a share of the real one."""
HOVER = 0.03
"""Growth of a cube's picture for each cube width that it is above the table."""


@dataclass(slots=True)
class Cube:
    """A soldier as it is shown: mm and radians, `z` in mm above the table.

    `turn` is its rotation in the air, None while it is flat.
    """

    id: int
    seat: int
    x: float
    y: float
    angle: float
    z: float = 0.0
    turn: Rotation | None = None


def draw_mat(canvas: Canvas, camera: Camera) -> None:
    """Draw the mat with its hem and the lamp's light, as far as it is in view."""
    mat, surface = camera.table_rect, canvas.surface
    with canvas.clipped(camera.drawn_rect):
        box = canvas.pixel_rect(mat)
        if not box.contains(canvas.pixel_rect(camera.drawn_rect)):
            _draw_board(canvas, mat, camera)
        tile = textures.load_linen(textures.tile_size(canvas.factor, camera.zoom / camera.picture_zoom))
        inside = box.clip(surface.get_clip())
        with canvas.clipped(mat):
            textures.lay_tiles(surface, tile, box.topleft, inside)
            shapes.light_up(surface, box)
        _draw_hem(canvas, mat, camera)


def _draw_board(canvas: Canvas, mat: Rect, camera: Camera) -> None:
    """Draw the board under the cloth: its rim, and its shadow on the wood."""
    if camera.zoom == 1.0:
        across, down = canvas.lamp.shadow_offset(mat.center, 14.0)
        canvas.shadow(mat.inflate(2 * _RIM, 2 * _RIM), 3, 8, _THICK + 3 + down, 170, offset_x=2 + across, hollow=True)
    outer = mat.inflate(2 * _RIM, 2 * _RIM)
    for step in range(round(_THICK), 0, -1):
        canvas.frame(outer.move(step * 0.35, step), mix(WOOD_DARK, BLACK, 0.45 + 0.06 * step), _RIM)
    canvas.frame(outer, mix(WOOD, WOOD_DARK, 0.4), _RIM)
    canvas.frame(outer, mix(WOOD, BRASS_LIGHT, 0.35), 1)


def _draw_hem(canvas: Canvas, mat: Rect, camera: Camera) -> None:
    """Draw the folded edge of the cloth and its stitches.

    The edge of the cloth is the edge of the table. Stitches out of view are left out: when zoomed in, that is most.
    """
    scale, view = camera.scale, camera.drawn_rect
    canvas.frame(mat, mix(MAT, BLACK, 0.45), 1.5)
    inset = max(4.0, 3.0 * scale)
    seam = mat.inflate(-2 * inset, -2 * inset)
    stitch, gap, colour = 6.0, 5.0, mix(MAT, WHITE, 0.2)
    for along, count in ((True, int(seam.width / (stitch + gap))), (False, int(seam.height / (stitch + gap)))):
        length = seam.width if along else seam.height
        step = length / max(1, count)
        start, end = (view.left - seam.x, view.right - seam.x) if along else (view.top - seam.y, view.bottom - seam.y)
        visible = range(max(0, int(start / step) - 1), min(count, int(end / step) + 1))
        for y in (seam.top, seam.bottom) if along else ():
            if view.top - 2 <= y <= view.bottom + 2:
                for index in visible:
                    x = seam.x + index * step + gap / 2
                    canvas.line((x, y), (x + stitch, y), colour, 1.2)
        for x in () if along else (seam.left, seam.right):
            if view.left - 2 <= x <= view.right + 2:
                for index in visible:
                    y = seam.y + index * step + gap / 2
                    canvas.line((x, y), (x, y + stitch), colour, 1.2)


Blits = list[tuple[pygame.Surface, tuple[float, float]]]


def draw_cubes(
    canvas: Canvas, camera: Camera, visible_cubes: Iterable[Cube], width: float, hatched: bool = False
) -> None:
    """Draw all cubes with their shadows, low and far ones first.

    `width` is that of a cube in mm.
    """
    canvas.surface.blits(cube_blits(canvas, camera, visible_cubes, width, hatched), False)


def cube_blits(
    canvas: Canvas,
    camera: Camera,
    visible_cubes: Iterable[Cube],
    width: float,
    hatched: bool = False,
    fitted: ScaledSprites | None = None,
) -> Blits:
    """Return the pictures of the cubes and their places in pixels, in drawing order.

    Shadows of cubes in the air fall on all that is lower.
    """
    order = sorted(visible_cubes, key=lambda cube: (cube.z, -cube.y))
    scale = camera.scale * canvas.factor
    pixels = width * scale
    left, top = canvas.pixel_point(camera.to_screen((0.0, 0.0)))
    lamp = camera.lamp.scaled(canvas.factor)
    below: Blits = []
    lying: Blits = []
    flying: Blits = []
    reach, area, fit = pixels * 2, canvas.surface.get_clip(), camera.picture_zoom
    fits = ScaledSprites() if fitted is None else fitted
    flat = cubes.make_resting_renderer(pixels / fit, hatched, fits, fit)
    (under_x, under_y), off = lamp.foot, lamp.shadow_share(pixels * 0.9)
    for cube in order:
        x, y = left + cube.x * scale, top - cube.y * scale
        if cube.z == 0.0 and cube.turn is None:
            across, down = (x - under_x) * off, (y - under_y) * off
            if is_in_view(area, x, y, reach) or is_in_view(area, x + across, y + down, reach):
                (shadow, picture_width, picture_height), placed = flat(
                    cube.seat, cube.angle, cubes.quantize_light(lamp, (x, y))
                )
                spot = (
                    round(x + pixels * 0.05 + across - picture_width),
                    round(y + pixels * 0.15 + down - picture_height),
                )
                below.append((shadow, spot))
                picture, picture_width, picture_height = placed
                lying.append((picture, (round(x - picture_width), round(y - picture_height))))
            continue
        altitude = max(0.0, cube.z / width)
        # The shadow of a cube that flies high stays near enough to be visible with it.
        across, down = lamp.shadow_offset((x, y), pixels * (0.9 + _SHADE * min(altitude, 20.0)))
        if not is_in_view(area, x, y, reach * (1 + altitude * 0.15)) and not is_in_view(
            area, x + across, y + down, reach
        ):
            continue
        shadow = cubes.render_shadow(pixels / fit, cube.angle, min(0.6, 0.12 + altitude * 0.05), fits, fit)
        picture_width, picture_height = shadow.get_size()
        spot = (
            round(x + pixels * 0.05 + across - picture_width / 2),
            round(y + pixels * 0.15 + down - picture_height / 2),
        )
        size = pixels * (1 + HOVER * min(altitude, 30.0) if cube.z >= 0 else max(0.45, 1 + cube.z / 600))
        if cube.turn is None:
            light = cubes.quantize_light(lamp, (x, y))
            picture = cubes.render_cube(cube.seat, size / fit, cube.angle, hatched, cube.z > width, light, fits, fit)
        else:
            picture = cubes.render_tumbling_cube(cube.seat, size, cube.turn, lamp.direction_from((x, y)))
        picture_width, picture_height = picture.get_size()
        place = round(x - picture_width / 2), round(y - picture_height / 2)
        if altitude > 1:
            flying += ((shadow, spot), (picture, place))
        else:
            below.append((shadow, spot))
            lying.append((picture, place))
    return below + lying + flying


def is_in_view(area: pygame.Rect, x: float, y: float, reach: float) -> bool:
    """True if any part of a picture around a point is visible in the area.

    `reach` is its reach in pixels.
    """
    across = area.left - reach < x < area.right + reach
    return across and area.top - reach < y < area.bottom + reach
