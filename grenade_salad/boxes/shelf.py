"""The shelf: bundled boxes, those in the data folder, and recently opened ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.loader import Fingerprint, fingerprint, is_box, open_box
from grenade_salad.games.open_table.box import TableSetup

_MAX_BOXES = 60
"""Maximum of boxes in the data folder that are read."""


@dataclass(frozen=True)
class ShelfBox:
    """A box on the shelf; bundled ones have no `path`, and the name of their folder."""

    opened: LoadedBox
    path: Path | None = None
    name: str = ""

    @property
    def key(self) -> str:
        """Key by which it is found again among the boxes used last."""
        return self.name if self.path is None else str(self.path)

    @property
    def setup(self) -> TableSetup:
        """The setup in a record."""
        return self.opened.setup


@dataclass(frozen=True)
class Shelf:
    """All boxes that can be opened, and the path and error of each that cannot."""

    boxes: tuple[ShelfBox, ...]
    refused: tuple[tuple[Path, BadBoxFile], ...] = ()


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
    return (path / DESCRIPTION).is_file() if path.is_dir() else is_box(path)


def load_shelf(data: Path, used: Sequence[str] = ()) -> Shelf:
    """Return the boxes opened last, then the user's own, then the bundled ones."""
    boxes: list[ShelfBox] = []
    refused: list[tuple[Path, BadBoxFile]] = []
    bundled_names = bundled.names()
    # The folder of a bundled box may be named as well: the box is on the shelf only once.
    folders = {str(bundled.folder(name)): name for name in bundled_names}
    for entry in dict.fromkeys(
        [*(folders.get(entry, entry) for entry in used), *map(str, list_own_boxes(data)), *bundled_names]
    ):
        if entry in bundled_names:
            boxes.append(ShelfBox(bundled.load_box(entry), name=entry))
            continue
        try:
            boxes.append(load_shelf_box(Path(entry)))
        except BadBoxFile as error:
            if Path(entry).exists():
                refused.append((Path(entry), error))
    return Shelf(tuple(boxes), tuple(refused))


def load_shelf_box(path: Path) -> ShelfBox:
    """Return the box at that path; read again only if one of its files has changed.

    Raises BadBoxFile.
    """
    _loaded.pop(path, None)
    shelf_box = _loaded[path] = ShelfBox(_open_cached(path, fingerprint(path)), path)
    return shelf_box


_loaded: dict[Path, ShelfBox] = {}
"""Boxes opened since the start, as they were then, the latest last."""


def reopen_box(setup: TableSetup, data: Path, used: Sequence[str] = ()) -> None:
    """Open the box of a table from an earlier evening, to find its pictures.

    It is searched among the user's own boxes; one that cannot be read any more is left out.
    """
    if not setup.pictures or bundled.find_by_pictures(setup.pictures) is not None:
        return
    bundled_names = bundled.names()
    for path in dict.fromkeys([*(Path(name) for name in used if name not in bundled_names), *list_own_boxes(data)]):
        try:
            if load_shelf_box(path).setup.pictures == setup.pictures:
                return
        except BadBoxFile:
            continue


def find_box_path(setup: TableSetup) -> Path | None:
    """Return the path of a box on a table.

    None for a bundled box, or one that was not opened since the start.
    """
    return next((path for path, shelf_box in reversed(_loaded.items()) if shelf_box.setup == setup), None)


@lru_cache(maxsize=64)
def _open_cached(path: Path, _fingerprint: Fingerprint) -> LoadedBox:
    return open_box(path)
