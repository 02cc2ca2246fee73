"""The table under the pieces: its cloth, wood or paper, walls and holes, holders and their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from grenade_salad.app.games.open_table import badges
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.ui import shapes, textures
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import (
    BLACK,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    PAPER,
    SMALL,
    WOOD,
    WOOD_DARK,
    mix,
    seat_colour,
)
from grenade_salad.games.open_table.placed_pieces import Area, Lying, upright
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

_RIM, _THICK = 4.0, 4.0
"""How wide the table's rim is around what lies on it, and how much of its side is seen, in units."""
_TILE = 420.0
"""Units that a tile of its cloth is wide in the overview."""
_MANY = 16
"""Holders on a table, from which on narrow ones are not named."""
_OVER = 20.0
"""Units over a place that the number of its pile takes."""
_LEAST_LABEL = 118.0
"""Units that a name may be wide, however small its holder is."""
_WIDEST_LABEL = 240.0
"""The same where it cannot be written otherwise without breaking a word."""


def draw_ground(canvas: Canvas, desk: Desk) -> None:
    """What lies under everything; the bare table has a line of brass in its wood."""
    camera, ground = desk.camera, desk.view.box.ground
    mat, box = camera.mat, canvas.box(camera.mat)
    if not ground:
        canvas.frame(mat.inflate(6, 6), mix(WOOD_DARK, BLACK, 0.5), 2, 5)
        canvas.frame(mat.inflate(3, 3), BRASS_DARK, 1.5, 4)
    else:
        _rim(canvas, desk)
        with canvas.clipped(mat):
            inside = box.clip(canvas.surface.get_clip())
            if inside.width <= 0 or inside.height <= 0:
                return
            pixels = max(64, round(_TILE * canvas.factor * min(camera.zoom, 2.0) / 2) * 2)
            part = inside.move(-box.x, -box.y)
            made = _lit(ground, pixels, box.size, (part.x, part.y, part.width, part.height))
            canvas.surface.blit(made, inside)
        canvas.frame(mat, BLACK, 1)
    _ditches(canvas, desk)


@lru_cache(maxsize=1)
def _lit(ground: str, tile: int, whole: tuple[int, int], part: tuple[int, int, int, int]) -> pygame.Surface:
    """What is seen of the cloth, wood or paper under the lamp, in pixels."""
    made = pygame.Surface(part[2:]).convert()
    table = pygame.Rect(-part[0], -part[1], *whole)
    if ground == "felt":
        textures.lay(made, textures.linen(tile), table.topleft, made.get_rect())
        shapes.shine(made, table)
        return made
    name, paint = ("wood_tray", WOOD) if ground == "wood" else ("paper", PAPER)
    textures.lay(made, textures.plain(name, tile, paint), table.topleft, made.get_rect())
    shapes.lay_light(made, table)
    return made


def _rim(canvas: Canvas, desk: Desk) -> None:
    mat = desk.camera.mat
    outer = mat.inflate(2 * _RIM, 2 * _RIM)
    if desk.camera.zoom == 1.0:
        across, down = canvas.lamp.away(mat.center, 14.0)
        canvas.shadow(outer, 3, 8, _THICK + 3 + down, 170, aside=2 + across)
    for step in range(round(_THICK), 0, -1):
        canvas.frame(outer.move(step * 0.35, step), mix(WOOD_DARK, BLACK, 0.45 + 0.06 * step), _RIM)
    canvas.frame(outer, mix(WOOD, WOOD_DARK, 0.4), _RIM)
    canvas.frame(outer, mix(WOOD, BRASS_LIGHT, 0.35), 1)


def _ditches(canvas: Canvas, desk: Desk) -> None:
    """What slides over the line falls into the ditch: all behind it lies lower."""
    scale = desk.camera.scale
    for area in desk.areas:
        if area.holder.ditch is not None:
            x, y, far = area.holder.ditch
            at, radius = desk.camera.to_screen((x, y)), far * scale
            canvas.circle(at, radius + 3, BLACK, 5, alpha=120)
            canvas.circle(at, radius, mix(WOOD, BRASS_LIGHT, 0.3), 2)


def draw_walls(canvas: Canvas, desk: Desk) -> None:
    """Cushions and walls, as ledges of wood; pockets, as holes."""
    camera, box = desk.camera, desk.view.box
    thick = max(2.0, box.thick * camera.scale)
    for x, y, to_x, to_y in box.walls:
        start, end = camera.to_screen((x, y)), camera.to_screen((to_x, to_y))
        for low, paint in ((thick * 0.3 + 1.5, BLACK), (thick * 0.2, mix(WOOD_DARK, BLACK, 0.4)), (0.0, WOOD)):
            canvas.line((start[0], start[1] + low), (end[0], end[1] + low), paint, thick)
        canvas.line(start, end, mix(WOOD, BRASS_LIGHT, 0.4), 1)
    for area in desk.areas:
        if area.holder.pocket and min(area.box[2:]) * camera.scale >= 6:
            _pocket(canvas, desk, area)


