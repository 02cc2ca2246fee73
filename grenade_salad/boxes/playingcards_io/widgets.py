"""Widgets of a file of playingcards.io: what is where, in units and in mm.

Its positions count from the upper left corner of the room, y down, and do not nest. A card is 103 units or 63 mm wide.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.virtualtabletop.game_state import as_list, read_number, read_text
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_SIZE, Point
from grenade_salad.text import m
from grenade_salad.text.decoding import decode_text

WIDGETS = "widgets.json"
MAX_WIDGETS_BYTES = 8 * 1024 * 1024
"""Maximum bytes of the list of widgets."""
_MAX_WIDGETS = 5000
_MM_PER_UNIT = 63 / 103
_ROOM = (1600.0, 1000.0)
"""Width and height of the room in units."""
_MIN_SIZE = 2.0
"""Millimetres of the smallest thing."""
DEFAULT_SIZES = {
    "board": (100.0, 100.0),
    "card": (103.0, 160.0),
    "cardPile": (111.0, 168.0),
    "chooser": (103.0, 103.0),
    "gamePiece": (60.0, 60.0),
    "holder": (111.0, 168.0),
    "labelText": (100.0, 20.0),
    "piece": (60.0, 60.0),
    "spinner": (110.0, 110.0),
}
"""Width and height of widgets that do not say them, in units."""

Widget: TypeAlias = dict[str, Json]


def parse_widgets(data: bytes) -> list[Widget]:
    """Return the widgets of a file. Raises BadBoxFile."""
    try:
        widgets = json.loads(decode_text(data).text)
    except (ValueError, RecursionError):
        raise BadBoxFile(WIDGETS, m("it is no JSON that can be read")) from None
    if not isinstance(widgets, list) or not all(isinstance(widget, dict) for widget in widgets):
        raise BadBoxFile(WIDGETS, m("it is no list of widgets"))
    if len(widgets) > _MAX_WIDGETS:
        raise BadBoxFile(WIDGETS, m("there may be {most} at most", most=_MAX_WIDGETS))
    return widgets


def get_text(widget: Widget, key: str, max_length: int = 200) -> str:
    """Return the text of a key in one line; "" if it has none."""
    return read_text(widget.get(key), max_length)


def get_number(widget: Widget, key: str, default: float = 0.0, minimum: float = -1e5, maximum: float = 1e5) -> float:
    """Return the number of a key within bounds."""
    return read_number(widget.get(key), default, minimum, maximum)


def get_degrees(widget: Widget) -> float:
    """Return the rotation in degrees clockwise."""
    return (get_number(widget, "r") or get_number(widget, "rotation")) % 360


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle of the room, in units, y down."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its middle in units."""
        return self.x + self.width / 2, self.y + self.height / 2


class Room:
    """The widgets of a file by id and type, and where they are."""

    def __init__(self, widgets: Iterable[Widget]) -> None:
        self.widgets = list(widgets)
        self.by_id: dict[str, Widget] = {}
        for widget in self.widgets:
            if name := get_text(widget, "id"):
                self.by_id.setdefault(name, widget)
        self._by_type: dict[str, list[Widget]] = {}
        for widget in self.widgets:
            self._by_type.setdefault(get_text(widget, "type", 40), []).append(widget)
        places = [self.place(widget) for kind, some in self._by_type.items() if kind != "hand" for widget in some]
        ends = ([place.x + place.width for place in places], [place.y + place.height for place in places])
        self.table = tuple(round(min(MAX_SIZE, max([_ROOM[axis], *ends[axis]]) * _MM_PER_UNIT), 1) for axis in (0, 1))
        """Width and height of the table in mm."""

    def of_type(self, *types: str) -> list[Widget]:
        """Return the widgets of some types, type by type."""
        return [widget for kind in types for widget in self._by_type.get(kind, [])]

    def list_cards(self) -> list[Widget]:
        """Return the cards and pieces, as many as a box may have beside all others."""
        count = len(self.of_type("board", "labelText", "spinner", "chooser", "dice", "gamePiece"))
        return self.of_type("card", "piece")[: max(0, MAX_PIECES - count)]

    def types(self) -> Iterable[tuple[str, int]]:
        """Return all types with the number of their widgets."""
        return ((kind, len(widgets)) for kind, widgets in self._by_type.items())

    def place(self, widget: Widget, size: Point | None = None) -> Rectangle:
        """Return the upright rectangle around a widget; it is turned about its middle."""
        width, height = size or (0.0, 0.0)
        if size is None:
            default = DEFAULT_SIZES.get(get_text(widget, "type", 40), (0.0, 0.0))
            width = get_number(widget, "width", default[0], 1, 8000)
            height = get_number(widget, "height", default[1], 1, 8000)
        x, y = get_number(widget, "x") + width / 2, get_number(widget, "y") + height / 2
        turn = radians(get_degrees(widget))
        across, along = abs(cos(turn)), abs(sin(turn))
        width, height = width * across + height * along, width * along + height * across
        return Rectangle(x - width / 2, y - height / 2, width, height)

    def to_point(self, point: Point) -> Point:
        """Return a point of the room on the table, in mm, y up."""
        width, height = self.table
        x, y = point[0] * _MM_PER_UNIT, height - point[1] * _MM_PER_UNIT
        return round(min(max(x, 0.0), width), 1), round(min(max(y, 0.0), height), 1)

    def to_area(self, place: Rectangle) -> tuple[float, float, float, float]:
        """Return a rectangle as the area of a holder: left, lower edge, width, height."""
        x, y = self.to_point(place.middle)
        width, height = to_size((place.width, place.height))
        return round(x - width / 2, 1), round(y - height / 2, 1), width, height


def to_size(size: Point) -> Point:
    """Return a size in mm, within the bounds of a box."""
    width, height = (round(min(max(side * _MM_PER_UNIT, _MIN_SIZE), MAX_SIZE), 1) for side in size)
    return width, height


def to_angle(widget: Widget) -> float:
    """Return the rotation in radians counterclockwise."""
    degrees = get_degrees(widget)
    return round(radians(-degrees % 360), 4) if degrees else 0.0


def list_ids(value: Json) -> list[str]:
    """Return the ids in a list, or a single one, each once."""
    return list(dict.fromkeys(name for name in map(read_text, as_list(value)) if name))
