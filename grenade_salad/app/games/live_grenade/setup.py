"""The setup screen of Live Grenade: people who wait, and who leaves after a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial

from grenade_salad.app.games.live_grenade.evening import LEAVING_RULES, Evening, Guest, encode_evening
from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import make_controller_choice
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.seat_row import SeatRow, make_seat_row, place_seats
from grenade_salad.app.ui.theme import LARGE, ROW
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice, Label
from grenade_salad.core import Json, Options, Reason
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.live_grenade.options import SHORT_SETS, LiveGrenadeOptions, max_seats
from grenade_salad.match.match import Controller
from grenade_salad.text import Words, m
from grenade_salad.text.person_names import default_names, is_visible

MAX_WAITING = 7
"""Maximum number of people who wait to join."""


class EveningSetup(SetupScene):
    """The setup screen of an evening."""

    def __init__(self, app: AppContext) -> None:
        self.waiting: list[Guest] = []
        """Those who wait, in the order in which they get seats (LG-28)."""
        self.leaving = 0
        """The index of the chosen rule in `LEAVING_RULES`."""
        super().__init__(app, "live-grenade")

    def build_below_seats(self) -> Sequence[Widget]:
        scroll = self.seats_scroll
        self._replace_taken_names()
        self.waiting_label = self.widgets.add(Label(m("Waiting to join"), size=LARGE, bold=True), scroll)
        counts = [
            m("Nobody is waiting"),
            *(m("{n} waiting", "{n} waiting", n=count) for count in range(1, MAX_WAITING + 1)),
        ]
        tip = m("After each game the losers give up their seats to those waiting")
        self.waiting_choice = self.widgets.add(
            Choice(counts, len(self.waiting), self._set_waiting_count, tip=tip), scroll
        )
        self.waiting_rows: list[SeatRow] = [self._make_waiting_row(index) for index in range(len(self.waiting))]
        self.leaving_label = self.widgets.add(Label(m("Leaving after each game")), scroll)
        rules = [words for _, words in LEAVING_RULES]
        self.leaving_choice = self.widgets.add(Choice(rules, self.leaving, self._set_leaving), scroll)
        self.leaving_choice.label = m("Who leaves the table")
        self.leaving_label.visible = self.leaving_choice.visible = bool(self.waiting)
        evening_widgets = (self.waiting_label, self.waiting_choice, self.leaving_label, self.leaving_choice)
        return (*evening_widgets, *(widget for row in self.waiting_rows for widget in row.widgets))

    def _make_waiting_row(self, index: int) -> SeatRow:
        guest = self.waiting[index]
        controllers = player_names.list_controllers(guest.controller, self.game.name, self.count)
        on_chosen = partial(self._set_guest_controller, index, controllers)
        choice = make_controller_choice(
            self.app, lambda: self.waiting[index].name, controllers, guest.controller, on_chosen
        )
        row = make_seat_row(
            self.count + index, guest.name, default_names(), choice, partial(self._set_guest_name, index)
        )
        row.badge.visible = False
        for widget in row.widgets:
            self.widgets.add(widget, self.seats_scroll)
        return row

    def _free_names(self) -> list[str]:
        taken = {*self.names[: self.count], *self.person_names[: self.count], *(guest.name for guest in self.waiting)}
        return [name for name in default_names() if name not in taken]

    def _replace_taken_names(self) -> None:
        """Rename those who wait under the name of a new player at the table."""
        free = self._free_names()
        for index, guest in enumerate(self.waiting):
            if guest.name in self.names[: self.count] and free:
                self.waiting[index] = replace(guest, name=free.pop(0))

    def _set_waiting_count(self, count: int) -> None:
        del self.waiting[count:]
        self.waiting += [Guest(name) for name in self._free_names()[: max(0, count - len(self.waiting))]]
        self._build()

    # House rules

    @property
    def rules(self) -> LiveGrenadeOptions:
        """The house rules that are chosen."""
        assert isinstance(self.options, LiveGrenadeOptions)
        return self.options

    def hidden_rules(self) -> Sequence[str]:
        if self.count not in SHORT_SETS:
            return ("short", "short_ranks")
        return () if self.rules.short else ("short_ranks",)

    def format_reason(self, reason: Reason) -> Words:
        if not isinstance(reason, WrongOption):
            return reason.message()
        (field,) = (field for field in fields(self.options) if field.name == reason.name)
        return m("{rule}: it must be {wants}", rule=field.metadata.get("label", reason.name), wants=reason.requirement)

    def _choose_count(self, index: int) -> None:
        count = self.game.min_seats + index
        if count not in SHORT_SETS and self.rules.short:
            self.house_rules.options = replace(self.rules, short=False, short_ranks=None)
        if count > max_seats(self.rules):
            self.app.say(m("Now playing with two decks: one is only enough for 5 players."))
        super()._choose_count(index)

    def _on_rules_changed(self, options: Options) -> None:
        assert isinstance(options, LiveGrenadeOptions)
        changed = options.short != self.rules.short
        super()._on_rules_changed(options if options.short else replace(options, short_ranks=None))
        if changed:
            self._build()

    # Guests

    def _set_leaving(self, index: int) -> None:
        self.leaving = index

    def _set_guest_name(self, index: int, name: str) -> None:
        self.waiting[index] = replace(self.waiting[index], name=name)
        self._check()

    def _set_guest_controller(self, index: int, controllers: Sequence[Controller], chosen: int) -> None:
        guest, controller = self.waiting[index], controllers[chosen]
        person_name = next(iter(self._free_names()), guest.name)
        name = player_names.rename_seat(guest.name, guest.controller, controller, person_name, self.taken_names())
        self.waiting[index] = Guest(name, controller)
        self.waiting_rows[index].name.set_text(name)
        self._check()

    def taken_names(self) -> Sequence[str]:
        return [*self.names, *(guest.name for guest in self.waiting)]

    def place_below_seats(self, width: float, top: float) -> float:
        self.waiting_label.rect = Rect(4, top + 6, width * 0.5, ROW)
        choice_width = min(230.0, width * 0.46)
        self.waiting_choice.rect = Rect(width - choice_width - 4, top + 6, choice_width, ROW)
        top += ROW + 16
        if not self.waiting:
            return top
        top = place_seats(self.waiting_rows, width, top)
        self.leaving_label.rect = Rect(4, top, width * 0.4 - 8, ROW)
        self.leaving_choice.rect = Rect(4 + width * 0.4, top, width * 0.6 - 8, ROW)
        return top + ROW + 8

    def why_not_ready(self) -> Words:
        names = [name.strip() for name in self.names[: self.count]]
        for row in self.waiting_rows:
            row.name.is_wrong = False
        for row, guest in zip(self.waiting_rows, self.waiting, strict=True):
            name = guest.name.strip()
            row.name.is_wrong = not is_visible(name) or name in names
            if not is_visible(name):
                return m("Somebody in the queue has no name.")
            if name in names:
                return m("Two players are called {name}.", name=name)
            names.append(name)
        return ""

    def header_meta(self) -> dict[str, Json]:
        guests = tuple(Guest(guest.name.strip(), guest.controller) for guest in self.waiting)
        return {"evening": encode_evening(Evening(guests, LEAVING_RULES[self.leaving][0]))}
