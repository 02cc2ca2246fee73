"""Row of a seat in a form: its colour and mark, the name, and the controller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK, ROW, mix, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.text import m

MAX_NAME_LETTERS = 16
"""Letters of the longest name that a person may type: it fits into a seat's panel."""
_GAP = 10.0
_MAX_CHOICE_WIDTH, _MAX_CHOICE_SHARE = 230.0, 0.46
"""Limits of the width of a controller, in units and as a share of the row."""


def draw_badge(canvas: Canvas, rect: Rect, seat: int, avatar: str = "") -> None:
    """Draw the seat's colour and mark in a square box.

    With an avatar, a name for `pictures.load_picture`, the mark is in a corner of it.
    """
    side = rect.width
    canvas.fill(rect, seat_colour(seat), side * 0.16)
    canvas.frame(rect, mix(seat_colour(seat), INK, 0.3), 1, side * 0.16)
    if not avatar:
        canvas.picture(seat_mark(seat), rect.inflate(-side * 0.35, -side * 0.35), seat_ink(seat))
        return
    canvas.picture(avatar, rect.inflate(-side * 0.14, -side * 0.14))
    corner = Rect(rect.right - side * 0.48, rect.bottom - side * 0.48, side * 0.48, side * 0.48)
    canvas.fill(corner, seat_colour(seat), side * 0.12)
    canvas.picture(seat_mark(seat), corner.inflate(-corner.width * 0.28, -corner.width * 0.28), seat_ink(seat))


class SeatBadge(Widget):
    """The colour and mark of a seat, and a person's avatar, which can be pressed."""

    def __init__(self, seat: int, press: Callable[[], None]) -> None:
        super().__init__(tip=m("Face, colour and name"))
        self.seat, self.press = seat, press
        self.avatar = ""

    def show_avatar(self, avatar: str) -> None:
        """Show the avatar of the seat's person; empty for a machine."""
        self.avatar, self.focusable, self.is_mute = avatar, bool(avatar), not avatar

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_badge(canvas, rect, self.seat, self.avatar)


@dataclass(frozen=True)
class SeatRow:
    """The three widgets of a seat's row."""

    badge: SeatBadge
    name: TextEntry
    controller: Choice

    @property
    def widgets(self) -> tuple[Widget, Widget, Widget]:
        """The widgets in the order of Tab."""
        return self.badge, self.name, self.controller


def make_seat_row(
    seat: int,
    name: str,
    suggestions: Sequence[str],
    controller: Choice,
    on_rename: Callable[[str], None],
    on_avatar: Callable[[], None] = lambda: None,
) -> SeatRow:
    """Return the row of a seat.

    `controller` changes who decides, `on_rename` gets the new name, and `on_avatar` is called if the avatar is pressed.
    """
    entry = TextEntry(
        name,
        on_rename,
        max_letters=MAX_NAME_LETTERS,
        hint=m("Name", context="of a person"),
        suggestions=suggestions,
    )
    entry.label = m("Name at seat {number}", number=seat + 1)
    # Translators: for screen readers: a button of the set-up
    controller.label = m("Who plays at seat {number}", number=seat + 1)
    return SeatRow(SeatBadge(seat, on_avatar), entry, controller)


def place_seats(rows: Sequence[SeatRow], width: float, top: float, height: float = ROW, gap: float = _GAP) -> float:
    """Place the rows below each other, and return where they end."""
    choice_width = min(_MAX_CHOICE_WIDTH, width * _MAX_CHOICE_SHARE)
    for row in rows:
        row.badge.rect = Rect(4, top + 1, height - 2, height - 2)
        left = height + 4 + _GAP
        row.name.rect = Rect(left, top, width - left - choice_width - _GAP - 4, height)
        row.controller.rect = Rect(width - choice_width - 4, top, choice_width, height)
        top += height + gap
    return top
