"""Temporary lines: messages, reasons why something is refused, and tooltips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import dist, inf

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Unfocused
from grenade_salad.app.ui.theme import EMBER, EMBER_DARK, INK, PAPER, SMALL, TEXT
from grenade_salad.text import Words

RELEASE = Unfocused()
"""Input for widgets that lose the pointer, as to a scene above theirs."""
_MAX_LINES = 3
_FADE_SECONDS = 0.25
_CLEARANCE = 12.0
"""Units of free space that the lines should have around them."""
_ROW_STEP = 16.0
"""Units between two places that are tried for the lines."""
_MAX_WIDTHS = (760.0, 540.0, 400.0, 310.0, 240.0)
"""Maximum widths of the lines: narrower ones are higher, but may fit elsewhere."""
_TITLE_COST = 700.0
"""Units that the lines rather move than cover the title of the window.

It is nearly the height of a window.
"""
_NARROWER_COST = 40.0
"""Units that the lines rather move than take the next width."""
_MAX_ROWS = 90
_COVER_COST = 50.0
"""Units that the lines rather move than cover a square unit of something visible."""
_SIDE_SHARES = (0.5, 0.4, 0.6, 0.25, 0.75, 0.0, 1.0)
"""Places between the left and the right edge that are tried for the lines."""
_MAX_TIP_WIDTH = 340.0
_TIP_STEP = 40
"""Units between two places anywhere that are tried for a tooltip."""


@dataclass(slots=True)
class _Line:
    words: str
    is_refusal: bool
    seconds_left: float
    id: int
    is_drawn: bool
    """False if it is only spoken."""


class Messages:
    """A few lines at the top of the window; each disappears after its time."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self._ids = count(1)
        self._cache_key: object = None
        """All that the boxes depend on, except what is visible: they stay at their place."""
        self._cached_boxes: list[Rect] = []
        self._size = TEXT
        """Height of the type in the boxes."""

    def add(self, words: str, seconds: float, *, is_refusal: bool, is_drawn: bool = True) -> None:
        """Show a line; the same line again only lasts longer.

        One that is not drawn is only spoken.
        """
        self.lines = [line for line in self.lines if line.words != words]
        self.lines.append(_Line(words, is_refusal, seconds, next(self._ids), is_drawn))
        del self.lines[:-_MAX_LINES]

    @property
    def is_fading(self) -> bool:
        """True if a line is fading."""
        return any(line.seconds_left < _FADE_SECONDS for line in self.lines)

    @property
    def texts(self) -> list[str]:
        """The texts that are visible now."""
        return [line.words for line in self.lines]

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        """Return the lines as accessible nodes; refusals are announced at once."""
        return [
            AccessibleNode("status", line.words, live="assertive" if line.is_refusal else "polite", key=line.id)
            for line in self.lines
        ]

    def update(self, dt: float) -> bool:
        """Let time pass; True if a line disappeared."""
        for line in self.lines:
            line.seconds_left -= dt
        previous_count = len(self.lines)
        self.lines = [line for line in self.lines if line.seconds_left > 0]
        return len(self.lines) != previous_count

    def draw(self, canvas: Canvas, top: float, find_visible: Callable[[], Sequence[Rect]]) -> None:
        """Draw the lines from `top` down, or where they cover least of what is visible.

        They stay at their place.
        """
        avoid = () if self._cache_key == self._layout_key(canvas, top) else find_visible()
        for line, rect in zip(self._drawn_lines, self.place_boxes(canvas, top, avoid), strict=True):
            canvas.paper(rect, PAPER, 8)
            canvas.fill(Rect(rect.x + 1, rect.y + 8, 6, rect.height - 16), EMBER if line.is_refusal else INK, 3)
            inner = Rect(rect.x + 28, rect.y, rect.width - 40, rect.height)
            size = self._size
            text_height = len(canvas.lines(line.words, inner.width, size, bold=line.is_refusal)) * size * LEADING
            inner.y += (rect.height - text_height) / 2 + 1
            canvas.paragraph(line.words, inner, size, EMBER_DARK if line.is_refusal else INK, bold=line.is_refusal)

    @property
    def _drawn_lines(self) -> list[_Line]:
        return [line for line in self.lines if line.is_drawn]

    def _layout_key(self, canvas: Canvas, top: float) -> object:
        return canvas.size, top, tuple(line.id for line in self._drawn_lines)

    def place_boxes(self, canvas: Canvas, top: float, avoid: Sequence[Rect] = ()) -> list[Rect]:
        """Return the boxes of the lines."""
        if self._cache_key != self._layout_key(canvas, top):
            self._cache_key, self._cached_boxes = self._layout_key(canvas, top), []
            if self._drawn_lines:
                _, self._size, self._cached_boxes = min(
                    self._try_widths(canvas, top, avoid), key=lambda placement: placement[0]
                )
        return self._cached_boxes

    def _try_widths(
        self, canvas: Canvas, top: float, avoid: Sequence[Rect]
    ) -> Iterator[tuple[float, float, list[Rect]]]:
        """Yield the best place for each width: its cost, the size of type, the boxes.

        The title of the window is covered only if everything else is worse.
        """
        for index, max_width in enumerate(_MAX_WIDTHS):
            boxes = self._lay_out(canvas, min(max_width, canvas.size[0] - 60), TEXT, 20.0)
            cost, placed = _find_free(
                canvas, boxes, _candidate_rows(canvas, boxes, top), index * _NARROWER_COST - top, avoid
            )
            yield cost, TEXT, placed
            small_boxes = self._lay_out(canvas, min(max_width, canvas.size[0] - 60), SMALL, 10.0)
            cost, placed = _find_free(canvas, small_boxes, [2.0], _TITLE_COST, avoid)
            yield cost, SMALL, placed

    def _lay_out(self, canvas: Canvas, max_width: float, size: float, padding: float) -> list[Rect]:
        """Lay out the lines below each other, centred, with padding in height."""
        boxes: list[Rect] = []
        below = 0.0
        for line in self._drawn_lines:
            parts = canvas.lines(line.words, max_width - 56, size, bold=line.is_refusal)
            longest = max(canvas.width(part, size, bold=line.is_refusal) for part in parts)
            rect = Rect(0, below, min(max_width, longest + 60), len(parts) * size * LEADING + padding)
            rect.centerx = canvas.size[0] / 2
            boxes.append(rect)
            below = rect.bottom + 8
        return boxes


