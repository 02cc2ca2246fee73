"""Decks of a game of playingcards.io as kinds: cards, pieces, and what is turned."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from grenade_salad.boxes.card_layout import lay_out_card, strip_marks
from grenade_salad.boxes.drawings import MAX_PARTS, Drawing, DrawingPart
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.playingcards_io.pictures import (
    PictureStore,
    describe_art,
    find_card_code,
    find_icon,
    find_piece_art,
    is_own,
    is_programs,
)
from grenade_salad.boxes.playingcards_io.widgets import Room, Widget, get_number, get_text, to_size
from grenade_salad.boxes.virtualtabletop.css_colours import read_css_colour
from grenade_salad.boxes.virtualtabletop.game_state import as_list, read_text
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_PRINT_LENGTH, MAX_TEXT_LENGTH, Kind, Point, Printed, Shape

MAX_FRONTS = 1000
_MAX_ITEMS = 40
"""Maximum number of texts and pictures on a face."""
_MIN_TYPE_SIZE = 1.5
"""Millimetres of the smallest type."""
_FULL_SHARE = 0.35
"""Share of a card's area from which a picture is its face, and no icon on it."""
_DISCS = {"chips": "chip", "marbles": "marble", "pucks": "puck", "checkers": "man"}
_PAWNS = {"pins": "pin", "pegs": "peg"}
_HEIGHTS = {"chips": 3.0, "marbles": 10.0, "pucks": 6.0, "checkers": 8.0, "pins": 24.0, "pegs": 20.0}
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}")
"""A name that the program made, and nobody reads."""
_KINGED = "-kinged"
_BLANK = "–"
"""The words of a chooser's option that has none: a face of a die is never without."""
_COLOURS = {"pink": "#D98CA8", "teal": "#2F8F8B", "peach": "#E8B08A"}
"""Colours of pieces that a box has no word for; all others are its words."""
_WORDS = ("black", "blue", "brown", "green", "grey", "orange", "purple", "red", "white", "yellow")


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a card: the pictures on it, from below, and its words."""

    pictures: tuple[tuple[Json, float, bool], ...] = ()
    """Address, area in units, and True if it differs from card to card."""
    texts: tuple[tuple[str, bool], ...] = ()
    """Words, and True if they differ from card to card."""
    parts: tuple[tuple[Json, DrawingPart], ...] = ()
    """The address of each picture, or None for words, and its place, from below."""


@dataclass
class Decks:
    """The kinds of a game, and which of them its cards are."""

    kinds: list[Kind] = field(default_factory=list)
    fronts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """Indexes of kind and front by deck and card type."""
    by_deck: dict[str, list[int]] = field(default_factory=dict)
    """Indexes of the kinds of a deck."""
    dice: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """What is turned, by the id of its widget: its kind, and the types of its faces."""

    kinged: set[int] = field(default_factory=set)
    """Indexes of kinds of men that begin as kings."""

    def add(self, kind: Kind) -> int:
        """Add a kind and return its index."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def name_kind(self, words: str) -> str:
        """Return a name for the next kind that no other has."""
        return f"{words} {len(self.kinds) + 1}"


