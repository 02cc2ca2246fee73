"""The wheel in numbers: the ring, the dice, and what `preview` says of each die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature, relative, seat_of
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, spade_of
from grenade_salad.games.wheel.ring import BLAST, DICE, Board, explosions, put_down
from grenade_salad.games.wheel.view import WheelView

_PLACES = range(len(RING))
_ABOUT_A_DIE = (
    Feature("explosions", 0, 2 * len(RING)),
    Feature("own hearts that blow up", 0, len(HEARTS)),
    Feature("hearts that blow up and may be another's", 0, len(HEARTS)),
    Feature("it ends on the joker"),
    Feature("its pips then", 1, BLAST),
    Feature("it lies on an own heart then"),
    Feature("pips that lie on own hearts then", 0, 3 * BLAST),
)


class WheelEncoding(Encoding):
    """The actions are the white dice."""

    of_choices = _ABOUT_A_DIE

    def __init__(self, seats: int, options: Options) -> None:
        self._orders = [relative(seat, seats) for seat in range(seats)]
        all_seats = range(seats)
        self.choices = tuple(f"move die {die}" for die in DICE)
        self.numbers = (
            *(Feature(f"place {at} is face down") for at in _PLACES),
            *(Feature(f"place {at} is the joker") for at in _PLACES),
            *(Feature(f"place {at} is an own heart") for at in _PLACES),
            *(Feature(f"place {at} is a heart that was shown") for at in _PLACES),
            *(Feature(f"die {die} lies on place {at}") for die in DICE for at in _PLACES),
            *(Feature(f"pips of die {die}", 0, BLAST) for die in DICE),
            Feature("the black die, 0 before it is rolled", 0, BLAST),
            *(Feature(f"hearts of +{step}", 0, len(HEARTS)) for step in all_seats),
            *(Feature(f"+{step} is in the game") for step in all_seats),
            *(Feature(f"it is the turn of +{step}") for step in all_seats),
            *(
                Feature(f"if die {die} moves: {one.name}", min(0, one.low), one.high)
                for die in DICE
                for one in _ABOUT_A_DIE
            ),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`."""
        view = cast(WheelView, view)
        seat = seat_of(view)
        choices: list[Action | None] = [None] * len(DICE)
        for action in legal:
            assert isinstance(action, Advance)
            choices[action.die] = action
        return EncodedView(self._position(view, seat), choices)

    def _position(self, view: WheelView, seat: int) -> list[float]:
        own = view.hearts[seat]
        mine = {spade_of(heart) for heart in own} if isinstance(own, tuple) else set[str]()
        shown = {spade_of(heart) for hearts in view.shown for heart in hearts} - mine
        ring, down = view.ring, view.face_down
        order = self._orders[seat]
        if not ring:
            return [0.0] * len(self.numbers)
        cards = len(ring)
        found = [0.0] * (cards * (4 + len(DICE)))
        for at in down:
            found[at] = 1.0
        for at, card in enumerate(ring, cards):
            if card in mine:
                found[at + cards] = 1.0
            elif card in shown:
                found[at + 2 * cards] = 1.0
            elif card == JOKER:
                found[at] = 1.0
        for white, die in enumerate(view.dice, 4):
            found[white * cards + die.at] = 1.0
        found += [float(die.pips) for die in view.dice]
        found.append(float(view.roll or 0))
        found += [float(len(h) if isinstance(h := view.hearts[one], tuple) else h) for one in order]
        found += [1.0 if view.alive[one] else 0.0 for one in order]
        found += [1.0 if one == view.turn else 0.0 for one in order]
        if not view.roll:
            return found + [0.0] * (len(DICE) * len(_ABOUT_A_DIE))
        board = view.board()
        for white in DICE:
            found += _about(board, white, view.roll, mine, shown)
        return found


def _about(board: Board, die: int, roll: int, mine: set[str], shown: set[str]) -> tuple[float, ...]:
    """What `preview` says of a die, in the order of `_ABOUT_A_DIE`."""
    ring, after = board.ring, board.copy()
    joker = put_down(after, die, after.path(die, roll)[-1])
    pips = min(BLAST, after.pips[die])
    blasts = own = others = lying = 0
    for blast in explosions(after, die):
        blasts += 1
        if blast.takes:
            card = ring[blast.at]
            own += card in mine
            others += card != JOKER and card not in mine and card not in shown
    for white in DICE:
        at = after.at[white]
        if ring[at] in mine and not after.is_down(at):
            lying += after.pips[white]
    at = after.at[die]
    on_own = ring[at] in mine and not after.is_down(at)
    return (blasts, own, others, joker, pips, on_own, lying)


ENCODER = Encoder(WheelEncoding)
