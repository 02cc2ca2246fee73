"""A picture of a position of Grenade Salad as a file; it needs no display."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import pygame

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.block_picture import draw_blocks
from grenade_salad.app.games.salad.mat import Cube, draw_cubes, draw_mat
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    DESIGN,
    EMBER,
    EMBER_DARK,
    INK,
    INK_SOFT,
    LARGE,
    PAPER,
    TEXT,
    TITLE,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.games.salad.pieces import Measures
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Words, m

FACTOR = 1.5
"""Pixels in a logical unit: pictures are 1920 x 1080."""
_PANEL_WIDTH, _PANEL_HEIGHT = 250.0, 100.0
"""Size of a seat's panel, in units."""
_MARGIN, _GAP = 20.0, 16.0
"""Units to the edge of the picture, and between two panels."""
_HEAD_HEIGHT = 44.0
"""Height of the sheet with the title, in units."""
_LABEL_SIZE = 12
_MAX_ZOOM = 3.0
"""Maximum zoom of a picture of a few soldiers."""
_BLAST_ZOOM = 2.0
"""Zoom of a picture of a blast."""
_OUTLINE_WIDTH, _OUTLINE_GROWTH = 0.1, 0.08
"""Width of the outline of a dying soldier, and its growth, in cube widths."""
SightLine: TypeAlias = tuple[Point, Point]
"""A line of sight, from point to point in mm."""


@dataclass(frozen=True)
class Blast:
    """A blast. The view to draw with it is of the moment before."""

    position: Point
    """Its centre, in mm."""
    killed: Collection[int]
    """Ids of the soldiers that it kills."""


def _ensure_display() -> None:
    """Make sure of a display: pictures are converted to its format.

    Without one, set SDL_VIDEODRIVER for the process, for a dummy.
    """
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        return
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.quit()
    pygame.display.init()
    pygame.display.set_mode((64, 36))
    pygame.font.init()


def _draw_blast(canvas: Canvas, camera: Camera, blast: Blast, measures: Measures) -> None:
    centre = camera.to_screen(blast.position)
    reach = measures.blast_radius * camera.scale
    for name, share, alpha in (("blast/scorch.svg", 1.1, 200), ("blast/paper_burst_2.svg", 1.05, 215)):
        canvas.picture(name, square_around(centre, reach * share), alpha=alpha)
    if measures.blast == "tile":
        edge = measures.blast_reach * camera.scale
        square = square_around(centre, edge)
        canvas.frame(square, EMBER_DARK, 4)
        canvas.frame(square, EMBER, 2.5)
        return
    canvas.circle(centre, reach, EMBER_DARK, 4)
    canvas.circle(centre, reach, EMBER, 2.5)


def _outline_dying(canvas: Canvas, camera: Camera, dying: Sequence[Cube], width: float) -> None:
    """Draw an ember outline around the soldiers that die."""
    pixels = width * camera.scale * canvas.factor
    for cube in dying:
        picture = cubes.render_outline(pixels, cube.angle, EMBER, pixels * _OUTLINE_WIDTH, _OUTLINE_GROWTH)
        canvas.surface.blit(picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen((cube.x, cube.y)))))


def _frame_soldiers(board: Rect, view: SaladView) -> Camera:
    """Return the closest camera that shows all soldiers, so that names are readable."""
    xs, ys = [soldier.x for soldier in view.soldiers], [soldier.y for soldier in view.soldiers]
    margin = view.options.tile
    visible_width, visible_height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    width, height = view.options.table
    zoom = max(1.0, min(_MAX_ZOOM, width / visible_width, height / visible_height))
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Camera(board, view.options.table, 0.0, zoom, middle).clamp()


def _draw_labels(
    canvas: Canvas, camera: Camera, soldiers: Sequence[Cube], labels: Mapping[int, str], width: float
) -> None:
    """Draw the labels of soldiers below them, each on a piece of paper."""
    for cube in soldiers:
        if cube.id in labels:
            x, y = camera.to_screen((cube.x, cube.y - 0.9 * width))
            paper_width = canvas.width(labels[cube.id], _LABEL_SIZE) + 6
            canvas.fill(Rect(x - paper_width / 2, y, paper_width, _LABEL_SIZE * 1.3), PAPER, 3, alpha=225)
            canvas.text(labels[cube.id], (x, y), _LABEL_SIZE, INK, anchor="midtop")


