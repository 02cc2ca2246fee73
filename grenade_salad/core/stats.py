"""What is counted in a game for the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from grenade_salad.core.events import Event
from grenade_salad.core.view import View
from grenade_salad.text import Message, Words

Count: TypeAlias = tuple[int, str, int]
"""A seat, a fact, and how much more of it."""
TurningPoint: TypeAlias = tuple[float, Message]
"""How much something may have turned a match, and in words."""


def _no_measures(turns: Sequence[Sequence[Event]], end: View) -> Mapping[str, float]:
    return {}


def _no_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Stats:
    """The facts that a game counts, by their keys in the journal, and how to call them.

    `count` says what counts in the events of one line, which the seat decided (None: luck, or the table together).
    Of the facts in `most` the greatest number counts, not the sum. `bars` are facts that are shown side by side as
    bars: their label, and a picture among the assets. `turned` says of the events of one line, as everybody may know
    them, how much they may have turned the match, and in words; it gets the number of the turn and the winner too.
    Events of `chance_events` were chosen by nobody, though an action brought them: what lay on top of a hidden deck.

    `sat_through` says of the events of each turn of a match, and what a looker-on sees at its end, how lively it was,
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
"""Of a game that counts nothing but who won."""
