"""The shelf: bundled boxes, those in the data folder, and recently opened ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION, is_picture_name
from grenade_salad.boxes.loader import ENDINGS
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.boxes.table_files import is_table_name
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.system.progress import Progress

_MAX_BOXES = 60
"""Maximum of boxes in the data folder that are read."""
_MAX_ENTRIES = 100
"""Maximum of files that are looked at to see if a folder is a deck."""


@dataclass(frozen=True)
class ShelfBox:
    """A box on the shelf."""

    opened: LoadedBox
    path: Path | None = None
    """None for a bundled box."""
    name: str = ""
    """The name of a bundled box's folder; "" for all others."""

    @property
    def key(self) -> str:
        """Key by which it is found again among the boxes used last."""
        return self.name if self.path is None else str(self.path)

    @property
    def setup(self) -> TableSetup:
        """The setup in a record."""
        return self.opened.setup


@dataclass(frozen=True)
class ShelfPlace:
    """A place on the shelf: a bundled box, or a path at which there may be a box."""

    path: Path | None = None
    """None for a bundled box."""
    name: str = ""
    """The name of a bundled box's folder; "" for all others."""


def boxes_folder(data: Path) -> Path:
    """Return the folder of the user's own boxes."""
    return data / "boxes"


def list_own_boxes(data: Path) -> list[Path]:
    """Return the paths in the data folder that look like boxes, by name."""
    try:
        paths = sorted(boxes_folder(data).iterdir())
    except OSError:
        return []
    return [path for path in paths if not path.name.startswith(".") and _looks_like_box(path)][:_MAX_BOXES]


def _looks_like_box(path: Path) -> bool:
    """True if a path has a description, pictures or tables in it, or such an ending."""
    if not path.is_dir():
        return path.suffix.lower() in ENDINGS
    if (path / DESCRIPTION).is_file():
        return True
    try:
        with os.scandir(path) as entries:
            names = [entry.name for entry in islice(entries, _MAX_ENTRIES)]
    except OSError:
        return False
    return any(is_picture_name(name) or is_table_name(name) for name in names)


def find_bundled(path: Path) -> ShelfPlace | None:
    """Return the place of a bundled box whose folder is at a path, or None."""
    return next((ShelfPlace(name=name) for name in bundled.names() if bundled.folder(name) == path), None)


def list_places(data: Path, used: Sequence[str] = ()) -> list[ShelfPlace]:
    """Return the places of all boxes.

    The boxes opened last come first, then the user's own, then the bundled ones. Nothing of them is read: one that was
    opened earlier may be gone, or on a drive that does not answer.
    """
    bundled_names = bundled.names()
    # The folder of a bundled box may be named as well: the box is on the shelf only once.
    folders = {str(bundled.folder(name)): name for name in bundled_names}
    keys = dict.fromkeys([*(folders.get(key, key) for key in used), *map(str, list_own_boxes(data)), *bundled_names])
    return [ShelfPlace(name=key) if key in bundled_names else ShelfPlace(Path(key)) for key in keys]


def load_place(place: ShelfPlace, opened_boxes: OpenedBoxes, progress: Progress | None = None) -> ShelfBox:
    """Return the box at a place, with small pictures if it is not bundled.

    Raises BadBoxFile and Cancelled.
    """
    if place.path is None:
        return ShelfBox(bundled.load_box(place.name), name=place.name)
    return ShelfBox(opened_boxes.open_brief(place.path, progress), place.path)


def reopen_box(
    setup: TableSetup,
    opened_boxes: OpenedBoxes,
    data: Path,
    used: Sequence[str] = (),
    progress: Progress | None = None,
) -> None:
    """Open the box of a table from an earlier evening, to find its pictures.

    It is searched among the user's own boxes; one that cannot be read any more is left out. Raises Cancelled.
    """
    if not setup.pictures or opened_boxes.find_by_pictures(setup.pictures) is not None:
        return
    bundled_names = bundled.names()
    for path in dict.fromkeys([*(Path(name) for name in used if name not in bundled_names), *list_own_boxes(data)]):
        try:
            if opened_boxes.open(path, progress).pictures_hash == setup.pictures:
                return
        except BadBoxFile:
            continue
