"""Start-up time of the command line and cost of imports, against an idle Python."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

ROUNDS = 15
_DROPPED_VARIABLES = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")


def cpu_seconds(code: str, folder: str, *arguments: str) -> float:
    """Return the processor seconds of `python -c CODE ARGUMENTS`, start-up included.

    Byte code is cached in the folder whatever the environment says, as for an installed program: whoever compares calls
    this once beforehand.
    """
    headless = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    inherited = {name: value for name, value in os.environ.items() if name not in _DROPPED_VARIABLES}
    environment = {**inherited, **headless, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
    start_usage = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    end_usage = getrusage(RUSAGE_CHILDREN)
    return end_usage.ru_utime - start_usage.ru_utime + end_usage.ru_stime - start_usage.ru_stime


def median_seconds(codes: Mapping[str, str]) -> dict[str, float]:
    """Return the median `cpu_seconds` of each code.

    They take turns, after a round that warms up. Each gets the path of an empty folder as its argument.
    """
    durations: dict[str, list[float]] = {name: [] for name in codes}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS + 1):
            for name, code in codes.items():
                durations[name].append(cpu_seconds(code, folder, folder))
    return {name: median(seconds[1:]) for name, seconds in durations.items()}


_CODES = {
    "--help": "from grenade_salad.cli import main; main(['--help'])",
    "the rules of all games": "from grenade_salad import games; [games.load(name) for name in games.NAMES]",
    "reading records": "import grenade_salad.match.record",
    "playing by machine": "import grenade_salad.commands.simulate",
    "the table's physics": "import grenade_salad.games.salad.physics",
}


def run() -> None:
    """Print the median processor time of each start, relative to `python -c pass`."""
    seconds = median_seconds({"python -c pass": "pass", **_CODES})
    baseline = seconds["python -c pass"]
    for name in _CODES:
        print(f"startup: {name}: {seconds[name] / baseline:.1f} x python -c pass ({baseline * 1000:.0f} ms)")
