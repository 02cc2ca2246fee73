"""Whether puzzles hold: judged again in other worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, rng
from grenade_salad.core.puzzling import puzzling
from grenade_salad.lab.judge import Difference
from grenade_salad.match.record import RecordError
from grenade_salad.puzzles.moments import Seen, moment_of, seen_in
from grenade_salad.puzzles.puzzle import THEMES, Puzzle
from grenade_salad.puzzles.race import race

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
    luck = rng(seed, puzzle.number).getrandbits(48)
    outcome = race(moment_of(puzzle.record.header, seen), choices, luck, WORLDS, puzzle.best.key)
    return Checked(puzzle.number, outcome.verdict == "holds", outcome.lead)


def _why_not(puzzle: Puzzle, seen: Seen) -> str:
    """Why this is no puzzle, in one line; "" if it is."""
    state = seen.state
    if puzzle.seat not in state.to_act():
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
