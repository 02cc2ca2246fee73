"""Canvas that scenes draw on: a surface in logical units.

A scene never handles pixels: at 100 % in a window of 1280 x 720 a logical unit is one pixel; in another window, or at
another scale, it is `factor` pixels. Text and pictures are rendered at the size of real pixels. Rectangles are
pygame.FRect, points are pairs, lengths and heights of type are units.
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
LEADING = 1.32
"""Distance of lines, as a multiple of the height of type."""
_BLOCK_SCALES = (1.0, 0.95, 0.9, 0.85, 0.8)
"""Sizes of type to try for a text in a box, as shares of the wanted one."""

_lines: list[tuple[str, pygame.Rect]] | None = None
"""Lines drawn on the window, while they are recorded."""


@contextmanager
def record_lines() -> Iterator[list[tuple[str, pygame.Rect]]]:
    """Collect the lines drawn on the window: their full text and box in pixels."""
    global _lines
    _lines = []
    try:
        yield _lines
    finally:
        _lines = None


class Canvas:
    """A surface to draw on in logical units."""

    def __init__(self, surface: pygame.Surface, factor: float, *, is_untouched: bool = False) -> None:
        self.surface = surface
        self.factor = factor
        """Pixels in a logical unit."""
        self.is_untouched = is_untouched
        """True if it still shows what the current caller drew on it last time, and nothing else."""

    @property
    def is_recording(self) -> bool:
        """True while the lines that are drawn are recorded: see `record_lines`."""
        return _lines is not None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in logical units."""
        return self.surface.get_width() / self.factor, self.surface.get_height() / self.factor

    @property
    def area(self) -> Rect:
        """The whole canvas as a rectangle, in units."""
        return Rect(0, 0, *self.size)

    def px(self, units: float) -> int:
        """Convert a length to pixels."""
        return round(units * self.factor)

    def pixel_point(self, point: Point) -> tuple[int, int]:
        """Convert a point to pixels."""
        return round(point[0] * self.factor), round(point[1] * self.factor)

    def pixel_rect(self, rect: Rect) -> pygame.Rect:
        """Convert a rectangle to pixels; neighbours in units are neighbours in pixels."""
        left, top = self.pixel_point(rect.topleft)
        right, bottom = self.pixel_point(rect.bottomright)
        return pygame.Rect(left, top, right - left, bottom - top)

    @property
    def lamp(self) -> lamp.Lamp:
        """The lamp over the window, in units of this canvas.

        A layer of its own has a lamp as if it were a window.
        """
        left, top = self.surface.get_abs_offset()
        width, height = self.surface.get_abs_parent().get_size()
        return lamp.place_lamp((-left / self.factor, -top / self.factor, width / self.factor, height / self.factor))

    # Shapes

    def fill(self, rect: Rect, colour: Colour, radius: float = 0, alpha: int = 255) -> None:
        """Fill a box, with round corners if `radius` is given."""
        box = self.pixel_rect(rect)
        if alpha >= 255:
            shapes.fill_rounded(self.surface, box, colour, self.px(radius))
            return
        if box.width <= 0 or box.height <= 0:
            return
        layer = pygame.Surface(box.size, pygame.SRCALPHA)
        shapes.fill_rounded(layer, layer.get_rect(), colour, self.px(radius))
        layer.set_alpha(alpha)
        self.surface.blit(layer, box)

    def frame(self, rect: Rect, colour: Colour, width: float = 2, radius: float = 0) -> None:
        """Draw the outline of a box, inside it."""
        pixels, box = max(1, self.px(width)), self.pixel_rect(rect)
        if radius <= 0 or min(box.size) <= 2 * pixels:
            pygame.draw.rect(self.surface, colour, box, pixels)
            return
        edge = max(self.px(radius), pixels)
        if min(box.size) <= 4 * edge:
            self.surface.blit(shapes.outline(box.size, self.px(radius), pixels, colour), box)
            return
        # Only the corners are cached, in one small picture for boxes of any size. Two pixels keep them apart.
        opposite = edge + 2
        corners = shapes.outline((edge + opposite, edge + opposite), self.px(radius), pixels, colour)
        right, bottom = box.right - edge, box.bottom - edge
        inner_width, inner_height = box.width - 2 * edge, box.height - 2 * edge
        for x, y, u, v in (
            (box.x, box.y, 0, 0),
            (right, box.y, opposite, 0),
            (box.x, bottom, 0, opposite),
            (right, bottom, opposite, opposite),
        ):
            self.surface.blit(corners, (x, y), (u, v, edge, edge))
        for left, top, bar_width, bar_height in (
            (box.x + edge, box.y, inner_width, pixels),
            (box.x + edge, box.bottom - pixels, inner_width, pixels),
            (box.x, box.y + edge, pixels, inner_height),
            (box.right - pixels, box.y + edge, pixels, inner_height),
        ):
            self.surface.fill(colour, (left, top, bar_width, bar_height))

    def _blit_border(self, picture: pygame.Surface, box: pygame.Rect, edge: int) -> None:
        """Draw a picture with an empty middle: only `edge` pixels at each side."""
        width, height = box.size
        if min(width, height) <= 4 * edge:
            self.surface.blit(picture, box)
            return
        for x, y, *size in (
            (0, 0, width, edge),
            (0, height - edge, width, edge),
            (0, edge, edge, height - 2 * edge),
            (width - edge, edge, edge, height - 2 * edge),
        ):
            self.surface.blit(picture, (box.x + x, box.y + y), (x, y, *size))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1.5) -> None:
        """Draw a straight line with smooth edges."""
        pygame.draw.aaline(self.surface, colour, self.pixel_point(start), self.pixel_point(end), max(1, self.px(width)))

    def circle(self, centre: Point, radius: float, colour: Colour, width: float = 0, alpha: int = 255) -> None:
        """Draw a disc, or a ring if `width` is given, with smooth edges."""
        pixels = max(1, self.px(width)) if width else 0
        pixel_radius = max(1, self.px(radius))
        if alpha >= 255:
            pygame.draw.aacircle(self.surface, colour, self.pixel_point(centre), pixel_radius, pixels)
            return
        layer = pygame.Surface((pixel_radius * 2 + 2, pixel_radius * 2 + 2), pygame.SRCALPHA)
        pygame.draw.aacircle(layer, (*colour, alpha), (pixel_radius, pixel_radius), pixel_radius, pixels)
        self.surface.blit(layer, layer.get_rect(center=self.pixel_point(centre)))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon with smooth edges."""
        pixels = [self.pixel_point(corner) for corner in points]
        pygame.draw.polygon(self.surface, colour, pixels)
        pygame.draw.aalines(self.surface, colour, True, pixels)

    # Wood and paper

    def draw_table(self, box: pygame.Rect | None = None) -> None:
        """Draw the table's wood, or a part of it in pixels.

        A part of a window shows the same wood as the whole window would there.
        """
        area = self.surface.get_rect() if box is None else box
        wood = shapes.table(self.surface.get_abs_parent().get_size())
        self.surface.blit(wood, area, area.move(self.surface.get_abs_offset()))

    def shadow(
        self,
        rect: Rect,
        radius: float = 6,
        blur: float = 6,
        offset_y: float = 4,
        strength: int = 110,
        offset_x: float = 0,
        *,
        hollow: bool = False,
    ) -> None:
        """Draw the soft shadow of a box, moved down and to the right by the offsets.

        `hollow`: leave out the middle, which will be covered.
        """
        box, soft = self.pixel_rect(rect), max(1, self.px(blur))
        if hollow:
            shadow_box = box.move(self.px(offset_x), self.px(offset_y))
            shapes.draw_shadow_rim(self.surface, shadow_box, self.px(radius), soft, strength)
        elif box.width > 0 and box.height > 0:
            shadow = shapes.shadow(box.size, self.px(radius), soft, strength)
            self.surface.blit(shadow, (box.x - 2 * soft + self.px(offset_x), box.y - 2 * soft + self.px(offset_y)))

    def _shadow_around(self, box: pygame.Rect, radius: int) -> None:
        """Draw the shadow of a sheet of paper that will cover its middle."""
        soft, offset_y = max(1, self.px(6)), self.px(4)
        shadow = shapes.shadow(box.size, radius, soft, 110)
        self._blit_border(
            shadow,
            shadow.get_rect(topleft=(box.x - 2 * soft, box.y - 2 * soft + offset_y)),
            2 * soft + offset_y + radius,
        )

    def paper(self, rect: Rect, colour: Colour = PAPER, radius: float = 8, *, lifted: bool = True) -> None:
        """Draw a sheet of paper: a panel, a card, a menu. `lifted` gives it a shadow."""
        box = self.pixel_rect(rect)
        if box.width <= 0 or box.height <= 0:
            return
        if lifted:
            self._shadow_around(box, self.px(radius))
        self.surface.blit(shapes.paper(box.size, self.px(radius), colour, PAPER_EDGE), box)

    def ring(self, rect: Rect, radius: float = 8) -> None:
        """Draw the brass ring of the focus around a box."""
        outer = rect.inflate(12, 12)
        # A line of brass between two of ink.
        self.frame(outer, INK, 6, radius + 6)
        self.frame(outer.inflate(-2.5, -2.5), BRASS_LIGHT, 3.5, radius + 5)

    # Type

    def text(
        self,
        words: Words,
        point: Point,
        size: float = TEXT,
        colour: Colour = INK,
        *,
        bold: bool = False,
        title: bool = False,
        italic: bool = False,
        anchor: Anchor = "topleft",
        max_width: float | None = None,
        alpha: int = 255,
    ) -> Rect:
        """Draw one line and return its box.

        A line wider than `max_width` is drawn smaller, and cut with an ellipsis if that is not enough.
        """
        fitted_words = words = say(words)
        pixels, face = max(1, self.px(size)), text.choose_style(bold=bold, title=title, italic=italic)
        if max_width is not None:
            fitted_words, pixels = text.fit_line(words, pixels, self.px(max_width), face)
        line = text.rendered(fitted_words, pixels, colour, face)
        if alpha < 255:
            line = line.copy()
            line.set_alpha(alpha)
        box = line.get_rect()
        setattr(box, anchor, self.pixel_point(point))
        self.surface.blit(line, box)
        if _lines is not None and self.surface.get_abs_parent() is pygame.display.get_surface():
            _lines.append((words, box.clip(self.surface.get_clip()).move(self.surface.get_abs_offset())))
        return Rect(*(part / self.factor for part in box))

    def width(self, words: Words, size: float = TEXT, *, bold: bool = False, title: bool = False) -> float:
        """Return the width of a line."""
        face = text.choose_style(bold=bold, title=title)
        return text.width(say(words), max(1, self.px(size)), face) / self.factor

    def caret(self, words: str, index: int, size: float = TEXT) -> float:
        """Return the distance of the cursor before character `index` from the left end."""
        return text.caret(words, index, max(1, self.px(size))) / self.factor

    def lines(self, words: Words, max_width: float, size: float = TEXT, *, bold: bool = False) -> tuple[str, ...]:
        """Wrap the text to lines of at most `max_width`."""
        face = text.choose_style(bold=bold)
        return text.wrap_text(say(words), max(1, self.px(size)), max(1, self.px(max_width)), face)

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
        """Draw wrapped text from the top of the box, and return its height.

        It may reach past the end of the box.
        """
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
        """Draw wrapped text in the box, smaller if there is too much, then cut.

        An ellipsis marks what is left out.
        """
        for smaller in (size * scale for scale in _BLOCK_SCALES):
            lines = self.lines(words, rect.width, smaller)
            max_lines = max(1, int(rect.height // (smaller * leading)))
            if len(lines) <= max_lines:
                break
        visible_lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
        for index, line in enumerate(visible_lines):
            self.text(line, (rect.x, rect.y + index * smaller * leading), smaller, colour, max_width=rect.width)

    # Pictures

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
        """Draw a picture of assets/, as large as fits, in the middle of the box.

        `angle` is in degrees counter-clockwise.
        """
        box = self.pixel_rect(rect)
        surface = pictures.load_picture(name, box.size, tint, round(angle), mirrored)
        if alpha < 255:
            surface = surface.copy()
            surface.set_alpha(alpha)
        self.surface.blit(surface, surface.get_rect(center=box.center))

    # Layers

    def draw_cached(self, key: Hashable, rect: Rect, draw: Callable[[Canvas], None]) -> None:
        """Draw an unchanging part, rendered once for each key, size, factor and language.

        `draw` gets a transparent canvas of the box's size, whose origin is the box's corner.
        """
        box = self.pixel_rect(rect)
        if box.width <= 0 or box.height <= 0:
            return
        if _lines is not None and self.surface.get_rect().contains(box):
            draw(Canvas(self.surface.subsurface(box), self.factor))
            return
        self.surface.blit(self.render_layer(key, box.size, draw), box)

    def render_layer(self, key: Hashable, size: tuple[int, int], draw: Callable[[Canvas], None]) -> pygame.Surface:
        """Return the cached picture for `draw_cached`; its size is in pixels."""

        def make() -> pygame.Surface:
            layer = pygame.Surface(size, pygame.SRCALPHA).convert_alpha()
            draw(Canvas(layer, self.factor))
            return layer

        return shapes.get_cached((key, size, self.factor, language()), make)

    @contextmanager
    def rotated(self, rect: Rect, quarters: int) -> Iterator[Canvas]:
        """Give a canvas that is shown in the box, rotated by quarters counter-clockwise.

        At odd quarters it is as wide as the box is high. `unrotate` maps a point of the box to it.
        """
        box = self.pixel_rect(rect)
        if quarters % 4 == 0 and self.surface.get_rect().contains(box):
            part = self.surface.subsurface(box)
            part.set_clip(self.surface.get_clip().move(-box.x, -box.y))
            yield Canvas(part, self.factor)
            return
        size = box.size if quarters % 2 == 0 else (box.height, box.width)
        if self.surface.get_flags() & pygame.SRCALPHA:
            layer = pygame.Surface(size, pygame.SRCALPHA)
        else:  # Draw upon the background: soft edges that are drawn upon nothing would be dark.
            background = pygame.Surface(box.size, 0, self.surface)
            background.blit(self.surface, (-box.x, -box.y))
            layer = pygame.transform.rotate(background, -90 * quarters)
        yield Canvas(layer, self.factor)
        self.surface.blit(pygame.transform.rotate(layer, 90 * quarters), box)

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Draw nothing outside the box."""
        previous_clip = self.surface.get_clip()
        self.surface.set_clip(previous_clip.clip(self.pixel_rect(rect)))
        try:
            yield
        finally:
            self.surface.set_clip(previous_clip)


def unrotate(rect: Rect, quarters: int, point: Point) -> Point:
    """Convert a point of the screen to units of the canvas that `rotated` gives.

    >>> unrotate(Rect(100, 50, 40, 20), 0, (110, 55))
    (10.0, 5.0)
    >>> unrotate(Rect(100, 50, 40, 20), 2, (110, 55))
    (30.0, 15.0)
    """
    x, y = point[0] - rect.x, point[1] - rect.y
    return ((x, y), (rect.height - y, x), (rect.width - x, rect.height - y), (y, rect.width - x))[quarters % 4]
