"""The general screens, each as a user would find it, and helpers to check them."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad import games
from grenade_salad.app.games.live_grenade.position_editor import SetUpLiveScene
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.seating.profile import ProfilePage
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.scenarios import load_shipped
from tools.evenings import fill_journal

LIVE = "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; deck AS ?; discard 9C 10D; turn b; steal 10D from c; asked c a"
POSITION = "grenade-salad; seats 3; a0 300,200; b1 314,200 20; c2 314,204; hand a arrow ?4; deck explosion ?; turn b"
SIZES = (((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200), ((700, 1000), 75), ((1920, 540), 300))
"""Sizes of the window in pixels, each with a scale in per cent."""
_ANSWERS = [
    Answer("Stay", do_nothing, "main", back=True),
    Answer("Leave", do_nothing, "danger"),
    Answer("Third", do_nothing),
]


def _fill_journal(app: App) -> None:
    if app.journal is not None and not app.journal.count():
        fill_journal(app.journal)


def _show_history(app: App) -> None:
    _fill_journal(app)
    app.push(HistoryScene(app))


def _show_statistics(app: App) -> None:
    _fill_journal(app)
    app.push(StatisticsScene(app))


def _show_end(app: App) -> None:
    """Show the last page of a finished match of machine players."""
    match = Match(Header("grenade-salad", ("Ann", "Bo", "Cy"), SaladOptions(turn_limit=6), 3))
    play(match, make_players("grenade-salad", ["easy"] * 3, 3))
    scene = start_match.make_match_table(app, match, (Controller("bot", "easy"),) * 3)
    assert isinstance(scene, TableScene)
    app.push(scene)
    scene.show_end(is_counted=True)


SCREENS: dict[str, Callable[[App], None]] = {
    "home": lambda app: app.push(HomeScene(app)),
    "settings": lambda app: app.push(SettingsScene(app)),
    "rules": lambda app: app.push(RulesScene(app, "grenade-salad#GS-17")),
    "dialog": lambda app: app.push(Dialog(app, "Sure?", "It cannot be taken back. " * 4, _ANSWERS)),
    "history": _show_history,
    "statistics": _show_statistics,
    "puzzles": lambda app: app.push(PuzzlesScene(app)),
    "scenarios": lambda app: app.push(ScenariosScene(app)),
    "scenario": lambda app: playing.show(app, load_shipped()[0], "Ann"),
    "set_up": lambda app: app.push(SetUpPositionScene(app, POSITION)),
    "set_up_live": lambda app: app.push(SetUpLiveScene(app, LIVE)),
    "set_up_wheel": lambda app: app.push(SetUpWheelScene(app, "wheel; seats 7; hearts a 4H; turn c; roll 4")),
    "person": lambda app: app.push(ProfilePage(app, "Ann", lambda _: None)),
    "end": _show_end,
    "import": lambda app: app.push(ImportScene(app)),
    "cover": lambda app: app.push(Cover(app, NamedSeat(3, "Dee"), None, [Pick("Cancel")])),
    **{name: lambda app, name=name: app.push(SetupScene(app, name)) for name in games.NAMES},  # type: ignore[misc]
}


def show(app: App, name: str) -> None:
    """Show the screen on top of the first one."""
    app.push(HomeScene(app))
    if name != "home":
        SCREENS[name](app)
    app.frame()


def focusable_widgets(app: App) -> list[Widget]:
    """Return the widgets that keys and gamepads must reach."""
    return [item for item in app.scene.widgets.items if item.visible and item.focusable]


def visible_rect(item: Widget) -> Rect:
    """Return the visible part of a widget."""
    rect = item.on_screen()
    return rect.clip(item.scroll.area) if item.scroll is not None else rect
