"""A small network that says how likely a choice is to win."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from grenade_salad.bots.live_grenade.features import Table
from grenade_salad.bots.live_grenade.quick import Stacked
from grenade_salad.bots.live_grenade.worlds import PAIR, STEAL, Bools, Floats, Ints, Worlds


@dataclass(frozen=True)
class Net:
    """Two layers of numbers above 0, and then the logarithm of the odds to win."""

    table: Floats
    choice: Floats
    bias: Floats
    middle: Floats
    middle_bias: Floats
    last: Floats
    last_bias: Floats

    def odds(self, base: Floats, choice: Floats) -> Floats:
        """For choices at tables of which `base` tells, by `look`."""
        hidden = np.maximum(base + choice @ self.choice, 0)
        hidden = np.maximum(hidden @ self.middle + self.middle_bias, 0)
        odds: Floats = hidden @ self.last + self.last_bias[0]
        return odds

    def look(self, numbers: Floats) -> Floats:
        """The part that does not depend on the choice."""
        looked: Floats = numbers @ self.table + self.bias
        return looked


class QuickNet:
    """Does what its networks think best: one for turns, one for answers."""

    def __init__(self, turn: Net, answer: Net) -> None:
        self._turn, self._answer = turn, answer

    def turn_odds(self, table: Table) -> tuple[Floats, Floats]:
        """What the five things are worth (rows, 5), -inf where they cannot be done, and thefts by victim."""
        able, victims = table.able()
        base = self._turn.look(table.numbers)
        odds = np.full((len(base), 5), -np.inf, dtype=np.float32)
        for do in range(STEAL):
            rows = able[:, do]
            if rows.any():
                odds[rows, do] = self._turn.odds(base[rows], table.turn(do)[rows])
        seats = victims.shape[1]
        thefts = np.full((len(base), 2, seats), -np.inf, dtype=np.float32)
        for do in (STEAL, PAIR):
            for seat in range(seats):
                rows = able[:, do] & victims[:, seat]
                if rows.any():
                    choice = table.turn(do, np.full(len(base), seat))
                    thefts[rows, do - STEAL, seat] = self._turn.odds(base[rows], choice[rows])
        odds[:, STEAL:] = thefts.max(2)
        return odds, thefts

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """The best of all that can be done."""
        odds, thefts = self.turn_odds(Table(worlds, rows, worlds.turn[rows]))
        do = odds.argmax(1)
        return do, thefts.argmax(2)[np.arange(len(do)), np.maximum(do - STEAL, 0)]

    def answer_odds(self, worlds: Worlds, asked: Ints, plays: Stacked) -> tuple[Floats, Floats]:
        """What it is worth to let the play go on, and to play a King."""
        table = Table(worlds, plays.rows, asked)
        base = self._answer.look(table.numbers)
        choice = table.answer(worlds, plays)
        go_on = self._answer.odds(base, choice)
        choice[:, 0] = 1
        return go_on, self._answer.odds(base, choice)

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """A King where it is worth more than to let the play go on."""
        go_on, king = self.answer_odds(worlds, asked, plays)
        wants: Bools = king > go_on
        return wants


def _net(numbers: dict[str, list[float] | list[list[float]]]) -> Net:
    return Net(**{name: np.array(values, dtype=np.float32) for name, values in numbers.items()})


@cache
def kept(players: int) -> QuickNet:
    """What came of training for so many players who are still in."""
    name = "two" if players == 2 else "more"
    nets = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    return QuickNet(_net(nets["turn"]), _net(nets["answer"]))
