"""Grenade on the window: the ring, the dice, secret hearts, and a notebook for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.effects import draw_flying, side
from grenade_salad.app.games.wheel import draw, hearts, render, words
from grenade_salad.app.games.wheel.animations import Show
from grenade_salad.app.games.wheel.dice import DieWidget
from grenade_salad.app.games.wheel.display_state import Stage
from grenade_salad.app.games.wheel.notebook import Marks, Notebook, how_to_mark
from grenade_salad.app.games.wheel.private import PrivateCover
from grenade_salad.app.games.wheel.render import place_buttons, strip
from grenade_salad.app.games.wheel.ring import Ring, ring_in
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.match.layout import Places, panels_above
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.text_view import is_turn_of
from grenade_salad.app.ui.canvas import Canvas, Rect, unturn
from grenade_salad.app.ui.inputs import Input, Key, Pad, Point, Pointer
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.theme import is_high
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Event, TurnBegan
from grenade_salad.games.wheel import Advance, Preview
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.session.session import Shown
from grenade_salad.text import Message, Words, m, say

_SHOWN_FOR = 1.1
"""Seconds that a machine's choice is shown before it takes effect."""
_SMALLEST, _SMALLEST_AROUND = (800.0, 450.0), (1000.0, 600.0)
"""The smallest canvas, with the seats' panels at the left, and around the table."""
_LOOK = m("Your heart and your notebook, under a cover")
_BOOK = m("Who may have which heart")
_SLIP = 150.0
"""Units between ring and notebook, where that lies below: a hint or a lesson's sheet has its place there."""
_TOUCH = 30.0
"""Units that a die can be hit in at least, where its neighbours leave them."""


