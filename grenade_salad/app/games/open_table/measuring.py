"""Ruler, sight line and circle: tools that all people at the screen see.

They are no pieces and in no record. The mouse or a finger draws them from end to end; arrows move one end, in mm;
+ and - change the circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, dist, hypot, inf, sin
from typing import Literal

from grenade_salad.app.games.open_table.badges import draw_plate
from grenade_salad.app.games.open_table.interaction import TableInteraction, Tool
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.app.games.open_table.render import piece_name
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, EMBER, INK, SMALL
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, covers_point
from grenade_salad.text import Length, Words, m

BLAST_RADIUS = 28.2
"""Millimetres of the blast of a tile of 50 mm (GS-19)."""
FINE_STEP, COARSE_STEP = 1.0, 10.0
"""Millimetres that an arrow moves an end, without and with Shift."""
_START_LENGTH = 100.0
"""Millimetres between the ends of a new tool."""
_MAX_RADIUS = 5000.0
"""Millimetres of the largest circle: the size of the largest table."""
_ROUND_SHAPES = ("disc", "pawn")


def take_tool(desk: TableInteraction, kind: Literal["ruler", "sight", "circle"]) -> None:
    """Take a tool up at the chosen piece or in the middle; one in use stays there."""
    tool = desk.tool
    if tool is None:
        piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
        start = desk.camera.middle if piece is None else piece.position
        end = start if kind == "circle" else _clamp_to_table(desk, (start[0] + _START_LENGTH, start[1]))
        tool = Tool(kind, start, end, BLAST_RADIUS)
    desk.chosen, desk.card_index = [], None
    desk.ask("measure")
    desk.tool = replace(tool, kind=kind)


def list_commands(desk: TableInteraction) -> list[MenuCommand]:
    """Return the commands that take a tool up, and those of the current tool."""
    tool = desk.tool
    # Translators: tools for measuring: a ruler, a straight line of sight, a circle around a point
    tools = {"ruler": m("Ruler"), "sight": m("Sight line"), "circle": m("Circle", context="a tool")}
    other_tools = [
        MenuCommand(name, operation="tool", argument=kind)
        for kind, name in tools.items()
        if tool is None or tool.kind != kind
    ]
    if tool is None:
        return other_tools
    # Translators: a button: the ruler is not needed any more
    put_away = MenuCommand(m("Put it away"), "measure", operation="tool", argument="away")
    if tool.kind == "circle":
        # Translators: buttons: the circle's radius
        size = [
            MenuCommand(m("Larger"), "closer", operation="tool", argument="more"),
            MenuCommand(m("Smaller"), "farther", operation="tool", argument="less"),
        ]
        return [put_away, *size, *other_tools]
    # Translators: a button: the arrows move the other end of the ruler from now on
    return [put_away, MenuCommand(m("The other end"), operation="tool", argument="swap"), *other_tools]


def apply_command(desk: TableInteraction, command: str) -> None:
    """Apply a button of the tool."""
    match command:
        case "ruler" | "sight" | "circle":
            take_tool(desk, command)
        case "swap" if desk.tool is not None:
            desk.tool.start, desk.tool.end = desk.tool.end, desk.tool.start
        case "more" | "less" if desk.tool is not None:
            grow_circle(desk.tool, FINE_STEP if command == "more" else -FINE_STEP)
        case _:
            desk.ask("")


def grow_circle(tool: Tool, by: float) -> None:
    """Make the radius of the circle larger by `by` mm."""
    tool.radius = min(_MAX_RADIUS, max(1.0, round(tool.radius + by, 1)))


def move_end(desk: TableInteraction, x: float, y: float) -> None:
    """Move the end of the tool by `x` and `y` mm."""
    if desk.tool is not None:
        desk.tool.end = _clamp_to_table(desk, (desk.tool.end[0] + x, desk.tool.end[1] + y))


def draw_out(desk: TableInteraction, start: Point, end: Point) -> None:
    """Draw the tool from one point of the screen to another."""
    if desk.tool is not None:
        desk.tool.start = _clamp_to_table(desk, desk.camera.to_table(start))
        desk.tool.end = _clamp_to_table(desk, desk.camera.to_table(end))


def _clamp_to_table(desk: TableInteraction, position: Spot) -> Spot:
    width, height = desk.view.box.table
    return round(min(max(position[0], 0.0), width), 1), round(min(max(position[1], 0.0), height), 1)


# Results


def outline(piece: PlacedPiece) -> list[Spot]:
    """Return the corners of a piece in mm, in order; none if it is round."""
    if piece.kind is not None and piece.kind.corners:
        corners = list(piece.kind.corners)
    elif piece.shape in _ROUND_SHAPES:
        return []
    else:
        across, up = piece.size[0] / 2, piece.size[1] / 2
        corners = [(-across, -up), (across, -up), (across, up), (-across, up)]
    cosine, sine = cos(piece.angle), sin(piece.angle)
    return [(piece.position[0] + x * cosine - y * sine, piece.position[1] + x * sine + y * cosine) for x, y in corners]


def hit_distance(start: Spot, end: Spot, piece: PlacedPiece) -> float:
    """Return after how many mm the straight line hits the piece; infinity if never."""
    length = dist(start, end)
    if not length:
        return inf
    direction = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    corners = outline(piece)
    if not corners:
        across, up = piece.position[0] - start[0], piece.position[1] - start[1]
        along, aside = across * direction[0] + up * direction[1], up * direction[0] - across * direction[1]
        half = max(piece.size) / 2
        entry = along - (half * half - aside * aside) ** 0.5 if abs(aside) <= half else inf
        return entry if 0 <= entry <= length else inf
    distances = (_crossing_distance(start, direction, a, b) for a, b in _sides(corners))
    return min((distance for distance in distances if 0 <= distance <= length), default=inf)


def _sides(corners: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the ends of each side of a polygon, in order."""
    return pairwise((*corners, corners[0]))


