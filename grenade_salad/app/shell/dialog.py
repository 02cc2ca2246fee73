"""A question on paper over the scene, with its answers as buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, PointerInput
from grenade_salad.app.ui.theme import INK, ROW, TEXT, TITLE
from grenade_salad.app.ui.widget import LocalizedText
from grenade_salad.app.ui.widget import do_nothing as do_nothing
from grenade_salad.app.ui.widgets import Button, ButtonKind
from grenade_salad.text import Words

_SIDE_MARGIN, _BUTTON_GAP = 28.0, 12.0
"""Units between the paper's edge and its text, and between two buttons."""
_TITLE_TOP, _TEXT_TOP = 22.0, 70.0
"""Units from the paper's upper edge to the title and to the text."""
_TEXT_BOTTOM, _BUTTONS_MARGIN = 14.0, 8.0
"""Units below the text, and above the buttons and below the gap under them."""
_SCREEN_MARGIN = 8.0
"""Minimum of units between the paper and the window's upper and lower edge."""


@dataclass(frozen=True)
class Answer:
    """A button of a dialog."""

    words: Words
    press: Callable[[], None]
    """Called after the dialog was closed."""
    kind: ButtonKind = "plain"
    icon: str = ""
    back: bool = False
    """True if Esc chooses it, and a click outside the paper."""


class Dialog(Scene):
    """A question with answers over the scene.

    The focus starts on the main answer, else on the one marked `back`.
    """

    is_overlay = True
    title: LocalizedText = LocalizedText()
    words: LocalizedText = LocalizedText()

    def __init__(self, app: AppContext, title: Words, words: Words, answers: Sequence[Answer]) -> None:
        super().__init__(app)
        self.title, self.words, self.answers = title, words, tuple(answers)
        self.panel = Rect(0, 0, 0, 0)
        self._pressed_outside = False
        has_main = any(answer.kind == "main" for answer in self.answers)
        for answer in self.answers:
            button = Button(answer.words, partial(self._answer, answer), kind=answer.kind, icon=answer.icon)
            self.widgets.add(button)
            if answer.kind == "main" or (answer.back and not has_main):
                self.widgets.set_focus(button)
        self.layout(self.size)

    def accessible_name(self) -> Words:
        return self.title

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(self.words)

    def _answer(self, answer: Answer) -> None:
        self.app.pop()
        answer.press()

    def handle(self, event: Input) -> None:
        # Only a click that begins and ends outside cancels; a pointer that slipped off the paper does not.
        match event:
            case PointerInput(kind="down", button=1, position=position) if not self.panel.collidepoint(position):
                self._pressed_outside = True
            case PointerInput(kind="up", button=1, position=position) if self._pressed_outside:
                self._pressed_outside = False
                if not self.panel.collidepoint(position):
                    self.back()
                    return
        super().handle(event)

    def back(self) -> None:
        if (answer := next((answer for answer in self.answers if answer.back), None)) is not None:
            self._answer(answer)

    def layout(self, size: tuple[float, float]) -> None:
        canvas, max_height = self.app.canvas(), size[1] - 2 * _SCREEN_MARGIN
        # The narrowest paper whose height fits: more columns of buttons need fewer rows.
        for max_width, columns in ((520.0, 1), (620.0, 2), (760.0, max(1, len(self.answers)))):
            width = min(max_width, size[0] - 40)
            lines = len(canvas.lines(self.words, width - 2 * _SIDE_MARGIN, TEXT)) if self.words else 0
            rows = -(-len(self.answers) // columns)
            text_bottom = _TEXT_TOP + lines * TEXT * LEADING + _TEXT_BOTTOM
            height = text_bottom + rows * (ROW + _BUTTON_GAP) + 2 * _BUTTONS_MARGIN
            if height <= max_height:
                break
        paper_top = max(_SCREEN_MARGIN, (size[1] - height) / 2)
        self.panel = Rect((size[0] - width) / 2, paper_top, width, min(height, max_height))
        left, top = self.panel.x + _SIDE_MARGIN, self.panel.bottom - rows * (ROW + _BUTTON_GAP) - _BUTTONS_MARGIN
        button_width = (width - 2 * _SIDE_MARGIN + _BUTTON_GAP) / columns - _BUTTON_GAP
        for index, button in enumerate(self.widgets.items):
            row, column = divmod(index, columns)
            x, y = left + column * (button_width + _BUTTON_GAP), top + row * (ROW + _BUTTON_GAP)
            button.rect = Rect(x, y, button_width, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        inner = Rect(self.panel.x + _SIDE_MARGIN, self.panel.y + _TEXT_TOP, self.panel.width - 2 * _SIDE_MARGIN, 0)
        canvas.text(self.title, (inner.x, self.panel.y + _TITLE_TOP), TITLE, title=True, max_width=inner.width)
        if self.words:
            canvas.paragraph(self.words, inner, TEXT)
        super().draw(canvas)
