"""A puzzle at the table of its game: one seat chooses, and is told the result.

Nothing that the seat may not know is shown, also while a choice is played on: hidden cards are redrawn then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Literal, TypeAlias

from grenade_salad import puzzles
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_panel import LOW_MIN_HEIGHT, MIN_HEIGHT, QUESTION_HEIGHTS, TextPanel, layout_panel
from grenade_salad.app.puzzles import words
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.theme import PAPER
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Chance, registry
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.match.record import RecordError, replay
from grenade_salad.match.words import winners_message
from grenade_salad.puzzles import Puzzle
from grenade_salad.puzzles.continuation import (
    ChoiceComparison,
    Continuation,
    compare_choices,
    copy_match,
    find_decision_point,
)
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.session.session import PuzzleSession
from grenade_salad.session.worker_process import WorkerLost
from grenade_salad.text import Reader, Words, m
from grenade_salad.text.person_names import default_names

Phase: TypeAlias = Literal["asked", "wrong", "right", "solution"]
_MACHINE = Controller("bot", "random")
_PAUSE = 0.35
"""Seconds between two entries that are played on."""
_FAST = 1.6
"""Speed of the motion while entries are played on, relative to the usual speed."""


class PuzzleScene(Scene):
    """A puzzle at its table, with a text panel below it.

    `report` is called once with the outcome of the first try, and returns what that changes. `next_puzzle` returns the
    next puzzle, or None.
    """

    smallest = (640.0, 470.0)
    draws_table = True

    def __init__(
        self,
        app: AppContext,
        puzzle: Puzzle,
        label: Words,
        report: Callable[[Puzzle, Outcome], Words],
        next_puzzle: Callable[[], Puzzle | None],
    ) -> None:
        """Raises `RecordError` for a puzzle that this version cannot play."""
        super().__init__(app)
        self.puzzle, self._label, self._report, self._next_puzzle = puzzle, label, report, next_puzzle
        self.phase: Phase = "asked"
        self.rules_page = puzzle.game
        self.steps = [step for _, step in replay(puzzle.record).steps]
        record = puzzle.record
        header = replace(record.header, seats=self._seats(record.header), meta={"hints": False})
        self.decision_point = find_decision_point(header, [step.entry for step in self.steps], puzzle.seat)
        self.moment = self.decision_point.match
        """The match until the seat chooses."""
        self.table = self._make_table(self.moment)
        self.tile_width = self.table.tile_width
        """The game's table; its widgets, motion and keys are those of this scene."""
        self.widgets, self.motion = self.table.widgets, self.table.motion
        self.box = Rect(0, 0, 0, 0)
        """Box of the text panel and its buttons."""
        self.hints_shown = 0
        """Number of hints that are visible."""
        self.mine: Action | None = None
        """The choice of the person that was evaluated."""
        self._choice: Action | None = None
        """A choice that is evaluated in the next frame."""
        self._is_reported = False
        self._rating_change: Words = ""
        self._worker: Executor | None = None
        self._work: Future[ChoiceComparison] | None = None
        self.comparison: ChoiceComparison | None = None
        """The consequences of a wrong choice and of the best one, once worked out."""
        self._to_play: list[Action | Chance] = []
        """Entries that are still to be shown."""
        self._wait = 0.0
        """Seconds until the next of them."""
        self._make_panel()
        self.layout(self.size)
        self.ask()

    def _seats(self, header: Header) -> tuple[str, ...]:
        """Return the names at the table.

        Machine players played the puzzles that come with the game: their seats get names of people.
        """
        return default_names()[: len(header.seats)] if self.puzzle.number else header.seats

    def _make_table(self, moment: Match) -> TableScene:
        seats = tuple(Controller() if seat == self.puzzle.seat else _MACHINE for seat in range(moment.state.seats))
        scene = start_match.make_match_table(self.app, Match(moment.header), seats)
        assert isinstance(scene, TableScene)
        scene.controller.leave = self.back
        scene.controller.session = self.session = PuzzleSession(
            scene.controller.match, seats, scene.controller.session.machines, self._on_decided
        )
        return scene

    def _make_panel(self) -> None:
        """Make the text panel and all buttons, which `_update_buttons` shows or hides."""
        self.text_panel = TextPanel(Reader(self.table.controller.names, self.puzzle.seat))
        self.next_button = Button(m("Next puzzle"), self.show_next, kind="main", icon="arrow-right")
        self.again_button = Button(m("Try again"), self.ask, kind="main", icon="rotate-ccw")
        # Translators: a button: watch again what came of one's own choice
        self.mine_button = Button(m("See yours again"), self.watch_mine, icon="play")
        # Translators: a button: watch what comes of the best choice
        self.best_button = Button(m("See the best choice"), self.watch_best, icon="play")
        # Translators: a button and its tooltip
        self.hint_button = Button(
            m("Hint"),
            self.hint,
            icon="bulb",
            tip=m("A hint, and then a plainer one ({key})", key=self.app.settings.key_name("hint")),
        )
        # Translators: a button
        self.solution_button = Button(m("Solution"), self.solve, icon="check")
        self.leave_button = Button(m("Back"), self.back, icon="back", tip=m("Back (Esc)"))
        self.buttons = (
            self.next_button,
            self.again_button,
            self.mine_button,
            self.best_button,
            self.hint_button,
            self.solution_button,
            self.leave_button,
        )
        for widget in (self.text_panel, self.text_panel.help_mark, *self.buttons):
            self.widgets.add(widget)

    @property
    def name(self) -> str:
        """The name of the seat."""
        return self.table.controller.names[self.puzzle.seat]

    def accessible_name(self) -> Words:
        return m("{what}: {game}", context="a puzzle", what=self._label, game=registry.title(self.puzzle.game))

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return self.table.accessible_nodes()

    def announcements(self) -> Sequence[AccessibleNode]:
        return self.table.announcements()

    def protected_areas(self) -> Sequence[Rect]:
        return [*self.table.protected_areas(), self.box]

    def record_location(self) -> str:
        return f"puzzle {self.puzzle.number} of {self.puzzle.game}"

    # The question

    def ask(self) -> None:
        """Show the moment of the puzzle, and let the person choose."""
        self._stop_playing()
        self.phase, self.comparison, self.mine = "asked", None, None
        self._cancel_work()
        moment = copy_match(self.moment)
        self.table.controller.jump_to(moment, self.steps)
        self.session.ask(moment, self.steps, self.puzzle.seat)
        self.table.controller.advance_time(0.0)
        self._show_question()
        self._update_buttons()

    def _show_question(self) -> None:
        puzzle = self.puzzle
        # The theme is not named: it would give away half of the solution.
        # Translators: {difficulty} is easy, medium, hard
        about = m("Difficulty: {difficulty}.", difficulty=words.format_difficulty(puzzle))
        hints = [m("Hint: {hint}", hint=hint) for hint in puzzles.hints(puzzle)[: self.hints_shown]]
        title = m("You are {who}: find the best choice", who=self.name)
        if puzzle.place:
            # Translators: {what} is a question, as in "where do you throw the Explosion?"
            title = m("You are {who}: {what}", context="a puzzle", who=self.name, what=puzzles.place_question(puzzle))
        self.text_panel.set_text(title, about, *hints)

    def hint(self) -> None:
        """Show one hint more; after a wrong choice, return to the question first."""
        if self.phase == "wrong":
            self.ask()
        if self.phase == "asked" and self.hints_shown < len(puzzles.hints(self.puzzle)):
            self.hints_shown += 1
            self._show_question()
            self._update_buttons()

    def _on_decided(self, action: Action) -> None:
        self._choice = action

    def _evaluate(self, action: Action) -> None:
        if self.puzzle.place and action.do != self.puzzle.best.action.do:
            # Translators: something else was done; {what} is a question, as in "where do you throw the Explosion?"
            self.app.say(m("This puzzle asks: {what}", what=puzzles.place_question(self.puzzle)), refused=True)
            self.ask()
            return
        self.mine = action
        if puzzles.is_solution(self.puzzle, action):
            self._report_once("helped" if self.hints_shown else "solved")
            self.app.audio.play("win")
            self.phase = "right"
            # Translators: the best choice was found
            self._show_answer(m("Right!"), words.describe_solution(self.puzzle, action), self._rating_change)
            self._play(action)
        else:
            self._report_once("missed")
            self.app.audio.play("lose")
            self.phase = "wrong"
            self._show_wrong(m("Working out what happens next…"))
            self._start_comparison(action)
        self._update_buttons()
        self.widgets.set_focus(self.next_button if self.phase == "right" else self.again_button)

    def _show_wrong(self, *details: Words) -> None:
        assert self.mine is not None
        # Translators: a better choice
        self._show_answer(m("There is a better choice"), words.describe_loss(self.puzzle, self.mine), *details)

    def _show_answer(self, title: Words, answer: words.Answer, *more: Words) -> None:
        """Show an answer, with its figures behind a question mark."""
        self.text_panel.set_text(
            title, *answer.sentences, *more, explained=answer.sentences[-1], details=answer.figures
        )

    def _report_once(self, outcome: Outcome) -> None:
        """Report the outcome of the first try."""
        if not self._is_reported:
            self._is_reported = True
            self._rating_change = self._report(self.puzzle, outcome)

    def solve(self) -> None:
        """Show the solution, with its explanation."""
        self._report_once("missed")
        self._stop_playing()
        self.phase = "solution"
        # Translators: a title
        self._show_answer(m("The solution"), words.describe_solution(self.puzzle), self._rating_change)
        self.watch_best()
        self._update_buttons()
        self.widgets.set_focus(self.next_button)

    def show_next(self) -> None:
        """Replace this puzzle with the next one, or go back if there is none."""
        puzzle = self._next_puzzle()
        if puzzle is None:
            # Translators: the last puzzle
            self.app.say(m("That was the last one."))
            self.app.pop()
            return
        label = m("Puzzle") if puzzle.number else self._label
        self.app.replace(PuzzleScene(self.app, puzzle, label, self._report, self._next_puzzle))

    # Consequences

    def _start_comparison(self, action: Action) -> None:
        """Work out the consequences of a wrong choice in the background."""
        self._cancel_work()
        self._worker = self.app.thinker()
        header, entries, seat = self.moment.header, tuple(self.moment.entries), self.puzzle.seat
        self._work = self._worker.submit(compare_choices, header, entries, seat, action, self.puzzle.best.action)

    def _cancel_work(self) -> None:
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._worker, self._work = None, None

    def _take_work(self, work: Future[ChoiceComparison]) -> None:
        self._work = None
        try:
            self.comparison = work.result()
        except WorkerLost:
            self._show_wrong()
            return
        self._cancel_work()
        self._show_wrong(*self._describe_comparison(self.comparison))
        self.watch_mine()
        self._update_buttons()

    def _describe_comparison(self, comparison: ChoiceComparison) -> list[Words]:
        """Return how both choices end, and what happens after the person's choice."""
        world = self.decision_point.start_world(comparison.world)
        entries = comparison.mine.entries[: words.count_round(comparison.mine.entries, self.puzzle.seat)]
        events = words.select_events([world.apply_entry(entry).events for entry in entries], self.puzzle.seat)
        lines = [line for event in events if (line := self.table.controller.describe_event(event))]
        # Translators: one's own choice and the best one, played to the end; {mine} and {best} say who won
        endings = m(
            "With the same luck, your choice ends like this: {mine}. The best one: {best}.",
            mine=winners_message(comparison.mine.ranking[0]),
            best=winners_message(comparison.best.ranking[0]),
        )
        return [endings, *lines]

    def watch_mine(self) -> None:
        """Show the consequences of the person's choice at the table."""
        if self.comparison is not None:
            self._watch(self.comparison.mine)
        elif self.mine is not None:
            self._play(self.mine)

    def watch_best(self) -> None:
        """Show the consequences of the best choice at the table."""
        if self.comparison is not None:
            self._watch(self.comparison.best)
        else:
            self._play(self.puzzle.best.action)

    def _watch(self, continuation: Continuation) -> None:
        assert self.comparison is not None
        world = self.decision_point.start_world(self.comparison.world)
        self._show(world, continuation.entries[: words.count_round(continuation.entries, self.puzzle.seat)])

    def _play(self, action: Action) -> None:
        """Show a choice alone, and the chance that it needs."""
        world = self.decision_point.start_world(0)
        entries = [step.entry for step in copy_match(world).act(action)]
        self._show(world, entries)

    def _show(self, match: Match, entries: Sequence[Action | Chance]) -> None:
        self.table.controller.jump_to(match, self.steps)
        self.table.controller.advance_time(0.0)
        self._to_play, self._wait = list(entries), _PAUSE
        self.dirty = True

    def _stop_playing(self) -> None:
        self._to_play = []
        self.motion.skip()

    # Input and time

    def handle(self, event: Input) -> None:
        match event:
            case KeyInput(down=True) if "hint" in event.meanings and self.hint_button.visible:
                self.app.audio.play("click")
                self.hint_button.activate()
            case _:
                self.table.handle(event)

    @property
    def is_animating(self) -> bool:
        return self.table.is_animating or bool(self._to_play)

    def update(self, dt: float) -> None:
        self.table.update(dt * (1.0 if self.phase == "asked" else _FAST))
        if self._choice is not None:
            action, self._choice = self._choice, None
            self._evaluate(action)
        if self._work is not None and self._work.done():
            self._take_work(self._work)
        if self._to_play and not self.motion.is_busy:
            self._wait -= dt * _FAST
            if self._wait <= 0:
                self.table.controller.show_next(self._to_play.pop(0))
                self._wait = _PAUSE
        if self.table.dirty:
            self.dirty, self.table.dirty = True, False

    def on_left(self) -> None:
        self._cancel_work()
        self.table.on_left()

    # Layout

    def _update_buttons(self) -> None:
        """Show the buttons of what can be done now."""
        is_asked, is_over = self.phase == "asked", self.phase in ("right", "solution")
        self.next_button.visible = is_over
        self.again_button.visible = self.phase == "wrong"
        self.mine_button.visible = self.phase == "wrong" and self.comparison is not None
        self.best_button.visible = is_over
        self.hint_button.visible = not is_over and self.hints_shown < len(puzzles.hints(self.puzzle))
        self.solution_button.visible = is_asked or self.phase == "wrong"
        self.layout(self.size)
        self.dirty = True

    def layout(self, size: tuple[float, float]) -> None:
        width, height = size
        answer_height = max(LOW_MIN_HEIGHT, min(MIN_HEIGHT, height * 0.25), min(220.0, height * 0.22))
        # A question is short: the table has the space that only an answer needs.
        low_heights = [low for low in QUESTION_HEIGHTS if low < answer_height and self.phase == "asked"]
        for panel_height in (*low_heights, answer_height):
            self.box = Rect(0, height - panel_height, width, panel_height)
            layout_panel(self.box.inflate(-32, -22), self.text_panel, self.buttons, self.app.canvas())
            if self.text_panel.fits(self.app.canvas()):
                break
        self.table.size = (width, self.box.y)
        self.table.layout(self.table.size)

    def draw(self, canvas: Canvas) -> None:
        self.table.draw_surface_around(canvas)
        with canvas.rotated(Rect(0, 0, *self.table.size), 0) as upper:
            self.table.draw(upper)
        canvas.paper(self.box.inflate(8, 8).move(0, 4), PAPER, 10)
        for widget in (self.text_panel, *self.buttons):
            if widget.visible:
                widget.paint(canvas, widget.rect)
                if widget.focused:
                    canvas.ring(widget.rect, widget.radius)


def show(
    app: AppContext,
    puzzle: Puzzle,
    label: Words,
    report: Callable[[Puzzle, Outcome], Words],
    next_puzzle: Callable[[], Puzzle | None],
) -> None:
    """Push a puzzle; tells the user why if this version cannot play it."""
    try:
        scene = PuzzleScene(app, puzzle, label, report, next_puzzle)
    except RecordError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    app.push(scene)
