"""Tables without turns in the laboratory: who acts next where nobody is waited for, and what is not for such tables."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Illegal, NoTurns, State, registry

LINES = 100
"""So many decisions of random players come before the one that ends a match without turns."""


def require_turns(game: str) -> None:
    """Raises Illegal for a game without turns: no machine plays it against others. Raises registry.NoGame."""
    rules = registry.load(game)
    if rules.is_turnless:
        raise Illegal(NoTurns(rules.title))


def choose_seat(state: State, rng: Random | None) -> int:
    """Who is asked next by somebody who asks one after another: anybody by this luck in a game without turns; without
    luck the first."""
    to_act = state.active_seats()
    return to_act[0] if rng is None else rng.choice(to_act)


def offered_actions(legal: Sequence[Action], last: bool = False) -> list[Action]:
    """What a random player chooses from: what `ends` the match is kept for the `last` line, if there is anything else.

    >>> offered([])
    []
    """
    return [action for action in legal if action.ends_match == last] or list(legal)
