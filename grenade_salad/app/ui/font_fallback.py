"""Lines with letters that our own fonts do not have: other fonts, other scripts, from right to left, and whatever else.

Everything here counts in real pixels. A letter that no font has is drawn as a small box with its code point in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pygame
import regex

from grenade_salad.app.ui import bidi, bundled_fonts, fonts
from grenade_salad.app.ui.bundled_fonts import Face
from grenade_salad.app.ui.theme import Colour
from grenade_salad.text.person_names import cleaned

_SCRIPTS = {
    "ARABIC": "Arab",
    "HEBREW": "Hebr",
    "DEVANAGARI": "Deva",
    "THAI": "Thai",
    "BENGALI": "Beng",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "ORIYA": "Orya",
    "SINHALA": "Sinh",
    "KHMER": "Khmr",
    "MYANMAR": "Mymr",
    "LAO": "Laoo",
    "TIBETAN": "Tibt",
    "SYRIAC": "Syrc",
    "THAANA": "Thaa",
    "NKO": "Nkoo",
    "MONGOLIAN": "Mong",
    "GEORGIAN": "Geor",
    "ETHIOPIC": "Ethi",
}
"""What HarfBuzz calls the scripts that need it, by the first word of their letters' names."""
_CLUSTER = regex.compile(r"\X")
_PICTURE = regex.compile(r"\p{Emoji_Presentation}")
_OVER = 230
"""The combining class of marks over a letter."""
_SPACED = str.maketrans("\n\t\r", "   ")
_TALLEST = 1.6
"""How much higher than our own another font may be."""
_ABOVE = 0.35
"""How far letters may reach out of the line, as a part of its height: marks can be piled up to any height."""


@dataclass(frozen=True)
class _Run:
    """Letters that one font draws at once; without a file, one that no font has."""

    letters: str
    file: str | None
    level: int
    script: str


def clusters(line: str) -> tuple[str, ...]:
    """The letters of the line, each with its marks and joiners."""
    return tuple(_CLUSTER.findall(line))


def _script(letters: str) -> str:
    return next((code for one in letters if (code := _SCRIPTS.get(unicodedata.name(one, "").split(" ")[0]))), "")


def _drawn(cluster: str) -> list[str]:
    """The code points of it that a font must have: not the joiners, selectors and tags."""
    return [one for one in cluster if unicodedata.category(one) != "Cf" and not "\ufe00" <= one <= "\ufe0f"]


def _all_in(file: str, letters: str) -> bool:
    return all(fonts.has(file, one) for one in _drawn(letters) if not one.isspace())


def _file_for(letters: str, own: str) -> str | None:
    """A font that has all of it."""
    if _all_in(own, letters):
        return own
    missing = next(one for one in _drawn(letters) if not one.isspace() and not fonts.has(own, one))
    if _PICTURE.match(letters) and (other := fonts.found(missing, picture=True)) and _all_in(other, letters):
        return other
    other = fonts.found(missing)
    return other if other is not None and _all_in(other, letters) else None


def _parts(line: str, own: str) -> Iterator[_Run]:
    """Word by word, so that a font has whole words if it can; in the order in which they are read."""
    levels, at = bidi.levels(line), 0
    for word in regex.findall(r"\s+|\S+", line):
        whole = own if word.isspace() else _file_for(word, own)
        for cluster in clusters(word):
            file = whole or _file_for(cluster, own)
            yield _Run(cluster, file, levels[at], _script(cluster))
            at += len(cluster)


@lru_cache(maxsize=1024)
def _runs(line: str, face: Face) -> tuple[_Run, ...]:
    """The runs of a line, from left to right."""
    seen = cleaned(unicodedata.normalize("NFC", line.translate(_SPACED)))
    found: list[_Run] = []
    for part in _parts(seen, bundled_fonts.file(face)):
        last = found[-1] if found else None
        same = last is not None and (last.file, last.level) == (part.file, part.level) and part.file is not None
        if last is not None and same and (not part.script or not last.script or last.script == part.script):
            script = last.script or part.script
            found[-1] = _Run(last.letters + part.letters, part.file, part.level, script)
        else:
            found.append(part)
    return tuple(found[at] for at in bidi.in_order([run.level for run in found]))


def _made(file: str, pixels: int, face: Face, script: str, to_left: bool) -> pygame.font.Font:
    own = bundled_fonts.font(pixels, face)
    if file == bundled_fonts.file(face) and not script and not to_left:
        return own
    made = bundled_fonts.opened(file, pixels)
    if made.get_height() > own.get_height() * _TALLEST:
        made.set_point_size(max(6, round(pixels * own.get_height() * _TALLEST / made.get_height())))
    if file != bundled_fonts.file(face) and not _one_size(made, own):
        made.set_bold(face in ("bold", "title"))
        made.set_italic(face == "italic")
    if script:
        made.set_script(script)
    made.set_direction(pygame.DIRECTION_RTL if to_left else pygame.DIRECTION_LTR)
    return made


