"""Machine players of the wheel game. They see a view: their own hearts, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from grenade_salad.bots.wheel.spread import spread
from grenade_salad.bots.wheel.styles import tasteful
from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.board import BLAST, DICE, PIPS, Board, explosions, put_down
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.notebook import certain

SOON = 0.7
"""How much less an explosion counts for every further move that its die needs."""
AHEAD = 0.1
"""What explosions to come weigh against those that were looked at."""
JOKER = 0.2
"""How likely it is that somebody soon raises all dice with the joker."""
LOSS, LOSS_OF_TWO = 4.0, 7.0
"""What the own end weighs against somebody else's. Of two, a sound player wins seven times in eight: 7 to 1."""
NEAR = 0.03
"""How much worse a table may be for the sake of style."""


class Normal:
    """Blows up what is likely to be somebody's, keeps the dice away from its own, and looks a roll or two ahead.

    Against one player who moves at random it wins 88 of 100 matches. Who sees all hearts and computes everything wins
    89.5 of 100 (`tools/bench/ceiling.py`).
    """

    def __init__(self, seat: int, rng: Random, style: str = "") -> None:
        self._seat = seat
        self._rng = rng
        self._style = style

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: what is certain follows from the view."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that leaves the best table."""
        assert isinstance(view, WheelView)
        assert view.roll is not None
        thought = Thought(view, self._seat)
        board = view.board()
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            scored.append((thought.choice(board, action.die, view.roll), self._rng.random(), action))
        if self._style:
            return tasteful(self._style, view, self._seat, [(worth, action) for worth, _, action in scored], NEAR)[1]
        return max(scored, key=lambda entry: entry[:2])[2]


class Thought:
    """What one decision weighs: for each card of the ring, how good or bad it is that it blows up."""

    def __init__(self, view: WheelView, seat: int, chances: Mapping[str, float] | None = None) -> None:
        """`chances`: for each spade how likely it is somebody else's; without them all deals are alike."""
        self._left = sum(view.alive)
        own = view.hearts[seat]
        assert not isinstance(own, int)
        mine = {spade_of(heart) for heart in own}
        if chances is None:
            chances = _chances(view, seat)
        loss = -LOSS_OF_TWO if self._left == 2 else -LOSS
        self._worth = [loss if card in mine else chances.get(card, 0.0) for card in view.ring]
        self._counted = view.options.face_down == "counted"
        self._known: dict[tuple[int, int, int], float] = {}

    def choice(self, board: Board, die: int, roll: int) -> float:
        """What it is worth to move this die now."""
        after = board.copy()
        now, goes_on = self._carry_out(after, die, roll)
        return now + goes_on * self._others(after) if goes_on else now

    def _carry_out(self, board: Board, die: int, roll: int) -> tuple[float, float]:
        """Move a die; what the explosions are worth, and how likely it is that the seat plays on."""
        joker = put_down(board, die, board.path(die, roll)[-1])
        if not joker and board.pips[die] < BLAST:
            return 0.0, 1.0
        total, goes_on = 0.0, 1.0
        for blast in explosions(board, die):
            worth = self._worth[blast.at] if blast.takes else 0.0
            total += goes_on * worth
            if worth < 0:
                return total, 0.0
            if self._left == 2:
                goes_on *= 1.0 - worth
        return total, goes_on if board.spades() > 1 else 0.0

    def _others(self, board: Board) -> float:
        """What the table is worth when the next player rolls, all rolls and dice alike."""
        total = 0.0
        for roll in PIPS:
            for die in DICE:
                after = board.copy()
                now, goes_on = self._carry_out(after, die, roll)
                if goes_on and self._left == 2:
                    now += goes_on * self._own(after)
                elif goes_on:
                    now += goes_on * self._to_come(after)
                total += now
        return total / 18

    def _own(self, board: Board) -> float:
        """What the table is worth when the seat itself rolls, and takes the best die."""
        total = 0.0
        for roll in PIPS:
            best = None
            for die in DICE:
                after = board.copy()
                now, goes_on = self._carry_out(after, die, roll)
                if goes_on:
                    now += goes_on * self._to_come(after)
                best = now if best is None or now > best else best
            total += best or 0.0
        return total / 6

    def _to_come(self, board: Board) -> float:
        """What explosions to come are worth, if every die goes on by itself."""
        total = 0.0
        known, down = self._known, board.down
        for at, pips in zip(board.at, board.pips, strict=True):
            key = (down, at, pips)
            worth = known.get(key)
            if worth is None:
                worth = known[key] = self._die_to_come(board, at, pips)
            total += worth
        return AHEAD * total

    def _die_to_come(self, board: Board, at: int, pips: int) -> float:
        moves, down = BLAST - pips, board.down
        worth = 0.0
        for to, share in enumerate(spread(len(board.ring), down, self._counted, at, moves)):
            if not down >> to & 1:
                worth += share * self._worth[to]
        if board.joker >= 0 and not down >> at & 1:
            worth += JOKER * self._worth[at]
        return float(worth * SOON ** (moves - 1))


def _chances(view: WheelView, seat: int) -> dict[str, float]:
    """For each spade how likely it is that it is somebody else's who is still in the game."""
    chances: dict[str, float] = {}
    for other, marks in certain(view).items():
        hearts = view.hearts[other]
        if other == seat or isinstance(hearts, tuple):
            continue
        sure = [heart for heart, mark in marks.items() if mark == "surely"]
        maybe = [heart for heart, mark in marks.items() if mark == "maybe"]
        for heart in sure:
            chances[spade_of(heart)] = 1.0
        for heart in maybe:
            chances[spade_of(heart)] = chances.get(spade_of(heart), 0.0) + (hearts - len(sure)) / len(maybe)
    return chances
