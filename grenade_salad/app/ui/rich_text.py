"""Markdown on a sheet of paper that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.ui import text
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, paged, scrolls
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, EMBER_DARK, INK, PAPER_EDGE, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.text.markdown import Block, Span

_SIZES = {"h1": 32.0, "h2": 24.0, "h3": 20.0, "text": TEXT, "item": TEXT, "row": TEXT}
_ABOVE = {"h1": 6.0, "h2": 20.0, "h3": 14.0, "text": 8.0, "item": 6.0, "row": 6.0}
_INDENT = 22.0
_ABOVE_TABLE = 6.0
_BESIDE = 0.5
"""A picture stands beside its words if it takes less than this share of the width, and below them otherwise."""
_COLUMN, _GAP = 0.24, 14.0
"""How wide a column of a table is but for the last one, which has the rest; and the room between two."""


@dataclass(frozen=True)
class _Run:
    """A run of letters in its place, in units from the top left corner of the text."""

    words: str
    x: float
    y: float
    size: float
    span: Span
    title: bool


@dataclass(frozen=True)
class Picture:
    """What stands at the right of a block, in units; `draw` fills a box of that size."""

    wide: float
    high: float
    draw: Callable[[Canvas, Rect], None]


class Pictures(dict[str, Picture]):
    """The pictures of a game's rules, by the ids of the rules."""


NO_PICTURES = Pictures()


def pictures_of(*files: str, high: float = 92.0, shape: float = 1.4) -> Picture:
    """Pictures of `assets/` side by side, each `shape` times as high as wide."""
    each = high / shape

    def draw(canvas: Canvas, box: Rect) -> None:
        for number, file in enumerate(files):
            canvas.picture(file, Rect(box.x + number * (each + 8), box.y, each, high))

    return Picture(len(files) * (each + 8) - 8, high, draw)


class RichText(Widget):
    """Arrows, Page Up and Down, Home, End, the wheel and a finger scroll it."""

    def __init__(self, blocks: Sequence[Block] = (), rect: Rect | None = None) -> None:
        super().__init__(rect)
        self.inner = Scroll(Rect(0, 0, 0, 0))
        self.marked = ""
        """The id of the rule that is set off."""
        self._goal = ""
        self._pulled_at: float | None = None
        self.set(blocks)

    def set(self, blocks: Sequence[Block], pictures: Mapping[str, Picture] = NO_PICTURES) -> None:
        """Show another text, from its top, with pictures of some of its rules."""
        self.blocks, self.pictures = tuple(blocks), pictures
        self._runs: list[list[_Run]] = []
        self._tops: list[float] = []
        self._shown: list[tuple[Rect, Picture]] = []
        self._laid: tuple[float, float] = (0.0, 0.0)
        self.inner.offset = 0.0

    def heard(self) -> Heard:
        blocks = [
            Heard("heading" if block.kind in ("h1", "h2", "h3") else "text", block.words, key=key)
            for key, block in enumerate(self.blocks, 1)
        ]
        name = blocks[0].name if blocks else ""
        return replace(self.as_heard("group", name), parts=tuple(blocks))

    def go_to(self, place: str) -> None:
        """Scroll to the rule of that id, or the heading of those words, and set the rule off."""
        self._goal, self.marked = place, place

    def nudge(self, where: Command) -> bool:
        return where in ("up", "down") and self.inner.by(72 if where == "down" else -72)

    def wheel(self, turn: float) -> bool:
        return self.inner.by(-turn * 72)

    def typed(self, event: Input) -> bool:
        far = paged(event, self.inner.area.height * 0.9)
        return far != 0 and self.inner.by(far)

    def repeats(self, press: Key) -> bool:
        return scrolls(press)

    def drag(self, at: Point) -> bool:
        if self._pulled_at is not None and self.pressed:
            self.inner.by(self._pulled_at - at[1])
        self._pulled_at = at[1]
        return True

    def accept(self) -> None:
        self._pulled_at = None

    # layout

    def _lay(self, canvas: Canvas, wide: float) -> None:
        if self._laid == (wide, canvas.factor):
            return
        share = self.inner.offset / self.inner.content if self.inner.content else 0.0
        top, self._runs, self._tops, self._shown = 0.0, [], [], []
        for block in self.blocks:
            top += _ABOVE[block.kind] + (_ABOVE_TABLE if block.head else 0.0)
            picture = self.pictures.get(block.rule)
            beside = picture is not None and picture.wide < wide * _BESIDE
            runs, high = _laid(canvas, block, wide - picture.wide - _GAP if picture and beside else wide, top)
            self._runs.append(runs)
            if picture is not None:
                x, y = (wide - picture.wide, top + 4) if beside else (0.0, top + high + 8)
                self._shown.append((Rect(x, y, picture.wide, picture.high), picture))
                high = max(high, picture.high + 8) if beside else high + picture.high + 12
            self._tops.append(top)
            top += high
        self.inner.content = top + 24
        self.inner.offset = share * self.inner.content
        self._laid = (wide, canvas.factor)

    def _go(self) -> None:
        if not self._goal:
            return
        for block, top in zip(self.blocks, self._tops, strict=True):
            if self._goal in (block.rule, block.words):
                self.inner.offset = top - 16
                break
        self._goal = ""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, radius=10)
        area = Rect(rect.x + 24, rect.y + 14, rect.width - 36, rect.height - 28)
        self.inner.area = area
        self._lay(canvas, area.width - 24)
        self._go()
        self.inner.by(0)
        with canvas.clipped(area.inflate(16, 0)):
            for block, runs, top in zip(self.blocks, self._runs, self._tops, strict=True):
                y = area.y + top - self.inner.offset
                if y > area.bottom or not runs:
                    continue
                bottom = runs[-1].y + area.y - self.inner.offset + 40
                if bottom >= area.y:
                    self._paint_block(canvas, block, runs, area, y, bottom)
            for box, picture in self._shown:
                there = box.move(area.x, area.y - self.inner.offset)
                if there.colliderect(area):
                    picture.draw(canvas, there)
        self.inner.draw(canvas)

    def _paint_block(
        self, canvas: Canvas, block: Block, runs: Sequence[_Run], area: Rect, y: float, bottom: float
    ) -> None:
        if block.rule and block.rule == self.marked:
            box = Rect(area.x - 8, y - 4, area.width - 8, bottom - 14 - y + 4)
            canvas.fill(box, BRASS_LIGHT, 6, alpha=110)
        if block.kind == "row":
            canvas.fill(Rect(area.x, y + runs[-1].y - runs[0].y + TEXT * LEADING + 2, area.width - 24, 1.5), PAPER_EDGE)
        if block.kind == "item":
            canvas.circle((area.x + 8, y + TEXT * 0.62), 3, BRASS)
        for run in runs:
            at = (area.x + run.x, area.y + run.y - self.inner.offset)
            colour: Colour = BRASS_DARK if run.span.rule else EMBER_DARK if run.span.code else INK
            face = run.span.face
            canvas.text(
                run.words,
                at,
                run.size,
                colour,
                bold=face == "bold" or block.kind == "h3",
                italic=face == "italic",
                title=run.title,
            )


