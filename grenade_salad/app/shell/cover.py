"""The cover: it hides a hand on a shared screen until one person opens it.

It takes the lower part of the window, so that the table stays visible above it. The hand is drawn only while that
person holds it open: with a key, the mouse or a finger. It closes when that is released, when the window loses the
focus, when another seat's key is pressed, and after a time. By a setting, and with a gamepad, one press opens it and
the next one closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias

import pygame

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.shell.seat_keys import SEATS
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Anchor, Canvas, Rect
from grenade_salad.app.ui.inputs import (
    ACCEPT_KEYS,
    GamepadInput,
    Input,
    KeyInput,
    Point,
    PointerInput,
    Unfocused,
    Unplugged,
    read_command,
)
from grenade_salad.app.ui.log import LogEntry, draw_last
from grenade_salad.app.ui.picks import NamedSeat, Pick
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
from grenade_salad.app.ui.widget import Widget, do_nothing
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Message, Words, m, say

HeldInput: TypeAlias = tuple[Literal["key", "pad", "pointer", "press", "request"], int | str]
"""The input that keeps a cover open: a device, and the key or button of it."""

# Translators: a button: closes the cover
_DONE_LABEL = m("Done")
# Translators: a button
# Translators: a button: pass now, and whenever asked again in this turn
PASS_FOR_TURN = m("Pass this turn")
FOR_TURN = m("Pass now, and every time you are asked again this turn.")

_OPEN_DELAY = 0.4
"""Seconds after which the cover opens if the key that brought it is still held."""
MAX_OPEN_SECONDS = 15.0
"""Seconds after which the cover closes by itself."""
_MAX_READ_SECONDS = 120.0
"""The same for a person who listens to it."""
_BY_PRESS: HeldInput = ("press", 0)
"""It was opened by one press, by a setting or a gamepad; the next one closes it."""
_BY_REQUEST: HeldInput = ("request", 0)
"""It is not held: a screen reader or a switch opened it."""
_SLIDE_DISTANCE = 24.0
"""Distance in units after which releasing the pointer on a pick chooses it."""
_MAX_HEIGHT_SHARE = 0.44
"""Maximum share of the window's height that it takes."""
_MIN_LOG_WIDTH, _MAX_RECENT_LINES = 640.0, 8
"""Minimum width in units for the log on the closed cover, and its maximum lines."""
_LOW_HEIGHT, _LARGE_HEIGHT = 150.0, 200.0
"""Heights in units of the closed cover: short of space up to it, ample from it."""
_HEAD, _FOOT, _GAP = 44.0, 32.0, 10.0
"""Units above and below its content, and between two things there."""


def _choose_nothing(chosen: int | None) -> None:
    """Ignore the answer."""


class Clock(Protocol):
    """The time of a reaction window, which passes while the cover is open."""

    @property
    def share(self) -> float:
        """Share of the time that is left: 1.0 to 0.0."""

    @property
    def timed(self) -> bool:
        """True if it ends by itself."""

    @property
    def paused(self) -> Words:
        """Reason why it is paused; empty if it is not."""

    def update(self, dt: float) -> None:
        """Count `dt` seconds of the time to react as passed."""

    def pause(self) -> None:
        """Pause it, or continue."""


class _ClosedCover(Widget):
    """The closed cover, which opens while it is held.

    If a screen reader or a switch opens it, it stays open for a while.
    """

    radius = 14.0

    def __init__(self, owner: NamedSeat, press: Callable[[], None]) -> None:
        super().__init__()
        self.owner, self.press = owner, press

    def accessible_node(self) -> AccessibleNode:
        words = m(
            "Closed. What is under the cover is read aloud when you open it. Headphones or a phone keep it secret."
        )
        # Translators: on the cover of a hand
        return self.make_node("button", say(m("For {who} only", who=self.owner.name)), description=say(words))


