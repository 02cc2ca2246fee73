"""What is seldom said of a position that is set up: the players' names, counts, and the house rules."""

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


class DraftFunctions(Protocol[S]):
    """How positions of a game are set up: pure functions. Cards are named as in a line, None is one nobody knows."""

    def new_draft(self, seats: int, /) -> S:
        """Nothing is set up yet."""

    def parse_draft(self, text: str, /) -> S:
        """What a line says, also if there is no such position. Raises Unreadable."""

    def format_draft(self, setup: S, /) -> str:
        """The line of it."""

    def with_options(self, setup: S, options: Any, /) -> S:
        """By other house rules, which are the game's own."""

    def with_seats(self, setup: S, seats: int, /) -> S:
        """With so many players."""

    def with_turn(self, setup: S, seat: int, /) -> S:
        """It is that seat's turn, and the turn begins."""

    def add_card(self, setup: S, place: CardPlace, card: str | None, /) -> S:
        """One more card in a place."""

    def remove_card(self, setup: S, place: CardPlace, index: int, /) -> S:
        """Without one of the cards of a place."""

    def turn_seat(self, setup: S, /) -> int:
        """Whose turn it is."""

    def find_troubles(self, setup: S, /) -> Sequence[Problem]:
        """Why it cannot be."""

    def start(self, setup: S, rng: Random, /) -> Start:
        """How a match starts here; what is not known is drawn. Raises Illegal."""


def player_label(draft: PositionDraft[Options, Draft], seat: int) -> Words:
    """What a player is called: by name, else by letter."""
    return draft.names[seat] if draft.names and draft.names[seat] else seat_letter(seat).upper()


_SEPARATORS = ";,"
"""What stands between the parts of a line, and in no name."""


@dataclass(frozen=True)
class Count(Generic[S]):
    """A number of a position, from 0 to `most`; of one that can be 1 at most, whether it is so."""

    words: Words
    value: int
    maximum: int
    set_value: Callable[[S, int], S]


class Edited(Protocol[S]):
    """Where a position is set up, as far as this page is about it."""

    app: AppContext
    draft: S

    def counts(self) -> Sequence[Count[S]]: ...
    def with_names(self, setup: S, names: Sequence[str]) -> S: ...
    def with_rules(self, setup: S, options: Options) -> S: ...
    def change(self, setup: S) -> None: ...


class PositionDetails(PageScene, Generic[S]):
    """What is chosen counts when the sheet is left, as one change."""

    title = m("Names, rules and more")
    widest = 760.0

    def __init__(self, editor: Edited[S]) -> None:
        super().__init__(editor.app)
        self.editor, self.draft = editor, editor.draft
        draft = self.draft
        self.typed_names = [draft.names[seat] if draft.names else "" for seat in range(draft.seats)]
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.entries = [self._add_name(seat) for seat in range(draft.seats)]
        self.rows = [self._add_count(count) for count in editor.counts()]
        self.form.add_heading(m("House rules"))
        OptionsForm(self.form, draft.options, [self._name(seat) for seat in range(draft.seats)], self._set_rules)
        self.widgets.set_focus(self.entries[0])
        self.layout(self.size)

    def _add_name(self, seat: int) -> TextEntry:
        entry = TextEntry(
            self.typed_names[seat], partial(self._set_name, seat), max_letters=16, hint=seat_letter(seat).upper()
        )
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
        self.typed_names[seat] = "".join(sign for sign in name if sign not in _SEPARATORS).strip()

    def _set_count(self, count: Count[S], value: int) -> None:
        self.draft = count.set_value(self.draft, value)

    def _set_rules(self, options: Options) -> None:
        self.draft = self.editor.with_rules(self.draft, options)

    def back(self) -> None:
        names = [self._name(seat) for seat in range(self.draft.seats)] if any(self.typed_names) else []
        super().back()
        self.editor.change(self.editor.with_names(self.draft, names))

    def place(self) -> None:
        self.form.layout(self.app.canvas(), self.page_rect.inflate(-40, -20))
