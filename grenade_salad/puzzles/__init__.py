"""Puzzles: moments of matches in which one kind of choice is clearly better than every other, and how they are found.

`load` has those that come with a game. Nothing here draws or waits; the window and the command are clients.
"""

from grenade_salad.puzzles.puzzle import (
    THEMES,
    Choice,
    Puzzle,
    choice,
    hints,
    kind,
    label,
    match,
    question,
    reason,
    solved,
    theme,
    why,
)
from grenade_salad.puzzles.rating import Rating, daily, rated, rating_of
from grenade_salad.puzzles.search import mistakes
from grenade_salad.puzzles.store import load, there

__all__ = [
    "Choice",
    "Puzzle",
    "Rating",
    "THEMES",
    "choice",
    "daily",
    "hints",
    "kind",
    "label",
    "load",
    "match",
    "mistakes",
    "question",
    "rated",
    "rating_of",
    "reason",
    "solved",
    "theme",
    "there",
    "why",
]
