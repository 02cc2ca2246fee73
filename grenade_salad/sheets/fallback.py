"""Fallback sheet for a game without its own: view fields and legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Action, View, registry
from grenade_salad.core.default_wording import describe_view, label_buttons, missing_parts
from grenade_salad.sheets.sheet import Choice, Sheet, SheetWriter, describe_end
from grenade_salad.text import Reader, Seat, Words, m


def describe_status(view: View) -> Words:
    """Return whose turn it is, in one line."""
    if view.is_over:
        return describe_end(view)
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


def write_sheet(view: View, legal: Sequence[Action], reader: Reader) -> Sheet:
    """Write the sheet for the seat of the view."""
    return Sheet(
        status=describe_status(view),
        public=describe_view(view),
        facts=("",) * len(reader.names),
        choices=tuple(_list_choices(view, legal)),
    )


def _list_choices(view: View, legal: Sequence[Action]) -> Iterator[Choice]:
    paths = label_buttons(legal, view, registry.load(view.game).describe)
    for action, path in zip(legal, paths, strict=True):
        yield Choice(path, action, missing_parts(action), ("do", "parts"))


SHEET = SheetWriter(write_sheet)
