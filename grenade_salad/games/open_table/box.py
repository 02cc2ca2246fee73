"""A box: what can be put on a table, as plain data. It stands in the `setup` of a record, so that old tables open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import atan2, degrees, hypot
from typing import Literal, TypeAlias

from grenade_salad.core import Setup

Point: TypeAlias = tuple[float, float]
"""x to the right and y up, in mm, from the table's lower left corner."""
Shape: TypeAlias = Literal["card", "die", "disc", "cube", "pawn", "board"]
Codes: TypeAlias = Literal["", "cards", "dice", "dominoes", "salad"]
"""Fronts that the program knows: `QH`, `10S`, `joker`; `1` to `6`; `3-5`; `pointer`, `list_circles` and so on."""
STACKED = ("card", "disc")
"""What lies on each other and has two sides; a tile is a card of another size."""

MAX_SEATS = 9
MAX_BOX_BYTES = 256 * 1024
"""Bytes of the longest description, as JSON."""
MAX_PIECES = 2000
MAX_HOLDERS = 200
MAX_TEXT_LENGTH = 200
"""Characters of what is written on a card or a note, and of any name."""
MAX_PRINT_LENGTH = 1000
"""Characters of the text on a card that the program sets."""
MAX_RULES_LENGTH = 100_000
MAX_SIZE = 5000.0
"""Millimetres of the largest table, and of anything on it."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the program sets on a front, in its own type: mostly a row of a spreadsheet."""

    title: str = ""
    """Its name, at the top: to 200 letters."""
    number: str = ""
    """A number or a few letters, large in the corner: to 8 letters."""
    icon: str = ""
    """A file of the box, or one of the program's icons: heart, crown, skull and so on."""
    text: str = ""
    """To 1000 letters; `**bold**`, `*italic*`, and lines."""
    picture: str = ""
    """A file of the box."""
    colour: str = ""
    """Of its head: red, or #D55E00."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of piece. Kinds that look the same from behind cannot be told apart face down."""

    name: str
    """What other parts of the box call it: 1 to 200 letters, no two kinds the same."""
    piece: Shape
    """Its shape; a tile is a card of another size."""
    title: str = ""
    """What people call one whose front they do not see, such as "a card": to 200 letters."""
    fronts: tuple[str, ...] = ("",)
    """What is on it, in words or as codes: 1 to 1000. Of a die they are its faces, 2 at least; of everything else there
    are `count` pieces for each."""
    codes: Codes = ""
    """What the fronts are, if they are no words: the program says them in every language, and has pictures of some."""
    back: str = ""
    """What its other side is called: to 200 letters."""
    count: int = 1
    """How many there are for each front: 1 to 2000, and 2000 pieces in a box."""
    counts: tuple[int, ...] = ()
    """How many there are for each front, one after another, if it is not the same for all."""
    size: Point = (63.0, 88.0)
    """Its width and height as it lies, in mm: more than 0, to 5000."""
    height: float = 0.3
    """How high it stands, in mm: more than 0, to 5000."""
    corners: tuple[Point, ...] = ()
    """A convex polygon instead of a round disc or pawn: 3 to 64 points in mm from its middle."""
    colour: str = ""
    """Its paint where there is no picture: red, or #D55E00."""
    pictures: tuple[str, ...] = ()
    """Files of the box, one for each front, or one for all of them: to 1000."""
    sheet: tuple[int, int] = (1, 1)
    """How many pictures are side by side and one below another in each file: 1 to 100 each. Counted by rows."""
    back_picture: str = ""
    """A file of the box."""
    printed: tuple[Printed, ...] = ()
    """Cards that the program sets: what is on each front, in their order. A spreadsheet (`csv`) fills it."""
    least: float = 2.1
    """The smallest size of type on them, in mm: 1 to 20. Text that does not fit then is refused."""
    blank: bool = False
    """Whether people can write on it."""
    snaps: tuple[Point, ...] = ()
    """Points of a board to which pieces are drawn, in mm from its middle: to 1000."""
    mass: float = 0.0
    """Grams, to 10000; 0: that of wood."""
    grip: float = 0.3
    """Friction with the table: 0.01 to 2."""
    bounce: float = 0.7
    """0 to 1; of the speed of two that meet the product of theirs goes back."""
    snap_names: tuple[str, ...] = ()
    """What the points of `snaps` are called, in their order, to 200 letters each: the log says so. "" is none; without
    any a grid has squares, a1 at the lower left."""

    def __hash__(self) -> int:
        """Of little: pictures are looked up by kinds at every frame, and a kind may have a thousand fronts."""
        return hash((self.name, self.piece, self.size, len(self.fronts)))

    @property
    def piece_fronts(self) -> tuple[int, ...]:
        """The fronts of which there are pieces: of a die there is one, which has all of them."""
        return (0,) if self.piece == "die" else tuple(range(len(self.fronts)))

    def count_of(self, front: int) -> int:
        """How many pieces there are with that front."""
        return self.counts[front] if self.counts else self.count

    @property
    def total_count(self) -> int:
        """How many pieces there are of the kind."""
        return sum(map(self.count_of, self.piece_fronts))

    @property
    def back_appearance(self) -> tuple[object, ...]:
        """What can be seen of one that lies face down. What has no other side is seen as it is."""
        if self.piece not in STACKED:
            return (self.name,)
        picture = self.back_picture or (self.codes if self.codes in ("cards", "salad") else "")
        return self.piece, self.size, self.height, self.corners, self.colour, self.back, picture


