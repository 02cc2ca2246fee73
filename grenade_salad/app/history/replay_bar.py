"""The bar of a replay: where one is, and where something happened. Drag it, or step with the arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, command
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


@dataclass(frozen=True)
class Mark:
    """Something happened by a line; `line` is the number of lines after which it has happened."""

    line: int
    kind: Kind


def marks(steps: Sequence[Step]) -> list[Mark]:
    """At most one mark a line, the weightiest."""
    found = []
    for number, step in enumerate(steps, 1):
        kinds = {event.mark for event in step.events}
        kind = next((kind for kind in get_args(Kind) if kind in kinds), None)
        if kind is not None:
            found.append(Mark(number, kind))
    return found


_COLOURS: dict[Kind, Colour] = {"blast": EMBER, "kill": INK, "out": INK}
_PICTURES: dict[Kind, str] = {"blast": "symbols/explosion.svg", "kill": "icons/skull.svg", "out": "icons/skull.svg"}
_ICON = 18.0
_NUMBERS = 110.0
"""Room for the numbers at the right end."""


class Scrubber(Widget):
    """`at` of `last` lines have been shown; `changed` is called with another number."""

    def __init__(self, last: int, marks: Sequence[Mark], changed: Callable[[int], None]) -> None:
        super().__init__()
        self.last, self.marks, self.changed = last, marks, changed
        self.at = 0

    def heard(self) -> Heard:
        value = say(m("line {at} of {last}", at=self.at, last=self.last))
        heard = self.as_heard("slider", say(m("Position in the match")), value)
        return replace(heard, span=(0.0, float(self.last), 1.0, float(self.at)), acts=("focus", "more", "less", "set"))

    def set_to(self, value: str | float) -> bool:
        try:
            return self.go(round(float(value)))
        except ValueError:
            return False

    def go(self, at: int) -> bool:
        """Go to a line; whether it is another one."""
        at = max(0, min(at, self.last))
        if at == self.at:
            return False
        self.changed(at)
        return True

    def nudge(self, where: Command) -> bool:
        if where not in ("left", "right"):
            return False
        self.go(self.at + (1 if where == "right" else -1))
        return True

    def typed(self, event: Input) -> bool:
        if not isinstance(event, Key) or not event.down or not event.means & {"first", "last"}:
            return False
        self.go(0 if "first" in event.means else self.last)
        return True

    def repeats(self, press: Key) -> bool:
        return command(press) in ("left", "right")

    def drag(self, at: Point) -> bool:
        left, right = self._ends(Rect(0, 0, self.rect.width, self.rect.height))
        self.go(round((at[0] - left) / max(1.0, right - left) * self.last))
        return True

    def wheel(self, turn: float) -> bool:
        self.go(self.at + (1 if turn < 0 else -1))
        return True

    def x_of(self, line: int, rect: Rect) -> float:
        """Where a line is in the box."""
        left, right = self._ends(rect)
        return left + (right - left) * line / max(1, self.last)

    def _ends(self, rect: Rect) -> tuple[float, float]:
        return rect.x + 16, rect.right - _NUMBERS

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        left, right = self._ends(rect)
        middle = rect.bottom - 14
        knob = self.x_of(self.at, rect)
        canvas.fill(Rect(left - 4, middle - 4, right - left + 8, 8), PAPER_EDGE, 4)
        canvas.fill(Rect(left - 4, middle - 4, knob - left + 4, 8), BRASS, 4)
        self._marks(canvas, rect, middle)
        canvas.circle((knob, middle + 1), 12, mix(INK, PAPER, 0.5), alpha=90)
        canvas.circle((knob, middle), 11, BRASS_LIGHT if self.hovered or self.pressed else BRASS)
        canvas.circle((knob, middle), 11, INK, 1.5)
        at = (rect.right - 8, rect.centery)
        canvas.text(
            # Translators: the line of the match that is shown
            m("{at} of {last}", at=self.at, last=self.last),
            at,
            TEXT,
            INK,
            bold=True,
            anchor="midright",
            wide=_NUMBERS - 24,
        )

    def _marks(self, canvas: Canvas, rect: Rect, middle: float) -> None:
        """A line for each mark; its picture too where there is room, those of the dead first."""
        taken: list[float] = []
        for mark in sorted(self.marks, key=lambda mark: mark.kind == "blast"):
            x, colour = self.x_of(mark.line, rect), _COLOURS[mark.kind]
            free = all(abs(x - other) >= _ICON for other in taken)
            top = middle - 15 if free else middle - 11
            canvas.fill(Rect(x - 1, top, 2, middle + 6 - top), colour)
            if free:
                taken.append(x)
                box = Rect(x - _ICON / 2, middle - 15 - _ICON, _ICON, _ICON)
                canvas.picture(_PICTURES[mark.kind], box, None if mark.kind == "blast" else colour)

    def said(self) -> str:
        """What the marks are, in words."""
        count: dict[Kind, int] = {kind: sum(mark.kind == kind for mark in self.marks) for kind in WORDS}
        # Translators: {what} is "kill", "explosion" or "out": marks that are together
        found = [m("{n} × {what}", n=number, what=WORDS[kind]) for kind, number in count.items() if number]
        return say(m("{marks:,}", marks=found))


class MediaButton(Button):
    """A button with a sign that is drawn: the arrows of a player of films."""

    def __init__(self, sign: str, press: Callable[[], None], tip: Words) -> None:
        super().__init__("", press, tip=tip)
        self.sign = sign

    def _face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        x, y, half = rect.centerx, rect.centery, 10.0
        way = -1 if self.sign in ("back", "previous") else 1
        if self.sign == "pause":
            for off in (-8, 2):
                canvas.fill(Rect(x + off, y - half, 6, 2 * half), ink, 1)
        elif self.sign == "play":
            canvas.polygon([(x - 8, y - half), (x + 10, y), (x - 8, y + half)], ink)
        elif self.sign in ("back", "forward"):
            canvas.polygon([(x - 6 * way, y - half), (x + 8 * way, y), (x - 6 * way, y + half)], ink)
            canvas.fill(Rect(x - 10 * way - 2, y - half, 4, 2 * half), ink, 1)
        else:
            for off in (-9, 1):
                x0 = x + off * way
                canvas.polygon([(x0, y - half), (x0 + 9 * way, y), (x0, y + half)], ink)
            canvas.fill(Rect(x + 11 * way - 1.5, y - half, 3, 2 * half), EMBER)


def draw_words(canvas: Canvas, words: Words, right: float) -> None:
    """What is looked at, at the right end of the bar at the top."""
    canvas.text(words, (right, 26), SMALL, BRASS_LIGHT, anchor="midright", wide=right * 0.45)
