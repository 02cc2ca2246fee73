"""Before a match: who sits down, who is a machine, and by which house rules. The same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import msgspec

from grenade_salad import games
from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scenes import phones as phones_page
from grenade_salad.app.scenes import start
from grenade_salad.app.scenes.options_form import OptionsForm
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.settings import LastMatch
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.seat_row import SeatRow, place_seats, seat_row
from grenade_salad.app.ui.theme import EMBER_DARK, LARGE, PAPER_EDGE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Toggle
from grenade_salad.core import Game, Illegal, Json, Options, Reason, plain
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kit", "Lou", "Mia", "Noa", "Oz", "Pia")
_FOOT = 66.0


class SetupScene(SheetScene):
    """Seats on the left, house rules on the right; on a narrow canvas below each other."""

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app)
        game: Game = games.load(name)
        self.game = game
        self.title = game.title
        self.rules_page = name
        self.names = list(NAMES[: game.max_seats])
        self.people = list(self.names)
        self.hints = True
        self.controllers = [Controller("person")] + [Controller("bot")] * (game.max_seats - 1)
        self.count = max(game.min_seats, min(3, game.max_seats))
        self.options: Options = game.options()
        for seat in range(1, game.max_seats):
            self.names[seat] = self._renamed(seat, Controller())
        self._recall()
        self.refusal = ""
        self.start_button = Button("Start", self.start, kind="main", icon="play", size=LARGE)
        self._build()
        self.widgets.set_focus(self.start_button)

    # what was chosen the last time

    def _recall(self) -> None:
        last = self.app.settings.last.get(self.game.name)
        if last is None:
            return
        self.count = max(self.game.min_seats, min(len(last.names), self.game.max_seats))
        self.hints = last.hints
        for seat, (name, words) in enumerate(zip(last.names, last.controllers, strict=False)):
            if seat < self.game.max_seats:
                self.names[seat] = name
                known = Controller() if words == "person" else cast.seated(Controller("bot", words))
                self.controllers[seat] = known
        try:
            self.options = msgspec.convert(last.options, type=type(self.options))
        except (msgspec.ValidationError, TypeError):
            self.options = self.game.options()

    def _keep(self) -> None:
        chosen, defaults = plain(self.options), plain(self.game.options())
        assert isinstance(chosen, dict)
        assert isinstance(defaults, dict)
        self.app.settings.last[self.game.name] = LastMatch(
            names=self.names[: self.count],
            controllers=[one.level if one.kind == "bot" else "person" for one in self.controllers[: self.count]],
            options={key: value for key, value in chosen.items() if value != defaults[key]},
            hints=self.hints,
        )
        self.app.save_settings()

    # for a game's own set-up to override

    def build_more(self) -> Sequence[Widget]:
        """Further widgets under the seats: added to `self.widgets`, in `self.seats_scroll`."""
        return ()

    def place_more(self, wide: float, top: float) -> float:
        """Place these in the content of the scroll; where they end."""
        return top

    def why_not_more(self) -> str:
        """Why the match cannot start because of them, in one line; empty if it can."""
        return ""

    def meta(self) -> dict[str, Json]:
        """What stands in the header's meta."""
        return {}

    def left_out(self) -> Sequence[str]:
        """House rules that make no sense now, and are not in the form."""
        return ()

    def refused(self, reason: Reason) -> str:
        """Why these house rules cannot be."""
        return reason.text()

    # widgets

    def _build(self) -> None:
        """All widgets anew: the number of seats has changed."""
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.seats_scroll, self.rules_scroll = Scroll(self.sheet), Scroll(self.sheet)
        few, many = self.game.min_seats, self.game.max_seats
        counts = [f"{count} players" for count in range(few, many + 1)]
        self.count_choice = self.widgets.add(Choice(counts, self.count - few, self._counted), self.seats_scroll)
        phones = Button("Phones", lambda: phones_page.show(self.app), icon="phone", tip="Hold your cards on your phone")
        self.phones_button = self.widgets.add(phones, self.seats_scroll)
        self.rows: list[SeatRow] = [self._row(seat) for seat in range(self.count)]
        self.more = self.build_more()
        self.form = Form(self.widgets, self.rules_scroll)
        self.form.heading("House rules")
        OptionsForm(self.form, self.options, self.names[: self.count], self._ruled, self.left_out())
        self.form.add("", Toggle("Hints allowed", self.hints, self._allow_hints), "People may ask: what would you do?")
        self.plain_button = Button("As the rules say", self._default_rules, icon="undo")
        self.form.add("", self.plain_button)
        self.widgets.add(self.start_button)
        self._check()
        self.layout(self.size)
        later = self.widgets.items[min(focus, len(self.widgets.items) - 1) :]
        self.widgets.set_focus(next((item for item in later if item.focusable and item.visible), self.start_button))
        self.dirty = True

    def _row(self, seat: int) -> SeatRow:
        one = self.controllers[seat]
        found = cast.choices(one)
        labels, at = [cast.words(other) for other in found], cast.place(found, one)
        named, seated = partial(self._named, seat), partial(self._seated, seat, found)
        row = seat_row(seat, self.names[seat], NAMES, labels, at, named, seated)
        for widget in row.widgets:
            self.widgets.add(widget, self.seats_scroll)
        return row

    def _counted(self, index: int) -> None:
        self.count = self.game.min_seats + index
        starter = getattr(self.options, "starter", None)
        if isinstance(starter, int) and starter >= self.count:
            self.options = replace(self.options, starter=None)  # type: ignore[call-arg]
        self._build()

    def _named(self, seat: int, name: str) -> None:
        self.names[seat] = name
        self._check()

    def _seated(self, seat: int, found: Sequence[Controller], index: int) -> None:
        self._give(seat, found[index])
        self.rows[seat].name.set(self.names[seat])
        self._check()

    def _give(self, seat: int, controller: Controller) -> None:
        """Somebody else decides for the seat; machines have names of their own."""
        before, self.controllers[seat] = self.controllers[seat], controller
        if before.kind != "bot":
            self.people[seat] = self.names[seat]
        self.names[seat] = self._renamed(seat, before)

    def _renamed(self, seat: int, before: Controller) -> str:
        return cast.renamed(self.names[seat], before, self.controllers[seat], self.people[seat], self.taken_names())

    def taken_names(self) -> Sequence[str]:
        """Names that nobody else can have."""
        return self.names

    def _ruled(self, options: Options) -> None:
        self.options = options
        self._check()

    def _allow_hints(self, on: bool) -> None:
        self.hints = on

    def _default_rules(self) -> None:
        self.options = self.game.options()
        self._build()

    # phones: see phones_host.Host

    def table_title(self) -> str:
        return self.game.title

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names[: self.count], self.controllers, strict=False))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self._give(seat, controller)
        self._build()

    def phones_wait(self) -> bool:
        return False

    def phones_see(self) -> None:
        return None

    # starting

    def _header(self, seed: int) -> Header:
        names = tuple(name.strip() for name in self.names[: self.count])
        meta = self.meta() if self.hints else {**self.meta(), "hints": False}
        return Header(self.game.name, names, self.options, seed, meta=meta)

    def _check(self) -> None:
        """Say before the start why it cannot be."""
        self.refusal = self._why_not()
        self.start_button.enabled = not self.refusal
        self.start_button.why_disabled = self.refusal
        self.dirty = True

    def _why_not(self) -> str:
        names = [name.strip() for name in self.names[: self.count]]
        for seat, name in enumerate(names):
            if not name:
                return f"Seat {seat + 1} has no name."
            if name in names[:seat]:
                return f"There are two of the name {name}."
        if more := self.why_not_more():
            return more
        try:
            self.game.start(self.count, self.options, None)
        except Illegal as error:
            words = self.refused(error.reason)
            return f"{words[:1].upper()}{words[1:]}."
        return ""

    def start(self) -> None:
        """Sit down and play."""
        self._keep()
        start.begin(self.app, self._header(start.fresh_seed()), self.controllers[: self.count])

    # place

    def place(self) -> None:
        canvas = Canvas(self.app.screen, self.app.factor)
        sheet = self.sheet
        self.start_button.rect = Rect(sheet.right - 196, sheet.bottom - _FOOT + 10, 180, ROW + 2)
        inner = Rect(sheet.x + 20, sheet.y + 14, sheet.width - 40, sheet.height - _FOOT - 14)
        self._divide = 0.0
        if inner.width > 860:
            left = min(500.0, inner.width * 0.46)
            self._divide = inner.x + left + 16
            self.seats_scroll.area = Rect(inner.x, inner.y, left, inner.height)
            self.form.layout(canvas, Rect(self._divide + 16, inner.y, inner.right - self._divide - 16, inner.height))
        else:
            self.seats_scroll.area = inner
        wide = self.seats_scroll.area.width - 14
        self.count_choice.rect = Rect(4, 8, min(260.0, wide - 156), ROW)
        self.phones_button.rect = Rect(wide - 144, 8, 140, ROW)
        end = self.place_more(wide, place_seats(self.rows, wide, 8 + ROW + 14))
        together = not self._divide
        rows = (one for row in self.rows for one in row.widgets)
        for widget in (self.count_choice, self.phones_button, *rows, *self.more):
            widget.scroll = self.rules_scroll if together else self.seats_scroll
        self.seats_scroll.content = 0.0 if together else end
        self.seats_scroll.by(0)
        if together:
            self.form.layout(canvas, inner, end + 8)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        sheet = self.sheet
        canvas.fill(Rect(sheet.x + 16, sheet.bottom - _FOOT, sheet.width - 32, 1.5), PAPER_EDGE)
        if self._divide:
            canvas.fill(Rect(self._divide, sheet.y + 20, 1.5, sheet.height - _FOOT - 40), PAPER_EDGE)
        if self.refusal:
            room = sheet.width - 196 - 36
            lines = canvas.lines(self.refusal, room, TEXT, bold=True)
            size = TEXT if len(lines) == 1 else SMALL
            high = len(canvas.lines(self.refusal, room, size, bold=True)) * size * 1.32
            box = Rect(sheet.x + 18, sheet.bottom - _FOOT / 2 - high / 2, room, high)
            canvas.paragraph(self.refusal, box, size, EMBER_DARK, bold=True)
