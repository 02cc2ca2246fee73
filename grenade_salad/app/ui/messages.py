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

    def draw(self, canvas: Canvas, top: float) -> None:
        """The lines, from there down, or higher if they would not be in the window."""
        for line, rect in zip(self._drawn, self.boxes(canvas, top), strict=True):
            canvas.paper(rect, PAPER, 8)
            canvas.fill(Rect(rect.x + 1, rect.y + 8, 6, rect.height - 16), EMBER if line.refused else INK, 3)
            inner = Rect(rect.x + 28, rect.y + 11, rect.width - 40, rect.height)
            canvas.paragraph(line.words, inner, TEXT, EMBER_DARK if line.refused else INK, bold=line.refused)

    @property
    def _drawn(self) -> list[_Line]:
        return [line for line in self.lines if line.drawn]

    def boxes(self, canvas: Canvas, top: float) -> list[Rect]:
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
        up = max(0.0, min(below - canvas.size[1], top - 8))
        return [box.move(0, -up) for box in made]


def draw_tip(canvas: Canvas, words: Words, rect: Rect, *, above: bool = False) -> None:
    """A tooltip below the box, or `above` it, inside the window."""
    wide = min(340.0, canvas.size[0] - 20)
    parts = canvas.lines(words, wide - 20, SMALL)
    longest = max(canvas.width(part, SMALL) for part in parts)
    tip = Rect(0, 0, longest + 20, len(parts) * SMALL * LEADING + 14)
    tip.midtop = (rect.centerx, rect.bottom + 10)
    if above or tip.bottom > canvas.size[1] - 4:
        tip.bottom = rect.top - 10
    tip.clamp_ip(canvas.area.inflate(-8, -8))
    canvas.paper(tip, PAPER, 6)
    canvas.paragraph(words, Rect(tip.x + 10, tip.y + 8, tip.width - 16, tip.height), SMALL, INK)
