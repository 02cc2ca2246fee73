"""What the scenes of all games share: a match, its seats, machine players, reaction windows, the log.

A game's scene is a subclass; `make(app, match, controllers)` of its module makes it. It overrides few methods:

- `draw_table(canvas)`: the game in `self.places.table` (and the hand in `self.places.hand`), from `self.view`.
- `layout_table()`: place what is on the table; called on every resize, after `self.places` was made.
- `animate(shown)`: start tweens on `self.motion` for one step. The next step is shown when the motion has ended.
  `shown.view` is what may be known after it, `shown.before` before it, `shown.events` are redacted. Take secrets from
  the events alone; `shown.entry` is there for what is no secret (a drop's track).
- `handle_table(event)`: clicks and keys on the table; True if used. Widgets of its own go into `self.widgets`.
- `turn_began(seat)`: a person of this screen is to act (`self.actor`); show what can be done.
- `asking()`: in a reaction window an `Ask`, else None. `reactions(seat)`: what the seat may answer besides passing.
- `status()`: whose turn it is and what can be done now, one line. `seat_facts(seat)`: lines of its panel.
- `hint_words(action, seat)`, `show_hint(action)`, `draw_hint(canvas, box, action, seat)`: advice, see hints.py.
- `draw_hand(canvas, box, seat)`: the hand of a seat, from `self.match.state.view(seat)`: only called when that
  person looks. `seat_clicked(seat)` with `seats_clickable()`: somebody chose a seat (a victim).
- `jumped()`: the match is at another place than the one shown (undo, resume): show `self.view` as it is.

It calls `act(action)`, which says why if that is not legal; `look(seat, ...)` for the cover; `refuse(reason)`.

What is shown (`view`, the log) is what `viewer` may know: the only person of the match at this screen, else None. The
state may be ahead of what is shown; `idle` says that nothing is moving or to be shown, and that a person may act.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scenes import pause
from grenade_salad.app.scenes.hints import Hints
from grenade_salad.app.scenes.match_scene import Ask, MatchScene, Shown
from grenade_salad.app.scenes.table_layout import Places, places
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BLACK, LARGE, PAPER, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Chance, Event, Reason, redact
from grenade_salad.match.match import Match, Step
from grenade_salad.match.seats import Controller

_DOT = 0.35
"""Seconds after which the next dot of a machine that thinks is the large one."""

__all__ = ["Ask", "Pick", "Shown", "TableScene"]


class TableScene(MatchScene):
    """A running match on the window; see the module's docstring for what a game overrides."""

    smallest = (800.0, 450.0)
    hand_height = 0.0
    """Height of the strip for a hand at the lower edge, in units."""
    panel_height = 74.0
    watched: tuple[Controller, ...] = ()
    """Who sat there, if the match is only looked at: see `stand_at`."""
    all_open = False
    """Whether everything is shown to whoever looks at such a match."""

    def __init__(self, app: App, match: Match, controllers: tuple[Controller, ...]) -> None:
        super().__init__(app, match, controllers)
        self._answered_shown = 0
        self.hints = Hints(self)
        self._make_widgets()
        self.layout(self.size)

    def _make_widgets(self) -> None:
        self.panels = [
            self.widgets.add(
                SeatPanel(
                    Who(seat, name),
                    partial(self._panel_pressed, seat),
                    partial(self.seat_facts, seat),
                    partial(self.draw_seat, seat=seat),
                )
            )
            for seat, name in enumerate(self.names)
        ]
        self.log_button = Button("", self._toggle_log, icon="book", tip="What happened so far")
        self.help_button = Button("", lambda: self.app.open_rules(self.rules_page), icon="question", tip="Rules (F1)")
        self.undo_button = Button("", self.undo, icon="undo", tip="Take back what you just did")
        self.menu_button = Button("", self.menu, icon="menu", tip="Pause and menu (Esc)")
        self._bar_buttons = (self.menu_button, self.help_button, self.log_button, self.hints.button, self.undo_button)
        for button in reversed(self._bar_buttons):
            self.widgets.add(button)
        self.widgets.add(self.log)
        self.log.visible = True
        self._log_wanted = False

    # to override

    def make_places(self, size: tuple[float, float]) -> Places:
        """Where the table, the hand, the log and the seats' panels are on a canvas of this size."""
        around = self.app.settings.facing == "edges"
        return places(size, len(self.names), self.hand_height, around, self.panel_height)

    def layout_table(self) -> None:
        """Place what is on the table, in `self.places`."""

    def draw_table(self, canvas: Canvas) -> None:
        """Draw the game."""

    def handle_table(self, event: Input) -> bool:
        """Somebody did something on the table; whether it was used."""
        return False

    def seat_facts(self, seat: int) -> Sequence[str]:
        """Short lines in the seat's panel, open to everybody."""
        return ()

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw in what is left of the seat's panel (a tray)."""

    def seats_clickable(self) -> Sequence[int]:
        """The seats whose panels can be chosen now."""
        return ()

    def seat_clicked(self, seat: int) -> None:
        """The panel of one of these was chosen."""

    def hint_words(self, action: Action, seat: int) -> str:
        """What the seat would do, in words."""
        return action.do.capitalize()

    def show_hint(self, action: Action | None) -> None:
        """Show what the person at the screen would do as it is shown when they are about to do it; None: no longer."""

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        """Draw what the seat would do, for its own eyes under the cover."""

    # a match that is only looked at

    def stand_at(self, match: Match, steps: Sequence[Step]) -> None:
        """Show the match as it is after these steps, all of those it has, at once."""
        self.motion.skip()
        self._queue.clear()
        self.match, self.actor = match, None
        self.steps = [step.events for step in steps]
        self.view = match.state.view(self.viewer)
        self.log.clear()
        for step in steps:
            self._log_step(step.entry, self._seen(step))
        self.seats_changed()
        self.jumped()
        self.dirty = True

    def stand_next(self, entry: Action | Chance) -> None:
        """Carry the next line out, and begin to show it."""
        self.finish()
        before = self.view
        step = self.match.add(entry)
        self.steps.append(step.events)
        self._queue.append(Shown(entry, self._seen(step), before, self.match.state.view(self.viewer)))
        self._show_next()

    def _seen(self, step: Step) -> tuple[Event, ...]:
        return step.events if self.all_open else tuple(redact(event, self.viewer) for event in step.events)

    def refuse(self, reason: Reason | str) -> None:
        if not self.watched:
            super().refuse(reason)

    # seats

    def reaction_began(self) -> None:
        assert self.reaction is not None
        self.reaction.layout(self.places.table)

    def seats_changed(self) -> None:
        acting = self.match.state.to_act() if self.reaction is None else ()
        clickable = self.seats_clickable()
        for seat, panel in enumerate(self.panels):
            one = (self.watched or self.controllers)[seat]
            panel.person = one.person
            panel.plays = cast.words(one).lower() if one.kind == "bot" else ""
            panel.active = seat == self.actor or (self.actor is None and seat in acting)
            panel.asked = self.reaction is not None and self.reaction.asks(seat)
            panel.focusable = panel.asked or seat in clickable
            panel.asked = panel.asked and seat != self.viewer

    def update(self, dt: float) -> None:
        super().update(dt)
        answered = 0 if self.reaction is None else len(self.reaction.answers)
        if answered != self._answered_shown:
            self._answered_shown = answered
            self.mark_seats()

        self._show_thinking()
        if self.hints.update():
            self.dirty = True

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

    def _panel_pressed(self, seat: int) -> None:
        if self.reaction is not None and self.reaction.asks(seat):
            self.reaction.look(seat)
        elif seat in self.seats_clickable():
            self.seat_clicked(seat)

    # input

    def handle(self, event: Input) -> None:
        if (self.reaction is not None and self.reaction.handle(event)) or (
            self.reaction is None and self.handle_table(event)
        ):
            self.dirty = True
        elif isinstance(event, Key) and event.key == pygame.K_h and self.hints.usable:
            if event.down and not event.repeat:
                self.hints.ask()
        else:
            super().handle(event)

    def back(self) -> None:
        """Esc: a hint, the log over the table, else the pause menu. Override it to give up a choice first."""
        if self.hints.seat is not None:
            self.hints.clear()
        elif self._log_wanted and not self.places.log_beside:
            self._toggle_log()
        else:
            self.menu()

    def menu(self) -> None:
        pause.show(self)

    def _toggle_log(self) -> None:
        self._log_wanted = not self._log_wanted
        self.layout(self.size)
        self.dirty = True

    @property
    def animating(self) -> bool:
        return super().animating or (self.reaction is not None and self.reaction.animating)

    # drawing

    def layout(self, size: tuple[float, float]) -> None:
        self.places: Places = self.make_places(size)
        for panel, (rect, quarters) in zip(self.panels, self.places.seats, strict=True):
            panel.rect, panel.turn = rect, quarters
            panel.key = self.app.settings.seat_key_words(panel.who.seat)
        self.log.rect = self.places.log
        self.log.visible = self.places.log_beside or self._log_wanted
        right = size[0] - 8
        for button in self._bar_buttons:
            button.visible = not self.watched and not (button is self.log_button and self.places.log_beside)
            if button is self.hints.button:
                button.visible = self.hints.usable
            if button.visible:
                button.rect = Rect(right - 44, 6, 44, 40)
                right -= 52
        self._bar_right = right
        if self.reaction is not None:
            self.reaction.layout(self.places.table)
        self.layout_table()

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(self.places.bar, BLACK, alpha=90)
        self._draw_status(canvas)
        self.draw_table(canvas)
        if self.reaction is not None:
            self.reaction.draw(canvas)
        super().draw(canvas)

    def _draw_status(self, canvas: Canvas) -> None:
        if self.hints.draw_bar(canvas, Rect(8, 3, self._bar_right - 12, 46)):
            return
        thinking = self.thinking
        words = self.status() if thinking is None else f"{self.names[thinking[0]]} is thinking …"
        size = LARGE if canvas.width(words, LARGE, bold=True) < self._bar_right - 24 else TEXT
        canvas.text(words, (16, 26), size, PAPER, bold=True, anchor="midleft", wide=self._bar_right - 24)
