"""The reaction window on the screen: one question, one countdown for everybody, a key and a button for each seat.

It knows no rules and no time of its own: the session asks, this shows it and hands on what people pick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from grenade_salad.app.shell.cover import FOR_TURN, PASS_FOR_TURN, Cover
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, PAPER_EDGE, ROW, SMALL, TEXT, seat_colour, seat_mark
from grenade_salad.app.ui.widgets import Button
from grenade_salad.session.phases import STOPPED as STOPPED
from grenade_salad.session.phases import Asking, why_it_stands
from grenade_salad.text import Words, m

_ALL_PASS = m("Everybody who hasn't answered yet passes.")

_DEAF = 0.4
"""Seconds in which a key that was meant for something else is not taken for an answer."""
_TICKS = 3.0
"""Seconds before the end from which the clock is heard."""
_GAP = 10.0
_PAUSE_HIGH = 40.0


@dataclass(frozen=True)
class Question:
    """What is asked, of which people at this screen, and what each may pick or look at.

    `choices(seat)`, `draw(canvas, box, seat)` (its hand) and `told(seat)` (the hand in words) are secret: they are
    called only when that person looks.
    `uncovered` is the seat of a single person against machines, who is never covered. `names` are those of all seats.
    """

    words: Words
    pass_words: Words
    people: tuple[Who, ...]
    names: tuple[str, ...]
    choices: Callable[[int], Sequence[Pick]]
    draw: Callable[[Canvas, Rect, int], None]
    told: Callable[[int], Sequence[str]]
    uncovered: int | None = None


class Referee(Protocol):
    """Who hears what people pick, and lets the time pass."""

    def answer(self, seat: int, index: int | None) -> None:
        """Somebody picked one of the choices, or passes."""

    def pass_for_turn(self, seat: int) -> None:
        """Somebody passes, and does so for the rest of the turn."""

    def stop_time(self) -> None:
        """Stop the time for everybody, or let it go on."""

    def cover(self, cover: Cover) -> None:
        """A cover comes over the lower part of the table."""

    def hold_clock(self, seat: int | None) -> None:
        """Hold the time while this seat looks under its cover; None: nobody looks."""

    def let_pass(self, dt: float) -> None:
        """Count `dt` seconds of the time to react as gone."""


class Reaction:
    """Asks the persons at this screen. The scene calls `handle`, `update`, `layout` and `draw`.

    `asking` is the session's: what it says has been answered, and its time, is shown. `end` takes the window away.
    """

    def __init__(self, scene: Scene, asking: Asking, question: Question, referee: Referee) -> None:
        self.scene, self.asking, self.question, self.seats = scene, asking, question, question.people
        self._referee = referee
        self._paused: Words = ""
        self._age = 0.0
        self.over = False
        self.rect = Rect(0, 0, 0, 0)
        self._flat: Rect | None = None
        self._cover: Cover | None = None
        self._uncovered = question.uncovered
        self._buttons = self._make_buttons()
        self.pause_button = Button("", self.pause, icon="pause")
        self.pause_button.visible = self.timed
        self._before = scene.widgets.focus
        for button in (self.pause_button, *self._buttons):
            scene.widgets.add(button)
        self._name_keys()
        self._show_pause()
        if self._buttons:
            passes = -2 if asking.rests else -1
            scene.widgets.set_focus(self._buttons[passes if self._uncovered is not None else 0])

    def _make_buttons(self) -> list[Button]:
        if self._uncovered is not None:
            seat = self._uncovered
            shown = picks.pick_buttons(self.question.choices(seat), partial(self._answer, seat))
            for small in shown:
                small.pick = Pick(small.pick.words, (), small.pick.why_not)
            let_pass = Button(self.question.pass_words, partial(self._answer, seat, None), kind="main")
            rest = Button(PASS_FOR_TURN, partial(self._rest, seat), tip=FOR_TURN)
            return [*shown, let_pass, rest] if self.asking.rests else [*shown, let_pass]
        made: list[Button] = []
        if not self.seats:
            return made
        for who in self.seats:
            button = Button("", partial(self.look, who.seat), icon=seat_mark(who.seat))
            button.colour = seat_colour(who.seat)
            made.append(button)
        return [
            *made,
            # Translators: a button
            Button(m("All pass"), self._all_pass, kind="main", tip=_ALL_PASS),
        ]

    def _name_keys(self) -> None:
        """Say on the buttons which keys the seats have now."""
        for who, button in zip(self.seats, self._buttons, strict=False):
            if self._uncovered is None:
                key = self.scene.app.settings.seat_key_words(who.seat)
                button.words = f"{key}  {who.name}"
                rests = m("{who} passes for this turn, but may still look.", who=who.name)
                button.tip = (
                    rests
                    if who.seat in self.asking.resting
                    else m("Press {key} or click here to look under the cover: for {who} only.", key=key, who=who.name)
                )

    @property
    def timed(self) -> bool:
        """Whether it ends by itself."""
        return self.asking.seconds > 0

    @property
    def passed(self) -> float:
        """Seconds that it has been open, without those in which the time stood still."""
        return self.asking.passed

    @property
    def paused(self) -> Words:
        """Why the time stands still; empty if it runs."""
        return why_it_stands(self.asking, self.question.names)

    def suggest(self, index: int | None) -> None:
        """Point out one of the answers of a single person, or to let it pass."""
        if self._uncovered is None:
            return
        chosen = self._buttons[-2 if self.asking.rests else -1] if index is None else self._buttons[index]
        for button in self._buttons:
            button.urged = button is chosen
        self.scene.widgets.set_focus(chosen)

    @property
    def answers(self) -> Sequence[Rect]:
        """Where the buttons are with which a single person answers, without those that pass."""
        passes = 2 if self.asking.rests else 1
        return [button.rect for button in self._buttons[:-passes]] if self._uncovered is not None else ()

    def pause(self) -> None:
        """Stop the time for everybody, or let it go on: whoever presses it, and whatever anybody holds."""
        if self.over or not self.timed:
            return
        self._referee.stop_time()
        self._show_pause()
        self.scene.dirty = True

    def _show_pause(self) -> None:
        stopped = self.asking.stopped
        self.pause_button.icon = "play" if stopped else "pause"
        key = self.scene.app.settings.key_words("pause")
        self.pause_button.tip = (
            m("Let the clock run on ({key})", key=key)
            if stopped
            else m("Stop the clock for everybody ({key})", key=key)
        )

    @property
    def share(self) -> float:
        """How much of the time is left: 1.0 to 0.0."""
        left = self.asking.left
        return 1.0 if left is None else left / self.asking.seconds

    @property
    def animating(self) -> bool:
        """Whether the countdown runs."""
        return not self.over and self.timed and not self.asking.stands

    @property
    def is_covered(self) -> bool:
        """True if the cover of somebody who is asked lies on the table."""
        return self._cover is not None

    def asks(self, seat: int) -> bool:
        """Whether the seat is a person at this screen that has not answered."""
        return not self.over and seat not in self.asking.answers and any(who.seat == seat for who in self.seats)

    def look(self, seat: int) -> None:
        """Somebody pressed the key or the button of a seat: the cover comes for it."""
        if not self.asks(seat) or seat == self._uncovered or self._age < _DEAF:
            return
        who = next(who for who in self.seats if who.seat == seat)

        def draw(canvas: Canvas, box: Rect) -> None:
            self.question.draw(canvas, box, seat)

        self._cover = Cover(
            self.scene.app,
            who,
            draw,
            self.question.choices(seat),
            partial(self._looked, seat),
            title=self.question.words,
            without=self.question.pass_words,
            clock=self,
            rest=partial(self._rest, seat),
            told=partial(self.question.told, seat),
        )
        self._referee.cover(self._cover)

    def handle(self, event: Input) -> bool:
        """A seat's key, or the pause key; whether it was used."""
        if not isinstance(event, Key) or not event.down:
            return False
        if "pause" in event.means and self.timed:
            self.pause()
            return True
        if self._uncovered is None:
            for who in self.seats:
                if event.key == self.scene.app.settings.seat_key(who.seat) and self.asks(who.seat):
                    self.look(who.seat)
                    return True
        return False

    def update(self, dt: float) -> None:
        """Let the time pass; the clock is heard before the end."""
        if self.over:
            return
        self._age += dt
        before, cover = self.asking.left, self._cover
        self._referee.hold_clock(cover.who.seat if cover is not None and cover.open else None)
        self._referee.let_pass(dt)
        if cover is not None and cover is self._cover and not self.asks(cover.who.seat):
            cover.expire()
        after = self.asking.left
        if before is not None and after is not None and before < _TICKS and int(before) != int(after):
            self.scene.app.audio.play("tick")
        if self._paused != self.paused:
            self._paused = self.paused
            self.scene.dirty = True

    def close(self) -> None:
        """Take it away without an answer, and the cover with it."""
        self.over = True
        self.scene.widgets.remove([*self._buttons, self.pause_button], self._before)
        cover, self._cover = self._cover, None
        if cover is not None:
            cover.expire()

    def _looked(self, seat: int, chosen: int | None) -> None:
        self._cover = None
        if not self.over:
            self._answer(seat, chosen)

    def _rest(self, seat: int) -> None:
        if self.asks(seat) and self._age >= _DEAF:
            self._referee.pass_for_turn(seat)
            self._show_answers()

    def _answer(self, seat: int, chosen: int | None) -> None:
        if not self.asks(seat) or self._age < _DEAF:
            return
        self._referee.answer(seat, chosen)
        self._show_answers()

    def _show_answers(self) -> None:
        self.scene.dirty = True
        for who, button in zip(self.seats, self._buttons, strict=False):
            if who.seat in self.asking.answers and self._uncovered is None:
                button.enabled, button.why_disabled = False, m("{who} has answered.", who=who.name)

    def _all_pass(self) -> None:
        if self._age < _DEAF:
            return
        for who in self.seats:
            if self.asks(who.seat):
                self._referee.answer(who.seat, None)
        for button in self._buttons:
            button.enabled, button.why_disabled = False, m("The phones have not answered yet.")

    # drawing

    @property
    def _beside(self) -> float:
        """Units of the strip's width that its words leave free."""
        return 120.0 if self.timed else 32.0

    def layout(self, area: Rect) -> None:
        """Take the place it needs at the top of the area."""
        canvas = self.scene.app.canvas()
        wide = min(area.width - 16, 860.0)
        self._name_keys()
        lines = canvas.lines(self.question.words, wide - self._beside, TEXT, bold=True)
        most = max(1, int((wide - 32 + _GAP) // (150 + _GAP)))
        rows = -(-len(self._buttons) // most)
        columns = max(1, -(-len(self._buttons) // max(1, rows)))
        told = max(len(lines) * TEXT * LEADING, _PAUSE_HIGH if self.timed else 0)
        high = 16 + told + 22 + rows * (ROW + _GAP)
        self.rect = Rect(area.centerx - wide / 2, area.y + 8, wide, high)
        self.pause_button.rect = Rect(self.rect.right - 52, self.rect.y + 6, 44, _PAUSE_HIGH)
        each = min(220.0, (wide - 32 - _GAP * (columns - 1)) / columns)
        top = self.rect.bottom - rows * (ROW + _GAP) - 2
        for index, button in enumerate(self._buttons):
            row, column = divmod(index, columns)
            count = min(columns, len(self._buttons) - row * columns)
            left = self.rect.centerx - (count * (each + _GAP) - _GAP) / 2
            button.rect = Rect(left + column * (each + _GAP), top + row * (ROW + _GAP), each, ROW)

    def layout_flat(self, box: Rect) -> None:
        """Lie in a low box: the question at the left, the buttons at the right, the time along the top."""
        self._name_keys()
        self.rect, inner = box, Rect(box.x + 12, box.y + 14, box.width - 24, box.height - 20)
        if self.timed:
            self.pause_button.rect = Rect(inner.x, inner.centery - _PAUSE_HIGH / 2, 44, _PAUSE_HIGH)
            inner = Rect(inner.x + 52, inner.y, inner.width - 52, inner.height)
        count = max(1, len(self._buttons))
        wide = max(inner.width * 0.45, min(inner.width * 0.6, count * 160.0))
        rows = 1 if wide / count >= 104 else 2
        columns = -(-count // rows)
        gap = _GAP if rows == 1 else 6.0
        high = min(ROW, (inner.height + gap) / rows - gap)
        top = inner.centery - (rows * (high + gap) - gap) / 2
        for index, button in enumerate(self._buttons):
            row, column = divmod(index, columns)
            each = (wide + _GAP) / min(columns, count - row * columns) - _GAP
            button.rect = Rect(inner.right - wide + column * (each + _GAP), top + row * (high + gap), each, high)
        self._flat = Rect(inner.x, inner.y, inner.width - wide - 12, inner.height)

    def _draw_flat(self, canvas: Canvas, box: Rect) -> None:
        words = self.paused or self.question.words
        size = next((each for each in (TEXT, SMALL) if self._high(canvas, words, box, each) <= box.height), SMALL - 2)
        high = self._high(canvas, words, box, size)
        canvas.paragraph(words, box.move(0, max(0.0, (box.height - high) / 2)), size, INK, bold=True)
        if self.timed:
            self._draw_time(canvas, Rect(self.rect.x + 12, self.rect.y + 5, self.rect.width - 24, 6))

    @staticmethod
    def _high(canvas: Canvas, words: Words, box: Rect, size: float) -> float:
        return len(canvas.lines(words, box.width, size, bold=True)) * size * LEADING

    def _draw_time(self, canvas: Canvas, bar: Rect) -> None:
        """How much time is left."""
        canvas.fill(bar, PAPER_EDGE, bar.height / 2)
        left = Rect(bar.x, bar.y, max(bar.height, bar.width * self.share), bar.height)
        canvas.fill(left, EMBER if self.share < 0.3 else BRASS, bar.height / 2)

    def draw(self, canvas: Canvas) -> None:
        """The strip of paper behind its buttons; the scene's widgets draw these."""
        canvas.paper(self.rect, radius=10)
        if self._flat is not None:
            self._draw_flat(canvas, self._flat)
            return
        beside = self._beside / 2
        inner = Rect(self.rect.x + beside, self.rect.y + 12, self.rect.width - self._beside, 0)
        used = canvas.paragraph(self.paused or self.question.words, inner, TEXT, INK, bold=True, centred=True)
        if self.timed:
            bar = Rect(self.rect.x + 16, inner.y + max(used, _PAUSE_HIGH) + 4, self.rect.width - 32, 8)
            self._draw_time(canvas, bar)
