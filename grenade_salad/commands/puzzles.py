"""`grenade-salad puzzles GAME --find N | --check | --show N`: puzzles out of matches, and whether they hold.

They are checked by being judged again in other worlds.
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

from grenade_salad.commands import Fail
from grenade_salad.commands.many import shown, workers_of
from grenade_salad.commands.matches import journal_of
from grenade_salad.core import Action, Json, chance_rng
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.journal.queries import Wanted
from grenade_salad.lab.evaluation import Difference
from grenade_salad.lab.workers import each
from grenade_salad.match.record import Record, RecordError
from grenade_salad.puzzles import load, match, store, theme, why
from grenade_salad.puzzles.puzzle import THEMES, Puzzle
from grenade_salad.puzzles.race import Seen, moment_of, race, seen_in
from grenade_salad.puzzles.search import FELL, Collected, Prospect, numbered, prospect, prospect_of
from grenade_salad.text import Message, Reader, m, say

WORLDS = 800
"""In at most so many."""


@dataclass(frozen=True)
class Checked:
    """Whether the solution of a puzzle leads over every other kind of choice; `lead` is that over the closest."""

    number: int
    holds: bool
    lead: Difference


def checked(puzzles: Sequence[Puzzle], seed: int, place: int) -> Checked:
    """The puzzle at that place, checked: see `check`."""
    return check(puzzles[place], seed)


def check(puzzle: Puzzle, seed: int) -> Checked:
    """Judge the puzzle again, in other worlds. Raises RecordError for one that is none."""
    seen = seen_in(puzzle)
    if why := _why_not(puzzle, seen):
        raise RecordError(puzzle.record.name, puzzle.line + 1, why)
    choices = [(kind.key, kind.action) for kind in puzzle.kinds]
    luck = chance_rng(seed, puzzle.number).getrandbits(48)
    outcome = race(moment_of(puzzle.record.header, seen), choices, luck, WORLDS, puzzle.best.key)
    return Checked(puzzle.number, outcome.verdict == "holds", outcome.lead)


def _why_not(puzzle: Puzzle, seen: Seen) -> str:
    """Why this is no puzzle, in one line; "" if it is."""
    state = seen.state
    if puzzle.seat not in state.active_seats():
        return f"seat {puzzle.seat} has nothing to decide there"
    if len({kind.key for kind in puzzle.kinds}) < 2:
        return "there is nothing to choose from"
    if puzzle.theme not in THEMES:
        return f"there is no theme {puzzle.theme[:40]!r}"
    for kind in puzzle.kinds:
        if reason := _why_not_choice(puzzle, seen, kind.action):
            return reason
        if puzzling(puzzle.game).kind(puzzle.view, kind.action) != kind.key:
            return f"{kind.action.do} is not of the kind {kind.key[:40]!r}"
    return ""


def _why_not_choice(puzzle: Puzzle, seen: Seen, action: Action) -> str:
    if action.seat != puzzle.seat:
        return f"seat {action.seat} is not seat {puzzle.seat}"
    reason = seen.state.why_not(action)
    return "" if reason is None else str(reason)


_MATCHES = 1_000_000_000
"""So many matches of machines are looked through at most."""


def _records(args: Namespace) -> list[Record]:
    """The matches of the game that are kept and over, the newest first."""
    with journal_of(args.data) as journal:
        return [journal.record(one.id) for one in journal.matches(Wanted(game=args.game, finished=True))]


def _until_full(
    kept: Collected, work: Callable[[int], Prospect], seeds: range, executor: Executor | None
) -> Iterator[Puzzle]:
    """What is kept, one after another, until there are enough or nothing is left to look through."""
    for one in each(work, seeds, executor):
        before = len(kept.puzzles)
        kept.add(one)
        yield from kept.puzzles[before:]
        if kept.full:
            return


def _told(puzzle: Puzzle, number: int) -> str:
    """A puzzle in a line: what it is about, how hard it is, and the solution."""
    names = puzzle.record.header.names
    told = m(
        "{number}. {theme} ({difficulty}): {why}",
        number=number,
        theme=theme(puzzle),
        difficulty=puzzle.difficulty,
        why=why(puzzle),
    )
    return say(told, Reader(names, puzzle.seat))


def _find(args: Namespace) -> int:
    kept = Collected(args.find)
    work, seeds = partial(prospect, args.game), range(args.seed, args.seed + _MATCHES)
    if args.history:
        records = _records(args)
        work, seeds = partial(prospect_of, records), range(len(records))
    with workers_of(args) as executor:
        looking = _until_full(kept, work, seeds, executor)
        # Translators: before a bar of progress: looking for puzzles
        for number, puzzle in enumerate(shown(looking, args.find, say(m("Looking"))), 1):
            if not args.json:
                print(_told(puzzle, number), flush=True)
    if args.file:
        store.write(Path(args.file), numbered(kept.puzzles))
    if args.json:
        print(json.dumps({"game": args.game, "seed": args.seed, "found": len(kept.puzzles), "fell": dict(kept.fell)}))
        return 0
    print(say(m("{n} puzzle found", "{n} puzzles found", n=len(kept.puzzles))))
    print(say(m("{n} candidate dropped:", "{n} candidates dropped:", n=kept.fell.total())))
    for reason, many in kept.fell.most_common():
        print(f"{many:>6}  {say(FELL[reason])}")
    return 0


def _puzzles(args: Namespace) -> Sequence[Puzzle]:
    """Those that are checked. Raises Fail, RecordError."""
    try:
        there = list(store.read(Path(args.file), args.game)) if args.file else list(load(args.game))
    except OSError as error:
        raise Fail(f"{args.file}: {error.strerror or error}") from None
    if not there:
        raise Fail(say(m("there are no puzzles of this game")))
    if args.sample and args.sample < len(there):
        return sorted(Random(args.seed).sample(there, args.sample), key=lambda one: one.number)
    return there


def _line(one: Checked) -> Message:
    low, high = one.lead.low * 100, one.lead.high * 100
    if one.holds:
        # Translators: a puzzle was checked: its best choice is still the best, by so many points of a hundred
        return m(
            "puzzle {number} holds: its solution leads by {low:.0f} to {high:.0f}%",
            number=one.number,
            low=low,
            high=high,
        )
    # Translators: a puzzle was checked: its best choice is not clearly the best
    return m(
        "puzzle {number} fails: its solution leads by {low:.0f} to {high:.0f}%", number=one.number, low=low, high=high
    )


def _check(args: Namespace) -> int:
    puzzles = _puzzles(args)
    with workers_of(args) as executor:
        work = partial(checked, puzzles, args.seed)
        # Translators: before a bar of progress: checking puzzles
        found = list(shown(each(work, range(len(puzzles)), executor), len(puzzles), say(m("Checking"))))
    hold = sum(one.holds for one in found)
    if args.json:
        each_one: list[Json] = [{"number": one.number, "holds": one.holds, **asdict(one.lead)} for one in found]
        print(json.dumps({"game": args.game, "seed": args.seed, "hold": hold, "of": len(found), "puzzles": each_one}))
        return 0
    for one in found:
        print(say(_line(one), begin=True))
    print(say(m("{hold} of {n} puzzle held up", "{hold} of {n} puzzles held up", hold=hold, n=len(found))))
    return 0


def _show(args: Namespace) -> int:
    """The position of a puzzle, and nothing that its seat does not know."""
    for one in _puzzles(args):
        if one.number == args.show:
            print(match(one).state.format_position(one.seat, one.record.header.names))
            return 0
    raise Fail(say(m("there is no puzzle {number}", number=str(args.show))))


def run(args: Namespace) -> int:
    """Find puzzles, check or show them; exit status 2 for a file that cannot be read or is none of puzzles."""
    try:
        if args.show:
            return _show(args)
        return _check(args) if args.check else _find(args)
    except RecordError as error:
        raise Fail(str(error)) from None
