"""The rules of thumb of the normal player, for many worlds at once."""

from __future__ import annotations

import numpy as np

from grenade_salad.bots.live_grenade.normal import LATE, RESTLESS, SPARE
from grenade_salad.bots.live_grenade.quick import Stacked
from grenade_salad.bots.live_grenade.worlds import (
    DRAW,
    FRIEND,
    JACK,
    KING,
    PAIR,
    QUEEN,
    RANKS,
    REVERSE,
    SKIP,
    STEAL,
    TEN,
    Bools,
    Floats,
    Ints,
    Worlds,
    best_of,
    count,
    total,
)

_WORTH = np.zeros(11, dtype=np.float32)
_WORTH[[KING, QUEEN, JACK, TEN]] = 0.45, 0.25, 0.25, 0.2
_WORTH[FRIEND] = 1.0


class QuickNormal:
    """Decides as `Normal` does, in many worlds."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Steal where Best Friends are likely and one may be needed or spared, end the turn without a draw if it is
        dangerous, else draw.
        """
        seat = worlds.turn[rows]
        hand = worlds.hands[rows, seat]
        chance = _chances(worlds, rows, seat)
        target = best_of(chance, self._rng)
        risk, alone = _risk(worlds, rows), hand[:, FRIEND] == 0
        spare = total(hand[:, RANKS] // 2) + hand[:, TEN] >= SPARE[""]
        restless = (hand[:, TEN] > 0) & (self._rng.random(len(rows)) < RESTLESS[""])
        wants = alone | spare | restless | (risk >= LATE) | (count(worlds.alive[rows]) == 2)
        able = (chance.max(1) >= 0) & wants
        do = np.full(len(rows), DRAW)
        ends = (hand[:, JACK] + hand[:, QUEEN] > 0) & (risk >= np.where(alone, 0.35, 0.65))
        turn_round = self._rng.random(len(rows)) * (hand[:, JACK] + hand[:, QUEEN]) < hand[:, QUEEN]
        do[ends] = np.where(turn_round[ends], REVERSE, SKIP)
        do[able & (hand[:, RANKS] >= 2).any(1)] = PAIR
        do[able & (hand[:, TEN] > 0)] = STEAL
        return do, target

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """A King where it helps enough."""
        rows = plays.rows
        at = np.arange(len(rows))
        friends = _friends(worlds, rows, asked)
        mine = friends[at, asked]
        hand = worlds.hands[rows, asked]
        target = plays.target
        steals = plays.do >= STEAL
        size = worlds.hands[rows, target].sum(1)
        chance = friends[at, target] / np.maximum(size, 1)
        own = (hand @ _WORTH - np.where(mine > 1, 0.35 * mine, 0)) / np.maximum(hand.sum(1), 1)
        harm_theft = np.where((plays.seat == asked) & (size > 0), -2 * chance - 0.1, 0)
        harm_theft = np.where(target == asked, own, harm_theft)
        risk = _risk(worlds, rows)
        left = worlds.alive[rows].sum(1)
        way = np.where((plays.do == REVERSE) & (left > 2), -worlds.way[rows], worlds.way[rows])
        follows = worlds.next_seat(plays.seat, way, rows) == asked
        harm = 0.8 * risk * np.maximum(0, 1 - friends[at, plays.seat]) / (left - 1)
        harm = harm + np.where(follows, risk * np.where(mine > 0, 0.3, 1.0), 0)
        harm = np.where(plays.seat == asked, np.where(mine > 0, -0.1 * risk, -risk), harm)
        harm = np.where(steals, harm_theft, harm)
        wants: Bools = np.where(plays.kings % 2 == 1, -harm, harm) >= 0.15
        return wants


def _risk(worlds: Worlds, rows: Ints) -> Floats:
    aces = worlds.alive[rows].sum(1) - 1
    risk: Floats = aces / (worlds.deck[rows].sum(1) + aces)
    return risk


def _friends(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """How many Best Friends everybody may be expected to hold, by what the seat knows."""
    at = np.arange(len(rows))
    hands = worlds.hands[rows]
    sizes = hands.sum(2)
    sizes[at, seat] = 0
    seen = np.minimum(worlds.known[rows, seat, :, FRIEND], sizes)
    own = hands[at, seat, FRIEND]
    deck = worlds.deck[rows]
    hidden = hands[:, :, FRIEND].sum(1) - own + deck[:, FRIEND] - seen.sum(1)
    places = sizes.sum(1) + deck.sum(1) - seen.sum(1)
    share = np.where(places > 0, np.clip(hidden / np.maximum(places, 1e-9), 0, 1), 0)
    friends: Floats = seen + (sizes - seen) * share[:, None]
    friends[at, seat] = own
    return friends


def _chances(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """The chance that a card stolen from somebody is a Best Friend; -1 where nothing can be stolen."""
    sizes = worlds.hands[rows].sum(2)
    able = sizes > 0
    able[np.arange(len(rows)), seat] = False
    chances: Floats = np.where(able, _friends(worlds, rows, seat) / np.maximum(sizes, 1), -1)
    return chances
