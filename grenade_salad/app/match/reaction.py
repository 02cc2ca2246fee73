"""The reaction window on the screen: a question, a countdown, a button a seat.

It knows no rules and keeps no time: the controller asks, and this shows the question and passes on the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.shell.cover import FOR_TURN, PASS_FOR_TURN, Cover
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui import picks
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, PAPER_EDGE, ROW, SMALL, TEXT, seat_colour, seat_mark
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action
from grenade_salad.session.phases import Reacting, why_paused
from grenade_salad.text import Words, m

_ALL_PASS = m("Everybody who hasn't answered yet passes.")

_DEAF_SECONDS = 0.4
"""Seconds in which a key is ignored, since it was pressed for something else."""
_NEW_SECONDS = 1.0
"""Seconds in which nobody has read the question yet."""
_TICK_SECONDS = 3.0
"""Seconds before the end from which the clock ticks."""
_GAP = 10.0
"""Units between two buttons."""
_PAUSE_HEIGHT = 40.0
"""Height in units of the button that stops the time."""
_MAX_WIDTH = 860.0
_MAX_BUTTON_WIDTH, _MIN_BUTTON_WIDTH = 220.0, 150.0
"""Widths of a button in units; there is a second row if less would be left."""
_MIN_FLAT_BUTTON_WIDTH = 104.0
"""The same beside the text, in a low box."""
_LITTLE_TIME = 0.3
"""Share of the time below which the countdown is red."""


@dataclass(frozen=True)
class Question:
    """A question, and what each person at this screen who is asked may answer.

    Answers and hands are secret: they are shown only when that person looks.
    """

    words: Words
    pass_words: Words
    """The label of the button that passes."""
    answers: Mapping[int, Sequence[tuple[Pick, Action]]]
    """What each seat may answer besides passing."""
    draw_hand: Callable[[Canvas, Rect, int], None]
    """Draws the hand of a seat into a box."""
    hand_lines: Callable[[int], Sequence[str]]
    """Returns the hand of a seat in words."""


class Reaction:
    """Asks the people at this screen.

    The scene calls `handle`, `follow_time`, `layout` and `draw`, and is given covers with `put_cover`. `phase` is the
    session's: its answers and its time are shown. `close` removes the window.
    """

    def __init__(
        self,
        scene: Scene,
        controller: MatchController,
        phase: Reacting,
        question: Question,
        put_cover: Callable[[Cover], None],
    ) -> None:
        self.scene, self.phase, self.question = scene, phase, question
        self.people = [NamedSeat(seat, controller.names[seat]) for seat in question.answers]
        self._controller, self._put_cover = controller, put_cover
        self._last_seconds_left = phase.seconds_left
        self._pause_reason: Words = ""
        self._age = 0.0
        """Seconds since it opened, with those of pauses."""
        self.is_over = False
        """True if it was closed, so that covers answer nothing any more."""
        self.rect = Rect(0, 0, 0, 0)
        self._flat_text_box: Rect | None = None
        """The box of the text in a low box; None for the usual layout."""
        self._cover: Cover | None = None
        """The cover of a person who is asked, while it is on the table."""
        self._uncovered_seat = controller.viewer
        """The seat of a single person against machines, who is never covered."""
        self._buttons = self._make_buttons()
        self.pause_button = Button("", self.pause, icon="pause")
        self.pause_button.visible = self.timed
        self._previous_focus = scene.widgets.focus
        for button in (self.pause_button, *self._buttons):
            scene.widgets.add(button)
        self._name_keys()
        self._update_pause_button()
        if self._buttons:
            scene.widgets.set_focus(self._buttons[-self._pass_count if self._uncovered_seat is not None else 0])

    @property
    def _pass_count(self) -> int:
        """The number of buttons that pass, the last ones of a single person."""
        return 2 if self.phase.can_rest else 1

    def _make_buttons(self) -> list[Button]:
        if self._uncovered_seat is not None:
            seat = self._uncovered_seat
            answer_buttons = picks.make_pick_buttons(self._list_picks(seat), partial(self._answer, seat))
            for pick_button in answer_buttons:
                # Without pictures, for which these buttons are too low.
                pick_button.pick = Pick(pick_button.pick.words, (), pick_button.pick.why_not)
            pass_button = Button(self.question.pass_words, partial(self._answer, seat, None), kind="main")
            pass_turn_button = Button(PASS_FOR_TURN, partial(self._pass_turn, seat), tip=FOR_TURN)
            return [*answer_buttons, *[pass_button, pass_turn_button][: self._pass_count]]
        if not self.people:
            return []
        look_buttons: list[Button] = []
        for person in self.people:
            button = Button("", partial(self.look, person.seat), icon=seat_mark(person.seat))
            button.colour = seat_colour(person.seat)
            look_buttons.append(button)
        return [
            *look_buttons,
            # Translators: a button
            Button(m("All pass"), self._all_pass, kind="main", tip=_ALL_PASS),
        ]

    def _list_picks(self, seat: int) -> list[Pick]:
        return [pick for pick, _ in self.question.answers[seat]]

    def _name_keys(self) -> None:
        """Put the current keys of the seats on the buttons."""
        for person, button in zip(self.people, self._buttons, strict=False):
            if self._uncovered_seat is None:
                key = self.scene.app.settings.seat_key_name(person.seat)
                button.words = f"{key}  {person.name}"
                rest_tip = m("{who} passes for this turn, but may still look.", who=person.name)
                button.tip = (
                    rest_tip
                    if person.seat in self.phase.resting
                    else m(
                        "Press {key} or click here to look under the cover: for {who} only.", key=key, who=person.name
                    )
                )

    @property
    def timed(self) -> bool:
        """True if the window has a time limit."""
        return self.phase.seconds > 0

    @property
    def is_new(self) -> bool:
        """True if it has just opened, so that a press may be for the question before it."""
        return self._age < _NEW_SECONDS

    @property
    def paused(self) -> Words:
        """The reason why the time stands still; empty if it runs."""
        return why_paused(self.phase, self._controller.names)

    def suggest(self, action: Action) -> None:
        """Highlight an answer of a single person, or else the button that passes."""
        if self._uncovered_seat is None:
            return
        answers = [answer for _, answer in self.question.answers[self._uncovered_seat]]
        chosen = self._buttons[answers.index(action) if action in answers else -self._pass_count]
        for button in self._buttons:
            button.is_urged = button is chosen
        self.scene.widgets.set_focus(chosen)

    @property
    def answer_boxes(self) -> Sequence[Rect]:
        """The boxes of the buttons of a single person, without those that pass."""
        if self._uncovered_seat is None:
            return ()
        return [button.rect for button in self._buttons[: -self._pass_count]]

    def pause(self) -> None:
        """Stop the time for everybody, or let it run again, whoever presses it."""
        if self.is_over or not self.timed:
            return
        self._controller.toggle_clock()
        self._update_pause_button()
        self.scene.dirty = True

    def _update_pause_button(self) -> None:
        stopped = self.phase.is_stopped
        self.pause_button.icon = "play" if stopped else "pause"
        key = self.scene.app.settings.key_name("pause")
        self.pause_button.tip = (
            m("Let the clock run on ({key})", key=key)
            if stopped
            else m("Stop the clock for everybody ({key})", key=key)
        )

    @property
    def share(self) -> float:
        """The share of the time that is left, from 1.0 to 0.0."""
        left = self.phase.seconds_left
        return 1.0 if left is None else left / self.phase.seconds

    @property
    def is_animating(self) -> bool:
        """True if the countdown runs."""
        return not self.is_over and self.timed and not self.phase.is_paused

    @property
    def is_covered(self) -> bool:
        """True if the cover of a person who is asked is on the table."""
        return self._cover is not None

    @property
    def looking_seat(self) -> int | None:
        """The seat of the person who looks under an open cover."""
        return self._cover.owner.seat if self._cover is not None and self._cover.is_open else None

    def look(self, seat: int) -> None:
        """Put up the cover of a seat, after its key or its button was pressed."""
        if not self._controller.awaits_answer(seat) or seat == self._uncovered_seat or self._age < _DEAF_SECONDS:
            return
        person = next(person for person in self.people if person.seat == seat)

        def draw(canvas: Canvas, box: Rect) -> None:
            self.question.draw_hand(canvas, box, seat)

        self._cover = Cover(
            self.scene.app,
            person,
            draw,
            self._list_picks(seat),
            partial(self._on_cover_closed, seat),
            title=self.question.words,
            without=self.question.pass_words,
            clock=self,
            on_pass_turn=partial(self._pass_turn, seat),
            secret_lines=partial(self.question.hand_lines, seat),
        )
        self._put_cover(self._cover)

    def handle(self, event: Input) -> bool:
        """Handle a seat's key, or the pause key. Return True if it was used."""
        if not isinstance(event, KeyInput) or not event.down:
            return False
        if "pause" in event.meanings and self.timed:
            self.pause()
            return True
        if self._uncovered_seat is None:
            for person in self.people:
                is_pressed = event.key == self.scene.app.settings.seat_key_code(person.seat)
                if is_pressed and self._controller.awaits_answer(person.seat):
                    self.look(person.seat)
                    return True
        return False

    def update(self, dt: float) -> None:
        """Let time pass while a cover is over the table."""
        if not self.is_over:
            self._controller.advance_reaction(dt)

    def follow_time(self, dt: float) -> None:
        """Show that time has passed; the clock ticks before the end."""
        self._age += dt
        if self._cover is not None and not self._controller.awaits_answer(self._cover.owner.seat):
            self._cover.expire()
        seconds_before = self._last_seconds_left
        self._last_seconds_left = seconds_after = self.phase.seconds_left
        if (
            seconds_before is not None
            and seconds_after is not None
            and seconds_before < _TICK_SECONDS
            and int(seconds_before) != int(seconds_after)
        ):
            self.scene.app.audio.play("tick")
        if self._pause_reason != self.paused:
            self._pause_reason = self.paused
            self.scene.dirty = True

    def close(self) -> None:
        """Remove the window without an answer, and its cover."""
        self.is_over = True
        self.scene.widgets.remove([*self._buttons, self.pause_button], self._previous_focus)
        self.scene.app.on_focus_returned()
        cover, self._cover = self._cover, None
        if cover is not None:
            cover.expire()

    def _on_cover_closed(self, seat: int, index: int | None) -> None:
        self._cover = None
        if not self.is_over:
            self._answer(seat, index)

    def _pass_turn(self, seat: int) -> None:
        if self._controller.awaits_answer(seat) and self._age >= _DEAF_SECONDS:
            self._controller.pass_for_turn(seat)
            self._show_answers()

    def _answer(self, seat: int, index: int | None) -> None:
        if not self._controller.awaits_answer(seat) or self._age < _DEAF_SECONDS:
            return
        self._controller.answer(seat, None if index is None else self.question.answers[seat][index][1])
        self._show_answers()

    def _show_answers(self) -> None:
        self.scene.dirty = True
        for person, button in zip(self.people, self._buttons, strict=False):
            if person.seat in self.phase.answers and self._uncovered_seat is None:
                button.enabled, button.why_disabled = False, m("{who} has answered.", who=person.name)

    def _all_pass(self) -> None:
        if self._age < _DEAF_SECONDS:
            return
        for person in self.people:
            if self._controller.awaits_answer(person.seat):
                self._controller.answer(person.seat, None)
        for button in self._buttons:
            button.enabled, button.why_disabled = False, m("The phones have not answered yet.")

    # Drawing

    @property
    def _side_space(self) -> float:
        """Width of the strip that its text leaves free, in units."""
        return 120.0 if self.timed else 32.0

    def layout(self, area: Rect) -> None:
        """Place the window at the top of the area."""
        canvas = self.scene.app.canvas()
        width = min(area.width - 16, _MAX_WIDTH)
        self._name_keys()
        lines = canvas.lines(self.question.words, width - self._side_space, TEXT, bold=True)
        max_columns = max(1, int((width - 32 + _GAP) // (_MIN_BUTTON_WIDTH + _GAP)))
        rows = -(-len(self._buttons) // max_columns)
        button_rows = self._fill_rows(max(1, rows))
        columns = max(1, len(button_rows[0]))
        text_height = max(len(lines) * TEXT * LEADING, _PAUSE_HEIGHT if self.timed else 0)
        height = 16 + text_height + 22 + rows * (ROW + _GAP)
        self.rect = Rect(area.centerx - width / 2, area.y + 8, width, height)
        self.pause_button.rect = Rect(self.rect.right - 52, self.rect.y + 6, 44, _PAUSE_HEIGHT)
        button_width = min(_MAX_BUTTON_WIDTH, (width - 32 - _GAP * (columns - 1)) / columns)
        top = self.rect.bottom - rows * (ROW + _GAP) - 2
        for row, buttons in enumerate(button_rows):
            left = self.rect.centerx - (len(buttons) * (button_width + _GAP) - _GAP) / 2
            for column, button in enumerate(buttons):
                button.rect = Rect(left + column * (button_width + _GAP), top + row * (ROW + _GAP), button_width, ROW)

    def layout_flat(self, box: Rect) -> None:
        """Place the window in a low box: the text at the left, the buttons at the right.

        The countdown is along the top.
        """
        self._name_keys()
        self.rect, inner = box, Rect(box.x + 12, box.y + 14, box.width - 24, box.height - 20)
        if self.timed:
            self.pause_button.rect = Rect(inner.x, inner.centery - _PAUSE_HEIGHT / 2, 44, _PAUSE_HEIGHT)
            inner = Rect(inner.x + 52, inner.y, inner.width - 52, inner.height)
        count = max(1, len(self._buttons))
        buttons_width = max(inner.width * 0.45, min(inner.width * 0.6, count * 160.0))
        rows = self._split_rows(1 if buttons_width / count >= _MIN_FLAT_BUTTON_WIDTH else 2)
        gap = _GAP if len(rows) == 1 else 6.0
        button_height = min(ROW, (inner.height + gap) / len(rows) - gap)
        top = inner.centery - (len(rows) * (button_height + gap) - gap) / 2
        for row, buttons in enumerate(rows):
            button_width = (buttons_width + _GAP) / max(1, len(buttons)) - _GAP
            for column, button in enumerate(buttons):
                button.rect = Rect(
                    inner.right - buttons_width + column * (button_width + _GAP),
                    top + row * (button_height + gap),
                    button_width,
                    button_height,
                )
        self._flat_text_box = Rect(inner.x, inner.y, inner.width - buttons_width - 12, inner.height)

    def _split_rows(self, row_count: int) -> Sequence[Sequence[Button]]:
        """Return the buttons by row.

        Those of a single person that pass have a row of their own, so that they are at the same place in each question,
        however many answers there are.
        """
        if self._uncovered_seat is not None and self._pass_count > 1:
            return [self._buttons[: -self._pass_count], self._buttons[-self._pass_count :]]
        return self._fill_rows(row_count)

    def _fill_rows(self, row_count: int) -> Sequence[Sequence[Button]]:
        """Return the buttons in at most so many rows, the last of which may be shorter."""
        columns = max(1, -(-len(self._buttons) // row_count))
        return [self._buttons[start : start + columns] for start in range(0, len(self._buttons), columns)] or [[]]

    def _draw_flat(self, canvas: Canvas, box: Rect) -> None:
        words = self.paused or self.question.words
        sizes = (size for size in (TEXT, SMALL) if self._text_height(canvas, words, box, size) <= box.height)
        size = next(sizes, SMALL - 2)
        height = self._text_height(canvas, words, box, size)
        canvas.paragraph(words, box.move(0, max(0.0, (box.height - height) / 2)), size, INK, bold=True)
        if self.timed:
            self._draw_time(canvas, Rect(self.rect.x + 12, self.rect.y + 5, self.rect.width - 24, 6))

    @staticmethod
    def _text_height(canvas: Canvas, words: Words, box: Rect, size: float) -> float:
        return len(canvas.lines(words, box.width, size, bold=True)) * size * LEADING

    def _draw_time(self, canvas: Canvas, bar: Rect) -> None:
        """Draw the share of the time that is left."""
        canvas.fill(bar, PAPER_EDGE, bar.height / 2)
        rest = Rect(bar.x, bar.y, max(bar.height, bar.width * self.share), bar.height)
        canvas.fill(rest, EMBER if self.share < _LITTLE_TIME else BRASS, bar.height / 2)

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper behind the buttons, which the scene draws with its widgets."""
        canvas.paper(self.rect, radius=10)
        if self._flat_text_box is not None:
            self._draw_flat(canvas, self._flat_text_box)
            return
        margin = self._side_space / 2
        inner = Rect(self.rect.x + margin, self.rect.y + 12, self.rect.width - self._side_space, 0)
        text_height = canvas.paragraph(self.paused or self.question.words, inner, TEXT, INK, bold=True, centred=True)
        if self.timed:
            bar = Rect(self.rect.x + 16, inner.y + max(text_height, _PAUSE_HEIGHT) + 4, self.rect.width - 32, 8)
            self._draw_time(canvas, bar)
