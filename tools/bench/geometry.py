"""Geometry of Grenade Salad: lines of sight, places to drag to, legal actions.

Lines of sight of 40 soldiers in numpy are held against single ray casts (GS-17); the place for a soldier is
looked for among 80; legal actions are listed with 80 on the table, also beside blocks (GS-35).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from typing import TypeAlias

from grenade_salad.core import registry
from grenade_salad.games.salad import blocks, physics, placement_search
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import MAX_BLOCKS, SYMBOLS, Measures, Pose, Soldier
from tools.bench.figures import format_verdict, measure_seconds, percentile

MIN_SIGHT_RATIO = 10.0
"""Minimum speed of numpy, as a multiple of single ray casts."""
MAX_DRAG_MS = 3.0
"""Limit for finding the place for a soldier, in 99 of 100 moves of the mouse.

A frame has 16 ms.
"""
MAX_LEGAL_MS = 8.0
"""Limit for listing all legal actions."""
_SOLDIERS = 40
_DRAGGED = 80
_MOVES = 2000
_ROUNDS = 8
_MEASURES = Measures()
Pairs: TypeAlias = set[tuple[int, int]]


def run() -> None:
    """Print the ratio for drops from three heights, and the times.

    Every soldier looks at every other.
    """
    for height in (60.0, 100.0, 300.0):
        _compare_sights(height)
    _measure_drag("dropped from 50 mm", physics.drop(_MEASURES, (), range(_DRAGGED), 50.0, 3).poses)
    _measure_drag(
        "side by side",
        [
            Pose(soldier_id, 250.0 + 8 * (soldier_id % 9), 150.0 + 8 * (soldier_id // 9), 0.0)
            for soldier_id in range(_DRAGGED)
        ],
    )
    for block_count in (0, MAX_BLOCKS):
        _measure_legal(block_count)


def _measure_legal(block_count: int) -> None:
    """Print the time for four seats with 20 soldiers each all over the table.

    The seat that acts has one of each card.
    """
    times = []
    for seed in range(6):
        setup = _make_full_setup(block_count, Random(seed))
        times_of_setup = []
        for _ in range(15):
            state = registry.load("grenade-salad").start(4, SaladOptions(), setup)
            times_of_setup.append(1000 * measure_seconds(partial(state.legal_actions, 0)))
        times.append(median(times_of_setup))
    description = f"{_DRAGGED} soldiers and {block_count} blocks"
    times_text = f"{median(times):.1f} ms, at most {max(times):.1f} of {MAX_LEGAL_MS:.0f}"
    print(f"legal() with {description}: {times_text}: {format_verdict(max(times) <= MAX_LEGAL_MS)}")


def _make_full_setup(block_count: int, rng: Random) -> SaladSetup:
    laid = blocks.lay_blocks(_MEASURES, block_count, rng)
    measures, soldiers = replace(_MEASURES, blocks=laid), list[Soldier]()
    while len(soldiers) < _DRAGGED:
        position, angle = (rng.uniform(0, measures.table[0]), rng.uniform(0, measures.table[1])), rng.uniform(-3, 3)
        place = placement_search.find_nearest_place(measures, soldiers, position, angle)
        if place is not None:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 4, *place, angle))
    hands = (SYMBOLS[:5], (), (), ())
    return SaladSetup(tuple(soldiers), (0,) * 4, (0,) * 4, hands, ("circles",), 0, blocks=laid)


def _measure_drag(arrangement: str, soldiers: Sequence[Pose]) -> None:
    """Print the time to find places for a soldier that is dragged over the others.

    It is dragged at three angles.
    """
    rng, times = Random(1), []
    xs, ys = [soldier.x for soldier in soldiers], [soldier.y for soldier in soldiers]
    for _ in range(_MOVES):
        position = rng.uniform(min(xs) - 8, max(xs) + 8), rng.uniform(min(ys) - 8, max(ys) + 8)
        find = partial(placement_search.find_nearest_place, _MEASURES, soldiers, ignoring=0, within=(position, 20.0))
        times.append(1000 * measure_seconds(partial(find, position, rng.choice((0.0, 0.3, 0.7)))))
    slow = percentile(times, 0.99)
    times_text = f"{median(times):.2f} ms, p99 {slow:.2f} of {MAX_DRAG_MS:.0f}"
    print(f"a drag among {len(soldiers)} soldiers {arrangement}: {times_text}: {format_verdict(slow <= MAX_DRAG_MS)}")


def _compare_sights(height: float) -> None:
    """Print the ratio of the better of two times each: either may be interrupted."""
    ratios, times = [], []
    for seed in range(_ROUNDS):
        soldiers = [
            Soldier(pose.id, 0, pose.x, pose.y, pose.angle)
            for pose in physics.drop(_MEASURES, (), range(_SOLDIERS), height, seed).poses
        ]
        assert _numpy(soldiers) == _rays(soldiers)
        our_seconds, ray_seconds = (
            min(measure_seconds(partial(look, soldiers)) for _ in range(2)) for look in (_numpy, _rays)
        )
        times.append(our_seconds)
        ratios.append(ray_seconds / our_seconds)
    ratio = median(ratios)
    rates = f"{1000 * median(times):.1f} ms for {_SOLDIERS} soldiers from {height:.0f} mm"
    print(
        f"lines of sight: {rates}; ratio to single ray casts {ratio:.1f}, "
        f"bar {MIN_SIGHT_RATIO:.0f}: {format_verdict(ratio >= MIN_SIGHT_RATIO)}"
    )


def _numpy(soldiers: list[Soldier]) -> Pairs:
    ids = [soldier.id for soldier in soldiers]
    return set(physics.free_sights(_MEASURES, soldiers, ids, ids))


def _rays(soldiers: list[Soldier]) -> Pairs:
    pairs = [(soldier.id, target.id) for soldier in soldiers for target in soldiers if soldier is not target]
    return set(physics.cast_sights(_MEASURES, soldiers, pairs))
