"""A bold line and a few words under it, as much as there is room for."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.text import Words

_LEADING = 1.25


def draw_note(canvas: Canvas, box: Rect, title: Words, words: Words, *, spare: bool = False) -> None:
    """The title in one line, the words in as many as fit; what is too long ends in an ellipsis. `spare`: the title
    stands elsewhere, too, and is left out where the words need its room."""
    rest = Rect(box.x, box.y + 26, box.width, box.height - 24)
    if spare and words and len(canvas.lines(words, box.width, SMALL)) * SMALL * _LEADING > rest.height:
        rest = box
    else:
        canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, wide=box.width)
    if words:
        canvas.block(words, rest, SMALL, INK_SOFT, leading=_LEADING)
