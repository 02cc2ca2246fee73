"""Lines that come and go: toasts, why something cannot be done, and tooltips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import dist, inf

from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Unfocused
from grenade_salad.app.ui.theme import EMBER, EMBER_DARK, INK, PAPER, SMALL, TEXT
from grenade_salad.text import Words

LET_GO = Unfocused()
_FADE = 0.25
_CLEAR = 12.0
"""Units by which lines that come and go would rather be wider than they are: they touch nothing."""
_STEP = 16.0
"""Units between two places that are tried for the lines."""
_WIDTHS = (760.0, 540.0, 400.0, 310.0, 240.0)
"""How wide they are at most: narrower ones are higher, and may fit where nothing else is."""
_OVER_TITLE = 700.0
"""Units that they rather move than cover the title of the window for their time: more than a window is high."""
_NARROWER = 40.0
"""Units that they rather move than take the next width."""


@dataclass(slots=True)
class _Line:
    words: str
    refused: bool
    left: float
    number: int
    drawn: bool


class Messages:
    """At most three lines at the top of the window; each goes after its time."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self._numbers = count(1)
        self._kept_for: object = None
        self._kept: list[Rect] = []
        self._size = TEXT

    def add(self, words: str, refused: bool, seconds: float, drawn: bool = True) -> None:
        """Show a line; the same line again only lasts longer. One that is not `drawn` here is only heard."""
        self.lines = [line for line in self.lines if line.words != words]
        self.lines.append(_Line(words, refused, seconds, next(self._numbers), drawn))
        del self.lines[:-3]

    @property
    def animating(self) -> bool:
        """Whether a line is fading."""
        return any(line.left < _FADE for line in self.lines)

    @property
    def words(self) -> list[str]:
        """What is shown now."""
        return [line.words for line in self.lines]

    def heard(self) -> Sequence[Heard]:
        """The lines as they are said: why something cannot be done at once."""
        return [
            Heard("status", line.words, live="assertive" if line.refused else "polite", key=line.number)
            for line in self.lines
        ]

    def update(self, dt: float) -> bool:
        """Let time pass; whether a line went."""
        for line in self.lines:
            line.left -= dt
        before = len(self.lines)
        self.lines = [line for line in self.lines if line.left > 0]
        return len(self.lines) != before

    def draw(self, canvas: Canvas, top: float, in_sight: Callable[[], Sequence[Rect]]) -> None:
        """The lines, from there down, or where they lie over least of what is in sight; they stay there."""
        avoid = () if self._kept_for == self._place(canvas, top) else in_sight()
        for line, rect in zip(self._drawn, self.boxes(canvas, top, avoid), strict=True):
            canvas.paper(rect, PAPER, 8)
            canvas.fill(Rect(rect.x + 1, rect.y + 8, 6, rect.height - 16), EMBER if line.refused else INK, 3)
            inner = Rect(rect.x + 28, rect.y, rect.width - 40, rect.height)
            size = self._size
            high = len(canvas.lines(line.words, inner.width, size, bold=line.refused)) * size * LEADING
            inner.y += (rect.height - high) / 2 + 1
            canvas.paragraph(line.words, inner, size, EMBER_DARK if line.refused else INK, bold=line.refused)

    @property
    def _drawn(self) -> list[_Line]:
        return [line for line in self.lines if line.drawn]

    def _place(self, canvas: Canvas, top: float) -> object:
        return canvas.size, top, tuple(line.number for line in self._drawn)

    def boxes(self, canvas: Canvas, top: float, avoid: Sequence[Rect] = ()) -> list[Rect]:
        """Where the lines are drawn."""
        if self._kept_for != self._place(canvas, top):
            self._kept_for, self._kept = self._place(canvas, top), []
            if self._drawn:
                _, self._size, self._kept = min(self._tried(canvas, top, avoid), key=lambda one: one[0])
        return self._kept

    def _tried(self, canvas: Canvas, top: float, avoid: Sequence[Rect]) -> Iterator[tuple[float, float, list[Rect]]]:
        """The best place of each width: what it costs, the type, the boxes. The title of the window is covered where
        all else would be worse."""
        for number, wide in enumerate(_WIDTHS):
            boxes = self._laid(canvas, min(wide, canvas.size[0] - 60), TEXT, 20.0)
            cost, found = _free(canvas, boxes, _rows(canvas, boxes, top), number * _NARROWER - top, avoid)
            yield cost, TEXT, found
            low = self._laid(canvas, min(wide, canvas.size[0] - 60), SMALL, 10.0)
            cost, found = _free(canvas, low, [2.0], _OVER_TITLE, avoid)
            yield cost, SMALL, found

    def _laid(self, canvas: Canvas, wide: float, size: float, air: float) -> list[Rect]:
        """The lines below each other, so wide at most, in the middle of the window, with so much air in height."""
        made: list[Rect] = []
        below = 0.0
        for line in self._drawn:
            parts = canvas.lines(line.words, wide - 56, size, bold=line.refused)
            longest = max(canvas.width(part, size, bold=line.refused) for part in parts)
            rect = Rect(0, below, min(wide, longest + 60), len(parts) * size * LEADING + air)
            rect.centerx = canvas.size[0] / 2
            made.append(rect)
            below = rect.bottom + 8
        return made


