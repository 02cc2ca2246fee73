"""The pictures of a box, out of its files, and the program's own: each in the size in which it is shown.

Pictures that cannot be had are None: their pieces are shown by words and paint. Kept are only the sizes that are drawn,
in the bound of `shapes.get_cached`, and so is a sheet that was decoded, in at most `_MAX_SHEET_PIXELS` pixels.
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

_MAX_SHEET_PIXELS = 4 * 1024 * 1024
"""Pixels of a file with several pictures, or of a large one, that are kept while its pieces lie on the table."""


@dataclass(frozen=True)
class PictureFiles:
    """The bytes of a box's pictures by their names, and the hash by which they are known: empty without any."""

    hash: str = ""
    data: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)


NO_FILES = PictureFiles()


def find_picture_files(setup: Setup | None) -> PictureFiles:
    """The pictures of the box that lies on the table, if a box that is here has them."""
    pictures_hash = setup.pictures if isinstance(setup, TableSetup) else ""
    box = bundled.find_by_pictures(pictures_hash)
    return NO_FILES if box is None else PictureFiles(pictures_hash, box.pictures)


def find_picture(kind: Kind, face: Face) -> Picture | None:
    """Which picture shows the side that is seen."""
    if face.side < 0:
        return back_picture(kind)
    front = face.side if kind.piece == "die" else face.front
    return None if front is None or not 0 <= front < len(kind.fronts) else front_picture(kind, front)


def render_picture(picture: Picture, size: tuple[int, int], files: PictureFiles) -> pygame.Surface | None:
    """The picture in so many pixels, in its own proportions in the middle; None if it is not there."""
    if not picture.of_box:
        return _fit(pictures.load_picture(picture.path, size), size)
    data = files.data.get(picture.path)
    if data is None:
        return None
    left, top, width, height = picture.part
    try:
        if picture.path.lower().endswith(".svg"):
            sheet = _load_svg(data, (size[0] / width, size[1] / height))
        else:
            sheet = _load_image(files.hash, picture.path, data, size[0] * size[1] / (width * height))
    except pygame.error:
        return None
    box = pygame.Rect(0, 0, max(1, round(sheet.get_width() * width)), max(1, round(sheet.get_height() * height)))
    box.topleft = round(sheet.get_width() * left), round(sheet.get_height() * top)
    box = box.clip(sheet.get_rect())
    return _fit(sheet.subsurface(box), size) if box.width and box.height else None


def _load_svg(data: bytes, size: tuple[float, float]) -> pygame.Surface:
    """A sheet so large that its part is as large as wished, if that is no more than is kept of any sheet."""
    share = min(1.0, (2 * _MAX_SHEET_PIXELS / (size[0] * size[1])) ** 0.5)
    within = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return pygame.image.load_sized_svg(BytesIO(data), within)


def _load_image(files_hash: str, path: str, data: bytes, wanted_pixels: float) -> pygame.Surface:
    """A decoded file; smaller, and kept, unless more of its pixels are wanted."""

    def decode() -> pygame.Surface:
        return pygame.image.load(BytesIO(data), path).convert_alpha()

    def decode_reduced() -> pygame.Surface:
        image = decode()
        share = (_MAX_SHEET_PIXELS / (image.get_width() * image.get_height())) ** 0.5
        return image if share >= 1 else pygame.transform.smoothscale_by(image, share)

    cached = shapes.get_cached(("sheet of a box", files_hash, path), decode_reduced)
    return cached if wanted_pixels <= cached.get_width() * cached.get_height() * 1.5 else decode()


def _fit(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """As large as fits, in the middle of the size; a little other proportions are stretched, so that no rim is left."""
    width, height = image.get_size()
    share = min(size[0] / width, size[1] / height)
    if max(size[0] / width, size[1] / height) < share * 1.04:
        return image if image.get_size() == size else pygame.transform.smoothscale(image, size)
    scaled = pygame.transform.smoothscale(image, (max(1, round(width * share)), max(1, round(height * share))))
    layer = pygame.Surface(size, pygame.SRCALPHA)
    layer.blit(scaled, scaled.get_rect(center=layer.get_rect().center))
    return layer
