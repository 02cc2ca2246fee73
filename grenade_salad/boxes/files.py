"""Files of a box from a stranger, in a folder or a zip: bounded, and no links.

A `FileSource` lists the files and reads only those that are requested, so that a folder with other things in it costs
nothing. Names are as in a zip: with slashes, below the folder of `box.toml`.
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

MAX_FILES = 2000
"""Maximum of files and folders in a box."""
MAX_ZIP_BYTES = 64 * 1024 * 1024
"""Maximum bytes of a zip, and of all files that are read."""
_MAX_DIRECTORY_BYTES = 1024 * 1024
"""Maximum bytes of the list of files in a zip."""
_MAX_DEPTH = 4
"""Maximum number of names in a path: a file in a folder in a folder in a folder."""
DESCRIPTION = "box.toml"
_NAME = re.compile(r"[^\W_][\w+(),'&@ .-]{0,99}")
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""Names that Windows takes for a device, in any folder."""
_END, _LARGE_END = b"PK\x05\x06", b"PK\x06\x07"
"""Marks of the end of a zip, and of one with more than 65,535 files."""
_END_LENGTH = 22
"""Bytes of the end of a zip, without its comment."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, struct.error, OSError, ValueError, OverflowError)
"""Errors of zipfile for broken, encrypted or strangely packed data."""


@dataclass(frozen=True)
class FileSource:
    """The files of a box: their sizes in bytes by name, and a function to read one."""

    sizes: dict[str, int]
    read_prefix: Callable[[str, int], bytes]
    """Reads at most so many bytes from the start of a file."""

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a file. Raises BadBoxFile if it is missing, or longer."""
        if why := why_not_name(name):
            raise BadBoxFile(name, why)
        if name not in self.sizes:
            raise BadBoxFile(name, m("there is no such file in the box"))
        too_long = m("it has more than {most} bytes", most=max_bytes)
        if self.sizes[name] > max_bytes:
            raise BadBoxFile(name, too_long)
        data = self.read_prefix(name, max_bytes + 1)
        if len(data) > max_bytes:
            raise BadBoxFile(name, too_long)
        return data


def why_not_name(name: str) -> Message | None:
    """Return why no file of a box may have this name, or None."""
    parts = name.split("/")
    is_plain = all(_NAME.fullmatch(part) and part[-1] not in ". " and not _DEVICES.fullmatch(part) for part in parts)
    if is_plain and len(parts) <= _MAX_DEPTH:
        return None
    return m("a file of a box has a name of letters and figures, in the box's own folder")


def open_source(path: Path) -> FileSource:
    """Return the files of a box: a folder, or a zip of one. Raises BadBoxFile."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _open_folder(path)
        if not stat.S_ISREG(mode):
            raise BadBoxFile(path.name, m("a box is a folder or a zip"))
        with path.open("rb") as file:
            data = file.read(MAX_ZIP_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _make_unreadable_error(path.name, error) from error
    if len(data) > MAX_ZIP_BYTES:
        raise BadBoxFile(path.name, m("it has more than {most} bytes", most=MAX_ZIP_BYTES))
    return _open_zip(path.name, data)


def _make_unreadable_error(name: str, error: Exception) -> BadBoxFile:
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return BadBoxFile(name, m("it cannot be read: {why}", why=why))


def _open_folder(path: Path) -> FileSource:
    sizes: dict[str, int] = {}
    pending, count = [("", path)], 0
    while pending:
        prefix, folder = pending.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                count += 1
                if count > MAX_FILES:
                    raise BadBoxFile(path.name, m("there may be {most} at most", most=MAX_FILES), "files")
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", False):
                    continue
                name = f"{prefix}{entry.name}"
                if stat.S_ISDIR(status.st_mode) and name.count("/") < _MAX_DEPTH - 1:
                    pending.append((f"{name}/", Path(entry.path)))
                elif stat.S_ISREG(status.st_mode):
                    sizes[name] = status.st_size

    def read(name: str, max_bytes: int) -> bytes:
        try:
            # The file may have been replaced by a link or a pipe since it was listed.
            file = os.open(path / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            with os.fdopen(file, "rb") as opened:
                return opened.read(max_bytes)
        except (OSError, ValueError) as error:
            raise _make_unreadable_error(name, error) from error

    return FileSource(sizes, read)


def _open_zip(title: str, data: bytes) -> FileSource:
    """Return the files of a zip, which are at its top or in one folder.

    Nothing that the zip declares about itself is trusted.
    """
    message = m("it is not a zip that can be read")
    _check_end(title, data)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise BadBoxFile(title, message) from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    names = [info.filename for info in infos]
    nested_descriptions = (name for name in names if name.split("/")[1:] == [DESCRIPTION])
    prefix = "" if DESCRIPTION in names else next(nested_descriptions, "").removesuffix(DESCRIPTION)
    if len(set(names)) < len(names):
        raise BadBoxFile(title, m("two files have the same name"))
    infos_by_name = {info.filename.removeprefix(prefix): info for info in infos if info.filename.startswith(prefix)}
    infos_by_name = {name: info for name, info in infos_by_name.items() if not _is_link(info)}

    def read(name: str, max_bytes: int) -> bytes:
        try:
            with archive.open(infos_by_name[name]) as opened:
                return opened.read(max_bytes)
        except _BROKEN as error:
            raise BadBoxFile(name, message) from error

    return FileSource({name: info.file_size for name, info in infos_by_name.items()}, read)


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def _check_end(title: str, data: bytes) -> None:
    """Raise BadBoxFile if the end of a zip declares too many files.

    It is called before zipfile reads the list of files, which might be a million.
    """
    end = data.rfind(_END)
    if end < 0 or len(data) < end + _END_LENGTH:
        raise BadBoxFile(title, m("it is not a zip that can be read"))
    files, length = struct.unpack_from("<HL", data, end + 10)
    if files > MAX_FILES or length > _MAX_DIRECTORY_BYTES or data.rfind(_LARGE_END, max(0, end - 20), end) >= 0:
        raise BadBoxFile(title, m("there may be {most} at most", most=MAX_FILES), "files")