def _crossing_distance(start: Spot, direction: Spot, a: Spot, b: Spot) -> float:
    """Return after how many mm a ray meets the line from `a` to `b`."""
    side = b[0] - a[0], b[1] - a[1]
    across = direction[0] * side[1] - direction[1] * side[0]
    if abs(across) < 1e-12:
        return inf
    to = a[0] - start[0], a[1] - start[1]
    share = (to[0] * direction[1] - to[1] * direction[0]) / across
    return (to[0] * side[1] - to[1] * side[0]) / across if 0 <= share <= 1 else inf


def find_first_hit(desk: TableInteraction, start: Spot, end: Spot) -> tuple[float, PlacedPiece | None]:
    """Return after how many mm the line hits something, and what that is.

    Boards and the pieces that it starts on are ignored.
    """
    hits = [
        (hit_distance(start, end, piece), piece)
        for piece in desk.pieces
        if piece.shape != "board" and not covers_point(piece, start)
    ]
    distance, piece = min(hits, key=lambda hit: hit[0], default=(inf, None))
    return (distance, piece) if distance < inf else (dist(start, end), None)


def edge_distance(piece: PlacedPiece, position: Spot) -> float:
    """Return the distance of a position from the edge of a piece, in mm; 0 is inside."""
    if covers_point(piece, position) and (piece.kind is None or not piece.kind.corners):
        return 0.0
    corners = outline(piece)
    if not corners:
        return max(0.0, dist(position, piece.position) - max(piece.size) / 2)
    sides = [*_sides(corners)]
    if all((b[0] - a[0]) * (position[1] - a[1]) - (b[1] - a[1]) * (position[0] - a[0]) >= 0 for a, b in sides):
        return 0.0
    return min(_line_distance(position, a, b) for a, b in sides)