def _pocket(canvas: Canvas, desk: Desk, area: Area) -> None:
    at, radius = desk.camera.to_screen(area.middle), min(area.box[2:]) * desk.camera.scale / 2
    canvas.circle(at, radius + 1, mix(WOOD_DARK, BLACK, 0.2))
    canvas.circle((at[0], at[1] + radius * 0.12), radius * 0.9, mix(WOOD_DARK, BLACK, 0.75))
    if area.holder.name in desk.chosen:
        canvas.circle(at, radius + 4, BRASS_LIGHT, 3)


def area_box(desk: Desk, area: Area) -> Rect:
    """A holder's place on the screen."""
    x, y, wide, high = area.box
    left, top = desk.camera.to_screen((x, y + high))
    return Rect(left, top, wide * desk.camera.scale, high * desk.camera.scale)


def title_of(desk: Desk, area: Area) -> Words:
    """What the holder is called."""
    holder = area.holder
    title = called(holder.title or holder.name)
    if holder.seat is None:
        return title
    return m("{who}'s {place}", who=desk.table.names[holder.seat], place=title)


_NARROW = 60.0
"""Units of a column's width from which its name is written: points of a backgammon board stand too close."""


def draw_areas(canvas: Canvas, desk: Desk) -> None:
    """Holders: their edges, their names, how many are in them."""
    boxes = {area.holder.name: area_box(desk, area) for area in desk.areas}
    for area in desk.areas:
        if not area.holder.pocket:
            _edge(canvas, desk, area, boxes[area.holder.name])
    counts = [_count_box(boxes[area.holder.name]) for area in desk.areas if area.seen.count > 1]
    alone = [one for one in desk.things if one.holder is None and one.shape != "board"]
    loose = [_around(desk, one) for one in alone]
    loose += [badges.box_of(desk, one) for one in alone if badges.shown(one, one.size[0] * desk.camera.scale)]
    loose += [badges.name_box(canvas, desk, one) for one in alone if one.name]
    taken: list[Rect] = []
    seen = Rect(desk.camera.rect)
    for area in desk.areas:
        name, box = area.holder.name, boxes[area.holder.name]
        # The points of backgammon have no room for their names: the panel has that of which is chosen.
        narrow = len(desk.areas) > _MANY and box.width < _LEAST_LABEL / 2 and name not in desk.chosen
        if narrow or (area.holder.pocket and not area.seen.count) or not box.colliderect(seen):
            continue
        if area.holder.lays in ("column", "rising") and box.width < _NARROW:
            continue
        others = [other for key, other in boxes.items() if key != name] + counts + taken + desk.covered
        taken.append(_label(canvas, desk, area, box, others, loose))
    desk.named = taken


def _count_box(box: Rect) -> Rect:
    """Where the number of a pile stands: over the upper right corner of what lies in the middle of its place."""
    return Rect(box.right - 22, box.y - 16, 34, 32)


def _around(desk: Desk, one: Lying) -> Rect:
    """Where a piece that lies by itself is on the screen, whichever way it is turned."""
    side = max(one.size) * desk.camera.scale
    found = Rect(0, 0, side, side)
    found.center = desk.camera.to_screen(one.at)
    return found


def board_box(desk: Desk, one: Lying) -> Rect:
    """What a board covers, upright, whichever way it is turned."""
    wide, high = upright(one.size, one.angle)
    found = Rect(0, 0, wide * desk.camera.scale, high * desk.camera.scale)
    found.center = desk.camera.to_screen(one.at)
    return found


def _edge(canvas: Canvas, desk: Desk, area: Area, box: Rect) -> None:
    """A shallow tray; that of a seat has its colour, and its name."""
    colour = PAPER if area.holder.seat is None else seat_colour(area.holder.seat)
    chosen = area.holder.name in desk.chosen
    canvas.fill(box, BLACK, 6, alpha=46)
    canvas.frame(box.inflate(4, 4), BRASS_LIGHT if chosen else mix(colour, BLACK, 0.15), 3 if chosen else 1.5, 7)


