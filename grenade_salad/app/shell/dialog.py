"""A question on a sheet of paper over the scene, with its answers as buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Pointer
from grenade_salad.app.ui.theme import INK, ROW, TEXT, TITLE
from grenade_salad.app.ui.widget import Spoken
from grenade_salad.app.ui.widget import nothing as nothing
from grenade_salad.app.ui.widgets import Button, Kind
from grenade_salad.text import Words


@dataclass(frozen=True)
class Answer:
    """A button of a dialog; the dialog is gone when `press` is called. The one marked `back` is what Esc does."""

    words: Words
    press: Callable[[], None]
    kind: Kind = "plain"
    icon: str = ""
    back: bool = False


class Dialog(Scene):
    """The focus starts on the main answer, else on the one marked `back`, which is what a click beside the sheet does:
    nothing is lost."""

    overlay = True
    title: Spoken = Spoken()
    words: Spoken = Spoken()

    def __init__(self, app: Shell, title: Words, words: Words, answers: Sequence[Answer]) -> None:
        super().__init__(app)
        self.title, self.words, self.answers = title, words, tuple(answers)
        self.panel = Rect(0, 0, 0, 0)
        self._beside = False
        for answer in self.answers:
            made = Button(answer.words, partial(self._answer, answer), kind=answer.kind, icon=answer.icon)
            self.widgets.add(made)
            if answer.kind == "main" or (answer.back and not any(one.kind == "main" for one in self.answers)):
                self.widgets.set_focus(made)
        self.layout(self.size)

    def called(self) -> Words:
        return self.title

    def heard(self) -> Sequence[Heard]:
        return texts(self.words)

    def _answer(self, answer: Answer) -> None:
        self.app.pop()
        answer.press()

    def handle(self, event: Input) -> None:
        match event:
            case Pointer(kind="down", button=1, at=at) if not self.panel.collidepoint(at):
                self._beside = True
            case Pointer(kind="up", button=1, at=at) if self._beside:
                self._beside = False
                if not self.panel.collidepoint(at):
                    self.back()
                    return
        super().handle(event)

    def back(self) -> None:
        for answer in self.answers:
            if answer.back:
                self._answer(answer)
                return

    def layout(self, size: tuple[float, float]) -> None:
        canvas = self.app.canvas()
        for wide, columns in ((520.0, 1), (620.0, 2), (760.0, max(1, len(self.answers)))):
            wide = min(wide, size[0] - 40)
            lines = len(canvas.lines(self.words, wide - 56, TEXT)) if self.words else 0
            rows = -(-len(self.answers) // columns)
            high = 84 + lines * TEXT * LEADING + rows * (ROW + 12) + 16
            if high <= size[1] - 16:
                break
        self.panel = Rect((size[0] - wide) / 2, max(8, (size[1] - high) / 2), wide, min(high, size[1] - 16))
        top = self.panel.bottom - rows * (ROW + 12) - 8
        each = (wide - 56 + 12) / columns - 12
        for index, item in enumerate(self.widgets.items):
            row, column = divmod(index, columns)
            item.rect = Rect(self.panel.x + 28 + column * (each + 12), top + row * (ROW + 12), each, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        canvas.text(self.title, (self.panel.x + 28, self.panel.y + 22), TITLE, title=True, wide=self.panel.width - 56)
        inner = Rect(self.panel.x + 28, self.panel.y + 70, self.panel.width - 56, 0)
        if self.words:
            canvas.paragraph(self.words, inner, TEXT)
        super().draw(canvas)
