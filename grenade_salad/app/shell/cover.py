"""The cover: a sheet over the lower part of the window that one person lifts to look at a secret hand.

The table stays in sight above it. What is under it is drawn only while that person holds it open: with a key, the mouse
or a finger. It closes when that is let go, when the window loses the focus, when somebody else's key is pressed, and
after a time. By a setting, and with the pad, one press opens it and the next one closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from grenade_salad.app.shell import cover_words
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.shell.seat_keys import SEATS
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import ACCEPTS, Input, Key, Pad, Point, Pointer, Unfocused, Unplugged, command
from grenade_salad.app.ui.log import Said, draw_last
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.theme import (
    BRASS,
    INK,
    INK_SOFT,
    LARGE,
    PAPER_EDGE,
    PAPER_SHADE,
    ROW,
    SMALL,
    TEXT,
    TITLE,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Words, m, say

Held: TypeAlias = tuple[str, int | str]

# Translators: a button: closes the cover
_DONE = m("Done")
# Translators: a button
PASS_FOR_TURN = m("Pass for the rest of this turn")
FOR_TURN = m("Pass now, and every time you are asked again this turn.")

_OPENS_AFTER = 0.4
"""Seconds after which the cover opens for whoever still holds the key that brought it."""

OPEN_AT_MOST = 15.0
"""Seconds after which the cover closes on its own."""

_READ_AT_MOST = 120.0
"""The same for somebody to whom it is read."""

_PRESSED = "pressed"
"""It was opened with one press, by a setting or by the pad: the next one closes it."""

_ASKED: Held = ("asked", 0)
"""Nobody holds it: a screen reader or a switch opened it."""

_SLID = 24.0
"""Units that the pointer is moved before letting it go on a pick chooses that."""

_SHARE = 0.44
"""The share of the window's height that it takes at most."""
_WITH_LOG, _LATELY = 640.0, 8
"""Units of width from which the closed cover tells what happened, and how many lines of that at most."""
_HEAD, _FOOT, _GAP = 44.0, 32.0, 10.0
"""Units above and below what is under it, and between two things there."""


class Clock(Protocol):
    """The time of a reaction window, which goes on while somebody looks."""

    @property
    def share(self) -> float:
        """How much is left: 1.0 to 0.0."""

    @property
    def timed(self) -> bool:
        """Whether it ends by itself."""

    @property
    def paused(self) -> Words:
        """Why it stands still; empty if it does not."""

    def update(self, dt: float) -> None:
        """Count `dt` seconds of the time to react as gone."""

    def pause(self) -> None:
        """Stop it, or let it go on."""


class _Sheet(Widget):
    """The closed cover: held, it opens. For those who do not hold it but ask for it, it stays open for a while."""

    radius = 14.0

    def __init__(self, who: Who, press: Callable[[], None]) -> None:
        super().__init__()
        self.who, self.press = who, press

    def heard(self) -> Heard:
        words = m(
            "Closed. What is under the cover is read aloud when you open it. Headphones or a phone keep it secret."
        )
        # Translators: on the cover of a hand
        return self.as_heard("button", say(m("For {who} only", who=self.who.name)), about=say(words))


