"""The cover over one person's heart and notebook: marks are set while it is held open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.games.wheel.notebook import Notebook
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.canvas import Canvas, Rect, unturn
from grenade_salad.app.ui.inputs import Input, Pointer
from grenade_salad.app.ui.picks import Who
from grenade_salad.text import m

_SLID = 24.0
_AROUND = 80.0
"""Units above and below the notebook."""
# Translators: how to mark a cell of the notebook while the cover is held open
_HOW = m("With a key held: arrows, Enter. With the mouse: let go on a cell.")


class PrivateCover(Cover):
    """While a key or a button is held, keys, the mouse or the pad's X set marks. While the mouse or a finger holds it,
    the cell where that is let go is marked; another finger may tap cells."""

    rules_page = "wheel#WH-15"

    def __init__(
        self,
        app: Shell,
        who: Who,
        draw: Callable[[Canvas, Rect], None],
        notebook: Notebook,
        told: Callable[[], Sequence[str]],
    ) -> None:
        self.notebook = notebook
        self._tapping = False
        notebook.how = _HOW
        super().__init__(app, who, draw, title=m("{who}: your heart, and your notebook", who=who.name), told=told)

    def _show(self, opened: bool) -> None:
        super()._show(opened)
        self._tapping = False
        if opened:
            self.notebook.hovered = False
            self.widgets.add(self.notebook)

    def _handle_open(self, event: Input) -> None:
        book = self.notebook
        if isinstance(event, Pointer) and book.covers(event.at):
            self._point(event)
            self.dirty = True
            return
        super()._handle_open(event)

    def _point(self, event: Pointer) -> None:
        book, at = self.notebook, event.at
        inside = unturn(book.rect, 0, at)
        book.hovered = True
        if event.kind == "move":
            book.hover(inside)
        else:
            book.drag(inside)
        holding = self._held is not None and self._held[0] == "pointer"
        if event.kind == "down":
            self._tapping = True
        elif event.kind == "up" and event.button == 1:
            slid = self._start is None or abs(at[0] - self._start[0]) + abs(at[1] - self._start[1]) > _SLID
            if self._tapping or slid:
                self._mark()
            if holding and not self._tapping:
                self._shut()
            self._tapping = False

    def _choose_focused(self) -> None:
        if self.widgets.focus is self.notebook:
            self._mark()
            self.dirty = True

    def _mark(self) -> None:
        self._open_for = 0.0
        self.notebook.accept()

    def layout(self, size: tuple[float, float]) -> None:
        """The hearts at the left, the notebook beside them."""
        self.tall, self.least = self.notebook.high(40) + _AROUND, self.notebook.high(22) + _AROUND
        super().layout(size)
        box = self._inside
        high = min(box.height, self.notebook.high(58))
        left = min(max(150.0, box.width * 0.3), box.width * 0.4)
        wide = min(box.width - left - 16, 730.0)
        self.notebook.rect = Rect(box.x + left + 16, box.y, wide, high)
        self._inside = Rect(box.x, box.y, left, box.height)
