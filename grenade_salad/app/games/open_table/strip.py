"""The hand strip at the lower edge: whose it is, where its cards are, and what is drawn of them.

Faces are drawn here alone, and only while the strip is open.
"""

from __future__ import annotations

from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.app.games.open_table.lying import HIDDEN, hand_name, kind_of
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    BRASS_LIGHT,
    INK,
    INK_SOFT,
    PAPER_SHADE,
    SMALL,
    TEXT,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.text import Words, m

_HEAD = 168.0
"""Units at the left that say whose hand it is."""


def count(desk: Desk) -> int:
    """How many cards the strip has, which is no secret."""
    if desk.seat is None:
        return 0
    return desk.view.looks[desk.seat] if desk.looking() else desk.hand_count


def card_boxes(desk: Desk) -> list[Rect]:
    """Where the cards are, from the left; they overlap if they must."""
    box, number = desk.strip.box, count(desk)
    high = box.height - 16
    wide = high * _shape(desk)
    head = min(_HEAD, box.width * 0.3)
    room = box.width - head - 16
    step = min(wide + 8, (room - wide) / max(1, number - 1))
    return [Rect(box.x + head + index * step, box.y + 8, wide, high) for index in range(number)]


def _shape(desk: Desk) -> float:
    """Width for height of what is held, as far as everybody knows it: that of the box's first card."""
    kind = _usual(desk)
    return 63 / 88 if kind is None else min(1.0, kind.size[0] / kind.size[1])


def _usual(desk: Desk) -> Kind | None:
    return next((one for one in desk.view.box.kinds if one.piece == "card"), None)


def card_at(desk: Desk, at: Point) -> int | None:
    """The card of the strip at a point, from the left; the one on top where they overlap."""
    boxes = card_boxes(desk)
    return next((index for index in reversed(range(len(boxes))) if boxes[index].collidepoint(at)), None)


def words(desk: Desk) -> tuple[Words, Words]:
    """What stands beside the cards: whose they are, and how they are seen."""
    assert desk.seat is not None
    name, number = desk.table.names[desk.seat], count(desk)
    if desk.looking():
        # Translators: beside the cards that somebody looks through
        title: Words = m("{who} looks at {n} card", "{who} looks at {n} cards", who=name, n=number)
    else:
        title = m("{who}: {n} in the hand", who=name, n=number)
    if desk.table.viewer == desk.seat or not number:
        return title, ""
    # Translators: beside closed cards; Space is the key
    return title, m("Let go to close") if desk.strip_open else m("Hold Space, or hold here, to look")


def draw(canvas: Canvas, desk: Desk) -> None:
    """The strip; closed, it shows backs."""
    box = desk.strip.box
    if desk.seat is None or not desk.hand or box.width <= 0:
        return
    canvas.paper(box, PAPER_SHADE, 10)
    badge = Rect(box.x + 10, box.y + 10, 30, 30)
    canvas.fill(badge, seat_colour(desk.seat), 7)
    canvas.picture(seat_mark(desk.seat), badge.inflate(-10, -10), seat_ink(desk.seat))
    title, how = words(desk)
    head = min(_HEAD, box.width * 0.3) - 16
    used = canvas.paragraph(title, Rect(box.x + 48, box.y + 8, head - 44, 40), TEXT * 0.9, INK, bold=True)
    if how and used < box.height - 40:
        canvas.block(how, Rect(box.x + 10, box.y + 12 + max(34, used), head, box.bottom - box.y - 50), SMALL, INK_SOFT)
    faces = _faces(desk)
    lifted = {press.card for press in desk.hands.values() if press.in_strip and press.carry is not None}
    with canvas.clipped(box):
        for index, (face, rect) in enumerate(zip(faces, card_boxes(desk), strict=False)):
            if index in lifted:
                continue
            raised = rect.move(0, -5) if index == desk.card else rect
            draw_piece(canvas, _kind(desk, face), face, raised.center, _fitted(desk, face, raised), files=desk.files)
            if index == desk.card:
                canvas.frame(raised.inflate(4, 4), BRASS_LIGHT, 3, 6)


def _faces(desk: Desk) -> tuple[Face, ...]:
    if desk.strip_open:
        return tuple(
            face if face.front is None else face._replace(side=max(0, face.side)) for face in desk.secret_faces()
        )
    return (HIDDEN,) * count(desk)


def _kind(desk: Desk, face: Face) -> Kind | None:
    kind = kind_of(desk.view.box, face)
    return _usual(desk) if kind is None else kind


def _fitted(desk: Desk, face: Face, box: Rect) -> tuple[float, float]:
    """As large as its kind's form fits in the box."""
    kind = _kind(desk, face)
    if kind is None:
        return box.width, box.height
    share = min(box.width / kind.size[0], box.height / kind.size[1])
    return kind.size[0] * share, kind.size[1] * share


def draw_hand(canvas: Canvas, desk: Desk, box: Rect, seat: int) -> None:
    """The hand of a seat under an open cover, for its own eyes."""
    view = desk.table.match.state.view(seat)
    assert isinstance(view, TableView)
    faces = desk.faces_for(view, hand_name(view, desk.seats, seat))
    wide = box.height * _shape(desk)
    step = min(wide + 8, (box.width - wide) / max(1, len(faces) - 1))
    for index, face in enumerate(faces):
        rect, shown = Rect(box.x + index * step, box.y, wide, box.height), face._replace(side=max(0, face.side))
        draw_piece(canvas, _kind(desk, face), shown, rect.center, _fitted(desk, face, rect), files=desk.files)
