"""The notebook of the only person at the screen, which needs no cover."""

from __future__ import annotations

from grenade_salad.app.games.wheel.notebook import Notebook
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import unrotate
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import m

_TIP = m("Who may have which heart")
_GAP_ABOVE = 150.0
"""Units between the ring and a notebook below it, free for hints and lessons."""
_TALL_TABLE = 1.35
"""Height of the table by its width above which the notebook is under the ring."""


class SingleNotebook:
    """The notebook under the log, under the ring, or over the table.

    Over the table, the person opens and closes it with a button.
    """

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        self.widget = Notebook(table.controller.names, self._on_marks_changed)
        self.button = Button(m("Notebook"), self.toggle, icon="heart", tip=_TIP)
        self._is_open = False
        """True if the person has opened it over the table."""

    def _on_marks_changed(self) -> None:
        self.table.app.audio.play("click")
        self.table.dirty = True

    # Layout

    @property
    def _is_single(self) -> bool:
        """True if one person plays against machine players, and no replay is shown."""
        return self.controller.viewer is not None and not self.controller.original_controllers

    @property
    def _is_below_ring(self) -> bool:
        """True if there is space for it under the ring."""
        table = self.table.places.table
        return table.height > _TALL_TABLE * table.width

    @property
    def needs_button(self) -> bool:
        """True if it is over the table, and only when the person opens it."""
        return self._is_single and not self._is_below_ring and not self.table.places.has_log_beside

    @property
    def height_below_ring(self) -> float:
        """The height that it takes from the ring, with the gap between them."""
        return self.widget.rect.height + _GAP_ABOVE if self.widget.visible and self._is_below_ring else 0.0

    def place(self) -> None:
        """Place it in the table's places, and show it where it belongs."""
        places = self.table.places
        self.widget.visible = self._is_single and (self._is_open or not self.needs_button)
        if self._is_below_ring or not places.has_log_beside:
            self.widget.rect = self.widget.place_on_table(places.table, is_below_ring=self._is_below_ring)
        elif self._is_single:
            self.table.log.rect, self.widget.rect = self.widget.split_log(places.log)

    # Input

    def toggle(self) -> None:
        """Open it over the table, or close it."""
        self._is_open = not self._is_open
        self.table.layout(self.table.size)
        if self._is_open:
            self.table.widgets.set_focus(self.widget)
        self.table.dirty = True

    def close(self) -> bool:
        """Close it over the table. Returns True if it was open there."""
        was_open = self.needs_button and self._is_open
        if was_open:
            self.toggle()
        return was_open

    def hover(self, position: Point) -> bool:
        """Move its cursor to the cell under the pointer. Returns True if it has moved."""
        return self.widget.covers(position) and self.widget.hover(unrotate(self.widget.rect, 0, position))
