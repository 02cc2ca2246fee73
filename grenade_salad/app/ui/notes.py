"""A bold line and a few words under it, as much as there is room for."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT


def draw_note(canvas: Canvas, box: Rect, title: str, words: str) -> None:
    """The title in one line, the words in as many as fit; what is too long ends in an ellipsis."""
    canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, wide=box.width)
    room = max(1, int((box.height - 24) // (SMALL * 1.25)))
    lines = canvas.lines(words, box.width, SMALL) if words else ()
    for index, line in enumerate(lines[:room]):
        more = "…" if index == room - 1 and len(lines) > room else ""
        canvas.text(line + more, (box.x, box.y + 26 + index * SMALL * 1.25), SMALL, INK_SOFT, wide=box.width)
