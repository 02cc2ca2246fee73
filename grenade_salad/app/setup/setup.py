"""Before a match: who sits down, who is a machine, and by which house rules. The same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from itertools import zip_longest

from grenade_salad.app.match import start_match
from grenade_salad.app.phones import phones_scene as phones_page
from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import choice_of
from grenade_salad.app.seating.profile import PersonScene
from grenade_salad.app.setup import briefing, last_house_rules, presets, start_lesson
from grenade_salad.app.setup.house_rules import HouseRules
from grenade_salad.app.shell.scene import Scene, SheetScene, Shell
from grenade_salad.app.shell.settings import LastMatch
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.seat_row import SeatRow, place_seats, seat_row
from grenade_salad.app.ui.theme import EMBER_DARK, INK_SOFT, LARGE, PAPER_EDGE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Label, Toggle
from grenade_salad.core import Game, Illegal, Json, Options, Reason, registry
from grenade_salad.journal.queries import Summary
from grenade_salad.match import seeds
from grenade_salad.match.match import NOBODY, Controller, Header
from grenade_salad.session.machine_players import knows_hints
from grenade_salad.text import Words, m, say
from grenade_salad.text.person_names import LONGEST_NAME, tidy, usual_names, visible

_FOOT = 66.0
_AROUND, _NARROWEST, _WIDEST = 16.0, 150.0, 480.0
"""Units around the game's picture, and how wide it is at least and at most."""
_PICTURE = 280.0
"""Units that are kept free for it below everything, where seats and house rules stand below each other."""
_AIRS = ((66.0, 18.0, LARGE), (58.0, 14.0, LARGE), (50.0, 12.0, TEXT), (ROW, 10.0, TEXT))
"""How high the rows of seats are, how far apart, and the type below them: the first that fits."""


