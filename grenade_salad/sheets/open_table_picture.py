"""The open table as a picture for phones and the television page.

It shows what everybody at the table sees, and is the same for all seats. What a seat knows about face-down pieces is
told under the cover of its hand.
"""

from __future__ import annotations

import re
from collections.abc import Container
from hashlib import sha256

from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.core import Json, View
from grenade_salad.games.open_table import faces
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.colours import parse_colour
from grenade_salad.games.open_table.faces import Picture
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, holder_areas, list_pieces, visible_kind
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import describe_stack, name_holder, translate_word
from grenade_salad.text import Reader, Words, m, say

_PLAIN_PATH = re.compile(r"[\w+(),'&@ ./-]+")
"""Paths of pictures that are their own addresses."""
_RED_SUITS = "DH"


def list_pictures(view: View, opened_boxes: OpenedBoxes) -> dict[str, bytes]:
    """Return the pictures of the box, by their path below /box/."""
    assert isinstance(view, TableView)
    box = opened_boxes.find_by_pictures(view.pictures)
    return {} if box is None else {_served_path(view, name): data for name, data in box.pictures.items()}


def _served_path(view: TableView, picture: str) -> str:
    if _PLAIN_PATH.fullmatch(picture):
        return f"{view.pictures[:12]}/{picture}"
    # A sign such as # or % has another meaning in an address.
    ending = picture.rpartition(".")[2].lower()
    return f"{view.pictures[:12]}/{sha256(picture.encode()).hexdigest()[:24]}.{ending}"


def public_face(view: TableView, face: Face) -> Face:
    """Return the face as everybody sees it: from behind, only its look."""
    kind = visible_kind(view.box, face)
    if face.side >= 0 or face.kind is None or kind is None or view.box.backs_reveal[face.kind]:
        return face
    return Face(view.box.lookalikes[face.kind], None, face.side, None)


def name_piece(view: TableView, face: Face) -> Words:
    """Return the name of a piece of which `face` is visible."""
    kind = visible_kind(view.box, face)
    if kind is None:
        return m("a piece")
    if kind.piece == "die":
        return (
            translate_word(faces.encode_front(kind.codes, kind.fronts[face.side]))
            if face.side >= 0
            else translate_word(kind.title)
        )
    if face.text:
        return face.text
    if face.front is None or (face.side < 0 and not kind.back and not kind.title):
        return translate_word(kind.title or kind.name)
    if face.side < 0:
        return translate_word(kind.back or kind.title or kind.name)
    front = kind.fronts[face.front]
    return translate_word(faces.encode_front(kind.codes, front)) if front else translate_word(kind.title or kind.name)


def describe_look(view: TableView, face: Face, reader: Reader, files: Container[str]) -> dict[str, Json]:
    """Describe for the page how to draw a piece of which `face` is visible.

    Defaults are left out. `files` are the pictures of the box that are here, as in `list_pictures`.
    """
    kind = visible_kind(view.box, face)
    name = say(name_piece(view, face), Reader(reader.names, None, reader.language))
    if kind is None:
        return {"shape": "card", "words": name, "down": True}
    result: dict[str, Json] = {"shape": kind.piece, "words": name}
    if face.side < 0:
        result["down"] = True
    if kind.corners:
        result["corners"] = [[x, y] for x, y in kind.corners]
    if kind.piece == "board" and kind.snaps and not kind.pictures:
        result["snaps"] = [[round(x, 1), round(y, 1)] for x, y in kind.snaps]
    picture = _find_picture(kind, face)
    if picture is not None and (not picture.of_box or _served_path(view, picture.path) in files):
        result["file"] = f"box/{_served_path(view, picture.path)}" if picture.of_box else picture.path
        if picture.part != (0.0, 0.0, 1.0, 1.0):
            result["part"] = list[Json](picture.part)
    colour_name = kind.colour or (
        name if kind.piece in ("disc", "pawn", "cube") else kind.back if face.side < 0 else ""
    )
    default_colour = "white" if kind.piece in ("die", "card") and face.side >= 0 else "wood"
    result["paint"] = parse_colour(colour_name, default_colour)
    return result | _describe_print(kind, face)


