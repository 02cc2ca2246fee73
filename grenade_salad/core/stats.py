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
    """The facts that a game counts, by their keys in the journal, and their names.

    `count` returns what counts in the events of one line, and the seat that decided it (None: chance, or the table
    together). Of the facts in `maximum_facts` the greatest value counts, not the sum. `bars` are facts that are shown
    side by side as bars: their label, and a picture among the assets. `turning_point` returns how much the events of
    one line, as they are public, may have turned the match, and a message; it also gets the number of the turn and
    the winner. Events of `chance_events` were chosen by no player, though an action led to them, such as the top card
    of a hidden deck.

    `measure_match` gets the events of each turn of a match, and the final public view, and returns how lively it was,
    in numbers with an English name each: for `grenade-salad sweep`.
    """

    words: Mapping[str, Words]
    count: Callable[[Sequence[Event], int | None], Iterable[Count]]
    maximum_facts: tuple[str, ...] = ()
    bars: Mapping[str, tuple[Words, str]] = field(default_factory=dict)
    turning_point: Callable[[Sequence[Event], int, int], TurningPoint | None] = _no_turning_point
    chance_events: tuple[type[Event], ...] = ()
    measure_match: Callable[[Sequence[Sequence[Event]], View], Mapping[str, float]] = _no_measures


def _count_nothing(events: Sequence[Event], seat: int | None) -> Iterable[Count]:
    return ()


NO_STATS = Stats(words={}, count=_count_nothing)
"""Stats of a game that counts only who won."""
