"""Subsets of fonts as WOFF, for pages that contain our typefaces."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path


def subset(file: Path, characters: Iterable[str]) -> bytes:
    """Return a font with only the glyphs of `characters`. Raises OSError.

    The result is the same for the same input. Kerning stays; hints for coarse screens are dropped. A character that the
    font lacks is left to the reader's own fonts.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp"], name_IDs=[1, 2], notdef_outline=True
    )
    with TTFont(file, recalcTimestamp=False, recalcBBoxes=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes={ord(character) for character in characters})
        subsetter.subset(font)
        font.flavor = "woff"
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()
