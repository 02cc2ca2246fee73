"""Small picture of a box: its cover, or its table at the start."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from io import BytesIO
from math import inf
from random import Random
from time import perf_counter

import pygame

from grenade_salad.app.games.open_table.box_pictures import PictureFiles
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import FELT, PAPER, PAPER_SHADE, WOOD, Colour, mix
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.image_size import PNG_SIGNATURE
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, holder_areas, list_pieces
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.view import Face, TableView

_MAT_COLOURS: dict[str, Colour] = {"felt": mix(FELT, PAPER, 0.12), "paper": PAPER_SHADE, "wood": mix(WOOD, PAPER, 0.1)}
_LAYERS = 4
"""Maximum number of visible layers of a stack."""
_SAMPLES, _SAMPLE_STEP = 5, 1.25
"""Number of sample pieces, and their distance in widths.

They stand for a box that hides all its pieces at the start.
"""
_FINER = 3
"""Factor of the size at which it is drawn, for fine shadows and edges."""


def render_box(opened: LoadedBox, size: tuple[int, int]) -> pygame.Surface:
    """Return the cover of a box in `size` pixels, or its table at the start.

    The surface is shared: do not draw on it.
    """
    thumbnail = Thumbnail(opened, size)
    while thumbnail.picture is None:
        thumbnail.continue_until(inf)
    return thumbnail.picture


class Thumbnail:
    """The cover of a box in `size` pixels, or its table at the start, piece by piece.

    Frames share the work: a table of some hundred pieces takes longer than one of them.
    """

    def __init__(self, opened: LoadedBox, size: tuple[int, int]) -> None:
        self.opened, self.size = opened, size
        self._key = _make_key(opened, size)
        self._layer: pygame.Surface | None = None
        self._parts: Iterator[None] = iter(())
        self._reset_count = -1

    @property
    def picture(self) -> pygame.Surface | None:
        """The picture, or None while it is not finished. It is shared: do not draw on it."""
        return shapes.find_cached(self._key)

    def continue_until(self, time: float) -> None:
        """Draw parts until a time of `time.perf_counter`, but at least one."""
        if self.picture is not None:
            return
        if (cover := _render_cover(self.opened.cover, self.size)) is not None:
            shapes.get_cached(self._key, lambda: cover)
            return
        if self._layer is None or self._reset_count != shapes.reset_count:
            self._reset_count = shapes.reset_count
            self._layer = pygame.Surface((_FINER * self.size[0], _FINER * self.size[1]), pygame.SRCALPHA)
            self._parts = _draw_parts(self._layer, self.opened)
        for _ in self._parts:
            if perf_counter() >= time:
                return
        layer, self._layer = self._layer, None
        shapes.get_cached(self._key, lambda: pygame.transform.smoothscale(layer.convert_alpha(), self.size))


def _render_cover(cover: bytes, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a cover in its own proportions on a card; None if there is none.

    It was decoded in the quarantine, and is small.
    """
    if not cover.startswith(PNG_SIGNATURE):
        return None
    try:
        image = pygame.image.load(BytesIO(cover), "cover.png").convert_alpha()
    except pygame.error:
        return None
    layer = pygame.Surface(size, pygame.SRCALPHA)
    place = image.get_rect().fit(layer.get_rect())
    layer.blit(pygame.transform.smoothscale(image, (max(1, place.width), max(1, place.height))), place)
    return layer


def _make_key(opened: LoadedBox, size: tuple[int, int]) -> Hashable:
    return "thumbnail", opened.pictures_hash, hash(opened.box), opened.box.name, hash(opened.cover), size


def _draw_parts(layer: pygame.Surface, opened: LoadedBox) -> Iterator[None]:
    """Draw the table on the layer. Yields after each part."""
    box, size = opened.box, layer.get_size()
    canvas, files = Canvas(layer, 1.0), PictureFiles(opened.pictures_hash, opened.pictures)
    seats = max(box.seats[0], min(2, box.seats[1]))
    view = _view(opened, seats)
    yield
    camera = Camera(Rect(0, 0, *size), box.table, margin=2 * _FINER)
    left, top = camera.to_screen((0.0, box.table[1]))
    mat = Rect(left, top, box.table[0] * camera.scale, box.table[1] * camera.scale)
    layer.set_clip(canvas.pixel_rect(mat))
    canvas.fill(mat, _MAT_COLOURS.get(box.ground, mix(FELT, PAPER, 0.06)), 4 * _FINER)
    lying = list_pieces(view, seats)
    for piece in (piece for piece in lying if piece.shape == "board"):
        _draw(canvas, camera, piece, files)
        yield
    for area in holder_areas(view, seats):
        x, y, width, height = area.box
        corner = camera.to_screen((x, y + height))
        canvas.frame(Rect(*corner, width * camera.scale, height * camera.scale), PAPER, _FINER, 2 * _FINER)
        yield
    for piece in (piece for piece in lying if piece.shape != "board"):
        _draw(canvas, camera, piece, files)
        yield
    if all(piece.is_bag for piece in lying):
        for piece in _samples(box):
            _draw(canvas, camera, piece, files)
            yield


def _samples(box: Box) -> list[PlacedPiece]:
    """Return some pieces of a box that hides all of them at the start, side by side.

    What is in a box is no secret, and their places are not those of the match.
    """
    pieces = [(kind, front) for kind in box.kinds if kind.piece != "board" for front in kind.piece_fronts]
    if not pieces:
        return []
    count = min(_SAMPLES, len(pieces))
    chosen = [pieces[sample * (len(pieces) - 1) // max(1, count - 1)] for sample in range(count)]
    total_width = sum(kind.size[0] for kind, _ in chosen) * _SAMPLE_STEP
    share = min(box.table[0] * 0.8 / total_width, box.table[1] * 0.5 / max(kind.size[1] for kind, _ in chosen))
    left, samples = (box.table[0] - total_width * share) / 2, list[PlacedPiece]()
    for index, (kind, front) in enumerate(chosen):
        width = kind.size[0] * share
        size, centre = (width, kind.size[1] * share), (left + width * _SAMPLE_STEP / 2, box.table[1] * 0.45)
        samples.append(PlacedPiece(index, kind, Face(box.kinds.index(kind), front, 0, None), centre, size))
        left += width * _SAMPLE_STEP
    return samples


def _draw(canvas: Canvas, camera: Camera, piece: PlacedPiece, files: PictureFiles) -> None:
    size = max(2.0 * _FINER, piece.size[0] * camera.scale), max(2.0 * _FINER, piece.size[1] * camera.scale)
    layers = 1 if piece.is_bag else min(_LAYERS, max(1, piece.count))
    draw_piece(
        canvas, piece.kind, piece.face, camera.to_screen(piece.position), size, piece.angle, layers=layers, files=files
    )


def _view(opened: LoadedBox, seats: int) -> TableView:
    state = start(seats, TableOptions(), opened.setup)
    rng = Random(1)
    while state.pending_chance():
        state.apply_chance(state.sample_chance(rng))
    return state.view(None)
