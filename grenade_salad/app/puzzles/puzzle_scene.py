"""A puzzle on the table of its game: one seat chooses by the game's own means, and hears what that is worth.

Nothing that the seat may not know is shown, also while a choice is played on: hidden cards are drawn anew then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Literal, TypeAlias

from grenade_salad import puzzles
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.text_panel import HIGH, LOW, Told, place
from grenade_salad.app.puzzles import played_out, words
from grenade_salad.app.puzzles.played_out import Course, PlayedOut
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.theme import PAPER
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Chance, registry
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.match.record import RecordError, replay
from grenade_salad.match.words import wins
from grenade_salad.puzzles import Puzzle
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.session.puzzle_session import AskedSession
from grenade_salad.session.worker_process import Lost
from grenade_salad.text import Reader, Words, m
from grenade_salad.text.person_names import usual_names

At: TypeAlias = Literal["asked", "wrong", "right", "solution"]
_OTHER = Controller("bot", "random")
_PAUSE = 0.35
"""Seconds between two lines that are played on."""
_FAST = 1.6
"""How much faster than usual that moves."""


class PuzzleScene(Scene):
    """`shown` is the game's table: its widgets, its motion and its keys are this scene's, with a sheet below it.

    `tried` is told how the first try went, once, and says what that changes. `following` gives the next puzzle, None if
    there is none.
    """

    smallest = (640.0, 470.0)
    lays_table = True

    def __init__(
        self,
        app: Shell,
        puzzle: Puzzle,
        called: Words,
        tried: Callable[[Puzzle, Outcome], Words],
        following: Callable[[], Puzzle | None],
    ) -> None:
        """Raises RecordError for a puzzle that this version cannot play."""
        super().__init__(app)
        self.puzzle, self._called, self._tried, self._following = puzzle, called, tried, following
        self.at: At = "asked"
        self.rules_page = puzzle.game
        self.steps = [step for _, step in replay(puzzle.record).steps]
        record = puzzle.record
        header = replace(record.header, seats=self._seats(record.header), meta={"hints": False})
        self.place = played_out.place_of(header, [step.entry for step in self.steps], puzzle.seat)
        self.moment = self.place.match
        self.shown = self._make_table(self.moment)
        self.widgets, self.motion = self.shown.widgets, self.shown.motion
        self.hints_told = 0
        self.mine: Action | None = None
        self._choice: Action | None = None
        self._told_of = False
        self._changed: Words = ""
        self._worker: Executor | None = None
        self._work: Future[PlayedOut] | None = None
        self.found: PlayedOut | None = None
        self._to_play: list[Action | Chance] = []
        self._wait = 0.0
        self._make_panel()
        self.layout(self.size)
        self.ask()

    def _seats(self, header: Header) -> tuple[str, ...]:
        """Names of people at the table of a puzzle that comes with the game: machines played it."""
        return usual_names()[: len(header.seats)] if self.puzzle.number else header.seats

    def _make_table(self, moment: Match) -> Table:
        seats = tuple(Controller() if seat == self.puzzle.seat else _OTHER for seat in range(moment.state.seats))
        scene = start_match.scene_of(self.app, Match(moment.header), seats)
        assert isinstance(scene, Table)
        scene.leave = self.back
        scene.session = self.session = AskedSession(scene.match, seats, scene.machines, self._decided)
        return scene

    def _make_panel(self) -> None:
        self.told = Told(Reader(self.shown.names, self.puzzle.seat))
        self.next_button = Button(m("Next puzzle"), self.next, kind="main", icon="arrow-right")
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
            tip=m("A hint, and then a plainer one ({key})", key=self.app.settings.key_words("hint")),
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
        for widget in (self.told, *self.buttons):
            self.widgets.add(widget)

    @property
    def name(self) -> str:
        """What the seat is called."""
        return self.shown.names[self.puzzle.seat]

    def called(self) -> Words:
        return m("{what}: {game}", context="a puzzle", what=self._called, game=registry.title(self.puzzle.game))

    def heard(self) -> Sequence[Heard]:
        return self.shown.heard()

    def latest(self) -> Sequence[Heard]:
        return self.shown.latest()

    def in_sight(self) -> Sequence[Rect]:
        return [*self.shown.in_sight(), self.box]

    def record_line(self) -> str:
        return f"puzzle {self.puzzle.number} of {self.puzzle.game}"

    # asking

    def ask(self) -> None:
        """Stand at the moment of the puzzle, and let the person choose."""
        self._stop_playing()
        self.at, self.found, self.mine = "asked", None, None
        self._drop_work()
        moment = played_out.again(self.moment)
        self.shown.stand_at(moment, self.steps)
        self.session.ask(moment, self.steps, self.puzzle.seat)
        self.shown.let_pass(0.0)
        self._tell_question()
        self._follow()

    def _tell_question(self) -> None:
        puzzle = self.puzzle
        # What it is about would say half of the solution.
        # Translators: {difficulty} is easy, medium, hard
        about = m(
            "Difficulty: {difficulty}. You know only what {who} knows.",
            difficulty=words.difficulty(puzzle),
            who=self.name,
        )
        hints = [m("Hint: {hint}", hint=hint) for hint in puzzles.hints(puzzle)[: self.hints_told]]
        title = m("You are {who}: find the best choice", who=self.name)
        if puzzle.place:
            # Translators: {what} is a question, as in "where do you throw the Explosion?"
            title = m("You are {who}: {what}", context="a puzzle", who=self.name, what=puzzles.question(puzzle))
        self.told.tell(title, about, *hints)

    def hint(self) -> None:
        """One hint more; from a wrong choice it leads back to the question."""
        if self.at == "wrong":
            self.ask()
        if self.at == "asked" and self.hints_told < len(puzzles.hints(self.puzzle)):
            self.hints_told += 1
            self._tell_question()
            self._follow()

    def _decided(self, action: Action) -> None:
        self._choice = action

    def _judge(self, action: Action) -> None:
        if self.puzzle.place and action.do != self.puzzle.best.action.do:
            # Translators: something else was done; {what} is a question, as in "where do you throw the Explosion?"
            self.app.say(m("This puzzle asks: {what}", what=puzzles.question(self.puzzle)), refused=True)
            self.ask()
            return
        self.mine = action
        if puzzles.solved(self.puzzle, action):
            self._tell("helped" if self.hints_told else "solved")
            self.app.audio.play("win")
            self.at = "right"
            # Translators: the best choice was found
            self.told.tell(m("Right!"), *words.solution(self.puzzle, action), self._changed)
            self._play(action)
        else:
            self._tell("missed")
            self.app.audio.play("lose")
            self.at = "wrong"
            self._tell_wrong(m("Working out what happens next…"))
            self._work_out(action)
        self._follow()
        self.widgets.set_focus(self.next_button if self.at == "right" else self.again_button)

    def _tell_wrong(self, *more: Words) -> None:
        assert self.mine is not None
        # Translators: a better choice
        self.told.tell(m("There is a better choice"), *words.loses(self.puzzle, self.mine), *more)

    def _tell(self, outcome: Outcome) -> None:
        """The first try went so."""
        if not self._told_of:
            self._told_of = True
            self._changed = self._tried(self.puzzle, outcome)

    def solve(self) -> None:
        """Show the solution, with its reason."""
        self._tell("missed")
        self._stop_playing()
        self.at = "solution"
        # Translators: a title
        self.told.tell(m("The solution"), *words.solution(self.puzzle), self._changed)
        self.watch_best()
        self._follow()
        self.widgets.set_focus(self.next_button)

    def next(self) -> None:
        """The next puzzle in place of this one, or back if there is none."""
        puzzle = self._following()
        if puzzle is None:
            # Translators: the last puzzle
            self.app.say(m("That was the last one."))
            self.app.pop()
            return
        called = m("Puzzle") if puzzle.number else self._called
        self.app.replace(PuzzleScene(self.app, puzzle, called, self._tried, self._following))

    # playing on

    def _work_out(self, action: Action) -> None:
        """What comes of a wrong choice, beside the window."""
        self._drop_work()
        self._worker = self.app.thinker()
        header, entries, seat = self.moment.header, tuple(self.moment.entries), self.puzzle.seat
        self._work = self._worker.submit(played_out.play_out, header, entries, seat, action, self.puzzle.best.action)

    def _drop_work(self) -> None:
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._worker, self._work = None, None

    def _take_work(self, work: Future[PlayedOut]) -> None:
        self._work = None
        try:
            self.found = work.result()
        except Lost:
            self._tell_wrong()
            return
        self._drop_work()
        self._tell_wrong(*self._course_told(self.found))
        self.watch_mine()
        self._follow()

    def _course_told(self, found: PlayedOut) -> list[Words]:
        """What happens after one's own choice, and how both end."""
        world = self.place.begin(found.world)
        shown = found.mine.entries[: words.round_of(found.mine.entries, self.puzzle.seat)]
        events = words.came_of_it([world.add(entry).events for entry in shown], self.puzzle.seat)
        lines = [line for event in events if (line := self.shown.words_of(event))]
        # Translators: one's own choice and the best one, played to the end; {mine} and {best} say who won
        ends = m(
            "With the same luck, your choice ends like this: {mine}. The best one: {best}.",
            mine=wins(found.mine.ranking[0]),
            best=wins(found.best.ranking[0]),
        )
        return [ends, *lines]

    def watch_mine(self) -> None:
        """What came of one's own choice, on the table."""
        if self.found is not None:
            self._watch(self.found.mine)
        elif self.mine is not None:
            self._play(self.mine)

    def watch_best(self) -> None:
        """What comes of the best choice, on the table."""
        if self.found is not None:
            self._watch(self.found.best)
        else:
            self._play(self.puzzle.best.action)

    def _watch(self, course: Course) -> None:
        assert self.found is not None
        world = self.place.begin(self.found.world)
        self._show(world, course.entries[: words.round_of(course.entries, self.puzzle.seat)])

    def _play(self, action: Action) -> None:
        """Show a choice alone, and the luck that it needs."""
        world = self.place.begin(0)
        lines = [step.entry for step in played_out.again(world).act(action)]
        self._show(world, lines)

    def _show(self, match: Match, lines: Sequence[Action | Chance]) -> None:
        self.shown.stand_at(match, self.steps)
        self.shown.let_pass(0.0)
        self._to_play, self._wait = list(lines), _PAUSE
        self.dirty = True

    def _stop_playing(self) -> None:
        self._to_play = []
        self.motion.skip()

    @property
    def playing(self) -> bool:
        """Whether lines are still to be shown."""
        return bool(self._to_play) or self.motion.busy

    # input and time

    def handle(self, event: Input) -> None:
        match event:
            case Key(down=True) if "hint" in event.means and self.hint_button.visible:
                self.app.audio.play("click")
                self.hint_button.accept()
            case _:
                self.shown.handle(event)

    @property
    def animating(self) -> bool:
        return self.shown.animating or bool(self._to_play)

    def update(self, dt: float) -> None:
        self.shown.update(dt * (1.0 if self.at == "asked" else _FAST))
        if self._choice is not None:
            action, self._choice = self._choice, None
            self._judge(action)
        if self._work is not None and self._work.done():
            self._take_work(self._work)
        if self._to_play and not self.motion.busy:
            self._wait -= dt * _FAST
            if self._wait <= 0:
                self.shown.stand_next(self._to_play.pop(0))
                self._wait = _PAUSE
        if self.shown.dirty:
            self.dirty, self.shown.dirty = True, False

    def left(self) -> None:
        self._drop_work()
        self.shown.left()

    # place

    def _follow(self) -> None:
        """Show the buttons of what can be done now."""
        asked, over = self.at == "asked", self.at in ("right", "solution")
        self.next_button.visible = over
        self.again_button.visible = self.at == "wrong"
        self.mine_button.visible = self.at == "wrong" and self.found is not None
        self.best_button.visible = over
        self.hint_button.visible = not over and self.hints_told < len(puzzles.hints(self.puzzle))
        self.solution_button.visible = asked or self.at == "wrong"
        self.layout(self.size)
        self.dirty = True

    def layout(self, size: tuple[float, float]) -> None:
        wide, high = size
        tall = max(LOW, min(HIGH, high * 0.25), min(220.0, high * 0.22))
        self.box = Rect(0, high - tall, wide, tall)
        self.shown.size = (wide, high - tall)
        self.shown.layout(self.shown.size)
        self._place()

    def _place(self) -> None:
        place(self.box.inflate(-32, -22), self.told, self.buttons, self.app.canvas())

    def draw(self, canvas: Canvas) -> None:
        self.shown.lay_wood_around(canvas)
        with canvas.turned(Rect(0, 0, *self.shown.size), 0) as upper:
            self.shown.draw(upper)
        canvas.paper(self.box.inflate(8, 8).move(0, 4), PAPER, 10)
        for widget in (self.told, *self.buttons):
            if widget.visible:
                widget.paint(canvas, widget.rect)
                if widget.focused:
                    canvas.ring(widget.rect, widget.radius)


def show(
    app: Shell,
    puzzle: Puzzle,
    called: Words,
    tried: Callable[[Puzzle, Outcome], Words],
    following: Callable[[], Puzzle | None],
) -> None:
    """The puzzle on its table, over the scene on top; says why if this version cannot play it."""
    try:
        scene = PuzzleScene(app, puzzle, called, tried, following)
    except RecordError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    app.push(scene)
