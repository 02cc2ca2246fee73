"""The widgets that people press and read: label, button, toggle, choice, slider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from grenade_salad.app.ui.accessible import Act, Heard
from grenade_salad.app.ui.canvas import LEADING, Anchor, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, command, paged
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    EMBER,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    TEXT,
    Colour,
    mix,
    readable_on,
)
from grenade_salad.app.ui.widget import Spoken, Widget
from grenade_salad.text import Words, say

_SMALLEST, _LEAST, _TINY = 15.0, 12.0, 10.0
"""Heights of type in which a button says in two lines what is too long for one; the last only to keep a word whole."""
_SET: tuple[Act, ...] = ("press", "focus", "more", "less", "set")
Kind = Literal["plain", "main", "danger", "quiet", "chosen"]


def _in_two(
    canvas: Canvas, words: str, room: float, size: float, high: float, bold: bool = False
) -> tuple[float, Sequence[str]]:
    """The words in one line of that size, or smaller in two if they are too long for one; and the size.

    No word is broken or left out as long as all fit at the least size.
    """
    if high < 2 * _SMALLEST * 1.2 or canvas.width(words, size, bold=bold) <= room:
        return size, (words,)
    size = _SMALLEST
    while size > _TINY and not _fit(canvas, words, room, size, bold):
        size -= 1
    return size, canvas.lines(words, room, size, bold=bold)[:2]


def _whole(canvas: Canvas, words: str, room: float, high: float, bold: bool) -> bool:
    """Whether no word is broken or left out where the words stand in two lines if they must."""
    if high < 2 * _SMALLEST * 1.2:
        return True
    return _fit(canvas, words, room, _LEAST, bold)


def _fit(canvas: Canvas, words: str, room: float, size: float, bold: bool) -> bool:
    """Whether the words are two lines at most, and no word is wider than the room."""
    wide = any(canvas.width(word, size, bold=bold) > room for word in words.split())
    return not wide and len(canvas.lines(words, room, size, bold=bold)) <= 2


class Label(Widget):
    """Text in a box, wrapped; it cannot have the focus."""

    focusable = False
    words: Spoken = Spoken()

    def __init__(
        self,
        words: Words,
        rect: Rect | None = None,
        size: float = TEXT,
        colour: Colour = INK,
        *,
        bold: bool = False,
        title: bool = False,
        anchor: Anchor = "midleft",
    ) -> None:
        super().__init__(rect)
        self.words, self.size, self.colour, self.bold, self.title = words, size, colour, bold, title
        self.anchor: Anchor = anchor
        self.heads = False
        """Whether it begins a group of a form."""

    def heard(self) -> Heard:
        return self.as_heard("heading" if self.heads or self.title else "text", self.words)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.title:
            at = getattr(rect, self.anchor)
            canvas.text(self.words, at, self.size, self.colour, title=True, anchor=self.anchor, wide=rect.width)
            return
        lines = canvas.lines(self.words, rect.width, self.size, bold=self.bold)
        high = len(lines) * self.size * LEADING
        middle = self.anchor in ("midleft", "center", "midright")
        top = rect.centery - high / 2 if middle else rect.y
        box = Rect(rect.x, top, rect.width, high)
        centred = self.anchor in ("center", "midtop")
        canvas.paragraph(self.words, box, self.size, self.colour, bold=self.bold, centred=centred)


class Button(Widget):
    """A button of paper, or of brass if it is the main thing to do: one a screen, which gets the focus. With words, an
    icon, or both. "chosen" is what is chosen among its like.

    An icon is a name of assets/icons, or another white picture by its path in assets/.
    """

    words: Spoken = Spoken()
    shade = 12.0

    def __init__(
        self,
        words: Words,
        press: Callable[[], None],
        rect: Rect | None = None,
        *,
        icon: str = "",
        kind: Kind = "plain",
        tip: Words = "",
        size: float = TEXT,
    ) -> None:
        super().__init__(rect, tip)
        self.words, self.press, self.icon, self.kind, self.size = words, press, icon, kind, size
        self.colour: Colour | None = None

    @property
    def look(self) -> Kind:
        """How it is drawn: its kind, unless something is urged, which alone is of brass then."""
        if self.urged is None or self.kind in ("danger", "quiet", "chosen"):
            return self.kind
        return "main" if self.urged else "plain"

    def heard(self) -> Heard:
        return self.as_heard("button", self.words)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill, ink = self._colours()
        sunk = self.pressed and self.enabled
        if self.kind != "quiet" or self.hovered or self.pressed:
            canvas.paper(rect, fill, self.radius, lifted=self.enabled and not sunk and self.kind != "quiet")
        self._face(canvas, rect.move(0, 1) if sunk else rect, ink)

    def _colours(self) -> tuple[Colour, Colour]:
        fill = self.colour or {"main": BRASS, "danger": EMBER, "chosen": INK}.get(self.look, PAPER)
        ink = PAPER if self.kind == "danger" else readable_on(fill)
        if not self.enabled:
            return mix(PAPER_SHADE, PAPER_EDGE, 0.4), INK_SOFT
        if self.pressed:
            return mix(fill, INK, 0.15), ink
        if self.hovered:
            return mix(fill, BRASS_LIGHT if self.kind != "danger" else PAPER, 0.35), ink
        return fill, ink

    @property
    def _picture(self) -> str:
        return self.icon if "/" in self.icon else f"icons/{self.icon}.svg"

    def _face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        side = min(28.0, rect.height * 0.6)
        if not self.words:
            canvas.picture(self._picture, Rect(rect.centerx - side / 2, rect.centery - side / 2, side, side), ink)
            return
        bold = self.look in ("main", "danger", "chosen")
        room = rect.width - 16 - (side + 8 if self.icon else 0)
        # A whole word says more than a picture with a broken one.
        icon = self.icon if _whole(canvas, self.words, room, rect.height, bold) else ""
        if not icon:
            room = rect.width - (16 if _whole(canvas, self.words, rect.width - 16, rect.height, bold) else 6)
        size = self.size
        while size > 16 and canvas.width(self.words, size, bold=bold) > room:
            size -= 1
        size, lines = _in_two(canvas, self.words, room, size, rect.height, bold)
        wide = min(room, max(canvas.width(line, size, bold=bold) for line in lines))
        left = rect.centerx - (wide + (side + 8 if icon else 0)) / 2
        if self.kind == "quiet":
            left = rect.x + 12
        if icon:
            canvas.picture(self._picture, Rect(left, rect.centery - side / 2, side, side), ink)
            left += side + 8
        for row, line in enumerate(lines):
            middle = rect.centery + (row - (len(lines) - 1) / 2) * size * 1.15
            canvas.text(line, (left, middle), size, ink, bold=bold, anchor="midleft", wide=room)


class Toggle(Widget):
    """On or off, with words beside it."""

    words: Spoken = Spoken()

    def __init__(
        self, words: Words, value: bool, changed: Callable[[bool], None], rect: Rect | None = None, tip: Words = ""
    ) -> None:
        super().__init__(rect, tip)
        self.words, self.value, self.changed = words, value, changed

    def heard(self) -> Heard:
        return replace(self.as_heard("switch", self.words), on=self.value)

    def set_to(self, value: str | float) -> bool:
        if bool(value) != self.value:
            self.accept()
        return True

    def accept(self) -> None:
        self.value = not self.value
        self.changed(self.value)

    def nudge(self, where: Command) -> bool:
        if where not in ("left", "right") or self.value == (where == "right"):
            return False
        self.accept()
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        track = Rect(rect.x + 4, rect.centery - 13, 52, 26)
        fill = BRASS if self.value else PAPER_EDGE
        canvas.fill(track, mix(fill, PAPER, 0.25) if self.hovered else fill, 13)
        knob = (track.right - 13 if self.value else track.x + 13, track.centery)
        canvas.circle(knob, 10, PAPER if self.enabled else PAPER_SHADE)
        canvas.picture(
            "icons/check.svg" if self.value else "icons/cross.svg", Rect(knob[0] - 7, knob[1] - 7, 14, 14), INK
        )
        ink = INK if self.enabled else INK_SOFT
        canvas.text(
            self.words,
            (track.right + 10, rect.centery),
            TEXT,
            ink,
            anchor="midleft",
            wide=rect.right - track.right - 12,
        )


class Choice(Widget):
    """One of a few: arrows at both ends, the chosen one between them. Left and right, or a click, change it.

    With a `menu`, a click and Enter open that; it calls `choose`.
    """

    def __init__(
        self,
        labels: Sequence[Words],
        chosen: int,
        changed: Callable[[int], None],
        rect: Rect | None = None,
        tip: Words = "",
        menu: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(rect, tip)
        self._labels, self.chosen, self.changed = tuple(labels), chosen, changed
        self.menu = menu
        self._side = 1

    @property
    def labels(self) -> tuple[str, ...]:
        """What can be chosen, in words."""
        return tuple(say(label, begin=True) for label in self._labels)

    @labels.setter
    def labels(self, labels: Sequence[Words]) -> None:
        self._labels = tuple(labels)

    def heard(self) -> Heard:
        span = (0.0, float(len(self._labels) - 1), 1.0, float(self.chosen))
        return replace(self.as_heard("choice", value=self.labels[self.chosen]), span=span, acts=_SET)

    def set_to(self, value: str | float) -> bool:
        if isinstance(value, str):
            if value not in self.labels:
                return False
            value = self.labels.index(value)
        self._go(round(value) - self.chosen, around=False)
        return True

    def accept(self) -> None:
        if self.menu is not None:
            self.menu()
            return
        self._go(self._side, around=True)
        self._side = 1

    def choose(self, index: int) -> None:
        """Make it the chosen one, and tell who listens."""
        self._go(index - self.chosen, around=False)

    def nudge(self, where: Command) -> bool:
        if where not in ("left", "right"):
            return False
        return self._go(1 if where == "right" else -1, around=False)

    def drag(self, at: Point) -> bool:
        self._side = -1 if at[0] < self.rect.width / 3 else 1
        return False

    def _go(self, by: int, around: bool) -> bool:
        after = self.chosen + by
        if around:
            after %= len(self._labels)
        if not 0 <= after < len(self._labels) or after == self.chosen:
            return False
        self.chosen = after
        self.changed(after)
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, mix(PAPER, BRASS_LIGHT, 0.3) if self.hovered else PAPER, self.radius, lifted=False)
        ink = INK if self.enabled else INK_SOFT
        arrows = [("arrow-left", rect.x + 18), ("arrow-right", rect.right - 18)]
        for name, centre in arrows if self.menu is None else [("arrow-down", rect.right - 18)]:
            canvas.picture(f"icons/{name}.svg", Rect(centre - 9, rect.centery - 9, 18, 18), ink)
        words, room, size = self.labels[self.chosen], rect.width - 68, TEXT
        while size > 16 and canvas.width(words, size) > room:
            size -= 1
        size, lines = _in_two(canvas, words, room, size, rect.height)
        for row, line in enumerate(lines):
            middle = rect.centery + (row - (len(lines) - 1) / 2) * size * 1.15
            canvas.text(line, (rect.centerx, middle), size, ink, anchor="center", wide=room)


class Slider(Widget):
    """A number between two ends, in steps; `shown` writes it."""

    def __init__(
        self,
        low: float,
        high: float,
        step: float,
        value: float,
        changed: Callable[[float], None],
        rect: Rect | None = None,
        *,
        shown: Callable[[float], Words] = "{:g}".format,
        tip: Words = "",
    ) -> None:
        super().__init__(rect, tip)
        self.low, self.high, self.step, self.value, self.changed, self.shown = low, high, step, value, changed, shown

    def heard(self) -> Heard:
        words = self.shown(self.value)
        span = (self.low, self.high, self.step, self.value)
        return replace(self.as_heard("slider", value=say(words)), span=span, acts=_SET[1:])

    def set_to(self, value: str | float) -> bool:
        try:
            self.set(float(value))
        except ValueError:
            return False
        return True

    def set(self, value: float) -> bool:
        """Take the nearest step; whether it is another value."""
        steps = round((value - self.low) / self.step)
        taken = max(self.low, min(self.low + steps * self.step, self.high))
        if taken == self.value:
            return False
        self.value = taken
        self.changed(taken)
        return True

    def nudge(self, where: Command) -> bool:
        if where not in ("left", "right"):
            return False
        self.set(self.value + (self.step if where == "right" else -self.step))
        return True

    def typed(self, event: Input) -> bool:
        far = paged(event, -10)
        if far:
            self.set(max(self.low, min(self.value + far * self.step, self.high)))
        return far != 0

    def repeats(self, press: Key) -> bool:
        return command(press) in ("left", "right") or paged(press, 1) != 0

    def drag(self, at: Point) -> bool:
        left, right = self._ends(Rect(0, 0, self.rect.width, self.rect.height))
        return self.set(self.low + (at[0] - left) / max(1.0, right - left) * (self.high - self.low)) or True

    def _ends(self, rect: Rect) -> tuple[float, float]:
        return rect.x + 14, rect.right - max(92.0, min(110.0, rect.width * 0.3))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        left, right = self._ends(rect)
        share = (self.value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        knob = left + share * (right - left)
        canvas.fill(Rect(left - 4, rect.centery - 4, right - left + 8, 8), PAPER_EDGE, 4)
        canvas.fill(Rect(left - 4, rect.centery - 4, knob - left + 4, 8), BRASS, 4)
        canvas.circle((knob, rect.centery + 1), 12, mix(INK, PAPER, 0.5), alpha=90)
        canvas.circle((knob, rect.centery), 11, BRASS_LIGHT if self.hovered or self.pressed else BRASS)
        canvas.circle((knob, rect.centery), 11, INK, 1.5)
        canvas.text(self.shown(self.value), (rect.right - 6, rect.centery), TEXT, INK, bold=True, anchor="midright")
