"""The lower levels of Live Grenade as batch players.

They decide as those of `players.live_grenade` do. With more than one deck they choose another Jack or Queen, or one of
two equal pairs, more or less often than those.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.live_grenade.cards import PAIR_RANKS
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions, requested_friends
from grenade_salad.lab.batch.batch import Doubles, Flags, Floats, Indexes
from grenade_salad.lab.batch.players import BatchPlayer, BatchView, Choices, draw_columns
from grenade_salad.players.live_grenade import SLIPS
from grenade_salad.players.live_grenade.easy import FORGET_RATE, RANDOM_VICTIM_RATE, SHOW_OFF_RATE
from grenade_salad.players.live_grenade.normal import (
    ANY_CARD_WORTH,
    CANCEL_STAKE,
    CHANCE_TOLERANCE,
    ESCAPE_COST,
    FURTHER_FRIEND_WORTH,
    OWN_THEFT_WORTH,
    RESTLESS_RATE,
    SKIP_RISK_ALONE,
    SKIP_RISK_WITH_FRIEND,
    SPARE_THEFTS,
    STEAL_RISK,
    WORTH,
)

_PAIRS = len(PAIR_RANKS)
_DRAW, _PASS, _CANCEL, _SKIP, _REVERSE, _FIRST_THEFT = range(6)
_FRIEND, _TEN, _JACK, _QUEEN, _KING = 0, 1 + _PAIRS, 2 + _PAIRS, 3 + _PAIRS, 4 + _PAIRS
_PLAY_KINDS = 4
"""Number of kinds of plays that can be answered."""
_WORTH_NAMES = {_TEN: "1", _JACK: "J", _QUEEN: "Q", _KING: "K"}
"""The keys of `WORTH`, the first letters of cards, by group."""


@dataclass
class LiveGrenadeFeatures:
    """The encoder's numbers and the memory, as features for players.

    There is a row for each table. Seats count from the own one on, clockwise.
    """

    own_cards: Doubles
    """The number of own cards in each group."""
    sizes: Doubles
    """The number of cards in each hand."""
    alive: Doubles
    risk: Doubles
    """The share of grenades among the cards of the deck."""
    turn: Indexes
    """The seat whose turn it is."""
    direction: Indexes
    is_answering: Flags
    """True where a play waits for the seat's answer."""
    is_theft: Flags
    """True where that play is a theft."""
    is_reverse: Flags
    victim: Indexes
    """The seat that it would steal from."""
    kings: Indexes
    """The number of Kings on it."""
    is_own_under: Flags
    """True where the card under the last one of it is an own one."""
    friends: Doubles
    """The number of Best Friends that may be expected in each hand.

    They are counted as in `FriendMemory.friends`.
    """
    alive_count: Doubles

    @classmethod
    def decode(cls, numbers: Floats, memory: Doubles, total_friends: int) -> LiveGrenadeFeatures:
        """Return the features of these numbers and this memory.

        `memory` is that of `LiveGrenadeBatch.memory`.
        """
        seats, start = memory.shape[1] - 1, 0
        columns: list[Doubles] = []
        for width in (_KING + 1, _KING + 2, seats, seats, 1, 1, seats, 1, _PLAY_KINDS, seats, 1, seats):
            columns.append(numbers[:, start : start + width].astype(np.float64))
            start += width
        own_cards, discarded, sizes, alive, deck, grenades, turn, direction, plays, victims, kings, _ = columns
        hands = sizes.copy()
        hands[:, 0] = 0
        revealed = np.minimum(memory[:, :seats], hands)
        revealed_total = revealed.sum(axis=1)
        hidden = total_friends - own_cards[:, _FRIEND] - discarded[:, _FRIEND] - revealed_total
        places = hands.sum(axis=1) + deck[:, 0] - grenades[:, 0] - revealed_total
        share = np.where(places > 0, np.clip(hidden / np.where(places > 0, places, 1), 0, 1), 0)
        friends = revealed + (hands - revealed) * share[:, None]
        friends[:, 0] = own_cards[:, _FRIEND]
        return cls(
            own_cards=own_cards,
            sizes=sizes,
            alive=alive,
            risk=grenades[:, 0] / np.maximum(deck[:, 0], 1),
            turn=turn.argmax(axis=1),
            direction=direction[:, 0].astype(np.intp),
            is_answering=plays.sum(axis=1) > 0,
            is_theft=plays[:, :2].sum(axis=1) > 0,
            is_reverse=plays[:, 3] > 0,
            victim=victims.argmax(axis=1),
            kings=kings[:, 0].astype(np.intp),
            is_own_under=memory[:, seats] > 0,
            friends=friends,
            alive_count=alive.sum(axis=1),
        )


