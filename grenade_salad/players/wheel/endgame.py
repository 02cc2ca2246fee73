"""The match between the last two, as one of them sees it: exact chances to win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import fsum

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel import WheelView
from grenade_salad.games.wheel.cards import RING, matching_spade
from grenade_salad.games.wheel.ring import DICE, RingState
from grenade_salad.players.exact_math import exp, log
from grenade_salad.players.wheel.beliefs import ObservedMove, World
from grenade_salad.players.wheel.best_responses import (
    EndgameSpec,
    RivalModel,
    after_explosions,
    best_responses,
    move_odds,
)
from grenade_salad.players.wheel.normal_tables import normal_worth
from grenade_salad.players.wheel.ring_tables import Layout, all_hands, find_layout

_SLIP_RATES: dict[RivalModel, float] = {"sound": 0.02, "loose": 0.05, "any": 0.0}
"""Probability that a rival of each model moves a random die."""


@dataclass(frozen=True)
class Duel:
    """What a seat knows about the match of the last two."""

    own_places: tuple[int, ...]
    """The places in the ring of the spades of its hearts."""
    rival: int
    """The other seat."""
    cards: int
    """The number of the rival's hearts that were not shown."""

    def make_spec(self, board: RingState, ring_layout: Layout) -> EndgameSpec:
        """Return the parameters of the endgame at that position."""
        twice = board.options.joker == "twice"
        return EndgameSpec(
            len(ring_layout.cards), ring_layout.joker, twice, ring_layout.to_bits(self.own_places), self.cards
        )

    def weighing_work(self, board: RingState) -> Iterator[Callable[[], object]]:
        """Yield the work needed to weigh a move of the rival at that position."""
        spec = self.make_spec(board, find_layout(board))
        yield from move_work(spec)


def find_duel(view: WheelView, seat: int) -> Duel | None:
    """Return the match of the last two.

    None if there are more players, or house rules that the tables are not for.
    """
    rules = view.options
    active = [player for player, alive in enumerate(view.alive) if alive]
    if len(active) != 2 or rules.face_down != "skipped" or rules.joker_safe:
        return None
    own_hearts = view.hearts[seat]
    assert isinstance(own_hearts, tuple)
    own_places = tuple(view.ring.index(matching_spade(heart)) for heart in own_hearts if heart not in view.shown[seat])
    (rival,) = (player for player in active if player != seat)
    rival_hearts = view.hearts[rival]
    assert isinstance(rival_hearts, int)
    cards = rival_hearts - len(view.shown[rival])
    if rules.last_heart and (len(own_places), cards) != (1, 1):
        return None
    return Duel(own_places, rival, cards)


def table_work(spec: EndgameSpec, models: Sequence[RivalModel]) -> Iterator[Callable[[], object]]:
    """Yield all work that is done once for an endgame, in small pieces."""
    specs, pending = {spec}, [spec]
    while pending:
        current = pending.pop()
        free_cards = [card for card in range(current.cards) if not current.own_bits >> card & 1]
        smaller = {current.without((card,)) for card in free_cards}
        pending += [rest for rest in smaller - specs if rest.rival_hands()]
        specs |= set(pending)
    for endgame in sorted(specs, key=lambda endgame: (endgame.cards, endgame.joker, endgame.own_bits)):
        yield from move_work(endgame)
        for model in models:
            yield partial(best_responses, endgame, model)


def move_work(spec: EndgameSpec) -> Iterator[Callable[[], object]]:
    """Yield the work needed to weigh a move."""
    yield spec.ring
    yield partial(normal_estimates, spec)


def normal_estimates(spec: EndgameSpec) -> NDArray[np.float32]:
    """Return Normal's estimates for the rival: by roll, die, row and hand.

    The hands are those of `all_hands`.
    """
    return normal_worth(spec.cards, spec.joker, spec.twice, spec.rival_hearts, spec.own_bits.bit_count())


@cache
def prepare() -> None:
    """Make all tables for the standard rules that do not depend on the deal.

    It takes 0.7 s, once in a process.
    """
    for hearts in (1, 2):
        for piece in table_work(EndgameSpec(len(RING), True, False, (1 << hearts + 1) - 2, hearts), ()):
            piece()


