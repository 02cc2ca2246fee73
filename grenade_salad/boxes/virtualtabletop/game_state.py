"""The room of a VirtualTabletop game: its widgets, with inheritance and geometry.

The file is a stranger's: values may have any type, and widgets may inherit from, or lie in, themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, isfinite, radians, sin

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.core import Json
from grenade_salad.text import m

WIDTH, HEIGHT = 1600.0, 1000.0
"""The room in its own units."""
MAX_STATE_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a state; the largest of 365 games has 1.2 million."""
_MAX_WIDGETS = 6000
"""The largest of 365 games has 1713."""
_MAX_PARENTS = 30
"""Maximum depth of widgets in each other, or that inherit from each other."""
_MAX_HEIRS = 20
"""Maximum number of widgets from which one inherits directly."""
_MAX_LOOKUPS = 400
"""Maximum number of widgets that are asked for one value."""
_MAX_TOTAL_LOOKUPS = 1_000_000
"""The same for all values of a game together."""
_FACE_KEYS = ("faces", "activeFace", "type", "id", "parent", "inheritFrom")
"""Keys that a face of a basic widget does not change."""
_OWN_KEYS = ("id", "type", "deck", "cardType", "inheritFrom")
"""Keys that are never inherited."""
_SIZES = {
    "card": (103.0, 160.0),
    "holder": (111.0, 168.0),
    "label": (100.0, 20.0),
    "button": (80.0, 80.0),
    "spinner": (110.0, 110.0),
    "dice": (50.0, 50.0),
    "seat": (150.0, 40.0),
    "deck": (86.0, 86.0),
    "pile": (1.0, 1.0),
    "scoreboard": (300.0, 200.0),
}
_DEFAULT_SIZE = (100.0, 100.0)
_LAYERS = {"holder": -3.0, "label": -2.0, "button": -1.0, "scoreboard": -1.0, "basic": 1.0, "dice": 1.0}
BASIC = "basic"
TYPES = (
    *_SIZES,
    BASIC,
    "timer",
    "canvas",
)
"""Types of widgets that VirtualTabletop has; all others are basic ones."""

Facts = dict[str, Json]


@dataclass(frozen=True)
class Transform:
    """A turn, an enlargement and a shift: `point` -> scale * turn(point) + shift."""

    scale: float = 1.0
    degrees: float = 0.0
    """Clockwise on the screen, where y points down."""
    x: float = 0.0
    y: float = 0.0

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Return the point in the room."""
        turn = radians(self.degrees % 360)
        return (
            self.x + self.scale * (x * cos(turn) - y * sin(turn)),
            self.y + self.scale * (x * sin(turn) + y * cos(turn)),
        )

    def after(self, inner: Transform) -> Transform:
        """Return the transform that applies `inner` first."""
        x, y = self.apply(inner.x, inner.y)
        return Transform(self.scale * inner.scale, self.degrees + inner.degrees, x, y)


@dataclass(frozen=True)
class Placement:
    """The place of a widget in the room."""

    x: float
    """Its middle."""
    y: float
    width: float
    """Before it is turned."""
    height: float
    degrees: float

    @property
    def is_in_room(self) -> bool:
        """True if its middle is in the room."""
        return 0 <= self.x <= WIDTH and 0 <= self.y <= HEIGHT

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the upright rectangle around it."""
        turn = radians(self.degrees % 360)
        across, along = abs(cos(turn)), abs(sin(turn))
        return self.width * across + self.height * along, self.width * along + self.height * across


def read_number(value: Json, default: float, minimum: float = -1e5, maximum: float = 1e5) -> float:
    """Return a number, also from a text, within bounds; else the default.

    >>> read_number("12.5", 0), read_number("auto", 3), read_number(True, 1), read_number(1e308, 0)
    (12.5, 3, 1, 100000.0)
    """
    if isinstance(value, str):
        try:
            value = float(value[:40])
        except ValueError:
            return default
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return default
    if isinstance(value, float) and not isfinite(value):
        return default
    return float(min(max(value, minimum), maximum))


def read_text(value: Json, max_length: int = 200) -> str:
    """Return a text, or a number as text, in one printable line.

    >>> read_text(" two\\n lines "), read_text(5), read_text(2.0), read_text(None), read_text(["no"])
    ('two lines', '5', '2', '', '')
    """
    if isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, (int, float)):
        value = str(value)[:max_length]
    if not isinstance(value, str):
        return ""
    value = value[: max_length * 4]
    return "".join(letter for letter in " ".join(value.split()) if letter.isprintable())[:max_length]


def as_list(value: Json) -> list[Json]:
    """Return a list as it is, and anything else as a list of it; None is empty."""
    return value if isinstance(value, list) else [] if value is None else [value]


