"""Reads the rows on single pages of an SQLite file, without SQLite.

See "B-tree Pages" and "Record Format" on https://sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from grenade_salad.journal.sqlite_pages import FILE_HEADER_SIZE, Pages
from grenade_salad.match.lines import MAX_LINE_SIZE

_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX = 0x0D, 0x0A, 0x02
"""The kinds of pages that have rows, by their first byte."""
_LEAF_HEADER_SIZE, _INNER_HEADER_SIZE = 8, 12
"""Bytes before the offsets of the cells on a page."""
_MAX_ROW_SIZE = MAX_LINE_SIZE + 1000
"""Maximum number of bytes in a row: a line of a match, and the other columns."""
_NULL, _FLOAT, _ZERO, _ONE = 0, 7, 8, 9
"""Serial types of values.

Texts are odd ones from 13 on, bytes are even ones from 12 on.
"""
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of a whole number by its serial type."""
_RESERVED_TYPES = (10, 11)
_FIRST_BYTES_TYPE = 12

Value = None | int | float | str | bytes


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return the number at an offset, and the offset after it. Raises IndexError."""
    value = 0
    for index in range(8):
        byte = data[offset + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + index + 1
    return value << 8 | data[offset + 8], offset + 9


def _local_size(kind: int, size: int, length: int) -> int:
    """Return how many bytes of a payload of this length are in its cell.

    The others are on overflow pages. `size` is that of a page; the numbers are those of the file format.
    """
    maximum = size - 35 if kind == _LEAF_TABLE else (size - 12) * 64 // 255 - 23
    if length <= maximum:
        return length
    minimum = (size - 12) * 32 // 255 - 23
    size_in_cell = minimum + (length - minimum) % (size - 4)
    return size_in_cell if size_in_cell <= maximum else minimum


def _read_payload(pages: Pages, data: bytes, kind: int, offset: int) -> tuple[int, bytes]:
    """Return the rowid (0 in an index) and the payload of a cell.

    Raises IndexError, ValueError if it is no cell.
    """
    length, offset = _read_varint(data, offset + 4 if kind == _INNER_INDEX else offset)
    rowid = 0
    if kind == _LEAF_TABLE:
        rowid, offset = _read_varint(data, offset)
    if length > _MAX_ROW_SIZE:
        raise ValueError("longer than any row")
    local_size = _local_size(kind, pages.size, length)
    parts = [data[offset : offset + local_size]]
    missing = length - local_size
    following = data[offset + local_size : offset + local_size + 4]
    while missing > 0:
        page = pages.page(int.from_bytes(following, "big"))
        if len(page) < pages.size:
            raise ValueError("a page is missing")
        following = page[:4]
        parts.append(page[4 : 4 + missing])
        missing -= len(parts[-1])
    return rowid, b"".join(parts)


def _read_row(payload: bytes) -> list[Value]:
    """Return the values of a row. Raises IndexError, ValueError if it is no row."""
    end, offset = _read_varint(payload, 0)
    kinds = []
    while offset < end:
        kind, offset = _read_varint(payload, offset)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        length = _INT_SIZES.get(kind, 8 if kind == _FLOAT else max(0, kind - _FIRST_BYTES_TYPE) // 2)
        part = payload[offset : offset + length]
        if len(part) < length or kind in _RESERVED_TYPES:
            raise ValueError("no record")
        offset += length
        if kind == _NULL:
            values.append(None)
        elif kind in (_ZERO, _ONE):
            values.append(kind - _ZERO)
        elif kind == _FLOAT:
            values.append(float(struct.unpack(">d", part)[0]))
        elif kind in _INT_SIZES:
            values.append(int.from_bytes(part, "big", signed=True))
        else:
            values.append(part.decode() if kind % 2 else part)
    if offset != len(payload):
        raise ValueError("no record")
    return values


def read_rows(pages: Pages, page_number: int, data: bytes) -> Iterator[tuple[int, list[Value]]]:
    """Yield the rows that can be read from a page, each with its rowid.

    In an index the rowid is 0.
    """
    begin = FILE_HEADER_SIZE if page_number == 1 else 0
    if len(data) < pages.size:
        return
    page_kind = data[begin]
    cell_count = int.from_bytes(data[begin + 3 : begin + 5], "big")
    # Any other kind may be a damaged byte of a page with rows.
    for kind in [page_kind] if page_kind in (_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX) else [_LEAF_TABLE, _LEAF_INDEX]:
        first = begin + (_INNER_HEADER_SIZE if kind == _INNER_INDEX else _LEAF_HEADER_SIZE)
        for offset in range(first, min(first + 2 * cell_count, len(data) - 1), 2):
            try:
                rowid, payload = _read_payload(pages, data, kind, int.from_bytes(data[offset : offset + 2], "big"))
                yield rowid, _read_row(payload)
            except (IndexError, ValueError):
                continue
