"""The general screens, each as somebody would find it, and what every one of them must keep."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad import games
from grenade_salad.app.app import App
from grenade_salad.app.scenes.dialog import Answer, Dialog, nothing
from grenade_salad.app.scenes.history import HistoryScene
from grenade_salad.app.scenes.history_import import ImportScene
from grenade_salad.app.scenes.home import HomeScene
from grenade_salad.app.scenes.rules import RulesScene
from grenade_salad.app.scenes.settings_scene import SettingsScene
from grenade_salad.app.scenes.setup import SetupScene
from grenade_salad.app.scenes.statistics import StatisticsScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.cover import Cover
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.widget import Widget
from tools.evenings import fill

_ANSWERS = [Answer("Stay", nothing, "main", back=True), Answer("Leave", nothing, "danger"), Answer("Third", nothing)]


def _played(app: App) -> None:
    if app.journal is not None and not app.journal.count():
        fill(app.journal)


def _history(app: App) -> None:
    _played(app)
    app.push(HistoryScene(app))


def _statistics(app: App) -> None:
    _played(app)
    app.push(StatisticsScene(app))


SCREENS: dict[str, Callable[[App], None]] = {
    "home": lambda app: app.push(HomeScene(app)),
    "settings": lambda app: app.push(SettingsScene(app)),
    "rules": lambda app: app.push(RulesScene(app, "grenade-salad#GS-17")),
    "dialog": lambda app: app.push(Dialog(app, "Sure?", "It cannot be taken back. " * 4, _ANSWERS)),
    "history": _history,
    "statistics": _statistics,
    "import": lambda app: app.push(ImportScene(app)),
    "cover": lambda app: app.push(Cover(app, Who(3, "Dee"), None, [Pick("Cancel")])),
    **{name: lambda app, name=name: app.push(SetupScene(app, name)) for name in games.NAMES},  # type: ignore[misc]
}


def show(app: App, name: str) -> None:
    """The screen on top of the first one."""
    app.push(HomeScene(app))
    if name != "home":
        SCREENS[name](app)
    app.frame()


def can_have_focus(app: App) -> list[Widget]:
    """The widgets that keys and pads must reach."""
    return [item for item in app.scene.widgets.items if item.visible and item.focusable]


def seen(item: Widget) -> Rect:
    """The part of a widget that can be seen."""
    rect = item.on_screen()
    return rect.clip(item.scroll.area) if item.scroll is not None else rect
