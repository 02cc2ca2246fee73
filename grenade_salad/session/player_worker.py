"""Machine players where they think: in a process beside the window, which this module alone is meant for.

A player is handed the redacted events, the view and the legal actions of its seat, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad import players
from grenade_salad.core import Action, Event, View, chance_rng
from grenade_salad.session.worker_process import Lost
from grenade_salad.text import Words


@dataclass(frozen=True)
class Mind:
    """Which player of which table: made from this alone, and shown what its seat saw, it is the same anywhere.

    `table` is another number each time that players sit down. `luck` tells its random numbers from those of others.
    """

    table: int
    game: str
    name: str
    seat: int
    seed: int
    luck: int


@dataclass(frozen=True)
class Hint:
    """What somebody would do, and why in a few words."""

    action: Action
    reason: Words


_minds: dict[Mind, tuple[players.Player, int]] = {}


def show(mind: Mind, since: int, events: Sequence[Event]) -> players.Player:
    """The player, when it has seen these events after the first `since`. Raises Lost if it has not seen those."""
    if since == 0:
        for other in [other for other in _minds if other.table != mind.table]:
            del _minds[other]
        player, seen = (
            players.make(mind.game, players.nearest(mind.game, mind.name), mind.seat, chance_rng(mind.seed, mind.luck)),
            0,
        )
    elif mind in _minds:
        player, seen = _minds[mind]
    else:
        raise Lost("the player is not known here")
    if seen != since:
        raise Lost(f"the player has seen {seen} events, not {since}")
    for event in events:
        player.see(event)
    _minds[mind] = player, since + len(events)
    return player


def look(mind: Mind, since: int, events: Sequence[Event]) -> None:
    """Let the player see what happened."""
    show(mind, since, events)


def decide(mind: Mind, since: int, events: Sequence[Event], view: View, legal: Sequence[Action]) -> Action:
    """What the player does, after it has seen these events."""
    return show(mind, since, events).decide(view, legal)


def advise(mind: Mind, since: int, events: Sequence[Event], view: View, legal: Sequence[Action]) -> Hint:
    """What the player would do, after it has seen these events, and why."""
    action = show(mind, since, events).decide(view, legal)
    return Hint(action, players.reason(mind.game, mind.seat, view, action))
