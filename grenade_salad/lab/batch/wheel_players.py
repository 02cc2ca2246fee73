"""The lower levels of the wheel as players of a batch: they decide as those of `players.wheel` do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS
from grenade_salad.lab.batch.batch import Doubles, Flags, Indexes
from grenade_salad.lab.batch.players import Asked, Choices, Player, by_chance, drawn
from grenade_salad.lab.batch.wheel_board import PLACES
from grenade_salad.players.wheel import SLIPS
from grenade_salad.players.wheel.easy import BANG, OVERLOOKS, OWN, PIP
from grenade_salad.players.wheel.moves import Floats, Ints, Tables, moved, moves_in, spreads
from grenade_salad.players.wheel.normal import AHEAD, JOKER_SOON, LOSS, LOSS_OF_TWO, SOONER

_SLOTS = PLACES * BLAST
_EACH = len(DICE)
_ALIKE = 1e-9
"""Worths that differ by less are equal: sums in another order end in other digits."""
_SOME = 64
"""So many tables of two are thought of at once: each has 972 positions then, and more do not fit into a cache."""
_WEIGHTS = 1 << np.arange(PLACES)


@dataclass
class Seen:
    """What the encoder's numbers and the memory say of some tables, a row for each.

    Places count from the joker on, clockwise. `worth` is how good or bad it is that the card at a place blows up.
    """

    down: Indexes
    at: Indexes
    pips: Indexes
    roll: Indexes
    two: Flags
    worth: Doubles
    glance: Doubles
    own_blown: Doubles
    taken: Doubles

    @classmethod
    def of(cls, asked: Asked, seats: int) -> Seen:
        """`remembered` is that of `WheelBatch`."""
        numbers, known = asked.observe(), asked.remembered()
        rows, bits = np.arange(len(numbers)), PLACES * (4 + _EACH)
        places = numbers[:, :bits].reshape(len(numbers), -1, PLACES).swapaxes(0, 1) > 0
        joker = places[1].argmax(axis=1)
        turned = places[:, rows[:, None], (joker[:, None] + np.arange(PLACES)) % PLACES]
        down, _, own, shown = turned[:4]
        pips = numbers[:, bits : bits + _EACH].astype(np.intp)
        alive = numbers[:, bits + _EACH + 1 + seats : bits + _EACH + 1 + 2 * seats]
        two = alive.sum(axis=1) == 2
        maybe = ~(down | own | shown)
        maybe[:, 0] = False
        # All cards that may be somebody's are as likely as each other; see `certain`.
        chance = known[:, _EACH] / np.maximum(1, maybe.sum(axis=1))
        loss = np.where(two, -LOSS_OF_TWO, -LOSS)
        about = numbers[:, bits + _EACH + 1 + 3 * seats :].reshape(len(numbers), _EACH, -1).astype(np.float64)
        return cls(
            down=down @ _WEIGHTS,
            at=turned[4:].argmax(axis=2).T,
            pips=pips,
            roll=numbers[:, bits + _EACH].astype(np.intp),
            two=two,
            worth=np.where(own, loss[:, None], maybe * chance[:, None]),
            glance=about[:, :, 4],
            own_blown=about[:, :, 1],
            taken=known[:, :_EACH],
        )


def players(seats: int, options: WheelOptions) -> dict[str, Player]:
    """A player for each level that can decide at many tables at once."""

    def easy(asked: Asked, rng: np.random.Generator) -> Choices:
        return _easy(Seen.of(asked, seats), rng)

    def casual(asked: Asked, rng: np.random.Generator) -> Choices:
        seen = Seen.of(asked, seats)
        slips = rng.random(len(seen.roll)) < SLIPS
        return np.where(slips, _easy(seen, rng), _best(values(seen, options, ~slips), rng))

    def normal(asked: Asked, rng: np.random.Generator) -> Choices:
        return _best(values(Seen.of(asked, seats), options), rng)

    return {"random": by_chance, "easy": easy, "casual": casual, "normal": normal}


def _easy(seen: Seen, rng: np.random.Generator) -> Choices:
    """What Easy does."""
    looks = rng.random(seen.taken.shape) >= OVERLOOKS
    bangs = OWN * seen.own_blown + BANG * (seen.taken - seen.own_blown)
    return _best(PIP * seen.glance + looks * bangs, rng)


def _best(worth: Doubles, rng: np.random.Generator) -> Choices:
    return drawn(worth > worth.max(axis=1, keepdims=True) - _ALIKE, rng)


def values(seen: Seen, options: WheelOptions, wanted: Flags | None = None) -> Doubles:
    """What Normal makes of each die, as `Thought.choices` does: a row for each table, zeros where it is not wanted."""
    thoughts = Thoughts(seen.worth, options)
    found = np.zeros((len(seen.roll), _EACH))
    asked = (seen.roll > 0) & (True if wanted is None else wanted)
    for roll in PIPS:
        for two in (False, True):
            which = (asked & (seen.roll == roll) & (seen.two == two)).nonzero()[0]
            for first in range(0, len(which), _SOME):
                some = which[first : first + _SOME]
                slots = (BLAST * seen.at[some] + seen.pips[some] - 1).T
                found[some] = thoughts.choices(some, seen.down[some], slots, roll, two)
    return found


class Thoughts:
    """What Normal weighs at many tables, by how good or bad it is that a card blows up there."""

    def __init__(self, worth: Doubles, options: WheelOptions) -> None:
        counted = options.face_down == "counted"
        self._worth = worth
        self._moves = moves_in(PLACES, 0, counted, options.joker_safe, options.joker == "twice")
        self._spreads = spreads(PLACES, counted)

    def choices(self, who: Indexes, down: Indexes, slots: Ints, roll: int, two: bool) -> Doubles:
        """What it is worth to move each die now at these tables, at all of which the roll is this."""
        now = Tables(down, slots, np.zeros(len(who)), np.ones(len(who)))
        mine, ours = self._moved(now, who, two, slice(roll - 1, roll))
        theirs, all_theirs = self._moved(mine, ours, two)
        later = self._own(theirs, all_theirs) if two else self._to_come(theirs, all_theirs)
        each = (theirs.now + theirs.goes_on * later).reshape(-1, len(ours)).sum(axis=0) / (len(PIPS) * _EACH)
        found: Doubles = (mine.now + mine.goes_on * each).reshape(_EACH, len(who)).T
        return found

    def _moved(self, tables: Tables, who: Indexes, two: bool, rolls: slice = slice(None)) -> tuple[Tables, Indexes]:
        then = moved(self._moves, tables, rolls, partial(self._weigh, who, two))
        return then, np.tile(who, len(then.ring) // len(who))

    def _weigh(self, who: Indexes, two: bool, here: Ints, which: Ints) -> tuple[Floats, Floats]:
        worth = self._worth.ravel().take(who.take(which % len(who)) * PLACES + here % PLACES)
        worth *= self._moves.up.ravel().take(here)
        plays_on = 1.0 - worth if two else np.ones_like(worth)
        plays_on[(worth < 0) | self._moves.lone.take(here)] = 0.0
        return worth, plays_on

    def _own(self, tables: Tables, who: Indexes) -> Floats:
        """What tables are worth when the seat itself rolls, and takes the best die."""
        after, all_after = self._moved(tables, who, True)
        worth = after.now + after.goes_on * self._to_come(after, all_after)
        best: Floats = worth.reshape(len(PIPS), _EACH, -1).max(axis=1).sum(axis=0) / len(PIPS)
        return best

    def _to_come(self, tables: Tables, who: Indexes) -> Floats:
        """What explosions to come are worth, if every die goes on by itself."""
        least = who.min()
        ring = (who - least) << PLACES | tables.ring
        there = np.zeros((who.max() - least + 1) << PLACES, np.bool_)
        there[ring] = True
        rings = there.nonzero()[0]
        number = np.empty(len(there), np.intp)
        number[rings] = np.arange(len(rings))
        dice = self._dice(rings & (1 << PLACES) - 1, least + (rings >> PLACES)).ravel()
        first, second, third = dice.take(number.take(ring) * _SLOTS + tables.slots)
        worth: Floats = AHEAD * (first + second + third)
        return worth

    def _dice(self, ring: Indexes, who: Indexes) -> NDArray[np.float64]:
        """What a die in each slot is worth, in these rings of these tables."""
        up = self._worth[who] * self._moves.up[ring]
        worth = (self._moves.joker[ring] >= 0)[:, None] * (JOKER_SOON * up)
        found: Doubles = worth.repeat(BLAST, axis=1)
        for place, spread in enumerate(self._spreads):
            found += spread[ring] * up[:, place, None]
        found *= np.tile(SOONER, PLACES)
        return found
