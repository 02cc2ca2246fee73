"""The pictures of a box, out of its files, and the program's own: each in the size in which it is shown.

Pictures that cannot be had are None: their pieces are shown by words and paint. Kept are only the sizes that are drawn,
in the bound of `shapes.baked`, and so is a sheet that was decoded, in at most `_SHEET` pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO

import pygame

from grenade_salad.app.ui import pictures, shapes
from grenade_salad.boxes import bundled
from grenade_salad.core import Setup
from grenade_salad.games.open_table.box import Kind, TableSetup
from grenade_salad.games.open_table.faces import Picture, back_picture, front_picture
from grenade_salad.games.open_table.view import Face

_SHEET = 4 * 1024 * 1024
"""Pixels of a file with several pictures, or of a large one, that are kept while its pieces lie on the table."""


@dataclass(frozen=True)
class Files:
    """The bytes of a box's pictures by their names, and the hash by which they are known: empty without any."""

    hash: str = ""
    data: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)


NO_FILES = Files()


def files_of(setup: Setup | None) -> Files:
    """The pictures of the box that lies on the table, if a box that is here has them."""
    wanted = setup.pictures if isinstance(setup, TableSetup) else ""
    found = bundled.with_pictures(wanted)
    return NO_FILES if found is None else Files(wanted, found.pictures)


def picture_for(kind: Kind, face: Face) -> Picture | None:
    """Which picture shows the side that is seen."""
    if face.side < 0:
        return back_picture(kind)
    front = face.side if kind.piece == "die" else face.front
    return None if front is None or not 0 <= front < len(kind.fronts) else front_picture(kind, front)


def drawn(picture: Picture, size: tuple[int, int], files: Files) -> pygame.Surface | None:
    """The picture in so many pixels, in its own proportions in the middle; None if it is not there."""
    if not picture.of_box:
        return _fitted(pictures.picture(picture.path, size), size)
    data = files.data.get(picture.path)
    if data is None:
        return None
    left, top, wide, high = picture.part
    try:
        if picture.path.lower().endswith(".svg"):
            whole = _vectors(data, (size[0] / wide, size[1] / high))
        else:
            whole = _pixels(files.hash, picture.path, data, size[0] * size[1] / (wide * high))
    except pygame.error:
        return None
    box = pygame.Rect(0, 0, max(1, round(whole.get_width() * wide)), max(1, round(whole.get_height() * high)))
    box.topleft = round(whole.get_width() * left), round(whole.get_height() * top)
    box = box.clip(whole.get_rect())
    return _fitted(whole.subsurface(box), size) if box.width and box.height else None


def _vectors(data: bytes, size: tuple[float, float]) -> pygame.Surface:
    """A sheet so large that its part is as large as wished, if that is no more than is kept of any sheet."""
    share = min(1.0, (2 * _SHEET / (size[0] * size[1])) ** 0.5)
    within = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return pygame.image.load_sized_svg(BytesIO(data), within)


def _pixels(known: str, path: str, data: bytes, wanted: float) -> pygame.Surface:
    """A decoded file; smaller, and kept, unless more of its pixels are wanted."""

    def decoded() -> pygame.Surface:
        return pygame.image.load(BytesIO(data), path).convert_alpha()

    def small() -> pygame.Surface:
        whole = decoded()
        share = (_SHEET / (whole.get_width() * whole.get_height())) ** 0.5
        return whole if share >= 1 else pygame.transform.smoothscale_by(whole, share)

    kept = shapes.baked(("sheet of a box", known, path), small)
    return kept if wanted <= kept.get_width() * kept.get_height() * 1.5 else decoded()


def _fitted(whole: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """As large as fits, in the middle of the size; a little other proportions are stretched, so that no rim is left."""
    wide, high = whole.get_size()
    share = min(size[0] / wide, size[1] / high)
    if max(size[0] / wide, size[1] / high) < share * 1.04:
        return whole if whole.get_size() == size else pygame.transform.smoothscale(whole, size)
    scaled = pygame.transform.smoothscale(whole, (max(1, round(wide * share)), max(1, round(high * share))))
    layer = pygame.Surface(size, pygame.SRCALPHA)
    layer.blit(scaled, scaled.get_rect(center=layer.get_rect().center))
    return layer
