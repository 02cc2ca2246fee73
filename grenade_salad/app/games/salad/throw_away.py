"""Throwing away a card in a turn without one (GS-36, a house rule)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.core import Action, View
from grenade_salad.games.salad.actions import ThrowAway
from grenade_salad.games.salad.cards import name_with_count
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import m

TITLE = m("Which card do you throw away?")


def throw_actions(legal: Sequence[Action]) -> list[ThrowAway]:
    """Return the actions that throw away each kind of card in the hand."""
    return [action for action in legal if isinstance(action, ThrowAway)]


def count_cards(view: View, seat: int) -> Counter[Card]:
    """Return how many of each kind the seat holds, in its own view."""
    assert isinstance(view, SaladView)
    hand = view.hands[seat]
    assert not isinstance(hand, int)
    return Counter(hand)


def make_dialog(
    app: AppContext, choices: Sequence[ThrowAway], counts: Mapping[Card, int], act: Callable[[Action], object]
) -> Dialog:
    """Return the question for a visible hand; going back throws nothing away.

    `counts` has the number of cards of each kind.
    """
    answers = [
        Answer(name_with_count(choice.card, counts[choice.card]), partial(_act, act, choice)) for choice in choices
    ]
    # Translators: a button: throw nothing away yet
    not_yet = Answer(m("Not yet"), do_nothing, back=True)
    words = m("It goes onto the pile, face up. You draw another, and may still play one card.")
    return Dialog(app, TITLE, words, [*answers, not_yet])


def _act(act: Callable[[Action], object], action: Action) -> None:
    act(action)
