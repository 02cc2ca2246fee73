"""The table of a match, the same for all games: its seats, machine players, reaction windows, the log, hints, replays.

What a game shows of itself is its scene: see game_board.py. The table calls that; a scene calls these of the table:

- `act(action)`: do what a person decided; says why if that is not legal. `refuse(reason)` says why something is not.
- `look(seat, choices, done, title)`: the cover comes for a person; `done` gets the index of what was picked, or None.
- `mark_seats()`: who can be chosen by `seats_clickable` has changed. `seat_key(code)`: a key chooses one of them.
- `finish()`: show everything that has happened, at once. `show_end(counted=True)`: the last page once more.
- `seen(event)`, `reveal()`: an event, or all of a step, lies there and may be told before its film is over.
- `layout(size)`: place everything anew. `dirty = True`: draw it again.

It has `app` (settings, sounds, other scenes), `widgets`, `motion`, `places`, `panels`, `log` and the open `reaction`.

What is shown (`view`, the log) is what `viewer` may know: the only person of the match at this screen, else None. While
a step is shown it is what there was before: nothing is told before it was seen (see spoiler_gate.py).
`match` may be ahead of what is shown; `idle` says that nothing is moving or to be shown, and that `actor`, the person
whose turn it is, may act. `persons` are all seats of people at this screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

import pygame

from grenade_salad.app.match import ear_keys, pause_menu, start_match, status_bar, typed_action
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.match.guesses import Guesses
from grenade_salad.app.match.hint_slip import HintSlip
from grenade_salad.app.match.hints import Hints, Told
from grenade_salad.app.match.layout import BAR, Places, above, places
from grenade_salad.app.match.lesson_guide import Tutor
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.scenario_goal import Quest
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.shell.settings import SPEEDS, Speed
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.dust import Air
from grenade_salad.app.ui.inputs import Input, Key, undoes
from grenade_salad.app.ui.log import LogLine
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BLACK
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Chance, Event, Reason, View, redact
from grenade_salad.match.match import Controller, Match, Step
from grenade_salad.match.undo import NothingDone
from grenade_salad.session.phases import Asking, Deciding, Over
from grenade_salad.session.session import Shown
from grenade_salad.text import Words, m

_DOT = 0.35
"""Seconds after which the next dot of a machine that thinks is the large one."""


class Table(MatchScene):
    """A running match on the window; `scene` is what the game shows of it, made by `make`."""

    smallest = (800.0, 450.0)
    toasts_from = BAR + 12
    holds_much = True
    hand_height = 0.0
    """Height of the strip for a hand at the lower edge, in units."""
    panel_height = 74.0
    watched: tuple[Controller, ...] = ()
    """Who sat there, if the match is only looked at: see `stand_at`."""
    all_open = False
    """Whether everything is shown to whoever looks at such a match."""

    def __init__(
        self, app: Shell, match: Match, controllers: tuple[Controller, ...], make: Callable[[Table], OnTable]
    ) -> None:
        super().__init__(app, match, controllers)
        self._answered_shown = 0
        self.lies: Cover | None = None
        """The cover that somebody's hand is under."""
        self.hints, self.hint_slip = Hints(self), HintSlip()
        self.guesses = Guesses(self)
        self.tutor: Tutor | None = None
        self.quest: Quest | None = None
        self.more_answers: list[Answer] = []
        """What the game adds to the pause menu."""
        self.scene = make(self)
        self._remember()
        self._make_widgets()
        self.layout(self.size)
        self.scene.begin()

    def _make_widgets(self) -> None:
        self.panels = [
            self.widgets.add(
                SeatPanel(
                    Who(seat, name),
                    partial(self._panel_pressed, seat),
                    partial(self._facts, seat),
                    partial(self.scene.draw_seat, seat=seat),
                )
            )
            for seat, name in enumerate(self.names)
        ]
        self.log_button = Button("", self._toggle_log, icon="book", tip=m("What has happened so far"))
        self.help_button = Button("", lambda: self.app.open_rules(self.rules_page), icon="question")
        # Translators: a tooltip of a button
        undo = m("Undo the last step") if self.match.state.is_turnless else m("Undo what you just did")
        self.undo_button = Button("", self.undo, icon="undo", tip=undo)
        self.menu_button = Button("", self.menu, icon="menu", tip=m("Pause and menu (Esc)"))
        self.speed_button = Button("", self.change_speed, icon="fast")
        self.bar_buttons = (
            self.menu_button,
            self.help_button,
            self.log_button,
            self.hints.button,
            self.undo_button,
            self.speed_button,
        )
        for button in reversed(self.bar_buttons):
            self.widgets.add(button)
        self.log_line = self.widgets.add(LogLine(self.log, self._toggle_log))
        self.widgets.add(self.log)
        self._log_wanted = False

    def air(self) -> Air | None:
        settings = self.app.settings
        if settings.reduced_motion or not settings.pace or self.reaction is not None or self.tutor is not None:
            return None
        room, boxes = self.places.around, [item.on_screen() for item in self.widgets.items if item.visible]
        return Air(room, [box for box in boxes if not box.contains(room)])

    # what lies over it

    def cover(self, cover: Cover) -> None:
        cover.gives_way = self._brings_cover
        super().cover(cover)
        self._lie(cover)

    def _uncovered(self, cover: Cover) -> None:
        super()._uncovered(cover)
        self._lie(None)

    def _brings_cover(self, code: int) -> bool:
        """True if the key brings the cover of somebody at this screen."""
        clickable = self.scene.seats_clickable()
        may = [seat for seat in self.lookers if (self.reaction.asks(seat) if self.reaction else seat in clickable)]
        return code in {self.app.settings.seat_key(seat) for seat in may}

    def _lie(self, cover: Cover | None) -> None:
        """A cover lies on the table, or no longer."""
        self.lies = cover
        if self.scene.makes_room:
            self.layout(self.size)
            self.dirty = True

    # a match that is only looked at

    def lay_wood_around(self, canvas: Canvas) -> None:
        """The table in a window whose upper part this scene is: all of it, but for what it lays by itself."""
        window = canvas.surface.get_rect()
        if self.lays_table:
            covered = canvas.box(Rect(0, 0, *self.size)).bottom
            window = pygame.Rect(0, covered, window.width, max(0, window.height - covered))
        canvas.lay_table(window)

    def stand_at(self, match: Match, steps: Sequence[Step]) -> None:
        """Show the match as it is after these steps, all of those it has, at once."""
        self.motion.skip()
        self.session.stand_at(match, steps)
        self.view = match.state.view(self.viewer)
        self.telling.retell((step.entry, self._seen(step)) for step in steps)
        self.ears.skip()
        self.seats_changed()
        self.scene.jumped()
        self.dirty = True

    def stand_next(self, entry: Action | Chance) -> None:
        """Carry the next line out, and begin to show it."""
        self.finish()
        before = self.view
        step = self.session.replay(entry)
        self._show(Shown(entry, self._seen(step), before, self.match.state.view(self.viewer)))

    def _seen(self, step: Step) -> tuple[Event, ...]:
        return step.events if self.all_open else tuple(redact(event, self.viewer) for event in step.events)

    @property
    def taught(self) -> bool:
        """Whether somebody is led through it: a lesson, which nothing is lost with."""
        return self.tutor is not None

    @property
    def follows_settings(self) -> bool:
        return not self.watched and super().follows_settings

    def why_of(self, entry: Action | Chance, before: View | None) -> Callable[[], str] | None:
        seat = entry.seat if isinstance(entry, Action) else None
        person = bool(self.watched) and seat is not None and self.watched[seat].kind != "bot"
        return None if person else super().why_of(entry, before)

    def refuse(self, reason: Reason | Words, drawn: bool = True) -> None:
        if not self.watched:
            super().refuse(reason, drawn)

    # seats

    def seats_changed(self) -> None:
        turn, asked = self.turn, self.asked
        clickable = self.scene.seats_clickable()
        for seat, panel in enumerate(self.panels):
            one = (self.watched or self.controllers)[seat]
            panel.person, panel.phone = one.person, one.kind == "phone"
            panel.asleep = seat in self.session.absent
            panel.face = "" if one.kind in ("bot", "nobody") else self.app.settings.face(self.names[seat])
            panel.plays = player_names.words(one) if one.kind in ("bot", "nobody") else ""
            panel.active = seat == turn
            panel.asked = seat in asked
            may_look = self.reaction is not None and self.reaction.asks(seat)
            panel.focusable = may_look or seat in clickable or self.guesses.may(seat)
            panel.looks = may_look and seat != self.viewer
        self.scene.seats_changed()
        self._pass_by_what_is_over()

    def _pass_by_what_is_over(self) -> None:
        """When the match is over, Tab goes to what is still of use."""
        over = isinstance(self.session.phase, Over) and not self.watched
        lasting = (*self.panels, self.log, self.log_line, *self.bar_buttons)
        for item in self.widgets.items:
            of_use = item.after_end or (item in lasting and item not in (self.hints.button, self.undo_button))
            item.spent = over and not of_use
        if self.widgets.focus is not None and self.widgets.focus.spent:
            self.widgets.set_focus(self.log)

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None if it is nobody's."""
        return None if self.view.is_over else self.session.turn

    def place_reaction(self, reaction: Reaction) -> None:
        reaction.layout(self.places.table)
        self.scene.place_reaction(reaction)

    def suggest(self, action: Action) -> None:
        """Point out what was hinted at in the reaction window that is open."""
        if self.reaction is not None and action.seat is not None:
            answers = [one for _, one in self._picks.get(action.seat, ())]
            self.reaction.suggest(answers.index(action) if action in answers else None)

    def show_better(self, action: Action | None) -> None:
        """Show what was better in a match that is looked at, if those who look may know; None: no longer."""
        may = action is not None and (self.scene.open_hints or action.seat == self.viewer)
        self.scene.show_hint(action if may else None)

    def usual_places(self, size: tuple[float, float]) -> Places:
        """Where the table, the hand, the log and the seats' panels are on a canvas of this size."""
        around = self.app.settings.facing == "edges"
        return places(size, len(self.names), self.hand_height, around, self.panel_height)

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is asked in a reaction window and has not answered, whatever they hold."""
        asking = self.session.phase
        if not isinstance(asking, Asking):
            return ()
        return tuple(seat for seat in self.match.state.active_seats() if seat not in asking.answers)

    @property
    def awaits(self) -> bool:
        return self.actor is not None or self.reaction is not None or isinstance(self.session.phase, Over)

    def waits_for(self) -> Words:
        """Whom everybody waits for in a reaction window or because a phone is away; empty if for nobody.

        Somebody alone with machines who passes without being asked is not waited for.
        """
        asking = self.session.phase
        if isinstance(asking, Deciding) and asking.by == "phone":
            here = self.app.phones.here if self.app.phones is not None else ()
            name = self.names[asking.seat]
            return "" if asking.seat in here else m("waiting for {who}'s phone: see Phones in the menu", who=name)
        if not isinstance(asking, Asking):
            return ""
        skipped = self.viewer if self.reaction is None else None
        seats = [seat for seat in self.asked if seat != skipped]
        return status_bar.may_answer(asking, seats, self.viewer, self.names)

    def update(self, dt: float) -> None:
        super().update(dt)
        answered = 0 if self.reaction is None else len(self.reaction.asking.answers)
        if answered != self._answered_shown:
            self._answered_shown = answered
            self.mark_seats()
        self._show_thinking()
        if self.hints.update():
            self.dirty = True
        if self.tutor is not None:
            self.tutor.update()
        if self.quest is not None:
            self.quest.update()
        self.scene.update(dt)

    def _show(self, shown: Shown) -> None:
        super()._show(shown)
        if self.tutor is not None:
            self.tutor.see(shown)
        if self.quest is not None:
            self.quest.see(shown)

    @property
    def held(self) -> bool:
        return (self.tutor is not None and self.tutor.holds) or super().held

    @property
    def patient(self) -> bool:
        alone_in_a_scenario = self.quest is not None and self.viewer is not None
        return self.tutor is not None or alone_in_a_scenario or super().patient

    def _show_thinking(self) -> None:
        """Three dots in the panel of the machine that thinks; with reduced motion they stand still."""
        seat, since = self.thinking or (None, 0.0)
        step = 3 if self.app.settings.reduced_motion else int(since / _DOT) % 3
        for panel in self.panels:
            thinks = step if panel.who.seat == seat else None
            if panel.thinks != thinks:
                panel.thinks = thinks
                self.dirty = True

    def mark_seats(self) -> None:
        """Call it when `seats_clickable` has changed."""
        self.seats_changed()
        self.dirty = True

    def seat_key(self, code: int) -> bool:
        """A key was pressed: if it is that of a seat that can be chosen now, choose it; whether it was one."""
        for seat in self.scene.seats_clickable():
            if code == self.app.settings.seat_key(seat):
                self.scene.seat_clicked(seat)
                return True
        return False

    def _panel_pressed(self, seat: int) -> None:
        self.tell_if_late(lambda missed: missed == seat)
        if self.reaction is not None and self.reaction.asks(seat):
            self.reaction.look(seat)
        elif self.guesses.may(seat):
            self.guesses.ask(seat)
        elif seat in self.scene.seats_clickable():
            self.scene.seat_clicked(seat)

    def _facts(self, seat: int) -> Sequence[Words]:
        return (*self.scene.seat_facts(seat), *self.guesses.facts(seat))

    @property
    def alive(self) -> Sequence[bool]:
        """Who is still in the game, as it is shown; empty in a game in which nobody goes out."""
        return self.scene.alive()

    def reveal(self) -> None:
        super().reveal()
        self.guesses.see()

    def restart(self) -> None:
        super().restart()
        self.guesses.forget()

    def undo(self) -> None:
        """Take back a decision. In a lesson the pupil may take back all of them, with what followed from them."""
        if self.tutor is None:
            super().undo()
            return
        lines = self.tutor.take_back()
        if lines is None:
            self.refuse(NothingDone())
            return
        match = Match(self.match.header)
        steps = [match.add(entry) for entry in self.match.entries[:lines]]
        self.motion.skip()
        self.session.return_to(match, steps)
        self.restart()
        self.telling.retell((step.entry, self._seen(step)) for step in steps)
        self.app.say(m("Undone."))

    def in_sight(self) -> Sequence[Rect]:
        own = start_match.brought(self.match.header.game).spots
        pieces = [] if own is None else [*own(self.scene, "all"), *own(self.scene, "marks")]
        return [*super().in_sight(), *(panel.rect for panel in self.panels), *pieces]

    # input

    def handle(self, event: Input) -> None:
        if not self.motion.busy:
            self.reveal()
        self.scene.heed(event)
        if isinstance(event, Key) and event.down:
            self.tell_if_late(lambda seat: event.key == self.app.settings.seat_key(seat))
        if self.hints.taken_by(event):
            return
        if undoes(event, self.widgets.typing) and self.undo_button.visible:
            self.undo()
        elif (self.reaction is not None and self.reaction.handle(event)) or (
            self.reaction is None and self.scene.pressed(event)
        ):
            self.dirty = True
        elif isinstance(event, Key) and "type_move" in event.means and not self.watched:
            if event.down:
                typed_action.open_line(self)
        elif ear_keys.heed(self, event):
            self.dirty = True
        elif isinstance(event, Key) and "hint" in event.means and self.hints.usable:
            if event.down:
                self.hints.ask()
        elif isinstance(event, Key) and "speed" in event.means and not self.watched:
            if event.down:
                self.change_speed()
        else:
            super().handle(event)

    def change_speed(self) -> None:
        """The next speed of what moves: from slow to off, and from there to slow."""
        speeds = get_args(Speed)
        settings = self.app.settings
        settings.speed = speeds[(speeds.index(settings.speed) + 1) % len(speeds)]
        self.app.save_settings()
        self.app.say(m("Animation speed: {speed}", speed=SPEEDS[settings.speed]), seconds=2)

    def back(self) -> None:
        """Esc: what was begun, a hint, the log over the table, else the pause menu."""
        if self.scene.give_up():
            return
        if self.hints.seat is not None:
            self.hints.clear()
        elif self._log_wanted and not self.places.log_beside:
            self._toggle_log()
        else:
            self.menu()

    def menu(self) -> None:
        """The pause menu, or the last page once more."""
        if self.leave is not None:
            self.leave()
        elif isinstance(self.session.phase, Over) and not self.watched:
            self.show_end(counted=True)
        else:
            pause_menu.show(self)

    def _toggle_log(self) -> None:
        self._log_wanted = not self._log_wanted
        self.layout(self.size)
        self.dirty = True

    @property
    def animating(self) -> bool:
        asks = self.reaction is not None and self.reaction.animating
        return super().animating or asks or self.scene.moves

    # drawing

    def _name_keys(self) -> None:
        """Tips tell the keys that the settings have now."""
        key_words = self.app.settings.key_words
        self.help_button.tip = m("Rules ({key})", key=key_words("help"))
        self.speed_button.tip = m("Animation speed, slow to instant ({key})", key=key_words("speed"))
        self.hints.name_key(key_words("hint"))

    def layout(self, size: tuple[float, float]) -> None:
        self._name_keys()
        if self.quest is not None:
            size = self.size = self.quest.place()
        self.places: Places = self.scene.make_places(size) or self.usual_places(size)
        if self.lies is not None and self.scene.makes_room:
            self.places = above(self.places, self.lies.box_in(size).top)
        for panel, (rect, quarters) in zip(self.panels, self.places.seats, strict=True):
            panel.rect, panel.turn = rect, quarters
            panel.key = self.app.settings.seat_key_words(panel.who.seat)
        self.log.rect = self.places.log
        self.log.visible = self.places.log_beside or self._log_wanted
        self.log_line.visible = self.places.log_line is not None
        right = size[0] - 8
        for button in self.bar_buttons:
            button.visible = not self.watched
            if button is self.log_button:
                button.visible = button.visible and not self.places.log_beside and self.places.log_line is None
            if button is self.hints.button:
                button.visible = self.hints.usable
            if button in (self.undo_button, self.menu_button):
                button.visible = button.visible and self.leave is None
            if button.visible:
                button.rect = Rect(right - 44, 6, 44, 40)
                right -= 52
        self._bar_right = right
        if self.places.log_line is not None:
            self.log_line.rect = Rect(self.places.log_line)
            self.log_line.rect.width = min(self.log_line.rect.width, right - self.log_line.rect.x)
        self.scene.place(self.places.table)
        if self.reaction is not None:
            self.place_reaction(self.reaction)
        if self.tutor is not None:
            self.tutor.layout()

    def draw_above(self, canvas: Canvas) -> None:
        if self.tutor is not None:
            self.tutor.draw(canvas)

    def draw(self, canvas: Canvas) -> None:
        self.scene.draw_whole(canvas, self._draw)

    def _draw(self, canvas: Canvas) -> None:
        words, hint = self.bar()
        slip = HintSlip.takes(self.size, hint)
        canvas.fill(self.places.bar, BLACK, alpha=90)
        self.log_line.visible = self.places.log_line is not None and (hint is None or slip)
        if hint is None or slip:
            status_bar.draw(canvas, words, self._bar_right - 24, self.places.log_line, self.log.turn)
        else:
            self.hints.draw_bar(canvas, Rect(8, 3, self._bar_right - 12, 46), hint)
        self.scene.draw(canvas)
        if self.reaction is not None:
            self.reaction.draw(canvas)
        self.widgets.draw(canvas)
        if hint is not None and slip:
            self.hint_slip.draw(canvas, hint, self.toasts_from, self.in_sight)
        if self.quest is not None:
            self.quest.draw(canvas)

    def bar(self) -> tuple[Words, Told | None]:
        """All that stands in the bar besides its buttons: the status, and a hint that lies over it."""
        thinks = self.thinking[0] if self.thinking is not None else None
        if self.lies is None:
            words = status_bar.words_of(self.status(), thinks, self.session.phase, self.names, self.waits_for())
        else:
            words = status_bar.covered(self.lies.who.name, self.lies.open, self.reaction is not None, self.waits_for())
        return words, self.hints.in_bar
