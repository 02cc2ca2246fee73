"""The guide of a lesson: a card beside its target, with a line of chalk to it.

It locks nothing: every legal action is possible, with any input. While it only explains, machine players wait. What it
asks for is the only thing of brass, and gets the focus. While a step is shown, the card is not over the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist, hypot
from typing import Literal

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.layout import BAR
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, INK, SMALL, TEXT, WHITE
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.lesson import LessonStep
from grenade_salad.match.lesson_progress import Checkpoints, LessonProgress
from grenade_salad.session.machine_players import ScriptedPlayers
from grenade_salad.session.phases import Reacting
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Reader, Words, m, say

SpotFinder = Callable[[str], Sequence[Rect]]
"""Returns the boxes of something that a game names; none if it is not visible.

The name "all" stands for what nothing should cover.
"""
_NEXT = m("Next", context="of a lesson")
# Translators: a button: the lesson is over, the match goes on
_PLAY_ON = m("Play on", context="of a lesson")
# Translators: a button below a tip: it was read
_GOT_IT = m("Got it")

_CARD_WIDTH, _NARROW_CARD_WIDTH = 330.0, 266.0
_PAD, _HEAD_HEIGHT, _BUTTON_HEIGHT = 14.0, 30.0, 40.0
"""Units of the card: its margins, its title, and its button."""
_DISTANCE_COST = 70.0
"""The cost of a unit of distance between the card and its target."""
_TARGET_COST, _BUTTON_COST, _WIDGET_COST = 1000.0, 60.0, 3.0
"""Costs of covering a square unit of the target, of a button, of a small widget."""
_MIN_PIECE_COST = 1.5
"""The minimum cost of covering a square unit of a piece."""
_NARROW_COST = 1000.0
"""The cost of a narrow card, which is harder to read: 14 units of distance."""
_SEARCH_STEP = 20.0
"""Units between two positions that are tried for the card."""
_LARGE_AREA = 120_000.0
"""Square units from which a widget may be covered in part, such as the log."""
_FREE_MARGIN = 26.0
"""Units that stay free around the target."""
_CHALK_GAP = 20.0
"""Units by which a mark is wider than its target: outside the ring of the focus."""
_DASH_LENGTH = 9.0
"""Units of a dash of chalk; the gaps are a little shorter."""
_MAX_LINE_LENGTH = 150.0
"""The longest line from the card to its target that is drawn, in units."""
_MAX_DISTANCE = 400.0
"""Units from which on distance costs nothing more, since no line is drawn."""
_PIECE_COST = 100_000.0
"""The minimum cost of covering a piece: 1400 units, more than a window has."""
_TOUCH_COST = 8000.0
"""The cost of touching a piece at all: 110 units of distance."""


class LessonCard(Widget):
    """The card itself, which is read aloud when its text changes.

    The guide draws it above everything else.
    """

    focusable = False
    keeps_clear = True

    def __init__(self) -> None:
        super().__init__()
        self.words, self.title = "", ""
        self.visible = False

    def accessible_node(self) -> AccessibleNode:
        return AccessibleNode("status", self.words, description=self.title, live="polite")


class LessonGuide:
    """Guides a person through a lesson.

    `progress` is how far the person is. `remember` is called after the last step and after each tip. `machines` play by
    the script of the lesson.
    """

    def __init__(
        self,
        controller: MatchController,
        widgets: WidgetGroup,
        progress: LessonProgress,
        find_spots: SpotFinder,
        remember: Callable[[LessonProgress], None],
        machines: ScriptedPlayers,
    ) -> None:
        self.progress = progress
        self._machines = machines
        self._checkpoints = Checkpoints()
        self._controller, self._widgets = controller, widgets
        self._find_spots, self._remember = find_spots, remember
        self._current_step: object = None
        """The step of the lesson, or the tip, that is on the card; None for no card."""
        self._saved_progress = (progress.is_finished, len(progress.shown_tips))
        """The progress that was remembered last: the end of the steps, and the number of tips."""
        self._focus: Widget | None = None
        """The widget that had the focus before the card."""
        self._target_boxes: list[Rect] = []
        """The boxes of what the card is about."""
        self._clear_boxes: list[Rect] = []
        """The boxes of what it should not cover either."""
        self._target_widgets: list[Widget] = []
        """The highlighted widgets, one for each target that is in one."""
        self._is_step_shown = False
        """True while a step of the match is shown, over which there is no card."""
        self.card = LessonCard()
        self.next_button = Button(_NEXT, self.next, kind="main")
        tip = m("No more lessons: just play")
        self.close_button = Button("", self.close, icon="cross", tip=tip)
        self.next_button.visible = self.close_button.visible = False
        for widget in self._own_widgets:
            widgets.add(widget)

    @property
    def _own_widgets(self) -> tuple[Widget, ...]:
        return self.card, self.next_button, self.close_button

    @property
    def holds_match(self) -> bool:
        """True if machine players wait until the person has read the card."""
        return self.card.visible and self.progress.is_text_only

    @property
    def covered_boxes(self) -> tuple[Rect, ...]:
        """The box of the card, which hides what is below it."""
        return (self.card.rect,) if self.card.visible else ()

    def shows(self, spot: str) -> bool:
        """True if the visible card is about a spot, or keeps it clear."""
        step = self._current_step
        return self.card.visible and isinstance(step, LessonStep) and spot in (*step.spots, *step.clear)

    # The lesson

    def see(self, step: VisibleStep) -> None:
        """Take note of a step, and keep the card away until it was shown."""
        self.progress.observe(step.entry, step.events)
        self._is_step_shown = True

    def update(self) -> None:
        """Decide what to say now, and where."""
        controller, seat, phase = self._controller, self.progress.lesson.seat, self._controller.session.phase
        if controller.viewer != seat:
            self._show_card(None)
            return
        is_asking = isinstance(phase, Reacting) and not phase.is_closed
        if controller.is_idle and (controller.session.is_settled or is_asking):
            state = controller.match.state
            self.progress.update(state.view(seat))
            self._is_step_shown = False
            if seat in state.active_seats():
                self._checkpoints.add(len(controller.match.entries), self.progress, self._machines.script)
        self._show_card(None if self._is_step_shown or self._must_wait else self.progress.current)
        progress = (self.progress.is_finished, len(self.progress.shown_tips))
        if progress != self._saved_progress:
            self._saved_progress = progress
            self._remember(self.progress)
        self._follow_targets()

    @property
    def _must_wait(self) -> bool:
        """True if a new card must wait until a person has heard what happened."""
        is_new = self.progress.current is not self._current_step
        return is_new and self._controller.app.is_listened_to and self._controller.narrator.is_busy

    def next(self) -> None:
        """Show the next step, after the card was read."""
        self.progress.advance()
        self.update()

    def close(self) -> None:
        """Show no more steps; a tip closes alone."""
        if self.progress.is_finished:
            self.progress.advance()
        else:
            self.progress.skip_steps()
        self.update()

    def undo_action(self) -> int | None:
        """Return to the pupil's last action: the number of lines before it, or None.

        The scene then shows the match at that line. Tips that were given are not given again.
        """
        checkpoint = self._checkpoints.undo_decision(self._controller.match.entries, self.progress.lesson.seat)
        if checkpoint is None:
            return None
        self._machines.script = checkpoint.script
        restored = checkpoint.progress
        restored.shown_tips |= self.progress.shown_tips
        self.progress = restored
        self._is_step_shown = False
        return checkpoint.lines

    def _show_card(self, step: object) -> None:
        """Show the card of another step. None: no card."""
        widgets = self._widgets
        if step is self._current_step:
            return
        self._current_step = step
        had_focus = widgets.focus in self._own_widgets
        only_explains = step is not None and self.progress.is_text_only
        self.card.visible = self.close_button.visible = step is not None
        self.next_button.visible = only_explains
        is_last = self.progress.step_index + 1 >= len(self.progress.lesson.steps)
        self.next_button.words = _PLAY_ON if is_last else _NEXT
        if not isinstance(step, LessonStep):
            self.next_button.words = _GOT_IT
        widgets.items = [item for item in widgets.items if item not in self._own_widgets] + list(self._own_widgets)
        if only_explains:
            self._focus = self._focus if had_focus else widgets.focus
            widgets.set_focus(self.next_button)
        elif had_focus:
            usable = self._usable_widgets()
            widgets.set_focus(self._focus if self._focus in usable else next(iter(usable), None))
        self.layout()
        self._highlight_targets()
        if self._target_widgets and not only_explains:
            widgets.set_focus(self._target_widgets[0])
        self._controller.scene.dirty = True

    def _usable_widgets(self) -> list[Widget]:
        """Return the widgets of the table that can have the focus."""
        return [
            item for item in self._widgets.items if item not in self._own_widgets and item.visible and item.focusable
        ]

    def _highlight_targets(self) -> None:
        """Make what is asked for brass, and nothing else; without a card, change nothing."""
        usable = self._usable_widgets()
        asks_for_action = self.card.visible and not self.progress.is_text_only
        covering = [
            [item for item in usable if item.on_screen().contains(box)] for box in self._target_boxes if asks_for_action
        ]
        self._target_widgets = [
            min(items, key=lambda item: item.rect.width * item.rect.height) for items in covering if items
        ]
        has_highlight = self.card.visible and (bool(self._target_widgets) or not asks_for_action)
        for item in self._widgets.items:
            item.is_urged = item in self._target_widgets if has_highlight and item not in self._own_widgets else None

    @property
    def words(self) -> str:
        """The text of the current step, in the language of the window."""
        step = self.progress.current
        return "" if step is None else say(step.text, Reader(self._controller.names, self.progress.lesson.seat))

    @property
    def _title(self) -> Words:
        progress = self.progress
        if not isinstance(progress.current, LessonStep):
            # Translators: the title of a note
            return m("A tip")
        return m(
            "{number} of {all}",
            context="steps of a lesson",
            number=progress.step_index + 1,
            all=len(progress.lesson.steps),
        )

    # Layout

    def layout(self) -> None:
        """Find a place for the card, beside its target."""
        if not self.card.visible:
            return
        self.card.words, self.card.title = self.words, say(self._title)
        self._target_boxes, self._clear_boxes = self._boxes("at"), self._boxes("clear")
        max_width = self._controller.app.size[0] * 0.42
        options = [
            self._find_place(min(width, max_width), cost)
            for width, cost in ((_CARD_WIDTH, 0.0), (_NARROW_CARD_WIDTH, _NARROW_COST))
        ]
        _, self.card.rect = min(options, key=lambda option: option[0])
        card_box = self.card.rect
        self.close_button.rect = Rect(card_box.right - 40, card_box.y + 6, 34, 32)
        self.next_button.rect = Rect(card_box.right - 132, card_box.bottom - _BUTTON_HEIGHT - 10, 120, _BUTTON_HEIGHT)

    def _boxes(self, which: Literal["at", "clear"]) -> list[Rect]:
        step = self.progress.current
        names = step.spots if step is not None and which == "at" else ()
        if which == "clear" and isinstance(step, LessonStep):
            names = step.clear
        return [Rect(box) for name in names for box in self._find_spots(name)]

    def _card_height(self, width: float) -> float:
        """Return the height of the card at a width."""
        lines = self._controller.app.canvas().lines(self.card.words, width - 2 * _PAD, TEXT)
        return (
            _PAD
            + _HEAD_HEIGHT
            + len(lines) * TEXT * LEADING
            + (_BUTTON_HEIGHT + 10 if self.next_button.visible else 0)
            + 8
        )

    def _find_place(self, width: float, extra_cost: float) -> tuple[float, Rect]:
        """Find the cheapest place: never over the target, over little else, and near.

        Return its cost, with `extra_cost`, and its box.
        """
        (max_x, max_y), height = self._controller.app.size, self._card_height(width)
        visible_items = [item for item in self._widgets.items if item.visible and item not in self._own_widgets]
        small_items = [item for item in visible_items if item.rect.width * item.rect.height < _LARGE_AREA]
        buttons = [item for item in small_items if item.focusable and not isinstance(item, SeatPanel)]
        obstacles = [(item.on_screen(), _BUTTON_COST if item in buttons else _WIDGET_COST) for item in small_items]
        pieces = self._find_spots("all")
        # Each target adds its distance: a piece counts as much as all of them.
        count = max(1, len(self._target_boxes))
        obstacles += [
            (box, count * max(_MIN_PIECE_COST, _PIECE_COST / max(1.0, box.width * box.height))) for box in pieces
        ]
        free_boxes = [box.inflate(_FREE_MARGIN, _FREE_MARGIN) for box in (*self._target_boxes, *self._clear_boxes)]
        left, top = max_x - width - 8, max_y - height - 8
        best, min_cost = Rect(left, BAR + 8, width, height), float("inf")
        for row in range(int((top - BAR) / _SEARCH_STEP) + 1):
            for column in range(int(left / _SEARCH_STEP) + 1):
                box = Rect(8 + min(column * _SEARCH_STEP, left - 8), BAR + 6 + row * _SEARCH_STEP, width, height)
                if box.bottom > max_y - 4:
                    continue
                cost = sum(_overlap_area(box, free_box) * _TARGET_COST for free_box in free_boxes)
                cost += sum(_overlap_area(box, obstacle) * weight for obstacle, weight in obstacles)
                cost += _TOUCH_COST * count * len(box.collidelistall(pieces))
                cost += _DISTANCE_COST * sum(
                    min(_MAX_DISTANCE, _distance(box, target)) for target in self._target_boxes
                )
                if cost < min_cost:
                    best, min_cost = box, cost
        return min_cost + extra_cost, best

    def _follow_targets(self) -> None:
        """Move the card if its target has moved below it, unless a step is shown."""
        if not self.card.visible or not self._controller.is_idle:
            return
        targets, clear_boxes = self._boxes("at"), self._boxes("clear")
        if targets == self._target_boxes and clear_boxes == self._clear_boxes and self.card.words == self.words:
            return
        is_in_the_way = any(self.card.rect.colliderect(box) for box in (*targets, *clear_boxes))
        self._target_boxes, self._clear_boxes = targets, clear_boxes
        if is_in_the_way or self.card.words != self.words:
            self.layout()
        self._highlight_targets()
        self._controller.scene.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the card, and chalk around its target and on the way to it.

        There is no ring, which belongs to the focus.
        """
        if not self.card.visible:
            return
        card_box = self.card.rect
        targets = self._target_boxes if self._controller.is_idle else []
        for box in targets:
            _draw_chalk_box(canvas, box.inflate(_CHALK_GAP, _CHALK_GAP))
        if targets:
            nearest = min(targets, key=lambda box: _distance(card_box, box)).inflate(_CHALK_GAP, _CHALK_GAP)
            start, end = _shortest_line(card_box, nearest)
            is_crossing = any(box.clipline(start, end) for box in (*self._target_boxes, *self._clear_boxes))
            if not is_crossing and dist(start, end) < _MAX_LINE_LENGTH:
                _draw_chalk_line(canvas, start, end)
        canvas.paper(card_box, radius=10)
        canvas.fill(Rect(card_box.x + 1, card_box.y + 12, 5, card_box.height - 24), BRASS, 2)
        canvas.picture("icons/book.svg", Rect(card_box.x + _PAD, card_box.y + 11, 20, 20), BRASS_DARK)
        title_x = card_box.x + _PAD + 28
        canvas.text(self.card.title, (title_x, card_box.y + 21), SMALL, BRASS_DARK, bold=True, anchor="midleft")
        inner = Rect(card_box.x + _PAD, card_box.y + _PAD + _HEAD_HEIGHT - 4, card_box.width - 2 * _PAD, 0)
        canvas.paragraph(self.card.words, inner, TEXT, INK)
        for button in (self.close_button, self.next_button):
            if button.visible:
                button.paint(canvas, button.rect)
                if button.focused:
                    canvas.ring(button.rect, button.radius)


