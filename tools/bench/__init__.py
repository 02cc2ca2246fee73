"""Benchmarks: the project against the least work that anybody needs for the same.

Each module has `run() -> None`, which prints one line for each ratio, or `figures()`, if it is of the
laboratory. Both sides run in turn in one process, so that a busy machine slows both. A new module is listed in BENCHES.
"""

import os

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
# Windows are measured with the renderer of the program, whatever SDL would choose here.
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
    "memory",
    "motion",
    "open-table",
    "peers",
    "phones",
    "simulate",
    "startup",
    "view",
    "wheel",
    "window",
)
LAB = ("batches", "peers", "arena", "wheel", "live_grenade", "environments", "simulate")
"""The benchmarks of the laboratory.

Their `figures()` are printed, and may be written into a page.
"""
