"""Positions of Live Grenade, written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from grenade_salad.core import Action, Chance, Event, Illegal, Reason
from grenade_salad.games.live_grenade import (
    GAME,
    Cancel,
    LiveGrenadeOptions,
    LiveGrenadeSetup,
    LiveGrenadeState,
    Pair,
    Pass,
    Reverse,
    Skip,
    Steal,
)
from tests.kinds import expect_type


def cards(text: str) -> tuple[str, ...]:
    """Return the cards of a line like "2H 10S"."""
    return tuple(text.split())


def position(
    *hands: str,
    deck: str,
    turn: int = 0,
    direction: int = 1,
    alive: Sequence[bool] | None = None,
    discard: str = "",
    options: LiveGrenadeOptions | None = None,
) -> LiveGrenadeState:
    """Start a match in this position, with as many seats as hands.

    The top of the deck is first.
    """
    setup = LiveGrenadeSetup(
        hands=tuple(cards(hand) for hand in hands),
        deck=cards(deck),
        turn=turn,
        direction=direction,
        discard=cards(discard),
        alive=None if alive is None else tuple(alive),
    )
    return expect_type(LiveGrenadeState, GAME.start(len(hands), options or LiveGrenadeOptions(), setup))


def start_dealt_match(seats: int, options: LiveGrenadeOptions | None = None, seed: int = 1) -> LiveGrenadeState:
    """Start a match that was just dealt at random."""
    state = expect_type(LiveGrenadeState, GAME.start(seats, options or LiveGrenadeOptions(), None))
    state.apply_chance(state.sample_chance(Random(seed)))
    return state


def play(state: LiveGrenadeState, *entries: Action | Chance) -> list[Event]:
    """Carry out the entries one after another; return all events."""
    return [
        event
        for entry in entries
        for event in (state.apply(entry) if isinstance(entry, Action) else state.apply_chance(entry))
    ]


def all_pass(state: LiveGrenadeState) -> list[Event]:
    """Let every seat that is still asked pass; return all events."""
    asked_seats = state.active_seats()
    assert state.view(None).stack, "nobody is asked"
    return play(state, *(Pass(seat) for seat in asked_seats))


def pair(seat: int, text: str, target: int) -> Pair:
    """Return a pair, such as "4C 4H"."""
    return Pair(seat, cards(text), target)


def steal(seat: int, card: str, target: int) -> Steal:
    """Return a 10 as a Steal."""
    return Steal(seat, (card,), target)


def skip(seat: int, card: str) -> Skip:
    """Return a Jack as a Skip."""
    return Skip(seat, (card,))


def reverse(seat: int, card: str) -> Reverse:
    """Return a Queen as a Reverse."""
    return Reverse(seat, (card,))


def cancel(seat: int, card: str) -> Cancel:
    """Return a King as a Cancel."""
    return Cancel(seat, (card,))


def check_refused(state: LiveGrenadeState, entry: Action | Chance) -> Reason:
    """Check that the entry is refused and changes nothing; return the reason."""
    previous = state.copy()
    with pytest.raises(Illegal) as caught:
        play(state, entry)
    assert state == previous
    reason = state.why_not(entry) if isinstance(entry, Action) else state.why_not_chance(entry)
    assert reason == caught.value.reason
    assert reason.text()
    return reason


def hands(state: LiveGrenadeState) -> tuple[tuple[str, ...], ...]:
    """Return all hands, as in the full view."""
    return tuple(hand for hand in state.full_view().hands if isinstance(hand, tuple))


def deck(state: LiveGrenadeState) -> tuple[str, ...]:
    """Return the deck, the top first."""
    return expect_type(tuple, state.full_view().deck)


def list_all_cards(state: LiveGrenadeState) -> list[str]:
    """Return all cards wherever they are, sorted."""
    return sorted([*(card for hand in hands(state) for card in hand), *deck(state), *state.full_view().discard])
