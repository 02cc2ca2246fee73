"""Facts of a match for the statistics: counted by what happened, seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.core import Action, Event
from grenade_salad.match.match import Step

WORDS = {
    "kills_hammers": "killed with Hammers",
    "kills_arrow": "killed with Arrow",
    "kills_explosion": "killed with Explosion",
    "kills_footpath": "killed with mines",
    "own_hit": "own soldiers hit",
    "best_blast": "most killed at once",
    "best_drop": "most soldiers landed in one drop",
    "grenades_survived": "grenades survived",
    "cards_stolen": "cards stolen",
    "longest_chain": "longest chain of explosions",
}
"""Every fact there is, and how to call it."""
MOST = ("best_blast", "best_drop", "longest_chain")
"""Facts of which the greatest counts, not the sum."""

Facts = list[dict[str, int]]


def _more(of_seat: dict[str, int], fact: str, number: int) -> None:
    if number > 0:
        before = of_seat.get(fact, 0)
        of_seat[fact] = max(before, number) if fact in MOST else before + number


def _salad(events: Sequence[Event], seat: int | None, facts: Facts) -> None:
    from grenade_salad.games.salad.events import Killed, Landed, MineWentOff, Struck, Threw

    weapon = ""
    for event in events:
        match event:
            case Struck():
                weapon = event.card
            case Threw():
                weapon = "explosion"
            case MineWentOff():
                weapon = "footpath"
            case Killed():
                own = sum(owner == event.by for _, owner in event.soldiers)
                _more(facts[event.by], f"kills_{weapon}", len(event.soldiers) - own)
                _more(facts[event.by], "own_hit", own)
                _more(facts[event.by], "best_blast", len(event.soldiers))
            case Landed():
                _more(facts[event.seat], "best_drop", len(event.soldiers))


def _live_grenade(events: Sequence[Event], seat: int | None, facts: Facts) -> None:
    from grenade_salad.games.live_grenade.events import Grenade, Stolen

    for event in events:
        match event:
            case Grenade() if event.friend is not None:
                _more(facts[event.seat], "grenades_survived", 1)
            case Stolen():
                _more(facts[event.thief], "cards_stolen", 1)


def _wheel(events: Sequence[Event], seat: int | None, facts: Facts) -> None:
    from grenade_salad.games.wheel.events import Exploded

    if seat is not None:
        _more(facts[seat], "longest_chain", sum(isinstance(event, Exploded) for event in events))


_COUNTING: dict[str, Callable[[Sequence[Event], int | None, Facts], None]] = {
    "grenade-salad": _salad,
    "live-grenade": _live_grenade,
    "wheel": _wheel,
}


def facts_of(game: str, steps: Sequence[Step], seats: int) -> Facts:
    """What each seat did in a match with these steps; what never happened is left out."""
    facts: Facts = [{} for _ in range(seats)]
    for step in steps:
        _COUNTING[game](step.events, step.entry.seat if isinstance(step.entry, Action) else None, facts)
    return facts
