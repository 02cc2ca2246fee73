"""Opens the window and runs the loop."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NOT_CE = (
    "This program needs pygame-ce, but another pygame lies in its place. The mend: "
    "python -m pip uninstall -y pygame && python -m pip install --force-reinstall pygame-ce"
)


def run(data: Path | None = None) -> int:
    """Open the window and stay until somebody quits; the exit status. Troubles are one line on standard error."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    try:
        import pygame
    except ImportError as error:
        print(f"The window cannot be opened: {error}.", file=sys.stderr)
        return 1
    if not getattr(pygame, "IS_CE", False):
        print(_NOT_CE, file=sys.stderr)
        return 1
    from grenade_salad.app.app import App
    from grenade_salad.app.scenes.home import HomeScene

    try:
        app = App(data)
    except pygame.error as error:
        print(f"The window cannot be opened: {error}.", file=sys.stderr)
        return 1
    try:
        app.push(HomeScene(app))
        app.run()
    finally:
        app.close()
    return 0
