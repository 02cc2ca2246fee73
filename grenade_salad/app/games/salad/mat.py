"""The mat of linen on the table, and the soldiers on it and in the air."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.scaled_sprites import ScaledSprites
from grenade_salad.app.games.salad.table_snapshot import TableSnapshot
from grenade_salad.app.ui import shapes, textures
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.frame_cache import CachedFrame
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, EMBER_DARK, INK, MAT, WOOD, WOOD_DARK, mix
from grenade_salad.app.ui.widget import Widget, paint_widget
from grenade_salad.films.rotation import Rotation
from grenade_salad.games.salad.vector_geometry import Floats

_REACH = (16.0, 20.0)
"""Size in units by which widgets reach over their boxes, across and down.

It counts both sides together, and includes shadows, which fall down, and rings.
"""
_SHADOW_REACH = 40.0
"""The same, including the part of a shadow that is hardly visible."""
_CORNER = 12.0
"""Size of the corner of a ring, in units."""
_RIM, _THICK = 5.0, 9.0
"""Width of the wooden rim around the cloth, and visible part of its side.

Both are in units.
"""
_FLOOR_LIGHT = (122, 112, 104)
"""Light on the floor beyond the table, to multiply by.

The lamp hangs over the table.
"""
_FLOOR_FADE = 110.0
"""Units from the edge of the view in which the floor gets as dark as that.

So there is no seam to the wood around it.
"""
_FLOOR_BORDER = 20.0
"""Units to the window's edge in which no wood is seen beside the view."""
_FLOOR_GRAIN = 4
"""Pixels of the window for each pixel of that light, which changes slowly."""
_SLANT = 0.35
"""Offset of the lower end of the table's side to the right, as a share of it."""
_SHADE = 0.45
"""Distance of a flying cube's shadow, as a share of the real one."""
_MAX_SHADE_ALTITUDE = 20.0
"""Altitude in cube widths from which a shadow moves no farther away.

So the shadow of a cube that flies high is visible with it.
"""
HOVER, MAX_HOVER = 0.03, 30.0
"""Growth of a cube's picture for each cube width above the table, and up to which."""
_SHADOW_OFFSET = (0.08, 0.24)
"""Offset of every shadow from under its cube, right and down, in cube widths."""
_STITCH, _STITCH_GAP = 6.0, 5.0
"""Length of a stitch of the hem, and minimum gap to the next, in units."""
Blits = list[tuple[pygame.Surface, tuple[float, float]]]
"""Pictures with their positions in pixels."""


@dataclass(slots=True)
class FrameCache(CachedFrame):
    """Cached pictures, each with a key of all that it depends on."""

    mat: pygame.Surface | None = None
    """The mat with its traces and the wood under it, for `mat_camera` at rest."""
    mat_key: object = None
    mat_camera: Camera | None = None
    mat_seen: object = None
    """The key of the last frame: the mat is cached when it is seen a second time."""
    over_mat: list[pygame.Rect] | None = None
    """Boxes in pixels of all that the last frame drew over the mat; None: unknown."""
    whole_mat: pygame.Surface | None = None
    """The mat in the overview, while the camera zooms."""
    whole_mat_key: object = None
    plate: TableSnapshot | None = None
    """All that is at rest, while only the camera moves."""
    soldiers: Blits = field(default_factory=list)
    """The soldiers, while none moves."""
    soldiers_key: object = None
    marks: Blits = field(default_factory=list)
    """Markers at the edge of the view."""
    marks_key: object = None
    dots: Blits = field(default_factory=list)
    """Soldiers on the small map; while everything moves, they are often a frame old."""
    dots_key: object = None
    replay_cache: FrameCache | None = None
    """Cache of the small battlefield of the replay."""
    sprites: ScaledSprites = field(default_factory=ScaledSprites)

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
    """Return the boxes of the battlefield on which a widget in a box draws.

    The battlefield itself draws a ring around it, of which only the round corners are over the cloth.
    """
    if box != board:
        return [box.inflate(_SHADOW_REACH, _SHADOW_REACH)]
    corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
    return [Rect(x - _CORNER, y - _CORNER, 2 * _CORNER, 2 * _CORNER) for x, y in corners]


