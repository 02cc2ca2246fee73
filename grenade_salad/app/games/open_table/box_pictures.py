"""The pictures of a box and the program's own, in the sizes that are drawn.

A missing picture is None: its pieces are drawn with words and paint. Only sizes that are drawn are cached, within the
limit of `shapes.baked`; the decoded files are in `decoded_pictures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO

import pygame

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.games.open_table.decoded_pictures import choose_size
from grenade_salad.app.ui import pictures
from grenade_salad.boxes.image_size import PNG_SIGNATURE
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.faces import Picture, back_picture, front_picture
from grenade_salad.games.open_table.view import Face

_MAX_SHEET_PIXELS = 4 * 1024 * 1024
"""Pixels of half a sheet of drawings, which is a file with several of them."""
_MAX_STRETCH = 1.04
"""Factor by which a picture is stretched at most to fill its size."""


@dataclass(frozen=True)
class PictureFiles:
    """The bytes of a box's pictures by name, and their hash; empty without pictures."""

    hash: str = ""
    data: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    """The bytes by name, which are not compared: the hash stands for them."""


NO_FILES = PictureFiles()


def find_picture_files(pictures_hash: str, opened_boxes: OpenedBoxes) -> PictureFiles:
    """Return the pictures of the box on the table, if a box that is here has them."""
    box = opened_boxes.find_by_pictures(pictures_hash)
    return NO_FILES if box is None else PictureFiles(pictures_hash, box.pictures)


def find_picture(kind: Kind, face: Face) -> Picture | None:
    """Return the picture of the visible side."""
    if face.side < 0:
        return back_picture(kind)
    front = face.side if kind.piece == "die" else face.front
    return None if front is None or not 0 <= front < len(kind.fronts) else front_picture(kind, front)


def render_picture(picture: Picture, size: tuple[int, int], files: PictureFiles) -> pygame.Surface | None:
    """Return the picture in `size` pixels, centred in its own proportions, or None."""
    if not picture.of_box:
        return _fit(pictures.load_picture(picture.path, size), size)
    data = files.data.get(picture.path)
    if data is None:
        return None
    left, top, width, height = picture.part
    wanted = size[0] / width, size[1] / height
    try:
        if picture.path.lower().endswith(".svg") and not data.startswith(PNG_SIGNATURE):
            sheet = _load_svg(data, wanted)
        else:
            sheet = choose_size(decoded_pictures.cached.get(files.hash, picture.path, data), *wanted)
    except pygame.error:
        return None
    box = pygame.Rect(0, 0, max(1, round(sheet.get_width() * width)), max(1, round(sheet.get_height() * height)))
    box.topleft = round(sheet.get_width() * left), round(sheet.get_height() * top)
    box = box.clip(sheet.get_rect())
    return _fit(sheet.subsurface(box), size).convert_alpha() if box.width and box.height else None


def _load_svg(data: bytes, size: tuple[float, float]) -> pygame.Surface:
    """Return an SVG sheet in the wanted size, up to the size of a cached sheet."""
    share = min(1.0, (2 * _MAX_SHEET_PIXELS / (size[0] * size[1])) ** 0.5)
    within = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return pygame.image.load_sized_svg(BytesIO(data), within)


def _fit(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return the image as large as fits, centred in the size.

    Slightly different proportions are stretched, so that no rim is left.
    """
    width, height = image.get_size()
    share = min(size[0] / width, size[1] / height)
    if max(size[0] / width, size[1] / height) < share * _MAX_STRETCH:
        return image if image.get_size() == size else pygame.transform.smoothscale(image, size)
    scaled = pygame.transform.smoothscale(image, (max(1, round(width * share)), max(1, round(height * share))))
    layer = pygame.Surface(size, pygame.SRCALPHA)
    layer.blit(scaled, scaled.get_rect(center=layer.get_rect().center))
    return layer
