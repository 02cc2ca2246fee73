"""Decisions a second in random matches of Live Grenade, against two other games.

Legal actions are listed at every decision. The others are RLCard's uno environment and OpenSpiel's crazy eights, whose
rules are in C++, both stepped from Python. Chance of the latter is drawn with `random.choices`; as its own examples do
it, with numpy's `choice`, that is most of its time, so the rate with that is printed too and has no goal. Two in three
of our decisions are forced and one in four of theirs, so they are counted with those and without. The packages are not
used elsewhere: `pip install rlcard open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random

from grenade_salad.games.live_grenade import GAME, LiveGrenadeOptions
from tools.bench.by_chance import draw_outcome_by_numpy, play_match, spiel_matches, uno_matches
from tools.bench.figures import Counts, Figure, make_figure, measure_rates

UNO_GOAL = 3.0
"""Minimum multiple of RLCard's speed."""
CRAZY_EIGHTS_GOAL = 1.0
"""Minimum multiple of OpenSpiel's speed."""
_ROUNDS = 8
_SECONDS = 0.25


def figures() -> Iterator[Figure]:
    """Yield our decisions a second as a multiple of theirs.

    One figure is with forced decisions, one without.
    """
    rivals: list[tuple[str, str, float | None, Callable[[], Iterator[Counts]]]] = [
        ("rlcard", "uno", UNO_GOAL, uno_matches),
        ("pyspiel", "crazy_eights", CRAZY_EIGHTS_GOAL, lambda: spiel_matches("crazy_eights")),
        (
            "pyspiel",
            "crazy_eights with numpy's choice",
            None,
            lambda: spiel_matches("crazy_eights", draw_outcome_by_numpy),
        ),
    ]
    for package, name, goal, their_matches in rivals:
        if find_spec(package) is None:
            pip = package.replace("pyspiel", "open-spiel")
            print(f"live_grenade: not compared with {name}, as a package is missing: pip install {pip}")
            continue
        ours, theirs = measure_rates([_our_matches(), their_matches()], _ROUNDS, _SECONDS)
        ratios = ours.compare_to(theirs)
        note = f"{ours.mean:.0f} decisions a second, theirs {theirs.mean:.0f}"
        yield make_figure("single loop, live-grenade with 2 to 5 in turn", f"of {name}", goal, ratios, note)
        note = f"{ours.free_share:.0%} of ours are not forced, {theirs.free_share:.0%} of theirs"
        free = [ratio * ours.free_share / theirs.free_share for ratio in ratios]
        yield make_figure("the same, decisions that are not forced", f"of {name}", goal, free, note)


def _our_matches() -> Iterator[Counts]:
    rng, options = Random(1), LiveGrenadeOptions()
    while True:
        yield play_match(GAME, 2 + rng.randrange(4), options, rng)
