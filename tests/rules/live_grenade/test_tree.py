"""Trees of actions that were counted by hand: every continuation, and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from grenade_salad.games.live_grenade import LiveGrenadeState, Reshuffle, Stolen
from tests.rules.live_grenade.positions import deck, hands, position

TREES = json.loads((Path(__file__).parent / "tree.json").read_text(encoding="utf-8"))
POSITIONS = {entry["name"]: entry for entry in TREES["positions"]}


def next_states(state: LiveGrenadeState) -> Iterator[LiveGrenadeState]:
    """Yield the states after each action and each outcome of chance."""
    if state.pending_chance() == "stolen":
        victim = state.view(None).stack[0].target
        assert victim is not None
        for card in sorted(set(hands(state)[victim])):
            after = state.copy()
            after.apply_chance(Stolen(card))
            yield after
    elif state.pending_chance() == "reshuffle":
        for order in sorted(set(permutations(deck(state)))):
            after = state.copy()
            after.apply_chance(Reshuffle(order))
            yield after
    for seat in state.active_seats():
        for action in state.legal_actions(seat):
            after = state.copy()
            after.apply(action)
            yield after


def count_paths(state: LiveGrenadeState, depth: int) -> int:
    """Return the number of paths of `depth` steps."""
    if depth == 0:
        return 1
    return sum(count_paths(after, depth - 1) for after in next_states(state))


@pytest.mark.rule("LG-09", "LG-12", "LG-17", "LG-22", "LG-23", "LG-24")
@pytest.mark.parametrize("name", POSITIONS)
def test_trees_have_as_many_paths_as_counted(name: str) -> None:
    entry = POSITIONS[name]
    hands = [" ".join(hand) for hand in entry["setup"]["hands"]]
    start = position(*hands, deck=" ".join(entry["setup"]["deck"]), turn=entry["setup"]["turn"])
    assert [count_paths(start, depth + 1) for depth in range(len(entry["counts"]))] == entry["counts"]
