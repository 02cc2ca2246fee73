"""What the scene knows besides the view: where one looks, what is chosen, what is carried, whose hand is open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from grenade_salad.app.games.open_table.box_pictures import files_of
from grenade_salad.app.games.open_table.piece_batches import Sorts
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table.actions import Face as Side
from grenade_salad.games.open_table.actions import Push as Pushed
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.placed_pieces import Area, Key, Lying, areas, hand_name, things
from grenade_salad.games.open_table.view import Face, TableView

if TYPE_CHECKING:
    from grenade_salad.games.physics.pushing import Push

HOLD = 0.35
"""Seconds after which a held press takes the whole stack."""
SLOP = 6.0
"""Units that a press may move and still is a click."""
BY_KEYS = -1
"""The number of the press that hangs in the air after a button or a key; no finger has it."""
_OF_NOTHING = ("finish", "more", "turn", "measure", "shuffle")
"""Questions that stand though nothing is chosen."""


@dataclass(slots=True)
class Carry:
    """Something in the air: what is seen of it, the first at `at` on the screen, and what a line says of it.

    `what`, `of`, `n`, `places`, `end` are the parts of a `Taking`. `turn` is in radians, `side` how it lands. `over` is
    the key of what it is held over and could go under, `low` whether a key or a button said that it goes under;
    `marked` is the pile whose lower edge is shown, `on_edge` whether the pointer is on that; `snaps`: whether it lies
    on snap points and in holders.
    """

    lying: tuple[Lying, ...]
    seat: int
    what: tuple[int, ...] = ()
    of: Key = ""
    n: int = 1
    places: tuple[int, ...] = ()
    end: Literal["top", "bottom"] = "top"
    at: Point = (0.0, 0.0)
    grip: Point = (0.0, 0.0)
    turn: float = 0.0
    side: Side = ""
    secret: bool = False
    over: Key | None = None
    low: bool = False
    marked: Key | None = None
    on_edge: bool = False
    snaps: bool = True
    by_keys: bool = False
    """Whether it hangs in the air, where a button or a key left it."""

    @property
    def under(self) -> bool:
        """Whether it goes under a piece, a stack or a pile in a place; how long it is held there never says so."""
        return self.over is not None and (self.low or self.on_edge)


@dataclass(slots=True)
class Press:
    """A button or a finger that is down: what is under it, and what has become of it."""

    button: int
    start: Point
    at: Point
    seat: int
    lying: Lying | None = None
    card: int | None = None
    """The place in the open strip, from the left."""
    in_strip: bool = False
    time: float = 0.0
    moved: bool = False
    several: bool = False
    """Whether more is chosen, not instead."""
    finger: bool = False
    whole: bool = False
    """Whether it began on the number of a stack, which takes all of it."""
    board: Lying | None = None
    """The board that is under it, where nothing else is."""
    carry: Carry | None = None
    does: Literal["", "pan", "frame", "push", "flick", "menu", "measure"] = ""
    path: list[tuple[int, float, float]] = field(default_factory=list)
    """Of a push: whole ms since it began, and mm."""
    aims: list[tuple[float, Point]] = field(default_factory=list)
    """Of a shot: when the pull was where."""
    push: Push | None = None
    heard: int = 0
    """Up to which frame the push was heard."""
    began: float = 0.0


@dataclass(slots=True)
class Aim:
    """A shot that is aimed: of which piece, by whom, at which angle in radians, with which share of the greatest
    speed; 0: pulled back too little, so that nothing is shot."""

    key: Key
    seat: int
    angle: float = 0.0
    share: float = 0.5


@dataclass(slots=True)
class Tool:
    """What is measured with, which lies on no table: from where to where in mm; of a circle, `end` is its middle."""

    kind: Literal["ruler", "sight", "circle"]
    start: Spot
    end: Spot
    radius: float


@dataclass(slots=True)
class Flight:
    """A piece on its way: from where to where on the screen, in units."""

    lying: Lying
    start: Point
    end: Point
    angles: tuple[float, float]
    share: float = 0.0
    lifted: bool = False
    """Whether it is carried through the air; else only what is flat flies."""
    grows: float = 1.0
    """How large it is at its end, as a multiple of its size on the table."""
    begins: float = 0.0
    """After which share of the film it sets off; it lies at its start until then."""
    ends: float = 1.0
    """After which share of the film it is there; it lies there from then on."""


@dataclass(slots=True)
class Strip:
    """The hand at the lower edge: in which box, whether it is open and by what, what a search looks through."""

    box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    quarters: int = 0
    """By how many quarters it is turned, counter-clockwise: 0 faces the lower edge."""
    by: str | int = ""
    """What holds it open: "key", "pad", "write", the number of a pointer; empty: nothing."""
    lands: Side = "up"
    """How a card out of it comes to lie."""
    reads: int | None = None
    """Which card is read large in it, from the left, while it is open."""
    searched: Key = ""
    closed: set[int] = field(default_factory=set)
    """Seats that have stopped looking at what they looked at last."""
    rows: int = 0
    """In how many rows cards lie that somebody looks through, in a strip that is higher for them; 0: as always."""
    high: float = 0.0
    """How high these cards are, in units."""


def framed(press: Press) -> Rect:
    """The frame that somebody draws on the ground."""
    left, right = sorted((press.start[0], press.at[0]))
    top, low = sorted((press.start[1], press.at[1]))
    return Rect(left, top, right - left, low - top)


class Desk:
    """The state of the scene; `things` are from below to above, in mm."""

    rests_next = False
    """Whether the step that is shown is a push from here: where everything rests comes next."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = len(table.names)
        self.camera = Camera(Rect(0, 0, 400, 300), self.view.box.table, margin=24)
        self.box_lies_there()
        self.things: list[Lying] = []
        self.areas: list[Area] = []
        self._laid_out: TableView | None = None
        self._turned: tuple[int, ...] = ()
        """The view that things and areas are from: it is not laid out again for every move of the pointer."""
        self._there: set[Key] = set()
        self.chosen: list[Key] = []
        self.card: int | None = None
        """The card in the strip that is chosen."""
        self.hands: dict[int, Press] = {}
        self.strip = Strip()
        self.strips: tuple[tuple[Rect, int], ...] = ()
        """For each seat where its strip lies, and how it is turned."""
        self.flights: list[Flight] = []
        self.poses: dict[int, tuple[float, float, float]] = {}
        """Where things are that are pushed or slide, until the step was seen: x and y in mm, and the angle."""
        self.rolling: dict[int, tuple[int, float]] = {}
        """Dice that are thrown: the face that is up, and how high they hop, in their widths."""
        self.sorts = Sorts()
        self.bare = False
        """Whether the table is drawn without what is loose on it: that is drawn over it."""
        self.followed = 0
        """How often something may have changed besides where things slide."""
        self.pushed: Pushed | None = None
        """The last push that was let go here: it was seen as far as its path goes."""
        self.pushes = False
        """Whether the next drag of what slides pushes it: for fingers, which have no Shift."""
        self.aim: Aim | None = None
        self.tool: Tool | None = None
        self.hidden: set[Key] = set()
        """What is not drawn where it lies, because it is carried or on its way there."""
        self.landed: list[Carry] = []
        self.menu: Point | None = None
        """Where the verbs are shown at the pointer."""
        self.asking = ""
        """What a verb still asks for, such as "deal": how many; see questions.py."""
        self.typed = ""
        """The digits of a number that is asked for."""
        self.page = 0
        """Which six of the verbs are shown."""
        self.reading = False
        self.pointer: Point = (0.0, 0.0)
        self.covered: list[Rect] = []
        """Where buttons lie over the table."""
        self.named: list[Rect] = []
        """Where names of places were written last."""
        self.over_badge: Key = ""
        """The stack whose number the pointer is on."""
        self.clicked: tuple[Key, float] | None = None
        """What was clicked last, and when."""
        self.clock = 0.0
        self.read_by_button = False
        self.turn_shown: int | None = None
        """Whose turn was marked before the step that is shown."""

    def box_lies_there(self) -> None:
        """The box of the view is on the table: its pictures, and the room that it takes."""
        self.files = files_of(TableSetup(self.view.box, self.view.pictures))
        if self.camera.table != self.view.box.table:
            self.camera = Camera(self.camera.rect, self.view.box.table, margin=24)

    @property
    def view(self) -> TableView:
        """What is shown, and may be."""
        view = self.table.view
        assert isinstance(view, TableView)
        return view

    @property
    def seat(self) -> int | None:
        """Who has the mouse."""
        return self.table.actor

    @property
    def quarters(self) -> tuple[int, ...]:
        """By how many quarters each seat's panel is turned, counter-clockwise: none of them but on a flat screen."""
        return tuple(quarters for _, quarters in self.table.places.seats)

    @property
    def faces(self) -> int:
        """By how many quarters what somebody reads is turned, on a screen that lies flat: to whose turn it is."""
        turn = self.view.turn if self.view.turn is not None else self.seat
        return 0 if turn is None else self.quarters[turn]

    @property
    def hand(self) -> str:
        """The name of the holder in the strip; empty if there is none."""
        return "" if self.seat is None else hand_name(self.view, self.seats, self.seat)

    @property
    def holds(self) -> bool:
        """Whether the box has hands."""
        return any(holder.secret == "hand" for holder in self.view.box.holders)

    @property
    def hand_count(self) -> int:
        """How many are in the strip, as everybody sees."""
        seen = self.view.holder(self.hand) if self.hand else None
        return 0 if seen is None else seen.count

    @property
    def strip_open(self) -> bool:
        """Whether the faces in the strip are on the screen: held open, or nobody else is there."""
        return self.seat is not None and (self.strip.by != "" or self.table.viewer == self.seat)

    def secret_faces(self) -> tuple[Face, ...]:
        """What the open strip shows, for its owner's eyes: what is looked at, else the hand, from the left."""
        assert self.strip_open
        view = self.table.match.state.view(self.seat)
        assert isinstance(view, TableView)
        if view.looking:
            return view.looking
        return self.faces_for(view, self.hand)

    def faces_for(self, view: TableView, hand: str) -> tuple[Face, ...]:
        """What lies in a hand, as the view knows it, from the left."""
        seen = view.holder(hand) if hand else None
        if seen is None:
            return ()
        if seen.pieces:
            return tuple(piece.face for number in seen.pieces if (piece := view.piece(number)) is not None)
        return seen.inside if isinstance(seen.inside, tuple) else ()

    def looking(self) -> bool:
        """Whether the strip is for what its seat looks at: how many, everybody may know."""
        return self.seat is not None and self.view.looks[self.seat] > 0 and self.seat not in self.strip.closed

    def stop_looking(self) -> None:
        """The strip has the hand again; what was looked at is known all the same."""
        if self.seat is not None:
            self.strip.closed.add(self.seat)
        self.card, self.menu = None, None
        self.ask("")

    def follow(self) -> None:
        """Something was done, or the view is another one: what is gone is not chosen any more."""
        view = self.view
        if self.strips:
            self.strip.box, self.strip.quarters = self.strips[self.seat or 0]
        self.followed += 1
        quarters = self.quarters
        if view is not self._laid_out or quarters != self._turned:
            self._laid_out, self._turned = view, quarters
            self.things, self.areas = things(view, self.seats, quarters), areas(view, self.seats)
            self._there = {one.key for one in self.things} | {one.holder.name for one in self.areas}
            self.sorts.forget()
        there = self._there
        self.chosen = [key for key in self.chosen if key in there]
        shown = self.view.looks[self.seat] if self.seat is not None and self.looking() else self.hand_count
        if self.card is not None and self.card >= shown:
            self.card = None
        if not self.chosen and self.card is None:
            self.menu, self.asking = None, self.asking if self.asking in _OF_NOTHING else ""
        if self.aim is not None and self.aim.key not in there:
            self.aim = None
        for press in self.hands.values():
            if press.carry is None and press.lying is not None and press.lying.key not in there:
                press.lying = None

    def thing(self, key: Key) -> Lying | None:
        """What lies under that number or in that holder."""
        return next((one for one in self.things if one.key == key), None)

    def area(self, name: str) -> Area | None:
        """The holder's place on the table."""
        return next((one for one in self.areas if one.holder.name == name), None)

    def choose(self, keys: list[Key], card: int | None = None) -> None:
        """These are chosen from now on, or a card of the strip."""
        self.chosen, self.card, self.menu = keys, card, None
        self.ask("")

    def ask(self, what: str) -> None:
        """A verb asks for more, or no longer; what was aimed is given up."""
        self.asking, self.typed, self.page, self.aim = what, "", 0, None
        if what != "measure":
            self.tool = None

    @property
    def in_the_air(self) -> Carry | None:
        """What was picked up by a button or a key."""
        press = self.hands.get(BY_KEYS)
        return None if press is None else press.carry

    def drop_all(self) -> None:
        """Whatever is carried is where it was."""
        self.hands.pop(BY_KEYS, None)
        for press in self.hands.values():
            press.carry, press.push, press.does = None, None, "menu"
        self.table.session.pushing = None
        self.hidden.clear()

    def see(self, camera: Camera) -> None:
        """Look at the table so."""
        self.camera = replace(camera)
        self.table.dirty = True
