"""A small map of the table, while the camera does not show all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from grenade_salad.app.games.salad.battlefield import DIRECTIONS
from grenade_salad.app.games.salad.camera_rig import CameraRig
from grenade_salad.app.games.salad.mat import Blits, Cube
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, KeyInput, Point, read_command
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, INK, MAT, WOOD, WOOD_DARK, mix, seat_colour
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.salad.pieces import Block
from grenade_salad.text import m

MAX_WIDTH = 150.0
"""Maximum width of the map on the mat, in units."""
_MAX_WIDTH_SHARE, _MAX_HEIGHT_SHARE = 0.2, 0.24
"""Maximum shares of the mat's view that it takes there."""
_MIN_COLUMN = 100.0, 60.0
"""Minimum size in units of the space under the panels, for the map to be there."""
_GAP = 8.0
_PAN_SHARE = 0.3
"""Share of the view by which an arrow key moves the camera."""


def place_map(board: Rect, panels: Iterable[Rect], hand_area: Rect, table: tuple[float, float]) -> Rect:
    """Place the map under the panels, else in the lower left corner of the mat."""
    boxes = list(panels)
    panels_bottom = max((box.bottom for box in boxes), default=board.top)
    column = (
        Rect(boxes[0].x, panels_bottom + _GAP, board.left - boxes[0].x - _GAP, hand_area.top - panels_bottom - 14)
        if boxes
        else Rect(0, 0, 0, 0)
    )
    shape = table[1] / table[0]
    if column.width >= _MIN_COLUMN[0] and column.height >= _MIN_COLUMN[1]:
        width = min(column.width, column.height / shape)
        return Rect(column.x + (column.width - width) / 2, column.bottom - width * shape, width, width * shape)
    width = min(MAX_WIDTH, board.width * _MAX_WIDTH_SHARE, board.height * _MAX_HEIGHT_SHARE / shape)
    return Rect(board.x + _GAP, board.bottom - width * shape - _GAP, width, width * shape)


class SmallMap(Widget):
    """A map of the table: press or drag on it to move the camera.

    `draw_map` draws it, since its content changes in every frame.
    """

    radius = 3.0
    focusable = True

    def __init__(self, camera_rig: CameraRig) -> None:
        super().__init__(tip=m("The whole table: press where you want to look"))
        self.camera_rig = camera_rig

    def step(self, direction: Command) -> bool:
        across, up = DIRECTIONS.get(direction, (0.0, 0.0))
        rect = self.camera_rig.camera.rect
        x, y = across * rect.width * _PAN_SHARE, up * rect.height * _PAN_SHARE
        self.camera_rig.glance(self.camera_rig.goal.pan_by(x, y))
        return bool(across or up)

    def repeats_key(self, press: KeyInput) -> bool:
        return read_command(press) in DIRECTIONS

    def drag(self, position: Point) -> bool:
        if self.pressed:
            table = self.camera_rig.camera.table_size
            spot = position[0] / self.rect.width * table[0], (1 - position[1] / self.rect.height) * table[1]
            self.camera_rig.glance(self.camera_rig.goal.with_scale(self.camera_rig.goal.scale, spot))
        return True


def draw_map(canvas: Canvas, box: Rect, camera: Camera, soldiers: Blits, blocks: Sequence[Block] = ()) -> None:
    """Draw the mat, the blocks, the soldiers, and the frame of the camera's view.

    `soldiers` is what `soldier_dots` returns.
    """
    scale = box.width / camera.table_size[0]
    canvas.frame(box.inflate(4, 4), mix(MAT, BLACK, 0.55), 3, 3)
    canvas.fill(box, MAT, 2)
    for block in blocks:
        corners = [(box.x + x * scale, box.bottom - y * scale) for x, y in rectangle_corners(block, block.half)]
        canvas.polygon(corners, mix(WOOD, WOOD_DARK, 0.5))
    canvas.surface.fblits(soldiers)
    left, low, right, top = camera.bounds
    camera_box = Rect(box.x + left * scale, box.bottom - top * scale, (right - left) * scale, (top - low) * scale).clip(
        box
    )
    canvas.frame(camera_box.inflate(2, 2), INK, 3.5)
    canvas.frame(camera_box, BRASS_LIGHT, 1.6)


def soldier_dots(canvas: Canvas, box: Rect, camera: Camera, soldiers: Iterable[Cube], width: float) -> Blits:
    """Return a dot for each soldier with its position in pixels.

    `width` is a cube's in mm.
    """
    scale = box.width / camera.table_size[0]
    side = max(canvas.px(5), canvas.px(width * scale))
    offset, factor, left, bottom = side // 2 + 1, canvas.factor, box.x, box.bottom
    blits: Blits = []
    for cube in soldiers:
        if cube.z >= 0:
            position = (
                round((left + cube.x * scale) * factor) - offset,
                round((bottom - cube.y * scale) * factor) - offset,
            )
            blits.append((_make_dot(cube.seat, side), position))
    return blits


def _make_dot(seat: int, side: int) -> pygame.Surface:
    """Return a soldier of the map, with a dark edge."""

    def make_dot() -> pygame.Surface:
        surface = pygame.Surface((side + 2, side + 2)).convert()
        surface.fill(INK)
        surface.fill(seat_colour(seat), (1, 1, side, side))
        return surface

    return shapes.get_cached(("dot of the map", seat, side), make_dot)
