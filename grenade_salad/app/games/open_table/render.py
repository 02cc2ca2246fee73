"""Draws the table and the pieces on it.

The hand is drawn in `hand_strip`, the selection in `panel`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import cos, pi, sin

from grenade_salad.app.games.open_table import badges, drag
from grenade_salad.app.games.open_table.hits import count_layers, drawn_middle, find_hit, has_different_pieces
from grenade_salad.app.games.open_table.interaction import (
    CLICK_DISTANCE,
    HOLD_SECONDS,
    Drag,
    Flight,
    TableInteraction,
    frame_box,
)
from grenade_salad.app.games.open_table.pictures import LARGEST, coded_face_text, draw_piece
from grenade_salad.app.games.open_table.piece_batches import draw_pieces
from grenade_salad.app.games.open_table.tabletop_picture import area_box, draw_areas, draw_ground, draw_walls
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, BRASS, BRASS_LIGHT, INK, PAPER, SMALL, TEXT
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.placed_pieces import PlacedPiece
from grenade_salad.games.open_table.view import Face
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m

_LIFT = 14.0
"""Height above the table of what is carried, in units."""
_FLIGHT_LIFT = 4 * _LIFT
"""Factor of `share * (1 - share)`: a flight has the same height in its middle."""
_SCALE_STEPS = 8
"""Number of sizes that a flying piece passes through, whose pictures are cached."""
_ROLL_SIDES = 13
"""Number of sides that a flying die shows, one after another."""
_UPRIGHT = 0.02
"""Radians from a right angle within which the ring around a piece is a rectangle."""
_MIN_LOCK_WIDTH = 16.0
"""Units that a locked piece must be wide to have a mark."""
_RING_DOTS = 24
"""Number of dots of a full ring around a held press."""
_MIN_RING_SHARE = 0.25
"""Share of the holding time after which the ring is drawn: no click shows it."""


def draw(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the table and what is on it."""
    camera = desk.camera
    with canvas.clipped(camera.rect):
        draw_ground(canvas, desk)
        for piece in desk.pieces:
            if piece.shape == "board":
                _draw_placed_piece(canvas, desk, piece)
        draw_walls(canvas, desk)
        draw_areas(canvas, desk)
        _draw_targets(canvas, desk)
        if not desk.hides_loose:
            draw_loose(canvas, desk)
        for press in desk.presses.values():
            if press.mode == "frame":
                canvas.frame(frame_box(press), BRASS_LIGHT, 2, 3)


def list_parts(desk: TableInteraction) -> Iterator[Callable[[Canvas], None]]:
    """Yield functions that draw parts of the table at rest.

    Together they need the same pictures as `draw`.
    """
    yield partial(draw_ground, desk=desk)
    for piece in desk.pieces:
        if piece.shape == "board":  # It may be as large as the table: its picture is one part, its shadow another.
            yield partial(_draw_placed_piece, desk=desk, piece=piece, casts_shadow=False)
        yield partial(_draw_placed_piece, desk=desk, piece=piece)
    yield partial(draw_walls, desk=desk)
    yield partial(draw_areas, desk=desk)


