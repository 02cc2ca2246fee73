"""Machine players at a table without a match around it: they see what they may see, and decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from grenade_salad import players
from grenade_salad.core import Event, State, redact


class Sees(Protocol):
    """A player, or what a player makes of what it sees."""

    def see(self, event: Event) -> None: ...


def tell(players: Sequence[Sees], events: Sequence[Event]) -> None:
    """Everybody sees what they may see."""
    for seat, player in enumerate(players):
        for event in events:
            player.see(redact(event, seat))


def play_on(state: State, players: Sequence[players.Bot], rng: Random) -> None:
    """To the end of the match; that each decision is legal is checked by `do`."""
    while not state.is_over:
        if state.pending_chance():
            happened = state.apply_chance(state.sample_chance(rng))
        else:
            seat = state.active_seats()[0]
            happened = state.apply(players[seat].decide(state.view(seat), state.legal_actions(seat)))
        tell(players, happened)
