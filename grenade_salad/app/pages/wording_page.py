"""F9, "Wrong word?": choose a sentence on the screen, and write a better one.

Its English is shown beside it. The answer only goes into a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect, record_lines
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, INK_SOFT, PAPER, ROW, SMALL, TEXT, TITLE
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.system import wording_feedback
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import find_english, language

_DIMMED = 150
"""Opacity of the ink over the picture, 0 to 255."""
_INSTRUCTION = m("Wrong word? Click the sentence, or choose it with the arrow keys and Enter. Esc goes back.")


def open_page(app: AppContext, screen: pygame.Surface, draw: Callable[[], None]) -> None:
    """Let the user choose a sentence on the screen; `draw` draws it again."""
    scene = app.scene
    if isinstance(scene, WrongWords | BetterWords):
        return
    with record_lines() as lines:
        draw()
    app.push(WrongWords(app, lines, screen.copy(), type(scene).__name__))


class _Line(Widget):
    """A line of the picture that can be chosen."""

    radius = 3.0

    def __init__(self, words: str, rect: Rect, press: Callable[[], None]) -> None:
        super().__init__(rect)
        self.words, self.press = words, press

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("button", self.words)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.frame(rect.inflate(6, 4), EMBER if self.hovered else BRASS_LIGHT, 2 if self.hovered else 1, 3)


class WrongWords(Scene):
    """A picture of the screen, with a frame round every line that can be chosen."""

    draws_table = True

    def __init__(
        self, app: AppContext, lines: Sequence[tuple[str, pygame.Rect]], picture: pygame.Surface, screen: str
    ) -> None:
        super().__init__(app)
        self.lines, self.picture, self.screen = list(dict(_readable_lines(lines)).items()), picture, screen
        self.layout(self.size)

    def accessible_name(self) -> Words:
        return _INSTRUCTION

    def layout(self, size: tuple[float, float]) -> None:
        scale = size[0] / self.picture.get_width(), size[1] / self.picture.get_height()
        self.widgets.clear()
        for (left, top, width, height), words in self.lines:
            rect = Rect(left * scale[0], top * scale[1], width * scale[0], height * scale[1])
            self.widgets.add(_Line(words, rect, partial(self._choose, words, (left, top, width, height))))

    def _choose(self, words: str, box: tuple[int, int, int, int]) -> None:
        picture = self.picture.copy()
        pygame.draw.rect(picture, EMBER, pygame.Rect(box).inflate(8, 8), 3, 4)
        self.app.push(BetterWords(self.app, words, picture, self.screen))

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.blit(pygame.transform.scale(self.picture, canvas.surface.get_size()), (0, 0))
        super().draw(canvas)
        bar_width = canvas.width(_INSTRUCTION, SMALL) + 32
        bar = Rect((canvas.size[0] - bar_width) / 2, canvas.size[1] - 34, bar_width, 28)
        canvas.fill(bar, INK, 8)
        canvas.text(_INSTRUCTION, bar.center, SMALL, PAPER, anchor="center", max_width=bar.width - 16)


def _readable_lines(lines: Sequence[tuple[str, pygame.Rect]]) -> Sequence[tuple[tuple[int, int, int, int], str]]:
    """Return the visible lines that have letters, with their boxes.

    Of two lines in one place, the later one counts.
    """
    return [
        ((box.x, box.y, box.width, box.height), words)
        for words, box in lines
        if min(box.size) > 4 and any(letter.isalpha() for letter in words)
    ]


class BetterWords(Scene):
    """The sentence in English and as it is, and a field for a better one."""

    is_overlay = True

    def __init__(self, app: AppContext, current: str, picture: pygame.Surface, screen: str) -> None:
        super().__init__(app)
        self.current, self.picture, self.screen = current, picture, screen
        self.english = find_english(current) or current
        self.panel = Rect(0, 0, 0, 0)
        self.entry = self.widgets.add(
            TextEntry(current, lambda _: None, max_letters=wording_feedback.MAX_LENGTH, hint=m("Better words"))
        )
        self.save_button = self.widgets.add(
            Button(m("Save", context="better words"), self._save, kind="main", icon="save")
        )
        self.back_button = self.widgets.add(Button(m("Back"), self.back, icon="back"))
        self.widgets.set_focus(self.entry)
        self.layout(self.size)

    def accessible_name(self) -> Words:
        return m("Wrong word?")

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(*(say(words) for words in self._sentences()))

    def _sentences(self) -> tuple[Words, ...]:
        return m("In English: {words}", words=self.english), m("Now: {words}", words=self.current)

    def _save(self) -> None:
        folder, better = self.app.data_folder, self.entry.value
        if not better.strip() or better == self.current:
            self.app.say(m("Write the sentence as it should be."), refused=True)
            return
        try:
            picture = wording_feedback.add_feedback(folder, language(), self.screen, self.english, self.current, better)
            pygame.image.save(self.picture, f"{picture}.png")
        except (OSError, pygame.error) as error:
            self.app.say(m("Your words could not be saved ({why}).", why=str(error)), refused=True)
            return
        # Also leave the picture of the screen below this scene.
        self.app.pop()
        self.app.pop()
        thanks = m(
            "Thank you! Your words are in {file}: send it to us if you like.",
            file=str(wording_feedback.feedback_path(folder)),
        )
        self.app.say(thanks, seconds=12)

    def layout(self, size: tuple[float, float]) -> None:
        canvas, width = self.app.canvas(), min(720.0, size[0] - 40)
        lines = sum(len(canvas.lines(words, width - 56, TEXT)) for words in self._sentences())
        height = min(size[1] - 16, 84 + lines * TEXT * LEADING + 2 * (ROW + 14) + 20)
        self.panel = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
        inner = self.panel.inflate(-56, 0)
        self.entry.rect = Rect(inner.x, self.panel.bottom - 2 * (ROW + 14), inner.width, ROW)
        half = (inner.width - 12) / 2
        self.save_button.rect = Rect(inner.x, self.panel.bottom - ROW - 14, half, ROW)
        self.back_button.rect = Rect(inner.x + half + 12, self.panel.bottom - ROW - 14, half, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=_DIMMED)
        canvas.paper(self.panel, radius=12)
        inner = self.panel.inflate(-56, 0)
        canvas.text(self.accessible_name(), (inner.x, self.panel.y + 22), TITLE, title=True, max_width=inner.width)
        top = self.panel.y + 70
        for words, colour in zip(self._sentences(), (INK_SOFT, INK), strict=True):
            top += canvas.paragraph(words, Rect(inner.x, top, inner.width, 0), TEXT, colour)
        super().draw(canvas)
