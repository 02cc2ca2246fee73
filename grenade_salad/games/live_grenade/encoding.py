"""Encoding of Live Grenade as numbers: cards are counted by use, not by suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature, relative_seats, require_seat
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.cards import CARDS, PAIR_RANKS, SUITS
from grenade_salad.games.live_grenade.options import MAX_DECKS, LiveGrenadeOptions
from grenade_salad.games.live_grenade.view import LiveGrenadeView

_GROUPS = ("friend", *PAIR_RANKS, "10", "J", "Q", "K", "A")
_GROUP_INDEX = {rank: index for index, rank in enumerate(_GROUPS)} | {"2": 0, "3": 0}
_HAND_GROUPS = len(_GROUPS) - 1
_SIMPLE_ACTIONS = ("draw", "pass", "cancel", "skip", "reverse")
_PLAYS = ("pair", "steal", "skip", "reverse")
_MAX_CARDS = float(len(CARDS) * MAX_DECKS)
_MAX_IN_GROUP = len(SUITS) * (MAX_DECKS + 1.0)
"""Cards of a rank; LG-30 may add a set. Best Friends are a group of two ranks."""


class LiveGrenadeEncoding(Encoding):
    """Encoding of Live Grenade.

    Actions are numbered by kind and by the distance of the victim's seat, pairs also by rank.
    """

    def __init__(self, seats: int, options: Options) -> None:
        assert isinstance(options, LiveGrenadeOptions)
        self._seats = seats
        rivals, all_seats = range(1, seats), range(seats)
        self.choices = (
            *_SIMPLE_ACTIONS,
            *(f"steal from +{step}" for step in rivals),
            *(f"pair of {rank}s from +{step}" for rank in PAIR_RANKS for step in rivals),
        )
        self._first_pair = len(_SIMPLE_ACTIONS) + seats - 1
        self.numbers = (
            *(Feature(f"own cards: {group}", 0, 2 * _MAX_IN_GROUP) for group in _GROUPS[:_HAND_GROUPS]),
            *(Feature(f"discarded: {group}", 0, 2 * _MAX_IN_GROUP) for group in _GROUPS),
            *(Feature(f"cards of +{step}", 0, _MAX_CARDS) for step in all_seats),
            *(Feature(f"+{step} is in the game") for step in all_seats),
            Feature("cards in the deck", 0, _MAX_CARDS),
            Feature("grenades in the deck", 0, seats),
            *(Feature(f"it is the turn of +{step}") for step in all_seats),
            Feature("direction: 1 is clockwise", -1, 1),
            *(Feature(f"a play waits for answers: {do}") for do in _PLAYS),
            *(Feature(f"its victim is +{step}") for step in all_seats),
            Feature("Kings on it", 0, _MAX_IN_GROUP),
            *(Feature(f"the last card on it is of +{step}") for step in all_seats),
            *(Feature(f"taken out: {rank}s") for rank in PAIR_RANKS),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`."""
        view = cast(LiveGrenadeView, view)
        seat = require_seat(view)
        choices: list[Action | None] = [None] * len(self.choices)
        for action in legal:
            index = self._choice_index(action, seat)
            if choices[index] is None:
                choices[index] = action
        return EncodedView(self._encode_position(view, seat), choices)

    def _choice_index(self, action: Action, seat: int) -> int:
        if not isinstance(action, Theft):
            return _SIMPLE_ACTIONS.index(action.do)
        step = (action.target - seat) % self._seats - 1
        if action.do == "steal":
            return len(_SIMPLE_ACTIONS) + step
        return self._first_pair + PAIR_RANKS.index(action.cards[0][:-1]) * (self._seats - 1) + step

    def _encode_position(self, view: LiveGrenadeView, seat: int) -> list[float]:
        own_cards = view.hands[seat]
        assert not isinstance(own_cards, int)
        order = relative_seats(seat, self._seats)
        hand, discarded = [0.0] * _HAND_GROUPS, [0.0] * len(_GROUPS)
        for card in own_cards:
            hand[_GROUP_INDEX[card[:-1]]] += 1
        for card in view.discard:
            discarded[_GROUP_INDEX[card[:-1]]] += 1
        hands, alive, turn = view.hands, view.alive, view.turn
        features = hand + discarded
        features += [float(len(own_cards)) if player == seat else float(cast(int, hands[player])) for player in order]
        features += [1.0 if alive[player] else 0.0 for player in order]
        deck = view.deck
        features += (float(deck) if isinstance(deck, int) else float(len(deck)), float(view.grenades))
        features += [1.0 if player == turn else 0.0 for player in order]
        features.append(float(view.direction))
        features += self._encode_waiting_play(view, order)
        features += [1.0 if rank in view.short_ranks else 0.0 for rank in PAIR_RANKS]
        return features

    def _encode_waiting_play(self, view: LiveGrenadeView, order: Sequence[int]) -> list[float]:
        """Return the features of the play that waits for reactions."""
        if not view.stack:
            return [0.0] * (len(_PLAYS) + 2 * self._seats + 1)
        play, last = view.stack[0], view.stack[-1].seat
        features = [1.0 if play.do == do else 0.0 for do in _PLAYS]
        features += [1.0 if player == play.target else 0.0 for player in order]
        features.append(len(view.stack) - 1.0)
        return features + [1.0 if player == last else 0.0 for player in order]


ENCODER = Encoder(LiveGrenadeEncoding)