def _label(canvas: Canvas, desk: Desk, area: Area, box: Rect, others: list[Rect], loose: list[Rect]) -> Rect:
    """The name where nothing else is: off the table if the holder lies at its edge, else below it, or above; on `loose`
    pieces only where nothing else is left, and where there is no free place at all, where it hides least."""
    seen, mat = desk.camera.rect, desk.camera.mat.inflate(-8, -8)
    quarters = desk.faces if area.holder.seat is None else desk.quarters[area.holder.seat]
    ways = _written(canvas, desk, area, box)
    spots = [spot for way in ways for spot in _around_box(canvas, box, way, quarters)]
    boards = [board_box(desk, one) for one in desk.things if one.shape == "board"]

    def rank(spot: tuple[int, Rect, Sequence[str]]) -> tuple[bool, bool, bool, int]:
        """The nearest place first, in whichever way it is written; later over a board or the edge of the table, last
        without the number, which stands on the pile, too."""
        nearness, box, lines = spot
        uncounted = area.seen.count > 1 and not _numbered(lines)
        return uncounted, box.collidelist(boards) >= 0, _crosses(box, desk.camera.mat), nearness

    spots.sort(key=rank)
    free = [one for one in spots if seen.contains(one[1]) and one[1].collidelist(others) < 0]
    away = next((one for one in free if not one[1].colliderect(mat)), None)
    clear = away or next((one for one in free if one[1].collidelist(loose) < 0), None)
    found = clear or min(free, key=lambda one: hidden(one[1], loose), default=None)
    if found is None:
        inside = [(rank, spot.clamp(seen), lines) for rank, spot, lines in spots]
        found = min(inside, key=lambda one: (hidden(one[1], others), one[0]))
    _, spot, lines = found
    if spot.collidelist(boards) >= 0:
        canvas.fill(spot.inflate(6, 2), INK, 5, alpha=150)  # it may be as light as the words
    if quarters % 4 == 0:
        _write(canvas, lines, spot)
        return spot
    with canvas.turned(spot, quarters) as upright:
        _write(upright, lines, upright.area)
    return spot


def _written(canvas: Canvas, desk: Desk, area: Area, box: Rect) -> list[Sequence[str]]:
    """The ways to write its name, in one line or two, the best first; no word is broken, and no number stands alone."""
    title, number = title_of(desk, area), area.seen.count
    whole = say(m("{place}: {n}", place=title, n=number) if number else title, begin=True)
    found: list[Sequence[str]] = []
    for words in dict.fromkeys((whole, say(title, begin=True))):
        for most in (max(box.width, _LEAST_LABEL), box.width + 12, _WIDEST_LABEL):
            lines = canvas.lines(words, most, SMALL)
            alone = "".join(lines[-1:]).isdigit()
            if len(lines) <= 2 and " ".join(lines) == words and not alone and lines not in found:
                found.append(lines)
    return found or [(say(title, begin=True),)]


def _around_box(
    canvas: Canvas, box: Rect, lines: Sequence[str], quarters: int
) -> list[tuple[int, Rect, Sequence[str]]]:
    """Where these lines may stand around a place, each with a rank: the least is the best."""
    wide, high = max(canvas.width(line, SMALL) for line in lines) + 4, len(lines) * SMALL * LEADING
    if quarters % 2:
        wide, high = high, wide
    middle, below, above = box.centerx - wide / 2, box.bottom + 4, box.y - 5 - high
    places = [
        (middle, below),
        (middle, above),
        (box.right + 6, box.centery - high / 2),
        (box.x - 6 - wide, box.centery - high / 2),
        (box.x, below),
        (box.right - wide, below),
        (box.x, above),
        (box.right - wide, above),
        (middle, box.bottom + 6 + SMALL * LEADING),
        (middle, box.y - _OVER - high),  # over the numbers of piles
        (middle, box.y - _OVER - 4 - SMALL * LEADING - high),
    ]
    return [(rank, Rect(*at, wide, high), lines) for rank, at in enumerate(places)]


def _numbered(lines: Sequence[str]) -> bool:
    """Whether the count is written, too."""
    return "".join(lines)[-1:].isdigit()


def _crosses(spot: Rect, mat: Rect) -> bool:
    """Whether it would lie over the edge of the table."""
    return bool(spot.colliderect(mat.inflate(2 * _RIM, 2 * _RIM))) and not mat.contains(spot)


def hidden(spot: Rect, others: Sequence[Rect]) -> float:
    """How much of the others a box lies over."""
    shared = [spot.clip(others[index]) for index in spot.collidelistall(list(others))]
    return sum(one.width * one.height for one in shared)


def _write(canvas: Canvas, lines: Sequence[str], spot: Rect) -> None:
    """Lines in a box, one below the other, light with a dark edge."""
    for index, line in enumerate(lines):
        at = spot.centerx, spot.y + index * SMALL * LEADING
        canvas.text(line, (at[0] + 1, at[1] + 1), SMALL, BLACK, anchor="midtop", wide=spot.width, alpha=150)
        canvas.text(line, at, SMALL, PAPER, anchor="midtop", wide=spot.width)
