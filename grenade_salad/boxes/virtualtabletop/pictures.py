"""Pictures of a VirtualTabletop game: its own files, with words of SVG replaced.

Nothing is fetched. The program's facts art, below `/i/`, is a loss unless it has a counterpart here.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote_to_bytes

from grenade_salad.boxes.box_reader import MAX_PICTURES
from grenade_salad.boxes.drawings import MAX_PARTS, Drawing, DrawingPart
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_ZIP_BYTES, Source
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.virtualtabletop.embedded_images import split_images
from grenade_salad.boxes.virtualtabletop.faces import Layer
from grenade_salad.core import Json

_ASSETS = "/assets/"
_PROGRAM = ("/i/", "i/")
"""Beginnings of addresses of the program's own art."""
_DATA = re.compile(
    r"data:image/[a-z0-9.+-]{1,20}(?:;charset=[a-zA-Z0-9-]{1,20})?(?:;(?:utf8|(base64)))?,", re.IGNORECASE
)
"""The beginning of a picture that is its own address; the group is its writing."""
_SAFE_VALUE = re.compile(r"[#\w(),.%+ -]{1,80}")
"""Texts that may replace a word of an SVG: colours and numbers."""
_MAX_REPLACES = 40
_MAX_DEPTH = 2
"""Maximum number of drawings in each other."""
_PLAYING_CARD = re.compile(r"/?i/cards-default/(?:([2-9TJQKA])([CDHS])|([12]J)|([12]B))\.svg")
_SVG_DOCTYPE = re.compile(rb"<!DOCTYPE[^<>\[\]]{0,500}>", re.IGNORECASE)
"""A declaration without entities, which means nothing for a picture."""


def find_playing_card(address: Json) -> str:
    """Return the code of one of the usual cards that the address shows; "" for others.

    >>> find_playing_card("/i/cards-default/TH.svg"), find_playing_card("/i/cards-default/1J.svg")
    ('10H', 'joker')
    >>> find_playing_card("/i/cards-default/1B.svg"), find_playing_card("/assets/101_210")
    ('back', '')
    """
    match = _PLAYING_CARD.fullmatch(address) if isinstance(address, str) else None
    if match is None:
        return ""
    if match[1]:
        return f"{match[1].replace('T', '10')}{match[2]}"
    return "joker" if match[3] else "back"