def as_facts(value: Json) -> Facts:
    """Return a JSON object as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


class GameState:
    """All widgets of one state."""

    def __init__(self, widgets: Facts) -> None:
        meta = as_facts(widgets.get("_meta"))
        self.info = as_facts(meta.get("info"))
        self.version = read_number(meta.get("version"), 99)
        stated = {name: value for name, value in widgets.items() if name != "_meta" and isinstance(value, dict)}
        self.stated: dict[str, Facts] = dict(list(stated.items())[:_MAX_WIDGETS])
        """What each widget says itself, by its id."""
        self.surplus_count = len(stated) - len(self.stated)
        self._cache: dict[tuple[str, str], Json] = {}
        self._transforms: dict[str, Transform | None] = {}
        self._budget, self._total_budget = 0, _MAX_TOTAL_LOOKUPS

    def type_of(self, name: str) -> str:
        """Return the type of a widget; "basic" for an unknown one."""
        kind = self.stated[name].get("type")
        return kind if isinstance(kind, str) and kind in TYPES else BASIC

    def names_of_type(self, kind: str) -> list[str]:
        """Return the widgets of a type that are in the room's tree, in the file's order."""
        return [name for name in self._by_type.get(kind, ()) if self.exists(name)]

    @cached_property
    def _by_type(self) -> dict[str, list[str]]:
        result: dict[str, list[str]] = {}
        for name in self.stated:
            result.setdefault(self.type_of(name), []).append(name)
        return result

    @cached_property
    def children(self) -> dict[str, list[str]]:
        """The children of each widget, in the file's order."""
        result: dict[str, list[str]] = {}
        for name in self.stated:
            if parent := self.parent_of(name):
                result.setdefault(parent, []).append(name)
        return result

    def get(self, name: str, key: str) -> Json:
        """Return a value of a widget, also one that it inherits; None if there is none."""
        cached = self._cache.get((name, key), self)
        if cached is not self:
            return cached  # type: ignore[return-value]
        self._budget = min(_MAX_LOOKUPS, self._total_budget)
        value = self._active_face(name).get(key) if key not in _FACE_KEYS else None
        if value is None:
            value = self._find(name, key, 0)
        self._cache[name, key] = value
        return value

    def _active_face(self, name: str) -> Facts:
        """Return what the face of a basic widget says, which comes before itself."""
        if self.type_of(name) != BASIC:
            return {}
        faces = self.get(name, "faces")
        if not isinstance(faces, list) or not faces:
            return {}
        index = int(self.number(name, "activeFace"))
        return as_facts(faces[index]) if 0 <= index < len(faces) else {}

    def _find(self, name: str, key: str, depth: int) -> Json:
        stated = self.stated[name]
        value = stated.get(key)
        if value is not None:
            return value
        if key not in ("cardType", "activeFace"):
            value = self._find_card_value(stated, key)
            if value is not None:
                return value
        if key in _OWN_KEYS or depth > _MAX_PARENTS:
            return None
        for ancestor in self._list_ancestors(stated, key):
            self._budget -= 1
            self._total_budget -= 1
            if self._budget < 0:
                return None
            value = self._find(ancestor, key, depth + 1)
            if value is not None:
                return value
        return None

    def _list_ancestors(self, stated: Facts, key: str) -> Iterator[str]:
        """Yield the widgets from which a value may be inherited."""
        source = stated.get("inheritFrom")
        inherited: Facts = {source: "*"} if isinstance(source, str) else as_facts(source)
        for ancestor, keys in list(inherited.items())[:_MAX_HEIRS]:
            if ancestor in self.stated and _passes_on(keys, key):
                yield ancestor

    def _find_card_value(self, stated: Facts, key: str) -> Json:
        """Return what the card's type, its face or its deck say about a card."""
        deck = self.find_deck(stated)
        if deck is None:
            return None
        facts = self.card_type(deck, stated)
        if facts is not None and facts.get(key) is not None:
            return facts[key]
        templates = self.face_templates(deck)
        if templates:
            face = int(read_number(stated.get("activeFace"), 0)) % len(templates)
            value = as_facts(templates[face].get("properties")).get(key)
            if value is not None:
                return value
        return as_facts(self.stated[deck].get("cardDefaults")).get(key)

    def find_deck(self, stated: Facts) -> str | None:
        """Return the deck of a card; None if there is no such deck, or it is no card."""
        deck = stated.get("deck")
        if stated.get("type") != "card" or not isinstance(deck, str) or deck not in self.stated:
            return None
        return deck if self.stated[deck].get("type") == "deck" else None

    def card_type(self, deck: str, stated: Facts) -> Facts | None:
        """Return what the type of a card says; None if the deck has no such type."""
        name = stated.get("cardType")
        types = self.get(deck, "cardTypes")
        facts = types.get(str(name)) if isinstance(types, dict) and isinstance(name, (str, int)) else None
        return facts if isinstance(facts, dict) else None

    def face_templates(self, deck: str) -> list[Facts]:
        """Return the templates of a deck's faces."""
        return [as_facts(template) for template in as_list(self.get(deck, "faceTemplates"))[:64]]

    def resolve(self, name: str, value: Json) -> Json:
        """Return a value of a routine, with the widget and its parent named.

        All other values that are computed stay as they are.
        """
        if value == "${PROPERTY parent}":
            return self.parent_of(name)
        return name if value == "${thisID}" else value

    def number(self, name: str, key: str, default: float = 0.0) -> float:
        """Return a number of a widget, within 100,000 of 0."""
        return read_number(self.get(name, key), default)

    def text(self, name: str, key: str = "text", max_length: int = 200) -> str:
        """Return a text of a widget in one line."""
        return read_text(self.get(name, key), max_length)

    def parent_of(self, name: str) -> str:
        """Return the widget in which another one lies; "" for the room itself."""
        parent = self.get(name, "parent")
        return parent if isinstance(parent, str) else ""

    def exists(self, name: str) -> bool:
        """True if the widget is in the room, or in one that is, however deep."""
        return self.transform(name) is not None and self.get(name, "display") is not False

    def size(self, name: str) -> tuple[float, float]:
        """Return width and height of a widget in its own units."""
        width, height = _SIZES.get(self.type_of(name), _DEFAULT_SIZE)
        return (
            read_number(self.get(name, "width"), width, 1, 8000),
            read_number(self.get(name, "height"), height, 1, 8000),
        )

    def transform(self, name: str) -> Transform | None:
        """Return the transform from the widget's own corner to the room.

        None if its parent is missing, or it lies in itself.
        """
        if name in self._transforms:
            return self._transforms[name]
        chain = [name]
        while len(chain) <= _MAX_PARENTS:
            parent = self.parent_of(chain[-1])
            if not parent or parent in self._transforms:
                break
            if parent not in self.stated or parent in chain:
                break
            chain.append(parent)
        for link in reversed(chain):
            self._transforms[link] = self._place_in_parent(link)
        return self._transforms[name]

    def _place_in_parent(self, name: str) -> Transform | None:
        parent = self.parent_of(name)
        outer = Transform()
        if parent:
            cached = self._transforms.get(parent)
            if cached is None:
                return None
            outer = cached
        width, height = self.size(name)
        scale = read_number(self.get(name, "scale"), 1.0, 0.01, 100)
        degrees = self.number(name, "rotation") % 360
        default = 4.0 if self.type_of(name) == "pile" else 0.0
        x, y = self.number(name, "x", default), self.number(name, "y", default)
        # It is turned and enlarged about its middle.
        centre_x, centre_y = Transform(scale, degrees).apply(width / 2, height / 2)
        inner = Transform(scale, degrees, x + width / 2 - centre_x, y + height / 2 - centre_y)
        return outer.after(inner)

    def placement(self, name: str) -> Placement:
        """Return the place of a widget that exists."""
        transform = self.transform(name) or Transform()
        width, height = self.size(name)
        x, y = transform.apply(width / 2, height / 2)
        return Placement(x, y, width * transform.scale, height * transform.scale, transform.degrees % 360)

    def drawing_order(self, name: str) -> tuple[tuple[float, float], ...]:
        """Return layer and z of a widget after those of all in which it lies.

        Later widgets cover earlier ones; a child is drawn with its parent.
        """
        chain: list[tuple[float, float]] = []
        for _ in range(_MAX_PARENTS):
            layer = self.number(name, "layer", _LAYERS.get(self.type_of(name), 0.0))
            chain.append((layer, self.number(name, "z")))
            name = self.parent_of(name)
            if name not in self.stated:
                break
        return tuple(reversed(chain))


def _passes_on(keys: Json, key: str) -> bool:
    """True if `inheritFrom` with these keys passes on the key."""
    if keys == "*":
        return True
    names = as_list(keys)
    if names and isinstance(names[0], str) and names[0].startswith("!"):
        return f"!{key}" not in names
    return key in names


def parse_state(name: str, data: bytes) -> Facts:
    """Return a state of a game. Raises BadBoxFile."""
    try:
        widgets = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BadBoxFile(name, m("it is no JSON that can be read")) from None
    if not isinstance(widgets, dict):
        raise BadBoxFile(name, m("it is no list of widgets"))
    return widgets
