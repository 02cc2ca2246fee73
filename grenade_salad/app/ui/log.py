"""What happened, in plain words: a list of lines that scrolls and stays at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.ui.accessible import USED, Act, Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, paged, scrolls
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
from grenade_salad.text.say import language

_MARK = 22.0
# Translators: a head: what has happened in the match
_TITLE = m("Log")
_HEAD = 50.0
"""Units of the sheet above the lines."""
_SLOP = 8.0
"""Units that a finger may move before a press becomes scrolling."""
_HEARD = 60
"""How many of the last lines can be heard."""
_WHY = m("Click or press Enter to see why the machine did that")
_BACK = m("Press a line to go back to it")

Loud: TypeAlias = Literal["", "more", "must"]


@dataclass(frozen=True)
class Said:
    """A line of the log, and the seat whose mark stands before it."""

    words: str
    seat: int | None = None
    why: Callable[[], str] | None = None
    """Why it was done, for who asks: see `Log`."""
    soft: bool = False
    again: Callable[[], str] | None = None
    """The words once more, in the language of now."""
    heard: str = ""
    """What is said of it to those who hear the match; empty if it can go without saying."""
    typed: str = ""
    """What one would have typed for it, if it was a decision."""
    loud: Loud = ""
    """Whether that matters more than other lines, or must be said."""
    same: object = None
    """Of lines in a row that are about the same the last alone is shown; None: this is shown."""
    at: int = 0
    """By which line of the match it was told; 0: by none."""
    undone: bool = False
    """Whether that was taken back."""


class Log(Widget):
    """A sheet with all lines so far. Arrows, the wheel and a finger scroll it.

    A click or Enter shows under each line why it was done, where somebody says so, and hides that again. Where somebody
    takes `back` to a line, that is what a press on one is for: arrows go from line to line then.
    """

    def __init__(self, title: Words = _TITLE) -> None:
        super().__init__()
        self.title = title
        self.reader = Reader()
        self._back: Callable[[Said], None] | None = None
        self._at: int | None = None
        """Which of the shown lines arrows came to."""
        self._lines: list[Said] = []
        self._undos: dict[int, int] = {}
        """Which lines of the match brought back how things were after which other ones."""
        self._language = language()
        self.inner = Scroll(Rect(0, 0, 0, 0))
        self._shown: list[Said] = []
        self.whys = False
        self._typed = False
        self._moved = False
        self._pressed_at = 0.0
        self._following = True
        self._pulled_at: float | None = None
        self._laid: tuple[int, float, float] = (0, 0.0, 0.0)
        self._tops: list[float] = []
        self._kept: tuple[object, pygame.Surface] | None = None

    @property
    def lines(self) -> Sequence[Said]:
        """All lines, the oldest first, in the language of now."""
        self._follow_language()
        return self._lines

    def _follow_language(self) -> None:
        if self._language != language():
            self._language = language()
            self._lines = [replace(said, words=said.again()) if said.again else said for said in self._lines]
            self.show_whys(self.whys)

    def heard(self) -> Heard:
        self._follow_language()
        first = max(0, len(self._shown) - _HEARD)
        shown = enumerate(self._shown[first:], first + 1)
        lines = [Heard("item", _heard(said), acts=USED if self._offers(said) else (), key=key) for key, said in shown]
        return replace(self.as_heard("list", say(self.title)), parts=tuple(lines))

    @property
    def part(self) -> int:
        """The last line has the focus, unless arrows came to another: it is what one wants to hear."""
        return len(self._shown) if self._at is None else self._at + 1

    def offer_back(self, back: Callable[[Said], None]) -> None:
        """From now on a press on a line asks whether one wants to go back to it."""
        self._back, self.tip = back, _BACK

    def _offers(self, said: Said) -> bool:
        return self._back is not None and said.at > 0

    def use_part(self, key: int, act: Act) -> None:
        if 0 < key <= len(self._shown) and self._offers(self._shown[key - 1]):
            self._go_to(key - 1)
            if act == "press":
                self._press(key - 1)

    def _press(self, index: int) -> None:
        if self._back is not None and self._offers(self._shown[index]):
            self._back(self._shown[index])

    def _go_to(self, index: int) -> None:
        """A line is the one that Enter is for; it is scrolled to where it can be seen."""
        self._at = index
        if index + 1 < len(self._tops):
            self.inner.show(Rect(0, self._tops[index], 1, self._tops[index + 1] - self._tops[index]))
            self._follow_end()

    def add(
        self,
        words: str,
        seat: int | None = None,
        why: Callable[[], str] | None = None,
        again: Callable[[], str] | None = None,
        *,
        heard: str | None = None,
        loud: Loud = "",
        typed: str = "",
        same: object = None,
        at: int = 0,
    ) -> None:
        """One more line; shown at once unless somebody has scrolled up. `again` says it in another language later.

        `heard` and `loud` are for those who hear it: see `Said`; None: the words of the line.
        """
        heard = words if heard is None else heard
        said = Said(words, seat, why, again=again, heard=heard, loud=loud, typed=typed, same=same, at=at)
        folds = same is not None and bool(self._lines) and self._lines[-1].same == same
        self._lines.append(said)
        if folds:
            self.show_whys(self.whys)
        else:
            self._shown += self._with_why(said)
        self._at = None
        if why is not None:
            self.tip = _WHY

    def _with_why(self, said: Said) -> list[Said]:
        why = said.why() if self.whys and said.why is not None else ""
        return [said, *(Said(more, soft=True) for more in (said.typed if self._typed else "", why) if more)]

    def show_typed(self) -> None:
        """From now on lines of decisions say what one would have typed."""
        if not self._typed:
            self._typed = True
            self.show_whys(self.whys)

    def show_whys(self, on: bool) -> None:
        """Say why under each line, or no longer."""
        self.whys = on
        lines = self.lines
        last = [one for one, other in pairwise(lines) if one.same is None or one.same != other.same]
        last += lines[-1:]
        self._shown = [line for said in last for line in self._with_why(said)]
        self._laid, self._kept, self._at = (0, 0.0, 0.0), None, None

    def take_back(self, at: int, to: int) -> None:
        """Line `at` of the match brought back how things were after line `to`: which lines stand is seen from now on,
        those that an undo took back and another one brought back among them."""
        self._undos[at] = to
        standing, last = set[int](), at
        while last > 0:
            standing.add(last)
            last = self._undos.get(last, last - 1)
        self._lines = [replace(said, undone=said.at > 0 and said.at not in standing) for said in self._lines]
        self.show_whys(self.whys)

    def clear(self) -> None:
        """Forget all lines."""
        self._undos, self._at = {}, None
        self._lines, self._shown, self.tip = [], [], "" if self._back is None else _BACK
        self._laid, self._tops, self._kept = (0, 0.0, 0.0), [], None

    def nudge(self, where: Command) -> bool:
        if where not in ("up", "down"):
            return False
        if self._back is None:
            return self._by(72 if where == "down" else -72)
        step = 1 if where == "down" else -1
        at = self.part - 1 + step
        while 0 <= at < len(self._shown) and not self._offers(self._shown[at]):
            at += step
        if not 0 <= at < len(self._shown):
            return False
        self._go_to(at)
        return True

    def wheel(self, turn: float) -> bool:
        return self._by(-turn * 60)

    def typed(self, event: Input) -> bool:
        far = paged(event, self.inner.area.height * 0.9)
        return far != 0 and self._by(far)

    def repeats(self, press: Key) -> bool:
        return scrolls(press)

    def drag(self, at: Point) -> bool:
        if self._pulled_at is None:
            self._pressed_at = at[1]
        elif self.pressed:
            far = abs(at[1] - self._pressed_at) > _SLOP
            self._moved = (self._by(self._pulled_at - at[1]) and far) or self._moved
        self._pulled_at = at[1]
        return True

    def accept(self) -> None:
        pulled, self._moved = self._moved, False
        at, self._pulled_at = self._pulled_at, None
        if self._back is not None:
            index = self._at if at is None else self._line_at(at)
            if not pulled and index is not None:
                self._go_to(index)
                self._press(index)
        elif not pulled and any(said.why is not None for said in self.lines):
            self.show_whys(not self.whys)

    def _line_at(self, y: float) -> int | None:
        """The line so many units below the upper edge of the sheet."""
        inside = y - _HEAD + self.inner.offset
        lines = enumerate(pairwise(self._tops))
        return next((at for at, (top, end) in lines if top <= inside < end), None) if y >= _HEAD else None

    def _by(self, units: float) -> bool:
        moved = self.inner.by(units)
        self._follow_end()
        return moved

    def _follow_end(self) -> None:
        self._following = self.inner.offset >= self.inner.content - self.inner.area.height - 2

    def _lay(self, canvas: Canvas, wide: float) -> None:
        count, before, factor = self._laid
        if before != wide or factor != canvas.factor or count > len(self._shown):
            count, self._tops = 0, [0.0]
        tops = self._tops or [0.0]
        for said in self._shown[count:]:
            rows = len(canvas.lines(said.words, wide - _MARK - 8, SMALL))
            tops.append(tops[-1] + rows * SMALL * LEADING + 7)
        self._tops, self._laid = tops, (len(self._shown), wide, canvas.factor)
        self.inner.content = tops[-1]
        if self._following:
            self.inner.offset = max(0.0, tops[-1] - self.inner.area.height)
        self.inner.by(0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self._follow_language()
        canvas.paper(rect, radius=10)
        size = LARGE
        while size > SMALL and canvas.width(self.title, size, bold=True) > rect.width - 28:
            size -= 1
        canvas.text(self.title, (rect.x + 14, rect.y + 10), size, bold=True, wide=rect.width - 28)
        canvas.fill(Rect(rect.x + 14, rect.y + 42, rect.width - 28, 1.5), PAPER_EDGE)
        area = Rect(rect.x + 12, rect.y + _HEAD, rect.width - 20, max(1.0, rect.height - 60))
        self.inner.area = area
        self._lay(canvas, area.width - 12)
        chosen = self._at if self.focused else None
        key = (len(self._shown), chosen, self.whys, self.inner.offset, area.topleft, area.size, canvas.factor)
        if self._kept is None or self._kept[0] != key:
            self._draw_lines(canvas, area, chosen)
            box = canvas.box(area).clip(canvas.surface.get_rect())
            self._kept = (key, canvas.surface.subsurface(box).copy())
        else:
            canvas.surface.blit(self._kept[1], canvas.box(area))
        self.inner.draw(canvas)

    def _whole(self, area: Rect) -> Rect:
        """The area without the row that its upper edge would cut, unless somebody has scrolled."""
        if not self._following:
            return area
        offset, row = self.inner.offset, SMALL * LEADING
        top, bottom = next(((top, end) for top, end in pairwise(self._tops) if end > offset), (offset, offset))
        cut = min(top + row * max(0, ceil((offset - top) / row)), bottom) - offset
        return Rect(area.x, area.y + cut, area.width, area.height - cut)

    def _draw_lines(self, canvas: Canvas, area: Rect, chosen: int | None) -> None:
        whole = self._whole(area)
        with canvas.clipped(whole):
            for index, (said, (top, bottom)) in enumerate(zip(self._shown, pairwise(self._tops), strict=False)):
                y = area.y + top - self.inner.offset
                if y > area.bottom or area.y + bottom - self.inner.offset < area.y:
                    continue
                if index == chosen:
                    canvas.fill(Rect(area.x - 4, y - 3, area.width - 6, bottom - top), BRASS, 6, alpha=70)
                if said.seat is not None and (y >= whole.y - 1 or not self._following):
                    badge = Rect(area.x, y + 1, _MARK - 4, _MARK - 4)
                    canvas.fill(badge, seat_colour(said.seat), 4)
                    canvas.picture(seat_mark(said.seat), badge.inflate(-6, -6), seat_ink(said.seat))
                words = Rect(area.x + _MARK + 2, y, area.width - 12 - _MARK - 8, 0)
                canvas.paragraph(said.words, words, SMALL, INK_SOFT if said.soft or said.undone else INK)
                if said.undone:
                    _strike(canvas, said.words, words)


def _strike(canvas: Canvas, words: str, box: Rect) -> None:
    """A line through each row of a paragraph."""
    for row, line in enumerate(canvas.lines(words, box.width, SMALL)):
        y = box.y + (row + 0.5) * SMALL * LEADING
        canvas.line((box.x, y), (box.x + canvas.width(line, SMALL), y), INK_SOFT, 1.2)


def draw_last(canvas: Canvas, box: Rect, lines: Sequence[Said], *, middle: bool = False) -> None:
    """As many of the last lines as are whole in the box, below each other, from its top or in its `middle`."""
    left, room, shown = box.x + _MARK + 2, box.height, list[tuple[Said, float]]()
    for said in reversed(lines):
        high = len(canvas.lines(said.words, box.width - _MARK - 2, SMALL)) * SMALL * LEADING + 2
        if said.undone or high > room:
            break
        shown.insert(0, (said, high))
        room -= high
    top = box.y + (room / 2 if middle else 0.0)
    for said, high in shown:
        if said.seat is not None:
            badge = Rect(box.x, top + 1, _MARK - 4, _MARK - 4)
            canvas.fill(badge, seat_colour(said.seat), 4)
            canvas.picture(seat_mark(said.seat), badge.inflate(-6, -6), seat_ink(said.seat))
        canvas.paragraph(said.words, Rect(left, top, box.right - left, 0), SMALL, INK_SOFT)
        top += high


def _heard(said: Said) -> str:
    # Translators: a line of the log that somebody took back; {line} is a whole sentence
    return say(m("Undone: {line}", line=said.words)) if said.undone else said.words


class LogLine(Widget):
    """The last line of a log that is a drawer: `press` pulls it out."""

    radius = 6.0

    def __init__(self, log: Log, press: Callable[[], None]) -> None:
        super().__init__(tip=m("What has happened so far"))
        self.log, self.press = log, press

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.hovered or self.log.visible:
            canvas.fill(rect, PAPER, 6, alpha=40)
        canvas.picture("icons/book.svg", Rect(rect.x + 6, rect.centery - 9, 18, 18), PAPER_EDGE)
        said = self.log.lines[-1] if self.log.lines else Said(say(_TITLE))
        left = rect.x + 32
        if said.seat is not None:
            badge = Rect(left, rect.centery - 9, 18, 18)
            canvas.fill(badge, seat_colour(said.seat), 4)
            canvas.picture(seat_mark(said.seat), badge.inflate(-6, -6), seat_ink(said.seat))
            left = badge.right + 8
        canvas.text(said.words, (left, rect.centery), SMALL, PAPER, anchor="midleft", wide=rect.right - left - 8)
