"""Normal player of the wheel game. It sees its own hearts and the open table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import JOKER, matching_spade
from grenade_salad.games.wheel.notebook import deduce_marks
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, RingState
from grenade_salad.players import Player
from grenade_salad.players.wheel.moves import (
    Floats,
    Ints,
    TableBatch,
    apply_moves,
    die_spread,
    explosion_spreads,
    make_moves,
)

DELAY_FACTOR = 0.7
"""Factor of an explosion's worth for every further move that its die needs."""
FUTURE_WEIGHT = 0.1
"""Weight of future explosions, beside those that were computed."""
JOKER_CHANCE = 0.2
"""Probability that a player soon raises all dice with the joker."""
LOSS, LOSS_OF_TWO = 4.0, 7.0
"""Weight of the own end, relative to a rival's.

Of two, a sound player wins seven times in eight: 7 to 1.
"""
DELAY_WEIGHTS = [round(DELAY_FACTOR ** (BLAST_PIPS - pips - 1), 12) for pips in PIPS]
"""Weight of an explosion by the number that its die shows.

It is rounded, as the last bit of a power differs between machines.
"""
STYLE_MARGIN = 0.08
"""Maximum loss for the sake of style."""


class NormalPlayer(Player):
    """Blows up likely cards of rivals, spares its own, and looks a roll or two ahead.

    Against one player who moves at random it wins 88 of 100 matches. A player who sees all hearts and computes
    everything wins 89.5 of 100 (`tools/bench/ceiling.py`).
    """

    def __init__(self, seat: int, rng: Random, style: str = "") -> None:
        self._seat = seat
        self._rng = rng
        self._style = style
        self._evaluator: DieEvaluator | None = None

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the die that leaves the best table."""
        assert isinstance(view, WheelView)
        assert view.roll is not None
        evaluator = DieEvaluator(view, self._seat)
        if self._evaluator is not None:
            evaluator.reuse(self._evaluator)
        self._evaluator = evaluator
        worth = evaluator.rate_dice(view.ring_state(), view.roll)
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            scored.append((worth[action.die], self._rng.random(), action))
        if self._style:
            return choose_by_style(
                self._style, view, self._seat, [(worth, action) for worth, _, action in scored], STYLE_MARGIN
            )[1]
        return max(scored, key=lambda entry: entry[:2])[2]


class DieEvaluator:
    """Rates the dice of one decision by what an explosion of each card is worth."""

    def __init__(self, view: WheelView, seat: int, chances: Mapping[str, float] | None = None) -> None:
        """`chances` has the chance of each spade to be a rival's, None for equal deals."""
        self._is_duel = sum(view.alive) == 2
        own_spades = view.spades_of(seat)
        if chances is None:
            chances = _rival_chances(view, seat)
        loss = -LOSS_OF_TWO if self._is_duel else -LOSS
        self._card_worth = np.array([loss if card in own_spades else chances.get(card, 0.0) for card in view.ring])
        options, cards = view.options, len(view.ring)
        joker = view.ring.index(JOKER) if JOKER in view.ring else -1
        counts_face_down = options.face_down == "counted"
        self._moves = make_moves(cards, joker, counts_face_down, options.joker_safe, options.joker == "twice")
        self._spreads = explosion_spreads(cards, counts_face_down)
        self._blast_worth = np.where(self._moves.up, self._card_worth, 0.0).ravel()
        plays_on = 1.0 - self._blast_worth if self._is_duel else 1.0
        self._plays_on = np.where((self._blast_worth < 0) | self._moves.lone, 0.0, plays_on)
        self._is_cached = np.zeros(1 << cards, np.bool_)
        self._die_worth = np.zeros((1 << cards, cards * BLAST_PIPS))

    def reuse(self, previous: DieEvaluator) -> None:
        """Use what `previous` has computed, if it was for the same match and worths."""
        if (previous._moves, previous._is_duel) == (self._moves, self._is_duel) and np.array_equal(
            previous._card_worth, self._card_worth
        ):
            self._is_cached, self._die_worth = previous._is_cached, previous._die_worth

    def rate_dice(self, board: RingState, roll: int) -> list[float]:
        """Return what a move of each die is worth."""
        slots = [[BLAST_PIPS * card + pips - 1] for card, pips in zip(board.die_positions, board.pips, strict=True)]
        current = TableBatch(np.array([board.down]), np.array(slots), np.zeros(1), np.ones(1))
        after_own = self._apply_moves(current, slice(roll - 1, roll))
        after_rival = self._apply_moves(after_own)
        future = self._own_roll_worth(after_rival) if self._is_duel else self._future_worth(after_rival)
        worth = (after_rival.gain + after_rival.plays_on * future).reshape(-1, len(DICE)).sum(axis=0) / (
            len(PIPS) * len(DICE)
        )
        values: list[float] = (after_own.gain + after_own.plays_on * worth).tolist()
        return values

    def _apply_moves(self, tables: TableBatch, rolls: slice = slice(None)) -> TableBatch:
        return apply_moves(self._moves, tables, rolls, self._weigh)

    def _weigh(self, here: Ints, _: Ints) -> tuple[Floats, Floats]:
        return self._blast_worth[here], self._plays_on[here]

    def _own_roll_worth(self, tables: TableBatch) -> Floats:
        """Return the worth of tables when the seat itself rolls and takes the best die."""
        after = self._apply_moves(tables)
        worth = after.gain + after.plays_on * self._future_worth(after)
        best: Floats = worth.reshape(len(PIPS), len(DICE), -1).max(axis=1).sum(axis=0) / len(PIPS)
        return best

    def _future_worth(self, tables: TableBatch) -> Floats:
        """Return the worth of future explosions, if every die moves on by chance."""
        self._cache_rings(tables.ring)
        first, second, third = self._die_worth.take(tables.ring * self._die_worth.shape[1] + tables.slots)
        worth: Floats = FUTURE_WEIGHT * (first + second + third)
        return worth

    def _cache_rings(self, rings: Ints) -> None:
        """Compute the worth of dice in these rings."""
        is_new = np.zeros_like(self._is_cached)
        is_new[rings] = True
        is_new &= ~self._is_cached
        if not is_new.any():
            return
        worth_up = np.where(self._moves.up[is_new], self._card_worth, 0.0)
        worth = (self._spreads[:, is_new] * worth_up.T[:, :, None]).sum(axis=0)
        worth += ((self._moves.joker[is_new] >= 0)[:, None] * (JOKER_CHANCE * worth_up)).repeat(BLAST_PIPS, axis=1)
        self._die_worth[is_new] = worth * np.tile(DELAY_WEIGHTS, worth_up.shape[1])
        self._is_cached |= is_new


