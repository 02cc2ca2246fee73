"""F9, "Wrong word?": choose a sentence on the screen, see its English, say it better. It goes into a file alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect, recorded
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, INK_SOFT, PAPER, ROW, SMALL, TEXT, TITLE
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.system import wording_feedback
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import english_of, language

_HOW = m("Wrong word? Click the sentence, or choose it with the arrow keys and Enter. Esc goes back.")


def ask(app: Shell, screen: pygame.Surface, draw: Callable[[], None]) -> None:
    """Let somebody choose a sentence of what is on the screen; `draw` draws it anew."""
    where = app.scene
    if isinstance(where, WrongWords | BetterWords):
        return
    with recorded() as lines:
        draw()
    app.push(WrongWords(app, lines, screen.copy(), type(where).__name__))


class _Line(Widget):
    """A line of the picture that can be chosen."""

    radius = 3.0

    def __init__(self, words: str, rect: Rect, press: Callable[[], None]) -> None:
        super().__init__(rect)
        self.words, self.press = words, press

    def heard(self) -> Heard:
        return self.as_heard("button", self.words)

    def accept(self) -> None:
        self.press()

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.frame(rect.inflate(6, 4), EMBER if self.hovered else BRASS_LIGHT, 2 if self.hovered else 1, 3)


class WrongWords(Scene):
    """A picture of the screen as it was, with a frame round every line of it that can be chosen."""

    lays_table = True

    def __init__(
        self, app: Shell, lines: Sequence[tuple[str, pygame.Rect]], picture: pygame.Surface, screen: str
    ) -> None:
        super().__init__(app)
        self.lines, self.picture, self.screen = list(dict(_whole(lines)).items()), picture, screen
        self.layout(self.size)

    def called(self) -> Words:
        return _HOW

    def layout(self, size: tuple[float, float]) -> None:
        share = size[0] / self.picture.get_width(), size[1] / self.picture.get_height()
        self.widgets.clear()
        for (left, top, wide, high), words in self.lines:
            rect = Rect(left * share[0], top * share[1], wide * share[0], high * share[1])
            self.widgets.add(_Line(words, rect, partial(self._chosen, words, (left, top, wide, high))))

    def _chosen(self, words: str, box: tuple[int, int, int, int]) -> None:
        picture = self.picture.copy()
        pygame.draw.rect(picture, EMBER, pygame.Rect(box).inflate(8, 8), 3, 4)
        self.app.push(BetterWords(self.app, words, picture, self.screen))

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.blit(pygame.transform.scale(self.picture, canvas.surface.get_size()), (0, 0))
        super().draw(canvas)
        wide = canvas.width(_HOW, SMALL) + 32
        bar = Rect((canvas.size[0] - wide) / 2, canvas.size[1] - 34, wide, 28)
        canvas.fill(bar, INK, 8)
        canvas.text(_HOW, bar.center, SMALL, PAPER, anchor="center", wide=bar.width - 16)


def _whole(lines: Sequence[tuple[str, pygame.Rect]]) -> Sequence[tuple[tuple[int, int, int, int], str]]:
    """What has letters and can be seen, by its box; of two in one place the later one."""
    return [
        ((box.x, box.y, box.width, box.height), words)
        for words, box in lines
        if min(box.size) > 4 and any(letter.isalpha() for letter in words)
    ]


class BetterWords(Scene):
    """The sentence in English and as it is, and a line for a better one."""

    overlay = True

    def __init__(self, app: Shell, now: str, picture: pygame.Surface, screen: str) -> None:
        super().__init__(app)
        self.now, self.picture, self.screen = now, picture, screen
        self.english = english_of(now) or now
        self.panel = Rect(0, 0, 0, 0)
        self.entry = self.widgets.add(
            TextEntry(now, lambda _: None, most=wording_feedback.LONGEST, hint=m("Better words"))
        )
        self.save_button = self.widgets.add(
            Button(m("Save", context="better words"), self._save, kind="main", icon="save")
        )
        self.back_button = self.widgets.add(Button(m("Back"), self.back, icon="back"))
        self.widgets.set_focus(self.entry)
        self.layout(self.size)

    def called(self) -> Words:
        return m("Wrong word?")

    def heard(self) -> Sequence[Heard]:
        return texts(*(say(words) for words in self._told()))

    def _told(self) -> tuple[Words, ...]:
        return m("In English: {words}", words=self.english), m("Now: {words}", words=self.now)

    def _save(self) -> None:
        folder, better = self.app.data_folder, self.entry.value
        if not better.strip() or better == self.now:
            self.app.say(m("Write the sentence as it should be."), refused=True)
            return
        try:
            picture = wording_feedback.write(folder, language(), self.screen, self.english, self.now, better)
            pygame.image.save(self.picture, f"{picture}.png")
        except (OSError, pygame.error) as error:
            self.app.say(m("Your words could not be saved ({why}).", why=str(error)), refused=True)
            return
        self.app.pop()
        self.app.pop()
        told = m(
            "Thank you! Your words are in {file}: send it to us if you like.",
            file=str(wording_feedback.file_of(folder)),
        )
        self.app.say(told, seconds=12)

    def layout(self, size: tuple[float, float]) -> None:
        canvas, wide = self.app.canvas(), min(720.0, size[0] - 40)
        lines = sum(len(canvas.lines(words, wide - 56, TEXT)) for words in self._told())
        high = min(size[1] - 16, 84 + lines * TEXT * LEADING + 2 * (ROW + 14) + 20)
        self.panel = Rect((size[0] - wide) / 2, (size[1] - high) / 2, wide, high)
        inner = self.panel.inflate(-56, 0)
        self.entry.rect = Rect(inner.x, self.panel.bottom - 2 * (ROW + 14), inner.width, ROW)
        half = (inner.width - 12) / 2
        self.save_button.rect = Rect(inner.x, self.panel.bottom - ROW - 14, half, ROW)
        self.back_button.rect = Rect(inner.x + half + 12, self.panel.bottom - ROW - 14, half, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        inner = self.panel.inflate(-56, 0)
        canvas.text(self.called(), (inner.x, self.panel.y + 22), TITLE, title=True, wide=inner.width)
        top = self.panel.y + 70
        for words, colour in zip(self._told(), (INK_SOFT, INK), strict=True):
            top += canvas.paragraph(words, Rect(inner.x, top, inner.width, 0), TEXT, colour)
        super().draw(canvas)
