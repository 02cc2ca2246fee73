"""The lower levels of Live Grenade as players of a batch: they decide as those of `players.live_grenade` do.

With more than one deck they take another Jack or Queen, or any of two equal pairs, more or less often than those.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.live_grenade.cards import PAIR_RANKS
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions, friends_asked
from grenade_salad.lab.batch.batch import Doubles, Flags, Floats, Indexes
from grenade_salad.lab.batch.players import Asked, Choices, Player, drawn
from grenade_salad.players.live_grenade import SLIPS
from grenade_salad.players.live_grenade.easy import ANYBODY, FORGETS, SHOWS_OFF
from grenade_salad.players.live_grenade.normal import (
    ALIKE,
    ANY_CARD,
    CANCEL,
    ESCAPE,
    FURTHER_FRIEND,
    LATE,
    OWN_THEFT,
    RESTLESS,
    SKIP_ALONE,
    SKIP_WITH_FRIEND,
    SPARE,
    WORTH,
)

_PAIRS = len(PAIR_RANKS)
_DRAW, _PASS, _CANCEL, _SKIP, _REVERSE, _FIRST_THEFT = range(6)
_FRIEND, _TEN, _JACK, _QUEEN, _KING = 0, 1 + _PAIRS, 2 + _PAIRS, 3 + _PAIRS, 4 + _PAIRS
_PLAYS = 4
_WORTHS = {_TEN: "1", _JACK: "J", _QUEEN: "Q", _KING: "K"}


@dataclass
class Seen:
    """What the encoder's numbers and the memory say, for players with so many seats and these house rules.

    Columns of seats count from the own one on, clockwise. `friends` is how many Best Friends may be expected in each
    hand, as `Memory.friends` says it.
    """

    own: Doubles
    sizes: Doubles
    alive: Doubles
    risk: Doubles
    turn: Indexes
    direction: Indexes
    waits: Flags
    theft: Flags
    reverse: Flags
    victim: Indexes
    kings: Indexes
    own_under: Flags
    friends: Doubles
    left: Doubles

    @classmethod
    def of(cls, numbers: Floats, remembered: Doubles, friends_in_all: int) -> Seen:
        """`remembered`: see `LiveGrenadeBatch.remembered`."""
        seats, at = remembered.shape[1] - 1, 0
        found: list[Doubles] = []
        for width in (_KING + 1, _KING + 2, seats, seats, 1, 1, seats, 1, _PLAYS, seats, 1, seats):
            found.append(numbers[:, at : at + width].astype(np.float64))
            at += width
        own, discarded, sizes, alive, deck, grenades, turn, direction, plays, victims, kings, _ = found
        hands = sizes.copy()
        hands[:, 0] = 0
        seen = np.minimum(remembered[:, :seats], hands)
        known = seen.sum(axis=1)
        hidden = friends_in_all - own[:, _FRIEND] - discarded[:, _FRIEND] - known
        places = hands.sum(axis=1) + deck[:, 0] - grenades[:, 0] - known
        share = np.where(places > 0, np.clip(hidden / np.where(places > 0, places, 1), 0, 1), 0)
        friends = seen + (hands - seen) * share[:, None]
        friends[:, 0] = own[:, _FRIEND]
        return cls(
            own=own,
            sizes=sizes,
            alive=alive,
            risk=grenades[:, 0] / np.maximum(deck[:, 0], 1),
            turn=turn.argmax(axis=1),
            direction=direction[:, 0].astype(np.intp),
            waits=plays.sum(axis=1) > 0,
            theft=plays[:, :2].sum(axis=1) > 0,
            reverse=plays[:, 3] > 0,
            victim=victims.argmax(axis=1),
            kings=kings[:, 0].astype(np.intp),
            own_under=remembered[:, seats] > 0,
            friends=friends,
            left=alive.sum(axis=1),
        )


def players(seats: int, options: LiveGrenadeOptions) -> dict[str, Player]:
    """A player for each level that can decide at many tables at once."""
    friends = seats + friends_asked(seats, options)

    def seen(asked: Asked) -> Seen:
        return Seen.of(asked.observe(), asked.remembered(), friends)

    def anything(asked: Asked, rng: np.random.Generator) -> Choices:
        now = seen(asked)
        return drawn(asked.mask * _ways(now, seats), rng)

    def normal(asked: Asked, rng: np.random.Generator) -> Choices:
        now = seen(asked)
        return _sound(now, asked.mask, seats, rng)

    def easy(asked: Asked, rng: np.random.Generator) -> Choices:
        now = seen(asked)
        return _easy(now, asked.mask, seats, rng)

    def casual(asked: Asked, rng: np.random.Generator) -> Choices:
        now = seen(asked)
        slips = rng.random(len(now.risk)) < SLIPS
        sound = _sound(now, asked.mask, seats, rng)
        return np.where(slips, _easy(now, asked.mask, seats, rng), sound)

    return {"random": anything, "easy": easy, "casual": casual, "normal": normal}


def _ways(now: Seen, seats: int) -> Doubles:
    """In how many ways each choice can be made with the cards of the hand: each is one legal action."""
    ways = np.ones((len(now.risk), _FIRST_THEFT + (1 + _PAIRS) * (seats - 1)))
    ways[:, _CANCEL], ways[:, _SKIP], ways[:, _REVERSE] = now.own[:, _KING], now.own[:, _JACK], now.own[:, _QUEEN]
    ways[:, _FIRST_THEFT:] = np.repeat(_thefts(now.own), seats - 1, axis=1)
    return ways


def _thefts(own: Doubles) -> Doubles:
    """By which 10s and pairs of each rank a card can be stolen: how many ways."""
    pairs = own[:, 1 : 1 + _PAIRS]
    return np.column_stack((own[:, _TEN], pairs * (pairs - 1) / 2))


def _sound(now: Seen, mask: NDArray[np.int8], seats: int, rng: np.random.Generator) -> Choices:
    """What Normal does."""
    return np.where(now.waits, _answer(now, mask), _turn(now, mask, seats, rng))


def _turn(now: Seen, mask: NDArray[np.int8], seats: int, rng: np.random.Generator) -> Choices:
    """Normal's turn; thefts that the mask does not have are left out."""
    alone = now.own[:, _FRIEND] == 0
    spare = now.own[:, _TEN] + (now.own[:, 1 : 1 + _PAIRS] // 2).sum(axis=1)
    restless = (now.own[:, _TEN] > 0) & (rng.random(len(alone)) < RESTLESS[""])
    wants = alone | (now.risk >= LATE) | (now.left == 2) | (spare >= SPARE[""]) | restless
    thefts = mask[:, _FIRST_THEFT:].reshape(len(mask), 1 + _PAIRS, seats - 1) > 0
    steals = wants & thefts.any(axis=(1, 2))
    enders = now.own[:, [_JACK, _QUEEN]] * (mask[:, [_SKIP, _REVERSE]] > 0)
    bearable = np.where(alone, SKIP_ALONE[""], SKIP_WITH_FRIEND[""])
    ends = enders.any(axis=1) & (now.risk >= bearable)
    chance = np.where(now.sizes > 0, now.friends / np.maximum(now.sizes, 1), -1.0)[:, 1:]
    alike = chance > chance.max(axis=1, keepdims=True) - ALIKE
    victim = drawn(alike & (now.sizes[:, 1:] > 0), rng)
    theft = _FIRST_THEFT + thefts.any(axis=2).argmax(axis=1) * (seats - 1) + victim
    return np.where(steals, theft, np.where(ends, _SKIP + drawn(enders, rng), _DRAW))


def _answer(now: Seen, mask: NDArray[np.int8]) -> Choices:
    """Normal's answer to a play."""
    harm = np.where(now.kings % 2 == 1, -_harm(now), _harm(now))
    return np.where((harm >= CANCEL[""]) & (mask[:, _CANCEL] > 0), _CANCEL, _PASS)


def _harm(now: Seen) -> Doubles:
    """How much worse off the seat is if the play at the bottom of the stack is carried out; below 0: better."""
    rows, risk, alone = np.arange(len(now.risk)), now.risk, now.own[:, _FRIEND] == 0
    mine = now.turn == 0
    size = now.sizes[rows, now.victim]
    chance = now.friends[rows, now.victim] / np.maximum(size, 1)
    gain = np.where(mine & (size > 0), -OWN_THEFT * chance - ANY_CARD, 0.0)
    friend = np.where(now.own[:, _FRIEND] > 1, FURTHER_FRIEND, 1.0)
    worth = now.own[:, _FRIEND] * friend + sum(now.own[:, card] * WORTH[name] for card, name in _WORTHS.items())
    theft = np.where(now.victim == 0, worth / np.maximum(now.sizes[:, 0], 1), gain)
    escaped = ESCAPE * risk * np.maximum(0.0, 1.0 - now.friends[rows, now.turn]) / np.maximum(now.left - 1, 1)
    follows = _next(now) == 0
    ender = np.where(mine, np.where(alone, -risk, -0.1 * risk), escaped + follows * risk * np.where(alone, 1.0, 0.3))
    return np.where(now.theft, theft, ender)


def _next(now: Seen) -> Indexes:
    """Whose turn comes when the Skip or Reverse is carried out."""
    seats, rows = now.alive.shape[1], np.arange(len(now.risk))
    way = np.where(now.reverse & (now.left > 2), -now.direction, now.direction)
    seat = (now.turn + way) % seats
    for _ in range(seats - 2):
        seat = np.where(now.alive[rows, seat] > 0, seat, (seat + way) % seats)
    found: Indexes = seat
    return found


def _easy(now: Seen, mask: NDArray[np.int8], seats: int, rng: np.random.Generator) -> Choices:
    """What Easy does."""
    many = len(now.risk)
    forgets, shows, anybody = (rng.random(many) < share for share in (FORGETS, SHOWS_OFF, ANYBODY))
    hurts = np.where(now.kings > 0, now.own_under, now.theft & (now.victim == 0))
    king = (mask[:, _CANCEL] > 0) & hurts
    answer = np.where(forgets, _PASS, np.where(king, _CANCEL, _answer(now, mask)))
    ways = _ways(now, seats) * mask
    thefts, enders = ways[:, _FIRST_THEFT:], ways[:, _SKIP:_FIRST_THEFT]
    steals = thefts.any(axis=1) & ~forgets
    others = mask.copy()
    others[~steals, _FIRST_THEFT:] = 0
    ends = ~steals & enders.any(axis=1) & shows
    turn = _turn(now, others, seats, rng)
    turn = np.where(ends, _SKIP + drawn(enders, rng), turn)
    turn = np.where(steals & anybody, _FIRST_THEFT + drawn(thefts, rng), turn)
    return np.where(now.waits, answer, turn)
