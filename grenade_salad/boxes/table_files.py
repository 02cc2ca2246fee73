"""Tables of cells in files: CSV, TSV, and workbooks with sheets.

Everything is text. What spreadsheet programs add, such as rows of separators at the end, is gone.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, NoReturn, TypeAlias
from xml.parsers import expat

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import Source, open_zip
from grenade_salad.boxes.losses import LossTally
from grenade_salad.text import m
from grenade_salad.text.decoding import decode_text

Cells: TypeAlias = tuple[str, ...]
MAX_TABLE_BYTES = 8 * 1024 * 1024
"""Maximum bytes of a file with a table."""
MAX_ROWS, MAX_COLUMNS, MAX_SHEETS = 4000, 100, 20
"""Maximum number of rows, of columns, and of tables in a file or folder."""
MAX_CELL_LENGTH = 4000
"""Maximum number of characters of a cell; the rest is cut off."""
_MAX_UNPACKED_BYTES = 32 * 1024 * 1024
"""Maximum bytes of everything in a workbook."""
_MAX_AREA = 2_000_000
"""Maximum number of cells between the first and the last one of a sheet."""
_SAMPLE_ROWS = 60
"""Rows that are looked at to find the delimiter."""
_DELIMITERS = ",;\t|"
_TEXT_SUFFIXES = (".csv", ".tsv", ".tab")
_WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods")
SUFFIXES = (*_TEXT_SUFFIXES, *_WORKBOOK_SUFFIXES)
"""Endings of files with tables."""
_PLACE = re.compile(rb"""\sr\s{0,9}=\s{0,9}["'](?:([A-Za-z]{1,3})([0-9]{1,7})|([0-9]{1,7}))["']""")
"""The place of a cell or row in a sheet of a workbook, as in r="BC12" and r="12"."""
_ROW, _CELL = re.compile(rb"<(?:\w{1,20}:)?row[\s/>]"), re.compile(rb"<(?:\w{1,20}:)?c[\s/>]")
_ODS_CONTENT = "content.xml"
_ODS_TABLE = re.compile(rb"<table:table[\s>]")
_ODS_PART = re.compile(rb"<table:table-(row|cell)\b([^>]{0,2000})>")
_REPEAT = re.compile(rb"""number-(?:rows|columns)-repeated\s{0,9}=\s{0,9}["']([0-9]{1,10})["']""")
"""The sheets of an .ods, their rows and cells, and how often each is there."""


_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The name of the part in which a workbook with a password is."""
_UNREADABLE = m("it is not a workbook that can be read")
_LOCKED = m("it is locked with a password: save it without one")
_COMMENT = re.compile(r"#+\s*[^\W\d_]{2}")


@dataclass(frozen=True)
class Table:
    """A table of a file: rows of cells, all of them equally long, none of them blank."""

    name: str
    """The name of the file or of the sheet, for people."""
    rows: tuple[Cells, ...]


def read_tables(source: Source, losses: LossTally) -> tuple[Table, ...]:
    """Return the tables of a lone file or of all files at the top of a folder.

    Empty ones are left out. Raises BadBoxFile if nothing can be read.
    """
    names = [source.main] if source.main else sorted(name for name in source.sizes if is_table_name(name))
    tables: list[Table] = []
    errors: list[BadBoxFile] = []
    for name in names[:MAX_SHEETS]:
        try:
            tables += _read_file(source, name, losses)
        except BadBoxFile as unreadable:
            errors.append(unreadable)
    tables = [table for table in tables if table.rows]
    if not tables:
        raise errors[0] if errors else BadBoxFile(source.name, m("there is no card in it"))
    for error in errors:
        losses.add("words", "table", error.details[0])
    return tuple(tables[:MAX_SHEETS])


def is_table_name(name: str) -> bool:
    """True if a file at the top of a folder is a table by its name."""
    return "/" not in name and name.lower().endswith(SUFFIXES)


def _read_file(source: Source, name: str, losses: LossTally) -> list[Table]:
    data = source.read_prefix(name, MAX_TABLE_BYTES + 1)
    if len(data) > MAX_TABLE_BYTES:
        raise BadBoxFile(name, m("it has more than {most} bytes", most=MAX_TABLE_BYTES))
    stem = PurePosixPath(name).stem
    if data.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        return _read_workbook(name, stem, data, losses)
    try:
        decoded = decode_text(data)
    except UnicodeDecodeError:
        raise BadBoxFile(name, m("it is no table of text")) from None
    losses.add("guess", "letters", name, count=decoded.is_guessed)
    # A quote that is not closed would take the rest of the file for one cell.
    has_quotes = '"' in decoded.text and decoded.text.count('"') % 2 == 0
    try:
        return [_make_table(stem, _read_rows(decoded.text, has_quotes), losses)]
    except csv.Error:
        return [_make_table(stem, _read_rows(decoded.text, has_quotes=False), losses)]


def _read_rows(text: str, has_quotes: bool) -> Iterator[Sequence[str]]:
    """Yield the rows of a CSV. Raises csv.Error for a cell that is too long."""
    delimiter = find_delimiter(text)
    if has_quotes:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    else:
        yield from (line.split(delimiter) for line in _split_lines(text) if line)


def find_delimiter(text: str) -> str:
    r"""Return the delimiter with which most rows have the same number of cells.

    >>> find_delimiter("Karte;Kosten\nMöwe;2,5\nBoot;3,5"), find_delimiter("a\tb, c\nd\te"), find_delimiter("name\nx")
    (';', '\t', ',')
    """
    return max(_DELIMITERS, key=lambda delimiter: _rate_delimiter(text, delimiter))


def _rate_delimiter(text: str, delimiter: str) -> tuple[float, int]:
    """Return the share of rows with the usual number of cells, and that number."""
    lines = [line for line in islice(_split_lines(text), 10 * _SAMPLE_ROWS) if line.strip(f" {delimiter}")]
    lines = [line for line in lines if not line.lstrip("\"' ").startswith("#")][:_SAMPLE_ROWS]
    if not lines or not any(delimiter in line for line in lines):
        return 0.0, 0
    try:
        lengths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        lengths = [line.count(delimiter) + 1 for line in lines]
    counts = Counter(length for length in lengths if length > 1)
    usual, rows = max(counts.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    head = lines[0].count(delimiter) > 0
    return round(rows / max(1, len(lengths)) + 0.5 * head, 2), usual


def _split_lines(text: str) -> Iterator[str]:
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def _make_table(name: str, rows: Iterable[Sequence[object]], losses: LossTally) -> Table:
    """Return the rows that are not blank, cleaned and equally long."""
    kept: list[Cells] = []
    too_many = 0
    for row in rows:
        if len(kept) >= MAX_ROWS:
            too_many += any(row)
            continue
        cells = tuple(map(clean_cell, row[:MAX_COLUMNS]))
        if any(cells):
            kept.append(cells)
    losses.add("piece", "number", count=too_many)
    usual = Counter(sum(map(bool, cells)) for cells in kept).most_common(1)
    if usual and usual[0][0] > 1:
        kept = [cells for cells in kept if not _is_comment(cells, usual[0][0])]
    width = max((index + 1 for cells in kept for index, cell in enumerate(cells) if cell), default=0)
    return Table(name, tuple((*cells[:width], *[""] * (width - len(cells))) for cells in kept))


def _is_comment(cells: Cells, usual: int) -> bool:
    """True if a row is a remark: it begins with # and a word, and has few cells."""
    return _COMMENT.match(cells[0]) is not None and 2 * sum(map(bool, cells)) <= usual


def clean_cell(cell: object) -> str:
    r"""Return a cell as text: whole numbers without a point, printable, lines kept.

    >>> [clean_cell(cell) for cell in (3.0, 2.5, True, None, " a\tb\r\nc ", "x\x00")]
    ['3', '2.5', 'yes', '', 'a b\nc', 'x']
    """
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    text = ("" if cell is None else str(cell))[:MAX_CELL_LENGTH].replace("\r\n", "\n").replace("\r", "\n")
    if not text.isprintable():
        text = "".join(
            letter if letter.isprintable() or letter == "\n" else " " if letter.isspace() else "" for letter in text
        )
    return text.strip()


def _read_workbook(name: str, stem: str, data: bytes, losses: LossTally) -> list[Table]:
    """Return the sheets of a workbook with rows.

    Raises BadBoxFile, also if the library that reads them is not installed.
    """
    try:
        import python_calamine
    except ImportError:
        raise BadBoxFile(name, m("Save it as CSV where you wrote it, and drop that.")) from None
    if _ENCRYPTED in data:
        raise BadBoxFile(name, _LOCKED)
    if data.startswith(b"PK"):
        _check_unpacked(name, data)
    try:
        with python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
            sheets = [sheet.name for sheet in workbook.sheets_metadata if _is_visible_sheet(sheet)]
            tables = [
                _make_table(sheet, workbook.get_sheet_by_name(sheet).to_python(nrows=MAX_ROWS), losses)
                for sheet in sheets[: 2 * MAX_SHEETS]
            ]
    except python_calamine.PasswordError:
        raise BadBoxFile(name, _LOCKED) from None
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise BadBoxFile(name, _UNREADABLE) from error
    tables = [table for table in tables if table.rows]
    return [Table(stem, tables[0].rows)] if len(tables) == 1 else tables


def _is_visible_sheet(sheet: Any) -> bool:
    return str(sheet.typ).endswith("WorkSheet") and str(sheet.visible).endswith(".Visible")


def _check_unpacked(name: str, data: bytes) -> None:
    """Raise BadBoxFile if a workbook is a bomb: its parts, or the area of a sheet."""
    inside, bytes_left = open_zip(name, data), _MAX_UNPACKED_BYTES
    for part in inside.sizes:
        content = inside.read_prefix(part, bytes_left + 1)
        bytes_left -= len(content)
        if bytes_left < 0:
            raise BadBoxFile(name, m("it has more than {most} bytes", most=_MAX_UNPACKED_BYTES))
        if PurePosixPath(part).name.lower() == _ODS_CONTENT and not _is_whole_document(content):
            raise BadBoxFile(name, _UNREADABLE)
        if _measure_sheet(content) > _MAX_AREA:
            raise BadBoxFile(name, m("there may be {most} cells at most", most=_MAX_AREA))


def _is_whole_document(content: bytes) -> bool:
    """True if XML has all its ends.

    Without them the library that reads an .ods looks for the end of a sheet for ever.
    """
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError):
        return False
    return True


