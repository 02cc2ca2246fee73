"""The program's fonts: files of the packages that bring them."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from grenade_salad.text.markdown import FontStyle

FONT_FILES: dict[FontStyle, tuple[str, str]] = {
    "text": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf"),
    "bold": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
    "italic": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Italic.ttf"),
    "title": ("fontpkg_alfa_slab_one", "AlfaSlabOne-Regular.ttf"),
}
"""The package of a face and the file in it."""


@lru_cache(maxsize=8)
def find_font_file(face: FontStyle) -> str:
    """Return the font of a style.

    It is taken from the folder of its package, since fontpkg reads the metadata of all packages to find it.
    """
    package, name = FONT_FILES[face]
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        path = Path(folder) / "files" / name
        if path.is_file():
            return str(path)
    return _find_by_fontpkg(face)


def _find_by_fontpkg(face: FontStyle) -> str:
    import fontpkg  # type: ignore[import-untyped]

    if face == "title":
        return str(fontpkg.path("alfa-slab-one"))
    style, weight = ("italic" if face == "italic" else "normal"), (700 if face == "bold" else 400)
    return str(fontpkg.path("atkinson-hyperlegible", weight=weight, style=style))