def finish_work(work: Iterator[Callable[[], object]], in_time: Callable[[], bool]) -> bool:
    """Do the work; return True if all of it was done in time.

    Work that was done earlier takes no time.
    """
    for piece in work:
        piece()
        if not in_time():
            return False
    return True


def rival_places(ring_layout: Layout, spec: EndgameSpec) -> list[tuple[int, ...]]:
    """Return the possible hands of the rival, as places in the ring.

    They are in the order of `EndgameSpec.rival_hands`.
    """
    place = {card: place for place, card in ring_layout.cards.items()}
    return [tuple(place[card] for card in range(spec.cards) if hand >> card & 1) for hand in spec.rival_hands()]


def weigh_by_moves(
    duel: Duel,
    moves: Sequence[ObservedMove],
    rival_hands: Sequence[tuple[int, ...]],
    models: Mapping[RivalModel, float],
) -> NDArray[np.float64]:
    """Return the probability of each model and hand (1 in all), after these moves.

    `models` has the probabilities of the models before them.
    """
    logs = log(np.array([[share / len(rival_hands)] * len(rival_hands) for share in models.values()]))
    for observed in moves:
        ring_layout = find_layout(observed.board)
        spec = duel.make_spec(observed.board, ring_layout)
        columns = {hand: column for column, hand in enumerate(all_hands(spec.cards, spec.joker, spec.rival_hearts))}
        hand_columns = [columns[ring_layout.to_bits(hand)] for hand in rival_hands]
        worth = normal_estimates(spec)[len(observed.move.path) - 1][:, ring_layout.row, hand_columns]
        slot = ring_layout.order.index(observed.move.die)
        for row, model in enumerate(models):
            logs[row] += log((1 - _SLIP_RATES[model]) * move_odds(model, worth)[slot] + _SLIP_RATES[model] / len(DICE))
    shares: NDArray[np.float64] = exp(logs - logs.max())
    shares /= fsum(shares.ravel().tolist())
    return shares


def weigh_by_worlds(
    duel: Duel,
    board: RingState,
    worlds: Sequence[tuple[float, World]],
    rival_hands: Sequence[tuple[int, ...]],
    models: Mapping[RivalModel, float],
) -> NDArray[np.float64]:
    """Return the same from the probabilities of worlds."""
    believed = dict.fromkeys(map(frozenset, rival_hands), 0.0)
    for weight, world in worlds:
        spades = (board.ring.index(matching_spade(heart)) for heart in world[duel.rival])
        believed[frozenset(place for place in spades if not board.is_down(place))] += weight
    return np.array([[share * believed[frozenset(hand)] for hand in rival_hands] for share in models.values()])


def win_chances(
    duel: Duel, board: RingState, roll: int, models: Sequence[RivalModel], weights: NDArray[np.float64]
) -> list[float]:
    """Return the chance to win with each white die.

    `weights` are those of models and hands.
    """
    ring_layout = find_layout(board)
    spec = duel.make_spec(board, ring_layout)
    worth = [0.0] * len(DICE)
    for slot, die in enumerate(ring_layout.order):
        target = int(spec.ring().target[roll - 1, slot, ring_layout.row])
        worth[die] = sum(
            fsum((values * weight).tolist())
            for values, weight in zip((_target_chances(spec, model, target) for model in models), weights, strict=True)
        )
    return worth


def _target_chances(spec: EndgameSpec, model: RivalModel, target: int) -> NDArray[np.float32]:
    """Return the chance to win from the target against each hand."""
    moves = spec.ring()
    if target < moves.size:
        values: NDArray[np.float32] = best_responses(spec, model).theirs[target]
        return values
    if target < moves.chains:
        card, end = divmod(target - moves.size, moves.small)
        blown: tuple[int, ...] = (card,)
    else:
        blown = tuple(int(card) for card in moves.blown[target - moves.chains] if card >= 0)
        end = int(moves.ends[target - moves.chains])
    return after_explosions(spec, model, "theirs", blown, slice(end, end + 1)).reshape(-1)