def _draw_seat(canvas: Canvas, view: SaladView, seat: int, name: str, box: Rect) -> None:
    canvas.paper(box)
    mark = Rect(box.x + 12, box.y + 12, 44, 44)
    canvas.fill(mark, seat_colour(seat), 6)
    canvas.picture(seat_mark(seat), mark.inflate(-14, -14), seat_ink(seat))
    canvas.text(name, (box.x + 68, box.y + 10), LARGE, INK, bold=True, max_width=box.width - 136)
    points = canvas.text(str(view.scores[seat]), (box.right - 14, box.y + 8), TITLE, INK, title=True, anchor="topright")
    canvas.text(
        m("points", context="under a number"), (points.right, points.bottom - 4), 16, INK_SOFT, anchor="topright"
    )
    standing = sum(soldier.seat == seat for soldier in view.soldiers)
    canvas.text(m("{n} on the table", context="soldiers", n=standing), (box.x + 68, box.y + 38), 16, INK_SOFT)
    # Translators: soldiers of a player, below a picture of the table
    below = m("{reserve} in reserve, {taken} taken", reserve=view.reserve[seat], taken=view.taken[seat])
    canvas.text(below, (box.x + 12, box.y + 68), TEXT, INK)


@dataclass(frozen=True)
class TablePicture:
    """A picture of the table, with the soldiers and what each seat has."""

    view: SaladView
    names: Sequence[str]
    title: Words
    blast: Blast | None = None
    sight_lines: Sequence[SightLine] = ()
    """Lines that are drawn under the soldiers."""
    labels: Mapping[int, str] = field(default_factory=dict)
    """Names of soldiers, by their ids."""

    def save(self, path: Path) -> None:
        """Save the picture as PNG.

        Raises OSError, or `pygame.error`.
        """
        pygame.image.save(self.draw(), str(path))

    def draw(self) -> pygame.Surface:
        """Return the picture.

        Raises `pygame.error`.
        """
        _ensure_display()
        surface = pygame.Surface((round(DESIGN[0] * FACTOR), round(DESIGN[1] * FACTOR)))
        canvas = Canvas(surface, FACTOR)
        area = canvas.area
        surface.blit(shapes.table(surface.get_size()), (0, 0))
        sheet = Rect(_MARGIN, 12, area.width - 2 * _MARGIN, _HEAD_HEIGHT)
        board = Rect(0, sheet.bottom, area.width - _PANEL_WIDTH - 24, area.height - sheet.bottom)
        self._draw_mat(canvas, self._aim_camera(board))
        canvas.paper(sheet)
        position, max_width = (sheet.x + 16, sheet.centery), sheet.width - 32
        canvas.text(self.title, position, LARGE, INK, bold=True, anchor="midleft", max_width=max_width)
        for seat, name in enumerate(self.names):
            top = sheet.bottom + _MARGIN + seat * (_PANEL_HEIGHT + _GAP)
            box = Rect(area.width - _PANEL_WIDTH - _MARGIN, top, _PANEL_WIDTH, _PANEL_HEIGHT)
            _draw_seat(canvas, self.view, seat, name, box)
        return surface

    def _aim_camera(self, board: Rect) -> Camera:
        """Return the camera for a board: at the blast, at labelled soldiers, or of all."""
        inside = board.inflate(-40, -40)
        if self.blast is not None:
            return Camera(inside, self.view.options.table, 0.0, _BLAST_ZOOM, self.blast.position).clamp()
        if self.labels and self.view.soldiers:
            return _frame_soldiers(inside, self.view)
        return Camera(board, self.view.options.table, margin=20)

    def _draw_mat(self, canvas: Canvas, camera: Camera) -> None:
        view, width = self.view, self.view.options.cube
        soldiers = [Cube(soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle) for soldier in view.soldiers]
        killed = self.blast.killed if self.blast is not None else ()
        draw_mat(canvas, camera)
        draw_blocks(canvas, camera, view.blocks)
        with canvas.clipped(camera.rect):
            for start, end in self.sight_lines:
                canvas.line(camera.to_screen(start), camera.to_screen(end), EMBER, 2)
            draw_cubes(canvas, camera, [cube for cube in soldiers if cube.id not in killed], width)
            if self.blast is not None:
                dying = [cube for cube in soldiers if cube.id in killed]
                _draw_blast(canvas, camera, self.blast, view.options.measures())
                draw_cubes(canvas, camera, dying, width)
                _outline_dying(canvas, camera, dying, width)
            _draw_labels(canvas, camera, soldiers, self.labels, width)
