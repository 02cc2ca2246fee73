"""Machine players in the process where they think; only it calls this module.

A player is handed the redacted events, the view and the legal actions of its seat, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad import players
from grenade_salad.core import Action, Event, View, derive_rng
from grenade_salad.session.worker_process import WorkerLost
from grenade_salad.text import Words


@dataclass(frozen=True)
class PlayerKey:
    """The key of a player at a table.

    A player that is made from its key and shown what its seat saw is the same in any process.
    """

    table: int
    """A new number each time that players sit down."""
    game: str
    name: str
    seat: int
    seed: int
    stream: int
    """Separates its random numbers from those of others."""


@dataclass(frozen=True)
class Hint:
    """An action that a player would choose."""

    action: Action
    reason: Words
    """The explanation, in a few words."""


_players: dict[PlayerKey, tuple[players.SeededPlayer, int]] = {}
"""The players in this process, and how many events each has seen."""


def update_player(key: PlayerKey, since: int, events: Sequence[Event]) -> players.SeededPlayer:
    """Show the player these events, which follow the first `since`, and return it.

    Raises WorkerLost if it has not seen the first `since` events here.
    """
    if since == 0:
        for cached_key in [cached_key for cached_key in _players if cached_key.table != key.table]:
            del _players[cached_key]
        name = players.nearest_player(key.game, key.name)
        player, seen_count = players.make(key.game, name, key.seat, derive_rng(key.seed, key.stream)), 0
    elif key in _players:
        player, seen_count = _players[key]
    else:
        raise WorkerLost("the player is not known here")
    if seen_count != since:
        raise WorkerLost(f"the player has seen {seen_count} events, not {since}")
    for event in events:
        player.see(event)
    _players[key] = player, since + len(events)
    return player


def show_events(key: PlayerKey, since: int, events: Sequence[Event]) -> None:
    """Show the player what happened."""
    update_player(key, since, events)


def decide(key: PlayerKey, since: int, events: Sequence[Event], view: View, legal: Sequence[Action]) -> Action:
    """Return the action of the player, after it has seen these events."""
    return update_player(key, since, events).decide(view, legal)


def give_hint(key: PlayerKey, since: int, events: Sequence[Event], view: View, legal: Sequence[Action]) -> Hint:
    """Return what the player would do, after it has seen these events, and why."""
    action = update_player(key, since, events).decide(view, legal)
    return Hint(action, players.explain(key.game, key.seat, view, action))
