"""A box from its folder or zip: `box.toml`, `rules.md` and the pictures that it names, all of it or nothing."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grenade_salad.boxes.complaint import BadBoxFile, printable
from grenade_salad.boxes.files import DESCRIPTION, LONGEST_ZIP, Source, source
from grenade_salad.boxes.sizes import LONGEST_PICTURE, check_picture
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import LONGEST_BOX, LONGEST_RULES, Box, Point, TableSetup
from grenade_salad.games.open_table.check_box import why_not_setup
from grenade_salad.games.open_table.reasons import BadBox
from grenade_salad.match.lines import BadLine, convert
from grenade_salad.text import m

FORM = 1
"""The version of the format, `box = 1` in the file."""
RULES = "rules.md"
MOST_PICTURES = 1000
_MOST_SNAPS = 1000


@dataclass(frozen=True)
class Grid:
    """Snap points in rows and columns round the middle of a board."""

    columns: int
    """1 to 100."""
    rows: int
    """1 to 100; 1000 points at most."""
    step: Point
    """How far apart they are, across and up, in mm: more than 0, to 5000."""

    def points(self) -> list[Json]:
        """From the lower left, row by row, in mm from the middle."""
        wide, high = self.step
        return [
            [round(wide * (column - (self.columns - 1) / 2), 3), round(high * (row - (self.rows - 1) / 2), 3)]
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Opened:
    """A box that was read, with the bytes of its pictures by their names in it."""

    box: Box
    pictures: dict[str, bytes]

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
    """The box in a folder or a zip. Raises BadBoxFile, with one line that says what is wrong with which file."""
    files = source(path)
    box = parse(files.read(DESCRIPTION, LONGEST_BOX), _rules(files))
    names = pictures_of(box)
    if len(names) > MOST_PICTURES:
        raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=MOST_PICTURES), "kinds.pictures")
    pictures, left = dict[str, bytes](), LONGEST_ZIP
    for name in names:
        pictures[name] = files.read(name, min(left, LONGEST_PICTURE))
        left -= len(pictures[name])
        check_picture(name, pictures[name])
    opened = Opened(box, pictures)
    _check(opened)
    return opened


def pictures_of(box: Box) -> list[str]:
    """The files of all pictures, each once."""
    return sorted({name for kind in box.kinds for name in (*kind.pictures, kind.back_picture) if name})


def parse(data: bytes, rules: str = "") -> Box:
    """The box that a `box.toml` describes. Raises BadBoxFile."""
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
        box = convert({**_with_snaps(found), "rules": rules}, Box)
    except BadLine as error:
        raise BadBoxFile(DESCRIPTION, str(error)) from None
    except (OverflowError, ValueError, TypeError) as error:
        raise BadBoxFile(DESCRIPTION, m("it is not TOML: {why}", why=type(error).__name__)) from error
    return box


def _with_snaps(found: dict[str, Json]) -> dict[str, Json]:
    """The same with the points of each grid in place of it."""
    kinds = found.get("kinds")
    if not isinstance(kinds, list):
        return found
    made: list[Json] = []
    for at, kind in enumerate(kinds):
        if not isinstance(kind, dict) or "grid" not in kind:
            made.append(kind)
            continue
        where = f"kinds[{at}].grid"
        grid = convert(kind["grid"], Grid, where)
        if not (0 < grid.columns <= 100 and 0 < grid.rows <= 100 and grid.columns * grid.rows <= _MOST_SNAPS):
            raise BadBoxFile(DESCRIPTION, m("there may be {most} at most", most=_MOST_SNAPS), where)
        rest = {key: value for key, value in kind.items() if key != "grid"}
        made.append({**rest, "snaps": [*_list(kind.get("snaps")), *grid.points()]})
    return {**found, "kinds": made}


def _list(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else []


def _rules(files: Source) -> str:
    if RULES not in files.sizes:
        return ""
    try:
        page = files.read(RULES, LONGEST_RULES * 4).decode()
    except UnicodeDecodeError:
        raise BadBoxFile(RULES, m("it is not UTF-8")) from None
    return page.replace("\r\n", "\n")


def _check(opened: Opened) -> None:
    """The same as for a box in a record, for every number of seats that it names."""
    least, most = opened.box.seats
    for seats in range(least, max(least, min(most, least + 8)) + 1):
        reason = why_not_setup(seats, opened.setup)
        if isinstance(reason, BadBox):
            raise BadBoxFile(DESCRIPTION, reason.why, reason.where)
        if reason is not None:
            raise BadBoxFile(DESCRIPTION, reason.message())
