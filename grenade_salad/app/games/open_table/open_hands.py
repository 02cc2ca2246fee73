"""Open hands, such as a dummy's, in a row at the upper edge of the table.

Everybody sees them. A hand that is in the strip is not drawn here as well.
"""

from __future__ import annotations

from grenade_salad.app.games.open_table.interaction import USUAL_CARD_SIZE, TableInteraction
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, PAPER, SMALL, seat_colour
from grenade_salad.games.open_table.placed_pieces import find_hand_name, visible_kind
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import m

_HEIGHT = 82.0
"""Height in units of the cards with the space around them."""
_NAME_HEIGHT = 22.0
"""Height in units of the line above them."""
_MIN_WIDTH = 170.0
"""Minimum width in units of a hand, for the name above it."""


def open_hand_faces(desk: TableInteraction, seat: int | None) -> tuple[Face, ...]:
    """Return the faces that everybody sees of an open hand, from the left.

    Empty for a hand that is not open.
    """
    name = "" if seat is None else find_hand_name(desk.view, desk.seats, seat)
    holder = desk.view.holder(name) if name else None
    if holder is None or not holder.open:
        return ()
    return holder.inside if isinstance(holder.inside, tuple) else ()


def draw(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the open hands of the seats that do not have the strip, side by side."""
    open_seats = [seat for seat in range(desk.seats) if seat != desk.seat and open_hand_faces(desk, seat)]
    if not open_seats:
        return
    area = desk.camera.rect
    slot_width = (area.width - 8) / len(open_seats)
    for index, seat in enumerate(open_seats):
        width = max(_MIN_WIDTH, 12 + len(open_hand_faces(desk, seat)) * _card_width(_HEIGHT))
        box = Rect(area.x + 8 + index * slot_width, area.y + 4, min(slot_width - 8, width), _HEIGHT + _NAME_HEIGHT)
        _draw_row(canvas, desk, seat, box)


def _card_width(height: float) -> float:
    """Return the width of a card of usual proportions."""
    return height * USUAL_CARD_SIZE[0] / USUAL_CARD_SIZE[1]


def _draw_row(canvas: Canvas, desk: TableInteraction, seat: int, box: Rect) -> None:
    canvas.fill(box, BLACK, 8, alpha=110)
    canvas.fill(Rect(box.x + 8, box.y + 5, 12, 12), seat_colour(seat), 3)
    # Translators: over the cards of a hand that lies open, as a dummy's
    words = m("{who}'s open hand", who=desk.table.controller.names[seat])
    canvas.text(words, (box.x + 26, box.y + 2), SMALL, PAPER, bold=True, max_width=box.width - 32)
    faces = open_hand_faces(desk, seat)
    card_height, card_width = _HEIGHT - 8, _card_width(_HEIGHT - 8)
    step = min(card_width + 4, (box.width - 12 - card_width) / max(1, len(faces) - 1))
    for index, face in enumerate(faces):
        kind = visible_kind(desk.view.box, face)
        size = (card_width, card_height) if kind is None else kind.size
        share = min(card_width / size[0], card_height / size[1])
        visible_face = face if face.front is None else face._replace(side=max(0, face.side))
        middle = box.x + 6 + card_width / 2 + index * step, box.y + _NAME_HEIGHT + card_height / 2
        draw_piece(canvas, kind, visible_face, middle, (size[0] * share, size[1] * share), files=desk.files)
