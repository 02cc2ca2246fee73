"""Taking in record files that somebody sent: from a folder, or dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from grenade_salad.app.history import files as files
from grenade_salad.app.history.taking_in import take_in
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.shell.sheet import SheetScene
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.heard import Heard, texts
from grenade_salad.app.ui.theme import BRASS_DARK, INK, INK_SOFT, PAPER_SHADE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import m, say

_LOW = 440.0
"""Units of height below which the button stands beside the words."""


class ImportScene(SheetScene):
    """The files of the import folder, each a button."""

    title = m("Import")
    widest = 860.0

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        # Translators: a button: look into the folder again
        self.refresh = self.widgets.add(Button(m("Check again"), self.look, icon="rotate-cw"))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.buttons: list[Button] = []
        self.trouble = ""
        self.look()

    def look(self) -> None:
        """Read the folder again."""
        self.widgets.remove(self.buttons, self.refresh)
        self.buttons, self.trouble = [], ""
        try:
            found = files.received(self.app)
        except OSError as error:
            found, self.trouble = [], say(m("The folder cannot be read: {why}.", why=str(error.strerror or error)))
        for one in found:
            words = f"{one.file.name}   ({max(1, round(one.size / 1024))} kB)"
            made = Button(words, partial(self._take, one.file), icon="arrow-down", tip=m("Import this match"))
            self.buttons.append(self.widgets.add(made, self.scroll))
        if self.buttons:
            self.widgets.set_focus(self.buttons[0])
        self.layout(self.size)
        self.dirty = True

    def _take(self, file: Path) -> None:
        take_in(self.app, file, self.app.pop)

    def dropped(self, file: Path) -> None:
        self._take(file)

    @property
    def _said(self) -> str:
        folder = files.import_folder(self.app)
        return self.trouble or say(
            m("Drop a match file on this window, or put it in the folder\n{folder}", folder=str(folder))
        )

    def heard(self) -> Sequence[Heard]:
        return texts(self._said)

    def place(self) -> None:
        canvas, sheet = self.app.canvas(), self.sheet
        inner = Rect(sheet.x + 20, sheet.y + 16, sheet.width - 40, sheet.height - 32)
        files = len(self.buttons) * (ROW + 10) + 12 if self.buttons else 0.0
        low = inner.height < _LOW
        button = 170.0 if low else min(240.0, inner.width - 40)
        self._words = canvas.lines(self._said, inner.width - 60 - (button if low else 0.0), TEXT)
        written = len(self._words) * TEXT * LEADING
        least = max(written, ROW) + 36 if low else written + ROW + 64
        drop = self.drop = Rect(inner.x, inner.y, inner.width, max(least, inner.height - files - 12))
        self.refresh.rect = Rect(0, 0, button, ROW)
        if low:
            self.refresh.rect.midright = (drop.right - 20, drop.centery)
        else:
            self.refresh.rect.midbottom = (drop.centerx, drop.bottom - 22)
        left = Rect(drop.x + 20, drop.y, self.refresh.rect.x - drop.x - 36, drop.height)
        self._told = left if low else Rect(drop.x, drop.y, drop.width, self.refresh.rect.y - drop.y)
        top = drop.bottom + 12
        self.scroll.area = Rect(inner.x, top, inner.width, max(0.0, inner.bottom - top))
        for index, one in enumerate(self.buttons):
            one.rect = Rect(4, 8 + index * (ROW + 10), self.scroll.area.width - 22, ROW)
        self.scroll.content = files
        self.scroll.by(0)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.fill(self.drop, PAPER_SHADE, 12)
        _dashes(canvas, self.drop.inflate(-14, -14))
        told, words = self._told, list(self._words)
        if not self.buttons and not self.trouble:
            words.append(say(m("There is no match file (*.jsonl) in this folder.")))
        high = len(words) * TEXT * LEADING
        side = min(140.0, told.height - high - 60)
        top = told.centery - (high + (side + 16 if side >= 40 else 0)) / 2
        if side >= 40:
            canvas.picture("icons/arrow-down.svg", Rect(told.centerx - side / 2, top, side, side), BRASS_DARK)
            top += side + 16
        for number, line in enumerate(words):
            ink = INK if number < len(self._words) else INK_SOFT
            at = (told.centerx, top + number * TEXT * LEADING)
            canvas.text(line, at, TEXT, ink, anchor="midtop", wide=told.width)


def _dashes(canvas: Canvas, box: Rect) -> None:
    """A dashed frame: here something may be dropped."""
    for start, end in (
        (box.topleft, box.topright),
        (box.bottomleft, box.bottomright),
        (box.topleft, box.bottomleft),
        (box.topright, box.bottomright),
    ):
        long = abs(end[0] - start[0]) + abs(end[1] - start[1])
        number = max(1, round(long / 26))
        across, down = (end[0] - start[0]) / number, (end[1] - start[1]) / number
        for dash in range(number):
            at = start[0] + (dash + 0.2) * across, start[1] + (dash + 0.2) * down
            canvas.line(at, (at[0] + across * 0.6, at[1] + down * 0.6), BRASS_DARK, 3)
