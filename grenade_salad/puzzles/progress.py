"""Who has solved which puzzles, everybody's rating, and the stars of scenarios: a JSON file beside the matches."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import msgspec

from grenade_salad.puzzles import Puzzle, Rating, puzzle_rating, update_rating
from grenade_salad.system import private_files
from grenade_salad.text import Words, m

FILE = "puzzles.json"

Outcome: TypeAlias = Literal["solved", "helped", "missed"]
"""How the first try went: right without a hint, right with hints, or wrong."""


class Solver(msgspec.Struct):
    """Somebody in one game. `tried` says of puzzles, by number, how the first try went; `days` of those of a day, by
    their dates as in "2026-11-22". `scenarios` are the most stars that a try at each of them earned, by name."""

    value: float = Rating().value
    deviation: float = Rating().deviation
    tried: dict[int, Outcome] = {}
    days: dict[str, Outcome] = {}
    scenarios: dict[str, int] = {}

    @property
    def rating(self) -> Rating:
        """How good they are."""
        return Rating(self.value, self.deviation)

    def count(self, outcome: Outcome) -> int:
        """How many first tries went so."""
        return sum(result == outcome for result in self.tried.values())

    def record_try(self, puzzle: Puzzle, outcome: Outcome, day: date | None = None) -> None:
        """The first try at a puzzle went so; only the first one ever counts. `day` is of whose day it is."""
        if day is not None:
            self.days.setdefault(day.isoformat(), outcome)
        if puzzle.number in self.tried or not puzzle.number:
            return
        self.tried[puzzle.number] = outcome
        if outcome != "helped":
            updated = update_rating(self.rating, puzzle_rating(puzzle), outcome == "solved")
            self.value, self.deviation = updated.value, updated.deviation

    def record_stars(self, scenario: str, stars: int) -> bool:
        """A try at that scenario earned these stars; whether that is more than ever before."""
        is_record = stars > self.scenarios.get(scenario, 0)
        if is_record:
            self.scenarios[scenario] = stars
        return is_record


class Solvers(msgspec.Struct):
    """All of them, by name and game."""

    people: dict[str, dict[str, Solver]] = {}

    def get_solver(self, name: str, game: str) -> Solver:
        """How somebody does in a game; somebody new, who is kept from now on."""
        return self.people.setdefault(name, {}).setdefault(game, Solver())


def load(folder: Path) -> Solvers:
    """What is kept there; nobody, if nothing that can be read is."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Solvers)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Solvers()


def save(solvers: Solvers, folder: Path) -> Words:
    """Keep them there, whole or not at all; why that did not work in one line (empty if it did)."""
    try:
        private_files.write(folder / FILE, msgspec.json.encode(solvers))
    except OSError as error:
        return m("Your solved puzzles could not be saved: {why}.", why=str(error))
    return ""


def rename(folder: Path, old: str, new: str) -> None:
    """Somebody is called something else now; what both have done is put together."""
    solvers = load(folder)
    games = solvers.people.pop(old, None)
    if games is None:
        return
    merged = solvers.people.setdefault(new, {})
    for game, solver in games.items():
        if game in merged:
            solver.tried |= merged[game].tried
            solver.days |= merged[game].days
            for scenario, stars in merged[game].scenarios.items():
                solver.record_stars(scenario, stars)
        merged[game] = solver
    save(solvers, folder)


def forget(folder: Path, name: str) -> None:
    """Nothing is known of somebody any more."""
    solvers = load(folder)
    if solvers.people.pop(name, None) is not None:
        save(solvers, folder)


def choose_puzzle(puzzles: tuple[Puzzle, ...], solver: Solver, rng: Random, theme: str = "") -> Puzzle | None:
    """A puzzle that was not tried yet, of a rating near the solver's; of that theme, if one is given.

    While there are others, none of a match of which one was tried: the log of the later one tells what was done, and
    the view of another seat what is hidden.
    """
    fresh = [puzzle for puzzle in puzzles if puzzle.number not in solver.tried and theme in ("", puzzle.theme)]
    tried_matches = [tried_puzzle.lines[0] for tried_puzzle in puzzles if tried_puzzle.number in solver.tried]
    fresh = [candidate for candidate in fresh if candidate.lines[0] not in tried_matches] or fresh
    if not fresh:
        return None
    min_distance = min(abs(puzzle_rating(fresh_puzzle) - solver.value) for fresh_puzzle in fresh)
    return rng.choice(
        [near_puzzle for near_puzzle in fresh if abs(puzzle_rating(near_puzzle) - solver.value) == min_distance]
    )
