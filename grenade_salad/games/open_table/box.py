"""A box: what can be put on a table, as plain data. It stands in the `setup` of a record, so that old tables open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from grenade_salad.core import Setup

Point: TypeAlias = tuple[float, float]
"""x to the right and y up, in mm, from the table's lower left corner."""
Shape: TypeAlias = Literal["card", "die", "disc", "cube", "pawn", "board"]
STACKED = ("card", "disc")
"""What lies on each other and has two sides; a tile is a card of another size."""

LONGEST_BOX = 256 * 1024
"""Bytes of the longest description, as JSON."""
MOST_PIECES = 2000
MOST_HOLDERS = 200
LONGEST_TEXT = 200
"""Characters of what is written on a card or a note, and of any name."""
LONGEST_RULES = 100_000
LARGEST = 5000.0
"""Millimetres of the largest table, and of anything on it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of piece. `size` is its width and height as it lies, `height` how high it stands, all in mm.

    Of a die `fronts` are its faces; of everything else there are `count` pieces for each front. `back` is what the
    other side shows; kinds that look the same from behind cannot be told apart face down. `title` is what people call
    one whose front they do not see, such as "a card". `corners` make a convex polygon of a disc or a pawn, in mm from
    its middle; else it is round. A `blank` one can be written on. `snaps` are points of a board, in mm from its middle.
    `pictures` are files of the box, one for each front. `mass` is in grams, 0: that of wood; `grip` the friction with
    the table, `bounce` a factor of two that meet: of a speed its product goes back.
    """

    name: str
    piece: Shape
    title: str = ""
    fronts: tuple[str, ...] = ("",)
    back: str = ""
    count: int = 1
    size: Point = (63.0, 88.0)
    height: float = 0.3
    corners: tuple[Point, ...] = ()
    colour: str = ""
    pictures: tuple[str, ...] = ()
    blank: bool = False
    snaps: tuple[Point, ...] = ()
    mass: float = 0.0
    grip: float = 0.3
    bounce: float = 0.7

    @property
    def copies(self) -> tuple[int, ...]:
        """The fronts of which there are pieces: of a die there is one, which has all of them."""
        return (0,) if self.piece == "die" else tuple(range(len(self.fronts)))

    @property
    def from_behind(self) -> tuple[object, ...]:
        """What can be seen of one that lies face down. What has no other side is seen as it is."""
        if self.piece not in STACKED:
            return (self.name,)
        return self.piece, self.size, self.height, self.corners, self.colour, self.back


@dataclass(frozen=True, slots=True)
class Holder:
    """A named place that takes pieces. A `hand` is seen by its seat alone, a `bag` is drawn from blindly.

    `each`: there is one for each seat, called NAME 0, NAME 1 and so on, with the areas in that order. An area is the
    lower left corner, the width and the height in mm; without one it is not on the table. `face` is how what comes in
    lies. `most` is how many pieces it takes; 0: any number. A `pocket` takes whatever slides to it.
    """

    name: str
    title: str = ""
    lays: Literal["stack", "row", "column", "free"] = "stack"
    secret: Literal["open", "hand", "bag"] = "open"
    seat: int | None = None
    each: bool = False
    areas: tuple[tuple[float, float, float, float], ...] = ()
    face: Literal["", "up", "down"] = ""
    most: int = 0
    pocket: bool = False

    @property
    def shows(self) -> bool:
        """Whether the pieces in it lie side by side and can be followed by eye, so that they keep their numbers."""
        return self.secret == "open" and self.lays != "stack"


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name. `each`: one for each seat, called NAME 0, NAME 1 and so on."""

    name: str
    start: int = 0
    least: int = -1_000_000
    most: int = 1_000_000
    each: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text with a name."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Lay:
    """Where pieces of a kind lie at the start: on points of the table, or in a holder.

    `fronts` are which, all if it is empty; `n` how many of each, 0 for all. One point: a stack; else a point for each.
    """

    kind: str
    fronts: tuple[int, ...] = ()
    n: int = 0
    at: tuple[Point, ...] = ()
    into: str = ""
    angle: float = 0.0
    up: bool = True
    shuffled: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """What a button does: a line of a record without its seat."""

    do: Literal["deal", "flip", "reset", "roll", "set", "shuffle"]
    of: int | str = ""
    n: int = 0
    to: tuple[int | str, ...] = ()
    up_to: bool = False
    what: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A label and what it does, line by line."""

    label: str
    lines: tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class Flick:
    """Shots: the greatest speed in mm/s, and how far they go astray: degrees, and a share of the speed."""

    fastest: float = 3000.0
    astray: float = 0.5
    uneven: float = 0.03


@dataclass(frozen=True)
class Box:
    """What can be put on a table, and how it lies there at the start.

    `seats` are the least and the most, `table` its width and height in mm, `walls` lines that stop what slides, each
    x, y, x, y, and `thick` mm wide. `rules` is the page of how people play, as Markdown.
    """

    name: str
    seats: tuple[int, int] = (1, 8)
    table: Point = (900.0, 600.0)
    kinds: tuple[Kind, ...] = ()
    holders: tuple[Holder, ...] = ()
    counters: tuple[Counter, ...] = ()
    notes: tuple[Note, ...] = ()
    layout: tuple[Lay, ...] = ()
    buttons: tuple[Button, ...] = ()
    walls: tuple[tuple[float, float, float, float], ...] = ()
    thick: float = 4.0
    flick: Flick = field(default_factory=Flick)
    rules: str = ""

    @cached_property
    def things(self) -> tuple[tuple[int, int], ...]:
        """Every piece that there is: which kind, and which front of it."""
        return tuple(
            (index, front) for index, kind in enumerate(self.kinds) for front in kind.copies for _ in range(kind.count)
        )

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """For each kind the first that looks the same from behind."""
        first: dict[tuple[object, ...], int] = {}
        return tuple(first.setdefault(kind.from_behind, index) for index, kind in enumerate(self.kinds))

    @cached_property
    def plain(self) -> tuple[bool, ...]:
        """For each kind whether its back tells its front: nothing else that there is looks so, and none is blank."""
        fronts: dict[int, int] = {}
        for look, kind in zip(self.looks, self.kinds, strict=True):
            fronts[look] = fronts.get(look, 0) + (2 if kind.blank else len(kind.copies))
        return tuple(fronts[look] == 1 for look in self.looks)

    def holders_for(self, seats: int) -> dict[str, Holder]:
        """All holders by name, with those of each seat."""
        found: dict[str, Holder] = {}
        for holder in self.holders:
            if not holder.each:
                found[holder.name] = holder
                continue
            for seat in range(seats):
                area = holder.areas[seat : seat + 1]
                name = f"{holder.name} {seat}"
                found[name] = replace(holder, name=name, seat=seat, each=False, areas=area)
        return found

    def counters_for(self, seats: int) -> dict[str, Counter]:
        """All counters by name, with those of each seat."""
        found: dict[str, Counter] = {}
        for counter in self.counters:
            names = [f"{counter.name} {seat}" for seat in range(seats)] if counter.each else [counter.name]
            found |= dict.fromkeys(names, counter)
        return found


@dataclass(frozen=True)
class TableSetup(Setup):
    """A box, and the hash of its pictures: without them pieces are shown as their words."""

    box: Box
    pictures: str = ""
