"""The end of a game of an evening: results so far, who joins, and who starts."""

from __future__ import annotations

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
from grenade_salad.match.series import SeatChange
from grenade_salad.text import Words, m, say

_MAX_GAMES = 8
"""The number of games in the table of the evening: the last ones."""


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
        return words + (54 + rows * 28 if len(self.evening.results) > 1 else 0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        top = rect.y
        if self.changes:
            top += 6 + canvas.paragraph(self.changes, Rect(rect.x + 8, top + 4, rect.width - 16, 0), TEXT)
        if len(self.evening.results) > 1:
            self._draw_results(canvas, Rect(rect.x + 8, top + 8, rect.width - 16, 0))

    def _draw_results(self, canvas: Canvas, box: Rect) -> None:
        standings = evenings.rank_guests(self.evening)
        games = len(self.evening.results)
        first = max(0, games - _MAX_GAMES)
        canvas.text(m("This evening"), (box.x, box.y), LARGE, INK, bold=True)
        step = min(46.0, (box.width * 0.52) / max(1, games - first))
        left = box.right - step * (games - first)
        for game in range(first, games):
            position = (left + (game - first + 0.5) * step, box.y + 14)
            canvas.text(str(game + 1), position, SMALL, INK_SOFT, anchor="center")
        top = box.y + 32
        for standing in standings:
            self._draw_row(canvas, Rect(box.x, top, box.width, 28), standing, left, step, first)
            top += 28

    def _draw_row(
        self, canvas: Canvas, row: Rect, standing: evenings.Standing, left: float, step: float, first: int
    ) -> None:
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
        for index, place in enumerate(standing.places[first:]):
            position = (left + (index + 0.5) * step, row.centery)
            if place == 1:
                canvas.picture("icons/crown.svg", Rect(position[0] - 9, position[1] - 9, 18, 18), BRASS)
            else:
                canvas.text(str(place) if place else "·", position, SMALL, INK if place else INK_SOFT, anchor="center")


class EveningEnd(EndScene):
    """The end scene of an evening.

    The winner decides who starts the next game (LG-08); losers give their seats to those who wait (LG-28, LG-29).
    """

    def __init__(self, controller: MatchController, ending: Ending, *, counted: bool = False) -> None:
        header, ranking = controller.match.header, controller.match.state.ranking()
        self.evening, self.seat_change = evenings.rotate_guests(header, controller.controllers, ranking)
        self.starter = evenings.usual_starter(ranking)
        self.table = EveningTable(self.evening, _describe_changes(self.seat_change))
        starter_names = [m("{who} starts", who=guest.name) for guest in self.seat_change.seats]
        tip = m("{who} won and decides who starts the next game (LG-08)", who=header.names[ranking[0][0]])
        self.choice = Choice(starter_names, self.starter, self._set_starter, tip=tip)
        super().__init__(controller, ending, is_counted=counted)

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
        """Start the next game of the evening with the next players."""
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
