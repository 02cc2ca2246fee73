"""The shelf: the boxes that come along, those in the data folder, those that were opened last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import Opened
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.loader import Print, fingerprint, is_box, open_box
from grenade_salad.games.open_table.box import TableSetup

_MOST = 60
"""Boxes of the data folder that are looked at."""


@dataclass(frozen=True)
class Standing:
    """A box on the shelf; `path` is empty for those that come along, which have the name of their folder."""

    opened: Opened
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

    boxes: tuple[Standing, ...]
    refused: tuple[tuple[Path, BadBoxFile], ...] = ()


def folder_in(data: Path) -> Path:
    """Where one's own boxes lie."""
    return data / "boxes"


def own(data: Path) -> list[Path]:
    """What looks like a box in the data folder, by name."""
    try:
        found = sorted(folder_in(data).iterdir())
    except OSError:
        return []
    return [path for path in found if not path.name.startswith(".") and _looks(path)][:_MOST]


def _looks(path: Path) -> bool:
    return (path / DESCRIPTION).is_file() if path.is_dir() else is_box(path)


def shelf(data: Path, used: Sequence[str] = ()) -> Shelf:
    """What stands there: first what was opened last, then one's own, then those that come along."""
    boxes: list[Standing] = []
    refused: list[tuple[Path, BadBoxFile]] = []
    along = bundled.names()
    # The folder of one that comes along may be named as well: it does not stand there twice.
    folders = {str(bundled.folder(one)): one for one in along}
    for one in dict.fromkeys([*(folders.get(one, one) for one in used), *map(str, own(data)), *along]):
        if one in along:
            boxes.append(Standing(bundled.opened(one), name=one))
            continue
        try:
            boxes.append(stand(Path(one)))
        except BadBoxFile as error:
            if Path(one).exists():
                refused.append((Path(one), error))
    return Shelf(tuple(boxes), tuple(refused))


def stand(path: Path) -> Standing:
    """The box that lies there; read again only if a file of it was changed. Raises BadBoxFile."""
    _stood.pop(path, None)
    found = _stood[path] = Standing(_read(path, fingerprint(path)), path)
    return found


_stood: dict[Path, Standing] = {}
"""What was opened since the start, as it was then, the latest last."""


def look_for(setup: TableSetup, data: Path, used: Sequence[str] = ()) -> None:
    """Open the box that is on a table of an earlier evening, if it lies where one's own boxes do, so that its pictures
    are found; a box that cannot be read any more is left out.
    """
    if not setup.pictures or bundled.with_pictures(setup.pictures) is not None:
        return
    along = bundled.names()
    for path in dict.fromkeys([*(Path(one) for one in used if one not in along), *own(data)]):
        try:
            if stand(path).setup.pictures == setup.pictures:
                return
        except BadBoxFile:
            continue


def path_of(setup: TableSetup) -> Path | None:
    """Where the box lies that is on a table; None if it comes along, or was not opened since the start."""
    return next((path for path, one in reversed(_stood.items()) if one.setup == setup), None)


@lru_cache(maxsize=64)
def _read(path: Path, _print: Print) -> Opened:
    return open_box(path)
