"""The view of a position that one seat has."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class View:
    """All that one seat may know of a state.

    Games subclass it; replays print its JSON form. `is_over`, `active_seats` and `ranking` are what the state's methods
    of these names return.

    Everything that a player, a screen or a phone shows comes from here, so it has all that people at a real table see,
    also what luck brought last. What is hidden is a number (how many) or None, never a list. The view is the same in
    every world that `State.resample` draws for its seat.
    """

    game: str
    seat: int | None
    """The seat whose view it is; None for a spectator."""
    is_over: bool = field(metadata={"key": "over"})
    """Called "over" in JSON."""
    active_seats: tuple[int, ...] = field(metadata={"key": "to_act"})
    """Called "to_act" in JSON."""
    ranking: tuple[tuple[int, ...], ...] | None
    """None until the game is over; empty if it is over and no player said who won."""
    end_reason: str | None = field(metadata={"key": "ended"})
    """The reason that the game is over; None until it is. Called "ended" in JSON."""