class Cover(Scene):
    """Shows `draw(canvas, box)` and the picks to one person.

    `on_done` is called once, after the cover has gone, with the index of the chosen pick. It is None if the button
    named `without` was pressed, or Esc, or if the time was up (`expire`). `clock` is that of a reaction window: it is
    shown to everybody, and stopped by the pause key, whether the cover is open or not. `on_pass_turn` is called instead
    of `on_done` by a second button of the closed cover: its owner passes, now and for the rest of the turn.
    `secret_lines()` is what `draw` shows, in words, and as secret.
    """

    is_overlay = True
    height = 236.0
    """Height in units of the cover, where there is space."""
    min_height = 0.0
    """Minimum height in units of the open cover, in any window."""

    def __init__(
        self,
        app: AppContext,
        owner: NamedSeat,
        draw: Callable[[Canvas, Rect], None] | None,
        choices: Sequence[Pick] = (),
        on_done: Callable[[int | None], None] = _choose_nothing,
        *,
        title: Words = "",
        without: Words = _DONE_LABEL,
        clock: Clock | None = None,
        on_pass_turn: Callable[[], None] | None = None,
        secret_lines: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        super().__init__(app)
        self._secret_lines = secret_lines
        self.owner, self.title, self._draw, self._on_done, self._clock = owner, title, draw, on_done, clock
        self._held: HeldInput | None = None
        """What keeps it open; None while it is closed."""
        self._opener: HeldInput | None = None
        """The input that opened it the last time."""
        self.was_open = False
        """True if it has been opened."""
        self._start: Point | None = None
        """The position of the pointer that opened it."""
        key = app.settings.seat_key_code(owner.seat)
        self._seat_key = key if key in app.held_keys else None
        """The key that brought the cover, until it is released."""
        self._closed_for = self._open_for = 0.0
        """Seconds since it was put up, and since it was opened the last time."""
        self._is_finished = False
        """True if it was answered, so that a later answer does not count."""
        self._closed_cover = self.widgets.add(_ClosedCover(owner, self._open_on_request))
        self._close_button = Button(m("Close the cover"), self._close)
        self._without_button = self.widgets.add(Button(without, lambda: self._finish(None)))
        self._pass_button = Button(PASS_FOR_TURN, self._pass_for_turn, tip=FOR_TURN)
        self._on_pass_turn = on_pass_turn
        has_tips = draw is None and any(pick.tip for pick in choices)
        self._picks = picks.make_pick_buttons(choices, self._finish, is_explained=has_tips)
        self.box = self._inside = Rect(0, 0, 0, 0)
        """The box of the cover, and that of the hand on it."""
        self.on_gone: Callable[[], None] = do_nothing
        """Called when the cover is taken away."""
        self.gives_way: Callable[[int], bool] = lambda code: False
        """True if the key with that code brings another cover in place of this one."""
        self.recent_lines: Sequence[LogEntry] = ()
        """Public lines of the log, shown on the closed cover beside its text."""
        self._show(False)

    @property
    def is_open(self) -> bool:
        """True if the secret is on the screen."""
        return self._held is not None

    @property
    def is_animating(self) -> bool:
        return (self._clock is not None and self._clock.timed) or super().is_animating

    def expire(self) -> None:
        """Close and leave because the time is up, as if nothing had been chosen."""
        self._finish(None)

    # Accessibility

    def accessible_name(self) -> Words:
        if self.is_open:
            return self.title or self.owner.name
        # Translators: on the cover of a hand
        return m("For {who} only", who=self.owner.name)

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        """Return what the open cover says; closed, it says nothing secret."""
        question = say(self.title) if self._clock is not None else ""
        return text_nodes(*self._secret_lines(), first=2) if self.is_open else text_nodes(question)

    def _open_on_request(self) -> None:
        """Open it for a person who cannot hold it."""
        if self._must_stay_closed():
            return
        self._held, self._start, self._open_for, self._seat_key = _BY_REQUEST, None, 0.0, None
        self._show(True)
        self.app.audio.play("flip")

    # Input

    def handle(self, event: Input) -> None:
        if isinstance(event, Unfocused):
            self._seat_key = None
            self._close()
        elif isinstance(event, Unplugged):
            if self._opener is not None and self._opener[0] == "pad":
                self._close()
        elif self._clock is not None and isinstance(event, KeyInput) and "pause" in event.meanings:
            if event.down:
                self._clock.pause()
                self.dirty = True
        elif self.is_open:
            self._handle_open(event)
        elif self._is_others_key(event) and isinstance(event, KeyInput) and self.gives_way(event.key):
            self._give_way(event)
        elif (held := self._find_opener(event)) is not None:
            if not self._must_stay_closed():
                self._open(held, event.position if isinstance(event, PointerInput) else None)
        else:
            super().handle(event)

    def _open(self, held: HeldInput, start: Point | None = None) -> None:
        self._held, self._open_for = self._choose_hold(held), 0.0
        self._opener, self._seat_key, self._start = held, None, start
        self._show(True)
        self.app.audio.play("flip")

    def _open_if_held(self, dt: float) -> None:
        """Open it if the owner still holds the key that brought it."""
        if self._seat_key is None:
            return
        self._closed_for += dt
        if self._seat_key not in self.app.held_keys or self.app.settings.cover_by_press:
            self._seat_key = None
        elif self._closed_for >= _OPEN_DELAY:
            if self._must_stay_closed():
                self._seat_key = None
            else:
                self._open(("key", self._seat_key))

    def _give_way(self, event: KeyInput) -> None:
        """Leave without an answer, and pass the key of another seat to the table."""
        if self._clock is not None:
            self._on_done = _choose_nothing
        self._finish(None)
        self.app.scene.handle(event)

    def _must_stay_closed(self) -> bool:
        """True if this screen never shows secrets, which the user is told."""
        if self.app.settings.hands_on_phones:
            self.app.say(m("Hands are on phones only: this screen shows nothing secret."), refused=True)
        return self.app.settings.hands_on_phones

    def _find_opener(self, event: Input) -> HeldInput | None:
        """Return the key or pointer with which the event opens the closed cover, or None."""
        is_focused = self.widgets.focus is self._closed_cover
        match event:
            case KeyInput(down=True, key=code):
                if code == self.app.settings.seat_key_code(self.owner.seat) or (is_focused and code in ACCEPT_KEYS):
                    return ("key", code)
            case GamepadInput(button="a", down=True) if is_focused:
                return ("pad", "a")
            case PointerInput(kind="down", button=1) if self._closed_cover.covers(event.position):
                return ("pointer", 1)
        return None

    def _choose_hold(self, held: HeldInput) -> HeldInput:
        """Return what keeps it open: holding that input, or nothing until the next press."""
        return _BY_PRESS if held[0] == "pad" or self.app.settings.cover_by_press else held

    def _is_others_key(self, event: Input) -> bool:
        """True if another person wants to look, so that this cover must close."""
        if not isinstance(event, KeyInput) or not event.down:
            return False
        settings = self.app.settings
        return event.key in {settings.seat_key_code(seat) for seat in range(SEATS) if seat != self.owner.seat}

    def _is_closing_press(self, event: Input) -> bool:
        """True if it is the next press of the opener, or outside all that can be chosen."""
        match event:
            case KeyInput(down=True, key=code):
                return self._opener == ("key", code)
            case GamepadInput(button="a", down=True):
                return True
            case PointerInput(kind="down", button=1):
                return self.widgets.widget_at(event.position) is None
        return False

    def _handle_pressed(self, event: Input) -> None:
        if self._is_closing_press(event):
            self._close()
        elif isinstance(event, PointerInput):
            self.dirty = self.widgets.handle(event) or self.dirty
        elif not (isinstance(event, KeyInput) and self._opener == ("key", event.key)):
            self._handle_held(event)

    def _handle_open(self, event: Input) -> None:
        if self._is_others_key(event):
            self._close()
        elif self._held == _BY_PRESS:
            self._handle_pressed(event)
        else:
            self._handle_held(event)

    def _handle_held(self, event: Input) -> None:
        match event:
            case KeyInput(key=code, down=False) if self._held == ("key", code):
                self._close()
            case GamepadInput(button=name, down=False) if self._held == ("pad", name):
                self._close()
            case PointerInput(kind="up", button=1):
                self._release_pointer(event)
            case KeyInput(key=code) if self._held == ("key", code):
                pass  # The key that holds it open chooses nothing.
            case GamepadInput(button="x" | "y" | "rb" | "start", down=True):
                self._choose_focused()
            case _ if read_command(event) == "accept":
                self._choose_focused()
            case _ if read_command(event) == "back":
                self._close()
            case _:
                self.dirty = self.widgets.handle(event) or self.dirty

    def _release_pointer(self, event: PointerInput) -> None:
        """Choose the pick under the released pointer, or close.

        While a finger holds the cover open, a tap of another finger chooses.
        """
        widget = self.widgets.widget_at(event.position)
        start = self._start
        has_slid = (
            start is None or abs(event.position[0] - start[0]) + abs(event.position[1] - start[1]) > _SLIDE_DISTANCE
        )
        if has_slid and isinstance(widget, picks.PickButton) and widget.enabled:
            widget.activate()
        elif self._held is not None and self._held[0] == "pointer":
            self._close()

    def _choose_focused(self) -> None:
        focus = self.widgets.focus
        if isinstance(focus, picks.PickButton):
            if focus.enabled:
                focus.activate()
            else:
                self.app.say(focus.why_disabled, refused=True)

    def back(self) -> None:
        self._finish(None)

    def _close(self) -> None:
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
            if self._held in (_BY_REQUEST, _BY_PRESS):
                self.widgets.add(self._close_button)
        else:
            self.widgets.add(self._closed_cover)
            self.widgets.add(self._without_button)
            if self._on_pass_turn is not None:
                self.widgets.add(self._pass_button)
        for item in (self._closed_cover, self._without_button, self._pass_button, *self._picks):
            item.hovered = item.pressed = False
        self.layout(self.size)

    def _pass_for_turn(self) -> None:
        self._on_done = _choose_nothing
        self._finish(None)
        if self._on_pass_turn is not None:
            self._on_pass_turn()

    def _finish(self, chosen: int | None) -> None:
        if self._is_finished:
            return
        self._is_finished = True
        self._held = None
        if self.app.stack and self.app.scene is self:
            self.app.pop()
        self._on_done(chosen)

    # Time and layout

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.is_open:
            self._open_for += dt
            if self._open_for > (_MAX_READ_SECONDS if self._held == _BY_REQUEST else MAX_OPEN_SECONDS):
                self._close()
                self.dirty = True
        else:
            self._open_if_held(dt)
        if self._clock is not None:
            self._clock.update(dt)

    def box_for(self, size: tuple[float, float], opened: bool = False) -> Rect:
        """Return its box on a canvas of this size; an open one may need more height."""
        height = min(self.height, max(self.min_height if opened else 0.0, size[1] * _MAX_HEIGHT_SHARE))
        return Rect(6, size[1] - height - 6, size[0] - 12, height)

    def layout(self, size: tuple[float, float]) -> None:
        box = self.box = self.box_for(size, self.is_open)
        self._closed_cover.rect = Rect(box.x + 10, box.y + 10, box.width - 260, box.height - 20)
        self._without_button.rect = Rect(box.right - 236, box.centery - ROW / 2, 220, ROW)
        if self._on_pass_turn is not None:
            self._without_button.rect.bottom = box.centery - 5
            self._pass_button.rect = Rect(box.right - 236, box.centery + 5, 220, ROW)
        self._close_button.rect = Rect(box.right - 200, box.y + 4, 190, 36)
        inside = Rect(box.x + 14, box.y + _HEAD, box.width - 28, box.height - _HEAD - _FOOT)
        share = 0.0 if self._draw is None else 0.5 if self._picks else 1.0
        self._inside = Rect(inside.x, inside.y, inside.width * share - (_GAP if 0 < share < 1 else 0), inside.height)
        picks_left = inside.x + inside.width * share
        picks.place_buttons(self._picks, Rect(picks_left, inside.y, inside.right - picks_left, inside.height))

    def on_entered(self) -> None:
        """Leave now if the time was up while another scene covered this one."""
        if self._is_finished:
            self.app.pop()

    def on_left(self) -> None:
        self.on_gone()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        canvas.paper(Rect(box.x, box.y, box.width, box.height + 20), PAPER_SHADE, 12)
        if self.is_open:
            self._draw_open(canvas)
        else:
            self._draw_closed(canvas)
        if self._clock is not None and self._clock.timed:
            bar = Rect(box.x + 12, box.y + 2, box.width - 24, 6)
            canvas.fill(bar, INK, 3, alpha=120)
            bar.width = max(6.0, bar.width * max(0.0, self._clock.share))
            canvas.fill(bar, BRASS, 3)
        super().draw(canvas)
        if self._clock is not None and (reason := self._clock.paused):
            strip = Rect(0, box.y - 32, min(box.width, canvas.width(reason, TEXT, bold=True) + 32), 28)
            strip.centerx = box.centerx
            canvas.paper(strip, radius=6)
            canvas.text(reason, strip.center, TEXT, INK, bold=True, anchor="center", max_width=strip.width - 16)

    def _write_closed_texts(self) -> tuple[Words, Words, Words]:
        """Return the title of the closed cover, and how it is opened and closed."""
        key = self.app.settings.seat_key_name(self.owner.seat)
        opening = describe_opening(key, by_press=self.app.settings.cover_by_press)
        closing = m("Let go and it closes again. Everybody else, look away.")
        if self.app.settings.cover_by_press:
            closing = m(
                "Press again to close the cover; it also closes by itself after a while. Everybody else, look away."
            )
        # Translators: on the cover of a hand
        return m("For {who} only", who=self.owner.name), opening, closing

    def _draw_closed(self, canvas: Canvas) -> None:
        box = self._closed_cover.rect
        canvas.paper(box, radius=12)
        canvas.fill(Rect(box.x + 10, box.y + 10, 10, box.height - 20), seat_colour(self.owner.seat), 5)
        low, large = box.height <= _LOW_HEIGHT, box.height >= _LARGE_HEIGHT and box.width >= _MIN_LOG_WIDTH
        badge_size = 34.0 if low else 112.0 if large else 76.0
        badge = Rect(box.x + 30, box.y + 10 if low else box.centery - badge_size / 2, badge_size, badge_size)
        canvas.fill(badge, seat_colour(self.owner.seat), badge_size / 7)
        canvas.picture(
            seat_mark(self.owner.seat), badge.inflate(-badge_size * 0.34, -badge_size * 0.34), seat_ink(self.owner.seat)
        )
        # Where space is short, only the title is beside the badge, and the texts are below.
        left = box.x + 30 if low else badge.right + 20
        inner = Rect(left, 0, box.right - left - 16, 0)
        if self.recent_lines and box.width >= _MIN_LOG_WIDTH and not low:
            inner.width = box.centerx - left
            canvas.fill(Rect(inner.right + 16, box.y + 20, 1.5, box.height - 40), PAPER_EDGE)
            log = Rect(inner.right + 36, box.y + 20, box.right - inner.right - 52, box.height - 36)
            draw_last(canvas, log, self.recent_lines[-_MAX_RECENT_LINES:], middle=True)
        title, opening, closing = self._write_closed_texts()
        head = TITLE if large else LARGE
        for size, small in ((LARGE, TEXT), (TEXT, SMALL), (SMALL, SMALL), (SMALL * 0.9, SMALL * 0.9)):
            middle = len(canvas.lines(opening, inner.width, size)) * size * LEADING
            height = head + 18 + middle + len(canvas.lines(closing, inner.width, small)) * small * LEADING
            if height <= box.height - 16:
                break
        inner.y = box.y + 10 if low else max(box.y + 8, box.centery - height / 2)
        position = (badge.right + 10, badge.centery) if low else inner.topleft
        anchor: Anchor = "midleft" if low else "topleft"
        canvas.text(title, position, head, title=True, max_width=inner.right - position[0], anchor=anchor)
        canvas.paragraph(opening, inner.move(0, head + 16), size)
        canvas.paragraph(closing, inner.move(0, head + 18 + middle), small, INK_SOFT)

    def _draw_open(self, canvas: Canvas) -> None:
        box = self.box
        badge = Rect(box.x + 12, box.y + 9, 30, 30)
        canvas.fill(badge, seat_colour(self.owner.seat), 7)
        canvas.picture(seat_mark(self.owner.seat), badge.inflate(-10, -10), seat_ink(self.owner.seat))
        title = self.title or self.owner.name
        title_box = Rect(badge.right + 12, 0, self._close_button.rect.x - badge.right - 24, 0)
        size = TEXT if len(canvas.lines(title, title_box.width, TEXT, bold=True)) == 1 else SMALL * 0.9
        height = len(canvas.lines(title, title_box.width, size, bold=True)) * size * LEADING
        canvas.paragraph(title, title_box.move(0, badge.centery - height / 2), size, bold=True)
        if self._draw is not None:
            self._draw(canvas, self._inside)
        position = (box.centerx, box.bottom - _FOOT / 2)
        canvas.text(self._closing_words, position, SMALL, INK_SOFT, anchor="center", max_width=box.width - 24)

    @property
    def _closing_words(self) -> Words:
        describe = describe_closing_by_press if self._held == _BY_PRESS else describe_closing
        return describe(picks=bool(self._picks))


def has_gamepad() -> bool:
    """True if a gamepad is plugged in."""
    return pygame.joystick.get_init() and pygame.joystick.get_count() > 0


def describe_opening(key: str, *, by_press: bool) -> Message:
    """Return how to open the closed cover of the seat with that key.

    Gamepads are only named if one is plugged in.
    """
    if by_press:
        if has_gamepad():
            return m("To open the cover, press it, or {key}, Space, or A on a gamepad.", key=key)
        return m("To open the cover, press it, or {key}, or Space.", key=key)
    if has_gamepad():
        return m(
            "To open the cover, press and hold it (mouse or finger), or hold {key}, Space, or A on a gamepad.", key=key
        )
    return m("To open the cover, press and hold it (mouse or finger), or hold {key} or Space.", key=key)


def describe_closing_by_press(*, picks: bool) -> Message:
    """Return how to close a cover that a press opened.

    With `picks`, it also says how to choose.
    """
    if not picks:
        return m("Do the same again to close the cover.")
    if has_gamepad():
        return m("Do the same again to close. To choose, click, or press Enter, or X on a gamepad.")
    return m("Do the same again to close. To choose, click, or press Enter.")


def describe_closing(*, picks: bool) -> Message:
    """Return how to close a cover that is held open."""
    if not picks:
        return m("Let go to close the cover.")
    if has_gamepad():
        return m("Let go to close. To choose, slide onto it and let go, or press Enter, or X on a gamepad.")
    return m("Let go to close. To choose, slide onto it and let go, or press Enter.")
