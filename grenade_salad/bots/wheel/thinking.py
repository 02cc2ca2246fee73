"""Players of the wheel game that think: they weigh who may hold what, and play many quick matches from here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

from grenade_salad.bots import Kind
from grenade_salad.bots.thinking import budget, think
from grenade_salad.bots.wheel.beliefs import Beliefs
from grenade_salad.bots.wheel.normal import Normal
from grenade_salad.bots.wheel.playouts import Luck, held, wins
from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import spade_of

_HARD, _EXPERT = 2500, 8000
"""In how many worlds a level thinks."""
_MARGIN = 1.0
"""By how many standard errors another die must win more often than the sound one."""


class Thinking:
    """Moves as a sound player does, unless another die wins more often in the worlds that it believes in."""

    def __init__(self, kind: Kind, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._budget = budget(kind, _HARD, _EXPERT)
        self._beliefs = Beliefs(seat)
        self._sound = Normal(seat, rng)

    def see(self, event: Event) -> None:
        """Remember what happened."""
        self._beliefs.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that wins most often."""
        assert isinstance(view, WheelView)
        begun = perf_counter()
        self._beliefs.update(view)
        sound = self._sound.decide(view, legal)
        board, roll, last_heart = view.board(), view.roll, view.options.last_heart
        assert roll is not None
        weighed = self._beliefs.worlds(view)
        worlds = [self._held(view, world) for _, world in weighed]
        weights = [weight for weight, _ in weighed]
        seed = self._rng.getrandbits(64) << 32
        drawn: tuple[int, dict[int, int], Luck] | None = None

        def worth(number: int, action: Action) -> float:
            nonlocal drawn
            assert isinstance(action, Advance)
            if drawn is None or drawn[0] != number:
                rng = Random(seed + number)
                drawn = number, rng.choices(worlds, weights)[0], Luck(rng)
            return wins(board, self._seat, action.die, roll, drawn[1], last_heart, drawn[2])

        return think(sound, legal, worth, self._budget, _MARGIN, begun)

    def _held(self, view: WheelView, world: dict[int, tuple[str, ...]]) -> dict[int, int]:
        """The cards of the ring (bits) of all players who are still in."""
        own = view.hearts[self._seat]
        assert isinstance(own, tuple)
        hands = {self._seat: own, **world}
        return {seat: held(view.ring, [spade_of(heart) for heart in hand]) for seat, hand in hands.items()}
