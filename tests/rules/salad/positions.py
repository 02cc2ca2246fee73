"""Positions of Grenade Salad, written by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grenade_salad.core import Action, Event, Illegal, Reason
from grenade_salad.games.salad import GAME, SaladOptions, SaladSetup
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.state import SaladState

_RESERVE = 10
"""Soldiers in the reserve of each seat."""
FULL_DECK = ("pointer", "circles", "pointer", "circles", "pointer", "circles", "pointer", "circles")


def soldier_at(soldier_id: int, seat: int, x: float, y: float, angle: float = 0.0) -> Soldier:
    """Return a soldier of a seat; the place is in mm, the angle in radians."""
    return Soldier(soldier_id, seat, x, y, angle)


def start_game(seats: int, options: SaladOptions | None = None, setup: SaladSetup | None = None) -> SaladState:
    """Start a game; without a setup it is before the set-up drop."""
    state = GAME.start(seats, options or SaladOptions(), setup)
    assert isinstance(state, SaladState)
    return state


def position(
    *soldiers: Soldier,
    hands: Sequence[Sequence[str]] = ((), ()),
    deck: Sequence[str] = FULL_DECK,
    reserve: Sequence[int] | None = None,
    taken: Sequence[int] | None = None,
    turn: int = 0,
    options: SaladOptions | None = None,
) -> SaladState:
    """Start a match in this position, with as many seats as hands."""
    seats = len(hands)
    setup = SaladSetup(
        soldiers=tuple(soldiers),
        reserve=tuple(reserve if reserve is not None else [_RESERVE] * seats),
        taken=tuple(taken if taken is not None else [0] * seats),
        hands=tuple(tuple(hand) for hand in hands),
        deck=tuple(deck),
        turn=turn,
    )
    return start_game(seats, options, setup)


def play(state: SaladState, *actions: Action) -> list[Event]:
    """Carry out the actions one after another; return all events."""
    return [event for action in actions for event in state.apply(action)]


def check_refused(state: SaladState, action: Action) -> Reason:
    """Check that the action is refused and changes nothing; return the reason."""
    previous = state.copy()
    reason = state.why_not(action)
    assert reason is not None, f"{action} is legal"
    with pytest.raises(Illegal) as raised:
        state.apply(action)
    assert raised.value.reason == reason
    assert state == previous
    return reason
