"""First drawing of a table, in parts of several frames.

What the first frame shows has to be made: each piece in its size, its shadow, names. A table of some hundred pieces
takes longer for that than one frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import perf_counter

import pygame

from grenade_salad.app.games.open_table import render
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.theme import PAPER, TEXT
from grenade_salad.text import m

_QUIET_SECONDS = 0.5
"""Seconds that pass without a word."""


class FirstDrawing:
    """Draws a table where nobody sees it, until all its pictures are cached.

    Each frame draws parts for `slice_seconds` of the app, the first one none: it has already begun the match. Where a
    frame has no limit, there is nothing to prepare.
    """

    def __init__(self, desk: TableInteraction) -> None:
        self._desk = desk
        self._parts: Iterator[None] | None = None
        self._began = perf_counter()
        self._size = (0, 0)
        self.is_over = desk.table.app.slice_seconds == inf

    def draw(self, canvas: Canvas) -> bool:
        """Draw more parts. True if all are drawn.

        Else the bare table is drawn, with words after half a second.
        """
        if self.is_over:
            return True
        table, size = self._desk.table, canvas.surface.get_size()
        is_on_top = table.app.scene is table
        is_first = self._parts is None or self._size != size
        if self._parts is None or is_first:
            self._size = size
            self._parts = _draw_parts(self._desk, Canvas(pygame.Surface(size), canvas.factor))
        # Under another scene, no more frames may follow.
        end = perf_counter() + table.app.slice_seconds if is_on_top else inf
        if not (is_first and is_on_top) and all(perf_counter() < end for _ in self._parts):
            self.is_over, self._parts = True, None
            return True
        canvas.draw_table()
        if perf_counter() - self._began > _QUIET_SECONDS:
            middle = canvas.area.center
            # Translators: on the table while the pieces of a large game are being drawn for the first time
            canvas.text(m("Setting up…"), middle, TEXT, PAPER, anchor="center")
        return False


def _draw_parts(desk: TableInteraction, canvas: Canvas) -> Iterator[None]:
    """Draw what the table shows. Yields after each part."""
    for part in render.list_parts(desk):
        with canvas.clipped(desk.camera.rect):
            part(canvas)
        yield
