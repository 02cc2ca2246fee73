"""The judge says of one soldier what the rules let it do, with the numbers."""

from __future__ import annotations

from math import dist

import pytest

from grenade_salad.games import load
from grenade_salad.games.salad import physics
from grenade_salad.games.salad.actions import Explosion
from grenade_salad.games.salad.legality import targets_of_arrow, targets_of_hammers
from grenade_salad.games.salad.referee import judge
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.view import SaladView
from tests.marks import over
from tests.playing import positions


@over("seed", [2], range(3, 20))
@pytest.mark.rule("GS-16", "GS-17", "GS-18", "GS-19", "GS-21")
def test_the_judge_says_what_the_rules_say(seed: int) -> None:
    looked = seen = 0
    for at, match in enumerate(positions("grenade-salad", seed, 60)):
        state = match.state
        assert isinstance(state, SaladState)
        if at % 15 or state.pending_chance() or state.step not in ("move", "cards"):
            continue
        soldiers = tuple(state.soldiers.values())
        arrows, hammers = set(targets_of_arrow(state)), set(targets_of_hammers(state))
        for one in soldiers[::3]:
            found = judge(state.options, soldiers, one.id, state.measures.blocks)
            assert {other.soldier.id for other in found.others} == state.soldiers.keys() - {one.id}
            assert [other.apart for other in found.others] == sorted(other.apart for other in found.others)
            assert found.mine == physics.blast(state.measures, soldiers, (one.x, one.y))
            for other in found.others:
                assert other.sees == (other.blocker is None)
                assert dist((one.x, one.y), other.at) <= state.options.tile + 1e-9
                assert other.kills == physics.blast(state.measures, soldiers, other.at)
                looked += 1
                if one.seat == state.turn and other.soldier.seat != state.turn:
                    assert other.sees == ((one.id, other.soldier.id) in arrows)
                    assert other.strikes == ((one.id, other.soldier.id) in hammers)
                    seen += other.sees
                if one.seat == state.turn and "explosion" in state.hands[state.turn] and state.cards_left:
                    assert state.why_not(Explosion(state.turn, one.id, other.at)) is None
    assert looked > 20
    assert seen > 0


@pytest.mark.rule("GS-16", "GS-17")
def test_the_numbers_settle_a_quarrel() -> None:
    state = load("grenade-salad").parse_position("seats 2; a0 100,200; b1 116,200; b2 140,200; a3 100,208.5; turn a")
    view = state.full_view()
    assert isinstance(view, SaladView)
    near, beside, far = sorted(judge(view.options, view.soldiers, 0).others, key=lambda other: other.soldier.id)[:1] + [
        other for other in judge(view.options, view.soldiers, 0).others if other.soldier.id in (2, 3)
    ]
    assert (near.soldier.id, near.apart, near.gap, near.strikes, near.free) == (1, 16.0, 8.0, False, 9)
    assert (beside.soldier.id, beside.gap) == (3, pytest.approx(0.5))
    assert (far.soldier.id, far.free, far.blocker, far.sees) == (2, 0, 1, False)
    assert far.at == (140.0, 200.0)
    assert far.kills == (1, 2)
