"""The state of the open table besides the view.

That is the camera, what is chosen, what is carried, and whose hand is open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from grenade_salad.app.games.open_table.box_pictures import find_picture_files
from grenade_salad.app.games.open_table.piece_batches import AppearanceCache
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.core import Action
from grenade_salad.games.open_table.actions import Face as Side
from grenade_salad.games.open_table.actions import Push as Pushed
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import (
    HIDDEN,
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
"""Units that a press may move and still be a click."""
BY_KEYS = -1
"""The id of the press that holds a piece for a button or a key; no finger has it."""
USUAL_CARD_SIZE = (63.0, 88.0)
"""Width and height in mm of a card of unknown kind: those of a poker card."""
_TABLE_MARGIN = 24.0
"""Units around the table in the overview."""
_GENERAL_QUESTIONS = ("finish", "more", "turn", "measure", "shuffle", "sort")
"""Questions that stay though nothing is chosen."""


def opposite_side(side: Side) -> Side:
    """Return the other side of a card.

    >>> opposite_side("up")
    'down'
    """
    return "down" if side == "up" else "up"


@dataclass(slots=True)
class Drag:
    """Carried pieces, and the parts of the action that puts them down."""

    pieces: tuple[PlacedPiece, ...]
    """The pieces as they are visible. The others keep their distance from the first."""
    seat: int
    piece_ids: tuple[int, ...] = ()
    """`Taking.what`: the ids, if they are pieces by number."""
    source: Key = ""
    """`Taking.of`: the stack or the holder that they are taken from."""
    n: int = 1
    """`Taking.n`: how many are taken from the source; 0 is all."""
    places: tuple[int, ...] = ()
    """`Taking.at`: their indexes in the source."""
    end: Literal["top", "bottom"] = "top"
    position: Point = (0.0, 0.0)
    """The point of the screen that carries them, such as that of the pointer."""
    grip: Point = (0.0, 0.0)
    """The offset of `position` from the middle of the first piece, in units."""
    rotation: float = 0.0
    """The angle by which they are rotated since they were picked up, in radians."""
    landing_side: Side = ""
    """The side that is up when they land."""
    is_secret: bool = False
    """True for a card out of the strip: its face is not drawn while it is carried."""
    target: Key | None = None
    """The key of what they are held over and could go under."""
    goes_low: bool = False
    """True if a key or a button said that they go under the target."""
    marked: Key | None = None
    """The key of the pile whose lower edge is drawn."""
    on_edge: bool = False
    """True if the pointer is on that edge."""
    snaps: bool = True
    """True if they land on snap points and in holders."""
    is_hanging: bool = False
    """True if they are held in the air, where a button or a key left them."""

    @property
    def goes_under(self) -> bool:
        """True if it goes under a piece, a stack or a pile.

        The time for which it is held there has no part in it.
        """
        return self.target is not None and (self.goes_low or self.on_edge)


@dataclass(slots=True)
class Press:
    """A pressed button or finger: what is under it, and its effect so far."""

    button: int
    start: Point
    position: Point
    seat: int
    piece: PlacedPiece | None = None
    card_index: int | None = None
    """The index of a card in the open strip, from the left."""
    in_strip: bool = False
    """True if it began in the strip."""
    time: float = 0.0
    """Seconds since it began."""
    has_moved: bool = False
    """True if it has moved too far to be a click."""
    extends_choice: bool = False
    """True if the piece is chosen in addition, not instead."""
    is_finger: bool = False
    takes_all: bool = False
    """True if it began on the badge of a stack, which takes all of it."""
    board: PlacedPiece | None = None
    """The board under it, if nothing else is."""
    carry: Drag | None = None
    mode: Literal["", "pan", "frame", "push", "flick", "menu", "measure"] = ""
    """The gesture that it has become; a "menu" has no further effect."""
    path: list[tuple[int, float, float]] = field(default_factory=list)
    """For a push: whole ms since it began, and the position in mm."""
    aims: list[tuple[float, Point]] = field(default_factory=list)
    """For a shot: the times and points of the pull."""
    push: Push | None = None
    """The physics of a push that goes on."""
    heard_frame: int = 0
    """The last frame of the push whose sound was played."""
    began: float = 0.0
    """The time on the table's clock at which the push began."""


