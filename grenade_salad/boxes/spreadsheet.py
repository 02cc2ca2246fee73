"""Cards from a spreadsheet: a row a card. Read strictly, and all that is wrong is told with its line and column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from grenade_salad.boxes.card_layout import laid, unmarked
from grenade_salad.boxes.errors import BadBoxFile, raise_all
from grenade_salad.core import Json, to_json
from grenade_salad.games.open_table.box import LONGEST_PRINT, LONGEST_TEXT, MOST_PIECES, Kind, Point, Printed
from grenade_salad.text import Message, m

LONGEST_SHEET = 1024 * 1024
"""Bytes of a spreadsheet."""
_MOST_ROWS, _MOST_COLUMNS, _MOST_COMPLAINTS = 1000, 100, 50
_COUNT = ("count", "qty", "quantity")
_USUAL: dict[str, tuple[str, ...]] = {
    "title": ("title", "name"),
    "number": ("number", "cost", "value"),
    "icon": ("icon",),
    "text": ("text", "rules", "description"),
    "picture": ("picture", "image"),
    "colour": ("colour", "color"),
}
"""What columns are called if the box does not say."""
ICONS = ("bulb", "check", "clock", "club", "cross", "crown", "deck", "diamond", "dice1", "dice2", "dice3", "dice4",
         "dice5", "dice6", "eye", "gear", "hand", "heart", "minus", "person", "plus", "question", "skull", "spade",
         "trash", "undo")  # fmt: skip
"""The program's own icons that a card may have."""
_FILE = re.compile(r"\.(png|jpe?g|webp|svg)$", re.IGNORECASE)
_PAINT = re.compile(r"#[0-9A-Fa-f]{6}|white|black|red|blue|green|yellow|orange|purple|brown|grey|wood")


@dataclass(frozen=True)
class Sheet:
    """Cards from a spreadsheet."""

    file: str = "cards.csv"
    """A file of the box: CSV in UTF-8, with commas, semicolons or tabs; its first row has the names of the columns."""
    title: str = ""
    """The column of names; without a word `title` or `name`."""
    number: str = ""
    """The column of numbers; without a word `number`, `cost` or `value`."""
    icon: str = ""
    """The column of icons; without a word `icon`."""
    text: str = ""
    """The column of texts; without a word `text`, `rules` or `description`."""
    picture: str = ""
    """The column of pictures; without a word `picture` or `image`."""
    colour: str = ""
    """The column by which cards have their colour; without a word `colour` or `color`."""
    count: str = ""
    """The column that says how many there are; without a word `count`, `qty` or `quantity`."""
    colours: dict[str, str] = field(default_factory=dict)
    """Which colour the words of that column have, if they are none themselves."""


@dataclass(frozen=True)
class _Row:
    line: int
    cells: dict[str, str]


def keys_of(data: bytes, sheet: Sheet, kind: dict[str, Json]) -> dict[str, Json]:
    """The keys of a kind that the rows fill: `fronts`, `counts`, `printed`. Raises BadBoxFile with all complaints."""
    columns, rows = _rows(data, sheet)
    wrong: list[BadBoxFile] = []
    cards: list[tuple[str, int, Printed]] = []
    size, least = _measures(kind)
    for row in rows:
        found = list(_card(row, sheet, columns, size, least))
        wrong += [one for one in found if isinstance(one, BadBoxFile)]
        cards += [one for one in found if not isinstance(one, BadBoxFile)]
        if len(wrong) >= _MOST_COMPLAINTS:
            break
    raise_all(wrong)
    if not cards:
        raise BadBoxFile(sheet.file, m("there is no card in it"))
    if sum(count for _, count, _ in cards) > MOST_PIECES:
        raise BadBoxFile(sheet.file, m("there may be {most} at most", most=MOST_PIECES), columns.get("count", "count"))
    return {
        "fronts": [front for front, _, _ in cards],
        "counts": [count for _, count, _ in cards],
        "printed": [{key: cell for key, cell in _plain(one).items() if cell} for _, _, one in cards],
    }


def _plain(one: Printed) -> dict[str, Json]:
    made = to_json(one)
    assert isinstance(made, dict)
    return made


def _measures(kind: dict[str, Json]) -> tuple[Point, float]:
    """Size and smallest type; what is none is refused with its key later."""
    usual = Kind("", "card")
    size, least = kind.get("size"), kind.get("least", usual.least)
    good = isinstance(size, list) and len(size) == 2 and all(_number(one) and 1 <= one <= 5000 for one in size)  # type: ignore[operator]
    return (
        (float(size[0]), float(size[1])) if good else usual.size,  # type: ignore[arg-type, index]
        float(least) if _number(least) and 1 <= least <= 20 else usual.least,  # type: ignore[arg-type, operator]
    )


