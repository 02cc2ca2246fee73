"""Search player of the wheel game: weighs possible hands, and solves endgames."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players import Advice, PlayerSpec
from grenade_salad.players.time_budget import Clock, TimedPlayer, choose_budget
from grenade_salad.players.wheel.batch_rollout import play_out
from grenade_salad.players.wheel.beliefs import Beliefs, MoveMemory, World
from grenade_salad.players.wheel.best_responses import RivalModel
from grenade_salad.players.wheel.endgame import (
    Duel,
    find_duel,
    finish_work,
    move_work,
    prepare,
    rival_places,
    table_work,
    weigh_by_moves,
    weigh_by_worlds,
    win_chances,
)
from grenade_salad.players.wheel.normal import STYLE_MARGIN, DieEvaluator, NormalPlayer, choose_by_style
from grenade_salad.players.wheel.ring_tables import find_layout

_RIVAL_MODELS: dict[str, dict[RivalModel, float]] = {
    "hard": {"sound": 1.0},
    "expert": {"sound": 0.4, "loose": 0.4, "any": 0.2},
}
"""Models of the rival that a level uses, with their probabilities at the start.

Hard takes every rival for a sound player, Expert learns from its moves.
"""
_HARD_WORLDS, _EXPERT_WORLDS = 1000, 3000
"""Number of worlds for the chance to win, with more than two players left."""
_BATCH = 1000
"""Number of worlds in a batch.

A player that was given its time starts with fewer.
"""
_FIRST_BATCH = 10
_MIN_SECONDS = 0.1
"""Minimum seconds for making tables; `_MIN_SECONDS_RARE` without `prepare`.

