"""Progress of each person: solved puzzles, ratings, and the stars of scenarios.

It is in a JSON file beside the matches.
"""

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
"""The name of the file in the data directory."""

Outcome: TypeAlias = Literal["solved", "helped", "missed"]
"""Outcome of the first try: right without a hint, right with hints, or wrong."""


class Solver(msgspec.Struct):
    """Progress of a person in one game."""

    value: float = Rating().value
    """That of `rating`, as is `deviation`."""
    deviation: float = Rating().deviation
    tried: dict[int, Outcome] = {}
    """The outcome of the first try of puzzles, by number."""
    days: dict[str, Outcome] = {}
    """The outcome of the first try of puzzles of the day, by date as in "2026-11-22"."""
    scenarios: dict[str, int] = {}
    """The most stars that one try at each scenario earned, by name."""

    @property
    def rating(self) -> Rating:
        """The person's rating with its deviation."""
        return Rating(self.value, self.deviation)

    def count(self, outcome: Outcome) -> int:
        """Return how many first tries had this outcome."""
        return sum(result == outcome for result in self.tried.values())

    def record_try(self, puzzle: Puzzle, outcome: Outcome, day: date | None = None) -> None:
        """Record the outcome of a try at a puzzle; only the first one ever counts.

        `day` is the date if it was the puzzle of that day.
        """
        if day is not None:
            self.days.setdefault(day.isoformat(), outcome)
        if puzzle.number in self.tried or not puzzle.number:
            return
        self.tried[puzzle.number] = outcome
        if outcome != "helped":
            updated = update_rating(self.rating, puzzle_rating(puzzle), outcome == "solved")
            self.value, self.deviation = updated.value, updated.deviation

    def record_stars(self, scenario: str, stars: int) -> bool:
        """Record the stars of a try at a scenario; True if there were never as many."""
        is_record = stars > self.scenarios.get(scenario, 0)
        if is_record:
            self.scenarios[scenario] = stars
        return is_record


class Solvers(msgspec.Struct):
    """Progress of all people."""

    people: dict[str, dict[str, Solver]] = {}
    """By name, then by game."""

    def get_solver(self, name: str, game: str) -> Solver:
        """Return the progress of a person in a game; a new person is added."""
        return self.people.setdefault(name, {}).setdefault(game, Solver())


def load(folder: Path) -> Solvers:
    """Load the progress of all people.

    It is empty if there is no file that can be read.
    """
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Solvers)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Solvers()


def save(solvers: Solvers, folder: Path) -> Words:
    """Save the progress, whole or not at all.

    Returns in one line why that did not work, or nothing if it did.
    """
    try:
        private_files.write(folder / FILE, msgspec.json.encode(solvers))
    except OSError as error:
        return m("Your solved puzzles could not be saved: {why}.", why=str(error))
    return ""


def rename(folder: Path, old: str, new: str) -> None:
    """Give a person another name; the progress under both names is merged."""
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
    """Delete the progress of a person."""
    solvers = load(folder)
    if solvers.people.pop(name, None) is not None:
        save(solvers, folder)


def choose_puzzle(puzzles: tuple[Puzzle, ...], solver: Solver, rng: Random, theme: str = "") -> Puzzle | None:
    """Return a puzzle that was not tried yet, with a rating near the solver's.

    It has that theme, if one is given. While there are others, it is none of a match of which one was tried: the log of
    the later one tells what was done, and the view of another seat what is hidden.
    """
    fresh = [puzzle for puzzle in puzzles if puzzle.number not in solver.tried and theme in ("", puzzle.theme)]
    tried_matches = [puzzle.lines[0] for puzzle in puzzles if puzzle.number in solver.tried]
    fresh = [puzzle for puzzle in fresh if puzzle.lines[0] not in tried_matches] or fresh
    if not fresh:
        return None
    min_distance = min(abs(puzzle_rating(puzzle) - solver.value) for puzzle in fresh)
    return rng.choice([puzzle for puzzle in fresh if abs(puzzle_rating(puzzle) - solver.value) == min_distance])