def _candidate_rows(canvas: Canvas, boxes: Sequence[Rect], top: float) -> list[float]:
    """Return the y coordinates to try for the boxes, from `top` to the window's end."""
    lowest = canvas.size[1] - boxes[-1].bottom - 8
    return [min(top, lowest), *(row for index in range(1, _MAX_ROWS) if (row := top + index * _ROW_STEP) <= lowest)]


def _find_free(
    canvas: Canvas, boxes: Sequence[Rect], rows: Sequence[float], cost: float, avoid: Sequence[Rect]
) -> tuple[float, list[Rect]]:
    """Move the boxes where they cover least, near the middle and the top.

    Returns the cost and the boxes.
    """
    bounds, obstacles = boxes[0].unionall(list(boxes[1:])), list(avoid)
    right, middle = canvas.size[0] - bounds.width - 8, canvas.size[0] / 2
    best_cost, best = inf, bounds
    for y in rows:
        for share in _SIDE_SHARES:
            candidate = bounds.move(8 + share * (right - 8) - bounds.x, y - bounds.y)
            candidate_cost = cost + y + abs(candidate.centerx - middle)
            if candidate_cost >= best_cost:
                continue
            padded = candidate.inflate(_CLEARANCE, _CLEARANCE if y >= _CLEARANCE else 0.0)
            covered = sum(_overlap(padded, obstacles[index]) for index in padded.collidelistall(obstacles))
            candidate_cost += _COVER_COST * covered
            if candidate_cost < best_cost:
                best_cost, best = candidate_cost, candidate
    return best_cost, [box.move(best.x - bounds.x, best.y - bounds.y) for box in boxes]


