"""Machine players of the wheel game. They see a view: their own hearts, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import JOKER, spade_of
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, Board
from grenade_salad.players.wheel.moves import Floats, Ints, Tables, moved, moves_in, spread, spreads

SOON = 0.7
"""How much less an explosion counts for every further move that its die needs."""
AHEAD = 0.1
"""What explosions to come weigh against those that were looked at."""
JOKER_SOON = 0.2
"""How likely it is that somebody soon raises all dice with the joker."""
LOSS, LOSS_OF_TWO = 4.0, 7.0
"""What the own end weighs against somebody else's. Of two, a sound player wins seven times in eight: 7 to 1."""
SOONER = [round(SOON ** (BLAST - pips - 1), 12) for pips in PIPS]
"""What an explosion counts by the number that its die shows. The last bit of a power is not the same everywhere."""
NEAR = 0.08
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
        self._thought: Thought | None = None

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: what is certain follows from the view."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that leaves the best table."""
        assert isinstance(view, WheelView)
        assert view.roll is not None
        thought = Thought(view, self._seat)
        if self._thought is not None:
            thought.go_on(self._thought)
        self._thought = thought
        worth = thought.choices(view.board(), view.roll)
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            scored.append((worth[action.die], self._rng.random(), action))
        if self._style:
            return tasteful(self._style, view, self._seat, [(worth, action) for worth, _, action in scored], NEAR)[1]
        return max(scored, key=lambda entry: entry[:2])[2]


class Thought:
    """What one decision weighs: for each card of the ring, how good or bad it is that it blows up."""

    def __init__(self, view: WheelView, seat: int, chances: Mapping[str, float] | None = None) -> None:
        """`chances`: for each spade how likely it is somebody else's; without them all deals are alike."""
        self._two = sum(view.alive) == 2
        own = view.hearts[seat]
        assert not isinstance(own, int)
        mine = {spade_of(heart) for heart in own}
        if chances is None:
            chances = _chances(view, seat)
        loss = -LOSS_OF_TWO if self._two else -LOSS
        self._worth = np.array([loss if card in mine else chances.get(card, 0.0) for card in view.ring])
        options, cards = view.options, len(view.ring)
        joker = view.ring.index(JOKER) if JOKER in view.ring else -1
        counted = options.face_down == "counted"
        self._moves = moves_in(cards, joker, counted, options.joker_safe, options.joker == "twice")
        self._spreads = spreads(cards, counted)
        self._blast = np.where(self._moves.up, self._worth, 0.0).ravel()
        plays_on = 1.0 - self._blast if self._two else 1.0
        self._plays_on = np.where((self._blast < 0) | self._moves.lone, 0.0, plays_on)
        self._known = np.zeros(1 << cards, np.bool_)
        self._dice = np.zeros((1 << cards, cards * BLAST))

    def go_on(self, before: Thought) -> None:
        """Use what was worked out before, if it was of the same match and all that counts is the same."""
        if (before._moves, before._two) == (self._moves, self._two) and np.array_equal(before._worth, self._worth):
            self._known, self._dice = before._known, before._dice

    def choices(self, board: Board, roll: int) -> list[float]:
        """What it is worth to move each die now."""
        slots = [[BLAST * at + pips - 1] for at, pips in zip(board.at, board.pips, strict=True)]
        now = Tables(np.array([board.down]), np.array(slots), np.zeros(1), np.ones(1))
        mine = self._moved(now, slice(roll - 1, roll))
        theirs = self._moved(mine)
        later = self._own(theirs) if self._two else self._to_come(theirs)
        worth = (theirs.now + theirs.goes_on * later).reshape(-1, len(DICE)).sum(axis=0) / (len(PIPS) * len(DICE))
        found: list[float] = (mine.now + mine.goes_on * worth).tolist()
        return found

    def _moved(self, tables: Tables, rolls: slice = slice(None)) -> Tables:
        return moved(self._moves, tables, rolls, self._weigh)

    def _weigh(self, here: Ints, _: Ints) -> tuple[Floats, Floats]:
        return self._blast[here], self._plays_on[here]

    def _own(self, tables: Tables) -> Floats:
        """What tables are worth when the seat itself rolls, and takes the best die."""
        after = self._moved(tables)
        worth = after.now + after.goes_on * self._to_come(after)
        best: Floats = worth.reshape(len(PIPS), len(DICE), -1).max(axis=1).sum(axis=0) / len(PIPS)
        return best

    def _to_come(self, tables: Tables) -> Floats:
        """What explosions to come are worth, if every die goes on by itself."""
        self._look(tables.ring)
        first, second, third = self._dice.take(tables.ring * self._dice.shape[1] + tables.slots)
        worth: Floats = AHEAD * (first + second + third)
        return worth

    def _look(self, rings: Ints) -> None:
        """Work out what dice are worth in these rings."""
        new = np.zeros_like(self._known)
        new[rings] = True
        new &= ~self._known
        if not new.any():
            return
        up = np.where(self._moves.up[new], self._worth, 0.0)
        worth = (self._spreads[:, new] * up.T[:, :, None]).sum(axis=0)
        worth += ((self._moves.joker[new] >= 0)[:, None] * (JOKER_SOON * up)).repeat(BLAST, axis=1)
        self._dice[new] = worth * np.tile(SOONER, up.shape[1])
        self._known |= new


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


_BANG, _LIFT, _PIP = 3.0, 1.0, 0.1
"""What an explosion, the joker and a high number are worth to somebody reckless."""
_SOON = 0.7
"""How much less a danger counts for every further move that its die needs."""


def tasteful(
    style: str, view: WheelView, seat: int, scored: Sequence[tuple[float, Action]], near: float
) -> tuple[float, Action]:
    """The best move; with a style, the one that it likes most of those that are worse by `near` at most."""
    best = max(scored, key=lambda entry: entry[0])
    if not style:
        return best
    taste = _reckless if style == "reckless" else _careful
    alike = [entry for entry in scored if entry[0] >= best[0] - near]
    return max(alike, key=lambda entry: (taste(view, seat, entry[1]), entry[0]))


def _reckless(view: WheelView, seat: int, action: Action) -> float:
    """Likes it loud: explosions, the joker, and the highest numbers."""
    assert isinstance(action, Advance)
    seen = preview(view, action.die)
    return _BANG * len(seen.explosions) + _LIFT * seen.joker + _PIP * max(seen.pips)


def _careful(view: WheelView, seat: int, action: Action) -> float:
    """Likes to have the dice where they will hardly blow up a card of its own."""
    assert isinstance(action, Advance)
    return -_danger(preview(view, action.die).after, _own(view, seat))


def _own(view: WheelView, seat: int) -> set[str]:
    hearts = view.hearts[seat]
    assert isinstance(hearts, tuple)
    return {spade_of(heart) for heart in hearts}


def _danger(board: Board, own: set[str]) -> float:
    """How near the dice are to blowing up own cards."""
    counted = board.options.face_down == "counted"
    total = 0.0
    for at, pips in zip(board.at, board.pips, strict=True):
        moves = max(1, BLAST - pips)
        shares = spread(len(board.ring), board.down, counted, at, moves)
        hit = sum(share for place, share in enumerate(shares) if board.ring[place] in own and not board.is_down(place))
        total += hit * _SOON ** (moves - 1)
    return total
