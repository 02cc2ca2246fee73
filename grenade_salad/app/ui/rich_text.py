"""Markdown on a sheet of paper that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.ui import text
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point, is_scroll_key, page_distance
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, EMBER_DARK, INK, PAPER_EDGE, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.text.markdown import Block, Span

_TYPE_SIZES = {"h1": 32.0, "h2": 24.0, "h3": 20.0, "text": TEXT, "item": TEXT, "row": TEXT}
_SPACE_ABOVE = {"h1": 6.0, "h2": 20.0, "h3": 14.0, "text": 8.0, "item": 6.0, "row": 6.0}
"""Height of type and space above each kind of block, in units."""
_INDENT = 22.0
"""Units before the text of a bullet."""
_SPACE_ABOVE_TABLE = 6.0
_SCROLL_STEP = 72.0
"""Units that an arrow key or a notch of the wheel scrolls."""
_MAX_BESIDE_SHARE = 0.5
"""Share of the width below which a picture is beside its words, else below them."""
_COLUMN_SHARE, _COLUMN_GAP = 0.24, 14.0
"""Width of a column as a share, and the gap; the last column gets the rest."""


@dataclass(frozen=True)
class _Run:
    """Letters in one style on one line, in units from the top left corner of the text."""

    words: str
    x: float
    y: float
    size: float
    span: Span
    title: bool


@dataclass(frozen=True)
class Picture:
    """A picture at the right of a block, or below it."""

    width: float
    height: float
    draw: Callable[[Canvas, Rect], None]
    """Draws it in a box of that size, in units."""


class RulePictures(dict[str, Picture]):
    """The pictures of a game's rules, by rule id."""


NO_PICTURES = RulePictures()


def make_picture_row(*files: str, height: float = 92.0, aspect: float = 1.4) -> Picture:
    """Return pictures of `assets/` side by side; `aspect` is height divided by width."""
    picture_width = height / aspect

    def draw(canvas: Canvas, box: Rect) -> None:
        for index, file in enumerate(files):
            canvas.picture(file, Rect(box.x + index * (picture_width + 8), box.y, picture_width, height))

    return Picture(len(files) * (picture_width + 8) - 8, height, draw)


