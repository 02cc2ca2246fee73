"""Facts that a game counts for the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from grenade_salad.core.events import Event
from grenade_salad.core.view import View
from grenade_salad.text import Message, Words

Count: TypeAlias = tuple[int, str, int]
"""A seat, a fact, and its increase."""
TurningPoint: TypeAlias = tuple[float, Message]
"""The weight of something that may have turned a match, and a message about it."""


def _no_measures(turns: Sequence[Sequence[Event]], end: View) -> Mapping[str, float]:
    return {}


def _no_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Stats:
    """The facts that a game counts, and their names."""

    words: Mapping[str, Words]
    """The names of the facts, by their keys in the journal."""
    count: Callable[[Sequence[Event], int | None], Iterable[Count]]
    """Returns the counts in the events of one line.

    It gets the events, and the seat that decided the line (None: chance, or the table together).
    """
    maximum_facts: tuple[str, ...] = ()
    """Facts of which the greatest value counts, not the sum."""
    bars: Mapping[str, tuple[Words, str]] = field(default_factory=dict)
    """Facts that are shown side by side as bars: label, and picture among the assets."""
    turning_point: Callable[[Sequence[Event], int, int], TurningPoint | None] = _no_turning_point
    """Returns how much the events of a line may have turned the match, and a message.

    It gets the events as they are public, the number of the turn and the winner.
    """
    chance_events: tuple[type[Event], ...] = ()
    """Events that no player chose, though an action led to them.

    Such is the top card of a hidden deck.
    """
    measure_match: Callable[[Sequence[Sequence[Event]], View], Mapping[str, float]] = _no_measures
    """Returns how lively a match was, in numbers with an English name each.

    It gets the events of each turn, and the final public view. It is for `grenade-salad sweep`.
    """


def _count_nothing(events: Sequence[Event], seat: int | None) -> Iterable[Count]:
    return ()


NO_STATS = Stats(words={}, count=_count_nothing)
"""Stats of a game that counts only who won."""
