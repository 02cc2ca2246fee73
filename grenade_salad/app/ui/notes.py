"""A bold line and a few words under it, as much as there is room for."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.text import Words


def draw_note(canvas: Canvas, box: Rect, title: Words, words: Words) -> None:
    """The title in one line, the words in as many as fit; what is too long ends in an ellipsis."""
    canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, wide=box.width)
    if words:
        rest = Rect(box.x, box.y + 26, box.width, box.height - 24)
        canvas.block(words, rest, SMALL, INK_SOFT, leading=1.25)
