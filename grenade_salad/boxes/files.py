"""Files from a stranger, in a folder, a zip or alone: bounded, and no links.

A `Source` lists the files and reads only those that are requested, so that a folder with other things in it costs
nothing. Names are as in a zip: with slashes, below the folder of `box.toml`.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
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
_MAX_NAME_LENGTH = 100
"""Maximum number of characters between two slashes of a path."""
_FORBIDDEN = frozenset('\\:*?"<>|')
"""Characters that a file cannot have in its name on one system or another."""
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""Names that Windows takes for a device, in any folder."""
_CLUTTER = re.compile(r"(?i)(.*/)?(\..*|__macosx|thumbs\.db|desktop\.ini)(/.*)?")
"""Files that systems add by themselves, and hidden ones."""
_IS_ENCRYPTED, _IS_UTF_8 = 0x1, 0x800
"""Flags of a file in a zip."""
PICTURE_SUFFIX = re.compile(r"\.(png|jpe?g|webp|svg|gif)$", re.IGNORECASE)
"""Endings of picture files."""
_END, _LARGE_END = b"PK\x05\x06", b"PK\x06\x07"
"""Marks of the end of a zip, and of one with more than 65,535 files."""
OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags with which a pipe in the place of a file does not stop the program."""
_END_LENGTH = 22
"""Bytes of the end of a zip, without its comment."""
NO_ZIP = m("it is not a zip that can be read")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, struct.error, OSError, ValueError, OverflowError)
"""Errors of zipfile for broken, encrypted or strangely packed data."""


@dataclass(frozen=True)
class Source:
    """Named bytes that people opened: their sizes by name, and a function to read one."""

    sizes: dict[str, int]
    read_prefix: Callable[[str, int], bytes]
    """Reads at most so many bytes from the start of a file."""
    name: str = ""
    """The name of the file or folder that was opened, for people."""
    main: str = ""
    """The file that was opened, if it lies alone: all others are pictures beside it."""

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a file. Raises BadBoxFile if it is missing, or longer."""
        if why := why_not_name(name):
            raise BadBoxFile(name, why)
        if not (file := self.find(name)):
            raise BadBoxFile(name, m("there is no such file in the box"))
        too_long = m("it has more than {most} bytes", most=max_bytes)
        if self.sizes[file] > max_bytes:
            raise BadBoxFile(name, too_long)
        data = self.read_prefix(file, max_bytes + 1)
        if len(data) > max_bytes:
            raise BadBoxFile(name, too_long)
        return data

    def find(self, name: str) -> str:
        """Return the file that is meant by a name, or an empty text.

        Composed and decomposed accents are the same, and capitals are, if there is no file of exactly that name.
        """
        if name in self.sizes:
            return name
        return self._by_form.get(unicodedata.normalize("NFC", name), "") or self._by_case.get(_fold(name), "")

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {unicodedata.normalize("NFC", name): name for name in sorted(self.sizes, reverse=True)}

    @cached_property
    def _by_case(self) -> dict[str, str]:
        return {_fold(name): name for name in sorted(self.sizes, reverse=True)}


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def make_source(name: str, files: Mapping[str, bytes], main: str = "") -> Source:
    """Return a source of bytes in memory."""
    sizes = {file: len(data) for file, data in files.items()}
    return Source(sizes, lambda file, max_bytes: files[file][:max_bytes], name, main)


def add_files(source: Source, extra: Mapping[str, bytes]) -> Source:
    """Return the source with these files added."""

    def read(name: str, max_bytes: int) -> bytes:
        return extra[name][:max_bytes] if name in extra else source.read_prefix(name, max_bytes)

    sizes = {**source.sizes, **{name: len(data) for name, data in extra.items()}}
    return replace(source, sizes=sizes, read_prefix=read)


def why_not_name(name: str) -> Message | None:
    """Return why no file of a box may have this name, or None."""
    parts = name.split("/")
    if len(parts) <= _MAX_DEPTH and all(map(_is_plain, parts)):
        return None
    return m("a file of a box has a name of letters and figures, in the box's own folder")


def _is_plain(part: str) -> bool:
    """True if every system can have a file of that name, and shows it."""
    return (
        0 < len(part) <= _MAX_NAME_LENGTH
        and part[0] not in ". "
        and part[-1] not in ". "
        and all(letter not in _FORBIDDEN and letter.isprintable() for letter in part)
        and not _DEVICES.fullmatch(part)
    )


def open_source(path: Path) -> Source:
    """Return the files of a box: a folder, or a zip of one. Raises BadBoxFile."""
    name, data = _read_path(path)
    return _open_folder(path) if data is None else open_zip(name, data)


def open_path(path: Path, is_sheet: Callable[[Source], bool]) -> Source:
    """Return the files of a folder or a zip, or a lone file.

    A lone file that is a spreadsheet has the pictures in its folder beside it. Raises BadBoxFile.
    """
    name, data = _read_path(path)
    if data is None:
        return _open_folder(path)
    lone = make_source(name, {name: data}, main=name)
    if is_sheet(lone):
        return _add_neighbours(lone, path.parent, data)
    return open_zip(name, data) if data.startswith(b"PK") else lone


