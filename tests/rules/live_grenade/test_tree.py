"""Move trees that were counted by hand: every way to go on, no more and no fewer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from grenade_salad.games.live_grenade import LiveGrenadeState, Reshuffle, Stolen
from tests.rules.live_grenade.positions import deck, hands, position

TREES = json.loads((Path(__file__).parent / "tree.json").read_text(encoding="utf-8"))
POSITIONS = {given["name"]: given for given in TREES["positions"]}


def following(state: LiveGrenadeState) -> Iterator[LiveGrenadeState]:
    """The positions after each action and each outcome of luck."""
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


def count(state: LiveGrenadeState, depth: int) -> int:
    """In how many ways one can go so many steps."""
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for after in following(state))


@pytest.mark.rule("LG-09", "LG-12", "LG-17", "LG-22", "LG-23", "LG-24")
@pytest.mark.parametrize("name", POSITIONS)
def test_counted_trees(name: str) -> None:
    given = POSITIONS[name]
    hands = [" ".join(hand) for hand in given["setup"]["hands"]]
    start = position(*hands, deck=" ".join(given["setup"]["deck"]), turn=given["setup"]["turn"])
    assert [count(start, depth + 1) for depth in range(len(given["counts"]))] == given["counts"]
