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
from grenade_salad.app.ui.theme import INK, INK_SOFT, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import m, say


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
        canvas = self.app.canvas()
        sheet = self.sheet
        self.refresh.rect = Rect(sheet.right - 176, sheet.y + 16, 160, ROW)
        lines = len(canvas.lines(self._said, sheet.width - 220, TEXT))
        top = max(ROW + 32, lines * TEXT * LEADING + 32)
        self.scroll.area = Rect(sheet.x + 16, sheet.y + top, sheet.width - 32, sheet.height - top - 12)
        for index, button in enumerate(self.buttons):
            button.rect = Rect(4, 8 + index * (ROW + 10), self.scroll.area.width - 22, ROW)
        self.scroll.content = 12 + len(self.buttons) * (ROW + 10)
        self.scroll.by(0)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        sheet = self.sheet
        canvas.paragraph(self._said, Rect(sheet.x + 20, sheet.y + 16, sheet.width - 220, 0), TEXT, INK)
        if not self.buttons and not self.trouble:
            at = self.scroll.area.center
            canvas.text(m("There is no match file (*.jsonl) in this folder."), at, SMALL, INK_SOFT, anchor="center")
