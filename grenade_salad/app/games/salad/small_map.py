"""The whole table, small, while the camera does not show all of it: where it looks, and where everybody is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from grenade_salad.app.games.salad.camera_rig import Eye
from grenade_salad.app.games.salad.mat import Blits, Cube
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Key, Point, command
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, INK, MAT, WHITE, WOOD, mix, seat_colour
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.geometry import outline
from grenade_salad.games.salad.pieces import Block
from grenade_salad.text import m

WIDE = 150.0
_WAYS: dict[Command, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


def place(board: Rect, panels: Iterable[Rect], strip: Rect, table: tuple[float, float]) -> Rect:
    """Under the panels if there is room, else in the lower left corner of the mat's view."""
    boxes = list(panels)
    low = max((box.bottom for box in boxes), default=board.top)
    column = Rect(boxes[0].x, low + 8, board.left - boxes[0].x - 8, strip.top - low - 14) if boxes else Rect(0, 0, 0, 0)
    shape = table[1] / table[0]
    if column.width >= 100 and column.height >= 60:
        wide = min(column.width, column.height / shape)
        return Rect(column.x + (column.width - wide) / 2, column.bottom - wide * shape, wide, wide * shape)
    wide = min(WIDE, board.width * 0.2, board.height * 0.24 / shape)
    return Rect(board.x + 8, board.bottom - wide * shape - 8, wide, wide * shape)


class SmallMap(Widget):
    """Pressed or pulled over, it looks there. `draw` draws it, as what it shows moves in every frame."""

    radius = 3.0
    focusable = True

    def __init__(self, eye: Eye) -> None:
        super().__init__(tip=m("The whole table: press where you want to look"))
        self.eye = eye

    def nudge(self, where: Command) -> bool:
        across, up = _WAYS.get(where, (0.0, 0.0))
        rect = self.eye.camera.rect
        self.eye.glance(self.eye.goal.panned(across * rect.width * 0.3, up * rect.height * 0.3))
        return bool(across or up)

    def repeats(self, press: Key) -> bool:
        return command(press) in _WAYS

    def drag(self, at: Point) -> bool:
        if self.pressed:
            table = self.eye.camera.table
            spot = at[0] / self.rect.width * table[0], (1 - at[1] / self.rect.height) * table[1]
            self.eye.glance(self.eye.goal.at(self.eye.goal.scale, spot))
        return True


def draw(canvas: Canvas, box: Rect, camera: Camera, soldiers: Blits, blocks: Sequence[Block] = ()) -> None:
    """The cloth, the blocks, the soldiers as `dots` says, and the frame of the look."""
    scale = box.width / camera.table[0]
    canvas.frame(box.inflate(4, 4), mix(MAT, BLACK, 0.55), 3, 3)
    canvas.fill(box, MAT, 2)
    for block in blocks:
        corners = [(box.x + x * scale, box.bottom - y * scale) for x, y in outline(block, block.half)]
        canvas.polygon(corners, mix(WOOD, WHITE, 0.28))
    canvas.surface.fblits(soldiers)
    left, low, right, top = camera.bounds
    look = Rect(box.x + left * scale, box.bottom - top * scale, (right - left) * scale, (top - low) * scale).clip(box)
    canvas.frame(look, BRASS_LIGHT, 1.6)


def dots(canvas: Canvas, box: Rect, camera: Camera, shown: Iterable[Cube], width: float) -> Blits:
    """A dot for each soldier, and where it goes, in pixels; `width` of a cube in mm."""
    scale = box.width / camera.table[0]
    side = max(canvas.px(5), canvas.px(width * scale))
    off, factor, left, low = side // 2 + 1, canvas.factor, box.x, box.bottom
    found: Blits = []
    for cube in shown:
        if cube.z >= 0:
            at = round((left + cube.x * scale) * factor) - off, round((low - cube.y * scale) * factor) - off
            found.append((_dot(cube.seat, side), at))
    return found


def _dot(seat: int, side: int) -> pygame.Surface:
    """A soldier on the map, with a dark edge."""

    def make() -> pygame.Surface:
        made = pygame.Surface((side + 2, side + 2)).convert()
        made.fill(INK)
        made.fill(seat_colour(seat), (1, 1, side, side))
        return made

    return shapes.baked(("dot of the map", seat, side), make)
