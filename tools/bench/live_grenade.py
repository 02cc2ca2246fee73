"""Decisions a second in random matches of Live Grenade, against two other games.

Legal actions are listed at every decision. The others are RLCard's uno environment and OpenSpiel's crazy
eights, whose rules are in C++, both stepped from Python. Chance of the latter is drawn with
`random.choices`; as its own examples do it, with numpy's `choice`, that is most of its time, so the rate
with that is printed too and has no goal. Two in three of our decisions are forced and one in four of
theirs, so they are counted with those and without. The packages are not used elsewhere: `pip install rlcard
open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import fmean

from grenade_salad.games.live_grenade import GAME, LiveGrenadeOptions
from tools.bench.by_chance import Counts, draw_outcome, draw_outcome_by_numpy, play_spiel_match, uno_matches
from tools.bench.figures import Figure, make_figure, measure_rates

UNO_GOAL = 3.0
"""The least multiple of RLCard's speed."""
CRAZY_EIGHTS_GOAL = 1.0
"""The least multiple of OpenSpiel's speed."""
_ROUNDS, _SECONDS = 8, 0.25


def figures() -> Iterator[Figure]:
    """Yield our decisions a second as a multiple of theirs.

    One figure is with forced decisions, one without.
    """
    rivals: list[tuple[str, str, float | None, Callable[[], Callable[[], Counts]]]] = [
        ("rlcard", "uno", UNO_GOAL, lambda: partial(next, uno_matches())),
        ("pyspiel", "crazy_eights", CRAZY_EIGHTS_GOAL, lambda: _crazy_eights(draw_outcome)),
        ("pyspiel", "crazy_eights with numpy's choice", None, lambda: _crazy_eights(draw_outcome_by_numpy)),
    ]
    for package, name, goal, make in rivals:
        if find_spec(package) is None:
            pip = package.replace("pyspiel", "open-spiel")
            print(f"live_grenade: not compared with {name}, as a package is missing: pip install {pip}")
            continue
        yield from _compare(name, goal, make())


def _compare(name: str, goal: float | None, theirs: Callable[[], Counts]) -> Iterator[Figure]:
    counts = [[0, 0], [0, 0]]

    def side(index: int, match: Callable[[], Counts]) -> Callable[[int], int]:
        def play(_: int) -> int:
            decisions, free = match()
            counts[index][0] += decisions
            counts[index][1] += free
            return decisions

        return play

    our_rates, their_rates = measure_rates([side(0, _live_grenade()), side(1, theirs)], _ROUNDS, _SECONDS)
    ratios = [our_rate / their_rate for our_rate, their_rate in zip(our_rates, their_rates, strict=True)]
    shares = [free / decisions for decisions, free in counts]
    note = f"{fmean(our_rates):.0f} decisions a second, theirs {fmean(their_rates):.0f}"
    yield make_figure("single loop, live-grenade with 2 to 5 in turn", f"of {name}", goal, ratios, note)
    note = f"{shares[0]:.0%} of ours are not forced, {shares[1]:.0%} of theirs"
    free = [ratio * shares[0] / shares[1] for ratio in ratios]
    yield make_figure("the same, decisions that are not forced", f"of {name}", goal, free, note)


def _live_grenade() -> Callable[[], Counts]:
    options, rng = LiveGrenadeOptions(), Random(1)

    def match() -> Counts:
        state = GAME.start(2 + rng.randrange(4), options, None)
        decisions = free = 0
        while True:
            active = state.active_seats()
            if active:
                legal = state.legal_actions(active[int(rng.random() * len(active))])
                state.apply(legal[int(rng.random() * len(legal))])
                decisions += 1
                free += len(legal) > 1
            elif state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            else:
                return decisions, free

    return match


def _crazy_eights(draw: Callable[..., int]) -> Callable[[], Counts]:
    import pyspiel

    return partial(play_spiel_match, pyspiel.load_game("crazy_eights"), draw, Random(1))
