"""Decks: their cards as kinds, with fronts and backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grenade_salad.boxes.card_layout import lay_out_card, strip_marks
from grenade_salad.boxes.drawings import MAX_PARTS, Drawing, DrawingPart
from grenade_salad.boxes.virtualtabletop.css_colours import read_css_colour
from grenade_salad.boxes.virtualtabletop.faces import Face, Layer, read_face
from grenade_salad.boxes.virtualtabletop.game_state import Facts, as_facts, read_number, read_text
from grenade_salad.boxes.virtualtabletop.parts import Parts, Start, to_size
from grenade_salad.boxes.virtualtabletop.pictures import find_playing_card
from grenade_salad.games.open_table.box import MAX_PRINT_LENGTH, MAX_TEXT_LENGTH, Kind, Point, Printed

_GEOMETRY = frozenset(
    ("type", "id", "deck", "cardType", "x", "y", "z", "parent", "activeFace", "owner", "rotation", "layer", "movable")
)
"""Keys of a card that do not change what its faces show."""
_MIN_TYPE_SIZE = 1.5
"""Millimetres of the smallest type."""
_MAX_TITLE = 60
_MAX_FRONTS = 1000
_NAME_KEYS = ("name", "title", "label", "text")
"""Properties of a card type that are likely to be its name."""
_FULL_SHARE = 0.75
"""Share of a card that a picture covers at least to be all of it."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A card with its faces."""

    widget: str
    faces: tuple[Face, ...]
    active: int
    title: str
    size: Point
    units: Point
    """Its size in the units in which its faces are described."""


_NOTHING = Printed()


@dataclass(frozen=True, slots=True)
class _Front:
    """The front of a card as it is here: a code, a picture, or words to print."""

    sort: str
    """ "code", "picture", "printed" or "blank"."""
    title: str
    picture: str = ""
    printed: Printed = _NOTHING


def add_decks(parts: Parts) -> dict[str, tuple[int, ...]]:
    """Add the cards of all decks. Return the face that is up, for each deck with two.

    The value is a tuple: the index of the front, and that of the back if there is one.
    """
    state = parts.state
    cards: dict[str, list[str]] = {}
    for card in state.names_of_type("card"):
        stated = state.stated[card]
        deck = state.find_deck(stated)
        if deck is not None and state.card_type(deck, stated) is not None:
            cards.setdefault(deck, []).append(card)
    for deck, names in cards.items():
        # Fronts are in the order of the deck's list, in which its author thinks of them.
        order = {name: position for position, name in enumerate(as_facts(state.get(deck, "cardTypes")))}
        names.sort(key=lambda card: order.get(str(state.stated[card].get("cardType")), 0))
    return {deck: _add_deck(parts, deck, names) for deck, names in cards.items()}


def _add_deck(parts: Parts, deck: str, names: Sequence[str]) -> tuple[int, ...]:
    templates = parts.state.face_templates(deck)
    reader = _FaceReader(parts, templates)
    cards = [reader.read_card(deck, name) for name in names]
    front, back = _choose_sides(cards, len(templates))
    if len(templates) > 2:
        parts.has_many_faces = True
        parts.losses.add("piece", "faces", _describe_deck(cards, back), len(cards))
    first_kind = len(parts.kinds)
    groups: dict[tuple[Face, Point, str], list[tuple[_Card, _Front]]] = {}
    for card in cards:
        card_front = _make_front(parts, card, front)
        back_face = card.faces[back] if back is not None else ()
        groups.setdefault((back_face, card.size, card_front.sort), []).append((card, card_front))
    for (back_face, size, sort), members in groups.items():
        _add_kinds(parts, back_face, size, sort, members, (front, back))
    parts.deck_kinds[deck] = tuple(kind.name for kind in parts.kinds[first_kind:])
    return (front,) if back is None else (front, back)


