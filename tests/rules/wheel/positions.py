"""Positions of the wheel that tests build by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grenade_salad.core import Action, Event, Illegal, Reason
from grenade_salad.games.wheel import GAME, Advance, Die, Roll, WheelOptions, WheelSetup, WheelState

Dice = Sequence[tuple[int, int]]


def start_game(seats: int, options: WheelOptions | None = None, setup: WheelSetup | None = None) -> WheelState:
    """Start a game; without a setup it is before the deal."""
    state = GAME.start(seats, options or WheelOptions(), setup)
    assert isinstance(state, WheelState)
    return state


def position(
    ring: str,
    hearts: Sequence[str],
    dice: Dice | None = None,
    down: Sequence[int] = (),
    turn: int = 0,
    options: WheelOptions | None = None,
) -> WheelState:
    """Return a position before a roll.

    `ring` is like "AS 2S joker", `hearts` like "4H 7H" for each seat, and `dice` are pairs of card index and pips.
    """
    setup = WheelSetup(
        ring=tuple(ring.split()),
        hearts=tuple(tuple(held.split()) for held in hearts),
        turn=turn,
        dice=None if dice is None else tuple(Die(card, pips) for card, pips in dice),
        face_down=tuple(down) if down else None,
    )
    return start_game(len(hearts), options, setup)


def setup_refusal(
    ring: str,
    hearts: Sequence[str],
    dice: Dice | None = None,
    down: Sequence[int] = (),
    turn: int = 0,
    options: WheelOptions | None = None,
) -> Reason:
    """Return the reason why the position is refused."""
    with pytest.raises(Illegal) as refusal:
        position(ring, hearts, dice, down, turn, options)
    assert str(refusal.value) == refusal.value.reason.text() != ""
    return refusal.value.reason


def roll_and_move(state: WheelState, roll: int, die: int) -> list[Event]:
    """Roll for the active seat, move a die, and return the events after the roll."""
    state.apply_chance(Roll(roll))
    return state.apply(Advance(state.active_seats()[0], die))


def action_refusal(state: WheelState, action: Action) -> Reason:
    """Return the reason why the action is refused."""
    with pytest.raises(Illegal) as caught:
        state.apply(action)
    return caught.value.reason


def dice_positions(state: WheelState) -> list[tuple[int, int]]:
    """Return the card index and the pips of each die."""
    return [(die.at, die.pips) for die in state.full_view().dice]


def filter_events(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """Return the events of one class."""
    return [event for event in events if type(event) is kind]