def make_players(seats: int, options: LiveGrenadeOptions) -> dict[str, BatchPlayer]:
    """Return a player for each level that can decide at many tables at once."""
    friends = seats + requested_friends(seats, options)

    def decode(view: BatchView) -> LiveGrenadeFeatures:
        return LiveGrenadeFeatures.decode(view.observe(), view.memory(), friends)

    def play_random(view: BatchView, rng: np.random.Generator) -> Choices:
        features = decode(view)
        return draw_columns(view.mask * _count_ways(features, seats), rng)

    def normal(view: BatchView, rng: np.random.Generator) -> Choices:
        features = decode(view)
        return _choose_normal(features, view.mask, seats, rng)

    def easy(view: BatchView, rng: np.random.Generator) -> Choices:
        features = decode(view)
        return _choose_easy(features, view.mask, seats, rng)

    def casual(view: BatchView, rng: np.random.Generator) -> Choices:
        features = decode(view)
        slips = rng.random(len(features.risk)) < SLIPS
        normal_choice = _choose_normal(features, view.mask, seats, rng)
        return np.where(slips, _choose_easy(features, view.mask, seats, rng), normal_choice)

    return {"random": play_random, "easy": easy, "casual": casual, "normal": normal}


def _count_ways(features: LiveGrenadeFeatures, seats: int) -> Doubles:
    """Count the ways in which each choice can be made with the cards of the hand.

    Each way is one legal action.
    """
    counts = np.ones((len(features.risk), _FIRST_THEFT + (1 + _PAIRS) * (seats - 1)))
    counts[:, [_CANCEL, _SKIP, _REVERSE]] = features.own_cards[:, [_KING, _JACK, _QUEEN]]
    counts[:, _FIRST_THEFT:] = np.repeat(_count_thefts(features.own_cards), seats - 1, axis=1)
    return counts


def _count_thefts(own_cards: Doubles) -> Doubles:
    """Count the ways to steal a card with 10s and with pairs of each rank."""
    pairs = own_cards[:, 1 : 1 + _PAIRS]
    return np.column_stack((own_cards[:, _TEN], pairs * (pairs - 1) / 2))


def _choose_normal(
    features: LiveGrenadeFeatures, mask: NDArray[np.int8], seats: int, rng: np.random.Generator
) -> Choices:
    """Choose as Normal does."""
    return np.where(features.is_answering, _choose_answer(features, mask), _choose_turn(features, mask, seats, rng))


