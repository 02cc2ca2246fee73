"""The table, a hand, an action and its explanation as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad import players
from grenade_salad.app.ui.accessible import join_sentences
from grenade_salad.core import Action, Chance, State, View
from grenade_salad.match.match import Controller
from grenade_salad.session.session import VisibleStep
from grenade_salad.sheets.compose import sheet_for
from grenade_salad.text import Message, Reader, m, say
from grenade_salad.text.say import language, tile


class TableText:
    """The public part of a view as lines, cached until view or language change."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._cached: tuple[View | None, tuple[str, float | None], Sequence[str]] = (None, ("", None), ())
        """The last view, its language and tile, and their lines."""

    def lines(self, view: View) -> Sequence[str]:
        """Return the lines for a view."""
        wording = language(), tile()
        if self._cached[0] is not view or self._cached[1] != wording:
            reader = Reader(self._names)
            lines = [say(words, reader, begin=True) for words in sheet_for(view, (), reader).public]
            self._cached = (view, wording, lines)
        return self._cached[2]


def turn_label(name: str) -> Message:
    """Return the label that says whose turn it is."""
    return m("{who}'s turn", who=name)


def turn_sentence(name: str) -> Message:
    """Return a sentence that says whose turn it is."""
    return m("It is {who}'s turn", who=name)


def describe_hand(view: View, seat: int, names: Sequence[str]) -> Sequence[str]:
    """Return the hand of a seat from its view, a card a line, each with its effect."""
    reader = Reader(names, seat)
    cards = sheet_for(view, (), reader).hand
    return [join_sentences(say(card.words, reader, begin=True), say(card.note, reader)) for card in cards]


def format_typed(state: State, step: VisibleStep, names: Sequence[str], viewer: int | None) -> str:
    """Return what a person would type for the action of a step.

    Empty if the step is no action, or if the viewer may not know it.
    """
    entry = step.entry
    if not isinstance(entry, Action) or not (entry.seat == viewer is not None or state.is_action_public(entry)):
        return ""
    return state.format_seen_action(entry, step.previous_view, names)


def make_explainer(
    game: str, names: Sequence[str], seats: Sequence[Controller], entry: Action | Chance, previous_view: View | None
) -> Callable[[], str] | None:
    """Return a function that explains a machine player's action, else None.

    The explanation uses what the viewer knew before the action.
    """
    if previous_view is None or not isinstance(entry, Action) or entry.seat is None:
        return None
    is_machine = seats[entry.seat].kind == "bot"
    return partial(_explain, game, names, entry, previous_view) if is_machine else None


def _explain(game: str, names: Sequence[str], action: Action, previous_view: View) -> str:
    """Explain a machine player's action from the view before it; empty if unknown."""
    assert action.seat is not None
    explanation, name = players.explain(game, action.seat, previous_view, action), names[action.seat]
    if not explanation:
        return ""
    return say(m("A hint for {name}: {why}", name=name, why=explanation), Reader(names, action.seat))
