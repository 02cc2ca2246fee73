"""A seat in a form: its colour and mark, the name, and who decides for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import ROW, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice

_GAP = 10.0
_WHO = "A person, or a machine: how well it plays, and with what style"


class SeatBadge(Widget):
    """The colour and the mark of a seat; it cannot have the focus."""

    focusable = False

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.fill(rect, seat_colour(self.seat), 8)
        inset = -rect.width * 0.36
        canvas.picture(seat_mark(self.seat), rect.inflate(inset, inset), seat_ink(self.seat))


@dataclass(frozen=True)
class SeatRow:
    """The three widgets of a seat's row."""

    badge: SeatBadge
    name: TextEntry
    controller: Choice

    @property
    def widgets(self) -> tuple[Widget, Widget, Widget]:
        """In the order of Tab."""
        return self.badge, self.name, self.controller


def seat_row(
    seat: int,
    name: str,
    suggestions: Sequence[str],
    controllers: Sequence[str],
    chosen: int,
    named: Callable[[str], None],
    seated: Callable[[int], None],
) -> SeatRow:
    """The row of a seat; `named` and `seated` get what is changed."""
    entry = TextEntry(name, named, most=16, hint="Name", suggestions=suggestions)
    return SeatRow(SeatBadge(seat), entry, Choice(controllers, chosen, seated, tip=_WHO))


def place_seats(rows: Sequence[SeatRow], wide: float, top: float) -> float:
    """Place the rows below each other; where they end."""
    choice = min(230.0, wide * 0.46)
    for row in rows:
        row.badge.rect = Rect(4, top + 1, ROW - 2, ROW - 2)
        left = ROW + 4 + _GAP
        row.name.rect = Rect(left, top, wide - left - choice - _GAP - 4, ROW)
        row.controller.rect = Rect(wide - choice - 4, top, choice, ROW)
        top += ROW + _GAP
    return top
