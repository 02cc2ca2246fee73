"""The memory of an evening: 40 matches of machines in one window of 1280 x 720.

Nothing is animated, and the games are in turn. The first and the last matches have the same seeds, so their
frames can be compared. Memory is what the window's process holds (RSS); the machines think in one of their
own, as they do in the program.
"""

from __future__ import annotations

import os
import tempfile
from itertools import chain
from pathlib import Path

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller, Header
from tools.bench.figures import format_verdict, percentile
from tools.bench.motion import measure_frames_until_end
from tools.tables import run_frames

MATCHES = 40
MAX_MEGABYTES = 170.0
"""Limit of what the window's process holds after all matches."""
PLAYERS = 3
COMPARED = 6
"""The number of matches at the start, and at the end, whose frames are compared."""
_REPORTED = (1, 3, 6, 10, 20, 30, 40)


def resident_megabytes() -> float:
    """Return the memory of this process in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def play_match(app: App, game: str, seed: int) -> list[float]:
    """Let machines play a match until its end is shown.

    Return the seconds of the window's thread for each frame.
    """
    names = ("Ann", "Bo", "Cyril")[:PLAYERS]
    header = Header(game, names, games.load(game).options(), seed)
    start_match.begin(app, header, [Controller("bot", "easy") for _ in names], on_top=True)
    costs = measure_frames_until_end(app)
    run_frames(app, 30)
    app.home()
    app.frame()
    return [cost for cost in costs if cost is not None]


def slowest(matches: list[list[float]]) -> float:
    """Return the 99th percentile of the frames of some matches, in milliseconds."""
    return 1000 * percentile(chain.from_iterable(matches), 0.99)


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
            holds = f"memory: after {index + 1} matches: {resident_megabytes():.0f} MB"
            print(f"{holds}, the 99th percentile of frames {slowest(frames[-COMPARED:]):.1f} ms", flush=True)
    held = resident_megabytes()
    verdict = format_verdict(held <= MAX_MEGABYTES)
    print(f"memory: after all {MATCHES} matches {held:.0f} MB; goal {MAX_MEGABYTES:g}: {verdict}")
    growth = slowest(frames[-COMPARED:]) / slowest(frames[:COMPARED])
    print(f"memory: the 99th percentile of the same matches' frames is {growth:.2f} x what it was")
    app.close()
