"""A scenario is played: its sheet first, then the table with its goal, and its sheet again with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.match import start_match
from grenade_salad.app.match.scenario_goal import ScenarioGoal
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_panel import TextPanel
from grenade_salad.app.scenarios import own as own_scenarios
from grenade_salad.app.scenarios import words
from grenade_salad.app.scenarios.words import STAR, draw_stars
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, ROW
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Illegal
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller
from grenade_salad.puzzles import progress
from grenade_salad.scenarios import Attempt, Scenario, begin
from grenade_salad.text import Reader, Words, m


def show(app: AppContext, scenario: Scenario, person: str, *, is_own: bool = False) -> None:
    """The sheet of the scenario over the scene on top, with a way to play it."""
    best = progress.load(app.data_folder).get_solver(person, scenario.game).scenarios.get(scenario.name, 0)
    app.push(ScenarioSheet(app, scenario, partial(play, app, scenario, person), stars=best, can_remove=is_own))


def play(app: AppContext, scenario: Scenario, person: str) -> None:
    """A new try over the scene on top; says why if that cannot be."""
    scene = make_table(app, scenario, person)
    if scene is not None:
        app.push(scene)


def _try_again(app: AppContext, scenario: Scenario, person: str) -> None:
    scene = make_table(app, scenario, person)
    if scene is not None:
        app.replace(scene)


def make_table(app: AppContext, scenario: Scenario, person: str) -> TableScene | None:
    """The table of a new try, on no stack yet; None if there is none, which is said."""
    if app.settings.hands_on_phones:
        # Translators: why a scenario cannot be played now
        app.say(m("A scenario would show your hand here, but hands are on phones only: see Settings."), refused=True)
        return None
    try:
        match = begin(scenario, seeds.draw_seed(), choose_names(scenario, person))
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
        return None
    machine = Controller("bot", scenario.machines)
    seats = tuple(Controller() if seat == scenario.seat else machine for seat in range(len(match.header.seats)))
    scene = start_match.make_match_table(app, match, seats)
    assert isinstance(scene, TableScene)
    attempt = Attempt(scenario, match.state.view(scenario.seat))
    try_again = partial(_try_again, app, scenario, person)
    scene.scenario_goal = ScenarioGoal(
        scene,
        attempt,
        scenario.goal,
        partial(_on_over, app, scenario, person, attempt),
        try_again,
        partial(_leave_table, app),
    )
    scene.leave = scene.scenario_goal.menu
    scene.layout(scene.size)
    return scene


def choose_names(scenario: Scenario, person: str) -> tuple[str, ...]:
    """Who sits there: the person, and machines under the names that the position gives, or that they have elsewhere.

    Nobody else is called as the person is.
    """
    setup = scenario.start()
    machine_names = (*player_names.NAMES[scenario.machines], *player_names.SPARE_NAMES)
    unused_names = iter([name for name in machine_names if name not in (person, *setup.names)])
    seat_names = [
        name if name not in ("", person) else next(unused_names) for name in setup.names or [""] * setup.seats
    ]
    return tuple(person if seat == scenario.seat else name for seat, name in enumerate(seat_names))


def _leave_table(app: AppContext) -> None:
    app.pop()


def _on_over(app: AppContext, scenario: Scenario, person: str, attempt: Attempt) -> None:
    """The try is over: it is kept for the person, and shown."""
    saved_progress = progress.load(app.data_folder)
    trouble: Words = ""
    if saved_progress.get_solver(person, scenario.game).record_stars(scenario.name, attempt.stars):
        trouble = progress.save(saved_progress, app.data_folder)
    if trouble:
        app.say(trouble)
    app.audio.play("win" if attempt.stars else "lose")
    try_again = partial(_try_again, app, scenario, person)
    app.push(
        ScenarioSheet(app, scenario, try_again, stars=attempt.stars, attempt=attempt, leave=partial(_leave_table, app))
    )


_PAD = 24.0
_MAX_BUTTON_WIDTH = 190.0
"""Units that a button is wide at most."""


class ScenarioSheet(Scene):
    """Lies over what it was asked for from. `play` begins a try; `leave` is what back does besides closing the sheet.

    `stars` are those of the `attempt`, or the most that the person has earned before one.
    """

    is_overlay = True
    smallest = (640.0, 360.0)

    def __init__(
        self,
        app: AppContext,
        scenario: Scenario,
        play: Callable[[], None],
        *,
        stars: int,
        can_remove: bool = False,
        attempt: Attempt | None = None,
        leave: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app)
        self.scenario, self.stars, self.attempt = scenario, stars, attempt
        self.rules_page = scenario.game
        self._play, self._leave = play, leave
        self.shows_figures = False
        self.text_panel = self.widgets.add(TextPanel(Reader(())))
        self.text_panel.set_text(*self._paragraphs())
        # Translators: a button: begin this scenario
        begin = m("Play", context="a scenario") if attempt is None else m("Try again")
        icon = "play" if attempt is None else "rotate-ccw"
        self.play_button = self.widgets.add(Button(begin, self.play, kind="main", icon=icon))
        self.buttons = [self.play_button]
        if can_remove:
            share = Button(m("Share"), self.share, icon="arrow-up", tip=m("Save it as a file for others"))
            # Translators: a button: a scenario is not kept any more
            self.buttons += [share, Button(m("Remove"), self.remove, icon="trash")]
        # Translators: a button: how often machines reached the goal of a scenario
        tip = m("How often machines reached the goal")
        self.figures_button = Button(m("Figures", context="a scenario"), self.toggle_figures, icon="robot", tip=tip)
        if words.describe_machine_results(scenario):
            self.buttons.append(self.figures_button)
        self.buttons.append(Button(m("Back"), self.back, icon="back"))
        for button in self.buttons[1:]:
            self.widgets.add(button)
        self.widgets.set_focus(self.play_button)
        self.panel = Rect(0, 0, 0, 0)
        self.layout(self.size)

    def accessible_name(self) -> Words:
        return self.scenario.title

    def _paragraphs(self) -> Sequence[Words]:
        return (
            words.describe_scenario(self.scenario)
            if self.attempt is None
            else words.describe_attempt(self.scenario, self.attempt)
        )

    def play(self) -> None:
        """Begin a try in place of this sheet."""
        self.app.pop()
        self._play()

    def toggle_figures(self) -> None:
        """Say how often machines reached the goal, too, or no more: a family need not read that Hard never does."""
        self.shows_figures = not self.shows_figures
        self.text_panel.set_text(
            *self._paragraphs(), *(words.describe_machine_results(self.scenario) if self.shows_figures else ())
        )
        self.layout(self.size)
        self.dirty = True

    def share(self) -> None:
        """Save the file for others."""
        own_scenarios.share(self.app, self.scenario)

    def remove(self) -> None:
        """It is not kept here any more."""
        own_scenarios.remove(self.app, self.scenario)
        self.back()

    def back(self) -> None:
        self.app.pop()
        if self._leave is not None:
            self._leave()

    def layout(self, size: tuple[float, float]) -> None:
        width = min(680.0, size[0] - 32)
        inner = width - 2 * _PAD
        self.text_panel.rect = Rect(0, 0, inner, size[1])
        needed = self.text_panel.measure_height(self.app.canvas(), inner)
        foot = ROW + 2 * _PAD
        height = min(size[1] - 16, _PAD + needed + STAR + 20 + foot)
        self.panel = panel = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
        self._stars = Rect(panel.x + _PAD, panel.bottom - foot - STAR - 4, inner, STAR)
        self.text_panel.rect = Rect(panel.x + _PAD, panel.y + _PAD, inner, self._stars.y - 12 - panel.y - _PAD)
        self.text_panel.fit(self.app.canvas())
        each = min(_MAX_BUTTON_WIDTH, (inner + 12) / len(self.buttons) - 12)
        for index, button in enumerate(self.buttons):
            button.rect = Rect(panel.x + _PAD + index * (each + 12), panel.bottom - _PAD - ROW, each, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        draw_stars(canvas, self._stars, self.stars)
        super().draw(canvas)
