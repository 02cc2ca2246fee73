"""A box from its folder or zip: `box.toml`, `rules.md` and the pictures that it names, all of it or nothing.

A complaint says in which line of the file a key stands.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath

from grenade_salad.boxes.errors import BadBoxFile, printable, raise_all
from grenade_salad.boxes.files import DESCRIPTION, LONGEST_ZIP, Source, source
from grenade_salad.boxes.image_size import LONGEST_PICTURE, check_picture
from grenade_salad.boxes.spreadsheet import ICONS, LONGEST_SHEET, Sheet, keys_of
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import LONGEST_BOX, LONGEST_RULES, MOST_SEATS, Box, Point, TableSetup
from grenade_salad.games.open_table.box_validation import all_wrong, why_not_box, why_too_long
from grenade_salad.games.open_table.reasons import BadBox
from grenade_salad.match.lines import BadLine, convert
from grenade_salad.text import m

_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.\- \"']+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w\-]+)\s*=")
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def line_of(text: str, where: str) -> int:
    """The line, from 1, of a path such as kinds[3].size: of its key, or of the table in which it is not; 0: unknown.

    >>> toml = 'name = "it"\\n[[kinds]]\\nname = "a"\\n[[kinds]]\\nname = "b"\\nsize = [0, 1]\\n'
    >>> [line_of(toml, where) for where in ("name", "kinds[1].size", "kinds[0].size", "kinds[1].size[0]", "seats")]
    [1, 6, 2, 6, 0]
    """
    parts = [found[1] or int(found[2]) for found in _PART.finditer(where)]
    if not parts or not isinstance(parts[0], str):
        return 0
    number = parts[1] if len(parts) > 1 and isinstance(parts[1], int) else 0
    rest = [part for part in parts[1:] if isinstance(part, str)]
    seen, inside, found = -1, "", 0
    for at, line in enumerate(text.split("\n"), 1):
        if head := _HEAD.match(line):
            inside = head[2].strip()
            if inside == parts[0]:
                seen += 1
                if seen == number:
                    found = at
            continue
        key = _KEY.match(line)
        if key is None:
            continue
        if not inside and key[1] == parts[0]:
            return at
        if inside == parts[0] and seen == number and rest and key[1] == rest[0]:
            return at
    return found


FORM = 1
"""The version of the format, `box = 1` in the file."""
RULES = "rules.md"
MOST_PICTURES = 1000
PICTURE = re.compile(r"\.(png|jpe?g|webp|svg)$", re.IGNORECASE)
"""How the files of pictures end."""
_PAGE = re.compile(r"rules\.([a-z]{2,3}(?:_[A-Z]{2})?)\.md")
_MOST_PAGES = 60
_MOST_SNAPS = 1000
_MOST_COMPLAINTS = 50


@dataclass(frozen=True)
class Grid:
    """Snap points in rows and columns round the middle of a board."""

    columns: int
    """1 to 100."""
    rows: int
    """1 to 100; 1000 points at most."""
    step: Point
    """How far apart they are, across and up, in mm: more than 0, to 5000."""
    hex: bool = False
    """Whether they are the middles of hexagons: every other row is half a step farther to the right."""

    def points(self) -> list[Json]:
        """From the lower left, row by row, in mm from the middle. In a grid of hexagons every other row is half a step
        farther to the right."""
        wide, high = self.step
        aside = 0.25 if self.hex else 0.0
        return [
            [
                round(wide * (column - (self.columns - 1) / 2 + (aside if row % 2 else -aside)), 3),
                round(high * (row - (self.rows - 1) / 2), 3),
            ]
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Opened:
    """A box that was read, with the bytes of its pictures by their names in it."""

    box: Box
    pictures: dict[str, bytes]
    pages: dict[str, str] = field(default_factory=dict)
    """How people play in other languages than that of `box.rules`, by their codes."""
    left_out: tuple[str, ...] = ()
    """What a file of another program has that has no place here."""

    def rules_in(self, language: str) -> str:
        """The page of how people play in a language, as in "de" or "pt_BR"; else that which the box has."""
        return self.pages.get(language) or self.pages.get(language.partition("_")[0]) or self.box.rules

    @property
    def hash(self) -> str:
        """By which a record knows the pictures again; "" if there are none."""
        if not self.pictures:
            return ""
        whole = hashlib.sha256()
        for name, data in sorted(self.pictures.items()):
            whole.update(f"{name}\n{hashlib.sha256(data).hexdigest()}\n".encode())
        return whole.hexdigest()

    @property
    def setup(self) -> TableSetup:
        """What stands in the record of a match with this box."""
        return TableSetup(self.box, self.hash)


def read(path: Path) -> Opened:
    """The box in a folder or a zip. Raises BadBoxFile, with one line that says what is wrong with which file; what else
    is wrong is in its `more`."""
    return opened_from(source(path))


def opened_from(files: Source) -> Opened:
    """The box of these files. Raises BadBoxFile."""
    description = files.read(DESCRIPTION, LONGEST_BOX)
    try:
        return _opened(files, parse(description, _rules(files), files))
    except BadBoxFile as error:
        raise_all([_with_line(one, description) for one in error.all])
        raise


def _with_line(error: BadBoxFile, description: bytes) -> BadBoxFile:
    """The same with the line in which its key stands, if that can be had."""
    file, line, where, why = error.parts
    if file != DESCRIPTION or line or not where:
        return error
    return BadBoxFile(file, why, where, line_of(description.decode(errors="replace"), where))


def _opened(files: Source, box: Box) -> Opened:
    names = pictures_of(box)
    if len(names) > MOST_PICTURES:
        raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=MOST_PICTURES), "kinds.pictures")
    pictures, left = dict[str, bytes](), LONGEST_ZIP
    wrong: list[BadBoxFile] = []
    for name in names:
        try:
            pictures[name] = files.read(name, min(left, LONGEST_PICTURE))
            left -= len(pictures[name])
            check_picture(name, pictures[name])
        except BadBoxFile as error:
            wrong.append(error)
    opened = Opened(box, pictures, _pages(files))
    try:
        check(opened)
    except BadBoxFile as error:
        wrong += error.all
    raise_all(wrong)
    return opened


def pictures_of(box: Box) -> list[str]:
    """The files of all pictures, each once."""
    found = {name for kind in box.kinds for name in (*kind.pictures, kind.back_picture)}
    found |= {one.picture for kind in box.kinds for one in kind.printed}
    found |= {one.icon for kind in box.kinds for one in kind.printed if one.icon not in ICONS}
    return sorted(name for name in found if name)


NO_FILES = Source({}, lambda _name, _most: b"")


def parse(data: bytes, rules: str = "", files: Source = NO_FILES) -> Box:
    """The box that a `box.toml` describes, with the cards of its spreadsheets. Raises BadBoxFile."""
    try:
        found: dict[str, Json] = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise BadBoxFile(DESCRIPTION, m("it is not UTF-8")) from None
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else type(error).__name__
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=printable(why))) from None
    form = found.pop("box", None)
    if form != FORM or isinstance(form, (bool, float)):
        raise BadBoxFile(DESCRIPTION, m("this program reads boxes with the line box = {form}", form=FORM), "box")
    if "rules" in found:
        raise BadBoxFile(DESCRIPTION, m("how people play stands in {file}", file=RULES), "rules")
    try:
        return convert({**_filled(found, files), "rules": rules}, Box)
    except BadLine as error:
        raise _of_line(str(error)) from None
    except (OverflowError, ValueError, TypeError) as error:
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=type(error).__name__)) from error


def _of_line(why: str) -> BadBoxFile:
    """What the types say of a value, or of a key that they do not have."""
    extra = re.fullmatch(r"(?:([\w.\[\]]+): )?there is no such key: '(.*)'", why)
    if extra:
        where = ".".join(part for part in (extra[1], extra[2]) if part)
        return BadBoxFile(DESCRIPTION, m("there is no such key"), where)
    place = re.match(r"((?:[\w.\[\]]+: )+)(.*)", why, re.DOTALL)
    if place is None:
        return BadBoxFile(DESCRIPTION, why)
    return BadBoxFile(DESCRIPTION, place[2], place[1].removesuffix(": ").replace(": ", "."))


def _filled(found: dict[str, Json], files: Source) -> dict[str, Json]:
    """The same with what stands for more in place: the points of grids, the rows of spreadsheets, folders' pictures."""
    kinds = found.get("kinds")
    if not isinstance(kinds, list):
        return found
    made: list[Json] = []
    wrong: list[BadBoxFile] = []
    for at, kind in enumerate(kinds):
        if not isinstance(kind, dict):
            made.append(kind)
            continue
        try:
            made.append(_with_files(_with_snaps(kind, f"kinds[{at}].grid"), f"kinds[{at}]", files))
        except BadBoxFile as error:
            wrong += error.all
    raise_all(wrong)
    return {**found, "kinds": made}