_of_small = lru_cache(maxsize=128)(_made)
_of_large = lru_cache(maxsize=16)(_made)


def _font(run: _Run, file: str, pixels: int, face: Face) -> pygame.font.Font:
    cached = _of_large if bundled_fonts.is_large(file) else _of_small
    return cached(file, pixels, face, run.script, run.level % 2 == 1)


def _one_size(font: pygame.font.Font, own: pygame.font.Font) -> bool:
    """Whether it is a font of pictures, which are as large as they are."""
    return font.get_height() > 2 * own.get_height()


def _box(run: _Run, pixels: int, colour: Colour) -> tuple[pygame.Surface, int]:
    """The code points of a letter that no font has, each in a small box of two lines."""
    small = bundled_fonts.font(round(pixels * 0.42), "text")
    high = bundled_fonts.font(pixels).get_height()
    made = []
    for one in _drawn(run.letters) or list(run.letters):
        code = f"{ord(one):04X}"
        half = (len(code) + 1) // 2
        rows = [small.render(row, True, colour) for row in (code[:half], code[half:])]
        step = min(small.get_height() - 2, (high - 4) // 2)
        box = pygame.Surface((max(row.get_width() for row in rows) + 5, high), pygame.SRCALPHA)
        top = max(0, (high - 2 * step) // 2)
        for number, row in enumerate(rows):
            box.blit(row, ((box.get_width() - row.get_width()) // 2, top + number * step - 1))
        pygame.draw.rect(box, colour, pygame.Rect(1, max(0, top - 1), box.get_width() - 2, 2 * step + 2), 1)
        made.append(box)
    whole = pygame.Surface((sum(box.get_width() for box in made), high), pygame.SRCALPHA)
    at = 0
    for box in made:
        whole.blit(box, (at, 0))
        at += box.get_width()
    return whole, bundled_fonts.font(pixels).get_ascent()


def _drawing(run: _Run, pixels: int, colour: Colour, face: Face) -> tuple[pygame.Surface, int]:
    """The run, and how far its base line is below its upper edge."""
    if run.file is None:
        return _box(run, pixels, colour)
    font = _font(run, run.file, pixels, face)
    try:
        made = font.render(run.letters, True, colour)
    except pygame.error:  # "Text has zero width"
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA), font.get_ascent()
    own = bundled_fonts.font(pixels, face)
    if _one_size(font, own):
        high = own.get_height()
        wide = max(1, round(made.get_width() * high / made.get_height()))
        return pygame.transform.smoothscale(made, (wide, high)), own.get_ascent()
    ascent = font.get_ascent()
    if any(unicodedata.combining(one) == _OVER for one in run.letters):
        ascent += max(0, made.get_height() - font.get_height())  # Piled up marks make the picture higher.
    if run.file == bundled_fonts.file(face):
        return made, ascent
    inked = made.get_bounding_rect()  # The room above and below is for letters that are not there.
    if not inked.height:
        return pygame.Surface((made.get_width(), 1), pygame.SRCALPHA), 0
    return made.subsurface((0, inked.y, made.get_width(), inked.height)), ascent - inked.y


def rendered(line: str, pixels: int, colour: Colour, face: Face) -> pygame.Surface:
    """One line of type; as wide as nothing if nothing of it can be seen."""
    own = bundled_fonts.font(pixels, face)
    drawings = [_drawing(run, pixels, colour, face) for run in _runs(line, face)]
    more = round(own.get_height() * _ABOVE)
    least = own.get_height() - own.get_ascent()
    above = min(max([own.get_ascent(), *(ascent for _, ascent in drawings)]), own.get_ascent() + more)
    below = min(max([least, *(made.get_height() - ascent for made, ascent in drawings)]), least + more)
    whole = pygame.Surface((sum(made.get_width() for made, _ in drawings), above + below), pygame.SRCALPHA)
    at = 0
    for made, ascent in drawings:
        whole.blit(made, (at, above - ascent))
        at += made.get_width()
    return whole


@lru_cache(maxsize=4096)
def width(line: str, pixels: int, face: Face) -> int:
    """How wide the line is."""
    return sum(_drawing(run, pixels, (0, 0, 0), face)[0].get_width() for run in _runs(line, face))


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    _of_small.cache_clear()
    _of_large.cache_clear()
    fonts.forget()


bundled_fonts.also_forget(forget)
