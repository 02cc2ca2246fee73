"""The history, replays and statistics for tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grenade_salad.app.app import App
from grenade_salad.app.scenes.history import HistoryScene
from grenade_salad.app.scenes.history_files import import_folder
from grenade_salad.app.scenes.history_import import ImportScene
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


SCREENS: dict[str, Callable[[App], None]] = {
    "history": _history,
    "history-empty": lambda app: app.push(HistoryScene(app)),
    "history-match": _match,
    "history-import": _import,
}
