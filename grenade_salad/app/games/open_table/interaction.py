"""What the scene knows besides the view: where one looks, what is chosen, what is carried, whose hand is open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from grenade_salad.app.games.open_table.box_pictures import find_picture_files
from grenade_salad.app.games.open_table.piece_batches import AppearanceCache
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table.actions import Face as Side
from grenade_salad.games.open_table.actions import Push as Pushed
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.placed_pieces import (
    Area,
    Key,
    PlacedPiece,
    find_hand_name,
    holder_areas,
    list_pieces,
)
from grenade_salad.games.open_table.view import Face, TableView

if TYPE_CHECKING:
    from grenade_salad.games.physics.pushing import Push

HOLD_SECONDS = 0.35
"""Seconds after which a held press takes the whole stack."""
CLICK_DISTANCE = 6.0
"""Units that a press may move and still is a click."""
BY_KEYS = -1
"""The number of the press that hangs in the air after a button or a key; no finger has it."""
_GENERAL_QUESTIONS = ("finish", "more", "turn", "measure", "shuffle")
"""Questions that stand though nothing is chosen."""


@dataclass(slots=True)
class Drag:
    """Something in the air: what is seen of it, the first at `at` on the screen, and what a line says of it.

    `what`, `of`, `n`, `places`, `end` are the parts of a `Taking`. `turn` is in radians, `side` how it lands. `over` is
    the key of what it is held over and could go under, `low` whether a key or a button said that it goes under;
    `marked` is the pile whose lower edge is shown, `on_edge` whether the pointer is on that; `snaps`: whether it lies
    on snap points and in holders.
    """

    pieces: tuple[PlacedPiece, ...]
    seat: int
    piece_ids: tuple[int, ...] = ()
    source: Key = ""
    n: int = 1
    places: tuple[int, ...] = ()
    end: Literal["top", "bottom"] = "top"
    position: Point = (0.0, 0.0)
    grip: Point = (0.0, 0.0)
    turn: float = 0.0
    landing_side: Side = ""
    is_secret: bool = False
    target: Key | None = None
    goes_low: bool = False
    marked: Key | None = None
    on_edge: bool = False
    snaps: bool = True
    is_hanging: bool = False
    """Whether it hangs in the air, where a button or a key left it."""

    @property
    def goes_under(self) -> bool:
        """Whether it goes under a piece, a stack or a pile in a place; how long it is held there never says so."""
        return self.target is not None and (self.goes_low or self.on_edge)


@dataclass(slots=True)
class Press:
    """A button or a finger that is down: what is under it, and what has become of it."""

    button: int
    start: Point
    position: Point
    seat: int
    piece: PlacedPiece | None = None
    card_index: int | None = None
    """The place in the open strip, from the left."""
    in_strip: bool = False
    time: float = 0.0
    has_moved: bool = False
    extends_choice: bool = False
    """Whether more is chosen, not instead."""
    is_finger: bool = False
    takes_all: bool = False
    """Whether it began on the number of a stack, which takes all of it."""
    board: PlacedPiece | None = None
    """The board that is under it, where nothing else is."""
    carry: Drag | None = None
    mode: Literal["", "pan", "frame", "push", "flick", "menu", "measure"] = ""
    path: list[tuple[int, float, float]] = field(default_factory=list)
    """Of a push: whole ms since it began, and mm."""
    aims: list[tuple[float, Point]] = field(default_factory=list)
    """Of a shot: when the pull was where."""
    push: Push | None = None
    heard_frame: int = 0
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

    piece: PlacedPiece
    start: Point
    end: Point
    angles: tuple[float, float]
    share: float = 0.0
    is_lifted: bool = False
    """Whether it is carried through the air; else only what is flat flies."""
    end_scale: float = 1.0
    """How large it is at its end, as a multiple of its size on the table."""
    start_share: float = 0.0
    """After which share of the film it sets off; it lies at its start until then."""
    end_share: float = 1.0
    """After which share of the film it is there; it lies there from then on."""


@dataclass(slots=True)
class HandStrip:
    """The hand at the lower edge: in which box, whether it is open and by what, what a search looks through."""

    box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    quarters: int = 0
    """By how many quarters it is turned, counter-clockwise: 0 faces the lower edge."""
    held_by: str | int = ""
    """What holds it open: "key", "pad", "write", the number of a pointer; empty: nothing."""
    landing_side: Side = "up"
    """How a card out of it comes to lie."""
    read_index: int | None = None
    """Which card is read large in it, from the left, while it is open."""
    searched: Key = ""
    closed_seats: set[int] = field(default_factory=set)
    """Seats that have stopped looking at what they looked at last."""
    rows: int = 0
    """In how many rows cards lie that somebody looks through, in a strip that is higher for them; 0: as always."""
    card_height: float = 0.0
    """How high these cards are, in units."""


def frame_box(press: Press) -> Rect:
    """The frame that somebody draws on the ground."""
    left, right = sorted((press.start[0], press.position[0]))
    top, low = sorted((press.start[1], press.position[1]))
    return Rect(left, top, right - left, low - top)


class TableInteraction:
    """The state of the scene; `things` are from below to above, in mm."""

    is_rest_next = False
    """Whether the step that is shown is a push from here: where everything rests comes next."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.seats = len(table.names)
        self.camera = Camera(Rect(0, 0, 400, 300), self.view.box.table, margin=24)
        self.show_box()
        self.pieces: list[PlacedPiece] = []
        self.areas: list[Area] = []
        self._laid_out: TableView | None = None
        self._turned: tuple[int, ...] = ()
        """The view that things and areas are from: it is not laid out again for every move of the pointer."""
        self._keys: set[Key] = set()
        self.chosen: list[Key] = []
        self.card_index: int | None = None
        """The card in the strip that is chosen."""
        self.presses: dict[int, Press] = {}
        self.strip = HandStrip()
        self.strips: tuple[tuple[Rect, int], ...] = ()
        """For each seat where its strip lies, and how it is turned."""
        self.flights: list[Flight] = []
        self.poses: dict[int, tuple[float, float, float]] = {}
        """Where things are that are pushed or slide, until the step was seen: x and y in mm, and the angle."""
        self.rolling: dict[int, tuple[int, float]] = {}
        """Dice that are thrown: the face that is up, and how high they hop, in their widths."""
        self.appearances = AppearanceCache()
        self.hides_loose = False
        """Whether the table is drawn without what is loose on it: that is drawn over it."""
        self.revision = 0
        """How often something may have changed besides where things slide."""
        self.last_push: Pushed | None = None
        """The last push that was let go here: it was seen as far as its path goes."""
        self.pushes_next = False
        """Whether the next drag of what slides pushes it: for fingers, which have no Shift."""
        self.aim: Aim | None = None
        self.tool: Tool | None = None
        self.hidden_keys: set[Key] = set()
        """What is not drawn where it lies, because it is carried or on its way there."""
        self.landed: list[Drag] = []
        self.menu_point: Point | None = None
        """Where the verbs are shown at the pointer."""
        self.question = ""
        """What a verb still asks for, such as "deal": how many; see questions.py."""
        self.typed_digits = ""
        """The digits of a number that is asked for."""
        self.page = 0
        """Which six of the verbs are shown."""
        self.is_reading = False
        self.pointer: Point = (0.0, 0.0)
        self.covered_boxes: list[Rect] = []
        """Where buttons lie over the table."""
        self.name_boxes: list[Rect] = []
        """Where names of places were written last."""
        self.over_badge: Key = ""
        """The stack whose number the pointer is on."""
        self.last_click: tuple[Key, float] | None = None
        """What was clicked last, and when."""
        self.clock = 0.0
        self.read_by_button = False
        self.marked_turn: int | None = None
        """Whose turn was marked before the step that is shown."""

    def show_box(self) -> None:
        """The box of the view is on the table: its pictures, and the room that it takes."""
        self.files = find_picture_files(TableSetup(self.view.box, self.view.pictures))
        if self.camera.table_size != self.view.box.table:
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
    def reading_quarters(self) -> int:
        """By how many quarters what somebody reads is turned, on a screen that lies flat: to whose turn it is."""
        turn = self.view.turn if self.view.turn is not None else self.seat
        return 0 if turn is None else self.quarters[turn]

    @property
    def hand(self) -> str:
        """The name of the holder in the strip; empty if there is none."""
        return "" if self.seat is None else find_hand_name(self.view, self.seats, self.seat)

    @property
    def has_hands(self) -> bool:
        """Whether the box has hands."""
        return any(holder.secret == "hand" for holder in self.view.box.holders)

    @property
    def hand_count(self) -> int:
        """How many are in the strip, as everybody sees."""
        contents = self.view.holder(self.hand) if self.hand else None
        return 0 if contents is None else contents.count

    @property
    def strip_open(self) -> bool:
        """Whether the faces in the strip are on the screen: held open, or nobody else is there."""
        return self.seat is not None and (self.strip.held_by != "" or self.table.viewer == self.seat)

    def secret_faces(self) -> tuple[Face, ...]:
        """What the open strip shows, for its owner's eyes: what is looked at, else the hand, from the left."""
        assert self.strip_open
        view = self.table.match.state.view(self.seat)
        assert isinstance(view, TableView)
        if view.looking:
            return view.looking
        return self.hand_faces(view, self.hand)

    def hand_faces(self, view: TableView, hand: str) -> tuple[Face, ...]:
        """What lies in a hand, as the view knows it, from the left."""
        contents = view.holder(hand) if hand else None
        if contents is None:
            return ()
        if contents.pieces:
            return tuple(piece.face for piece_id in contents.pieces if (piece := view.piece(piece_id)) is not None)
        return contents.inside if isinstance(contents.inside, tuple) else ()

    def is_looking(self) -> bool:
        """Whether the strip is for what its seat looks at: how many, everybody may know."""
        return self.seat is not None and self.view.looks[self.seat] > 0 and self.seat not in self.strip.closed_seats

    def stop_looking(self) -> None:
        """The strip has the hand again; what was looked at is known all the same."""
        if self.seat is not None:
            self.strip.closed_seats.add(self.seat)
        self.card_index, self.menu_point = None, None
        self.ask("")

    def refresh(self) -> None:
        """Something was done, or the view is another one: what is gone is not chosen any more."""
        view = self.view
        if self.strips:
            self.strip.box, self.strip.quarters = self.strips[self.seat or 0]
        self.revision += 1
        quarters = self.quarters
        if view is not self._laid_out or quarters != self._turned:
            self._laid_out, self._turned = view, quarters
            self.pieces, self.areas = list_pieces(view, self.seats, quarters), holder_areas(view, self.seats)
            self._keys = {item.key for item in self.pieces} | {item.holder.name for item in self.areas}
            self.appearances.forget_pieces()
        keys = self._keys
        self.chosen = [key for key in self.chosen if key in keys]
        card_count = self.view.looks[self.seat] if self.seat is not None and self.is_looking() else self.hand_count
        if self.card_index is not None and self.card_index >= card_count:
            self.card_index = None
        if not self.chosen and self.card_index is None:
            self.menu_point, self.question = None, self.question if self.question in _GENERAL_QUESTIONS else ""
        if self.aim is not None and self.aim.key not in keys:
            self.aim = None
        for press in self.presses.values():
            if press.carry is None and press.piece is not None and press.piece.key not in keys:
                press.piece = None

    def find_piece(self, key: Key) -> PlacedPiece | None:
        """What lies under that number or in that holder."""
        return next((piece for piece in self.pieces if piece.key == key), None)

    def find_area(self, name: str) -> Area | None:
        """The holder's place on the table."""
        return next((area for area in self.areas if area.holder.name == name), None)

    def choose(self, keys: list[Key], card: int | None = None) -> None:
        """These are chosen from now on, or a card of the strip."""
        self.chosen, self.card_index, self.menu_point = keys, card, None
        self.ask("")

    def ask(self, question: str) -> None:
        """A verb asks for more, or no longer; what was aimed is given up."""
        self.question, self.typed_digits, self.page, self.aim = question, "", 0, None
        if question != "measure":
            self.tool = None

    @property
    def hanging_carry(self) -> Drag | None:
        """What was picked up by a button or a key."""
        press = self.presses.get(BY_KEYS)
        return None if press is None else press.carry

    def cancel_all(self) -> None:
        """Whatever is carried is where it was."""
        self.presses.pop(BY_KEYS, None)
        for press in self.presses.values():
            press.carry, press.push, press.mode = None, None, "menu"
        self.table.session.pushing_seat = None
        self.hidden_keys.clear()

    def set_camera(self, camera: Camera) -> None:
        """Look at the table so."""
        self.camera = replace(camera)
        self.table.dirty = True