def _with_files(kind: dict[str, Json], where: str, files: Source) -> dict[str, Json]:
    """A kind with the cards of its spreadsheet, and the pictures of its folder."""
    if "csv" in kind:
        sheet = convert(kind["csv"], Sheet, f"{where}.csv")
        for key in ("fronts", "counts", "printed", "count"):
            if key in kind:
                raise BadBoxFile(DESCRIPTION, m("this stands in the spreadsheet"), f"{where}.{key}")
        rest = {key: value for key, value in kind.items() if key != "csv"}
        kind = {**rest, **keys_of(files.read(sheet.file, LONGEST_SHEET), sheet, rest)}
    pictures = kind.get("pictures")
    if not (isinstance(pictures, list) and len(pictures) == 1 and isinstance(pictures[0], str)):
        return kind
    if not pictures[0].endswith("/"):
        return kind
    there: list[Json] = [name for name in sorted(files.sizes) if name.startswith(pictures[0]) and PICTURE.search(name)]
    if not there:
        raise BadBoxFile(DESCRIPTION, m("there is no such file in the box"), f"{where}.pictures")
    made = {**kind, "pictures": there}
    if "fronts" not in kind:
        made["fronts"] = [PurePosixPath(str(name)).stem.replace("_", " ") for name in there]
    return made


