"""Draws the table under the pieces: surface, walls, holes, holders and names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from grenade_salad.app.games.open_table import badges
from grenade_salad.app.games.open_table.interaction import TableInteraction
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
from grenade_salad.games.open_table.placed_pieces import Area, PlacedPiece, bounding_size
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

_RIM_WIDTH, _RIM_THICKNESS = 4.0, 4.0
"""The width of the table's rim, and the visible part of its side, in units."""
_TILE_WIDTH = 420.0
"""The width of a tile of its cloth in the overview, in units."""
_MANY_HOLDERS = 16
"""The number of holders from which on narrow and numbered ones have no names."""
_NUMBERED = re.compile(r"Place [0-9]+")
"""The name of a holder that has none in the file of another program."""
_BADGE_HEIGHT = 20.0
"""Units above a place for the badge of its pile."""
_MIN_LABEL_WIDTH = 118.0
"""The width in units that a name may have, however small its holder is."""
_MAX_LABEL_WIDTH = 240.0
"""The same where a word would be broken otherwise."""
_MIN_COLUMN_WIDTH = 60.0
"""Units of a column's width from which its name is written.

The points of a backgammon board are too close together.
"""
_MIN_POCKET_SIZE = 6.0
"""Units that a pocket must be wide to be drawn."""


class _Label(NamedTuple):
    """A possible wording and box of a holder's name."""

    nearness: int
    """0 for the box that is preferred around the holder, then 1, and so on."""
    box: Rect
    lines: Sequence[str]


