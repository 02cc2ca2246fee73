"""What the wheel's players believe of other people's hearts."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import bots
from grenade_salad.bots.wheel.beliefs import Beliefs
from grenade_salad.bots.wheel.memory import Memory
from grenade_salad.games.wheel import WheelOptions, WheelView
from grenade_salad.games.wheel.cards import spade_of
from tests.bots.wheel_matches import begun, tell


def test_beliefs_are_possible_and_lean_towards_the_truth() -> None:
    """Over some matches of sound players the deal that is true is believed more than if nobody had looked."""
    believed, blind = 0.0, 0.0
    for seed in range(6):
        match = begun(2, WheelOptions(), seed)
        players = [bots.make("wheel", "normal", seat, Random(seat)) for seat in range(2)]
        memory, beliefs = Memory(), Beliefs(0)
        steps = match.settle()
        while not match.state.over:
            for step in steps:
                tell([memory, players[1]], step.events)  # type: ignore[list-item]
            seat = match.state.to_act()[0]
            view = match.state.view(seat)
            if seat == 0:
                assert isinstance(view, WheelView)
                beliefs.update(view, memory.update(view))
                worlds = beliefs.worlds(view)
                truth = match.state.position()
                assert isinstance(truth, WheelView)
                assert sum(weight for weight, _ in worlds) == pytest.approx(1)
                assert sum(beliefs.chances(view).values()) == pytest.approx(2)
                down = {view.ring[at] for at in view.face_down}
                assert not any(spade_of(heart) in down for _, world in worlds for heart in world[1])
                (true,) = (weight for weight, world in worlds if set(world[1]) == set(truth.hearts[1]))  # type: ignore[arg-type]
                believed += true
                blind += 1 / len(worlds)
            steps = match.act(players[seat].decide(view, match.state.legal(seat)))
    assert believed > blind * 1.05
