"""One puzzle a day, the same for all who have the same version, without a network."""

from __future__ import annotations

from datetime import date
from random import Random

from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.store import load


def daily(game: str, day: date) -> Puzzle | None:
    """The puzzle of that day; None if the game has no puzzles. None comes again before all others were there."""
    puzzles = load(game)
    if not puzzles:
        return None
    round_, place = divmod(day.toordinal(), len(puzzles))
    order = list(range(len(puzzles)))
    Random(f"{game}/{round_}").shuffle(order)
    return puzzles[order[place]]
