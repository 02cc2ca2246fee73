"""Boxes opened since the program began, with the pictures and rules of tables."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Protocol

from grenade_salad.boxes import bundled
from grenade_salad.boxes.answers import NO_ANSWERS, Answers
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.loader import Fingerprint, fingerprint, open_box
from grenade_salad.boxes.saved_answers import SavedAnswers
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.system.progress import Progress

_MAX_OPENED = 80
"""Maximum number of remembered boxes.

The shelf has fewer: 60 in the data folder, and those used last. The others are older versions.
"""
_MAX_BYTES = 256 * 1024 * 1024
"""Maximum bytes of the pictures of remembered boxes, besides the last one."""


class Opener(Protocol):
    """Opens the box at a path; a brief one has small pictures.

    Raises BadBoxFile and Cancelled.
    """

    def __call__(
        self, path: Path, progress: Progress | None = None, *, answers: Answers = NO_ANSWERS, is_brief: bool = False
    ) -> LoadedBox:
        """Return the box."""


def _open_here(
    path: Path, progress: Progress | None = None, *, answers: Answers = NO_ANSWERS, is_brief: bool = False
) -> LoadedBox:
    """Return the box, read in this process.

    This is for boxes that are trusted, and for tests.
    """
    return open_box(path, answers)


class _Memory:
    """Boxes by their paths and versions, the one opened last at the end.

    The oldest leave first.
    """

    def __init__(self) -> None:
        self._boxes: dict[tuple[Path, Fingerprint], LoadedBox] = {}
        self._lock = Lock()

    def get(self, key: tuple[Path, Fingerprint]) -> LoadedBox | None:
        with self._lock:
            loaded = self._boxes.pop(key, None)
            if loaded is not None:
                self._boxes[key] = loaded
            return loaded

    def put(self, key: tuple[Path, Fingerprint], loaded: LoadedBox) -> None:
        with self._lock:
            self._boxes.pop(key, None)
            self._boxes[key] = loaded
            total = sum(map(_count_bytes, self._boxes.values()))
            for old_key in tuple(self._boxes)[:-1]:
                if len(self._boxes) <= _MAX_OPENED and total <= _MAX_BYTES:
                    break
                total -= _count_bytes(self._boxes.pop(old_key))

    def latest_first(self) -> tuple[tuple[Path, LoadedBox], ...]:
        with self._lock:
            return tuple((path, loaded) for (path, _), loaded in reversed(tuple(self._boxes.items())))


def _count_bytes(loaded: LoadedBox) -> int:
    return sum(map(len, loaded.pictures.values())) + len(loaded.cover)


def _add_answers(version: Fingerprint, answers: Answers) -> Fingerprint:
    """Return the version of files that are read with these answers."""
    return version if answers == NO_ANSWERS else (*version, (repr(answers), 0, 0))


class OpenedBoxes:
    """The boxes that one window or table has opened, besides the bundled ones.

    A record names its pictures by their hash alone. They are found in the bundled boxes, too. Threads may share it.
    """

    def __init__(self, open_path: Opener = _open_here, answers: SavedAnswers | None = None) -> None:
        self._open_path = open_path
        self.answers = answers or SavedAnswers()
        """Answers of people about files in which something is guessed."""
        self._opened, self._brief = _Memory(), _Memory()
        """The versions of each box, whole and with small pictures for the shelf.

        An undo at the table leads back to the pictures of an earlier version.
        """
        self._fingerprints: dict[Path, Fingerprint] = {}
        """The fingerprint of each path when it was opened last."""

    def open(self, path: Path, progress: Progress | None = None) -> LoadedBox:
        """Return the box at a path; it is read again only if one of its files has changed.

        It may take a while: no frame waits for it. Raises BadBoxFile and Cancelled.
        """
        answers, version = self.answers.for_path(path), fingerprint(path)
        key = path, _add_answers(version, answers)
        loaded = self._opened.get(key) or self._open_path(path, progress, answers=answers)
        self._opened.put(key, loaded)
        self._fingerprints[path] = version
        return loaded

    def open_brief(self, path: Path, progress: Progress | None = None) -> LoadedBox:
        """Return the box at a path for the shelf: its pictures may be small.

        Raises BadBoxFile and Cancelled.
        """
        answers, version = self.answers.for_path(path), fingerprint(path)
        key = path, _add_answers(version, answers)
        loaded = self._opened.get(key) or self._brief.get(key)
        loaded = loaded or self._open_path(path, progress, answers=answers, is_brief=True)
        self._brief.put(key, loaded)
        self._fingerprints[path] = version
        return loaded

    def find_fingerprint(self, path: Path) -> Fingerprint:
        """Return the fingerprint of a path when it was opened last, () if it was not."""
        return self._fingerprints.get(path, ())

    def find_opened(self, path: Path) -> LoadedBox | None:
        """Return the version of a box that was opened last, or None.

        It has all its pictures.
        """
        return next((loaded for opened, loaded in self._opened.latest_first() if opened == path), None)

    def _latest_first(self) -> tuple[tuple[Path, LoadedBox], ...]:
        return (*self._opened.latest_first(), *self._brief.latest_first())

    def find_by_pictures(self, pictures_hash: str) -> LoadedBox | None:
        """Return the box whose pictures have that hash, or None."""
        if not pictures_hash:
            return None
        bundled_boxes = (bundled.load_box(name) for name in bundled.names())
        candidates = chain((loaded for _, loaded in self._opened.latest_first()), bundled_boxes)
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
