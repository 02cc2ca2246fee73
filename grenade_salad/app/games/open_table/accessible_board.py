"""The open table for screen readers: places, their pieces, then loose pieces.

Loose pieces are in the order of their positions. The upper edge of the table is north. A board whose points are a grid
has squares with names.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from grenade_salad.app.games.open_table import drag
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.render import face_words, piece_name
from grenade_salad.app.games.open_table.tabletop_picture import area_title
from grenade_salad.app.ui.compass import direction
from grenade_salad.games.open_table.box import Point
from grenade_salad.games.open_table.placed_pieces import Area, Key, PlacedPiece, visible_kind
from grenade_salad.games.open_table.squares import find_square
from grenade_salad.games.open_table.view import Face
from grenade_salad.games.open_table.words import describe_stack, translate_word
from grenade_salad.text import Words, m

MAX_FIRST_PLACES = 12
"""The number of places that are read first; further places are read last."""
_LINE_HEIGHT = 40.0
"""Millimetres of height that are one line of reading."""
_MIDDLE_SHARE = 1 / 8
"""Share of the table's shorter side, as a radius, that is called its middle."""


def reading_order(desk: TableInteraction) -> list[Key]:
    """Return all stops in the order of reading."""
    places = [area.holder.name for area in desk.areas]
    inside = [piece.key for piece in desk.pieces if piece.holder is not None and isinstance(piece.key, int)]
    loose = [piece for piece in desk.pieces if piece.holder is None and piece.shape != "board"]
    loose.sort(key=lambda piece: (-round(piece.position[1] / _LINE_HEIGHT), piece.position[0]))
    return [
        *places[:MAX_FIRST_PLACES],
        *inside,
        *(piece.key for piece in loose),
        *places[MAX_FIRST_PLACES:],
    ]


def describe_stop(desk: TableInteraction, key: Key) -> Words:
    """Describe a stop in one line, or return "" if it no longer exists."""
    area, piece = desk.find_area(key) if isinstance(key, str) else None, desk.find_piece(key)
    if area is not None:
        return _describe_area(desk, area, piece)
    if piece is None:
        return ""
    return m("{what}, {where}", what=_describe_piece(desk, piece), where=_describe_location(desk, piece))


def _describe_area(desk: TableInteraction, area: Area, piece: PlacedPiece | None) -> Words:
    title, count = area_title(desk, area), area.contents.count
    if not count:
        # Translators: for those who hear the table: a place where nothing lies
        return m("{place}: empty", place=title)
    if piece is None or piece.kind is None or piece.is_bag:
        return m("{place}: {n} piece", "{place}: {n} pieces", place=title, n=count)
    cards, hidden = piece.kind.title == "a card", piece.is_face_down and piece.shape == "card"
    if hidden and cards:
        return m("{place}: {n} card, face down", "{place}: {n} cards, face down", place=title, n=count)
    if hidden:
        return m("{place}: {n} piece, face down", "{place}: {n} pieces, face down", place=title, n=count)
    top = piece_name(piece)
    if cards:
        # Translators: for those who hear the table: a place, how many lie there, and what is on top
        return m("{place}: {n} card, top {what}", "{place}: {n} cards, top {what}", place=title, n=count, what=top)
    return m("{place}: {n} piece, top {what}", "{place}: {n} pieces, top {what}", place=title, n=count, what=top)


def _describe_piece(desk: TableInteraction, piece: PlacedPiece) -> Words:
    if piece.is_stack:
        return describe_stack(piece.name, piece.count, piece_name(piece))
    hidden = piece.is_face_down and piece.shape == "card"
    return m("{what}, face down", what=piece_name(piece)) if hidden else piece_name(piece)


def _describe_location(desk: TableInteraction, piece: PlacedPiece) -> Words:
    area = desk.find_area(piece.holder) if piece.holder is not None else None
    return describe_position(desk, piece.position) if area is None else area_title(desk, area)


def describe_position(desk: TableInteraction, position: Point) -> Words:
    """Return the square of a position, or its direction from the middle of the table."""
    view = desk.view
    boards = [
        (kind, (piece.x, piece.y), piece.angle)
        for piece in view.pieces
        if piece.holder is None and (kind := visible_kind(view.box, piece.face)) is not None and kind.snaps
    ]
    if square_name := find_square(boards, position):
        return square_name
    width, height = view.box.table
    if dist(position, (width / 2, height / 2)) < min(width, height) * _MIDDLE_SHARE:
        # Translators: for those who hear the table: where something lies on it; others are "north" and "south-east"
        return m("middle", context="of the table")
    return direction((width / 2, height / 2), position)


def describe_front(desk: TableInteraction, face: Face) -> Words:
    """Describe the front of a card for its viewers, or else by its public name."""
    kind = visible_kind(desk.view.box, face)
    if kind is None:
        return m("a piece")
    return translate_word(kind.title or kind.name) if face.front is None else face_words(kind, face._replace(side=0))


def describe_carry(desk: TableInteraction) -> Words:
    """Describe the carried pieces and where they would land."""
    carry = next(iter(desk.carries), None)
    landing = None if carry is None else drag.find_landing(desk, carry)
    if carry is None or landing is None:
        return ""
    below = desk.find_piece(landing.to) if isinstance(landing.to, int) else None
    area = desk.find_area(landing.to) if isinstance(landing.to, str) else None
    location: Words = describe_position(desk, landing.position)
    if below is not None:
        location = piece_name(below)
    elif area is not None:
        location = area_title(desk, area)
    elif isinstance(landing.to, str):
        location = m("the hand")
    name = piece_name(carry.pieces[0])
    if carry.goes_under:
        # Translators: for those who hear the table: a card that is carried, and the pile under which it would go
        return m("{what}, under {where}", what=name, where=location)
    if landing.place >= 0:
        # Translators: for those who hear the table: a card would lie at that place of a hand or a row, from the left
        return m("{what}, {where}, place {n}", what=name, where=location, n=landing.place + 1)
    return m("{what}, {where}", what=name, where=location)


def describe_lines(desk: TableInteraction, max_count: int) -> Sequence[Words]:
    """Describe the table line by line, without the pieces in places."""
    keys = [
        key
        for key in reading_order(desk)
        if isinstance(key, str) or (piece := desk.find_piece(key)) is None or piece.holder is None
    ]
    return [describe_stop(desk, key) for key in keys[:max_count]]
