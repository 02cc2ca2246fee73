"""What the wheel's players believe of other people's hearts."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import players as machine_players
from grenade_salad.games.wheel import WheelOptions, WheelView
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.players.wheel.beliefs import Beliefs, Memory
from grenade_salad.players.wheel.best_responses import Way
from grenade_salad.players.wheel.endgame import by_moves, duel, places
from grenade_salad.players.wheel.ring_tables import layout
from tests.players.telling import tell
from tests.players.wheel_matches import begun


def test_beliefs_are_possible_and_lean_towards_the_truth() -> None:
    """Over some matches of sound players the deal that is true is believed more than if nobody had looked."""
    believed, blind = 0.0, 0.0
    for seed in range(6):
        match = begun(2, WheelOptions(), seed)
        players = [machine_players.make("wheel", "normal", seat, Random(seat)) for seat in range(2)]
        memory, beliefs = Memory(), Beliefs(0)
        steps = match.settle()
        while not match.state.is_over:
            for step in steps:
                tell([memory, players[1]], step.events)  # type: ignore[list-item]
            seat = match.state.active_seats()[0]
            view = match.state.view(seat)
            if seat == 0:
                assert isinstance(view, WheelView)
                beliefs.update(view, memory.update(view))
                worlds = beliefs.worlds(view)
                truth = match.state.full_view()
                assert isinstance(truth, WheelView)
                assert sum(weight for weight, _ in worlds) == pytest.approx(1)
                assert sum(beliefs.chances(view).values()) == pytest.approx(2)
                down = {view.ring[at] for at in view.face_down}
                assert not any(spade_of(heart) in down for _, world in worlds for heart in world[1])
                (true,) = (weight for weight, world in worlds if set(world[1]) == set(truth.hearts[1]))  # type: ignore[arg-type]
                believed += true
                blind += 1 / len(worlds)
            steps = match.act(players[seat].decide(view, match.state.legal_actions(seat)))
    assert believed > blind * 1.05


@pytest.mark.quick("random")
@pytest.mark.parametrize("level", ["normal", "random"])
def test_of_two_the_hand_and_the_way_to_play_are_found_out(level: str) -> None:
    """What is true is believed more than before anybody moved, of the hand and of how it is played."""
    ways: dict[Way, float] = {"sound": 0.5, "any": 0.5}
    believed = blind = sound = 0.0
    for seed in range(12):
        match = begun(2, WheelOptions(), seed)
        players = [machine_players.make("wheel", one, seat, Random(seat)) for seat, one in enumerate(("normal", level))]
        memory = Memory()
        steps = match.settle()
        while not match.state.is_over:
            for step in steps:
                tell([memory, players[1]], step.events)  # type: ignore[list-item]
            seat = match.state.active_seats()[0]
            view = match.state.view(seat)
            assert isinstance(view, WheelView)
            if seat == 0:
                memory.update(view)
                last = (view, match.state.full_view())
            steps = match.act(players[seat].decide(view, match.state.legal_actions(seat)))
        view, truth = last
        who = duel(view, 0)
        assert who is not None
        assert isinstance(truth, WheelView)
        here = layout(view.board())
        may = places(here, who.table(view.board(), here))
        told = [turn for turn in memory.turns if turn.move.seat == 1]
        weights = by_moves(who, told, may, ways)
        assert weights.sum() == pytest.approx(1)
        hand = tuple(sorted(view.ring.index(spade_of(heart)) for heart in truth.hearts[1]))  # type: ignore[union-attr]
        (column,) = (number for number, held in enumerate(may) if tuple(sorted(held)) == hand)
        believed += weights[:, column].sum()
        blind += 1 / len(may)
        sound += weights[0].sum() / 12
    if level == "normal":
        assert believed > 1.3 * blind
        assert sound > 0.75
    else:
        assert sound < 0.25
