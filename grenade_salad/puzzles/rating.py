"""Puzzle ratings of people: Glicko (Glickman 1999).

A puzzle is an opponent that never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from math import log, pi, sqrt
from random import Random

from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.store import load


def daily_puzzle(game: str, day: date) -> Puzzle | None:
    """Return the puzzle of that day; None if the game has no puzzles.

    No puzzle returns before all others had their day.
    """
    puzzles = load(game)
    if not puzzles:
        return None
    round_, index = divmod(day.toordinal(), len(puzzles))
    order = list(range(len(puzzles)))
    Random(f"{game}/{round_}").shuffle(order)
    return puzzles[order[index]]


_SCALE = 400
"""The lead in rating at which one wins ten times as often, as in chess."""
_Q = log(10) / _SCALE
"""The constant q of Glicko."""
_MIN_DEVIATION = 50.0
"""Minimum deviation: people go on learning."""
_MAX_DEVIATION = 120.0
"""Maximum deviation, that of a new person.

It keeps a single puzzle from changing a rating by 85.
"""
_PUZZLE_DEVIATION = 60.0
"""The deviation of a puzzle: machines have found its difficulty, not people."""
_LEVEL_RATINGS = {"easy": 1000.0, "casual": 1100.0, "normal": 1300.0, "hard": 1600.0, "expert": 1900.0}
"""The rating of a puzzle by its difficulty."""


@dataclass(frozen=True)
class Rating:
    """A rating as in chess, and its standard deviation.

    It starts in the middle, with the greatest deviation.
    """

    value: float = 1300.0
    deviation: float = _MAX_DEVIATION


def puzzle_rating(puzzle: Puzzle) -> float:
    """Return the rating of a puzzle, by its difficulty."""
    return _LEVEL_RATINGS[puzzle.difficulty]


def update_rating(person: Rating, opponent: float, solved: bool) -> Rating:
    """Return the rating after a puzzle of rating `opponent`.

    Only count a puzzle that is tried for the first time and without a hint.

    >>> better = update_rating(Rating(), 1300.0, True)
    >>> round(better.value), round(better.deviation)
    (1337, 114)
    """
    deviation = min(person.deviation, _MAX_DEVIATION)
    weight = 1 / sqrt(1 + 3 * (_Q * _PUZZLE_DEVIATION / pi) ** 2)  # g in Glicko
    chance = 1 / (1 + 10 ** (-weight * (person.value - opponent) / _SCALE))
    information = (_Q * weight) ** 2 * chance * (1 - chance)
    precision = 1 / deviation**2 + information
    value = person.value + _Q / precision * weight * (float(solved) - chance)
    return Rating(value, max(_MIN_DEVIATION, sqrt(1 / precision)))
