"""The end of a game of an evening: besides what every game tells, the evening so far, who comes in, and who starts."""

from __future__ import annotations

from dataclasses import replace

from grenade_salad.app.games.live_grenade import evening as evenings
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene, Finished
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, PAPER_EDGE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.match import seeds
from grenade_salad.match.series import Rotation
from grenade_salad.text import Words, m, say

_GAMES = 8
"""How many games the table of the evening shows: the last ones."""


class EveningTable(Widget):
    """Who changes places, and everybody's places in the games of the evening."""

    focusable = False

    def __init__(self, evening: evenings.Evening, changes: Words) -> None:
        super().__init__()
        self.evening, self.changes = evening, changes

    def heard(self) -> Heard:
        lines = [say(self.changes)]
        for one in evenings.standings(self.evening) if len(self.evening.results) > 1 else ():
            # Translators: {wins} is "2 wins"; how many games of the evening somebody has won
            lines.append(say(m("{who}: {wins}", who=one.name, wins=m("{n} win", "{n} wins", n=one.wins))))
        return replace(self.as_heard("list", say(m("This evening"))), parts=texts(*lines))

    def height(self, canvas: Canvas, wide: float) -> float:
        """How high it is."""
        rows = len(evenings.standings(self.evening))
        words = len(canvas.lines(self.changes, wide - 16, TEXT)) * TEXT * LEADING + 10 if self.changes else 0
        return words + (54 + rows * 28 if len(self.evening.results) > 1 else 0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        top = rect.y
        if self.changes:
            top += 6 + canvas.paragraph(self.changes, Rect(rect.x + 8, top + 4, rect.width - 16, 0), TEXT)
        if len(self.evening.results) > 1:
            self._games(canvas, Rect(rect.x + 8, top + 8, rect.width - 16, 0))

    def _games(self, canvas: Canvas, box: Rect) -> None:
        found = evenings.standings(self.evening)
        games = len(self.evening.results)
        first = max(0, games - _GAMES)
        canvas.text(m("This evening"), (box.x, box.y), LARGE, INK, bold=True)
        step = min(46.0, (box.width * 0.52) / max(1, games - first))
        left = box.right - step * (games - first)
        for game in range(first, games):
            at = (left + (game - first + 0.5) * step, box.y + 14)
            canvas.text(str(game + 1), at, SMALL, INK_SOFT, anchor="center")
        top = box.y + 32
        for one in found:
            self._row(canvas, Rect(box.x, top, box.width, 28), one, left, step, first)
            top += 28

    def _row(self, canvas: Canvas, row: Rect, one: evenings.Standing, left: float, step: float, first: int) -> None:
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        wins = m("{n} win", "{n} wins", n=one.wins)
        canvas.text(
            one.name, (row.x, row.centery), TEXT, INK, bold=one.wins > 0, anchor="midleft", wide=row.width * 0.24
        )
        canvas.text(wins, (row.x + row.width * 0.26, row.centery), SMALL, INK_SOFT, anchor="midleft")
        for index, place in enumerate(one.places[first:]):
            at = (left + (index + 0.5) * step, row.centery)
            if place == 1:
                canvas.picture("icons/crown.svg", Rect(at[0] - 9, at[1] - 9, 18, 18), BRASS)
            else:
                canvas.text(str(place) if place else "·", at, SMALL, INK if place else INK_SOFT, anchor="center")


class EveningEnd(EndScene):
    """The winner says who starts the next game (LG-08); who lost gives the seat to who waits (LG-28, LG-29)."""

    def __init__(self, over: Finished, ending: Ending, *, counted: bool = False) -> None:
        header, ranking = over.match.header, over.match.state.ranking()
        self.evening, self.rotation = evenings.rotated(header, over.controllers, ranking)
        self.starter = evenings.usual_starter(ranking)
        self.table = EveningTable(self.evening, _changes(self.rotation))
        said = [m("{who} starts", who=guest.name) for guest in self.rotation.seats]
        tip = m("{who} won and decides who starts the next game (LG-08)", who=header.names[ranking[0][0]])
        self.choice = Choice(said, self.starter, self._starts, tip=tip)
        super().__init__(over, ending, counted=counted)

    def _make_buttons(self) -> None:
        self.widgets.add(self.table, self.scroll)
        self.widgets.add(self.choice)
        super()._make_buttons()
        if self.rotation.left:
            # Translators: a button
            self.again_button.words = m("Next game")

    def _starts(self, index: int) -> None:
        self.starter = index

    def again(self) -> None:
        """The next game of the evening, with those whose turn it is to sit at the table."""
        seats = self.rotation.seats
        header = evenings.next_header(self.over.match.header, self.evening, seats, self.starter, seeds.draw_seed())
        self.app.pop()
        start_match.begin(self.app, header, [guest.controller for guest in seats])

    def foot(self) -> float:
        return super().foot() + ROW + 10

    def place_foot(self, row: Rect) -> None:
        super().place_foot(row)
        self.choice.rect = Rect(row.x, row.y - ROW - 10, row.width, ROW)

    def content_height(self, canvas: Canvas, wide: float) -> float:
        top = super().content_height(canvas, wide)
        high = self.table.height(canvas, wide)
        self.table.rect = Rect(0, top, wide, high)
        self.table.visible = high > 0
        return top + high


def _changes(turned: Rotation[evenings.Guest]) -> Words:
    """As many come as leave."""
    if not turned.left:
        return ""
    return m(
        "Next game: {left} leaves the table, {came} joins.",
        "Next game: {left} leave the table, {came} join.",
        left=[one.name for one in turned.left],
        came=[one.name for one in turned.came],
        n=len(turned.left),
    )
