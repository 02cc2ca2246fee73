"""Load a box from a folder, a zip, a lone spreadsheet or a playingcards.io file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from grenade_salad.boxes import playingcards_io
from grenade_salad.boxes.box_reader import NO_FILES, LoadedBox, read_from
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION, MAX_FILES, MAX_ZIP_BYTES, FileSource, open_source
from grenade_salad.text import m

ENDINGS = (".zip", ".csv", ".pcio")
"""Endings of files that are taken for a box, besides folders."""
Fingerprint: TypeAlias = tuple[tuple[str, int, int], ...]
"""Name, time of change in ns and size in bytes of each file of a box."""
_SPREADSHEET_BOX = """box = 1
name = "{name}"
table = [640, 420]
ground = "felt"

[[kinds]]
name = "cards"
piece = "card"
title = "a card"
back = "a card"
csv = {{ file = "{file}" }}

[[holders]]
name = "hand"
each = true
secret = "hand"
lays = "row"

[[holders]]
name = "draw"
title = "draw pile"
areas = [[250, 166, 63, 88]]
face = "down"

[[holders]]
name = "discard"
title = "discard pile"
areas = [[327, 166, 63, 88]]
face = "up"

[[counters]]
name = "points"
each = true

[[layout]]
kind = "cards"
into = "draw"
up = false
shuffled = true

[[buttons]]
label = "Deal"
lines = [{{ do = "deal", of = "draw", n = 3, up_to = true }}]

[[buttons]]
label = "New round"
lines = [{{ do = "reset" }}]
"""


def is_box(path: Path) -> bool:
    """True if the path looks like a box: a folder, or a file with such an ending."""
    return path.suffix.lower() in ENDINGS or path.is_dir()


def open_box(path: Path) -> LoadedBox:
    """Return the box. Raises BadBoxFile with all errors."""
    files = _open_files(path)
    is_foreign = DESCRIPTION not in files.sizes and playingcards_io.WIDGETS in files.sizes
    if not is_foreign:
        return read_from(files)
    loaded = playingcards_io.load(files)
    return replace(loaded, box=replace(loaded.box, name=_to_box_name(path.stem) or loaded.box.name))


def _open_files(path: Path) -> FileSource:
    if path.suffix.lower() == ".csv" and not path.is_dir():
        return _open_spreadsheet(path)
    return open_source(path)


def describe_spreadsheet_box(file: str, name: str) -> str:
    """Return the description of a box that is only a spreadsheet.

    It has a deck, a hand for each seat, two piles and two buttons.
    """
    box_name = _to_box_name(name) or file
    return _SPREADSHEET_BOX.format(name=box_name, file=file)


def _to_box_name(name: str) -> str:
    """Return the name of a file as the name of a box."""
    return "".join(letter for letter in name if letter.isprintable() and letter not in '\\"').strip()[:100]


def _open_spreadsheet(path: Path) -> FileSource:
    """Return a lone spreadsheet as a box, with the pictures in its folder."""
    try:
        neighbours = open_source(path.parent)
    except BadBoxFile:
        # The folder has too many files for a box: the spreadsheet is one without pictures.
        neighbours = NO_FILES
    file = path.name
    if file not in neighbours.sizes:
        try:
            data = path.read_bytes()[:MAX_ZIP_BYTES]
        except OSError as error:
            raise BadBoxFile(file, m("it cannot be read: {why}", why=error.strerror or type(error).__name__)) from None
        return _add_files(
            neighbours, {"cards.csv": data, DESCRIPTION: describe_spreadsheet_box("cards.csv", path.stem).encode()}
        )
    return _add_files(neighbours, {DESCRIPTION: describe_spreadsheet_box(file, path.stem).encode()})


def _add_files(files: FileSource, extra: dict[str, bytes]) -> FileSource:
    """Return the files with these added."""

    def read(name: str, max_bytes: int) -> bytes:
        return extra[name][:max_bytes] if name in extra else files.read_prefix(name, max_bytes)

    return replace(files, sizes={**files.sizes, **{name: len(data) for name, data in extra.items()}}, read_prefix=read)


def fingerprint(path: Path) -> Fingerprint:
    """Return the fingerprint of a box, () if it is gone.

    It differs after a change of a file.
    """
    stamps: list[tuple[str, int, int]] = []
    pending = [path.parent if path.suffix.lower() == ".csv" else path]
    try:
        if not pending[0].is_dir():
            status = path.stat()
            return ((path.name, status.st_mtime_ns, status.st_size),)
        while pending and len(stamps) <= MAX_FILES:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or entry.is_symlink():
                        continue
                    if entry.is_dir():
                        pending.append(Path(entry.path))
                    else:
                        status = entry.stat()
                        stamps.append((entry.path, status.st_mtime_ns, status.st_size))
    except OSError:
        return ()
    return tuple(sorted(stamps))
