"""The odds of a hint: it is played on beside the window, in more and more worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.core import Action, Event, State
from grenade_salad.lab import evaluation, holdout
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.match import Header
from grenade_salad.session.query import Query
from grenade_salad.text import NOTHING, Message, m

MILESTONES = (50, 100, 200)
"""Numbers of worlds after which odds are shown; the interval grows narrower."""
BATCH = 5
"""The number of worlds that are played on at a time.

No machine waits longer than that for its turn to think.
"""


def play_on(
    header: Header, state: State, seat: int, action: Action, since: int, events: Sequence[Event]
) -> tuple[float, ...]:
    """Return what the seat wins with the action in each of `BATCH` worlds.

    Worlds are numbered from `since` on. `events` are those of the match that the seat saw, redacted for it;
    `state` is only asked for what it may know.
    """
    worlds = evaluation.make_world_sampler(header.game, state, seat, events)
    (won,) = holdout.play_fresh_worlds(header, state, seat, [[action]], header.seed, BATCH, worlds, since)
    return won


class OddsEstimate:
    """An estimate of odds that grows more certain. Call `update` again and again."""

    def __init__(self, ask: Callable[[int], Query[tuple[float, ...]]]) -> None:
        """Start the estimate. `ask` has worlds played on, numbered from its argument on."""
        self.odds: Odds | None = None
        """None until there are enough worlds."""
        self._ask = ask
        self._shares: list[float] = []
        self._answer: Query[tuple[float, ...]] | None = ask(0)
        self._failed = False

    def update(self) -> bool:
        """Take finished worlds, and ask for more; True if there are new odds to show."""
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
        """Return the odds so far, in words."""
        if self.odds is None:
            return NOTHING if self._failed else m("Playing on to see the odds…")
        return describe_odds(self.odds)


# Translators: how often a choice wins, after "This wins" or "It wins"
_OFTEN = (
    (0.95, m("nearly always", context="wins")),
    (0.75, m("most of the time", context="wins")),
    (0.55, m("more often than not", context="wins")),
    (0.45, m("about half the time", context="wins")),
    (0.25, m("now and then", context="wins")),
    (0.05, m("seldom", context="wins")),
    (0.0, m("almost never", context="wins")),
)
"""Minimum share of wins for each of the words."""


def describe_share(share: float) -> Message:
    """Return how often a choice wins, in words.

    >>> from grenade_salad.text import say
    >>> say(describe_share(0.98)), say(describe_share(0.5)), say(describe_share(0.01))
    ('nearly always', 'about half the time', 'almost never')
    """
    return next(words for minimum, words in _OFTEN if share >= minimum)


def describe_chance(played_on: OddsEstimate | None) -> Message:
    """Return how often the choice wins, in words without figures, so far."""
    if played_on is None or played_on.odds is None:
        return describe_estimate(played_on)
    # Translators: the move of a hint; {often} is as in "nearly always"
    return m("This wins {often}", often=describe_share(played_on.odds.share))


def describe_odds(odds: Odds) -> Message:
    """Return the interval of the odds to win, in words."""
    # Translators: the odds of winning, from and to
    return m("{low:.0f} to {high:.0f}% to win, with 95% certainty", low=odds.low * 100, high=odds.high * 100)


def describe_estimate(played_on: OddsEstimate | None) -> Message:
    """Return the odds so far in words; nothing where no player can play on."""
    return NOTHING if played_on is None else played_on.message()
