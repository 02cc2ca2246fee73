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


def type_at(size: float, times: float) -> float:
    """Type of that size, where all is that many times as high: larger, but not as much as the rows."""
    return size * (1 + (times - 1) * 0.5)


def draw_bars(canvas: Canvas, rect: Rect, bars: Sequence[Bar], times: float = 1.0) -> float:
    """Rows from the top of the box down, to the same measure and that many times as high; the height that they took."""
    most = max((bar.value for bar in bars), default=0) or 1
    side, size = type_at(22, times), type_at(SMALL, times)
    longest = max((canvas.width(bar.label, size) for bar in bars), default=0.0)
    label = min(max(180.0, side + longest + 20), rect.width * 0.42)
    for index, bar in enumerate(bars):
        middle = rect.y + (index + 0.5) * BAR_ROW * times
        left = rect.x
        if bar.picture:
            tint = INK if bar.picture.startswith("icons/") else None
            canvas.picture(bar.picture, Rect(left, middle - side / 2, side, side), tint)
        left += side + 8
        canvas.text(bar.label, (left, middle), size, INK, anchor="midleft", wide=rect.x + label - left - 4)
        room = rect.width - label - 48
        wide = max(4.0, room * bar.value / most) if bar.value else 0.0
        if wide:
            canvas.fill(Rect(rect.x + label, middle - 9 * times, wide, 18 * times), bar.colour, 4)
        at = (rect.x + label + wide + 8, middle)
        canvas.text(str(bar.value), at, type_at(TEXT, times), INK, bold=True, anchor="midleft")
    return len(bars) * BAR_ROW * times


def medals_high(count: int, wide: float) -> float:
    """The height of that many single numbers."""
    across = max(1, int(wide // MEDAL[0]))
    return -(-count // across) * MEDAL[1]


def draw_medals(canvas: Canvas, rect: Rect, found: Sequence[tuple[Words, int]], times: float = 1.0) -> float:
    """Large numbers with their words below, from the left, that many times as high; the height that they took."""
    across = max(1, int(rect.width // MEDAL[0]))
    wide, high = rect.width / across if times > 1 else MEDAL[0], MEDAL[1] * times
    size = type_at(SMALL, times)
    for index, (words, number) in enumerate(found):
        row, column = divmod(index, across)
        box = Rect(rect.x + column * wide, rect.y + row * high, wide - 10, high - 10)
        canvas.fill(box, mix(PAPER_SHADE, PAPER_EDGE, 0.2), 8)
        first, *others = canvas.lines(words, box.width - 8, size)
        lines = [first, " ".join(others)] if others else [first]
        top = box.bottom - 7 * times - len(lines) * size * 1.06
        canvas.text(str(number), (box.centerx, (box.y + top) / 2), 26 * times, INK, title=True, anchor="center")
        for at, line in enumerate(lines):
            at_line = (box.centerx, top + at * size * 1.06)
            canvas.text(line, at_line, size, INK_SOFT, anchor="midtop", wide=box.width - 6)
    return medals_high(len(found), rect.width) * times
