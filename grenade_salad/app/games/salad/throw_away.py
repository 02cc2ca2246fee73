"""The question which card is thrown away in a turn without one (GS-36, a house rule)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.core import Action
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.moves import ThrowAway
from grenade_salad.text import m

WHICH = m("Which card do you throw away?")


def thrown(legal: Sequence[Action]) -> list[ThrowAway]:
    """Each kind of card that can be thrown away now."""
    return [action for action in legal if isinstance(action, ThrowAway)]


def question(app: Shell, choices: Sequence[ThrowAway], act: Callable[[Action], object]) -> Dialog:
    """The question for somebody whose hand is in view anyway; to go back throws nothing away."""
    answers = [Answer(CARDS[one.card].name, partial(_does, act, one)) for one in choices]
    # Translators: a button: throw nothing away yet
    stay = Answer(m("Not yet"), nothing, back=True)
    words = m("It goes onto the pile, face up. You draw another, and may still play one card.")
    return Dialog(app, WHICH, words, [*answers, stay])


def _does(act: Callable[[Action], object], action: Action) -> None:
    act(action)
