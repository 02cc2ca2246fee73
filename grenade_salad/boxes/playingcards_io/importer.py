"""Files of playingcards.io as boxes: a list of widgets, and pictures.

Nothing is fetched from a network. What the open table cannot show is a loss.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, pi

from grenade_salad.boxes.box_reader import LoadedBox, check_loaded_box, list_pictures
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import Source
from grenade_salad.boxes.front_groups import group_fronts
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.playingcards_io.decks import DeckReader, choose_colour, count_fronts, make_turned
from grenade_salad.boxes.playingcards_io.pictures import PictureStore
from grenade_salad.boxes.playingcards_io.places import HAND, read_places
from grenade_salad.boxes.playingcards_io.routines import (
    Inexact,
    Names,
    RoutineReader,
    find_named_decks,
    find_shuffled,
)
from grenade_salad.boxes.playingcards_io.widgets import (
    MAX_WIDGETS_BYTES,
    WIDGETS,
    Rectangle,
    Room,
    Widget,
    get_number,
    get_text,
    parse_widgets,
    to_angle,
    to_size,
)
from grenade_salad.boxes.virtualtabletop.game_state import as_list, read_text
from grenade_salad.games.open_table.box import (
    MAX_BUTTONS,
    MAX_HOLDERS,
    MAX_SEATS,
    STACKED,
    Box,
    Button,
    Holder,
    Kind,
    Lay,
    Point,
    Press,
)

_SILENT_TYPES = ("separator", "turnButton", "seat", "hand", "cardDeck")
"""Types of widgets that are nothing on the table; "End" passes the turn."""
_LOST_TYPES = {"timer": "timer", "urlButton": "link"}
"""Types of widgets that are left out, and the cause of the loss."""
_KNOWN_TYPES = (
    "automationButton",
    "board",
    "card",
    "cardPile",
    "chooser",
    "counter",
    "dice",
    "gamePiece",
    "holder",
    "labelText",
    "piece",
    "spinner",
)
"""Types of widgets that become a part of the box."""
_NAME = "playingcards.io"
_SAME_PLACE = 4.0
"""Units within which pieces lie on each other."""
_MIN_LABEL = 6.0
"""Millimetres of the height of a label."""
_LABEL_HEIGHT, _LEADING, _LETTER_WIDTH = 1.6, 1.2, 0.5
"""Height of a label of one line and of each more, and width of a letter, in sizes."""
_MAX_LABEL_LINES = 12
_NEW_ROUND = "New round"


@dataclass(frozen=True, slots=True)
class _Start:
    """A piece and where it is at the start."""

    kind: int
    front: int
    up: bool
    point: Point
    """The middle of a loose piece, in units of the room."""
    angle: float
    order: float
    holder: str = ""
    """The name of the holder that it is in."""


def load(files: Source) -> LoadedBox:
    """Return the box of such a file. Raises BadBoxFile."""
    loaded = _Importer(files, parse_widgets(files.read(WIDGETS, MAX_WIDGETS_BYTES))).read_box()
    try:
        check_loaded_box(loaded)
    except BadBoxFile as error:
        _, _, location, why = error.details
        raise BadBoxFile(WIDGETS, why, location) from None
    return loaded


class _Importer:
    """Builds a box from the widgets of one file."""

    def __init__(self, files: Source, widgets: list[Widget]) -> None:
        self._room = Room(widgets)
        self._losses = LossTally()
        self._store = PictureStore(files, self._losses)
        self._places = read_places(self._room, self._losses)
        self._decks = DeckReader(self._room, self._store, self._losses).read()
        self._buttons = self._room.of_type("automationButton", "turnButton")
        self._fixed: list[Lay] = []
        """The layout of boards and labels."""
        self._single: list[Lay] = []
        """The layout of what is one piece of its kind."""
        self._starts: list[_Start] = []
        self._shapes: dict[str, set[str]] = {}
        """The shapes of pieces that are in a holder, or are called back to it, by its name."""

    def read_box(self) -> LoadedBox:
        """Return the box, with its pictures."""
        for kind, count in self._room.types():
            if cause := _LOST_TYPES.get(kind):
                self._losses.add("piece", cause, count=count)
            elif kind not in (*_KNOWN_TYPES, *_SILENT_TYPES):
                self._losses.add("piece", "unknown", count=count)
        self._add_homes()
        for widget in sorted(self._room.of_type("board"), key=_order):
            self._add_board(widget)
        for widget in self._room.of_type("labelText"):
            self._add_label(widget)
        for widget in self._room.of_type("spinner"):
            self._add_spinner(widget)
        for widget in self._room.of_type("chooser", "dice"):
            self._place_turned(widget)
        self._add_game_pieces()
        self._add_cards()
        kinds = self._count_kinds()
        holders = self._finish_holders(kinds)
        self._link_homes(kinds, holders)
        box = Box(
            _NAME,
            table=(self._room.table[0], self._room.table[1]),
            ground="felt",
            kinds=tuple(kinds),
            holders=tuple(holders.values()),
            counters=tuple(self._places.counter_list),
        )
        box = replace(box, buttons=tuple(self._read_buttons(box)))
        box = replace(box, holders=tuple(self._open_mixed(box)))
        layout = self._build_layout(kinds)
        # After the buttons and the layout it is known whether all seats have to be there.
        seats = self._places.seat_count
        box = replace(box, layout=layout, seats=(self._places.min_seats, seats or MAX_SEATS))
        box = replace(box, losses=self._losses.to_losses())
        # A picture below another one, or on a card whose words are its face, is taken by nothing.
        names = list_pictures(box)
        drawings = {name: self._store.drawings[name] for name in names if name in self._store.drawings}
        names += [part.picture for drawing in drawings.values() for part in drawing.parts if part.picture]
        pictures = {name: self._store.pictures[name] for name in names}
        return LoadedBox(box, pictures, drawings=drawings, is_foreign=True)

    # What lies there

    def _add_board(self, widget: Widget) -> None:
        address = widget.get("boardImage")
        picture = self._store.load(address)
        width, height = get_number(widget, "width", 100, 1, 8000), get_number(widget, "height", 100, 1, 8000)
        kind = Kind(self._decks.name_kind("board"), "board", "the board", ("the board",), size=to_size((width, height)))
        self._decks.add(replace(kind, height=2.0, pictures=(picture,) if picture else ()))
        self._lay_fixed(kind.name, widget, self._room.place(widget))

    def _add_label(self, widget: Widget) -> None:
        """Add a text in its place, as a flat board."""
        if not (words := get_text(widget, "labelContent")):
            return
        type_size, width_there = get_number(widget, "textSize", 20, 4, 200), get_number(widget, "width", 100, 1, 8000)
        line_length = max(1, int(width_there / (type_size * _LETTER_WIDTH)))
        line_count = min(ceil(len(words) / line_length), _MAX_LABEL_LINES)
        height_there = type_size * (_LABEL_HEIGHT + (line_count - 1) * _LEADING)
        place = self._room.place(widget, (width_there, height_there))
        width, height = to_size((width_there, height_there))
        kind = Kind(self._decks.name_kind("label"), "board", "a note", (words,), size=(width, max(height, _MIN_LABEL)))
        self._decks.add(replace(kind, colour="white"))
        self._lay_fixed(kind.name, widget, place)

    def _lay_fixed(self, kind: str, widget: Widget, place: Rectangle) -> None:
        point = self._room.to_point(place.middle)
        self._fixed.append(Lay(kind, at=(point,), angle=to_angle(widget), locked=True))

    def _add_spinner(self, widget: Widget) -> None:
        options = [read_text(option) for option in as_list(widget.get("options"))] or list("123456")
        name = self._decks.name_kind("spinner")
        kind = make_turned(name, [option for option in options if option], get_text(widget, "value"))
        if kind is None:
            self._losses.add("piece", "faces")
            return
        self._decks.dice[get_text(widget, "id")] = self._decks.add(kind), kind.fronts
        self._place_turned(widget)

    def _place_turned(self, widget: Widget) -> None:
        """Lay down a die, or what there is only one of."""
        entry = self._decks.dice.get(get_text(widget, "id"))
        if entry is not None:
            kind = self._decks.kinds[entry[0]]
            size = (kind.size[0] * 103 / 63, kind.size[1] * 103 / 63)
            if get_text(widget, "type") == "spinner":
                place = self._room.place(widget)
            else:
                place = self._room.place(widget, size)
            self._single.append(Lay(kind.name, at=(self._room.to_point(place.middle),), angle=to_angle(widget)))

    def _add_game_pieces(self) -> None:
        """Add the men and pawns of old files; a man has a king as its other side."""
        indexes: dict[tuple[str, str], int] = {}
        for widget in self._room.of_type("gamePiece"):
            shape = get_text(widget, "pieceType", 40).replace("checkers", "man") or "pawn"
            colour = get_text(widget, "color", 40).lower() or "black"
            is_man = shape == "man"
            if (shape, colour) not in indexes:
                name = f"{colour} {shape}"
                kind = Kind(self._decks.name_kind(name), "disc" if is_man else "pawn", f"a {name}", (f"a {name}",))
                kind = replace(kind, back=f"a {colour} king" if is_man else f"a {name}", colour=choose_colour(colour))
                size = 36.0 if is_man else 20.0
                kind = replace(kind, size=(size, size), height=8.0 if is_man else 24.0)
                indexes[shape, colour] = self._decks.add(kind)
            is_king = is_man and widget.get("kinged") is True
            place = self._room.place(widget)
            self._starts.append(
                _Start(indexes[shape, colour], 0, not is_king, place.middle, to_angle(widget), _order(widget))
            )

    # Cards and pieces

    def _add_homes(self) -> None:
        """Add a place where a deck is that has no pile, if it is called back."""
        named = find_named_decks(self._buttons)
        for deck in self._room.of_type("cardDeck"):
            name = get_text(deck, "id")
            if name not in named or name not in self._decks.by_deck or self._find_parent(deck) is not None:
                continue
            if len(self._places.holders) >= MAX_HOLDERS - 1:
                continue
            size = (get_number(deck, "cardWidth", 103, 4, 8000), get_number(deck, "cardHeight", 160, 4, 8000))
            area = self._room.to_area(self._room.place({"x": deck.get("x"), "y": deck.get("y")}, size))
            title = self._places.choose_name("", "Deck")
            self._places.holders[f"deck:{name}"] = Holder(title, areas=(area,))

    def _find_parent(self, widget: Widget) -> str | None:
        """Return the id of the holder that a widget is in, or None."""
        parent = get_text(widget, "parent")
        return parent if parent in self._places.holders else None

    def _find_home(self, deck: str) -> str:
        """Return the id of the holder to which a deck is called back; "" if it has none."""
        widget = self._room.by_id.get(deck, {})
        own = f"deck:{deck}"
        return self._find_parent(widget) or (own if own in self._places.holders else "")

    def _add_cards(self) -> None:
        """Add the cards and pieces, as far as a box has room for them."""
        owners = {
            owner: self._places.seats[get_text(seat, "id")]
            for seat in self._room.of_type("seat")
            if (owner := get_text(seat, "seatedUser")) and get_text(seat, "id") in self._places.seats
        }
        cards = self._room.list_cards()
        self._losses.add("piece", "number", count=len(self._room.of_type("card", "piece")) - len(cards))
        for widget in cards:
            entry = self._decks.fronts.get((get_text(widget, "deck"), get_text(widget, "cardType")))
            # Cards of no deck are not shown there either.
            if entry is not None:
                self._starts.append(self._place_card(widget, *entry, owners))

    def _place_card(self, widget: Widget, kind: int, front: int, owners: dict[str, int]) -> _Start:
        deck = get_text(widget, "deck")
        size = self._decks.kinds[kind].size
        place = self._room.place(widget, (size[0] * 103 / 63, size[1] * 103 / 63))
        is_card = get_text(widget, "type") == "card"
        up = widget.get("faceup") is True if is_card else kind not in self._decks.kinged
        holder, parent = "", get_text(widget, "parent")
        if parent in self._places.holders:
            holder = self._places.holders[parent].name
        elif parent in self._places.hands or (parent == "" and get_text(widget, "owner")):
            seat = owners.get(get_text(widget, "owner"))
            if seat is not None and self._places.has_hands:
                self._places.need_all_seats()
                holder = f"{HAND} {seat}"
            elif home := self._find_home(deck):
                holder, up = self._places.holders[home].name, False
            else:
                up = False
        elif own := self._places.holders.get(f"deck:{deck}"):
            left, lower, width, height = own.areas[0]
            x, y = self._room.to_point(place.middle)
            if left <= x <= left + width and lower <= y <= lower + height:
                holder = own.name
        return _Start(kind, front, up, place.middle, to_angle(widget), _order(widget), holder)

    def _count_kinds(self) -> list[Kind]:
        """Return the kinds with the number of their pieces."""
        counts = Tally((start.kind, start.front) for start in self._starts)
        single = {lay.kind for lay in (*self._single, *self._fixed)}
        kinds: list[Kind] = []
        for index, kind in enumerate(self._decks.kinds):
            if kind.name in single:
                kinds.append(kind)
                continue
            kinds.append(count_fronts(kind, [counts[index, front] for front in range(len(kind.fronts))]))
        return kinds

    def _finish_holders(self, kinds: Sequence[Kind]) -> dict[str, Holder]:
        """Return the holders with the hands, and remember which shapes are in them."""
        shapes: dict[str, set[str]] = {}
        for start in self._starts:
            if start.holder:
                shapes.setdefault(start.holder, set()).add(kinds[start.kind].piece)
        for deck, indexes in self._decks.by_deck.items():
            if home := self._find_home(deck):
                name = self._places.holders[home].name
                shapes.setdefault(name, set()).update(kinds[index].piece for index in indexes)
        self._shapes = shapes
        holders = dict(self._places.holders)
        if self._places.has_hands:
            holders[HAND] = Holder(HAND, lays="row", secret="hand", each=True)
        return holders

    def _link_homes(self, kinds: list[Kind], holders: dict[str, Holder]) -> None:
        for deck, indexes in self._decks.by_deck.items():
            if home := self._find_home(deck):
                for index in indexes:
                    kinds[index] = replace(kinds[index], home=holders[home].name)

    def _open_mixed(self, box: Box) -> list[Holder]:
        """Return the holders; a stack into which buttons bring other shapes is none."""
        shapes = {name: set(some) for name, some in self._shapes.items()}
        moves = [press for button in box.buttons for press in button.lines if press.do in ("deal", "move")]
        targets: dict[str, set[str]] = {}
        for press in moves:
            targets.setdefault(str(press.of), set()).update(name for name in press.to if isinstance(name, str))
        waiting = [(name, shape) for name, some in shapes.items() for shape in some]
        while waiting:
            name, shape = waiting.pop()
            for target in targets.get(name, ()):
                if shape not in shapes.setdefault(target, set()):
                    shapes[target].add(shape)
                    waiting.append((target, shape))
        names = {name for name, some in shapes.items() if len(some) > 1 or not some <= {*STACKED}}
        self._places.holders = {
            key: replace(holder, lays="free") if holder.lays == "stack" and holder.name in names else holder
            for key, holder in self._places.holders.items()
        }
        return [*self._places.holders.values(), *(holder for holder in box.holders if holder.name == HAND)]

    # Buttons

    def _read_buttons(self, box: Box) -> Iterator[Button]:
        """Yield the buttons: those of the file, those of its piles, and a new round."""
        names = Names(self._places, self._decks, tuple(kind.name for kind in box.kinds), len(self._starts))
        reader = RoutineReader(names, box)
        buttons: list[Button] = []
        for widget in sorted(self._buttons, key=_find_rank):
            try:
                button = reader.read(widget)
            except Inexact as error:
                self._losses.add("button", error.cause, get_text(widget, "label"))
                continue
            if button is not None:
                buttons.append(button)
        own = [*self._make_shuffles(box), Button(_NEW_ROUND, (Press("reset"),))]
        self._losses.add("button", "number", count=len(buttons) + len(own) - MAX_BUTTONS)
        yield from buttons[: MAX_BUTTONS - len(own)]
        yield from own

    def _make_shuffles(self, box: Box) -> list[Button]:
        """Return the buttons of piles that call their decks home and shuffle them."""
        buttons: list[Button] = []
        piles = [
            name
            for widget in self._room.of_type("cardPile", "holder")
            if widget.get("hasShuffleButton") is True and (name := get_text(widget, "id")) in self._places.holders
        ]
        for pile in piles[: MAX_BUTTONS // 2]:
            name = self._places.holders[pile].name
            kinds = tuple(kind.name for kind in box.kinds if kind.home == name)
            lines = [Press("recall", to=(name,), kinds=kinds, face="down")] if kinds else []
            label = "Shuffle" if len(piles) == 1 else f"Shuffle: {name}"
            buttons.append(Button(label, (*lines, Press("shuffle", name))))
        return buttons

    # The start

    def _build_layout(self, kinds: Sequence[Kind]) -> tuple[Lay, ...]:
        """Return the layout: boards, what lies loose, what is in holders."""
        shuffled = {
            *find_shuffled(self._buttons),
            *(
                get_text(widget, "id")
                for widget in self._room.of_type("cardPile", "holder")
                if widget.get("hasShuffleButton") is True
            ),
        }
        shuffled_names = {holder.name for name, holder in self._places.holders.items() if name in shuffled}
        placed: dict[str, list[_Start]] = {}
        loose: dict[tuple[object, ...], list[_Start]] = {}
        for start in self._starts:
            if start.holder:
                placed.setdefault(start.holder, []).append(start)
            else:
                x, y = (round(part / _SAME_PLACE) for part in start.point)
                loose.setdefault((x, y, start.kind, start.up, start.angle), []).append(start)
        layout = [*self._fixed, *self._single]
        rows: dict[tuple[int, int, bool, float], list[Point]] = {}
        for members in sorted(loose.values(), key=lambda members: min(start.order for start in members)):
            layout += self._lay_loose(kinds, members, rows)
        for (kind, front, up, angle), points in rows.items():
            layout.append(Lay(kinds[kind].name, (front,), len(points), tuple(points), angle=angle, up=up))
        lays = {holder.name: holder.lays for holder in self._places.holders.values()}
        for name, members in placed.items():
            is_shuffled = name in shuffled_names and not any(start.up for start in members)
            keeps_order = not (is_shuffled or name.startswith(f"{HAND} "))
            for (kind, up), fronts in _group_runs(_sort_members(lays.get(name, "row"), members), keeps_order):
                for some, n in group_fronts(fronts, keeps_order=keeps_order):
                    is_stack = lays.get(name) == "stack"
                    layout.append(Lay(kinds[kind].name, some, n, into=name, up=up, shuffled=is_shuffled and is_stack))
        return tuple(layout)

    def _lay_loose(
        self,
        kinds: Sequence[Kind],
        members: Sequence[_Start],
        rows: dict[tuple[int, int, bool, float], list[Point]],
    ) -> list[Lay]:
        """Return the layout of pieces of a kind in one place: a stack, if they can be one."""
        first = members[0]
        counts = Tally(start.front for start in sorted(members, key=lambda start: start.order))
        point = self._room.to_point(first.point)
        if kinds[first.kind].piece in STACKED and len(members) > 1 and len(set(counts.values())) == 1:
            n = counts[first.front]
            angle = first.angle % (2 * pi)
            return [Lay(kinds[first.kind].name, tuple(counts), n, (point,), angle=angle, up=first.up)]
        for start in members:
            rows.setdefault((start.kind, start.front, start.up, start.angle), []).append(
                self._room.to_point(start.point)
            )
        return []


def _find_rank(widget: Widget) -> tuple[bool, float, float]:
    """Return the order of a button: those that call decks back first, then by place."""
    return not find_named_decks([widget]), get_number(widget, "y"), get_number(widget, "x")


def _order(widget: Widget) -> float:
    """Return the place of a widget from below to above."""
    return get_number(widget, "z", 0, -1e9, 1e9)


def _sort_members(lays: str, members: Sequence[_Start]) -> list[_Start]:
    """Return the pieces of a holder, from the first or the lowest."""
    match lays:
        case "row":
            return sorted(members, key=lambda start: (start.point[0], start.order))
        case "column":
            return sorted(members, key=lambda start: (start.point[1], start.order))
        case "rising":
            return sorted(members, key=lambda start: (-start.point[1], start.order))
    return sorted(members, key=lambda start: start.order)


def _group_runs(members: Iterable[_Start], keeps_order: bool) -> list[tuple[tuple[int, bool], list[int]]]:
    """Return the fronts of neighbours of a kind and side; of all, if order is nothing."""
    runs: list[tuple[tuple[int, bool], list[int]]] = []
    indexes: dict[tuple[int, bool], int] = {}
    for start in members:
        key = start.kind, start.up
        if keeps_order and (not runs or runs[-1][0] != key):
            indexes.pop(key, None)
        if key not in indexes:
            indexes[key] = len(runs)
            runs.append((key, []))
        runs[indexes[key]][1].append(start.front)
    return runs
