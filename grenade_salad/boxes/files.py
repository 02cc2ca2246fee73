"""The files of a box from a stranger, out of a folder or a zip: bounded, inside it, and no links.

A `Source` lists the files that there are and reads those that are asked for, so that a folder with other things in it
costs nothing. Names are as in a zip: with slashes, below the folder of `box.toml`.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.text import Message, m

MOST_FILES = 2000
"""Files and folders in a box."""
LONGEST_ZIP = 64 * 1024 * 1024
"""Bytes of a zip, and of all files that are read."""
_LONGEST_LIST = 1024 * 1024
"""Bytes of the list of files in a zip."""
_DEEPEST = 4
DESCRIPTION = "box.toml"
_NAME = re.compile(r"[^\W_][\w+(),'&@ .-]{0,99}")
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""What Windows takes for a device, whatever folder it is in."""
_END, _LARGE_END = b"PK\x05\x06", b"PK\x06\x07"
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, struct.error, OSError, ValueError, OverflowError)
"""What zipfile says of what is broken, encrypted, or packed in a way that it does not know."""


@dataclass(frozen=True)
class Source:
    """Where the files of a box come from: their names with their bytes' number, and what reads one, to a bound."""

    sizes: dict[str, int]
    of: Callable[[str, int], bytes]
    """The first so many bytes of a file, as it is there."""

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file. Raises BadBoxFile if it is not there, or longer."""
        if why := why_not_name(name):
            raise BadBoxFile(name, why)
        if name not in self.sizes:
            raise BadBoxFile(name, m("there is no such file in the box"))
        long = m("it has more than {most} bytes", most=most)
        if self.sizes[name] > most:
            raise BadBoxFile(name, long)
        data = self.of(name, most + 1)
        if len(data) > most:
            raise BadBoxFile(name, long)
        return data


def why_not_name(name: str) -> Message | None:
    """Why no file of a box is called so."""
    parts = name.split("/")
    plain = all(_NAME.fullmatch(part) and part[-1] not in ". " and not _DEVICES.fullmatch(part) for part in parts)
    if plain and len(parts) <= _DEEPEST:
        return None
    return m("a file of a box has a name of letters and figures, in the box's own folder")


def source(path: Path) -> Source:
    """The files of a box: a folder, or a zip of one. Raises BadBoxFile."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _folder(path)
        if not stat.S_ISREG(mode):
            raise BadBoxFile(path.name, m("a box is a folder or a zip"))
        with path.open("rb") as file:
            data = file.read(LONGEST_ZIP + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path.name, error) from error
    if len(data) > LONGEST_ZIP:
        raise BadBoxFile(path.name, m("it has more than {most} bytes", most=LONGEST_ZIP))
    return _zip(path.name, data)


def _unreadable(name: str, error: Exception) -> BadBoxFile:
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return BadBoxFile(name, m("it cannot be read: {why}", why=why))


def _folder(path: Path) -> Source:
    sizes: dict[str, int] = {}
    waiting, seen = [("", path)], 0
    while waiting:
        above, folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                seen += 1
                if seen > MOST_FILES:
                    raise BadBoxFile(path.name, m("there may be {most} at most", most=MOST_FILES), "files")
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", False):
                    continue
                name = f"{above}{entry.name}"
                if stat.S_ISDIR(status.st_mode) and name.count("/") < _DEEPEST - 1:
                    waiting.append((f"{name}/", Path(entry.path)))
                elif stat.S_ISREG(status.st_mode):
                    sizes[name] = status.st_size

    def read(name: str, most: int) -> bytes:
        try:
            file = os.open(path / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            with os.fdopen(file, "rb") as opened:
                return opened.read(most)
        except (OSError, ValueError) as error:
            raise _unreadable(name, error) from error

    return Source(sizes, read)


def _zip(title: str, data: bytes) -> Source:
    """A zip whose files lie at its top, or in one folder. What it says of itself is not believed."""
    bad = m("it is not a zip that can be read")
    _check_end(title, data)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise BadBoxFile(title, bad) from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    names = [info.filename for info in infos]
    above = next((name.removesuffix(DESCRIPTION) for name in names if name.split("/")[1:] == [DESCRIPTION]), "")
    if DESCRIPTION in names:
        above = ""
    if len(set(names)) < len(names):
        raise BadBoxFile(title, m("two files have the same name"))
    inside = {info.filename.removeprefix(above): info for info in infos if info.filename.startswith(above)}
    inside = {name: info for name, info in inside.items() if not _is_link(info)}

    def read(name: str, most: int) -> bytes:
        try:
            with archive.open(inside[name]) as opened:
                return opened.read(most)
        except _BROKEN as error:
            raise BadBoxFile(name, bad) from error

    return Source({name: info.file_size for name, info in inside.items()}, read)


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def _check_end(title: str, data: bytes) -> None:
    """A zip says at its end how long its list of files is: a list of a million is not even begun."""
    at = data.rfind(_END)
    if at < 0 or len(data) < at + 22:
        raise BadBoxFile(title, m("it is not a zip that can be read"))
    files, length = struct.unpack_from("<HL", data, at + 10)
    if files > MOST_FILES or length > _LONGEST_LIST or data.rfind(_LARGE_END, max(0, at - 20), at) >= 0:
        raise BadBoxFile(title, m("there may be {most} at most", most=MOST_FILES), "files")