@dataclass(slots=True)
class Cube:
    """A soldier as it is shown, in mm and radians."""

    id: int
    seat: int
    x: float
    y: float
    angle: float
    z: float = 0.0
    """Height of its lowest point above the table."""
    rotation: Rotation | None = None
    """Its rotation in the air; None while it is flat."""


def draw_mat(canvas: Canvas, camera: Camera) -> None:
    """Draw the visible part of the table: its cloth, hem and the lamp's light."""
    mat, surface = camera.table_rect, canvas.surface
    with canvas.clipped(camera.drawn_rect):
        box = canvas.pixel_rect(mat)
        if not box.contains(canvas.pixel_rect(camera.drawn_rect)):
            _draw_board(canvas, mat, camera)
        tile = textures.load_linen(textures.tile_size(canvas.factor, camera.zoom / camera.picture_zoom))
        inside = box.clip(surface.get_clip())
        with canvas.clipped(mat):
            textures.lay_tiles(surface, tile, box.topleft, inside)
            shapes.light_linen(surface, box)
        _draw_hem(canvas, mat, camera)


def _draw_board(canvas: Canvas, mat: Rect, camera: Camera) -> None:
    """Draw the dark floor beyond the table, and the table's shadow and rim."""
    outer = mat.inflate(2 * _RIM, 2 * _RIM)
    _darken_floor(canvas, mat, camera.drawn_rect)
    if camera.zoom == 1.0:
        across, down = canvas.lamp.shadow_offset(mat.center, 14.0)
        canvas.shadow(outer, 4, 18, _THICK + 10 + down, 200, offset_x=6 + across, hollow=True)
    for step in range(round(_THICK), 0, -1):
        side = mix(mix(WOOD, WOOD_DARK, 0.5), BLACK, 0.25 + 0.05 * step)
        canvas.frame(outer.move(step * _SLANT, step), side, _RIM, 2)
    canvas.frame(outer, mix(WOOD, BRASS_LIGHT, 0.22), _RIM, 2)
    canvas.frame(outer, mix(WOOD, BRASS_LIGHT, 0.6), 1, 2)
    canvas.frame(mat.inflate(2, 2), mix(WOOD_DARK, BLACK, 0.35), 1)


def _darken_floor(canvas: Canvas, mat: Rect, view: Rect) -> None:
    """Darken the floor beside the table, softly from the edges of the view.

    Where the view ends with the window, it is dark up to there.
    """
    box, hidden = canvas.pixel_rect(view), canvas.pixel_rect(mat)
    (width, height), border = canvas.size, _FLOOR_BORDER
    gaps = view.left > border, width - view.right > border, view.top > border, height - view.bottom > border
    light = _floor_light(box.size, tuple(canvas.px(_FLOOR_FADE) if has_gap else 0 for has_gap in gaps))
    left, top, right, bottom = hidden.left, hidden.top, hidden.right, hidden.bottom
    for part in (
        pygame.Rect(box.left, box.top, left - box.left, box.height),
        pygame.Rect(right, box.top, box.right - right, box.height),
        pygame.Rect(left, box.top, right - left, top - box.top),
        pygame.Rect(left, bottom, right - left, box.bottom - bottom),
    ):
        if part.width > 0 and part.height > 0:
            visible = part.clip(box)
            canvas.surface.blit(light, visible, visible.move(-box.x, -box.y), pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=2)