def _read_path(path: Path) -> tuple[str, bytes | None]:
    """Return the name of a file or folder, and the bytes of a file. Raises BadBoxFile."""
    try:
        mode = path.stat().st_mode
        name = path.name or path.resolve().name
        if stat.S_ISDIR(mode):
            return name, None
        if not stat.S_ISREG(mode):
            raise BadBoxFile(name, m("a box is a folder or a zip"))
        with os.fdopen(os.open(path, OPEN_FLAGS), "rb") as file:
            data = file.read(MAX_ZIP_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _make_unreadable_error(path.name, error) from error
    if len(data) > MAX_ZIP_BYTES:
        raise BadBoxFile(path.name, m("it has more than {most} bytes", most=MAX_ZIP_BYTES))
    return name, data


def _add_neighbours(lone: Source, folder: Path, data: bytes) -> Source:
    """Return a lone file with the pictures that lie beside it."""
    try:
        neighbours = _open_folder(folder, is_picture_name)
    except (BadBoxFile, OSError):
        # There are too many files: it is a spreadsheet without pictures.
        return lone
    return replace(add_files(neighbours, {lone.main: data}), name=lone.name, main=lone.main)


def _make_unreadable_error(name: str, error: Exception) -> BadBoxFile:
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return BadBoxFile(name, m("it cannot be read: {why}", why=why))


def is_picture_name(name: str) -> bool:
    """True if a file of that name should be a picture."""
    return PICTURE_SUFFIX.search(name) is not None


def _list_folder(folder: Path, *, is_top: bool) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder; nothing if it is in another and cannot be read.

    Raises BadBoxFile.
    """
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError as error:
        if is_top:
            raise _make_unreadable_error(folder.name, error) from error


def _open_folder(path: Path, is_wanted: Callable[[str], bool] = lambda _name: True) -> Source:
    sizes: dict[str, int] = {}
    pending, count = [("", path)], 0
    while pending:
        prefix, folder = pending.pop()
        for entry in _list_folder(folder, is_top=folder == path):
            if _CLUTTER.fullmatch(entry.name):
                continue
            count += 1
            if count > MAX_FILES:
                raise BadBoxFile(path.name, m("there may be {most} at most", most=MAX_FILES), "files")
            # What is gone since the folder was listed is not in it.
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", False):
                    continue
                name = f"{prefix}{entry.name}"
                if stat.S_ISDIR(status.st_mode) and name.count("/") < _MAX_DEPTH - 1:
                    pending.append((f"{name}/", Path(entry.path)))
                elif stat.S_ISREG(status.st_mode) and is_wanted(name):
                    sizes[name] = status.st_size

    def read(name: str, max_bytes: int) -> bytes:
        try:
            # The file may have been replaced by a link or a pipe since it was listed.
            file = os.open(path / name, OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(file, "rb") as opened:
                return opened.read(max_bytes)
        except (OSError, ValueError) as error:
            raise _make_unreadable_error(name, error) from error

    return Source(sizes, read, path.name or path.resolve().name)


def open_zip(title: str, data: bytes) -> Source:
    """Return the files of a zip, which are at its top or in one folder.

    Nothing that the zip declares about itself is trusted. Raises BadBoxFile.
    """
    _check_end(title, data)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise BadBoxFile(title, NO_ZIP) from error
    infos = [info for info in archive.infolist() if not info.is_dir() and not _is_link(info)]
    if any(info.flag_bits & _IS_ENCRYPTED for info in infos):
        raise BadBoxFile(title, m("it is locked with a password: unpack it, and drop the folder"))
    named = [(_find_zip_name(info), info) for info in infos]
    named = [(name, info) for name, info in named if not _CLUTTER.fullmatch(name)]
    infos_by_name = dict(named)
    if len(infos_by_name) < len(named):
        raise BadBoxFile(title, m("two files have the same name"))
    prefix = _find_prefix(infos_by_name)
    infos_by_name = {name.removeprefix(prefix): info for name, info in infos_by_name.items() if name.startswith(prefix)}

    def read(name: str, max_bytes: int) -> bytes:
        try:
            with archive.open(infos_by_name[name]) as opened:
                return opened.read(max_bytes)
        except _BROKEN as error:
            raise BadBoxFile(title, NO_ZIP) from error

    return Source({name: info.file_size for name, info in infos_by_name.items()}, read, title)


def _find_zip_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a file in a zip, with slashes.

    Zips of macOS have names in UTF-8 and do not say so; some of Windows have backslashes.
    """
    name = info.orig_filename
    if not info.flag_bits & _IS_UTF_8:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode()
    return name.partition("\0")[0].replace("\\", "/")


def _find_prefix(names: Iterable[str]) -> str:
    """Return the folder in a zip that everything is in, with a slash.

    It is that of a description, if there is one; empty for none.
    """
    names = list(names)
    if DESCRIPTION in names:
        return ""
    if described := next((name for name in names if name.split("/")[1:] == [DESCRIPTION]), ""):
        return described.removesuffix(DESCRIPTION)
    tops = {name.partition("/")[0] for name in names}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def _check_end(title: str, data: bytes) -> None:
    """Raise BadBoxFile if the end of a zip declares too many files.

    It is called before zipfile reads the list of files, which might be a million.
    """
    end = data.rfind(_END)
    if end < 0 or len(data) < end + _END_LENGTH:
        raise BadBoxFile(title, NO_ZIP)
    files, length = struct.unpack_from("<HL", data, end + 10)
    if files > MAX_FILES or length > _MAX_DIRECTORY_BYTES or data.rfind(_LARGE_END, max(0, end - 20), end) >= 0:
        raise BadBoxFile(title, m("there may be {most} at most", most=MAX_FILES), "files")