class PictureStore:
    """Takes the pictures that a game names from its file, each once."""

    def __init__(self, files: Source, losses: LossTally) -> None:
        self._files, self._losses = files, losses
        # In files of 2020 the names of assets begin with a slash.
        self._assets = {name.lstrip("/"): name for name in files.sizes}
        self.pictures: dict[str, bytes] = {}
        """The bytes by their names in the box."""
        self.sizes: dict[str, tuple[int, int]] = {}
        """Width and height in pixels by name."""
        self._names: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        """Names in the box by address and replaced words; "" for a picture that is lost."""
        self.drawings: dict[str, Drawing] = {}
        """Pictures that are put together from others, by name.

        Until they are drawn, their bytes are those of their largest part.
        """
        self._drawn: dict[Drawing, str] = {}
        self._data: dict[str, bytes] = {}
        self._bytes_left = MAX_ZIP_BYTES

    def load(self, address: Json, title: str = "", replaces: Mapping[str, str] | None = None) -> str:
        """Return the name of a picture in the box, or "" if it is lost, which is counted.

        `title` is what people call the thing that shows it. `replaces` are words of an SVG and what replaces them.
        """
        if not isinstance(address, str) or not address.strip():
            return ""
        address = address.strip()
        words = tuple(
            (old, new)
            for old, new in list((replaces or {}).items())[:_MAX_REPLACES]
            if old and _SAFE_VALUE.fullmatch(new)
        )
        key = address, words
        if key not in self._names:
            self._names[key] = ""
            cause = self._take(key)
            if cause:
                self._losses.add("picture", cause, title)
        return self._names[key]

    def load_cover(self, address: Json) -> str:
        """Return the name of the picture that stands for the game, or "".

        Nobody misses it at the table, so it is no loss.
        """
        key = address.strip() if isinstance(address, str) else "", ()
        if key not in self._names:
            self._names[key] = ""
            self._take(key)
        return self._names[key]

    def _take(self, key: tuple[str, tuple[tuple[str, str], ...]]) -> str:
        """Take a picture into the box. Return why it cannot be, "" if it is."""
        address, words = key
        if address.startswith(_PROGRAM):
            return "program"
        if _DATA.match(address[:80]):
            data = _decode_address(address)
        elif address.lstrip("/").startswith(_ASSETS.strip("/")):
            name = self._assets.get(address.lstrip("/"))
            if name is None:
                return "missing"
            data = self._read(name)
        else:
            return "internet"
        if guess_suffix(data) == ".svg":
            data = _replace_words(_SVG_DOCTYPE.sub(b"", data, count=1), words)
        self._names[key], cause = self._add_or_split(data)
        return cause

    def _add_or_split(self, data: bytes, depth: int = 0) -> tuple[str, str]:
        """Add a picture, or a drawing of an SVG and the bitmaps in it.

        Return its name, and why it cannot be.
        """
        if guess_suffix(data) == ".svg":
            # What is not read as tags has no other meaning in a drawing.
            data = data.replace(b"<![CDATA[", b"").replace(b"]]>", b"")
            if b"<image" in data and depth < _MAX_DEPTH and (drawing := self._split_images(data, depth)) is not None:
                name = self.add_drawing(drawing)
                return name, "" if name else "unreadable"
        return self._add(data)

    def _add(self, data: bytes) -> tuple[str, str]:
        """Add a picture to the box. Return its name, and why it cannot be."""
        suffix = guess_suffix(data)
        if not suffix:
            return "", "format" if data else "missing"
        if len(data) > min(self._bytes_left, MAX_PICTURE_BYTES):
            return "", "large"
        if len(self.pictures) - len(self.drawings) >= MAX_PICTURES:
            return "", "number"
        name = f"p{len(self.pictures) + 1}{suffix}"
        try:
            self.sizes[name] = check_picture(name, data)
        except BadBoxFile:
            return "", "unreadable"
        self._bytes_left -= len(data)
        self.pictures[name] = data
        return name, ""

    def _split_images(self, svg: bytes, depth: int) -> Drawing | None:
        """Return an SVG as a drawing of itself and its bitmaps; None without any."""
        try:
            width, height = measure_svg(svg)
        except BadBoxFile:
            return None
        rest, images = split_images(svg, (width, height))
        parts = [DrawingPart(0, 0, width, height, picture=self._add(rest)[0])] if rest else []
        for image in images:
            place = image.x * width, image.y * height, image.width * width, image.height * height
            parts.append(DrawingPart(*place, image.degrees, self._add_or_split(image.data, depth + 1)[0]))
        parts = [part for part in parts if part.picture]
        return Drawing((width, height), tuple(parts[:MAX_PARTS])) if parts else None

    def add_drawing(self, drawing: Drawing, fallback: str = "") -> str:
        """Return the name of a drawing in the box; "" if it shows no picture.

        `fallback` is the picture that stands for it until it is drawn; without it that is its largest part.
        """
        if drawing not in self._drawn:
            largest = max(drawing.parts, key=lambda part: bool(part.picture) * part.width * part.height, default=None)
            fallback = fallback or (largest.picture if largest is not None else "")
            self._drawn[drawing] = ""
            if fallback and len(self.drawings) < MAX_PICTURES:
                name = f"p{len(self.pictures) + 1}{fallback[fallback.rindex('.') :]}"
                self.pictures[name], self.sizes[name] = self.pictures[fallback], self.sizes[fallback]
                self.drawings[name] = drawing
                self._drawn[drawing] = name
        return self._drawn[drawing]

    def list_needed(self, names: Iterable[str]) -> set[str]:
        """Return these pictures, and those of which they are put together."""
        needed, pending = set[str](), [name for name in names if name in self.pictures]
        while pending:
            name = pending.pop()
            if name not in needed:
                needed.add(name)
                pending += (
                    [part.picture for part in self.drawings[name].parts if part.picture]
                    if name in self.drawings
                    else []
                )
        return needed

    def draw_areas(self, size: tuple[float, float], areas: Sequence[tuple[Layer, str]]) -> str:
        """Return the name of a picture of plain areas with these colours.

        Their places are in units of a card; `size` is in mm, and has the same shape.
        """
        width, height = (
            max(layer.x + layer.width for layer, _ in areas),
            max(layer.y + layer.height for layer, _ in areas),
        )
        shapes = "".join(
            f'<rect x="{layer.x:.1f}" y="{layer.y:.1f}" width="{layer.width:.1f}" height="{layer.height:.1f}" '
            f'fill="{colour}"/>'
            for layer, colour in areas
        )
        height = max(height, width * size[1] / size[0])
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">{shapes}</svg>'
        key = svg, ()
        if key not in self._names:
            name = f"p{len(self.pictures) + 1}.svg"
            self._names[key] = name if len(self.pictures) < MAX_PICTURES else ""
            if self._names[key]:
                self.pictures[name] = svg.encode()
                self.sizes[name] = round(width), round(height)
        return self._names[key]

    def _read(self, name: str) -> bytes:
        if name not in self._data:
            self._data[name] = self._files.read_prefix(name, MAX_PICTURE_BYTES + 1)
        return self._data[name]


def measure_svg(svg: bytes) -> tuple[float, float]:
    """Return width and height of an SVG, whatever it shows. Raises BadBoxFile."""
    head = svg[: svg.find(b">", max(svg.find(b"<svg"), 0)) + 1]
    width, height = check_picture("it.svg", head[head.find(b"<svg") :] + b"</svg>")
    return float(width), float(height)


def _decode_address(address: str) -> bytes:
    """Return a picture that is its own address; b"" if it cannot be read."""
    match = _DATA.match(address)
    try:
        data = address.partition(",")[2].encode()
        return b64decode(data, validate=False) if match is not None and match[1] else unquote_to_bytes(data)
    except (BadBase64, ValueError):
        return b""


def _replace_words(svg: bytes, words: tuple[tuple[str, str], ...]) -> bytes:
    """Return the SVG with words replaced; each is replaced once, in their order."""
    for old, new in words:
        growth = svg.count(old.encode()) * (len(new.encode()) - len(old.encode()))
        if len(svg) + growth > MAX_PICTURE_BYTES:
            return b""
        svg = svg.replace(old.encode(), new.encode())
    return svg


def guess_suffix(data: bytes) -> str:
    """Return the file suffix of a picture by its first bytes; "" if it is none.

    >>> guess_suffix(b"GIF89a"), guess_suffix(b"\\xff\\xd8\\xff"), guess_suffix(b"<?xml?><svg "), guess_suffix(b"%PDF")
    ('.gif', '.jpg', '.svg', '')
    """
    if data.startswith(b"\x89PNG"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return ".gif"
    return ".svg" if b"<svg" in data[:4000] else ""
