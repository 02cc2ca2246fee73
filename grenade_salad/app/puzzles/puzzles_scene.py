"""Which puzzle: that of the day, one near one's rating, one about something, or out of one's own last matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from random import Random

from grenade_salad import puzzles
from grenade_salad.app.puzzles import mistakes
from grenade_salad.app.puzzles.puzzle_scene import show
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import registry
from grenade_salad.puzzles import THEMES, Puzzle, progress
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.text import Words, m, say

_SAID = m("A moment from a match: find the choice that wins most often. You know only what that player knows.")
_STEP = 84.0
"""Units from one way to a puzzle to the next where there is room: they are easy to hit."""
_DAYS: dict[Outcome, Words] = {
    "solved": m("Solved today"),
    "helped": m("Solved today, with a hint"),
    "missed": m("Not solved today"),
}


class PuzzlesScene(SheetScene):
    """Who solves and in which game stands at the top; below it the ways to a puzzle, and how the person does."""

    title = m("Puzzles")
    widest = 900.0
    smallest = (640.0, 420.0)

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        self.luck = Random()
        self.games = [name for name in registry.playable()[0] if puzzles.there(name)]
        # Translators: a choice of "Who is solving": somebody without a name
        self.names = list(app.settings.people) or [say(m("Guest"))]
        self.kept = progress.load(app.data_folder)
        self.theme = ""
        self.themes: list[str] = []
        titles = [registry.plugin(name).on_box for name in self.games] or [m("No puzzles")]
        self.game_choice = self.widgets.add(Choice(titles, 0, self._choose_game, tip=m("Which game")))
        self.person_choice = self.widgets.add(Choice(self.names, 0, self._choose_person, tip=m("Who is solving")))
        self.daily_button = self.widgets.add(Button(m("Puzzle of the day"), self.daily, icon="clock", size=LARGE))
        self.next_button = self.widgets.add(
            Button(m("Next puzzle"), self.next, icon="play", kind="main", size=LARGE, tip=m("One at your level"))
        )
        # Translators: a choice of "Theme"
        self.theme_choice = self.widgets.add(Choice([m("Any theme")], 0, self._choose_theme))
        # Translators: of puzzles: a label
        self.theme_choice.label = m("Theme")
        tip = m("Moments in your last matches that cost you most")
        self.mistakes_button = self.widgets.add(Button(m("Your mistakes"), self.mistakes, icon="undo", tip=tip))
        # Translators: a button: positions with a goal
        self.scenarios_button = self.widgets.add(Button(m("Scenarios"), self.scenarios, icon="crown"))
        self.scenarios_button.tip = m("A position, a goal, and up to three stars")
        for button in (self.daily_button, self.next_button, self.mistakes_button):
            button.enabled = bool(self.games)
            button.why_disabled = m("No game here has puzzles.")
        self._choose_game(0)
        self.widgets.set_focus(self.next_button)
        self.layout(self.size)

    @property
    def game(self) -> str:
        """The game that is chosen."""
        return self.games[self.game_choice.chosen] if self.games else ""

    @property
    def person(self) -> str:
        """The name of the person who solves, as the statistics have it."""
        return self.names[self.person_choice.chosen]

    @property
    def solver(self) -> progress.Solver:
        """How the person does in the game."""
        return self.kept.of(self.person, self.game)

    def entered(self) -> None:
        self.dirty = True

    def _choose_game(self, _: int) -> None:
        self.rules_page = self.game
        there = {one.theme for one in puzzles.load(self.game)} if self.games else set()
        self.themes = ["", *(theme for theme in THEMES if theme in there)]
        self.theme = ""
        # Translators: a choice of "Theme"
        self.theme_choice.labels = [m("Any theme"), *(THEMES[theme] for theme in self.themes[1:])]
        self.theme_choice.chosen = 0
        self.dirty = True

    def _choose_person(self, _: int) -> None:
        self.dirty = True

    def _choose_theme(self, index: int) -> None:
        self.theme = self.themes[index]

    # the ways to a puzzle

    def daily(self) -> None:
        """The same for everybody on this day."""
        day = date.today()
        puzzle = puzzles.daily(self.game, day)
        if puzzle is not None:
            self._show(puzzle, m("Puzzle of the day"), self._next_one, day)

    def next(self) -> None:
        """One that was not tried yet, about as hard as fits."""
        puzzle = self._next_one()
        if puzzle is None:
            self.app.say(m("You have tried all of these: choose another theme or another game."), refused=True)
        else:
            self._show(puzzle, m("Puzzle"), self._next_one)

    def _next_one(self) -> Puzzle | None:
        return progress.nearest(puzzles.load(self.game), self.solver, self.luck, self.theme)

    def mistakes(self) -> None:
        """Moments of the person's last matches."""
        mistakes.of_person(self.app, self.person, self.game)

    def scenarios(self) -> None:
        """Positions with a goal."""
        self.app.push(ScenariosScene(self.app, self.person))

    def _show(
        self, puzzle: Puzzle, called: Words, following: Callable[[], Puzzle | None], day: date | None = None
    ) -> None:
        show(self.app, puzzle, called, partial(self._tried, day), following)

    def _tried(self, day: date | None, puzzle: Puzzle, outcome: Outcome) -> Words:
        before = self.solver.value
        today = day if day is not None and puzzle == puzzles.daily(self.game, day) else None
        self.solver.note(puzzle, outcome, today)
        if trouble := progress.save(self.kept, self.app.data_folder):
            self.app.say(trouble)
        after = self.solver.value
        return m("Rating {after:.0f}, was {before:.0f}", after=after, before=before) if after != before else ""

    # how the person does

    def lines(self) -> list[str]:
        """What is said of the person in this game."""
        if not self.games:
            return []
        solver = self.solver
        to_go = sum(one.number not in solver.tried for one in puzzles.load(self.game))
        solved, helped, tried = solver.count("solved"), solver.count("helped"), len(solver.tried)
        today = solver.days.get(date.today().isoformat())
        told: list[Words] = [
            m("Rating {rating:.0f}", rating=solver.value)
            if tried
            else m("Starting rating: {rating:.0f}", rating=solver.value),
            m("{solved} of {tried} solved on the first try", solved=solved, tried=tried) if tried else "",
            m("{n} solved with a hint", "{n} solved with a hint", n=helped) if helped else "",
            # Translators: puzzles that have not been tried yet
            m("{n} to go", "{n} to go", n=to_go),
            _DAYS[today] if today else m("Today's puzzle is waiting for you"),
        ]
        return [say(line) for line in told if line]

    def heard(self) -> Sequence[Heard]:
        return texts(say(_SAID), *self.lines())

    # place

    def place(self) -> None:
        sheet = self.sheet
        inner = Rect(sheet.x + 24, sheet.y + 16, sheet.width - 48, sheet.height - 32)
        half = (inner.width - 24) / 2
        canvas = self.app.canvas()
        self.game_choice.rect = Rect(inner.x, inner.y, half, ROW)
        self.person_choice.rect = Rect(inner.x + half + 24, inner.y, half, ROW)
        top = inner.y + ROW + 14
        self._words = Rect(inner.x, top, inner.width, 0)
        top += len(canvas.lines(_SAID, inner.width, TEXT)) * TEXT * LEADING + 12
        below = Rect(inner.x, top, inner.width, inner.bottom - top)
        self._above = below.height > 1.2 * below.width
        if self._above:
            ways = Rect(inner.x, below.bottom - 5 * _STEP + 16, inner.width, 5 * _STEP)
            self._side = Rect(inner.x, top, inner.width, ways.y - 16 - top)
        else:
            ways = Rect(inner.x, top, half, below.height)
            self._side = Rect(inner.x + half + 24, top, half, below.height)
        self._place_ways(ways)

    def _place_ways(self, room: Rect) -> None:
        last = (self.mistakes_button, self.scenarios_button)
        rows: list[tuple[Widget, ...]] = [(self.daily_button,), (self.next_button,), (self.theme_choice,)]
        rows += [(one,) for one in last] if room.height >= 5 * (ROW + 4) else [last]
        step = min(_STEP, room.height / len(rows))
        high = max(min(ROW + 4, step - 8), step - 20)
        for index, row in enumerate(rows):
            each = (room.width + 8) / len(row) - 8
            for column, widget in enumerate(row):
                widget.rect = Rect(room.x + column * (each + 8), room.y + index * step, each, high)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.paragraph(_SAID, self._words, TEXT, INK_SOFT)
        told, side = self.lines(), self._side
        high = sum((TEXT if number else LARGE) * LEADING + 6 for number in range(len(told)))
        top = side.bottom - high if self._above else side.y
        room = Rect(side.x, side.y if self._above else top + high + 8, side.width, side.height - high - 14)
        self._draw_picture(canvas, room)
        for number, line in enumerate(told):
            size = LARGE if not number else TEXT
            box = Rect(side.x, top, side.width, 0)
            top += canvas.paragraph(line, box, size, INK if not number else INK_SOFT, bold=not number) + 6

    def _draw_picture(self, canvas: Canvas, room: Rect) -> None:
        """The game, where there is room for it; pictures are three wide and two high."""
        picture = registry.plugin(self.game).picture if self.games else None
        high = min(room.height, room.width * 2 / 3)
        if picture is not None and high > 80:
            canvas.picture(str(picture), Rect(room.x, room.y, room.width if self._above else high * 3 / 2, high))
