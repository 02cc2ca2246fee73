"""Pictures of scenarios: the list, the sheet of one, the table with its goal, and what came of a try."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.scenarios import playing
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.shell.app import App
from grenade_salad.app.table.table import Table
from grenade_salad.scenarios import Attempt, Scenario, shipped
from grenade_salad.scenarios.trying import Outcome


def _named(name: str) -> Scenario:
    return next(one for one in shipped() if one.name == name)


def _list(app: App) -> None:
    app.push(ScenariosScene(app))


def _sheet(name: str, app: App) -> None:
    playing.show(app, _named(name), "Ann")


def _table(name: str, app: App) -> None:
    app.settings.speed = "off"
    playing.play(app, _named(name), "Ann")
    for _ in range(60):
        app.frame(0.1)


def _over(outcome: Outcome, app: App) -> None:
    """A try that is over: as machines stop here, its end is told to the quest alone."""
    _table("four-at-once", app)
    scene = app.scene
    assert isinstance(scene, Table)
    assert scene.quest is not None
    assert isinstance(scene.quest.attempt, Attempt)
    scene.quest.attempt.outcome = outcome
    app.frame(0.1)


SCREENS: dict[str, Callable[[App], object]] = {
    "scenarios": _list,
    "scenario-sheet": partial(_sheet, "two-left"),
    "scenario-sheet-cards": partial(_sheet, "hot-potato"),
    **{
        f"scenario-table-{name}": partial(_table, name)
        for name in ("four-at-once", "the-wall", "hot-potato", "short-fuse")
    },
    "scenario-reached": partial(_over, "reached"),
    "scenario-failed": partial(_over, "failed"),
}
