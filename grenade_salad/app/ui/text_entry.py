"""A line of text that can be written: names and the like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

import pygame

from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Composing, Input, Key, Point, Typed, holds_ctrl
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
from grenade_salad.text import Words, m
from grenade_salad.text.person_names import tidy

_PAD = 12.0
_GO_ON = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE)
"""Keys that go on while they are held."""
_TWICE, _NEAR = 500, 10.0
"""Milliseconds and units between two clicks that mark all."""
_CHARACTERS = 8
"""Characters that are read for a letter that is kept: accents may be apart, and some cannot be seen."""
_UNMARKS = (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)


class TextEntry(Widget):
    """Keys write; with the pad, A takes the next of the suggestions: no keyboard is needed.

    `marked`: all of it is marked, by a double click or Ctrl+A, and the next letter stands in its place. `wrong` sets it
    off: what is written cannot be. Of what has more than `most` letters the first are taken, and `refused` says so.
    `composing` is drawn underlined where it will be typed, with the cursor after its first `composed` characters.
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
        self.composing, self.composed = "", 0
        self._clicked: float | None = None
        self._click = (-_TWICE, 0.0)
        """When and where it was clicked last."""
        self._left = 0.0
        self._cursor_x = 0.0
        """Units from the left edge to the cursor, as it was drawn last."""
        self._joiner = ""

    def heard(self) -> Heard:
        return replace(self.as_heard("entry", self.hint, self.value), acts=("press", "focus", "set"))

    def set_to(self, value: str | float) -> bool:
        self.set(str(value))
        return True

    def set(self, value: str, cursor: int | None = None) -> None:
        """Another text; what is too long or cannot be seen is left out."""
        longest = self.most * _CHARACTERS
        clean = tidy(value[:longest])
        if len(clean) > self.most or len(value) > longest:
            self.refused = m("There is room for {n} letter.", "There is room for {n} letters.", n=self.most)
        clean = clean[: max(stop for stop in _stops(clean) if stop <= self.most)]
        wanted = len(clean) if cursor is None else len(tidy(value[: min(cursor, longest)]))
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
            self.composing = ""
            self._write(event.text)
            return True
        if isinstance(event, Composing):
            self.composing, self.composed = event.text, event.cursor
            return True
        if not isinstance(event, Key) or not event.down:
            return False
        if holds_ctrl(event.mod):
            return self._shortcut(event.key)
        return self._edit(event.key)

    def repeats(self, press: Key) -> bool:
        return press.key in _GO_ON and not holds_ctrl(press.mod)

    def blur(self) -> None:
        self.composing, self.marked = "", False

    def _gap(self) -> tuple[int, int]:
        """Return where the text that is replaced by what is typed begins and ends."""
        return (0, len(self.value)) if self.marked else (self.cursor, self.cursor)

    def _write(self, text: str) -> None:
        """Put it where the cursor is; a joiner alone waits for the letter that it joins."""
        if text in ("\u200c", "\u200d"):
            self._joiner = text
            return
        start, end = self._gap()
        before = self.value[:start] + self._joiner + text
        self._joiner, self.marked = "", False
        self.set(before + self.value[end:], len(before))

    def _edit(self, key: int) -> bool:
        if self.marked and key in _UNMARKS:
            self.marked = False
            if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
                self.set("")
            else:
                self.cursor = 0 if key in (pygame.K_LEFT, pygame.K_HOME) else len(self.value)
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
            if pasted:
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
        start, end = self._gap() if self.composing else (self.cursor, self.cursor)
        line = self.value[:start] + self.composing + self.value[end:]
        before = canvas.caret(line, start + min(self.composed, len(self.composing)) if self.composing else start)
        self._left = max(0.0, before - inner.width + 2)
        self._cursor_x = inner.x + before - self._left - rect.x
        with canvas.clipped(inner.inflate(4, 0)):
            at = (inner.x - self._left, rect.centery)
            if self.marked and self.focused and not self.composing:
                wide = canvas.width(self.value, TEXT)
                canvas.fill(Rect(at[0] - 2, rect.centery - 13, wide + 4, 26), BRASS_LIGHT, 3)
            if line:
                canvas.text(line, at, TEXT, INK, anchor="midleft")
            elif self.hint:
                canvas.text(self.hint, at, TEXT, INK_SOFT, italic=True, anchor="midleft")
            if self.composing:
                ends = sorted(canvas.caret(line, place) for place in (start, start + len(self.composing)))
                canvas.fill(Rect(at[0] + ends[0], rect.centery + 12, ends[1] - ends[0], 2), INK)
        if self.focused and (self.composing or not self.marked):
            canvas.fill(Rect(rect.x + self._cursor_x - 1, rect.centery - 12, 2.5, 24), BRASS_DARK)

    def text_cursor(self) -> Rect:
        box = self.on_screen()
        return Rect(box.x + self._cursor_x, box.y, 2, box.height)

    def _nearest(self, canvas: Canvas, x: float) -> int:
        return min(_stops(self.value), key=lambda at: abs(canvas.caret(self.value, at) - x))


def _stops(line: str) -> list[int]:
    """Where the cursor can be: between what people take for single letters."""
    return list(accumulate((len(one) for one in clusters(line)), initial=0))
