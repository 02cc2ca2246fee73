"""Deals of Live Grenade at many tables. Cards are indexes of `CARDS`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.live_grenade.cards import CARDS, PAIR_RANKS, PLAIN_RANKS, SUITS
from grenade_salad.games.live_grenade.options import (
    SHORT_SETS,
    LiveGrenadeOptions,
    count_special_sets,
    friends_in_deck,
)
from grenade_salad.lab.batch.batch import Bytes, Indexes, RandomStreams

_FIRST_PAIR = CARDS.index(PAIR_RANKS[0] + SUITS[0])
_THREE_OF_HEARTS = CARDS.index("3H")
_SUITS = len(SUITS)


def _list_cards(ranks: tuple[str, ...], suits: tuple[str, ...], times: int) -> list[int]:
    return [CARDS.index(rank + suit) for _ in range(times) for rank in ranks for suit in suits]


class Dealer:
    """Deals cards for these seats and house rules (LG-02 to LG-08, LG-31).

    The house rules have been checked before.
    """

    def __init__(self, seats: int, options: LiveGrenadeOptions) -> None:
        friends, sets = friends_in_deck(seats, options), count_special_sets(seats, options)
        self._seats, self._options = seats, options
        self._twos = np.array(_list_cards(("2",), SUITS, sets), np.uint8)
        self._aces = np.array(_list_cards(("A",), SUITS, sets), np.uint8)
        self._twos_left = friends.twos
        self._missing_count = SHORT_SETS[seats] if options.short else 0
        # If chance decides which ranks are missing, the first ranks stand for those in play until there is a deal.
        pair_ranks = PAIR_RANKS[: len(PAIR_RANKS) - self._missing_count]
        if options.short_ranks:
            pair_ranks = tuple(rank for rank in PAIR_RANKS if rank not in options.short_ranks)
        plain = (*pair_ranks, *PLAIN_RANKS[len(PAIR_RANKS) :])
        fixed = (
            _list_cards(plain, SUITS, options.decks) + _list_cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds]
        )
        fixed += _list_cards(("3",), ("H",), friends.hearts) + _list_cards(("3",), ("S",), friends.spades)
        self._fixed = np.array(fixed, np.uint8)

    @property
    def card_count(self) -> int:
        """Number of cards in all."""
        return len(self._fixed) + self._twos_left + 2 * self._seats - 1

    def deal(self, which: Indexes, streams: RandomStreams) -> tuple[NDArray[np.uint8], Bytes, Bytes]:
        """Return hands, decks and the ranks that are taken out, a row for each table.

        Hands are tables x seats x cards; decks have the next card first; ranks are bits of `PAIR_RANKS`.
        """
        seats, count = self._seats, len(which)
        twos = shuffle(np.broadcast_to(self._twos, (count, len(self._twos))), which, streams)
        aces = shuffle(np.broadcast_to(self._aces, (count, len(self._aces))), which, streams)
        first = np.full((count, 1), _THREE_OF_HEARTS, np.uint8)
        friends = shuffle(np.concatenate((first, twos[:, : seats - 1]), axis=1), which, streams)
        fixed, missing = self._draw_ranks(which, streams)
        deck = shuffle(np.concatenate((fixed, twos[:, seats - 1 :][:, : self._twos_left]), axis=1), which, streams)
        extra = self._options.extra_cards
        dealt = deck[:, : extra * seats].reshape(count, seats, extra)
        hands = np.concatenate((friends[:, :, None], dealt), axis=2)
        rest = np.concatenate((deck[:, extra * seats :], aces[:, : seats - 1]), axis=1)
        return hands, shuffle(rest, which, streams), missing

    def _draw_ranks(self, which: Indexes, streams: RandomStreams) -> tuple[Bytes, Bytes]:
        """Return the cards that are always in play, and the ranks that are not."""
        fixed = np.broadcast_to(self._fixed, (len(which), len(self._fixed)))
        if not self._missing_count:
            return fixed, np.zeros(len(which), np.uint8)
        if self._options.short_ranks:
            missing = sum(1 << PAIR_RANKS.index(rank) for rank in self._options.short_ranks)
            return fixed, np.full(len(which), missing, np.uint8)
        all_ranks = np.broadcast_to(np.arange(len(PAIR_RANKS), dtype=np.uint8), (len(which), len(PAIR_RANKS)))
        ranks = shuffle(all_ranks, which, streams)
        rank = (fixed.astype(np.intp) - _FIRST_PAIR) // _SUITS
        pairs = (rank >= 0) & (rank < len(PAIR_RANKS))
        real = np.take_along_axis(ranks, np.where(pairs, rank, 0), axis=1) * _SUITS + _FIRST_PAIR + fixed % _SUITS
        missing_bits = np.bitwise_or.reduce(np.left_shift(1, ranks[:, len(PAIR_RANKS) - self._missing_count :]), axis=1)
        return np.where(pairs, real, fixed).astype(np.uint8), missing_bits.astype(np.uint8)


def shuffle(cards: Bytes, which: Indexes, streams: RandomStreams) -> Bytes:
    """Return each row in a random order, from the stream of its table."""
    return np.take_along_axis(cards, streams.draw_words(which, cards.shape[1]).argsort(axis=1), axis=1)
