"""Start of the window: it is opened, and its loop runs."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path

_NOT_CE = (
    "This program needs pygame-ce, but another pygame lies in its place. The mend: "
    "python -m pip uninstall -y pygame && python -m pip install --force-reinstall pygame-ce"
)


def _quit_on_hangup() -> None:
    """Quit when the terminal or the session ends, as SDL does for SIGTERM and SIGINT."""
    import pygame

    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:
        signal.signal(hangup, lambda *_: pygame.event.post(pygame.event.Event(pygame.QUIT)))


def run(data: Path | None = None, opened: Path | None = None) -> int:
    """Open the window, run until the user quits, and return the exit status.

    Errors are one line on standard error. `opened`, a box or a scenario, is opened as if it was dropped on the window.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    # On Windows, only the system can show the candidates of an input method.
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    try:
        import pygame
    except ImportError as error:
        print(f"The window cannot be opened: {error}.", file=sys.stderr)
        return 1
    if not getattr(pygame, "IS_CE", False):
        print(_NOT_CE, file=sys.stderr)
        return 1
    from grenade_salad.app.window.application import SLICE_SECONDS, App
    from grenade_salad.app.window.home import HomeScene
    from grenade_salad.system import private_files
    from grenade_salad.text import m, say

    try:
        app = App(data, None)
    except pygame.error as error:
        print(f"The window cannot be opened: {error}.", file=sys.stderr)
        return 1
    except private_files.NoHome as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:
        from grenade_salad.system import crash_reports

        file = crash_reports.write_report(error, "the start", private_files.data_folder() if data is None else data)
        words = m("Grenade Salad can't start: something is broken. There is a report in {file}.", file=str(file))
        print(say(words), file=sys.stderr)
        return 1
    app.slice_seconds = SLICE_SECONDS
    _quit_on_hangup()
    try:
        app.crash_guard.show_first(partial(HomeScene, app))
        if opened is not None and app.stack:
            app.scene.on_file_dropped(opened)
        app.run()
    finally:
        app.close()
    if app.crash_guard.farewell:
        print(app.crash_guard.farewell, file=sys.stderr)
        if sys.platform in ("win32", "darwin"):
            app.crash_guard.say_farewell()
    return 1 if app.crash_guard.farewell else 0
