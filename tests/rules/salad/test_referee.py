"""The referee reports what the rules let a soldier do, with the measures."""

from __future__ import annotations

from math import dist

import pytest

from grenade_salad.games import load
from grenade_salad.games.salad import physics
from grenade_salad.games.salad.actions import Explosion
from grenade_salad.games.salad.legality import find_arrow_targets, find_hammer_targets
from grenade_salad.games.salad.referee import judge_soldier
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.view import SaladView
from tests.marks import for_each
from tests.playing import random_positions


@for_each("seed", [2], range(3, 20))
@pytest.mark.rule("GS-16", "GS-17", "GS-18", "GS-19", "GS-21")
def test_referee_agrees_with_the_rules(seed: int) -> None:
    compared = sights = 0
    for index, match in enumerate(random_positions("grenade-salad", seed, 60)):
        state = match.state
        assert isinstance(state, SaladState)
        if index % 15 or state.pending_chance() or state.step not in ("move", "cards"):
            continue
        soldiers = tuple(state.soldiers.values())
        arrows, hammers = set(find_arrow_targets(state)), set(find_hammer_targets(state))
        for soldier in soldiers[::3]:
            judgement = judge_soldier(state.options, soldiers, soldier.id, state.measures.blocks)
            assert {enemy.soldier.id for enemy in judgement.relations} == state.soldiers.keys() - {soldier.id}
            assert [entry.distance for entry in judgement.relations] == sorted(
                entry.distance for entry in judgement.relations
            )
            assert judgement.mine_victims == physics.blast_victims(state.measures, soldiers, (soldier.x, soldier.y))
            for rival in judgement.relations:
                assert rival.has_sight == (rival.blocker is None)
                assert dist((soldier.x, soldier.y), rival.landing_point) <= state.options.tile + 1e-9
                assert rival.victims == physics.blast_victims(state.measures, soldiers, rival.landing_point)
                compared += 1
                if soldier.seat == state.turn and rival.soldier.seat != state.turn:
                    assert rival.has_sight == ((soldier.id, rival.soldier.id) in arrows)
                    assert rival.can_strike == ((soldier.id, rival.soldier.id) in hammers)
                    sights += rival.has_sight
                if soldier.seat == state.turn and "explosion" in state.hands[state.turn] and state.cards_left:
                    assert state.why_not(Explosion(state.turn, soldier.id, rival.landing_point)) is None
    assert compared > 20
    assert sights > 0


@pytest.mark.rule("GS-16", "GS-17")
def test_referee_measures_known_positions() -> None:
    state = load("grenade-salad").parse_position("seats 2; a0 100,200; b1 116,200; b2 140,200; a3 100,208.5; turn a")
    view = state.full_view()
    assert isinstance(view, SaladView)
    nearest, adjacent, farthest = sorted(
        judge_soldier(view.options, view.soldiers, 0).relations, key=lambda entry: entry.soldier.id
    )[:1] + [
        neighbour
        for neighbour in judge_soldier(view.options, view.soldiers, 0).relations
        if neighbour.soldier.id in (2, 3)
    ]
    assert (nearest.soldier.id, nearest.distance, nearest.gap, nearest.can_strike, nearest.free_rays) == (
        1,
        16.0,
        8.0,
        False,
        9,
    )
    assert (adjacent.soldier.id, adjacent.gap) == (3, pytest.approx(0.5))
    assert (farthest.soldier.id, farthest.free_rays, farthest.blocker, farthest.has_sight) == (2, 0, 1, False)
    assert farthest.landing_point == (140.0, 200.0)
    assert farthest.victims == (1, 2)
