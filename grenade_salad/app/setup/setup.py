"""The scene before a match, for every game: people, machine players, house rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from itertools import zip_longest

from grenade_salad.app.match import start_match
from grenade_salad.app.phones import phones_scene as phones_page
from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import make_controller_choice
from grenade_salad.app.seating.profile import ProfilePage
from grenade_salad.app.setup import briefing, presets, start_lesson
from grenade_salad.app.setup.house_rules import HouseRules
from grenade_salad.app.shell.scene import AppContext, PageScene, Scene
from grenade_salad.app.shell.settings import LastMatch
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.seat_row import SeatRow, make_seat_row, place_seats
from grenade_salad.app.ui.theme import EMBER_DARK, LARGE, PAPER_EDGE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Label, Toggle
from grenade_salad.core import Game, Illegal, Json, Options, Reason, registry
from grenade_salad.journal.queries import Summary
from grenade_salad.lab import match_length
from grenade_salad.match import seeds
from grenade_salad.match.match import NOBODY, Controller, Header
from grenade_salad.session.machine_players import has_hints
from grenade_salad.text import Words, m, say
from grenade_salad.text.person_names import MAX_NAME_LENGTH, default_names, is_visible, tidy_name

_FOOTER_HEIGHT = 66.0
"""Units at the lower edge of the page for the buttons and the refusal."""
_BUTTON_WIDTH, _BUTTON_STEP = 180.0, 192.0
"""Width of a button in the footer, and units between two of them."""
_MIN_TWO_COLUMNS = 860.0
"""Width of the page from which the house rules are beside the seats."""
_MAX_SEATS_WIDTH, _MAX_SEATS_SHARE = 500.0, 0.46
"""Limits of the width of the seats beside the house rules: units, and a share."""
_PICTURE_ASPECT = 1.5
"""Width of the game's picture divided by its height."""
_MAX_ABOUT_LINES = 3
"""Maximum number of paragraphs about the match: see `briefing.write_briefing`."""
_PICTURE_MARGIN, _MIN_PICTURE_WIDTH, _MAX_PICTURE_WIDTH = 16.0, 150.0, 480.0
"""Units around the game's picture, and its minimum and maximum width."""
_PICTURE_HEIGHT = 280.0
"""Height kept free for the picture if seats and house rules are in one column."""
_SPACINGS = ((76.0, 24.0, LARGE), (66.0, 18.0, LARGE), (58.0, 14.0, LARGE), (50.0, 12.0, TEXT), (ROW, 10.0, TEXT))
"""Height and gap of seat rows, and the type size below: the first that fits."""


