"""A box: everything that can be put on a table, as plain data.

The `setup` of a record contains the box, so that records of earlier versions of it open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import atan2, degrees, hypot
from typing import Literal, TypeAlias

from grenade_salad.core import Setup

Point: TypeAlias = tuple[float, float]
"""x to the right and y up, in mm, from the table's lower left corner."""
Shape: TypeAlias = Literal["card", "die", "disc", "cube", "pawn", "board"]
Codes: TypeAlias = Literal["", "cards", "dice", "dominoes", "salad"]
"""Kinds of fronts that the program knows.

Examples: `QH`, `10S`, `joker`; `1` to `6`; `3-5`; `pointer`, `circles` and so on.
"""
STACKED = ("card", "disc")
"""Shapes that stack and have two sides; a tile is a card of another size."""

MAX_SEATS = 9
MAX_BOX_BYTES = 256 * 1024
"""Maximum size of a description as JSON, in bytes."""
MAX_PIECES = 2000
MAX_HOLDERS = 600
MAX_BUTTONS = MAX_COUNTERS = 200
MAX_TEXT_LENGTH = 200
"""Maximum number of characters on a card or a note, and of any name."""
MAX_PRINT_LENGTH = 1000
"""Maximum number of characters of the text on a printed card."""
MAX_RULES_LENGTH = 100_000
MAX_LOSSES = 60
MAX_LOSS_NAMES, MAX_LOSS_NAME_LENGTH = 3, 60
"""Maximum number of names of a loss, and of characters in each."""
MAX_LOSS_COUNT, MAX_CAUSE_LENGTH = 1_000_000, 40
MAX_SIZE = 5000.0
"""Maximum size of a table and of anything on it, in mm."""
_TOLERANCE = 0.01
"""Millimetres or degrees by which a piece may miss the place where a shot begins."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A front that the program typesets, mostly from a row of a spreadsheet."""

    title: str = ""
    """Its name, at the top: up to 200 characters."""
    number: str = ""
    """A number or a few letters, large in the corner: up to 8 characters."""
    icon: str = ""
    """A file of the box, or an icon of the program: heart, crown, skull and so on."""
    text: str = ""
    """Up to 1000 characters; `**bold**`, `*italic*`, and lines."""
    picture: str = ""
    """A file of the box."""
    colour: str = ""
    """The colour of its head: red, or #D55E00."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece.

    Kinds that look the same from behind cannot be told apart face down.
    """

    name: str
    """The name for other parts of the box: 1 to 200 characters, unique among kinds."""
    piece: Shape
    """Its shape; a tile is a card of another size."""
    title: str = ""
    """Name of a piece with a hidden front, such as "a card": up to 200 characters."""
    fronts: tuple[str, ...] = ("",)
    """The fronts, in words or as codes: 1 to 1000.

    Of a die they are its faces, at least 2; of everything else there are `count` pieces for each.
    """
    codes: Codes = ""
    """The kind of codes, if the fronts are not words.

    The program says codes in every language, and has pictures of some.
    """
    back: str = ""
    """The name of its other side: up to 200 characters."""
    count: int = 1
    """Number of pieces for each front: 1 to 2000, and 2000 pieces in a box."""
    counts: tuple[int, ...] = ()
    """Number of pieces for each front, in order, if it is not the same for all."""
    size: Point = (63.0, 88.0)
    """Width and height when it lies flat, in mm: more than 0, up to 5000."""
    height: float = 0.3
    """Height above the table, in mm: more than 0, up to 5000."""
    corners: tuple[Point, ...] = ()
    """A convex polygon instead of a round disc or pawn.

    It has 3 to 64 points, in mm from its middle.
    """
    colour: str = ""
    """Its paint if there is no picture: red, or #D55E00."""
    pictures: tuple[str, ...] = ()
    """Files of the box, one for each front, or one for all of them: up to 1000."""
    sheet: tuple[int, int] = (1, 1)
    """Numbers of pictures in a row and in a column of each file: 1 to 100 each.

    Pictures are counted by rows.
    """
    back_picture: str = ""
    """A file of the box."""
    printed: tuple[Printed, ...] = ()
    """Cards that the program typesets: one entry for each front, in their order.

    A spreadsheet (`csv`) fills it.
    """
    least: float = 2.1
    """The minimum size of type on printed cards, in mm: 1 to 20.

    Text that does not fit at this size is refused.
    """
    blank: bool = False
    """True if players can write on it."""
    snaps: tuple[Point, ...] = ()
    """Points of a board to which pieces snap, in mm from its middle: up to 1000."""
    mass: float = 0.0
    """Grams, up to 10000; 0: the mass of wood of this size."""
    grip: float = 0.3
    """Friction with the table: 0.01 to 2."""
    bounce: float = 0.7
    """Restitution, 0 to 1. A collision uses the product of both."""
    snap_names: tuple[str, ...] = ()
    """Names of the points of `snaps`, in their order, up to 200 characters each.

    The log uses them. "" is no name; without any names a grid has squares, a1 at the lower left.
    """
    home: str = field(default="", metadata={"plain": "if set"})
    """The holder to which a recall without `to` brings it.

    Without one, it is the holder in which it begins.
    """

    def __hash__(self) -> int:
        """Hash a few fields only.

        Pictures are looked up by kind in every frame, and a kind may have a thousand fronts.
        """
        return hash((self.name, self.piece, self.size, len(self.fronts)))

    @property
    def piece_fronts(self) -> tuple[int, ...]:
        """The fronts of which there are pieces.

        A die is one piece that has all fronts.
        """
        return (0,) if self.piece == "die" else tuple(range(len(self.fronts)))

    def count_of(self, front: int) -> int:
        """Return the number of pieces with that front."""
        return self.counts[front] if self.counts else self.count

    @property
    def total_count(self) -> int:
        """The number of pieces of this kind."""
        return sum(map(self.count_of, self.piece_fronts))

    @property
    def back_appearance(self) -> tuple[object, ...]:
        """The visible features of a piece that lies face down.

        A piece without another side looks as it is.
        """
        if self.piece not in STACKED:
            return (self.name,)
        picture = self.back_picture or (self.codes if self.codes in ("cards", "salad") else "")
        return self.piece, self.size, self.height, self.corners, self.colour, self.back, picture