def draw_loose(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw all loose pieces on the boards and on the table."""
    special = frozenset((*desk.chosen, *desk.hidden_keys, *desk.rolling))
    # Batches need numpy, which is imported only when pieces slide: at rest, they are drawn one by one until then.
    in_batches = bool(desk.poses) or "numpy" in sys.modules
    largest = LARGEST / (desk.camera.scale * canvas.factor) if in_batches else 0.0
    for plain, pieces in desk.appearances.groups(desk.pieces, special, largest):
        if plain:
            draw_pieces(canvas, desk.camera, pieces, desk.poses, desk.appearances, desk.files)
        else:
            for piece in pieces:
                _draw_placed_piece(canvas, desk, piece)
    for piece in desk.pieces:
        if piece.name and piece.key not in desk.hidden_keys:
            badges.draw_name(canvas, desk, piece)


def draw_above(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw what is in the air, over panels and strip, too."""
    for flight in desk.flights:
        if flight.piece.shape in ("card", ""):
            _draw_flight(canvas, desk, flight)
        else:
            with canvas.clipped(desk.camera.rect):
                _draw_flight(canvas, desk, flight)
    for carry in desk.landed:
        _draw_drag(canvas, desk, carry, 0.0)
    badges.draw_hint(canvas, desk)
    for press in desk.presses.values():
        if press.carry is not None:
            target = drag.find_landing(desk, press.carry)
            if target is not None and (gap := drag.gap_box(desk, target)) is not None:
                canvas.fill(gap, BRASS, 3)
            _draw_drag(canvas, desk, press.carry, _LIFT)
        elif (
            press.button == 1
            and press.piece is not None
            and not press.has_moved
            and has_different_pieces(desk, press.piece)
        ):
            _draw_hold_ring(canvas, press.position, press.time)


def _screen_size(desk: TableInteraction, piece: PlacedPiece) -> tuple[float, float]:
    return piece.size[0] * desk.camera.scale, piece.size[1] * desk.camera.scale


def _draw_placed_piece(canvas: Canvas, desk: TableInteraction, piece: PlacedPiece, casts_shadow: bool = True) -> None:
    if piece.key in desk.hidden_keys and not piece.is_stack:
        return
    carries = (*desk.landed, *desk.carries)
    if piece.key in desk.hidden_keys and any(piece.key in carry.piece_ids for carry in carries):
        return
    if isinstance(piece.key, int) and (pose := desk.poses.get(piece.key)) is not None:
        piece = replace(piece, position=pose[:2], angle=pose[2])
    centre, size = desk.camera.to_screen(piece.position), _screen_size(desk, piece)
    reach = max(size)
    if not desk.camera.rect.inflate(2 * reach, 2 * reach).collidepoint(centre):
        return
    layers = count_layers(piece)
    face, lift = piece.face, 0.0
    if isinstance(piece.key, int) and (rolled := desk.rolling.get(piece.key)) is not None:
        face, lift = face._replace(side=rolled[0]), rolled[1] * size[0]
    draw_piece(canvas, piece.kind, face, centre, size, piece.angle, lift, layers, desk.files, casts_shadow)
    if piece.key in desk.chosen:
        _draw_ring(canvas, piece, drawn_middle(desk, piece), size)
    if badges.has_badge(piece, size[0]):
        badges.draw_badge(canvas, piece.count, badges.badge_box(desk, piece).center)
    if piece.locked and piece.shape not in ("board", "pawn") and size[0] > _MIN_LOCK_WIDTH:
        canvas.circle((centre[0] - size[0] / 2, centre[1] - size[1] / 2), 4, INK)


def _draw_ring(canvas: Canvas, piece: PlacedPiece, centre: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw the brass ring around a selected piece."""
    quarters, rest = divmod(piece.angle + _UPRIGHT, pi / 2)
    if piece.shape in ("disc", "pawn") or rest > 2 * _UPRIGHT:
        canvas.circle(centre, max(size) / 2 + 4, BRASS_LIGHT, 3)
        return
    width, height = size[::-1] if quarters % 2 else size
    canvas.frame(Rect(centre[0] - width / 2 - 4, centre[1] - height / 2 - 4, width + 8, height + 8), BRASS_LIGHT, 3, 6)


def _draw_flight(canvas: Canvas, desk: TableInteraction, flight: Flight) -> None:
    piece, share = flight.piece, flight.share
    if share <= 0.0 < flight.start_share:
        return
    position = tuple(start + (end - start) * share for start, end in zip(flight.start, flight.end, strict=True))
    angle = flight.angles[0] + (flight.angles[1] - flight.angles[0]) * share
    face = piece.face
    if piece.shape == "die" and piece.kind is not None and share < 1:
        face = face._replace(side=int(share * _ROLL_SIDES) % len(piece.kind.fronts))
    slides = piece.shape in ("disc", "cube", "pawn", "die") and not flight.is_lifted
    lift = 0.0 if slides else _FLIGHT_LIFT * share * (1 - share)
    # The size changes in few steps, whose pictures are cached: dealt cards pass through the same ones.
    scale = 1.0 + (flight.end_scale - 1.0) * round(share * _SCALE_STEPS) / _SCALE_STEPS
    size = _screen_size(desk, piece)
    size = size[0] * scale, size[1] * scale
    draw_piece(canvas, piece.kind, face, (position[0], position[1]), size, angle, lift, count_layers(piece), desk.files)


def _draw_drag(canvas: Canvas, desk: TableInteraction, carry: Drag, lift: float) -> None:
    """Draw what is carried, with its first piece at the pointer.

    The others keep their distance from it.
    """
    middle = carry.position[0] - carry.grip[0], carry.position[1] - carry.grip[1]
    poses = drag.carried_poses(carry, (0.0, 0.0))
    for piece, (across, up, angle) in zip(reversed(carry.pieces), reversed(poses), strict=True):
        position = middle[0] + across * desk.camera.scale, middle[1] - up * desk.camera.scale
        size = _screen_size(desk, piece)
        draw_piece(canvas, piece.kind, piece.face, position, size, angle, lift, count_layers(piece), desk.files)
        if piece.count > 1 and not piece.is_bag:
            badges.draw_badge(canvas, piece.count, (position[0] + 8, position[1] - 20))
    if lift:
        _draw_drag_label(canvas, desk, carry, middle)


def _draw_drag_label(canvas: Canvas, desk: TableInteraction, carry: Drag, centre: tuple[float, float]) -> None:
    """Draw beside a drag that it goes under, or which side a secret card lands on."""
    words: Words = ""
    if carry.goes_under:
        # Translators: beside a card that is held over a stack: it goes to its bottom
        words = m("goes under")
    elif carry.is_hanging and carry.target is not None:
        # Translators: beside a card that is carried over a stack; {key} is a key, M mostly: it goes to its bottom
        words = m("goes on top ({key}: under)", key=desk.table.app.settings.key_name("carry"))
    elif carry.is_secret and not _is_over_hand(desk, carry):
        # Translators: beside a card that somebody carries out of their hand; {key} is a key, F mostly
        key = desk.table.app.settings.key_name("flip")
        words = (
            m("lands face up ({key})", key=key) if carry.landing_side == "up" else m("lands face down ({key})", key=key)
        )
    if not words:
        return
    width = canvas.width(words, SMALL, bold=True) + 16
    height = _screen_size(desk, carry.pieces[0])[1]
    badges.draw_plate(canvas, words, Rect(centre[0] - width / 2, centre[1] - height / 2 - 42, width, 26))


def _is_over_hand(desk: TableInteraction, carry: Drag) -> bool:
    """True if it would be put into a hand, where no side is up."""
    target = drag.find_landing(desk, carry)
    holder = desk.view.holder(target.to) if target is not None and isinstance(target.to, str) else None
    return holder is not None and desk.view.box.holders_for(desk.seats)[holder.name].secret == "hand"


def _draw_targets(canvas: Canvas, desk: TableInteraction) -> None:
    """Highlight the holders and the target of each drag."""
    for carry in desk.carries:
        target = drag.find_landing(desk, carry)
        for area in desk.areas:
            if carry.snaps:
                canvas.frame(area_box(desk, area).inflate(6, 6), BRASS, 2, 8)
        if target is None:
            continue
        if isinstance(target.to, str) and (target_area := desk.find_area(target.to)) is not None:
            canvas.fill(area_box(desk, target_area), BRASS_LIGHT, 6, alpha=110)
        elif target.is_snapped:
            canvas.circle(desk.camera.to_screen(target.position), 14, BRASS_LIGHT, 4)
        elif isinstance(target.to, int) and (piece := desk.find_piece(target.to)) is not None:
            _draw_ring(canvas, piece, drawn_middle(desk, piece), _screen_size(desk, piece))


def _draw_hold_ring(canvas: Canvas, centre: tuple[float, float], time: float) -> None:
    """Draw the ring that fills while a press is held. Full, it takes the whole stack."""
    share = min(1.0, time / HOLD_SECONDS)
    if share < _MIN_RING_SHARE:
        return
    canvas.circle(centre, 20, BLACK, 6, alpha=90)
    for dot in range(max(1, round(_RING_DOTS * share))):
        angle = pi / 2 - 2 * pi * dot / _RING_DOTS
        canvas.circle((centre[0] + 18 * cos(angle), centre[1] - 18 * sin(angle)), 3, BRASS_LIGHT)


def draw_reading(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the piece under the pointer at 60 % of the window's height.

    Of one that is face down it shows the back.
    """
    piece = find_hit(desk, desk.pieces, desk.pointer, CLICK_DISTANCE, boards=True)
    if piece is None or not desk.camera.rect.collidepoint(desk.pointer):
        return
    canvas.fill(canvas.area, BLACK, alpha=110)
    with canvas.rotated(canvas.area, desk.reading_quarters) as inner:
        size = inner.size
        height = size[1] * 0.6
        width = height * piece.size[0] / piece.size[1]
        if width > size[0] * 0.8:
            width, height = size[0] * 0.8, size[0] * 0.8 * piece.size[1] / piece.size[0]
        middle = size[0] / 2, size[1] / 2
        draw_piece(inner, piece.kind, piece.face, middle, (width, height), lift=10, files=desk.files)
        words, max_width = piece_name(piece), size[0] * 0.9
        plate = Rect(0, 0, min(inner.width(words, TEXT, bold=True), max_width) + 20, TEXT * LEADING + 8)
        plate.midtop = middle[0], min(middle[1] + height / 2 + 18, size[1] - plate.height)
        inner.fill(plate, INK, 8)  # The plate may cover the strip or buttons, which have text of their own.
        inner.text(words, plate.center, TEXT, PAPER, bold=True, anchor="center", max_width=max_width)


def piece_name(piece: PlacedPiece) -> Words:
    """Return the name of a piece, as far as its visible side tells it."""
    if piece.kind is None:
        return m("a piece")
    if piece.face.side < 0 and piece.kind.piece == "card":
        return translate_word(piece.kind.title or piece.kind.name)
    return face_words(piece.kind, piece.face)


def face_words(kind: Kind, face: Face) -> Words:
    """Return the text on the visible side, as people say it."""
    return translate_word(coded_face_text(kind, face) or kind.title or kind.name)
