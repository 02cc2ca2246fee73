"""Benchmarks: what the project does, against the least that anybody would have to do for the same.

Each module has `run() -> None`, which prints one line for each ratio. Both sides run in turn in one process, so that
a busy machine slows both. A new module is listed in BENCHES, but for `ismcts`, which takes twenty minutes.
"""

import os

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

BENCHES = (
    "arena",
    "batches",
    "ceiling",
    "drop",
    "environments",
    "frames",
    "geometry",
    "heights",
    "journal",
    "live_grenade",
    "match",
    "memory",
    "motion",
    "open-table",
    "peers",
    "phones",
    "players",
    "simulate",
    "startup",
    "wheel",
    "window",
)
