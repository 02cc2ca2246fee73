"""A box from whatever somebody has: a folder, a zip, a spreadsheet alone, a file of playingcards.io."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from grenade_salad.boxes import bundled, playingcards_io
from grenade_salad.boxes.box_reader import Opened, opened_from
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import DESCRIPTION, MOST_FILES, Source, source
from grenade_salad.text import m

ENDINGS = (".zip", ".csv", ".pcio")
"""What is taken for a box besides a folder."""
_OF_A_SPREADSHEET = """box = 1
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
    """Whether it looks like a box: a folder, or a file that ends like one."""
    return path.suffix.lower() in ENDINGS or path.is_dir()


def open_box(path: Path) -> Opened:
    """The box, which is remembered for its pictures. Raises BadBoxFile with all that is wrong."""
    files = _files(path)
    foreign = DESCRIPTION not in files.sizes and playingcards_io.WIDGETS in files.sizes
    if foreign:
        made = playingcards_io.opened(files)
        made = replace(made, box=replace(made.box, name=_one_line(path.stem) or made.box.name))
    else:
        made = opened_from(files)
    bundled.remember(made)
    return made


def _files(path: Path) -> Source:
    if path.suffix.lower() == ".csv" and not path.is_dir():
        return _spreadsheet(path)
    return source(path)


def of_spreadsheet(file: str, name: str) -> str:
    """The description of a box that is only a spreadsheet: a deck, a hand for everybody, two piles, two buttons."""
    shown = _one_line(name) or file
    return _OF_A_SPREADSHEET.format(name=shown, file=file)


def _one_line(name: str) -> str:
    """A file's name as a name of a box."""
    return "".join(letter for letter in name if letter.isprintable() and letter not in '\\"').strip()[:100]


def _spreadsheet(path: Path) -> Source:
    """A spreadsheet alone, with the pictures beside it."""
    try:
        beside = source(path.parent)
    except BadBoxFile:
        beside = Source({}, lambda _name, _most: b"")
    file = path.name
    if file not in beside.sizes:
        try:
            data = path.read_bytes()[: 64 * 1024 * 1024]
        except OSError as error:
            raise BadBoxFile(file, m("it cannot be read: {why}", why=error.strerror or type(error).__name__)) from None
        return _with(beside, {"cards.csv": data, DESCRIPTION: of_spreadsheet("cards.csv", path.stem).encode()})
    return _with(beside, {DESCRIPTION: of_spreadsheet(file, path.stem).encode()})


def _with(files: Source, more: dict[str, bytes]) -> Source:
    """The same files and these."""

    def read(name: str, most: int) -> bytes:
        return more[name][:most] if name in more else files.of(name, most)

    return replace(files, sizes={**files.sizes, **{name: len(data) for name, data in more.items()}}, of=read)


Print = tuple[tuple[str, int, int], ...]


def fingerprint(path: Path) -> Print:
    """By which one sees that a file of a box was changed: each with when that was and its size. () if it is gone."""
    found: list[tuple[str, int, int]] = []
    waiting = [path.parent if path.suffix.lower() == ".csv" else path]
    try:
        if not waiting[0].is_dir():
            status = path.stat()
            return ((path.name, status.st_mtime_ns, status.st_size),)
        while waiting and len(found) <= MOST_FILES:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or entry.is_symlink():
                        continue
                    if entry.is_dir():
                        waiting.append(Path(entry.path))
                    else:
                        status = entry.stat()
                        found.append((entry.path, status.st_mtime_ns, status.st_size))
    except OSError:
        return ()
    return tuple(sorted(found))
