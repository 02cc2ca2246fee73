"""Merge found puzzles into those of a game: `python -m tools.merge_puzzles GAME`.

    python -m tools.merge_puzzles GAME [FILE ...] [--checked REPORT]

A FILE is one that `grenade-salad puzzles GAME --find N --file FILE` wrote. A REPORT is the output of `--check --json`
for the puzzles that come with the game: those that failed there are removed. Harder puzzles come first, then the
stored ones, as long as there are not too many alike (see `search.Collected`). Stored puzzles keep their ids, since
people have solved them.

`python -m tools.merge_puzzles GAME --judge FILE` plays out all puzzles of the game in fresh worlds, and writes those
that are still puzzles to FILE, one by one: if it is interrupted, it resumes after the last one. With `--there FILE`
the puzzles of that file replace those that come with the game, in both cases.
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
from grenade_salad.puzzles.evaluation import evaluate_puzzle
from grenade_salad.puzzles.race import replay_moment
from grenade_salad.puzzles.search import REJECTIONS, PuzzleCollection, SearchResult, number_puzzles
from grenade_salad.text import say


def merge(stored: Sequence[Puzzle], new: Sequence[Puzzle], wanted: int) -> PuzzleCollection:
    """Return at most `wanted` puzzles of both, sorted by id.

    There are fewer where the limit on puzzles with the same idea cannot be met otherwise.
    """
    wanted = min(wanted, len(stored) + len(new))
    while True:
        collected = PuzzleCollection(wanted)
        collected.add(SearchResult(sorted([*stored, *new], key=_level, reverse=True)))
        if collected.is_full or not collected.puzzles:
            collected.puzzles.sort(key=lambda puzzle: puzzle.number)
            return collected
        wanted -= 1


def judge(game: str, stored: Sequence[Puzzle], file: Path) -> None:
    """Evaluate the puzzles again by their ids, from where the file ends."""
    last = max((entry.number for entry in store.read(file, game)), default=0) if file.exists() else 0
    for puzzle in sorted(stored, key=lambda entry: entry.number):
        if puzzle.number > last:
            result = evaluate_puzzle(puzzle, replay_moment(puzzle), puzzle.number)
            if isinstance(result, Puzzle):
                store.write(file, [result], more=True)
            print(puzzle.number, "holds" if isinstance(result, Puzzle) else say(REJECTIONS[result]), flush=True)


def _level(puzzle: Puzzle) -> int:
    return players.LEVELS.index(puzzle.difficulty)


def _load_failed_ids(report: Path | None) -> set[int]:
    """Return the ids of the puzzles that failed in a check."""
    checked = json.loads(report.read_text(encoding="utf-8"))["puzzles"] if report else []
    return {entry["number"] for entry in checked if not entry["holds"]}


def main(words: list[str] | None = None) -> int:
    """Rewrite the game's file; print what it contains and what was left out."""
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