class WheelScene(OnTable):
    """One match. `stage` is what is shown, `chosen` the white die that waits for a second word."""

    open_hints = True

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stage = Stage()
        self.chosen: int | None = None
        self.announced: Preview | None = None
        """What a machine is about to do, while it is shown."""
        self.marks: dict[int, Marks] = {seat: {} for seat in range(len(table.names))}
        self.pointed: int | None = None
        self.by_keys = False
        self.time = 0.0
        self._skipped = False
        self._book_wanted = False
        self.ring: Ring = ring_in(Rect(0, 0, 800, 600), 8)
        self.dice = [
            DieWidget(n, self.press_die, self._step_die, lambda die: words.die(self.view, die, table.actor is not None))
            for n in range(3)
        ]
        self.move_button = Button(m("Move this die"), self.decide, kind="main", icon="check")
        self.look_button = Button(m("Look"), self._look_now, icon="eye", tip=_LOOK)
        self.book_button = Button(m("Notebook"), self._toggle_book, icon="heart", tip=_BOOK)
        self.notebook = Notebook(table.names, self._changed)
        self.show = Show(
            self.stage,
            self.table.motion,
            self.table.names,
            self.table.app.audio.play,
            table.seen,
            table.seats_changed,
            lambda card: side(self.ring.places[card][0], self.table.size[0]),
            lambda seat, index: hearts.way(self.ring, self.table.panels[seat], index),
        )
        for widget in (*self.dice, self.move_button, self.look_button, self.book_button):
            table.widgets.add(widget)

    def begin(self) -> None:
        self.table.widgets.add(self.notebook)
        self.table.widgets.set_focus(None)
        self.jumped()

    @property
    def view(self) -> WheelView:
        """What is shown, and may be."""
        view = self.table.view
        assert isinstance(view, WheelView)
        return view

    def view_of(self, seat: int) -> WheelView:
        """What the person of a seat may know: for that person's eyes alone."""
        view = self.table.match.state.view(seat)
        assert isinstance(view, WheelView)
        return view

    # places

    def make_places(self, size: tuple[float, float]) -> Places:
        settings = self.table.app.settings
        self.notebook.how = how_to_mark(settings.key_words)
        self.table.smallest = _SMALLEST if settings.facing == "one" else _SMALLEST_AROUND
        low = size[1] < 560
        self.table.hand_height = 92.0 if low else 116.0
        self.table.panel_height = 92.0 if len(self.table.names) > 4 else 112.0
        usual, in_rows = self.table.usual_places(size), is_high(size) and settings.facing == "one"
        return panels_above(usual, self.table.panel_height) if in_rows else usual

    def place(self, rect: Rect) -> None:
        self._place_book()
        below = self.notebook.rect.height + _SLIP if self.notebook.visible and self._book_below else 0.0
        room = Rect(rect.x + 6, rect.y + 6, rect.width - 12, rect.height - 10 - below)
        self.ring_area = room
        self.update(0.0)
        self._follow()

    @property
    def _book_below(self) -> bool:
        """Whether there is room for the notebook under the ring."""
        return self.table.places.table.height > 1.35 * self.table.places.table.width

    def _place_book(self) -> None:
        """A single person's notebook: under the log, under the ring, or over the table when it is asked for."""
        book, alone = self.notebook, self.table.viewer is not None and not self.table.watched
        book.visible = alone and (self._book_wanted or not self._book_hidden)
        if self._book_below or not self.table.places.log_beside:
            book.rect = book.over(self.table.places.table, self._book_below)
        elif alone:
            self.table.log.rect, book.rect = book.under(self.table.places.log)

    @property
    def _book_hidden(self) -> bool:
        """Whether the notebook is over the table only when it is asked for."""
        alone = self.table.viewer is not None and not self.table.watched
        return alone and not self._book_below and not self.table.places.log_beside

    def _toggle_book(self) -> None:
        self._book_wanted = not self._book_wanted
        self.table.layout(self.table.size)
        if self._book_wanted:
            self.table.widgets.set_focus(self.notebook)
        self.table.dirty = True

    def _follow(self) -> None:
        """Place the widgets that belong to what can be done now."""
        acting = self.table.actor is not None and bool(self.stage.dice)
        side = max(self.ring.die, min(_TOUCH, self.ring.die * 1.06))
        for widget in self.dice:
            widget.focusable = acting
            if self.stage.dice:
                (x, y), _ = draw.die_point(self.ring, self.stage, widget.die)
                widget.rect = Rect(x - side / 2, y - side / 2, side, side)
        if not acting and self.table.widgets.focus in (*self.dice, self.move_button):
            self.table.widgets.set_focus(None)
        self._follow_move(acting)
        self.look_button.visible = bool(self.table.lookers)
        looker = self._looker
        self.look_button.words = m("Look ({number})", number=looker + 1) if looker is not None else m("Look")
        self.book_button.visible = self._book_hidden
        buttons = [self.move_button, self.look_button, self.book_button]
        own = len(self.own()[0])
        self.strip = strip(self.table.places.hand, own, sum(button.visible for button in buttons))
        place_buttons(self.strip.buttons, buttons)
        self.table.dirty = True

    def _follow_move(self, acting: bool) -> None:
        """The main button moves the chosen die, and shows the result when all is over."""
        button, over = self.move_button, self._over and self.table.leave is None
        button.words, button.icon = (m("Who won"), "crown") if over else (m("Move this die"), "check")
        button.after_end = True
        button.visible = (bool(self.table.persons) or over) and not self.table.watched
        button.enabled = over or (acting and self.chosen is not None)
        button.why_disabled = m("Choose a white die first.") if acting else say(self._why_not_now(), begin=True)

    @property
    def _over(self) -> bool:
        """Whether the match is over, and all of it was shown."""
        return self.view.is_over and self.table.idle

    @property
    def _looker(self) -> int | None:
        """Who is meant by the button: the person whose turn it is, or the next one."""
        seats = len(self.table.names)
        turn = self.stage.turn or 0
        return next((seat % seats for seat in range(turn, turn + seats) if seat % seats in self.table.lookers), None)

    def own(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hearts of a single person against machines, and those whose spades are face down as it is shown."""
        if self.table.viewer is None:
            return (), ()
        own = self.view.hearts[self.table.viewer]
        if isinstance(own, int):
            return (), ()
        return own, hearts.spent(self.view.ring, own, self.stage.down)

    # what can be done

    def turn_began(self, seat: int) -> None:
        self.chosen = None
        self._follow()
        if self.table.widgets.focus is None or self.table.widgets.focus in (
            *self.dice,
            self.move_button,
            self.table.menu_button,
        ):
            self.table.widgets.set_focus(self.dice[0])

    def seats_changed(self) -> None:
        if self.table.actor is None:
            self.chosen = None
        over = bool(self.stage.unused) or self._over
        for seat, panel in enumerate(self.table.panels):
            if seat < len(self.stage.alive):
                panel.active = seat == self.stage.turn and not over
                panel.out = not self.stage.alive[seat]
                shown = self.stage.shown[seat]
                panel.tip = words.seat_tip(self.table.names[seat], not panel.out, self.stage.counts[seat], shown)
        self._follow()

    def seats_clickable(self) -> Sequence[int]:
        """With several persons, each can look at the own heart at any time (WH-15)."""
        return self.table.lookers

    def alive(self) -> Sequence[bool]:
        return self.stage.alive

    def seat_clicked(self, seat: int) -> None:
        self.open_for(seat)

    def _look_now(self) -> None:
        if self._looker is not None:
            self.open_for(self._looker)

    def open_for(self, seat: int) -> None:
        """The cover comes for a person: under it are the own hearts and the notebook."""
        if seat not in self.table.lookers or not self.view.ring:
            return
        self.table.finish()
        book = Notebook(self.table.names, lambda: None)
        book.follow(self.view_of(seat), self.marks[seat])
        draw_it = partial(self.draw_hand, seat=seat)
        told = partial(self.table.hand_lines, seat)
        self.table.cover(PrivateCover(self.table.app, Who(seat, self.table.names[seat]), draw_it, book, told))

    def press_die(self, number: int) -> None:
        """A white die was clicked: the first time it is chosen, the second time it is moved."""
        if self.table.actor is None:
            self.table.refuse(self._why_not_now())
        elif self.chosen == number:
            self.decide()
        else:
            self._choose(number)

    def _choose(self, number: int) -> None:
        self.chosen = number
        self.table.app.audio.play("pick")
        self.table.widgets.set_focus(self.dice[number])
        self._follow()

    def decide(self) -> None:
        """Move the chosen die; show the result when all is over."""
        if self._over:
            self.table.show_end(counted=True)
        elif self.table.actor is not None and self.chosen is not None:
            self.table.act(Advance(self.table.actor, self.chosen))

    def _step_die(self, number: int, by: int) -> bool:
        """Left and right go from die to die, clockwise around the ring."""
        order = sorted(range(3), key=lambda die: (self.stage.dice[die].at, die))
        self.table.widgets.set_focus(self.dice[order[(order.index(number) + by) % 3]])
        self.table.dirty = True
        return True

    def _why_not_now(self) -> Message:
        whose = None if self.stage.turn is None or self.table.actor is not None else self.table.names[self.stage.turn]
        return words.why_not_now(self.view.is_over, whose, bool(self.view.roll))

    @property
    def seen(self) -> Preview | None:
        """What is shown of what would happen: of the die that is pointed at, chosen, or has the focus."""
        if self.announced is not None:
            return self.announced
        if self.table.actor is None or self.table.motion.busy or self.view.roll is None:
            return None
        focused = next((die.die for die in self.dice if die.focused), None)
        hovered = next((die.die for die in self.dice if die.hovered), None)
        if hovered is None and self.pointed is not None:
            hovered = self._die_to(self.pointed)
        in_order = (focused, self.chosen) if self.by_keys else (hovered, self.chosen, focused)
        number = next((die for die in in_order if die is not None), None)
        return None if number is None else preview(self.view, number)

    def _die_to(self, card: int) -> int | None:
        """A die that would be put down on a card: the chosen one if it would, or the first."""
        there = [die for die in range(3) if preview(self.view, die).to == card]
        return self.chosen if self.chosen in there else next(iter(there), None)

    def _changed(self) -> None:
        self.table.app.audio.play("click")
        self.table.dirty = True

    # input

    def heed(self, event: Input) -> None:
        self.by_keys = isinstance(event, Key | Pad) or (self.by_keys and not isinstance(event, Pointer))

    def pressed(self, event: Input) -> bool:
        match event:
            case Pointer(kind="move"):
                return self._point(event.at)
            case Pointer(kind="down", button=3) if self.chosen is not None:
                self._give_up()
                return True
            case Pointer(kind="down", button=1):
                return self._press_table(event.at)
            case Key(key=code, down=True):
                return self.table.seat_key(code)
        return False

    def _card_at(self, at: Point) -> int | None:
        """The card of the ring under the pointer, if nothing lies over it."""
        over = self.table.widgets.at(at)
        if over is not None and (over.focusable or over not in self.dice):
            return None
        boxes = self.ring.boxes[: len(self.view.ring)]
        return next((index for index, box in enumerate(boxes) if box.collidepoint(at)), None)

    def _point(self, at: Point) -> bool:
        before, self.pointed = self.pointed, self._card_at(at)
        book = self.notebook
        over_book = book.covers(at) and book.hover(unturn(book.rect, 0, at))
        if before != self.pointed or over_book:
            self.table.dirty = True
        return False

    def _press_table(self, at: Point) -> bool:
        card = self._card_at(at)
        if card is None:
            return False
        if self._skipped:
            return True
        self.pointed = card
        if self.table.actor is None or self.view.roll is None:
            self.table.refuse(self._why_not_now())
            return True
        die = self._die_to(card)
        if die is None:
            self.table.refuse(words.why_no_card(self.view, card))
        else:
            self.press_die(die)
        return True

    def _give_up(self) -> None:
        self.chosen = None
        self._follow()

    def give_up(self) -> bool:
        if self._book_hidden and self._book_wanted:
            self._toggle_book()
        elif self.chosen is not None:
            self._give_up()
        else:
            return False
        return True

    def update(self, dt: float) -> None:
        self.time += dt
        self._skipped = False
        self.ring = ring_in(self.ring_area, max(3, len(self.stage.ring) or 8))
        self.table.rules_page = words.page(self.seen, self._over)

    # what happened

    def words_of(self, event: Event) -> str | None:
        return "" if isinstance(event, TurnBegan) else None

    def animate(self, shown: Shown) -> None:
        before, after = shown.before, shown.view
        assert isinstance(before, WheelView)
        assert isinstance(after, WheelView)
        self.show.still = self.table.app.settings.reduced_motion
        entry, wait = shown.entry, 0.0
        if isinstance(entry, Advance) and not self.table.controllers[entry.seat or 0].person:
            wait = self._announce(preview(before, entry.die))
        self.show.step(shown.events, after, wait)
        self._follow()

    def _announce(self, seen: Preview) -> float:
        """What a machine is about to do is seen for a moment; how long."""

        def begin(_: float) -> None:
            self.announced = seen

        def over() -> None:
            self.announced = None

        self.table.motion.play(_SHOWN_FOR, begin, over)
        return _SHOWN_FOR

    def settled(self) -> None:
        self.announced = None
        self._skipped = True
        self._write_down()

    def _write_down(self) -> None:
        """What is certain now, in the notebook of a single person."""
        if self.table.viewer is not None:
            self.notebook.follow(self.view, self.marks[self.table.viewer])

    def jumped(self) -> None:
        self.stage.lie(self.view)
        self.stage.fade(0.0, 1.0 if self.stage.duel else 0.0, 1.0)
        self.stage.last = None
        self.chosen, self.announced = None, None
        self._write_down()
        self.table.layout(self.table.size)
        self.table.seats_changed()

    # words and drawing

    def status(self) -> Words:
        view, names = self.view, self.table.names
        if view.is_over and view.ranking:
            return m("The game is over: {who} wins", who=names[view.ranking[0][0]])
        if self.table.actor is not None and view.roll is not None:
            return words.choosing(view, names[self.table.actor], self.chosen is not None)
        if not self.stage.dice or self.stage.turn is None:
            return m("Dealing the cards…")
        name = names[self.stage.turn]
        if self.announced is not None:
            return m("{who} chooses a die", who=name)
        return m("{who} rolls the black die…", who=name) if self.stage.tumbling is not None else is_turn_of(name)

    def doing(self) -> Words:
        seen = self.seen if self.chosen is not None else self.announced
        return words.foreseen(seen, self.view, hearts.in_play(*self.own()))

    def table_lines(self) -> Sequence[str]:
        return [*hearts.own_lines(*self.own()), *self.table.told_lines()]

    def seat_facts(self, seat: int) -> Sequence[Words]:
        if seat >= len(self.stage.alive):
            return ()
        hidden = self.stage.counts[seat] - len(self.stage.shown[seat])
        place = words.place_of(seat, self.view.ranking)
        return (words.seat_facts(self.stage.alive[seat], hidden, place),)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        if seat < len(self.stage.counts):
            high = hearts.height(self.table.panels[seat])
            hearts.draw_panel_hearts(canvas, box, high, self.stage.counts[seat], self.stage.shown[seat])

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.view_of(seat)
        own = view.hearts[seat]
        assert not isinstance(own, int)
        hearts.draw_own(canvas, box, own, hearts.spent(self.view.ring, own, set(view.face_down)))

    def hint_words(self, action: Action, seat: int) -> Words:
        return words.hint(self.view, action.die) if isinstance(action, Advance) else action.do

    def show_hint(self, action: Action | None) -> None:
        if isinstance(action, Advance):
            self._choose(action.die)
        elif self.chosen is not None:
            self._give_up()

    def ending(self) -> Ending:
        return hearts.ending(self.view)

    def draw_whole(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        draw(canvas)
        draw_flying(canvas, self.stage.flying)

    def draw(self, canvas: Canvas) -> None:
        hearts.keep_aside(self.table.panels, self.stage.counts)
        seen = self.seen
        meant = seen.die if seen is not None else None
        dice = {die.die: die.die == meant for die in self.dice if die.focusable and not die.focused}
        shown = render.Picture(
            view=self.view,
            stage=self.stage,
            ring=self.ring,
            strip=self.strip,
            board=self.table.places.table,
            seen=seen,
            dice=dice if self.announced is None else {self.announced.die: True},
            own=self.own(),
            pointed=self.pointed,
            busy=self.table.motion.busy,
            still=self.table.app.settings.reduced_motion,
            time=self.time,
        )
        render.draw_scene(canvas, shown)