@dataclass(frozen=True, slots=True)
class Holder:
    """A named place that takes pieces."""

    name: str
    """1 to 200 letters, no two holders the same."""
    title: str = ""
    """What people call it; without one its name."""
    lays: Literal["stack", "row", "column", "rising", "free"] = "stack"
    """How pieces lie in it; a column begins at its upper edge, a rising one at its lower edge."""
    secret: Literal["open", "hand", "bag"] = "open"
    """A hand is seen by its seat alone, a bag is drawn from blindly."""
    seat: int | None = None
    """Whose it is, from 0."""
    each: bool = False
    """Whether there is one for each seat, called NAME 0, NAME 1 and so on, with the areas in that order."""
    areas: tuple[tuple[float, float, float, float], ...] = ()
    """Left edge, lower edge, width and height in mm; without one it is not on the table."""
    face: Literal["", "up", "down"] = ""
    """How what comes in lies; without a word as it lay before."""
    most: int = 0
    """How many pieces it takes, to 2000; 0: any number."""
    pocket: bool = False
    """Whether it is a hole for what slides, as wide as the smaller side of its area: a piece tips in when its middle is
    over it, and never if it is as wide as the hole."""
    ditch: tuple[float, float, float] | None = None
    """x, y and mm: it takes whatever slides farther than that from this point."""
    hits: str = field(default="", metadata={"plain": "if set"})
    """The holder to which what lies alone here goes when something of another kind is put in, as at backgammon; without
    one both lie here. If each seat has it, that of whoever puts the other one in."""

    @property
    def is_spread(self) -> bool:
        """Whether the pieces in it lie side by side and can be followed by eye, so that they keep their numbers."""
        return self.secret == "open" and self.lays != "stack"

    @property
    def is_trap(self) -> bool:
        """Whether it takes what slides to it."""
        return self.pocket or self.ditch is not None


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name."""

    name: str
    """1 to 200 letters, no two counters the same."""
    start: int = 0
    """What it is at the start."""
    least: int = -1_000_000
    """-1000000000 at the lowest."""
    most: int = 1_000_000
    """1000000000 at the highest."""
    each: bool = False
    """Whether there is one for each seat, called NAME 0, NAME 1 and so on."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text with a name."""

    name: str
    """1 to 200 letters, no two notes the same."""
    text: str = ""
    """What it says at the start: to 200 letters."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Where pieces of a kind lie at the start: on points of the table, or in a holder."""

    kind: str
    """Which kind."""
    fronts: tuple[int, ...] = ()
    """Which of its fronts, from 0; without any: all."""
    n: int = 0
    """How many of each; 0: all that are left."""
    at: tuple[Point, ...] = ()
    """Points of the table, in mm from its lower left corner. One point: a stack; else a point for each piece."""
    into: str = ""
    """A holder, instead of points."""
    angle: float = 0.0
    """Radians counterclockwise, to 5000."""
    up: bool = True
    """Whether they lie face up."""
    shuffled: bool = False
    """Whether a stack or a holder is shuffled, at the start and at every new round."""
    locked: bool = False
    """Whether they stay where they are until somebody unlocks them."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a button does: a line of a record without its seat.

    Pieces and stacks of the start have the same numbers after a reset, so that buttons can name them: they are counted
    from 1, in the order of the layout. The name of a holder that each seat has (`each`) stands for all of those, or
    with `mine` for that of whoever presses the button; "won 1" is one of them.
    """

    do: Literal["deal", "flip", "move", "reset", "roll", "set", "shuffle"]
    """Which verb; `set` is for counters."""
    of: int | str = ""
    """A stack by its number or a holder by its name: what is dealt from, moved, or shuffled. A counter by its name."""
    n: int = 0
    """How many each; 0: all. What a counter is set to."""
    to: tuple[int | str, ...] = ()
    """Seats or holders that are dealt to; without any: all seats. What is moved goes to the first; from the holders of
    each seat into those of each seat it stays with its seat."""
    up_to: bool = False
    """Whether those that have some get only what they lack."""
    what: tuple[int | str, ...] = ()
    """Pieces by number, or holders: what is flipped or rolled."""
    mine: bool = False
    """Whether it is for whoever presses the button, and for nobody else."""
    by: int = field(default=0, metadata={"plain": "if set"})
    """By how much a counter becomes more, or less if it is negative, instead of being set to `n`."""
    face: Literal["", "up", "down"] = field(default="", metadata={"plain": "if set"})
    """How what is moved lies then; what is flipped is left alone if it lies so."""
    keeps: bool = field(default=False, metadata={"plain": "if set"})
    """Whether counters stay as they are when everything else is as at the start: for a new round, not a new match."""


