"""A scene that is a sheet of paper on the table, with a title and a way back."""

from __future__ import annotations

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import PAPER, TITLE
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Words, m

BAR = 64.0
MARGIN = 16.0
WIDEST = 1180.0


class SheetScene(Scene):
    """Subclasses put their things into `self.sheet`, in `place`."""

    title: Words = ""
    widest = WIDEST
    narrowest = 640.0

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        self.sheet = Rect(0, 0, 0, 0)
        self.back_button = self.widgets.add(Button(m("Back"), self.back, icon="back", tip=m("Back (Esc)")))

    def called(self) -> Words:
        return self.title

    def place(self) -> None:
        """Place everything in `self.sheet`."""

    def layout(self, size: tuple[float, float]) -> None:
        wide = min(size[0] - 2 * MARGIN, self.widest)
        left = (size[0] - wide) / 2
        self.back_button.rect = Rect(left, 12, 110, 42)
        self.sheet = Rect(left, BAR, wide, size[1] - BAR - MARGIN)
        self.place()

    def draw(self, canvas: Canvas) -> None:
        room = self.back_button.rect
        wide = self.sheet.right - room.right - 32
        title = min(TITLE, 30.0 if canvas.size[0] > 800 else 24.0)
        canvas.text(self.title, (room.right + 20, room.centery), title, PAPER, title=True, anchor="midleft", wide=wide)
        self.draw_sheet(canvas)
        super().draw(canvas)

    def draw_sheet(self, canvas: Canvas) -> None:
        """What lies under the widgets."""
        canvas.paper(self.sheet, radius=12)