@dataclass(slots=True)
class Aim:
    """A shot that is aimed."""

    key: Key
    """The key of the piece that is shot."""
    seat: int
    angle: float = 0.0
    """The direction of the shot, in radians."""
    share: float = 0.5
    """The share of the greatest speed; 0: pulled back too little, nothing is shot."""


@dataclass(slots=True)
class Tool:
    """A measuring tool, which is no piece of the table."""

    kind: Literal["ruler", "sight", "circle"]
    start: Spot
    end: Spot
    """The other end of a line, or the middle of a circle."""
    radius: float
    """The radius of a circle in mm, also while another tool is in use."""


@dataclass(slots=True)
class Flight:
    """A moving piece, from `start` to `end` on the screen, in units."""

    piece: PlacedPiece
    start: Point
    end: Point
    angles: tuple[float, float]
    """Its angles at the start and at the end, in radians."""
    share: float = 0.0
    """The share of its path that it has covered."""
    is_lifted: bool = False
    """True if it is carried through the air; otherwise only flat pieces fly."""
    end_scale: float = 1.0
    """Its size at the end, as a multiple of its size on the table."""
    start_share: float = 0.0
    """The share of the film after which it starts; until then it is at its start."""
    end_share: float = 1.0
    """The share of the film after which it has arrived; then it stays at its end."""


@dataclass(slots=True)
class HandStrip:
    """The hand at the lower edge, and the cards of a search in it."""

    box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    quarters: int = 0
    """Its rotation in quarters, counter-clockwise: 0 faces the lower edge."""
    held_by: str | int = ""
    """The cause that holds it open: "key", "pad", "write", a pointer's id, or ""."""
    landing_side: Side = "up"
    """The side of a card out of it that is up when it lands."""
    read_index: int | None = None
    """The index of the card that is read large, from the left, while it is open."""
    searched: Key = ""
    """The piece, stack or holder whose cards were looked at last."""
    closed_seats: set[int] = field(default_factory=set)
    """Seats that have stopped looking at what they looked at last."""
    rows: int = 0
    """The number of rows of cards that a player looks through; 0 is the usual strip.

    The strip is higher for them.
    """
    card_height: float = 0.0
    """The height of these cards, in units."""


def frame_box(press: Press) -> Rect:
    """Return the frame that a player draws around pieces on the table."""
    left, right = sorted((press.start[0], press.position[0]))
    top, low = sorted((press.start[1], press.position[1]))
    return Rect(left, top, right - left, low - top)


