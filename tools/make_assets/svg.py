"""Helpers that write SVG for nanosvg: paths, flat colours, groups and transforms."""

import math
import random
from collections.abc import Iterable, Sequence

INK = "#1F2A38"
PAPER = "#F4EAD5"
CREAM = "#FBF5E6"
EMBER = "#E4572E"
RED = "#C23B22"
BRASS = "#C8963E"
WOOD = "#8A5E3B"
DARK_WOOD = "#6B4528"
MAT = "#2B423C"
LEAF = "#5E8C4A"
PALE_LEAF = "#A9C47F"
DARK_LEAF = "#2F5D3A"
WHITE = "#FFFFFF"

Point = tuple[float, float]
Node = tuple[float, float] | tuple[float, float, int]


def num(value: float) -> str:
    """Format a coordinate with two decimals at most, without a trailing zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def document(width: float, height: float, *body: str, defs: str = "") -> str:
    """Return a whole SVG file with this view box."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
    head += f'width="{num(width)}" height="{num(height)}">'
    inner = (f"<defs>{defs}</defs>" if defs else "") + "\n".join(body)
    return f"{head}\n{inner}\n</svg>\n"


def group(*body: str, transform: str = "", opacity: float = 1.0) -> str:
    attributes = f' transform="{transform}"' if transform else ""
    attributes += f' opacity="{num(opacity)}"' if opacity != 1.0 else ""
    return f"<g{attributes}>" + "\n".join(body) + "</g>"


