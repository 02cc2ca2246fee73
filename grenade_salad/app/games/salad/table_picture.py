"""A picture of a position of Grenade Salad as a file; it needs no display."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pygame

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
_PANEL = 250.0
_MAX_ZOOM = 3.0
"""Maximum zoom of a picture of a few soldiers."""
NO_LABELS: Mapping[int, str] = {}
SightLine: TypeAlias = tuple[Point, Point]
"""A line of sight, from point to point in mm."""


@dataclass(frozen=True)
class Blast:
    """A blast at a point in mm, and the soldiers that it kills.

    The view to draw is of the moment before.
    """

    position: Point
    killed: Collection[int]


def _ensure_display() -> None:
    """Make sure of a display, or a dummy one: pictures are converted to its format."""
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
        box = Rect(0, 0, 2 * reach * share, 2 * reach * share)
        box.center = centre
        canvas.picture(name, box, alpha=alpha)
    if measures.blast == "tile":
        edge = measures.blast_reach * camera.scale
        square = Rect(centre[0] - edge, centre[1] - edge, 2 * edge, 2 * edge)
        canvas.frame(square, EMBER_DARK, 4)
        canvas.frame(square, EMBER, 2.5)
        return
    canvas.circle(centre, reach, EMBER_DARK, 4)
    canvas.circle(centre, reach, EMBER, 2.5)


def _outline_dying(canvas: Canvas, camera: Camera, dying: Sequence[Cube], width: float) -> None:
    """Draw an ember outline around the soldiers that die."""
    pixels = width * camera.scale * canvas.factor
    for cube in dying:
        picture = cubes.render_outline(pixels, cube.angle, EMBER, pixels * 0.1, 0.08)
        canvas.surface.blit(picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen((cube.x, cube.y)))))


def _close_up(board: Rect, view: SaladView) -> Camera:
    """Return the closest camera that shows all soldiers, so that names are readable."""
    across, up = [soldier.x for soldier in view.soldiers], [soldier.y for soldier in view.soldiers]
    margin = view.options.tile
    shown_width, shown_height = max(across) - min(across) + 2 * margin, max(up) - min(up) + 2 * margin
    width, height = view.options.table
    zoom = max(1.0, min(_MAX_ZOOM, width / shown_width, height / shown_height))
    middle = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
    return Camera(board.inflate(-40, -40), view.options.table, 0.0, zoom, middle).clamp()


def _draw_labels(
    canvas: Canvas, camera: Camera, cubes: Sequence[Cube], labels: Mapping[int, str], width: float
) -> None:
    """Draw the labels of soldiers below them."""
    for cube in cubes:
        if cube.id in labels:
            x, y = camera.to_screen((cube.x, cube.y - 0.8 * width))
            canvas.text(labels[cube.id], (x, y), 12, PAPER, anchor="midtop")


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


def _draw(
    canvas: Canvas,
    view: SaladView,
    names: Sequence[str],
    title: Words,
    blast: Blast | None,
    sight_lines: Sequence[SightLine],
    labels: Mapping[int, str],
) -> None:
    area = canvas.area
    canvas.surface.blit(shapes.table(canvas.surface.get_size()), (0, 0))
    board = Rect(0, 56, area.width - _PANEL - 24, area.height - 56)
    camera = Camera(board, view.options.table, margin=20)
    if blast is not None:
        camera = Camera(board.inflate(-40, -40), view.options.table, 0.0, 2.0, blast.position).clamp()
    elif labels and view.soldiers:
        camera = _close_up(board, view)
    killed = blast.killed if blast else ()
    living = [Cube(soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle) for soldier in view.soldiers]
    dying = [cube for cube in living if cube.id in killed]
    draw_mat(canvas, camera)
    draw_blocks(canvas, camera, view.blocks)
    with canvas.clipped(camera.rect):
        for start, end in sight_lines:
            canvas.line(camera.to_screen(start), camera.to_screen(end), EMBER, 2)
        draw_cubes(canvas, camera, [cube for cube in living if cube.id not in killed], view.options.cube)
        if blast is not None:
            _draw_blast(canvas, camera, blast, view.options.measures())
            draw_cubes(canvas, camera, dying, view.options.cube)
            _outline_dying(canvas, camera, dying, view.options.cube)
        _draw_labels(canvas, camera, living, labels, view.options.cube)
    sheet = Rect(20, 12, area.width - 40, 44)
    canvas.paper(sheet)
    canvas.text(
        title, (sheet.x + 16, sheet.centery), LARGE, INK, bold=True, anchor="midleft", max_width=sheet.width - 32
    )
    for seat, name in enumerate(names):
        _draw_seat(canvas, view, seat, name, Rect(area.width - _PANEL - 20, 76 + seat * 116, _PANEL, 100))


def draw_picture(
    view: SaladView,
    names: Sequence[str],
    title: Words,
    blast: Blast | None = None,
    sight_lines: Sequence[SightLine] = (),
    labels: Mapping[int, str] = NO_LABELS,
) -> pygame.Surface:
    """Draw the table, the soldiers and what each seat has. Raises pygame.error.

    `sight_lines` are drawn under the soldiers, in mm; `labels` are the names of soldiers.
    """
    _ensure_display()
    surface = pygame.Surface((round(DESIGN[0] * FACTOR), round(DESIGN[1] * FACTOR)))
    _draw(Canvas(surface, FACTOR), view, names, title, blast, sight_lines, labels)
    return surface


def save_picture(
    view: SaladView,
    names: Sequence[str],
    path: Path,
    title: Words,
    blast: Blast | None = None,
    sight_lines: Sequence[SightLine] = (),
    labels: Mapping[int, str] = NO_LABELS,
) -> None:
    """Save what `draw_picture` draws as PNG. Raises OSError, pygame.error."""
    pygame.image.save(draw_picture(view, names, title, blast, sight_lines, labels), str(path))
