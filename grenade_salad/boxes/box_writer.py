"""Write boxes: what is on a table, new ones to start from, and zips."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, replace
from pathlib import Path, PurePosixPath
from typing import Any

from grenade_salad.boxes.box_reader import RULES_FILE, list_pictures, rename_pictures
from grenade_salad.boxes.door import make_box_name
from grenade_salad.boxes.files import (
    DESCRIPTION,
    MAX_FILES,
    MAX_ZIP_BYTES,
    is_picture_name,
    open_source,
    why_not_name,
)
from grenade_salad.boxes.image_size import PNG_SIGNATURE
from grenade_salad.boxes.shelf import boxes_folder
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.boxes.table_files import is_table_name
from grenade_salad.core import Json, to_json
from grenade_salad.games.open_table.box import STACKED, Box, Kind, Lay, Point, Press
from grenade_salad.games.open_table.view import Face, TableView


def count_hidden_texts(full_view: TableView, public_view: TableView) -> int:
    """Return how many pieces have a text on them that is not public.

    Both views are of the same moment; the first is of a spectator who sees everything.
    """
    return _count_texts(full_view) - _count_texts(public_view)


def _count_texts(view: TableView) -> int:
    return sum(bool(face.text) for face in _list_faces(view))


def _list_faces(view: TableView) -> list[Face]:
    faces = [piece.face for piece in view.pieces]
    tops = [(stack.top, stack.inside) for stack in view.stacks]
    for top, inside in [*tops, *((holder.top, holder.inside) for holder in view.holders)]:
        if top is not None:
            faces.append(top)
        if not isinstance(inside, int):
            faces += inside
    return faces


def build_box(view: TableView, name: str) -> Box:
    """Return the box that begins with what is public in the view.

    Texts on pieces become fronts. Pieces that are hidden or stacked begin where they began, shuffled as before.
    """
    box = view.box
    kinds = [_add_texts(kind, index, view) for index, kind in enumerate(box.kinds)]
    layout: dict[tuple[int, Lay], list[Point]] = {}
    used: dict[tuple[str, int], int] = {}
    for piece in view.pieces:
        face = piece.face
        if face.kind is None or face.front is None:
            continue
        kind = kinds[face.kind]
        front = _find_front(kind, face)
        used[kind.name, front] = used.get((kind.name, front), 0) + 1
        placement = Lay(kind.name, (front,), into=piece.holder or "", up=face.side >= 0 or kind.piece not in STACKED)
        if not piece.holder:
            placement = replace(placement, angle=round(piece.angle, 4), locked=piece.locked)
        layout.setdefault((kind.piece != "board", placement), []).append((round(piece.x, 1), round(piece.y, 1)))
    left_counts = {
        (kind.name, front): kind.count_of(front) - used.get((kind.name, front), 0)
        for kind in kinds
        for front in kind.piece_fronts
    }
    remaining = [lay for original in box.layout for lay in _split_remainder(original, kinds, left_counts)]
    placed = [
        (above, replace(lay, n=len(points), at=() if lay.into else tuple(points)))
        for (above, lay), points in layout.items()
    ]
    boards = [lay for above, lay in placed if not above]
    buttons = tuple(button for button in box.buttons if not any(map(_names_pieces_by_id, button.lines)))
    above = (lay for above, lay in placed if above)
    return replace(box, name=name, kinds=tuple(kinds), layout=(*boards, *remaining, *above), buttons=buttons)


def _names_pieces_by_id(line: Press) -> bool:
    """True if the line names pieces by their ids, which differ in another layout."""
    return isinstance(line.of, int) or any(isinstance(piece, int) for piece in line.what)


def _add_texts(kind: Kind, kind_index: int, view: TableView) -> Kind:
    """Return a kind with the texts on its pieces as additional fronts."""
    if not kind.blank:
        return kind
    texts: dict[tuple[int, str], int] = {}
    for face in _list_faces(view):
        if face.kind == kind_index and face.text and face.front is not None:
            texts[face.front, face.text] = texts.get((face.front, face.text), 0) + 1
    counts = [kind.count_of(front) for front in kind.piece_fronts]
    for (front, _), count in texts.items():
        counts[front] -= count
    fronts = [*(kind.fronts[front] for front in kind.piece_fronts), *(text for _, text in texts)]
    all_counts = [*counts, *texts.values()]
    used = [index for index, count in enumerate(all_counts) if count > 0]
    return replace(
        kind, fronts=tuple(fronts[index] for index in used), counts=tuple(all_counts[index] for index in used), count=1
    )


def _find_front(kind: Kind, face: Face) -> int:
    """Return the front of the new kind that a face shows."""
    assert face.front is not None
    if not kind.blank:
        return 0 if kind.piece == "die" else face.front
    return kind.fronts.index(face.text) if face.text else min(face.front, len(kind.fronts) - 1)


def _split_remainder(original: Lay, kinds: list[Kind], left_counts: dict[tuple[str, int], int]) -> list[Lay]:
    """Return the remainder of an original layout line.

    Its lines place no more pieces than there are.
    """
    kind = next(candidate for candidate in kinds if candidate.name == original.kind)
    if len(original.at) > 1:
        return []
    wanted = [
        front for front in (original.fronts or kind.piece_fronts) if front in kind.piece_fronts and not kind.blank
    ]
    if kind.blank:
        wanted = list(kind.piece_fronts)
    groups: dict[int, list[int]] = {}
    for front in wanted:
        count = left_counts[kind.name, front] if not original.n else min(original.n, left_counts[kind.name, front])
        if count > 0:
            groups.setdefault(count, []).append(front)
            left_counts[kind.name, front] -= count
    if kind.piece in ("card", "disc") or original.into:
        return [
            _drop_needless_shuffle(replace(original, fronts=tuple(fronts), n=count)) for count, fronts in groups.items()
        ]
    return []


def _drop_needless_shuffle(lay: Lay) -> Lay:
    has_many = lay.n * len(lay.fronts) > 1
    return lay if lay.into or has_many else replace(lay, shuffled=False)


def _remove_pictures(kind: Kind) -> Kind:
    """Return a kind without its pictures, which are not here any more."""
    printed = tuple(replace(card, picture="", icon=card.icon if card.icon in ICONS else "") for card in kind.printed)
    return replace(kind, pictures=(), sheet=(1, 1), back_picture="", printed=printed)


def _rename_pictures(box: Box, pictures: Mapping[str, bytes]) -> tuple[Box, dict[str, bytes]]:
    """Return a box and its pictures with names that say what is in the files.

    The pictures of a box from a stranger have become PNG, whatever their names end in.
    """
    new_names: dict[str, str] = {}
    for name, data in sorted(pictures.items()):
        new_name = name
        if data.startswith(PNG_SIGNATURE) and not name.lower().endswith(".png"):
            stem = name[: len(name) - len(PurePosixPath(name).suffix)]
            candidates = (f"{stem}{suffix}.png" for suffix in ("", *(f" {copy}" for copy in range(2, 10_000))))
            new_name = next(path for path in candidates if path not in pictures and path not in new_names.values())
        new_names[name] = new_name

    def rename(name: str) -> str:
        return new_names.get(name, name)

    return rename_pictures(box, rename), {new_names[name]: data for name, data in pictures.items()}


def save_box(view: TableView, pictures: Mapping[str, bytes], data: Path, name: str) -> Path:
    """Write the box of a view into a new folder of the data folder; return its path.

    Without its pictures, the new box has none. Raises OSError.
    """
    folder = _find_new_folder(data, name)
    box = build_box(view, folder.name)
    if not pictures:
        box = replace(box, kinds=tuple(map(_remove_pictures, box.kinds)))
    else:
        box, pictures = _rename_pictures(box, pictures)
    files = {DESCRIPTION: format_box(box).encode(), **pictures}
    if box.rules:
        files[RULES_FILE] = box.rules.encode()
    _write_folder(folder, files)
    return folder


def _find_new_folder(data: Path, name: str) -> Path:
    """Return a path in the folder of boxes that is not taken. Raises OSError."""
    parent = boxes_folder(data)
    parent.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w -]+", "", name).strip()[:60] or "box"
    return next(
        parent / folder_name
        for folder_name in (stem, *(f"{stem} {suffix}" for suffix in range(2, 10_000)))
        if not (parent / folder_name).exists()
    )


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a new folder with these files, whole or not at all. Raises OSError."""
    new_folder = folder.parent / f".{folder.name}.new"
    shutil.rmtree(new_folder, ignore_errors=True)
    new_folder.mkdir()
    for file, content in files.items():
        target = new_folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    new_folder.rename(folder)


