"""A line of text that can be written: names and the like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

import pygame

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, Typed
from grenade_salad.app.ui.text import clusters
from grenade_salad.app.ui.theme import (
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    EMBER_DARK,
    INK,
    INK_SOFT,
    PAPER,
    TEXT,
    WHITE,
    mix,
)
from grenade_salad.app.ui.widget import Spoken, Widget
from grenade_salad.match.names import tidy
from grenade_salad.text import Words, m

_PAD = 12.0
_GO_ON = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE)
"""Keys that go on while they are held."""
_TWICE, _NEAR = 500, 10.0
"""Milliseconds and units between two clicks that mark all."""


class TextEntry(Widget):
    """Keys write; with the pad, A takes the next of the suggestions: no keyboard is needed.

    `marked`: all of it is marked, by a double click or Ctrl+A, and the next letter stands in its place. `wrong` sets it
    off: what is written cannot be. Of what has more than `most` letters the first are taken, and `refused` says so.
    """

    takes_text = True
    hint: Spoken = Spoken()
    wrong = False

    def __init__(
        self,
        value: str,
        changed: Callable[[str], None],
        rect: Rect | None = None,
        *,
        most: int = 24,
        hint: Words = "",
        suggestions: Sequence[str] = (),
        tip: Words = "",
    ) -> None:
        super().__init__(rect, tip)
        self.value, self.changed, self.most, self.hint = value, changed, most, hint
        self.suggestions = tuple(suggestions)
        self.cursor = len(value)
        self.marked = False
        self._clicked: float | None = None
        self._click = (-_TWICE, 0.0)
        """When and where it was clicked last."""
        self._left = 0.0
        self._joiner = ""

    def heard(self) -> Heard:
        return replace(self.as_heard("entry", self.hint, self.value), acts=("press", "focus", "set"))

    def set_to(self, value: str | float) -> bool:
        self.set(str(value))
        return True

    def set(self, value: str, cursor: int | None = None) -> None:
        """Another text; what is too long or cannot be seen is left out."""
        clean = tidy(value)
        if len(clean) > self.most:
            self.refused = m("There is room for {n} letter.", "There is room for {n} letters.", n=self.most)
        while len(clean) > self.most:
            clean = clean[: _stops(clean)[-2]]
        wanted = len(clean) if cursor is None else len(tidy(value[:cursor]))
        self.cursor = max(stop for stop in _stops(clean) if stop <= wanted)
        if clean != self.value:
            self.value = clean
            self.changed(clean)

    def accept(self) -> None:
        if self._clicked is not None:
            self._come_up(self._clicked)
            return
        if self.suggestions:
            known = self.suggestions.index(self.value) if self.value in self.suggestions else -1
            self.set(self.suggestions[(known + 1) % len(self.suggestions)])

    def _come_up(self, at: float) -> None:
        """The button came up there: for the second time, all is marked."""
        now, (before, there) = pygame.time.get_ticks(), self._click
        self.marked = bool(self.value) and now - before < _TWICE and abs(at - there) < _NEAR
        self._clicked, self._click = None, (now, at)

    def drag(self, at: Point) -> bool:
        self._clicked, self.marked = at[0], False
        return False

    def nudge(self, where: Command) -> bool:
        return False

    def typed(self, event: Input) -> bool:
        if isinstance(event, Typed):
            self._write(event.text)
            return True
        if not isinstance(event, Key) or not event.down:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._shortcut(event.key)
        return self._edit(event.key)

    def repeats(self, press: Key) -> bool:
        return press.key in _GO_ON and not press.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)

    def _write(self, text: str) -> None:
        """Put it where the cursor is; a joiner alone waits for the letter that it joins."""
        if text in ("\u200c", "\u200d"):
            self._joiner = text
            return
        start, end = (0, len(self.value)) if self.marked else (self.cursor, self.cursor)
        before = self.value[:start] + self._joiner + text
        self._joiner, self.marked = "", False
        self.set(before + self.value[end:], len(before))

    def _edit(self, key: int) -> bool:
        if self.marked:
            self.marked = False
            if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
                self.set("")
                return True
            if key in (pygame.K_LEFT, pygame.K_RIGHT):
                self.cursor = 0 if key == pygame.K_LEFT else len(self.value)
                return True
        text, at = self.value, self.cursor
        stops = _stops(text)
        before = max((stop for stop in stops if stop < at), default=0)
        after = min((stop for stop in stops if stop > at), default=len(text))
        match key:
            case pygame.K_LEFT:
                self.cursor = before
                return at > 0
            case pygame.K_RIGHT:
                self.cursor = after
                return at < len(text)
            case pygame.K_HOME:
                self.cursor = 0
            case pygame.K_END:
                self.cursor = len(text)
            case pygame.K_BACKSPACE if at > 0:
                self.set(text[:before] + text[at:], before)
            case pygame.K_DELETE:
                self.set(text[:at] + text[after:], at)
            case pygame.K_BACKSPACE | pygame.K_SPACE:
                pass
            case _:
                return False
        return True

    def _shortcut(self, key: int) -> bool:
        if key == pygame.K_v:
            try:
                pasted = pygame.scrap.get_text()
            except pygame.error:
                pasted = ""
            self._write(pasted)
            return True
        if key == pygame.K_a:
            self.marked, self.cursor = bool(self.value), len(self.value)
            return True
        if key in (pygame.K_c, pygame.K_x):
            try:
                pygame.scrap.put_text(self.value)
            except pygame.error:
                return False
            if key == pygame.K_x:
                self.marked = False
                self.set("")
            return True
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill = mix(PAPER, BRASS_LIGHT, 0.25) if self.hovered and not self.focused else mix(PAPER, WHITE, 0.5)
        canvas.fill(rect, EMBER if self.wrong else mix(INK, PAPER, 0.55), self.radius)
        edge = 6 if self.wrong else 3
        canvas.fill(rect.inflate(-edge, -edge), fill, self.radius - 1)
        inner = Rect(rect.x + _PAD, rect.y, rect.width - 2 * _PAD, rect.height)
        if self.wrong:
            canvas.picture("icons/cross.svg", Rect(rect.right - 30, rect.centery - 10, 20, 20), EMBER_DARK)
            inner.width -= 24
        if self._clicked is not None:
            self.cursor = self._nearest(canvas, self._clicked - _PAD + self._left)
        before = canvas.caret(self.value, self.cursor)
        self._left = max(0.0, before - inner.width + 2)
        with canvas.clipped(inner.inflate(4, 0)):
            at = (inner.x - self._left, rect.centery)
            if self.marked and self.focused:
                wide = canvas.width(self.value, TEXT)
                canvas.fill(Rect(at[0] - 2, rect.centery - 13, wide + 4, 26), BRASS_LIGHT, 3)
            if self.value:
                canvas.text(self.value, at, TEXT, INK, anchor="midleft")
            elif self.hint:
                canvas.text(self.hint, at, TEXT, INK_SOFT, italic=True, anchor="midleft")
        if self.focused and not self.marked:
            x = inner.x + before - self._left
            canvas.fill(Rect(x - 1, rect.centery - 12, 2.5, 24), BRASS_DARK)

    def _nearest(self, canvas: Canvas, x: float) -> int:
        return min(_stops(self.value), key=lambda at: abs(canvas.caret(self.value, at) - x))


def _stops(line: str) -> list[int]:
    """Where the cursor can be: between what people take for single letters."""
    return list(accumulate((len(one) for one in clusters(line)), initial=0))