def _describe_print(kind: Kind, face: Face) -> dict[str, Json]:
    """Describe the print of a face whose picture is too small or missing."""
    if face.text and face.side >= 0:
        return {"written": face.text}
    if kind.piece == "die" and face.side >= 0:
        return {"text": kind.fronts[face.side]}
    front = kind.fronts[face.front] if face.front is not None and face.side >= 0 else ""
    if kind.codes == "cards" and front not in ("", "joker"):
        return {"rank": front[:-1], "suit": front[-1], **({"red": True} if front[-1] in _RED_SUITS else {})}
    is_plain = kind.codes or kind.blank or (kind.piece == "board" and front == kind.title)
    return {"text": front} if front and not is_plain else {}


def _find_picture(kind: Kind, face: Face) -> Picture | None:
    if kind.piece == "die":
        return faces.front_picture(kind, face.side) if face.side >= 0 else None
    if face.side < 0:
        return faces.back_picture(kind) if kind.piece in ("card", "disc") else None
    return faces.front_picture(kind, face.front) if face.front is not None else None


def describe_table(view: TableView, reader: Reader, files: Container[str]) -> Json:
    """Describe the picture of the table; each look once, referred to by index.

    All lengths are in mm, y up.
    """
    seats = len(view.looks)
    looks: list[Json] = []
    look_indices: dict[Face, int] = {}
    pieces: list[Json] = []
    for piece in list_pieces(view, seats):
        face = public_face(view, piece.face)
        if face not in look_indices:
            look_indices[face] = len(looks)
            looks.append(describe_look(view, face, reader, files))
        pieces.append(
            _describe_piece(piece, look_indices[face]) | _describe_name(view, piece, name_piece(view, face), reader)
        )
    return {
        "kind": "open",
        "wide": view.box.table[0],
        "high": view.box.table[1],
        "ground": view.box.ground,
        "walls": [list[Json](wall) for wall in view.box.walls],
        "thick": view.box.thick,
        "looks": looks,
        "areas": _describe_areas(view, reader),
        "things": pieces,
    }


def _describe_piece(piece: PlacedPiece, look_index: int) -> dict[str, Json]:
    result: dict[str, Json] = {
        "key": piece.key,
        "look": look_index,
        "at": [round(piece.position[0], 1), round(piece.position[1], 1)],
    }
    result["size"] = [round(piece.size[0], 1), round(piece.size[1], 1)]
    if piece.angle:
        result["angle"] = round(piece.angle, 3)
    if piece.count > 1 or isinstance(piece.key, str):
        result["n"] = piece.count
    if piece.holder is not None and not isinstance(piece.key, str):
        result["held"] = True
    if piece.locked:
        result["locked"] = True
    if piece.is_bag:
        result["bag"] = True
    return result


def _describe_name(view: TableView, piece: PlacedPiece, top: Words, reader: Reader) -> dict[str, Json]:
    """Name a pile, with its count; a single piece has the name of its look."""
    spectator, place = Reader(reader.names, None, reader.language), None
    if isinstance(piece.key, str):
        holder = view.box.holders_for(len(view.looks))[piece.key]
        place = name_holder(holder)
    if place is not None and piece.is_bag:
        return {"name": say(m("{place}: {n}", place=place, n=piece.count), spectator, begin=True)}
    if place is not None:
        return {"name": say(m("{place}: {n}, top {what}", place=place, n=piece.count, what=top), spectator, begin=True)}
    if piece.is_stack:
        words = say(describe_stack(piece.name, piece.count, top), spectator, begin=True)
        return {"name": words, "title": piece.name} if piece.name else {"name": words}
    return {}


def _describe_areas(view: TableView, reader: Reader) -> list[Json]:
    spectator = Reader(reader.names, None, reader.language)
    return [
        {
            "key": area.holder.name,
            "name": say(name_holder(area.holder), spectator, begin=True),
            "box": [round(side, 1) for side in area.box],
            "n": area.contents.count,
            "lays": area.holder.lays,
            "seat": area.holder.seat,
        }
        for area in holder_areas(view, len(view.looks))
    ]
