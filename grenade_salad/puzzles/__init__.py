"""Puzzles: moments of matches where one kind of choice is clearly the best.

`load` has those that come with a game. Nothing here draws or waits; the window and the command are clients.
"""

from grenade_salad.puzzles.puzzle import (
    THEMES,
    Choice,
    Puzzle,
    describe_choice,
    explain_choice,
    explain_solution,
    find_choice,
    hints,
    is_solution,
    place_question,
    replay_match,
    theme_title,
)
from grenade_salad.puzzles.rating import Rating, daily_puzzle, puzzle_rating, update_rating
from grenade_salad.puzzles.search import find_mistakes
from grenade_salad.puzzles.store import has_puzzles, load

__all__ = [
    "Choice",
    "Puzzle",
    "Rating",
    "THEMES",
    "find_choice",
    "daily_puzzle",
    "hints",
    "describe_choice",
    "load",
    "replay_match",
    "find_mistakes",
    "place_question",
    "update_rating",
    "puzzle_rating",
    "explain_choice",
    "is_solution",
    "theme_title",
    "has_puzzles",
    "explain_solution",
]
