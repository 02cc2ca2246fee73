"""Players of the wheel game that think: they weigh who may hold what, and what can still come of the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players import Advice, Kind
from grenade_salad.players.time_budget import Clock, OnTheClock, budget
from grenade_salad.players.wheel.batch_rollout import play
from grenade_salad.players.wheel.beliefs import Beliefs, Memory, World
from grenade_salad.players.wheel.best_responses import Way
from grenade_salad.players.wheel.endgame import (
    Duel,
    by_moves,
    by_worlds,
    chances,
    duel,
    make_ready,
    moves,
    places,
    prepare,
    steps,
)
from grenade_salad.players.wheel.normal import NEAR, Normal, Thought, tasteful
from grenade_salad.players.wheel.ring_tables import layout

_WAYS: dict[str, dict[Way, float]] = {
    "hard": {"sound": 1.0},
    "expert": {"sound": 0.4, "loose": 0.4, "any": 0.2},
}
"""The ways to play that a level thinks of, and how likely each is before anybody has moved: Hard takes everybody for a
sound player, Expert finds out."""
_HARD, _EXPERT = 1000, 3000
"""In how many worlds a level tells its chance to win where more than two are left."""
_BATCH = 1000
"""So many of them at a time; fewer at first by who was told its time."""
_LEAST = 10
_AT_LEAST = 0.1
"""With fewer seconds than that nobody makes tables; and tables that `prepare` does not make take `_AT_LEAST_RARE`."""
_AT_LEAST_RARE = 0.2
_START = 4
"""With so many pips on the dice in all, one has been moved at most."""
_DIGITS = 9
"""To so many digits what dice are worth is compared; the rest is rounding."""
_NEAR = 0.005
"""How much less likely a win may be for the sake of style."""


class Thinking(OnTheClock):
    """Of two left, it moves the die that wins most often by all that it knows, computed to the end of the match.

    Of more, it moves as a sound player would who believes what it does. Quick matches tell its chance to win then, but
    are not played well enough to choose by.
    """

    def __init__(self, kind: Kind, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._style = kind.style
        self._ways = _WAYS[kind.level]
        self._budget = budget(kind, _HARD, _EXPERT)
        self._clock = Clock(self._budget)
        self._memory = Memory()
        self._beliefs = Beliefs(seat)
        self._weighed = 0
        self._sound = Normal(seat, rng, kind.style)
        if kind.seconds is not None and kind.seconds >= _AT_LEAST:
            prepare()

    def see(self, event: Event) -> None:
        """Remember what happened."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that wins most often, or the one that a sound player would move."""
        assert isinstance(view, WheelView)
        self._clock.start()
        return self._choose(view, legal)[0]

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """The same, with how likely a win is then, and after the action that was played."""
        assert isinstance(view, WheelView)
        self._clock.start()
        choice, chances = self._choose(view, legal)
        if duel(view, self._seat) is None:
            rates = self._quick_matches(view).mean(axis=1)
            chances = dict[Action, float]((Advance(self._seat, die), float(rates[die])) for die in DICE)
        return Advice(choice, chances.get(choice), chances.get(played) if played else None)

    def _choose(self, view: WheelView, legal: Sequence[Action]) -> tuple[Action, dict[Action, float]]:
        """What to do, and the chances to win as far as they are known."""
        self._memory.update(view)
        last_two = duel(view, self._seat)
        if last_two is None:
            return self._believing(view, legal), {}
        found = self._of_two(last_two, view)
        if found is None:
            return self._sound.decide(view, legal), {}
        scored = [(found[action], action) for action in legal]
        return tasteful(self._style, view, self._seat, scored, _NEAR)[1], found

    def _of_two(self, last_two: Duel, view: WheelView) -> dict[Action, float] | None:
        """How likely a win is with each die; None at the start, when all dice are alike, or if the time does not do.

        The tables are made further then: they take the time of one decision, once.
        """
        rare = view.options.joker == "twice"
        if self._budget.seconds < (_AT_LEAST_RARE if rare else _AT_LEAST):
            return None
        board, here = view.board(), layout(view.board())
        table = last_two.table(board, here)
        alone = len(view.alive) == 2 and not any(view.shown)
        told = [turn for turn in self._memory.turns if turn.move.seat == last_two.other] if alone else []
        earlier = chain.from_iterable(last_two.needed(turn.board) for turn in told)
        at_start = not view.face_down and sum(board.pips) <= _START
        work = moves(table) if at_start else chain(earlier, steps(table, tuple(self._ways)))
        if not make_ready(work, self._clock.in_time) or at_start:
            return None
        may = places(here, table)
        if alone:
            weights = by_moves(last_two, told, may, self._ways)
        else:
            weights = by_worlds(last_two, board, self._worlds(view), may, self._ways)
        assert view.roll is not None
        worth = chances(last_two, board, view.roll, tuple(self._ways), weights)
        return {Advance(self._seat, die): chance for die, chance in enumerate(worth)}

    def _worlds(self, view: WheelView) -> list[tuple[float, World]]:
        """All deals that are possible, weighed by all moves up to now."""
        turns = self._memory.turns
        self._beliefs.update(view, turns[self._weighed :])
        self._weighed = len(turns)
        return self._beliefs.worlds(view)

    def _believing(self, view: WheelView, legal: Sequence[Action]) -> Advance:
        """What Normal would do if it knew how likely each card is somebody's."""
        assert view.roll is not None
        self._worlds(view)
        worth = Thought(view, self._seat, self._beliefs.chances(view)).choices(view.board(), view.roll)
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            # At a rotated table seats are added up in another order, and dice that are equal differ in the last bits.
            scored.append((round(worth[action.die], _DIGITS), action))
        self._rng.shuffle(scored)  # Of equal dice luck chooses, not their order.
        _, choice = tasteful(self._style, view, self._seat, scored, NEAR)
        assert isinstance(choice, Advance)
        return choice

    def _quick_matches(self, view: WheelView) -> NDArray[np.float64]:
        """Won or not, by die and world; as many as the budget allows."""
        assert view.roll is not None
        board, weighed = view.board(), self._worlds(view)
        worlds = np.array([self._held(view, world) for _, world in weighed]).T
        weights = [weight for weight, _ in weighed]
        luck = np.random.default_rng(self._rng.getrandbits(64))
        parts: list[NDArray[np.float64]] = []
        done, batch = 0, _LEAST if self._budget.told else _BATCH
        while done < self._budget.worlds:
            held = worlds[:, luck.choice(len(weights), batch, p=weights)]
            parts.append(play(board, self._seat, view.roll, held, view.options.last_heart, luck))
            done += batch
            batch = min(_BATCH, done) if self._budget.told else _BATCH
            needed = self._clock.used() * batch / done if self._budget.told else 0.0
            if not self._clock.in_time(needed):
                break
        return np.concatenate(parts, axis=1)

    def _held(self, view: WheelView, world: World) -> list[int]:
        """The cards of the ring (bits) that each seat has to lose."""
        own = view.hearts[self._seat]
        assert isinstance(own, tuple)
        hands = {self._seat: own, **world}
        up = [place for place in range(len(view.ring)) if place not in view.face_down]
        number = {view.ring[place]: 1 << place for place in up}
        return [
            sum(number.get(spade_of(heart), 0) for heart in hands.get(seat, ())) if alive else 0
            for seat, alive in enumerate(view.alive)
        ]