def _draw_chalk_box(canvas: Canvas, box: Rect) -> None:
    corners = (box.topleft, box.topright, box.bottomright, box.bottomleft)
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        _draw_chalk_line(canvas, start, end)


def _draw_chalk_line(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw dashes of chalk, beginning and ending with one.

    There is ink below them, for targets that are white.
    """
    length = dist(start, end)
    dash_count = max(1, round((length / _DASH_LENGTH + 0.8) / 1.8))
    dash_lengths = dash_count * 1.8 - 0.8
    dash_x, dash_y = (end[0] - start[0]) / dash_lengths, (end[1] - start[1]) / dash_lengths
    for colour, width in ((INK, 6.0), (WHITE, 3.2)):
        for index in range(dash_count):
            x, y = start[0] + dash_x * index * 1.8, start[1] + dash_y * index * 1.8
            canvas.line((x, y), (x + dash_x, y + dash_y), colour, width)


def _overlap_area(first: Rect, second: Rect) -> float:
    both = first.clip(second)
    return both.width * both.height


def _distance(first: Rect, second: Rect) -> float:
    across = max(0.0, first.left - second.right, second.left - first.right)
    down = max(0.0, first.top - second.bottom, second.top - first.bottom)
    return hypot(across, down)


def _shortest_line(first: Rect, second: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of the shortest line between two boxes."""
    x = _nearest_values((first.left, first.right), (second.left, second.right))
    y = _nearest_values((first.top, first.bottom), (second.top, second.bottom))
    return (x[0], y[0]), (x[1], y[1])


def _nearest_values(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    if first[1] < second[0]:
        return first[1], second[0]
    if second[1] < first[0]:
        return first[0], second[1]
    middle = (max(first[0], second[0]) + min(first[1], second[1])) / 2
    return middle, middle
