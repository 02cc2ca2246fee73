"""The count at the end, line by line: living soldiers, taken ones, the reserve for a draw, and the winners' crowns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    INK,
    INK_SOFT,
    PAPER_EDGE,
    SMALL,
    TEXT,
    TITLE,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.games.salad.view import SaladView

ROW = 52.0
HEAD = 92.0


@dataclass(frozen=True)
class Count:
    """What one seat has at the end."""

    seat: int
    living: int
    taken: int
    reserve: int
    points: int
    won: bool


def counts(view: SaladView) -> tuple[Count, ...]:
    """The seats from the first to the last (GS-27, GS-28)."""
    ranking = view.ranking or tuple((seat,) for seat in range(len(view.scores)))
    order = [seat for place in ranking for seat in place]
    living = [sum(soldier.seat == seat for soldier in view.soldiers) for seat in range(len(view.scores))]
    winners = ranking[0] if view.ranking else ()
    return tuple(
        Count(seat, living[seat], view.taken[seat], view.reserve[seat], view.scores[seat], seat in winners)
        for seat in order
    )


def verdict(view: SaladView, names: Sequence[str]) -> str:
    """Who won, and by what."""
    if not view.ranking:
        return ""
    winners = view.ranking[0]
    if len(winners) == len(names):
        return "Everybody shares the win"
    *first, last = (names[seat] for seat in winners)
    who = f"{', '.join(first)} and {last}" if first else last
    if first:
        return f"{who} share the win"
    best = view.scores[winners[0]]
    if sum(score == best for score in view.scores) > 1:
        return f"{who} wins by the larger reserve"
    return f"{who} wins"


def height(seats: int) -> float:
    """How high the sheet is, without the room for buttons."""
    return HEAD + seats * ROW + 40


def draw_count(canvas: Canvas, rect: Rect, view: SaladView, names: Sequence[str], lines: int) -> None:
    """The sheet with the first `lines` seats counted, from the last place up."""
    canvas.paper(rect, radius=12)
    title = verdict(view, names) if lines >= len(names) else "The count"
    size = TITLE
    while size > TEXT and canvas.width(title, size, title=True) > rect.width - 40:
        size -= 1
    canvas.text(title, (rect.centerx, rect.y + 34), size, INK, title=True, anchor="center", wide=rect.width - 40)
    columns = _columns(rect)
    for x, words in zip(columns, ("living × 3", "taken × 1", "points", "reserve"), strict=True):
        canvas.text(words, (x, rect.y + 76), SMALL, INK_SOFT, anchor="center")
    found = counts(view)
    for index, count in enumerate(found):
        row = Rect(rect.x + 16, rect.y + HEAD + index * ROW, rect.width - 32, ROW)
        if index:
            canvas.line(row.topleft, row.topright, PAPER_EDGE, 1)
        if index >= len(found) - lines:
            _draw_row(canvas, row, count, names[count.seat], columns)
    note = "A draw is won by the most soldiers in reserve."
    canvas.text(note, (rect.centerx, rect.y + HEAD + len(found) * ROW + 18), SMALL, INK_SOFT, anchor="center")


def _columns(rect: Rect) -> tuple[float, float, float, float]:
    right = rect.right - 30
    step = min(104.0, rect.width * 0.17)
    return right - 3 * step, right - 2 * step, right - step - 4, right - 8


def _draw_row(canvas: Canvas, row: Rect, count: Count, name: str, columns: tuple[float, ...]) -> None:
    box = Rect(row.x + 4, row.centery - 15, 30, 30)
    canvas.fill(box, seat_colour(count.seat), 5)
    canvas.picture(seat_mark(count.seat), box.inflate(-10, -10), seat_ink(count.seat))
    left = box.right + 10
    if count.won:
        canvas.picture("icons/crown.svg", Rect(left, row.centery - 13, 26, 26), BRASS)
        left += 32
    room = columns[0] - left - 50
    canvas.text(name, (left, row.centery), TEXT, INK, bold=True, anchor="midleft", wide=room)
    living = f"{count.living} × 3 = {3 * count.living}"
    canvas.text(living, (columns[0], row.centery), TEXT, INK, anchor="center")
    canvas.text(str(count.taken), (columns[1], row.centery), TEXT, INK, anchor="center")
    colour = BRASS_DARK if count.won else INK
    canvas.text(str(count.points), (columns[2], row.centery - 1), 26, colour, title=True, anchor="center")
    canvas.text(str(count.reserve), (columns[3], row.centery), TEXT, INK_SOFT, anchor="center")
