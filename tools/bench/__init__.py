"""Benchmarks: what the project does, against the least that anybody would have to do for the same.

Each module has `run() -> None`, which prints one line for each ratio, or `describe_machine_results()`, if it is of the
laboratory. Both
sides run in turn in one process, so that a busy machine slows both. A new module is listed in BENCHES, but for
`ismcts`, which takes twenty minutes.
"""

import os

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
# What draws in windows is measured as the program does it, whatever SDL would take here.
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"

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
LAB = ("batches", "peers", "arena", "wheel", "live_grenade", "environments", "simulate")
"""Those of the laboratory: their `describe_machine_results()` are printed, and may go into a page."""
