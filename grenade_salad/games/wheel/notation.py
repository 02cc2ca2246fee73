"""Action notation of the wheel game: "die 2", or "die on 4S"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.core import Action, View
from grenade_salad.core.action_notation import ActionParts, Notation, OneOf, Phrase
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.games.wheel.view import WheelView


def phrases(view: View, seat: int) -> Sequence[Phrase]:
    """Return the phrases for a white die: by its number, from 1, or by its card.

    Two dice on one card are told apart by their numbers.
    """
    assert isinstance(view, WheelView)
    make_action = partial(Advance, seat)
    # Of equal dice on a card the first is meant, so it is written last.
    first_index_by_die = {(die.at, die.pips): index for index, die in reversed(list(enumerate(view.dice)))}
    on_cards = tuple(
        ((view.ring[card_index].casefold(),), index) for (card_index, _), index in first_index_by_die.items()
    )
    return [
        Phrase(("die", OneOf(tuple(((str(index + 1),), index) for index in DICE))), make_action),
        Phrase(("die", "on", OneOf(on_cards)), make_action),
    ]


def say(action: Action, view: View) -> ActionParts:
    """Return a white die by its number, from 1: of die 0 it is ("die", "1")."""
    assert isinstance(action, Advance)
    return ("die", str(action.die + 1))


NOTATION = Notation(phrases, say, is_public=lambda _: True)
