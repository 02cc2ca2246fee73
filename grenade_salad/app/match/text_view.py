"""The table, a hand, a move and its reason in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad import players
from grenade_salad.app.ui.accessible import sentences
from grenade_salad.core import Action, Chance, State, View
from grenade_salad.core import action_notation as moves_in_words
from grenade_salad.match.match import Controller
from grenade_salad.session.session import Shown
from grenade_salad.sheets.compose import told_of
from grenade_salad.text import Message, Reader, m, say
from grenade_salad.text.say import language


class TableWords:
    """What everybody may know of a view, line by line; kept until the view or the language is another one."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._kept: tuple[View | None, str, Sequence[str]] = (None, "", ())

    def of(self, view: View) -> Sequence[str]:
        """The lines for this view."""
        if self._kept[0] is not view or self._kept[1] != language():
            reader = Reader(self._names)
            said = [say(words, reader, begin=True) for words in told_of(view, (), reader).public]
            self._kept = (view, language(), said)
        return self._kept[2]


def turn_of(name: str) -> Message:
    """Whose turn it is."""
    return m("{who}'s turn", who=name)


def is_turn_of(name: str) -> Message:
    """Whose turn it is, as a sentence."""
    return m("It is {who}'s turn", who=name)


def hand(view: View, seat: int, names: Sequence[str]) -> Sequence[str]:
    """The hand of a seat whose view this is, a card a line, each with what it does."""
    reader = Reader(names, seat)
    cards = told_of(view, (), reader).hand
    return [sentences(say(card.words, reader, begin=True), say(card.note, reader)) for card in cards]


def notated(state: State, shown: Shown, names: Sequence[str], viewer: int | None) -> str:
    """What one would type for the decision of a step; empty if it was none, or if the viewer may not know it."""
    entry = shown.entry
    if not isinstance(entry, Action) or not (entry.seat == viewer is not None or moves_in_words.is_open(state, entry)):
        return ""
    return moves_in_words.line(state, entry, shown.before, names)


def why_of(
    game: str, names: Sequence[str], seats: Sequence[Controller], entry: Action | Chance, before: View | None
) -> Callable[[], str] | None:
    """What says why a machine did that, from what the viewer knew before it; None if it was no machine's decision."""
    if before is None or not isinstance(entry, Action) or entry.seat is None:
        return None
    machine = seats[entry.seat].kind == "bot"
    return partial(_why_words, game, names, entry, before) if machine else None


def _why_words(game: str, names: Sequence[str], action: Action, before: View) -> str:
    """Why a machine did that, from what the viewer knew before it; empty if nobody can say."""
    assert action.seat is not None
    why, name = players.reason(game, action.seat, before, action), names[action.seat]
    return say(m("A hint for {name}: {why}", name=name, why=why), Reader(names, action.seat)) if why else ""
