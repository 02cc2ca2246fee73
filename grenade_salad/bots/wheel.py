"""Machine players of the wheel game. They see a view: their own hearts, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance
from grenade_salad.games.wheel.board import BLAST, DICE, Board
from grenade_salad.games.wheel.cards import HEARTS, spade_of
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import preview_on
from grenade_salad.games.wheel.view import WheelView

_DEATH = 30.0
"""What the own end weighs against somebody else's."""
_EXPOSED = 3.0
"""What it weighs that a card can be blown up by the next player, for each share of their choices that does."""
_RAISED = 0.06
"""What a pip on a die weighs on cards near the own heart."""


def make(level: str, seat: int, rng: Random) -> Anything | Normal:
    """A player of the level `random` or `normal`."""
    return Anything(rng) if level == "random" else Normal(seat, rng)


class Anything:
    """Any die."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing is remembered."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the dice, all equally likely."""
        return self._rng.choice(legal)


class Normal:
    """Blows up what is likely to be somebody's, keeps the dice away from its own, and looks one roll ahead."""

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: what is certain follows from the view."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that leaves the best table."""
        assert isinstance(view, WheelView)
        assert view.roll is not None
        worth = self._worth(view)
        board = view.board()
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            seen = preview_on(board, action.die, view.roll)
            now = sum(worth.get(board.ring[blast.at], 0.0) for blast in seen.explosions if blast.takes)
            scored.append((now + self._ahead(seen.after, worth), self._rng.random(), action))
        return max(scored, key=lambda entry: entry[:2])[2]

    def _worth(self, view: WheelView) -> dict[str, float]:
        """What it is worth that a spade blows up: the chance that it is somebody else's; the own one is the end."""
        marks = certain(view)
        own = view.hearts[self._seat]
        assert not isinstance(own, int)
        hidden = {
            seat: sum(mark == "maybe" for mark in marks[seat].values())
            for seat in range(len(view.hearts))
            if view.alive[seat] and seat != self._seat
        }
        worth: dict[str, float] = {}
        for heart in HEARTS:
            chance = 0.0
            for seat, maybe in hidden.items():
                hand = view.hearts[seat]
                sure = sum(mark == "surely" for mark in marks[seat].values())
                if marks[seat][heart] == "surely":
                    chance += 1.0
                elif marks[seat][heart] == "maybe":
                    assert isinstance(hand, int)
                    chance += (hand - sure) / maybe
            worth[spade_of(heart)] = -_DEATH if heart in own else chance
        return worth

    def _ahead(self, board: Board, worth: dict[str, float]) -> float:
        """What the next player's roll may blow up, all rolls and dice alike, and how high dice stand near the own."""
        total = 0.0
        for roll in range(1, 7):
            for die in DICE:
                at = board.path(die, roll)[-1]
                card = board.ring[at]
                total += _RAISED * board.pips[die] * worth.get(card, 0.0) / 18
                if board.pips[die] < BLAST - 1 and at != board.joker:
                    continue
                for blast in preview_on(board, die, roll).explosions:
                    if blast.takes:
                        total += _EXPOSED * worth.get(board.ring[blast.at], 0.0) / 18
        return total