class Cover(Scene):
    """Shows `draw(canvas, box)` and the picks to one person.

    `done` is called once, when the cover is gone, with the index of the pick that was chosen; None if none was: the
    button named `without` was pressed, or Esc, or the time was up (`expire`). `clock` is that of a reaction window: it
    is shown to everybody, and stopped by the pause key, whether the cover is open or not. `rest` is called instead of
    `done` by a second button of the closed cover: whoever it is for passes, now and for the rest of the turn.
    `told()` is what `draw` shows in words: as secret as that. `tall` is its height in units, where there is room.
    """

    overlay = True
    tall = 236.0
    least = 0.0
    """Units of height that it takes in the lowest window, too."""

    def __init__(
        self,
        app: Shell,
        who: Who,
        draw: Callable[[Canvas, Rect], None] | None,
        choices: Sequence[Pick] = (),
        done: Callable[[int | None], None] = lambda _: None,
        *,
        title: Words = "",
        without: Words = _DONE,
        clock: Clock | None = None,
        rest: Callable[[], None] | None = None,
        told: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        super().__init__(app)
        self._told = told
        self.who, self.title, self._draw, self._done, self._clock = who, title, draw, done, clock
        self._held: Held | None = None
        self._opener: Held | None = None
        self.was_open = False
        """Whether anybody has looked under it."""
        self._start: Point | None = None
        key = app.settings.seat_key(who.seat)
        self._bringer = key if key in app.held_keys else None
        """The key of the seat, from the press that brought the cover until it is let go."""
        self._closed_for = self._open_for = 0.0
        self._over = False
        self._sheet = self.widgets.add(_Sheet(who, self._lift))
        self._close = Button(m("Close the cover"), self._shut)
        self._without = self.widgets.add(Button(without, lambda: self._finish(None)))
        self._rest = Button(PASS_FOR_TURN, self._pass_for_turn, tip=FOR_TURN)
        self._passes = rest
        explained = draw is None and any(pick.tip for pick in choices)
        self._picks = picks.pick_buttons(choices, self._finish, explained=explained)
        self.box = self._inside = Rect(0, 0, 0, 0)
        self.gone: Callable[[], None] = _nothing
        """Called when it is taken away."""
        self.gives_way: Callable[[int], bool] = lambda code: False
        """True if the key with that code brings the cover of somebody else in place of this one while it is closed."""
        self.lately: Sequence[Said] = ()
        """What everybody at the table knows that happened: it stands on the closed cover, beside what that is for."""
        self._show(False)

    @property
    def open(self) -> bool:
        """Whether the secret is on the screen."""
        return self._held is not None

    @property
    def animating(self) -> bool:
        return (self._clock is not None and self._clock.timed) or super().animating

    def expire(self) -> None:
        """The time is up: the cover goes, as if nothing had been chosen."""
        self._finish(None)

    # for those who hear it

    def called(self) -> Words:
        if self.open:
            return self.title or self.who.name
        # Translators: on the cover of a hand
        return m("For {who} only", who=self.who.name)

    def heard(self) -> Sequence[Heard]:
        """Closed, it holds nothing."""
        question = say(self.title) if self._clock is not None else ""
        return texts(*self._told(), first=2) if self.open else texts(question)

    def _lift(self) -> None:
        """Somebody who holds nothing asked for it."""
        if self._stays_shut():
            return
        self._held, self._start, self._open_for, self._bringer = _ASKED, None, 0.0, None
        self._show(True)
        self.app.audio.play("flip")

    # input

    def handle(self, event: Input) -> None:
        if isinstance(event, Unfocused):
            self._bringer = None
            self._shut()
        elif isinstance(event, Unplugged):
            if self._opener is not None and self._opener[0] == "pad":
                self._shut()
        elif self._clock is not None and isinstance(event, Key) and "pause" in event.means:
            if event.down:
                self._clock.pause()
                self.dirty = True
        elif self.open:
            self._handle_open(event)
        elif self._is_others_key(event) and isinstance(event, Key) and self.gives_way(event.key):
            self._give_way(event)
        elif (held := self._holds(event)) is not None and self._stays_shut():
            pass
        elif held is not None:
            self._open(held, event.at if isinstance(event, Pointer) else None)
        else:
            super().handle(event)

    def _open(self, held: Held, start: Point | None = None) -> None:
        self._held, self._open_for = self._kept_open(held), 0.0
        self._opener, self._bringer, self._start = held, None, start
        self._show(True)
        self.app.audio.play("flip")

    def _open_if_held(self, dt: float) -> None:
        """Open it for whoever pressed their key once and goes on holding it; a press alone brings it closed."""
        if self._bringer is None:
            return
        self._closed_for += dt
        if self._bringer not in self.app.held_keys or self.app.settings.cover_by_press:
            self._bringer = None
        elif self._closed_for >= _OPENS_AFTER:
            if self._stays_shut():
                self._bringer = None
            else:
                self._open(("key", self._bringer))

    def _give_way(self, event: Key) -> None:
        """Leave, without an answer to a question, and let somebody else's key do what it does at the table."""
        if self._clock is not None:
            self._done = _choose_nothing
        self._finish(None)
        self.app.scene.handle(event)

    def _stays_shut(self) -> bool:
        """Whether nothing secret is ever drawn on this screen, which is said."""
        if self.app.settings.hands_on_phones:
            self.app.say(m("Hands are on phones only: this screen shows nothing secret."), refused=True)
        return self.app.settings.hands_on_phones

    def _holds(self, event: Input) -> Held | None:
        """What opens the closed cover, if the event does."""
        on_sheet = self.widgets.focus is self._sheet
        match event:
            case Key(down=True, key=code):
                if code == self.app.settings.seat_key(self.who.seat) or (on_sheet and code in ACCEPTS):
                    return ("key", code)
            case Pad(button="a", down=True) if on_sheet:
                return ("pad", "a")
            case Pointer(kind="down", button=1) if self._sheet.covers(event.at):
                return ("pointer", 1)
        return None

    def _kept_open(self, held: Held) -> Held:
        """What keeps it open that was opened so: the next press closes it, or letting go does."""
        return (_PRESSED, 0) if held[0] == "pad" or self.app.settings.cover_by_press else held

    @property
    def _by_press(self) -> bool:
        return self._held is not None and self._held[0] == _PRESSED

    def _is_others_key(self, event: Input) -> bool:
        """Whether somebody else at the screen wants to look: then nothing of this one stays there."""
        if not isinstance(event, Key) or not event.down:
            return False
        settings = self.app.settings
        keys = {settings.seat_key(seat) for seat in range(SEATS) if seat != self.who.seat}
        return event.key in keys - {None}

    def _closes(self, event: Input) -> bool:
        """Whether it is the next press, of what was pressed to open it, or beside all that can be chosen."""
        match event:
            case Key(down=True, key=code):
                return self._opener == ("key", code)
            case Pad(button="a", down=True):
                return True
            case Pointer(kind="down", button=1):
                return self.widgets.at(event.at) is None
        return False

    def _handle_pressed(self, event: Input) -> None:
        if self._closes(event):
            self._shut()
        elif isinstance(event, Pointer):
            self.dirty = self.widgets.handle(event) or self.dirty
        elif isinstance(event, Key) and self._opener == ("key", event.key):
            pass
        else:
            self._handle_held(event)

    def _handle_open(self, event: Input) -> None:
        if self._is_others_key(event):
            self._shut()
        elif self._by_press:
            self._handle_pressed(event)
        else:
            self._handle_held(event)

    def _handle_held(self, event: Input) -> None:
        match event:
            case Key(key=code, down=False) if self._held == ("key", code):
                self._shut()
            case Pad(button=name, down=False) if self._held == ("pad", name):
                self._shut()
            case Pointer(kind="up", button=1):
                self._pointed(event)
            case Key(key=code) if self._held == ("key", code):
                pass
            case Pad(button="x" | "y" | "rb" | "start", down=True):
                self._choose_focused()
            case _ if command(event) == "accept":
                self._choose_focused()
            case _ if command(event) == "back":
                self._shut()
            case _:
                self.dirty = self.widgets.handle(event) or self.dirty

    def _pointed(self, event: Pointer) -> None:
        """Let go of the mouse: on a pick it is chosen. With a finger on the sheet, a tap of another one chooses."""
        found = self.widgets.at(event.at)
        start = self._start
        slid = start is None or abs(event.at[0] - start[0]) + abs(event.at[1] - start[1]) > _SLID
        if slid and isinstance(found, picks.PickButton) and found.enabled:
            found.accept()
        elif self._held is not None and self._held[0] == "pointer":
            self._shut()

    def _choose_focused(self) -> None:
        focus = self.widgets.focus
        if isinstance(focus, picks.PickButton):
            if focus.enabled:
                focus.accept()
            else:
                self.app.say(focus.why_disabled, refused=True)

    def back(self) -> None:
        self._finish(None)

    def _shut(self) -> None:
        if self._held is not None:
            self._held = None
            self._show(False)
            self.app.audio.play("flip")

    def _show(self, opened: bool) -> None:
        self.dirty = True
        self.was_open = self.was_open or opened
        self.widgets.clear()
        if opened:
            for button in self._picks:
                self.widgets.add(button)
            if self._held == _ASKED or self._by_press:
                self.widgets.add(self._close)
        else:
            self.widgets.add(self._sheet)
            self.widgets.add(self._without)
            if self._passes is not None:
                self.widgets.add(self._rest)
        for item in (self._sheet, self._without, self._rest, *self._picks):
            item.hovered = item.pressed = False
        self.layout(self.size)

    def _pass_for_turn(self) -> None:
        passes, self._done = self._passes, lambda _: None
        self._finish(None)
        if passes is not None:
            passes()

    def _finish(self, chosen: int | None) -> None:
        if self._over:
            return
        self._over = True
        self._held = None
        if self.app.stack and self.app.scene is self:
            self.app.pop()
        self._done(chosen)

    # time and place

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.open:
            self._open_for += dt
            if self._open_for > (OPEN_AT_MOST if self._held != _ASKED else _READ_AT_MOST):
                self._shut()
                self.dirty = True
        else:
            self._open_if_held(dt)
        if self._clock is not None:
            self._clock.update(dt)

    def box_in(self, size: tuple[float, float], opened: bool = False) -> Rect:
        """What it takes of a canvas of this size. An open one that needs more grows over the table, which stays."""
        tall = min(self.tall, max(self.least if opened else 0.0, size[1] * _SHARE))
        return Rect(6, size[1] - tall - 6, size[0] - 12, tall)

    def layout(self, size: tuple[float, float]) -> None:
        box = self.box = self.box_in(size, self.open)
        self._sheet.rect = Rect(box.x + 10, box.y + 10, box.width - 260, box.height - 20)
        self._without.rect = Rect(box.right - 236, box.centery - ROW / 2, 220, ROW)
        if self._passes is not None:
            self._without.rect.bottom = box.centery - 5
            self._rest.rect = Rect(box.right - 236, box.centery + 5, 220, ROW)
        self._close.rect = Rect(box.right - 200, box.y + 4, 190, 36)
        inside = Rect(box.x + 14, box.y + _HEAD, box.width - 28, box.height - _HEAD - _FOOT)
        share = 0.0 if self._draw is None else 0.5 if self._picks else 1.0
        self._inside = Rect(inside.x, inside.y, inside.width * share - (_GAP if 0 < share < 1 else 0), inside.height)
        beside = inside.x + inside.width * share
        picks.place(self._picks, Rect(beside, inside.y, inside.right - beside, inside.height))

    def entered(self) -> None:
        """If its time was up while another scene lay over it, it goes now."""
        if self._over:
            self.app.pop()

    def left(self) -> None:
        self.gone()

    # drawing

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        canvas.paper(Rect(box.x, box.y, box.width, box.height + 20), PAPER_SHADE, 12)
        if self.open:
            self._draw_open(canvas)
        else:
            self._draw_closed(canvas)
        if self._clock is not None and self._clock.timed:
            bar = Rect(box.x + 12, box.y + 2, box.width - 24, 6)
            canvas.fill(bar, INK, 3, alpha=120)
            bar.width = max(6.0, bar.width * max(0.0, self._clock.share))
            canvas.fill(bar, BRASS, 3)
        super().draw(canvas)
        if self._clock is not None and self._clock.paused:
            strip = Rect(0, box.y - 32, min(box.width, canvas.width(self._clock.paused, TEXT, bold=True) + 32), 28)
            strip.centerx = box.centerx
            canvas.paper(strip, radius=6)
            canvas.text(self._clock.paused, strip.center, TEXT, INK, bold=True, anchor="center", wide=strip.width - 16)

    def _closed_words(self) -> tuple[Words, Words, Words]:
        """What stands on the closed cover: for whom it is, how it opens, and how it closes again."""
        # Translators: on the cover of a hand
        title = m("For {who} only", who=self.who.name)
        key = self.app.settings.seat_key_words(self.who.seat)
        how = cover_words.opens(key, by_press=self.app.settings.cover_by_press)
        more = m("Let go and it closes again. Everybody else, look away.")
        if self.app.settings.cover_by_press:
            more = m(
                "Press again to close the cover; it also closes by itself after a while. Everybody else, look away."
            )
        return title, how, more

    def _draw_closed(self, canvas: Canvas) -> None:
        box = self._sheet.rect
        canvas.paper(box, radius=12)
        canvas.fill(Rect(box.x + 10, box.y + 10, 10, box.height - 20), seat_colour(self.who.seat), 5)
        low, large = box.height <= 150, box.height >= 200 and box.width >= _WITH_LOG
        wide = 34.0 if low else 112.0 if large else 76.0
        badge = Rect(box.x + 30, box.y + 10 if low else box.centery - wide / 2, wide, wide)
        canvas.fill(badge, seat_colour(self.who.seat), wide / 7)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-wide * 0.34, -wide * 0.34), seat_ink(self.who.seat))
        # Where there is little room, only the title stands beside the badge, and the words under both.
        left = box.x + 30 if low else badge.right + 20
        inner = Rect(left, 0, box.right - left - 16, 0)
        if self.lately and box.width >= _WITH_LOG and not low:
            inner.width = box.centerx - left
            canvas.fill(Rect(inner.right + 16, box.y + 20, 1.5, box.height - 40), PAPER_EDGE)
            log = Rect(inner.right + 36, box.y + 20, box.right - inner.right - 52, box.height - 36)
            draw_last(canvas, log, self.lately[-_LATELY:], middle=True)
        title, how, more = self._closed_words()
        head = TITLE if large else LARGE
        for size, small in ((LARGE, TEXT), (TEXT, SMALL), (SMALL, SMALL), (SMALL * 0.9, SMALL * 0.9)):
            middle = len(canvas.lines(how, inner.width, size)) * size * LEADING
            high = head + 18 + middle + len(canvas.lines(more, inner.width, small)) * small * LEADING
            if high <= box.height - 16:
                break
        inner.y = box.y + 10 if low else max(box.y + 8, box.centery - high / 2)
        at = (badge.right + 10, badge.centery) if low else inner.topleft
        canvas.text(title, at, head, title=True, wide=inner.right - at[0], anchor="midleft" if low else "topleft")
        canvas.paragraph(how, inner.move(0, head + 16), size)
        canvas.paragraph(more, inner.move(0, head + 18 + middle), small, INK_SOFT)

    def _draw_open(self, canvas: Canvas) -> None:
        box = self.box
        badge = Rect(box.x + 12, box.y + 9, 30, 30)
        canvas.fill(badge, seat_colour(self.who.seat), 7)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-10, -10), seat_ink(self.who.seat))
        title = self.title or self.who.name
        room = Rect(badge.right + 12, 0, self._close.rect.x - badge.right - 24, 0)
        size = TEXT if len(canvas.lines(title, room.width, TEXT, bold=True)) == 1 else SMALL * 0.9
        high = len(canvas.lines(title, room.width, size, bold=True)) * size * LEADING
        canvas.paragraph(title, room.move(0, badge.centery - high / 2), size, bold=True)
        if self._draw is not None:
            self._draw(canvas, self._inside)
        at = (box.centerx, box.bottom - _FOOT / 2)
        canvas.text(self._how_it_closes(canvas), at, SMALL, INK_SOFT, anchor="center", wide=box.width - 24)

    def _how_it_closes(self, canvas: Canvas) -> Words:
        picks = bool(self._picks)
        if self._by_press:
            return cover_words.closes_by_press(picks=picks)
        words = cover_words.closes(picks=picks)
        fits = canvas.width(words, SMALL) < self.box.width - 40
        return words if fits else cover_words.closes(picks=picks, short=True)


def _choose_nothing(chosen: int | None) -> None:
    """Take no answer."""


def _nothing() -> None:
    """Do nothing: what a cover that nobody waits for does at its end."""
