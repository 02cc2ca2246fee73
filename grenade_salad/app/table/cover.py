"""The cover: a sheet over the whole window that one person lifts to look at a secret hand.

What is under it is drawn only while that person holds it open: with a key, the mouse or a finger. It closes when that
is let go, when the window loses the focus, when somebody else's key is pressed, and after a time. By a setting, and
with the pad, one press opens it and the next one closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.shell.seat_keys import SEATS
from grenade_salad.app.table import cover_words
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.heard import Heard, texts
from grenade_salad.app.ui.inputs import ACCEPTS, Input, Key, Pad, Point, Pointer, Unfocused, command
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.theme import (
    BRASS,
    INK,
    INK_SOFT,
    LARGE,
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
    `told()` is what `draw` shows in words: as secret as that.
    """

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
        self._start: Point | None = None
        self._open_for = 0.0
        self._over = False
        self._sheet = self.widgets.add(_Sheet(who, self._lift))
        self._close = Button(m("Close the cover"), self._shut)
        self._without = self.widgets.add(Button(without, lambda: self._finish(None)))
        self._rest = Button(PASS_FOR_TURN, self._pass_for_turn, tip=FOR_TURN)
        self._passes = rest
        self._picks = picks.pick_buttons(choices, self._finish)
        self._inside = Rect(0, 0, 0, 0)
        self._show(False)
        self.layout(self.size)

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
        self._held, self._start, self._open_for = _ASKED, None, 0.0
        self._show(True)
        self.app.audio.play("flip")

    # input

    def handle(self, event: Input) -> None:
        if isinstance(event, Unfocused):
            self._shut()
        elif self._clock is not None and isinstance(event, Key) and "pause" in event.means:
            if event.down and not event.repeat:
                self._clock.pause()
                self.dirty = True
        elif self.open:
            self._handle_open(event)
        elif (held := self._holds(event)) is not None and self._stays_shut():
            pass
        elif held is not None:
            self._held, self._open_for = self._kept_open(held), 0.0
            self._opener = held
            self._start = event.at if isinstance(event, Pointer) else None
            self._show(True)
            self.app.audio.play("flip")
        else:
            super().handle(event)

    def _stays_shut(self) -> bool:
        """Whether nothing secret is ever drawn on this screen, which is said."""
        if self.app.settings.hands_on_phones:
            self.app.say(m("Hands are on phones only: this screen shows nothing secret."), refused=True)
        return self.app.settings.hands_on_phones

    def _holds(self, event: Input) -> Held | None:
        """What opens the closed cover, if the event does."""
        on_sheet = self.widgets.focus is self._sheet
        match event:
            case Key(down=True, repeat=False, key=code):
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
            case Key(down=True, repeat=False, key=code):
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
        if self._clock is not None:
            self._clock.update(dt)

    def layout(self, size: tuple[float, float]) -> None:
        wide, high = size
        sheet = Rect(0, 0, min(wide - 48, 760.0), min(high - 110, 420.0))
        sheet.center = (wide / 2, 22 + (high - 22 - ROW - 24) / 2)
        self._sheet.rect = sheet
        foot = min(sheet.bottom + 24, high - ROW - 14)
        self._without.rect = Rect(wide / 2 - 110, foot, 220, ROW)
        if self._passes is not None:
            self._without.rect.right = wide / 2 - 8
            self._rest.rect = Rect(wide / 2 + 8, foot, 220, ROW)
        self._close.rect = Rect(wide - 28 - 190, 32, 190, 42)
        inside = Rect(24, 84, wide - 48, high - 84 - 48)
        share = 0.0 if self._draw is None else 0.5 if self._picks else 1.0
        self._inside = Rect(inside.x, inside.y, inside.width, inside.height * share)
        below = Rect(inside.x, inside.y + inside.height * share + 8, inside.width, inside.height * (1 - share) - 8)
        picks.place(self._picks, below)

    # drawing

    def draw(self, canvas: Canvas) -> None:
        if self.open:
            self._draw_open(canvas)
        else:
            self._draw_closed(canvas)
        if self._clock is not None and self._clock.timed:
            wide = (canvas.size[0] - 48) * max(0.0, self._clock.share)
            canvas.fill(Rect(24, 8, canvas.size[0] - 48, 8), INK, 4, alpha=120)
            canvas.fill(Rect(24, 8, max(8.0, wide), 8), BRASS, 4)
        super().draw(canvas)
        if self._clock is not None and self._clock.paused:
            strip = Rect(0, 2, min(canvas.size[0] - 48, canvas.width(self._clock.paused, TEXT, bold=True) + 32), 28)
            strip.centerx = canvas.size[0] / 2
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
        box, colour = self._sheet.rect, seat_colour(self.who.seat)
        small = box.height < 320
        canvas.paper(box, radius=14)
        canvas.fill(Rect(box.x + 14, box.y + 14, box.width - 28, 10), colour, 5)
        size = 52.0 if small else 116.0
        badge = Rect(box.centerx - size / 2, box.y + (34 if small else 52), size, size)
        canvas.fill(badge, colour, size / 7)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-size * 0.34, -size * 0.34), seat_ink(self.who.seat))
        top = badge.bottom + (8 if small else 18)
        title, how, more = self._closed_words()
        canvas.text(title, (box.centerx, top), TITLE, title=True, anchor="midtop", wide=box.width - 40)
        inner = Rect(box.x + 24, top + 46, box.width - 48, 0)
        used = canvas.paragraph(how, inner, TEXT if small else LARGE, centred=True)
        canvas.paragraph(
            more, inner.move(0, used + (2 if small else 8)), SMALL if small else TEXT, INK_SOFT, centred=True
        )

    def _draw_open(self, canvas: Canvas) -> None:
        canvas.paper(canvas.area.inflate(-16, -32).move(0, 8), PAPER_SHADE, 12)
        badge = Rect(28, 34, 38, 38)
        canvas.fill(badge, seat_colour(self.who.seat), 8)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-12, -12), seat_ink(self.who.seat))
        room = Rect(78, 0, canvas.size[0] - 108, 0)
        title = self.title or self.who.name
        size = LARGE if len(canvas.lines(title, room.width, LARGE, bold=True)) == 1 else SMALL
        high = len(canvas.lines(title, room.width, size, bold=True)) * size * LEADING
        canvas.paragraph(title, room.move(0, 53 - high / 2), size, bold=True)
        if self._draw is not None:
            self._draw(canvas, self._inside)
        words = m("Let go to close the cover.")
        if self._by_press:
            words = m(
                "Do the same again to close the cover. To choose, click, or use the arrows and Enter, or "
                "X on a gamepad."
            )
            if not self._picks:
                words = m("Do the same again to close the cover.")
        elif self._picks:
            words = m(
                "Let go to close the cover. To choose, slide onto your choice and let go, or use the "
                "arrows and Enter, or X on a gamepad."
            )
            if canvas.width(words, SMALL) >= canvas.size[0] - 40:
                words = m("Let go to close the cover. To choose, slide onto a card, or press Enter, or X on a gamepad.")
        canvas.text(words, (canvas.size[0] / 2, canvas.size[1] - 30), SMALL, INK_SOFT, anchor="center")
