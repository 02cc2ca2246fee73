"""The wheel's Expert against OpenSpiel's Python IS-MCTS, with 0.1 s a decision.

It needs the package open-spiel, of the extra `[openspiel]`. IS-MCTS plays unchanged, with random rollouts or with our
own quick matches as its evaluator, except that it stops after a processor time instead of a count, and that nodes are
found by what a player can see now, which lets it share them.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import Evaluator, RandomRolloutEvaluator

from grenade_salad import players
from grenade_salad.core import Action, derive_rng, redact
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelState
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.lab.arena import StopwatchPlayer
from grenade_salad.match.match import Header, Match
from tools.bench.wheel_playouts import SharedRolls, is_won_quickly, to_bits

SECONDS = 0.1
_EXPLORE = sqrt(2)
_TYPE = pyspiel.GameType(
    short_name="grenade_wheel",
    long_name="Grenade, the wheel",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=3,
    max_chance_outcomes=6,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=1000,
)


class WheelGame(pyspiel.Game):  # type: ignore[misc]
    """Our game as a game of OpenSpiel; a match begins after the deal."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> SpielState:
        """Return a new match, dealt."""
        state = Match(Header("wheel", ("A", "B"), WheelOptions(), 0)).state
        state.apply_chance(state.sample_chance(Random()))
        assert isinstance(state, WheelState)
        return SpielState(self, state)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours, which it may change, as a state of OpenSpiel."""

    def __init__(self, game: WheelGame, state: WheelState) -> None:
        super().__init__(game)
        self.game = game
        self.state = state

    def current_player(self) -> int:
        """Return the seat whose turn it is."""
        if self.state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.pending_chance() else self.state.active_seats()[0]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the dice, or the rolls."""
        return [0, 1, 2, 3, 4, 5] if self.state.pending_chance() else [0, 1, 2]

    def is_chance_node(self) -> bool:
        """True if the black die is to be rolled."""
        return self.state.pending_chance() is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all rolls with equal chances."""
        return [(roll, 1 / 6) for roll in range(6)]

    def apply_action(self, action: int) -> None:
        """Roll, or move a die."""
        if self.state.pending_chance():
            self.state.apply_chance(Roll(int(action) + 1))
        else:
            self.state.apply(Advance(self.state.active_seats()[0], int(action)))

    def is_terminal(self) -> bool:
        """True if a player has won."""
        return self.state.is_over

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the other player."""
        won = 1.0 if self.state.ranking()[0] == (0,) else -1.0
        return [won, -won]

    def clone(self) -> SpielState:
        """Return an independent copy."""
        return SpielState(self.game, self.state.copy())

    def get_game(self) -> WheelGame:
        """Return the game."""
        return self.game

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player can see now."""
        view = self.state.view(self.state.active_seats()[0] if player is None else player)
        return f"{view.seat} {view.hearts} {view.face_down} {view.dice} {view.roll} {view.turn}"

    def __str__(self) -> str:
        return str(self.state.full_view())


class QuickEvaluator(Evaluator):  # type: ignore[misc]
    """An evaluator that plays our own quick matches instead of random ones."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def evaluate(self, state: SpielState) -> list[float]:
        """Return the result of one quick match from there."""
        if state.is_terminal():
            return state.returns()
        position = state.state.full_view()
        assert position.roll is not None
        hearts = [hand for hand in position.hearts if not isinstance(hand, int)]
        hands = {
            seat: to_bits(position.ring, [matching_spade(heart) for heart in hand]) for seat, hand in enumerate(hearts)
        }
        seat = state.current_player()
        win = is_won_quickly(position.ring_state(), seat, position.roll, hands, False, SharedRolls(self._random))
        value = 1.0 if win == (seat == 0) else -1.0
        return [value, -value]

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return all actions with equal chances."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class TimedSearcher(ISMCTSBot):  # type: ignore[misc]
    """IS-MCTS that stops after a time.

    It is handed the state, since it resamples itself.
    """

    def __init__(self, game: WheelGame, evaluator: Evaluator, seed: int) -> None:
        super().__init__(game, evaluator, _EXPLORE, 1, random_state=np.random.RandomState(seed))
        random = Random(seed)
        self.set_resampler(lambda state, player: SpielState(state.game, state.state.resample(player, random)))

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        """Search as ISMCTSBot does, but until the time is up."""
        end = process_time() + SECONDS
        self.reset()
        self._root_node = self.create_new_node(state)
        while process_time() < end:
            self.run_simulation(self.sample_root_state(state))
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


def play(seed: int, ours: int, evaluator: str) -> tuple[bool, StopwatchPlayer]:
    """Play a match; return whether Expert wins in seat `ours`, and Expert.

    `evaluator` is "ours" or "random".
    """
    match = Match(Header("wheel", ("A", "B"), WheelOptions(), seed))
    expert = StopwatchPlayer(players.make("wheel", f"expert:{SECONDS}", ours, derive_rng(seed, -1 - ours)))
    game = WheelGame()
    chosen_evaluator = (
        QuickEvaluator(Random(seed)) if evaluator == "ours" else RandomRolloutEvaluator(1, np.random.RandomState(seed))
    )
    searcher = TimedSearcher(game, chosen_evaluator, seed)
    steps = match.resolve_chance()
    while not match.state.is_over:
        for step in steps:
            for event in step.events:
                expert.see(redact(event, ours))
        seat = match.state.active_seats()[0]
        assert isinstance(match.state, WheelState)
        if seat == ours:
            action: Action = expert.decide(match.state.view(seat), match.state.legal_actions(seat))
        else:
            action = Advance(seat, int(searcher.step(SpielState(game, match.state.copy()))))
        steps = match.act(action)
    return match.state.ranking()[0] == (ours,), expert
