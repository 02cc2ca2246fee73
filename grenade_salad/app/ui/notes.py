"""A bold line with a few words under it, as many as fit."""

from __future__ import annotations

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.text import Words

_LEADING = 1.25


def draw_note(canvas: Canvas, box: Rect, title: Words, words: Words, *, can_drop_title: bool = False) -> None:
    """Draw the title in one line and the words below it, cut with an ellipsis.

    `can_drop_title`: the title is elsewhere, too, and is left out if the words need its space.
    """
    words_rect = Rect(box.x, box.y + 26, box.width, box.height - 24)
    if can_drop_title and words and len(canvas.lines(words, box.width, SMALL)) * SMALL * _LEADING > words_rect.height:
        words_rect = box
    else:
        canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, max_width=box.width)
    if words:
        canvas.block(words, words_rect, SMALL, INK_SOFT, leading=_LEADING)
