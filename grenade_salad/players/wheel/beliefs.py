"""Beliefs about hearts, by what players chose to move.

They are exact, over all deals that are possible for a seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from grenade_salad.core import Event
from grenade_salad.games.wheel import WheelView
from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.cards import HEARTS, matching_spade
from grenade_salad.games.wheel.events import HeartLost, Moved, Out, RingLaid
from grenade_salad.games.wheel.notebook import deduce_marks
from grenade_salad.games.wheel.ring import DICE, RingState, build_ring_state, put_down, resolve_explosions
from grenade_salad.players.exact_math import exp, log
from grenade_salad.players.wheel.normal import DieEvaluator

Hand: TypeAlias = tuple[str, ...]
"""Hearts."""
World: TypeAlias = dict[int, Hand]
"""The hearts of every other player who is still in."""
_TEMPERATURE = 0.15
"""Loss of a move at which it is made e times less often."""
_SLIP_RATE = 0.15
"""Probability that a player moves a random die."""
_MAX_MOVES = 24
"""Maximum number of moves that are weighed at once.

A player that takes a seat late ignores the older ones.
"""


@dataclass(frozen=True)
class ObservedMove:
    """A move, and what was visible before it."""

    view: WheelView
    """Has the players who were in, and the hearts that they had shown."""
    board: RingState
    """The ring and the dice."""
    move: Moved


class MoveMemory:
    """Keeps events until `update`.

    A player that sees only the end of a match remembers only that.
    """

    def __init__(self) -> None:
        self._pending_events: list[Event] = []
        self._view: WheelView | None = None
        self._board: RingState | None = None
        self.moves: list[ObservedMove] = []

    def see(self, event: Event) -> None:
        """Keep the event until `update`."""
        self._pending_events.append(event)

    def update(self, view: WheelView) -> list[ObservedMove]:
        """Apply the events up to this view; return the moves that were added."""
        old_count = len(self.moves)
        for event in self._pending_events:
            self._apply_event(event, view)
        self._pending_events.clear()
        self._view, self._board = view, view.ring_state()
        return self.moves[old_count:]

    def _apply_event(self, event: Event, view: WheelView) -> None:
        match event:
            case RingLaid():
                self._board = build_ring_state(event.ring, (), (Die(event.at, 1),) * len(DICE), view.options)
                hearts = tuple(hand if isinstance(hand, int) else len(hand) for hand in view.hearts)
                seats = len(view.alive)
                self._view = replace(view, hearts=hearts, shown=((),) * seats, alive=(True,) * seats)
            case Moved() if self._view is not None and self._board is not None:
                self.moves.append(ObservedMove(self._view, self._board.copy(), event))
                put_down(self._board, event.die, event.path[-1])
                for _ in resolve_explosions(self._board, event.die):
                    pass
            case Out() if self._view is not None:
                alive = tuple(was_alive and seat != event.seat for seat, was_alive in enumerate(self._view.alive))
                self._view = replace(self._view, alive=alive, shown=_add_shown(self._view, event.seat, event.hearts))
            case HeartLost() if self._view is not None:
                self._view = replace(self._view, shown=_add_shown(self._view, event.seat, (event.heart,)))


def _add_shown(view: WheelView, seat: int, hearts: Hand) -> tuple[Hand, ...]:
    revealed = tuple(dict.fromkeys((*view.shown[seat], *hearts)))
    return tuple(revealed if owner == seat else hand for owner, hand in enumerate(view.shown))


class Beliefs:
    """Weighs the moves of all others.

    A player that sees only the end of a match begins with equal weights for all deals.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._log_likelihoods: dict[int, dict[Hand, float]] = {}

    def update(self, view: WheelView, moves: Sequence[ObservedMove]) -> None:
        """Weigh these moves, which were made before this view (see `MoveMemory`)."""
        for observed in moves[-_MAX_MOVES:]:
            if observed.move.seat != self._seat and view.alive[observed.move.seat]:
                self._weigh(observed.view, view, observed.board, observed.move)

    def _weigh(self, past_view: WheelView, view: WheelView, ring_state: RingState, move: Moved) -> None:
        """Weigh a move of a rival who is still in, made in that state of the ring."""
        log_likelihoods = self._log_likelihoods.setdefault(move.seat, {})
        for hand in self._possible_hands(view, move.seat):
            log_likelihood = _log_likelihood(past_view, ring_state, move.seat, hand, move.die, len(move.path))
            log_likelihoods[hand] = log_likelihoods.get(hand, 0.0) + log_likelihood

    def _possible_hands(self, view: WheelView, seat: int) -> Iterator[Hand]:
        """Yield all hands that the seat may have."""
        marks = deduce_marks(view)[seat]
        hearts = view.hearts[seat]
        assert isinstance(hearts, int)
        sure = [heart for heart in HEARTS if marks[heart] == "surely"]
        maybe = [heart for heart in HEARTS if marks[heart] == "maybe"]
        for extra in combinations(maybe, hearts - len(sure)):
            yield tuple(sorted((*sure, *extra)))

    def worlds(self, view: WheelView) -> list[tuple[float, World]]:
        """Return all deals that are possible, with their probabilities (1 in all)."""
        rivals = [seat for seat, hand in enumerate(view.hearts) if seat != self._seat and isinstance(hand, int)]
        worlds: list[tuple[float, World]] = [(0.0, {})]
        for seat in rivals:
            log_likelihoods = self._log_likelihoods.get(seat, {})
            hands = [(log_likelihoods.get(hand, 0.0), hand) for hand in self._possible_hands(view, seat)]
            worlds = [
                (weight + log_likelihood, world | {seat: hand})
                for weight, world in worlds
                for log_likelihood, hand in hands
                if not any(heart in other_hand for other_hand in world.values() for heart in hand)
            ]
        best = max(weight for weight, _ in worlds)
        weights: list[float] = exp(np.array([weight - best for weight, _ in worlds])).tolist()
        total = sum(weights)
        return [(weight / total, world) for weight, (_, world) in zip(weights, worlds, strict=True)]

    def chances(self, view: WheelView) -> dict[str, float]:
        """Return for each spade the probability that an active rival holds its heart."""
        chances: dict[str, float] = {}
        for weight, world in self.worlds(view):
            for hand in world.values():
                for heart in hand:
                    chances[matching_spade(heart)] = chances.get(matching_spade(heart), 0.0) + weight
        return chances


def _log_likelihood(past_view: WheelView, ring_state: RingState, seat: int, hand: Hand, die: int, roll: int) -> float:
    """Return the log probability that the seat moves that die with that hand.

    The better a move looks to a sound player, the likelier it is.
    """
    hearts = tuple(
        hand
        if owner == seat
        else visible
        if not past_view.alive[owner]
        else held
        if isinstance(held, int)
        else len(held)
        for owner, (held, visible) in enumerate(zip(past_view.hearts, past_view.shown, strict=True))
    )
    face_down = tuple(place for place in range(len(ring_state.ring)) if ring_state.is_down(place))
    thought = DieEvaluator(replace(past_view, seat=seat, hearts=hearts, face_down=face_down), seat)
    values = thought.rate_dice(ring_state, roll)
    best = max(values)
    weights: list[float] = exp(np.array([(value - best) / _TEMPERATURE for value in values])).tolist()
    return float(log((1 - _SLIP_RATE) * weights[die] / sum(weights) + _SLIP_RATE / len(DICE)))
