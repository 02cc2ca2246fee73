"""Found puzzles among those that come with a game: `python -m tools.merge_puzzles GAME [FILE ...] [--checked REPORT]`.

A FILE is one that `grenade-salad puzzles GAME --find N --file FILE` wrote. A REPORT is what `--check --json` printed of
those that come with the game: what fell there goes. The harder ones stay first, then those that were there, while
there are not enough alike (see `search.Collected`). Those that were there keep their numbers: people have solved them.

`python -m tools.merge_puzzles GAME --judge FILE` plays all that come with the game out in fresh worlds, and writes to
FILE what still is a puzzle, one after another: broken off, it goes on after the last one. With `--there FILE` those of
that file take the place of those that come with the game, for either.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from grenade_salad import games, players
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.puzzles import Puzzle, load, store
from grenade_salad.puzzles.evaluation import rejudged
from grenade_salad.puzzles.search import FELL, Collected, Prospect, numbered
from grenade_salad.text import say


def merge(there: Sequence[Puzzle], found: Sequence[Puzzle], wanted: int) -> Collected:
    """No more than `wanted` of both, by their numbers; fewer where too many of so many would be on one thought."""
    wanted = min(wanted, len(there) + len(found))
    while True:
        kept = Collected(wanted)
        kept.add(Prospect(sorted([*there, *found], key=_level, reverse=True)))
        if kept.full or not kept.puzzles:
            kept.puzzles.sort(key=lambda puzzle: puzzle.number)
            return kept
        wanted -= 1


def judge(game: str, there: Sequence[Puzzle], file: Path) -> None:
    """Judge them anew, by their numbers, from where the file ends."""
    last = max((one.number for one in store.read(file, game)), default=0) if file.exists() else 0
    for puzzle in sorted(there, key=lambda one: one.number):
        if puzzle.number > last:
            told = rejudged(puzzle, puzzle.number)
            if isinstance(told, Puzzle):
                store.write(file, [told], more=True)
            print(puzzle.number, "holds" if isinstance(told, Puzzle) else say(FELL[told]), flush=True)


def _level(puzzle: Puzzle) -> int:
    return players.LEVELS.index(puzzle.difficulty)


def _fallen(report: Path | None) -> set[int]:
    """The numbers of those that fell in a check."""
    checked = json.loads(report.read_text(encoding="utf-8"))["puzzles"] if report else []
    return {one["number"] for one in checked if not one["holds"]}


def main(words: list[str] | None = None) -> int:
    """Write the file of the game anew, and print what it has now and what was left out."""
    parser = argparse.ArgumentParser(prog="python -m tools.merge_puzzles", description=__doc__)
    parser.add_argument("game", choices=games.with_turns())
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--checked", type=Path, metavar="REPORT")
    parser.add_argument("--wanted", type=int, default=300, help="how many there are to be at most (default: 300)")
    parser.add_argument("--judge", type=Path, metavar="FILE", help="judge those that are there anew, into this file")
    parser.add_argument("--there", type=Path, metavar="FILE", help="instead of those that come with the game")
    parser.add_argument("--to", type=Path, metavar="FILE", help="write there instead")
    args = parser.parse_args(words)
    before = load(args.game)
    stored = list(store.read(args.there, args.game)) if args.there else list(before)
    if args.judge:
        judge(args.game, stored, args.judge)
        return 0
    fallen = _fallen(args.checked)
    there = [puzzle for puzzle in stored if puzzle.number not in fallen]
    found = [puzzle for file in args.files for puzzle in store.read(file, args.game)]
    last = max((puzzle.number for puzzle in before), default=0)
    kept = merge(there, numbered(found, last + 1), args.wanted)
    if (target := args.to or puzzling(args.game).file) is None:
        parser.error(f"{args.game} brings no file of puzzles")
    store.write(target, kept.puzzles)
    print(f"{len(fallen)} fell, {len(there)} were there, {len(found)} were found, {len(kept.puzzles)} are there now")
    print("left out:", dict(kept.fell))
    print("themes:", dict(Counter(puzzle.theme for puzzle in kept.puzzles)))
    print("how hard:", dict(Counter(puzzle.difficulty for puzzle in kept.puzzles)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
