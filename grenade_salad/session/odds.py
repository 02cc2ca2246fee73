"""How likely a seat is to win with what it is advised to do: played on beside the window, in more and more worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.core import Action, Event, State
from grenade_salad.lab import evaluation, holdout
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.match import Header
from grenade_salad.session.query import Query
from grenade_salad.text import NOTHING, Message, m

MILESTONES = (50, 100, 200)
"""After so many worlds odds are told, and then anew: the interval grows narrower."""
BATCH = 5
"""So many worlds are played on at a time: no machine waits longer than that for its turn to think."""


def play_on(
    header: Header, state: State, seat: int, action: Action, since: int, events: Sequence[Event]
) -> tuple[float, ...]:
    """What the seat wins with the action in some worlds, numbered from `since` on.

    `events` are those of the match that the seat saw, redacted for it; `state` is asked for what it may know alone.
    """
    worlds = evaluation.make_world_sampler(header.game, state, seat, events)
    (won,) = holdout.play_fresh_worlds(header, state, seat, [[action]], header.seed, BATCH, worlds, since)
    return won


class OddsEstimate:
    """`odds` is what is known by now; None until there is enough. Look at it again and again with `update`."""

    def __init__(self, ask: Callable[[int], Query[tuple[float, ...]]]) -> None:
        """`ask` has worlds played on, numbered from there on."""
        self.odds: Odds | None = None
        self._ask = ask
        self._shares: list[float] = []
        self._answer: Query[tuple[float, ...]] | None = ask(0)
        self._failed = False

    def update(self) -> bool:
        """Take what is there, and ask for more; whether there is something new to be told."""
        if self._answer is None or not self._answer.done():
            return False
        if self._answer.failure() is not None:
            self._answer, self._failed = None, True
            return True
        self._shares += self._answer.result()
        count = len(self._shares)
        is_milestone = any(count - BATCH < enough <= count for enough in MILESTONES)
        if is_milestone:
            self.odds = holdout.odds(self._shares)
        self._answer = self._ask(count) if count < MILESTONES[-1] else None
        return is_milestone

    def message(self) -> Message:
        """What is known by now, in words."""
        if self.odds is None:
            return NOTHING if self._failed else m("Playing on to see the odds…")
        return describe_odds(self.odds)


def describe_odds(odds: Odds) -> Message:
    """How likely it is to win, as far as that is certain."""
    # Translators: the odds of winning, from and to
    return m("{low:.0f} to {high:.0f}% to win, with 95% certainty", low=odds.low * 100, high=odds.high * 100)


def describe_estimate(played_on: OddsEstimate | None) -> Message:
    """The words of what is known; none where nobody can play on."""
    return NOTHING if played_on is None else played_on.message()
