"""What scenes draw on: a surface in logical units. Text and pictures are made at the size of real pixels.

A scene never meets a pixel: at 100 % in a window of 1280 x 720 a logical unit is one pixel; in another window, or at
another scale, `factor` pixels. Rectangles are pygame.FRect, points are pairs, lengths and heights of type are units.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.ui import lamp, pictures, shapes, text
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, PAPER, PAPER_EDGE, TEXT, Colour
from grenade_salad.text import Words, say
from grenade_salad.text.say import language

Rect: TypeAlias = pygame.FRect
Anchor: TypeAlias = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]


_lines: list[tuple[str, pygame.Rect]] | None = None


@contextmanager
def recorded() -> Iterator[list[tuple[str, pygame.Rect]]]:
    """The lines that are drawn on the window meanwhile, whole as they were said, and where they are, in pixels."""
    global _lines
    _lines = []
    try:
        yield _lines
    finally:
        _lines = None


class Canvas:
    """A surface and the number of its pixels in a logical unit. `untouched`: it still shows what who draws on it now
    drew on it the last time, and nothing else."""

    def __init__(self, surface: pygame.Surface, factor: float, *, untouched: bool = False) -> None:
        self.surface = surface
        self.factor = factor
        self.untouched = untouched

    @property
    def recording(self) -> bool:
        """Whether somebody wants to know the lines that are drawn: see `recorded`."""
        return _lines is not None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in logical units."""
        return self.surface.get_width() / self.factor, self.surface.get_height() / self.factor

    @property
    def area(self) -> Rect:
        """The whole canvas as a rectangle, in px."""
        return Rect(0, 0, *self.size)

    def px(self, units: float) -> int:
        """A length in pixels."""
        return round(units * self.factor)

    def point(self, at: Point) -> tuple[int, int]:
        """A point in pixels."""
        return round(at[0] * self.factor), round(at[1] * self.factor)

    def box(self, rect: Rect) -> pygame.Rect:
        """A rectangle in pixels; neighbours in units are neighbours in pixels."""
        left, top = self.point(rect.topleft)
        right, bottom = self.point(rect.bottomright)
        return pygame.Rect(left, top, right - left, bottom - top)

    @property
    def lamp(self) -> lamp.Lamp:
        """The lamp over the window, in units of this canvas; over a layer of its own it hangs as over a window."""
        (left, top), (wide, high) = self.surface.get_abs_offset(), self.surface.get_abs_parent().get_size()
        return lamp.over((-left / self.factor, -top / self.factor, wide / self.factor, high / self.factor))

    # shapes

    def fill(self, rect: Rect, colour: Colour, radius: float = 0, alpha: int = 255) -> None:
        """A filled box, with round corners if wished."""
        box = self.box(rect)
        if alpha >= 255:
            shapes.rounded(self.surface, box, colour, self.px(radius))
            return
        if box.width <= 0 or box.height <= 0:
            return
        layer = pygame.Surface(box.size, pygame.SRCALPHA)
        shapes.rounded(layer, layer.get_rect(), colour, self.px(radius))
        layer.set_alpha(alpha)
        self.surface.blit(layer, box)

    def frame(self, rect: Rect, colour: Colour, width: float = 2, radius: float = 0) -> None:
        """The outline of a box, inside it."""
        pixels, box = max(1, self.px(width)), self.box(rect)
        if radius <= 0 or min(box.size) <= 2 * pixels:
            pygame.draw.rect(self.surface, colour, box, pixels)
            return
        edge = max(self.px(radius), pixels)
        if min(box.size) <= 4 * edge:
            self.surface.blit(shapes.outline(box.size, self.px(radius), pixels, colour), box)
            return
        far = edge + 2
        corners = shapes.outline((edge + far, edge + far), self.px(radius), pixels, colour)
        right, low, long, high = box.right - edge, box.bottom - edge, box.width - 2 * edge, box.height - 2 * edge
        for x, y, u, v in ((box.x, box.y, 0, 0), (right, box.y, far, 0), (box.x, low, 0, far), (right, low, far, far)):
            self.surface.blit(corners, (x, y), (u, v, edge, edge))
        for left, top, wide, tall in (
            (box.x + edge, box.y, long, pixels),
            (box.x + edge, box.bottom - pixels, long, pixels),
            (box.x, box.y + edge, pixels, high),
            (box.right - pixels, box.y + edge, pixels, high),
        ):
            self.surface.fill(colour, (left, top, wide, tall))

    def _blit_border(self, picture: pygame.Surface, box: pygame.Rect, edge: int) -> None:
        """Draw a picture whose middle is empty without that: only so many pixels at each edge."""
        wide, high = box.size
        if min(wide, high) <= 4 * edge:
            self.surface.blit(picture, box)
            return
        for x, y, *size in (
            (0, 0, wide, edge),
            (0, high - edge, wide, edge),
            (0, edge, edge, high - 2 * edge),
            (wide - edge, edge, edge, high - 2 * edge),
        ):
            self.surface.blit(picture, (box.x + x, box.y + y), (x, y, *size))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1.5) -> None:
        """A straight line with smooth edges."""
        pygame.draw.aaline(self.surface, colour, self.point(start), self.point(end), max(1, self.px(width)))

    def circle(self, centre: Point, radius: float, colour: Colour, width: float = 0, alpha: int = 255) -> None:
        """A disc, or a ring if it has a width, with smooth edges."""
        pixels = max(1, self.px(width)) if width else 0
        across = max(1, self.px(radius))
        if alpha >= 255:
            pygame.draw.aacircle(self.surface, colour, self.point(centre), across, pixels)
            return
        layer = pygame.Surface((across * 2 + 2, across * 2 + 2), pygame.SRCALPHA)
        pygame.draw.aacircle(layer, (*colour, alpha), (across, across), across, pixels)
        self.surface.blit(layer, layer.get_rect(center=self.point(centre)))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon with smooth edges."""
        pixels = [self.point(at) for at in points]
        pygame.draw.polygon(self.surface, colour, pixels)
        pygame.draw.aalines(self.surface, colour, True, pixels)

    # wood and paper

    def lay_table(self, box: pygame.Rect | None = None) -> None:
        """The table's wood, or a part of it in pixels; on a part of a window as it lies in all of the window."""
        area = self.surface.get_rect() if box is None else box
        wood = shapes.table(self.surface.get_abs_parent().get_size())
        self.surface.blit(wood, area, area.move(self.surface.get_abs_offset()))

    def shadow(
        self,
        rect: Rect,
        radius: float = 6,
        blur: float = 6,
        drop: float = 4,
        strength: int = 110,
        aside: float = 0,
        *,
        hollow: bool = False,
    ) -> None:
        """The soft shadow of a box; it lies off by `drop` down and `aside` to the right. `hollow`: its middle, which
        will be covered, is left out."""
        box, soft = self.box(rect), max(1, self.px(blur))
        if hollow:
            lies = box.move(self.px(aside), self.px(drop))
            shapes.shade_around(self.surface, lies, self.px(radius), soft, strength)
        elif box.width > 0 and box.height > 0:
            made = shapes.shadow(box.size, self.px(radius), soft, strength)
            self.surface.blit(made, (box.x - 2 * soft + self.px(aside), box.y - 2 * soft + self.px(drop)))

    def _shadow_around(self, box: pygame.Rect, radius: int) -> None:
        """The shadow of a sheet that will cover its middle."""
        soft, drop = max(1, self.px(6)), self.px(4)
        made = shapes.shadow(box.size, radius, soft, 110)
        self._blit_border(
            made, made.get_rect(topleft=(box.x - 2 * soft, box.y - 2 * soft + drop)), 2 * soft + drop + radius
        )

    def paper(self, rect: Rect, colour: Colour = PAPER, radius: float = 8, lifted: bool = True) -> None:
        """A sheet of paper: a panel, a card, a menu. `lifted` gives it a shadow."""
        box = self.box(rect)
        if box.width <= 0 or box.height <= 0:
            return
        if lifted:
            self._shadow_around(box, self.px(radius))
        self.surface.blit(shapes.paper(box.size, self.px(radius), colour, PAPER_EDGE), box)

    def ring(self, rect: Rect, radius: float = 8) -> None:
        """The brass ring of the focus, around the box."""
        outer = rect.inflate(12, 12)
        self.frame(outer, INK, 6, radius + 6)
        self.frame(outer.inflate(-2.5, -2.5), BRASS_LIGHT, 3.5, radius + 5)

    # type

    def text(
        self,
        words: Words,
        at: Point,
        size: float = TEXT,
        colour: Colour = INK,
        *,
        bold: bool = False,
        title: bool = False,
        italic: bool = False,
        anchor: Anchor = "topleft",
        wide: float | None = None,
        alpha: int = 255,
    ) -> Rect:
        """One line; smaller if it would be wider than `wide`, and cut with an ellipsis if that is not enough.

        Where it came to be.
        """
        shown = words = say(words)
        pixels = max(1, self.px(size))
        if wide is not None:
            shown, pixels = text.fitted(words, pixels, self.px(wide), text.face_of(bold, title, italic))
        line = text.rendered(shown, pixels, colour, bold, title, italic)
        if alpha < 255:
            line = line.copy()
            line.set_alpha(alpha)
        box = line.get_rect()
        setattr(box, anchor, self.point(at))
        self.surface.blit(line, box)
        if _lines is not None and self.surface.get_abs_parent() is pygame.display.get_surface():
            _lines.append((words, box.clip(self.surface.get_clip()).move(self.surface.get_abs_offset())))
        return Rect(*(part / self.factor for part in box))

    def width(self, words: Words, size: float = TEXT, *, bold: bool = False, title: bool = False) -> float:
        """How wide a line is."""
        return text.width(say(words), max(1, self.px(size)), text.face_of(bold, title)) / self.factor

    def caret(self, words: str, at: int, size: float = TEXT) -> float:
        """How far from the left end of the line the cursor stands before its character `at`."""
        return text.caret(words, at, max(1, self.px(size))) / self.factor

    def lines(self, words: Words, wide: float, size: float = TEXT, *, bold: bool = False) -> tuple[str, ...]:
        """The text, wrapped to lines of at most `wide`."""
        return text.wrapped(say(words), max(1, self.px(size)), max(1, self.px(wide)), text.face_of(bold))

    def paragraph(
        self,
        words: Words,
        rect: Rect,
        size: float = TEXT,
        colour: Colour = INK,
        *,
        bold: bool = False,
        centred: bool = False,
    ) -> float:
        """Wrapped text from the top of the box down, also past its end; the height that it took."""
        top = rect.y
        for line in self.lines(words, rect.width, size, bold=bold):
            if centred:
                self.text(line, (rect.centerx, top), size, colour, bold=bold, anchor="midtop")
            else:
                self.text(line, (rect.x, top), size, colour, bold=bold)
            top += size * LEADING
        return top - rect.y

    def block(
        self, words: Words, rect: Rect, size: float = TEXT, colour: Colour = INK, *, leading: float = 1.32
    ) -> None:
        """Wrapped text in the box; smaller if there is too much, and cut with an ellipsis if there still is."""
        for smaller in (size, size * 0.95, size * 0.9, size * 0.85, size * 0.8):
            lines = self.lines(words, rect.width, smaller)
            room = max(1, int(rect.height // (smaller * leading)))
            if len(lines) <= room:
                break
        shown = [*lines[: room - 1], " ".join(lines[room - 1 :])]
        for index, line in enumerate(shown):
            self.text(line, (rect.x, rect.y + index * smaller * leading), smaller, colour, wide=rect.width)

    # pictures

    def picture(
        self,
        name: str,
        rect: Rect,
        tint: Colour | None = None,
        *,
        angle: float = 0,
        alpha: int = 255,
        mirrored: bool = False,
    ) -> None:
        """A picture of assets/, as large as fits, in the middle of the box; angle in degrees counter-clockwise."""
        box = self.box(rect)
        found = pictures.picture(name, box.size, tint, round(angle), mirrored)
        if alpha < 255:
            found = found.copy()
            found.set_alpha(alpha)
        self.surface.blit(found, found.get_rect(center=box.center))

    # layers

    def baked(self, key: Hashable, rect: Rect, draw: Callable[[Canvas], None]) -> None:
        """A part that does not change, drawn once for each key, size, factor and language, and kept.

        `draw` gets a canvas of the box's size, transparent, whose origin is the box's corner.
        """
        box = self.box(rect)
        if box.width <= 0 or box.height <= 0:
            return
        if _lines is not None and self.surface.get_rect().contains(box):
            draw(Canvas(self.surface.subsurface(box), self.factor))
            return
        self.surface.blit(self.layer(key, box.size, draw), box)

    def layer(self, key: Hashable, size: tuple[int, int], draw: Callable[[Canvas], None]) -> pygame.Surface:
        """The picture that `baked` keeps, of a size in pixels."""

        def make() -> pygame.Surface:
            layer = pygame.Surface(size, pygame.SRCALPHA).convert_alpha()
            draw(Canvas(layer, self.factor))
            return layer

        return shapes.baked((key, size, self.factor, language()), make)

    @contextmanager
    def turned(self, rect: Rect, quarters: int) -> Iterator[Canvas]:
        """A canvas that is shown in the box turned by quarters counter-clockwise; at odd quarters it is as wide as
        the box is high. `unturn` maps a point of the box to it."""
        box = self.box(rect)
        if quarters % 4 == 0 and self.surface.get_rect().contains(box):
            part = self.surface.subsurface(box)
            part.set_clip(self.surface.get_clip().move(-box.x, -box.y))
            yield Canvas(part, self.factor)
            return
        size = box.size if quarters % 2 == 0 else (box.height, box.width)
        if self.surface.get_flags() & pygame.SRCALPHA:
            layer = pygame.Surface(size, pygame.SRCALPHA)
        else:  # upon what lies there: soft edges that are drawn upon nothing would be dark
            under = pygame.Surface(box.size, 0, self.surface)
            under.blit(self.surface, (-box.x, -box.y))
            layer = pygame.transform.rotate(under, -90 * quarters)
        yield Canvas(layer, self.factor)
        self.surface.blit(pygame.transform.rotate(layer, 90 * quarters), box)

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Draw nothing outside the box."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(self.box(rect)))
        try:
            yield
        finally:
            self.surface.set_clip(before)


LEADING = 1.32
"""The distance of lines, as a multiple of the height of type."""


def unturn(rect: Rect, quarters: int, at: Point) -> Point:
    """A point of the screen in the units of the canvas that `turned` shows in the box.

    >>> unturn(Rect(100, 50, 40, 20), 0, (110, 55))
    (10.0, 5.0)
    >>> unturn(Rect(100, 50, 40, 20), 2, (110, 55))
    (30.0, 15.0)
    """
    x, y = at[0] - rect.x, at[1] - rect.y
    return ((x, y), (rect.height - y, x), (rect.width - x, rect.height - y), (y, rect.width - x))[quarters % 4]
