"""Rendering of lines with letters that the bundled fonts lack.

It handles other fonts, other scripts and text from right to left. All lengths are in real pixels. A letter that no
font has is drawn as a small box with its code point in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pygame
import regex

from grenade_salad.app.ui import bidi, bundled_fonts, fonts
from grenade_salad.app.ui.theme import Colour
from grenade_salad.text.markdown import FontStyle
from grenade_salad.text.person_names import clean_name

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
"""HarfBuzz codes of the scripts that need it, by the first word of letter names."""
_CLUSTER = regex.compile(r"\X")
_EMOJI = regex.compile(r"\p{Emoji_Presentation}")
_CLASS_ABOVE = 230
"""Combining class of marks above a letter."""
_TO_SPACES = str.maketrans("\n\t\r", "   ")
_MAX_RELATIVE_HEIGHT = 1.6
"""Greatest height of another font, as a multiple of our own."""
_CODE_SHARE = 0.42
"""Height of a code point's digits, as a share of the type: two rows fit in it."""
_MAX_OVERHANG = 0.35
"""Most that letters may reach out of the line, as a share of its height.

Marks can be piled up to any height.
"""


@dataclass(frozen=True)
class _Run:
    """Letters that one font draws at once."""

    letters: str
    file: str | None
    """The font, or None for a letter that no font has."""
    level: int
    """Level of UAX #9: an odd one runs from right to left."""
    script: str
    """HarfBuzz code of the script, or empty if it needs none."""


def split_clusters(line: str) -> tuple[str, ...]:
    """Return the letters of the line, each with its marks and joiners."""
    return tuple(_CLUSTER.findall(line))


def _find_script(letters: str) -> str:
    return next((code for letter in letters if (code := _SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0]))), "")


def _visible_code_points(cluster: str) -> list[str]:
    """Return the code points that a font must have, without joiners and selectors."""
    return [
        character
        for character in cluster
        if unicodedata.category(character) != "Cf" and not "\ufe00" <= character <= "\ufe0f"
    ]


def _has_all(file: str, letters: str) -> bool:
    return all(
        fonts.has_letter(file, character) for character in _visible_code_points(letters) if not character.isspace()
    )


def _find_file(letters: str, own_file: str) -> str | None:
    """Return a font that has all the letters, or None."""
    if _has_all(own_file, letters):
        return own_file
    missing = next(
        character
        for character in _visible_code_points(letters)
        if not character.isspace() and not fonts.has_letter(own_file, character)
    )
    if _EMOJI.match(letters) and (file := fonts.find_font(missing, picture=True)) and _has_all(file, letters):
        return file
    file = fonts.find_font(missing)
    return file if file is not None and _has_all(file, letters) else None


def _split_runs(line: str, own_file: str) -> Iterator[_Run]:
    """Yield a run for each cluster, in reading order.

    Each word is tried as a whole first, so that one font draws it if possible.
    """
    levels, index = bidi.levels(line), 0
    for word in regex.findall(r"\s+|\S+", line):
        word_file = own_file if word.isspace() else _find_file(word, own_file)
        for cluster in split_clusters(word):
            file = word_file or _find_file(cluster, own_file)
            yield _Run(cluster, file, levels[index], _find_script(cluster))
            index += len(cluster)


@lru_cache(maxsize=1024)
def _runs(line: str, face: FontStyle) -> tuple[_Run, ...]:
    """Return the runs of a line, from left to right."""
    visible = clean_name(unicodedata.normalize("NFC", line.translate(_TO_SPACES)))
    runs: list[_Run] = []
    for part in _split_runs(visible, bundled_fonts.font_file(face)):
        last = runs[-1] if runs else None
        same_font = last is not None and (last.file, last.level) == (part.file, part.level) and part.file is not None
        if last is not None and same_font and (not part.script or not last.script or last.script == part.script):
            script = last.script or part.script
            runs[-1] = _Run(last.letters + part.letters, part.file, part.level, script)
        else:
            runs.append(part)
    return tuple(runs[index] for index in bidi.visual_order([run.level for run in runs]))


def _make_font(file: str, pixels: int, face: FontStyle, script: str, is_right_to_left: bool) -> pygame.font.Font:
    own_font = bundled_fonts.font(pixels, face)
    if file == bundled_fonts.font_file(face) and not script and not is_right_to_left:
        return own_font
    font = bundled_fonts.open_font(file, pixels)
    if font.get_height() > own_font.get_height() * _MAX_RELATIVE_HEIGHT:
        font.set_point_size(max(6, round(pixels * own_font.get_height() * _MAX_RELATIVE_HEIGHT / font.get_height())))
    if file != bundled_fonts.font_file(face) and not _is_picture_font(font, own_font):
        font.set_bold(face in ("bold", "title"))
        font.set_italic(face == "italic")
    if script:
        font.set_script(script)
    font.set_direction(pygame.DIRECTION_RTL if is_right_to_left else pygame.DIRECTION_LTR)
    return font


