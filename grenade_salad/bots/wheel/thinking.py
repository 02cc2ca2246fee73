"""Players of the wheel game that think: they weigh who may hold what, and what can still come of the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from time import perf_counter

from grenade_salad.bots import Advice, Kind
from grenade_salad.bots.thinking import budget, think
from grenade_salad.bots.wheel.answers import Way
from grenade_salad.bots.wheel.beliefs import Beliefs, World
from grenade_salad.bots.wheel.duel import Duel, by_moves, by_worlds, chances, duel, make_ready, places, steps
from grenade_salad.bots.wheel.layout import layout
from grenade_salad.bots.wheel.memory import Memory
from grenade_salad.bots.wheel.normal import Normal
from grenade_salad.bots.wheel.playouts import Luck, held, wins
from grenade_salad.bots.wheel.styles import tasteful
from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import spade_of

_WAYS: dict[str, dict[Way, float]] = {
    "hard": {"loose": 1.0},
    "expert": {"sound": 0.4, "loose": 0.4, "any": 0.2},
}
"""The ways to play that a level thinks of, and how likely each is before anybody has moved."""
_HARD, _EXPERT = 1000, 3000
"""In how many worlds a level thinks where more than two are left."""
_MARGIN = 1.0
"""By how many standard errors another die must win more often there than the sound one."""
_NEAR = 0.01
"""How much less likely a win may be for the sake of style."""


class Thinking:
    """Of two left, it moves the die that wins most often by all that it knows, computed to the end of the match.

    Of more, it moves as a sound player does, unless another die wins more often in many quick matches.
    """

    def __init__(self, kind: Kind, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._style = kind.style
        self._ways = _WAYS[kind.level]
        self._budget = budget(kind, _HARD, _EXPERT)
        self._memory = Memory()
        self._beliefs = Beliefs(seat)
        self._weighed = 0
        self._sound = Normal(seat, rng, kind.style)

    def see(self, event: Event) -> None:
        """Remember what happened."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that wins most often."""
        return self.advise(view, legal, None).action

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """The same, with how likely a win is then, and after the action that was played."""
        assert isinstance(view, WheelView)
        begun = perf_counter()
        self._memory.update(view)
        last_two = duel(view, self._seat)
        found = None if last_two is None else self._of_two(last_two, view, begun)
        if found is None and last_two is not None:
            return Advice(self._sound.decide(view, legal))
        if found is not None:
            scored = [(found[action], action) for action in legal]
            chance, choice = tasteful(self._style, view, self._seat, scored, _NEAR)
            return Advice(choice, chance, found.get(played) if played else None)
        return self._of_more(view, legal, played, begun)

    def _of_two(self, last_two: Duel, view: WheelView, begun: float) -> dict[Action, float] | None:
        """How likely a win is with each die; None if the time does not do for the tables, which are made further."""
        board, here = view.board(), layout(view.board())
        table = last_two.table(board, here)
        seconds = self._budget.seconds
        until = None if seconds is None else begun + seconds
        alone = len(view.alive) == 2 and not any(view.shown)
        told = [turn for turn in self._memory.turns if turn.move.seat == last_two.other] if alone else []
        earlier = chain.from_iterable(last_two.needed(turn.board) for turn in told)
        if not make_ready(chain(earlier, steps(table, tuple(self._ways))), until):
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

    def _of_more(self, view: WheelView, legal: Sequence[Action], played: Action | None, begun: float) -> Advice:
        """By quick matches in the worlds that it believes in."""
        sound = self._sound.decide(view, legal)
        board, roll, last_heart = view.board(), view.roll, view.options.last_heart
        assert roll is not None
        weighed = self._worlds(view)
        worlds = [self._held(view, world) for _, world in weighed]
        weights = [weight for weight, _ in weighed]
        seed = self._rng.getrandbits(64) << 32
        drawn: tuple[int, dict[int, int], Luck] | None = None
        won = dict.fromkeys(legal, 0)
        played_out = dict.fromkeys(legal, 0)

        def worth(number: int, action: Action) -> float:
            nonlocal drawn
            assert isinstance(action, Advance)
            if drawn is None or drawn[0] != number:
                rng = Random(seed + number)
                drawn = number, rng.choices(worlds, weights)[0], Luck(rng)
            win = wins(board, self._seat, action.die, roll, drawn[1], last_heart, drawn[2])
            won[action] += win
            played_out[action] += 1
            return win

        choice = think(sound, legal, worth, self._budget, _MARGIN, begun)
        rates = {action: won[action] / max(1, played_out[action]) for action in legal}
        return Advice(choice, rates[choice], rates.get(played) if played else None)

    def _held(self, view: WheelView, world: World) -> dict[int, int]:
        """The cards of the ring (bits) of all players who are still in."""
        own = view.hearts[self._seat]
        assert isinstance(own, tuple)
        hands = {self._seat: own, **world}
        return {seat: held(view.ring, [spade_of(heart) for heart in hand]) for seat, hand in hands.items()}
