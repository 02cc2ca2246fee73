"""Facts of a match for the statistics: counted by what happened, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, registry
from grenade_salad.core.stats import NO_STATS, Stats
from grenade_salad.match.match import Step

Facts = list[dict[str, int]]


def stats_of(game: str) -> Stats:
    """What is counted in the game; nothing in a game that is not there (any more)."""
    try:
        target = registry.plugin(game).stats
        return registry.bring(target, Stats) if target else NO_STATS
    except (registry.NoGame, ImportError):
        return NO_STATS


def facts_of(game: str, steps: Sequence[Step], seats: int) -> Facts:
    """What each seat did in a match with these steps; what never happened is left out."""
    facts: Facts = [{} for _ in range(seats)]
    stats = stats_of(game)
    for step in steps:
        for seat, fact, number in stats.count(step.events, step.entry.seat if isinstance(step.entry, Action) else None):
            if number > 0:
                before = facts[seat].get(fact, 0)
                facts[seat][fact] = max(before, number) if fact in stats.most else before + number
    return facts
