"""Page of the pieces that are in the box. A click puts them on the table."""

from __future__ import annotations

from functools import partial

from grenade_salad.app.games.open_table import menu_commands
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.pictures import draw_piece, face_text
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, INK_SOFT, PAPER, PAPER_EDGE, ROW, SMALL, TEXT, mix
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import STACKED, Kind
from grenade_salad.games.open_table.view import Face
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

_TILE_SIZE = (132.0, 146.0)
"""Width and height of a tile, in units."""
_GAP = 10.0
"""Units between two tiles."""
_SPACE_BETWEEN = 2.0
"""Millimetres between pieces that are put side by side."""


class _Tile(Widget):
    """A tile for one kind of piece: its picture, its name and how many are left."""

    def __init__(self, desk: TableInteraction, kind: Kind, face: Face, count: int) -> None:
        super().__init__()
        self.desk, self.kind, self.face, self.count = desk, kind, face, count
        self.name: Words = translate_word(face_text(kind, face) or kind.title or kind.name)

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("button", say(m("{what}: {n}", what=self.name, n=self.count)))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        fill = mix(PAPER, BRASS_LIGHT, 0.3) if self.hovered or self.pressed else PAPER
        canvas.fill(rect, PAPER_EDGE, 8)
        canvas.fill(rect.inflate(-2, -2), fill, 7)
        picture_area = Rect(rect.x + 10, rect.y + 8, rect.width - 20, rect.height - 58)
        share = min(picture_area.width / self.kind.size[0], picture_area.height / self.kind.size[1])
        size = self.kind.size[0] * share, self.kind.size[1] * share
        draw_piece(canvas, self.kind, self.face, picture_area.center, size, files=self.desk.files)
        canvas.text(self.name, (rect.centerx, rect.bottom - 46), SMALL, INK, anchor="midtop", max_width=rect.width - 12)
        # Translators: how many of a piece are in the box
        left = m("{n} left", n=self.count)
        canvas.text(left, (rect.centerx, rect.bottom - 24), SMALL, INK_SOFT, anchor="midtop", max_width=rect.width - 12)


class SupplyScene(PageScene):
    """The pieces in the box, which everybody sees.

    The page stays open, to take more pieces out.
    """

    # Translators: the title of a list of pieces
    title = m("In the box")

    def __init__(self, app: AppContext, desk: TableInteraction) -> None:
        self.desk = desk
        self.takes_all = False
        """True if a click takes all pieces of a kind."""
        self.tiles: list[_Tile] = []
        self._supply = desk.view.supply
        """The supply that the tiles show."""
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        super().__init__(app)
        # Translators: how many pieces are taken out of the box by a click
        labels = [m("One at a time"), m("All of it at once")]
        self.amount_choice = self.widgets.add(Choice(labels, 0, self._choose_amount))
        self.amount_choice.label = m("How many")
        self._build()
        self.layout(self.size)

    def _choose_amount(self, index: int) -> None:
        self.takes_all = bool(index)

    def _build(self) -> None:
        """Build the tiles of the current supply and keep the focus at its index."""
        focused_index = next((index for index, tile in enumerate(self.tiles) if tile is self.widgets.focus), 0)
        self.widgets.remove(self.tiles)
        self.tiles = []
        self._supply = self.desk.view.supply
        for index, front, count in self._supply:
            kind = self.desk.view.box.kinds[index]
            tile = self.widgets.add(_Tile(self.desk, kind, Face(index, front, 0, None), count), self.scroll)
            tile.press = partial(self._put_pieces, kind, front, count)
            self.tiles.append(tile)
        self.widgets.set_focus(self.tiles[min(focused_index, len(self.tiles) - 1)] if self.tiles else self.back_button)

    def _put_pieces(self, kind: Kind, front: int, count: int) -> None:
        """Put one piece of a kind, or all, where there is space.

        Pieces that cannot be stacked are put side by side.
        """
        seat = self.desk.seat
        if seat is None:
            return
        x, y = menu_commands.find_free_spot(self.desk, kind.size)
        amount = count if self.takes_all else 1
        is_row = amount > 1 and kind.piece not in STACKED
        table_width = self.desk.view.box.table[0]
        step = min(kind.size[0] + _SPACE_BETWEEN, (table_width - kind.size[0]) / max(1, amount - 1)) if is_row else 0.0
        x = max(kind.size[0] / 2, min(x, table_width - kind.size[0] / 2 - step * (amount - 1)))
        to = round(x, 1), round(y, 1)
        self.desk.table.controller.act(actions.Put(seat, kind.name, front, amount, to, step=(round(step, 1), 0.0)))

    def update(self, dt: float) -> None:
        super().update(dt)
        table = self.desk.table
        table.controller.show_everything()
        if table.controller.match.state.is_over:
            self.app.pop()
        elif self.desk.view.supply != self._supply:
            self._build()
            self.layout(self.size)
            self.dirty = True

    def place(self) -> None:
        page, (tile_width, tile_height) = self.page_rect, _TILE_SIZE
        self.amount_choice.rect = Rect(page.x + 16, page.y + 12, min(300.0, page.width - 32), ROW)
        top = self.amount_choice.rect.bottom + 8
        self.scroll.area = Rect(page.x + 12, top, page.width - 24, page.bottom - 12 - top)
        columns = max(1, int((self.scroll.area.width - 12 + _GAP) // (tile_width + _GAP)))
        for index, tile in enumerate(self.tiles):
            row, column = divmod(index, columns)
            tile.rect = Rect(4 + column * (tile_width + _GAP), 4 + row * (tile_height + _GAP), *_TILE_SIZE)
        self.scroll.content = 8 + -(-len(self.tiles) // columns) * (tile_height + _GAP)
        self.scroll.scroll_by(0)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        if not self.tiles:
            canvas.text(m("Everything is on the table."), self.page_rect.center, TEXT, INK_SOFT, anchor="center")
