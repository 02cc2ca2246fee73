"""Why a box cannot be used: boxes come from strangers. The first thing that is wrong, with where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite

from grenade_salad.core import Reason, WrongSeatCount, to_json
from grenade_salad.games.open_table import reasons
from grenade_salad.games.open_table.box import (
    LARGEST,
    LONGEST_BOX,
    LONGEST_PRINT,
    LONGEST_RULES,
    LONGEST_TEXT,
    MOST_HOLDERS,
    MOST_PIECES,
    MOST_SEATS,
    STACKED,
    Box,
    Kind,
    Lay,
    Start,
    TableSetup,
)
from grenade_salad.text import Message, m

_MOST_FRONTS, _MOST_WALLS, _MOST_STARTS, _WIDEST_SHEET = 1000, 500, 50, 100

Found = tuple[str, Message]
"""Where something is wrong, and what."""


def why_not_setup(seats: int, setup: TableSetup) -> Reason | None:
    """Why nobody can play with this box."""
    return why_not_box(seats, setup.box) or why_too_long(setup)


def why_not_box(seats: int, box: Box) -> Reason | None:
    """Why so many cannot play with it, however long its description is."""
    least, most = box.seats
    if not 1 <= least <= most <= MOST_SEATS:
        return reasons.BadBox("seats", m("seats are {least} to {most}", least=1, most=MOST_SEATS))
    if not least <= seats <= most:
        return WrongSeatCount(box.name[:LONGEST_TEXT], seats, least, most)
    for where, why in all_wrong(box, seats):
        return reasons.BadBox(where, why)
    return None


def why_too_long(setup: TableSetup) -> Reason | None:
    """Why it would make a record too long."""
    size = len(json.dumps(to_json(setup), ensure_ascii=False).encode())
    if size > LONGEST_BOX:
        return reasons.BadBox("box", m("it has {size} bytes, and may have {most}", size=size, most=LONGEST_BOX))
    return None


def all_wrong(box: Box, seats: int) -> Iterator[Found]:
    """What is wrong with a box for so many, 1 to 9, part by part."""
    yield from _bad_words("name", [box.name], least=1)
    yield from _bad_sizes("table", box.table)
    yield from _bad_sizes("thick", [box.thick])
    if len(box.rules) > LONGEST_RULES:
        yield "rules", _too_many(LONGEST_RULES)
    for at, kind in enumerate(box.kinds):
        yield from _bad_kind(f"kinds[{at}]", kind)
    yield from _doubles("kinds", [kind.name for kind in box.kinds])
    if any(kind.counts and len(kind.counts) != len(kind.copies) for kind in box.kinds):
        return
    if sum(kind.whole for kind in box.kinds) > MOST_PIECES:
        yield "kinds", _too_many(MOST_PIECES)
    yield from _bad_holders(box, seats)
    if box.takes and all(holder.name != box.takes for holder in box.holders):
        yield "takes", m("there is no holder {name}", name=repr(box.takes[:40]))
    yield from _bad_marks(box, seats)
    if len(box.walls) > _MOST_WALLS:
        yield "walls", _too_many(_MOST_WALLS)
    for at, wall in enumerate(box.walls):
        yield from _bad_numbers(f"walls[{at}]", wall)
    shot = box.flick
    yield from _bad_bounds("flick.fastest", shot.fastest, 1, 6000)
    yield from _bad_bounds("flick.astray", shot.astray, 0, 90)
    yield from _bad_bounds("flick.uneven", shot.uneven, 0, 1)
    yield from _bad_starts(shot.starts, box.seats[1])
    yield from _bad_layout(box, seats)
    yield from _bad_buttons(box, seats)


def _too_many(most: int) -> Message:
    return m("there may be {most} at most", most=most)


def _bad_words(where: str, words: Iterable[str], least: int = 0) -> Iterator[Found]:
    for word in words:
        if not least <= len(word) <= LONGEST_TEXT or not word.isprintable():
            yield where, m("a name is one line of {least} to {most} letters", least=least, most=LONGEST_TEXT)


def _bad_sizes(where: str, sizes: Sequence[float]) -> Iterator[Found]:
    for size in sizes:
        if not (isfinite(size) and 0 < size <= LARGEST):
            yield where, m("{size} mm is no size: it is more than 0 and at most {most}", size=str(size), most=LARGEST)


def _bad_numbers(where: str, numbers: Iterable[float]) -> Iterator[Found]:
    for number in numbers:
        if not (isfinite(number) and abs(number) <= LARGEST):
            yield where, m("{number} is nowhere", number=str(number))


def _bad_bounds(where: str, value: float, least: float, most: float) -> Iterator[Found]:
    if not (isfinite(value) and least <= value <= most):
        yield where, m("{value} is not one of {least} to {most}", value=str(value), least=least, most=most)


def _doubles(where: str, names: Sequence[str]) -> Iterator[Found]:
    if len(set(names)) < len(names):
        yield where, m("{name} is there twice", name=next(name for name in names if names.count(name) > 1))


def _bad_kind(where: str, kind: Kind) -> Iterator[Found]:
    yield from _bad_words(f"{where}.name", [kind.name], least=1)
    if len(kind.fronts) > _MOST_FRONTS:
        yield f"{where}.fronts", _too_many(_MOST_FRONTS)
    yield from _bad_words(where, [kind.title, kind.back, kind.colour, *kind.fronts])
    yield from _bad_words(f"{where}.pictures", [*kind.pictures, kind.back_picture])
    for number in kind.sheet:
        yield from _bad_bounds(f"{where}.sheet", number, 1, _WIDEST_SHEET)
    cells = kind.sheet[0] * kind.sheet[1] * len(kind.pictures)
    if kind.pictures and cells != 1 and cells < len(kind.fronts):
        fronts = len(kind.fronts)
        yield f"{where}.pictures", m("there are {pictures} pictures for {fronts} fronts", pictures=cells, fronts=fronts)
    if not kind.fronts or (kind.piece == "die" and len(kind.fronts) < 2):
        yield f"{where}.fronts", m("there are too few")
    if not 0 < kind.count <= MOST_PIECES:
        yield f"{where}.count", m("there are 1 to {most}", most=MOST_PIECES)
    if kind.counts and not (len(kind.counts) == len(kind.copies) and all(0 < n <= MOST_PIECES for n in kind.counts)):
        yield f"{where}.counts", m("there is a number for each front, each 1 to {most}", most=MOST_PIECES)
    yield from _bad_prints(where, kind)
    yield from _bad_sizes(f"{where}.size", kind.size)
    yield from _bad_sizes(f"{where}.height", [kind.height])
    yield from _bad_bounds(f"{where}.mass", kind.mass, 0, 10_000)
    yield from _bad_bounds(f"{where}.grip", kind.grip, 0.01, 2)
    yield from _bad_bounds(f"{where}.bounce", kind.bounce, 0, 1)
    if len(kind.corners) > 64 or 0 < len(kind.corners) < 3:
        yield f"{where}.corners", m("a shape has 3 to 64 corners")
    yield from _bad_numbers(f"{where}.corners", [number for point in kind.corners for number in point])
    if len(kind.snaps) > _MOST_FRONTS:
        yield f"{where}.snaps", _too_many(_MOST_FRONTS)
    yield from _bad_numbers(f"{where}.snaps", [number for point in kind.snaps for number in point])
    yield from _bad_words(f"{where}.snap_names", kind.snap_names)
    if len(kind.snap_names) > len(kind.snaps):
        yield f"{where}.snap_names", _too_many(len(kind.snaps))


def _bad_prints(where: str, kind: Kind) -> Iterator[Found]:
    yield from _bad_bounds(f"{where}.least", kind.least, 1, 20)
    if kind.printed and (kind.piece != "card" or len(kind.printed) != len(kind.fronts)):
        yield f"{where}.printed", m("only cards are printed, one for each front")
    for at, one in enumerate(kind.printed):
        yield from _bad_words(f"{where}.printed[{at}]", [one.title, one.icon, one.picture, one.colour])
        if len(one.number) > 8 or not one.number.isprintable():
            yield f"{where}.printed[{at}].number", m("it has more than {most} letters", most=8)
        if len(one.text) > LONGEST_PRINT:
            yield f"{where}.printed[{at}].text", m("it has more than {most} letters", most=LONGEST_PRINT)
        if not one.text.replace("\n", "").isprintable():
            yield f"{where}.printed[{at}].text", m("there is a letter in it that cannot be printed")


def _bad_holders(box: Box, seats: int) -> Iterator[Found]:
    if len(box.holders) > MOST_HOLDERS:
        yield "holders", _too_many(MOST_HOLDERS)
    for at, holder in enumerate(box.holders):
        where = f"holders[{at}]"
        yield from _bad_words(f"{where}.name", [holder.name], least=1)
        yield from _bad_words(f"{where}.title", [holder.title])
        yield from _bad_numbers(f"{where}.areas", [number for area in holder.areas for number in area])
        yield from _bad_sizes(f"{where}.areas", [size for area in holder.areas for size in area[2:]])
        if holder.seat is not None and (holder.each or not 0 <= holder.seat < seats):
            yield f"{where}.seat", m("there is no such seat")
        if holder.secret == "hand" and not holder.each and holder.seat is None:
            yield f"{where}.seat", m("a hand has a seat")
        if not 0 <= holder.most <= MOST_PIECES:
            yield f"{where}.most", _too_many(MOST_PIECES)
        yield from _bad_numbers(f"{where}.ditch", holder.ditch or ())
        yield from _bad_sizes(f"{where}.ditch", (holder.ditch or ())[2:])
        if holder.pocket and holder.ditch is not None:
            yield f"{where}.ditch", m("it is either a pocket or a ditch")
        if holder.traps and (holder.secret == "hand" or (holder.lays == "stack" and holder.secret == "open")):
            yield f"{where}.pocket", m("a pocket is no hand and no stack")
        if holder.hits and all(other.name != holder.hits for other in box.holders):
            yield f"{where}.hits", m("there is no holder {name}", name=repr(holder.hits[:40]))
    yield from _doubles("holders", [holder.name for holder in box.holders])
    if len(box.holders_for(seats)) < sum(seats if holder.each else 1 for holder in box.holders):
        yield "holders", m("two have the same name")


def _bad_starts(starts: Sequence[Start], seats: int) -> Iterator[Found]:
    if len(starts) > _MOST_STARTS:
        yield "flick.starts", _too_many(_MOST_STARTS)
    for at, start in enumerate(starts):
        where = f"flick.starts[{at}]"
        yield from _bad_numbers(f"{where}.at", start.at)
        yield from _bad_bounds(f"{where}.least", start.least, 0, LARGEST)
        yield from _bad_bounds(f"{where}.most", start.most, start.least, LARGEST)
        yield from _bad_bounds(f"{where}.first", start.first, -360, 360)
        yield from _bad_bounds(f"{where}.last", start.last, start.first, start.first + 360)
        if start.seat is not None and not 0 <= start.seat < seats:
            yield f"{where}.seat", m("there is no such seat")
        for many in start.seats[: MOST_SEATS + 1]:
            yield from _bad_bounds(f"{where}.seats", many, 1, MOST_SEATS)
        if len(start.seats) > MOST_SEATS:
            yield f"{where}.seats", _too_many(MOST_SEATS)


def _bad_marks(box: Box, seats: int) -> Iterator[Found]:
    if len(box.counters) > MOST_HOLDERS or len(box.notes) > MOST_HOLDERS:
        yield "counters", _too_many(MOST_HOLDERS)
    for at, counter in enumerate(box.counters):
        yield from _bad_words(f"counters[{at}].name", [counter.name], least=1)
        if not -(10**9) <= counter.least <= counter.start <= counter.most <= 10**9:
            yield f"counters[{at}].start", m("it is less than the least, or more than the most")
    for at, note in enumerate(box.notes):
        yield from _bad_words(f"notes[{at}]", [note.name], least=1)
        yield from _bad_words(f"notes[{at}].text", [note.text])
    yield from _doubles("counters", [counter.name for counter in box.counters])
    yield from _doubles("notes", [note.name for note in box.notes])
    if len(box.counters_for(seats)) < sum(seats if counter.each else 1 for counter in box.counters):
        yield "counters", m("two have the same name")


def _bad_layout(box: Box, seats: int) -> Iterator[Found]:
    kinds = {kind.name: kind for kind in box.kinds}
    holders, used = box.holders_for(seats), dict[tuple[str, int], int]()
    inside: dict[str, list[Kind]] = {}
    for at, lay in enumerate(box.layout):
        where = f"layout[{at}]"
        if lay.kind not in kinds:
            yield f"{where}.kind", m("there is no kind {name}", name=repr(lay.kind[:40]))
            return
        kind = kinds[lay.kind]
        if wrong := [front for front in lay.fronts if front not in kind.copies]:
            yield f"{where}.fronts", m("there is no front {number}", number=str(wrong[0])[:20])
            return
        yield from _doubles(f"{where}.fronts", [str(front) for front in lay.fronts])
        number = 0
        for front in lay.fronts or kind.copies:
            before = used.get((lay.kind, front), 0)
            taken = lay.n or kind.many(front) - before
            used[lay.kind, front] = before + taken
            number += taken
            if lay.n < 0 or taken < 1 or used[lay.kind, front] > kind.many(front):
                yield f"{where}.n", m("the box has {number} of it", number=kind.many(front))
                return
        yield from _bad_place(box, where, lay, kind, number)
        if lay.into:
            if lay.into not in holders:
                yield f"{where}.into", m("there is no holder {name}", name=repr(lay.into[:40]))
                return
            inside.setdefault(lay.into, []).extend([kind] * number)
    for name, there in inside.items():
        holder = holders[name]
        mixed = len({kind.piece for kind in there}) > 1 or there[0].piece not in STACKED
        if (holder.most and len(there) > holder.most) or any(kind.piece == "board" for kind in there):
            yield "layout", m("{name} cannot hold that", name=name)
        if holder.lays == "stack" and holder.secret == "open" and mixed:
            yield "layout", m("only cards lie on cards, and only discs on discs")


def _bad_place(box: Box, where: str, lay: Lay, kind: Kind, number: int) -> Iterator[Found]:
    if not isfinite(lay.angle) or abs(lay.angle) > LARGEST:
        yield f"{where}.angle", m("{number} is nowhere", number=str(lay.angle))
    if bool(lay.at) == bool(lay.into):
        yield where, m("it is either at points or in a holder")
        return
    if lay.at and len(lay.at) not in (1, number):
        yield f"{where}.at", m("there are {points} points for {number} pieces", points=len(lay.at), number=number)
    if len(lay.at) == 1 and number > 1 and kind.piece not in STACKED:
        yield f"{where}.at", m("only cards lie on cards, and only discs on discs")
    if lay.shuffled and (lay.into == "" and (len(lay.at) != 1 or number < 2)):
        yield f"{where}.shuffled", m("only a stack or a holder is shuffled")
    width, height = box.table
    for x, y in lay.at:
        if not (0 <= x <= width and 0 <= y <= height):
            yield f"{where}.at", m("{point} is not on the table", point=f"[{x}, {y}]")


def _bad_buttons(box: Box, seats: int) -> Iterator[Found]:
    counters = {*box.counters_for(seats), *(counter.name for counter in box.counters)}
    if len(box.buttons) > MOST_HOLDERS:
        yield "buttons", _too_many(MOST_HOLDERS)
    for at, button in enumerate(box.buttons):
        yield from _bad_words(f"buttons[{at}].label", [button.label], least=1)
        if not 0 < len(button.lines) <= 20:
            yield f"buttons[{at}].lines", m("a button does 1 to 20 things")
        for number, press in enumerate(button.lines[:20]):
            if press.do == "set" and press.of not in counters:
                yield f"buttons[{at}].lines[{number}].of", m("there is no counter {name}", name=repr(press.of)[:40])