class RichText(Widget):
    """Formatted text, scrolled by arrows, Page Up/Down, Home, End, wheel and finger."""

    def __init__(self, blocks: Sequence[Block] = (), rect: Rect | None = None) -> None:
        super().__init__(rect)
        self.inner = Scroll(Rect(0, 0, 0, 0))
        self.marked_rule = ""
        """The id of the highlighted rule."""
        self._scroll_target = ""
        """Rule or heading to scroll to as soon as the text is laid out; empty for none."""
        self._drag_y: float | None = None
        self.show_blocks(blocks)

    def show_blocks(self, blocks: Sequence[Block], pictures: Mapping[str, Picture] = NO_PICTURES) -> None:
        """Show another text from its top, with pictures of some of its rules."""
        self.blocks, self.pictures = tuple(blocks), pictures
        self._runs: list[list[_Run]] = []
        self._tops: list[float] = []
        """Top of each block."""
        self._placed_pictures: list[tuple[Rect, Picture]] = []
        self._layout_key: tuple[float, float] = (0.0, 0.0)
        """Width and factor for which the text is laid out."""
        self.inner.offset = 0.0

    def accessible_node(self) -> AccessibleNode:
        blocks = [
            AccessibleNode("heading" if block.kind in ("h1", "h2", "h3") else "text", block.words, key=key)
            for key, block in enumerate(self.blocks, 1)
        ]
        name = blocks[0].name if blocks else ""
        return replace(self.make_node("group", name), parts=tuple(blocks))

    def go_to(self, target: str) -> None:
        """Scroll to a rule by its id, or to a heading by its words, and highlight it."""
        self._scroll_target = self.marked_rule = target

    def step(self, direction: Command) -> bool:
        return direction in ("up", "down") and self.inner.scroll_by(
            _SCROLL_STEP if direction == "down" else -_SCROLL_STEP
        )

    def scroll_by(self, turn: float) -> bool:
        return self.inner.scroll_by(-turn * _SCROLL_STEP)

    def handle_key(self, event: Input) -> bool:
        distance = page_distance(event, self.inner.area.height * 0.9)
        return distance != 0 and self.inner.scroll_by(distance)

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def drag(self, position: Point) -> bool:
        if self._drag_y is not None and self.pressed:
            self.inner.scroll_by(self._drag_y - position[1])
        self._drag_y = position[1]
        return True

    def activate(self) -> None:
        self._drag_y = None

    # Layout

    def _lay_out(self, canvas: Canvas, width: float) -> None:
        if self._layout_key == (width, canvas.factor):
            return
        # About the same part stays visible when the window is resized.
        share = self.inner.offset / self.inner.content if self.inner.content else 0.0
        top, self._runs, self._tops, self._placed_pictures = 0.0, [], [], []
        for block in self.blocks:
            top += _SPACE_ABOVE[block.kind] + (_SPACE_ABOVE_TABLE if block.head else 0.0)
            picture = self.pictures.get(block.rule)
            is_beside = picture is not None and picture.width < width * _MAX_BESIDE_SHARE
            runs, height = _lay_block(
                canvas, block, width - picture.width - _COLUMN_GAP if picture and is_beside else width, top
            )
            self._runs.append(runs)
            if picture is not None:
                x, y = (width - picture.width, top + 4) if is_beside else (0.0, top + height + 8)
                self._placed_pictures.append((Rect(x, y, picture.width, picture.height), picture))
                height = max(height, picture.height + 8) if is_beside else height + picture.height + 12
            self._tops.append(top)
            top += height
        self.inner.content = top + 24
        self.inner.offset = share * self.inner.content
        self._layout_key = (width, canvas.factor)

    def _scroll_to_target(self) -> None:
        if not self._scroll_target:
            return
        for block, top in zip(self.blocks, self._tops, strict=True):
            if self._scroll_target in (block.rule, block.words):
                self.inner.offset = top - 16
                break
        self._scroll_target = ""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, radius=10)
        area = Rect(rect.x + 24, rect.y + 14, rect.width - 36, rect.height - 28)
        self.inner.area = area
        self._lay_out(canvas, area.width - 24)
        self._scroll_to_target()
        self.inner.scroll_by(0)
        with canvas.clipped(area.inflate(16, 0)):
            for block, runs, top in zip(self.blocks, self._runs, self._tops, strict=True):
                y = area.y + top - self.inner.offset
                if y > area.bottom or not runs:
                    continue
                bottom = runs[-1].y + area.y - self.inner.offset + 40
                if bottom >= area.y:
                    self._paint_block(canvas, block, runs, area, y, bottom)
            for box, picture in self._placed_pictures:
                screen_box = box.move(area.x, area.y - self.inner.offset)
                if screen_box.colliderect(area):
                    picture.draw(canvas, screen_box)
        self.inner.draw(canvas)

    def _paint_block(
        self, canvas: Canvas, block: Block, runs: Sequence[_Run], area: Rect, y: float, bottom: float
    ) -> None:
        if block.rule and block.rule == self.marked_rule:
            box = Rect(area.x - 8, y - 4, area.width - 8, bottom - 14 - y + 4)
            canvas.fill(box, BRASS_LIGHT, 6, alpha=110)
        if block.kind == "row":
            canvas.fill(Rect(area.x, y + runs[-1].y - runs[0].y + TEXT * LEADING + 2, area.width - 24, 1.5), PAPER_EDGE)
        if block.kind == "item":
            canvas.circle((area.x + 8, y + TEXT * 0.62), 3, BRASS)
        for run in runs:
            point = (area.x + run.x, area.y + run.y - self.inner.offset)
            colour: Colour = BRASS_DARK if run.span.rule else EMBER_DARK if run.span.code else INK
            face = run.span.face
            canvas.text(
                run.words,
                point,
                run.size,
                colour,
                bold=face == "bold" or block.kind == "h3",
                italic=face == "italic",
                title=run.title,
            )


def _lay_block(canvas: Canvas, block: Block, width: float, top: float) -> tuple[list[_Run], float]:
    """Return the wrapped runs of a block, and its height."""
    if block.kind != "row":
        return _wrap_spans(canvas, block, block.spans, _INDENT if block.kind == "item" else 0.0, width, top)
    runs, height, left = list[_Run](), 0.0, 0.0
    for index, spans in enumerate(block.cells):
        right = width if index == len(block.cells) - 1 else left + width * _COLUMN_SHARE
        cell, cell_height = _wrap_spans(canvas, block, spans, left, right - _COLUMN_GAP, top)
        runs, height, left = [*runs, *cell], max(height, cell_height), right
    return sorted(runs, key=lambda run: run.y), height


def _wrap_spans(
    canvas: Canvas, block: Block, spans: Sequence[Span], start: float, right: float, top: float
) -> tuple[list[_Run], float]:
    """Return runs between two edges, from `top` down, and their height."""
    size, title = _TYPE_SIZES[block.kind], block.kind in ("h1", "h2")
    x, y, runs = start, top, list[_Run]()
    for span in spans:
        face = "title" if title else "bold" if block.kind == "h3" else span.face
        for word in _split_words(span.words):
            word_width = text.width(word.rstrip(), max(1, canvas.px(size)), face) / canvas.factor
            if x > start and x + word_width > right:
                x, y = start, y + size * LEADING
                word = word.lstrip()
            if runs and runs[-1].y == y and runs[-1].span is span:
                last = runs.pop()
                runs.append(_Run(last.words + word, last.x, y, size, span, title))
            else:
                runs.append(_Run(word, x, y, size, span, title))
            current_run = runs[-1]
            x = current_run.x + text.width(current_run.words, max(1, canvas.px(size)), face) / canvas.factor
    return runs, y - top + size * LEADING


def _split_words(words: str) -> list[str]:
    """Return words with the space after them; a leading space belongs to the first."""
    parts = words.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
