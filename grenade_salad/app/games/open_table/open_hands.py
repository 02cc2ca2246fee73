"""Hands that lie open, a dummy's: seen by all, in a row at the upper edge of the table while somebody else plays."""

from __future__ import annotations

from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, PAPER, SMALL, seat_colour
from grenade_salad.games.open_table.placed_pieces import hand_name, kind_of
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import m

_HIGH = 82.0
_NAME = 22.0


def faces_of(desk: Desk, seat: int | None) -> tuple[Face, ...]:
    """What everybody sees of an open hand, from the left; nothing of one that is not open."""
    name = "" if seat is None else hand_name(desk.view, desk.seats, seat)
    seen = desk.view.holder(name) if name else None
    if seen is None or not seen.open:
        return ()
    return seen.inside if isinstance(seen.inside, tuple) else ()


def draw(canvas: Canvas, desk: Desk) -> None:
    """The open hands of those who do not have the strip, beside each other."""
    open_ones = [seat for seat in range(desk.seats) if seat != desk.seat and faces_of(desk, seat)]
    if not open_ones:
        return
    area = desk.camera.rect
    each = (area.width - 8) / len(open_ones)
    for index, seat in enumerate(open_ones):
        wide = max(170.0, 12 + len(faces_of(desk, seat)) * (_HIGH * 63 / 88))
        box = Rect(area.x + 8 + index * each, area.y + 4, min(each - 8, wide), _HIGH + _NAME)
        _row(canvas, desk, seat, box)


def _row(canvas: Canvas, desk: Desk, seat: int, box: Rect) -> None:
    canvas.fill(box, BLACK, 8, alpha=110)
    canvas.fill(Rect(box.x + 8, box.y + 5, 12, 12), seat_colour(seat), 3)
    # Translators: over the cards of a hand that lies open, as a dummy's
    words = m("{who}'s open hand", who=desk.table.names[seat])
    canvas.text(words, (box.x + 26, box.y + 2), SMALL, PAPER, bold=True, wide=box.width - 32)
    faces = faces_of(desk, seat)
    high = _HIGH - 8
    wide = high * 63 / 88
    step = min(wide + 4, (box.width - 12 - wide) / max(1, len(faces) - 1))
    for at, face in enumerate(faces):
        kind = kind_of(desk.view.box, face)
        size = (wide, high) if kind is None else kind.size
        share = min(wide / size[0], high / size[1])
        shown = face if face.front is None else face._replace(side=max(0, face.side))
        middle = box.x + 6 + wide / 2 + at * step, box.y + _NAME + high / 2
        draw_piece(canvas, kind, shown, middle, (size[0] * share, size[1] * share), files=desk.files)
