"""Blasts of cut paper, scorch marks, muzzle smoke, and the things that explode."""

import random

from .grenade import mine, painted_grenade
from .svg import CREAM, EMBER, Point, document, ellipse, fill, gouge, group, polar, poly, rough_star

FRAMES = 6
SOOT = "#16100A"
_LAYERS = (
    (96, 62, 14, "#A92F1B", "a"),
    (86, 53, 14, EMBER, "b"),
    (66, 40, 12, "#F0B54A", "c"),
    (46, 26, 11, CREAM, "d"),
)


def _paper(points: list[Point], colour: str, hole: list[Point], lift: float) -> str:
    """Draw a sheet of cut paper and its shadow."""
    sheet = poly(points) + (poly(hole[::-1]) if hole else "")
    shadow = poly((x + lift, y + lift * 1.4) for x, y in points)
    shadow += poly((x + lift, y + lift * 1.4) for x, y in hole[::-1]) if hole else ""
    return fill(shadow, SOOT, 0.32, evenodd=True) + fill(sheet, colour, evenodd=True)


def burst(frame: int) -> str:
    """Draw one frame of a burst on 200 x 200: it opens, tears and drifts apart.

    `frame` is 0 to 5. At its largest it fills the picture: draw it as wide as the blast.
    """
    grow = (0.40, 0.74, 0.95, 1.0, 1.0, 1.0)[frame]
    hollow = (0.0, 0.0, 0.0, 0.36, 0.64, 0.86)[frame]
    out = ""
    for k, (outer, inner, spikes, colour, name) in enumerate(_LAYERS):
        scale = grow * (1.0 if frame < 3 else 1.0 - 0.10 * k * (frame - 2))
        if scale < 0.55 and frame > 3:
            continue
        points = rough_star(100, 100, outer * scale, inner * scale, spikes, f"burst-{name}", 0.13)
        reach = outer * scale * hollow
        hole = rough_star(100, 100, reach, reach * 0.66, spikes, f"hole-{name}", 0.12) if hollow else []
        out += _paper(points, colour, hole, 1.8 + 0.5 * k)
    return out + _scraps(frame)


def _scraps(frame: int) -> str:
    if frame < 2:
        return ""
    rng, out = random.Random("scraps"), ""
    for k in range(26):
        angle, speed = k * 360 / 26 + rng.uniform(-6, 6), rng.uniform(0.72, 1.0)
        size, turn = rng.uniform(4.5, 8.5) * (1.25 - 0.14 * frame), rng.uniform(0, 120) + 30 * frame
        colour = (EMBER, CREAM, "#F0B54A", "#A92F1B")[k % 4]
        x, y = polar(100, 100, min(94.0, speed * (52 + 12 * frame)), angle)
        corners = [
            polar(x, y, size * distance, turn + angle_offset)
            for distance, angle_offset in ((1.0, 0), (0.7, 80), (0.9, 170), (0.6, 260))
        ]
        out += _paper(corners, colour, [], 1.2)
    return out


def scorch() -> str:
    """Draw the scorch mark of a blast on the linen: sooty, ragged, brown at the rim.

    It is half transparent.
    """
    out = fill(poly(rough_star(100, 100, 92, 74, 31, "singe", 0.09)), "#4A2C14", 0.30)
    for k, (outer, alpha) in enumerate(((84, 0.16), (72, 0.18), (58, 0.2), (42, 0.22), (26, 0.24))):
        out += fill(poly(rough_star(100, 100, outer, outer * 0.80, 27 - 3 * k, f"scorch-{k}", 0.12)), SOOT, alpha)
    rng, lines = random.Random("scorch-lines"), ""
    for k in range(30):
        angle, start = 12 * k + rng.uniform(-4, 4), rng.uniform(46, 66)
        lines += gouge(polar(100, 100, start, angle), polar(100, 100, start + rng.uniform(14, 30), angle), 2.4)
    return out + fill(lines, SOOT, 0.4)


def _puff(x: float, y: float, radius: float, name: str) -> str:
    """Draw a cloud cut out of paper: scallops around a middle."""
    rng = random.Random(name)
    lobes = [
        (polar(x, y, radius * 0.62, k * 60 + rng.uniform(-9, 9)), radius * rng.uniform(0.42, 0.56)) for k in range(6)
    ]
    shape = ellipse(x, y, radius * 0.7) + "".join(ellipse(cx, cy, r) for (cx, cy), r in lobes)
    return group(fill(shape, SOOT, 0.28), transform="translate(1.2 1.8)") + fill(shape, CREAM)


def shot() -> str:
    """Draw a muzzle's flash and smoke on 100 x 100.

    It fires to the right from the middle of the left edge.
    """
    flame: list[Point] = [
        (0, 50), (24, 33), (22, 42), (52, 25), (43, 40), (98, 50), (43, 60), (52, 75), (22, 58), (24, 67),
    ]  # fmt: skip
    middle: list[Point] = [
        (1, 50), (22, 39), (21, 45), (43, 35), (37, 44), (78, 50), (37, 56), (43, 65), (21, 55), (22, 61),
    ]  # fmt: skip
    core: list[Point] = [(3, 50), (20, 44), (36, 46.5), (58, 50), (36, 53.5), (20, 56)]
    smoke = _puff(22, 24, 11, "p1") + _puff(38, 14, 7, "p2") + _puff(20, 77, 10, "p3") + _puff(36, 87, 7, "p4")
    return smoke + _paper(flame, EMBER, [], 1.2) + _paper(middle, "#F0B54A", [], 1.0) + fill(poly(core), CREAM)


def files() -> dict[str, str]:
    out = {f"blast/paper_burst_{frame}.svg": document(200, 200, burst(frame)) for frame in range(FRAMES)}
    out["blast/scorch.svg"] = document(200, 200, scorch())
    out["blast/shot.svg"] = document(100, 100, shot())
    out["blast/grenade.svg"] = document(100, 100, painted_grenade())
    out["blast/mine.svg"] = document(100, 100, mine())
    return out
