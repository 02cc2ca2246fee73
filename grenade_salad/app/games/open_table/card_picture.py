"""Cards that the program sets from what a box says of them: near ones as `boxes.card_layout` lays them out, far ones
with what can be read there."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from grenade_salad.app.ui import text
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.pictures import picture
from grenade_salad.app.ui.theme import BLACK, INK, PAPER, PAPER_SHADE, Colour, mix, readable_on
from grenade_salad.boxes.card_layout import Area, Laid, of_kind
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.games.open_table.box import Kind, Printed

Find = Callable[[str, tuple[int, int]], pygame.Surface | None]
"""The picture of that name in the box, as large as fits into so many pixels; None if it is not there (any more)."""
_NEAR = 130
"""Pixels of width from which a card shows all that is on it."""
_LEAST = 9.0
"""Pixels of the smallest type on a far one."""


def drawn(
    kind: Kind, front: int, size: tuple[int, int], paint: Callable[[str, Colour], Colour], find: Find
) -> pygame.Surface:
    """The front of a printed kind in so many pixels; `paint` is the colour of a word, or the one that is usual."""
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, box = Canvas(layer, 1.0), Rect(0, 0, *size)
    one = kind.printed[front]
    paper = paint(kind.colour, PAPER)
    colour = paint(one.colour, mix(paper, INK, 0.14))
    radius = max(1.0, min(size) * 0.06)
    canvas.fill(box, mix(paper, BLACK, 0.3), radius)
    inner = box.inflate(-2, -2) if size[0] > 12 else box
    canvas.fill(inner, paper, radius)
    if size[0] >= _NEAR:
        _near(canvas, kind, of_kind(kind, front), one, (paper, colour), find)
    else:
        _far(canvas, box, one, (paper, colour), find)
    return layer.convert_alpha()


def _near(canvas: Canvas, kind: Kind, laid: Laid, one: Printed, paints: tuple[Colour, Colour], find: Find) -> None:
    paper, colour = paints
    wide, high = canvas.size
    scale = wide / kind.size[0]

    def rect(area: Area) -> Rect:
        return Rect(*(part * scale for part in area))

    radius = max(1.0, min(wide, high) * 0.06)
    head = rect(laid.head)
    canvas.fill(Rect(1, 1, wide - 2, head.height + radius - 1), colour, radius)
    canvas.fill(Rect(1, head.height, wide - 2, radius + 1), paper)
    canvas.fill(Rect(1, head.height, wide - 2, max(1.0, 0.5 * scale)), mix(colour, BLACK, 0.25))
    if laid.number is not None:
        circle = rect(laid.number)
        canvas.circle(circle.center, circle.height / 2, mix(paper, PAPER_SHADE, 0.2))
        canvas.circle(circle.center, circle.height / 2, mix(colour, BLACK, 0.35), max(1.0, 0.5 * scale))
    if laid.picture is not None:
        _picture(canvas, one.picture, rect(laid.picture), find, INK)
    if laid.icon is not None:
        over = laid.icon[1] < laid.head[3]
        tint = readable_on(colour) if over else mix(colour if one.colour else INK, BLACK, 0.12)
        _picture(canvas, one.icon, rect(laid.icon), find, tint)
    for run in laid.runs:
        over = run.y < laid.head[3] and run.face == "title"
        in_circle = laid.number is not None and run.x < laid.number[0] + laid.number[2] and run.words == one.number
        ink = INK if in_circle or not over else readable_on(colour)
        ink = ink if over or in_circle else readable_on(paper)
        _line(canvas, run.words, (run.x * scale, run.y * scale), run.size * scale, ink, run.face)


def _line(canvas: Canvas, words: str, at: tuple[float, float], size: float, ink: Colour, face: str) -> None:
    pixels = max(1, round(size))
    line = text.rendered(words, pixels, ink, face == "bold", face == "title", face == "italic")
    canvas.surface.blit(line, (round(at[0]), round(at[1] + (size * 1.22 - line.get_height()) / 2)))


def _picture(canvas: Canvas, name: str, box: Rect, find: Find, tint: Colour) -> None:
    """A picture of the box or one of the program's icons; its name if it is gone."""
    size = max(1, round(box.width)), max(1, round(box.height))
    if name in ICONS:
        found: pygame.Surface | None = picture(f"icons/{name}.svg", size, tint)
    else:
        found = find(name, size)
    if found is None:
        canvas.text(
            name.rpartition("/")[2], box.center, max(6.0, box.height * 0.12), tint, anchor="center", wide=box.width
        )
        return
    canvas.surface.blit(found, found.get_rect(center=(round(box.centerx), round(box.centery))))


def _far(canvas: Canvas, box: Rect, one: Printed, paints: tuple[Colour, Colour], find: Find) -> None:
    """A card from far away: its colour, its number or icon, and as much of its name as can be read."""
    paper, colour = paints
    wide, high = box.size
    has_name = bool(one.title or one.text)
    signs = [name for name in (one.number, one.icon or one.picture) if name]
    share = (0.52 if signs else 0.2) if has_name else 1.0
    radius = max(1.0, min(box.size) * 0.06)
    top = Rect(1, 1, wide - 2, high * share)
    canvas.fill(top, colour, radius)
    if has_name:
        canvas.fill(Rect(1, top.bottom - radius, wide - 2, radius + 1), colour)
    ink = readable_on(colour)
    for at, sign in enumerate(signs):
        part = Rect(top.x + top.width * at / len(signs), top.y, top.width / len(signs), top.height)
        if sign == one.number and at == 0 and one.number:
            canvas.text(
                sign,
                part.center,
                min(part.height * 0.74, part.width * 0.9),
                ink,
                title=True,
                anchor="center",
                wide=part.width * 0.94,
            )
        else:
            side = min(part.width, part.height) * 0.86
            whole = part if sign == one.picture and len(signs) == 1 else Rect(0, 0, side, side)
            whole.center = part.center
            _picture(canvas, sign, whole, find, ink)
    if not has_name:
        return
    words = one.title or one.text
    field = Rect(wide * 0.05, top.bottom + 1, wide * 0.9, high - top.bottom - 3)
    size = max(_LEAST, wide * 0.25)
    while size > _LEAST and not _fits(canvas, words, field, size):
        size = max(_LEAST, size * 0.92)
    room = max(1, int(field.height // (size * 1.12)))
    lines = canvas.lines(words, field.width, size, bold=True)[:room]
    y = field.centery - len(lines) * size * 0.56
    for line in lines:
        canvas.text(line, (field.centerx, y), size, readable_on(paper), bold=True, anchor="midtop", wide=field.width)
        y += size * 1.12


def _fits(canvas: Canvas, words: str, field: Rect, size: float) -> bool:
    lines = canvas.lines(words, field.width, size, bold=True)
    longest = max((canvas.width(word, size, bold=True) for word in words.split()), default=0.0)
    return longest <= field.width and len(lines) * size * 1.12 <= field.height