class DeckReader:
    """Reads the decks of a room, as far as widgets are of them."""

    def __init__(self, room: Room, store: PictureStore, losses: LossTally) -> None:
        self._room, self._store, self._losses = room, store, losses
        self.decks = Decks()

    def read(self) -> Decks:
        """Return the kinds of all decks that have cards, pieces or something to turn."""
        used: dict[str, Tally[str]] = {}
        for widget in self._room.list_cards():
            used.setdefault(get_text(widget, "deck"), Tally())[get_text(widget, "cardType")] += 1
        decks = self._room.of_type("cardDeck")
        # What lies in hands looks like the first kind from behind, so the largest deck is first.
        decks.sort(
            key=lambda deck: (deck.get("collectionType") == "pieces", -used.get(get_text(deck, "id"), Tally()).total())
        )
        for deck in decks:
            name = get_text(deck, "id")
            counts = used.get(name, Tally())
            types = {key: value for key in counts if isinstance(value := self._read_types(deck).get(key), dict)}
            if types and name not in self.decks.by_deck:
                is_piece = deck.get("collectionType") == "pieces"
                indexes = self._add_pieces(name, deck, types) if is_piece else self._add_cards(name, deck, types)
                self.decks.by_deck[name] = indexes
        for widget in self._room.of_type("chooser", "dice"):
            self._add_turned(widget)
        return self.decks

    def _read_types(self, deck: Widget) -> dict[str, Json]:
        types = deck.get("cardTypes")
        return types if isinstance(types, dict) else {}

    def _read_side(self, deck: Widget, key: str, facts: Widget) -> Side:
        """Return what is on a side of a card of these facts."""
        template = deck.get(key)
        items = template.get("objects") if isinstance(template, dict) else None
        pictures = list[tuple[Json, float, bool]]()
        texts = list[tuple[str, bool]]()
        parts = list[tuple[Json, DrawingPart]]()
        for item in items[:_MAX_ITEMS] if isinstance(items, list) else []:
            if not isinstance(item, dict):
                continue
            value = item.get("value")
            is_dynamic = item.get("valueType") == "dynamic" and isinstance(value, str)
            value = facts.get(str(value)) if is_dynamic else value
            if item.get("type") == "image":
                if isinstance(value, str) and value.strip():
                    width, height = get_number(item, "w", 1e4, 0), get_number(item, "h", 1e4, 0)
                    pictures.append((value.strip(), width * height, is_dynamic))
                    parts.append((value.strip(), _read_part(item)))
            elif words := _read_lines(value):
                texts.append((words, is_dynamic))
                parts.append((None, replace(_read_part(item), words=words)))
        return Side(tuple(pictures), tuple(texts), tuple(parts))

    # Cards

    def _add_cards(self, name: str, deck: Widget, types: dict[str, Widget]) -> list[int]:
        """Add a kind each for usual cards, for pictures and for words, with one back."""
        sides = {key: self._read_side(deck, "faceTemplate", facts) for key, facts in types.items()}
        codes = {key: _find_code(key, facts, sides[key]) for key, facts in types.items()}
        size = (get_number(deck, "cardWidth", 103, 4, 8000), get_number(deck, "cardHeight", 160, 4, 8000))
        pictures: dict[str, str] = {}
        varies = len({side.pictures for side in sides.values()}) > 1 or len(sides) == 1
        for key, side in sides.items():
            if codes[key]:
                self._losses.add("words", "covered", _choose_title(key, types[key], side), bool(side.texts))
            else:
                pictures[key] = self._choose_picture(side, _choose_title(key, types[key], side), size, varies)
        backs = self._read_side(deck, "backTemplate", {})
        back_picture = next((file for address, _, _ in backs.pictures if (file := self._load_own(address))), "")
        back_art = next((describe_art(address) for address, _, _ in backs.pictures if is_programs(address)), "")
        has_others = len([code for code in codes.values() if code]) < len(codes)
        if not back_picture and not back_art and backs.texts:
            back_picture = self._draw_back(deck, backs, size)
        if not back_picture and has_others:
            back_picture = self._store.load_own_back()
        template = Kind("", "card", "a card", back=back_art or "a card", size=to_size(size), back_picture=back_picture)
        groups = {
            "codes": [key for key in types if codes[key]],
            "pictures": [key for key in types if not codes[key] and pictures[key]],
            "words": [key for key in types if not codes[key] and not pictures[key]],
        }
        indexes: list[int] = []
        for group, all_keys in groups.items():
            for start in range(0, len(all_keys), MAX_FRONTS):
                keys = all_keys[start : start + MAX_FRONTS]
                kind = replace(template, name=self.decks.name_kind("cards"))
                titles = tuple(_choose_title(key, types[key], sides[key]) or "a card" for key in keys)
                if group == "codes":
                    kind = replace(kind, codes="cards", fronts=tuple(codes[key] for key in keys))
                elif group == "pictures":
                    kind = replace(kind, fronts=titles, pictures=tuple(pictures[key] for key in keys))
                else:
                    printed = tuple(
                        self._print(sides[key], title, kind.size) for key, title in zip(keys, titles, strict=True)
                    )
                    kind = replace(kind, fronts=titles, printed=printed, least=_MIN_TYPE_SIZE)
                index = self.decks.add(kind)
                indexes.append(index)
                self.decks.fronts |= {(name, key): (index, front) for front, key in enumerate(keys)}
        return indexes

    def _load_own(self, address: Json, title: str = "") -> str:
        """Return a picture; the program's own art is no loss on a back."""
        return "" if is_programs(address) else self._store.load(address, title)

    def _choose_picture(self, side: Side, title: str, size: Point, varies: bool) -> str:
        """Return the picture that is the face of a card; "" if its words are.

        A picture that is the same on all cards is no face if their words differ; nor is a small one beside words.
        """
        candidates = sorted(side.pictures, key=lambda picture: (picture[2], picture[1]), reverse=True)
        loaded = [
            (file, area, is_dynamic)
            for address, area, is_dynamic in candidates
            if not find_icon(address) and (file := self._store.load(address, title))
        ]
        if not loaded:
            return ""
        if (len(loaded) > 1 or side.texts) and (drawing := self._draw(side, size, title)):
            return drawing
        has_words = any(is_dynamic for _, is_dynamic in side.texts)
        share = loaded[0][1] / max(1.0, size[0] * size[1])
        if has_words and (not varies or share < _FULL_SHARE):
            return ""
        self._losses.add("picture", "layers", title, len(loaded) > 1)
        self._losses.add("words", "covered", title, bool(side.texts))
        return loaded[0][0]

    def _draw(self, side: Side, size: Point, title: str) -> str:
        """Return a picture of all that is on a side; "" if the box has no room for it."""
        parts: list[DrawingPart] = []
        for address, part in side.parts:
            if address is None:
                parts.append(part)
            elif not find_icon(address) and (file := self._store.load(address, title)):
                parts.append(replace(part, picture=file))
        return self._store.add_drawing(Drawing(size, tuple(parts[:MAX_PARTS])))

    def _draw_back(self, deck: Widget, side: Side, size: Point) -> str:
        """Return a picture of the words of a back on its paint; "" without space for it.

        Decks of one table often differ by nothing else.
        """
        template = deck.get("backTemplate")
        items = as_list(template.get("objects")) if isinstance(template, dict) else []
        paints = [
            read_css_colour(get_text(item, "color", 40))
            for item in items[:_MAX_ITEMS]
            if isinstance(item, dict) and item.get("type") == "image" and not item.get("value")
        ]
        ground = DrawingPart(0, 0, *size, colour=next(filter(None, paints), "#FFFFFF"))
        words = tuple(part for address, part in side.parts if address is None)
        fallback = self._store.load_own_back()
        return self._store.add_drawing(Drawing(size, (ground, *words[: MAX_PARTS - 1])), fallback)

    def _print(self, side: Side, title: str, size: Point) -> Printed:
        """Return a card that is typeset, without what does not fit on it."""
        picture = self._load_first(side, title)
        icon = next((icon for address, _, _ in side.pictures if (icon := find_icon(address))), "")
        lines = [words for words, _ in side.texts]
        rest = "\n".join(lines[1:] if lines[:1] == [title] else lines)[:MAX_PRINT_LENGTH]
        card = Printed(title, icon=icon, text=rest if rest != title else "", picture=picture)
        for shorter in (card, replace(card, picture=""), replace(card, picture="", text=""), Printed(icon=icon)):
            if not lay_out_card(shorter, size, _MIN_TYPE_SIZE).crowded:
                self._losses.add("words", "cut", title, shorter.text != card.text)
                return shorter
        self._losses.add("words", "cut", title)
        short = Printed(title[:20])
        return Printed(picture=picture) if lay_out_card(short, size, _MIN_TYPE_SIZE).crowded else short

    def _load_first(self, side: Side, title: str) -> str:
        """Return the lowest picture of a side that is in the file; "" if none is."""
        addresses = (address for address, _, _ in side.pictures if not find_icon(address))
        return next((file for address in addresses if (file := self._store.load(address, title))), "")

    # Pieces

    def _add_pieces(self, name: str, deck: Widget, types: dict[str, Widget]) -> list[int]:
        """Add a kind for each sort of piece: a disc, a pawn, or a tile with its picture."""
        width, height = get_number(deck, "cardWidth", 60, 4, 8000), get_number(deck, "cardHeight", 60, 4, 8000)
        indexes: list[int] = []
        for key, facts in list(types.items())[:MAX_FRONTS]:
            side = self._read_side(deck, "faceTemplate", facts)
            art = next((art for address, _, _ in side.pictures if (art := find_piece_art(address)) != ("", "")), None)
            label = strip_marks(get_text(facts, "label")) or (side.texts[0][0][:MAX_TEXT_LENGTH] if side.texts else "")
            if art is not None and art[0] in (*_DISCS, *_PAWNS):
                kind = self._make_drawn(art, label, to_size((min(width, height), min(width, height))))
            else:
                title = label or _choose_title(key, facts, side) or "a tile"
                picture = self._load_first(side, title)
                kind = Kind("", "card", "a tile", (title[:MAX_TEXT_LENGTH],), back=title[:MAX_TEXT_LENGTH])
                kind = replace(kind, size=to_size((width, height)), height=3.0, colour="white")
                icon = next((icon for address, _, _ in side.pictures if (icon := find_icon(address))), "")
                if picture:
                    kind = replace(kind, pictures=(picture,), back_picture=picture)
                elif icon:
                    kind = replace(kind, printed=(self._print(side, kind.title, kind.size),), least=_MIN_TYPE_SIZE)
            index = self.decks.add(replace(kind, name=self.decks.name_kind(kind.title.removeprefix("a "))))
            indexes.append(index)
            self.decks.fronts[name, key] = index, 0
            if art is not None and art[1].endswith(_KINGED):
                self.decks.kinged.add(index)
        return indexes

    def _make_drawn(self, art: tuple[str, str], label: str, size: Point) -> Kind:
        """Return the kind of a piece that the program draws, in its colour."""
        shape, colour = art[0], art[1].removesuffix(_KINGED)
        piece: Shape = "disc" if shape in _DISCS else "pawn"
        title = f"a {colour.replace('-', ' ')} {_DISCS.get(shape) or _PAWNS[shape]}"
        back = title.replace(" man", " king") if shape == "checkers" else title
        scale = 0.5 if piece == "pawn" else 1.0
        return Kind(
            "",
            piece,
            title,
            (label or title,),
            back=back,
            size=(size[0] * scale, size[1] * scale),
            height=_HEIGHTS[shape],
            colour=choose_colour(colour),
        )

    # What is turned

    def _add_turned(self, widget: Widget) -> None:
        """Add a die that is turned by hand, or rolled, with the faces of its deck."""
        deck = self._room.by_id.get(get_text(widget, "deck"), {})
        types = {key: facts for key, facts in self._read_types(deck).items() if isinstance(facts, dict)}
        keys = list(types)[:MAX_FRONTS]
        current = get_text(widget, "chooserChoice") or get_text(widget, "diceValue")
        shift = keys.index(current) if current in keys else 0
        keys = [*keys[shift:], *keys[:shift]]
        is_dice = get_text(widget, "type") == "dice"
        sides = [self._read_side(deck, "faceTemplate", types[key]) for key in keys]
        titles = [
            _BLANK if _is_blank(types[key], side) else _choose_title(key, types[key], side) or _BLANK
            for key, side in zip(keys, sides, strict=True)
        ]
        if is_dice and sorted(titles) == list("123456"):
            kind = Kind(self.decks.name_kind("die"), "die", "a die", tuple(titles), "dice", colour="white")
            index = self.decks.add(replace(kind, size=(20.0, 20.0), height=20.0))
            self.decks.dice[get_text(widget, "id")] = index, tuple(keys)
            return
        if not keys:
            self._losses.add("piece", "faces")
            return
        size = to_size((get_number(deck, "cardWidth", 103, 4, 8000), get_number(deck, "cardHeight", 103, 4, 8000)))
        pictures = [
            next(
                (
                    file
                    for address, _, _ in side.pictures
                    if is_own(address) and (file := self._store.load(address, title))
                ),
                "",
            )
            for side, title in zip(sides, titles, strict=True)
        ]
        shape: Shape = "die" if len(keys) > 1 else "card"
        kind = Kind(self.decks.name_kind("chooser"), shape, "a die" if shape == "die" else "a tile", tuple(titles))
        kind = replace(kind, size=size, height=5.0, colour="white", pictures=tuple(pictures) if all(pictures) else ())
        index = self.decks.add(kind)
        self.decks.dice[get_text(widget, "id")] = index, tuple(keys)


