"""Details of an edited position: the players' names, counts, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Slider, Toggle
from grenade_salad.core import Options
from grenade_salad.core.action_notation import seat_letter
from grenade_salad.core.position_draft import CardPlace, Draft, PositionDraft, Problem
from grenade_salad.core.position_notation import Start
from grenade_salad.text import Words, m

S = TypeVar("S", bound=PositionDraft[Options, Draft])

_SEPARATORS = ";,"
"""Characters that separate the parts of a line, so that no name may contain them."""
_MAX_NAME_LENGTH = 16
"""Maximum number of characters of a player's name."""


class DraftFunctions(Protocol[S]):
    """The pure functions that edit the positions of a game.

    Cards are named as in a line; None is an unknown card.
    """

    def new_draft(self, seats: int, /) -> S:
        """Return an empty draft."""

    def parse_draft(self, text: str, /) -> S:
        """Parse a line, even if there is no such position. Raises `Unreadable`."""

    def format_draft(self, setup: S, /) -> str:
        """Return the line of a draft."""

    def with_options(self, setup: S, options: Any, /) -> S:
        """Return the draft with other house rules, which are the game's own."""

    def with_seats(self, setup: S, seats: int, /) -> S:
        """Return the draft with another number of players."""

    def with_turn(self, setup: S, seat: int, /) -> S:
        """Return the draft at the beginning of the seat's turn."""

    def add_card(self, setup: S, place: CardPlace, card: str | None, /) -> S:
        """Return the draft with one more card in a place."""

    def remove_card(self, setup: S, place: CardPlace, index: int, /) -> S:
        """Return the draft without a card of a place."""

    def hand(self, setup: S, seat: int, /) -> tuple[Sequence[str], int]:
        """Return the known cards of a hand and the number of unknown ones."""

    def turn_seat(self, setup: S, /) -> int:
        """Return the seat whose turn it is."""

    def find_problems(self, setup: S, /) -> Sequence[Problem]:
        """Return the reasons why there is no such position."""

    def start(self, setup: S, rng: Random, /) -> Start:
        """Return the start of a match; unknown cards are drawn. Raises `Illegal`."""


def player_label(draft: PositionDraft[Options, Draft], seat: int) -> Words:
    """Return the name of a player, else the letter of the seat."""
    return draft.names[seat] if draft.names and draft.names[seat] else seat_letter(seat).upper()


@dataclass(frozen=True)
class Count(Generic[S]):
    """A number of a position, from 0 to `maximum`; a maximum of 1 makes it a switch."""

    words: Words
    """The label of its slider or switch."""
    value: int
    maximum: int
    set_value: Callable[[S, int], S]
    """Returns the draft with another value."""


class PositionDetails(PageScene, Generic[S]):
    """Edits the details of a draft. They count when the page is left, as one change.

    `with_rules` returns a draft with other house rules. `apply_details` is called with the draft and the names of the
    players, none if none was typed.
    """

    title = m("Names, rules and more")
    widest = 760.0

    def __init__(
        self,
        app: AppContext,
        draft: S,
        counts: Sequence[Count[S]],
        with_rules: Callable[[S, Options], S],
        apply_details: Callable[[S, Sequence[str]], None],
    ) -> None:
        super().__init__(app)
        self.draft, self._with_rules, self._apply_details = draft, with_rules, apply_details
        self.typed_names = [draft.names[seat] if draft.names else "" for seat in range(draft.seats)]
        """The name of each seat, or empty."""
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.entries = [self._add_name(seat) for seat in range(draft.seats)]
        self.rows = [self._add_count(count) for count in counts]
        self.form.add_heading(m("House rules"))
        OptionsForm(self.form, draft.options, [self._name(seat) for seat in range(draft.seats)], self._set_rules)
        self.widgets.set_focus(self.entries[0])
        self.layout(self.size)

    def _add_name(self, seat: int) -> TextEntry:
        set_name, hint = partial(self._set_name, seat), seat_letter(seat).upper()
        entry = TextEntry(self.typed_names[seat], set_name, max_letters=_MAX_NAME_LENGTH, hint=hint)
        self.form.add_row(m("Name at seat {number}", number=seat + 1), entry)
        return entry

    def _add_count(self, count: Count[S]) -> Slider | Toggle:
        widget: Slider | Toggle
        if count.maximum == 1:
            widget = Toggle(count.words, bool(count.value), lambda on: self._set_count(count, int(on)))
            self.form.add_row("", widget)
        else:
            widget = Slider(
                0, count.maximum, 1, min(count.value, count.maximum), lambda value: self._set_count(count, int(value))
            )
            self.form.add_row(count.words, widget)
        return widget

    def _name(self, seat: int) -> str:
        return self.typed_names[seat] or seat_letter(seat).upper()

    def _set_name(self, seat: int, name: str) -> None:
        self.typed_names[seat] = "".join(letter for letter in name if letter not in _SEPARATORS).strip()

    def _set_count(self, count: Count[S], value: int) -> None:
        self.draft = count.set_value(self.draft, value)

    def _set_rules(self, options: Options) -> None:
        self.draft = self._with_rules(self.draft, options)

    def back(self) -> None:
        names = [self._name(seat) for seat in range(self.draft.seats)] if any(self.typed_names) else []
        super().back()
        self._apply_details(self.draft, names)

    def place(self) -> None:
        self.form.layout(self.app.canvas(), self.page_rect.inflate(-40, -20))