def _with_snaps(kind: dict[str, Json], where: str) -> dict[str, Json]:
    """A kind with the points of its grid in place of it."""
    if "grid" not in kind:
        return kind
    grid = convert(kind["grid"], Grid, where)
    if not (0 < grid.columns <= 100 and 0 < grid.rows <= 100 and grid.columns * grid.rows <= _MOST_SNAPS):
        raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=_MOST_SNAPS), where)
    rest = {key: value for key, value in kind.items() if key != "grid"}
    return {**rest, "snaps": [*_list(kind.get("snaps")), *grid.points()]}


def _list(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else []


def _rules(files: Source, name: str = RULES) -> str:
    if name not in files.sizes:
        return ""
    try:
        page = files.read(name, LONGEST_RULES * 4).decode()
    except UnicodeDecodeError:
        raise BadBoxFile(name, m("it is not UTF-8")) from None
    if len(page) > LONGEST_RULES:
        raise BadBoxFile(name, m("it has more than {most} letters", most=LONGEST_RULES))
    return page.replace("\r\n", "\n")


def _pages(files: Source) -> dict[str, str]:
    named = {name: found[1] for name in files.sizes if (found := _PAGE.fullmatch(name))}
    if len(named) > _MOST_PAGES:
        raise BadBoxFile(RULES, m("there may be {most} at most", most=_MOST_PAGES))
    return {code: _rules(files, name) for name, code in named.items()}


def check(opened: Opened) -> None:
    """The same as for a box in a record, for every number of seats that it names; all that is wrong with it."""
    least, most = opened.box.seats
    for seats in range(least, max(least, min(most, least + 8)) + 1):
        reason = why_not_box(seats, opened.box) or (why_too_long(opened.setup) if seats == least else None)
        if reason is None:
            continue
        wrong = [(one.where, one.why) for one in (reason,) if isinstance(one, BadBox)]
        if not wrong:
            raise BadBoxFile(DESCRIPTION, reason.message())
        if 1 <= least <= most <= MOST_SEATS:
            wrong += [one for one in islice(all_wrong(opened.box, seats), _MOST_COMPLAINTS) if one not in wrong]
        raise_all([BadBoxFile(DESCRIPTION, why, where) for where, why in wrong])
