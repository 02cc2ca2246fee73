"""Cover over one person's hearts and notebook.

Cells are marked while it is held open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.games.wheel.notebook import Notebook
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.canvas import Canvas, Rect, unrotate
from grenade_salad.app.ui.inputs import Input, PointerInput
from grenade_salad.app.ui.picks import NamedSeat
from grenade_salad.text import m

_SLIDE_DISTANCE = 24.0
"""Units that the opening press must move before its release marks a cell."""
_MARGIN = 80.0
"""Units above and below the notebook together."""
_GAP = 16.0
"""Units between the hearts and the notebook."""
_MIN_ROW, _ROW, _MAX_ROW = 22.0, 40.0, 58.0
"""Heights of a row of the notebook in units: smallest, usual and largest."""
_MIN_HEARTS_WIDTH, _MAX_NOTEBOOK_WIDTH = 150.0, 730.0
# Translators: how to mark a box of the notebook while the mouse or a finger holds the cover open
_HOW_TO_SLIDE = m("Slide to a box, let go to mark it.")
# Translators: how to mark a box of the notebook while a key holds the cover open
_HOW_TO_STEP = m("Arrows choose a box, Enter marks it.")


class PrivateCover(Cover):
    """Cover over hearts and notebook that also lets its person mark cells.

    While a key or a button holds it open, keys, the mouse or the gamepad's X set marks. While the mouse or a finger
    holds it open, the cell where that is released is marked, and another finger may tap cells.
    """

    rules_page = "wheel#WH-15"

    def __init__(
        self,
        app: AppContext,
        owner: NamedSeat,
        draw: Callable[[Canvas, Rect], None],
        notebook: Notebook,
        secret_lines: Callable[[], Sequence[str]],
    ) -> None:
        self.notebook = notebook
        self._is_tapping = False
        """True from a press on the notebook to its release, while another input holds the cover open."""
        notebook.instructions = _HOW_TO_STEP
        super().__init__(
            app,
            owner,
            draw,
            title=m("{who}: your heart, and your notebook", who=owner.name),
            secret_lines=secret_lines,
        )

    def _show(self, opened: bool) -> None:
        super()._show(opened)
        self._is_tapping = False
        if opened:
            is_by_pointer = self._held is not None and self._held[0] == "pointer"
            self.notebook.instructions = _HOW_TO_SLIDE if is_by_pointer else _HOW_TO_STEP
            self.notebook.hovered = False
            self.widgets.add(self.notebook)

    def _handle_open(self, event: Input) -> None:
        book = self.notebook
        if isinstance(event, PointerInput) and book.covers(event.position):
            self._point(event)
            self.dirty = True
            return
        super()._handle_open(event)

    def _point(self, event: PointerInput) -> None:
        """Move the notebook's cursor, and mark its cell when the pointer is released.

        The release of the press that opened the cover marks only if it has slid there: else every look would mark.
        """
        book, position = self.notebook, event.position
        inside = unrotate(book.rect, 0, position)
        book.hovered = True
        if event.kind == "move":
            book.hover(inside)
        else:
            book.drag(inside)
        is_pointer_holding = self._held is not None and self._held[0] == "pointer"
        if event.kind == "down":
            self._is_tapping = True
        elif event.kind == "up" and event.button == 1:
            has_slid = (
                self._start is None
                or abs(position[0] - self._start[0]) + abs(position[1] - self._start[1]) > _SLIDE_DISTANCE
            )
            if self._is_tapping or has_slid:
                self._mark()
            if is_pointer_holding and not self._is_tapping:
                self._close()
            self._is_tapping = False

    def _choose_focused(self) -> None:
        if self.widgets.focus is self.notebook:
            self._mark()
            self.dirty = True

    def _mark(self) -> None:
        """Mark the cell of the cursor, and begin the time of the open cover again."""
        self._open_for = 0.0
        self.notebook.activate()

    def layout(self, size: tuple[float, float]) -> None:
        """Place the hearts at the left and the notebook to the right of them."""
        self.height, self.min_height = self.notebook.height(_ROW) + _MARGIN, self.notebook.height(_MIN_ROW) + _MARGIN
        super().layout(size)
        box = self._inside
        height = min(box.height, self.notebook.height(_MAX_ROW))
        hearts_width = min(max(_MIN_HEARTS_WIDTH, box.width * 0.3), box.width * 0.4)
        width = min(box.width - hearts_width - _GAP, _MAX_NOTEBOOK_WIDTH)
        self.notebook.rect = Rect(box.x + hearts_width + _GAP, box.y, width, height)
        self._inside = Rect(box.x, box.y, hearts_width, box.height)
