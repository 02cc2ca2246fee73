"""Widgets that people press and read: label, button, toggle, choice, slider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from grenade_salad.app.ui.accessible import AccessibleNode, Act
from grenade_salad.app.ui.canvas import LEADING, Anchor, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point, page_distance, read_command
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    EMBER_DARK,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    TEXT,
    Colour,
    mix,
    type_on,
)
from grenade_salad.app.ui.widget import LocalizedText, Widget
from grenade_salad.text import Words, say

_TWO_LINE_SIZE, _MIN_READABLE_SIZE, _TINY_SIZE = 15.0, 12.0, 10.0
"""Heights of type for a button with two lines; the last only keeps a word whole."""
_TIGHT_LEADING = 1.15
"""Distance of two lines on a button, as a multiple of the height of type."""
_MIN_TWO_LINES_HEIGHT = 2 * _TWO_LINE_SIZE * 1.2
"""Height of a button from which it may have two lines."""
_PAGE_STEPS = 10
"""Steps that Page Up and Page Down move a slider."""
_SETTABLE_ACTS: tuple[Act, ...] = ("press", "focus", "more", "less", "set")
ButtonKind = Literal["plain", "main", "danger", "quiet", "chosen"]


def _fit_lines(
    canvas: Canvas, words: str, max_width: float, size: float, height: float, bold: bool = False
) -> tuple[float, Sequence[str]]:
    """Return the size and the lines: one, or two smaller ones if one is too long.

    No word is broken or left out as long as all fit at the smallest size.
    """
    while size > SMALL and canvas.width(words, size, bold=bold) > max_width:
        size -= 1
    if height < _MIN_TWO_LINES_HEIGHT or canvas.width(words, size, bold=bold) <= max_width:
        return size, (words,)
    size = _TWO_LINE_SIZE
    while size > _TINY_SIZE and not _fits_two_lines(canvas, words, max_width, size, bold):
        size -= 1
    return size, canvas.lines(words, max_width, size, bold=bold)[:2]


def _fits_whole(canvas: Canvas, words: str, max_width: float, height: float, bold: bool) -> bool:
    """True if no word is broken or left out in up to two lines."""
    return height < _MIN_TWO_LINES_HEIGHT or _fits_two_lines(canvas, words, max_width, _MIN_READABLE_SIZE, bold)


def _fits_two_lines(canvas: Canvas, words: str, max_width: float, size: float, bold: bool) -> bool:
    """True if the words take at most two lines, and no word is too wide."""
    is_too_wide = any(canvas.width(word, size, bold=bold) > max_width for word in words.split())
    return not is_too_wide and len(canvas.lines(words, max_width, size, bold=bold)) <= 2


class Label(Widget):
    """Text in a box, wrapped; it cannot have the focus."""

    focusable = False
    words: LocalizedText = LocalizedText()

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
        self.is_heading = False
        """True if it begins a group of a form."""

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("heading" if self.is_heading or self.title else "text", self.words)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.title:
            anchor_point = getattr(rect, self.anchor)
            canvas.text(
                self.words, anchor_point, self.size, self.colour, title=True, anchor=self.anchor, max_width=rect.width
            )
            return
        lines = canvas.lines(self.words, rect.width, self.size, bold=self.bold)
        height = len(lines) * self.size * LEADING
        is_middle = self.anchor in ("midleft", "center", "midright")
        top = rect.centery - height / 2 if is_middle else rect.y
        box = Rect(rect.x, top, rect.width, height)
        centred = self.anchor in ("center", "midtop")
        canvas.paragraph(self.words, box, self.size, self.colour, bold=self.bold, centred=centred)


class Button(Widget):
    """A button of paper, or of brass if it is the main one of a screen.

    The main button gets the focus. It has words, an icon, or both. The kind "chosen" is for the chosen one of several.
    An icon is a name of assets/icons, or another white picture by its path in assets/.
    """

    words: LocalizedText = LocalizedText()
    shadow_margin = 12.0

    def __init__(
        self,
        words: Words,
        press: Callable[[], None],
        rect: Rect | None = None,
        *,
        icon: str = "",
        kind: ButtonKind = "plain",
        tip: Words = "",
        size: float = TEXT,
    ) -> None:
        super().__init__(rect, tip)
        self.words, self.press, self.icon, self.kind, self.size = words, press, icon, kind, size
        self.colour: Colour | None = None
        """Its colour instead of that of its kind."""

    @property
    def current_kind(self) -> ButtonKind:
        """The kind that is drawn: its own, unless a button is urged.

        Then only the urged one is of brass.
        """
        if self.is_urged is None or self.kind in ("danger", "quiet", "chosen"):
            return self.kind
        return "main" if self.is_urged else "plain"

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("button", self.words)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill, ink = self._colours()
        is_sunk = self.pressed and self.enabled
        if self.kind != "quiet" or self.hovered or self.pressed:
            canvas.paper(rect, fill, self.radius, lifted=self.enabled and not is_sunk and self.kind != "quiet")
        self._draw_face(canvas, rect.move(0, 1) if is_sunk else rect, ink)

    def _colours(self) -> tuple[Colour, Colour]:
        fill = self.colour or {"main": BRASS, "danger": EMBER_DARK, "chosen": INK}.get(self.current_kind, PAPER)
        ink = type_on(fill)
        if not self.enabled:
            return mix(PAPER_SHADE, PAPER_EDGE, 0.4), INK_SOFT
        if self.pressed:
            return mix(fill, INK, 0.15), ink
        if self.hovered:
            return (mix(fill, INK, 0.3) if self.kind == "danger" else mix(fill, BRASS_LIGHT, 0.35)), ink
        return fill, ink

    @property
    def _picture(self) -> str:
        return self.icon if "/" in self.icon else f"icons/{self.icon}.svg"

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        side = min(28.0, rect.height * 0.6)
        if not self.words:
            canvas.picture(self._picture, Rect(rect.centerx - side / 2, rect.centery - side / 2, side, side), ink)
            return
        bold = self.current_kind in ("main", "danger", "chosen")
        text_width = rect.width - 16 - (side + 8 if self.icon else 0)
        # A whole word says more than a picture with a broken word.
        icon = self.icon if _fits_whole(canvas, self.words, text_width, rect.height, bold) else ""
        if not icon:
            text_width = rect.width - (16 if _fits_whole(canvas, self.words, rect.width - 16, rect.height, bold) else 6)
        size, lines = _fit_lines(canvas, self.words, text_width, self.size, rect.height, bold)
        line_width = min(text_width, max(canvas.width(line, size, bold=bold) for line in lines))
        left = rect.centerx - (line_width + (side + 8 if icon else 0)) / 2
        if self.kind == "quiet":
            left = rect.x + 12
        if icon:
            canvas.picture(self._picture, Rect(left, rect.centery - side / 2, side, side), ink)
            left += side + 8
        for row, line in enumerate(lines):
            middle = rect.centery + (row - (len(lines) - 1) / 2) * size * _TIGHT_LEADING
            canvas.text(line, (left, middle), size, ink, bold=bold, anchor="midleft", max_width=text_width)


class Toggle(Widget):
    """A switch with words beside it."""

    words: LocalizedText = LocalizedText()

    def __init__(
        self, words: Words, value: bool, on_change: Callable[[bool], None], rect: Rect | None = None, tip: Words = ""
    ) -> None:
        super().__init__(rect, tip)
        self.words, self.value, self.on_change = words, value, on_change

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("switch", self.words), is_on=self.value)

    def set_to(self, value: str | float) -> bool:
        if bool(value) != self.value:
            self.activate()
        return True

    def activate(self) -> None:
        self.value = not self.value
        self.on_change(self.value)

    def step(self, direction: Command) -> bool:
        if direction not in ("left", "right") or self.value == (direction == "right"):
            return False
        self.activate()
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
            max_width=rect.right - track.right - 12,
        )


class Choice(Widget):
    """One of a few: arrows at both ends, the chosen one between them.

    Left and right, or a click, change it. With a `menu`, a click and Enter open that; it calls `choose`.
    """

    def __init__(
        self,
        labels: Sequence[Words],
        chosen: int,
        on_change: Callable[[int], None],
        rect: Rect | None = None,
        tip: Words = "",
        menu: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(rect, tip)
        self._labels, self.chosen, self.on_change = tuple(labels), chosen, on_change
        self.menu = menu
        self._click_step = 1
        """Steps that the next click moves: back on the left third, else forward."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The choices in words."""
        return tuple(say(label, begin=True) for label in self._labels)

    @labels.setter
    def labels(self, labels: Sequence[Words]) -> None:
        self._labels = tuple(labels)

    def accessible_node(self) -> AccessibleNode:
        span = (0.0, float(len(self._labels) - 1), 1.0, float(self.chosen))
        return replace(self.make_node("choice", value=self.labels[self.chosen]), span=span, acts=_SETTABLE_ACTS)

    def set_to(self, value: str | float) -> bool:
        if isinstance(value, str):
            if value not in self.labels:
                return False
            value = self.labels.index(value)
        self._move_by(round(value) - self.chosen, wraps=False)
        return True

    def activate(self) -> None:
        if self.menu is not None:
            self.menu()
            return
        self._move_by(self._click_step, wraps=True)
        self._click_step = 1

    def choose(self, index: int) -> None:
        """Choose an index, and call `on_change`."""
        self._move_by(index - self.chosen, wraps=False)

    def step(self, direction: Command) -> bool:
        if direction not in ("left", "right"):
            return False
        return self._move_by(1 if direction == "right" else -1, wraps=False)

    def drag(self, position: Point) -> bool:
        self._click_step = -1 if position[0] < self.rect.width / 3 else 1
        return False

    def _move_by(self, by: int, wraps: bool) -> bool:
        index = self.chosen + by
        if wraps:
            index %= len(self._labels)
        if not 0 <= index < len(self._labels) or index == self.chosen:
            return False
        self.chosen = index
        self.on_change(index)
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, mix(PAPER, BRASS_LIGHT, 0.3) if self.hovered else PAPER, self.radius, lifted=False)
        ink = INK if self.enabled else INK_SOFT
        arrows = [("arrow-left", rect.x + 18), ("arrow-right", rect.right - 18)]
        for name, centre in arrows if self.menu is None else [("arrow-down", rect.right - 18)]:
            canvas.picture(f"icons/{name}.svg", Rect(centre - 9, rect.centery - 9, 18, 18), ink)
        max_width = rect.width - 68
        size, lines = _fit_lines(canvas, self.labels[self.chosen], max_width, TEXT, rect.height)
        for row, line in enumerate(lines):
            middle = rect.centery + (row - (len(lines) - 1) / 2) * size * _TIGHT_LEADING
            canvas.text(line, (rect.centerx, middle), size, ink, anchor="center", max_width=max_width)


