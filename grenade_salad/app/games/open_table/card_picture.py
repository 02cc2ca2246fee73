"""Cards that the program draws from the texts of a box.

Near ones have the layout of `boxes.card_layout`, far ones only what can be read.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from grenade_salad.app.ui import text
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.pictures import load_picture
from grenade_salad.app.ui.theme import BLACK, INK, PAPER, PAPER_SHADE, Colour, mix, readable_on
from grenade_salad.boxes.card_layout import Area, CardLayout, lay_out_front
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.games.open_table.box import Kind, Printed
from grenade_salad.text.markdown import FontStyle

FindPicture = Callable[[str, tuple[int, int]], pygame.Surface | None]
"""Returns the picture of a name in the box, as large as fits the pixels, or None."""
_NEAR_WIDTH = 130
"""Pixels of width from which a card has its full layout."""
_MIN_TYPE = 9.0
"""Pixels of the smallest type on a far card."""
_TYPE_STEP = 0.92
"""Factor by which type shrinks until it fits."""
_LINE_HEIGHT = 1.12
"""Height of a line of a far card, as a multiple of its type."""


def render_card(
    kind: Kind, front: int, size: tuple[int, int], paint: Callable[[str, Colour], Colour], find: FindPicture
) -> pygame.Surface:
    """Return the front of a printed kind in `size` pixels.

    `paint` returns the colour of a word, or else the usual one that it is given.
    """
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, box = Canvas(layer, 1.0), Rect(0, 0, *size)
    printed = kind.printed[front]
    paper = paint(kind.colour, PAPER)
    colour = paint(printed.colour, mix(paper, INK, 0.14))
    radius = _corner_radius(size)
    canvas.fill(box, mix(paper, BLACK, 0.3), radius)
    inner = box.inflate(-2, -2) if size[0] > 12 else box
    canvas.fill(inner, paper, radius)
    if size[0] >= _NEAR_WIDTH:
        _draw_near(canvas, kind, lay_out_front(kind, front), printed, (paper, colour), find)
    else:
        _draw_far(canvas, box, printed, (paper, colour), find)
    return layer.convert_alpha()


def _corner_radius(size: tuple[float, float]) -> float:
    return max(1.0, min(size) * 0.06)


def _draw_near(
    canvas: Canvas, kind: Kind, layout: CardLayout, printed: Printed, paints: tuple[Colour, Colour], find: FindPicture
) -> None:
    """Draw a near card with its layout; `paints` are its paper and its own colour."""
    paper, colour = paints
    width = canvas.size[0]
    scale = width / kind.size[0]

    def rect(area: Area) -> Rect:
        return Rect(*(part * scale for part in area))

    radius = _corner_radius(canvas.size)
    head = rect(layout.head_area)
    canvas.fill(Rect(1, 1, width - 2, head.height + radius - 1), colour, radius)
    canvas.fill(Rect(1, head.height, width - 2, radius + 1), paper)
    canvas.fill(Rect(1, head.height, width - 2, max(1.0, 0.5 * scale)), mix(colour, BLACK, 0.25))
    if layout.number_area is not None:
        circle = rect(layout.number_area)
        canvas.circle(circle.center, circle.height / 2, mix(paper, PAPER_SHADE, 0.2))
        canvas.circle(circle.center, circle.height / 2, mix(colour, BLACK, 0.35), max(1.0, 0.5 * scale))
    if layout.picture_area is not None:
        _draw_picture(canvas, printed.picture, rect(layout.picture_area), find, INK)
    if layout.icon_area is not None:
        is_on_head = layout.icon_area[1] < layout.head_area[3]
        tint = readable_on(colour) if is_on_head else mix(colour if printed.colour else INK, BLACK, 0.12)
        _draw_picture(canvas, printed.icon, rect(layout.icon_area), find, tint)
    for run in layout.runs:
        is_on_head = run.y < layout.head_area[3] and run.face == "title"
        in_circle = (
            layout.number_area is not None
            and run.x < layout.number_area[0] + layout.number_area[2]
            and run.words == printed.number
        )
        ink = INK if in_circle or not is_on_head else readable_on(colour)
        ink = ink if is_on_head or in_circle else readable_on(paper)
        _draw_run(canvas, run.words, (run.x * scale, run.y * scale), run.size * scale, ink, run.face)


def _draw_run(
    canvas: Canvas, words: str, position: tuple[float, float], size: float, ink: Colour, face: FontStyle
) -> None:
    pixels = max(1, round(size))
    line = text.rendered(words, pixels, ink, face)
    canvas.surface.blit(line, (round(position[0]), round(position[1] + (size * 1.22 - line.get_height()) / 2)))


def _draw_picture(canvas: Canvas, name: str, box: Rect, find: FindPicture, tint: Colour) -> None:
    """Draw a picture of the box or one of the program's icons, or else its name."""
    size = max(1, round(box.width)), max(1, round(box.height))
    if name in ICONS:
        image: pygame.Surface | None = load_picture(f"icons/{name}.svg", size, tint)
    else:
        image = find(name, size)
    if image is None:
        file_name, type_size = name.rpartition("/")[2], max(6.0, box.height * 0.12)
        canvas.text(file_name, box.center, type_size, tint, anchor="center", max_width=box.width)
        return
    canvas.surface.blit(image, image.get_rect(center=(round(box.centerx), round(box.centery))))