class _FaceReader:
    """Reads the faces of a deck's cards.

    Cards of a type that say nothing of their own share them.
    """

    def __init__(self, parts: Parts, templates: Sequence[Facts]) -> None:
        self._parts, self._templates = parts, templates
        self._cache: dict[str, tuple[Face, ...]] = {}

    def read_card(self, deck: str, name: str) -> _Card:
        state = self._parts.state
        stated = state.stated[name]
        card_type = str(stated.get("cardType"))
        is_plain = stated.keys() <= _GEOMETRY
        faces = self._cache.get(card_type) if is_plain else None
        if faces is None:
            faces = tuple(read_face(state, name, template) for template in self._templates)
            if is_plain:
                self._cache[card_type] = faces
        width, height = state.size(name)
        scale = read_number(state.get(name, "scale"), 1.0, 0.05, 20)
        active = int(read_number(stated.get("activeFace"), 0)) % max(1, len(faces))
        facts = state.card_type(deck, stated) or {}
        title = next((words for key in _NAME_KEYS if (words := read_text(facts.get(key), _MAX_TITLE))), "")
        size = to_size(width * scale, height * scale)
        return _Card(name, faces, active, title or read_text(card_type, _MAX_TITLE), size, (width, height))


def _choose_sides(cards: Sequence[_Card], count: int) -> tuple[int, int | None]:
    """Return the indexes of the front and the back among so many faces.

    The front is what differs from card to card; face 0 is the back by custom.
    """
    if count < 2:
        return 0, None
    varied = [len({card.faces[index] for card in cards}) > 1 for index in range(count)]
    if varied[0] and not any(varied[1:]):
        return 0, 1
    front = next((index for index in range(1, count) if varied[index]), 1)
    return front, 0


def _describe_deck(cards: Sequence[_Card], back: int | None) -> str:
    """Return the words on the back of a deck, or the name of one of its cards."""
    words = [layer.value for layer in cards[0].faces[back] if layer.kind == "words"] if back is not None else []
    return words[0] if words else cards[0].title


def _find_pictures(face: Face) -> list[Layer]:
    """Return the pictures of a face, the largest first."""
    pictures = [layer for layer in face if layer.kind == "picture"]
    return sorted(pictures, key=lambda layer: -layer.width * layer.height)


def _is_usual_covered(face: Face, size: Point) -> bool:
    """True if a picture of the game's own covers the usual card or back below it."""
    usual = [index for index, layer in enumerate(face) if layer.kind == "picture" and find_playing_card(layer.value)]
    return any(
        layer.kind == "picture"
        and not find_playing_card(layer.value)
        and layer.width * layer.height >= _FULL_SHARE * size[0] * size[1]
        for layer in face[usual[-1] + 1 if usual else 0 :]
    )


def _make_front(parts: Parts, card: _Card, index: int) -> _Front:
    face = card.faces[index] if card.faces else ()
    pictures = _find_pictures(face)
    words = [layer.value for layer in face if layer.kind == "words"]
    title = _choose_title(words, card.title)
    code = next((code for layer in pictures if (code := find_playing_card(layer.value)) not in ("", "back")), "")
    if code and not _is_usual_covered(face, card.units):
        if words:
            parts.losses.add("words", "covered", code)
        return _Front("code", code)
    if not card.faces:
        return _Front("blank", card.title)
    if picture := draw_face(parts, face, card.units, title):
        return _Front("picture", title, picture)
    return _Front("printed", title, printed=_make_print(parts, words, title, card.size))


def _choose_title(words: Sequence[str], fallback: str) -> str:
    """Return the name of a card: the first words on it that are short and no number."""
    likely = (line for line in words if len(line) <= _MAX_TITLE and any(map(str.isalpha, line)))
    return strip_marks(next(likely, ""))[:MAX_TEXT_LENGTH] or fallback


def _make_print(parts: Parts, words: Sequence[str], title: str, size: Point) -> Printed:
    """Return what is printed on a card: as much as fits."""
    head = title if title in words or not words else ""
    rest = list(words)
    if head in rest:
        rest.remove(head)
    card = Printed(head, text="\n".join(dict.fromkeys(rest))[:MAX_PRINT_LENGTH])
    return fit_print(parts, card, size, title)