def choose_colour(words: str) -> str:
    """Return the colour of a piece as a box has it.

    >>> choose_colour("teal"), choose_colour("light-blue"), choose_colour("red")
    ('#2F8F8B', 'blue', 'red')
    """
    for word in reversed(words.split("-")):
        if word in _COLOURS:
            return _COLOURS[word]
        if word in _WORDS:
            return word
    return "black"


def make_turned(name: str, options: Iterable[str], current: str) -> Kind | None:
    """Return a die of these faces that shows the current one, or None.

    It has at least two faces.
    """
    fronts = list(options)[:MAX_FRONTS]
    if len(fronts) < 2:
        return None
    is_plain = fronts == list("123456")
    shift = fronts.index(current) if current in fronts else 0
    fronts = [*fronts[shift:], *fronts[:shift]]
    codes = "dice" if is_plain else ""
    return Kind(name, "die", "a die", tuple(fronts), codes, size=(20.0, 20.0), height=20.0, colour="white")  # type: ignore[arg-type]


def _read_part(item: Widget) -> DrawingPart:
    """Return the place of a picture or of words on a card."""
    align = get_text(item, "textAlign", 10) or get_text(item, "align", 10)
    return DrawingPart(
        get_number(item, "x", 0, -8000, 8000),
        get_number(item, "y", 0, -8000, 8000),
        get_number(item, "w", 103, 1, 8000),
        get_number(item, "h", 160, 1, 8000),
        colour=read_css_colour(get_text(item, "color", 40)),
        type_size=get_number(item, "fontSize", 14, 1, 400),
        align="center" if align == "center" else "right" if align == "right" else "left",
    )


