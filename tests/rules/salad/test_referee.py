"""The referee reports what the rules let a soldier do, with the measures."""

from __future__ import annotations

from itertools import count
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
    relation_count = sight_count = 0
    turns = count()
    for match in random_positions("grenade-salad", seed, 60):
        state = match.state
        assert isinstance(state, SaladState)
        if state.pending_chance() or state.step not in ("move", "cards") or next(turns) % 8:
            continue
        soldiers = tuple(state.soldiers.values())
        arrows, hammers = set(find_arrow_targets(state)), set(find_hammer_targets(state))
        for soldier in soldiers[::3]:
            judgement = judge_soldier(state.options, soldiers, soldier.id, state.measures.blocks)
            assert {relation.soldier.id for relation in judgement.relations} == state.soldiers.keys() - {soldier.id}
            distances = [relation.distance for relation in judgement.relations]
            assert distances == sorted(distances)
            assert judgement.mine_victims == physics.blast_victims(state.measures, soldiers, (soldier.x, soldier.y))
            for relation in judgement.relations:
                assert relation.has_sight == (relation.blocker is None)
                assert dist((soldier.x, soldier.y), relation.landing_point) <= state.options.tile + 1e-9
                assert relation.victims == physics.blast_victims(state.measures, soldiers, relation.landing_point)
                relation_count += 1
                if soldier.seat == state.turn and relation.soldier.seat != state.turn:
                    assert relation.has_sight == ((soldier.id, relation.soldier.id) in arrows)
                    assert relation.can_strike == ((soldier.id, relation.soldier.id) in hammers)
                    sight_count += relation.has_sight
                if soldier.seat == state.turn and "explosion" in state.hands[state.turn] and state.cards_left:
                    assert state.why_not(Explosion(state.turn, soldier.id, relation.landing_point)) is None
    assert relation_count > 20
    assert sight_count > 0


@pytest.mark.rule("GS-16", "GS-17")
def test_referee_measures_known_positions() -> None:
    state = load("grenade-salad").parse_position("seats 2; a0 100,200; b1 116,200; b2 140,200; a3 100,208.5; turn a")
    view = state.full_view()
    assert isinstance(view, SaladView)
    relations = {relation.soldier.id: relation for relation in judge_soldier(view.options, view.soldiers, 0).relations}
    assert relations.keys() == {1, 2, 3}
    out_of_reach, hidden, adjacent = relations[1], relations[2], relations[3]
    assert (out_of_reach.distance, out_of_reach.gap, out_of_reach.can_strike) == (16.0, 8.0, False)
    assert out_of_reach.free_rays == 9
    assert adjacent.gap == pytest.approx(0.5)
    assert (hidden.free_rays, hidden.blocker, hidden.has_sight) == (0, 1, False)
    assert hidden.landing_point == (140.0, 200.0)
    assert hidden.victims == (1, 2)