def _floor_light(size: tuple[int, int], fades: tuple[int, ...]) -> pygame.Surface:
    """Return the light on the floor in a box of a size, to multiply by.

    All is in pixels. `fades` are the distances from its left, right, upper and lower edge in which the floor gets dark.
    """
    across, down = (_fade(max(2, size[side] // _FLOOR_GRAIN), *fades[2 * side : 2 * side + 2]) for side in (0, 1))
    light = 255 - np.outer(across, down)[:, :, None] * (255 - np.array(_FLOOR_LIGHT))
    return pygame.transform.smoothscale(pygame.surfarray.make_surface(light.astype(np.uint8)), size).convert()


def _fade(count: int, start: int, end: int) -> Floats:
    """Return how dark the floor is along a side, 0 to 1, at so many places."""
    places = np.arange(count) * _FLOOR_GRAIN
    share = np.ones(count)
    for distances, fade in ((places, start), (places[::-1], end)):
        if fade > 0:
            near = np.clip(distances / fade, 0.0, 1.0)
            share *= near * near * (3 - 2 * near)
    return share


def _draw_hem(canvas: Canvas, mat: Rect, camera: Camera) -> None:
    """Draw the folded edge of the cloth and its stitches.

    The edge of the cloth is the edge of the table. Stitches out of view are left out: when zoomed in, that is most.
    """
    scale, view = camera.scale, camera.drawn_rect
    canvas.frame(mat, mix(MAT, INK, 0.55), 1.5)
    inset = max(4.0, 3.0 * scale)
    seam = mat.inflate(-2 * inset, -2 * inset)
    colour = mix(MAT, EMBER_DARK, 0.6)
    for along in (True, False):
        length = seam.width if along else seam.height
        count = int(length / (_STITCH + _STITCH_GAP))
        step = length / max(1, count)
        start, end = (view.left - seam.x, view.right - seam.x) if along else (view.top - seam.y, view.bottom - seam.y)
        visible = range(max(0, int(start / step) - 1), min(count, int(end / step) + 1))
        for y in (seam.top, seam.bottom) if along else ():
            if view.top - 2 <= y <= view.bottom + 2:
                for index in visible:
                    x = seam.x + index * step + _STITCH_GAP / 2
                    canvas.line((x, y), (x + _STITCH, y), colour, 1.2)
        for x in () if along else (seam.left, seam.right):
            if view.left - 2 <= x <= view.right + 2:
                for index in visible:
                    y = seam.y + index * step + _STITCH_GAP / 2
                    canvas.line((x, y), (x, y + _STITCH), colour, 1.2)


def draw_cubes(canvas: Canvas, camera: Camera, visible_cubes: Iterable[Cube], width: float) -> None:
    """Draw all cubes with their shadows, low and far ones first.

    `width` is that of a cube in mm.
    """
    canvas.surface.blits(cube_blits(canvas, camera, visible_cubes, width), False)


def cube_blits(
    canvas: Canvas,
    camera: Camera,
    visible_cubes: Iterable[Cube],
    width: float,
    *,
    is_hatched: bool = False,
    sprites: ScaledSprites | None = None,
) -> Blits:
    """Return the pictures of the cubes and their places in pixels, in drawing order.

    Shadows of cubes in the air fall on all that is lower.
    """
    renderer = _CubeRenderer(canvas, camera, width, ScaledSprites() if sprites is None else sprites, is_hatched)
    below: Blits = []
    lying: Blits = []
    flying: Blits = []
    for cube in sorted(visible_cubes, key=lambda cube: (cube.z, -cube.y)):
        is_resting = cube.z == 0.0 and cube.rotation is None
        blits = renderer.render_resting(cube) if is_resting else renderer.render_moving(cube)
        if not blits:
            continue
        if cube.z > width:
            flying += blits
        else:
            below.append(blits[0])
            lying.append(blits[1])
    return below + lying + flying


class _CubeRenderer:
    """Returns the pictures of cubes in a frame: the shadow and the cube, or none."""

    def __init__(self, canvas: Canvas, camera: Camera, width: float, sprites: ScaledSprites, is_hatched: bool) -> None:
        self.width, self.sprites, self.is_hatched = width, sprites, is_hatched
        self.scale = camera.scale * canvas.factor
        """Pixels in a mm."""
        self.size = width * self.scale
        """Width of a cube on the table, in pixels."""
        self.zoom = camera.picture_zoom
        """Factor by which pictures are scaled, while the camera zooms."""
        self.left, self.top = canvas.pixel_point(camera.to_screen((0.0, 0.0)))
        """Position of the table's lower left corner, in pixels."""
        self.reach = self.size * 2
        """Pixels that pictures of a cube on the table reach from its middle, at most."""
        self.lamp = camera.lamp.scaled(canvas.factor)
        self.area = canvas.surface.get_clip()
        self.render_pair = cubes.make_resting_renderer(self.size / self.zoom, is_hatched, sprites, self.zoom)
        self.shadow_share = self.lamp.shadow_share(self.size * 0.9)

    def render_resting(self, cube: Cube) -> Blits:
        """Return the pictures of a cube that is flat on the table."""
        x, y = self.left + cube.x * self.scale, self.top - cube.y * self.scale
        # As `Lamp.shadow_offset`, for which most of the work is the same for all cubes on the table.
        (foot_x, foot_y), share = self.lamp.foot, self.shadow_share
        across, down = (x - foot_x) * share, (y - foot_y) * share
        if not (is_in_view(self.area, x, y, self.reach) or is_in_view(self.area, x + across, y + down, self.reach)):
            return []
        light = cubes.quantize_light(self.lamp, (x, y))
        (shadow, half_width, half_height), (picture, picture_half_width, picture_half_height) = self.render_pair(
            cube.seat, cube.angle, light
        )
        shadow_x, shadow_y = self._shadow_position(x + across, y + down)
        return [
            (shadow, (round(shadow_x - half_width), round(shadow_y - half_height))),
            (picture, (round(x - picture_half_width), round(y - picture_half_height))),
        ]

    def render_moving(self, cube: Cube) -> Blits:
        """Return the pictures of a cube over the table, under its edge, or turned over."""
        x, y = self.left + cube.x * self.scale, self.top - cube.y * self.scale
        altitude = max(0.0, cube.z / self.width)
        shade = 0.9 + _SHADE * min(altitude, _MAX_SHADE_ALTITUDE)
        across, down = self.lamp.shadow_offset((x, y), self.size * shade)
        is_visible = is_in_view(self.area, x, y, self.reach * (1 + altitude * 0.15))
        if not (is_visible or is_in_view(self.area, x + across, y + down, self.reach)):
            return []
        blur = min(0.6, 0.12 + altitude * 0.05)
        shadow = cubes.render_shadow(self.size / self.zoom, cube.angle, blur, self.sprites, self.zoom)
        growth = 1 + HOVER * min(altitude, MAX_HOVER) if cube.z >= 0 else max(0.45, 1 + cube.z / 600)
        size = self.size * growth
        if cube.rotation is None:
            picture = cubes.render_cube(
                cube.seat,
                size / self.zoom,
                cube.angle,
                is_hatched=self.is_hatched,
                is_flying=cube.z > self.width,
                light=cubes.quantize_light(self.lamp, (x, y)),
                sprites=self.sprites,
                factor=self.zoom,
            )
        else:
            picture = cubes.render_tumbling_cube(cube.seat, size, cube.rotation, self.lamp.direction_from((x, y)))
        return [
            (shadow, _centre_picture(shadow, *self._shadow_position(x + across, y + down))),
            (picture, _centre_picture(picture, x, y)),
        ]

    def _shadow_position(self, x: float, y: float) -> Point:
        return x + self.size * _SHADOW_OFFSET[0], y + self.size * _SHADOW_OFFSET[1]


def _centre_picture(picture: pygame.Surface, x: float, y: float) -> tuple[int, int]:
    width, height = picture.get_size()
    return round(x - width / 2), round(y - height / 2)


def is_in_view(area: pygame.Rect, x: float, y: float, reach: float) -> bool:
    """True if any part of a picture around a point is visible in the area.

    `reach` is its reach in pixels.
    """
    across = area.left - reach < x < area.right + reach
    return across and area.top - reach < y < area.bottom + reach
