"""The boxes that come with the program, and those that were opened since it began."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from pathlib import Path

from grenade_salad.boxes.box_reader import Opened, read
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.games.open_table.box import Box
from grenade_salad.system import resources

_FIRST = ("cards", "dice", "draughts", "chess", "backgammon", "go", "dominoes", "crokinole", "carrom")
"""On the shelf the best known come first, then all others by name."""
_MOST_KNOWN = 12
_known: dict[str, Opened] = {}
"""The boxes opened since the start that have pictures or pages, by their hash, or else by name: the last ones."""


def names() -> tuple[str, ...]:
    """What the folders of the boxes are called, as they stand on the shelf."""
    found = {folder.name for folder in resources.boxes().iterdir() if (folder / DESCRIPTION).is_file()}
    return tuple(sorted(found, key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)))


def folder(name: str) -> Path:
    """Where the box of that name lies."""
    return resources.boxes() / name


@lru_cache(maxsize=32)
def opened(name: str) -> Opened:
    """The box of that name."""
    return read(folder(name))


def remember(box: Opened) -> None:
    """Keep a box from elsewhere, so that its pictures are found while the program runs."""
    if box.hash or box.pages:
        key = box.hash or box.box.name
        _known.pop(key, None)
        _known[key] = box
        while len(_known) > _MOST_KNOWN:
            del _known[next(iter(_known))]


def rules_of(box: Box, language: str) -> str:
    """How people play it, in a language if the box is here, and else as it stands in the record."""
    if not box.rules:
        return ""
    likely_first = sorted(names(), key=lambda name: name.replace("-", " ") not in box.name.lower())
    shipped = (opened(name) for name in likely_first)  # one by one, so that not all of them are read
    here = chain(_known.values(), shipped)
    return next((one.rules_in(language) for one in here if one.box.rules == box.rules), box.rules)


def with_pictures(wanted: str) -> Opened | None:
    """The box whose pictures have that hash: what an old table is shown with; None if none has it."""
    if not wanted:
        return None
    if wanted in _known:
        return _known[wanted]
    return next((box for name in names() if (box := opened(name)).hash == wanted), None)
