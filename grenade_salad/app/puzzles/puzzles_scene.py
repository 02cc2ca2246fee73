"""Page to choose a puzzle.

It offers the puzzle of the day, one near the person's rating, one with a theme, or mistakes in their own last matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from random import Random

from grenade_salad import puzzles
from grenade_salad.app.puzzles import mistakes
from grenade_salad.app.puzzles.puzzle_scene import show
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import registry
from grenade_salad.puzzles import THEMES, Puzzle, progress
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.text import Words, m, say

_INTRODUCTION = m("A moment from a match: find the choice that wins most often. You know only what that player knows.")
_MAX_ROW_STEP, _MAX_ROWS = 84.0, 5
"""Maximum units between two rows of buttons, and maximum number of rows."""
_MIN_PICTURE_HEIGHT = 80.0
_TALL_RATIO = 1.2
"""Height divided by width from which results are above the buttons."""
_DAYS: dict[Outcome, Words] = {
    "solved": m("Solved today"),
    "helped": m("Solved today, with a hint"),
    "missed": m("Not solved today"),
}


class PuzzlesScene(PageScene):
    """Page with the solver and the game at the top, buttons for puzzles, and results."""

    title = m("Puzzles")
    widest = 900.0
    smallest = (640.0, 420.0)

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.rng = Random()
        self.games = [name for name in registry.check_plugins()[0] if puzzles.has_puzzles(name)]
        # Translators: a choice of "Who is solving": somebody without a name
        self.names = list(app.settings.people) or [say(m("Guest"))]
        self.saved_progress = progress.load(app.data_folder)
        self.theme = ""
        """The theme that is chosen; empty for any."""
        self.themes: list[str] = []
        """The themes to choose from: any, and those of the game's puzzles."""
        self._words_area = self._text_area = Rect(0, 0, 0, 0)
        """Boxes of the introduction, and of the results and the picture."""
        self._is_text_above = False
        """True if the results are above the buttons, not beside them."""
        titles = [registry.plugin(name).display_title for name in self.games] or [m("No puzzles")]
        self.game_choice = self.widgets.add(Choice(titles, 0, self._choose_game, tip=m("Which game")))
        self.person_choice = self.widgets.add(Choice(self.names, 0, self._choose_person, tip=m("Who is solving")))
        self.daily_button = self.widgets.add(Button(m("Puzzle of the day"), self.show_daily, icon="clock", size=LARGE))
        self.next_button = self.widgets.add(
            Button(m("Next puzzle"), self.show_next, icon="play", kind="main", size=LARGE, tip=m("One at your level"))
        )
        # Translators: a choice of "Theme"
        self.theme_choice = self.widgets.add(Choice([m("Any theme")], 0, self._choose_theme))
        # Translators: of puzzles: a label
        self.theme_choice.label = m("Theme")
        tip = m("Moments in your last matches that cost you most")
        self.mistakes_button = self.widgets.add(Button(m("Your mistakes"), self.search_mistakes, icon="undo", tip=tip))
        # Translators: a button: positions with a goal
        self.scenarios_button = self.widgets.add(Button(m("Scenarios"), self._show_scenarios, icon="crown"))
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
        """The name of the person who solves, as in the statistics."""
        return self.names[self.person_choice.chosen]

    @property
    def solver(self) -> progress.Solver:
        """The person's results in the game."""
        return self.saved_progress.get_solver(self.person, self.game)

    def on_entered(self) -> None:
        self.dirty = True

    def _choose_game(self, _: int) -> None:
        self.rules_page = self.game
        themes = {puzzle.theme for puzzle in puzzles.load(self.game)} if self.games else set()
        self.themes = ["", *(theme for theme in THEMES if theme in themes)]
        self.theme = ""
        # Translators: a choice of "Theme"
        self.theme_choice.labels = [m("Any theme"), *(THEMES[theme] for theme in self.themes[1:])]
        self.theme_choice.chosen = 0
        self.dirty = True

    def _choose_person(self, _: int) -> None:
        self.dirty = True

    def _choose_theme(self, index: int) -> None:
        self.theme = self.themes[index]

    # Puzzles

    def show_daily(self) -> None:
        """Show the puzzle of the day, the same for everybody."""
        day = date.today()
        puzzle = puzzles.daily_puzzle(self.game, day)
        if puzzle is not None:
            self._show(puzzle, m("Puzzle of the day"), self._choose_next, day)

    def show_next(self) -> None:
        """Show a puzzle that was not tried yet, of suitable difficulty."""
        puzzle = self._choose_next()
        if puzzle is None:
            self.app.say(m("You have tried all of these: choose another theme or another game."), refused=True)
        else:
            self._show(puzzle, m("Puzzle"), self._choose_next)

    def _choose_next(self) -> Puzzle | None:
        return progress.choose_puzzle(puzzles.load(self.game), self.solver, self.rng, self.theme)

    def search_mistakes(self) -> None:
        """Search the person's last matches for mistakes."""
        mistakes.search_person(self.app, self.person, self.game)

    def _show_scenarios(self) -> None:
        self.app.show_scenarios(self.person)

    def _show(
        self, puzzle: Puzzle, label: Words, next_puzzle: Callable[[], Puzzle | None], day: date | None = None
    ) -> None:
        show(self.app, puzzle, label, partial(self._record_try, day), next_puzzle)

    def _record_try(self, day: date | None, puzzle: Puzzle, outcome: Outcome) -> Words:
        """Save the outcome, and return the change of the rating.

        `day` is that of a daily puzzle.
        """
        previous = self.solver.value
        # After the daily puzzle the same scene goes on with others.
        today = day if day is not None and puzzle == puzzles.daily_puzzle(self.game, day) else None
        self.solver.record_try(puzzle, outcome, today)
        if trouble := progress.save(self.saved_progress, self.app.data_folder):
            self.app.say(trouble)
        current = self.solver.value
        return m("Rating {after:.0f}, was {before:.0f}", after=current, before=previous) if current != previous else ""

    # Results

    def describe_results(self) -> list[str]:
        """Return the person's results in this game in words."""
        if not self.games:
            return []
        solver = self.solver
        remaining = sum(puzzle.number not in solver.tried for puzzle in puzzles.load(self.game))
        solved, helped, tried = solver.count("solved"), solver.count("helped"), len(solver.tried)
        today = solver.days.get(date.today().isoformat())
        lines: list[Words] = [
            m("Rating {rating:.0f}", rating=solver.value)
            if tried
            else m("Starting rating: {rating:.0f}", rating=solver.value),
            m("{solved} of {tried} solved on the first try", solved=solved, tried=tried) if tried else "",
            m("{n} solved with a hint", "{n} solved with a hint", n=helped) if helped else "",
            # Translators: puzzles that have not been tried yet
            m("{n} to go", "{n} to go", n=remaining),
            _DAYS[today] if today else m("Today's puzzle is waiting for you"),
        ]
        return [say(line) for line in lines if line]

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(say(_INTRODUCTION), *self.describe_results())

    # Layout

    def place(self) -> None:
        inner = self.page_rect.inflate(-48, -32)
        half = (inner.width - 24) / 2
        canvas = self.app.canvas()
        self.game_choice.rect = Rect(inner.x, inner.y, half, ROW)
        self.person_choice.rect = Rect(inner.x + half + 24, inner.y, half, ROW)
        top = inner.y + ROW + 14
        self._words_area = Rect(inner.x, top, inner.width, 0)
        top += len(canvas.lines(_INTRODUCTION, inner.width, TEXT)) * TEXT * LEADING + 12
        below = Rect(inner.x, top, inner.width, inner.bottom - top)
        self._is_text_above = below.height > _TALL_RATIO * below.width
        if self._is_text_above:
            buttons_height = _MAX_ROWS * _MAX_ROW_STEP
            button_area = Rect(inner.x, below.bottom - buttons_height + 16, inner.width, buttons_height)
            self._text_area = Rect(inner.x, top, inner.width, button_area.y - 16 - top)
        else:
            button_area = Rect(inner.x, top, half, below.height)
            self._text_area = Rect(inner.x + half + 24, top, half, below.height)
        self._place_buttons(button_area)

    def _place_buttons(self, area: Rect) -> None:
        last = (self.mistakes_button, self.scenarios_button)
        rows: list[tuple[Widget, ...]] = [(self.daily_button,), (self.next_button,), (self.theme_choice,)]
        rows += [(button,) for button in last] if area.height >= _MAX_ROWS * (ROW + 4) else [last]
        row_step = min(_MAX_ROW_STEP, area.height / len(rows))
        height = max(min(ROW + 4, row_step - 8), row_step - 20)
        for index, row in enumerate(rows):
            width = (area.width + 8) / len(row) - 8
            for column, widget in enumerate(row):
                widget.rect = Rect(area.x + column * (width + 8), area.y + index * row_step, width, height)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.paragraph(_INTRODUCTION, self._words_area, TEXT, INK_SOFT)
        lines, side = self.describe_results(), self._text_area
        text_height = sum((TEXT if row else LARGE) * LEADING + 6 for row in range(len(lines)))
        top = side.bottom - text_height if self._is_text_above else side.y
        picture_area = Rect(
            side.x, side.y if self._is_text_above else top + text_height + 8, side.width, side.height - text_height - 14
        )
        self._draw_picture(canvas, picture_area)
        for index, line in enumerate(lines):
            size = LARGE if not index else TEXT
            box = Rect(side.x, top, side.width, 0)
            top += canvas.paragraph(line, box, size, INK if not index else INK_SOFT, bold=not index) + 6

    def _draw_picture(self, canvas: Canvas, area: Rect) -> None:
        """Draw the picture of the game if there is space; pictures are three by two."""
        picture = registry.plugin(self.game).picture if self.games else None
        height = min(area.height, area.width * 2 / 3)
        if picture is not None and height > _MIN_PICTURE_HEIGHT:
            canvas.picture(
                str(picture), Rect(area.x, area.y, area.width if self._is_text_above else height * 3 / 2, height)
            )
