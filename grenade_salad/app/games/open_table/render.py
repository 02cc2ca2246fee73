"""Draws the table and what lies on it, from the desk; the hand is in hand_strip.py, what is chosen in panel.py."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import cos, pi, sin

from grenade_salad.app.games.open_table import badges, drag
from grenade_salad.app.games.open_table.hits import has_different_pieces, hit, layers_of, middle_of
from grenade_salad.app.games.open_table.interaction import HOLD, SLOP, Carry, Desk, Flight, framed
from grenade_salad.app.games.open_table.pictures import LARGEST, draw_piece, words_of
from grenade_salad.app.games.open_table.piece_batches import draw_many
from grenade_salad.app.games.open_table.tabletop_picture import area_box, draw_areas, draw_ground, draw_walls
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, BRASS, BRASS_LIGHT, INK, PAPER, SMALL, TEXT
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.placed_pieces import Lying
from grenade_salad.games.open_table.view import Face
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m

LIFT = 14.0
"""Units that what is carried is held above the table."""


def draw(canvas: Canvas, desk: Desk) -> None:
    """The table, and what is above it."""
    camera = desk.camera
    with canvas.clipped(camera.rect):
        draw_ground(canvas, desk)
        for one in desk.things:
            if one.shape == "board":
                _lying(canvas, desk, one)
        draw_walls(canvas, desk)
        draw_areas(canvas, desk)
        _targets(canvas, desk)
        if not desk.bare:
            draw_loose(canvas, desk)
        for press in desk.hands.values():
            if press.does == "frame":
                canvas.frame(framed(press), BRASS_LIGHT, 2, 3)


def draw_loose(canvas: Canvas, desk: Desk) -> None:
    """All that lies on the boards and on the table itself."""
    special = frozenset((*desk.chosen, *desk.hidden, *desk.rolling))
    quick = bool(desk.poses) or "numpy" in sys.modules
    largest = LARGEST / (desk.camera.scale * canvas.factor) if quick else 0.0
    for plain, ones in desk.sorts.groups(desk.things, special, largest):
        if plain:
            draw_many(canvas, desk.camera, ones, desk.poses, desk.sorts, desk.files)
        else:
            for one in ones:
                _lying(canvas, desk, one)
    for one in desk.things:
        if one.name and one.key not in desk.hidden:
            badges.draw_name(canvas, desk, one)


def draw_above(canvas: Canvas, desk: Desk) -> None:
    """What is in the air, over panels and strip too."""
    for flight in desk.flights:
        if flight.lying.shape in ("card", ""):
            _flight(canvas, desk, flight)
        else:
            with canvas.clipped(desk.camera.rect):
                _flight(canvas, desk, flight)
    for carry in desk.landed:
        _carry(canvas, desk, carry, 0.0)
    badges.draw_hint(canvas, desk)
    for press in desk.hands.values():
        if press.carry is not None:
            to = drag.landing(desk, press.carry)
            if to is not None and (gap := drag.gap_box(desk, to)) is not None:
                canvas.fill(gap, BRASS, 3)
            _carry(canvas, desk, press.carry, LIFT)
        elif (
            press.button == 1
            and press.lying is not None
            and not press.moved
            and has_different_pieces(desk, press.lying)
        ):
            _hold_ring(canvas, press.at, press.time)


def _size(desk: Desk, one: Lying) -> tuple[float, float]:
    return one.size[0] * desk.camera.scale, one.size[1] * desk.camera.scale


def _lying(canvas: Canvas, desk: Desk, one: Lying) -> None:
    if one.key in desk.hidden and not one.stack:
        return
    if one.key in desk.hidden and any(one.key in carry.what for carry in _carries(desk)):
        return
    if isinstance(one.key, int) and (pose := desk.poses.get(one.key)) is not None:
        one = replace(one, at=pose[:2], angle=pose[2])
    centre, size = desk.camera.to_screen(one.at), _size(desk, one)
    reach = max(size)
    if not desk.camera.rect.inflate(2 * reach, 2 * reach).collidepoint(centre):
        return
    layers = layers_of(one)
    face, lift = one.face, 0.0
    if isinstance(one.key, int) and (rolled := desk.rolling.get(one.key)) is not None:
        face, lift = face._replace(side=rolled[0]), rolled[1] * size[0]
    draw_piece(canvas, one.kind, face, centre, size, one.angle, lift, layers, desk.files)
    if one.key in desk.chosen:
        _ring(canvas, one, middle_of(desk, one), size)
    if badges.shown(one, size[0]):
        badges.draw_badge(canvas, one.count, badges.box_of(desk, one).center)
    if one.locked and one.shape not in ("board", "pawn") and size[0] > 16:
        canvas.circle((centre[0] - size[0] / 2, centre[1] - size[1] / 2), 4, INK)


def _carries(desk: Desk) -> list[Carry]:
    return [*desk.landed, *(press.carry for press in desk.hands.values() if press.carry is not None)]


def _ring(canvas: Canvas, one: Lying, centre: tuple[float, float], size: tuple[float, float]) -> None:
    """The brass around what is chosen."""
    if one.shape in ("disc", "pawn"):
        canvas.circle(centre, max(size) / 2 + 4, BRASS_LIGHT, 3)
        return
    if abs(one.angle % (pi / 2)) < 0.02 or abs(one.angle % (pi / 2)) > pi / 2 - 0.02:
        wide, high = size if abs(one.angle % pi) < 0.02 or abs(one.angle % pi) > pi - 0.02 else size[::-1]
        canvas.frame(Rect(centre[0] - wide / 2 - 4, centre[1] - high / 2 - 4, wide + 8, high + 8), BRASS_LIGHT, 3, 6)
        return
    canvas.circle(centre, max(size) / 2 + 4, BRASS_LIGHT, 3)


def _flight(canvas: Canvas, desk: Desk, flight: Flight) -> None:
    one, share = flight.lying, flight.share
    if share <= 0.0 < flight.begins:
        return
    at = tuple(start + (end - start) * share for start, end in zip(flight.start, flight.end, strict=True))
    angle = flight.angles[0] + (flight.angles[1] - flight.angles[0]) * share
    face = one.face
    if one.shape == "die" and one.kind is not None and share < 1:
        face = face._replace(side=int(share * 13) % len(one.kind.fronts))
    slides = one.shape in ("disc", "cube", "pawn", "die") and not flight.lifted
    high = 0.0 if slides else LIFT * 4 * share * (1 - share)
    # In few steps, whose pictures are kept: cards that are dealt pass through the same ones.
    grown = 1.0 + (flight.grows - 1.0) * round(share * 8) / 8
    size = _size(desk, one)
    size = size[0] * grown, size[1] * grown
    draw_piece(canvas, one.kind, face, (at[0], at[1]), size, angle, high, layers_of(one), desk.files)


def _carry(canvas: Canvas, desk: Desk, carry: Carry, lift: float) -> None:
    """What is carried: its first piece at the pointer, the others as far from it as they lay."""
    middle = carry.at[0] - carry.grip[0], carry.at[1] - carry.grip[1]
    poses = drag.poses_of(carry, (0.0, 0.0))
    for one, (across, up, angle) in zip(reversed(carry.lying), reversed(poses), strict=True):
        at = middle[0] + across * desk.camera.scale, middle[1] - up * desk.camera.scale
        size = _size(desk, one)
        draw_piece(canvas, one.kind, one.face, at, size, angle, lift, layers_of(one), desk.files)
        if one.count > 1 and not one.bag:
            badges.draw_badge(canvas, one.count, (at[0] + 8, at[1] - 20))
    if lift:
        _says(canvas, desk, carry, middle)


def _says(canvas: Canvas, desk: Desk, carry: Carry, at: tuple[float, float]) -> None:
    """Beside what is carried: which side it lands on, if nobody else knows it, and that it goes under."""
    words: Words = ""
    if carry.under:
        # Translators: beside a card that is held over a stack: it goes to its bottom
        words = m("goes under")
    elif carry.by_keys and carry.over is not None:
        # Translators: beside a card that is carried over a stack; {key} is a key, M mostly: it goes to its bottom
        words = m("goes on top ({key}: under)", key=desk.table.app.settings.key_words("carry"))
    elif carry.secret and not _over_hand(desk, carry):
        # Translators: beside a card that somebody carries out of their hand; {key} is a key, F mostly
        key = desk.table.app.settings.key_words("flip")
        words = m("lands face up ({key})", key=key) if carry.side == "up" else m("lands face down ({key})", key=key)
    if not words:
        return
    wide = canvas.width(words, SMALL, bold=True) + 16
    high = _size(desk, carry.lying[0])[1]
    box = Rect(at[0] - wide / 2, at[1] - high / 2 - 42, wide, 26)
    canvas.fill(box, INK, 6)
    canvas.text(words, box.center, SMALL, PAPER, bold=True, anchor="center")


def _over_hand(desk: Desk, carry: Carry) -> bool:
    """Whether it would land in a hand, where no side is up."""
    to = drag.landing(desk, carry)
    seen = desk.view.holder(to.to) if to is not None and isinstance(to.to, str) else None
    return seen is not None and desk.view.box.holders_for(desk.seats)[seen.name].secret == "hand"


def _targets(canvas: Canvas, desk: Desk) -> None:
    """Holders and snap points light up before one lets go."""
    for press in desk.hands.values():
        if press.carry is None:
            continue
        to = drag.landing(desk, press.carry)
        for area in desk.areas:
            if press.carry.snaps:
                canvas.frame(area_box(desk, area).inflate(6, 6), BRASS, 2, 8)
        if to is None:
            continue
        if isinstance(to.to, str) and (found := desk.area(to.to)) is not None:
            canvas.fill(area_box(desk, found), BRASS_LIGHT, 6, alpha=110)
        elif to.snapped:
            canvas.circle(desk.camera.to_screen(to.at), 14, BRASS_LIGHT, 4)
        elif isinstance(to.to, int) and (one := desk.thing(to.to)) is not None:
            _ring(canvas, one, middle_of(desk, one), _size(desk, one))


def _hold_ring(canvas: Canvas, at: tuple[float, float], time: float) -> None:
    """It fills while a press is held; full, it takes the whole stack."""
    share = min(1.0, time / HOLD)
    if share < 0.25:
        return
    canvas.circle(at, 20, BLACK, 6, alpha=90)
    steps = max(1, round(24 * share))
    for step in range(steps):
        way = pi / 2 - 2 * pi * step / 24
        canvas.circle((at[0] + 18 * cos(way), at[1] - 18 * sin(way)), 3, BRASS_LIGHT)


def draw_reading(canvas: Canvas, desk: Desk) -> None:
    """What is under the pointer, at 60 % of the window's height; face down, its back."""
    one = hit(desk, desk.things, desk.pointer, SLOP, boards=True)
    if one is None or not desk.camera.rect.collidepoint(desk.pointer):
        return
    canvas.fill(canvas.area, BLACK, alpha=110)
    with canvas.turned(canvas.area, desk.faces) as inner:
        size = inner.size
        high = size[1] * 0.6
        wide = high * one.size[0] / one.size[1]
        if wide > size[0] * 0.8:
            wide, high = size[0] * 0.8, size[0] * 0.8 * one.size[1] / one.size[0]
        middle = size[0] / 2, size[1] / 2
        draw_piece(inner, one.kind, one.face, middle, (wide, high), lift=10, files=desk.files)
        words, room = name_of(desk, one), size[0] * 0.9
        plate = Rect(0, 0, min(inner.width(words, TEXT, bold=True), room) + 20, TEXT * LEADING + 8)
        plate.midtop = middle[0], min(middle[1] + high / 2 + 18, size[1] - plate.height)
        inner.fill(plate, INK, 8)  # it may lie over the strip, or over buttons, with words of their own
        inner.text(words, plate.center, TEXT, PAPER, bold=True, anchor="center", wide=room)


def name_of(desk: Desk, one: Lying) -> Words:
    """What a piece is called, as far as it is seen."""
    if one.kind is None:
        return m("a piece")
    if one.face.side < 0 and one.kind.piece == "card":
        return called(one.kind.title or one.kind.name)
    return face_words(one.kind, one.face)


def face_words(kind: Kind, face: Face) -> Words:
    """What stands on the side that is seen, as people say it."""
    return called(words_of(kind, face) or kind.title or kind.name)
