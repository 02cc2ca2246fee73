"""The wheel in numbers: the ring, the dice, and the preview of each die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature, relative_seats, require_seat
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, matching_spade
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, RingState, put_down, resolve_explosions
from grenade_salad.games.wheel.view import WheelView

_PLACES = range(len(RING))
_CARD_FEATURES = 4
"""Features of a place: face down, joker, own heart, heart that was shown."""
_DIE_FEATURES = (
    Feature("explosions", 0, 2 * len(RING)),
    Feature("own hearts that blow up", 0, len(HEARTS)),
    Feature("hearts that blow up and may be another's", 0, len(HEARTS)),
    Feature("it ends on the joker"),
    Feature("its pips then", 1, BLAST_PIPS),
    Feature("it lies on an own heart then"),
    Feature("pips that lie on own hearts then", 0, len(DICE) * BLAST_PIPS),
)


class WheelEncoding(Encoding):
    """Encoding whose actions are the white dice."""

    choice_numbers = _DIE_FEATURES

    def __init__(self, seats: int, options: Options) -> None:
        self._orders = [relative_seats(seat, seats) for seat in range(seats)]
        all_seats = range(seats)
        self.choices = tuple(f"move die {die}" for die in DICE)
        self.numbers = (
            *(Feature(f"place {place} is face down") for place in _PLACES),
            *(Feature(f"place {place} is the joker") for place in _PLACES),
            *(Feature(f"place {place} is an own heart") for place in _PLACES),
            *(Feature(f"place {place} is a heart that was shown") for place in _PLACES),
            *(Feature(f"die {die} lies on place {place}") for die in DICE for place in _PLACES),
            *(Feature(f"pips of die {die}", 0, BLAST_PIPS) for die in DICE),
            Feature("the black die, 0 before it is rolled", 0, BLAST_PIPS),
            *(Feature(f"hearts of +{step}", 0, len(HEARTS)) for step in all_seats),
            *(Feature(f"+{step} is in the game") for step in all_seats),
            *(Feature(f"it is the turn of +{step}") for step in all_seats),
            *(
                Feature(f"if die {die} moves: {feature.name}", min(0, feature.low), feature.high)
                for die in DICE
                for feature in _DIE_FEATURES
            ),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """Encode a view and its legal actions; see `Encoding`."""
        view = cast(WheelView, view)
        seat = require_seat(view)
        choices: list[Action | None] = [None] * len(DICE)
        for action in legal:
            assert isinstance(action, Advance)
            choices[action.die] = action
        return EncodedView(self._position(view, seat), choices)

    def _position(self, view: WheelView, seat: int) -> list[float]:
        own_spades = view.spades_of(seat)
        revealed_spades = {matching_spade(heart) for hearts in view.shown for heart in hearts} - own_spades
        ring, down = view.ring, view.face_down
        order = self._orders[seat]
        if not ring:
            return [0.0] * len(self.numbers)
        cards = len(ring)
        numbers = [0.0] * (cards * (_CARD_FEATURES + len(DICE)))
        for index in down:
            numbers[index] = 1.0
        for index, card in enumerate(ring, cards):
            if card in own_spades:
                numbers[index + cards] = 1.0
            elif card in revealed_spades:
                numbers[index + 2 * cards] = 1.0
            elif card == JOKER:
                numbers[index] = 1.0
        for white, die in enumerate(view.dice, _CARD_FEATURES):
            numbers[white * cards + die.at] = 1.0
        numbers += [float(die.pips) for die in view.dice]
        numbers.append(float(view.roll or 0))
        hands = [view.hearts[player] for player in order]
        numbers += [float(len(hearts) if isinstance(hearts, tuple) else hearts) for hearts in hands]
        numbers += [1.0 if view.alive[player] else 0.0 for player in order]
        numbers += [1.0 if player == view.turn else 0.0 for player in order]
        if not view.roll:
            return numbers + [0.0] * (len(DICE) * len(_DIE_FEATURES))
        ring_state = view.ring_state()
        for white in DICE:
            numbers += _die_numbers(ring_state, white, view.roll, own_spades, revealed_spades)
        return numbers


def _die_numbers(
    ring_state: RingState, die: int, roll: int, own_spades: set[str], revealed_spades: set[str]
) -> tuple[float, ...]:
    """Return the preview of a die in numbers, in the order of `_DIE_FEATURES`."""
    ring, after = ring_state.ring, ring_state.copy()
    joker = put_down(after, die, after.path(die, roll)[-1])
    pips = min(BLAST_PIPS, after.pips[die])
    blasts = own_count = rival_count = own_pips = 0
    for blast in resolve_explosions(after, die):
        blasts += 1
        if blast.takes:
            card = ring[blast.card_index]
            own_count += card in own_spades
            rival_count += card != JOKER and card not in own_spades and card not in revealed_spades
    for white in DICE:
        index = after.die_positions[white]
        if ring[index] in own_spades and not after.is_down(index):
            own_pips += after.pips[white]
    index = after.die_positions[die]
    is_on_own = ring[index] in own_spades and not after.is_down(index)
    return (blasts, own_count, rival_count, joker, pips, is_on_own, own_pips)


ENCODER = Encoder(WheelEncoding)
