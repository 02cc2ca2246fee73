"""How soon the command line is there, against a Python that does nothing, and what imports cost."""

from __future__ import annotations

import tempfile
from statistics import median

from tools.bench.fresh import cost

ROUNDS = 15
_CODES = {
    "--help": "from grenade_salad.cli import main; main(['--help'])",
    "the rules of all games": "from grenade_salad import games; [games.load(name) for name in games.NAMES]",
    "reading records": "import grenade_salad.match.replay",
    "playing by machine": "import grenade_salad.commands.simulate",
    "the table's physics": "import grenade_salad.games.salad.table",
}


def run() -> None:
    """Print the median processor time of each start as a multiple of that of `python -c pass`."""
    codes = {"python -c pass": "pass", **_CODES}
    taken: dict[str, list[float]] = {name: [] for name in codes}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS + 1):
            for name, code in codes.items():
                took = cost(code, folder)
                if number:
                    taken[name].append(took)
    least = median(taken["python -c pass"])
    for name in _CODES:
        print(f"startup: {name}: {median(taken[name]) / least:.1f} x python -c pass ({least * 1000:.0f} ms)")
