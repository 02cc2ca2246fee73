"""The report of a finished match: each seat's line, counted up, and the story.

The count begins with the last place. A game describes its lines with an `Ending`; all the rest is the same for all
games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, KeyInput, is_scroll_key
from grenade_salad.app.ui.seat_row import draw_badge
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    INK,
    INK_SOFT,
    LARGE,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    TEXT,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.match.story import Highlight, Story
from grenade_salad.text import Reader, Words, m, say

PART_COUNT = 3
"""Number of parts of the story: reason, turning point, highlights."""
_HEAD = 26.0
"""Height in units of the headings of the columns."""
_MEDAL_HEIGHT, _MEDAL_GAP = 76.0, 10.0
"""Height of a highlight in units, and the space between two of them."""
_CAUSE_HEIGHT = 20.0
"""Height in units of the line that says whether luck or a move turned the match."""


@dataclass(frozen=True)
class Column:
    """A column of numbers that are counted up."""

    words: Words
    """The heading."""
    numbers: Sequence[int]
    """The number of each seat."""
    format_number: Callable[[int], str] = str
    large: bool = False
    """True for the sum of the other columns."""


@dataclass(frozen=True)
class Ending:
    """The content of a report that differs from game to game.

    A seat's line has numbers in `columns`, or `notes` in words, or what `draw` draws at its right end.
    """

    title: Words = ""
    """Replaces the sentence about the winners."""
    columns: Sequence[Column] = ()
    notes: Mapping[int, Words] = field(default_factory=dict)
    draw: Callable[[Canvas, Rect, int | None], None] | None = None
    """Draws into the line of a seat; of None, into the line below them all."""
    rest: Words = ""
    """The label of the line below them all; empty for no such line."""
    why: Words = ""
    """The reason for the end, below the lines."""
    drawn: Mapping[int | None, Words] = field(default_factory=dict)
    """Text of what `draw` draws."""


def end_with_points(scores: Sequence[int] | None) -> Ending:
    """Return the default ending, with the points of a game if it has any."""
    if scores is None:
        return Ending()
    return Ending(columns=(Column(m("points", context="a column"), scores, large=True),))


class Report(Widget):
    """The report as a widget."""

    def __init__(
        self,
        names: Sequence[str],
        ranking: Sequence[Sequence[int]],
        ending: Ending,
        story: Story,
    ) -> None:
        super().__init__()
        self.names, self.ending, self.turning, self.medals = tuple(names), ending, story.turning_point, story.highlights
        self.cause = m("Luck turned it") if story.is_chance else m("A move turned it")
        self.lines = [(place, seat) for place, seats in enumerate(ranking, 1) for seat in seats]
        self.shares = [0.0] * len(self.lines)
        """The counted share of each line, 0 to 1, from the first place down."""
        self.visible_parts = 0
        """The number of visible parts of the story."""
        self.faces = [""] * len(self.names)
        """The picture of each seat's avatar; empty for none."""
        self.line_height = 52.0

    def accessible_node(self) -> AccessibleNode:
        """Return the visible part of it."""
        lines = [
            self._format_line(place, seat)
            for share, (place, seat) in zip(self.shares, self.lines, strict=True)
            if share
        ]
        if self.visible_parts > 0:
            rest = m(
                "{what}: {how}", context="a line of an end", what=self.ending.rest, how=self.ending.drawn.get(None, "")
            )
            lines += [say(rest) if self.ending.rest else "", say(self.ending.why)]
        if self.turning and self.visible_parts > 1:
            lines += [say(self.cause), self._turning_words]
        if self.visible_parts > 2:
            lines += [
                # Translators: something remarkable at the end, as in "Ann: 3, most killed at once"
                say(m("{who}: {number}, {what}", who=self.names[medal.seat], number=medal.value, what=medal.words))
                for medal in self.medals
            ]
        return replace(self.make_node("list", say(m("How it ended"))), parts=text_nodes(*lines))

    def _format_line(self, place: int, seat: int) -> str:
        # Translators: a column of the count and its number, as in "points: 12"
        columns = [
            m("{what}: {number}", what=column.words, number=column.numbers[seat]) for column in self.ending.columns
        ]
        parts = [*columns, self.ending.notes.get(seat, ""), self.ending.drawn.get(seat, "")]
        details = [words for words in parts if words]
        name = self.names[seat]
        return say(
            m("{place}. {who}: {how:,}", place=place, who=name, how=details)
            if details
            else m("{place}. {who}", place=place, who=name)
        )

    def step(self, direction: Command) -> bool:
        return (
            direction in ("up", "down")
            and self.scroll is not None
            and self.scroll.scroll_by(60 if direction == "down" else -60)
        )

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def height(self, canvas: Canvas, width: float) -> float:
        """Return its height in units at a width."""
        height = (_HEAD if self.ending.columns else 6) + self.line_height * (len(self.lines) + bool(self.ending.rest))
        if self.ending.why:
            height += len(canvas.lines(self.ending.why, width - 16, SMALL)) * SMALL * LEADING + 10
        if self.turning:
            height += (
                len(canvas.lines(self._turning_words, width - 60, TEXT, bold=True)) * TEXT * LEADING
                + 20
                + _CAUSE_HEIGHT
            )
        return height + (_MEDAL_HEIGHT + 12 if self.medals else 0) + 6

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        columns = self._columns(rect)
        top = rect.y + 6
        if self.ending.columns:
            top = rect.y + _HEAD
            for column, x in zip(self.ending.columns, columns, strict=True):
                position = (x, rect.y + 13)
                canvas.text(
                    column.words, position, SMALL, INK_SOFT, anchor="center", max_width=self._column_width(rect)
                )
        for share, (place, seat) in zip(self.shares, self.lines, strict=True):
            line = Rect(rect.x + 6, top, rect.width - 12, self.line_height)
            canvas.fill(Rect(line.x, line.bottom - 1, line.width, 1.5), PAPER_EDGE)
            if share > 0:
                self._draw_line(canvas, line, place, seat, share, columns)
            top += self.line_height
        if self.ending.rest and self.visible_parts:
            line = Rect(rect.x + 6, top, rect.width - 12, self.line_height)
            canvas.text(self.ending.rest, (line.x + 46, line.centery), TEXT, INK_SOFT, italic=True, anchor="midleft")
            if self.ending.draw is not None:
                self.ending.draw(canvas, Rect(line.x + line.width * 0.4, top, line.width * 0.6, line.height), None)
        top += self.line_height if self.ending.rest else 0
        self._draw_story(canvas, Rect(rect.x + 8, top, rect.width - 16, 0))

    def _columns(self, rect: Rect) -> list[float]:
        width = self._column_width(rect)
        count = len(self.ending.columns)
        return [rect.right - 8 - width * (count - index - 0.5) for index in range(count)]

    def _column_width(self, rect: Rect) -> float:
        return min(112.0, rect.width * 0.6 / max(1, len(self.ending.columns)))

    def _draw_line(
        self, canvas: Canvas, line: Rect, place: int, seat: int, share: float, columns: Sequence[float]
    ) -> None:
        canvas.text(str(place), (line.x + 16, line.centery), LARGE, INK, title=True, anchor="center")
        badge = Rect(line.x + 34, line.centery - 18, 36, 36)
        draw_badge(canvas, badge, seat, self.faces[seat])
        left = badge.right + 10
        if place == 1 and self.visible_parts:
            canvas.picture("icons/crown.svg", Rect(left, line.centery - 12, 24, 24), BRASS)
            left += 30
        note: Words = self.ending.notes.get(seat, "")
        right = line.right
        if columns:
            right = columns[0] - self._column_width(line) / 2
        elif self.ending.draw is not None or note:
            right = line.x + line.width * 0.4
        canvas.text(
            self.names[seat], (left, line.centery), TEXT, INK, bold=True, anchor="midleft", max_width=right - left
        )
        for column, x in zip(self.ending.columns, columns, strict=True):
            colour = BRASS_DARK if column.large and place == 1 and self.visible_parts else INK
            rounded = column.format_number(round(column.numbers[seat] * share))
            size = 26.0 if column.large else TEXT
            canvas.text(rounded, (x, line.centery), size, colour, title=column.large, anchor="center")
        if self.ending.draw is not None:
            self.ending.draw(canvas, Rect(right, line.y, line.right - right, line.height), seat)
        if note:
            self._draw_note(canvas, Rect(right + 8, line.y, line.right - right - 8, line.height), note)

    def _draw_note(self, canvas: Canvas, box: Rect, note: Words) -> None:
        lines = canvas.lines(note, box.width, SMALL)[:2]
        for index, words in enumerate(lines):
            y = box.centery + (index - (len(lines) - 1) / 2) * 19
            canvas.text(words, (box.x, y), SMALL, INK_SOFT, anchor="midleft", max_width=box.width)

    @property
    def _turning_words(self) -> str:
        return say(self.turning, Reader(self.names), begin=True)

    def _draw_story(self, canvas: Canvas, box: Rect) -> None:
        top = box.y + 8
        if self.ending.why and self.visible_parts > 0:
            top += canvas.paragraph(self.ending.why, Rect(box.x, top, box.width, 0), SMALL, INK_SOFT, centred=True) + 2
        if self.turning and self.visible_parts > 1:
            text_height = len(canvas.lines(self._turning_words, box.width - 60, TEXT, bold=True)) * TEXT * LEADING
            ground = Rect(box.x, top, box.width, text_height + 12 + _CAUSE_HEIGHT)
            canvas.fill(ground, PAPER_SHADE, 8)
            canvas.picture("icons/graph.svg", Rect(ground.x + 10, ground.centery - 12, 24, 24), BRASS_DARK)
            canvas.text(self.cause, (ground.x + 44, top + 5), SMALL, BRASS_DARK, bold=True)
            inner = Rect(ground.x + 44, top + 6 + _CAUSE_HEIGHT, box.width - 60, 0)
            canvas.paragraph(self._turning_words, inner, TEXT, bold=True)
            top = ground.bottom + 8
        if self.medals and self.visible_parts > 2:
            width = (box.width + _MEDAL_GAP) / len(self.medals) - _MEDAL_GAP
            for index, medal in enumerate(self.medals):
                left = box.x + index * (width + _MEDAL_GAP)
                self._draw_medal(canvas, Rect(left, top, width, _MEDAL_HEIGHT), medal)

    def _draw_medal(self, canvas: Canvas, box: Rect, medal: Highlight) -> None:
        canvas.fill(box, PAPER_SHADE, 8)
        draw_badge(canvas, Rect(box.x + 10, box.y + 8, 24, 24), medal.seat)
        number_box = canvas.text(str(medal.value), (box.right - 12, box.y + 20), 26, INK, title=True, anchor="midright")
        name = self.names[medal.seat]
        name_width = number_box.x - box.x - 48
        canvas.text(name, (box.x + 42, box.y + 20), TEXT, INK, bold=True, anchor="midleft", max_width=name_width)
        canvas.block(medal.words, Rect(box.x + 10, box.y + 36, box.width - 16, 36), SMALL, INK_SOFT, leading=1.15)