def _laid(canvas: Canvas, block: Block, wide: float, top: float) -> tuple[list[_Run], float]:
    """The runs of a block, wrapped; and how high it is."""
    if block.kind != "row":
        return _wrapped(canvas, block, block.spans, _INDENT if block.kind == "item" else 0.0, wide, top)
    runs, high, left = list[_Run](), 0.0, 0.0
    for at, spans in enumerate(block.cells):
        right = wide if at == len(block.cells) - 1 else left + wide * _COLUMN
        cell, needed = _wrapped(canvas, block, spans, left, right - _GAP, top)
        runs, high, left = [*runs, *cell], max(high, needed), right
    return sorted(runs, key=lambda run: run.y), high


def _wrapped(
    canvas: Canvas, block: Block, spans: Sequence[Span], start: float, wide: float, top: float
) -> tuple[list[_Run], float]:
    """Runs between two edges, from a line down; and how high they are."""
    size, title = _SIZES[block.kind], block.kind in ("h1", "h2")
    x, y, runs = start, top, list[_Run]()
    for span in spans:
        face = "title" if title else "bold" if block.kind == "h3" else span.face
        for word in _words(span.words):
            length = text.width(word.rstrip(), max(1, canvas.px(size)), face) / canvas.factor
            if x > start and x + length > wide:
                x, y = start, y + size * LEADING
                word = word.lstrip()
            if runs and runs[-1].y == y and runs[-1].span is span:
                last = runs.pop()
                runs.append(_Run(last.words + word, last.x, y, size, span, title))
            else:
                runs.append(_Run(word, x, y, size, span, title))
            whole = runs[-1]
            x = whole.x + text.width(whole.words, max(1, canvas.px(size)), face) / canvas.factor
    return runs, y - top + size * LEADING


def _words(words: str) -> list[str]:
    """Words with the space after them; a space at the start belongs to the first."""
    parts = words.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
