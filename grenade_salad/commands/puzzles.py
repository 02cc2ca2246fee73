"""`grenade-salad puzzles GAME --find N | --check | --show N`: puzzles of a game.

A check evaluates a puzzle again in other worlds.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.many import open_workers, show_progress
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.core import Action, Json, derive_seed
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.lab.evaluation import WinShareGap
from grenade_salad.lab.workers import map_seeds
from grenade_salad.match.record import Record, RecordError
from grenade_salad.puzzles import explain_solution, load, replay_match, store, theme_title
from grenade_salad.puzzles.puzzle import THEMES, Puzzle
from grenade_salad.puzzles.race import ObservedMoment, make_moment, race, replay_moment
from grenade_salad.puzzles.search import (
    REJECTIONS,
    PuzzleCollection,
    SearchResult,
    number_puzzles,
    search_new_match,
    search_record,
)
from grenade_salad.text import Message, Reader, m, say

_MAX_MATCHES = 1_000_000_000
"""Maximum number of matches of machines that are searched."""
_MAX_QUOTE = 40
"""Maximum number of characters of a file that a message quotes."""
MAX_WORLDS = 800
"""Maximum number of worlds in which a puzzle is checked."""


@dataclass(frozen=True)
class PuzzleCheck:
    """The result of a check of a puzzle."""

    puzzle_number: int
    holds: bool
    """True if the solution leads over every other kind of choice."""
    lead: WinShareGap
    """The lead over the closest kind."""


def check_at(puzzles: Sequence[Puzzle], seed: int, index: int) -> PuzzleCheck:
    """Return the check of the puzzle at that index: see `check_puzzle`."""
    return check_puzzle(puzzles[index], seed)


def check_puzzle(puzzle: Puzzle, seed: int) -> PuzzleCheck:
    """Evaluate the puzzle again, in other worlds.

    Raises RecordError for an invalid one.
    """
    observed = replay_moment(puzzle)
    if reason := _why_not(puzzle, observed):
        raise RecordError(puzzle.record.name, puzzle.line + 1, reason)
    choices = [(kind.key, kind.action) for kind in puzzle.kinds]
    race_seed = derive_seed(seed, puzzle.number)
    outcome = race(make_moment(puzzle.record.header, observed), choices, race_seed, MAX_WORLDS, puzzle.best.key)
    return PuzzleCheck(puzzle.number, outcome.verdict == "holds", outcome.lead)


def _why_not(puzzle: Puzzle, observed: ObservedMoment) -> str:
    """Return why this is no puzzle, in one line; "" if it is one."""
    state = observed.state
    if puzzle.seat not in state.active_seats():
        return f"seat {puzzle.seat} has nothing to decide there"
    if len({kind.key for kind in puzzle.kinds}) < 2:
        return "there is nothing to choose from"
    if puzzle.theme not in THEMES:
        return f"there is no theme {puzzle.theme[:_MAX_QUOTE]!r}"
    for kind in puzzle.kinds:
        if reason := _why_not_choice(puzzle, observed, kind.action):
            return reason
        if load_puzzle_rules(puzzle.game).kind(puzzle.view, kind.action) != kind.key:
            return f"{kind.action.do} is not of the kind {kind.key[:_MAX_QUOTE]!r}"
    return ""


def _why_not_choice(puzzle: Puzzle, observed: ObservedMoment, action: Action) -> str:
    if action.seat != puzzle.seat:
        return f"seat {action.seat} is not seat {puzzle.seat}"
    reason = observed.state.why_not(action)
    return "" if reason is None else str(reason)


def _load_records(args: Namespace) -> list[Record]:
    """Return the saved and finished matches of the game, newest first."""
    with open_data_journal(args.data) as journal:
        return [journal.record(summary.id) for summary in journal.matches(MatchFilter(game=args.game, finished=True))]


def _until_full(
    collected: PuzzleCollection, work: Callable[[int], SearchResult], seeds: range, executor: Executor | None
) -> Iterator[Puzzle]:
    """Yield the puzzles that are collected, until there are enough of them."""
    for candidate in map_seeds(work, seeds, executor):
        count = len(collected.puzzles)
        collected.add(candidate)
        yield from collected.puzzles[count:]
        if collected.is_full:
            return


def _format_puzzle(puzzle: Puzzle, index: int) -> str:
    """Return a puzzle in a line: its theme, its difficulty and the solution."""
    names = puzzle.record.header.names
    message = m(
        "{number}. {theme} ({difficulty}): {why}",
        number=index,
        theme=theme_title(puzzle),
        difficulty=puzzle.difficulty,
        why=explain_solution(puzzle),
    )
    return say(message, Reader(names, puzzle.seat))


def _find_puzzles(args: Namespace) -> int:
    collected = PuzzleCollection(args.find)
    work, seeds = partial(search_new_match, args.game), range(args.seed, args.seed + _MAX_MATCHES)
    if args.history:
        records = _load_records(args)
        work, seeds = partial(search_record, records), range(len(records))
    with open_workers(args) as executor:
        search = _until_full(collected, work, seeds, executor)
        # Translators: before a bar of progress: looking for puzzles
        for index, puzzle in enumerate(show_progress(search, args.find, say(m("Looking"))), 1):
            if not args.json:
                print(_format_puzzle(puzzle, index), flush=True)
    if args.file:
        store.write(Path(args.file), number_puzzles(collected.puzzles))
    if args.json:
        facts = {"game": args.game, "seed": args.seed, "found": len(collected.puzzles)}
        print(json.dumps(facts | {"fell": dict(collected.rejections)}))
        return 0
    print(say(m("{n} puzzle found", "{n} puzzles found", n=len(collected.puzzles))))
    print(say(m("{n} candidate dropped:", "{n} candidates dropped:", n=collected.rejections.total())))
    for reason, count in collected.rejections.most_common():
        print(f"{count:>6}  {say(REJECTIONS[reason])}")
    return 0


def _load_puzzles(args: Namespace) -> Sequence[Puzzle]:
    """Return the puzzles to check. Raises Fail, RecordError."""
    with fail_on_os_error(args.file):
        puzzles = list(store.read(Path(args.file), args.game)) if args.file else list(load(args.game))
    if not puzzles:
        raise Fail(say(m("there are no puzzles of this game")))
    if args.sample and args.sample < len(puzzles):
        return sorted(Random(args.seed).sample(puzzles, args.sample), key=lambda puzzle: puzzle.number)
    return puzzles


def _format_check(check: PuzzleCheck) -> Message:
    lower, upper = check.lead.low * 100, check.lead.high * 100
    if check.holds:
        # Translators: a puzzle was checked: its best choice is still the best, by so many points of a hundred
        return m(
            "puzzle {number} holds: its solution leads by {low:.0f} to {high:.0f}%",
            number=check.puzzle_number,
            low=lower,
            high=upper,
        )
    # Translators: a puzzle was checked: its best choice is not clearly the best
    return m(
        "puzzle {number} fails: its solution leads by {low:.0f} to {high:.0f}%",
        number=check.puzzle_number,
        low=lower,
        high=upper,
    )


def _check_puzzles(args: Namespace) -> int:
    puzzles = _load_puzzles(args)
    with open_workers(args) as executor:
        work = partial(check_at, puzzles, args.seed)
        # Translators: before a bar of progress: checking puzzles
        checks = list(show_progress(map_seeds(work, range(len(puzzles)), executor), len(puzzles), say(m("Checking"))))
    hold = sum(check.holds for check in checks)
    if args.json:
        check_facts: list[Json] = [
            {"number": check.puzzle_number, "holds": check.holds, **asdict(check.lead)} for check in checks
        ]
        print(
            json.dumps({"game": args.game, "seed": args.seed, "hold": hold, "of": len(checks), "puzzles": check_facts})
        )
        return 0
    for check in checks:
        print(say(_format_check(check), begin=True))
    print(say(m("{hold} of {n} puzzle held up", "{hold} of {n} puzzles held up", hold=hold, n=len(checks))))
    return 0


def _show_position(args: Namespace) -> int:
    """Print the position of a puzzle, and nothing that its seat does not know."""
    for puzzle in _load_puzzles(args):
        if puzzle.number == args.show:
            print(replay_match(puzzle).state.format_position(puzzle.seat, puzzle.record.header.names))
            return 0
    raise Fail(say(m("there is no puzzle {number}", number=str(args.show))))


def run(args: Namespace) -> int:
    """Find, check or show puzzles.

    Raises Fail or RecordError for a file that cannot be read or has no puzzles.
    """
    if args.show:
        return _show_position(args)
    return _check_puzzles(args) if args.check else _find_puzzles(args)
