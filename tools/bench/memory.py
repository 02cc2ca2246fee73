"""The memory of an evening: 40 matches of machines in one window of 1280 x 720.

Nothing is animated, and the games are in turn. The first and the last matches have the same seeds, so their
frames can be compared. Memory is what the window's process holds (RSS); the machines think in one of their
own, as they do in the program.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller, Header

MATCHES = 40
GOAL = 170.0
"""The most MB that the window's process may hold after them."""
PLAYERS = 3
COMPARED = 6
"""The number of matches at the start, and at the end, whose frames are compared."""
_REPORTED = (1, 3, 6, 10, 20, 30, 40)
_MAX_SECONDS = 600.0
"""Seconds of the clock that a match may take."""


def resident_megabytes() -> float:
    """Return the memory of this process in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def play_match(app: App, game: str, seed: int) -> list[float]:
    """Let machines play a match until its end is shown.

    Return the seconds of the processor of each frame.
    """
    names = ("Ann", "Bo", "Cyril")[:PLAYERS]
    header = Header(game, names, games.load(game).options(), seed)
    start_match.begin(app, header, [Controller("bot", "easy") for _ in names], on_top=True)
    took: list[float] = []
    begun = perf_counter()
    while not isinstance(app.scene, EndScene):
        frame_begun, drawn = process_time(), app.frames_drawn
        app.frame()
        if app.frames_drawn > drawn:
            took.append(process_time() - frame_begun)
        if perf_counter() - begun > _MAX_SECONDS:
            raise TimeoutError(f"{game}, seed {seed}: no end after {_MAX_SECONDS:.0f} seconds")
    for _ in range(30):
        app.frame()
    app.home()
    app.frame()
    return took


def slowest(frames: list[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    return sorted(frames)[int(len(frames) * 0.99)] * 1000


def run() -> None:
    """Print the memory after some matches, and the slowest frames."""
    app = App(Path(tempfile.mkdtemp()))
    app.settings.speed = "off"
    app.push(HomeScene(app))
    app.frame()
    print(f"memory: the first screen: {resident_megabytes():.0f} MB")
    frames: list[list[float]] = []
    for index in range(MATCHES):
        late = index - (MATCHES - COMPARED)
        seed = index if index < COMPARED else late if late >= 0 else 100 + index
        frames.append(play_match(app, games.with_turns()[seed % len(games.with_turns())], seed))
        if index + 1 in _REPORTED:
            ms = slowest([took for match_frames in frames[-COMPARED:] for took in match_frames])
            holds = f"memory: after {index + 1} matches: {resident_megabytes():.0f} MB"
            print(f"{holds}, the 99th percentile of frames {ms:.1f} ms", flush=True)
    held = resident_megabytes()
    print(f"memory: after all {MATCHES} matches {held:.0f} MB; goal {GOAL:g}: {'met' if held <= GOAL else 'MISSED'}")
    first, last = (
        slowest([took for match_frames in part for took in match_frames])
        for part in (frames[:COMPARED], frames[-COMPARED:])
    )
    print(f"memory: the 99th percentile of the same matches' frames is {last / first:.2f} x what it was")
    app.close()
