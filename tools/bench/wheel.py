"""Decisions a second in random playouts of the wheel game, against OpenSpiel.

Liar's dice is the nearest game that OpenSpiel has; a turn of it is one bid. Its rules are in C++ and are stepped from
Python. Its chance is drawn with `random.choices`; the rate with numpy's `choice`, as in OpenSpiel's examples, is
printed too and has no goal. Needs the package open-spiel: `pip install open-spiel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import cycle
from random import Random

from grenade_salad.games.wheel import GAME, WheelOptions
from tools.bench.by_chance import draw_outcome_by_numpy, play_match, spiel_matches
from tools.bench.figures import Counts, Figure, make_figure, measure_rates

GOAL = 0.75
"""Minimum share of OpenSpiel's speed."""
_ROUNDS = 8
_SECONDS = 0.25
_SEATS = {"with 2": (2,), "with 4": (4,), "with 2 to 7 in turn": range(2, 8)}


def figures() -> Iterator[Figure]:
    """Yield our decisions a second as a share of theirs, by the number of players.

    All chance steps are part of the time.
    """
    if find_spec("pyspiel") is None:
        print("wheel: not compared, as the package open-spiel is missing: pip install open-spiel")
        return
    their_sides = (spiel_matches("liars_dice"), spiel_matches("liars_dice", draw_outcome_by_numpy))
    our_sides = (_wheel_matches(seats) for seats in _SEATS.values())
    theirs, by_numpy, *our_rates = measure_rates([*their_sides, *our_sides], _ROUNDS, _SECONDS)
    for name, ours in zip(_SEATS, our_rates, strict=True):
        note = f"{ours.mean:.0f} decisions a second, theirs {theirs.mean:.0f}, {by_numpy.mean:.0f} with numpy's choice"
        yield make_figure(f"single loop, wheel {name}", "of liars_dice", GOAL, ours.compare_to(theirs), note)


def _wheel_matches(seat_counts: Sequence[int]) -> Iterator[Counts]:
    rng = Random(1)
    return (play_match(GAME, seats, WheelOptions(), rng) for seats in cycle(seat_counts))
