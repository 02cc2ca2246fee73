"""Numbers as pictures: bars with their labels, and single numbers that people are proud of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, PAPER_EDGE, PAPER_SHADE, SMALL, TEXT, Colour, mix
from grenade_salad.text import Words

BAR_ROW = 30.0
"""Height of a row of bars, in units."""
MEDAL = (168.0, 84.0)
"""Width and height of a single number."""


@dataclass(frozen=True)
class Bar:
    """A number with its label, and a picture of assets/ before it if there is one."""

    label: Words
    value: int
    picture: str = ""
    colour: Colour = BRASS


def draw_share(canvas: Canvas, rect: Rect, share: float, colour: Colour = BRASS) -> None:
    """A bar of which a share from 0 to 1 is filled."""
    canvas.fill(rect, mix(PAPER_EDGE, PAPER_SHADE, 0.5), rect.height / 2)
    if share > 0:
        canvas.fill(Rect(rect.x, rect.y, max(rect.height, rect.width * min(1.0, share)), rect.height), colour, 5)


def draw_bars(canvas: Canvas, rect: Rect, bars: Sequence[Bar]) -> float:
    """Rows from the top of the box down, all to the same measure; the height that they took."""
    most = max((bar.value for bar in bars), default=0) or 1
    label = min(210.0, rect.width * 0.42)
    for index, bar in enumerate(bars):
        middle = rect.y + (index + 0.5) * BAR_ROW
        left = rect.x
        if bar.picture:
            tint = INK if bar.picture.startswith("icons/") else None
            canvas.picture(bar.picture, Rect(left, middle - 11, 22, 22), tint)
        left += 30
        canvas.text(bar.label, (left, middle), SMALL, INK, anchor="midleft", wide=label - 34)
        room = rect.width - label - 48
        wide = max(4.0, room * bar.value / most) if bar.value else 0.0
        if wide:
            canvas.fill(Rect(rect.x + label, middle - 9, wide, 18), bar.colour, 4)
        at = (rect.x + label + wide + 8, middle)
        canvas.text(str(bar.value), at, TEXT, INK, bold=True, anchor="midleft")
    return len(bars) * BAR_ROW


def medals_high(count: int, wide: float) -> float:
    """The height of that many single numbers."""
    across = max(1, int(wide // MEDAL[0]))
    return -(-count // across) * MEDAL[1]


def draw_medals(canvas: Canvas, rect: Rect, found: Sequence[tuple[Words, int]]) -> float:
    """Large numbers with their words below, from the left; the height that they took."""
    across = max(1, int(rect.width // MEDAL[0]))
    for index, (words, number) in enumerate(found):
        row, column = divmod(index, across)
        box = Rect(rect.x + column * MEDAL[0], rect.y + row * MEDAL[1], MEDAL[0] - 10, MEDAL[1] - 10)
        canvas.fill(box, mix(PAPER_SHADE, PAPER_EDGE, 0.2), 8)
        canvas.text(str(number), (box.centerx, box.y + 4), 26, INK, title=True, anchor="midtop")
        first, *others = canvas.lines(words, box.width - 8, SMALL)
        lines = [first, " ".join(others)] if others else [first]
        top = box.bottom - 3 - len(lines) * 17
        for at, line in enumerate(lines):
            canvas.text(line, (box.centerx, top + at * 17), SMALL, INK_SOFT, anchor="midtop", wide=box.width - 6)
    return medals_high(len(found), rect.width)
