"""Ruler, sight line and circle: they are no pieces and in no record; everybody at the screen sees them.

The mouse or a finger draws them from where to where; arrows move one end, in mm; + and - change the circle.
"""

from __future__ import annotations

from math import cos, dist, hypot, inf, sin

from grenade_salad.app.games.open_table.interaction import Desk, Tool
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, EMBER, INK, PAPER, SMALL
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import Lying, covers
from grenade_salad.text import Length, Words, m

BLAST = 28.2
"""Millimetres: the radius of the blast of a tile of 50 mm (GS-19)."""
FINE, COARSE = 1.0, 10.0
"""Millimetres that an arrow moves an end, without and with Shift."""
_FAR = 100.0
"""How far the other end is at first."""
_ROUND = ("disc", "pawn")


def take(desk: Desk, kind: str) -> None:
    """Take that tool up, at what is chosen or in the middle; one that is measured with stays where it is."""
    old = desk.tool
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    at = desk.camera.middle if one is None else one.at
    start, end = (at, _on_table(desk, (at[0] + _FAR, at[1]))) if old is None else (old.start, old.end)
    radius = BLAST if old is None else old.radius
    desk.chosen, desk.card = [], None
    desk.ask("measure")
    match kind:
        case "ruler":
            desk.tool = Tool("ruler", start, end, radius)
        case "sight":
            desk.tool = Tool("sight", start, end, radius)
        case "circle":
            desk.tool = Tool("circle", start, start if old is None else end, radius)


def answers(desk: Desk) -> list[Verb]:
    """Which tool; of the one that is taken up, what can be done with it."""
    tool = desk.tool
    # Translators: tools for measuring: a ruler, a straight line of sight, a circle around a point
    tools = {"ruler": m("Ruler"), "sight": m("Sight line"), "circle": m("Circle", context="a tool")}
    others = [Verb(words, does="tool", what=kind) for kind, words in tools.items() if tool is None or tool.kind != kind]
    if tool is None:
        return others
    # Translators: a button: the ruler is not needed any more
    done = Verb(m("Put it away"), "measure", does="tool", what="away")
    if tool.kind == "circle":
        # Translators: buttons: the circle's radius
        size = [
            Verb(m("Larger"), "closer", does="tool", what="more"),
            Verb(m("Smaller"), "farther", does="tool", what="less"),
        ]
        return [done, *size, *others]
    # Translators: a button: the arrows move the other end of the ruler from now on
    return [done, Verb(m("The other end"), does="tool", what="swap"), *others]


def use(desk: Desk, what: str) -> None:
    """A button of the tool was pressed."""
    tool = desk.tool
    if what in ("ruler", "sight", "circle"):
        take(desk, what)
    elif what == "away" or tool is None:
        desk.ask("")
    elif what == "swap":
        tool.start, tool.end = tool.end, tool.start
    else:
        grow(tool, FINE if what == "more" else -FINE)


def grow(tool: Tool, by: float) -> None:
    """The circle is so many mm larger."""
    tool.radius = min(5000.0, max(1.0, round(tool.radius + by, 1)))


def shift(desk: Desk, x: float, y: float) -> None:
    """The end goes on by so many mm."""
    if desk.tool is not None:
        desk.tool.end = _on_table(desk, (desk.tool.end[0] + x, desk.tool.end[1] + y))


def draw_out(desk: Desk, start: Point, end: Point) -> None:
    """The pointer went from there to there on the screen."""
    if desk.tool is not None:
        desk.tool.start = _on_table(desk, desk.camera.to_table(start))
        desk.tool.end = _on_table(desk, desk.camera.to_table(end))


def _on_table(desk: Desk, at: Spot) -> Spot:
    wide, high = desk.view.box.table
    return round(min(max(at[0], 0.0), wide), 1), round(min(max(at[1], 0.0), high), 1)


# what they tell


