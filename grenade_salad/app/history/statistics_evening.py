"""The table of an evening: who won most, and the matches that were played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from grenade_salad.app.history import words as words
from grenade_salad.app.history.statistics_person import Page, matches
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.chart import draw_share
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, PAPER_EDGE, SMALL, TEXT, TITLE
from grenade_salad.journal.queries import Summary
from grenade_salad.journal.statistics import Evening, Standing
from grenade_salad.text import Words, m, say

_HEAD = 84.0
_ROW = 42.0
_LINE = 30.0


def name_of(evening: Evening) -> Words:
    """What an evening is called: its date, or the name of its series."""
    try:
        day = date.fromisoformat(evening.day)
    except ValueError:
        return evening.day
    return words.on_weekday(day)


class EveningSheet(Page):
    """The standings from the first to the last, and below them the matches in their order."""

    def __init__(self, evening: Evening, standings: Sequence[Standing], played: Sequence[Summary]) -> None:
        super().__init__()
        self.evening, self.standings, self.played = evening, standings, played

    def lines(self) -> Sequence[str]:
        said = [say(name_of(self.evening))]
        for place, one in enumerate(self.standings, 1):
            # Translators: of the matches of an evening
            won = m("{won} of {played} won", won=one.won, played=one.played)
            said.append(say(m("{place}. {who}: {won}", place=place, who=one.name, won=won)))
        for match in self.played:
            game = words.title_of(match.game)
            said.append(say(m("{game}: {result}", game=game, result=words.winners(match))))
        return said

    def high(self, canvas: Canvas, wide: float) -> float:
        return _HEAD + len(self.standings) * _ROW + 52 + len(self.played) * _LINE

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        at = (rect.right - 4, rect.y + 22)
        drawn = canvas.text(matches(len(self.evening.matches)), at, LARGE, INK_SOFT, anchor="midright")
        name, size, wide = name_of(self.evening), TITLE, drawn.x - rect.x - 16
        while size > TEXT and canvas.width(name, size, title=True) > wide:
            size -= 1
        canvas.text(name, (rect.x + 4, rect.y + 22), size, INK, title=True, anchor="midleft", wide=wide)
        points = any(one.points for one in self.standings)
        columns = rect.right - 40, rect.right - (110 if points else 40)
        played = (m("played", context="matches"), columns[1])
        # Translators: the head of a column
        heads = ((m("points"), columns[0]), played) if points else (played,)
        for said, x in (*heads, (m("won", context="matches"), rect.x + min(270.0, rect.width * 0.42) + 14)):
            canvas.text(said, (x, rect.y + _HEAD - 14), SMALL, INK_SOFT, anchor="center")
        top = rect.y + _HEAD
        for index, one in enumerate(self.standings):
            self._standing(canvas, Rect(rect.x, top, rect.width, _ROW), index, one, columns, points)
            top += _ROW
        # Translators: a head: the matches of an evening
        canvas.text(m("The matches"), (rect.x + 4, top + 18), LARGE, INK, bold=True)
        self._matches(canvas, Rect(rect.x, top + 50, rect.width, 0))

    def _standing(
        self, canvas: Canvas, row: Rect, index: int, one: Standing, columns: tuple[float, float], points: bool
    ) -> None:
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        if index == 0 and one.won:
            canvas.picture("icons/crown.svg", Rect(row.x + 6, row.centery - 12, 24, 24), BRASS)
        else:
            canvas.text(str(index + 1), (row.x + 18, row.centery), TEXT, INK_SOFT, title=True, anchor="center")
        left = row.x + min(270.0, row.width * 0.42)
        canvas.text(one.name, (row.x + 42, row.centery), TEXT, INK, bold=True, anchor="midleft", wide=left - row.x - 54)
        canvas.text(str(one.won), (left + 14, row.centery), TEXT, INK, bold=True, anchor="center")
        most = max(other.won for other in self.standings) or 1
        draw_share(canvas, Rect(left + 34, row.centery - 6, columns[1] - left - 80, 12), one.won / most)
        canvas.text(str(one.played), (columns[1], row.centery), TEXT, INK, anchor="center")
        if points:
            canvas.text(str(one.points), (columns[0], row.centery), TEXT, INK, anchor="center")

    def _matches(self, canvas: Canvas, rect: Rect) -> None:
        for index, match in enumerate(self.played):
            middle = rect.y + (index + 0.5) * _LINE
            time = words.clock(words.local(match.begun))
            canvas.text(time, (rect.x + 6, middle), SMALL, INK_SOFT, anchor="midleft", wide=56)
            title = words.title_of(match.game)
            canvas.text(title, (rect.x + 66, middle), SMALL, INK, anchor="midleft", wide=150)
            # Translators: who won a match, and with how many points
            said = m("{won} ({score})", won=words.winners(match), score=words.score(match))
            canvas.text(said, (rect.x + 226, middle), SMALL, INK, anchor="midleft", wide=rect.width - 232)
