"""The open table for those who hear it: places first, then the pieces in them, then what lies by itself, by its place.

The upper edge of the table is north. A board whose points are a grid has squares with names.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from grenade_salad.app.games.open_table import drag
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.render import face_words, name_of
from grenade_salad.app.games.open_table.tabletop_picture import title_of
from grenade_salad.app.ui.compass import way
from grenade_salad.games.open_table.box import Point
from grenade_salad.games.open_table.placed_pieces import Area, Key, Lying, kind_of
from grenade_salad.games.open_table.squares import square
from grenade_salad.games.open_table.view import Face
from grenade_salad.games.open_table.words import called, stack_of
from grenade_salad.text import Words, m

PLACES = 12
"""Places that come first; the others come last."""
_LINE = 40.0
"""Millimetres of height that are one line of reading."""


def order(desk: Desk) -> list[Key]:
    """All stops in the order of reading."""
    there = [area.holder.name for area in desk.areas]
    inside = [one.key for one in desk.things if one.holder is not None and isinstance(one.key, int)]
    loose = [one for one in desk.things if one.holder is None and one.shape != "board"]
    by_place = [one.key for one in sorted(loose, key=lambda one: (-round(one.at[1] / _LINE), one.at[0]))]
    return [*there[:PLACES], *inside, *by_place, *there[PLACES:]]


def words_of(desk: Desk, key: Key) -> Words:
    """A stop in one line; nothing if it is not there any more."""
    area, one = desk.area(key) if isinstance(key, str) else None, desk.thing(key)
    if area is not None:
        return _of_place(desk, area, one)
    return "" if one is None else m("{what}, {where}", what=_of_piece(desk, one), where=_where(desk, one))


def _of_place(desk: Desk, area: Area, one: Lying | None) -> Words:
    title, count = title_of(desk, area), area.seen.count
    if not count:
        # Translators: for those who hear the table: a place where nothing lies
        return m("{place}: empty", place=title)
    if one is None or one.kind is None or one.bag:
        return m("{place}: {n} piece", "{place}: {n} pieces", place=title, n=count)
    cards, hidden = one.kind.title == "a card", one.back and one.shape == "card"
    if hidden and cards:
        return m("{place}: {n} card, face down", "{place}: {n} cards, face down", place=title, n=count)
    if hidden:
        return m("{place}: {n} piece, face down", "{place}: {n} pieces, face down", place=title, n=count)
    top = name_of(desk, one)
    if cards:
        # Translators: for those who hear the table: a place, how many lie there, and what is on top
        return m("{place}: {n} card, top {what}", "{place}: {n} cards, top {what}", place=title, n=count, what=top)
    return m("{place}: {n} piece, top {what}", "{place}: {n} pieces, top {what}", place=title, n=count, what=top)


def _of_piece(desk: Desk, one: Lying) -> Words:
    if one.stack:
        return stack_of(one.name, one.count, name_of(desk, one))
    hidden = one.back and one.shape == "card"
    return m("{what}, face down", what=name_of(desk, one)) if hidden else name_of(desk, one)


def _where(desk: Desk, one: Lying) -> Words:
    area = desk.area(one.holder) if one.holder is not None else None
    return where_of(desk, one.at) if area is None else title_of(desk, area)


def where_of(desk: Desk, at: Point) -> Words:
    """A point of the table: its square, or which way it is from the middle."""
    view = desk.view
    boards = [
        (kind, (piece.x, piece.y), piece.angle)
        for piece in view.pieces
        if piece.holder is None and (kind := kind_of(view.box, piece.face)) is not None and kind.snaps
    ]
    if found := square(boards, at):
        return found
    wide, high = view.box.table
    if hypot(at[0] - wide / 2, at[1] - high / 2) < min(wide, high) / 8:
        # Translators: for those who hear the table: where something lies on it; others are "north" and "south-east"
        return m("middle", context="of the table")
    return way((wide / 2, high / 2), at)


def front_words(desk: Desk, face: Face) -> Words:
    """What is on a card, for those who may know it; else what it is called by all."""
    kind = kind_of(desk.view.box, face)
    if kind is None:
        return m("a piece")
    return called(kind.title or kind.name) if face.front is None else face_words(kind, face._replace(side=0))


def doing(desk: Desk) -> Words:
    """What is carried, and where it would lie."""
    carry = next((press.carry for press in desk.hands.values() if press.carry is not None), None)
    to = None if carry is None else drag.landing(desk, carry)
    if carry is None or to is None:
        return ""
    below = desk.thing(to.to) if isinstance(to.to, int) else None
    area = desk.area(to.to) if isinstance(to.to, str) else None
    where: Words = where_of(desk, to.at)
    if below is not None:
        where = name_of(desk, below)
    elif area is not None:
        where = title_of(desk, area)
    elif isinstance(to.to, str):
        where = m("the hand")
    if carry.under:
        # Translators: for those who hear the table: a card that is carried, and the pile under which it would go
        return m("{what}, under {where}", what=name_of(desk, carry.lying[0]), where=where)
    if to.place >= 0:
        # Translators: for those who hear the table: a card would lie at that place of a hand or a row, from the left
        return m("{what}, {where}, place {n}", what=name_of(desk, carry.lying[0]), where=where, n=to.place + 1)
    return m("{what}, {where}", what=name_of(desk, carry.lying[0]), where=where)


def lines(desk: Desk, most: int) -> Sequence[Words]:
    """The table line by line, without what lies in places."""
    found = [
        key for key in order(desk) if isinstance(key, str) or (one := desk.thing(key)) is None or one.holder is None
    ]
    return [words_of(desk, key) for key in found[:most]]