With less time no tables are made.
"""
_MIN_SECONDS_RARE = 0.2
_START_PIPS = 4
"""Maximum pips of the dice at the start: one die has been moved at most."""
_DIGITS = 9
"""Digits of the worth of dice that are compared; the rest is rounding."""
_STYLE_CHANCE_MARGIN = 0.005
"""Maximum loss of chance for the sake of style."""


class SearchPlayer(TimedPlayer):
    """Hard and Expert: of two players left, moves the die that wins most often.

    That is computed exactly. With more players, it moves as a sound player with its beliefs would. Quick matches
    estimate its chance to win then, but are not played well enough to choose by.
    """

    def __init__(self, spec: PlayerSpec, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._style = spec.style
        self._rival_models = _RIVAL_MODELS[spec.level]
        self._budget = choose_budget(spec, _HARD_WORLDS, _EXPERT_WORLDS)
        self._clock = Clock(self._budget)
        self._memory = MoveMemory()
        self._beliefs = Beliefs(seat)
        self._weighed_count = 0
        self._normal = NormalPlayer(seat, rng, spec.style)
        if spec.seconds is not None and spec.seconds >= _MIN_SECONDS:
            prepare()

    def see(self, event: Event) -> None:
        """Observe an event."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the die that wins most often, or that a sound player would move."""
        assert isinstance(view, WheelView)
        self._clock.start()
        return self._choose(view, legal)[0]

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """Return its choice, and the chances to win with it and with `played`."""
        assert isinstance(view, WheelView)
        self._clock.start()
        choice, chances = self._choose(view, legal)
        if find_duel(view, self._seat) is None:
            rates = self._quick_matches(view).mean(axis=1)
            chances = dict[Action, float]((Advance(self._seat, die), float(rates[die])) for die in DICE)
        return Advice(choice, chances.get(choice), chances.get(played) if played else None)

    def _choose(self, view: WheelView, legal: Sequence[Action]) -> tuple[Action, dict[Action, float]]:
        """Return the choice, and the chances to win as far as they are computed."""
        self._memory.update(view)
        endgame = find_duel(view, self._seat)
        if endgame is None:
            return self._decide_by_beliefs(view, legal), {}
        die_chances = self._rate_endgame(endgame, view)
        if die_chances is None:
            return self._normal.decide(view, legal), {}
        scored = [(die_chances[action], action) for action in legal]
        return choose_by_style(self._style, view, self._seat, scored, _STYLE_CHANCE_MARGIN)[1], die_chances

    def _rate_endgame(self, endgame: Duel, view: WheelView) -> dict[Action, float] | None:
        """Return the chance to win with each die.

        None at the start, when all dice are equal, or if there is not enough time. The tables are made further then:
        they take the time of one decision, once.
        """
        is_rare = view.options.joker == "twice"
        if self._budget.seconds < (_MIN_SECONDS_RARE if is_rare else _MIN_SECONDS):
            return None
        board, ring_layout = view.ring_state(), find_layout(view.ring_state())
        spec = endgame.make_spec(board, ring_layout)
        is_match_of_two = len(view.alive) == 2 and not any(view.shown)
        rival_moves = (
            [observed for observed in self._memory.moves if observed.move.seat == endgame.rival]
            if is_match_of_two
            else []
        )
        earlier_work = chain.from_iterable(endgame.weighing_work(observed.board) for observed in rival_moves)
        is_start = not view.face_down and sum(board.pips) <= _START_PIPS
        work = move_work(spec) if is_start else chain(earlier_work, table_work(spec, tuple(self._rival_models)))
        if not finish_work(work, self._clock.has_time) or is_start:
            return None
        rival_hands = rival_places(ring_layout, spec)
        if is_match_of_two:
            weights = weigh_by_moves(endgame, rival_moves, rival_hands, self._rival_models)
        else:
            weights = weigh_by_worlds(endgame, board, self._worlds(view), rival_hands, self._rival_models)
        assert view.roll is not None
        worth = win_chances(endgame, board, view.roll, tuple(self._rival_models), weights)
        return {Advance(self._seat, die): chance for die, chance in enumerate(worth)}

    def _worlds(self, view: WheelView) -> list[tuple[float, World]]:
        """Return all deals that are possible, weighed by all moves so far."""
        moves = self._memory.moves
        self._beliefs.update(view, moves[self._weighed_count :])
        self._weighed_count = len(moves)
        return self._beliefs.worlds(view)

    def _decide_by_beliefs(self, view: WheelView, legal: Sequence[Action]) -> Advance:
        """Return Normal's choice with the beliefs about each card."""
        assert view.roll is not None
        self._worlds(view)
        worth = DieEvaluator(view, self._seat, self._beliefs.chances(view)).rate_dice(view.ring_state(), view.roll)
        scored = []
        for action in legal:
            assert isinstance(action, Advance)
            # At a rotated table seats are added up in another order, and equal dice differ in the last bits.
            scored.append((round(worth[action.die], _DIGITS), action))
        self._rng.shuffle(scored)  # Of equal dice a random one is chosen.
        _, choice = choose_by_style(self._style, view, self._seat, scored, STYLE_MARGIN)
        assert isinstance(choice, Advance)
        return choice

    def _quick_matches(self, view: WheelView) -> NDArray[np.float64]:
        """Return the results by die and world; as many worlds as the budget allows."""
        assert view.roll is not None
        board, deals = view.ring_state(), self._worlds(view)
        worlds = np.array([self._held_bits(view, world) for _, world in deals]).T
        weights = [weight for weight, _ in deals]
        rng = np.random.default_rng(self._rng.getrandbits(64))
        parts: list[NDArray[np.float64]] = []
        played, batch = 0, _FIRST_BATCH if self._budget.is_timed else _BATCH
        while played < self._budget.worlds:
            held = worlds[:, rng.choice(len(weights), batch, p=weights)]
            parts.append(play_out(board, self._seat, view.roll, held, view.options.last_heart, rng))
            played += batch
            batch = min(_BATCH, played) if self._budget.is_timed else _BATCH
            seconds = self._clock.seconds_used() * batch / played if self._budget.is_timed else 0.0
            if not self._clock.has_time(seconds):
                break
        return np.concatenate(parts, axis=1)

    def _held_bits(self, view: WheelView, world: World) -> list[int]:
        """Return the cards of the ring (bits) that each seat can lose."""
        own_hearts = view.hearts[self._seat]
        assert isinstance(own_hearts, tuple)
        hands = {self._seat: own_hearts, **world}
        places = [place for place in range(len(view.ring)) if place not in view.face_down]
        bits = {view.ring[place]: 1 << place for place in places}
        return [
            sum(bits.get(matching_spade(heart), 0) for heart in hands.get(seat, ())) if alive else 0
            for seat, alive in enumerate(view.alive)
        ]
