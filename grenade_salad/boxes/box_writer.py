"""What lies on a table as a box: a prototype without a file."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import MISSING, Field, fields, replace
from pathlib import Path
from typing import Any

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import RULES
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.shelf import folder_in
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.core import Json, to_json
from grenade_salad.games.open_table.box import STACKED, Box, Kind, Lay, Point, Press
from grenade_salad.games.open_table.view import Face, TableView


def hidden_texts(position: TableView, seen: TableView) -> int:
    """How many pieces have something written on them that not everybody sees; both views are of the same moment, the
    first of somebody who sees everything."""
    return _texts(position) - _texts(seen)


def _texts(view: TableView) -> int:
    return sum(bool(face.text) for face in _faces(view))


def _faces(view: TableView) -> list[Face]:
    found = [piece.face for piece in view.pieces]
    tops = [(stack.top, stack.inside) for stack in view.stacks]
    for top, inside in [*tops, *((holder.top, holder.inside) for holder in view.holders)]:
        if top is not None:
            found.append(top)
        if not isinstance(inside, int):
            found += inside
    return found


def box_of(view: TableView, name: str) -> Box:
    """The box in which everything lies where everybody sees it lie, and what is written on a piece is a front of it.
    What not everybody sees, and what is on each other, begins where it began, shuffled as before."""
    box = view.box
    kinds = [_with_texts(kind, at, view) for at, kind in enumerate(box.kinds)]
    layout: dict[tuple[int, Lay], list[Point]] = {}
    used: dict[tuple[str, int], int] = {}
    for piece in view.pieces:
        face = piece.face
        if face.kind is None or face.front is None:
            continue
        kind = kinds[face.kind]
        front = _front(kind, face)
        used[kind.name, front] = used.get((kind.name, front), 0) + 1
        lies = Lay(kind.name, (front,), into=piece.holder or "", up=face.side >= 0 or kind.piece not in STACKED)
        if not piece.holder:
            lies = replace(lies, angle=round(piece.angle, 4), locked=piece.locked)
        layout.setdefault((kind.piece != "board", lies), []).append((round(piece.x, 1), round(piece.y, 1)))
    left = {
        (kind.name, front): kind.many(front) - used.get((kind.name, front), 0)
        for kind in kinds
        for front in kind.copies
    }
    begun = [lay for old in box.layout for lay in _rest(old, kinds, left)]
    lying = [(above, replace(lay, n=len(at), at=() if lay.into else tuple(at))) for (above, lay), at in layout.items()]
    below = [lay for above, lay in lying if not above]
    buttons = tuple(button for button in box.buttons if not any(map(_by_number, button.lines)))
    above = (lay for above, lay in lying if above)
    return replace(box, name=name, kinds=tuple(kinds), layout=(*below, *begun, *above), buttons=buttons)


def _by_number(line: Press) -> bool:
    """Whether it names pieces by numbers, which are others in another layout."""
    return isinstance(line.of, int) or any(isinstance(one, int) for one in line.what)


def _with_texts(kind: Kind, at: int, view: TableView) -> Kind:
    """A kind with what was written on its pieces among its fronts."""
    if not kind.blank:
        return kind
    texts: dict[tuple[int, str], int] = {}
    for face in _faces(view):
        if face.kind == at and face.text and face.front is not None:
            texts[face.front, face.text] = texts.get((face.front, face.text), 0) + 1
    counts = [kind.many(front) for front in kind.copies]
    for (front, _), number in texts.items():
        counts[front] -= number
    fronts = [*(kind.fronts[front] for front in kind.copies), *(text for _, text in texts)]
    many = [*counts, *texts.values()]
    kept = [index for index, number in enumerate(many) if number > 0]
    return replace(
        kind, fronts=tuple(fronts[index] for index in kept), counts=tuple(many[index] for index in kept), count=1
    )


def _front(kind: Kind, face: Face) -> int:
    """Which front of the new kind a face is."""
    assert face.front is not None
    if not kind.blank:
        return 0 if kind.piece == "die" else face.front
    return kind.fronts.index(face.text) if face.text else min(face.front, len(kind.fronts) - 1)


def _rest(old: Lay, kinds: list[Kind], left: dict[tuple[str, int], int]) -> list[Lay]:
    """What is left of a line of the old layout, as lines that take no more than there is."""
    kind = next(one for one in kinds if one.name == old.kind)
    if len(old.at) > 1:
        return []
    wanted = [front for front in (old.fronts or kind.copies) if front in kind.copies and not kind.blank]
    if kind.blank:
        wanted = list(kind.copies)
    groups: dict[int, list[int]] = {}
    for front in wanted:
        number = left[kind.name, front] if not old.n else min(old.n, left[kind.name, front])
        if number > 0:
            groups.setdefault(number, []).append(front)
            left[kind.name, front] -= number
    if kind.piece in ("card", "disc") or old.into:
        return [_shuffled(replace(old, fronts=tuple(fronts), n=number)) for number, fronts in groups.items()]
    return []


def _shuffled(lay: Lay) -> Lay:
    many = lay.n * len(lay.fronts) > 1
    return lay if lay.into or many else replace(lay, shuffled=False)


def _without_pictures(kind: Kind) -> Kind:
    """A kind whose pictures are not here any more."""
    printed = tuple(replace(one, picture="", icon=one.icon if one.icon in ICONS else "") for one in kind.printed)
    return replace(kind, pictures=(), sheet=(1, 1), back_picture="", printed=printed)


def save(view: TableView, data: Path, name: str) -> Path:
    """Write a folder for what lies there into the data folder, under a name that is free. Raises OSError."""
    above = folder_in(data)
    above.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w -]+", "", name).strip()[:60] or "box"
    folder = next(
        above / called
        for called in (stem, *(f"{stem} {number}" for number in range(2, 10_000)))
        if not (above / called).exists()
    )
    box = box_of(view, folder.name)
    found = bundled.with_pictures(view.pictures)
    if found is None:
        box = replace(box, kinds=tuple(map(_without_pictures, box.kinds)))
    files = {DESCRIPTION: described(box).encode(), **({} if found is None else found.pictures)}
    if box.rules:
        files[RULES] = box.rules.encode()
    fresh = above / f".{folder.name}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    for file, content in files.items():
        target = fresh / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    fresh.rename(folder)
    return folder


_TABLES = ("kinds", "holders", "counters", "notes", "layout", "buttons")


def described(box: Box) -> str:
    """The description, which reads back to an equal box but for its page of rules.

    >>> print(described(Box("It", seats=(2, 4))))
    box = 1
    name = "It"
    seats = [2, 4]
    <BLANKLINE>
    """
    out, after = ["box = 1"], []
    for part in fields(box):
        value = getattr(box, part.name)
        if part.name == "rules" or value == _usual(part):
            continue
        if part.name in _TABLES:
            for one in value:
                after += ["", f"[[{part.name}]]", *_keys(one)]
        elif part.name == "flick":
            after += ["", "[flick]", *_keys(value)]
        else:
            out.append(f"{part.name} = {_value(to_json(value))}")
    return "\n".join([*out, *after]) + "\n"


def _usual(part: Field[Any]) -> object:
    if part.default is not MISSING:
        return part.default
    return part.default_factory() if part.default_factory is not MISSING else MISSING


def _keys(one: Any) -> list[str]:
    return [
        f"{part.name} = {_value(_told(getattr(one, part.name)))}"
        for part in fields(one)
        if getattr(one, part.name) != _usual(part)
    ]


def _told(value: object) -> Json:
    """A value as JSON without what goes without saying, in tables within it, too."""
    if isinstance(value, tuple):
        return [_told(one) for one in value]
    if hasattr(value, "__dataclass_fields__"):
        told = [part for part in fields(value) if getattr(value, part.name) != _usual(part)]  # type: ignore[arg-type]
        return {part.name: _told(getattr(value, part.name)) for part in told}
    return to_json(value)


def _value(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return repr(value)