def place(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return a transform: to (x, y), turned by degrees, scaled."""
    parts = [f"translate({num(x)} {num(y)})"]
    if turn:
        parts.append(f"rotate({num(turn)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.4f})")
    return " ".join(parts)


def fill(d: str, colour: str = INK, opacity: float = 1.0, evenodd: bool = False) -> str:
    """A filled path."""
    extra = f' fill-opacity="{num(opacity)}"' if opacity != 1.0 else ""
    extra += ' fill-rule="evenodd"' if evenodd else ""
    return f'<path fill="{colour}"{extra} d="{d}"/>'


def stroke(d: str, colour: str = INK, width: float = 2.0, cap: str = "round", opacity: float = 1.0) -> str:
    """A stroked, unfilled path."""
    extra = f' stroke-opacity="{num(opacity)}"' if opacity != 1.0 else ""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="{cap}" '
        f'stroke-linejoin="round"{extra} d="{d}"/>'
    )


def shape(d: str, colour: str, line: float = 5.0) -> str:
    """A filled shape with an outline of ink."""
    return f'<path fill="{colour}" stroke="{INK}" stroke-width="{num(line)}" stroke-linejoin="round" d="{d}"/>'


def poly(points: Iterable[Point], is_closed: bool = True) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if is_closed else "")


def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> str:
    """A rectangle, with round corners if a radius is given."""
    if radius <= 0:
        return poly([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    k = radius * 0.4477
    r, b = x + width, y + height
    return (
        f"M{num(x + radius)} {num(y)}L{num(r - radius)} {num(y)}"
        f"C{num(r - k)} {num(y)} {num(r)} {num(y + k)} {num(r)} {num(y + radius)}L{num(r)} {num(b - radius)}"
        f"C{num(r)} {num(b - k)} {num(r - k)} {num(b)} {num(r - radius)} {num(b)}L{num(x + radius)} {num(b)}"
        f"C{num(x + k)} {num(b)} {num(x)} {num(b - k)} {num(x)} {num(b - radius)}L{num(x)} {num(y + radius)}"
        f"C{num(x)} {num(y + k)} {num(x + k)} {num(y)} {num(x + radius)} {num(y)}Z"
    )


def card_paper() -> str:
    """Draw the bare paper of a card of 630 x 880, with its edge."""
    return fill(rect(0, 0, 630, 880, 36), "#D9C9A6") + fill(rect(3, 3, 624, 874, 33), CREAM)


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, is_hole: bool = False) -> str:
    """A closed ellipse as a path; a hole runs in the opposite direction."""
    ry = rx if ry is None else ry
    k = 0.5523
    s = -1.0 if is_hole else 1.0
    points = [
        [(cx + k * rx, cy - s * ry), (cx + rx, cy - s * k * ry), (cx + rx, cy)],
        [(cx + rx, cy + s * k * ry), (cx + k * rx, cy + s * ry), (cx, cy + s * ry)],
        [(cx - k * rx, cy + s * ry), (cx - rx, cy + s * k * ry), (cx - rx, cy)],
        [(cx - rx, cy - s * k * ry), (cx - k * rx, cy - s * ry), (cx, cy - s * ry)],
    ]
    curves = "".join("C" + " ".join(f"{num(x)} {num(y)}" for x, y in three) for three in points)
    return f"M{num(cx)} {num(cy - s * ry)}{curves}Z"


def curve(nodes: Sequence[Node], is_closed: bool = True, tension: float = 1.0) -> str:
    """A smooth line through the nodes (Catmull-Rom).

    A node with a third number is a corner.
    """
    count = len(nodes)
    points = [(float(node[0]), float(node[1])) for node in nodes]
    is_corner = [len(node) > 2 for node in nodes]

    def tangent(i: int) -> Point:
        if is_corner[i] or (not is_closed and i in (0, count - 1)):
            return (0.0, 0.0)
        (ax, ay), (bx, by) = points[(i - 1) % count], points[(i + 1) % count]
        return ((bx - ax) * tension / 6, (by - ay) * tension / 6)

    out = f"M{num(points[0][0])} {num(points[0][1])}"
    for i in range(count if is_closed else count - 1):
        j = (i + 1) % count
        (ax, ay), (bx, by) = points[i], points[j]
        (sx, sy), (tx, ty) = tangent(i), tangent(j)
        if sx == sy == tx == ty == 0.0:
            out += f"L{num(bx)} {num(by)}"
            continue
        out += f"C{num(ax + sx)} {num(ay + sy)} {num(bx - tx)} {num(by - ty)} {num(bx)} {num(by)}"
    return out + ("Z" if is_closed else "")


def gouge(a: Point, b: Point, width: float, bend: float = 0.0) -> str:
    """The mark of a gouge: a sliver that is thickest in the middle.

    It is pointed at both ends; `bend` bows it to the left.
    """
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = (ay - by) / length, (bx - ax) / length
    mx, my = (ax + bx) / 2 + nx * bend * 2, (ay + by) / 2 + ny * bend * 2
    return (
        f"M{num(ax)} {num(ay)}Q{num(mx + nx * width)} {num(my + ny * width)} {num(bx)} {num(by)}"
        f"Q{num(mx - nx * width)} {num(my - ny * width)} {num(ax)} {num(ay)}Z"
    )


def polar(cx: float, cy: float, radius: float, degrees: float) -> Point:
    """The point at an angle; 0 degrees is up, clockwise."""
    angle = math.radians(degrees)
    return (cx + radius * math.sin(angle), cy - radius * math.cos(angle))


def star(cx: float, cy: float, outer: float, inner: float, spikes: int, turn: float = 0.0) -> list[Point]:
    """A regular star's corners, starting with a spike."""
    return [polar(cx, cy, outer if i % 2 == 0 else inner, turn + i * 180 / spikes) for i in range(2 * spikes)]


def rough_star(
    cx: float, cy: float, outer: float, inner: float, spikes: int, seed: str, amount: float = 0.18
) -> list[Point]:
    """A star cut by hand: spikes of uneven length and direction."""
    rng = random.Random(seed)
    points = []
    for i in range(2 * spikes):
        radius = outer if i % 2 == 0 else inner
        radius *= 1 + rng.uniform(-amount, amount if i % 2 else amount * 0.4)
        points.append(polar(cx, cy, radius, (i + rng.uniform(-0.28, 0.28)) * 180 / spikes))
    return points


def cut(points: Sequence[Point], seed: str, amount: float = 0.6, step: float = 14.0) -> list[Point]:
    """The outline as a knife would cut it.

    Long edges are split, and every point is a little off.
    """
    rng = random.Random(seed)
    out: list[Point] = []
    for i, (ax, ay) in enumerate(points):
        bx, by = points[(i + 1) % len(points)]
        parts = max(1, round(math.hypot(bx - ax, by - ay) / step))
        for k in range(parts):
            x, y = ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts
            out.append((x + rng.uniform(-amount, amount), y + rng.uniform(-amount, amount)))
    return out


def round_cut(cx: float, cy: float, radius: float, seed: str, amount: float = 0.02, sides: int = 26) -> str:
    """A disc cut by hand."""
    rng = random.Random(seed)
    return curve([polar(cx, cy, radius * (1 + rng.uniform(-amount, amount)), i * 360 / sides) for i in range(sides)])


def chatter(
    area: tuple[float, float, float, float],
    seed: str,
    angle: float = 30.0,
    spacing: float = 9.0,
    length: float = 22.0,
    width: float = 1.1,
) -> str:
    """Leftover ridges of a carved ground: rows of short slivers, as one path.

    They stay inside the area (x, y, width, height).
    """
    rng = random.Random(seed)
    x0, y0, w, h = area
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = math.hypot(w, h) / 2
    out = ""
    row = -reach
    while row < reach:
        along = -reach + rng.uniform(0, length)
        while along < reach:
            size = length * rng.uniform(0.5, 1.2)
            cx, cy = x0 + w / 2 + dx * along - dy * row, y0 + h / 2 + dy * along + dx * row
            a, b = (cx - dx * size / 2, cy - dy * size / 2), (cx + dx * size / 2, cy + dy * size / 2)
            if all(x0 <= px <= x0 + w and y0 <= py <= y0 + h for px, py in (a, b)):
                out += gouge(a, b, width * rng.uniform(0.5, 1.3), rng.uniform(-0.6, 0.6))
            along += size + length * rng.uniform(0.3, 1.4)
        row += spacing * rng.uniform(0.8, 1.2)
    return out


def arc_gouge(cx: float, cy: float, radius: float, start: float, end: float, width: float) -> str:
    """A gouge mark along a circle, from one angle to another.

    Angles are in degrees, 0 is up, clockwise.
    """
    sagitta = radius * (1 - math.cos(math.radians((end - start) / 2)))
    return gouge(polar(cx, cy, radius, start), polar(cx, cy, radius, end), width, -sagitta)


def rays_around(
    centre: Point,
    angles: Iterable[float],
    near: tuple[float, float],
    far: tuple[float, float],
    area: tuple[float, float, float, float],
    width: float,
) -> str:
    """Gouge marks that point away from a centre, as one path.

    `near` and `far` are the distances of their ends, and by how much those vary. Marks that would leave the area (left,
    top, right, bottom) are left out.
    """
    left, top, right, bottom = area
    out = ""
    for k, angle in enumerate(angles):
        start = polar(*centre, near[0] + near[1] * (k % 2), angle)
        end = polar(*centre, far[0] + far[1] * (k * 7 % 5) / 2, angle)
        if all(left < x < right and top < y < bottom for x, y in (start, end)):
            out += gouge(start, end, width)
    return out


def ring(cx: float, cy: float, outer: float, inner: float) -> str:
    """A ring as one path."""
    return ellipse(cx, cy, outer) + ellipse(cx, cy, inner, is_hole=True)


def bar(a: Point, b: Point, width: float, end_width: float | None = None) -> str:
    """A straight beam from a to b, tapering if end_width is given."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = (ay - by) / length / 2, (bx - ax) / length / 2
    last = width if end_width is None else end_width
    return poly(
        [
            (ax + nx * width, ay + ny * width),
            (bx + nx * last, by + ny * last),
            (bx - nx * last, by - ny * last),
            (ax - nx * width, ay - ny * width),
        ]
    )
