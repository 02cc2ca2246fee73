"""How soon the command line is there, against a Python that does nothing, and what imports cost."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 15
_CODES = {
    "--help": "from grenade_salad.cli import main; main(['--help'])",
    "the rules of all games": "from grenade_salad import games; [games.load(name) for name in games.NAMES]",
    "reading records": "import grenade_salad.match.replay",
    "playing by machine": "import grenade_salad.commands.simulate",
    "the table's physics": "import grenade_salad.games.salad.table",
}


def _seconds(code: str) -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begun


def run() -> None:
    """Print the median time of each start as a multiple of that of `python -c pass`."""
    codes = {"python -c pass": "pass", **_CODES}
    taken: dict[str, list[float]] = {name: [] for name in codes}
    for _ in range(ROUNDS):
        for name, code in codes.items():
            taken[name].append(_seconds(code))
    least = median(taken["python -c pass"])
    for name in _CODES:
        print(f"startup: {name}: {median(taken[name]) / least:.1f} x python -c pass ({least * 1000:.0f} ms)")
