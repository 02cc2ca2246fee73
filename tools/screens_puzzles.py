"""Puzzles for tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad import puzzles
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.shell.app import App
from grenade_salad.core import registry
from grenade_salad.session.worker_process import AtOnce


def _puzzle(game: str, state: str) -> Callable[[App], None]:
    """The first puzzle of a game: asked, with hints, tried wrong, or solved."""

    def show(app: App) -> None:
        app.thinker = AtOnce
        app.settings.speed = "off"
        puzzle = puzzles.load(game)[0]
        scene = PuzzleScene(app, puzzle, "Puzzle", lambda puzzle, outcome: "", lambda: None)
        app.push(scene)
        if state == "hint":
            scene.hint()
            scene.hint()
        elif state != "asked":
            scene.shown.act(puzzle.kinds[0 if state == "right" else -1].action)
        for _ in range(200):
            app.frame(0.1)

    return show


SCREENS: dict[str, Callable[[App], None]] = {
    "puzzles": lambda app: app.push(PuzzlesScene(app)),
    **{
        f"puzzle-{game}-{state}": _puzzle(game, state)
        for game in registry.names()
        for state in ("asked", "hint", "wrong", "right")
        if puzzles.load(game)
    },
}
