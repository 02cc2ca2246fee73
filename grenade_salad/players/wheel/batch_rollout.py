"""Many quick matches at once, to their end, by all house rules: one column of every array is one match.

Everybody takes the die that looks best for this move alone, by how many hearts are hidden; see `playouts`, which plays
the same matches one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, Board, ways
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.wheel.playouts import AHEAD, JOKER, LOSS, SOON

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
_BITS = 20
"""Bits after the point of what dice and explosions are worth: sums of their products are exact."""

_LONGEST = 100
"""Moves; four players are through after 60."""


@dataclass(frozen=True, eq=False)
class _Plan:
    """A ring by its cards face down (bits): `onward[down, at, roll - 1]`, the next `spade[down, at]`, and what a die on
    `at` with a number is worth for each card that it may blow up: `reach[down, at, number, card]`.
    """

    cards: int
    joker: int
    onward: Ints
    spade: Ints
    reach: Floats
    ups: Ints


@lru_cache(maxsize=16)
def _plan(cards: int, joker: int, counted: bool) -> _Plan:
    downs = range(1 << cards)
    there = [joker if joker >= 0 and not down >> joker & 1 else -1 for down in downs]
    found = [ways(cards, down, at, counted) for down, at in zip(downs, there, strict=True) if down != downs[-1]]
    onward = np.array([*(one.onward for one in found), ((0,) * 6,) * cards])
    spade = np.array([*(one.spade for one in found), (0,) * cards])
    once = np.zeros((len(onward), cards, cards))
    for roll in range(len(PIPS)):
        np.add.at(once, (np.arange(len(onward))[:, None], np.arange(cards)[None], onward[:, :, roll]), 1)
    reach = np.zeros((len(onward), cards, BLAST + 1, cards))
    # Whole numbers of ways, so that the products are exact.
    paths, rolls = once, len(PIPS)
    for pips in range(BLAST - 1, 0, -1):
        lifted = JOKER * np.array([[one >= 0] for one in there])[:, :, None] * np.eye(cards)
        reach[:, :, pips] = on_grid(AHEAD * SOON ** (BLAST - 1 - pips) * (paths / rolls + lifted), _BITS)
        paths, rolls = paths @ once, rolls * len(PIPS)
    ups = np.array([cards - down.bit_count() - (at >= 0) for down, at in zip(downs, there, strict=True)])
    return _Plan(cards, joker, onward, spade, reach, ups)


class _Matches:
    """So many matches in their course; `held` are the bits that each player (first axis) has left, 0 who is out."""

    def __init__(self, board: Board, held: Ints, turn: int, last_heart: bool) -> None:
        many = held.shape[1]
        self.plan = _plan(len(board.ring), _joker(board), board.options.face_down == "counted")
        self.options = board.options
        self.last_heart = last_heart
        self.at = np.repeat(np.array(board.at)[:, None], many, axis=1)
        self.pips = np.repeat(np.array(board.pips)[:, None], many, axis=1)
        self.down = np.full(many, board.down)
        self.held = held.copy()
        self.turn = np.full(many, turn)
        self.number = np.arange(many)

    def keep(self, which: Flags) -> None:
        """Go on with these alone."""
        self.at, self.pips, self.held = self.at[:, which], self.pips[:, which], self.held[:, which]
        self.down, self.turn, self.number = self.down[which], self.turn[which], self.number[which]

    def put_down(self, die: Ints, to: Ints) -> None:
        """Move a die in each match, with all that follows (WH-06 to WH-14)."""
        every = np.arange(len(die))
        on_joker = self._on_joker(to)
        self.at[die, every] = to
        self.pips[die, every] += 1
        self.pips[:, on_joker] += 1
        if self.options.joker == "once":
            self.pips[die[on_joker], np.flatnonzero(on_joker)] -= 1
        np.minimum(self.pips, BLAST, out=self.pips)
        self._explode(np.flatnonzero(self.pips[die, every] >= BLAST), to)
        if (self.pips >= BLAST).any():
            far = (self.at - to) % self.plan.cards
            for order in np.argsort(far, axis=0, kind="stable"):
                hot = np.flatnonzero((self.pips[order, every] >= BLAST) & (self.plan.ups[self.down] > 1))
                self._explode(hot, self.at[order, every])

    def _on_joker(self, at: Ints) -> Flags:
        joker = self.plan.joker
        return (at == joker) & (self.down >> joker & 1 == 0) if joker >= 0 else np.zeros(at.shape, np.bool_)

    def _explode(self, here: Ints, where: Ints) -> None:
        """WH-08, WH-09, WH-12, WH-13: in the matches `here`, unless they are over."""
        here = here[(self.held[:, here] > 0).sum(axis=0) > 1]
        if not len(here):
            return
        at, bit = where[here], 1 << where[here]
        takes = self.down[here] & bit == 0
        if self.options.joker_safe:
            takes &= at != self.plan.joker
        self.down[here] |= np.where(takes, bit, 0)
        to = self.plan.spade[self.down[here], at]
        for die in DICE:
            hit = self.at[die, here] == at
            self.at[die, here[hit]] = to[hit]
            self.pips[die, here[hit]] = 1
        for held in self.held:
            lost = takes & (held[here] & bit != 0)
            held[here[lost]] &= ~bit[lost] if self.last_heart else 0

    def next_turn(self) -> None:
        """The next one who is still in."""
        players, every = len(self.held), np.arange(len(self.turn))
        waiting = np.ones(len(self.turn), np.bool_)
        for _ in range(players):
            self.turn = np.where(waiting, (self.turn + 1) % players, self.turn)
            waiting &= self.held[self.turn, every] == 0

    def choose(self, roll: Ints) -> tuple[Ints, Ints]:
        """The die that the one whose turn it is moves, and where to."""
        worth, every = self._worth(), np.arange(len(roll))
        to = self.plan.onward[self.down, self.at, roll]
        pips = self.pips + 1
        here = self._reach(self.at, self.pips, worth)
        there, raised = self._reach(to, pips, worth), self._reach(self.at, pips, worth)
        loud = pips >= BLAST
        there[loud], raised[loud] = worth[every, to][loud], worth[every, self.at][loud]
        value, more = there - here, raised - here
        joker = self._on_joker(to)
        value = np.where(joker, more.sum(axis=0) - more - here, value)
        die = value.argmax(axis=0)
        return die, to[die, every]

    def _reach(self, at: Ints, pips: Ints, worth: Floats) -> Floats:
        """What dice (first axis) are worth that lie there and show so much."""
        plan = self.plan
        index = (self.down * plan.cards + at) * (BLAST + 1) + pips
        value: Floats = np.einsum("dmc,mc->dm", plan.reach.reshape(-1, plan.cards)[index], worth)
        return value

    def _worth(self) -> Floats:
        """For each match and card what it is worth that it blows up, to the one whose turn it is."""
        cards = np.arange(self.plan.cards)
        up = self.down[:, None] >> cards & 1 == 0
        own = np.take_along_axis(self.held, self.turn[None], axis=0).T >> cards & 1 == 1
        held = (self.held & ~self.down)[:, :, None] >> cards & 1
        hidden = held.sum(axis=(0, 2)) - (own & up).sum(axis=1)
        rest = up & ~own & (cards != self.plan.joker)
        chance = np.minimum(1.0, hidden / np.maximum(1, rest.sum(axis=1)))
        return on_grid(np.where(own & up, -LOSS, 0.0) + rest * chance[:, None], _BITS)


def _joker(board: Board) -> int:
    return next((at for at, card in enumerate(board.ring) if card == "joker"), -1)


def play(board: Board, seat: int, roll: int, held: Ints, last_heart: bool, luck: np.random.Generator) -> Floats:
    """What the seat wins, for each die (first axis) that it may move now and each world: 1 or 0.

    A match that does not end soon is shared by those who are in: where cards face down are counted it may take long.

    `held[player, world]` are the cards of the ring (bits) that are left to each player, 0 for who is out. All dice have
    the same luck in the same world.
    """
    worlds = held.shape[1]
    matches = _Matches(board, np.tile(held, len(DICE)), seat, last_heart)
    won = np.zeros(worlds * len(DICE))
    die = np.repeat(np.arange(len(DICE)), worlds)
    to = matches.plan.onward[matches.down, np.array(board.at)[die], roll - 1]
    for _ in range(_LONGEST):
        matches.put_down(die, to)
        left = (matches.held > 0).sum(axis=0)
        mine = matches.held[seat] > 0
        won[matches.number[mine & (left == 1)]] = 1.0
        matches.keep(mine & (left > 1))
        if not len(matches.number):
            break
        matches.next_turn()
        rolls = luck.integers(len(PIPS), size=(worlds,))
        die, to = matches.choose(rolls[matches.number % worlds])
    won[matches.number] = 1 / (matches.held > 0).sum(axis=0)
    return won.reshape(len(DICE), worlds)
