"""Files of playingcards.io as boxes: a zip with `widgets.json` and pictures.

Nothing is fetched from a network. What the open table cannot show is listed.
"""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from dataclasses import replace
from math import radians, tau
from pathlib import PurePosixPath

from grenade_salad.boxes.box_reader import MAX_PICTURES, LoadedBox, check_loaded_box
from grenade_salad.boxes.card_layout import lay_out_card, strip_marks
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_ZIP_BYTES, Source
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.playingcards_io_buttons import RoutineConverter, get_value
from grenade_salad.core import Json
from grenade_salad.games import playing_cards
from grenade_salad.games.open_table.box import (
    MAX_PRINT_LENGTH,
    MAX_SIZE,
    MAX_TEXT_LENGTH,
    Box,
    Button,
    Counter,
    Holder,
    Kind,
    Lay,
    Point,
    Press,
    Printed,
)
from grenade_salad.text import m

WIDGETS = "widgets.json"
_MAX_BYTES = 4 * 1024 * 1024
"""Maximum bytes of the list of widgets."""
_MAX_WIDGETS = 3000
_MAX_COUNTERS = _MAX_BUTTONS = 200
_MAX_FRONTS = 1000
_MAX_ITEMS = 20
"""Maximum number of texts and pictures on a face."""
_MAX_LEFT_OUT = 30
"""Maximum number of lines about what was left out."""
_MM_PER_UNIT = 0.612
"""Millimetres of a unit of playingcards.io: a card is 103 units or 63 mm wide."""
_MIN_TYPE_SIZE = 1.5
"""Millimetres of the smallest type."""
_MIN_TABLE_SIZE = (1600.0, 1000.0)
"""In units of playingcards.io: its window is that large."""
_KNOWN_TYPES = (
    "automationButton",
    "board",
    "card",
    "cardDeck",
    "cardPile",
    "counter",
    "gamePiece",
    "hand",
    "labelText",
    "spinner",
)
"""Types of widgets that become a part of the box."""
_RANK_FIRST = re.compile(r"(10|[2-9TJQKA])[-_ ]?([CDHS])", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"(club|diamond|heart|spade)s?[-_ ](10|[2-9TJQKA])", re.IGNORECASE)
"""As in the addresses of its own pictures: hearts-q."""
_COLOURS = ("black", "blue", "purple", "red", "yellow", "green", "orange", "white")

Widget = dict[str, Json]


def load(files: Source) -> LoadedBox:
    """Return the box of such a file; `left_out` lists what was left out.

    Raises BadBoxFile.
    """
    reader = _Reader(files, _parse_widgets(files.read(WIDGETS, _MAX_BYTES)))
    loaded = reader.read_box()
    try:
        check_loaded_box(loaded)
    except BadBoxFile as error:
        _, _, location, why = error.details
        raise BadBoxFile(WIDGETS, why, location) from None
    return loaded


def _parse_widgets(data: bytes) -> list[Widget]:
    try:
        widgets = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BadBoxFile(WIDGETS, m("it is no JSON that can be read")) from None
    if not isinstance(widgets, list) or not all(isinstance(widget, dict) for widget in widgets):
        raise BadBoxFile(WIDGETS, m("it is no list of widgets"))
    if len(widgets) > _MAX_WIDGETS:
        raise BadBoxFile(WIDGETS, m("there may be {most} at most", most=_MAX_WIDGETS))
    return widgets