def _rows(canvas: Canvas, boxes: Sequence[Rect], top: float) -> list[float]:
    """How far down the boxes are tried, from there to the end of the window."""
    low = canvas.size[1] - boxes[-1].bottom - 8
    return [min(top, low), *(row for step in range(1, 90) if (row := top + step * _STEP) <= low)]


def _free(
    canvas: Canvas, boxes: Sequence[Rect], rows: Sequence[float], cost: float, avoid: Sequence[Rect]
) -> tuple[float, list[Rect]]:
    """The boxes where they cover least together, as near to the middle and the top as that is; what that costs."""
    whole, others = boxes[0].unionall(list(boxes[1:])), list(avoid)
    right, middle = canvas.size[0] - whole.width - 8, canvas.size[0] / 2
    best, found = inf, whole
    for y in rows:
        for share in (0.5, 0.4, 0.6, 0.25, 0.75, 0.0, 1.0):
            place = whole.move(8 + share * (right - 8) - whole.x, y - whole.y)
            now = cost + y + abs(place.centerx - middle)
            if now >= best:
                continue
            near = place.inflate(_CLEAR, _CLEAR if y >= _CLEAR else 0.0)
            now += 50 * sum(_shared(near, others[index]) for index in near.collidelistall(others))
            if now < best:
                best, found = now, place
    return best, [box.move(found.x - whole.x, found.y - whole.y) for box in boxes]


def free_place(canvas: Canvas, size: tuple[float, float], top: float, avoid: Sequence[Rect]) -> Rect:
    """Where a slip of that size covers least of what it shall `avoid`, from `top` down, near there and the middle."""
    box = [Rect(0, 0, *size)]
    _, (found,) = _free(canvas, box, _rows(canvas, box, top), 0.0, avoid)
    return found


def draw_tip(
    canvas: Canvas,
    words: Words,
    rect: Rect,
    *,
    above: bool = False,
    avoid: Sequence[Rect] = (),
    text: Sequence[Rect] = (),
) -> None:
    """Draw a tooltip below the box, or `above` it, or beside it: see `tip_box`.

    Where no place is left but over `text`, nothing is drawn.
    """
    tip = tip_box(canvas, words, rect, above=above, avoid=avoid, text=text)
    if tip.collidelist(text) != -1:
        return
    canvas.paper(tip, PAPER, 6)
    canvas.paragraph(words, Rect(tip.x + 10, tip.y + 8, tip.width - 16, tip.height), SMALL, INK)


def tip_box(
    canvas: Canvas,
    words: Words,
    rect: Rect,
    *,
    above: bool = False,
    avoid: Sequence[Rect] = (),
    text: Sequence[Rect] = (),
) -> Rect:
    """Find the box of that tooltip: the nearest place where it covers nothing, else where it covers least.

    `avoid` are boxes to leave uncovered, `text` those that are being read, which count ten times.
    """
    wide = min(340.0, canvas.size[0] - 20)
    parts = canvas.lines(words, wide - 20, SMALL)
    longest = max(canvas.width(part, SMALL) for part in parts)
    size = (longest + 20, len(parts) * SMALL * LEADING + 14)
    area = canvas.area.inflate(-8, -8)
    best, lowest_cost = Rect(0, 0, 0, 0), inf
    for corner in _tip_corners(rect, size, above, area):
        box = Rect(*corner, *size).clamp(area)
        cost = _shared(box, rect) * 100 + sum(_shared(box, other) for other in avoid)
        cost += sum(_shared(box, other) for other in text) * 10
        if cost < lowest_cost:
            best, lowest_cost = box, cost
        if not lowest_cost:
            break
    return best


def _tip_corners(rect: Rect, size: tuple[float, float], above: bool, area: Rect) -> Iterator[tuple[float, float]]:
    """Yield top left corners for a tooltip of that size: below, above and beside the box, then anywhere, nearest first.

    `above`: above comes before below.
    """
    width, height = size
    below, over = rect.bottom + 10, rect.top - 10 - height
    middle = rect.centerx - width / 2
    for shift in (0.0, -6.0):
        for y in (over, below) if above else (below, over):
            yield from ((x, y + shift) for x in (middle, rect.left, rect.right - width))
    yield from ((x, rect.centery - height / 2) for x in (rect.left - 10 - width, rect.right + 10))
    columns, rows = (range(int(low), int(high), 40) for low, high in ((area.left, area.right), (area.top, area.bottom)))
    preferred = (middle, over if above else below)
    anywhere = [(float(x), float(y)) for x in columns for y in rows]
    yield from sorted(anywhere, key=lambda corner: dist(corner, preferred))


def _shared(one: Rect, other: Rect) -> float:
    both = one.clip(other)
    return both.width * both.height
