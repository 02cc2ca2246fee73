"""Bar of a replay, with the current line and marks.

It is dragged, or moved with the arrow keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point, read_command
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    EMBER,
    INK,
    PAPER,
    PAPER_EDGE,
    SMALL,
    TEXT,
    Colour,
    mix,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.events import Mark as Kind
from grenade_salad.match.match import Step
from grenade_salad.text import Message, Words, m, say

# Translators: a mark on the bar of a replay
WORDS: dict[Kind, Message] = {"blast": m("explosion"), "kill": m("kill"), "out": m("out", context="of the game")}
_COLOURS: dict[Kind, Colour] = {"blast": EMBER, "kill": INK, "out": INK}
_PICTURES: dict[Kind, str] = {"blast": "symbols/explosion.svg", "kill": "icons/skull.svg", "out": "icons/skull.svg"}
_ICON_SIZE = 18.0
"""Side of the picture of a mark, in units."""
_NUMBERS_WIDTH = 110.0
"""Space for the numbers at the right end, in units."""
_KNOB_RADIUS = 11.0
"""Radius of the knob at the current line, in units."""


@dataclass(frozen=True)
class Mark:
    """A moment that mattered in a match."""

    line: int
    """The number of lines after which it has happened."""
    kind: Kind


def find_marks(steps: Sequence[Step]) -> list[Mark]:
    """Return the marks of a match: at most one for each line, the weightiest."""
    result = []
    for line, step in enumerate(steps, 1):
        kinds = {event.mark for event in step.events}
        kind = next((kind for kind in get_args(Kind) if kind in kinds), None)
        if kind is not None:
            result.append(Mark(line, kind))
    return result


class Scrubber(Widget):
    """The bar: `line` of `last` lines are shown.

    `on_choice` is called with another line that is chosen.
    """

    def __init__(self, last: int, marks: Sequence[Mark], on_choice: Callable[[int], None]) -> None:
        super().__init__()
        self.last, self.marks, self._on_choice = last, marks, on_choice
        self.line = 0

    def accessible_node(self) -> AccessibleNode:
        value = say(m("line {at} of {last}", at=self.line, last=self.last))
        node = self.make_node("slider", say(m("Position in the match")), value)
        span = (0.0, float(self.last), 1.0, float(self.line))
        return replace(node, span=span, acts=("focus", "more", "less", "set"))

    def set_to(self, value: str | float) -> bool:
        try:
            return self.go_to(round(float(value)))
        except ValueError:
            return False

    def go_to(self, line: int) -> bool:
        """Go to a line; True if it is another line."""
        line = max(0, min(line, self.last))
        if line == self.line:
            return False
        self._on_choice(line)
        return True

    def step(self, direction: Command) -> bool:
        if direction not in ("left", "right"):
            return False
        self.go_to(self.line + (1 if direction == "right" else -1))
        return True

    def handle_key(self, event: Input) -> bool:
        if not isinstance(event, KeyInput) or not event.down or not event.meanings & {"first", "last"}:
            return False
        self.go_to(0 if "first" in event.meanings else self.last)
        return True

    def repeats_key(self, press: KeyInput) -> bool:
        return read_command(press) in ("left", "right")

    def drag(self, position: Point) -> bool:
        left, right = self._ends(Rect(0, 0, self.rect.width, self.rect.height))
        self.go_to(round((position[0] - left) / max(1.0, right - left) * self.last))
        return True

    def scroll_by(self, turn: float) -> bool:
        self.go_to(self.line + (1 if turn < 0 else -1))
        return True

    def line_x(self, line: int, rect: Rect) -> float:
        """Return the x coordinate of a line in the box."""
        left, right = self._ends(rect)
        return left + (right - left) * line / max(1, self.last)

    def _ends(self, rect: Rect) -> tuple[float, float]:
        return rect.x + 16, rect.right - _NUMBERS_WIDTH

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        left, right = self._ends(rect)
        middle = rect.bottom - 14
        knob = self.line_x(self.line, rect)
        canvas.fill(Rect(left - 4, middle - 4, right - left + 8, 8), PAPER_EDGE, 4)
        canvas.fill(Rect(left - 4, middle - 4, knob - left + 4, 8), BRASS, 4)
        self._draw_marks(canvas, rect, middle)
        canvas.circle((knob, middle + 1), _KNOB_RADIUS + 1, mix(INK, PAPER, 0.5), alpha=90)
        canvas.circle((knob, middle), _KNOB_RADIUS, BRASS_LIGHT if self.hovered or self.pressed else BRASS)
        canvas.circle((knob, middle), _KNOB_RADIUS, INK, 1.5)
        # Translators: the line of the match that is shown
        words = m("{at} of {last}", at=self.line, last=self.last)
        position, max_width = (rect.right - 8, rect.centery), _NUMBERS_WIDTH - 24
        canvas.text(words, position, TEXT, INK, bold=True, anchor="midright", max_width=max_width)

    def _draw_marks(self, canvas: Canvas, rect: Rect, middle: float) -> None:
        """Draw a tick for each mark, and its picture where there is space.

        Deaths are drawn first.
        """
        taken: list[float] = []
        for mark in sorted(self.marks, key=lambda mark: mark.kind == "blast"):
            x, colour = self.line_x(mark.line, rect), _COLOURS[mark.kind]
            is_free = all(abs(x - taken_x) >= _ICON_SIZE for taken_x in taken)
            top = middle - 15 if is_free else middle - 11
            canvas.fill(Rect(x - 1, top, 2, middle + 6 - top), colour)
            if is_free:
                taken.append(x)
                box = Rect(x - _ICON_SIZE / 2, middle - 15 - _ICON_SIZE, _ICON_SIZE, _ICON_SIZE)
                canvas.picture(_PICTURES[mark.kind], box, None if mark.kind == "blast" else colour)

    def describe_marks(self) -> str:
        """Return the marks in words."""
        counts = Counter(mark.kind for mark in self.marks)
        # Translators: {what} is "kill", "explosion" or "out": marks that are together
        parts = [m("{n} × {what}", n=counts[kind], what=words) for kind, words in WORDS.items() if counts[kind]]
        return say(m("{marks:,}", marks=parts))


Sign: TypeAlias = Literal["previous", "back", "play", "pause", "forward", "next"]


class MediaButton(Button):
    """A button with a drawn sign, as on a media player."""

    def __init__(self, sign: Sign, press: Callable[[], None], tip: Words) -> None:
        super().__init__("", press, tip=tip)
        self.sign = sign

    def accessible_node(self) -> AccessibleNode:
        is_on = {"play": False, "pause": True}.get(self.sign)
        return replace(super().accessible_node(), is_on=is_on)

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        x, y, half = rect.centerx, rect.centery, 10.0
        direction = -1 if self.sign in ("back", "previous") else 1
        if self.sign == "pause":
            for left in (-8, 2):
                canvas.fill(Rect(x + left, y - half, 6, 2 * half), ink, 1)
        elif self.sign == "play":
            canvas.polygon([(x - 8, y - half), (x + 10, y), (x - 8, y + half)], ink)
        elif self.sign in ("back", "forward"):
            canvas.polygon([(x - 6 * direction, y - half), (x + 8 * direction, y), (x - 6 * direction, y + half)], ink)
            canvas.fill(Rect(x - 10 * direction - 2, y - half, 4, 2 * half), ink, 1)
        else:
            for offset in (-9, 1):
                base = x + offset * direction
                canvas.polygon([(base, y - half), (base + 9 * direction, y), (base, y + half)], ink)
            canvas.fill(Rect(x + 11 * direction - 1.5, y - half, 3, 2 * half), EMBER)


def draw_words(canvas: Canvas, words: Words, right: float) -> None:
    """Draw the title of the replay at the right end of the bar at the top."""
    canvas.text(words, (right, 26), SMALL, BRASS_LIGHT, anchor="midright", max_width=right * 0.45)