def _read_text(widget: Widget, key: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Return the text of a key, in one line."""
    value = widget.get(key)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    return (
        "".join(letter for letter in " ".join(value.split()) if letter.isprintable())[:max_length]
        if isinstance(value, str)
        else ""
    )


def _read_number(widget: Widget, key: str, default: float = 0.0, minimum: float = -1e5, maximum: float = 1e5) -> float:
    value = widget.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return default
    return float(min(max(value, minimum), maximum))


def _read_angle(widget: Widget) -> float:
    """Return the rotation in radians counterclockwise, from degrees clockwise."""
    return round(-radians(_read_number(widget, "r")) % tau, 4)


class _Reader:
    """Builds a box from the widgets of one file."""

    def __init__(self, files: Source, widgets: list[Widget]) -> None:
        self.files, self.widgets = files, widgets
        self.table_size = (self._find_extent("x", "width", 0), self._find_extent("y", "height", 1))
        """Width and height in mm."""
        self.left_out: Tally[str] = Tally()
        """The number of widgets, steps and pictures that were left out, by their kind."""
        self.pictures: dict[str, bytes] = {}
        self._picture_names: dict[str, str] = {}
        """Names in the box by those in the file; "" for a picture that cannot be shown."""
        self._bytes_left = MAX_ZIP_BYTES
        self.holders: dict[str, Holder] = {}
        self.kinds: list[Kind] = []
        self.layout: list[Lay] = []

    def read_box(self) -> LoadedBox:
        self._add_holders()
        for widget in self._widgets_of_type("board"):
            self._add_single_piece(widget, Kind("", "board", height=2), is_locked=True)
        self._add_decks()
        self._add_pieces()
        for widget in self._widgets_of_type("spinner"):
            self._add_spinner(widget)
        for widget in self._widgets_of_type("labelText"):
            self._add_label(widget)
        counters = self._read_counters()
        for widget in self.widgets:
            if (kind := _read_text(widget, "type", 40)) not in _KNOWN_TYPES:
                self.left_out[kind or "?"] += 1
        boards = [lay for lay in self.layout if lay.locked]
        box = Box(
            "playingcards.io",
            seats=(1, 9),
            table=self.table_size,
            ground="felt",
            kinds=tuple(self.kinds),
            holders=tuple(self.holders.values()),
            counters=tuple(counters.values()),
            layout=(*boards, *(lay for lay in self.layout if not lay.locked)),
            buttons=tuple(self._read_buttons({key: counter.name for key, counter in counters.items()})),
        )
        left_out = tuple(f"{kind} ({count})" if count > 1 else kind for kind, count in self.left_out.items())
        return LoadedBox(box, self.pictures, left_out=left_out[:_MAX_LEFT_OUT])

    def _widgets_of_type(self, kind: str) -> list[Widget]:
        return [widget for widget in self.widgets if widget.get("type") == kind]

    def _find_extent(self, key: str, size_key: str, axis: int) -> float:
        ends = [
            _read_number(widget, key) + _read_number(widget, size_key, 100, 0)
            for widget in self.widgets
            if widget.get("type") != "hand"
        ]
        return round(min(MAX_SIZE, max([_MIN_TABLE_SIZE[axis], *ends]) * _MM_PER_UNIT), 1)

    def _find_centre(self, widget: Widget, size: Point) -> Point:
        """Return the centre of a widget, in mm; y points up."""
        x, y = (
            _read_number(widget, "x") * _MM_PER_UNIT + size[0] / 2,
            self.table_size[1] - _read_number(widget, "y") * _MM_PER_UNIT - size[1] / 2,
        )
        return round(min(max(x, 0.0), self.table_size[0]), 1), round(min(max(y, 0.0), self.table_size[1]), 1)

    def _read_size(
        self, widget: Widget, default_width: float, default_height: float, keys: tuple[str, str] = ("width", "height")
    ) -> Point:
        return (
            round(_read_number(widget, keys[0], default_width, 4, 8000) * _MM_PER_UNIT, 1),
            round(_read_number(widget, keys[1], default_height, 4, 8000) * _MM_PER_UNIT, 1),
        )

    def _load_picture(self, value: Json) -> str:
        """Load a picture that is in the file, and return its name in the box.

        Return "" if it is not there: addresses are not fetched.
        """
        if not isinstance(value, str) or not value.startswith("package://"):
            return ""
        name = value.removeprefix("package://")
        if name in self._picture_names:
            return self._picture_names[name]
        self._picture_names[name] = ""
        if name not in self.files.sizes or len(self.pictures) >= MAX_PICTURES:
            self.left_out["picture"] += 1
            return ""
        data = self.files.read_prefix(name, min(self._bytes_left, MAX_PICTURE_BYTES) + 1)
        suffix = _guess_suffix(data)
        try:
            if len(data) > min(self._bytes_left, MAX_PICTURE_BYTES) or not suffix:
                raise BadBoxFile(name, m("there is no such file in the box"))
            file_name = f"p{len(self.pictures) + 1}{suffix}"
            check_picture(file_name, data)
        except BadBoxFile:
            self.left_out["picture"] += 1
            return ""
        self._bytes_left -= len(data)
        self.pictures[file_name] = data
        self._picture_names[name] = file_name
        return file_name

    def _add_holders(self) -> None:
        for widget in self._widgets_of_type("cardPile"):
            size = self._read_size(widget, 111, 168)
            name = _read_text(widget, "id") or f"pile {len(self.holders) + 1}"
            x, y = self._find_centre(widget, size)
            area = (round(x - size[0] / 2, 1), round(y - size[1] / 2, 1), *size)
            self.holders.setdefault(name, Holder(name, _read_text(widget, "label") or "draw pile", areas=(area,)))
        if any(widget.get("enabled") is not False for widget in self._widgets_of_type("hand")):
            self.holders["hand"] = Holder("hand", each=True, secret="hand", lays="row")

    def _add_single_piece(self, widget: Widget, template: Kind, is_locked: bool = False) -> None:
        """Add a kind with a single piece."""
        size = self._read_size(widget, 100, 100)
        name = f"{template.piece} {len(self.kinds) + 1}"
        picture = self._load_picture(widget.get("boardImage"))
        if not picture and widget.get("boardImage"):
            self.left_out["picture"] += 1
        pictures = (picture,) if picture else ()
        self.kinds.append(
            replace(template, name=name, title="the board", fronts=("the board",), size=size, pictures=pictures)
        )
        self.layout.append(
            Lay(name, at=(self._find_centre(widget, size),), angle=_read_angle(widget), locked=is_locked)
        )

    def _add_spinner(self, widget: Widget) -> None:
        options = widget.get("options")
        fronts = (
            [_read_text({"it": option}, "it") for option in options] if isinstance(options, list) else list("123456")
        )
        fronts = [front for front in fronts if front][:_MAX_FRONTS]
        if len(fronts) < 2:
            self.left_out["spinner"] += 1
            return
        name = f"die {len(self.kinds) + 1}"
        is_plain_die = fronts == list("123456")
        self.kinds.append(
            Kind(
                name,
                "die",
                "a die",
                tuple(fronts),
                "dice" if is_plain_die else "",
                size=(20, 20),
                height=20,
                colour="white",
            )
        )
        self.layout.append(Lay(name, at=(self._find_centre(widget, self._read_size(widget, 110, 110)),)))

    def _add_label(self, widget: Widget) -> None:
        """Add a text in its place, as a flat board."""
        if not (words := _read_text(widget, "labelContent")):
            return
        height = _read_number(widget, "textSize", 20, 8, 200) * 1.6
        size = self._read_size(widget, 100, 20)
        name, size = f"label {len(self.kinds) + 1}", (size[0], round(max(height * _MM_PER_UNIT, 6.0), 1))
        self.kinds.append(Kind(name, "board", "a note", (words,), size=size, height=0.3, colour="white"))
        self.layout.append(Lay(name, at=(self._find_centre(widget, size),), angle=_read_angle(widget), locked=True))

    def _read_counters(self) -> dict[str, Counter]:
        """Return the counters by the ids of their widgets, each with its own name."""
        counters: dict[str, Counter] = {}
        names: set[str] = set()
        for widget in self._widgets_of_type("counter")[:_MAX_COUNTERS]:
            name = label = _read_text(widget, "label") or "Counter"
            suffix = 2
            while name in names:
                name, suffix = f"{label[:190]} {suffix}", suffix + 1
            names.add(name)
            value = int(_read_number(widget, "counterValue", minimum=-1e6, maximum=1e6))
            counters.setdefault(_read_text(widget, "id") or name, Counter(name, value))
        return counters

    def _read_buttons(self, counters: dict[str, str]) -> list[Button]:
        """Return the buttons whose routines do something here.

        `counters` maps ids to names.
        """
        routines = RoutineConverter(frozenset(self.holders), counters, self._find_homes(), self.left_out)
        buttons = [
            button
            for widget in self._widgets_of_type("automationButton")
            if (button := routines.convert(widget)) is not None
        ]
        if any(widget.get("hasShuffleButton") is True for widget in self._widgets_of_type("cardPile")):
            buttons.append(Button("New round", (Press("reset"),)))
        return buttons[:_MAX_BUTTONS]

    def _find_homes(self) -> dict[str, str]:
        """Return for each deck the pile to which its cards are called back."""
        return {_read_text(deck, "id"): _read_text(deck, "parent") for deck in self._widgets_of_type("cardDeck")}

    def _add_pieces(self) -> None:
        """Add men of draughts, which have a king as their other side, and pawns."""
        points_by_look: dict[tuple[str, str], list[tuple[Point, bool]]] = {}
        for widget in self._widgets_of_type("gamePiece"):
            shape = _read_text(widget, "pieceType", 40).replace("checkers", "man") or "pawn"
            colour = next((candidate for candidate in _COLOURS if candidate == _read_text(widget, "color")), "black")
            centre = self._find_centre(widget, self._read_size(widget, 60, 60))
            points_by_look.setdefault((shape, colour), []).append((centre, widget.get("kinged") is True))
        for (shape, colour), points in points_by_look.items():
            name = f"{colour} {shape}"
            is_man = shape == "man"
            template = Kind(
                name, "disc" if is_man else "pawn", name, (name,), back=f"{colour} king" if is_man else name
            )
            size = (36.0, 36.0) if is_man else (20.0, 20.0)
            self.kinds.append(
                replace(template, count=len(points), size=size, height=8 if is_man else 24, colour=colour)
            )
            for is_king in (False, True):
                if centres := tuple(point for point, is_crowned in points if is_crowned == is_king):
                    self.layout.append(Lay(name, n=len(centres), at=centres, up=not (is_king and is_man)))

    def _add_decks(self) -> None:
        for widget in self._widgets_of_type("cardDeck"):
            cards = [
                card
                for card in self._widgets_of_type("card")
                if card.get("deck") == widget.get("id") and widget.get("id")
            ]
            types = widget.get("cardTypes")
            if not cards or not isinstance(types, dict):
                self.left_out["cardDeck"] += 1
                continue
            type_names = [_read_text(card, "cardType") for card in cards]
            counts = Tally(name for name in type_names if isinstance(types.get(name), dict))
            names = list(counts)[:_MAX_FRONTS]
            self.left_out["card"] += len(cards) - sum(counts[name] for name in names)
            self.left_out += Tally()
            if names:
                self._add_deck(widget, {name: types[name] for name in names}, counts, cards)  # type: ignore[misc]
        deck_ids = [deck.get("id") for deck in self._widgets_of_type("cardDeck")]
        self.left_out["card"] += sum(card.get("deck") not in deck_ids for card in self._widgets_of_type("card"))
        self.left_out += Tally()

    def _add_deck(self, widget: Widget, types: dict[str, Widget], counts: Tally[str], cards: list[Widget]) -> None:
        name = f"cards {len(self.kinds) + 1}"
        size = self._read_size(widget, 103, 160, ("cardWidth", "cardHeight"))
        codes = {card_type: _find_card_code(card_type, facts) for card_type, facts in types.items()}
        kind = Kind(
            name,
            "card",
            "a card",
            tuple(types),
            back="a card",
            counts=tuple(counts[card_type] for card_type in types),
            size=size,
        )
        if all(codes.values()):
            kind = replace(kind, codes="cards", fronts=tuple(str(code) for code in codes.values()))
        else:
            kind = self._add_faces(kind, widget, types)
        backs = [self._load_picture(_read_value(item, {})) for item in _list_items(widget.get("backTemplate"))]
        kind = replace(kind, back_picture=next((back for back in backs if back), ""))
        self.kinds.append(kind)
        fronts = {card_type: index for index, card_type in enumerate(types)}
        placed: dict[tuple[int, str, bool, Point | None], int] = {}
        for card in cards:
            front = fronts.get(_read_text(card, "cardType"))
            if front is None:
                continue
            into = _read_text(card, "parent")
            into = into if into in self.holders and into != "hand" else ""
            key = (front, into, card.get("faceup") is True, None if into else self._find_centre(card, size))
            placed[key] = placed.get(key, 0) + 1
        shuffled = {
            _read_text(pile, "id") for pile in self._widgets_of_type("cardPile") if pile.get("hasShuffleButton") is True
        }
        for (front, into, is_up, point), count in placed.items():
            points = () if point is None else (point,)
            self.layout.append(
                Lay(
                    name,
                    (front,),
                    count,
                    points,
                    into,
                    up=is_up,
                    shuffled=into in shuffled and into != "" and not is_up,
                )
            )

    def _add_faces(self, kind: Kind, widget: Widget, types: dict[str, Widget]) -> Kind:
        """Return the kind with its faces: pictures if every card has one, else set type."""
        items = _list_items(widget.get("faceTemplate"))
        image_items = [item for item in items if item.get("type") == "image"]
        text_items = [item for item in items if item.get("type") != "image"]
        printed, titles = list[Printed](), list[str]()
        for name, facts in types.items():
            texts = [
                text
                for item in text_items
                if (text := _read_text({"it": _read_value(item, facts)}, "it", MAX_PRINT_LENGTH))
            ]
            addresses = [value for item in image_items if isinstance(value := _read_value(item, facts), str) and value]
            picture = next((file_name for address in addresses if (file_name := self._load_picture(address))), "")
            self.left_out["picture"] += sum(not address.startswith("package://") for address in addresses)
            label = _read_text(facts, "label") or (texts[0][:MAX_TEXT_LENGTH] if texts else "") or name
            titles.append(strip_marks(label))
            rest = "\n".join(texts[1:] if texts[:1] == [label] else texts)[:MAX_PRINT_LENGTH]
            printed.append(Printed("" if picture and not texts else label, text=rest, picture=picture))
        kind = replace(kind, fronts=tuple(titles))
        if all(card.picture and not card.title for card in printed):
            self.left_out += Tally()
            return replace(kind, pictures=tuple(card.picture for card in printed))
        fitted_cards = tuple(_fit_card(card, kind.size) for card in printed)
        self.left_out["text"] += sum(card != fitted for card, fitted in zip(printed, fitted_cards, strict=True))
        self.left_out += Tally()
        return replace(kind, printed=fitted_cards, least=_MIN_TYPE_SIZE)


def _fit_card(card: Printed, size: Point) -> Printed:
    """Return the card without what does not fit on it."""
    for shorter in (card, replace(card, text=""), replace(card, text="", title=card.title[:20])):
        if not lay_out_card(shorter, size, _MIN_TYPE_SIZE).crowded:
            return shorter
    return Printed(picture=card.picture)


def _list_items(template: Json) -> list[Widget]:
    """Return the texts and pictures on a face."""
    items = get_value(template, "objects")
    return [item for item in items if isinstance(item, dict)][:_MAX_ITEMS] if isinstance(items, list) else []


def _read_value(item: Widget, facts: Widget) -> Json:
    """Return what an item shows: a constant, or the card's value of that name."""
    value = item.get("value")
    if item.get("valueType") == "dynamic" and isinstance(value, str):
        return facts.get(value)
    return value


def _find_card_code(name: str, facts: Widget) -> str | None:
    """Return a card of the usual deck by its name or picture's address, as in "QH"."""
    for value in (name, *(fact for fact in facts.values() if isinstance(fact, str))):
        stem = PurePosixPath(value).stem if "/" in value else value
        if rank_first := _RANK_FIRST.fullmatch(stem):
            rank, suit = rank_first.groups()
        elif suit_first := _SUIT_FIRST.fullmatch(stem):
            suit, rank = suit_first[1][0], suit_first[2]
        else:
            rank = suit = ""
        if rank:
            code = f"{rank.upper().replace('T', '10')}{suit.upper()}"
            return code if playing_cards.card_name(code) else None
        if "joker" in stem.lower()[:20]:
            return "joker"
    return None


def _guess_suffix(data: bytes) -> str:
    """Return the file suffix of a picture by its first bytes; "" if it is none."""
    if data.startswith(b"\x89PNG"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return ".svg" if b"<svg" in data[:1000] else ""
