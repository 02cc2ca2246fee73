"""A plain sheet for a game that brings none: its view field by field, and a button for each legal action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Action, View, registry
from grenade_salad.core.default_wording import called, lines, needs_of
from grenade_salad.sheets.sheet import Choice, Sheet, Told, over
from grenade_salad.text import Reader, Seat, Words, m


def status(view: View) -> Words:
    """Whose turn it is, in one line."""
    if view.is_over:
        return over(view)
    if not view.active_seats:
        # Translators: a random event comes next
        return m("Luck decides.")
    if registry.load(view.game).is_turnless:
        return m("Anybody may play, at any time.")
    if view.seat in view.active_seats:
        return m("It is your turn.")
    if len(view.active_seats) == 1:
        return m("It is {who}'s turn.", who=Seat(view.active_seats[0]))
    return m("Several players are being asked.")


def told(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """What the seat of the view is told."""
    return Told(
        status=status(view),
        public=lines(view),
        facts=("",) * len(reader.names),
        choices=tuple(_choices(view, legal)),
    )


def _choices(view: View, legal: Sequence[Action]) -> Iterator[Choice]:
    paths = called(legal, view, registry.load(view.game).describe)
    for action, path in zip(legal, paths, strict=True):
        yield Choice(path, action, needs_of(action), ("do", "parts"))


SHEET = Sheet(told)
