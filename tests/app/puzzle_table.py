"""The page of the puzzles, opened as a person would."""

from __future__ import annotations

from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.window.application import App
from tests.app.conftest import run_frames, show_home
from tests.app.history import press
from tools.tables import get_top_scene


def open_puzzles(app: App) -> PuzzlesScene:
    """Open the puzzles from the first screen with the mouse."""
    show_home(app)
    run_frames(app, 2)
    press(app, "Puzzles")
    return get_top_scene(app, PuzzlesScene)