@dataclass(frozen=True, slots=True)
class Holder:
    """A named place that takes pieces."""

    name: str
    """1 to 200 characters, unique among holders."""
    title: str = ""
    """The name that players see; empty: `name`."""
    lays: Literal["stack", "row", "column", "rising", "free"] = "stack"
    """The arrangement of its pieces.

    A column begins at its upper edge, a rising one at its lower edge.
    """
    secret: Literal["open", "hand", "bag"] = "open"
    """A hand is visible to its seat alone; from a bag pieces are drawn blindly."""
    seat: int | None = None
    """The seat that owns it, from 0."""
    each: bool = False
    """True if each seat has one, called NAME 0, NAME 1 and so on.

    The areas are in that order.
    """
    areas: tuple[tuple[float, float, float, float], ...] = ()
    """Left edge, lower edge, width and height in mm.

    A holder without an area is not on the table.
    """
    face: Literal["", "up", "down"] = ""
    """The side that pieces show when they are put in; "" leaves them as they are."""
    most: int = 0
    """The maximum number of pieces, up to 2000; 0: any number."""
    pocket: bool = False
    """True if it is a hole for sliding pieces.

    It is as wide as the smaller side of its area. A piece tips in when its middle is over the hole, and never if it is
    as wide as the hole.
    """
    ditch: tuple[float, float, float] | None = None
    """x, y and a distance in mm; it takes pieces that slide farther from the point."""
    hits: str = field(default="", metadata={"plain": "if set"})
    """The holder for a single piece that is hit here, as in backgammon.

    A piece that lies alone here moves there when a piece of another kind is put in; without such a holder both lie
    here. If each seat has that holder, it is the one of the seat that put the other piece in.
    """

    @property
    def is_spread(self) -> bool:
        """True if its pieces lie side by side in view, so that they keep their numbers."""
        return self.secret == "open" and self.lays != "stack"

    @property
    def is_trap(self) -> bool:
        """True if it takes pieces that slide to it."""
        return self.pocket or self.ditch is not None


def find_hand(holders: Iterable[Holder], seat: int) -> str:
    """Return the name of the seat's hand; empty if it has none."""
    return next((holder.name for holder in holders if holder.secret == "hand" and holder.seat == seat), "")


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name."""

    name: str
    """1 to 200 characters, unique among counters."""
    start: int = 0
    """Its value at the start."""
    least: int = -1_000_000
    """The minimum, at least -1000000000."""
    most: int = 1_000_000
    """The maximum, at most 1000000000."""
    each: bool = False
    """True if each seat has one, called NAME 0, NAME 1 and so on."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text with a name."""

    name: str
    """1 to 200 characters, unique among notes."""
    text: str = ""
    """Its text at the start: up to 200 characters."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Pieces of a kind at the start: on points of the table, or in a holder."""

    kind: str
    """The name of the kind."""
    fronts: tuple[int, ...] = ()
    """Indexes of fronts, from 0; without any: all."""
    n: int = 0
    """Number of pieces of each front; 0: all that remain."""
    at: tuple[Point, ...] = ()
    """Points of the table, in mm from its lower left corner.

    One point holds a stack; otherwise there is a point for each piece.
    """
    into: str = ""
    """A holder, instead of points."""
    angle: float = 0.0
    """Radians counterclockwise, up to 5000."""
    up: bool = True
    """True if the pieces lie face up."""
    shuffled: bool = False
    """True if the stack or holder is shuffled, at the start and in every new round."""
    locked: bool = False
    """True if the pieces stay in place until a player unlocks them."""