def _read_lines(value: Json) -> str:
    """Return a text with its line breaks, or a number, as far as it can be printed."""
    if not isinstance(value, str):
        return read_text(value, MAX_PRINT_LENGTH)
    lines = (read_text(line, MAX_PRINT_LENGTH) for line in value[: 4 * MAX_PRINT_LENGTH].splitlines())
    return "\n".join(line for line in lines if line)[:MAX_PRINT_LENGTH]


def _find_code(key: str, facts: Widget, side: Side) -> str:
    """Return one of the usual cards by its picture, its label or its name; "" if none.

    A card with a picture of its own is none.
    """
    addresses = [address for address, _, _ in side.pictures]
    if any(not is_programs(address) for address in addresses):
        return ""
    words = [*map(str, addresses), get_text(facts, "label", 60), key]
    return next((code for word in words if (code := find_card_code(word))), "")


def _choose_title(key: str, facts: Widget, side: Side) -> str:
    """Return what a card is called: its label, its first words, or its picture's name."""
    words = get_text(facts, "label") or get_text(facts, "name")
    words = words or (read_text(side.texts[0][0]) if side.texts else "") or _describe_pictures(side)
    return strip_marks(words)[:MAX_TEXT_LENGTH] or ("" if _ID.search(key) else read_text(key))


def _is_blank(facts: Widget, side: Side) -> bool:
    """True if an option was left without words on purpose."""
    return facts.get("label") == "" and not side.texts and not side.pictures


def _describe_pictures(side: Side) -> str:
    return next((describe_art(address) for address, _, _ in side.pictures if is_programs(address)), "")


def count_fronts(kind: Kind, counts: Sequence[int]) -> Kind:
    """Return the kind with so many pieces of each front."""
    has_same_count = len(set(counts)) == 1
    return replace(kind, count=counts[0] if has_same_count else 1, counts=() if has_same_count else tuple(counts))