class SetupScene(SheetScene):
    """Seats on the left, house rules on the right; on a narrow canvas below each other."""

    smallest = (480.0, 300.0)

    def __init__(self, app: Shell, name: str) -> None:
        super().__init__(app)
        game: Game = registry.load(name)
        self.game = game
        self.title = registry.plugin(name).on_box
        self.rules_page = name
        self.names: list[str] = list(usual_names()[: start_match.most_seats(game)])
        self.people = list(self.names)
        self.hints = True
        # Without turns no machine plays: two people sit down, as most boxes allow.
        other = Controller("person") if game.is_turnless else player_names.seated(Controller("bot"), name)
        self.controllers = [Controller("person")] + [other] * (start_match.most_seats(game) - 1)
        self.count = max(game.min_seats, min(2 if game.is_turnless else 3, start_match.most_seats(game)))
        options: Options = game.options()
        for seat in range(1, start_match.most_seats(game)):
            self.names[seat] = self._renamed(seat, Controller())
        self.house_rules = HouseRules(app, game, self._recall() or options, self._ruled, self._build)
        self.refusal = ""
        # Translators: a button: begin the match
        self.start_button = Button(m("Start"), self.start, kind="main", icon="play", size=LARGE)
        self.learn_button = Button(m("Learn to play"), self._learn, icon="book")
        self.learn_button.visible = start_lesson.is_there(name)
        self.played = briefing.latest(app, name)
        self._brought = False
        self._build()
        self.widgets.set_focus(self.start_button)

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self._brought and not self.dirty:
            self._brought = True
            start_match.bring_ahead(self.game.name)

    # what was chosen the last time

    def _recall(self) -> Options | None:
        """Who sat down the last time, does so again: to this game, or to another one this evening. The house rules."""
        last = self.app.settings.last.get(self.game.name)
        self._seat_again(self._who_sat(last))
        if last is None:
            return None
        self.hints = last.hints
        options, strange = last_house_rules.options(self.game, self.count, last.options)
        if strange:
            told = m(
                "Some house rules from last time are no longer possible and are back at their defaults: {rules}.",
                rules=strange,
            )
            self.app.say(told, seconds=8)
        return options

    def _who_sat(self, last: LastMatch | None) -> Sequence[tuple[str, str]]:
        """Name and controller of each seat. The people of the evening come first, machines as this game had them."""
        seats = list(zip_longest(last.names, last.controllers[: len(last.names)], fillvalue="")) if last else []
        tonight = self.app.settings.last.get(self.app.settings.evening, last)
        people = [] if tonight is None else list(zip(tonight.names, tonight.controllers, strict=False))
        people = [one for one in people if one[1] == "person"]
        if not people or {name for name, _ in people} == {name for name, who in seats if who == "person"}:
            return seats
        names = {name for name, _ in people}
        count = max(len(people), len(seats) or self.count)
        machines = [one for one in seats if one[1] != "person" and one[0] not in names]
        return [*people, *machines, *[("", "")] * count][:count]

    def _seat_again(self, seats: Sequence[tuple[str, str]]) -> None:
        """Let them sit down; a seat without a controller keeps its machine."""
        if seats:
            self.count = max(self.game.min_seats, min(len(seats), start_match.most_seats(self.game)))
        for seat, (name, words) in enumerate(seats[: start_match.most_seats(self.game)]):
            if visible(name):
                self.names[seat] = tidy(name).strip()[:LONGEST_NAME]
            if words:
                known = {"person": Controller(), "nobody": NOBODY}.get(words, Controller("bot", words))
                self.controllers[seat] = player_names.seated(known, self.game.name)
        for seat, one in enumerate(self.controllers):
            if one.kind == "bot" and self.names[seat] in self.names[:seat]:
                self.names[seat] = self._renamed(seat, Controller())

    def _keep(self) -> None:
        known = {part.name for part in fields(self.game.options)}
        before = self.app.settings.last.get(self.game.name, LastMatch()).options
        strange = {key: value for key, value in before.items() if key not in known}
        for name, one in zip(self.names[: self.count], self.controllers, strict=False):
            if one.kind != "bot":
                self.app.settings.people.setdefault(name.strip(), self.app.settings.look(name.strip()))
        self.app.settings.evening = self.game.name
        self.app.settings.last[self.game.name] = LastMatch(
            names=self.names[: self.count],
            controllers=[
                one.level if one.kind == "bot" else "nobody" if one == NOBODY else "person"
                for one in self.controllers[: self.count]
            ],
            options={**strange, **presets.changed(self.options)},
            hints=self.hints,
        )
        self.app.save_settings()

    # for a game's own set-up to override

    def build_first(self) -> Sequence[Widget]:
        """Further widgets above the seats: added to `self.widgets`, in `self.seats_scroll`."""
        return ()

    def place_first(self, wide: float, top: float) -> float:
        """Place these in the content of the scroll; where they end."""
        return top

    def build_more(self) -> Sequence[Widget]:
        """Further widgets under the seats: added to `self.widgets`, in `self.seats_scroll`."""
        return ()

    def place_more(self, wide: float, top: float) -> float:
        """Place these in the content of the scroll; where they end."""
        return top

    def why_not_more(self) -> Words:
        """Why the match cannot start because of them, in one line; empty if it can."""
        return ""

    def meta(self) -> dict[str, Json]:
        """What stands in the header's meta."""
        return {}

    def left_out(self) -> Sequence[str]:
        """House rules that make no sense now, and are not in the form."""
        return ()

    def refused(self, reason: Reason) -> Words:
        """Why these house rules cannot be."""
        return reason.message()

    # widgets

    def _build(self) -> None:
        """All widgets anew: the number of seats has changed."""
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.seats_scroll, self.rules_scroll = Scroll(self.sheet), Scroll(self.sheet)
        self.first = self.build_first()
        few, many = self.game.min_seats, start_match.most_seats(self.game)
        counts = [m("{n} player", "{n} players", n=count) for count in range(few, many + 1)]
        self.count_choice = self.widgets.add(Choice(counts, self.count - few, self._counted), self.seats_scroll)
        self.count_choice.label = m("How many players")
        phones = Button(
            m("Phones"), lambda: phones_page.show(self.app), icon="phone", tip=m("Put your cards on your phone")
        )
        self.phones_button = self.widgets.add(phones, self.seats_scroll)
        self.rows: list[SeatRow] = [self._row(seat) for seat in range(self.count)]
        self.strongest = Label(player_names.strongest(self.game.name, self.count) or "", size=SMALL, colour=INK_SOFT)
        self.strongest.visible = bool(self.strongest.words)
        self.widgets.add(self.strongest, self.seats_scroll)
        self.more = self.build_more()
        self.about = [self.widgets.add(Label("", size=TEXT, anchor="topleft"), self.seats_scroll) for _ in range(4)]
        self.form = Form(self.widgets, self.rules_scroll)
        tip = m("People may ask what a machine would do.")
        # Translators: a switch
        hints = Toggle(m("Hints allowed"), self.hints, self._allow_hints, tip=tip)
        more = [hints] if knows_hints(self.game.name) else []
        self.house_rules.build(self.form, self.names[: self.count], self.left_out(), more)
        self.widgets.add(self.learn_button)
        self.widgets.add(self.start_button)
        self._check()
        self.layout(self.size)
        later = self.widgets.items[min(focus, len(self.widgets.items) - 1) :]
        self.widgets.set_focus(next((item for item in later if item.focusable and item.visible), self.start_button))
        self.dirty = True

    def _row(self, seat: int) -> SeatRow:
        one = self.controllers[seat]
        found = player_names.choices(one, self.game.name, self.count)
        choice = choice_of(
            self.app,
            lambda: self.names[seat],
            found,
            one,
            partial(self._seated, seat, found),
            partial(self._called, seat),
        )
        known = [name for name in self.app.settings.people if name not in usual_names()]
        row = seat_row(
            seat,
            self.names[seat],
            (*known, *usual_names()),
            choice,
            partial(self._named, seat),
            lambda: self.app.push(PersonScene(self.app, self.names[seat], partial(self._met, seat))),
        )
        for widget in row.widgets:
            self.widgets.add(widget, self.seats_scroll)
        return row

    def _counted(self, index: int) -> None:
        self.count = self.game.min_seats + index
        self.house_rules.for_seats(self.count)
        self._build()

    def _named(self, seat: int, name: str) -> None:
        self.names[seat] = name
        self._check()

    def _met(self, seat: int, name: str) -> None:
        """Somebody chose face, colour and name, and takes the seat of that colour if nobody else wishes it."""
        self.names[seat] = name or next(free for free in usual_names() if free not in self.taken_names())
        wish = self.app.settings.look(name).colour if name else None
        if wish is not None and wish < self.count and wish != seat and not self._wishes(wish):
            for names in (self.names, self.people):
                names[seat], names[wish] = names[wish], names[seat]
            both = self.controllers
            both[seat], both[wish] = both[wish], both[seat]
        self._build()

    def _wishes(self, seat: int) -> bool:
        """Whether whoever sits there wants to."""
        return self.controllers[seat].kind != "bot" and self.app.settings.look(self.names[seat]).colour == seat

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
        return player_names.renamed(
            self.names[seat], before, self.controllers[seat], self.people[seat], self.taken_names()
        )

    def _called(self, seat: int, one: Controller) -> str:
        """What the seat would be called with that machine."""
        return player_names.renamed(
            self.names[seat], self.controllers[seat], one, self.people[seat], self.taken_names()
        )

    def taken_names(self) -> Sequence[str]:
        """Names that nobody else can have."""
        return self.names

    @property
    def options(self) -> Options:
        """The house rules as they are chosen."""
        return self.house_rules.options

    def _ruled(self, options: Options) -> None:
        self.house_rules.set(options)
        self._check()
        self.layout(self.size)

    def _allow_hints(self, on: bool) -> None:
        self.hints = on

    # phones: see web.host_screen.Host

    def table_game(self) -> str:
        return self.game.name

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names[: self.count], self.controllers, strict=False))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self._give(seat, controller)
        self._build()

    def name_seat(self, seat: int, name: str) -> None:
        if visible(name) and name not in self.names[: self.count]:
            self.names[seat] = name
            self._build()

    def running(self) -> None:
        return None

    # starting

    def _called_now(self) -> list[str]:
        """What everybody is called: a machine without a name gets one."""
        names = [name.strip() for name in self.names[: self.count]]
        for seat, one in enumerate(self.controllers[: self.count]):
            if one.kind == "bot" and not visible(names[seat]):
                names[seat] = player_names.fresh(one, [*self.taken_names(), *names])
        return names

    def _header(self, seed: int) -> Header:
        names = tuple(self._called_now())
        meta = self.meta() if self.hints else {**self.meta(), "hints": False}
        return Header(self.game.name, names, self.options, seed, meta=meta)

    def _check(self) -> None:
        """Say before the start why it cannot be."""
        names = self._called_now()
        for seat, (row, name, one) in enumerate(zip(self.rows, names, self.controllers, strict=False)):
            row.badge.show("" if one.kind == "bot" else self.app.settings.face(name))
            row.name.hint = name if one.kind == "bot" else m("Name", context="of a person")
            row.name.wrong = not visible(name) or name in names[:seat]
        self.refusal = say(self._why_not(), begin=True)
        self._tell_about()
        self.start_button.enabled = not self.refusal
        self.start_button.why_disabled = self.refusal
        self.dirty = True

    def what_it_is(self) -> Words:
        """What is about to be played, in a sentence or two."""
        return registry.plugin(self.game.name).tagline

    def played_before(self) -> Sequence[Summary]:
        """The latest matches of what is about to be played, the last one first."""
        return self.played

    def _tell_about(self) -> None:
        names = self._called_now()
        people = self.controllers[: self.count]
        lines = briefing.told(self.what_it_is(), self.played_before(), self.game.name, names, people)
        before = [label.words for label in self.about]
        for label, line in zip(self.about, [*lines, *[""] * len(self.about)], strict=False):
            label.words, label.visible = line, bool(line)
        if before != [label.words for label in self.about]:
            self.layout(self.size)

    def _why_not(self) -> Words:
        names = self._called_now()
        for seat, name in enumerate(names):
            if not visible(name):
                return m("Seat {number} has no name.", number=seat + 1)
            if name in names[:seat]:
                return m("Two players are called {name}.", name=name)
        if more := self.why_not_more():
            return more
        waiting = [names[seat] for seat in range(self.count) if self.controllers[seat].person]
        if self.app.settings.hands_on_phones and waiting:
            return m(
                "Hands are on phones only, and {who} has no phone yet.",
                "Hands are on phones only, and {who} have no phone yet.",
                who=waiting,
                n=len(waiting),
            )
        try:
            self.game.start(self.count, self.options, None)
        except Illegal as error:
            return m("{why}.", why=self.refused(error.reason))
        return ""

    def start(self) -> None:
        """Sit down and play."""
        self._keep()
        start_match.begin(self.app, self._header(seeds.draw_seed()), self.controllers[: self.count])

    def _learn(self) -> None:
        start_lesson.begin(self.app, self.game.name, on_top=False)

    # place

    def place(self) -> None:
        canvas = self.app.canvas()
        sheet = self.sheet
        self.start_button.rect = Rect(sheet.right - 196, sheet.bottom - _FOOT + 10, 180, ROW + 2)
        self.learn_button.rect = self.start_button.rect.move(-192, 0)
        inner = Rect(sheet.x + 20, sheet.y + 14, sheet.width - 40, sheet.height - _FOOT - 14)
        self._divide = 0.0
        if inner.width > 860:
            left = min(500.0, inner.width * 0.46)
            self._divide = inner.x + left + 16
            self.seats_scroll.area = Rect(inner.x, inner.y, left, inner.height)
            self.form.layout(canvas, Rect(self._divide + 16, inner.y, inner.right - self._divide - 16, inner.height))
        else:
            self.seats_scroll.area = inner
        together = not self._divide
        taken = self.form.end(canvas, inner.width) + _PICTURE if together else 0.0
        for air in _AIRS:
            end = self._place_seats(canvas, *air)
            if end + taken <= inner.height:
                break
        rows = (one for row in self.rows for one in row.widgets)
        for widget in (
            *self.first,
            self.count_choice,
            self.phones_button,
            *rows,
            self.strongest,
            *self.more,
            *self.about,
        ):
            widget.scroll = self.rules_scroll if together else self.seats_scroll
        self.seats_scroll.content = 0.0 if together else end
        self.seats_scroll.by(0)
        if together:
            self.form.layout(canvas, inner, end + 8)
            self.widgets.show_in(self.rules_scroll)

    def _place_seats(self, canvas: Canvas, row: float, gap: float, size: float) -> float:
        """Who plays, and what is told of the match; rows so high and so far apart. Where it ends."""
        wide = self.seats_scroll.area.width - 14
        top = self.place_first(wide, 8)
        self.count_choice.rect = Rect(4, top, min(260.0, wide - 156), ROW)
        self.phones_button.rect = Rect(wide - 144, top, 140, ROW)
        end = place_seats(self.rows, wide, top + ROW + gap + 4, row, gap)
        said = canvas.lines(self.strongest.words, wide - 8, SMALL) if self.strongest.visible else []
        self.strongest.rect = Rect(4, end - 4, wide - 8, len(said) * SMALL * LEADING)
        end = self.place_more(wide, end + self.strongest.rect.height)
        return self._place_about(canvas, wide, end + gap, size)

    def _place_about(self, canvas: Canvas, wide: float, top: float, size: float) -> float:
        """What is told of the match, below the seats; where it ends."""
        for label in self.about:
            label.size = size
            if label.visible:
                high = len(canvas.lines(label.words, wide - 8, label.size)) * label.size * LEADING
                label.rect = Rect(4, top, wide - 8, high)
                top += high + 6
        return top

    def _draw_picture(self, canvas: Canvas) -> None:
        """The game's own picture, where the house rules leave room for it."""
        picture, area = registry.plugin(self.game.name).picture, self.rules_scroll.area
        room = area.height - self.rules_scroll.content - 2 * _AROUND
        wide = min(_WIDEST, area.width - 2 * _AROUND, room * 1.5)
        if picture is None or wide < _NARROWEST:
            return
        box = Rect(0, 0, wide, wide / 1.5)
        box.center = (area.centerx, area.bottom - _AROUND - room / 2)
        canvas.shadow(box, 10, 8, 5, 110)
        canvas.picture(str(picture), box)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        sheet = self.sheet
        canvas.fill(Rect(sheet.x + 16, sheet.bottom - _FOOT, sheet.width - 32, 1.5), PAPER_EDGE)
        if self._divide:
            canvas.fill(Rect(self._divide, sheet.y + 20, 1.5, sheet.height - _FOOT - 40), PAPER_EDGE)
        self._draw_picture(canvas)
        if self.refusal:
            room = sheet.width - 196 - 36 - (192 if self.learn_button.visible else 0)
            lines = canvas.lines(self.refusal, room, TEXT, bold=True)
            size = TEXT if len(lines) == 1 else SMALL
            high = len(canvas.lines(self.refusal, room, size, bold=True)) * size * 1.32
            box = Rect(sheet.x + 18, sheet.bottom - _FOOT / 2 - high / 2, room, high)
            canvas.paragraph(self.refusal, box, size, EMBER_DARK, bold=True)


def set_up(app: Shell, name: str) -> Scene:
    """The scene before a match: the game's own, or the generic one."""
    own = start_match.brought(name).set_up
    return SetupScene(app, name) if own is None else own(app)
