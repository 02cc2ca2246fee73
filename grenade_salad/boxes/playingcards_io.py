"""Files of playingcards.io as boxes: a zip with `widgets.json` and pictures. Nothing is fetched from a network.

What has no place here is told in a list.
"""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from dataclasses import replace
from math import radians, tau
from pathlib import PurePosixPath

from grenade_salad.boxes.box_reader import MOST_PICTURES, Opened, check
from grenade_salad.boxes.card_layout import laid, unmarked
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import LONGEST_ZIP, Source
from grenade_salad.boxes.image_size import LONGEST_PICTURE, check_picture
from grenade_salad.boxes.playingcards_io_buttons import Routines, part
from grenade_salad.core import Json
from grenade_salad.games import playing_cards
from grenade_salad.games.open_table.box import (
    LONGEST_PRINT,
    LONGEST_TEXT,
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
_LONGEST = 4 * 1024 * 1024
_MOST = 3000
"""Widgets in a file."""
_MM = 0.612
"""Millimetres of one of its units: a card has 103 of them, and is 63 mm wide."""
_SMALLEST = 1.5
"""Millimetres of the smallest type."""
_ROOM = (1600.0, 1000.0)
_CARD = re.compile(r"(10|[2-9TJQKA])[-_ ]?([CDHS])", re.IGNORECASE)
_SUITED = re.compile(r"(club|diamond|heart|spade)s?[-_ ](10|[2-9TJQKA])", re.IGNORECASE)
"""As in the addresses of its own pictures: hearts-q."""
_COLOURS = ("black", "blue", "purple", "red", "yellow", "green", "orange", "white")

Widget = dict[str, Json]


def opened(files: Source) -> Opened:
    """The box of such a file; what was left out is in `left_out`. Raises BadBoxFile."""
    reader = _Reader(files, _widgets(files.read(WIDGETS, _LONGEST)))
    made = reader.box()
    try:
        check(made)
    except BadBoxFile as error:
        _, _, where, why = error.parts
        raise BadBoxFile(WIDGETS, why, where) from None
    return made


def _widgets(data: bytes) -> list[Widget]:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BadBoxFile(WIDGETS, m("it is no JSON that can be read")) from None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadBoxFile(WIDGETS, m("it is no list of widgets"))
    if len(found) > _MOST:
        raise BadBoxFile(WIDGETS, m("there may be {most} at most", most=_MOST))
    return found


def _text(widget: Widget, key: str, most: int = LONGEST_TEXT) -> str:
    """A text in one line."""
    value = widget.get(key)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    return (
        "".join(letter for letter in " ".join(value.split()) if letter.isprintable())[:most]
        if isinstance(value, str)
        else ""
    )


def _number(widget: Widget, key: str, usual: float = 0.0, least: float = -1e5, most: float = 1e5) -> float:
    value = widget.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return usual
    return float(min(max(value, least), most))


def _angle(widget: Widget) -> float:
    """Its turn in radians counterclockwise, of degrees clockwise."""
    return round(-radians(_number(widget, "r")) % tau, 4)


class _Reader:
    """What was made so far of the widgets of one file."""

    def __init__(self, files: Source, widgets: list[Widget]) -> None:
        self.files, self.widgets = files, widgets
        self.left: Tally[str] = Tally()
        self.pictures: dict[str, bytes] = {}
        self._names: dict[str, str] = {}
        self._room = LONGEST_ZIP
        self.holders: dict[str, Holder] = {}
        self.kinds: list[Kind] = []
        self.layout: list[Lay] = []

    def box(self) -> Opened:
        self.table = (self._widest("x", "width", 0), self._widest("y", "height", 1))
        self._holders()
        for widget in self._of("board"):
            self._one(widget, Kind("", "board", height=2), locked=True)
        self._decks()
        self._pieces()
        for widget in self._of("spinner"):
            self._spinner(widget)
        for widget in self._of("labelText"):
            self._label(widget)
        counters = self._counters()
        known = {"hand", "cardPile", "cardDeck", "card", "counter", "labelText", "board", "gamePiece", "spinner"}
        for widget in self.widgets:
            if (what := _text(widget, "type", 40)) not in {*known, "automationButton"}:
                self.left[what or "?"] += 1
        boards = [lay for lay in self.layout if lay.locked]
        box = Box(
            "playingcards.io", (1, 9), self.table, "felt", tuple(self.kinds), tuple(self.holders.values()),
            tuple(counters.values()), (), (*boards, *(lay for lay in self.layout if not lay.locked)),
            tuple(self._buttons({key: counter.name for key, counter in counters.items()})),
        )  # fmt: skip
        told = tuple(f"{what} ({number})" if number > 1 else what for what, number in self.left.items())
        return Opened(box, self.pictures, left_out=told[:30])

    def _of(self, kind: str) -> list[Widget]:
        return [widget for widget in self.widgets if widget.get("type") == kind]

    def _widest(self, key: str, long: str, at: int) -> float:
        far = [_number(one, key) + _number(one, long, 100, 0) for one in self.widgets if one.get("type") != "hand"]
        return round(min(5000.0, max([_ROOM[at], *far]) * _MM), 1)

    def _point(self, widget: Widget, size: Point) -> Point:
        """The middle of it, in mm; y up."""
        x, y = _number(widget, "x") * _MM + size[0] / 2, self.table[1] - _number(widget, "y") * _MM - size[1] / 2
        return round(min(max(x, 0.0), self.table[0]), 1), round(min(max(y, 0.0), self.table[1]), 1)

    def _size(self, widget: Widget, wide: float, high: float, keys: tuple[str, str] = ("width", "height")) -> Point:
        return (
            round(_number(widget, keys[0], wide, 4, 8000) * _MM, 1),
            round(_number(widget, keys[1], high, 4, 8000) * _MM, 1),
        )

    def _picture(self, value: Json) -> str:
        """The name here of a picture that is in the file; empty if it is not: an address is not fetched."""
        if not isinstance(value, str) or not value.startswith("package://"):
            return ""
        name = value.removeprefix("package://")
        if name in self._names:
            return self._names[name]
        self._names[name] = ""
        if name not in self.files.sizes or len(self.pictures) >= MOST_PICTURES:
            self.left["picture"] += 1
            return ""
        data = self.files.of(name, min(self._room, LONGEST_PICTURE) + 1)
        ending = _ending(data)
        try:
            if len(data) > min(self._room, LONGEST_PICTURE) or not ending:
                raise BadBoxFile(name, m("there is no such file in the box"))
            called = f"p{len(self.pictures) + 1}{ending}"
            check_picture(called, data)
        except BadBoxFile:
            self.left["picture"] += 1
            return ""
        self._room -= len(data)
        self.pictures[called] = data
        self._names[name] = called
        return called

    def _holders(self) -> None:
        for widget in self._of("cardPile"):
            size = self._size(widget, 111, 168)
            name = _text(widget, "id") or f"pile {len(self.holders) + 1}"
            x, y = self._point(widget, size)
            area = (round(x - size[0] / 2, 1), round(y - size[1] / 2, 1), *size)
            self.holders.setdefault(name, Holder(name, _text(widget, "label") or "draw pile", areas=(area,)))
        if any(widget.get("enabled") is not False for widget in self._of("hand")):
            self.holders["hand"] = Holder("hand", each=True, secret="hand", lays="row")

    def _one(self, widget: Widget, like: Kind, locked: bool = False) -> None:
        """A piece of which there is one."""
        size = self._size(widget, 100, 100)
        name = f"{like.piece} {len(self.kinds) + 1}"
        picture = self._picture(widget.get("boardImage"))
        if not picture and widget.get("boardImage"):
            self.left["picture"] += 1
        shown = (picture,) if picture else ()
        self.kinds.append(replace(like, name=name, title="the board", fronts=("the board",), size=size, pictures=shown))
        self.layout.append(Lay(name, at=(self._point(widget, size),), angle=_angle(widget), locked=locked))

    def _spinner(self, widget: Widget) -> None:
        options = widget.get("options")
        fronts = [_text({"it": one}, "it") for one in options] if isinstance(options, list) else list("123456")
        fronts = [front for front in fronts if front][:1000]
        if len(fronts) < 2:
            self.left["spinner"] += 1
            return
        name = f"die {len(self.kinds) + 1}"
        plain = fronts == list("123456")
        self.kinds.append(
            Kind(name, "die", "a die", tuple(fronts), "dice" if plain else "", size=(20, 20), height=20, colour="white")
        )
        self.layout.append(Lay(name, at=(self._point(widget, self._size(widget, 110, 110)),)))

    def _label(self, widget: Widget) -> None:
        """A text that lies where it stood, as a flat board."""
        if not (words := _text(widget, "labelContent")):
            return
        high = _number(widget, "textSize", 20, 8, 200) * 1.6
        size = self._size(widget, 100, 20)
        name, size = f"label {len(self.kinds) + 1}", (size[0], round(max(high * _MM, 6.0), 1))
        self.kinds.append(Kind(name, "board", "a note", (words,), size=size, height=0.3, colour="white"))
        self.layout.append(Lay(name, at=(self._point(widget, size),), angle=_angle(widget), locked=True))

    def _counters(self) -> dict[str, Counter]:
        """By the ids of their widgets; no two are called the same."""
        found: dict[str, Counter] = {}
        names: set[str] = set()
        for widget in self._of("counter")[:200]:
            name = called = _text(widget, "label") or "Counter"
            number = 2
            while name in names:
                name, number = f"{called[:190]} {number}", number + 1
            names.add(name)
            value = int(_number(widget, "counterValue", least=-1e6, most=1e6))
            found.setdefault(_text(widget, "id") or name, Counter(name, value))
        return found

    def _buttons(self, counters: dict[str, str]) -> list[Button]:
        """Routines that do something here; `counters` are names by ids."""
        routines = Routines(frozenset(self.holders), counters, self._homes(), self.left)
        made = [button for widget in self._of("automationButton") if (button := routines.button(widget)) is not None]
        if any(widget.get("hasShuffleButton") is True for widget in self._of("cardPile")):
            made.append(Button("New round", (Press("reset"),)))
        return made[:200]

    def _homes(self) -> dict[str, str]:
        """For each deck the pile to which its cards are called back."""
        return {_text(one, "id"): _text(one, "parent") for one in self._of("cardDeck")}

    def _pieces(self) -> None:
        """Men of draughts, whose other side is a king, and pawns of all other shapes."""
        found: dict[tuple[str, str], list[tuple[Point, bool]]] = {}
        for widget in self._of("gamePiece"):
            shape = _text(widget, "pieceType", 40).replace("checkers", "man") or "pawn"
            colour = next((one for one in _COLOURS if one == _text(widget, "color")), "black")
            at = self._point(widget, self._size(widget, 60, 60))
            found.setdefault((shape, colour), []).append((at, widget.get("kinged") is True))
        for (shape, colour), points in found.items():
            name = f"{colour} {shape}"
            man = shape == "man"
            like = Kind(name, "disc" if man else "pawn", name, (name,), back=f"{colour} king" if man else name)
            size = (36.0, 36.0) if man else (20.0, 20.0)
            self.kinds.append(replace(like, count=len(points), size=size, height=8 if man else 24, colour=colour))
            for king in (False, True):
                if there := tuple(at for at, is_king in points if is_king == king):
                    self.layout.append(Lay(name, n=len(there), at=there, up=not (king and man)))

    def _decks(self) -> None:
        for widget in self._of("cardDeck"):
            cards = [one for one in self._of("card") if one.get("deck") == widget.get("id") and widget.get("id")]
            types = widget.get("cardTypes")
            if not cards or not isinstance(types, dict):
                self.left["cardDeck"] += 1
                continue
            named = [_text(one, "cardType") for one in cards]
            counts = Tally(name for name in named if isinstance(types.get(name), dict))
            names = list(counts)[:1000]
            self.left["card"] += len(cards) - sum(counts[name] for name in names)
            self.left += Tally()
            if names:
                self._deck(widget, {name: types[name] for name in names}, counts, cards)  # type: ignore[misc]
        decks = [one.get("id") for one in self._of("cardDeck")]
        self.left["card"] += sum(one.get("deck") not in decks for one in self._of("card"))
        self.left += Tally()

    def _deck(self, widget: Widget, types: dict[str, Widget], counts: Tally[str], cards: list[Widget]) -> None:
        name = f"cards {len(self.kinds) + 1}"
        size = self._size(widget, 103, 160, ("cardWidth", "cardHeight"))
        codes = {one: _code(one, facts) for one, facts in types.items()}
        kind = Kind(
            name, "card", "a card", tuple(types), back="a card", counts=tuple(counts[one] for one in types), size=size
        )
        if all(codes.values()):
            kind = replace(kind, codes="cards", fronts=tuple(str(code) for code in codes.values()))
        else:
            kind = self._printed(kind, widget, types)
        backs = [self._picture(_value(one, {})) for one in _objects(widget.get("backTemplate"))]
        kind = replace(kind, back_picture=next((one for one in backs if one), ""))
        self.kinds.append(kind)
        fronts = {one: at for at, one in enumerate(types)}
        placed: dict[tuple[int, str, bool, Point | None], int] = {}
        for card in cards:
            front = fronts.get(_text(card, "cardType"))
            if front is None:
                continue
            into = _text(card, "parent")
            into = into if into in self.holders and into != "hand" else ""
            key = (front, into, card.get("faceup") is True, None if into else self._point(card, size))
            placed[key] = placed.get(key, 0) + 1
        shuffled = {_text(one, "id") for one in self._of("cardPile") if one.get("hasShuffleButton") is True}
        for (front, into, up, at), number in placed.items():
            points = () if at is None else (at,)
            self.layout.append(
                Lay(name, (front,), number, points, into, up=up, shuffled=into != "" and into in shuffled and not up)
            )

    def _printed(self, kind: Kind, widget: Widget, types: dict[str, Widget]) -> Kind:
        """The faces of a deck: pictures of the file if each is one, else cards that are set here."""
        objects = _objects(widget.get("faceTemplate"))
        images = [one for one in objects if one.get("type") == "image"]
        others = [one for one in objects if one.get("type") != "image"]
        made, called = list[Printed](), list[str]()
        for name, facts in types.items():
            texts = [text for one in others if (text := _text({"it": _value(one, facts)}, "it", LONGEST_PRINT))]
            shown = [value for one in images if isinstance(value := _value(one, facts), str) and value]
            picture = next((found for one in shown if (found := self._picture(one))), "")
            self.left["picture"] += sum(not one.startswith("package://") for one in shown)
            label = _text(facts, "label") or (texts[0][:LONGEST_TEXT] if texts else "") or name
            called.append(unmarked(label))
            rest = "\n".join(texts[1:] if texts[:1] == [label] else texts)[:LONGEST_PRINT]
            made.append(Printed("" if picture and not texts else label, text=rest, picture=picture))
        kind = replace(kind, fronts=tuple(called))
        if all(one.picture and not one.title for one in made):
            self.left += Tally()
            return replace(kind, pictures=tuple(one.picture for one in made))
        fitting = tuple(_fitting(one, kind.size) for one in made)
        self.left["text"] += sum(one != other for one, other in zip(made, fitting, strict=True))
        self.left += Tally()
        return replace(kind, printed=fitting, least=_SMALLEST)


def _fitting(one: Printed, size: Point) -> Printed:
    """A card without what does not fit on it."""
    for less in (one, replace(one, text=""), replace(one, text="", title=one.title[:20])):
        if not laid(less, size, _SMALLEST).crowded:
            return less
    return Printed(picture=one.picture)


def _objects(template: Json) -> list[Widget]:
    """What is on a face: texts and pictures, at most twenty."""
    found = part(template, "objects")
    return [one for one in found if isinstance(one, dict)][:20] if isinstance(found, list) else []


def _value(one: Widget, facts: Widget) -> Json:
    """What an object of a face shows: always the same, or what the card says under its name."""
    value = one.get("value")
    if one.get("valueType") == "dynamic" and isinstance(value, str):
        return facts.get(value)
    return value


def _code(name: str, facts: Widget) -> str | None:
    """A card of the usual deck, by its name or by the address of its picture, as in "QH"."""
    for value in (name, *(one for one in facts.values() if isinstance(one, str))):
        stem = PurePosixPath(value).stem if "/" in value else value
        found, suited = _CARD.fullmatch(stem[:10]), _SUITED.fullmatch(stem[:12])
        if found or suited:
            rank, suit = (found[1], found[2]) if found else (suited[2], suited[1][0]) if suited else ("", "")
            code = f"{rank.upper().replace('T', '10')}{suit.upper()}"
            return code if playing_cards.words(code) else None
        if "joker" in stem.lower()[:20]:
            return "joker"
    return None


def _ending(data: bytes) -> str:
    """What kind of picture it is, by how it begins; empty if it is none."""
    if data.startswith(b"\x89PNG"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return ".svg" if b"<svg" in data[:1000] else ""
