"""Lessons for tools/screens.py: the first sheet of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.shell.app import App
from grenade_salad.app.table import learn
from grenade_salad.core import registry


def _lesson(game: str, app: App) -> None:
    app.settings.speed = "off"
    learn.begin(app, game)
    for _ in range(60):
        app.frame(0.1)


SCREENS: dict[str, Callable[[App], None]] = {
    f"lesson-{game}": partial(_lesson, game) for game in registry.names() if learn.is_there(game)
}
