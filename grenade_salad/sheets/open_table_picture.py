"""The open table as a picture for phones and the table's page: what lies where, as everybody at the table sees it.

It is the same for all seats, whatever a seat knows of what lies face down: that is told under the cover of its hand.
"""

from __future__ import annotations

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import Opened
from grenade_salad.core import Json, View
from grenade_salad.games.open_table import faces
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.colours import paint
from grenade_salad.games.open_table.faces import Picture
from grenade_salad.games.open_table.placed_pieces import Lying, areas, kind_of, things
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import called, stack_of
from grenade_salad.text import Message, Reader, Words, m, say

_RED = "DH"


def files(view: View) -> dict[str, bytes]:
    """The pictures of the box, by their path below /box/."""
    assert isinstance(view, TableView)
    box = _opened(view)
    return {} if box is None else {f"{view.pictures[:12]}/{name}": data for name, data in box.pictures.items()}


def _opened(view: TableView) -> Opened | None:
    return bundled.with_pictures(view.pictures)


def public(view: TableView, face: Face) -> Face:
    """The face as everybody sees it: from behind, what it looks like and no more."""
    kind = kind_of(view.box, face)
    if face.side >= 0 or face.kind is None or kind is None or view.box.plain[face.kind]:
        return face
    return Face(view.box.looks[face.kind], None, face.side, None)


def words_of(view: TableView, face: Face) -> Words:
    """What people call a piece of which they see this."""
    kind = kind_of(view.box, face)
    if kind is None:
        return m("a piece")
    if kind.piece == "die":
        return called(faces.coded(kind.codes, kind.fronts[face.side])) if face.side >= 0 else called(kind.title)
    if face.text:
        return face.text
    if face.front is None or (face.side < 0 and not kind.back and not kind.title):
        return called(kind.title or kind.name)
    if face.side < 0:
        return called(kind.back or kind.title or kind.name)
    front = kind.fronts[face.front]
    return called(faces.coded(kind.codes, front)) if front else called(kind.title or kind.name)


def look(view: TableView, face: Face, reader: Reader) -> dict[str, Json]:
    """How the page draws a piece of which that is seen; what goes without saying is not in it."""
    kind = kind_of(view.box, face)
    said = say(words_of(view, face), Reader(reader.names, None, reader.language))
    if kind is None:
        return {"shape": "card", "words": said, "down": True}
    found: dict[str, Json] = {"shape": kind.piece, "words": said}
    if face.side < 0:
        found["down"] = True
    if kind.corners:
        found["corners"] = [[x, y] for x, y in kind.corners]
    if kind.piece == "board" and kind.snaps and not kind.pictures:
        found["snaps"] = [[round(x, 1), round(y, 1)] for x, y in kind.snaps]
    picture = _picture(kind, face)
    box = _opened(view) if picture is not None and picture.of_box else None
    if picture is not None and (not picture.of_box or (box is not None and picture.path in box.pictures)):
        found["file"] = f"box/{view.pictures[:12]}/{picture.path}" if picture.of_box else picture.path
        if picture.part != (0.0, 0.0, 1.0, 1.0):
            found["part"] = list[Json](picture.part)
    named = kind.colour or (said if kind.piece in ("disc", "pawn", "cube") else kind.back if face.side < 0 else "")
    usual = "white" if kind.piece in ("die", "card") and face.side >= 0 else "wood"
    found["paint"] = paint(named, usual)
    return found | _print(kind, face)


def _print(kind: Kind, face: Face) -> dict[str, Json]:
    """What stands on it where its picture is too small, or there is none."""
    if face.text and face.side >= 0:
        return {"written": face.text}
    if kind.piece == "die" and face.side >= 0:
        return {"text": kind.fronts[face.side]}
    front = kind.fronts[face.front] if face.front is not None and face.side >= 0 else ""
    if kind.codes == "cards" and front not in ("", "joker"):
        return {"rank": front[:-1], "suit": front[-1], **({"red": True} if front[-1] in _RED else {})}
    plain = kind.codes or kind.blank or (kind.piece == "board" and front == kind.title)
    return {"text": front} if front and not plain else {}


def _picture(kind: Kind, face: Face) -> Picture | None:
    if kind.piece == "die":
        return faces.front_picture(kind, face.side) if face.side >= 0 else None
    if face.side < 0:
        return faces.back_picture(kind) if kind.piece in ("card", "disc") else None
    return faces.front_picture(kind, face.front) if face.front is not None else None


def picture(view: TableView, reader: Reader) -> Json:
    """What the page draws; each look once, and things by its number. All in mm, y up."""
    seats = len(view.looks)
    looks: list[Json] = []
    known: dict[Face, int] = {}
    shown: list[Json] = []
    for one in things(view, seats):
        face = public(view, one.face)
        if face not in known:
            known[face] = len(looks)
            looks.append(look(view, face, reader))
        shown.append(_thing(one, known[face]) | _named(view, one, words_of(view, face), reader))
    return {
        "kind": "open",
        "wide": view.box.table[0],
        "high": view.box.table[1],
        "ground": view.box.ground,
        "walls": [list[Json](wall) for wall in view.box.walls],
        "thick": view.box.thick,
        "looks": looks,
        "areas": _areas(view, reader),
        "things": shown,
    }


def _thing(one: Lying, number: int) -> dict[str, Json]:
    found: dict[str, Json] = {"key": one.key, "look": number, "at": [round(one.at[0], 1), round(one.at[1], 1)]}
    found["size"] = [round(one.size[0], 1), round(one.size[1], 1)]
    if one.angle:
        found["angle"] = round(one.angle, 3)
    if one.count > 1 or isinstance(one.key, str):
        found["n"] = one.count
    if one.holder is not None and not isinstance(one.key, str):
        found["held"] = True
    if one.locked:
        found["locked"] = True
    if one.bag:
        found["bag"] = True
    return found


def _named(view: TableView, one: Lying, what: Words, reader: Reader) -> dict[str, Json]:
    """What a pile is called, with how many there are; what is alone has the name of its look."""
    nobody, place = Reader(reader.names, None, reader.language), None
    if isinstance(one.key, str):
        holder = view.box.holders_for(len(view.looks))[one.key]
        place = title(holder.title or holder.name, holder.seat)
    if place is not None and one.bag:
        return {"name": say(m("{place}: {n}", place=place, n=one.count), nobody, begin=True)}
    if place is not None:
        return {"name": say(m("{place}: {n}, top {what}", place=place, n=one.count, what=what), nobody, begin=True)}
    if one.stack:
        words = say(stack_of(one.name, one.count, what), nobody, begin=True)
        return {"name": words, "title": one.name} if one.name else {"name": words}
    return {}


def _areas(view: TableView, reader: Reader) -> list[Json]:
    nobody = Reader(reader.names, None, reader.language)
    return [
        {
            "key": area.holder.name,
            "name": say(title(area.holder.title or area.holder.name, area.holder.seat), nobody, begin=True),
            "box": [round(side, 1) for side in area.box],
            "n": area.seen.count,
            "lays": area.holder.lays,
            "seat": area.holder.seat,
        }
        for area in areas(view, len(view.looks))
    ]


def title(words: str, seat: int | None) -> Message:
    """What a holder is called, with whose it is."""
    from grenade_salad.games.open_table.words import titled

    return titled(words, seat)
