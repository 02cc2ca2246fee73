"""Cards from a spreadsheet, one a row.

It is read strictly; all errors name their line and column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from grenade_salad.boxes.card_layout import lay_out_card, strip_marks
from grenade_salad.boxes.errors import BadBoxFile, raise_all
from grenade_salad.boxes.files import PICTURE_SUFFIX
from grenade_salad.core import Json, to_json
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_PRINT_LENGTH, MAX_TEXT_LENGTH, Kind, Point, Printed
from grenade_salad.text import Message, m
from grenade_salad.text.decoding import decode_text

MAX_SHEET_BYTES = 1024 * 1024
"""Maximum bytes of a spreadsheet."""
_MAX_ROWS, _MAX_COLUMNS, _MAX_ERRORS = 1000, 100, 50
"""Maximum number of cards, of columns, and of errors that are listed."""
DEFAULT_NAMES: dict[str, tuple[str, ...]] = {
    "title": ("title", "name"),
    "number": ("number", "cost", "value"),
    "icon": ("icon",),
    "text": ("text", "rules", "description"),
    "picture": ("picture", "image"),
    "colour": ("colour", "color"),
    "count": ("count", "qty", "quantity"),
}
"""Names of columns if the box gives none."""
ICONS = ("bulb", "check", "clock", "club", "cross", "crown", "deck", "diamond", "dice1", "dice2", "dice3", "dice4",
         "dice5", "dice6", "eye", "gear", "hand", "heart", "minus", "person", "plus", "question", "skull", "spade",
         "trash", "undo")  # fmt: skip
"""The program's own icons that a card may have."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}|white|black|red|blue|green|yellow|orange|purple|brown|grey|wood")


@dataclass(frozen=True)
class CardSpreadsheet:
    """Cards from a spreadsheet."""

    file: str = "cards.csv"
    """A file of the box: CSV in UTF-8, with commas, semicolons or tabs.

    Its first row has the names of the columns.
    """
    title: str = ""
    """The column of names; `title` or `name` by default."""
    number: str = ""
    """The column of numbers; `number`, `cost` or `value` by default."""
    icon: str = ""
    """The column of icons; `icon` by default."""
    text: str = ""
    """The column of texts; `text`, `rules` or `description` by default."""
    picture: str = ""
    """The column of pictures; `picture` or `image` by default."""
    colour: str = ""
    """The column of colours; `colour` or `color` by default."""
    count: str = ""
    """The column of copies of a card; `count`, `qty` or `quantity` by default."""
    colours: dict[str, str] = field(default_factory=dict)
    """Colours for words in that column that are no colours themselves."""


@dataclass(frozen=True)
class _Row:
    line: int
    """The first line of the row in the file, from 1.

    A cell in quotes may have several lines.
    """
    cells: dict[str, str]
    """The cells by the names of their columns."""


def read_cards(data: bytes, sheet: CardSpreadsheet, kind: dict[str, Json]) -> dict[str, Json]:
    """Return the cards of a spreadsheet as keys of a kind.

    These are `fronts`, `counts` and `printed`. Raises BadBoxFile with all errors.
    """
    columns, rows = _read_rows(data, sheet)
    errors: list[BadBoxFile] = []
    cards: list[tuple[str, int, Printed]] = []
    size, min_size = _read_sizes(kind)
    for row in rows:
        results = list(_read_card(row, sheet, columns, size, min_size))
        errors += [result for result in results if isinstance(result, BadBoxFile)]
        cards += [result for result in results if not isinstance(result, BadBoxFile)]
        if len(errors) >= _MAX_ERRORS:
            break
    raise_all(errors)
    if not cards:
        raise BadBoxFile(sheet.file, m("there is no card in it"))
    if sum(count for _, count, _ in cards) > MAX_PIECES:
        raise BadBoxFile(sheet.file, m("there may be {most} at most", most=MAX_PIECES), columns.get("count", "count"))
    return {
        "fronts": [front for front, _, _ in cards],
        "counts": [count for _, count, _ in cards],
        "printed": [{key: cell for key, cell in _printed_to_json(card).items() if cell} for _, _, card in cards],
    }


def _printed_to_json(card: Printed) -> dict[str, Json]:
    keys = to_json(card)
    assert isinstance(keys, dict)
    return keys