class Slider(Widget):
    """A number between two ends, in steps; `format_value` writes it."""

    def __init__(
        self,
        minimum: float,
        maximum: float,
        increment: float,
        value: float,
        on_change: Callable[[float], None],
        rect: Rect | None = None,
        *,
        format_value: Callable[[float], Words] = "{:g}".format,
        tip: Words = "",
    ) -> None:
        super().__init__(rect, tip)
        self.minimum, self.maximum, self.increment, self.value = minimum, maximum, increment, value
        self.on_change, self.format_value = on_change, format_value
        self._number_width = 0.0
        """Width of the widest number that was painted, in units."""

    def accessible_node(self) -> AccessibleNode:
        words = self.format_value(self.value)
        span = (self.minimum, self.maximum, self.increment, self.value)
        return replace(self.make_node("slider", value=say(words)), span=span, acts=_SETTABLE_ACTS[1:])

    def set_to(self, value: str | float) -> bool:
        try:
            self.set_value(float(value))
        except ValueError:
            return False
        return True

    def set_value(self, value: float) -> bool:
        """Set the nearest step; True if the value changed."""
        steps = round((value - self.minimum) / self.increment)
        rounded = max(self.minimum, min(self.minimum + steps * self.increment, self.maximum))
        if rounded == self.value:
            return False
        self.value = rounded
        self.on_change(rounded)
        return True

    def step(self, direction: Command) -> bool:
        if direction not in ("left", "right"):
            return False
        self.set_value(self.value + (self.increment if direction == "right" else -self.increment))
        return True

    def handle_key(self, event: Input) -> bool:
        steps = page_distance(event, -_PAGE_STEPS)  # Page Up makes the value larger.
        if steps:
            self.set_value(max(self.minimum, min(self.value + steps * self.increment, self.maximum)))
        return steps != 0

    def repeats_key(self, press: KeyInput) -> bool:
        return read_command(press) in ("left", "right") or page_distance(press, 1) != 0

    def drag(self, position: Point) -> bool:
        left, right = self._ends(Rect(0, 0, self.rect.width, self.rect.height))
        share = (position[0] - left) / max(1.0, right - left)
        self.set_value(self.minimum + share * (self.maximum - self.minimum))
        return True

    def _ends(self, rect: Rect) -> tuple[float, float]:
        """Return the left and the right end of the knob's way; the number is beside it."""
        number_width = max(92.0, min(110.0, rect.width * 0.3), min(self._number_width + 26, rect.width * 0.6))
        return rect.x + 14, rect.right - number_width

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        for value in self.minimum, self.maximum, self.value:
            width = canvas.width(self.format_value(value), TEXT, bold=True)
            self._number_width = max(self._number_width, width)
        left, right = self._ends(rect)
        share = (self.value - self.minimum) / (self.maximum - self.minimum) if self.maximum > self.minimum else 0.0
        knob = left + share * (right - left)
        canvas.fill(Rect(left - 4, rect.centery - 4, right - left + 8, 8), PAPER_EDGE, 4)
        canvas.fill(Rect(left - 4, rect.centery - 4, knob - left + 4, 8), BRASS, 4)
        canvas.circle((knob, rect.centery + 1), 12, mix(INK, PAPER, 0.5), alpha=90)
        canvas.circle((knob, rect.centery), 11, BRASS_LIGHT if self.hovered or self.pressed else BRASS)
        canvas.circle((knob, rect.centery), 11, INK, 1.5)
        canvas.text(
            self.format_value(self.value), (rect.right - 6, rect.centery), TEXT, INK, bold=True, anchor="midright"
        )
