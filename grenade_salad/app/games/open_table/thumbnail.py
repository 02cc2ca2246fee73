"""A small picture of a box: how its table looks at the start."""

from __future__ import annotations

from random import Random

import pygame

from grenade_salad.app.games.open_table.box_pictures import Files
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import MAT, PAPER, PAPER_SHADE, WOOD, Colour, mix
from grenade_salad.boxes.box_reader import Opened
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.placed_pieces import Lying, areas, things
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.view import Face, TableView

_GROUNDS: dict[str, Colour] = {"felt": mix(MAT, PAPER, 0.12), "paper": PAPER_SHADE, "wood": mix(WOOD, PAPER, 0.1)}
_LAYERS = 4
"""Of a stack at most."""
_SAMPLES, _APART = 5, 1.25
"""So many pieces show what is in a box that shows nothing by itself, each so much farther than it is wide."""
_FINER = 3
"""How many times larger it is drawn, so that shadows and edges are fine."""


def of_box(opened: Opened, size: tuple[int, int]) -> pygame.Surface:
    """The table in the middle of so many pixels. The surface is shared: do not draw on it."""
    key = ("thumbnail", opened.hash, hash(opened.box), opened.box.name, size)
    return shapes.baked(
        key, lambda: pygame.transform.smoothscale(_made(opened, (_FINER * size[0], _FINER * size[1])), size)
    )


def _made(opened: Opened, size: tuple[int, int]) -> pygame.Surface:
    box, layer = opened.box, pygame.Surface(size, pygame.SRCALPHA)
    canvas, files = Canvas(layer, 1.0), Files(opened.hash, opened.pictures)
    seats = max(box.seats[0], min(2, box.seats[1]))
    view = _view(opened, seats)
    camera = Camera(Rect(0, 0, *size), box.table, margin=2 * _FINER)
    left, top = camera.to_screen((0.0, box.table[1]))
    mat = Rect(left, top, box.table[0] * camera.scale, box.table[1] * camera.scale)
    layer.set_clip(canvas.box(mat))
    canvas.fill(mat, _GROUNDS.get(box.ground, mix(MAT, PAPER, 0.06)), 4 * _FINER)
    lying = things(view, seats)
    for one in (one for one in lying if one.shape == "board"):
        _draw(canvas, camera, one, files)
    for area in areas(view, seats):
        x, y, wide, high = area.box
        at = camera.to_screen((x, y + high))
        canvas.frame(Rect(*at, wide * camera.scale, high * camera.scale), PAPER, _FINER, 2 * _FINER)
    for one in (one for one in lying if one.shape != "board"):
        _draw(canvas, camera, one, files)
    if all(one.bag for one in lying):
        for one in _samples(box):
            _draw(canvas, camera, one, files)
    return layer.convert_alpha()


def _samples(box: Box) -> list[Lying]:
    """Some pieces of a box at whose start all pieces are hidden, side by side in the middle of its table.

    What is in a box is no secret; where it lies is not told.
    """
    pieces = [(kind, front) for kind in box.kinds if kind.piece != "board" for front in kind.copies]
    if not pieces:
        return []
    count = min(_SAMPLES, len(pieces))
    chosen = [pieces[at * (len(pieces) - 1) // max(1, count - 1)] for at in range(count)]
    wide = sum(kind.size[0] for kind, _ in chosen) * _APART
    share = min(box.table[0] * 0.8 / wide, box.table[1] * 0.5 / max(kind.size[1] for kind, _ in chosen))
    left, found = (box.table[0] - wide * share) / 2, list[Lying]()
    for number, (kind, front) in enumerate(chosen):
        across = kind.size[0] * share
        size, at = (across, kind.size[1] * share), (left + across * _APART / 2, box.table[1] * 0.45)
        found.append(Lying(number, kind, Face(box.kinds.index(kind), front, 0, None), at, size))
        left += across * _APART
    return found


def _draw(canvas: Canvas, camera: Camera, one: Lying, files: Files) -> None:
    size = max(2.0 * _FINER, one.size[0] * camera.scale), max(2.0 * _FINER, one.size[1] * camera.scale)
    layers = 1 if one.bag else min(_LAYERS, max(1, one.count))
    draw_piece(canvas, one.kind, one.face, camera.to_screen(one.at), size, one.angle, layers=layers, files=files)


def _view(opened: Opened, seats: int) -> TableView:
    state = start(seats, TableOptions(), opened.setup)
    rng = Random(1)
    while state.pending_chance():
        state.apply_chance(state.sample_chance(rng))
    return state.view(None)
