"""The history, replays and statistics for tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grenade_salad.app.history.files import import_folder
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.shell.app import App
from grenade_salad.journal.queries import Wanted
from tools.evenings import fill


def _history(app: App) -> None:
    assert app.journal is not None
    fill(app.journal, "normal")
    app.push(HistoryScene(app))


def _match(app: App) -> None:
    _history(app)
    scene = app.scene
    assert isinstance(scene, HistoryScene)
    scene.rows[2].accept()


def _import(app: App) -> None:
    folder = import_folder(app)
    folder.mkdir(parents=True)
    for name in ("wheel-2026-11-12-Ann-Bo.jsonl", "the game where Dee won with one card.jsonl"):
        Path(folder / name).write_text("{}" * 4000)
    app.push(ImportScene(app))


def _replay(game: str, share: float, eyes: int) -> Callable[[App], None]:
    """A finished match of the game, at a share of its lines, with the eyes of that index."""

    def show(app: App) -> None:
        assert app.journal is not None
        fill(app.journal, "normal")
        match = app.journal.matches(Wanted(game, None, True))[0]
        watch(app, match.id)
        scene = app.scene
        assert isinstance(scene, ReplayScene)
        scene.eyes_choice.chosen = eyes % len(scene.views)
        scene.eyes_choice.changed(scene.eyes_choice.chosen)
        scene.go(round(scene.bar.last * share))

    return show


def _statistics(page: int) -> Callable[[App], None]:
    def show(app: App) -> None:
        assert app.journal is not None
        fill(app.journal, "normal")
        scene = StatisticsScene(app)
        app.push(scene)
        scene.page_choice.chosen = page
        scene.page_choice.changed(page)

    return show


def _play_on(app: App) -> None:
    _replay("grenade-salad", 0.4, 0)(app)
    scene = app.scene
    assert isinstance(scene, ReplayScene)
    scene.play_on.accept()


SCREENS: dict[str, Callable[[App], None]] = {
    "history": _history,
    "history-empty": lambda app: app.push(HistoryScene(app)),
    "history-match": _match,
    "history-import": _import,
    "statistics": _statistics(0),
    "statistics-evening": _statistics(1),
    "statistics-empty": lambda app: app.push(StatisticsScene(app)),
    "replay-play-on": _play_on,
    "replay-start": _replay("live-grenade", 0.0, -1),
    "replay-salad": _replay("grenade-salad", 0.6, 0),
    "replay-salad-all": _replay("grenade-salad", 0.8, -1),
    "replay-cards": _replay("live-grenade", 0.5, 1),
    "replay-cards-all": _replay("live-grenade", 0.3, -1),
    "replay-wheel": _replay("wheel", 0.7, 0),
    "replay-wheel-all": _replay("wheel", 0.5, -1),
}
