"""Reads the pages of an SQLite file and its log without SQLite.

See https://sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

FILE_HEADER_SIZE = 100
"""Bytes of the file's header, at the start of page 1."""
_DEFAULT_SIZE = 4096
"""Bytes of a page, if the header does not say."""
_SIZES = tuple(1 << power for power in range(9, 17))
"""The sizes that a page may have."""
_LOG_HEADER_SIZE = 32
_FRAME_HEADER_SIZE = 24
_LITTLE_ENDIAN_SUMS = 0x377F0682
"""The first word of a log whose checksums are of little-endian words.

Else they are of big-endian ones.
"""


def log_path(file: Path) -> Path:
    """Return the path of SQLite's write-ahead log of a file."""
    return file.with_name(file.name + "-wal")


@dataclass(frozen=True)
class _Frame:
    """A page in the log."""

    page: int
    """The number of the page, from 1."""
    offset: int
    is_commit: bool
    """True if a commit ends with it."""
    is_intact: bool
    """True if the page is as it was written."""
    is_sound: bool
    """True if all the log up to it is as it was written: SQLite takes no other."""


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """Return the checksum of the log, continued from `sums`."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first_word, second_word in zip(words, words, strict=True):
        first = (first + first_word + second) & 0xFFFFFFFF
        second = (second + second_word + first) & 0xFFFFFFFF
    return first, second


def _read_frames(log: BinaryIO, size: int) -> Iterator[_Frame]:
    """Yield the frames since the log was last restarted."""
    header = log.read(_LOG_HEADER_SIZE)
    if len(header) < _LOG_HEADER_SIZE:
        return
    order = "<" if int.from_bytes(header[:4], "big") == _LITTLE_ENDIAN_SUMS else ">"
    is_sound = _checksum(header[:24], order, (0, 0)) == struct.unpack(">II", header[24:32])
    salts = header[16:24] if is_sound else b""
    previous_sums = header[24:32]
    while len(frame := log.read(_FRAME_HEADER_SIZE + size)) == _FRAME_HEADER_SIZE + size:
        page, commit = struct.unpack(">II", frame[:8])
        salts = salts or frame[8:16]
        if frame[8:16] == salts:
            sums = _checksum(frame[:8], order, struct.unpack(">II", previous_sums))
            is_intact = _checksum(frame[_FRAME_HEADER_SIZE:], order, sums) == struct.unpack(">II", frame[16:24])
            is_sound = is_sound and is_intact
            yield _Frame(page, log.tell() - size, commit != 0, is_intact, is_sound)
        elif is_sound:
            return
        previous_sums = frame[16:24]


def _read_page_size(file: BinaryIO) -> int:
    header = file.read(18)
    stored_size = int.from_bytes(header[16:18], "big")
    # 65536 does not fit into two bytes.
    size = 65536 if stored_size == 1 else stored_size
    return size if size in _SIZES else _DEFAULT_SIZE


class Pages:
    """The pages of a database file, updated from its log; a context manager."""

    def __init__(self, file: Path, salvage: bool = False) -> None:
        """Open the file. Raises OSError.

        `salvage` also takes pages from the log that SQLite would not take because the log is damaged before them.
        """
        self._logged: dict[int, int] = {}
        """The offset in the log of each page that it has."""
        self._damaged: list[_Frame] = []
        with ExitStack() as stack:
            self._file = stack.enter_context(file.open("rb"))
            self.size = _read_page_size(self._file)
            self._log: BinaryIO | None = None
            if log_path(file).exists():
                self._log = stack.enter_context(log_path(file).open("rb"))
                self._read_log(self._log, salvage)
            self._page_count = file.stat().st_size // self.size
            self._stack = stack.pop_all()

    def _read_log(self, log: BinaryIO, salvage: bool) -> None:
        uncommitted: dict[int, int] = {}
        for frame in _read_frames(log, self.size):
            if not frame.is_sound and not salvage:
                break
            if not frame.is_intact:
                self._damaged.append(frame)
                continue
            uncommitted[frame.page] = frame.offset
            if frame.is_commit:
                self._logged |= uncommitted
                uncommitted.clear()

    def all_pages(self) -> Iterator[tuple[int, bytes]]:
        """Yield all pages with their numbers, then those that are damaged in the log."""
        for page_number in range(1, self._page_count + 1):
            yield page_number, self.page(page_number)
        for page_number in sorted(page_number for page_number in self._logged if page_number > self._page_count):
            yield page_number, self.page(page_number)
        for frame in self._damaged:
            yield frame.page, self._logged_page(frame.offset)

    def _logged_page(self, offset: int) -> bytes:
        assert self._log is not None
        self._log.seek(offset)
        return self._log.read(self.size)

    def page(self, page_number: int) -> bytes:
        """Return the page with that number, from 1; empty if there is none."""
        if (offset := self._logged.get(page_number)) is not None:
            return self._logged_page(offset)
        if not 1 <= page_number <= self._page_count:
            return b""
        self._file.seek((page_number - 1) * self.size)
        return self._file.read(self.size)

    def to_file(self) -> bytes:
        """Return a database file with the same content and no log."""
        last = max(self._page_count, *self._logged, 0)
        data = bytearray().join(self.page(page_number).ljust(self.size, b"\0") for page_number in range(1, last + 1))
        # The versions to write and to read it: 1 has no log.
        data[18:20] = b"\1\1"
        return bytes(data)

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def log_is_damaged(file: Path) -> bool:
    """True if the log has a commit that SQLite would drop silently.

    For a file that no process has open.
    """
    if not log_path(file).exists():
        return False
    with file.open("rb") as main, log_path(file).open("rb") as log:
        return any(frame.is_commit and not frame.is_sound for frame in _read_frames(log, _read_page_size(main)))
