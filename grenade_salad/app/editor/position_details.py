"""What is seldom said of a position that is set up: the players' names, counts, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Slider, Toggle
from grenade_salad.core import Options
from grenade_salad.core.action_notation import letter
from grenade_salad.core.position_draft import Draft, Place, PositionDraft, Trouble
from grenade_salad.core.position_notation import Start
from grenade_salad.text import Words, m

S = TypeVar("S", bound=PositionDraft[Options, Draft])


class Steps(Protocol[S]):
    """How positions of a game are set up: pure functions. Cards are named as in a line, None is one nobody knows."""

    def new(self, seats: int, /) -> S:
        """Nothing is set up yet."""

    def read(self, text: str, /) -> S:
        """What a line says, also if there is no such position. Raises Unreadable."""

    def line(self, setup: S, /) -> str:
        """The line of it."""

    def with_options(self, setup: S, options: Any, /) -> S:
        """By other house rules, which are the game's own."""

    def with_seats(self, setup: S, seats: int, /) -> S:
        """With so many players."""

    def turn_of(self, setup: S, seat: int, /) -> S:
        """It is that seat's turn, and the turn begins."""

    def given(self, setup: S, place: Place, card: str | None, /) -> S:
        """One more card in a place."""

    def taken_back(self, setup: S, place: Place, index: int, /) -> S:
        """Without one of the cards of a place."""

    def turn(self, setup: S, /) -> int:
        """Whose turn it is."""

    def troubles(self, setup: S, /) -> Sequence[Trouble]:
        """Why it cannot be."""

    def start(self, setup: S, rng: Random, /) -> Start:
        """How a match starts here; what is not known is drawn. Raises Illegal."""


def called(setup: PositionDraft[Options, Draft], seat: int) -> Words:
    """What a player is called: by name, else by letter."""
    return setup.names[seat] if setup.names and setup.names[seat] else letter(seat).upper()


_BETWEEN = ";,"
"""What stands between the parts of a line, and in no name."""


@dataclass(frozen=True)
class Count(Generic[S]):
    """A number of a position, from 0 to `most`; of one that can be 1 at most, whether it is so."""

    words: Words
    value: int
    most: int
    put: Callable[[S, int], S]


class Edited(Protocol[S]):
    """Where a position is set up, as far as this page is about it."""

    app: Shell
    setup: S

    def counts(self) -> Sequence[Count[S]]: ...
    def named(self, setup: S, names: Sequence[str]) -> S: ...
    def ruled(self, setup: S, options: Options) -> S: ...
    def change(self, setup: S) -> None: ...


class PositionDetails(SheetScene, Generic[S]):
    """What is chosen counts when the sheet is left, as one change."""

    title = m("Names, rules and more")
    widest = 760.0

    def __init__(self, editor: Edited[S]) -> None:
        super().__init__(editor.app)
        self.editor, self.setup = editor, editor.setup
        setup = self.setup
        self.typed = [setup.names[seat] if setup.names else "" for seat in range(setup.seats)]
        self.form = Form(self.widgets, Scroll(self.sheet))
        self.entries = [self._entry(seat) for seat in range(setup.seats)]
        self.rows = [self._row(count) for count in editor.counts()]
        self.form.heading(m("House rules"))
        OptionsForm(self.form, setup.options, [self._name(seat) for seat in range(setup.seats)], self._ruled)
        self.widgets.set_focus(self.entries[0])
        self.layout(self.size)

    def _entry(self, seat: int) -> TextEntry:
        entry = TextEntry(self.typed[seat], partial(self._type, seat), most=16, hint=letter(seat).upper())
        self.form.add(m("Name at seat {number}", number=seat + 1), entry)
        return entry

    def _row(self, count: Count[S]) -> Slider | Toggle:
        widget: Slider | Toggle
        if count.most == 1:
            widget = Toggle(count.words, bool(count.value), lambda on: self._put(count, int(on)))
            self.form.add("", widget)
        else:
            widget = Slider(0, count.most, 1, min(count.value, count.most), lambda value: self._put(count, int(value)))
            self.form.add(count.words, widget)
        return widget

    def _name(self, seat: int) -> str:
        return self.typed[seat] or letter(seat).upper()

    def _type(self, seat: int, name: str) -> None:
        self.typed[seat] = "".join(sign for sign in name if sign not in _BETWEEN).strip()

    def _put(self, count: Count[S], value: int) -> None:
        self.setup = count.put(self.setup, value)

    def _ruled(self, options: Options) -> None:
        self.setup = self.editor.ruled(self.setup, options)

    def back(self) -> None:
        names = [self._name(seat) for seat in range(self.setup.seats)] if any(self.typed) else []
        super().back()
        self.editor.change(self.editor.named(self.setup, names))

    def place(self) -> None:
        self.form.layout(self.app.canvas(), self.sheet.inflate(-40, -20))