def _draw_far(canvas: Canvas, box: Rect, printed: Printed, paints: tuple[Colour, Colour], find: FindPicture) -> None:
    """Draw a far card: its colour, number or icon, and the readable part of its name."""
    paper, colour = paints
    width, height = box.size
    has_name = bool(printed.title or printed.text)
    signs = [name for name in (printed.number, printed.icon or printed.picture) if name]
    share = (0.52 if signs else 0.2) if has_name else 1.0
    radius = _corner_radius(box.size)
    top = Rect(1, 1, width - 2, height * share)
    canvas.fill(top, colour, radius)
    if has_name:
        canvas.fill(Rect(1, top.bottom - radius, width - 2, radius + 1), colour)
    ink = readable_on(colour)
    for index, sign in enumerate(signs):
        part = Rect(top.x + top.width * index / len(signs), top.y, top.width / len(signs), top.height)
        if sign == printed.number and index == 0:
            type_size, max_width = min(part.height * 0.74, part.width * 0.9), part.width * 0.94
            canvas.text(sign, part.center, type_size, ink, title=True, anchor="center", max_width=max_width)
        else:
            side = min(part.width, part.height) * 0.86
            picture_box = part if sign == printed.picture and len(signs) == 1 else Rect(0, 0, side, side)
            picture_box.center = part.center
            _draw_picture(canvas, sign, picture_box, find, ink)
    if not has_name:
        return
    words = printed.title or printed.text
    field = Rect(width * 0.05, top.bottom + 1, width * 0.9, height - top.bottom - 3)
    size = max(_MIN_TYPE, width * 0.25)
    while size > _MIN_TYPE and not _fits(canvas, words, field, size):
        size = max(_MIN_TYPE, size * _TYPE_STEP)
    max_lines = max(1, int(field.height // (size * _LINE_HEIGHT)))
    lines = canvas.lines(words, field.width, size, bold=True)[:max_lines]
    ink, y = readable_on(paper), field.centery - len(lines) * size * _LINE_HEIGHT / 2
    for line in lines:
        canvas.text(line, (field.centerx, y), size, ink, bold=True, anchor="midtop", max_width=field.width)
        y += size * _LINE_HEIGHT


def _fits(canvas: Canvas, words: str, field: Rect, size: float) -> bool:
    lines = canvas.lines(words, field.width, size, bold=True)
    longest = max((canvas.width(word, size, bold=True) for word in words.split()), default=0.0)
    return longest <= field.width and len(lines) * size * _LINE_HEIGHT <= field.height
