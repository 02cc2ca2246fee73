"""A small network that says how likely a choice is to win."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from grenade_salad.players.exact_math import Floats as Weights
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.live_grenade.batch_rollout import Stacked
from grenade_salad.players.live_grenade.determinizations import PAIR, STEAL, Bools, Floats, Ints, Worlds, best_of
from grenade_salad.players.live_grenade.features import Table


@dataclass(frozen=True)
class Net:
    """Two layers of numbers above 0, and then the logarithm of the odds to win.

    What they look at and their weights are on the grid of `exact_math`: every sum is exact.
    """

    table: Weights
    choice: Weights
    bias: Weights
    middle: Weights
    middle_bias: Weights
    last: Weights
    last_bias: Weights

    def odds(self, base: Weights, choice: Floats) -> Floats:
        """For choices at tables of which `base` tells, by `look`."""
        hidden = on_grid(np.maximum(base + on_grid(choice) @ self.choice, 0))
        hidden = on_grid(np.maximum(hidden @ self.middle + self.middle_bias, 0))
        odds: Floats = (hidden @ self.last + self.last_bias[0]).astype(np.float32)
        return odds

    def look(self, numbers: Floats) -> Weights:
        """The part that does not depend on the choice."""
        looked: Weights = on_grid(numbers) @ self.table + self.bias
        return looked


Nets: TypeAlias = tuple[tuple[Net, Net], tuple[Net, Net]]
"""For turns and for answers, each for two players left in the game and for more."""


class QuickNet:
    """Does what its networks think best; of what is worth the same anything."""

    def __init__(self, nets: Nets, rng: np.random.Generator) -> None:
        self._turn, self._answer = nets
        self._rng = rng

    def turn_odds(self, table: Table) -> tuple[Floats, Floats]:
        """What the five things are worth (rows, 5), -inf where they cannot be done, and thefts by victim."""
        able, victims = table.able()
        look = _Look(self._turn, table)
        odds = np.full((len(able), 5), -np.inf, dtype=np.float32)
        for do in range(STEAL):
            rows = np.flatnonzero(able[:, do])
            odds[rows, do] = look.odds(rows, table.turn(do)[rows])
        seats = victims.shape[1]
        thefts = np.full((len(able), 2, seats), -np.inf, dtype=np.float32)
        for do in (STEAL, PAIR):
            for seat in range(seats):
                rows = np.flatnonzero(able[:, do] & victims[:, seat])
                if len(rows):
                    choice = table.turn(do, np.full(len(able), seat))
                    thefts[rows, do - STEAL, seat] = look.odds(rows, choice[rows])
        odds[:, STEAL:] = thefts.max(2)
        return odds, thefts

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """The best of all that can be done."""
        odds, thefts = self.turn_odds(Table(worlds, rows, worlds.turn[rows]))
        do = odds.argmax(1)
        return do, best_of(thefts[np.arange(len(do)), np.maximum(do - STEAL, 0)], self._rng)

    def answer_odds(self, worlds: Worlds, asked: Ints, plays: Stacked) -> tuple[Floats, Floats]:
        """What it is worth to let the play go on, and to play a King."""
        table = Table(worlds, plays.rows, asked)
        look, rows = _Look(self._answer, table), np.arange(len(asked))
        choice = table.answer(worlds, plays)
        go_on = look.odds(rows, choice)
        choice[:, 0] = 1
        return go_on, look.odds(rows, choice)

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """A King where it is worth more than to let the play go on."""
        go_on, king = self.answer_odds(worlds, asked, plays)
        wants: Bools = king > go_on
        return wants


class _Look:
    """What two networks make of tables, each of those that are for it."""

    def __init__(self, nets: tuple[Net, Net], table: Table) -> None:
        self._nets = nets
        self._few: Bools = table.aces == 1
        self._base = np.empty((len(self._few), len(nets[0].bias)))
        for net, which in self._shares(self._few):
            self._base[which] = net.look(table.numbers[which])

    def odds(self, rows: Ints, choice: Floats) -> Floats:
        """The odds of choices at some of the tables."""
        odds = np.empty(len(rows), dtype=np.float32)
        for net, which in self._shares(self._few[rows]):
            odds[which] = net.odds(self._base[rows[which]], choice[which])
        return odds

    def _shares(self, few: Bools) -> list[tuple[Net, Bools]]:
        return [(net, which) for net, which in zip(self._nets, (few, ~few), strict=True) if which.any()]


def read(file: Path) -> tuple[Net, Net]:
    """The networks for turns and for answers that were kept in a file."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    turn, answer = (
        Net(**{part: on_grid(np.array(numbers)) for part, numbers in kept[kind].items()}) for kind in ("turn", "answer")
    )
    return turn, answer


@cache
def trained() -> Nets:
    """What came of training."""
    folder = Path(__file__).parent
    (turn_two, answer_two), (turn_more, answer_more) = read(folder / "two.json"), read(folder / "more.json")
    return (turn_two, turn_more), (answer_two, answer_more)
