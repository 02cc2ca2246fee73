"""Lettuce leaves, and edges that ruffle like lettuce.

A leaf is about 100 high, with its middle at (0, 0) and its stalk at the bottom.
"""

import math

from .svg import Node, Point, curve, fill, gouge

OUTLINE: tuple[Node, ...] = (
    (-5, 50, 1), (-9, 34), (-22, 33), (-24, 20), (-35, 16), (-31, 2), (-40, -8), (-30, -18), (-33, -31), (-20, -34),
    (-17, -46), (-5, -43), (5, -50), (13, -42), (24, -43), (26, -31), (36, -25), (31, -13), (39, -2), (30, 8), (31, 20),
    (21, 24), (18, 35), (8, 35), (5, 50, 1),
)  # fmt: skip


def veins() -> str:
    """Return the ribs as one path of gouge marks."""
    out = gouge((0, 48), (2, -38), 5, 1)
    for y, reach, rise in ((24, 19, 14), (8, 26, 17), (-8, 25, 16), (-22, 17, 12)):
        out += gouge((0, y + 4), (-reach, y - rise + 4), 3.2, -1.5) + gouge((1, y), (reach, y - rise), 3.2, 1.5)
    return out


def leaf(colour: str, vein: str) -> str:
    return fill(curve(OUTLINE), colour) + fill(veins(), vein)


def ruffle(points: list[Point], depth: float, wave: float) -> list[Node]:
    """Return the open line with scallops on its left side.

    Each is about `wave` long and `depth` deep.
    """
    out: list[Node] = []
    for i, (ax, ay) in enumerate(points[:-1]):
        bx, by = points[i + 1]
        length = math.hypot(bx - ax, by - ay)
        count = max(1, round(length / wave))
        nx, ny = (by - ay) / length, (ax - bx) / length
        for k in range(count):
            out.append((ax + (bx - ax) * k / count, ay + (by - ay) * k / count, 1))
            for share, factor in ((0.25, 0.8), (0.6, 1.1)):
                t = (k + share) / count
                out.append((ax + (bx - ax) * t + nx * depth * factor, ay + (by - ay) * t + ny * depth * factor))
    out.append((*points[-1], 1))
    return out


def frill(nodes: list[Point], steps: int, depth: float, wave: float) -> list[Node]:
    """Return a smooth open line through the nodes, then ruffled."""
    return ruffle([_on_spline(nodes, (len(nodes) - 1) * k / steps) for k in range(steps + 1)], depth, wave)


def _on_spline(nodes: list[Point], t: float) -> Point:
    i = min(int(t), len(nodes) - 2)
    u = t - i
    a, b = nodes[max(i - 1, 0)], nodes[i]
    c, d = nodes[i + 1], nodes[min(i + 2, len(nodes) - 1)]

    def axis(k: int) -> float:
        p, q, r, s = a[k], b[k], c[k], d[k]
        return 0.5 * (2 * q + (r - p) * u + (2 * p - 5 * q + 4 * r - s) * u**2 + (3 * q - p - 3 * r + s) * u**3)

    return (axis(0), axis(1))