class SetupScene(PageScene):
    """Seats on the left, house rules on the right; in one column on a narrow canvas."""

    smallest = (480.0, 300.0)

    def __init__(self, app: AppContext, name: str) -> None:
        super().__init__(app)
        game: Game = registry.load(name)
        self.game = game
        self.title = registry.plugin(name).display_title
        self.rules_page = name
        max_seats = start_match.max_seats(game)
        self.names: list[str] = list(default_names()[:max_seats])
        """Names of all seats that the game may have; the first `count` of them play."""
        self.person_names = list(self.names)
        """Name that a person has in each seat, also while a machine player plays there."""
        self.allows_hints = True
        # Without turns there are no machine players: two people sit down, as most boxes allow.
        default_controller = (
            Controller("person") if game.is_turnless else player_names.available_controller(Controller("bot"), name)
        )
        self.controllers = [Controller("person")] + [default_controller] * (max_seats - 1)
        self.count = max(game.min_seats, min(2 if game.is_turnless else 3, max_seats))
        options: Options = game.options()
        for seat in range(1, max_seats):
            self.names[seat] = self._find_name(seat, Controller())
        self.house_rules = HouseRules(app, game, self._recall_last() or options, self._on_rules_changed, self._build)
        self.refusal = ""
        """Reason why the match cannot begin; empty if it can."""
        self._divider_x = 0.0
        """Position of the line between seats and house rules; 0.0 in one column."""
        # Translators: a button: begin the match
        self.start_button = Button(m("Start"), self.start, kind="main", icon="play", size=LARGE)
        self.learn_button = Button(m("Learn to play"), self._learn, icon="book")
        self.learn_button.visible = start_lesson.has_lesson(name)
        self.recent_matches = briefing.find_latest(app, name)
        self._has_preloaded = False
        """True once the modules of the table were loaded, after the first frame."""
        self.adapt_choices()
        self._build()
        self.widgets.set_focus(self.start_button)

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self._has_preloaded and not self.dirty:
            self._has_preloaded = True
            start_match.preload_screens(self.game.name)

    # Last choices

    def _recall_last(self) -> Options | None:
        """Restore the people of the last match, of this game or this evening.

        Return the house rules, or None if the game has not been played here.
        """
        last = self.app.settings.last.get(self.game.name)
        self._restore_seats(self._last_seats(last))
        if last is None:
            return None
        self.allows_hints = last.hints
        options, dropped_rules = presets.recall_options(self.game, self.count, last.options)
        if dropped_rules:
            message = m(
                "Some house rules from last time are no longer possible and are back at their defaults: {rules}.",
                rules=dropped_rules,
            )
            self.app.say(message, seconds=8)
        return options

    def _last_seats(self, last: LastMatch | None) -> Sequence[tuple[str, str]]:
        """Return name and controller of each seat; empty where nothing was saved.

        The people of the evening are first, with machine players as this game had them.
        """
        seats = list(zip_longest(last.names, last.controllers[: len(last.names)], fillvalue="")) if last else []
        tonight_match = self.app.settings.last.get(self.app.settings.evening, last)
        tonight_seats = zip(tonight_match.names, tonight_match.controllers, strict=False) if tonight_match else ()
        people = [name for name, controller in tonight_seats if controller == "person"]
        if not people or set(people) == {name for name, controller in seats if controller == "person"}:
            return seats
        count = max(len(people), len(seats) or self.count)
        machines = [entry for entry in seats if entry[1] != "person" and entry[0] not in people]
        return [*((name, "person") for name in people), *machines, *[("", "")] * count][:count]

    def _restore_seats(self, seats: Sequence[tuple[str, str]]) -> None:
        """Restore the seats. A seat without a controller keeps its machine player."""
        if seats:
            self.count = max(self.game.min_seats, min(len(seats), len(self.names)))
        for seat, (name, word) in enumerate(seats[: len(self.names)]):
            if is_visible(name):
                self.names[seat] = tidy_name(name).strip()[:MAX_NAME_LENGTH]
            if word:
                restored = {"person": Controller(), "nobody": NOBODY}.get(word, Controller("bot", word))
                self.controllers[seat] = player_names.available_controller(restored, self.game.name)
        for seat, controller in enumerate(self.controllers):
            if controller.kind == "bot" and self.names[seat] in self.names[:seat]:
                self.names[seat] = self._find_name(seat, Controller())

    def _save_choices(self) -> None:
        # House rules of another version of the game stay in the settings, for that version.
        rule_names = {part.name for part in fields(self.game.options)}
        last_options = self.app.settings.last.get(self.game.name, LastMatch()).options
        unknown_options = {key: value for key, value in last_options.items() if key not in rule_names}
        for name, controller in zip(self.names[: self.count], self.controllers, strict=False):
            if controller.kind != "bot":
                self.app.settings.people.setdefault(name.strip(), self.app.settings.find_look(name.strip()))
        self.app.settings.evening = self.game.name
        self.app.settings.last[self.game.name] = LastMatch(
            names=self.names[: self.count],
            controllers=[
                controller.level if controller.kind == "bot" else "nobody" if controller == NOBODY else "person"
                for controller in self.controllers[: self.count]
            ],
            options={**unknown_options, **presets.changed_values(self.options)},
            hints=self.allows_hints,
        )
        self.app.save_settings()

    # For a game's own scene to override

    def adapt_choices(self) -> None:
        """Adapt seats and house rules to what is chosen, before widgets are made."""

    def build_above_seats(self) -> Sequence[Widget]:
        """Add widgets above the seats to `self.widgets`, in `self.seats_scroll`."""
        return ()

    def place_above_seats(self, width: float, top: float) -> float:
        """Place these in the content of the scroll. Return where they end."""
        return top

    def build_below_seats(self) -> Sequence[Widget]:
        """Add widgets below the seats to `self.widgets`, in `self.seats_scroll`."""
        return ()

    def place_below_seats(self, width: float, top: float) -> float:
        """Place these in the content of the scroll. Return where they end."""
        return top

    def why_not_ready(self) -> Words:
        """Return why the match cannot start because of them, in one line; else empty."""
        return ""

    def header_meta(self) -> dict[str, Json]:
        """Return the meta words of the header."""
        return {}

    def hidden_rules(self) -> Sequence[str]:
        """Return the house rules that make no sense now, and are not in the form."""
        return ()

    def format_reason(self, reason: Reason) -> Words:
        """Say why these house rules are impossible."""
        return reason.message()

    # Widgets

    def _build(self) -> None:
        """Make all widgets again, after the number of seats has changed."""
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.seats_scroll, self.rules_scroll = Scroll(self.page_rect), Scroll(self.page_rect)
        self.widgets_above = self.build_above_seats()
        min_seats = self.game.min_seats
        counts = [m("{n} player", "{n} players", n=count) for count in range(min_seats, len(self.names) + 1)]
        self.count_choice = self.widgets.add(
            Choice(counts, self.count - min_seats, self._choose_count), self.seats_scroll
        )
        self.count_choice.label = m("How many players")
        phones_button = Button(
            m("Phones"), lambda: phones_page.show(self.app), icon="phone", tip=m("Put your cards on your phone")
        )
        self.phones_button = self.widgets.add(phones_button, self.seats_scroll)
        self.rows: list[SeatRow] = [self._make_row(seat) for seat in range(self.count)]
        self.widgets_below = self.build_below_seats()
        self.about_labels = [
            self.widgets.add(Label("", size=TEXT, anchor="topleft"), self.seats_scroll) for _ in range(_MAX_ABOUT_LINES)
        ]
        self.form = Form(self.widgets, self.rules_scroll)
        tip = m("People may ask what a machine would do.")
        # Translators: a switch
        hints = Toggle(m("Hints allowed"), self.allows_hints, self._allow_hints, tip=tip)
        toggles = [hints] if has_hints(self.game.name) else []
        self.house_rules.build(self.form, self.names[: self.count], self.hidden_rules(), toggles)
        self.widgets.add(self.learn_button)
        self.widgets.add(self.start_button)
        self._check()
        self.layout(self.size)
        following = self.widgets.items[min(focus, len(self.widgets.items) - 1) :]
        self.widgets.set_focus(next((item for item in following if item.focusable and item.visible), self.start_button))
        self.dirty = True

    def _make_row(self, seat: int) -> SeatRow:
        controller = self.controllers[seat]
        controllers = player_names.list_controllers(controller, self.game.name, self.count)
        choice = make_controller_choice(
            self.app,
            lambda: self.names[seat],
            controllers,
            controller,
            partial(self._choose_controller, seat, controllers),
            partial(self._machine_name, seat),
        )
        saved_names = [name for name in self.app.settings.people if name not in default_names()]
        row = make_seat_row(
            seat,
            self.names[seat],
            (*saved_names, *default_names()),
            choice,
            partial(self._set_name, seat),
            lambda: self.app.push(ProfilePage(self.app, self.names[seat], partial(self._take_profile, seat))),
        )
        for widget in row.widgets:
            self.widgets.add(widget, self.seats_scroll)
        return row

    def _choose_count(self, index: int) -> None:
        self.count = self.game.min_seats + index
        self.house_rules.set_seats(self.count)
        self._build()

    def _set_name(self, seat: int, name: str) -> None:
        self.names[seat] = name
        self._check()

    def _take_profile(self, seat: int, name: str) -> None:
        """Take name and colour of a profile, with the seat of that colour if it is free.

        Another person who wants the seat keeps it.
        """
        self.names[seat] = name or next(
            candidate for candidate in default_names() if candidate not in self.taken_names()
        )
        wished_seat = self.app.settings.find_look(name).colour if name else None
        if (
            wished_seat is not None
            and wished_seat < self.count
            and wished_seat != seat
            and not self._wants_own_colour(wished_seat)
        ):
            for names in (self.names, self.person_names):
                names[seat], names[wished_seat] = names[wished_seat], names[seat]
            controllers = self.controllers
            controllers[seat], controllers[wished_seat] = controllers[wished_seat], controllers[seat]
        self._build()

    def _wants_own_colour(self, seat: int) -> bool:
        """True if the person in the seat wants its colour."""
        return self.controllers[seat].kind != "bot" and self.app.settings.find_look(self.names[seat]).colour == seat

    def _choose_controller(self, seat: int, controllers: Sequence[Controller], index: int) -> None:
        self._set_controller(seat, controllers[index])
        self.rows[seat].name.set_text(self.names[seat])
        self._check()

    def _set_controller(self, seat: int, controller: Controller) -> None:
        """Change the controller of a seat. Machine players have names of their own."""
        old_controller, self.controllers[seat] = self.controllers[seat], controller
        if old_controller.kind != "bot":
            self.person_names[seat] = self.names[seat]
        self.names[seat] = self._find_name(seat, old_controller)

    def _find_name(self, seat: int, old_controller: Controller) -> str:
        return player_names.rename_seat(
            self.names[seat], old_controller, self.controllers[seat], self.person_names[seat], self.taken_names()
        )

    def _machine_name(self, seat: int, controller: Controller) -> str:
        """Return the name of the seat with that machine player."""
        return player_names.rename_seat(
            self.names[seat], self.controllers[seat], controller, self.person_names[seat], self.taken_names()
        )

    def taken_names(self) -> Sequence[str]:
        """Return the names that no other seat can have."""
        return self.names

    @property
    def options(self) -> Options:
        """The house rules that are chosen."""
        return self.house_rules.options

    def _on_rules_changed(self, options: Options) -> None:
        self.house_rules.set_options(options)
        self._check()
        self.layout(self.size)

    def _allow_hints(self, on: bool) -> None:
        self.allows_hints = on

    # Phones: see `web.host_screen.SeatSource`

    def seat_source(self) -> SetupScene:
        return self

    def table_game(self) -> str:
        return self.game.name

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names[: self.count], self.controllers, strict=False))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self._set_controller(seat, controller)
        self._build()

    def has_own_name(self, seat: int) -> bool:
        name, is_machine = self.names[seat], self.controllers[seat].kind == "bot"
        return not is_machine and (name not in default_names() or name in self.app.settings.people)

    def name_seat(self, seat: int, name: str) -> None:
        if is_visible(name) and name not in self.names[: self.count]:
            self.names[seat] = name
            self._build()

    def running(self) -> None:
        return None

    # Start

    def _final_names(self) -> list[str]:
        """Return the names of all seats. A machine player without a name gets one."""
        names = [name.strip() for name in self.names[: self.count]]
        for seat, controller in enumerate(self.controllers[: self.count]):
            if controller.kind == "bot" and not is_visible(names[seat]):
                names[seat] = player_names.choose_name(controller, [*self.taken_names(), *names])
        return names

    def _header(self, seed: int) -> Header:
        names = tuple(self._final_names())
        meta = self.header_meta() if self.allows_hints else {**self.header_meta(), "hints": False}
        return Header(self.game.name, names, self.options, seed, meta=meta)

    def _check(self) -> None:
        """Say before the start why the match cannot begin."""
        names = self._final_names()
        for seat, (row, name, controller) in enumerate(zip(self.rows, names, self.controllers, strict=False)):
            row.badge.show_avatar("" if controller.kind == "bot" else self.app.settings.avatar_picture(name))
            row.name.hint = name if controller.kind == "bot" else m("Name", context="of a person")
            row.name.is_wrong = not is_visible(name) or name in names[:seat]
        self.refusal = say(self._why_not(), begin=True)
        self._update_about()
        self.start_button.enabled = not self.refusal
        self.start_button.why_disabled = self.refusal
        self.dirty = True

    def describe_game(self) -> Words:
        """Describe what is about to be played, in a sentence or two."""
        return registry.plugin(self.game.name).tagline

    def list_recent_matches(self) -> Sequence[Summary]:
        """Return the latest matches of what is about to be played, the last one first."""
        return self.recent_matches

    def _update_about(self) -> None:
        names = self._final_names()
        length = match_length.describe_length(self.game.name, len(names), self.options.max_turns)
        lines = briefing.write_briefing(self.describe_game(), length, self.list_recent_matches(), names)
        previous = [label.words for label in self.about_labels]
        for label, line in zip(self.about_labels, [*lines, *[""] * len(self.about_labels)], strict=False):
            label.words, label.visible = line, bool(line)
        if previous != [label.words for label in self.about_labels]:
            self.layout(self.size)

    def _why_not(self) -> Words:
        names = self._final_names()
        for seat, name in enumerate(names):
            if not is_visible(name):
                return m("Seat {number} has no name.", number=seat + 1)
            if name in names[:seat]:
                return m("Two players are called {name}.", name=name)
        if more := self.why_not_ready():
            return more
        waiting = [names[seat] for seat in range(self.count) if self.controllers[seat].is_person]
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
            return m("{why}.", why=self.format_reason(error.reason))
        return ""

    def start(self) -> None:
        """Save the choices and begin the match."""
        self._save_choices()
        start_match.begin(self.app, self._header(seeds.draw_seed()), self.controllers[: self.count])

    def _learn(self) -> None:
        start_lesson.begin(self.app, self.game.name, on_top=False)

    # Layout

    def place(self) -> None:
        canvas = self.app.canvas()
        page = self.page_rect
        top = page.bottom - _FOOTER_HEIGHT + 10
        self.start_button.rect = Rect(page.right - _BUTTON_WIDTH - 16, top, _BUTTON_WIDTH, ROW + 2)
        self.learn_button.rect = self.start_button.rect.move(-_BUTTON_STEP, 0)
        inner = Rect(page.x + 20, page.y + 14, page.width - 40, page.height - _FOOTER_HEIGHT - 14)
        self._divider_x = 0.0
        if inner.width > _MIN_TWO_COLUMNS:
            left_width = min(_MAX_SEATS_WIDTH, inner.width * _MAX_SEATS_SHARE)
            self._divider_x = inner.x + left_width + 16
            self.seats_scroll.area = Rect(inner.x, inner.y, left_width, inner.height)
            self.form.layout(
                canvas, Rect(self._divider_x + 16, inner.y, inner.right - self._divider_x - 16, inner.height)
            )
        else:
            self.seats_scroll.area = inner
        is_one_column = not self._divider_x
        form_height = self.form.place_rows(canvas, inner.width) + _PICTURE_HEIGHT if is_one_column else 0.0
        for spacing in _SPACINGS:
            end = self._place_seats(canvas, *spacing)
            if end + form_height <= inner.height:
                break
        rows = (row_widget for row in self.rows for row_widget in row.widgets)
        for widget in (
            *self.widgets_above,
            self.count_choice,
            self.phones_button,
            *rows,
            *self.widgets_below,
            *self.about_labels,
        ):
            widget.scroll = self.rules_scroll if is_one_column else self.seats_scroll
        self.seats_scroll.content = 0.0 if is_one_column else end
        self.seats_scroll.scroll_by(0)
        if is_one_column:
            self.form.layout(canvas, inner, end + 8)
            self.widgets.add_scroll(self.rules_scroll)

    def _place_seats(self, canvas: Canvas, row_height: float, gap: float, size: float) -> float:
        """Place the seats and the text about the match. Return where they end.

        `row_height` and `gap` are those of the seats' rows.
        """
        width = self.seats_scroll.area.width - 14
        top = self.place_above_seats(width, 8)
        self.count_choice.rect = Rect(4, top, min(260.0, width - 156), ROW)
        self.phones_button.rect = Rect(width - 144, top, 140, ROW)
        end = place_seats(self.rows, width, top + ROW + gap + 4, row_height, gap)
        end = self.place_below_seats(width, end)
        return self._place_about(canvas, width, end + gap, size)

    def _place_about(self, canvas: Canvas, width: float, top: float, size: float) -> float:
        """Place the text about the match below the seats. Return where it ends."""
        for label in self.about_labels:
            label.size = size
            if label.visible:
                height = len(canvas.lines(label.words, width - 8, label.size)) * label.size * LEADING
                label.rect = Rect(4, top, width - 8, height)
                top += height + 6
        return top

    def _draw_picture(self, canvas: Canvas) -> None:
        """Draw the game's picture, where the house rules leave space for it."""
        picture, area = registry.plugin(self.game.name).picture, self.rules_scroll.area
        space = area.height - self.rules_scroll.content - 2 * _PICTURE_MARGIN
        width = min(_MAX_PICTURE_WIDTH, area.width - 2 * _PICTURE_MARGIN, space * _PICTURE_ASPECT)
        if picture is None or width < _MIN_PICTURE_WIDTH:
            return
        box = Rect(0, 0, width, width / _PICTURE_ASPECT)
        box.center = (area.centerx, area.bottom - _PICTURE_MARGIN - space / 2)
        canvas.shadow(box, 10, 8, 5, 110)
        canvas.picture(str(picture), box)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        page = self.page_rect
        canvas.fill(Rect(page.x + 16, page.bottom - _FOOTER_HEIGHT, page.width - 32, 1.5), PAPER_EDGE)
        if self._divider_x:
            canvas.fill(Rect(self._divider_x, page.y + 20, 1.5, page.height - _FOOTER_HEIGHT - 40), PAPER_EDGE)
        self._draw_picture(canvas)
        if self.refusal:
            button_count = 2 if self.learn_button.visible else 1
            text_width = page.width - button_count * _BUTTON_STEP - 40
            lines = canvas.lines(self.refusal, text_width, TEXT, bold=True)
            size = TEXT if len(lines) == 1 else SMALL
            height = len(canvas.lines(self.refusal, text_width, size, bold=True)) * size * LEADING
            box = Rect(page.x + 18, page.bottom - _FOOTER_HEIGHT / 2 - height / 2, text_width, height)
            canvas.paragraph(self.refusal, box, size, EMBER_DARK, bold=True)


def make_setup_scene(app: AppContext, name: str) -> Scene:
    """Return the scene before a match: the game's own, or the generic one."""
    make_setup = start_match.load_screens(name).make_setup
    return SetupScene(app, name) if make_setup is None else make_setup(app)
