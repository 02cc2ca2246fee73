"""Read a box from its folder or zip: `box.toml`, `rules.md` and its pictures.

All of it is read, or nothing. Errors name the line of the file in which a key is.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePosixPath

from grenade_salad.boxes.answers import Guess
from grenade_salad.boxes.drawings import Drawing
from grenade_salad.boxes.errors import BadBoxFile, printable, raise_all
from grenade_salad.boxes.files import DESCRIPTION, MAX_ZIP_BYTES, PICTURE_SUFFIX, Source, open_source
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.spreadsheet import ICONS, MAX_SHEET_BYTES, CardSpreadsheet, read_cards
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_BOX_BYTES, MAX_RULES_LENGTH, MAX_SEATS, Box, Loss, Point, TableSetup
from grenade_salad.games.open_table.box_validation import find_faults, find_long_buttons, why_not_box, why_too_long
from grenade_salad.games.open_table.reasons import BadBox
from grenade_salad.match.lines import BadLine, convert
from grenade_salad.text import m
from grenade_salad.text.decoding import decode_text

FORMAT_VERSION = 1
"""The version of the format, `box = 1` in the file."""
RULES_FILE = "rules.md"
MAX_PICTURES = 1000
MAX_SHEETS_BYTES = 2 * MAX_SHEET_BYTES
"""Maximum bytes of the spreadsheets of all kinds, each time that one is named."""
_TRANSLATED_RULES = re.compile(r"rules\.([a-z]{2,3}(?:_[A-Z]{2})?)\.md")
"""Names of rules pages in other languages; the group is the language code."""
_MAX_PAGES = 60
"""Maximum number of rules pages in other languages."""
_MAX_SNAPS = 1000
"""Maximum number of points of a grid."""
_MAX_ERRORS = 50
"""Maximum number of errors that are listed for one number of seats."""
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|$)|' + r"'''(?:[^']|'(?!''))*+(?:'{3,5}|$)|"
    r'"(?:[^"\\\n]|\\.)*+"?|' + r"'[^'\n]*+'?|#[^\n]*+|[.\[\]{}=,\n]|[^.\[\]{}=,\n\"'#]++",
    re.DOTALL,
)
"""A string, a comment, a sign or anything else of TOML."""
_MAX_KEY_PARTS, _MAX_DEPTH = 8, 16
"""Maximum of names in a dotted key, and of arrays and tables in each other.

