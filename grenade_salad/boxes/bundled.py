"""Bundled boxes, and those that were opened since the program began."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from pathlib import Path

from grenade_salad.boxes.box_reader import LoadedBox, read
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.games.open_table.box import Box
from grenade_salad.system import resources

_FIRST_NAMES = ("cards", "dice", "draughts", "chess", "backgammon", "go", "dominoes", "crokinole", "carrom")
"""Bundled boxes that come first on the shelf; all others follow by name."""
_MAX_OPENED = 12
_opened_boxes: dict[str, LoadedBox] = {}
"""The last opened boxes with pictures or pages, by their hash, else by name."""


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


def remember(loaded: LoadedBox) -> None:
    """Remember a box from elsewhere, so that its pictures are found later."""
    if loaded.pictures_hash or loaded.pages:
        key = loaded.pictures_hash or loaded.box.name
        _opened_boxes.pop(key, None)
        _opened_boxes[key] = loaded
        while len(_opened_boxes) > _MAX_OPENED:
            del _opened_boxes[next(iter(_opened_boxes))]


def find_rules(box: Box, language: str) -> str:
    """Return the rules page of a box, in a language if the box is here.

    Else it is the page in the record.
    """
    if not box.rules:
        return ""
    likely_first = sorted(names(), key=lambda name: name.replace("-", " ") not in box.name.lower())
    bundled_boxes = (load_box(name) for name in likely_first)  # A generator: boxes are read as needed.
    candidates = chain(_opened_boxes.values(), bundled_boxes)
    return next(
        (candidate.rules_in(language) for candidate in candidates if candidate.box.rules == box.rules), box.rules
    )


def find_by_pictures(pictures_hash: str) -> LoadedBox | None:
    """Return the box whose pictures have that hash, to show an old table; or None."""
    if not pictures_hash:
        return None
    if pictures_hash in _opened_boxes:
        return _opened_boxes[pictures_hash]
    return next((box for name in names() if (box := load_box(name)).pictures_hash == pictures_hash), None)