def outline(one: Lying) -> list[Spot]:
    """The corners of a piece in mm, in order; none if it is round."""
    if one.kind is not None and one.kind.corners:
        corners = list(one.kind.corners)
    elif one.shape in _ROUND:
        return []
    else:
        across, up = one.size[0] / 2, one.size[1] / 2
        corners = [(-across, -up), (across, -up), (across, up), (-across, up)]
    cosine, sine = cos(one.angle), sin(one.angle)
    return [(one.at[0] + x * cosine - y * sine, one.at[1] + x * sine + y * cosine) for x, y in corners]


def hit(start: Spot, end: Spot, one: Lying) -> float:
    """After how many mm the straight line meets the piece; infinity if it does not."""
    length = dist(start, end)
    if not length:
        return inf
    way = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    corners = outline(one)
    if not corners:
        across, up = one.at[0] - start[0], one.at[1] - start[1]
        along, aside = across * way[0] + up * way[1], up * way[0] - across * way[1]
        half = max(one.size) / 2
        far = along - (half * half - aside * aside) ** 0.5 if abs(aside) <= half else inf
        return far if 0 <= far <= length else inf
    found = (_crossing(start, way, a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))
    return min((far for far in found if 0 <= far <= length), default=inf)


def _crossing(start: Spot, way: Spot, a: Spot, b: Spot) -> float:
    """After how many mm a ray meets the line from `a` to `b`."""
    side = b[0] - a[0], b[1] - a[1]
    across = way[0] * side[1] - way[1] * side[0]
    if abs(across) < 1e-12:
        return inf
    to = a[0] - start[0], a[1] - start[1]
    share = (to[0] * way[1] - to[1] * way[0]) / across
    return (to[0] * side[1] - to[1] * side[0]) / across if 0 <= share <= 1 else inf


def met(desk: Desk, start: Spot, end: Spot) -> tuple[float, Lying | None]:
    """What the line meets first, and after how many mm; what it begins on is not met, nor are boards."""
    others = [one for one in desk.things if one.shape != "board" and not covers(one, start)]
    found = min(((hit(start, end, one), index) for index, one in enumerate(others)), default=(inf, 0))
    return (found[0], others[found[1]]) if found[0] < inf else (dist(start, end), None)


