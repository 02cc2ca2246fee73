"""Text entry: one line of text, such as a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

import pygame

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Composing, Input, KeyInput, Point, Typed, holds_ctrl
from grenade_salad.app.ui.text import split_clusters
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
from grenade_salad.app.ui.widget import LocalizedText, Widget
from grenade_salad.text import Words, m
from grenade_salad.text.person_names import tidy_name

_PADDING = 12.0
_REPEATING_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE)
"""Keys that repeat while they are held."""
_DOUBLE_CLICK_MS, _DOUBLE_CLICK_DISTANCE = 500, 10.0
"""Milliseconds and units between two clicks that mark all."""
_CHARACTERS_PER_LETTER = 8
"""Maximum number of characters that are read for a letter.

Accents may be separate, and some are invisible.
"""
_UNMARKING_KEYS = (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)


class TextEntry(Widget):
    """A line that keys write; with the gamepad, A takes the next of the suggestions.

    Text with more than `max_letters` letters is cut, and `refusal` says so.
    """

    takes_text = True
    hint: LocalizedText = LocalizedText()
    """Pale words in an empty entry."""
    is_wrong = False
    """True if the text is not possible; it is highlighted."""

    def __init__(
        self,
        value: str,
        on_change: Callable[[str], None],
        rect: Rect | None = None,
        *,
        max_letters: int = 24,
        hint: Words = "",
        suggestions: Sequence[str] = (),
        tip: Words = "",
    ) -> None:
        super().__init__(rect, tip)
        self.value, self.on_change, self.max_letters, self.hint = value, on_change, max_letters, hint
        self.suggestions = tuple(suggestions)
        self.cursor = len(value)
        """Index of the character after the cursor."""
        self.is_marked = False
        """True after a double click or Ctrl+A: the next letter replaces all text."""
        self.composing, self.composed_cursor = "", 0
        """Text of an input method, drawn underlined at the cursor, and the cursor in it."""
        self._click_x: float | None = None
        """Units from the left edge to the pointer that is down, or None."""
        self._last_click = (-_DOUBLE_CLICK_MS, 0.0)
        """Time and x of the last click."""
        self._scroll_x = 0.0
        """Units of the text that are left of the entry, if it is too long."""
        self._cursor_x = 0.0
        """Units from the left edge to the cursor, as it was last drawn."""
        self._joiner = ""
        """A joiner that waits for the letter after it, since it is invisible alone."""

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("entry", self.hint, self.value), acts=("press", "focus", "set"))

    def set_to(self, value: str | float) -> bool:
        self.set_text(str(value))
        return True

    def set_text(self, value: str, cursor: int | None = None) -> None:
        """Set the text; what is too long or invisible is left out."""
        max_characters = self.max_letters * _CHARACTERS_PER_LETTER
        clean = tidy_name(value[:max_characters])
        if len(clean) > self.max_letters or len(value) > max_characters:
            self.refusal = m("There is room for {n} letter.", "There is room for {n} letters.", n=self.max_letters)
        clean = clean[: max(stop for stop in _cursor_stops(clean) if stop <= self.max_letters)]
        wanted_cursor = len(clean) if cursor is None else len(tidy_name(value[: min(cursor, max_characters)]))
        self.cursor = max(stop for stop in _cursor_stops(clean) if stop <= wanted_cursor)
        if clean != self.value:
            self.value = clean
            self.on_change(clean)

    def activate(self) -> None:
        if self._click_x is not None:
            self._release(self._click_x)
            return
        if self.suggestions:
            index = self.suggestions.index(self.value) if self.value in self.suggestions else -1
            self.set_text(self.suggestions[(index + 1) % len(self.suggestions)])

    def _release(self, x: float) -> None:
        """Handle the release of the button; a double click marks all."""
        time, (last_time, last_x) = pygame.time.get_ticks(), self._last_click
        self.is_marked = (
            bool(self.value) and time - last_time < _DOUBLE_CLICK_MS and abs(x - last_x) < _DOUBLE_CLICK_DISTANCE
        )
        self._click_x, self._last_click = None, (time, x)

    def drag(self, position: Point) -> bool:
        self._click_x, self.is_marked = position[0], False
        return False

    def step(self, direction: Command) -> bool:
        return False

    def handle_key(self, event: Input) -> bool:
        if isinstance(event, Typed):
            self.composing = ""
            self._write(event.text)
            return True
        if isinstance(event, Composing):
            self.composing, self.composed_cursor = event.text, event.cursor
            return True
        if not isinstance(event, KeyInput) or not event.down:
            return False
        if holds_ctrl(event.mod):
            return self._shortcut(event.key)
        return self._edit_key(event.key)

    def repeats_key(self, press: KeyInput) -> bool:
        return press.key in _REPEATING_KEYS and not holds_ctrl(press.mod)

    def blur(self) -> None:
        self.composing, self.is_marked = "", False

    def _replaced_range(self) -> tuple[int, int]:
        """Return the start and end of the text that typing replaces."""
        return (0, len(self.value)) if self.is_marked else (self.cursor, self.cursor)

    def _write(self, text: str) -> None:
        """Insert text at the cursor; a joiner alone waits for the letter that it joins."""
        if text in ("\u200c", "\u200d"):
            self._joiner = text
            return
        start, end = self._replaced_range()
        prefix = self.value[:start] + self._joiner + text
        self._joiner, self.is_marked = "", False
        self.set_text(prefix + self.value[end:], len(prefix))

    def _edit_key(self, key: int) -> bool:
        if self.is_marked and key in _UNMARKING_KEYS:
            self.is_marked = False
            if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
                self.set_text("")
            else:
                self.cursor = 0 if key in (pygame.K_LEFT, pygame.K_HOME) else len(self.value)
            return True
        text, cursor = self.value, self.cursor
        stops = _cursor_stops(text)
        previous = max((stop for stop in stops if stop < cursor), default=0)
        following = min((stop for stop in stops if stop > cursor), default=len(text))
        match key:
            case pygame.K_LEFT:
                self.cursor = previous
                return cursor > 0
            case pygame.K_RIGHT:
                self.cursor = following
                return cursor < len(text)
            case pygame.K_HOME:
                self.cursor = 0
            case pygame.K_END:
                self.cursor = len(text)
            case pygame.K_BACKSPACE if cursor > 0:
                self.set_text(text[:previous] + text[cursor:], previous)
            case pygame.K_DELETE:
                self.set_text(text[:cursor] + text[following:], cursor)
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
            self.is_marked, self.cursor = bool(self.value), len(self.value)
            return True
        if key in (pygame.K_c, pygame.K_x):
            try:
                pygame.scrap.put_text(self.value)
            except pygame.error:
                return False
            if key == pygame.K_x:
                self.is_marked = False
                self.set_text("")
            return True
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill = mix(PAPER, BRASS_LIGHT, 0.25) if self.hovered and not self.focused else mix(PAPER, WHITE, 0.5)
        canvas.fill(rect, EMBER if self.is_wrong else mix(INK, PAPER, 0.55), self.radius)
        edge = 6 if self.is_wrong else 3
        canvas.fill(rect.inflate(-edge, -edge), fill, self.radius - 1)
        inner = Rect(rect.x + _PADDING, rect.y, rect.width - 2 * _PADDING, rect.height)
        if self.is_wrong:
            canvas.picture("icons/cross.svg", Rect(rect.right - 30, rect.centery - 10, 20, 20), EMBER_DARK)
            inner.width -= 24
        if self._click_x is not None:
            self.cursor = self._nearest_stop(canvas, self._click_x - _PADDING + self._scroll_x)
        start, end = self._replaced_range() if self.composing else (self.cursor, self.cursor)
        line = self.value[:start] + self.composing + self.value[end:]
        caret_x = canvas.caret(
            line, start + min(self.composed_cursor, len(self.composing)) if self.composing else start
        )
        self._scroll_x = max(0.0, caret_x - inner.width + 2)
        self._cursor_x = inner.x + caret_x - self._scroll_x - rect.x
        with canvas.clipped(inner.inflate(4, 0)):
            text_point = (inner.x - self._scroll_x, rect.centery)
            if self.is_marked and self.focused and not self.composing:
                mark_width = canvas.width(self.value, TEXT)
                canvas.fill(Rect(text_point[0] - 2, rect.centery - 13, mark_width + 4, 26), BRASS_LIGHT, 3)
            if line:
                canvas.text(line, text_point, TEXT, INK, anchor="midleft")
            elif self.hint:
                canvas.text(self.hint, text_point, TEXT, INK_SOFT, italic=True, anchor="midleft")
            if self.composing:
                ends = sorted(canvas.caret(line, index) for index in (start, start + len(self.composing)))
                canvas.fill(Rect(text_point[0] + ends[0], rect.centery + 12, ends[1] - ends[0], 2), INK)
        if self.focused and (self.composing or not self.is_marked):
            canvas.fill(Rect(rect.x + self._cursor_x - 1, rect.centery - 12, 2.5, 24), BRASS_DARK)

    def text_cursor(self) -> Rect:
        box = self.on_screen()
        return Rect(box.x + self._cursor_x, box.y, 2, box.height)

    def _nearest_stop(self, canvas: Canvas, x: float) -> int:
        return min(_cursor_stops(self.value), key=lambda stop: abs(canvas.caret(self.value, stop) - x))


def _cursor_stops(line: str) -> list[int]:
    """Return the cursor's possible indexes: between what people take for letters."""
    return list(accumulate((len(letter) for letter in split_clusters(line)), initial=0))
