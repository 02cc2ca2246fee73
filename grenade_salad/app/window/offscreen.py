"""Pictures of matches for programs, drawn like the window but without one.

They show what everybody may know.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller, Match
from grenade_salad.session.worker_process import ImmediateExecutor


class Still:
    """Draws matches in one size, in pixels.

    These tables have no people, so that nothing secret is shown.
    """

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        """Start a hidden window. Raises `RuntimeError` if the process has a window."""
        if pygame.display.get_init():
            raise RuntimeError("pictures cannot be drawn in a process that has a window open")
        environment = {name: os.environ.get(name) for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER")}
        os.environ |= dict.fromkeys(environment, "dummy")
        self._folder = tempfile.TemporaryDirectory()
        try:
            self._app = App(Path(self._folder.name), size)
        finally:
            for name, value in environment.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        self._app.worker = self._app.thinker = ImmediateExecutor
        self._scene: TableScene | None = None

    def picture(self, match: Match) -> NDArray[np.uint8]:
        """Draw the match as it is now.

        The array has rows from the top, pixels from the left, and red, green and blue from 0 to 255.
        """
        app, scene = self._app, self._scene
        if scene is None or scene.controller.match is not match:
            table = start_match.make_match_table(
                app, match, tuple(Controller("bot", "easy") for _ in match.header.seats)
            )
            assert isinstance(table, TableScene)
            scene = self._scene = table
            if app.stack:
                app.replace(scene)
            else:
                app.push(scene)
        scene.controller.restart()
        scene.motion.skip()
        app.fit()
        app.draw()
        across_first: NDArray[np.uint8] = pygame.surfarray.array3d(app.screen)
        return np.ascontiguousarray(across_first.swapaxes(0, 1))

    def close(self) -> None:
        """Close the hidden window."""
        self._app.close()
        self._folder.cleanup()
