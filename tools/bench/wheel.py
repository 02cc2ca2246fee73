"""Decisions a second in random playouts of the wheel game, against OpenSpiel.

Liar's dice is the nearest game that OpenSpiel has; a turn of it is one bid. Its rules are in C++ and are stepped from
Python. Its chance is drawn with `random.choices`; the rate with numpy's `choice`, as in OpenSpiel's examples, is
printed too and has no goal. Needs the package open-spiel: `pip install open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import fmean

from grenade_salad.games.wheel import GAME, WheelOptions
from tools.bench.by_chance import draw_outcome, draw_outcome_by_numpy, play_spiel_match
from tools.bench.figures import Figure, make_figure, measure_rates

GOAL = 0.75
"""Minimum share of OpenSpiel's speed."""
_ROUNDS, _SECONDS = 8, 0.25
_SIDES = {"with 2": (2,), "with 4": (4,), "with 2 to 7 in turn": tuple(range(2, 8))}


def figures() -> Iterator[Figure]:
    """Yield our decisions a second as a share of theirs, by the number of players.

    All chance steps are part of the time.
    """
    if find_spec("pyspiel") is None:
        print("wheel: not compared, as the package open-spiel is missing: pip install open-spiel")
        return
    import pyspiel

    game, rng = pyspiel.load_game("liars_dice"), Random(1)
    their_matches = [partial(_play_openspiel, game, draw, rng) for draw in (draw_outcome, draw_outcome_by_numpy)]
    rates = measure_rates([*their_matches, *(_wheel_loop(seats) for seats in _SIDES.values())], _ROUNDS, _SECONDS)
    numpy_rate = fmean(rates[1])
    for name, ours in zip(_SIDES, rates[2:], strict=True):
        ratios = [our_rate / their_rate for our_rate, their_rate in zip(ours, rates[0], strict=True)]
        details = (
            f"{fmean(ours):.0f} decisions a second, theirs {fmean(rates[0]):.0f}, {numpy_rate:.0f} with numpy's choice"
        )
        yield make_figure(f"single loop, wheel {name}", "of liars_dice", GOAL, ratios, details)


def _play_openspiel(game: object, draw: Callable[..., int], rng: Random, _: int) -> int:
    return play_spiel_match(game, draw, rng)[0]


def _wheel_loop(seats: tuple[int, ...]) -> Callable[[int], int]:
    options, rng = WheelOptions(), Random(1)

    def match(index: int) -> int:
        state, decisions = GAME.start(seats[index % len(seats)], options, None), 0
        while not state.is_over:
            while state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            legal = state.legal_actions(state.active_seats()[0])
            state.apply(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return match
