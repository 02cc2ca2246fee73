"""Tables without turns in the laboratory: seats to ask, and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Illegal, NoTurns, State, registry

LINES = 100
"""Number of decisions of random players before one ends a match without turns."""


def require_turns(game: str) -> None:
    """Raise `Illegal` for a game without turns, which machine players do not play.

    Raises `registry.NoGame`.
    """
    rules = registry.load(game)
    if rules.is_turnless:
        raise Illegal(NoTurns(rules.title))


def choose_seat(state: State, rng: Random | None) -> int:
    """Return the seat that is asked next: a random one for a game without turns.

    Without a random generator it is the first active seat.
    """
    to_act = state.active_seats()
    return to_act[0] if rng is None else rng.choice(to_act)


def offered_actions(legal: Sequence[Action], last: bool = False) -> list[Action]:
    """Return the actions that a random player chooses from.

    Actions that end the match are for the `last` line, if there are any others.

    >>> offered_actions([])
    []
    """
    return [action for action in legal if action.ends_match == last] or list(legal)