class TableInteraction:
    """The state of the board: what is chosen, pressed, carried, asked and animated."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.seats = len(table.controller.names)
        """The number of seats."""
        self.camera = Camera(Rect(0, 0, 400, 300), self.view.box.table, margin=_TABLE_MARGIN)
        self.show_box()
        self.pieces: list[PlacedPiece] = []
        """The visible pieces from below to above, in mm."""
        self.areas: list[Area] = []
        self._laid_out: tuple[TableView, tuple[int, ...]] | None = None
        """The view and the quarters of `pieces` and `areas`: moving a pointer changes neither."""
        self._keys: set[Key] = set()
        """The keys of all pieces and areas."""
        self.chosen: list[Key] = []
        self.card_index: int | None = None
        """The index of the chosen card in the strip."""
        self.presses: dict[int, Press] = {}
        """The presses by `press_id`, or `BY_KEYS`."""
        self.strip = HandStrip()
        self.strips: tuple[tuple[Rect, int], ...] = ()
        """The box of each seat's strip, and its rotation in quarters."""
        self.flights: list[Flight] = []
        """The moving pieces of the visible step."""
        self.poses: dict[int, tuple[float, float, float]] = {}
        """Poses of pieces that are pushed or slide, until the step was visible.

        x and y are in mm; the angle is in radians.
        """
        self.rolling: dict[int, tuple[int, float]] = {}
        """Dice that are thrown: the upper face, and the height of their hop in widths."""
        self.appearances = AppearanceCache()
        self.hides_loose = False
        """True if the table is drawn without its loose pieces, which are drawn over it."""
        self.revision = 0
        """The number of possible changes, other than the positions of sliding pieces."""
        self.last_push: Pushed | None = None
        """The last push that ended at this screen: it was visible to the end of its path."""
        self.is_rest_next = False
        """True if the visible step is that push: the positions at rest follow."""
        self.pushes_next = False
        """True if the next drag of a piece pushes it: for fingers, which have no Shift."""
        self.aim: Aim | None = None
        self.tool: Tool | None = None
        self.hidden_keys: set[Key] = set()
        """Pieces not drawn at their places, since they are carried or moving there."""
        self.landed: list[Drag] = []
        """What was put down, until its step is visible."""
        self.menu_point: Point | None = None
        """The point of the commands that are shown at the pointer."""
        self.question = ""
        """A command's open question, such as "deal" for a number; see questions.py."""
        self.pending: tuple[Action, ...] = ()
        """The actions of the box's button that an open question is about."""
        self.typed_digits = ""
        """The digits of a number that is asked for."""
        self.page = 0
        """The index of the visible page of six commands."""
        self.is_reading = False
        """True if the piece under the pointer is drawn large."""
        self.read_by_button = False
        """True if it is, or just was, while the middle button is held."""
        self.pointer: Point = (0.0, 0.0)
        self.covered_boxes: list[Rect] = []
        """The boxes of buttons over the table."""
        self.name_boxes: list[Rect] = []
        """The boxes in which names of places were written last."""
        self.over_badge: Key = ""
        """The stack whose badge is under the pointer."""
        self.last_click: tuple[Key, float] | None = None
        """The key that was clicked last, and the time."""
        self.clock = 0.0
        """Seconds since the board was opened."""
        self.marked_turn: int | None = None
        """The seat whose turn was marked before the visible step."""

    def show_box(self) -> None:
        """Show the box of the view: its pictures, and the space that it needs."""
        self.files = find_picture_files(self.view.pictures, self.table.app.opened_boxes)
        if self.camera.table_size != self.view.box.table:
            self.camera = Camera(self.camera.rect, self.view.box.table, margin=_TABLE_MARGIN)

    @property
    def view(self) -> TableView:
        """The visible view of the match."""
        view = self.table.controller.view
        assert isinstance(view, TableView)
        return view

    @property
    def seat(self) -> int | None:
        """The seat that has the mouse."""
        return self.table.controller.actor

    @property
    def quarters(self) -> tuple[int, ...]:
        """The rotation of each seat's panel in quarters, counter-clockwise.

        They are 0 except on a flat screen.
        """
        return tuple(quarters for _, quarters in self.table.places.seats)

    @property
    def reading_quarters(self) -> int:
        """The rotation of texts in quarters on a flat screen: they face the active seat."""
        reader = self.view.turn if self.view.turn is not None else self.seat
        return 0 if reader is None else self.quarters[reader]

    @property
    def hand(self) -> str:
        """The name of the holder in the strip; empty if there is none."""
        return "" if self.seat is None else find_hand_name(self.view, self.seats, self.seat)

    @property
    def has_hands(self) -> bool:
        """True if the box has hands."""
        return any(holder.secret == "hand" for holder in self.view.box.holders)

    @property
    def hand_count(self) -> int:
        """The number of cards in the strip, which all players see."""
        contents = self.view.holder(self.hand) if self.hand else None
        return 0 if contents is None else contents.count

    @property
    def card_kind(self) -> Kind | None:
        """The first kind of card of the box, whose size and back are public."""
        return next((kind for kind in self.view.box.kinds if kind.piece == "card"), None)

    def make_card_back(self, kind: Kind | None = None) -> PlacedPiece:
        """Return a card that shows its back, of the box's first kind of card by default."""
        kind = kind or self.card_kind
        face = HIDDEN._replace(kind=None if kind is None else self.view.box.kinds.index(kind))
        return PlacedPiece("", kind, face, (0.0, 0.0), USUAL_CARD_SIZE if kind is None else kind.size)

    @property
    def strip_open(self) -> bool:
        """True if the faces in the strip are visible: held open, or to a lone viewer."""
        return self.seat is not None and (self.strip.held_by != "" or self.table.controller.viewer == self.seat)

    def secret_faces(self) -> tuple[Face, ...]:
        """Return the faces in the open strip, from the left, for its owner's eyes.

        They are the cards that are looked at, or else the hand.
        """
        assert self.strip_open
        view = self.table.controller.match.state.view(self.seat)
        assert isinstance(view, TableView)
        if view.looking:
            return view.looking
        return self.hand_faces(view, self.hand)

    def hand_faces(self, view: TableView, hand: str) -> tuple[Face, ...]:
        """Return the faces in a hand that the view knows, from the left."""
        contents = view.holder(hand) if hand else None
        if contents is None:
            return ()
        if contents.pieces:
            return tuple(piece.face for piece_id in contents.pieces if (piece := view.piece(piece_id)) is not None)
        return contents.inside if isinstance(contents.inside, tuple) else ()

    def is_looking(self) -> bool:
        """True if the strip has what its seat looks at; all players may know how many."""
        return self.seat is not None and self.view.looks[self.seat] > 0 and self.seat not in self.strip.closed_seats

    def count_cards(self) -> int:
        """Return the number of cards in the strip, which is no secret."""
        return self.view.looks[self.seat] if self.seat is not None and self.is_looking() else self.hand_count

    def stop_looking(self) -> None:
        """Show the hand in the strip again."""
        if self.seat is not None:
            self.strip.closed_seats.add(self.seat)
        self.card_index, self.menu_point = None, None
        self.ask("")

    def refresh(self) -> None:
        """Update the state after an action or a change of the view.

        Pieces that no longer exist are no longer chosen.
        """
        view = self.view
        if self.strips:
            self.strip.box, self.strip.quarters = self.strips[self.seat or 0]
        self.revision += 1
        quarters = self.quarters
        if self._laid_out is None or view is not self._laid_out[0] or quarters != self._laid_out[1]:
            self._laid_out = view, quarters
            self.pieces, self.areas = list_pieces(view, self.seats, quarters), holder_areas(view, self.seats)
            self._keys = {piece.key for piece in self.pieces} | {area.holder.name for area in self.areas}
            self.appearances.forget_pieces()
        keys = self._keys
        self.chosen = [key for key in self.chosen if key in keys]
        if self.card_index is not None and self.card_index >= self.count_cards():
            self.card_index = None
        if not self.chosen and self.card_index is None:
            self.menu_point, self.question = None, self.question if self.question in _GENERAL_QUESTIONS else ""
        if self.aim is not None and self.aim.key not in keys:
            self.aim = None
        for press in self.presses.values():
            if press.carry is None and press.piece is not None and press.piece.key not in keys:
                press.piece = None

    def find_piece(self, key: Key) -> PlacedPiece | None:
        """Return the piece with that id, or the top of the holder with that name."""
        return next((piece for piece in self.pieces if piece.key == key), None)

    def find_area(self, name: str) -> Area | None:
        """Return the area of a holder."""
        return next((area for area in self.areas if area.holder.name == name), None)

    def choose(self, keys: list[Key], card: int | None = None) -> None:
        """Choose these keys, or a card of the strip."""
        self.chosen, self.card_index, self.menu_point = keys, card, None
        self.ask("")

    def choose_next_card(self, step: int) -> None:
        """Choose the card of the strip one step to the right (1) or left (-1).

        After the last card comes the first one.
        """
        card_count = self.count_cards()
        first = 0 if step > 0 else card_count - 1
        self.choose([], first if self.card_index is None else (self.card_index + step) % card_count)

    def ask(self, question: str) -> None:
        """Open the question of a command, or close it with ""; an aim is given up."""
        self.question, self.typed_digits, self.page, self.aim = question, "", 0, None
        if question != "measure":
            self.tool = None

    @property
    def hanging_carry(self) -> Drag | None:
        """The pieces that were picked up by a button or a key."""
        press = self.presses.get(BY_KEYS)
        return None if press is None else press.carry

    @property
    def carries(self) -> list[Drag]:
        """All that is carried, by pointers, fingers and keys."""
        return [press.carry for press in self.presses.values() if press.carry is not None]

    def hide_carried(self) -> None:
        """Hide the pieces that are carried or were just put down in their places."""
        self.hidden_keys = {key for carry in (*self.carries, *self.landed) for key in carry.piece_ids}

    def cancel_all(self) -> None:
        """Put all that is carried back to where it was."""
        self.presses.pop(BY_KEYS, None)
        for press in self.presses.values():
            press.carry, press.push, press.mode = None, None, "menu"
        self.table.controller.session.pushing_seat = None
        self.hidden_keys.clear()

    def set_camera(self, camera: Camera) -> None:
        """Look at the table with this camera."""
        self.camera = replace(camera)
        self.table.dirty = True