# Two caches, since each font of a large file holds it open: see `bundled_fonts.is_large`.
_make_from_small = lru_cache(maxsize=128)(_make_font)
_make_from_large = lru_cache(maxsize=16)(_make_font)


def _font_for(run: _Run, file: str, pixels: int, face: FontStyle) -> pygame.font.Font:
    make_font = _make_from_large if bundled_fonts.is_large(file) else _make_from_small
    return make_font(file, pixels, face, run.script, run.level % 2 == 1)


def _is_picture_font(font: pygame.font.Font, own_font: pygame.font.Font) -> bool:
    """True for a font of pictures, which has a single size."""
    return font.get_height() > 2 * own_font.get_height()


def _draw_code_points(run: _Run, pixels: int, colour: Colour) -> tuple[pygame.Surface, int]:
    """Draw the code points of a letter that no font has, each in a small box.

    Also returns the ascent.
    """
    small = bundled_fonts.font(round(pixels * _CODE_SHARE))
    height = bundled_fonts.font(pixels).get_height()
    boxes = []
    for character in _visible_code_points(run.letters) or list(run.letters):
        code = f"{ord(character):04X}"
        half = (len(code) + 1) // 2
        rows = [small.render(row, True, colour) for row in (code[:half], code[half:])]
        line_height = min(small.get_height() - 2, (height - 4) // 2)
        box = pygame.Surface((max(row.get_width() for row in rows) + 5, height), pygame.SRCALPHA)
        top = max(0, (height - 2 * line_height) // 2)
        for index, row in enumerate(rows):
            box.blit(row, ((box.get_width() - row.get_width()) // 2, top + index * line_height - 1))
        pygame.draw.rect(box, colour, pygame.Rect(1, max(0, top - 1), box.get_width() - 2, 2 * line_height + 2), 1)
        boxes.append(box)
    joined = pygame.Surface((sum(box.get_width() for box in boxes), height), pygame.SRCALPHA)
    x = 0
    for box in boxes:
        joined.blit(box, (x, 0))
        x += box.get_width()
    return joined, bundled_fonts.font(pixels).get_ascent()


def _draw_run(run: _Run, pixels: int, colour: Colour, face: FontStyle) -> tuple[pygame.Surface, int]:
    """Draw a run; also return the distance of its base line from its upper edge."""
    if run.file is None:
        return _draw_code_points(run, pixels, colour)
    font = _font_for(run, run.file, pixels, face)
    try:
        surface = font.render(run.letters, True, colour)
    except pygame.error:  # "Text has zero width"
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA), font.get_ascent()
    own_font = bundled_fonts.font(pixels, face)
    if _is_picture_font(font, own_font):
        height = own_font.get_height()
        size = max(1, round(surface.get_width() * height / surface.get_height())), height
        return pygame.transform.smoothscale(surface, size), own_font.get_ascent()
    ascent = font.get_ascent()
    if any(unicodedata.combining(character) == _CLASS_ABOVE for character in run.letters):
        ascent += max(0, surface.get_height() - font.get_height())  # Piled up marks make the picture higher.
    if run.file == bundled_fonts.font_file(face):
        return surface, ascent
    inked = surface.get_bounding_rect()  # The space above and below is for other letters.
    if not inked.height:
        return pygame.Surface((surface.get_width(), 1), pygame.SRCALPHA), 0
    return surface.subsurface((0, inked.y, surface.get_width(), inked.height)), ascent - inked.y


def rendered(line: str, pixels: int, colour: Colour, face: FontStyle) -> pygame.Surface:
    """Render one line of type; its width is 0 if nothing of it is visible."""
    own_font = bundled_fonts.font(pixels, face)
    drawings = [_draw_run(run, pixels, colour, face) for run in _runs(line, face)]
    overhang = round(own_font.get_height() * _MAX_OVERHANG)
    min_below = own_font.get_height() - own_font.get_ascent()
    above = min(max([own_font.get_ascent(), *(ascent for _, ascent in drawings)]), own_font.get_ascent() + overhang)
    below = min(
        max([min_below, *(drawing.get_height() - ascent for drawing, ascent in drawings)]), min_below + overhang
    )
    line_surface = pygame.Surface((sum(drawing.get_width() for drawing, _ in drawings), above + below), pygame.SRCALPHA)
    left = 0
    for drawing, ascent in drawings:
        line_surface.blit(drawing, (left, above - ascent))
        left += drawing.get_width()
    return line_surface


@lru_cache(maxsize=4096)
def width(line: str, pixels: int, face: FontStyle) -> int:
    """Return the width of the line."""
    return sum(_draw_run(run, pixels, (0, 0, 0), face)[0].get_width() for run in _runs(line, face))


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    _make_from_small.cache_clear()
    _make_from_large.cache_clear()
    fonts.forget()


bundled_fonts.on_forget(forget)
