"""Found puzzles among those that come with a game: `python -m tools.merge_puzzles GAME [FILE ...] [--checked REPORT]`.

A FILE is one that `grenade-salad puzzles GAME --find N --file FILE` wrote. A REPORT is what `--check --json` printed of
those that come with the game: what fell there goes. The harder ones stay first, then those that were there, while
there are not enough alike (see `search.PuzzleCollection`). Those that were there keep their numbers: people have solved
them.

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
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.puzzles import Puzzle, load, store
from grenade_salad.puzzles.evaluation import reevaluate_puzzle
from grenade_salad.puzzles.search import REJECTIONS, PuzzleCollection, SearchResult, number_puzzles
from grenade_salad.text import say


def merge(stored: Sequence[Puzzle], new: Sequence[Puzzle], wanted: int) -> PuzzleCollection:
    """No more than `wanted` of both, by their numbers; fewer where too many of so many would be on one thought."""
    wanted = min(wanted, len(stored) + len(new))
    while True:
        collected = PuzzleCollection(wanted)
        collected.add(SearchResult(sorted([*stored, *new], key=_level, reverse=True)))
        if collected.is_full or not collected.puzzles:
            collected.puzzles.sort(key=lambda puzzle: puzzle.number)
            return collected
        wanted -= 1


def judge(game: str, stored: Sequence[Puzzle], file: Path) -> None:
    """Judge them anew, by their numbers, from where the file ends."""
    last = max((entry.number for entry in store.read(file, game)), default=0) if file.exists() else 0
    for puzzle in sorted(stored, key=lambda entry: entry.number):
        if puzzle.number > last:
            result = reevaluate_puzzle(puzzle, puzzle.number)
            if isinstance(result, Puzzle):
                store.write(file, [result], more=True)
            print(puzzle.number, "holds" if isinstance(result, Puzzle) else say(REJECTIONS[result]), flush=True)


def _level(puzzle: Puzzle) -> int:
    return players.LEVELS.index(puzzle.difficulty)


def _load_failed_ids(report: Path | None) -> set[int]:
    """The numbers of those that fell in a check."""
    checked = json.loads(report.read_text(encoding="utf-8"))["puzzles"] if report else []
    return {entry["number"] for entry in checked if not entry["holds"]}


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
    shipped = load(args.game)
    stored = list(store.read(args.there, args.game)) if args.there else list(shipped)
    if args.judge:
        judge(args.game, stored, args.judge)
        return 0
    failed = _load_failed_ids(args.checked)
    remaining = [puzzle for puzzle in stored if puzzle.number not in failed]
    new = [puzzle for file in args.files for puzzle in store.read(file, args.game)]
    last = max((puzzle.number for puzzle in shipped), default=0)
    merged = merge(remaining, number_puzzles(new, last + 1), args.wanted)
    if (target := args.to or load_puzzle_rules(args.game).file) is None:
        parser.error(f"{args.game} brings no file of puzzles")
    store.write(target, merged.puzzles)
    print(
        f"{len(failed)} fell, {len(remaining)} were there, {len(new)} were found, {len(merged.puzzles)} are there now"
    )
    print("left out:", dict(merged.rejections))
    print("themes:", dict(Counter(puzzle.theme for puzzle in merged.puzzles)))
    print("how hard:", dict(Counter(puzzle.difficulty for puzzle in merged.puzzles)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