def far_from(one: Lying, at: Spot) -> float:
    """How far a point is from the edge of a piece, in mm; 0 inside."""
    if covers(one, at) and (one.kind is None or not one.kind.corners):
        return 0.0
    corners = outline(one)
    if not corners:
        return max(0.0, dist(at, one.at) - max(one.size) / 2)
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    if all((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0 for a, b in sides):
        return 0.0
    return min(_from_line(at, a, b) for a, b in sides)


def _from_line(at: Spot, a: Spot, b: Spot) -> float:
    side = b[0] - a[0], b[1] - a[1]
    length = side[0] ** 2 + side[1] ** 2
    share = ((at[0] - a[0]) * side[0] + (at[1] - a[1]) * side[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(at[0] - a[0] - share * side[0], at[1] - a[1] - share * side[1])


def touched(desk: Desk, tool: Tool) -> list[Lying]:
    """What has any part inside the circle; boards do not count."""
    return [one for one in desk.things if one.shape != "board" and far_from(one, tool.end) < tool.radius]


def words(desk: Desk) -> Words:
    """What the tool tells."""
    tool = desk.tool
    if tool is None:
        # Translators: over buttons: ruler, sight line, circle
        return m("Measure with what?")
    far = dist(tool.start, tool.end)
    if tool.kind == "ruler":
        return m("{far} from end to end", far=Length(round(far, 1)))
    if tool.kind == "circle":
        number = sum(one.count for one in touched(desk, tool))
        return m("{n} thing within {far}", "{n} things within {far}", n=number, far=Length(round(tool.radius, 1)))
    after, one = met(desk, tool.start, tool.end)
    if one is None:
        return m("Nothing in the way for {far}", far=Length(round(after, 1)))
    # Translators: {what} is the first thing that a sight line meets
    return m("{what} is in the way after {far}", what=name_of(desk, one), far=Length(round(after, 1)))


# how they look


def draw(canvas: Canvas, desk: Desk) -> None:
    """The tool over the table, with what it tells beside it."""
    tool = desk.tool
    if tool is None:
        return
    start, end = desk.camera.to_screen(tool.start), desk.camera.to_screen(tool.end)
    with canvas.clipped(desk.camera.rect):
        if tool.kind == "circle":
            _circle(canvas, desk, tool, end)
        elif tool.kind == "ruler":
            _ruler(canvas, tool, start, end)
        else:
            _sight(canvas, desk, tool, start, end)
    if not desk.table.places.log_beside:
        return  # the panel lies over the table, and says the same
    label = words(desk)
    wide, seen = canvas.width(label, SMALL, bold=True) + 18, desk.camera.rect
    left = min(max(end[0] + 16, seen.x + 4), seen.right - wide - 4)
    top = min(max(end[1] - 44, seen.y + 4), seen.bottom - 32)
    box = Rect(left, top, wide, 28)
    canvas.fill(box, INK, 6)
    canvas.text(label, box.center, SMALL, PAPER, bold=True, anchor="center")


def _ends(canvas: Canvas, start: Point, end: Point) -> None:
    canvas.circle(start, 4, BRASS)
    canvas.circle(end, 8, BRASS_LIGHT, 3)


def _ruler(canvas: Canvas, tool: Tool, start: Point, end: Point) -> None:
    """A line with a mark for each cm, a longer one for each 5."""
    canvas.line(start, end, INK, 5)
    canvas.line(start, end, BRASS_LIGHT, 2.5)
    far = dist(tool.start, tool.end)
    for mark in range(int(far // 10) + 1) if far else ():
        share = mark * 10 / far
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        long = 9.0 if mark % 5 == 0 else 5.0
        aside = (end[1] - start[1]), (start[0] - end[0])
        length = hypot(*aside) or 1.0
        off = aside[0] / length * long, aside[1] / length * long
        canvas.line((at[0] - off[0], at[1] - off[1]), (at[0] + off[0], at[1] + off[1]), BRASS_LIGHT, 2)
    _ends(canvas, start, end)


def _sight(canvas: Canvas, desk: Desk, tool: Tool, start: Point, end: Point) -> None:
    far, one = met(desk, tool.start, tool.end)
    whole = dist(tool.start, tool.end)
    canvas.line(start, end, INK, 5)
    if one is None or not whole:
        canvas.line(start, end, BRASS_LIGHT, 2.5)
    else:
        at = start[0] + (end[0] - start[0]) * far / whole, start[1] + (end[1] - start[1]) * far / whole
        canvas.line(start, at, BRASS_LIGHT, 2.5)
        canvas.line(at, end, EMBER, 2.5)
        canvas.circle(at, 6, EMBER)
        ring(canvas, desk, one)
    _ends(canvas, start, end)


def _circle(canvas: Canvas, desk: Desk, tool: Tool, end: Point) -> None:
    radius = tool.radius * desk.camera.scale
    canvas.circle(end, radius, BRASS_LIGHT, alpha=40)
    canvas.circle(end, radius + 2, INK, 2)
    canvas.circle(end, radius + 1, BRASS_LIGHT, 3)
    canvas.circle(end, 4, BRASS)
    for one in touched(desk, tool):
        ring(canvas, desk, one)


def ring(canvas: Canvas, desk: Desk, one: Lying) -> None:
    """The edge of a piece that is met."""
    corners = outline(one)
    if not corners:
        canvas.circle(desk.camera.to_screen(one.at), max(one.size) / 2 * desk.camera.scale + 3, EMBER, 3)
        return
    points = [desk.camera.to_screen(at) for at in corners]
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        canvas.line(a, b, EMBER, 3)
