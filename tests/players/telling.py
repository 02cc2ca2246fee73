"""Machine players without a match: they see what they may see, and decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from grenade_salad import players
from grenade_salad.core import Event, State, redact


class EventViewer(Protocol):
    """A player, or what a player makes of the events that it sees."""

    def see(self, event: Event) -> None: ...


def show_events(players: Sequence[EventViewer], events: Sequence[Event]) -> None:
    """Show the events to all players, each as its seat may see them."""
    for seat, player in enumerate(players):
        for event in events:
            player.see(redact(event, seat))


def play_to_end(state: State, players: Sequence[players.Player], rng: Random) -> None:
    """Play to the end of the match; `apply` checks that each decision is legal."""
    while not state.is_over:
        if state.pending_chance():
            events = state.apply_chance(state.sample_chance(rng))
        else:
            seat = state.active_seats()[0]
            events = state.apply(players[seat].decide(state.view(seat), state.legal_actions(seat)))
        show_events(players, events)