def _rival_chances(view: WheelView, seat: int) -> dict[str, float]:
    """Return for each spade the probability that an active rival holds its heart."""
    chances: dict[str, float] = {}
    for rival, marks in deduce_marks(view).items():
        hearts = view.hearts[rival]
        if rival == seat or isinstance(hearts, tuple):
            continue
        certain_hearts = [heart for heart, mark in marks.items() if mark == "surely"]
        possible_hearts = [heart for heart, mark in marks.items() if mark == "maybe"]
        for heart in certain_hearts:
            chances[matching_spade(heart)] = 1.0
        for heart in possible_hearts:
            chances[matching_spade(heart)] = chances.get(matching_spade(heart), 0.0) + (
                hearts - len(certain_hearts)
            ) / len(possible_hearts)
    return chances


_EXPLOSION_LIKING, _JOKER_LIKING, _PIP_LIKING = 3.0, 1.0, 0.1
"""Worth of an explosion, of the joker and of a pip to a reckless player."""
_DELAY_FACTOR = 0.7
"""Factor of a danger for every further move that its die needs."""


def choose_by_style(
    style: str, view: WheelView, seat: int, scored: Sequence[tuple[float, Action]], margin: float
) -> tuple[float, Action]:
    """Return the best move; with a style, its favourite of those within `margin`."""
    best = max(scored, key=lambda entry: entry[0])
    if not style:
        return best
    preference = _rate_reckless if style == "reckless" else _rate_careful
    candidates = [entry for entry in scored if entry[0] >= best[0] - margin]
    return max(candidates, key=lambda entry: (preference(view, seat, entry[1]), entry[0]))


def _rate_reckless(view: WheelView, seat: int, action: Action) -> float:
    """Return how loud a move is: explosions, the joker, and high numbers."""
    assert isinstance(action, Advance)
    outcome = preview(view, action.die)
    return _EXPLOSION_LIKING * len(outcome.explosions) + _JOKER_LIKING * outcome.joker + _PIP_LIKING * max(outcome.pips)


def _rate_careful(view: WheelView, seat: int, action: Action) -> float:
    """Return how safe the own cards are from the dice after the move."""
    assert isinstance(action, Advance)
    return -_danger(preview(view, action.die).after, view.spades_of(seat))


def _danger(board: RingState, own_spades: set[str]) -> float:
    """Return how near the dice are to blowing up own cards."""
    counts_face_down = board.options.face_down == "counted"
    total = 0.0
    for card, pips in zip(board.die_positions, board.pips, strict=True):
        moves = max(1, BLAST_PIPS - pips)
        shares = die_spread(len(board.ring), board.down, counts_face_down, card, moves)
        hit = sum(
            share for place, share in enumerate(shares) if board.ring[place] in own_spades and not board.is_down(place)
        )
        total += hit * _DELAY_FACTOR ** (moves - 1)
    return total
