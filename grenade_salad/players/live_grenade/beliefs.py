"""What a seat saw of the cards, and worlds that agree with it."""

from __future__ import annotations

import numpy as np

from grenade_salad.core import Event
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.live_grenade.cards import GRENADES, PAIR_RANKS
from grenade_salad.games.live_grenade.events import Dealt, Drew, Grenade, Out, Played, Skipped, Stolen
from grenade_salad.games.live_grenade.options import MOST_SEATS, friends_asked
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.live_grenade.determinizations import (
    FRIEND,
    RANKS,
    SORTS,
    TEN,
    Floats,
    Ints,
    Worlds,
    pick,
    sort_of,
    total,
)

_TRIES = 4
"""How many worlds are thought up for each that is taken."""
_KEPT = -2
"""How likely it is that somebody ended a turn with a 10 or a pair in hand, for each of them: 2 to the power of this."""


class Beliefs:
    """Which cards everybody has reason to expect in which hand, as far as this seat can tell.

    The numbers are those of `Worlds.known`; the sizes of hands are counted along, and how many cards somebody got
    since they could last steal with them.
    """

    def __init__(self) -> None:
        self._known: Floats = np.zeros((MOST_SEATS, MOST_SEATS, len(SORTS)), dtype=np.float32)
        self._size = [0] * MOST_SEATS
        self._fresh = [99] * MOST_SEATS

    def see(self, event: Event) -> None:
        """Something happened."""
        known, size = self._known, self._size
        match event:
            case Dealt():
                size[event.seat] = event.number
                known[:, event.seat] = 0
                known[:, event.seat, FRIEND] = 1
            case Drew():
                size[event.seat] += 1
                self._fresh[event.seat] = 1
            case Skipped():
                self._fresh[event.seat] = 0
            case Played():
                for card in event.cards:
                    self._gone(event.seat, sort_of(card))
            case Grenade() if event.friend:
                self._gone(event.seat, FRIEND)
                self._fresh[event.seat] = 0
            case Out():
                size[event.seat] = 0
                known[:, event.seat] = 0
            case Stolen():
                self._stolen(event.thief, event.victim, event.card)

    def _gone(self, seat: int, sort: int) -> None:
        """A card left a hand before the eyes of all."""
        self._size[seat] = max(0, self._size[seat] - 1)
        self._known[:, seat, sort] = np.maximum(self._known[:, seat, sort] - 1, 0)

    def _stolen(self, thief: int, victim: int, card: str | None) -> None:
        """A card changed hands: the two know it; for all others it was any of the hand."""
        known = self._known
        share = on_grid(known[:, victim] / max(1, self._size[victim])).astype(np.float32)
        if card is not None:
            share[[thief, victim]] = 0
        known[:, victim] -= share
        known[:, thief] += share
        if card is not None:
            sort = sort_of(card)
            known[thief, victim, sort] = max(0, known[thief, victim, sort] - 1)
            known[victim, thief, sort] += 1
        self._size[victim] = max(0, self._size[victim] - 1)
        self._size[thief] += 1

    def known(self, seats: int) -> Floats:
        """As in `Worlds.known`, for one world."""
        known: Floats = self._known[:seats, :seats]
        return known

    def blank(self, view: LiveGrenadeView, seat: int) -> Worlds:
        """One world that has all that the seat can know, as `Table` looks at it; the cards of others mean nothing."""
        seats = len(view.hands)
        own = own_hand(view, seat)
        hands = np.zeros((1, seats, len(SORTS)), dtype=np.int64)
        hands[0, :, RANKS.start] = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        deck = unseen(view, own) - hands.sum(1)
        assert isinstance(view.deck, int)
        deck[0, RANKS.start] -= deck.sum() - (view.deck - view.grenades)
        hands[0, seat] = own
        return _laid_out(view, hands, deck, self.known(seats))

    def likely(self, view: LiveGrenadeView, seat: int, number: int, rng: np.random.Generator) -> Worlds:
        """So many worlds, of which those are rarer in which somebody kept what most would have stolen with."""
        worlds = self.worlds(view, seat, _TRIES * number, rng)
        kept = (
            worlds.hands[:, :, TEN] + total(worlds.hands[:, :, RANKS] // 2) - np.array(self._fresh[: len(view.hands)])
        )
        kept[:, seat] = 0
        weight = np.ldexp(1.0, _KEPT * np.maximum(kept, 0).sum(1))
        chosen = worlds.only(rng.choice(len(weight), number, p=weight / weight.sum()))
        chosen.stream = chosen.first = np.arange(number)
        return chosen

    def worlds(self, view: LiveGrenadeView, seat: int, number: int, rng: np.random.Generator) -> Worlds:
        """So many worlds in which everybody holds what they may hold, for all that the seat saw."""
        seats = len(view.hands)
        own = own_hand(view, seat)
        hidden = np.tile(unseen(view, own), (number, 1))
        sizes = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        hands = np.zeros((number, seats, len(SORTS)), dtype=np.int64)
        hands[:, seat] = own
        for other in rng.permutation(seats).tolist():  # Who comes first gets what is expected of several.
            expected = self._known[seat, other]
            room = np.full(number, sizes[other])
            for sort in map(int, np.flatnonzero(expected)):
                cards = np.floor(expected[sort] + rng.random(number)).astype(np.int64)
                cards = np.minimum(cards, np.minimum(room, hidden[:, sort]))
                hands[:, other, sort] += cards
                hidden[:, sort] -= cards
                room -= cards
        for other, size in enumerate(sizes):
            while (rows := np.flatnonzero(hands[:, other].sum(1) < size)).size:
                some = _any(hidden[rows], rng)
                hands[rows, other, some] += 1
                hidden[rows, some] -= 1
        assert isinstance(view.deck, int)
        while (rows := np.flatnonzero(hidden.sum(1) > view.deck - view.grenades)).size:
            hidden[rows, _any(hidden[rows], rng)] -= 1
        return _laid_out(view, hands, hidden, self.known(seats))


def _laid_out(view: LiveGrenadeView, hands: Ints, deck: Ints, known: Floats) -> Worlds:
    number = len(hands)
    return Worlds(
        hands=hands,
        deck=deck,
        alive=np.tile(np.array(view.alive), (number, 1)),
        turn=np.full(number, view.turn),
        way=np.full(number, view.direction),
        shuffles=np.zeros(number, dtype=np.int64),
        stream=np.arange(number),
        known=np.tile(known, (number, 1, 1, 1)),
        first=np.arange(number),
    )


def own_hand(view: LiveGrenadeView, seat: int) -> Ints:
    """How many cards of each sort the seat has."""
    hand = view.hands[seat]
    assert isinstance(hand, tuple)
    return _counted(hand)


def unseen(view: LiveGrenadeView, own: Ints) -> Ints:
    """How many cards of each sort are in places that a seat with this hand cannot see.

    Where a position was laid out by hand, there may be other cards: then there are enough of any for all places.
    """
    options = view.options
    cards = np.full(len(SORTS), 4 * options.decks)
    cards[FRIEND] = len(view.hands) + friends_asked(len(view.hands), options)
    for rank in view.short_ranks:
        cards[RANKS.start + PAIR_RANKS.index(rank)] = 0
    hidden: Ints = np.maximum(cards - own - _counted(view.discard), 0)
    assert isinstance(view.deck, int)
    places = view.deck - view.grenades + sum(hand for hand in view.hands if isinstance(hand, int))
    hidden[RANKS.start] += max(0, places - int(hidden.sum()))
    return hidden


def _counted(cards: tuple[str, ...]) -> Ints:
    counted = np.zeros(len(SORTS), dtype=np.int64)
    for card in cards:
        if card not in GRENADES:
            counted[sort_of(card)] += 1
    return counted


def _any(cards: Ints, rng: np.random.Generator) -> Ints:
    """The sort of any of these cards, in each world."""
    return pick(cards, rng.random(len(cards)) * cards.sum(1))