def _refuse_doctype(*_details: object) -> NoReturn:
    """Refuse entities, which may multiply."""
    raise ValueError


def _measure_sheet(content: bytes) -> int:
    """Return the number of cells from the first to the last one of a sheet.

    It may be any part of a workbook. The library that reads it has space for all of them.
    """
    if b"table:table-row" in content:
        return max(map(_measure_repeated, _ODS_TABLE.split(content)))
    last_column = last_row = place_count = 0
    for letters, cell_row, row in _PLACE.findall(content):
        place_count += bool(letters)
        last_column, last_row = max(last_column, _count_columns(letters)), max(last_row, int(cell_row or row))
    rows = _ROW.split(content)
    widths = [len(_CELL.findall(row)) for row in rows]
    if sum(widths) > place_count:
        # Cells without a place are behind the last one, wherever that is.
        last_column, last_row = last_column + max(widths), last_row + len(rows) - 1
    return last_column * last_row


def _measure_repeated(content: bytes) -> int:
    """Return the number of cells up to the last one with a value, in an .ods."""
    rows = columns = row = column = 0
    row_repeat = 1
    for kind, attributes in _ODS_PART.findall(content):
        match = _REPEAT.search(attributes)
        repeat = int(match[1]) if match else 1
        if kind == b"row":
            row, column, row_repeat = row + row_repeat, 0, repeat
            continue
        column += repeat
        if b"value-type" in attributes:
            rows, columns = max(rows, row + row_repeat), max(columns, column)
    return rows * columns


def _count_columns(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number
