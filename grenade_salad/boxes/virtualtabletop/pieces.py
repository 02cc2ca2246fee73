"""Widgets that are no cards: boards, pawns, tiles, words, dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grenade_salad.boxes.drawings import Drawing, DrawingPart
from grenade_salad.boxes.virtualtabletop.css_colours import read_css_colour
from grenade_salad.boxes.virtualtabletop.decks import add_start
from grenade_salad.boxes.virtualtabletop.faces import has_symbol_font, read_replaces, read_style, strip_tags
from grenade_salad.boxes.virtualtabletop.game_state import (
    BASIC,
    Facts,
    GameState,
    Placement,
    as_facts,
    as_list,
    read_number,
    read_text,
)
from grenade_salad.boxes.virtualtabletop.parts import Parts, to_size
from grenade_salad.boxes.virtualtabletop.pictures import find_playing_card
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_TEXT_LENGTH, Kind

_LARGE_PIECE = 330.0
"""Units from which a picture is a board, even if it can be moved there."""
_MAX_FACES = 100
"""Maximum number of faces of a die."""
_ADDRESS = re.compile(r"url\(\s*[\"']?(/?assets/[^\"'()\s]{1,200})")
_IMAGE_TAG = re.compile(r"<img[^<>]{0,200}src=[\"'](/?assets/[^\"'<>\s]{1,200})")
_BACKGROUND = re.compile(
    r"background(?:-image)?\s{0,9}:[^;{}]{0,200}url\(\s{0,9}[\"']?"
    r"(/?assets/[^\"'()\s]{1,200}|\$\{PROPERTY image\})",
    re.IGNORECASE,
)
"""The picture behind a place; it may be that of its property `image`."""
_OPAQUE = re.compile(r"#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,30}")
"""A colour through which nothing shines."""
_STANDING = {"pinPiece": "pawn", "classicPiece": "pawn", "checkersPiece": "disc", "chip": "disc", "pokerChip": "disc"}
_PROGRAM_PIECE = re.compile(r"/?i/game-pieces/(?:2D|3D)/([A-Za-z]{1,30})-?[^/]{0,60}\.svg")
_PROGRAM_DIE = re.compile(r"/?i/dice/(?:[^/]{1,40}/)?[A-Za-z_-]{0,30}([1-6])[^/0-9]{0,20}\.svg")
_CHIPS = ("checkers", "chip", "puck", "disc", "pokerchip")
"""Beginnings of names of the program's pieces that are flat and round."""
PIPS = tuple("123456")
_COLOUR_NAMES = {
    "#000000": "black", "#0000ff": "blue", "#a52a2a": "brown", "#008000": "green", "#808080": "grey",
    "#ffa500": "orange", "#800080": "purple", "#ff0000": "red", "#ffffff": "white", "#ffff00": "yellow",
}  # fmt: skip
"""Colours of web pages that the table names, with its own paint."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a widget with one of its faces."""

    picture: str = ""
    """The address of its picture."""
    replaces: tuple[tuple[str, str], ...] = ()
    words: str = ""
    shape: str = ""
    """ "pawn" or "disc" if the program draws it in a colour."""
    colour: str = ""
    is_crowned: bool = False

    @property
    def is_empty(self) -> bool:
        """True if it shows nothing that can be shown here."""
        return not (self.picture or self.words or self.shape)


def read_look(state: GameState, name: str, face: Facts | None = None) -> Look:
    """Return the look of a widget, with what one of its faces says."""
    face = face or {}

    def find(key: str) -> Json:
        value = face.get(key)
        return state.get(name, key) if value is None else value

    image = find("image")
    picture = image.strip() if isinstance(image, str) else ""
    html = find("html")
    html = html[:20000] if isinstance(html, str) else ""
    if not picture:
        match = _ADDRESS.search(_join_css(find("css"))) or _IMAGE_TAG.search(html)
        picture = match[1] if match else ""
    words = read_text(find("text"), MAX_TEXT_LENGTH) or strip_tags(html)[:MAX_TEXT_LENGTH]
    classes = read_text(find("classes"), 200).split()
    if has_symbol_font(state, name):
        words = ""
    shape = next((_STANDING[word] for word in classes if word in _STANDING), "")
    colour = read_text(find("color"), 40)
    if program_piece := _PROGRAM_PIECE.fullmatch(picture):
        picture, shape = "", "disc" if program_piece[1].lower().startswith(_CHIPS) else "pawn"
        replaced = (
            room_value for key in as_facts(find("svgReplaces")).values() if (room_value := _find_text(find, key))
        )
        colour = next((paint for value in replaced if (paint := read_css_colour(value))), colour)
    return Look(
        picture,
        read_replaces(as_facts(find("svgReplaces")), lambda key: find(key)) if picture else (),
        words,
        shape,
        read_css_colour(colour, "#000000") if shape else "",
        "crowned" in classes,
    )