def _find_common_start(names: Sequence[str]) -> str:
    """Return the letters with which all names begin."""
    first, last = min(names), max(names)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((index for index, (letter, other_letter) in pairs if letter != other_letter), len(first))]


def gather_files(paths: Sequence[Path], data: Path) -> Path | None:
    """Copy pictures and tables that were dropped together into a folder of boxes.

    Return the folder, or None if there is none among them. Raises OSError.
    """
    files: dict[str, bytes] = {}
    bytes_left = MAX_ZIP_BYTES
    for path in paths[:MAX_FILES]:
        if not path.is_file() or not (is_picture_name(path.name) or is_table_name(path.name)) or path.name in files:
            continue
        with path.open("rb") as file:
            content = file.read(bytes_left + 1)
        bytes_left -= len(content)
        if bytes_left < 0:
            break
        if why_not_name(path.name) is None:
            files[path.name] = content
    if not files:
        return None
    name = _find_common_start([Path(name).stem for name in files]).strip(" _-0123456789([")
    folder = _find_new_folder(data, name if len(name) > 2 else paths[0].parent.name)
    _write_folder(folder, files)
    return folder


_TABLES = ("kinds", "holders", "counters", "notes", "layout", "buttons", "losses")


def format_box(box: Box) -> str:
    """Return the description of a box, which reads back to an equal box.

    The rules page is not in it.

    >>> print(format_box(Box("It", seats=(2, 4))))
    box = 1
    name = "It"
    seats = [2, 4]
    <BLANKLINE>
    """
    keys, tables = ["box = 1"], []
    for part in fields(box):
        value = getattr(box, part.name)
        if part.name == "rules" or value == _get_default(part):
            continue
        if part.name in _TABLES:
            for row in value:
                tables += ["", f"[[{part.name}]]", *_format_keys(row)]
        elif part.name == "flick":
            tables += ["", "[flick]", *_format_keys(value)]
        else:
            keys.append(f"{part.name} = {_format_value(to_json(value))}")
    return "\n".join([*keys, *tables]) + "\n"


