"""Who may hold which hearts, by what everybody chose to move: exact, over all deals that are possible for a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from grenade_salad.core import Event
from grenade_salad.games.wheel import WheelView
from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.cards import HEARTS, spade_of
from grenade_salad.games.wheel.events import HeartLost, Moved, Out, RingLaid
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.ring import DICE, Board, board, explosions, put_down
from grenade_salad.players.exact_math import exp, log
from grenade_salad.players.wheel.normal import Thought

Hand: TypeAlias = tuple[str, ...]
"""Hearts."""


@dataclass(frozen=True)
class Turn:
    """A move, and what could be seen before: who was in and who had shown what by `view`, ring and dice by `board`."""

    view: WheelView
    board: Board
    move: Moved


class Memory:
    """Keeps what happened until it is asked; somebody who sees only the end of a match remembers that alone."""

    def __init__(self) -> None:
        self._waiting: list[Event] = []
        self._view: WheelView | None = None
        self._board: Board | None = None
        self.turns: list[Turn] = []

    def see(self, event: Event) -> None:
        """Remember what happened until `update`."""
        self._waiting.append(event)

    def update(self, view: WheelView) -> list[Turn]:
        """Go through what happened up to this view; the moves that are new in `turns`."""
        known = len(self.turns)
        for event in self._waiting:
            self._happened(event, view)
        self._waiting.clear()
        self._view, self._board = view, view.board()
        return self.turns[known:]

    def _happened(self, event: Event, view: WheelView) -> None:
        match event:
            case RingLaid():
                self._board = board(event.ring, (), (Die(event.at, 1),) * len(DICE), view.options)
                hearts = tuple(hand if isinstance(hand, int) else len(hand) for hand in view.hearts)
                seats = len(view.alive)
                self._view = replace(view, hearts=hearts, shown=((),) * seats, alive=(True,) * seats)
            case Moved() if self._view is not None and self._board is not None:
                self.turns.append(Turn(self._view, self._board.copy(), event))
                put_down(self._board, event.die, event.path[-1])
                for _ in explosions(self._board, event.die):
                    pass
            case Out() if self._view is not None:
                alive = tuple(there and seat != event.seat for seat, there in enumerate(self._view.alive))
                self._view = replace(self._view, alive=alive, shown=_with(self._view, event.seat, event.hearts))
            case HeartLost() if self._view is not None:
                self._view = replace(self._view, shown=_with(self._view, event.seat, (event.heart,)))


def _with(view: WheelView, seat: int, more: Hand) -> tuple[Hand, ...]:
    both = tuple(dict.fromkeys((*view.shown[seat], *more)))
    return tuple(both if other == seat else hand for other, hand in enumerate(view.shown))


World: TypeAlias = dict[int, Hand]
"""The hearts of every other player who is still in."""

_HEAT = 0.15
"""How much worse a move may look and still be made e times less often."""
_SLIP = 0.15
"""How often anybody moves just any die."""
_MOST = 24
"""So many moves are weighed at once: who takes a seat late lets the older ones be."""


class Beliefs:
    """Weighs what everybody moved, when it is asked.

    Somebody who sees only the end of a match begins with all deals alike.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._logs: dict[int, dict[Hand, float]] = {}

    def update(self, view: WheelView, turns: Sequence[Turn]) -> None:
        """Weigh these moves, which were made before this view (see `Memory`)."""
        for turn in turns[-_MOST:]:
            if turn.move.seat != self._seat and view.alive[turn.move.seat]:
                self._weigh(turn.view, view, turn.board, turn.move)

    def _weigh(self, past: WheelView, now: WheelView, table: Board, move: Moved) -> None:
        """Weigh a move of somebody else who is still in, made at that table."""
        logs = self._logs.setdefault(move.seat, {})
        for hand in self._hands(now, move.seat):
            likely = _log_likelihood(past, table, move.seat, hand, move.die, len(move.path))
            logs[hand] = logs.get(hand, 0.0) + likely

    def _hands(self, view: WheelView, seat: int) -> Iterator[Hand]:
        """All that the seat may hold."""
        marks = certain(view)[seat]
        hearts = view.hearts[seat]
        assert isinstance(hearts, int)
        sure = [heart for heart in HEARTS if marks[heart] == "surely"]
        maybe = [heart for heart in HEARTS if marks[heart] == "maybe"]
        for more in combinations(maybe, hearts - len(sure)):
            yield tuple(sorted((*sure, *more)))

    def worlds(self, view: WheelView) -> list[tuple[float, World]]:
        """All deals that are possible for the seat, with how likely they are (1 in all)."""
        others = [seat for seat, hand in enumerate(view.hearts) if seat != self._seat and isinstance(hand, int)]
        found: list[tuple[float, World]] = [(0.0, {})]
        for seat in others:
            logs = self._logs.get(seat, {})
            hands = [(logs.get(hand, 0.0), hand) for hand in self._hands(view, seat)]
            found = [
                (weight + more, world | {seat: hand})
                for weight, world in found
                for more, hand in hands
                if not any(heart in known for known in world.values() for heart in hand)
            ]
        best = max(weight for weight, _ in found)
        weights: list[float] = exp(np.array([weight - best for weight, _ in found])).tolist()
        total = sum(weights)
        return [(weight / total, world) for weight, (_, world) in zip(weights, found, strict=True)]

    def chances(self, view: WheelView) -> dict[str, float]:
        """For each spade how likely it is that it is somebody else's who is still in the game."""
        chances: dict[str, float] = {}
        for weight, world in self.worlds(view):
            for hand in world.values():
                for heart in hand:
                    chances[spade_of(heart)] = chances.get(spade_of(heart), 0.0) + weight
        return chances


def _log_likelihood(past: WheelView, table: Board, seat: int, hand: Hand, die: int, roll: int) -> float:
    """How likely the seat moves that die with that hand: the better it looks to a sound player, the likelier."""
    hearts = tuple(
        hand if other == seat else shown if not past.alive[other] else known if isinstance(known, int) else len(known)
        for other, (known, shown) in enumerate(zip(past.hearts, past.shown, strict=True))
    )
    down = tuple(at for at in range(len(table.ring)) if table.is_down(at))
    thought = Thought(replace(past, seat=seat, hearts=hearts, face_down=down), seat)
    values = thought.choices(table, roll)
    best = max(values)
    weights: list[float] = exp(np.array([(value - best) / _HEAT for value in values])).tolist()
    return float(log((1 - _SLIP) * weights[die] / sum(weights) + _SLIP / len(DICE)))
