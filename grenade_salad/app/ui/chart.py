"""Charts: bars with labels, and single large numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, PAPER_EDGE, PAPER_SHADE, SMALL, TEXT, Colour, mix
from grenade_salad.text import Words

BAR_ROW_HEIGHT = 30.0
"""Height of a row of bars, in units."""
MEDAL_SIZE = (168.0, 84.0)
"""Width and height of a single number."""
_MIN_LABEL_WIDTH, _MAX_LABEL_SHARE = 180.0, 0.42
"""Limits of the width of labels, in units and as a share of the width."""
_VALUE_WIDTH = 48.0
"""Units at the right of the longest bar for its number."""
_MEDAL_LEADING = 1.06
"""Distance of lines below a single number, as a multiple of the type's height."""


@dataclass(frozen=True)
class Bar:
    """A number with its label, and optionally a picture of assets/ before it."""

    label: Words
    value: int
    picture: str = ""
    colour: Colour = BRASS


def draw_share(canvas: Canvas, rect: Rect, share: float, colour: Colour = BRASS) -> None:
    """Draw a bar of which a share from 0 to 1 is filled."""
    canvas.fill(rect, mix(PAPER_EDGE, PAPER_SHADE, 0.5), rect.height / 2)
    if share > 0:
        canvas.fill(Rect(rect.x, rect.y, max(rect.height, rect.width * min(1.0, share)), rect.height), colour, 5)


def scale_type(size: float, scale: float) -> float:
    """Return the height of type where everything else is enlarged by `scale`.

    Type grows less than the rows do.
    """
    return size * (1 + (scale - 1) * 0.5)


def draw_bars(canvas: Canvas, rect: Rect, bars: Sequence[Bar], scale: float = 1.0) -> float:
    """Draw rows of bars from the top of the box, enlarged by `scale`.

    All bars have the same unit. Returns the height of the rows.
    """
    max_value = max((bar.value for bar in bars), default=0) or 1
    side, size = scale_type(22, scale), scale_type(SMALL, scale)
    longest = max((canvas.width(bar.label, size) for bar in bars), default=0.0)
    label_width = min(max(_MIN_LABEL_WIDTH, side + longest + 20), rect.width * _MAX_LABEL_SHARE)
    for index, bar in enumerate(bars):
        middle = rect.y + (index + 0.5) * BAR_ROW_HEIGHT * scale
        left = rect.x
        if bar.picture:
            tint = INK if bar.picture.startswith("icons/") else None
            canvas.picture(bar.picture, Rect(left, middle - side / 2, side, side), tint)
        left += side + 8
        canvas.text(bar.label, (left, middle), size, INK, anchor="midleft", max_width=rect.x + label_width - left - 4)
        max_bar_width = rect.width - label_width - _VALUE_WIDTH
        bar_width = max(4.0, max_bar_width * bar.value / max_value) if bar.value else 0.0
        if bar_width:
            canvas.fill(Rect(rect.x + label_width, middle - 9 * scale, bar_width, 18 * scale), bar.colour, 4)
        value_point = (rect.x + label_width + bar_width + 8, middle)
        canvas.text(str(bar.value), value_point, scale_type(TEXT, scale), INK, bold=True, anchor="midleft")
    return len(bars) * BAR_ROW_HEIGHT * scale


def measure_medals(count: int, width: float) -> float:
    """Return the height of `count` single numbers in that width."""
    columns = max(1, int(width // MEDAL_SIZE[0]))
    return -(-count // columns) * MEDAL_SIZE[1]


def draw_medals(canvas: Canvas, rect: Rect, medals: Sequence[tuple[Words, int]], scale: float = 1.0) -> float:
    """Draw large numbers with their words below, enlarged by `scale`.

    Returns the height.
    """
    columns = max(1, int(rect.width // MEDAL_SIZE[0]))
    cell_width, cell_height = rect.width / columns if scale > 1 else MEDAL_SIZE[0], MEDAL_SIZE[1] * scale
    size = scale_type(SMALL, scale)
    for index, (words, value) in enumerate(medals):
        row, column = divmod(index, columns)
        box = Rect(rect.x + column * cell_width, rect.y + row * cell_height, cell_width - 10, cell_height - 10)
        canvas.fill(box, mix(PAPER_SHADE, PAPER_EDGE, 0.2), 8)
        first, *rest = canvas.lines(words, box.width - 8, size)
        lines = [first, " ".join(rest)] if rest else [first]
        top = box.bottom - 7 * scale - len(lines) * size * _MEDAL_LEADING
        canvas.text(str(value), (box.centerx, (box.y + top) / 2), 26 * scale, INK, title=True, anchor="center")
        for line_index, line in enumerate(lines):
            line_point = (box.centerx, top + line_index * size * _MEDAL_LEADING)
            canvas.text(line, line_point, size, INK_SOFT, anchor="midtop", max_width=box.width - 6)
    return measure_medals(len(medals), rect.width) * scale
