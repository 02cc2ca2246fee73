"""The shelf: the boxes that come along, those in the data folder, those that were opened last."""

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
"""Boxes of the data folder that are looked at."""


@dataclass(frozen=True)
class ShelfBox:
    """A box on the shelf; `path` is empty for those that come along, which have the name of their folder."""

    opened: LoadedBox
    path: Path | None = None
    name: str = ""

    @property
    def key(self) -> str:
        """By which it is found again as one of those that were used last."""
        return self.name if self.path is None else str(self.path)

    @property
    def setup(self) -> TableSetup:
        """What stands in a record."""
        return self.opened.setup


@dataclass(frozen=True)
class Shelf:
    """All that stands there, and a complaint for each that does not: its path and what is wrong."""

    boxes: tuple[ShelfBox, ...]
    refused: tuple[tuple[Path, BadBoxFile], ...] = ()


def boxes_folder(data: Path) -> Path:
    """Where one's own boxes lie."""
    return data / "boxes"


def list_own_boxes(data: Path) -> list[Path]:
    """What looks like a box in the data folder, by name."""
    try:
        paths = sorted(boxes_folder(data).iterdir())
    except OSError:
        return []
    return [path for path in paths if not path.name.startswith(".") and _looks_like_box(path)][:_MAX_BOXES]


def _looks_like_box(path: Path) -> bool:
    return (path / DESCRIPTION).is_file() if path.is_dir() else is_box(path)


def load_shelf(data: Path, used: Sequence[str] = ()) -> Shelf:
    """What stands there: first what was opened last, then one's own, then those that come along."""
    boxes: list[ShelfBox] = []
    refused: list[tuple[Path, BadBoxFile]] = []
    bundled_names = bundled.names()
    # The folder of one that comes along may be named as well: it does not stand there twice.
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
    """The box that lies there; read again only if a file of it was changed. Raises BadBoxFile."""
    _loaded.pop(path, None)
    shelf_box = _loaded[path] = ShelfBox(_open_cached(path, fingerprint(path)), path)
    return shelf_box


_loaded: dict[Path, ShelfBox] = {}
"""What was opened since the start, as it was then, the latest last."""


def reopen_box(setup: TableSetup, data: Path, used: Sequence[str] = ()) -> None:
    """Open the box that is on a table of an earlier evening, if it lies where one's own boxes do, so that its pictures
    are found; a box that cannot be read any more is left out.
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
    """Where the box lies that is on a table; None if it comes along, or was not opened since the start."""
    return next((path for path, shelf_box in reversed(_loaded.items()) if shelf_box.setup == setup), None)


@lru_cache(maxsize=64)
def _open_cached(path: Path, _fingerprint: Fingerprint) -> LoadedBox:
    return open_box(path)
