"""Bundled boxes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grenade_salad.boxes.box_reader import LoadedBox, read
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.system import resources

_FIRST_NAMES = ("cards", "dice", "draughts", "chess", "backgammon", "go", "dominoes", "crokinole", "carrom")
"""Bundled boxes that come first on the shelf; all others follow by name."""


def names() -> tuple[str, ...]:
    """Return the folder names of the bundled boxes, in the order of the shelf."""
    folder_names = {folder.name for folder in resources.boxes().iterdir() if (folder / DESCRIPTION).is_file()}
    return tuple(
        sorted(
            folder_names,
            key=lambda name: (_FIRST_NAMES.index(name) if name in _FIRST_NAMES else len(_FIRST_NAMES), name),
        )
    )


def folder(name: str) -> Path:
    """Return the folder of a bundled box."""
    return resources.boxes() / name


@lru_cache(maxsize=32)
def load_box(name: str) -> LoadedBox:
    """Return a bundled box."""
    return read(folder(name))
