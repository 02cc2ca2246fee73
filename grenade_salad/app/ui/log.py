"""Log of the match in plain words: lines that scroll and stay at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point, is_scroll_key, page_distance
from grenade_salad.app.ui.theme import (
    BRASS,
    INK,
    INK_SOFT,
    LARGE,
    PAPER,
    PAPER_EDGE,
    SMALL,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.text.say import language, tile

_MARK_WIDTH = 22.0
"""Units before the words of a line, for the mark of its seat."""
# Translators: a head: what has happened in the match
_TITLE = m("Log")
_HEAD_HEIGHT = 50.0
"""Units of the paper above the lines."""
_DRAG_THRESHOLD = 8.0
"""Units that a finger may move before a press becomes scrolling."""
_KEY_STEP, _WHEEL_STEP = 72.0, 60.0
"""Units that an arrow key and a notch of the wheel scroll."""
_LINE_GAP = 7.0
"""Units between two lines."""
_NO_LAYOUT = (0, 0.0, 0.0)
"""Layout key that is never valid."""
_MAX_SPOKEN = 60
"""Number of the last lines that a screen reader gets."""
_EXPLANATION_TIP = m("Click or press Enter to see why the machine did that")
_BACK_TIP = m("Press a line to go back to it")

Priority: TypeAlias = Literal["", "more", "must"]


@dataclass(frozen=True)
class LogEntry:
    """A line of the log."""

    words: str
    seat: int | None = None
    """The seat whose mark is before the line."""
    explain: Callable[[], str] | None = None
    """Return the explanation of a machine's action: see `Log`."""
    is_soft: bool = False
    """True for what is below a line: an explanation, or the typed text."""
    retranslate: Callable[[], str] | None = None
    """Return the words in the current language."""
    spoken: str = ""
    """The words for people who listen; empty if nothing needs to be said."""
    typed_text: str = ""
    """The text that one would type for it, if it is an action."""
    priority: Priority = ""
    """Importance when spoken: usual, more than other lines, or always said."""
    coalesce_key: object = None
    """Of consecutive lines with the same key only the last is shown.

    None: always shown.
    """
    is_routine: bool = False
    """True if it tells of what belongs to every turn, such as its beginning."""
    line: int = 0
    """Number of the match's line that it reports; 0: none."""
    is_undone: bool = False
    """True if it was taken back."""


