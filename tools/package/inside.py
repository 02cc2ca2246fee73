"""Tests that only the program itself can run, in a plugin instead of rules.

They try a window with a match of machine players in their processes, and the server of phones with a page. They don't
run on import: the server's thread looks at all games, and would wait for an import that waits for the server.
"""

import os
import tempfile
import time
import urllib.request
from functools import partial
from pathlib import Path

os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from grenade_salad.core.registry import CONTRACT, Plugin

TIMEOUT = 180.0
PLUGIN = Plugin(contract=CONTRACT, title="the inside", rules="inside:GAME", min_seats=2, max_seats=2)


def try_phones() -> None:
    """Check that the server delivers the page for phones."""
    from grenade_salad.web.addresses import Address
    from grenade_salad.web.socket_server import SocketServer

    server = SocketServer(addresses=[Address("127.0.0.1", "")], port=0)
    server.start()
    try:
        page = urllib.request.urlopen(server.url, timeout=10).read()
        script = urllib.request.urlopen(server.url + "phone.js", timeout=10).read()
    finally:
        server.stop()
    assert b"phone.js" in page
    assert b"use strict" in script
    print("phones: the page is served")


def try_windows() -> None:
    """Check that machine players play on the window of each game.

    Each decision has to come from their own process.
    """
    from grenade_salad.app.match import start_match
    from grenade_salad.app.window.application import App
    from grenade_salad.app.window.home import HomeScene
    from grenade_salad.core import registry
    from grenade_salad.match.match import Controller, Header
    from grenade_salad.session.worker_process import ProcessExecutor

    assert ProcessExecutor().submit(os.getpid).result() != os.getpid()
    for name in ("live-grenade", "wheel", "grenade-salad"):
        app = App(Path(tempfile.mkdtemp()))
        app.settings.speed = "off"
        app.crash_guard.show_first(partial(HomeScene, app))
        game = registry.load(name)
        seats = [Controller("bot", "hard:0.1")] * 3
        start_match.begin(app, Header(name, ("Ann", "Bo", "Cy"), game.options(), 5), seats)
        match, end = app.scene.controller.match, time.monotonic() + TIMEOUT
        while len(match.entries) < 8 and time.monotonic() < end:
            app.frame()
            time.sleep(0.01)
        lines, error = len(match.entries), app.crash_guard.farewell
        app.close()
        assert lines >= 8, f"{name}: only {lines} lines"
        assert not error, error
        print(f"window: {name}: {lines} lines played by machines in their process")


def __getattr__(name: str) -> object:
    """Run all tests when the rules are loaded, and end the program."""
    if name != "GAME":
        raise AttributeError(name)
    try_phones()
    try_windows()
    print("all well inside", flush=True)
    os._exit(0)