def draw_ground(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw what is under all pieces; the bare table has a line of brass in its wood."""
    camera, ground = desk.camera, desk.view.box.ground
    mat, box = camera.table_rect, canvas.pixel_rect(camera.table_rect)
    if not ground:
        canvas.frame(mat.inflate(6, 6), mix(WOOD_DARK, BLACK, 0.5), 2, 5)
        canvas.frame(mat.inflate(3, 3), BRASS_DARK, 1.5, 4)
    else:
        _draw_rim(canvas, desk)
        with canvas.clipped(mat):
            inside = box.clip(canvas.surface.get_clip())
            if inside.width <= 0 or inside.height <= 0:
                return
            pixels = max(64, round(_TILE_WIDTH * canvas.factor * min(camera.zoom, 2.0) / 2) * 2)
            part = inside.move(-box.x, -box.y)
            image = _render_ground(ground, pixels, box.size, (part.x, part.y, part.width, part.height))
            canvas.surface.blit(image, inside)
        canvas.frame(mat, BLACK, 1)
    _draw_ditches(canvas, desk)


@lru_cache(maxsize=1)
def _render_ground(ground: str, tile: int, size: tuple[int, int], part: tuple[int, int, int, int]) -> pygame.Surface:
    """Return the visible part of the cloth, wood or paper under the lamp, in pixels."""
    image = pygame.Surface(part[2:]).convert()
    table = pygame.Rect(-part[0], -part[1], *size)
    if ground == "felt":
        textures.lay_tiles(image, textures.load_felt(tile), table.topleft, image.get_rect())
        shapes.light_felt(image, table)
        return image
    name, paint = ("wood_tray", WOOD) if ground == "wood" else ("paper", PAPER)
    textures.lay_tiles(image, textures.load_tile(name, tile, paint), table.topleft, image.get_rect())
    shapes.overlay_light(image, table)
    return image


def _draw_rim(canvas: Canvas, desk: TableInteraction) -> None:
    mat = desk.camera.table_rect
    outer = mat.inflate(2 * _RIM_WIDTH, 2 * _RIM_WIDTH)
    if desk.camera.zoom == 1.0:
        across, down = canvas.lamp.shadow_offset(mat.center, 14.0)
        canvas.shadow(outer, 3, 8, _RIM_THICKNESS + 3 + down, 170, offset_x=2 + across)
    for step in range(round(_RIM_THICKNESS), 0, -1):
        canvas.frame(outer.move(step * 0.35, step), mix(WOOD_DARK, BLACK, 0.45 + 0.06 * step), _RIM_WIDTH)
    canvas.frame(outer, mix(WOOD, WOOD_DARK, 0.4), _RIM_WIDTH)
    canvas.frame(outer, mix(WOOD, BRASS_LIGHT, 0.35), 1)


def _draw_ditches(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw ditches: pieces that slide over the line are lower."""
    scale = desk.camera.scale
    for area in desk.areas:
        if area.holder.ditch is not None:
            x, y, reach = area.holder.ditch
            center, radius = desk.camera.to_screen((x, y)), reach * scale
            canvas.circle(center, radius + 3, BLACK, 5, alpha=120)
            canvas.circle(center, radius, mix(WOOD, BRASS_LIGHT, 0.3), 2)


def draw_walls(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw cushions and walls as ledges of wood, and pockets as holes."""
    camera, box = desk.camera, desk.view.box
    thick = max(2.0, box.thick * camera.scale)
    for x, y, to_x, to_y in box.walls:
        start, end = camera.to_screen((x, y)), camera.to_screen((to_x, to_y))
        for low, paint in ((thick * 0.3 + 1.5, BLACK), (thick * 0.2, mix(WOOD_DARK, BLACK, 0.4)), (0.0, WOOD)):
            canvas.line((start[0], start[1] + low), (end[0], end[1] + low), paint, thick)
        canvas.line(start, end, mix(WOOD, BRASS_LIGHT, 0.4), 1)
    for area in desk.areas:
        if area.holder.pocket and min(area.box[2:]) * camera.scale >= _MIN_POCKET_SIZE:
            _draw_pocket(canvas, desk, area)


def _draw_pocket(canvas: Canvas, desk: TableInteraction, area: Area) -> None:
    center, radius = desk.camera.to_screen(area.middle), min(area.box[2:]) * desk.camera.scale / 2
    canvas.circle(center, radius + 1, mix(WOOD_DARK, BLACK, 0.2))
    canvas.circle((center[0], center[1] + radius * 0.12), radius * 0.9, mix(WOOD_DARK, BLACK, 0.75))
    if area.holder.name in desk.chosen:
        canvas.circle(center, radius + 4, BRASS_LIGHT, 3)


def area_box(desk: TableInteraction, area: Area) -> Rect:
    """Return the box of a holder's area on the screen."""
    x, y, width, height = area.box
    left, top = desk.camera.to_screen((x, y + height))
    return Rect(left, top, width * desk.camera.scale, height * desk.camera.scale)


def area_title(desk: TableInteraction, area: Area) -> Words:
    """Return the name of a holder."""
    holder = area.holder
    title = translate_word(holder.title or holder.name)
    if holder.seat is None:
        return title
    return m("{who}'s {place}", who=desk.table.controller.names[holder.seat], place=title)


def draw_areas(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw holders: their edges, their names and their counts."""
    boxes = {area.holder.name: area_box(desk, area) for area in desk.areas}
    for area in desk.areas:
        if not area.holder.pocket:
            _draw_edge(canvas, desk, area, boxes[area.holder.name])
    counts = [_count_box(boxes[area.holder.name]) for area in desk.areas if area.contents.count > 1]
    alone = [piece for piece in desk.pieces if piece.holder is None and piece.shape != "board"]
    loose = [_piece_box(desk, piece) for piece in alone]
    loose += [
        badges.badge_box(desk, piece) for piece in alone if badges.has_badge(piece, piece.size[0] * desk.camera.scale)
    ]
    loose += [badges.name_box(canvas, desk, piece) for piece in alone if piece.name]
    taken: list[Rect] = []
    visible = Rect(desk.camera.rect)
    for area in desk.areas:
        name, box = area.holder.name, boxes[area.holder.name]
        # The points of backgammon are too narrow for names: the panel names the chosen one.
        tells_little = box.width < _MIN_LABEL_WIDTH / 2 or _NUMBERED.fullmatch(area.holder.title or name) is not None
        is_unnamed = len(desk.areas) > _MANY_HOLDERS and tells_little and name not in desk.chosen
        if is_unnamed or (area.holder.pocket and not area.contents.count) or not box.colliderect(visible):
            continue
        if area.holder.lays in ("column", "rising") and box.width < _MIN_COLUMN_WIDTH:
            continue
        obstacles = [area_rect for key, area_rect in boxes.items() if key != name] + counts + taken + desk.covered_boxes
        taken.append(_draw_label(canvas, desk, area, box, obstacles, loose))
    desk.name_boxes = taken


def _count_box(box: Rect) -> Rect:
    """Return the box of a pile's badge.

    It is over the upper right corner of what is in the middle of its place.
    """
    return Rect(box.right - 22, box.y - 16, 34, 32)


def _piece_box(desk: TableInteraction, piece: PlacedPiece) -> Rect:
    """Return the box of a loose piece on the screen, at any angle."""
    side = max(piece.size) * desk.camera.scale
    box = Rect(0, 0, side, side)
    box.center = desk.camera.to_screen(piece.position)
    return box


def board_box(desk: TableInteraction, piece: PlacedPiece) -> Rect:
    """Return the upright box that a board covers, at any angle."""
    width, height = bounding_size(piece.size, piece.angle)
    box = Rect(0, 0, width * desk.camera.scale, height * desk.camera.scale)
    box.center = desk.camera.to_screen(piece.position)
    return box


def _draw_edge(canvas: Canvas, desk: TableInteraction, area: Area, box: Rect) -> None:
    """Draw a shallow tray; that of a seat has its colour and its name."""
    colour = PAPER if area.holder.seat is None else seat_colour(area.holder.seat)
    canvas.fill(box, BLACK, 6, alpha=46)
    if area.holder.name in desk.chosen:
        canvas.frame(box.inflate(4, 4), BRASS_LIGHT, 3, 7)
    else:
        canvas.frame(box.inflate(4, 4), mix(colour, BLACK, 0.15), 1.5, 7)


def _draw_label(
    canvas: Canvas, desk: TableInteraction, area: Area, box: Rect, obstacles: list[Rect], loose: list[Rect]
) -> Rect:
    """Draw the name of a holder where nothing else is, and return its box.

    It is off the table if the holder is at the edge, else below or above the holder; on `loose` pieces only if no other
    place is left, and if no place is free, where it hides least.
    """
    quarters = desk.reading_quarters if area.holder.seat is None else desk.quarters[area.holder.seat]
    boards = [board_box(desk, piece) for piece in desk.pieces if piece.shape == "board"]
    wordings = _list_wordings(canvas, desk, area, box)
    labels = [label for lines in wordings for label in _place_label(canvas, box, lines, quarters)]

    def rank(label: _Label) -> tuple[bool, bool, bool, int]:
        """Return a key that puts the nearest place first, with any wording.

        Places over a board or the table's edge are later, and wordings without the count last; the badge has it, too.
        """
        is_uncounted = area.contents.count > 1 and not _has_count(label.lines)
        is_on_edge = _crosses(label.box, desk.camera.table_rect)
        return is_uncounted, label.box.collidelist(boards) >= 0, is_on_edge, label.nearness

    label = _choose_label(desk, sorted(labels, key=rank), obstacles, loose)
    if label.box.collidelist(boards) >= 0:
        canvas.fill(label.box.inflate(6, 2), INK, 5, alpha=150)  # The board may be as light as the words.
    if quarters % 4 == 0:
        _draw_lines(canvas, label.lines, label.box)
        return label.box
    with canvas.rotated(label.box, quarters) as upright:
        _draw_lines(upright, label.lines, upright.area)
    return label.box


def _choose_label(desk: TableInteraction, labels: Sequence[_Label], obstacles: list[Rect], loose: list[Rect]) -> _Label:
    """Return the first label that is off the table, else clear, else hides least."""
    visible, mat = desk.camera.rect, desk.camera.table_rect.inflate(-8, -8)
    free = [label for label in labels if visible.contains(label.box) and label.box.collidelist(obstacles) < 0]
    away = next((label for label in free if not label.box.colliderect(mat)), None)
    clear = away or next((label for label in free if label.box.collidelist(loose) < 0), None)
    if clear is not None:
        return clear
    if free:
        return min(free, key=lambda label: hidden_area(label.box, loose))
    inside = [label._replace(box=label.box.clamp(visible)) for label in labels]
    return min(inside, key=lambda label: (hidden_area(label.box, obstacles), label.nearness))


def _list_wordings(canvas: Canvas, desk: TableInteraction, area: Area, box: Rect) -> list[Sequence[str]]:
    """Return the wordings of a name, in one line or two, the best first.

    No word is broken, and no count is alone in a line.
    """
    title, count = area_title(desk, area), area.contents.count
    full_title = say(m("{place}: {n}", place=title, n=count) if count else title, begin=True)
    wordings: list[Sequence[str]] = []
    for words in dict.fromkeys((full_title, say(title, begin=True))):
        for max_width in (max(box.width, _MIN_LABEL_WIDTH), box.width + 12, _MAX_LABEL_WIDTH):
            lines = canvas.lines(words, max_width, SMALL)
            alone = "".join(lines[-1:]).isdigit()
            if len(lines) <= 2 and " ".join(lines) == words and not alone and lines not in wordings:
                wordings.append(lines)
    return wordings or [(say(title, begin=True),)]


def _place_label(canvas: Canvas, box: Rect, lines: Sequence[str], quarters: int) -> list[_Label]:
    """Return labels with these lines around a holder, the nearest first."""
    width, height = max(canvas.width(line, SMALL) for line in lines) + 4, len(lines) * SMALL * LEADING
    if quarters % 2:
        width, height = height, width
    middle, below, above = box.centerx - width / 2, box.bottom + 4, box.y - 5 - height
    corners = [
        (middle, below),
        (middle, above),
        (box.right + 6, box.centery - height / 2),
        (box.x - 6 - width, box.centery - height / 2),
        (box.x, below),
        (box.right - width, below),
        (box.x, above),
        (box.right - width, above),
        (middle, box.bottom + 6 + SMALL * LEADING),
        (middle, box.y - _BADGE_HEIGHT - height),  # Over the badges of piles.
        (middle, box.y - _BADGE_HEIGHT - 4 - SMALL * LEADING - height),
    ]
    return [_Label(nearness, Rect(*corner, width, height), lines) for nearness, corner in enumerate(corners)]


def _has_count(lines: Sequence[str]) -> bool:
    """True if the count is written, too."""
    return "".join(lines)[-1:].isdigit()


def _crosses(spot: Rect, mat: Rect) -> bool:
    """True if the box would be over the edge of the table."""
    return bool(spot.colliderect(mat.inflate(2 * _RIM_WIDTH, 2 * _RIM_WIDTH))) and not mat.contains(spot)


def hidden_area(spot: Rect, obstacles: Sequence[Rect]) -> float:
    """Return the area of the obstacles that a box would hide."""
    shared = [spot.clip(obstacles[index]) for index in spot.collidelistall(list(obstacles))]
    return sum(overlap.width * overlap.height for overlap in shared)


def _draw_lines(canvas: Canvas, lines: Sequence[str], spot: Rect) -> None:
    """Draw lines in a box, one below the other, light with a dark edge."""
    for index, line in enumerate(lines):
        point = spot.centerx, spot.y + index * SMALL * LEADING
        canvas.text(line, (point[0] + 1, point[1] + 1), SMALL, BLACK, anchor="midtop", max_width=spot.width, alpha=150)
        canvas.text(line, point, SMALL, PAPER, anchor="midtop", max_width=spot.width)
