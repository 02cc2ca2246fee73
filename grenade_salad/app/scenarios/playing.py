"""A scenario is played: its sheet first, then the table with its goal, and its sheet again with what came of it."""

from __future__ import annotations

from functools import partial

from grenade_salad.app.puzzles import solvers
from grenade_salad.app.scenarios.sheet import ScenarioSheet
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.table import player_names, start
from grenade_salad.app.table.quest import Quest
from grenade_salad.app.table.table import Table
from grenade_salad.core import Illegal
from grenade_salad.match.seats import Controller
from grenade_salad.scenarios import Attempt, Scenario, begin
from grenade_salad.text import Words, m


def show(app: Shell, scenario: Scenario, person: str, *, own: bool = False) -> None:
    """The sheet of the scenario over the scene on top, with a way to play it."""
    best = solvers.load(app.data_folder).of(person, scenario.game).scenarios.get(scenario.name, 0)
    app.push(ScenarioSheet(app, scenario, partial(play, app, scenario, person), stars=best, own=own))


def play(app: Shell, scenario: Scenario, person: str) -> None:
    """A new try over the scene on top; says why if that cannot be."""
    scene = table(app, scenario, person)
    if scene is not None:
        app.push(scene)


def _again(app: Shell, scenario: Scenario, person: str) -> None:
    scene = table(app, scenario, person)
    if scene is not None:
        app.replace(scene)


def table(app: Shell, scenario: Scenario, person: str) -> Table | None:
    """The table of a new try, on no stack yet; None if there is none, which is said."""
    if app.settings.hands_on_phones:
        # Translators: why a scenario cannot be played now
        app.say(m("A scenario would show your hand here, but hands are on phones only: see Settings."), refused=True)
        return None
    try:
        match = begin(scenario, start.fresh_seed(), names(scenario, person))
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
        return None
    machine = Controller("bot", scenario.machines)
    seats = tuple(Controller() if seat == scenario.seat else machine for seat in range(len(match.header.seats)))
    scene = start.scene_of(app, match, seats)
    assert isinstance(scene, Table)
    attempt = Attempt(scenario, match.state.view(scenario.seat))
    again = partial(_again, app, scenario, person)
    scene.quest = Quest(
        scene, attempt, scenario.goal, partial(_over, app, scenario, person, attempt), again, partial(_back, app)
    )
    scene.leave = scene.quest.menu
    scene.layout(scene.size)
    return scene


def names(scenario: Scenario, person: str) -> tuple[str, ...]:
    """Who sits there: the person, and machines under the names that the position gives, or that they have elsewhere.

    Nobody else is called as the person is.
    """
    begun = scenario.start()
    known = (*player_names.NAMES[scenario.machines], *player_names.SPARE)
    others = iter([name for name in known if name not in (person, *begun.names)])
    given = [name if name not in ("", person) else next(others) for name in begun.names or [""] * begun.seats]
    return tuple(person if seat == scenario.seat else name for seat, name in enumerate(given))


def _back(app: Shell) -> None:
    app.pop()


def _over(app: Shell, scenario: Scenario, person: str, attempt: Attempt) -> None:
    """The try is over: it is kept for the person, and shown."""
    kept = solvers.load(app.data_folder)
    trouble: Words = ""
    if kept.of(person, scenario.game).earned(scenario.name, attempt.stars):
        trouble = solvers.save(kept, app.data_folder)
    if trouble:
        app.say(trouble)
    app.audio.play("win" if attempt.stars else "lose")
    again = partial(_again, app, scenario, person)
    app.push(ScenarioSheet(app, scenario, again, stars=attempt.stars, attempt=attempt, leave=partial(_back, app)))
