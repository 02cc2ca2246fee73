"""A line of text that can be written: names and the like."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, Typed
from grenade_salad.app.ui.theme import BRASS_DARK, BRASS_LIGHT, INK, INK_SOFT, PAPER, TEXT, WHITE, mix
from grenade_salad.app.ui.widget import Widget

_PAD = 12.0


class TextEntry(Widget):
    """Keys write; with the pad, A takes the next of the suggestions: no keyboard is needed."""

    takes_text = True

    def __init__(
        self,
        value: str,
        changed: Callable[[str], None],
        rect: Rect | None = None,
        *,
        most: int = 24,
        hint: str = "",
        suggestions: Sequence[str] = (),
        tip: str = "",
    ) -> None:
        super().__init__(rect, tip)
        self.value, self.changed, self.most, self.hint = value, changed, most, hint
        self.suggestions = tuple(suggestions)
        self.cursor = len(value)
        self._clicked: float | None = None
        self._left = 0.0

    def set(self, value: str, cursor: int | None = None) -> None:
        """Another text; what is too long or cannot be seen is left out."""
        clean = "".join(letter for letter in value if letter.isprintable())[: self.most]
        self.cursor = max(0, min(len(clean) if cursor is None else cursor, len(clean)))
        if clean != self.value:
            self.value = clean
            self.changed(clean)

    def accept(self) -> None:
        if self._clicked is not None:
            self._clicked = None
            return
        if self.suggestions:
            known = self.suggestions.index(self.value) if self.value in self.suggestions else -1
            self.set(self.suggestions[(known + 1) % len(self.suggestions)])

    def drag(self, at: Point) -> bool:
        self._clicked = at[0]
        return False

    def nudge(self, where: Command) -> bool:
        return False

    def typed(self, event: Input) -> bool:
        if isinstance(event, Typed):
            self.set(self.value[: self.cursor] + event.text + self.value[self.cursor :], self.cursor + len(event.text))
            return True
        if not isinstance(event, Key) or not event.down:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._shortcut(event.key)
        return self._edit(event.key)

    def _edit(self, key: int) -> bool:
        text, at = self.value, self.cursor
        match key:
            case pygame.K_LEFT:
                self.cursor = max(0, at - 1)
                return at > 0
            case pygame.K_RIGHT:
                self.cursor = min(len(text), at + 1)
                return at < len(text)
            case pygame.K_HOME:
                self.cursor = 0
            case pygame.K_END:
                self.cursor = len(text)
            case pygame.K_BACKSPACE if at > 0:
                self.set(text[: at - 1] + text[at:], at - 1)
            case pygame.K_DELETE:
                self.set(text[:at] + text[at + 1 :], at)
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
            self.set(self.value[: self.cursor] + pasted + self.value[self.cursor :], self.cursor + len(pasted))
            return True
        if key == pygame.K_c:
            try:
                pygame.scrap.put_text(self.value)
            except pygame.error:
                return False
            return True
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill = mix(PAPER, BRASS_LIGHT, 0.25) if self.hovered and not self.focused else mix(PAPER, WHITE, 0.5)
        canvas.fill(rect, mix(INK, PAPER, 0.55), self.radius)
        canvas.fill(rect.inflate(-3, -3), fill, self.radius - 1)
        inner = Rect(rect.x + _PAD, rect.y, rect.width - 2 * _PAD, rect.height)
        if self._clicked is not None:
            self.cursor = self._nearest(canvas, self._clicked - _PAD + self._left)
        before = canvas.width(self.value[: self.cursor])
        self._left = max(0.0, before - inner.width + 2)
        with canvas.clipped(inner.inflate(4, 0)):
            at = (inner.x - self._left, rect.centery)
            if self.value:
                canvas.text(self.value, at, TEXT, INK, anchor="midleft")
            elif self.hint:
                canvas.text(self.hint, at, TEXT, INK_SOFT, italic=True, anchor="midleft")
        if self.focused:
            x = inner.x + before - self._left
            canvas.fill(Rect(x - 1, rect.centery - 12, 2.5, 24), BRASS_DARK)

    def _nearest(self, canvas: Canvas, x: float) -> int:
        return min(range(len(self.value) + 1), key=lambda at: abs(canvas.width(self.value[:at]) - x))