@dataclass(frozen=True, slots=True)
class Button:
    """A label and what it does, line by line."""

    label: str
    """1 to 200 letters."""
    lines: tuple[Press, ...]
    """1 to 20 of them, one after another."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a shot may begin: the middle of the piece is in a ring, or in a part of one."""

    at: Point
    """The middle of the ring, in mm."""
    least: float = 0.0
    """How far from that in mm: 0 to 5000."""
    most: float = 10.0
    """How far at most in mm: `least` to 5000."""
    first: float = 0.0
    """Degrees counterclockwise from the right: where the part begins, -360 to 360."""
    last: float = 360.0
    """Where it ends: `first` to 360 degrees more."""
    seat: int | None = None
    """For whom, from 0; without one for everybody."""
    seats: tuple[int, ...] = ()
    """With how many seats at the table it counts: 1 to 9 each; without any: always."""

    def applies_to(self, seat: int, seats: int) -> bool:
        """Whether it is for that seat, with so many at the table."""
        return self.seat in (None, seat) and (not self.seats or seats in self.seats)

    def contains(self, point: Point) -> bool:
        """Whether a shot may begin there; to 0.01 mm and degrees."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        if not self.least - 0.01 <= hypot(x, y) <= self.most + 0.01:
            return False
        return (degrees(atan2(y, x)) - self.first + 0.01) % 360 <= self.last - self.first + 0.02


@dataclass(frozen=True, slots=True)
class Flick:
    """Shots."""

    fastest: float = 3000.0
    """The greatest speed in mm/s: 1 to 6000."""
    astray: float = 0.5
    """By how many degrees a shot goes astray: 0 to 90."""
    uneven: float = 0.03
    """By what share of its speed it goes astray: 0 to 1."""
    starts: tuple[Start, ...] = ()
    """Where a shot may begin: to 50 places; without any: everywhere."""


@dataclass(frozen=True)
class Box:
    """What can be put on a table, and how it lies there at the start."""

    name: str
    """1 to 200 letters."""
    seats: tuple[int, int] = (1, MAX_SEATS)
    """How many people at least and at most: 1 to 9."""
    table: Point = (900.0, 600.0)
    """Its width and height in mm: more than 0, to 5000."""
    ground: Literal["", "felt", "paper", "wood"] = ""
    """What lies under everything; without a word the bare table."""
    kinds: tuple[Kind, ...] = ()
    """What pieces there are."""
    holders: tuple[Holder, ...] = ()
    """To 200."""
    counters: tuple[Counter, ...] = ()
    """To 200."""
    notes: tuple[Note, ...] = ()
    """To 200."""
    layout: tuple[Lay, ...] = ()
    """Where pieces lie at the start; what is not there is in the box. What comes later lies higher."""
    buttons: tuple[Button, ...] = ()
    """To 200."""
    walls: tuple[tuple[float, float, float, float], ...] = ()
    """Lines that stop what slides: x, y, x, y in mm, to 500."""
    thick: float = 4.0
    """How wide walls are, in mm: more than 0, to 5000."""
    flick: Flick = field(default_factory=Flick)
    """Shots."""
    rules: str = ""
    """The page of how people play, as Markdown, to 100000 letters: of a folder it is `rules.md`."""
    takes: str = field(default="", metadata={"plain": "if set"})
    """The holder to which a pawn goes on whose snap point another one is put, as in chess; without one they lie on
    each other. If each seat has it, that of whoever puts the other one there."""

    @cached_property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """Every piece that there is: which kind, and which front of it."""
        return tuple(
            (index, front)
            for index, kind in enumerate(self.kinds)
            for front in kind.piece_fronts
            for _ in range(kind.count_of(front))
        )

    @cached_property
    def lookalikes(self) -> tuple[int, ...]:
        """For each kind the first that looks the same from behind."""
        first: dict[tuple[object, ...], int] = {}
        return tuple(first.setdefault(kind.back_appearance, index) for index, kind in enumerate(self.kinds))

    @cached_property
    def has_only_cards(self) -> bool:
        """Whether everything but boards is what people call a card."""
        return all(kind.title == "a card" for kind in self.kinds if kind.piece != "board")

    @cached_property
    def backs_reveal(self) -> tuple[bool, ...]:
        """For each kind whether its back tells its front: nothing else that there is looks so, and none is blank."""
        fronts: dict[int, int] = {}
        for look, kind in zip(self.lookalikes, self.kinds, strict=True):
            fronts[look] = fronts.get(look, 0) + (2 if kind.blank else len(kind.piece_fronts))
        return tuple(fronts[look] == 1 for look in self.lookalikes)

    def holders_for(self, seats: int) -> dict[str, Holder]:
        """All holders by name, with those of each seat."""
        result: dict[str, Holder] = {}
        for holder in self.holders:
            if not holder.each:
                result[holder.name] = holder
                continue
            for seat in range(seats):
                area = holder.areas[seat : seat + 1]
                name = f"{holder.name} {seat}"
                result[name] = replace(holder, name=name, seat=seat, each=False, areas=area)
        return result

    def counters_for(self, seats: int) -> dict[str, Counter]:
        """All counters by name, with those of each seat."""
        return {name: counter for name, (counter, _) in self.counter_owners(seats).items()}

    def counter_owners(self, seats: int) -> dict[str, tuple[Counter, int | None]]:
        """Return by name each counter on the table, and the seat that owns it; None is the table.

        A name says nothing about that: "Round 1" may be a counter of the table.
        """
        owners: dict[str, tuple[Counter, int | None]] = {}
        for counter in self.counters:
            if counter.each:
                owners |= {f"{counter.name} {seat}": (counter, seat) for seat in range(seats)}
            else:
                owners[counter.name] = counter, None
        return owners


@dataclass(frozen=True)
class TableSetup(Setup):
    """A box, and the hash of its pictures: without them pieces are shown as their words."""

    box: Box
    pictures: str = ""
