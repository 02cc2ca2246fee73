"""The faces of cards: what a deck's template shows for one card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Literal

from grenade_salad.boxes.virtualtabletop.css_colours import read_css_colour
from grenade_salad.boxes.virtualtabletop.game_state import Facts, GameState, as_facts, as_list, read_number, read_text
from grenade_salad.core import Json

_MAX_OBJECTS = 40
"""Maximum number of objects on a face."""
_MAX_TEXT = 1000
_DYNAMIC_VERSION = 5
"""The first version of the format with `dynamicProperties`."""
_PROPERTY = re.compile(r"\$\{PROPERTY ([A-Za-z0-9_-]{1,60})\}")
_TAG = re.compile(r"<[^<>]{0,500}>")
_COLOUR_WORD = re.compile(r"rgba?\([^()]{1,60}\)|#?\w{3,30}")
_SYMBOL_FONTS = ("material-icons", "symbols", "material-symbols")
"""Classes of objects whose text is the name of a sign."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A thing that a face shows: a picture, words, or a plain area."""

    kind: Literal["picture", "words", "area", "sign"]
    value: str
    """The address of the picture, or the words; of an area it is its colour."""
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    degrees: float = 0.0
    colour: str = ""
    """Behind a picture, or that of words."""
    type_size: float = 0.0
    """Height of words in the card's units."""
    align: str = ""
    replaces: tuple[tuple[str, str], ...] = ()
    """Words of an SVG and what replaces them."""


Face = tuple[Layer, ...]


def has_symbol_font(state: GameState, name: str) -> bool:
    """True if the text of a widget is the name of a sign, such as "restart"."""
    return any(word in _SYMBOL_FONTS for word in read_text(state.get(name, "classes"), 200).split())


def read_label(state: GameState, name: str) -> str:
    """Return the words on a widget that people read; "" for a sign or a computed text."""
    words = state.text(name)
    return "" if has_symbol_font(state, name) or "${" in words else words


def strip_tags(html: str) -> str:
    """Return the words of some HTML in one line.

    >>> strip_tags("<b>Two</b> aces &amp; one<br>king")
    'Two aces & one king'
    """
    words = " ".join(unescape(_TAG.sub(" ", html)).split())
    return "".join(letter for letter in words if letter.isprintable())


def read_style(css: Json) -> dict[str, str]:
    """Return the declarations of a style sheet that is a text, or an object.

    >>> read_style("font-size: 20px; color:red"), read_style({"default": {"color": "blue"}, "x": 5})
    ({'font-size': '20px', 'color': 'red'}, {'color': 'blue', 'x': '5'})
    """
    if isinstance(css, str):
        pairs = [declaration.partition(":") for declaration in css[:2000].split(";")]
        return {key.strip().lower(): value.strip() for key, colon, value in pairs if colon}
    facts = as_facts(css)
    default = as_facts(facts.get("default"))
    declarations = {**default, **{key: value for key, value in facts.items() if not isinstance(value, dict)}}
    return {key[:40].strip().lower(): read_text(value, 200) for key, value in list(declarations.items())[:40]}


def read_face(state: GameState, card: str, template: Facts) -> Face:
    """Return the layers of a face on a card, the lowest first."""
    layers = tuple(_read_layers(state, card, as_list(template.get("objects"))[:_MAX_OBJECTS]))
    paint = _read_background(template.get("css")) or _read_background(state.get(card, "css"))
    if not paint or not layers:
        return layers
    width, height = state.size(card)
    return Layer("area", paint, width=width, height=height), *layers


def _read_background(css: Json) -> str:
    """Return the plain colour that a style sheet puts behind all; "" for none."""
    style = read_style(css)
    words = f"{style.get('background-color', '')} {style.get('background', '')}"
    if "url(" in words or "gradient" in words or "${" in words:
        return ""
    return next((colour for word in _COLOUR_WORD.findall(words) if (colour := read_css_colour(word))), "")


def _read_layers(state: GameState, card: str, objects: list[Json]) -> Iterator[Layer]:
    for thing in objects:
        if not isinstance(thing, dict):
            continue
        facts = _fill_in(state, card, thing)
        if facts.get("display") is False:
            continue
        yield from _read_layer(state, card, facts)


def _fill_in(state: GameState, card: str, thing: Facts) -> Facts:
    """Return an object with the values that depend on the card."""
    facts = dict(thing)
    properties = as_facts(thing.get("dynamicProperties"))
    for key, source in list(properties.items())[:20]:
        if facts.get(key) is None and isinstance(source, str):
            facts[key] = state.get(card, source)
    is_old = state.version < _DYNAMIC_VERSION and "dynamicProperties" not in thing
    value_type, value = thing.get("valueType"), thing.get("value")
    if is_old and value_type not in (None, "static") and isinstance(value, str):
        facts["value"] = state.get(card, value)
    return facts


def _read_layer(state: GameState, card: str, facts: Facts) -> Iterator[Layer]:
    x, y = read_number(facts.get("x"), 0), read_number(facts.get("y"), 0)
    width = read_number(facts.get("width", facts.get("w")), 0, 0, 8000)
    height = read_number(facts.get("height", facts.get("h")), 0, 0, 8000)
    degrees = read_number(facts.get("rotation"), 0) % 360
    colour = read_text(facts.get("color"), 40)
    value = facts.get("value")
    match facts.get("type"):
        case "image":
            address = value if isinstance(value, str) else ""
            replaces = _read_replaces(state, card, facts)
            if address.strip():
                yield Layer("picture", address, x, y, width, height, degrees, colour, replaces=replaces)
            elif colour and colour != "transparent" and width > 0 and height > 0:
                yield Layer("area", colour, x, y, width, height, degrees)
        case "html":
            source = value if isinstance(value, str) else ""
            filled = _PROPERTY.sub(lambda match: read_text(state.get(card, match[1]), _MAX_TEXT), source[:4000])
            if words := strip_tags(filled)[:_MAX_TEXT]:
                yield Layer("words", words, x, y, width, height, degrees, colour, 14.0, "left")
        case _:
            words = read_text(value, _MAX_TEXT)
            if (paint := _read_background(facts.get("css"))) and width > 0 and height > 0:
                yield Layer("area", paint, x, y, width, height, degrees)
            classes = read_text(facts.get("classes"), 100).split()
            if not words:
                return
            kind: Literal["words", "sign"] = "sign" if any(name in _SYMBOL_FONTS for name in classes) else "words"
            style = read_style(facts.get("css"))
            size = read_number(style.get("font-size", "").removesuffix("px"), 0, 0, 400)
            size = size or read_number(facts.get("fontSize"), 16, 1, 400)
            align = style.get("text-align") or read_text(facts.get("textAlign"), 10)
            colour = colour or style.get("color", "")
            yield Layer(kind, words, x, y, width, height, degrees, colour, size, align)


def _read_replaces(state: GameState, card: str, facts: Facts) -> tuple[tuple[str, str], ...]:
    """Return the words of an SVG that are replaced by values of the card."""
    return read_replaces(as_facts(facts.get("svgReplaces")), lambda key: state.get(card, key))


def read_replaces(replaces: Mapping[str, Json], find: Callable[[str], Json]) -> tuple[tuple[str, str], ...]:
    """Return words of an SVG with the values that `find` has for their keys."""
    return tuple(
        (old, text)
        for old, key in list(replaces.items())[:40]
        if isinstance(key, str) and (text := read_text(find(key), 80))
    )