@dataclass(frozen=True, slots=True)
class Press:
    """One effect of a button: a line of a record without its seat.

    Pieces and stacks of the start have the same numbers after a reset, so that buttons can name them: they are counted
    from 1, in the order of the layout. The name of a holder that each seat has (`each`) means all of those, or with
    `mine` that of the seat that presses the button; "won 1" is one of them.
    """

    do: Literal["deal", "flip", "move", "pass", "recall", "reset", "roll", "set", "shuffle", "sort", "turn"]
    """The action: `set` is for counters, `turn` for dice, `pass` for the turn marker.

    `recall` gathers pieces of `kinds` from everywhere, hands too, in the holder `to`.
    """
    of: int | str = ""
    """A stack by its number or a holder by its name, or a counter by its name.

    Pieces are dealt or moved from it, or it is shuffled or sorted. A recall takes from it alone.
    """
    n: int = 0
    """Number of pieces each; 0: all. For a counter: the new value.

    For a die: the index of its face. A recall takes at most so many from each place.
    """
    to: tuple[int | str, ...] = ()
    """Seats or holders that pieces are dealt to; without any: all seats.

    Pieces that are moved go to the first one. A move from the holders of each seat into those of each seat stays with
    the seat. Seats that are not at the table get nothing.
    """
    up_to: bool = False
    """True if seats that have some pieces get only what they lack."""
    what: tuple[int | str, ...] = ()
    """Pieces by number, or holders, that are flipped or rolled."""
    mine: bool = False
    """True if it affects only the seat that presses the button."""
    by: int = field(default=0, metadata={"plain": "if set"})
    """The change of a counter or a die's face, instead of setting it to `n`.

    It is negative for less.
    """
    face: Literal["", "up", "down"] = field(default="", metadata={"plain": "if set"})
    """The side that moved pieces show; pieces that show it already are not flipped."""
    keeps: bool = field(default=False, metadata={"plain": "if set"})
    """True if a reset keeps the counters: for a new round, not a new match."""
    kinds: tuple[str, ...] = field(default=(), metadata={"plain": "if set"})
    """Kinds that are recalled; without any, all cards.

    Dice of these kinds are rolled or turned.
    """
    leaves: Literal["", "hands", "holders", "both"] = field(default="", metadata={"plain": "if set"})
    """Places that a recall leaves as they are: hands, all other holders, or both."""
    each: bool = field(default=False, metadata={"plain": "if set"})
    """True if a flip turns each piece where it lies, instead of the whole stack.

    It turns `n` of them, from the top.
    """
    reverse: bool = field(default=False, metadata={"plain": "if set"})
    """True if a sort begins with the last front of the box, on top or left."""
    at_most: bool = field(default=False, metadata={"plain": "if set"})
    """True if a deal or a move takes all that there are where there are fewer."""


@dataclass(frozen=True, slots=True)
class Button:
    """A label and the effects of a button, line by line."""

    label: str
    """1 to 200 characters."""
    lines: tuple[Press, ...]
    """1 to 64 effects, one after another; those for each seat count, too."""


@dataclass(frozen=True, slots=True)
class Start:
    """A ring, or a part of one, in which the middle of a piece must be for a shot."""

    at: Point
    """The middle of the ring, in mm."""
    least: float = 0.0
    """Minimum distance from the middle in mm: 0 to 5000."""
    most: float = 10.0
    """Maximum distance from the middle in mm: `least` to 5000."""
    first: float = 0.0
    """The beginning of the part: -360 to 360 degrees counterclockwise from the right."""
    last: float = 360.0
    """The end of the part: `first` up to 360 degrees more."""
    seat: int | None = None
    """The seat that it is for, from 0; without one: all seats."""
    seats: tuple[int, ...] = ()
    """Numbers of seats at the table with which it counts: 1 to 9 each; empty: always."""

    def applies_to(self, seat: int, seats: int) -> bool:
        """True if it is for that seat, with this number of seats at the table."""
        return self.seat in (None, seat) and (not self.seats or seats in self.seats)

    def contains(self, point: Point) -> bool:
        """True if a shot may begin at the point, with a tolerance of 0.01 mm and degrees."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        if not self.least - _TOLERANCE <= hypot(x, y) <= self.most + _TOLERANCE:
            return False
        # Both ends of the part are moved outwards.
        return (degrees(atan2(y, x)) - self.first + _TOLERANCE) % 360 <= self.last - self.first + 2 * _TOLERANCE


@dataclass(frozen=True, slots=True)
class Flick:
    """The physics of shots and the places where they begin."""

    fastest: float = 3000.0
    """The maximum speed in mm/s: 1 to 6000."""
    astray: float = 0.5
    """The random error of a shot's direction, in degrees: 0 to 90."""
    uneven: float = 0.03
    """The random error of a shot's speed, as a share of it: 0 to 1."""
    starts: tuple[Start, ...] = ()
    """The places where a shot may begin: up to 50; without any: everywhere."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A difference between a box and the file that it was made from.

    The file is another program's. This is data: `boxes.losses` puts it into words when it is shown.
    """

    part: Literal["picture", "piece", "place", "button", "words", "rule", "guess"]
    """The thing that differs; a guess is a decision that the file left open."""
    cause: str
    """A code for the reason, such as "internet": 1 to 40 characters.

    One that is unknown has a general sentence.
    """
    count: int = 1
    """The number of such things: 1 to 1000000."""
    names: tuple[str, ...] = ()
    """Names of some of them: up to 3, of up to 60 characters each."""