def _get_default(part: Field[Any]) -> object:
    if part.default is not MISSING:
        return part.default
    return part.default_factory() if part.default_factory is not MISSING else MISSING


def _format_keys(row: Any) -> list[str]:
    return [
        f"{part.name} = {_format_value(_omit_defaults(getattr(row, part.name)))}"
        for part in fields(row)
        if getattr(row, part.name) != _get_default(part)
    ]


def _omit_defaults(value: object) -> Json:
    """Return a value as JSON without fields at their defaults, in nested tables, too."""
    if isinstance(value, tuple):
        return [_omit_defaults(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        stated = [part for part in fields(value) if getattr(value, part.name) != _get_default(part)]  # type: ignore[arg-type]
        return {part.name: _omit_defaults(getattr(value, part.name)) for part in stated}
    return to_json(value)


def _format_value(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{key} = {_format_value(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_format_value, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return repr(value)


_STARTER_BOX = """box = 1
name = "{name}"
table = [640, 420]
ground = "felt"

[[kinds]]
name = "cards"
piece = "card"
title = "a card"
back = "a card"
csv = {{ file = "{file}" }}

[[holders]]
name = "hand"
each = true
secret = "hand"
lays = "row"

[[holders]]
name = "draw"
title = "draw pile"
areas = [[250, 166, 63, 88]]
face = "down"

[[holders]]
name = "discard"
title = "discard pile"
areas = [[327, 166, 63, 88]]
face = "up"

[[counters]]
name = "points"
each = true

[[layout]]
kind = "cards"
into = "draw"
up = false
shuffled = true

[[buttons]]
label = "Deal"
lines = [{{ do = "deal", of = "draw", n = 3, up_to = true }}]

[[buttons]]
label = "New round"
lines = [{{ do = "reset" }}]
"""
_CARDS = """title,number,icon,text,colour,count
Lighthouse,1,bulb,"**Look** at the top card of the draw pile.",yellow,2
Harbour,2,hand,"Draw a card.",blue,3
Storm,3,skull,"Everybody else *discards* a card.",red,2
Treasure,5,crown,"At the end: **5 points**.",,2
"""
_RULES = """# {name}

How people play it: as **Markdown**, read at the table.
"""
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all files, so that a box has the same bytes every time.

A zip cannot have an earlier one.
"""


def write_starter_box(folder: Path) -> list[Path]:
    """Write a small working box into a new folder, and return its files.

    Raises OSError, also if the folder exists.
    """
    name = folder.name
    folder.mkdir()
    written = []
    for file, content in (
        (DESCRIPTION, _STARTER_BOX.format(name=make_box_name(name) or "cards", file="cards.csv")),
        ("cards.csv", _CARDS),
        (RULES_FILE, _RULES.format(name=name)),
    ):
        (folder / file).write_text(content, encoding="utf-8", newline="\n")
        written.append(folder / file)
    return written


def write_box(folder: Path, box: Box, pictures: Mapping[str, bytes]) -> list[Path]:
    """Write a box into a new folder, which is called like it, and return its files.

    Raises OSError, also if the folder exists.
    """
    box, renamed_pictures = _rename_pictures(replace(box, name=make_box_name(folder.name) or box.name), pictures)
    files = {DESCRIPTION: format_box(box).encode(), **renamed_pictures}
    if box.rules:
        files[RULES_FILE] = box.rules.encode()
    if folder.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
    _write_folder(folder, files)
    return [folder / name for name in sorted(files)]


def pack_box(folder: Path, box: Box) -> bytes:
    """Return a zip of the files that a box uses, with the same bytes every time.

    `box` is what is in the folder. Raises BadBoxFile.
    """
    files = open_source(folder)
    wanted = {DESCRIPTION, *list_pictures(box), *(name for name in files.sizes if _is_rules_or_sheet(name))}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(wanted):
            archive.writestr(
                zipfile.ZipInfo(name, _ZIP_DATE), files.read(name, files.sizes[name]), zipfile.ZIP_DEFLATED
            )
    return data.getvalue()


def _is_rules_or_sheet(name: str) -> bool:
    return "/" not in name and ((name.startswith("rules") and name.endswith(".md")) or name.lower().endswith(".csv"))
