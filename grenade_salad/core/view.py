"""What one seat may know of a position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """What one seat may know of a state, and nothing else. Games subclass it; its JSON form is what replays print.

    `seat` is whose view it is: None for somebody without a seat. `over`, `to_act` and `ranking` say what the state's
    methods of that name say; `ranking` is None until the game is over, and empty if
    it is and nobody said who won. `ended` is why it is over, None until it is.

    Everything that a player, a screen or a phone shows comes from here, so it has all that people at a real table see,
    also what luck brought last. What is hidden is a number (how many) or None, never a list. The view is the same in
    every world that `State.resample` draws for its seat.
    """

    game: str
    seat: int | None
    over: bool
    to_act: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] | None
    ended: str | None