def _choose_turn(
    features: LiveGrenadeFeatures, mask: NDArray[np.int8], seats: int, rng: np.random.Generator
) -> Choices:
    """Choose for Normal's turn; thefts that are not in the mask are left out."""
    is_alone = features.own_cards[:, _FRIEND] == 0
    spare = features.own_cards[:, _TEN] + (features.own_cards[:, 1 : 1 + _PAIRS] // 2).sum(axis=1)
    restless = (features.own_cards[:, _TEN] > 0) & (rng.random(len(is_alone)) < RESTLESS_RATE[""])
    wants_theft = (
        is_alone | (features.risk >= STEAL_RISK) | (features.alive_count == 2) | (spare >= SPARE_THEFTS[""]) | restless
    )
    thefts = mask[:, _FIRST_THEFT:].reshape(len(mask), 1 + _PAIRS, seats - 1) > 0
    steals = wants_theft & thefts.any(axis=(1, 2))
    enders = features.own_cards[:, [_JACK, _QUEEN]] * (mask[:, [_SKIP, _REVERSE]] > 0)
    bearable = np.where(is_alone, SKIP_RISK_ALONE[""], SKIP_RISK_WITH_FRIEND[""])
    ends = enders.any(axis=1) & (features.risk >= bearable)
    chance = np.where(features.sizes > 0, features.friends / np.maximum(features.sizes, 1), -1.0)[:, 1:]
    alike = chance > chance.max(axis=1, keepdims=True) - CHANCE_TOLERANCE
    victim = draw_columns(alike & (features.sizes[:, 1:] > 0), rng)
    theft = _FIRST_THEFT + thefts.any(axis=2).argmax(axis=1) * (seats - 1) + victim
    return np.where(steals, theft, np.where(ends, _SKIP + draw_columns(enders, rng), _DRAW))


def _choose_answer(features: LiveGrenadeFeatures, mask: NDArray[np.int8]) -> Choices:
    """Choose Normal's answer to a play."""
    harm = np.where(features.kings % 2 == 1, -_estimate_harm(features), _estimate_harm(features))
    return np.where((harm >= CANCEL_STAKE[""]) & (mask[:, _CANCEL] > 0), _CANCEL, _PASS)


def _estimate_harm(features: LiveGrenadeFeatures) -> Doubles:
    """Estimate how much worse off the seat is if the first play is carried out.

    It is the play at the bottom of the stack. Below 0 the seat is better off.
    """
    rows, risk, is_alone = np.arange(len(features.risk)), features.risk, features.own_cards[:, _FRIEND] == 0
    is_own_turn = features.turn == 0
    size = features.sizes[rows, features.victim]
    chance = features.friends[rows, features.victim] / np.maximum(size, 1)
    gain = np.where(is_own_turn & (size > 0), -OWN_THEFT_WORTH * chance - ANY_CARD_WORTH, 0.0)
    friend = np.where(features.own_cards[:, _FRIEND] > 1, FURTHER_FRIEND_WORTH, 1.0)
    worth = features.own_cards[:, _FRIEND] * friend + sum(
        features.own_cards[:, card] * WORTH[name] for card, name in _WORTH_NAMES.items()
    )
    theft = np.where(features.victim == 0, worth / np.maximum(features.sizes[:, 0], 1), gain)
    escaped = (
        ESCAPE_COST
        * risk
        * np.maximum(0.0, 1.0 - features.friends[rows, features.turn])
        / np.maximum(features.alive_count - 1, 1)
    )
    follows = _find_next_seat(features) == 0
    ender = np.where(
        is_own_turn, np.where(is_alone, -risk, -0.1 * risk), escaped + follows * risk * np.where(is_alone, 1.0, 0.3)
    )
    return np.where(features.is_theft, theft, ender)


def _find_next_seat(features: LiveGrenadeFeatures) -> Indexes:
    """Return the seat whose turn follows if the Skip or Reverse is carried out."""
    seats, rows = features.alive.shape[1], np.arange(len(features.risk))
    direction = np.where(features.is_reverse & (features.alive_count > 2), -features.direction, features.direction)
    seat = (features.turn + direction) % seats
    for _ in range(seats - 2):
        seat = np.where(features.alive[rows, seat] > 0, seat, (seat + direction) % seats)
    result: Indexes = seat
    return result


def _choose_easy(
    features: LiveGrenadeFeatures, mask: NDArray[np.int8], seats: int, rng: np.random.Generator
) -> Choices:
    """Choose as Easy does."""
    count = len(features.risk)
    forgets, shows, anybody = (rng.random(count) < share for share in (FORGET_RATE, SHOW_OFF_RATE, RANDOM_VICTIM_RATE))
    hurts = np.where(features.kings > 0, features.is_own_under, features.is_theft & (features.victim == 0))
    king = (mask[:, _CANCEL] > 0) & hurts
    answer = np.where(forgets, _PASS, np.where(king, _CANCEL, _choose_answer(features, mask)))
    counts = _count_ways(features, seats) * mask
    thefts, enders = counts[:, _FIRST_THEFT:], counts[:, _SKIP:_FIRST_THEFT]
    steals = thefts.any(axis=1) & ~forgets
    turn_mask = mask.copy()
    turn_mask[~steals, _FIRST_THEFT:] = 0
    ends = ~steals & enders.any(axis=1) & shows
    turn = _choose_turn(features, turn_mask, seats, rng)
    turn = np.where(ends, _SKIP + draw_columns(enders, rng), turn)
    turn = np.where(steals & anybody, _FIRST_THEFT + draw_columns(thefts, rng), turn)
    return np.where(features.is_answering, answer, turn)