def _draw_words(words: str, width: float, height: float) -> Drawing:
    """Return words in the middle of white paper."""
    type_size = min(0.6 * height, 1.5 * width / max(1, len(words)))
    top = (height - 1.2 * type_size) / 2
    paper = DrawingPart(0, 0, width, height, colour="#ffffff")
    text = DrawingPart(0, top, width, height - top, words=words, type_size=type_size, align="center", colour="#000000")
    return Drawing((width, height), (paper, text) if words else (paper,))


def _read_ground_colour(css: Json) -> str:
    """Return the opaque colour that a style sheet puts behind a place; "" for none.

    >>> _read_ground_colour("background: #888"), _read_ground_colour({"background-color": "Red !important"})
    ('#888888', '#ff0000')
    >>> _read_ground_colour("background: #ffffff80"), _read_ground_colour("background: red; opacity: 0.5")
    ('', '')
    """
    style = read_style(css)
    words = (style.get("background-color") or style.get("background", "")).removesuffix("!important").strip().lower()
    return read_css_colour(words) if _OPAQUE.fullmatch(words) and "opacity" not in style else ""


def _read_pixels(length: str, default: float) -> float:
    """Return a length of a style sheet in units, which are pixels there.

    >>> _read_pixels("24px", 16), _read_pixels("1.2em", 16), _read_pixels("12pt !important", 16)
    (24.0, 16, 16)
    """
    return read_number(length.removesuffix("!important").strip().removesuffix("px"), default, 1, 400)


def _find_text(find: Callable[[str], Json], key: Json) -> str:
    return read_text(find(key), 40) if isinstance(key, str) else ""


def _join_css(css: Json, depth: int = 0) -> str:
    """Return style sheets as one text: they are a text, or texts by their keys."""
    if isinstance(css, str):
        return css[:4000]
    if isinstance(css, dict) and depth < 3:
        return ";".join(f"{key}:{_join_css(value, depth + 1)}" for key, value in list(css.items())[:40])
    return ""


def name_colour(colour: str) -> str:
    """Return the paint of a piece for a colour of a web page.

    It is a word of ours if there is one.
    """
    return _COLOUR_NAMES.get(colour, colour)