def fit_print(parts: Parts, card: Printed, size: Point, title: str) -> Printed:
    """Return the card with as much of its text as fits; what is cut is counted."""
    fitted = card
    while lay_out_card(fitted, size, _MIN_TYPE_SIZE).crowded:
        if fitted.text:
            fitted = replace(fitted, text=fitted.text[: len(fitted.text) // 2].rstrip())
        elif fitted.title:
            fitted = replace(fitted, title=fitted.title[: len(fitted.title) // 2].rstrip())
        else:
            break
    if fitted != card:
        parts.losses.add("words", "cut", title)
    return fitted


def _add_kinds(
    parts: Parts, back_face: Face, size: Point, sort: str, members: Sequence[tuple[_Card, _Front]],
    sides: tuple[int, int | None],
) -> None:  # fmt: skip
    """Add the kinds of cards that look the same from behind."""
    fronts = list(dict.fromkeys(front for _, front in members))
    words = " ".join(layer.value for layer in back_face if layer.kind == "words")
    back = words[:MAX_TEXT_LENGTH] or "a card"
    back_picture = _draw_back(parts, back_face, members[0][0].units, back)
    for begin in range(0, len(fronts), _MAX_FRONTS):
        some = fronts[begin : begin + _MAX_FRONTS]
        kind = Kind(
            "cards",
            "card",
            "a card",
            tuple(front.title or "a card" for front in some),
            "cards" if sort == "code" else "",
            back=back,
            size=size,
            pictures=tuple(front.picture for front in some) if sort == "picture" else (),
            back_picture=back_picture,
            printed=tuple(front.printed for front in some) if sort == "printed" else (),
            least=_MIN_TYPE_SIZE,
            blank=sort == "blank",
        )
        index = parts.add_kind(kind)
        numbers = {front: number for number, front in enumerate(some)}
        for card, front in members:
            if front in numbers:
                is_up = sides[1] is None or card.active != sides[1]
                add_start(parts, card.widget, index, numbers[front], is_up=is_up)


def draw_face(parts: Parts, face: Face, size: Point, title: str) -> str:
    """Return the picture of a face with pictures on it.

    It is one of them, or a drawing of all.
    `size` is in the units of the face. The result is "" if no picture is left.
    """
    layers: list[DrawingPart] = []
    for layer in face:
        if layer.kind == "sign":
            parts.losses.add("picture", "program", layer.value)
        elif part := _draw_layer(parts, layer, title):
            layers.append(part)
    pictures = [part for part in layers if part.picture]
    if not pictures:
        return ""
    (first, *others) = layers
    if not others and first.width * first.height >= _FULL_SHARE * size[0] * size[1] and not first.degrees:
        return first.picture
    return parts.store.add_drawing(Drawing(size, tuple(layers[:MAX_PARTS])))


def _draw_layer(parts: Parts, layer: Layer, title: str) -> DrawingPart | None:
    """Return a layer of a face as a part of a drawing; None if it shows nothing."""
    place = layer.x, layer.y, layer.width, layer.height, layer.degrees
    match layer.kind:
        case "picture" if find_playing_card(layer.value):
            # It is covered: what remains of it is the colour behind it.
            colour = read_css_colour(layer.colour)
            return DrawingPart(*place, colour=colour) if colour else None
        case "picture":
            picture = parts.store.load(layer.value, title, dict(layer.replaces))
            # There is white paper behind each picture.
            colour = read_css_colour(layer.colour or "white")
            return DrawingPart(*place, picture, colour=colour) if picture else None
        case "area":
            colour = read_css_colour(layer.value)
            return DrawingPart(*place, colour=colour) if colour else None
    colour = read_css_colour(layer.colour, "#000000")
    align: Literal["left", "center", "right"] = (
        "center" if layer.align == "center" else "right" if layer.align == "right" else "left"
    )
    return DrawingPart(*place, words=layer.value, colour=colour, type_size=layer.type_size, align=align)


def _draw_back(parts: Parts, face: Face, size: Point, title: str) -> str:
    """Return the picture of a back; "" is the usual one."""
    is_usual = any(layer.kind == "picture" and find_playing_card(layer.value) for layer in face)
    if is_usual and not _is_usual_covered(face, size):
        return ""
    if picture := draw_face(parts, face, size, title):
        return picture
    areas = [(layer, colour) for layer in face if layer.kind == "area" and (colour := read_css_colour(layer.value))]
    return parts.store.draw_areas(size, areas) if areas else ""


def add_start(
    parts: Parts, widget: str, kind: int, front: int = 0, *, is_up: bool = True, is_locked: bool = False
) -> None:
    """Add a piece where its widget is."""
    state = parts.state
    parent = state.parent_of(widget)
    pile = parent if parent in state.stated and state.type_of(parent) == "pile" else ""
    holder = state.parent_of(pile) if pile else parent
    if holder not in state.stated or state.type_of(holder) != "holder":
        holder = ""
    parts.starts.append(
        Start(widget, kind, front, is_up, state.placement(widget), state.drawing_order(widget), is_locked, holder, pile)
    )
