"""Everybody's hand at once, below the table of a replay."""

from __future__ import annotations

from grenade_salad.app.history.row import draw_badge
from grenade_salad.app.table.table import Table
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, PAPER_EDGE, SMALL

_NAME = 24.0
_GAP = 8.0


def draw_hands(canvas: Canvas, table: Table, box: Rect) -> None:
    """A place for each seat: whose they are, and the cards. All secrets are shown."""
    if table.match.state.due() == "deal" or not table.match.entries:
        return
    seats = len(table.names)
    canvas.paper(box.inflate(12, 20))
    box = box.inflate(0, 4)
    wide = (box.width + _GAP) / seats - _GAP
    for seat, name in enumerate(table.names):
        sheet = Rect(box.x + seat * (wide + _GAP), box.y, wide, box.height)
        if seat:
            canvas.fill(Rect(sheet.x - _GAP / 2 - 1, sheet.y + 6, 1.5, sheet.height - 12), PAPER_EDGE)
        draw_badge(canvas, seat, Rect(sheet.x + 6, sheet.y + 5, 20, 20))
        at = (sheet.x + 32, sheet.y + 15)
        canvas.text(name, at, SMALL, INK, bold=True, anchor="midleft", wide=wide - 40)
        inner = Rect(sheet.x + 6, sheet.y + _NAME + 6, wide - 12, box.height - _NAME - 12)
        with canvas.clipped(sheet):
            table.scene.draw_hand(canvas, inner, seat)
