"""Beliefs of the wheel's players about the hearts of others."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.games.wheel import WheelOptions, WheelView
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.players import make as make_player
from grenade_salad.players.wheel.beliefs import Beliefs, MoveMemory
from grenade_salad.players.wheel.best_responses import RivalModel
from grenade_salad.players.wheel.endgame import find_duel, rival_places, weigh_by_moves
from grenade_salad.players.wheel.ring_tables import find_layout
from tests.players.telling import show_events
from tests.players.wheel_matches import new_wheel_match


def test_beliefs_are_possible_and_lean_towards_the_truth() -> None:
    """Over some matches of Normal players the true deal is believed above chance."""
    believed, blind = 0.0, 0.0
    for seed in range(6):
        match = new_wheel_match(2, WheelOptions(), seed)
        players = [make_player("wheel", "normal", seat, Random(seat)) for seat in range(2)]
        memory, beliefs = MoveMemory(), Beliefs(0)
        steps = match.resolve_chance()
        while not match.state.is_over:
            for step in steps:
                show_events([memory, players[1]], step.events)  # type: ignore[list-item]
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
                face_down_cards = {view.ring[place] for place in view.face_down}
                assert not any(matching_spade(heart) in face_down_cards for _, world in worlds for heart in world[1])
                (true_weight,) = (weight for weight, world in worlds if set(world[1]) == set(truth.hearts[1]))  # type: ignore[arg-type]
                believed += true_weight
                blind += 1 / len(worlds)
            steps = match.act(players[seat].decide(view, match.state.legal_actions(seat)))
    assert believed > blind * 1.05


@pytest.mark.quick("random")
@pytest.mark.parametrize("level", ["normal", "random"])
def test_hand_and_style_of_play_of_one_rival_are_found_out(level: str) -> None:
    """The true hand and style of play are believed more than before anybody moved."""
    prior: dict[RivalModel, float] = {"sound": 0.5, "any": 0.5}
    believed = blind = sound = 0.0
    for seed in range(12):
        match = new_wheel_match(2, WheelOptions(), seed)
        players = [make_player("wheel", name, seat, Random(seat)) for seat, name in enumerate(("normal", level))]
        memory = MoveMemory()
        steps = match.resolve_chance()
        while not match.state.is_over:
            for step in steps:
                show_events([memory, players[1]], step.events)  # type: ignore[list-item]
            seat = match.state.active_seats()[0]
            view = match.state.view(seat)
            assert isinstance(view, WheelView)
            if seat == 0:
                memory.update(view)
                last = (view, match.state.full_view())
            steps = match.act(players[seat].decide(view, match.state.legal_actions(seat)))
        view, truth = last
        endgame = find_duel(view, 0)
        assert endgame is not None
        assert isinstance(truth, WheelView)
        ring_layout = find_layout(view.ring_state())
        possible_hands = rival_places(ring_layout, endgame.make_spec(view.ring_state(), ring_layout))
        rival_turns = [turn for turn in memory.moves if turn.move.seat == 1]
        weights = weigh_by_moves(endgame, rival_turns, possible_hands, prior)
        assert weights.sum() == pytest.approx(1)
        hand = tuple(sorted(view.ring.index(matching_spade(heart)) for heart in truth.hearts[1]))  # type: ignore[union-attr]
        (column,) = (index for index, held in enumerate(possible_hands) if tuple(sorted(held)) == hand)
        believed += weights[:, column].sum()
        blind += 1 / len(possible_hands)
        sound += weights[0].sum() / 12
    if level == "normal":
        assert believed > 1.3 * blind
        assert sound > 0.75
    else:
        assert sound < 0.25
