"""`python -m tools.bench [NAME...]`: run all benchmarks, or those that are named."""

from __future__ import annotations

import sys
from importlib import import_module

from tools.bench import BENCHES


def main(names: list[str]) -> None:
    """Run the benchmarks. Exits with a message for a name that is none."""
    for name in names:
        if name not in BENCHES:
            sys.exit(f"there is no benchmark '{name}': the benchmarks are {', '.join(BENCHES)}")
    for name in names or BENCHES:
        import_module(f"tools.bench.{name.replace('-', '_')}").run()


main(sys.argv[1:])
