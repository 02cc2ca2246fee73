"""The shelf: bundled boxes, those in the data folder, and recently opened ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.loader import ENDINGS
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.games.open_table.box import TableSetup

_MAX_BOXES = 60
"""Maximum of boxes in the data folder that are read."""


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
    return (path / DESCRIPTION).is_file() if path.is_dir() else path.suffix.lower() in ENDINGS


def load_shelf(opened_boxes: OpenedBoxes, data: Path, used: Sequence[str] = ()) -> Shelf:
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
            boxes.append(ShelfBox(opened_boxes.open(Path(entry)), Path(entry)))
        except BadBoxFile as error:
            if Path(entry).exists():
                refused.append((Path(entry), error))
    return Shelf(tuple(boxes), tuple(refused))


def reopen_box(setup: TableSetup, opened_boxes: OpenedBoxes, data: Path, used: Sequence[str] = ()) -> None:
    """Open the box of a table from an earlier evening, to find its pictures.

    It is searched among the user's own boxes; one that cannot be read any more is left out.
    """
    if not setup.pictures or opened_boxes.find_by_pictures(setup.pictures) is not None:
        return
    bundled_names = bundled.names()
    for path in dict.fromkeys([*(Path(name) for name in used if name not in bundled_names), *list_own_boxes(data)]):
        try:
            if opened_boxes.open(path).pictures_hash == setup.pictures:
                return
        except BadBoxFile:
            continue