A box has keys such as `kinds.csv.colours`. tomllib needs a gigabyte for a key of fifty thousand names.
"""
_HEAD_NAME = re.compile(r"[\w.\- \"']+")
_KEY = re.compile(r"\s*([\w\-]+)\s*=")
"""A line that sets a key."""
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
"""A part of a key path: a key, or an index in brackets."""


def find_line(text: str, key_path: str) -> int:
    r"""Return the line, from 1, of a key path such as kinds[3].size; 0 if unknown.

    It is the line of the key, or of the table in which the key is missing.

    >>> toml = 'name = "it"\n[[kinds]]\nname = "a"\n[[kinds]]\nname = "b"\nsize = [0, 1]\n'
    >>> [find_line(toml, path) for path in ("name", "kinds[1].size", "kinds[0].size", "kinds[1].size[0]", "seats")]
    [1, 6, 2, 6, 0]
    """
    parts = [match[1] or int(match[2]) for match in _PART.finditer(key_path)]
    if not parts or not isinstance(parts[0], str):
        return 0
    index = parts[1] if len(parts) > 1 and isinstance(parts[1], int) else 0
    rest = [part for part in parts[1:] if isinstance(part, str)]
    table_index, table, table_line = -1, "", 0
    for line_number, line in enumerate(text.split("\n"), 1):
        if head := _read_head(line):
            table = head
            if table == parts[0]:
                table_index += 1
                if table_index == index:
                    table_line = line_number
            continue
        key = _KEY.match(line)
        if key is None:
            continue
        if not table and key[1] == parts[0]:
            return line_number
        if table == parts[0] and table_index == index and rest and key[1] == rest[0]:
            return line_number
    return table_line


def _read_head(line: str) -> str:
    """Return the name in a line that begins a table, as in [[kinds]]; else "".

    >>> [_read_head(line) for line in ("[[ kinds ]] # cards", "[flick]", "at = [[1, 2]]", "[" + 100_000 * " ")]
    ['kinds', 'flick', '', '']
    """
    inside, bracket, rest = line.strip().partition("]")
    rest = rest.removeprefix("]").strip()
    name = inside.removeprefix("[").removeprefix("[").strip()
    is_head = inside.startswith("[") and bracket and (not rest or rest.startswith("#")) and _HEAD_NAME.fullmatch(name)
    return name if is_head else ""


def _find_excess(text: str) -> int:
    """Return the line, from 1, of a key or a nesting that no box has, or 0.

    >>> _find_excess("a = 1\\n" + "a." * 50_000 + "a = 1"), _find_excess('a = "a.a.a.a.a.a.a.a.a.a.a" # ....')
    (2, 0)
    """
    line, parts, depth = 1, 1, 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case ".":
                parts += 1
            case "[" | "{":
                parts, depth = 1, depth + 1
            case "]" | "}":
                parts, depth = 1, max(0, depth - 1)
            case "=" | ",":
                parts = 1
            case text_token:
                if text_token == "\n":
                    parts = 1
                line += text_token.count("\n")
        if parts > _MAX_KEY_PARTS or depth > _MAX_DEPTH:
            return line
    return 0


@dataclass(frozen=True)
class Grid:
    """Snap points in rows and columns round the middle of a board."""

    columns: int
    """1 to 100."""
    rows: int
    """1 to 100; 1000 points at most."""
    step: Point
    """Distance between points, across and up, in mm: more than 0, at most 5000."""
    hex: bool = False
    """True for the middles of hexagons.

    Every other row is then half a step farther to the right.
    """

    def points(self) -> list[Json]:
        """Return the points in mm from the middle, row by row from the lower left.

        In a grid of hexagons every other row is half a step farther to the right.
        """
        step_x, step_y = self.step
        # Rows are shifted to both sides in turn, so that the middle of the grid stays in the middle.
        shift = 0.25 if self.hex else 0.0
        return [
            [
                round(step_x * (column - (self.columns - 1) / 2 + (shift if row % 2 else -shift)), 3),
                round(step_y * (row - (self.rows - 1) / 2), 3),
            ]
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class LoadedBox:
    """A box that was read, with the bytes of its pictures by their names."""

    box: Box
    pictures: dict[str, bytes]
    pages: dict[str, str] = field(default_factory=dict)
    """Rules pages in other languages than that of `box.rules`, by language code."""
    drawings: dict[str, Drawing] = field(default_factory=dict)
    """Pictures that are put together from others, by name.

    Until they are drawn, one of their parts stands for each.
    """
    is_foreign: bool = False
    """True if it was made from another program's file.

    A picture that cannot be decoded is a loss then.
    """
    cover_name: str = ""
    """The picture for its card on the shelf, until it is decoded."""
    cover: bytes = b""
    """The same, decoded; without it, the table is drawn on the card."""
    variants: tuple[str, ...] = ()
    """The names of all games in the file, if there are several."""
    variant: str = ""
    """The name of the game that this is, if there are several."""
    guess: Guess | None = field(default=None, compare=False)
    """The guesses about a table or pictures; None for all other files."""
    pictures_hash: str = ""
    """Hash by which a record identifies the pictures; "" if there are none.

    It is that of their files, and stays when the pictures are written again in other sizes.
    """

    def __post_init__(self) -> None:
        if self.pictures and not self.pictures_hash:
            object.__setattr__(self, "pictures_hash", hash_pictures(self.pictures))

    def rules_in(self, language: str) -> str:
        """Return the rules page in a language, such as "de" or "pt_BR".

        Return that of the box if there is no such page.
        """
        return self.pages.get(language) or self.pages.get(language.partition("_")[0]) or self.box.rules

    @property
    def setup(self) -> TableSetup:
        """The setup in the record of a match with this box."""
        return TableSetup(self.box, self.pictures_hash)


def hash_pictures(pictures: Mapping[str, bytes]) -> str:
    """Return the hash of picture files by their names."""
    digest = hashlib.sha256()
    for name, data in sorted(pictures.items()):
        digest.update(f"{name}\n{hashlib.sha256(data).hexdigest()}\n".encode())
    return digest.hexdigest()


def read(path: Path) -> LoadedBox:
    """Return the box in a folder or a zip.

    Raises BadBoxFile with one line that says which file is wrong, and why; further errors are in its `others`.
    """
    return read_from(open_source(path))


def read_from(files: Source) -> LoadedBox:
    """Return the box of these files. Raises BadBoxFile."""
    description = files.read(DESCRIPTION, MAX_BOX_BYTES)
    try:
        box = parse_box(description, _read_rules(files), files)
        return _load(files, replace(box, losses=(*box.losses, *_find_guessed_texts(files, description))))
    except BadBoxFile as error:
        raise_all([_add_line(single, description) for single in error.all_errors])
        raise


def _find_guessed_texts(files: Source, description: bytes) -> tuple[Loss, ...]:
    """Return a loss with the files whose encoding is a guess, or nothing."""
    losses = LossTally()
    sheets = (name for name in files.sizes if name.lower().endswith(".csv") and name.encode() in description)
    for name in (DESCRIPTION, RULES_FILE, *sorted(sheets)):
        # All of them have been read: a longer one was refused.
        data = files.read_prefix(name, MAX_SHEET_BYTES) if name in files.sizes else b""
        with contextlib.suppress(UnicodeDecodeError):
            losses.add("guess", "letters", name, count=decode_text(data).is_guessed)
    return losses.to_losses()


def _add_line(error: BadBoxFile, description: bytes) -> BadBoxFile:
    """Return the error with the line in which its key is, if it can be found."""
    file, line, key_path, why = error.details
    if file != DESCRIPTION or line or not key_path:
        return error
    return BadBoxFile(file, why, key_path, find_line(decode_text(description).text, key_path))


def _load(files: Source, box: Box) -> LoadedBox:
    names = list_pictures(box)
    if len(names) > MAX_PICTURES:
        raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=MAX_PICTURES), "kinds.pictures")
    pictures, bytes_left = dict[str, bytes](), MAX_ZIP_BYTES
    errors: list[BadBoxFile] = []
    for name in names:
        try:
            pictures[name] = files.read(name, min(bytes_left, MAX_PICTURE_BYTES))
            bytes_left -= len(pictures[name])
            check_picture(name, pictures[name])
        except BadBoxFile as error:
            errors.append(error)
    loaded = LoadedBox(box, pictures, _read_pages(files))
    try:
        check_loaded_box(loaded)
    except BadBoxFile as error:
        errors += error.all_errors
    raise_all(errors)
    return loaded


def list_pictures(box: Box) -> list[str]:
    """Return the files of all pictures, each once."""
    names = {name for kind in box.kinds for name in (*kind.pictures, kind.back_picture)}
    names |= {printed.picture for kind in box.kinds for printed in kind.printed}
    names |= {printed.icon for kind in box.kinds for printed in kind.printed if printed.icon not in ICONS}
    return sorted(name for name in names if name)


def rename_pictures(box: Box, rename: Callable[[str], str]) -> Box:
    """Return a box whose files of pictures have other names; "" is no picture.

    Names that are no files, such as those of icons of the program, are asked for as well.
    """
    kinds = tuple(
        replace(
            kind,
            pictures=tuple(map(rename, kind.pictures)),
            back_picture=rename(kind.back_picture),
            printed=tuple(replace(card, picture=rename(card.picture), icon=rename(card.icon)) for card in kind.printed),
        )
        for kind in box.kinds
    )
    return replace(box, kinds=kinds)


NO_FILES = Source({}, lambda _name, _max_bytes: b"")


def parse_box(data: bytes, rules: str = "", files: Source = NO_FILES) -> Box:
    """Return the box that a `box.toml` describes, with the cards of its spreadsheets.

    Raises BadBoxFile.
    """
    try:
        text = decode_text(data).text
    except UnicodeDecodeError:
        raise BadBoxFile(DESCRIPTION, m("it is not UTF-8")) from None
    if line := _find_excess(text):
        excess = m("names or brackets are nested too deeply")
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=excess), line=line)
    try:
        table: dict[str, Json] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else type(error).__name__
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=printable(why))) from None
    version = table.pop("box", None)
    if version != FORMAT_VERSION or isinstance(version, (bool, float)):
        raise BadBoxFile(
            DESCRIPTION, m("this program reads boxes with the line box = {form}", form=FORMAT_VERSION), "box"
        )
    if "rules" in table:
        raise BadBoxFile(DESCRIPTION, m("how people play stands in {file}", file=RULES_FILE), "rules")
    try:
        return convert({**_expand(table, files), "rules": rules}, Box)
    except BadLine as error:
        raise _to_box_error(str(error)) from None
    except (OverflowError, ValueError, TypeError) as error:
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=type(error).__name__)) from error


def _to_box_error(why: str) -> BadBoxFile:
    """Return a type error of `convert`, for a value or an unknown key, as BadBoxFile."""
    unknown_key = re.fullmatch(r"(?:([\w.\[\]]+): )?there is no such key: '(.*)'", why)
    if unknown_key:
        key_path = ".".join(part for part in (unknown_key[1], unknown_key[2]) if part)
        return BadBoxFile(DESCRIPTION, m("there is no such key"), key_path)
    place = re.match(r"((?:[\w.\[\]]+: )+)(.*)", why, re.DOTALL)
    if place is None:
        return BadBoxFile(DESCRIPTION, why)
    return BadBoxFile(DESCRIPTION, place[2], place[1].removesuffix(": ").replace(": ", "."))


def _expand(table: dict[str, Json], files: Source) -> dict[str, Json]:
    """Return the table with its abbreviations expanded.

    These are the points of grids, the rows of spreadsheets and the pictures of folders.
    """
    kinds = table.get("kinds")
    if not isinstance(kinds, list):
        return table
    expanded: list[Json] = []
    errors: list[BadBoxFile] = []
    files = _limit_sheets(files)
    for index, kind in enumerate(kinds):
        if not isinstance(kind, dict):
            expanded.append(kind)
            continue
        try:
            expanded.append(_expand_files(_expand_grid(kind, f"kinds[{index}].grid"), f"kinds[{index}]", files))
        except BadBoxFile as error:
            errors += error.all_errors
    raise_all(errors)
    return {**table, "kinds": expanded}


def _limit_sheets(files: Source) -> Source:
    """Return the files, of which only so many bytes are read.

    Each kind reads its spreadsheet, and all may name the same one.
    """
    bytes_left = MAX_SHEETS_BYTES

    def read(name: str, max_bytes: int) -> bytes:
        nonlocal bytes_left
        data = files.read_prefix(name, max_bytes)
        bytes_left -= len(data)
        if bytes_left < 0:
            raise BadBoxFile(
                name, m("the spreadsheets of all kinds have more than {most} bytes together", most=MAX_SHEETS_BYTES)
            )
        return data

    return replace(files, read_prefix=read)


def _expand_files(kind: dict[str, Json], key_path: str, files: Source) -> dict[str, Json]:
    """Return a kind with the cards of its spreadsheet and the pictures of its folder."""
    if "csv" in kind:
        sheet = convert(kind["csv"], CardSpreadsheet, f"{key_path}.csv")
        for key in ("fronts", "counts", "printed", "count"):
            if key in kind:
                raise BadBoxFile(DESCRIPTION, m("this stands in the spreadsheet"), f"{key_path}.{key}")
        rest = {key: value for key, value in kind.items() if key != "csv"}
        kind = {**rest, **read_cards(files.read(sheet.file, MAX_SHEET_BYTES), sheet, rest)}
    pictures = kind.get("pictures")
    if not (isinstance(pictures, list) and len(pictures) == 1 and isinstance(pictures[0], str)):
        return kind
    if not pictures[0].endswith("/"):
        return kind
    names: list[Json] = [
        name for name in sorted(files.sizes) if name.startswith(pictures[0]) and PICTURE_SUFFIX.search(name)
    ]
    if not names:
        raise BadBoxFile(DESCRIPTION, m("there is no such file in the box"), f"{key_path}.pictures")
    expanded = {**kind, "pictures": names}
    if "fronts" not in kind:
        expanded["fronts"] = [PurePosixPath(str(name)).stem.replace("_", " ") for name in names]
    return expanded


def _expand_grid(kind: dict[str, Json], key_path: str) -> dict[str, Json]:
    """Return a kind with the points of its grid in place of it."""
    if "grid" not in kind:
        return kind
    grid = convert(kind["grid"], Grid, key_path)
    if not (0 < grid.columns <= 100 and 0 < grid.rows <= 100 and grid.columns * grid.rows <= _MAX_SNAPS):
        raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=_MAX_SNAPS), key_path)
    rest = {key: value for key, value in kind.items() if key != "grid"}
    return {**rest, "snaps": [*_as_list(kind.get("snaps")), *grid.points()]}


def _as_list(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else []


def _read_rules(files: Source, name: str = RULES_FILE) -> str:
    if name not in files.sizes:
        return ""
    try:
        page = decode_text(files.read(name, MAX_RULES_LENGTH * 4)).text
    except UnicodeDecodeError:
        raise BadBoxFile(name, m("it is not UTF-8")) from None
    if len(page) > MAX_RULES_LENGTH:
        raise BadBoxFile(name, m("it has more than {most} letters", most=MAX_RULES_LENGTH))
    return page


def _read_pages(files: Source) -> dict[str, str]:
    codes = {name: match[1] for name in files.sizes if (match := _TRANSLATED_RULES.fullmatch(name))}
    if len(codes) > _MAX_PAGES:
        raise BadBoxFile(RULES_FILE, m("there may be {most} at most", most=_MAX_PAGES))
    return {code: _read_rules(files, name) for name, code in codes.items()}


def check_loaded_box(loaded: LoadedBox) -> None:
    """Check a box like one in a record, for every number of seats that it allows.

    Raises BadBoxFile with all errors.
    """
    min_seats, max_seats = loaded.box.seats
    for seats in range(min_seats, max(min_seats, min(max_seats, min_seats + 8)) + 1):
        reason = why_not_box(seats, loaded.box) or (why_too_long(loaded.setup) if seats == min_seats else None)
        if reason is None:
            continue
        errors = [(bad_box.path, bad_box.why) for bad_box in (reason,) if isinstance(bad_box, BadBox)]
        if not errors:
            raise BadBoxFile(DESCRIPTION, reason.message())
        if 1 <= min_seats <= max_seats <= MAX_SEATS:
            errors += [error for error in islice(find_faults(loaded.box, seats), _MAX_ERRORS) if error not in errors]
        raise_all([BadBoxFile(DESCRIPTION, why, key_path) for key_path, why in errors])
    long_buttons = islice(find_long_buttons(loaded.box, max_seats), _MAX_ERRORS)
    raise_all([BadBoxFile(DESCRIPTION, why, key_path) for key_path, why in long_buttons])
