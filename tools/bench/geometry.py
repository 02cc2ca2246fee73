"""All lines of sight of 40 soldiers in numpy, against single ray casts of the table (GS-17); where there is room for a
soldier that is dragged among 80; all that is legal with 80 on the table, also beside blocks (GS-35)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from typing import TypeAlias

from grenade_salad.core import registry
from grenade_salad.games.salad import blocks, physics, placement_search
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import MOST_BLOCKS, SYMBOLS, Measures, Pose, Soldier

BAR = 10.0
"""How many times as fast it is, at least."""
MOST = 3.0
"""ms that the place for a soldier takes at most, in 99 of 100 moves of the mouse: a frame has 16."""
LEGAL = 8.0
"""ms that the list of all that is legal takes at most."""
_SOLDIERS = 40
_DRAGGED = 80
_MOVES = 2000
_ROUNDS = 8
_MEASURES = Measures()
Pairs: TypeAlias = set[tuple[int, int]]


def run() -> None:
    """Print the ratio for soldiers that were dropped from three heights; every soldier looks at every other."""
    for height in (60.0, 100.0, 300.0):
        _compare(height)
    _dragged("dropped from 50 mm", physics.drop(_MEASURES, (), range(_DRAGGED), 50.0, 3).poses)
    _dragged("side by side", [Pose(one, 250.0 + 8 * (one % 9), 150.0 + 8 * (one // 9), 0.0) for one in range(_DRAGGED)])

    for number in (0, MOST_BLOCKS):
        _legal(number)


def _legal(number: int) -> None:
    """Four seats with 20 soldiers each all over the table, one of each card in the hand whose turn it is."""
    times = []
    for seed in range(6):
        setup = _full(number, Random(seed))
        best = []
        for _ in range(15):
            state = registry.load("grenade-salad").start(4, SaladOptions(), setup)
            start = process_time()
            state.legal_actions(0)
            best.append(1000 * (process_time() - start))
        times.append(median(best))
    told = "met" if max(times) <= LEGAL else "MISSED"
    among = f"{_DRAGGED} soldiers and {number} blocks"
    print(f"legal() with {among}: {median(times):.1f} ms, at most {max(times):.1f} of {LEGAL:.0f}: {told}")


def _full(number: int, rng: Random) -> SaladSetup:
    laid = blocks.lay(_MEASURES, number, rng)
    measures, soldiers = replace(_MEASURES, blocks=laid), list[Soldier]()
    while len(soldiers) < _DRAGGED:
        at, angle = (rng.uniform(0, measures.table[0]), rng.uniform(0, measures.table[1])), rng.uniform(-3, 3)
        place = placement_search.nearest(measures, soldiers, at, angle)
        if place is not None:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 4, *place, angle))
    hands = (SYMBOLS[:5], (), (), ())
    return SaladSetup(tuple(soldiers), (0,) * 4, (0,) * 4, hands, ("circles",), 0, blocks=laid)


def _dragged(how: str, soldiers: Sequence[Pose]) -> None:
    """A soldier is dragged all over the others, at three angles."""
    rng, times = Random(1), []
    xs, ys = [one.x for one in soldiers], [one.y for one in soldiers]
    for _ in range(_MOVES):
        at = rng.uniform(min(xs) - 8, max(xs) + 8), rng.uniform(min(ys) - 8, max(ys) + 8)
        start = process_time()
        placement_search.nearest(_MEASURES, soldiers, at, rng.choice((0.0, 0.3, 0.7)), ignoring=0, within=(at, 20.0))
        times.append(1000 * (process_time() - start))
    times.sort()
    usual, slow = median(times), times[_MOVES * 99 // 100]
    told = "met" if slow <= MOST else "MISSED"
    print(f"a drag among {len(soldiers)} soldiers {how}: {usual:.2f} ms, p99 {slow:.2f} of {MOST:.0f}: {told}")


def _compare(height: float) -> None:
    """The better of two times each, as either may be interrupted."""
    ratios, times = [], []
    for seed in range(_ROUNDS):
        soldiers = [
            Soldier(pose.id, 0, pose.x, pose.y, pose.angle)
            for pose in physics.drop(_MEASURES, (), range(_SOLDIERS), height, seed).poses
        ]
        (one, free), (other, cast) = _timed(_numpy, soldiers), _timed(_rays, soldiers)
        assert free == cast
        times.append(one)
        ratios.append(other / one)
    ratio = median(ratios)
    rates = f"{1000 * median(times):.1f} ms for {_SOLDIERS} soldiers from {height:.0f} mm"
    print(f"lines of sight: {rates}; ratio to single ray casts {ratio:.1f}, bar {BAR:.0f}: {_verdict(ratio)}")


def _timed(look: Callable[[list[Soldier]], Pairs], soldiers: list[Soldier]) -> tuple[float, Pairs]:
    """Seconds, and who sees whom."""
    seconds = []
    for _ in range(2):
        start = process_time()
        seen = look(soldiers)
        seconds.append(process_time() - start)
    return min(seconds), seen


def _numpy(soldiers: list[Soldier]) -> Pairs:
    ids = [soldier.id for soldier in soldiers]
    return set(physics.free_sights(_MEASURES, soldiers, ids, ids))


def _rays(soldiers: list[Soldier]) -> Pairs:
    pairs = [(one.id, other.id) for one in soldiers for other in soldiers if one is not other]
    return set(physics.cast_sights(_MEASURES, soldiers, pairs))


def _verdict(ratio: float) -> str:
    return "met" if ratio >= BAR else "MISSED"
