"""`python -m tools.bench [NAME...]`: run all benchmarks, or those that are named; `lab` is all of the laboratory.

`--into PAGE` writes the figures of the laboratory into a page besides, where it has a place for them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.bench import BENCHES, LAB
from tools.bench.figures import Figure, into, show


def main(words: list[str] | None = None) -> None:
    """Run the benchmarks. Exits with a message for a name that is none."""
    parser = argparse.ArgumentParser(prog="tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"lab, or any of {', '.join(BENCHES)}")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="with lab alone: write its figures into this page")
    args = parser.parse_args(words)
    for name in args.names:
        if name not in (*BENCHES, "lab"):
            parser.error(f"there is no benchmark '{name}': the benchmarks are lab, {', '.join(BENCHES)}")
    if args.into and args.names != ["lab"]:
        parser.error("--into is for lab alone")
    figures: list[Figure] = []
    for name in args.names or BENCHES:
        if name == "lab":
            for one in LAB:
                made: Callable[[], Iterator[Figure]] = _module(one).figures
                figures += show(made())
        else:
            _module(name).run()
    if args.into:
        into(args.into, figures)


def _module(name: str) -> Any:
    return import_module(f"tools.bench.{name.replace('-', '_')}")


main()