@dataclass(frozen=True)
class Box:
    """Everything that can be put on a table, and its layout at the start."""

    name: str
    """1 to 200 characters."""
    seats: tuple[int, int] = (1, MAX_SEATS)
    """The minimum and maximum number of players: 1 to 9."""
    table: Point = (900.0, 600.0)
    """Width and height of the table in mm: more than 0, up to 5000."""
    ground: Literal["", "felt", "paper", "wood"] = ""
    """The surface under everything; "" is the bare table."""
    kinds: tuple[Kind, ...] = ()
    """The kinds of pieces."""
    holders: tuple[Holder, ...] = ()
    """Up to 600."""
    counters: tuple[Counter, ...] = ()
    """Up to 200."""
    notes: tuple[Note, ...] = ()
    """Up to 200."""
    layout: tuple[Lay, ...] = ()
    """Pieces on the table at the start; later ones lie higher.

    All other pieces are in the box.
    """
    buttons: tuple[Button, ...] = ()
    """Up to 200."""
    walls: tuple[tuple[float, float, float, float], ...] = ()
    """Lines that stop sliding pieces: x, y, x, y in mm, up to 500."""
    thick: float = 4.0
    """The thickness of walls, in mm: more than 0, up to 5000."""
    flick: Flick = field(default_factory=Flick)
    """The physics of shots and the places where they begin."""
    rules: str = ""
    """The rules page as Markdown, up to 100000 characters: `rules.md` in a folder."""
    takes: str = field(default="", metadata={"plain": "if set"})
    """The holder for pawns that are captured, as in chess.

    A pawn moves there when another one is put on its snap point; without such a holder they lie on each other. If each
    seat has that holder, it is the one of the seat that put the other pawn there.
    """
    losses: tuple[Loss, ...] = field(default=(), metadata={"plain": "if set"})
    """Differences from the file of another program: up to 60."""

    @cached_property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """Every piece that exists, as the indexes of its kind and its front."""
        return tuple(
            (index, front)
            for index, kind in enumerate(self.kinds)
            for front in kind.piece_fronts
            for _ in range(kind.count_of(front))
        )

    @cached_property
    def lookalikes(self) -> tuple[int, ...]:
        """For each kind the index of the first kind that looks the same from behind."""
        first: dict[tuple[object, ...], int] = {}
        return tuple(first.setdefault(kind.back_appearance, index) for index, kind in enumerate(self.kinds))

    @cached_property
    def has_only_cards(self) -> bool:
        """True if every kind except boards is called "a card"."""
        return all(kind.title == "a card" for kind in self.kinds if kind.piece != "board")

    @cached_property
    def backs_reveal(self) -> tuple[bool, ...]:
        """For each kind, True if its back reveals its front.

        No other front has that back, and the kind is not blank.
        """
        fronts: dict[int, int] = {}
        for look, kind in zip(self.lookalikes, self.kinds, strict=True):
            fronts[look] = fronts.get(look, 0) + (2 if kind.blank else len(kind.piece_fronts))
        return tuple(fronts[look] == 1 for look in self.lookalikes)

    def holders_for(self, seats: int) -> dict[str, Holder]:
        """Return all holders by name, with those of each seat."""
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
        """Return all counters by name, with those of each seat."""
        return {name: counter for name, (counter, _) in self.counter_owners(seats).items()}

    def counter_owners(self, seats: int) -> dict[str, tuple[Counter, int | None]]:
        """Return by name each counter on the table, and the seat that owns it or None.

        None is the table. A name alone does not tell: "Round 1" may be a counter of the table.
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
    """A box and the hash of its pictures.

    Without the pictures, pieces are shown as their words.
    """

    box: Box
    pictures: str = ""
