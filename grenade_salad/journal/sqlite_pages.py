"""The pages of an SQLite file and of its log, read without SQLite: see https://sqlite.org/fileformat2.html."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

_USUAL_SIZE = 4096
_SIZES = tuple(1 << power for power in range(9, 17))
_LOG_HEADER = 32
_FRAME_HEADER = 24
_LITTLE_ENDIAN_SUMS = 0x377F0682


def log_of(file: Path) -> Path:
    """Where SQLite keeps what is not yet in the file itself."""
    return file.with_name(file.name + "-wal")


@dataclass(frozen=True)
class _Frame:
    """A page in the log: its number, where it stands, and whether a commit ends with it.

    `whole` says whether it is as it was written; `sound` whether all the log is up to there: SQLite takes no other.
    """

    page: int
    at: int
    commit: bool
    whole: bool
    sound: bool


def _sum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The checksum of the log, taken on from `sums`."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


def _frames(log: BinaryIO, size: int) -> Iterator[_Frame]:
    """The frames since the log was last restarted."""
    head = log.read(_LOG_HEADER)
    if len(head) < _LOG_HEADER:
        return
    order = "<" if int.from_bytes(head[:4], "big") == _LITTLE_ENDIAN_SUMS else ">"
    sound = _sum(head[:24], order, (0, 0)) == struct.unpack(">II", head[24:32])
    salts = head[16:24] if sound else b""
    before = head[24:32]
    while len(frame := log.read(_FRAME_HEADER + size)) == _FRAME_HEADER + size:
        page, commit = struct.unpack(">II", frame[:8])
        salts = salts or frame[8:16]
        if frame[8:16] == salts:
            sums = _sum(frame[:8], order, struct.unpack(">II", before))
            whole = _sum(frame[_FRAME_HEADER:], order, sums) == struct.unpack(">II", frame[16:24])
            sound = sound and whole
            yield _Frame(page, log.tell() - size, commit != 0, whole, sound)
        elif sound:
            return
        before = frame[16:24]


def _size(file: BinaryIO) -> int:
    head = file.read(18)
    said = int.from_bytes(head[16:18], "big")
    size = 65536 if said == 1 else said
    return size if size in _SIZES else _USUAL_SIZE


class Pages:
    """The pages of a database file as they are by its log; a context manager.

    `anyhow` takes from the log also what SQLite would not take because something before it is damaged.
    """

    def __init__(self, file: Path, anyhow: bool = False) -> None:
        """Raises OSError."""
        self._logged: dict[int, int] = {}
        self._damaged: list[_Frame] = []
        with ExitStack() as stack:
            self._file = stack.enter_context(file.open("rb"))
            self.size = _size(self._file)
            self._log: BinaryIO | None = None
            if log_of(file).exists():
                self._log = stack.enter_context(log_of(file).open("rb"))
                self._read_log(self._log, anyhow)
            self._written = file.stat().st_size // self.size
            self._stack = stack.pop_all()

    def _read_log(self, log: BinaryIO, anyhow: bool) -> None:
        waiting: dict[int, int] = {}
        for frame in _frames(log, self.size):
            if not frame.sound and not anyhow:
                break
            if not frame.whole:
                self._damaged.append(frame)
                continue
            waiting[frame.page] = frame.at
            if frame.commit:
                self._logged |= waiting
                waiting.clear()

    def everything(self) -> Iterator[tuple[int, bytes]]:
        """All pages with their numbers, and then once more those that are damaged in the log."""
        for number in range(1, self._written + 1):
            yield number, self.page(number)
        for number in sorted(number for number in self._logged if number > self._written):
            yield number, self.page(number)
        for frame in self._damaged:
            yield frame.page, self._logged_page(frame.at)

    def _logged_page(self, at: int) -> bytes:
        assert self._log is not None
        self._log.seek(at)
        return self._log.read(self.size)

    def page(self, number: int) -> bytes:
        """The page of that number, from 1; empty if there is none."""
        if (at := self._logged.get(number)) is not None:
            return self._logged_page(at)
        if not 1 <= number <= self._written:
            return b""
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size)

    def whole(self) -> bytes:
        """A database file with the same content and no log."""
        last = max(self._written, *self._logged, 0, 0)
        data = bytearray().join(self.page(number).ljust(self.size, b"\0") for number in range(1, last + 1))
        data[18:20] = b"\1\1"
        return bytes(data)

    def __enter__(self) -> Pages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._stack.close()


def log_is_damaged(file: Path) -> bool:
    """Whether the log has a commit that SQLite would drop without a word. For a file that nobody has open."""
    if not log_of(file).exists():
        return False
    with file.open("rb") as main, log_of(file).open("rb") as log:
        return any(frame.commit and not frame.sound for frame in _frames(log, _size(main)))