class Log(Widget):
    """A piece of paper with all lines. Arrows, the wheel and a finger scroll it.

    A click or Enter shows the explanation under each line that has one, and hides it again. After `offer_back`, a press
    on a line goes back to it instead, and arrows move from line to line.
    """

    def __init__(self, title: Words = _TITLE) -> None:
        super().__init__()
        self.title = title
        self.reader = Reader()
        self._on_back: Callable[[LogEntry], None] | None = None
        """Called with the line to go back to: see `offer_back`."""
        self._focused_line: int | None = None
        """Index of the visible line that arrows moved to."""
        self._lines: list[LogEntry] = []
        self._undos: dict[int, int] = {}
        """For each undoing line of the match, the line whose state it restored."""
        self._wording = language(), tile()
        """The language of the lines, and the tile in which they tell lengths."""
        self.inner = Scroll(Rect(0, 0, 0, 0))
        self._visible_lines: list[LogEntry] = []
        """All lines but coalesced ones, with the soft ones below them."""
        self.shows_explanations = False
        self._shows_typed = False
        self._is_dragged = False
        """True if the pointer has scrolled since its press: its release does nothing then."""
        self._press_y = 0.0
        self._follows_end = True
        """True until the user scrolls up: new lines move the others up."""
        self._drag_y: float | None = None
        """Last height of the pointer that is down, or None."""
        self._layout_key: tuple[int, float, float] = _NO_LAYOUT
        """Number of lines that are laid out, and the width and factor for that."""
        self._line_tops: list[float] = []
        """Top of each line that is laid out, and the end of the last one."""
        self._cached_lines: tuple[object, pygame.Surface] | None = None
        """Picture of the lines, and all that it depends on."""

    @property
    def lines(self) -> Sequence[LogEntry]:
        """All lines, the oldest first, in the current language."""
        self._follow_language()
        return self._lines

    def _follow_language(self) -> None:
        if self._wording != (language(), tile()):
            self._wording = language(), tile()
            self._lines = [
                replace(entry, words=entry.retranslate()) if entry.retranslate else entry for entry in self._lines
            ]
            self.show_explanations(self.shows_explanations)

    def accessible_node(self) -> AccessibleNode:
        self._follow_language()
        first = max(0, len(self._visible_lines) - _MAX_SPOKEN)
        numbered = enumerate(self._visible_lines[first:], first + 1)
        lines = [
            AccessibleNode(
                "item", _spoken_line(entry), acts=BUTTON_ACTS if self._can_go_back_to(entry) else (), key=key
            )
            for key, entry in numbered
        ]
        return replace(self.make_node("list", say(self.title)), parts=tuple(lines))

    @property
    def focused_part(self) -> int:
        """The last line has the focus, unless arrows moved to another one."""
        return len(self._visible_lines) if self._focused_line is None else self._focused_line + 1

    def offer_back(self, on_back: Callable[[LogEntry], None]) -> None:
        """From now on, let a press on a line ask whether to go back to it."""
        self._on_back, self.tip = on_back, _BACK_TIP

    def _can_go_back_to(self, entry: LogEntry) -> bool:
        return self._on_back is not None and entry.line > 0

    def use_part(self, key: int, act: Act) -> None:
        if 0 < key <= len(self._visible_lines) and self._can_go_back_to(self._visible_lines[key - 1]):
            self._focus_line(key - 1)
            if act == "press":
                self._go_back_to(key - 1)

    def _go_back_to(self, index: int) -> None:
        if self._on_back is not None and self._can_go_back_to(self._visible_lines[index]):
            self._on_back(self._visible_lines[index])

    def _focus_line(self, index: int) -> None:
        """Let Enter act on a line, and scroll to it."""
        self._focused_line = index
        if index + 1 < len(self._line_tops):
            self.inner.show(Rect(0, self._line_tops[index], 1, self._line_tops[index + 1] - self._line_tops[index]))
            self._follow_end()

    def add(
        self,
        words: str,
        seat: int | None = None,
        explain: Callable[[], str] | None = None,
        retranslate: Callable[[], str] | None = None,
        *,
        spoken: str = "",
        priority: Priority = "",
        typed_text: str = "",
        coalesce_key: object = None,
        is_routine: bool = False,
        line: int = 0,
    ) -> None:
        """Add a line; it is visible at once unless the user has scrolled up.

        The parameters are the fields of `LogEntry`: a controller cannot import that, since it runs without pygame.
        """
        entry = LogEntry(
            words,
            seat,
            explain,
            retranslate=retranslate,
            spoken=spoken,
            priority=priority,
            typed_text=typed_text,
            coalesce_key=coalesce_key,
            is_routine=is_routine,
            line=line,
        )
        is_coalesced = coalesce_key is not None and bool(self._lines) and self._lines[-1].coalesce_key == coalesce_key
        self._lines.append(entry)
        if is_coalesced:
            self.show_explanations(self.shows_explanations)
        else:
            self._visible_lines += self._with_explanation(entry)
        self._focused_line = None
        if explain is not None:
            self.tip = _EXPLANATION_TIP

    def _with_explanation(self, entry: LogEntry) -> list[LogEntry]:
        explanation = entry.explain() if self.shows_explanations and entry.explain is not None else ""
        return [
            entry,
            *(
                LogEntry(text, is_soft=True)
                for text in (entry.typed_text if self._shows_typed else "", explanation)
                if text
            ),
        ]

    def show_typed(self) -> None:
        """From now on, show the typed text below each action."""
        if not self._shows_typed:
            self._shows_typed = True
            self.show_explanations(self.shows_explanations)

    def show_explanations(self, is_on: bool) -> None:
        """Show or hide the explanation under each line."""
        self.shows_explanations = is_on
        lines = self.lines
        last = [
            entry
            for entry, following in pairwise(lines)
            if entry.coalesce_key is None or entry.coalesce_key != following.coalesce_key
        ]
        last += lines[-1:]
        self._visible_lines = [line for entry in last for line in self._with_explanation(entry)]
        self._layout_key, self._cached_lines, self._focused_line = _NO_LAYOUT, None, None

    def mark_undone(self, line: int, restored_line: int) -> None:
        """Note that `line` of the match restored the state after `restored_line`.

        All lines are marked again as undone or not, including those that were undone and then restored.
        """
        self._undos[line] = restored_line
        effective, last = set[int](), line
        while last > 0:
            effective.add(last)
            last = self._undos.get(last, last - 1)
        self._lines = [
            replace(entry, is_undone=entry.line > 0 and entry.line not in effective) for entry in self._lines
        ]
        self.show_explanations(self.shows_explanations)

    def clear(self) -> None:
        """Forget all lines."""
        self._undos, self._focused_line = {}, None
        self._lines, self._visible_lines, self.tip = [], [], "" if self._on_back is None else _BACK_TIP
        self._layout_key, self._line_tops, self._cached_lines = _NO_LAYOUT, [], None

    def step(self, direction: Command) -> bool:
        if direction not in ("up", "down"):
            return False
        if self._on_back is None:
            return self._scroll_by(_KEY_STEP if direction == "down" else -_KEY_STEP)
        by = 1 if direction == "down" else -1
        index = self.focused_part - 1 + by
        while 0 <= index < len(self._visible_lines) and not self._can_go_back_to(self._visible_lines[index]):
            index += by
        if not 0 <= index < len(self._visible_lines):
            return False
        self._focus_line(index)
        return True

    def scroll_by(self, turn: float) -> bool:
        return self._scroll_by(-turn * _WHEEL_STEP)

    def handle_key(self, event: Input) -> bool:
        distance = page_distance(event, self.inner.area.height * 0.9)
        return distance != 0 and self._scroll_by(distance)

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def drag(self, position: Point) -> bool:
        if self._drag_y is None:
            self._press_y = position[1]
        elif self.pressed:
            is_far = abs(position[1] - self._press_y) > _DRAG_THRESHOLD
            self._is_dragged = (self._scroll_by(self._drag_y - position[1]) and is_far) or self._is_dragged
        self._drag_y = position[1]
        return True

    def activate(self) -> None:
        was_dragged, self._is_dragged = self._is_dragged, False
        release_y, self._drag_y = self._drag_y, None
        if self._on_back is not None:
            index = self._focused_line if release_y is None else self._line_at(release_y)
            if not was_dragged and index is not None:
                self._focus_line(index)
                self._go_back_to(index)
        elif not was_dragged and any(entry.explain is not None for entry in self.lines):
            self.show_explanations(not self.shows_explanations)

    def _line_at(self, y: float) -> int | None:
        """Return the index of the line at `y` units below the upper edge of the paper."""
        inside = y - _HEAD_HEIGHT + self.inner.offset
        lines = enumerate(pairwise(self._line_tops))
        return next((index for index, (top, end) in lines if top <= inside < end), None) if y >= _HEAD_HEIGHT else None

    def _scroll_by(self, units: float) -> bool:
        moved = self.inner.scroll_by(units)
        self._follow_end()
        return moved

    def _follow_end(self) -> None:
        self._follows_end = self.inner.offset >= self.inner.content - self.inner.area.height - 2

    def _lay_out(self, canvas: Canvas, width: float) -> None:
        """Lay out the lines that are new, or all if the width has changed."""
        count, previous_width, factor = self._layout_key
        if previous_width != width or factor != canvas.factor or count > len(self._visible_lines):
            count, self._line_tops = 0, [0.0]
        tops = self._line_tops or [0.0]
        for entry in self._visible_lines[count:]:
            rows = len(canvas.lines(entry.words, width - _MARK_WIDTH - 8, SMALL))
            tops.append(tops[-1] + rows * SMALL * LEADING + _LINE_GAP)
        self._line_tops, self._layout_key = tops, (len(self._visible_lines), width, canvas.factor)
        self.inner.content = tops[-1]
        if self._follows_end:
            self.inner.offset = max(0.0, tops[-1] - self.inner.area.height)
        self.inner.scroll_by(0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self._follow_language()
        canvas.paper(rect, radius=10)
        size = LARGE
        while size > SMALL and canvas.width(self.title, size, bold=True) > rect.width - 28:
            size -= 1
        canvas.text(self.title, (rect.x + 14, rect.y + 10), size, bold=True, max_width=rect.width - 28)
        canvas.fill(Rect(rect.x + 14, rect.y + 42, rect.width - 28, 1.5), PAPER_EDGE)
        area = Rect(rect.x + 12, rect.y + _HEAD_HEIGHT, rect.width - 20, max(1.0, rect.height - 60))
        self.inner.area = area
        self._lay_out(canvas, area.width - 12)
        chosen = self._focused_line if self.focused else None
        key = (
            len(self._visible_lines),
            chosen,
            self.shows_explanations,
            self.inner.offset,
            area.topleft,
            area.size,
            canvas.factor,
        )
        if self._cached_lines is None or self._cached_lines[0] != key:
            self._draw_lines(canvas, area, chosen)
            box = canvas.pixel_rect(area).clip(canvas.surface.get_rect())
            self._cached_lines = (key, canvas.surface.subsurface(box).copy())
        else:
            canvas.surface.blit(self._cached_lines[1], canvas.pixel_rect(area))
        self.inner.draw(canvas)

    def _whole_rows(self, area: Rect) -> Rect:
        """Return the area without a row that its upper edge cuts, unless scrolled."""
        if not self._follows_end:
            return area
        offset, row = self.inner.offset, SMALL * LEADING
        top, bottom = next(((top, end) for top, end in pairwise(self._line_tops) if end > offset), (offset, offset))
        cut = min(top + row * max(0, ceil((offset - top) / row)), bottom) - offset
        return Rect(area.x, area.y + cut, area.width, area.height - cut)

    def _draw_lines(self, canvas: Canvas, area: Rect, chosen: int | None) -> None:
        visible_area = self._whole_rows(area)
        lines = zip(self._visible_lines, pairwise(self._line_tops), strict=True)
        with canvas.clipped(visible_area):
            for index, (entry, (top, bottom)) in enumerate(lines):
                y = area.y + top - self.inner.offset
                if y > area.bottom or area.y + bottom - self.inner.offset < area.y:
                    continue
                if index == chosen:
                    canvas.fill(Rect(area.x - 4, y - 3, area.width - 6, bottom - top), BRASS, 6, alpha=70)
                if entry.seat is not None and (y >= visible_area.y - 1 or not self._follows_end):
                    _draw_mark(canvas, entry.seat, area.x, y + 1)
                words = Rect(area.x + _MARK_WIDTH + 2, y, area.width - 12 - _MARK_WIDTH - 8, 0)
                canvas.paragraph(entry.words, words, SMALL, INK_SOFT if entry.is_soft or entry.is_undone else INK)
                if entry.is_undone:
                    _strike_through(canvas, entry.words, words)


def _draw_mark(canvas: Canvas, seat: int, left: float, top: float) -> None:
    badge = Rect(left, top, _MARK_WIDTH - 4, _MARK_WIDTH - 4)
    canvas.fill(badge, seat_colour(seat), 4)
    canvas.picture(seat_mark(seat), badge.inflate(-6, -6), seat_ink(seat))


def _strike_through(canvas: Canvas, words: str, box: Rect) -> None:
    """Draw a line through each row of a paragraph."""
    for row, line in enumerate(canvas.lines(words, box.width, SMALL)):
        y = box.y + (row + 0.5) * SMALL * LEADING
        canvas.line((box.x, y), (box.x + canvas.width(line, SMALL), y), INK_SOFT, 1.2)


def draw_last(canvas: Canvas, box: Rect, lines: Sequence[LogEntry], *, middle: bool = False) -> None:
    """Draw as many of the last lines as fit whole in the box.

    They begin at its top, or are in its `middle`.
    """
    left, space, entries = box.x + _MARK_WIDTH + 2, box.height, list[tuple[LogEntry, float]]()
    for entry in reversed(lines):
        height = len(canvas.lines(entry.words, box.width - _MARK_WIDTH - 2, SMALL)) * SMALL * LEADING + 2
        if entry.is_undone or height > space:
            break
        entries.insert(0, (entry, height))
        space -= height
    top = box.y + (space / 2 if middle else 0.0)
    for entry, height in entries:
        if entry.seat is not None:
            _draw_mark(canvas, entry.seat, box.x, top + 1)
        canvas.paragraph(entry.words, Rect(left, top, box.right - left, 0), SMALL, INK_SOFT)
        top += height


def _spoken_line(entry: LogEntry) -> str:
    # Translators: a line of the log that somebody took back; {line} is a whole sentence
    return say(m("Undone: {line}", line=entry.words)) if entry.is_undone else entry.words


class LogLine(Widget):
    """The last line of a log that is a drawer, which a press opens.

    Whose turn it is stands in the bar already, and each turn ends with new cards: the line tells what happened before.
    """

    radius = 6.0

    def __init__(self, log: Log, press: Callable[[], None]) -> None:
        super().__init__(tip=m("What has happened so far"))
        self.log, self.press = log, press

    @property
    def entry(self) -> LogEntry:
        """The last line about something that happened, else the last one."""
        lines = self.log.lines
        happened = (entry for entry in reversed(lines) if not (entry.is_routine or entry.is_soft))
        return next(happened, lines[-1] if lines else LogEntry(say(_TITLE)))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.hovered or self.log.visible:
            canvas.fill(rect, PAPER, 6, alpha=40)
        canvas.picture("icons/book.svg", Rect(rect.x + 6, rect.centery - 9, 18, 18), PAPER_EDGE)
        entry = self.entry
        left = rect.x + 32
        if entry.seat is not None:
            _draw_mark(canvas, entry.seat, left, rect.centery - _MARK_WIDTH / 2 + 2)
            left += _MARK_WIDTH + 4
        canvas.text(entry.words, (left, rect.centery), SMALL, PAPER, anchor="midleft", max_width=rect.right - left - 8)
