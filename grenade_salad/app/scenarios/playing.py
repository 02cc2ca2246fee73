"""A scenario as it is played: its sheet, the table with its goal, and the result."""

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
from grenade_salad.scenarios import Attempt, Scenario
from grenade_salad.scenarios import begin as begin_scenario
from grenade_salad.text import Reader, Words, m, say


def show(app: AppContext, scenario: Scenario, person: str, *, is_own: bool = False) -> None:
    """Push the sheet of the scenario, with a button to play it."""
    best = progress.load(app.data_folder).get_solver(person, scenario.game).scenarios.get(scenario.name, 0)
    app.push(ScenarioSheet(app, scenario, partial(play, app, scenario, person), stars=best, can_remove=is_own))


def play(app: AppContext, scenario: Scenario, person: str, *, on_top: bool = True) -> None:
    """Show the table of a new try over the top scene, or in its place.

    Tells the user why if that cannot be.
    """
    scene = make_table(app, scenario, person)
    if scene is not None:
        (app.push if on_top else app.replace)(scene)


def make_table(app: AppContext, scenario: Scenario, person: str) -> TableScene | None:
    """Return the table of a new try, on no stack yet.

    None if there is none; the user is told why.
    """
    if app.settings.hands_on_phones:
        # Translators: why a scenario cannot be played now
        app.say(m("A scenario would show your hand here, but hands are on phones only: see Settings."), refused=True)
        return None
    try:
        match = begin_scenario(scenario, seeds.draw_seed(), choose_names(scenario, person))
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
        return None
    machine = Controller("bot", scenario.machines)
    seats = tuple(Controller() if seat == scenario.seat else machine for seat in range(len(match.header.seats)))
    scene = start_match.make_match_table(app, match, seats)
    assert isinstance(scene, TableScene)
    attempt = Attempt(scenario, match.state.view(scenario.seat))
    try_again = partial(play, app, scenario, person, on_top=False)
    scene.scenario_goal = ScenarioGoal(
        scene.controller,
        scene.widgets,
        attempt,
        scenario.goal,
        partial(_on_over, app, scenario, person, attempt),
        try_again,
        app.pop,
    )
    scene.controller.leave = scene.scenario_goal.menu
    scene.layout(scene.size)
    return scene


def choose_names(scenario: Scenario, person: str) -> tuple[str, ...]:
    """Return the names of the seats: the person, and machine players.

    Machine players have the names of the position, or their usual names. Nobody else has the person's name.
    """
    setup = scenario.start()
    machine_names = (*player_names.NAMES[scenario.machines], *player_names.SPARE_NAMES)
    unused_names = iter([name for name in machine_names if name not in (person, *setup.names)])
    seat_names = [
        name if name not in ("", person) else next(unused_names) for name in setup.names or [""] * setup.seats
    ]
    return tuple(person if seat == scenario.seat else name for seat, name in enumerate(seat_names))


def _on_over(app: AppContext, scenario: Scenario, person: str, attempt: Attempt) -> None:
    """Save the result of a try for the person, and show it."""
    saved_progress = progress.load(app.data_folder)
    trouble: Words = ""
    if saved_progress.get_solver(person, scenario.game).record_stars(scenario.name, attempt.stars):
        trouble = progress.save(saved_progress, app.data_folder)
    if trouble:
        app.say(trouble)
    app.audio.play("win" if attempt.stars else "lose")
    try_again = partial(play, app, scenario, person, on_top=False)
    app.push(ScenarioSheet(app, scenario, try_again, stars=attempt.stars, attempt=attempt, leave=app.pop))


_PAD = 24.0
"""Units between the edge of the sheet and what is on it."""
_MAX_WIDTH, _MAX_BUTTON_WIDTH = 680.0, 190.0
"""Maximum width of the sheet, and of a button, in units."""


class ScenarioSheet(Scene):
    """The sheet of a scenario, over the scene that asked for it.

    `begin_try` begins a try; `leave` is called after the sheet is closed with Back. `stars` are those of the `attempt`,
    or before one the most that the person has earned.
    """

    is_overlay = True
    smallest = (640.0, 360.0)

    def __init__(
        self,
        app: AppContext,
        scenario: Scenario,
        begin_try: Callable[[], None],
        *,
        stars: int,
        can_remove: bool = False,
        attempt: Attempt | None = None,
        leave: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app)
        self.scenario, self.stars, self.attempt = scenario, stars, attempt
        self.rules_page = scenario.game
        self._begin_try, self._leave = begin_try, leave
        self.panel = self._stars_area = Rect(0, 0, 0, 0)
        self.text_panel = self.widgets.add(TextPanel(Reader(())))
        self.widgets.add(self.text_panel.help_mark)
        # A family need not read that Hard never reaches the goal: how often machines do is behind a question mark.
        difficulty = words.describe_difficulty(scenario)
        figures = [say(line, begin=True) for line in words.describe_machine_results(scenario)]
        self.text_panel.set_text(*self._paragraphs(), difficulty, explained=difficulty, details="\n".join(figures))
        # Translators: a button: begin this scenario
        label = m("Play", context="a scenario") if attempt is None else m("Try again")
        icon = "play" if attempt is None else "rotate-ccw"
        self.play_button = self.widgets.add(Button(label, self.play, kind="main", icon=icon))
        self.buttons = [self.play_button]
        if can_remove:
            share = Button(m("Share"), self.share, icon="arrow-up", tip=m("Save it as a file for others"))
            # Translators: a button: a scenario is not kept any more
            self.buttons += [share, Button(m("Remove"), self.remove, icon="trash")]
        self.buttons.append(Button(m("Back"), self.back, icon="back"))
        for button in self.buttons[1:]:
            self.widgets.add(button)
        self.widgets.set_focus(self.play_button)
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
        self._begin_try()

    def share(self) -> None:
        """Save the file for other people."""
        own_scenarios.share(self.app, self.scenario)

    def remove(self) -> None:
        """Delete the saved scenario, and close the sheet."""
        own_scenarios.remove(self.app, self.scenario)
        self.back()

    def back(self) -> None:
        self.app.pop()
        if self._leave is not None:
            self._leave()

    def layout(self, size: tuple[float, float]) -> None:
        width = min(_MAX_WIDTH, size[0] - 32)
        inner = width - 2 * _PAD
        self.text_panel.rect = Rect(0, 0, inner, size[1])
        text_height = self.text_panel.measure_height(self.app.canvas(), inner)
        footer_height = ROW + 2 * _PAD
        height = min(size[1] - 16, _PAD + text_height + STAR + 20 + footer_height)
        self.panel = panel = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
        self._stars_area = Rect(panel.x + _PAD, panel.bottom - footer_height - STAR - 4, inner, STAR)
        self.text_panel.rect = Rect(panel.x + _PAD, panel.y + _PAD, inner, self._stars_area.y - 12 - panel.y - _PAD)
        self.text_panel.fit(self.app.canvas())
        button_width = min(_MAX_BUTTON_WIDTH, (inner + 12) / len(self.buttons) - 12)
        for index, button in enumerate(self.buttons):
            left = panel.x + _PAD + index * (button_width + 12)
            button.rect = Rect(left, panel.bottom - _PAD - ROW, button_width, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        draw_stars(canvas, self._stars_area, self.stars)
        super().draw(canvas)
