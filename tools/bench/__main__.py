"""Run all benchmarks, or those that are named: `python -m tools.bench [NAME...]`.

`lab` stands for all of the laboratory.
`--into PAGE` writes the figures of the laboratory into a page besides, where it has a place for them.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from tools.bench import BENCHES, LAB
from tools.bench.figures import Figure, write_into_page


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
        for bench in LAB if name == "lab" else (name,):
            module = import_module(f"tools.bench.{bench.replace('-', '_')}")
            if bench in LAB:
                for figure in module.figures():
                    print(figure.to_line(), flush=True)
                    figures.append(figure)
            else:
                module.run()
    if args.into:
        write_into_page(args.into, figures)


main()
