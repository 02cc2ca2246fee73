"""Best responses to a rival who plays in a known way, with all hearts known.

A match of two is solved backwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np

from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.exact_math import decay
from grenade_salad.players.wheel.normal_tables import Floats, best_die_mean, list_chains, normal_worth
from grenade_salad.players.wheel.ring_tables import Ring, all_hands, dice_placements, drop_cards, first_hit, make_ring

RivalModel: TypeAlias = Literal["sound", "loose", "any"]
"""A model of how the rival plays: as Normal does, nearly so, or at random."""
_TEMPERATURE = 0.15
"""Loss of a move at which a loose player makes it e times less often."""
_TOLERANCE = 2e-6
"""Moves whose worths differ by less are equal to a sound player."""


@dataclass(frozen=True)
class EndgameSpec:
    """The parameters of an endgame of two players."""

    cards: int
    """The number of cards in play."""
    joker: bool
    """True if the joker is in play."""
    twice: bool
    """True by the house rule that the joker raises the moved die by two (WH-10)."""
    own_bits: int
    """The own hearts as bits, by the numbers of their spades."""
    rival_hearts: int
    """The number of the rival's hearts."""

    def ring(self) -> Ring:
        """Return all moves of the dice in this ring."""
        return make_ring(self.cards, self.joker, self.twice)

    def rival_hands(self) -> tuple[int, ...]:
        """Return all possible hands of the rival."""
        return tuple(hand for hand in all_hands(self.cards, self.joker, self.rival_hearts) if not hand & self.own_bits)

    def without(self, blown: Sequence[int]) -> EndgameSpec:
        """Return the endgame without these cards, none of which is an own heart's."""
        joker = self.joker and 0 not in blown
        return EndgameSpec(
            self.cards - len(blown), joker, self.twice, drop_cards(self.own_bits, blown), self.rival_hearts
        )


@dataclass(frozen=True, eq=False)
class BestResponses:
    """Chances to win, by row and by hand of the rival (as `EndgameSpec.rival_hands`)."""

    theirs: Floats
    """Before the rival rolls."""
    own: Floats
    """Before the seat rolls."""


def move_odds(model: RivalModel, worth: Floats) -> Floats:
    """Return the probability that each die is moved, by the model of the rival.

    `worth` is Normal's estimate; the dice are the first axis.
    """
    if model == "any":
        return np.full_like(worth, 1 / len(DICE))
    best = worth.max(axis=0)
    weights = worth >= best - _TOLERANCE if model == "sound" else decay((worth - best) / _TEMPERATURE)
    odds: Floats = weights.astype(np.float32)
    odds /= odds.sum(axis=0)
    return odds


def hand_columns(spec: EndgameSpec) -> list[int]:
    """Return the columns of the rival's hands among all hands of that size.

    The columns are those of `normal_tables`.
    """
    columns = {hand: column for column, hand in enumerate(all_hands(spec.cards, spec.joker, spec.rival_hearts))}
    return [columns[hand] for hand in spec.rival_hands()]


@lru_cache(maxsize=1200)
def best_responses(spec: EndgameSpec, model: RivalModel) -> BestResponses:
    """Return the best results against that model of the rival."""
    moves, columns = spec.ring(), hand_columns(spec)
    theirs, ours = _make_targets(spec, model)
    worth = normal_worth(spec.cards, spec.joker, spec.twice, spec.rival_hearts, spec.own_bits.bit_count())
    for rows in dice_placements(spec.cards).layers:
        leads = moves.target[:, :, rows]
        own_chances = best_die_mean(theirs, leads)
        rival_chances = np.zeros_like(own_chances)
        for dice, die_worth in zip(leads, worth, strict=True):
            shares = move_odds(model, die_worth[:, rows][..., columns])
            for to, share in zip(dice, shares, strict=True):
                rival_chances += ours[to] * share
        rival_chances /= len(leads)
        ours[rows], theirs[rows] = own_chances, rival_chances
    return BestResponses(theirs[: moves.size].copy(), ours[: moves.size].copy())


def _make_targets(spec: EndgameSpec, model: RivalModel) -> tuple[Floats, Floats]:
    """Return arrays for all targets, with the values after explosions filled in."""
    moves = spec.ring()
    shape = (moves.chains + len(moves.ends), len(spec.rival_hands()))
    theirs, ours = np.empty(shape, np.float32), np.empty(shape, np.float32)
    for card in range(spec.cards):
        block = slice(moves.size + card * moves.small, moves.size + (card + 1) * moves.small)
        for rows, side in ((theirs, "theirs"), (ours, "own")):
            rows[block] = after_explosions(spec, model, side, (card,), slice(None))
    for numbers, blown in list_chains(moves):
        for rows, side in ((theirs, "theirs"), (ours, "own")):
            rows[moves.chains + numbers] = after_explosions(spec, model, side, blown, moves.ends[numbers])
    return theirs, ours


def after_explosions(
    spec: EndgameSpec,
    model: RivalModel,
    side: str,
    blown: Sequence[int],
    rows: slice | np.ndarray[tuple[int], np.dtype[np.int32]],
) -> Floats:
    """Return the chances to win in these rows of the ring without the blown cards.

    See WH-13 and WH-14.
    """
    rival_hands = spec.rival_hands()
    own_hit = first_hit(blown, spec.own_bits)
    rival_hits = [first_hit(blown, hand) for hand in rival_hands]
    open_hands = [index for index, hit in enumerate(rival_hits) if hit == own_hit == len(blown)]
    is_won = np.array([hit < own_hit for hit in rival_hits], np.float32)
    if not open_hands:
        return is_won
    rest = spec.without(blown)
    column = {hand: index for index, hand in enumerate(rest.rival_hands())}
    values: Floats = getattr(best_responses(rest, model), side)[rows]
    chances = np.broadcast_to(is_won, (len(values), len(rival_hands))).copy()
    chances[:, open_hands] = values[:, [column[drop_cards(rival_hands[index], blown)] for index in open_hands]]
    return chances
