"""The end of a match of an evening: results so far, who joins, and who starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.app.games.live_grenade import evening as evenings
from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, PAPER_EDGE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.match import seeds
from grenade_salad.match.series import SeatChange, next_starter
from grenade_salad.text import Words, m, say

_MAX_MATCHES = 8
"""Maximum number of matches in the table of the evening: the last ones."""
_ROW_HEIGHT, _HEAD_HEIGHT = 28.0, 32.0
"""Units of a guest's row in that table, and of the two lines above them."""


class EveningTable(Widget):
    """A widget with the players who change places and everybody's results so far."""

    focusable = False

    def __init__(self, evening: evenings.Evening, changes: Words) -> None:
        super().__init__()
        self.evening, self.changes = evening, changes

    def accessible_node(self) -> AccessibleNode:
        lines = [say(self.changes)]
        for standing in evenings.rank_guests(self.evening) if len(self.evening.results) > 1 else ():
            # Translators: {wins} is "2 wins"; how many games of the evening somebody has won
            lines.append(say(m("{who}: {wins}", who=standing.name, wins=m("{n} win", "{n} wins", n=standing.wins))))
        return replace(self.make_node("list", say(m("This evening"))), parts=text_nodes(*lines))

    def height(self, canvas: Canvas, width: float) -> float:
        """Return the height of the widget at a width."""
        rows = len(evenings.rank_guests(self.evening))
        words = len(canvas.lines(self.changes, width - 16, TEXT)) * TEXT * LEADING + 10 if self.changes else 0
        return words + (_HEAD_HEIGHT + 22 + rows * _ROW_HEIGHT if len(self.evening.results) > 1 else 0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        top = rect.y
        if self.changes:
            top += 6 + canvas.paragraph(self.changes, Rect(rect.x + 8, top + 4, rect.width - 16, 0), TEXT)
        if len(self.evening.results) > 1:
            self._draw_results(canvas, Rect(rect.x + 8, top + 8, rect.width - 16, 0))

    def _draw_results(self, canvas: Canvas, box: Rect) -> None:
        standings = evenings.rank_guests(self.evening)
        count = len(self.evening.results)
        first = max(0, count - _MAX_MATCHES)
        canvas.text(m("This evening"), (box.x, box.y), LARGE, INK, bold=True)
        column_width = min(46.0, (box.width * 0.52) / max(1, count - first))
        left = box.right - column_width * (count - first)
        centers = [left + (index + 0.5) * column_width for index in range(count - first)]
        for number, x in enumerate(centers, first + 1):
            canvas.text(str(number), (x, box.y + 14), SMALL, INK_SOFT, anchor="center")
        top = box.y + _HEAD_HEIGHT
        for standing in standings:
            places = list(zip(centers, standing.places[first:], strict=True))
            self._draw_row(canvas, Rect(box.x, top, box.width, _ROW_HEIGHT), standing, places)
            top += _ROW_HEIGHT

    def _draw_row(
        self,
        canvas: Canvas,
        row: Rect,
        standing: evenings.Standing,
        places: Sequence[tuple[float, int | None]],
    ) -> None:
        """Draw the name, the wins and the places of a guest; each place with its x."""
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        wins = m("{n} win", "{n} wins", n=standing.wins)
        canvas.text(
            standing.name,
            (row.x, row.centery),
            TEXT,
            INK,
            bold=standing.wins > 0,
            anchor="midleft",
            max_width=row.width * 0.24,
        )
        canvas.text(wins, (row.x + row.width * 0.26, row.centery), SMALL, INK_SOFT, anchor="midleft")
        for x, place in places:
            if place == 1:
                canvas.picture("icons/crown.svg", Rect(x - 9, row.centery - 9, 18, 18), BRASS)
            else:
                colour = INK if place else INK_SOFT
                canvas.text(str(place) if place else "·", (x, row.centery), SMALL, colour, anchor="center")


class EveningEnd(EndScene):
    """The end scene of an evening.

    The winner decides who starts the next match (LG-08); losers give their seats to those who wait (LG-28, LG-29).
    """

    def __init__(self, controller: MatchController, ending: Ending, *, is_counted: bool = False) -> None:
        header, ranking = controller.match.header, controller.match.state.ranking()
        self.evening, self.seat_change = evenings.rotate_guests(header, controller.controllers, ranking)
        # The winner starts, unless they choose otherwise (LG-08).
        self.starter = next_starter(ranking)
        self.table = EveningTable(self.evening, _describe_changes(self.seat_change))
        starter_names = [m("{who} starts", who=guest.name) for guest in self.seat_change.seats]
        tip = m("{who} won and decides who starts the next game (LG-08)", who=header.names[ranking[0][0]])
        self.choice = Choice(starter_names, self.starter, self._set_starter, tip=tip)
        super().__init__(controller, ending, is_counted=is_counted)

    def _make_buttons(self) -> None:
        self.widgets.add(self.table, self.scroll)
        self.widgets.add(self.choice)
        super()._make_buttons()
        if self.seat_change.left:
            # Translators: a button
            self.again_button.words = m("Next game")

    def _set_starter(self, index: int) -> None:
        self.starter = index

    def play_again(self) -> None:
        """Start the next match of the evening with the next players."""
        seats = self.seat_change.seats
        header = evenings.next_header(
            self.controller.match.header, self.evening, seats, self.starter, seeds.draw_seed()
        )
        self.app.pop()
        start_match.begin(self.app, header, [guest.controller for guest in seats])

    def foot_height(self) -> float:
        return super().foot_height() + ROW + 10

    def place_foot(self, row: Rect) -> None:
        super().place_foot(row)
        self.choice.rect = Rect(row.x, row.y - ROW - 10, row.width, ROW)

    def content_height(self, canvas: Canvas, width: float) -> float:
        top = super().content_height(canvas, width)
        height = self.table.height(canvas, width)
        self.table.rect = Rect(0, top, width, height)
        self.table.visible = height > 0
        return top + height


def _describe_changes(change: SeatChange[evenings.Guest]) -> Words:
    """Return a sentence with those who leave and those who join, equally many."""
    if not change.left:
        return ""
    return m(
        "Next game: {left} leaves the table, {came} joins.",
        "Next game: {left} leave the table, {came} join.",
        left=[guest.name for guest in change.left],
        came=[guest.name for guest in change.joined],
        n=len(change.left),
    )
