"""Boxes opened since the program began, with the pictures and rules of tables."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.loader import Fingerprint, fingerprint, open_box
from grenade_salad.games.open_table.box import Box, TableSetup

_MAX_OPENED = 80
"""Maximum number of remembered boxes.

The shelf has fewer: 60 in the data folder, and those used last. The others are older versions.
"""


class OpenedBoxes:
    """The boxes that one window or table has opened, besides the bundled ones.

    A record names its pictures by their hash alone. They are found in the bundled boxes, too. Threads may share it.
    """

    def __init__(self) -> None:
        self._opened: dict[tuple[Path, Fingerprint], LoadedBox] = {}
        """The versions of each box, the one opened last at the end.

        An undo at the table leads back to the pictures of an earlier version.
        """

    def open(self, path: Path) -> LoadedBox:
        """Return the box at a path; it is read again only if one of its files has changed.

        Raises BadBoxFile.
        """
        key = path, fingerprint(path)
        loaded = self._opened.pop(key, None) or open_box(path)
        self._opened[key] = loaded
        for old_key in tuple(self._opened)[:-_MAX_OPENED]:
            self._opened.pop(old_key, None)
        return loaded

    def _latest_first(self) -> tuple[tuple[Path, LoadedBox], ...]:
        # A copy: a thread that watches a box may open it meanwhile.
        return tuple((path, loaded) for (path, _), loaded in reversed(tuple(self._opened.items())))

    def find_by_pictures(self, pictures_hash: str) -> LoadedBox | None:
        """Return the box whose pictures have that hash, or None."""
        if not pictures_hash:
            return None
        bundled_boxes = (bundled.load_box(name) for name in bundled.names())
        candidates = chain((loaded for _, loaded in self._latest_first()), bundled_boxes)
        return next((loaded for loaded in candidates if loaded.pictures_hash == pictures_hash), None)

    def find_rules(self, box: Box, language: str) -> str:
        """Return the rules page of a box, in a language if the box is here.

        Else it is the page in the record.
        """
        if not box.rules:
            return ""
        likely_first = sorted(bundled.names(), key=lambda name: name.replace("-", " ") not in box.name.lower())
        bundled_boxes = (bundled.load_box(name) for name in likely_first)  # A generator: boxes are read as needed.
        opened_boxes = (loaded for _, loaded in self._latest_first() if loaded.pages)
        candidates = chain(opened_boxes, bundled_boxes)
        return next((loaded.rules_in(language) for loaded in candidates if loaded.box.rules == box.rules), box.rules)

    def find_path(self, setup: TableSetup) -> Path | None:
        """Return the path of a box on a table.

        None for a bundled box, and for one that was not opened or has changed since.
        """
        latest_versions: dict[Path, LoadedBox] = {}
        for path, loaded in self._latest_first():
            latest_versions.setdefault(path, loaded)
        return next((path for path, loaded in latest_versions.items() if loaded.setup == setup), None)