def _read_sizes(kind: dict[str, Json]) -> tuple[Point, float]:
    """Return the size of a kind and its smallest type.

    A bad value is replaced by the default here; it is refused with its key later.
    """
    default = Kind("", "card")
    size, min_size = kind.get("size"), kind.get("least", default.least)
    is_size = isinstance(size, list) and len(size) == 2 and all(_is_number(side) and 1 <= side <= 5000 for side in size)  # type: ignore[operator]
    return (
        (float(size[0]), float(size[1])) if is_size else default.size,  # type: ignore[arg-type, index]
        float(min_size) if _is_number(min_size) and 1 <= min_size <= 20 else default.least,  # type: ignore[arg-type, operator]
    )


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _read_rows(data: bytes, sheet: CardSpreadsheet) -> tuple[dict[str, str], list[_Row]]:
    """Return the name of each column by its key, and the rows that are not empty."""
    try:
        text = decode_text(data).text
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadBoxFile(sheet.file, m("it is not UTF-8"), line=line) from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_find_delimiter(text), strict=True)
    last_line = 0
    columns: dict[str, str] = {}
    heads: list[str] = []
    rows: list[_Row] = []
    try:
        for cells in reader:
            line, last_line = last_line + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not heads:
                heads = [cell.strip() for cell in cells]
                columns = _find_columns(heads, sheet, line)
                continue
            if len(cells) > len(heads) and any(cell.strip() for cell in cells[len(heads) :]):
                raise BadBoxFile(sheet.file, m("there are more cells than columns"), line=line)
            if len(rows) >= _MAX_ROWS:
                raise BadBoxFile(sheet.file, m("there may be {most} at most", most=_MAX_ROWS), line=line)
            rows.append(_Row(line, dict(zip(heads, cells, strict=False))))
    except csv.Error:
        raise BadBoxFile(sheet.file, m("it is not CSV"), line=max(1, reader.line_num)) from None
    return columns, rows


def _find_delimiter(text: str) -> str:
    """Return the most frequent of three delimiters in the first non-empty line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _find_columns(heads: list[str], sheet: CardSpreadsheet, line: int) -> dict[str, str]:
    """Return the name of each column by its key.

    Raises BadBoxFile if a column that the box names is missing.
    """
    if len(heads) > _MAX_COLUMNS:
        raise BadBoxFile(sheet.file, m("there may be {most} at most", most=_MAX_COLUMNS), line=line)
    named = [head.casefold() for head in heads if head]
    if len(set(named)) < len(named):
        duplicate = next(name for name in named if named.count(name) > 1)
        raise BadBoxFile(sheet.file, m("{name} is there twice", name=duplicate[:40]), line=line)
    columns = {}
    for key in fields(sheet):
        if key.name in ("file", "colours"):
            continue
        wanted: str = getattr(sheet, key.name)
        names = (wanted,) if wanted else DEFAULT_NAMES[key.name]
        matches = [head for name in names for head in heads if head.casefold() == name.casefold()]
        if matches:
            columns[key.name] = matches[0]
        elif wanted:
            raise BadBoxFile(sheet.file, m("there is no column {name}", name=repr(wanted[:40])), line=line)
    if not {"title", "number", "icon", "text", "picture"} & set(columns):
        raise BadBoxFile(sheet.file, m("there is no column {name}", name=repr("title")), line=line)
    return columns


def _read_card(
    row: _Row, sheet: CardSpreadsheet, columns: dict[str, str], size: Point, min_size: float
) -> Iterator[tuple[str, int, Printed] | BadBoxFile]:
    """Yield the card of a row, or all errors in it."""

    def make_error(key: str, why: Message) -> BadBoxFile:
        return BadBoxFile(sheet.file, why, columns.get(key, key), row.line)

    cells = {key: row.cells.get(head, "").strip() for key, head in columns.items()}
    errors: list[BadBoxFile] = []
    count = cells.get("count") or "1"
    if not (count.isascii() and count.isdecimal() and len(count) < 6 and int(count) <= MAX_PIECES):
        errors.append(make_error("count", m("{word} is not a whole number", word=repr(count[:30]))))
    text = cells.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    for key, max_length in (("title", MAX_TEXT_LENGTH), ("number", 8), ("text", MAX_PRINT_LENGTH)):
        if len(cells.get(key, "")) > max_length:
            errors.append(make_error(key, m("it has more than {most} letters", most=max_length)))
        elif not cells.get(key, "").replace("\n", "" if key == "text" else "\n").replace("\r", "").isprintable():
            errors.append(make_error(key, m("there is a letter in it that cannot be printed")))
    icon, picture = cells.get("icon", ""), cells.get("picture", "")
    if icon and not PICTURE_SUFFIX.search(icon) and icon not in ICONS:
        errors.append(make_error("icon", m("there is no icon {name}", name=repr(icon[:40]))))
    if picture and not PICTURE_SUFFIX.search(picture):
        errors.append(
            make_error("picture", m("{name} is no picture: PNG, JPEG, WebP and SVG are", name=repr(picture[:40])))
        )
    colour = {key.casefold(): paint for key, paint in sheet.colours.items()}.get(
        cells.get("colour", "").casefold(), cells.get("colour", "")
    )
    if colour and not _COLOUR.fullmatch(colour.lower()):
        errors.append(make_error("colour", m("there is no colour {name}", name=repr(colour[:40]))))
    card = Printed(cells.get("title", ""), cells.get("number", ""), icon, text, picture, colour)
    if not errors and (crowded := lay_out_card(card, size, min_size).crowded):
        message = m("it does not fit on the card, in type of {least} mm either", least=f"{min_size:g}")
        errors.append(make_error(crowded, message))
    if errors:
        yield from errors
    elif int(count):
        yield _name_card(card, row.line), int(count), card


def _name_card(card: Printed, line: int) -> str:
    """Return the name of a card for people."""
    name = card.title or " ".join(strip_marks(card.text).split())[:60] or card.number or card.icon or card.picture
    return name[:MAX_TEXT_LENGTH] or str(line)
