"""Live Grenade in numbers: what a card is for counts, not its suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature, relative, seat_of
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.cards import PAIR_RANKS, SUITS
from grenade_salad.games.live_grenade.options import MOST_DECKS, LiveGrenadeOptions
from grenade_salad.games.live_grenade.view import LiveGrenadeView

_GROUPS = ("friend", *PAIR_RANKS, "10", "J", "Q", "K", "A")
_GROUP = {rank: index for index, rank in enumerate(_GROUPS)} | {"2": 0, "3": 0}
_IN_HAND = len(_GROUPS) - 1
_ALONE = ("draw", "pass", "cancel", "skip", "reverse")
_PLAYS = ("pair", "steal", "skip", "reverse")
_CARDS = 52.0 * MOST_DECKS
_OF_GROUP = len(SUITS) * (MOST_DECKS + 1.0)


class LiveGrenadeEncoding(Encoding):
    """Actions are numbered by kind and by how many seats further the victim sits; pairs by rank."""

    def __init__(self, seats: int, options: Options) -> None:
        assert isinstance(options, LiveGrenadeOptions)
        self._seats = seats
        others, all_seats = range(1, seats), range(seats)
        self.choices = (
            *_ALONE,
            *(f"steal from +{step}" for step in others),
            *(f"pair of {rank}s from +{step}" for rank in PAIR_RANKS for step in others),
        )
        self._first_pair = len(_ALONE) + seats - 1
        self.numbers = (
            *(Feature(f"own cards: {group}", 0, 2 * _OF_GROUP) for group in _GROUPS[:_IN_HAND]),
            *(Feature(f"discarded: {group}", 0, 2 * _OF_GROUP) for group in _GROUPS),
            *(Feature(f"cards of +{step}", 0, _CARDS) for step in all_seats),
            *(Feature(f"+{step} is in the game") for step in all_seats),
            Feature("cards in the deck", 0, _CARDS),
            Feature("grenades in the deck", 0, seats),
            *(Feature(f"it is the turn of +{step}") for step in all_seats),
            Feature("direction: 1 is clockwise", -1, 1),
            *(Feature(f"a play waits for answers: {do}") for do in _PLAYS),
            *(Feature(f"its victim is +{step}") for step in all_seats),
            Feature("Kings on it", 0, _OF_GROUP),
            *(Feature(f"the last card on it is of +{step}") for step in all_seats),
            *(Feature(f"taken out: {rank}s") for rank in PAIR_RANKS),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`."""
        view = cast(LiveGrenadeView, view)
        seat = seat_of(view)
        choices: list[Action | None] = [None] * len(self.choices)
        for action in legal:
            number = self._number(action, seat)
            if choices[number] is None:
                choices[number] = action
        return EncodedView(self._position(view, seat), choices)

    def _number(self, action: Action, seat: int) -> int:
        if not isinstance(action, Theft):
            return _ALONE.index(action.do)
        step = (action.target - seat) % self._seats - 1
        if action.do == "steal":
            return len(_ALONE) + step
        return self._first_pair + PAIR_RANKS.index(action.cards[0][:-1]) * (self._seats - 1) + step

    def _position(self, view: LiveGrenadeView, seat: int) -> list[float]:
        own = view.hands[seat]
        assert not isinstance(own, int)
        order = relative(seat, self._seats)
        hand, discarded = [0.0] * _IN_HAND, [0.0] * len(_GROUPS)
        for card in own:
            hand[_GROUP[card[:-1]]] += 1
        for card in view.discard:
            discarded[_GROUP[card[:-1]]] += 1
        hands, alive, turn = view.hands, view.alive, view.turn
        found = hand + discarded
        found += [float(len(own)) if one == seat else float(cast(int, hands[one])) for one in order]
        found += [1.0 if alive[one] else 0.0 for one in order]
        deck = view.deck
        found += (float(deck) if isinstance(deck, int) else float(len(deck)), float(view.grenades))
        found += [1.0 if one == turn else 0.0 for one in order]
        found.append(float(view.direction))
        found += self._waiting(view, order)
        found += [1.0 if rank in view.short_ranks else 0.0 for rank in PAIR_RANKS]
        return found

    def _waiting(self, view: LiveGrenadeView, order: Sequence[int]) -> list[float]:
        """The play that waits for answers."""
        if not view.stack:
            return [0.0] * (len(_PLAYS) + 2 * self._seats + 1)
        play, last = view.stack[0], view.stack[-1].seat
        found = [1.0 if play.do == do else 0.0 for do in _PLAYS]
        found += [1.0 if one == play.target else 0.0 for one in order]
        found.append(len(view.stack) - 1.0)
        return found + [1.0 if one == last else 0.0 for one in order]


ENCODER = Encoder(LiveGrenadeEncoding)
