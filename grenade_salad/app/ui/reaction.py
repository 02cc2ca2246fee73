"""The reaction window on the screen: one question, one countdown for everybody, a key and a button for each seat.

It knows no rules: who is asked and what they may pick comes in, what they decided goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.scene import Scene
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.cover import PAUSE_KEY, Cover
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, PAPER_EDGE, ROW, TEXT, seat_colour, seat_mark
from grenade_salad.app.ui.widgets import Button

Answers = Mapping[int, int | None]


class Remote(Protocol):
    """Persons who answer the same question elsewhere: with phones."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Who they are."""

    def listen(self, dt: float) -> Sequence[tuple[int, bool]]:
        """Who has answered just now, and whether with more than a pass."""

    def waits(self) -> str:
        """Why the time stands still for everybody; empty if it runs."""

    def given_up(self) -> Sequence[int]:
        """Who cannot answer, and is not waited for any more."""


_DEAF = 0.4
"""Seconds in which a key that was meant for something else is not taken for an answer."""
STOPPED = "Paused: press P to go on"
_TICKS = 3.0
"""Seconds before the end from which the clock is heard."""
_GAP = 10.0
_PAUSE_HIGH = 40.0


class Reaction:
    """Asks the persons among the seats of a window.

    `choices(seat)` is what the seat may pick, `draw(canvas, box, seat)` its hand; both are asked for only when that
    person looks. `done` gets for each person the index of the pick, or None for a pass: when all have answered, when
    `seconds` are over (0: never), or, with `first_counts`, when somebody picked something. `uncovered` is the seat
    of a single person against machines, who is never covered.

    `remote` are persons who are asked elsewhere: the window is open for them as well, and their answers stay there.
    The scene calls `handle`, `update`, `layout` and `draw`, and forgets it when `over`.
    """

    def __init__(
        self,
        scene: Scene,
        words: str,
        seats: Sequence[Who],
        choices: Callable[[int], Sequence[Pick]],
        draw: Callable[[Canvas, Rect, int], None],
        done: Callable[[Answers], None],
        *,
        seconds: float = 5.0,
        first_counts: bool = True,
        uncovered: int | None = None,
        pass_words: str = "Pass",
        remote: Remote | None = None,
    ) -> None:
        self.scene, self.words, self.seats, self.seconds = scene, words, tuple(seats), seconds
        self._choices, self._draw, self._done, self._first = choices, draw, done, first_counts
        self._pass_words, self._remote = pass_words, remote
        self.paused = ""
        """Why the time stands still."""
        self._stopped = False
        self._age = 0.0
        self.answers: dict[int, int | None] = {}
        self.over = False
        self.passed = 0.0
        self.rect = Rect(0, 0, 0, 0)
        self._cover: Cover | None = None
        self._uncovered = uncovered
        self._buttons = self._make_buttons()
        self.pause_button = Button("", self.pause, icon="pause")
        self.pause_button.visible = self.timed
        self._before = scene.widgets.focus
        for button in (self.pause_button, *self._buttons):
            scene.widgets.add(button)
        self._name_keys()
        self._show_pause()
        if self._buttons:
            scene.widgets.set_focus(self._buttons[-1 if uncovered is not None else 0])

    def _make_buttons(self) -> list[Button]:
        if self._uncovered is not None:
            seat = self._uncovered
            shown = picks.pick_buttons(self._choices(seat), partial(self._answer, seat))
            for small in shown:
                small.pick = Pick(small.pick.words, (), small.pick.why_not)
            return [*shown, Button(self._pass_words, partial(self._answer, seat, None), kind="main")]
        made: list[Button] = []
        if not self.seats:
            return made
        for who in self.seats:
            button = Button("", partial(self.look, who.seat), icon=seat_mark(who.seat))
            button.colour = seat_colour(who.seat)
            made.append(button)
        return [*made, Button("All pass", self._all_pass, kind="main", tip="Everybody who has not answered passes.")]

    def _name_keys(self) -> None:
        """Say on the buttons which keys the seats have now."""
        for who, button in zip(self.seats, self._buttons, strict=False):
            if self._uncovered is None:
                key = self.scene.app.settings.seat_key_words(who.seat)
                button.words = f"{key}  {who.name}"
                button.tip = f"Press {key}, or this, and the cover comes for {who.name} alone."

    @property
    def timed(self) -> bool:
        """Whether it ends by itself."""
        return self.seconds > 0

    def pause(self) -> None:
        """Stop the time for everybody, or let it go on: whoever presses it, and whatever anybody holds."""
        if self.over or not self.timed:
            return
        self._stopped = not self._stopped
        self.paused = STOPPED if self._stopped else ""
        self._show_pause()
        self.scene.dirty = True

    def _show_pause(self) -> None:
        self.pause_button.icon = "play" if self._stopped else "pause"
        self.pause_button.tip = "Let the time go on (P)" if self._stopped else "Stop the time for everybody (P)"

    @property
    def share(self) -> float:
        """How much of the time is left: 1.0 to 0.0."""
        return 1.0 if self.seconds <= 0 else max(0.0, 1 - self.passed / self.seconds)

    @property
    def animating(self) -> bool:
        """Whether the countdown runs."""
        return not self.over and self.seconds > 0 and not self.paused

    def asks(self, seat: int) -> bool:
        """Whether the seat is a person that has not answered."""
        return not self.over and seat not in self.answers and any(who.seat == seat for who in self.seats)

    def look(self, seat: int) -> None:
        """Somebody pressed the key or the button of a seat: the cover comes for it."""
        if not self.asks(seat) or seat == self._uncovered or self._age < _DEAF:
            return
        who = next(who for who in self.seats if who.seat == seat)

        def draw(canvas: Canvas, box: Rect) -> None:
            self._draw(canvas, box, seat)

        self._cover = Cover(
            self.scene.app,
            who,
            draw,
            self._choices(seat),
            partial(self._looked, seat),
            title=self.words,
            without=self._pass_words,
            clock=self,
        )
        self.scene.app.push(self._cover)

    def handle(self, event: Input) -> bool:
        """A seat's key, or the pause key; whether it was used."""
        if not isinstance(event, Key) or not event.down or event.repeat:
            return False
        if event.key == PAUSE_KEY and self.timed:
            self.pause()
            return True
        if self._uncovered is None:
            for who in self.seats:
                if event.key == self.scene.app.settings.seat_key(who.seat) and self.asks(who.seat):
                    self.look(who.seat)
                    return True
        return False

    def update(self, dt: float) -> None:
        """Let the countdown run; at its end whoever has not answered passes."""
        if self.over:
            return
        self._age += dt
        stopped = 0.0 if self._stopped else dt
        if (self._remote is not None and self._listened(self._remote, stopped)) or self._stopped:
            return
        before = self.seconds - self.passed
        self.passed += dt
        if self.seconds and before < _TICKS and int(before) != int(before - dt):
            self.scene.app.audio.play("tick", 0.6)
        if 0 < self.seconds <= self.passed:
            self._end()

    def _listened(self, remote: Remote, dt: float) -> bool:
        """Hear the others; whether the window has ended or its time stands still."""
        for seat, something in remote.listen(dt):
            self.answers[seat] = 0 if something else None
            if something and self._first:
                self._end()
                return True
        if not self.seconds:
            self.answers.update((seat, None) for seat in remote.given_up())
        if self._all_answered():
            self._end()
            return True
        if self.paused != (why := STOPPED if self._stopped else remote.waits()):
            self.paused = why
            self.scene.dirty = True
        return bool(why)

    def _all_answered(self) -> bool:
        others = self._remote.seats if self._remote is not None else ()
        return all(seat in self.answers for seat in (*(who.seat for who in self.seats), *others))

    def close(self) -> None:
        """Take it away without an answer: the match is left."""
        self.over = True
        self.scene.widgets.remove([*self._buttons, self.pause_button], self._before)

    def _looked(self, seat: int, chosen: int | None) -> None:
        self._cover = None
        if not self.over:
            self._answer(seat, chosen)

    def _answer(self, seat: int, chosen: int | None) -> None:
        if not self.asks(seat) or self._age < _DEAF:
            return
        self.answers[seat] = chosen
        self.scene.dirty = True
        if (chosen is not None and self._first) or self._all_answered():
            self._end()
            return
        for who, button in zip(self.seats, self._buttons, strict=False):
            if who.seat in self.answers and self._uncovered is None:
                button.enabled, button.why_disabled = False, f"{who.name} has answered."

    def _all_pass(self) -> None:
        if self._age < _DEAF:
            return
        self.answers.update((who.seat, None) for who in self.seats if who.seat not in self.answers)
        if self._all_answered():
            self._end()
        for button in self._buttons:
            button.enabled, button.why_disabled = False, "The phones have not answered yet."

    def _end(self) -> None:
        self.close()
        cover, self._cover = self._cover, None
        if cover is not None:
            cover.expire()
        self._done({who.seat: self.answers.get(who.seat) for who in self.seats})

    # drawing

    @property
    def _beside(self) -> float:
        """Units of the strip's width that its words leave free."""
        return 120.0 if self.timed else 32.0

    def layout(self, area: Rect) -> None:
        """Take the place it needs at the top of the area."""
        canvas = Canvas(self.scene.app.screen, self.scene.app.factor)
        wide = min(area.width - 16, 860.0)
        self._name_keys()
        lines = canvas.lines(self.words, wide - self._beside, TEXT, bold=True)
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

    def draw(self, canvas: Canvas) -> None:
        """The strip of paper behind its buttons; the scene's widgets draw these."""
        canvas.paper(self.rect, radius=10)
        beside = self._beside / 2
        inner = Rect(self.rect.x + beside, self.rect.y + 12, self.rect.width - self._beside, 0)
        used = canvas.paragraph(self.paused or self.words, inner, TEXT, INK, bold=True, centred=True)
        if self.timed:
            bar = Rect(self.rect.x + 16, inner.y + max(used, _PAUSE_HIGH) + 4, self.rect.width - 32, 8)
            canvas.fill(bar, PAPER_EDGE, 4)
            left = Rect(bar.x, bar.y, max(8.0, bar.width * self.share), 8)
            canvas.fill(left, EMBER if self.share < 0.3 else BRASS, 4)
