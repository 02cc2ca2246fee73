"""A window without a screen and without sound, for pictures and measurements."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grenade_salad.app.window.application import App

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@contextmanager
def open_window(size: tuple[int, int] = (1280, 720)) -> Iterator[App]:
    """Open a window with nothing on it, no match in its journal and no picture cached."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder), size)
        try:
            yield app
        finally:
            app.close()
