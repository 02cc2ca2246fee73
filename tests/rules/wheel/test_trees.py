"""Counted trees: the numbers of lines of play, move by move.

trees.json describes how they were counted by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grenade_salad.games.wheel import Roll, WheelState
from tests.rules.wheel.positions import position

TREES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "trees.json").read_text(encoding="utf-8"))


def expand(state: WheelState) -> list[WheelState]:
    """Return the states after each roll and each choice of a die."""
    successors = []
    for pips in range(1, 7):
        rolled = state.copy()
        rolled.apply_chance(Roll(pips))
        for action in rolled.legal_actions(rolled.active_seats()[0]):
            moved = rolled.copy()
            moved.apply(action)
            successors.append(moved)
    return successors


@pytest.mark.quick("the start", "three fours*", "chains*")
@pytest.mark.rule("WH-06", "WH-08", "WH-11", "WH-14")
@pytest.mark.parametrize("tree", TREES, ids=[tree["name"] for tree in TREES])
def test_trees_have_the_counted_sizes(tree: dict[str, Any]) -> None:
    level = [position(tree["ring"], tree["hearts"], tree["dice"])]
    for goes_on, ends in tree["counts"]:
        successors = [moved for state in level for moved in expand(state)]
        level = [state for state in successors if not state.is_over]
        assert (len(level), len(successors) - len(level)) == (goes_on, ends)
