"""How near the game is to its end because nobody plays a card, and who would win it then (GS-28, GS-31, GS-34)."""

from __future__ import annotations

from grenade_salad.games.salad.pieces import CARDS_A_TURN
from grenade_salad.games.salad.view import SaladView

_NEVER = 1_000_000
"""Rounds without a card that end a game without a standstill."""


def calm(view: SaladView) -> tuple[int, int]:
    """How many turns in sequence passed without a card, and with how many of them the game ends."""
    if view.end_phase:
        return view.passes, len(view.hands)
    return view.still, (view.options.standstill or _NEVER) * len(view.hands)


def ends_without_a_card(view: SaladView) -> bool:
    """Whether the game is over if the turn ends now."""
    now, most = calm(view)
    return view.cards_left == CARDS_A_TURN and now + 1 >= most


def standing(view: SaladView, seat: int) -> int:
    """1 if the seat would win alone if the points were counted now, 0 if it would share the win, -1 if it would not."""
    keys = list(zip(view.scores, view.reserve, strict=True))
    own = keys.pop(seat)
    return (own > max(keys)) - (own < max(keys))
