"""The end of a game: how everybody went out, the evening so far, who leaves, who comes in, and who starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.scenes import start
from grenade_salad.app.scenes.live_grenade import evening as evenings
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command
from grenade_salad.app.ui.theme import (
    BRASS,
    INK,
    INK_SOFT,
    LARGE,
    PAPER_EDGE,
    ROW,
    SMALL,
    TEXT,
    TITLE,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller

_LINE = 48.0
_GAMES = 8
"""How many games the table of the evening shows: the last ones."""


class Report(Widget):
    """The ranking and the evening on one sheet that can be scrolled."""

    def __init__(self, names: Sequence[str], ranking: Sequence[Sequence[int]], how: Mapping[int, str]) -> None:
        super().__init__()
        self.names, self.order, self.how = names, [seat for place in ranking for seat in place], how
        self.evening = evenings.Evening()
        self.next_words = ""

    def nudge(self, where: Command) -> bool:
        return where in ("up", "down") and self.scroll is not None and self.scroll.by(60 if where == "down" else -60)

    def height(self, canvas: Canvas, wide: float) -> float:
        """How high it is."""
        rows = len(evenings.standings(self.evening))
        words = len(canvas.lines(self.next_words, wide - 16, TEXT)) * TEXT * LEADING + 10 if self.next_words else 0
        return 10 + len(self.order) * _LINE + words + (54 + rows * 28 if len(self.evening.results) > 1 else 0) + 8

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        top = rect.y + 6
        for place, seat in enumerate(self.order, 1):
            self._row(canvas, Rect(rect.x + 6, top, rect.width - 12, _LINE), place, seat)
            top += _LINE
        if self.next_words:
            top += 6 + canvas.paragraph(
                self.next_words, Rect(rect.x + 8, top + 6, rect.width - 16, 0), TEXT, bold=False
            )
        if len(self.evening.results) > 1:
            self._evening(canvas, Rect(rect.x + 8, top + 8, rect.width - 16, 0))

    def _row(self, canvas: Canvas, row: Rect, place: int, seat: int) -> None:
        if place > 1:
            canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        canvas.text(str(place), (row.x + 16, row.centery), LARGE, INK, title=True, anchor="center")
        badge = Rect(row.x + 36, row.centery - 16, 32, 32)
        canvas.fill(badge, seat_colour(seat), 6)
        canvas.picture(seat_mark(seat), badge.inflate(-11, -11), seat_ink(seat))
        left = badge.right + 10
        if place == 1:
            canvas.picture("icons/crown.svg", Rect(left, row.centery - 12, 24, 24), BRASS)
            left += 30
        wide = min(150.0, row.width * 0.28)
        drawn = canvas.text(self.names[seat], (left, row.centery), TEXT, INK, bold=True, anchor="midleft", wide=wide)
        after = max(drawn.right + 12, badge.right + 150)
        said = self.how.get(seat, "")
        room = row.right - after - 4
        lines = canvas.lines(said, room, SMALL)[:2]
        for index, line in enumerate(lines):
            y = row.centery + (index - (len(lines) - 1) / 2) * 19
            canvas.text(line, (after, y), SMALL, INK_SOFT, anchor="midleft", wide=room)

    def _evening(self, canvas: Canvas, box: Rect) -> None:
        found = evenings.standings(self.evening)
        games = len(self.evening.results)
        first = max(0, games - _GAMES)
        canvas.text("This evening", (box.x, box.y), LARGE, INK, bold=True)
        step = min(46.0, (box.width * 0.52) / max(1, games - first))
        left = box.right - step * (games - first)
        for game in range(first, games):
            at = (left + (game - first + 0.5) * step, box.y + 14)
            canvas.text(str(game + 1), at, SMALL, INK_SOFT, anchor="center")
        top = box.y + 32
        for one in found:
            canvas.fill(Rect(box.x, top, box.width, 1), PAPER_EDGE)
            wins = "1 win" if one.wins == 1 else f"{one.wins} wins"
            canvas.text(
                one.name, (box.x, top + 14), TEXT, INK, bold=one.wins > 0, anchor="midleft", wide=box.width * 0.24
            )
            canvas.text(wins, (box.x + box.width * 0.26, top + 14), SMALL, INK_SOFT, anchor="midleft")
            for index, place in enumerate(one.places[first:]):
                at = (left + (index + 0.5) * step, top + 14)
                if place == 1:
                    canvas.picture("icons/crown.svg", Rect(at[0] - 9, at[1] - 9, 18, 18), BRASS)
                else:
                    canvas.text(str(place) if place else "·", at, SMALL, INK if place else INK_SOFT, anchor="center")
            top += 28


class EndScene(Scene):
    """Over the table, when a game is over."""

    overlay = True
    smallest = (800.0, 450.0)

    def __init__(
        self,
        app: App,
        header: Header,
        controllers: Sequence[Controller],
        ranking: Sequence[Sequence[int]],
        how: Mapping[int, str],
    ) -> None:
        super().__init__(app)
        self.header, self.ranking = header, ranking
        self.rules_page = header.game
        self.evening, self.rotation = evenings.rotated(header, controllers, ranking)
        self.starter = evenings.usual_starter(ranking)
        winner = header.seats[ranking[0][0]]
        self.title = f"{winner} wins"
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.report = Report(header.seats, ranking, how)
        self.report.evening, self.report.next_words = self.evening, self._next_words()
        self.widgets.add(self.report, self.scroll)
        said = [f"{guest.name} starts" for guest in self.rotation.seats]
        tip = f"{winner} won, and says who starts the next game (LG-08)"
        self.choice = self.widgets.add(Choice(said, self.starter, self._starts, tip=tip))
        self.again = self.widgets.add(Button("Next game", self.next_game, kind="main", icon="play"))
        self.look = self.widgets.add(Button("The table", self.back, icon="eye"))
        self.leave = self.widgets.add(Button("Home", app.home, icon="back"))
        self.widgets.set_focus(self.again)
        self.panel = Rect(0, 0, 0, 0)
        self.layout(self.size)

    def _next_words(self) -> str:
        turned = self.rotation
        if not turned.left:
            return ""
        left, came = _listed([one.name for one in turned.left]), _listed([one.name for one in turned.came])
        verbs = ("leaves" if len(turned.left) == 1 else "leave", "comes" if len(turned.came) == 1 else "come")
        return f"Next game: {left} {verbs[0]} the table, {came} {verbs[1]} in."

    def _starts(self, index: int) -> None:
        self.starter = index

    def next_game(self) -> None:
        """The next game of the evening, with those whose turn it is to sit at the table."""
        seats = self.rotation.seats
        header = evenings.next_header(self.header, self.evening, seats, self.starter, start.fresh_seed())
        self.app.pop()
        start.begin(self.app, header, [guest.controller for guest in seats])

    def layout(self, size: tuple[float, float]) -> None:
        canvas = Canvas(self.app.screen, self.app.factor)
        wide = min(760.0, size[0] - 32)
        head, foot = 74.0, 2 * ROW + 34
        content = self.report.height(canvas, wide - 40)
        high = min(size[1] - 20, head + content + foot)
        self.panel = Rect((size[0] - wide) / 2, (size[1] - high) / 2, wide, high)
        panel = self.panel
        self.scroll.area = Rect(panel.x + 16, panel.y + head, wide - 32, high - head - foot)
        self.scroll.content = content
        self.report.rect = Rect(0, 0, wide - 40, content)
        self.scroll.by(0)
        row = Rect(panel.x + 20, panel.bottom - foot + 8, wide - 40, ROW)
        half = (row.width - 12) / 2
        self.choice.rect = Rect(row.x, row.y, half, ROW)
        self.again.rect = Rect(row.right - half, row.y, half, ROW)
        self.look.rect = Rect(row.x, row.bottom + 10, half, ROW)
        self.leave.rect = Rect(row.right - half, row.bottom + 10, half, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        panel = self.panel
        at = (panel.x + 70, panel.y + 38)
        canvas.picture("icons/crown.svg", Rect(panel.x + 22, panel.y + 18, 38, 38), BRASS)
        canvas.text(self.title, at, TITLE, title=True, anchor="midleft", wide=panel.width - 100)
        super().draw(canvas)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
