"""Beliefs of a seat about the cards, and worlds that agree with them."""

from __future__ import annotations

import numpy as np

from grenade_salad.core import Event
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.live_grenade.cards import GRENADES, PAIR_RANKS
from grenade_salad.games.live_grenade.events import Dealt, Drew, Grenade, Out, Played, Skipped, Stolen
from grenade_salad.games.live_grenade.options import MAX_SEATS, requested_friends
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.live_grenade.determinizations import (
    FRIEND,
    RANKS,
    SORTS,
    TEN,
    Floats,
    Ints,
    Worlds,
    card_sort,
    pick_sort,
    sum_cards,
)

_CANDIDATES = 4
"""Number of candidate worlds for each world that is chosen."""
_KEPT_EXPONENT = -2
"""Binary exponent of the weight for each unplayed 10 or pair.

It is the probability that a player ended a turn with one in hand, as 2 to the power of this.
"""

_MANY = 99
"""More cards than a hand can have: what was dealt could not be stolen with yet."""


class Beliefs:
    """The cards that each player may expect in each hand, as this seat sees it."""

    def __init__(self) -> None:
        self._expected: Floats = np.zeros((MAX_SEATS, MAX_SEATS, len(SORTS)), dtype=np.float32)
        """By player, owner of the hand and sort, as `Worlds.expected`."""
        self._sizes = [0] * MAX_SEATS
        """The size of each hand."""
        self._fresh = [_MANY] * MAX_SEATS
        """The number of cards that each player got since they could last steal with them."""

    def see(self, event: Event) -> None:
        """Observe an event."""
        expected, sizes = self._expected, self._sizes
        match event:
            case Dealt():
                sizes[event.seat] = event.number
                expected[:, event.seat] = 0
                expected[:, event.seat, FRIEND] = 1
            case Drew():
                sizes[event.seat] += 1
                self._fresh[event.seat] = 1
            case Skipped():
                self._fresh[event.seat] = 0
            case Played():
                for card in event.cards:
                    self._remove_card(event.seat, card_sort(card))
            case Grenade() if event.friend:
                self._remove_card(event.seat, FRIEND)
                self._fresh[event.seat] = 0
            case Out():
                sizes[event.seat] = 0
                expected[:, event.seat] = 0
            case Stolen():
                self._move_stolen(event.thief, event.victim, event.card)

    def _remove_card(self, seat: int, sort: int) -> None:
        """Remove a card that left a hand in public."""
        self._sizes[seat] = max(0, self._sizes[seat] - 1)
        self._expected[:, seat, sort] = np.maximum(self._expected[:, seat, sort] - 1, 0)

    def _move_stolen(self, thief: int, victim: int, card: str | None) -> None:
        """Move a stolen card.

        The two players know it; for all others it was any card of the hand.
        """
        expected = self._expected
        share = on_grid(expected[:, victim] / max(1, self._sizes[victim])).astype(np.float32)
        if card is not None:
            share[[thief, victim]] = 0
        expected[:, victim] -= share
        expected[:, thief] += share
        if card is not None:
            sort = card_sort(card)
            expected[thief, victim, sort] = max(0, expected[thief, victim, sort] - 1)
            expected[victim, thief, sort] += 1
        self._sizes[victim] = max(0, self._sizes[victim] - 1)
        self._sizes[thief] += 1

    def expected_cards(self, seats: int) -> Floats:
        """Return the numbers as in `Worlds.known`, for one world."""
        expected: Floats = self._expected[:seats, :seats]
        return expected

    def blank_world(self, view: LiveGrenadeView, seat: int) -> Worlds:
        """Return one world with all that the seat can know.

        `PositionFeatures` reads it. The cards of others have no meaning in it.
        """
        seats = len(view.hands)
        own_cards = own_hand(view, seat)
        hands = np.zeros((1, seats, len(SORTS)), dtype=np.int64)
        hands[0, :, RANKS.start] = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        deck = unseen(view, own_cards) - hands.sum(1)
        assert isinstance(view.deck, int)
        deck[0, RANKS.start] -= deck.sum() - (view.deck - view.grenades)
        hands[0, seat] = own_cards
        return _make_worlds(view, hands, deck, self.expected_cards(seats))

    def likely_worlds(self, view: LiveGrenadeView, seat: int, count: int, rng: np.random.Generator) -> Worlds:
        """Return worlds that are weighted by how likely players are to keep such cards.

        Worlds are rarer in which a player kept what most would have stolen with.
        """
        worlds = self.possible_worlds(view, seat, _CANDIDATES * count, rng)
        kept_cards = (
            worlds.hands[:, :, TEN]
            + sum_cards(worlds.hands[:, :, RANKS] // 2)
            - np.array(self._fresh[: len(view.hands)])
        )
        kept_cards[:, seat] = 0
        weight = np.ldexp(1.0, _KEPT_EXPONENT * np.maximum(kept_cards, 0).sum(1))
        chosen = worlds.select(rng.choice(len(weight), count, p=weight / weight.sum()))
        chosen.stream = chosen.origin = np.arange(count)
        return chosen

    def possible_worlds(self, view: LiveGrenadeView, seat: int, count: int, rng: np.random.Generator) -> Worlds:
        """Return worlds that agree with all that the seat saw."""
        seats = len(view.hands)
        own_cards = own_hand(view, seat)
        hidden = np.tile(unseen(view, own_cards), (count, 1))
        sizes = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        hands = np.zeros((count, seats, len(SORTS)), dtype=np.int64)
        hands[:, seat] = own_cards
        for rival in rng.permutation(seats).tolist():  # The first player gets the cards that are expected of several.
            expected = self._expected[seat, rival]
            space = np.full(count, sizes[rival])
            for sort in map(int, np.flatnonzero(expected)):
                cards = np.floor(expected[sort] + rng.random(count)).astype(np.int64)
                cards = np.minimum(cards, np.minimum(space, hidden[:, sort]))
                hands[:, rival, sort] += cards
                hidden[:, sort] -= cards
                space -= cards
        for rival, size in enumerate(sizes):
            while (rows := np.flatnonzero(hands[:, rival].sum(1) < size)).size:
                sorts = _pick_sort(hidden[rows], rng)
                hands[rows, rival, sorts] += 1
                hidden[rows, sorts] -= 1
        assert isinstance(view.deck, int)
        while (rows := np.flatnonzero(hidden.sum(1) > view.deck - view.grenades)).size:
            hidden[rows, _pick_sort(hidden[rows], rng)] -= 1
        return _make_worlds(view, hands, hidden, self.expected_cards(seats))


def _make_worlds(view: LiveGrenadeView, hands: Ints, deck: Ints, expected: Floats) -> Worlds:
    count = len(hands)
    return Worlds(
        hands=hands,
        deck=deck,
        alive=np.tile(np.array(view.alive), (count, 1)),
        turn=np.full(count, view.turn),
        direction=np.full(count, view.direction),
        shuffles=np.zeros(count, dtype=np.int64),
        stream=np.arange(count),
        expected=np.tile(expected, (count, 1, 1, 1)),
        origin=np.arange(count),
    )


def own_hand(view: LiveGrenadeView, seat: int) -> Ints:
    """Return the number of cards of each sort that the seat has."""
    hand = view.hands[seat]
    assert isinstance(hand, tuple)
    return _count_sorts(hand)


def unseen(view: LiveGrenadeView, own_cards: Ints) -> Ints:
    """Return the number of cards of each sort that a seat with this hand cannot see.

    If a position was set up by hand, there may be other cards: then one sort is filled up for all places.
    """
    options = view.options
    cards = np.full(len(SORTS), 4 * options.decks)
    cards[FRIEND] = len(view.hands) + requested_friends(len(view.hands), options)
    for rank in view.short_ranks:
        cards[RANKS.start + PAIR_RANKS.index(rank)] = 0
    hidden: Ints = np.maximum(cards - own_cards - _count_sorts(view.discard), 0)
    assert isinstance(view.deck, int)
    places = view.deck - view.grenades + sum(hand for hand in view.hands if isinstance(hand, int))
    hidden[RANKS.start] += max(0, places - int(hidden.sum()))
    return hidden


def _count_sorts(cards: tuple[str, ...]) -> Ints:
    counts = np.zeros(len(SORTS), dtype=np.int64)
    for card in cards:
        if card not in GRENADES:
            counts[card_sort(card)] += 1
    return counts


def _pick_sort(cards: Ints, rng: np.random.Generator) -> Ints:
    """Return the sort of a random card of these, in each world."""
    return pick_sort(cards, rng.random(len(cards)) * cards.sum(1))
