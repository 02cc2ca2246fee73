"""Cache of the frame of all that rests, while many pieces slide over it."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.open_table import render
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.frame_cache import CachedFrame
from grenade_salad.app.ui.widget import Widget, appearance_key
from grenade_salad.text.say import language

MIN_PIECES = 100
"""Number of pieces from which the frame is cached."""


class RestingFrame:
    """Draws the window without what is in the air, and caches what rests in it.

    `tabletop` is the widget that lies over the whole table, and draws nothing.
    """

    def __init__(self, desk: TableInteraction, panel: Panel, tabletop: Widget) -> None:
        self.desk, self.panel, self.tabletop = desk, panel, tabletop
        self.cache = CachedFrame()

    def draw(self, canvas: Canvas, draw_content: Callable[[Canvas], None]) -> None:
        """Draw the table; of many pieces that slide, only these are drawn again."""
        desk = self.desk
        key = self._key(canvas) if len(desk.pieces) >= MIN_PIECES and (desk.poses or desk.rolling) else None
        if key is None:
            self.cache.frame_key = None
            canvas.draw_table()
            draw_content(canvas)
            return
        if not self.cache.restore(canvas, key):
            desk.hides_loose = True
            canvas.draw_table()
            draw_content(canvas)
            desk.hides_loose = False
            # Cached at the first frame instead of the second: many more with this key follow.
            self.cache.last_key = key
            self.cache.store(canvas, key)
        with canvas.clipped(desk.camera.rect):
            render.draw_loose(canvas, desk)

    def _key(self, canvas: Canvas) -> object:
        """Return a key for the frame without loose pieces.

        None if something may cover them.
        """
        desk, table = self.desk, self.desk.table
        visible_widgets = [widget for widget in table.widgets.items if widget.visible]
        boxes = [widget.on_screen() for widget in visible_widgets if widget is not self.tabletop]
        if desk.camera.rect.collidelist([*boxes, desk.strip.box, self.panel.rect]) >= 0:
            return None
        if any(press.carry or press.mode not in ("", "push", "menu") for press in desk.presses.values()):
            return None
        if table.reaction is not None or desk.menu_point is not None or desk.tool is not None or desk.question:
            return None
        if any(holder.open for holder in desk.view.holders):
            return None
        return (
            (canvas.surface.get_size(), canvas.factor, language(), tuple(desk.camera.rect), desk.camera.scale),
            desk.camera.middle,
            desk.revision,
            (desk.strip_open, desk.strip.held_by, desk.seat, desk.question, desk.card_index, tuple(desk.chosen)),
            table.bar_content(),
            len(table.log.lines),
            [appearance_key(widget) for widget in visible_widgets],
        )