class PieceReader:
    """Adds the pieces of a room; those that look alike are of one kind."""

    def __init__(self, parts: Parts, used_labels: frozenset[str]) -> None:
        self._parts, self._state = parts, parts.state
        self._used = used_labels
        self._kinds: dict[tuple[object, ...], int] = {}

    def add_all(self) -> None:
        """Add all basic widgets, words, dice and spinners."""
        for name in self._state.names_of_type(BASIC):
            self._add_basic(name)
        for name in self._state.names_of_type("label"):
            self._add_label(name)
        for name in self._state.names_of_type("holder"):
            self._add_ground(name)

    def _add_ground(self, name: str) -> None:
        """Add the picture or the colour behind a place, as a board that stays.

        That is how the squares of many boards are made.
        """
        state = self._state
        place = state.placement(name)
        if not place.is_in_room or state.get(name, "childrenPerOwner") is True:
            return
        css = state.get(name, "css")
        picture = ""
        if match := _BACKGROUND.search(_join_css(css)):
            address = state.get(name, "image") if match[1].startswith("$") else match[1]
            picture = self._parts.store.load(address, state.text(name))
        paint = "" if picture else _read_ground_colour(css)
        if not picture and not paint:
            return
        size = to_size(place.width, place.height)
        kind = Kind("board", "board", "the board", ("the board",), size=size, height=0.5, colour=name_colour(paint))
        kind = replace(kind, pictures=(picture,) if picture else ())
        add_start(self._parts, name, self._add(("ground", picture or paint), kind), is_locked=True)

    def _load_faces(self, looks: Sequence[Look], place: Placement) -> list[str]:
        """Return the pictures of the faces of a die; () if none has a picture.

        Where some have, the others are drawn: they are words on paper.
        """
        store = self._parts.store
        pictures = [store.load(look.picture, look.words, dict(look.replaces)) for look in looks]
        fallback = next(filter(None, pictures), "")
        if not fallback:
            return []
        width, height = place.width, place.height
        return [
            picture or store.add_drawing(_draw_words(look.words, width, height), fallback) or fallback
            for picture, look in zip(pictures, looks, strict=True)
        ]

    def _add(self, key: tuple[object, ...], kind: Kind) -> int:
        """Return the index of the kind with that key; it is added the first time."""
        key = (*key, kind.piece, kind.size)
        if key not in self._kinds:
            self._kinds[key] = self._parts.add_kind(kind)
        return self._kinds[key]

    def _add_basic(self, name: str) -> None:
        state, losses = self._state, self._parts.losses
        if name in self._used:
            return
        if state.stated[name].get("type") not in (None, "", BASIC):
            losses.add("piece", "unknown", state.text(name))
        faces = [as_facts(face) for face in as_list(state.get(name, "faces"))[:_MAX_FACES]]
        looks = [read_look(state, name, face) for face in faces] or [read_look(state, name)]
        active = int(state.number(name, "activeFace"))
        active = active % len(looks)
        if all(look.is_empty for look in looks):
            # A frame without anything in it, or something that style sheets alone draw.
            if state.get(name, "css") or state.get(name, "classes"):
                losses.add("piece", "decoration")
            return
        if state.get(name, "onlyVisibleForSeat"):
            losses.add("piece", "seats", looks[active].words)
        html = state.get(name, "html")
        pictures = {*_IMAGE_TAG.findall(html[:20000])} if isinstance(html, str) else set()
        losses.add("picture", "page", looks[active].words, len(pictures - {look.picture for look in looks}))
        if len(set(looks)) > 2:
            self._add_turned_die(name, looks, active)
        elif len(set(looks)) == 2:
            self._add_two_sided(name, looks, active)
        else:
            self._add_one_sided(name, looks[active])

    def _is_movable(self, name: str) -> bool:
        return self._state.get(name, "movable") is not False

    def _add_one_sided(self, name: str, look: Look) -> None:
        state = self._state
        place = state.placement(name)
        size = to_size(place.width, place.height)
        is_movable = self._is_movable(name)
        if look.shape:
            self._add_standing(name, look, look)
            return
        if code := find_playing_card(look.picture):
            self._add_playing_card(name, code)
            return
        picture = self._parts.store.load(look.picture, look.words, dict(look.replaces))
        if not picture and not look.words and look.picture and not is_movable:
            return
        if not is_movable or (picture and max(place.width, place.height) >= _LARGE_PIECE):
            piece, height = "board", 0.5
        elif picture or not look.words:
            piece, height = "pawn", 4.0
        else:
            piece, height = "card", 2.0
        if picture and any(map(str.isalnum, look.words)):
            picture = self._write_on(name, picture, look.words) or picture
        key = (picture or look.words, look.words)
        words = look.words or ("the board" if piece == "board" else "a piece")
        title = {"board": "the board" if picture else "a note", "pawn": "a piece", "card": "a tile"}[piece]
        kind = Kind(
            title.removeprefix("a ").removeprefix("the "),
            piece,  # type: ignore[arg-type]
            title,
            (words,),
            back="a tile" if piece == "card" else "",
            size=size,
            height=height,
            colour="" if picture else "white",
            pictures=(picture,) if picture else (),
        )
        add_start(self._parts, name, self._add(key, kind), is_locked=not is_movable or piece == "board")

    def _write_on(self, name: str, picture: str, words: str) -> str:
        """Return a picture with words over it, as its style sheet places them."""
        state = self._state
        style = read_style(state.get(name, "css"))
        width, height = state.size(name)
        type_size = _read_pixels(style.get("font-size", ""), 16.0)
        line_height = _read_pixels(style.get("line-height", ""), 1.2 * type_size)
        is_flex = style.get("display", "") == "flex"
        align: Literal["left", "center"] = "left"
        if style.get("text-align") == "center" or (is_flex and style.get("justify-content") == "center"):
            align = "center"
        top = max(0.0, (line_height - 1.2 * type_size) / 2)
        if is_flex and style.get("align-items") == "center":
            top = max(0.0, (height - 1.2 * type_size) / 2)
        colour = read_css_colour(style.get("color", ""), "#000000")
        text = DrawingPart(
            0, top, width, max(1.0, height - top), words=words, colour=colour, type_size=type_size, align=align
        )
        return self._parts.store.add_drawing(
            Drawing((width, height), (DrawingPart(0, 0, width, height, picture=picture), text))
        )

    def _add_playing_card(self, name: str, code: str) -> None:
        """Add one of the usual cards that lies there without a deck."""
        place = self._state.placement(name)
        is_back = code == "back"
        kind = Kind("cards", "card", "a card", ("joker" if is_back else code,), "cards", back="a card")
        kind = replace(kind, size=to_size(place.width, place.height))
        index = self._add(("code", code), kind)
        add_start(self._parts, name, index, is_up=not is_back, is_locked=not self._is_movable(name))

    def _add_standing(self, name: str, look: Look, second: Look, *, is_up: bool = True) -> None:
        """Add a piece that the other program draws in a colour.

        It is a pawn, or a draughtsman with its king.
        """
        place = self._state.placement(name)
        size = to_size(place.width, place.height)
        paint = name_colour(look.colour)
        front = f"{paint} {'man' if look.shape == 'disc' else 'pawn'}" if not paint.startswith("#") else "a piece"
        is_disc = look.shape == "disc"
        has_king = is_disc and look.is_crowned != second.is_crowned
        kind = Kind(
            front,
            "disc" if is_disc else "pawn",
            front,
            (look.words or front,),
            back=(f"{paint} king" if not paint.startswith("#") else "a king") if has_king else front,
            size=(min(size), min(size)),
            height=round(min(size) * (0.2 if is_disc else 1.0), 1),
            colour=paint,
        )
        index = self._add((look.shape, look.colour, look.words, has_king), kind)
        add_start(self._parts, name, index, is_up=is_up, is_locked=not self._is_movable(name))

    def _add_two_sided(self, name: str, looks: Sequence[Look], active: int) -> None:
        """Add a tile with a back, or a draughtsman with its king."""
        distinct = list(dict.fromkeys(looks))
        side = distinct.index(looks[active])
        first, second = distinct
        if first.shape and first.shape == second.shape and first.colour == second.colour:
            self._add_standing(name, first, second, is_up=side == 0)
            return
        place = self._state.placement(name)
        store = self._parts.store
        pictures = [store.load(look.picture, look.words, dict(look.replaces)) for look in distinct]
        if not any(pictures) and not any(look.words for look in distinct) and not any(look.shape for look in distinct):
            return
        words = [look.words or _describe_shape(look) for look in distinct]
        kind = Kind(
            "tile",
            "card",
            "a tile",
            (words[0] or "a tile",),
            back=words[1] or "a tile",
            size=to_size(place.width, place.height),
            height=2.0,
            colour=name_colour(first.colour) or ("" if pictures[0] else "white"),
            pictures=(pictures[0],) if pictures[0] else (),
            back_picture=pictures[1],
        )
        index = self._add((*pictures, *words, first.colour, second.colour), kind)
        add_start(self._parts, name, index, is_up=side == 0, is_locked=not self._is_movable(name))

    def _add_turned_die(self, name: str, looks: Sequence[Look], active: int) -> None:
        """Add a piece with three or more faces, which is turned by hand, as a die."""
        place = self._state.placement(name)
        turned = [*looks[active:], *looks[:active]]
        pictures = self._load_faces(turned, place)
        fronts = tuple(
            look.words or _describe_shape(look) or str((active + index) % len(looks) + 1)
            for index, look in enumerate(turned)
        )
        size = to_size(place.width, place.height)
        kind = Kind(
            "die",
            "die",
            "a die",
            fronts,
            size=size,
            height=round(min(size), 1),
            colour="white",
            pictures=tuple(pictures),
        )
        add_start(self._parts, name, self._add((fronts, *pictures), kind))

    def _add_label(self, name: str) -> None:
        """Add words in their place, as a flat board."""
        state = self._state
        words = state.text(name)
        if not words or name in self._used:
            return
        if len(read_text(state.get(name, "text"), 2000)) > MAX_TEXT_LENGTH:
            self._parts.losses.add("words", "cut", words)
        if state.get(name, "onlyVisibleForSeat"):
            self._parts.losses.add("piece", "seats", words)
        place = state.placement(name)
        kind = Kind(
            "note",
            "board",
            "a note",
            (words,),
            size=to_size(place.width, place.height),
            height=0.3,
            colour="white",
        )
        add_start(self._parts, name, self._add((words,), kind), is_locked=True)

    def add_dice(self) -> list[str]:
        """Add dice and spinners. Return their widgets in the order of their pieces."""
        names: list[str] = []
        for name in [*self._state.names_of_type("dice"), *self._state.names_of_type("spinner")]:
            count = len(self._parts.starts)
            self._add_die(name)
            if len(self._parts.starts) > count:
                names.append(name)
        return names

    def _add_die(self, name: str) -> None:
        state = self._state
        is_spinner = state.type_of(name) == "spinner"
        faces = as_list(state.get(name, "options" if is_spinner else "faces"))[:_MAX_FACES]
        if not faces:
            faces = [*range(1, 7)]
        looks = list(_read_die_faces(state, name, faces))
        if len(looks) < 2:
            self._parts.losses.add("piece", "unknown", state.text(name))
            return
        if is_spinner and _ADDRESS.search(_join_css(state.get(name, "css"))):
            self._parts.losses.add("picture", "spinner", state.text(name))
        value = read_text(state.get(name, "value"), 60)
        words = [look.words for look in looks]
        active = words.index(value) if is_spinner and value in words else int(state.number(name, "activeFace"))
        active = active % len(looks) if not is_spinner or value in words else 0
        looks = [*looks[active:], *looks[:active]]
        place = state.placement(name)
        fronts = tuple(look.words or str((active + index) % len(looks) + 1) for index, look in enumerate(looks))
        named = [replace(look, words=front) for look, front in zip(looks, fronts, strict=True)]
        pictures = self._load_faces(named, place)
        side = min(to_size(place.width, place.height))
        kind = Kind(
            "die",
            "die",
            "a die",
            fronts,
            "dice" if set(fronts) <= {*PIPS} and not pictures else "",
            size=(side, side),
            height=side,
            colour=name_colour(read_css_colour(state.text(name, "color", 40), "#ffffff")),
            pictures=tuple(pictures),
        )
        add_start(self._parts, name, self._add((fronts, *pictures, kind.colour), kind))