def find_free_place(canvas: Canvas, size: tuple[float, float], top: float, avoid: Sequence[Rect]) -> Rect:
    """Return the place for a slip of that size where it covers least of `avoid`.

    It is below `top`, and near there and the middle.
    """
    box = [Rect(0, 0, *size)]
    _, (free_box,) = _find_free(canvas, box, _candidate_rows(canvas, box, top), 0.0, avoid)
    return free_box


def draw_tip(
    canvas: Canvas,
    words: Words,
    rect: Rect,
    *,
    above: bool = False,
    avoid: Sequence[Rect] = (),
    text: Sequence[Rect] = (),
) -> None:
    """Draw a tooltip below the box, or `above` it, or beside it: see `find_tip_box`.

    If the only place left is over `text`, nothing is drawn.
    """
    tip = find_tip_box(canvas, words, rect, above=above, avoid=avoid, text=text)
    if tip.collidelist(text) != -1:
        return
    canvas.paper(tip, PAPER, 6)
    canvas.paragraph(words, Rect(tip.x + 10, tip.y + 8, tip.width - 16, tip.height), SMALL, INK)


def find_tip_box(
    canvas: Canvas,
    words: Words,
    rect: Rect,
    *,
    above: bool = False,
    avoid: Sequence[Rect] = (),
    text: Sequence[Rect] = (),
) -> Rect:
    """Return the box of a tooltip: the nearest place where it covers least.

    `avoid` are boxes to leave uncovered, `text` those that are being read, which count ten times.
    """
    max_width = min(_MAX_TIP_WIDTH, canvas.size[0] - 20)
    parts = canvas.lines(words, max_width - 20, SMALL)
    longest = max(canvas.width(part, SMALL) for part in parts)
    size = (longest + 20, len(parts) * SMALL * LEADING + 14)
    area = canvas.area.inflate(-8, -8)
    best, lowest_cost = Rect(0, 0, 0, 0), inf
    for corner in _tip_corners(rect, size, above, area):
        box = Rect(*corner, *size).clamp(area)
        # Nothing is worse than to cover the widget itself.
        cost = _overlap(box, rect) * 100 + sum(_overlap(box, obstacle) for obstacle in avoid)
        cost += sum(_overlap(box, obstacle) for obstacle in text) * 10
        if cost < lowest_cost:
            best, lowest_cost = box, cost
        if not lowest_cost:
            break
    return best


def _tip_corners(rect: Rect, size: tuple[float, float], above: bool, area: Rect) -> Iterator[tuple[float, float]]:
    """Yield top left corners to try for a tooltip of that size.

    They are below, above and beside the box, then anywhere, nearest first. `above`: above comes before below.
    """
    width, height = size
    below, over = rect.bottom + 10, rect.top - 10 - height
    middle = rect.centerx - width / 2
    for shift in (0.0, -6.0):
        for y in (over, below) if above else (below, over):
            yield from ((x, y + shift) for x in (middle, rect.left, rect.right - width))
    yield from ((x, rect.centery - height / 2) for x in (rect.left - 10 - width, rect.right + 10))
    columns, rows = (
        range(int(start), int(stop), _TIP_STEP) for start, stop in ((area.left, area.right), (area.top, area.bottom))
    )
    preferred = (middle, over if above else below)
    anywhere = [(float(x), float(y)) for x in columns for y in rows]
    yield from sorted(anywhere, key=lambda corner: dist(corner, preferred))


def _overlap(first: Rect, second: Rect) -> float:
    both = first.clip(second)
    return both.width * both.height
