"""Validation of boxes, which may come from strangers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence, Sized
from functools import lru_cache
from itertools import chain
from math import isfinite

from grenade_salad.core import Reason, WrongSeatCount, to_json
from grenade_salad.games.open_table import reasons
from grenade_salad.games.open_table.box import (
    MAX_BOX_BYTES,
    MAX_BUTTONS,
    MAX_CAUSE_LENGTH,
    MAX_COUNTERS,
    MAX_HOLDERS,
    MAX_LOSS_COUNT,
    MAX_LOSS_NAME_LENGTH,
    MAX_LOSS_NAMES,
    MAX_LOSSES,
    MAX_PIECES,
    MAX_PRINT_LENGTH,
    MAX_RULES_LENGTH,
    MAX_SEATS,
    MAX_SIZE,
    MAX_TEXT_LENGTH,
    STACKED,
    Box,
    Holder,
    Kind,
    Lay,
    Press,
    Start,
    TableSetup,
)
from grenade_salad.games.open_table.buttons import MAX_LINES, count_lines
from grenade_salad.text import Message, m

# These limits and the bounds below are documented at the fields in `box.py`.
_MAX_FRONTS, _MAX_WALLS, _MAX_STARTS, _MAX_SHEET_SIDE = 1000, 500, 50, 100
_MIN_CORNERS, _MAX_CORNERS = 3, 64
_MAX_NUMBER_LENGTH = 8

Fault = tuple[str, Message]
"""The path of a faulty part, and the message."""


class _SameBox:
    """A box as a key, equal to itself alone.

    Boxes that are equal are not written alike: 1 and 1.0 are equal, too.
    """

    __slots__ = ("box",)

    def __init__(self, box: Box) -> None:
        self.box = box

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameBox) and self.box is other.box

    def __hash__(self) -> int:
        return id(self.box)


def why_not_setup(seats: int, setup: TableSetup) -> Reason | None:
    """Return why this box cannot be played, or None.

    It is remembered for the last boxes: the same one is checked by the set-up, the record and the match.
    """
    return _check_box(seats, _SameBox(setup.box)) or _check_record_length(_SameBox(setup.box), setup.pictures)


@lru_cache(maxsize=4)
def _check_box(seats: int, same: _SameBox) -> Reason | None:
    return why_not_box(seats, same.box)


@lru_cache(maxsize=4)
def _check_record_length(same: _SameBox, pictures: str) -> Reason | None:
    return why_too_long(TableSetup(same.box, pictures))


def why_not_box(seats: int, box: Box) -> Reason | None:
    """Return why this number of seats cannot play the box, or None.

    The length of its description is not checked.
    """
    minimum, maximum = box.seats
    if not 1 <= minimum <= maximum <= MAX_SEATS:
        return reasons.BadBox("seats", m("seats are {least} to {most}", least=1, most=MAX_SEATS))
    if not minimum <= seats <= maximum:
        return WrongSeatCount(box.name[:MAX_TEXT_LENGTH], seats, minimum, maximum)
    for path, why in find_faults(box, seats):
        return reasons.BadBox(path, why)
    return None


def why_too_long(setup: TableSetup) -> Reason | None:
    """Return why the box would make a record too long, or None."""
    size = len(json.dumps(to_json(setup), ensure_ascii=False).encode())
    if size > MAX_BOX_BYTES:
        return reasons.BadBox("box", m("it has {size} bytes, and may have {most}", size=size, most=MAX_BOX_BYTES))
    return None


def find_faults(box: Box, seats: int) -> Iterator[Fault]:
    """Yield the faults of a box for 1 to 9 seats, part by part."""
    yield from _check_words("name", [box.name], min_length=1)
    yield from _check_sizes("table", box.table)
    yield from _check_sizes("thick", [box.thick])
    yield from _check_length("rules", box.rules, MAX_RULES_LENGTH)
    for index, kind in enumerate(box.kinds):
        yield from _check_kind(f"kinds[{index}]", kind)
    yield from _check_unique("kinds", [kind.name for kind in box.kinds])
    if any(kind.counts and len(kind.counts) != len(kind.piece_fronts) for kind in box.kinds):
        return
    if sum(kind.total_count for kind in box.kinds) > MAX_PIECES:
        yield "kinds", _too_many_message(MAX_PIECES)
    yield from _check_holders(box, seats)
    homes = {holder.name for holder in box.holders if holder.secret != "hand" and not holder.each}
    for index, kind in enumerate(box.kinds):
        if kind.home and kind.home not in homes:
            yield f"kinds[{index}].home", m("there is no holder {name}", name=reasons.quote(kind.home))
    if box.takes and all(holder.name != box.takes for holder in box.holders):
        yield "takes", m("there is no holder {name}", name=reasons.quote(box.takes))
    yield from _check_marks(box, seats)
    yield from _check_length("walls", box.walls, _MAX_WALLS)
    for index, wall in enumerate(box.walls):
        yield from _check_numbers(f"walls[{index}]", wall)
    shot = box.flick
    yield from _check_bounds("flick.fastest", shot.fastest, 1, 6000)
    yield from _check_bounds("flick.astray", shot.astray, 0, 90)
    yield from _check_bounds("flick.uneven", shot.uneven, 0, 1)
    yield from _check_starts(shot.starts, box.seats[1])
    yield from _check_layout(box, seats)
    yield from _check_buttons(box, seats)
    yield from _check_losses(box)


def _too_many_message(maximum: int) -> Message:
    return m("there may be {most} at most", most=maximum)


def _check_length(path: str, parts: Sized, maximum: int) -> Iterator[Fault]:
    if len(parts) > maximum:
        yield path, _too_many_message(maximum)


def _check_words(path: str, words: Iterable[str], min_length: int = 0) -> Iterator[Fault]:
    for word in words:
        if not min_length <= len(word) <= MAX_TEXT_LENGTH or not word.isprintable():
            yield path, m("a name is one line of {least} to {most} letters", least=min_length, most=MAX_TEXT_LENGTH)


def _check_sizes(path: str, sizes: Sequence[float]) -> Iterator[Fault]:
    for size in sizes:
        if not (isfinite(size) and 0 < size <= MAX_SIZE):
            yield path, m("{size} mm is no size: it is more than 0 and at most {most}", size=str(size), most=MAX_SIZE)


def _check_numbers(path: str, numbers: Iterable[float]) -> Iterator[Fault]:
    for value in numbers:
        if not (isfinite(value) and abs(value) <= MAX_SIZE):
            yield path, m("{number} is nowhere", number=str(value))


def _check_bounds(path: str, value: float, minimum: float, maximum: float) -> Iterator[Fault]:
    if not (isfinite(value) and minimum <= value <= maximum):
        yield path, m("{value} is not one of {least} to {most}", value=str(value), least=minimum, most=maximum)


def _check_unique(path: str, names: Sequence[str]) -> Iterator[Fault]:
    if len(set(names)) < len(names):
        yield path, m("{name} is there twice", name=next(name for name in names if names.count(name) > 1))


def _check_kind(path: str, kind: Kind) -> Iterator[Fault]:
    yield from _check_words(f"{path}.name", [kind.name], min_length=1)
    yield from _check_length(f"{path}.fronts", kind.fronts, _MAX_FRONTS)
    yield from _check_words(path, [kind.title, kind.back, kind.colour, *kind.fronts])
    yield from _check_words(f"{path}.pictures", [*kind.pictures, kind.back_picture])
    for side in kind.sheet:
        yield from _check_bounds(f"{path}.sheet", side, 1, _MAX_SHEET_SIDE)
    cells = kind.sheet[0] * kind.sheet[1] * len(kind.pictures)
    if kind.pictures and cells != 1 and cells < len(kind.fronts):
        fronts = len(kind.fronts)
        yield f"{path}.pictures", m("there are {pictures} pictures for {fronts} fronts", pictures=cells, fronts=fronts)
    if not kind.fronts or (kind.piece == "die" and len(kind.fronts) < 2):
        yield f"{path}.fronts", m("there are too few")
    if not 0 < kind.count <= MAX_PIECES:
        yield f"{path}.count", m("there are 1 to {most}", most=MAX_PIECES)
    if kind.counts and not (
        len(kind.counts) == len(kind.piece_fronts) and all(0 < n <= MAX_PIECES for n in kind.counts)
    ):
        yield f"{path}.counts", m("there is a number for each front, each 1 to {most}", most=MAX_PIECES)
    yield from _check_printed(path, kind)
    yield from _check_sizes(f"{path}.size", kind.size)
    yield from _check_sizes(f"{path}.height", [kind.height])
    yield from _check_bounds(f"{path}.mass", kind.mass, 0, 10_000)
    yield from _check_bounds(f"{path}.grip", kind.grip, 0.01, 2)
    yield from _check_bounds(f"{path}.bounce", kind.bounce, 0, 1)
    if kind.corners and not _MIN_CORNERS <= len(kind.corners) <= _MAX_CORNERS:
        yield f"{path}.corners", m("a shape has 3 to 64 corners")
    yield from _check_numbers(f"{path}.corners", chain.from_iterable(kind.corners))
    yield from _check_length(f"{path}.snaps", kind.snaps, _MAX_FRONTS)
    yield from _check_numbers(f"{path}.snaps", chain.from_iterable(kind.snaps))
    yield from _check_words(f"{path}.snap_names", kind.snap_names)
    yield from _check_length(f"{path}.snap_names", kind.snap_names, len(kind.snaps))


def _check_printed(path: str, kind: Kind) -> Iterator[Fault]:
    yield from _check_bounds(f"{path}.least", kind.least, 1, 20)
    if kind.printed and (kind.piece != "card" or len(kind.printed) != len(kind.fronts)):
        yield f"{path}.printed", m("only cards are printed, one for each front")
    for index, printed in enumerate(kind.printed):
        yield from _check_words(
            f"{path}.printed[{index}]", [printed.title, printed.icon, printed.picture, printed.colour]
        )
        if len(printed.number) > _MAX_NUMBER_LENGTH or not printed.number.isprintable():
            yield f"{path}.printed[{index}].number", m("it has more than {most} letters", most=_MAX_NUMBER_LENGTH)
        if len(printed.text) > MAX_PRINT_LENGTH:
            yield f"{path}.printed[{index}].text", m("it has more than {most} letters", most=MAX_PRINT_LENGTH)
        if not printed.text.replace("\n", "").isprintable():
            yield f"{path}.printed[{index}].text", m("there is a letter in it that cannot be printed")


def _check_holders(box: Box, seats: int) -> Iterator[Fault]:
    yield from _check_length("holders", box.holders, MAX_HOLDERS)
    for index, holder in enumerate(box.holders):
        path = f"holders[{index}]"
        yield from _check_words(f"{path}.name", [holder.name], min_length=1)
        yield from _check_words(f"{path}.title", [holder.title])
        yield from _check_numbers(f"{path}.areas", chain.from_iterable(holder.areas))
        yield from _check_sizes(f"{path}.areas", [size for area in holder.areas for size in area[2:]])
        if holder.seat is not None and (holder.each or not 0 <= holder.seat < seats):
            yield f"{path}.seat", m("there is no such seat")
        if holder.secret == "hand" and not holder.each and holder.seat is None:
            yield f"{path}.seat", m("a hand has a seat")
        if not 0 <= holder.most <= MAX_PIECES:
            yield f"{path}.most", _too_many_message(MAX_PIECES)
        yield from _check_numbers(f"{path}.ditch", holder.ditch or ())
        yield from _check_sizes(f"{path}.ditch", (holder.ditch or ())[2:])
        if holder.pocket and holder.ditch is not None:
            yield f"{path}.ditch", m("it is either a pocket or a ditch")
        if holder.is_trap and (holder.secret == "hand" or (holder.lays == "stack" and holder.secret == "open")):
            yield f"{path}.pocket", m("a pocket is no hand and no stack")
        if holder.hits and all(target.name != holder.hits for target in box.holders):
            yield f"{path}.hits", m("there is no holder {name}", name=reasons.quote(holder.hits))
    yield from _check_unique("holders", [holder.name for holder in box.holders])
    if len(box.holders_for(seats)) < sum(seats if holder.each else 1 for holder in box.holders):
        yield "holders", m("two have the same name")


def _check_starts(starts: Sequence[Start], seats: int) -> Iterator[Fault]:
    yield from _check_length("flick.starts", starts, _MAX_STARTS)
    for index, start in enumerate(starts):
        path = f"flick.starts[{index}]"
        yield from _check_numbers(f"{path}.at", start.at)
        yield from _check_bounds(f"{path}.least", start.least, 0, MAX_SIZE)
        yield from _check_bounds(f"{path}.most", start.most, start.least, MAX_SIZE)
        yield from _check_bounds(f"{path}.first", start.first, -360, 360)
        yield from _check_bounds(f"{path}.last", start.last, start.first, start.first + 360)
        if start.seat is not None and not 0 <= start.seat < seats:
            yield f"{path}.seat", m("there is no such seat")
        for seat_count in start.seats[: MAX_SEATS + 1]:
            yield from _check_bounds(f"{path}.seats", seat_count, 1, MAX_SEATS)
        yield from _check_length(f"{path}.seats", start.seats, MAX_SEATS)


def _check_marks(box: Box, seats: int) -> Iterator[Fault]:
    if len(box.counters) > MAX_COUNTERS or len(box.notes) > MAX_COUNTERS:
        yield "counters", _too_many_message(MAX_COUNTERS)
    for index, counter in enumerate(box.counters):
        yield from _check_words(f"counters[{index}].name", [counter.name], min_length=1)
        if not -(10**9) <= counter.least <= counter.start <= counter.most <= 10**9:
            yield f"counters[{index}].start", m("it is less than the least, or more than the most")
    for index, note in enumerate(box.notes):
        yield from _check_words(f"notes[{index}]", [note.name], min_length=1)
        yield from _check_words(f"notes[{index}].text", [note.text])
    yield from _check_unique("counters", [counter.name for counter in box.counters])
    yield from _check_unique("notes", [note.name for note in box.notes])
    if len(box.counters_for(seats)) < sum(seats if counter.each else 1 for counter in box.counters):
        yield "counters", m("two have the same name")


def _check_layout(box: Box, seats: int) -> Iterator[Fault]:
    kinds = {kind.name: kind for kind in box.kinds}
    holders, used = box.holders_for(seats), dict[tuple[str, int], int]()
    inside: dict[str, list[Kind]] = {}
    for index, lay in enumerate(box.layout):
        path = f"layout[{index}]"
        if lay.kind not in kinds:
            yield f"{path}.kind", m("there is no kind {name}", name=reasons.quote(lay.kind))
            return
        kind = kinds[lay.kind]
        if wrong := [front for front in lay.fronts if front not in kind.piece_fronts]:
            yield f"{path}.fronts", m("there is no front {number}", number=str(wrong[0])[:20])
            return
        yield from _check_unique(f"{path}.fronts", [str(front) for front in lay.fronts])
        count = 0
        for front in lay.fronts or kind.piece_fronts:
            used_before = used.get((lay.kind, front), 0)
            taken = lay.n or kind.count_of(front) - used_before
            used[lay.kind, front] = used_before + taken
            count += taken
            if lay.n < 0 or taken < 1 or used[lay.kind, front] > kind.count_of(front):
                yield f"{path}.n", m("the box has {number} of it", number=kind.count_of(front))
                return
        yield from _check_place(box, path, lay, kind, count)
        if lay.into:
            if lay.into not in holders:
                yield f"{path}.into", m("there is no holder {name}", name=reasons.quote(lay.into))
                return
            inside.setdefault(lay.into, []).extend([kind] * count)
    for name, contents in inside.items():
        holder = holders[name]
        is_mixed = len({kind.piece for kind in contents}) > 1 or contents[0].piece not in STACKED
        if (holder.most and len(contents) > holder.most) or any(kind.piece == "board" for kind in contents):
            yield "layout", m("{name} cannot hold that", name=name)
        if holder.lays == "stack" and holder.secret == "open" and is_mixed:
            yield "layout", m("only cards lie on cards, and only discs on discs")


def _check_place(box: Box, path: str, lay: Lay, kind: Kind, count: int) -> Iterator[Fault]:
    if not isfinite(lay.angle) or abs(lay.angle) > MAX_SIZE:
        yield f"{path}.angle", m("{number} is nowhere", number=str(lay.angle))
    if bool(lay.at) == bool(lay.into):
        yield path, m("it is either at points or in a holder")
        return
    if lay.at and len(lay.at) not in (1, count):
        yield f"{path}.at", m("there are {points} points for {number} pieces", points=len(lay.at), number=count)
    if len(lay.at) == 1 and count > 1 and kind.piece not in STACKED:
        yield f"{path}.at", m("only cards lie on cards, and only discs on discs")
    if lay.shuffled and (lay.into == "" and (len(lay.at) != 1 or count < 2)):
        yield f"{path}.shuffled", m("only a stack or a holder is shuffled")
    width, height = box.table
    for x, y in lay.at:
        if not (0 <= x <= width and 0 <= y <= height):
            yield f"{path}.at", m("{point} is not on the table", point=f"[{x}, {y}]")


def _check_buttons(box: Box, seats: int) -> Iterator[Fault]:
    counters = {*box.counters_for(seats), *(counter.name for counter in box.counters)}
    kinds, holders = {kind.name: kind for kind in box.kinds}, box.holders_for(seats)
    names = {*holders, *(holder.name for holder in box.holders)}
    yield from _check_length("buttons", box.buttons, MAX_BUTTONS)
    for index, button in enumerate(box.buttons):
        yield from _check_words(f"buttons[{index}].label", [button.label], min_length=1)
        if not 0 < len(button.lines) <= MAX_LINES:
            yield f"buttons[{index}].lines", m("a button does 1 to {most} things", most=MAX_LINES)
        for line_index, press in enumerate(button.lines[:MAX_LINES]):
            path = f"buttons[{index}].lines[{line_index}]"
            if press.do == "set" and press.of not in counters:
                yield f"{path}.of", m("there is no counter {name}", name=repr(press.of)[:40])
            for name in press.kinds:
                if name not in kinds:
                    yield f"{path}.kinds", m("there is no kind {name}", name=reasons.quote(name))
            if press.do == "recall":
                yield from _check_recall(path, press, names, holders)
                if any(kinds[name].piece == "board" for name in press.kinds if name in kinds):
                    yield f"{path}.kinds", m("a board stays where it is")


def find_long_buttons(box: Box, seats: int) -> Iterator[Fault]:
    """Yield the buttons that do too much, counted with what they do for each seat.

    A record may have such a box, from before this was checked.
    """
    for index, button in enumerate(box.buttons):
        if (count := count_lines(button, box, seats)) > MAX_LINES:
            yield (
                f"buttons[{index}].lines",
                m("with {seats} seats it does {n} things, and may do {most}", seats=seats, n=count, most=MAX_LINES),
            )


def _check_recall(path: str, press: Press, names: set[str], holders: dict[str, Holder]) -> Iterator[Fault]:
    """Yield the faults of a recall: it gathers in a holder that is no hand."""
    if not press.to:
        yield f"{path}.to", m("it does not say {part}", part=repr("to"))
        return
    for key, name in (("to", press.to[0]), ("of", press.of)):
        if name != "" and name not in names:
            yield f"{path}.{key}", m("there is no holder {name}", name=reasons.quote(str(name)))
    holder = holders.get(str(press.to[0]))
    if holder is not None and holder.secret == "hand":
        yield f"{path}.to", m("pieces are not called back to a hand")


def _check_losses(box: Box) -> Iterator[Fault]:
    yield from _check_length("losses", box.losses, MAX_LOSSES)
    for index, loss in enumerate(box.losses[:MAX_LOSSES]):
        path = f"losses[{index}]"
        yield from _check_words(f"{path}.cause", [loss.cause], min_length=1)
        yield from _check_length(f"{path}.cause", loss.cause, MAX_CAUSE_LENGTH)
        yield from _check_bounds(f"{path}.count", loss.count, 1, MAX_LOSS_COUNT)
        yield from _check_length(f"{path}.names", loss.names, MAX_LOSS_NAMES)
        yield from _check_words(f"{path}.names", loss.names, min_length=1)
        for name in loss.names[:MAX_LOSS_NAMES]:
            yield from _check_length(f"{path}.names", name, MAX_LOSS_NAME_LENGTH)