def _describe_shape(look: Look) -> str:
    if not look.shape:
        return ""
    paint = name_colour(look.colour)
    return "a piece" if paint.startswith("#") else f"{paint} {'man' if look.shape == 'disc' else 'pawn'}"


def _read_die_faces(state: GameState, name: str, faces: Sequence[Json]) -> Iterator[Look]:
    """Yield the looks of a die's faces: numbers, words, pictures or objects."""
    for face in faces:
        facts: Facts = as_facts(face)
        if isinstance(face, str) and face.startswith(("/assets/", "/i/", "assets/", "i/")):
            facts = {"image": face}
        elif not facts:
            facts = {"value": face}
        image = facts.get("image")
        picture = image if isinstance(image, str) else ""
        pips = _PROGRAM_DIE.fullmatch(picture)
        words = next(
            (words for key in ("text", "pips", "value") if (words := read_text(facts.get(key), 60))),
            pips[1] if pips else "",
        )
        replaces = as_facts(facts.get("svgReplaces") or state.get(name, "svgReplaces"))

        def find(key: str, facts: Facts = facts) -> Json:
            value = facts.get(key)
            return state.get(name, key) if value is None else value

        yield Look("" if pips else picture, read_replaces(replaces, find) if picture else (), words)


def read_count(value: Json) -> int | None:
    """Return a whole number, also from a text; None if it is none.

    >>> read_count("7"), read_count(7.0), read_count("7a"), read_count(True), read_count("")
    (7, 7, None, None, None)
    """
    words = read_text(value, 12)
    if not re.fullmatch(r"-?\d{1,9}", words):
        return None
    return int(read_number(words, 0, -1e9, 1e9))
