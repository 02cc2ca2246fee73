"""`grenade-salad`: the window, or a match by machines where there is no display."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad import players
from grenade_salad.commands import Fail
from grenade_salad.core import discovery
from grenade_salad.text import m, say

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
_DRIVERS = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


def _has_display() -> bool:
    """True if there is a display, or if the window has to explain a broken pygame."""
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in (*_DISPLAYS, *_DRIVERS)):
        return False
    try:
        import pygame
    except ImportError:
        return True
    try:
        pygame.display.init()
    except pygame.error:
        return False
    # SDL falls back to this driver if it reaches no display: an invisible window would wait for ever.
    return pygame.display.get_driver() != "offscreen" or any(os.environ.get(name) for name in _DRIVERS)


def run(args: Namespace) -> int:
    """Open the window until it is closed, or let machines play."""
    data = Path(args.data) if args.data else None
    for player in args.player or ():
        if why := players.why_not_level(player):
            raise Fail(f"--player: {why}")
    # The environment passes it on to processes that this one starts.
    os.environ[discovery.ALLOWED_VARIABLE] = ",".join(args.player or discovery.allowed_players())
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if not _has_display():
        from grenade_salad.commands import headless

        if display := next(filter(None, map(os.environ.get, _DISPLAYS)), ""):
            # Translators: on the terminal; {display} is the name of a display, as in ":0"
            words = m(
                "Display {display} cannot be used: it does not answer, or libX11 or libwayland is missing here. "
                "So machines play, without a window.",
                display=display,
            )
            print(say(words), file=sys.stderr)
        return headless.run(data)
    from grenade_salad.app.window import main

    file = _find_box(args.box) if args.box else Path(args.scenario) if args.scenario else None
    return main.run(data, file)


def _find_box(name: str) -> Path:
    """Return the box at that path, or else the bundled box of that name."""
    from grenade_salad.boxes import bundled

    path = Path(name)
    return bundled.folder(name) if not path.exists() and name in bundled.names() else path