def _number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _rows(data: bytes, sheet: Sheet) -> tuple[dict[str, str], list[_Row]]:
    """Which column is what, and the rows that have anything in them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadBoxFile(sheet.file, m("it is not UTF-8"), line=line) from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_between(text), strict=True)
    before = 0
    columns: dict[str, str] = {}
    heads: list[str] = []
    rows: list[_Row] = []
    try:
        for cells in reader:
            line, before = before + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not heads:
                heads = [cell.strip() for cell in cells]
                columns = _columns(heads, sheet, line)
                continue
            if len(cells) > len(heads) and any(cell.strip() for cell in cells[len(heads) :]):
                raise BadBoxFile(sheet.file, m("there are more cells than columns"), line=line)
            if len(rows) >= _MOST_ROWS:
                raise BadBoxFile(sheet.file, m("there may be {most} at most", most=_MOST_ROWS), line=line)
            rows.append(_Row(line, dict(zip(heads, cells, strict=False))))
    except csv.Error:
        raise BadBoxFile(sheet.file, m("it is not CSV"), line=max(1, reader.line_num)) from None
    return columns, rows


def _between(text: str) -> str:
    """What stands between cells: the commonest of three in the first line that has anything in it."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _columns(heads: list[str], sheet: Sheet, line: int) -> dict[str, str]:
    """Which head says what; what the box names must be there."""
    if len(heads) > _MOST_COLUMNS:
        raise BadBoxFile(sheet.file, m("there may be {most} at most", most=_MOST_COLUMNS), line=line)
    named = [head.casefold() for head in heads if head]
    if len(set(named)) < len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise BadBoxFile(sheet.file, m("{name} is there twice", name=twice[:40]), line=line)
    found = {}
    for what in fields(sheet):
        if what.name in ("file", "colours"):
            continue
        wanted: str = getattr(sheet, what.name)
        usual = (wanted,) if wanted else _COUNT if what.name == "count" else _USUAL[what.name]
        there = [head for name in usual for head in heads if head.casefold() == name.casefold()]
        if there:
            found[what.name] = there[0]
        elif wanted:
            raise BadBoxFile(sheet.file, m("there is no column {name}", name=repr(wanted[:40])), line=line)
    if not {"title", "number", "icon", "text", "picture"} & set(found):
        raise BadBoxFile(sheet.file, m("there is no column {name}", name=repr("title")), line=line)
    return found


def _card(
    row: _Row, sheet: Sheet, columns: dict[str, str], size: Point, least: float
) -> Iterator[tuple[str, int, Printed] | BadBoxFile]:
    """A row's card, or all that is wrong with it."""

    def bad(what: str, why: Message) -> BadBoxFile:
        return BadBoxFile(sheet.file, why, columns.get(what, what), row.line)

    cells = {what: row.cells.get(head, "").strip() for what, head in columns.items()}
    wrong: list[BadBoxFile] = []
    count = cells.get("count") or "1"
    if not (count.isascii() and count.isdecimal() and len(count) < 6 and int(count) <= MOST_PIECES):
        wrong.append(bad("count", m("{word} is not a whole number", word=repr(count[:30]))))
    text = cells.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    for what, most in (("title", LONGEST_TEXT), ("number", 8), ("text", LONGEST_PRINT)):
        if len(cells.get(what, "")) > most:
            wrong.append(bad(what, m("it has more than {most} letters", most=most)))
        elif not cells.get(what, "").replace("\n", "" if what == "text" else "\n").replace("\r", "").isprintable():
            wrong.append(bad(what, m("there is a letter in it that cannot be printed")))
    icon, picture = cells.get("icon", ""), cells.get("picture", "")
    if icon and not _FILE.search(icon) and icon not in ICONS:
        wrong.append(bad("icon", m("there is no icon {name}", name=repr(icon[:40]))))
    if picture and not _FILE.search(picture):
        wrong.append(bad("picture", m("{name} is no picture: PNG, JPEG, WebP and SVG are", name=repr(picture[:40]))))
    colour = {key.casefold(): paint for key, paint in sheet.colours.items()}.get(
        cells.get("colour", "").casefold(), cells.get("colour", "")
    )
    if colour and not _PAINT.fullmatch(colour.lower()):
        wrong.append(bad("colour", m("there is no colour {name}", name=repr(colour[:40]))))
    one = Printed(cells.get("title", ""), cells.get("number", ""), icon, text, picture, colour)
    if not wrong and (crowded := laid(one, size, least).crowded):
        smallest = m("it does not fit on the card, in type of {least} mm either", least=f"{least:g}")
        wrong.append(bad(crowded, smallest))
    if wrong:
        yield from wrong
    elif int(count):
        yield _front(one, row.line), int(count), one


def _front(one: Printed, line: int) -> str:
    """What people call the card."""
    called = one.title or " ".join(unmarked(one.text).split())[:60] or one.number or one.icon or one.picture
    return called[:LONGEST_TEXT] or str(line)