def _line_distance(position: Spot, a: Spot, b: Spot) -> float:
    side = b[0] - a[0], b[1] - a[1]
    length = side[0] ** 2 + side[1] ** 2
    share = ((position[0] - a[0]) * side[0] + (position[1] - a[1]) * side[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(position[0] - a[0] - share * side[0], position[1] - a[1] - share * side[1])


def find_in_circle(desk: TableInteraction, tool: Tool) -> list[PlacedPiece]:
    """Return the pieces with any part inside the circle, without boards."""
    return [piece for piece in desk.pieces if piece.shape != "board" and edge_distance(piece, tool.end) < tool.radius]


def describe_result(desk: TableInteraction) -> Words:
    """Return the result of the tool in words."""
    tool = desk.tool
    if tool is None:
        # Translators: over buttons: ruler, sight line, circle
        return m("Measure with what?")
    length = dist(tool.start, tool.end)
    if tool.kind == "ruler":
        return m("{far} from end to end", far=Length(round(length, 1)))
    if tool.kind == "circle":
        count = sum(piece.count for piece in find_in_circle(desk, tool))
        return m("{n} thing within {far}", "{n} things within {far}", n=count, far=Length(round(tool.radius, 1)))
    distance, blocker = find_first_hit(desk, tool.start, tool.end)
    if blocker is None:
        return m("Nothing in the way for {far}", far=Length(round(distance, 1)))
    # Translators: {what} is the first thing that a sight line meets
    return m("{what} is in the way after {far}", what=piece_name(blocker), far=Length(round(distance, 1)))


# Drawing


def draw_tool(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the tool over the table, with its result beside it."""
    tool = desk.tool
    if tool is None:
        return
    start, end = desk.camera.to_screen(tool.start), desk.camera.to_screen(tool.end)
    with canvas.clipped(desk.camera.rect):
        if tool.kind == "circle":
            _draw_circle(canvas, desk, tool, end)
        elif tool.kind == "ruler":
            _draw_ruler(canvas, tool, start, end)
        else:
            _draw_sight(canvas, desk, tool, start, end)
    if not desk.table.places.has_log_beside:
        return  # The panel covers the table, and says the same.
    label = describe_result(desk)
    width, visible = canvas.width(label, SMALL, bold=True) + 18, desk.camera.rect
    left = min(max(end[0] + 16, visible.x + 4), visible.right - width - 4)
    top = min(max(end[1] - 44, visible.y + 4), visible.bottom - 32)
    draw_plate(canvas, label, Rect(left, top, width, 28))


def _draw_ends(canvas: Canvas, start: Point, end: Point) -> None:
    canvas.circle(start, 4, BRASS)
    canvas.circle(end, 8, BRASS_LIGHT, 3)


def _draw_ruler(canvas: Canvas, tool: Tool, start: Point, end: Point) -> None:
    """Draw a line with a mark for each cm, a longer one for every fifth."""
    canvas.line(start, end, INK, 5)
    canvas.line(start, end, BRASS_LIGHT, 2.5)
    total = dist(tool.start, tool.end)
    for mark in range(int(total // 10) + 1) if total else ():
        share = mark * 10 / total
        point = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        mark_length = 9.0 if mark % 5 == 0 else 5.0
        length = dist(start, end) or 1.0
        x, y = (end[1] - start[1]) / length * mark_length, (start[0] - end[0]) / length * mark_length
        canvas.line((point[0] - x, point[1] - y), (point[0] + x, point[1] + y), BRASS_LIGHT, 2)
    _draw_ends(canvas, start, end)


def _draw_sight(canvas: Canvas, desk: TableInteraction, tool: Tool, start: Point, end: Point) -> None:
    distance, blocker = find_first_hit(desk, tool.start, tool.end)
    length = dist(tool.start, tool.end)
    canvas.line(start, end, INK, 5)
    if blocker is None or not length:
        canvas.line(start, end, BRASS_LIGHT, 2.5)
    else:
        hit_point = (
            start[0] + (end[0] - start[0]) * distance / length,
            start[1] + (end[1] - start[1]) * distance / length,
        )
        canvas.line(start, hit_point, BRASS_LIGHT, 2.5)
        canvas.line(hit_point, end, EMBER, 2.5)
        canvas.circle(hit_point, 6, EMBER)
        draw_ring(canvas, desk, blocker)
    _draw_ends(canvas, start, end)


def _draw_circle(canvas: Canvas, desk: TableInteraction, tool: Tool, end: Point) -> None:
    radius = tool.radius * desk.camera.scale
    canvas.circle(end, radius, BRASS_LIGHT, alpha=40)
    canvas.circle(end, radius + 2, INK, 2)
    canvas.circle(end, radius + 1, BRASS_LIGHT, 3)
    canvas.circle(end, 4, BRASS)
    for piece in find_in_circle(desk, tool):
        draw_ring(canvas, desk, piece)


def draw_ring(canvas: Canvas, desk: TableInteraction, piece: PlacedPiece) -> None:
    """Draw the edge of a piece that is hit."""
    corners = outline(piece)
    if not corners:
        canvas.circle(desk.camera.to_screen(piece.position), max(piece.size) / 2 * desk.camera.scale + 3, EMBER, 3)
        return
    for a, b in _sides([desk.camera.to_screen(corner) for corner in corners]):
        canvas.line(a, b, EMBER, 3)
