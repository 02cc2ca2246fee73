"""Lines that come and go: toasts, why something cannot be done, and tooltips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.inputs import Unfocused
from grenade_salad.app.ui.theme import EMBER, EMBER_DARK, INK, PAPER, SMALL, TEXT
from grenade_salad.text import Words

LET_GO = Unfocused()
_FADE = 0.25
_CLEAR = 12.0
"""Units by which lines that come and go would rather be wider than they are: they touch nothing."""
_STEP = 24.0
"""Units between two places that are tried for the lines."""


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
        self._shown: object = None
        self._at: tuple[float, float] = (0.0, 0.0)

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

    def draw(self, canvas: Canvas, top: float, avoid: Sequence[Rect] = ()) -> None:
        """The lines, from there down, or where they lie over least of what they shall `avoid`; they stay there."""
        for line, rect in zip(self._drawn, self.boxes(canvas, top, avoid), strict=True):
            canvas.paper(rect, PAPER, 8)
            canvas.fill(Rect(rect.x + 1, rect.y + 8, 6, rect.height - 16), EMBER if line.refused else INK, 3)
            inner = Rect(rect.x + 28, rect.y + 11, rect.width - 40, rect.height)
            canvas.paragraph(line.words, inner, TEXT, EMBER_DARK if line.refused else INK, bold=line.refused)

    @property
    def _drawn(self) -> list[_Line]:
        return [line for line in self.lines if line.drawn]

    def boxes(self, canvas: Canvas, top: float, avoid: Sequence[Rect] = ()) -> list[Rect]:
        """Where the lines are drawn."""
        made: list[Rect] = []
        wide, below = min(canvas.size[0] - 60, 760.0), top
        for line in self._drawn:
            parts = canvas.lines(line.words, wide - 56, TEXT, bold=line.refused)
            longest = max(canvas.width(part, TEXT, bold=line.refused) for part in parts)
            rect = Rect(0, below, min(wide, longest + 60), len(parts) * TEXT * LEADING + 20)
            rect.centerx = canvas.size[0] / 2
            made.append(rect)
            below = rect.bottom + 8
        if not made:
            return made
        whole = made[0].unionall(made[1:])
        shown = canvas.size, top, tuple(line.number for line in self._drawn)
        if shown != self._shown:
            self._shown, self._at = shown, _free(canvas, whole, top, avoid)
        across, down = self._at[0] - whole.x, self._at[1] - whole.y
        return [box.move(across, down) for box in made]


def _free(canvas: Canvas, whole: Rect, top: float, avoid: Sequence[Rect]) -> tuple[float, float]:
    """Where the box covers least, as near to the middle and the top as that is: its upper left corner."""
    low, right = canvas.size[1] - whole.height - 8, canvas.size[0] - whole.width - 8
    rows = [min(top, low), *(row for step in range(1, 60) if (row := top + step * _STEP) <= low)]
    columns = [8 + share * (right - 8) for share in (0.5, 0.4, 0.6, 0.25, 0.75, 0.0, 1.0)]
    places = [whole.move(x - whole.x, y - whole.y) for y in rows for x in columns]
    best = min(
        places,
        key=lambda box: (
            sum(_shared(box.inflate(_CLEAR, _CLEAR), other) for other in avoid) * 50
            + box.y
            + abs(box.centerx - canvas.size[0] / 2)
        ),
    )
    return best.x, best.y


def draw_tip(canvas: Canvas, words: Words, rect: Rect, *, above: bool = False, avoid: Sequence[Rect] = ()) -> None:
    """A tooltip below the box, or `above` it, or beside it: over none of what it shall `avoid`, as far as can be."""
    tip = tip_box(canvas, words, rect, above=above, avoid=avoid)
    canvas.paper(tip, PAPER, 6)
    canvas.paragraph(words, Rect(tip.x + 10, tip.y + 8, tip.width - 16, tip.height), SMALL, INK)


def tip_box(canvas: Canvas, words: Words, rect: Rect, *, above: bool = False, avoid: Sequence[Rect] = ()) -> Rect:
    """Where that tooltip is."""
    wide = min(340.0, canvas.size[0] - 20)
    parts = canvas.lines(words, wide - 20, SMALL)
    longest = max(canvas.width(part, SMALL) for part in parts)
    size = (longest + 20, len(parts) * SMALL * LEADING + 14)
    left, right = rect.left, rect.right - size[0]
    low, high = rect.bottom + 10, rect.top - 10 - size[1]
    across = (rect.centerx - size[0] / 2, left, right)
    rows = (high, low) if above else (low, high)
    corners = [(x, y + away) for away in (0.0, -6.0) for y in rows for x in across]
    beside = [(x, rect.centery - size[1] / 2) for x in (rect.left - 10 - size[0], rect.right + 10)]
    farther = [(x, y + step) for step in (-60.0, 60.0, -120.0, 120.0) for x, y in corners[:3]]
    boxes = [Rect(*at, *size).clamp(canvas.area.inflate(-8, -8)) for at in (*corners, *beside, *farther)]
    return min(boxes, key=lambda box: _shared(box, rect) * 100 + sum(_shared(box, other) for other in avoid))


def _shared(one: Rect, other: Rect) -> float:
    both = one.clip(other)
    return both.width * both.height
