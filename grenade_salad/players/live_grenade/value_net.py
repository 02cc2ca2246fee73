"""Small network that estimates the chance of each choice to win."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from grenade_salad.players.exact_math import Floats as Weights
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.live_grenade.batch_rollout import PendingPlays
from grenade_salad.players.live_grenade.determinizations import PAIR, STEAL, Bools, Floats, Ints, Worlds, pick_best
from grenade_salad.players.live_grenade.features import PositionFeatures


@dataclass(frozen=True)
class Net:
    """Two layers of rectified numbers, and then the logarithm of the odds to win.

    Inputs and weights are on the grid of `exact_math`: every sum is exact.
    """

    table: Weights
    choice: Weights
    bias: Weights
    middle: Weights
    middle_bias: Weights
    last: Weights
    last_bias: Weights

    def odds(self, base: Weights, choice: Floats) -> Floats:
        """Return the odds of choices at positions of which `base` comes from `prepare`."""
        hidden = on_grid(np.maximum(base + on_grid(choice) @ self.choice, 0))
        hidden = on_grid(np.maximum(hidden @ self.middle + self.middle_bias, 0))
        odds: Floats = (hidden @ self.last + self.last_bias[0]).astype(np.float32)
        return odds

    def prepare(self, numbers: Floats) -> Weights:
        """Return the part that does not depend on the choice."""
        prepared: Weights = on_grid(numbers) @ self.table + self.bias
        return prepared


Nets: TypeAlias = tuple[tuple[Net, Net], tuple[Net, Net]]
"""Networks for turns and for answers, each for two players left and for more."""


class QuickNet:
    """A player that chooses by its networks, at random among equal victims."""

    def __init__(self, nets: Nets, rng: np.random.Generator) -> None:
        self._turn, self._answer = nets
        self._rng = rng

    def turn_odds(self, table: PositionFeatures) -> tuple[Floats, Floats]:
        """Return the odds of a turn's five actions (rows, 5), and of thefts by victim.

        They are -inf where an action is not possible.
        """
        possible, victims = table.possible_turns()
        choice_values = _ChoiceValues(self._turn, table)
        odds = np.full((len(possible), 5), -np.inf, dtype=np.float32)
        for action in range(STEAL):
            rows = np.flatnonzero(possible[:, action])
            odds[rows, action] = choice_values.odds(rows, table.turn_features(action)[rows])
        seats = victims.shape[1]
        thefts = np.full((len(possible), 2, seats), -np.inf, dtype=np.float32)
        for action in (STEAL, PAIR):
            for seat in range(seats):
                rows = np.flatnonzero(possible[:, action] & victims[:, seat])
                if len(rows):
                    choice = table.turn_features(action, np.full(len(possible), seat))
                    thefts[rows, action - STEAL, seat] = choice_values.odds(rows, choice[rows])
        odds[:, STEAL:] = thefts.max(2)
        return odds, thefts

    def choose_turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Return the best action of each world, and its victim."""
        odds, thefts = self.turn_odds(PositionFeatures(worlds, rows, worlds.turn[rows]))
        action = odds.argmax(1)
        return action, pick_best(thefts[np.arange(len(action)), np.maximum(action - STEAL, 0)], self._rng)

    def answer_odds(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> tuple[Floats, Floats]:
        """Return the odds of letting the play go on, and of playing a King."""
        table = PositionFeatures(worlds, plays.rows, asked_seats)
        choice_values, rows = _ChoiceValues(self._answer, table), np.arange(len(asked_seats))
        choice = table.answer_features(worlds, plays)
        let_pass = choice_values.odds(rows, choice)
        choice[:, 0] = 1
        return let_pass, choice_values.odds(rows, choice)

    def choose_answers(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> Bools:
        """Return True where a King has better odds than letting the play go on."""
        let_pass, king = self.answer_odds(worlds, asked_seats, plays)
        plays_king: Bools = king > let_pass
        return plays_king


class _ChoiceValues:
    """Evaluation of positions by two networks, each for its number of players left."""

    def __init__(self, nets: tuple[Net, Net], table: PositionFeatures) -> None:
        self._nets = nets
        self._is_duel: Bools = table.aces == 1
        self._base = np.empty((len(self._is_duel), len(nets[0].bias)))
        for net, rows in self._split(self._is_duel):
            self._base[rows] = net.prepare(table.features[rows])

    def odds(self, rows: Ints, choice: Floats) -> Floats:
        """Return the odds of choices at some of the positions."""
        odds = np.empty(len(rows), dtype=np.float32)
        for net, chosen in self._split(self._is_duel[rows]):
            odds[chosen] = net.odds(self._base[rows[chosen]], choice[chosen])
        return odds

    def _split(self, is_duel: Bools) -> list[tuple[Net, Bools]]:
        return [(net, rows) for net, rows in zip(self._nets, (is_duel, ~is_duel), strict=True) if rows.any()]


def read_nets(file: Path) -> tuple[Net, Net]:
    """Return the networks for turns and for answers that were saved in a file."""
    saved = json.loads(file.read_text(encoding="utf-8"))
    turn, answer = (
        Net(**{part: on_grid(np.array(numbers)) for part, numbers in saved[kind].items()})
        for kind in ("turn", "answer")
    )
    return turn, answer


@cache
def load_trained() -> Nets:
    """Return the trained networks of the package."""
    folder = Path(__file__).parent
    (turn_two, answer_two), (turn_more, answer_more) = read_nets(folder / "two.json"), read_nets(folder / "more.json")
    return (turn_two, turn_more), (answer_two, answer_more)
