"""The cards of Grenade Salad, 630 x 880: two-colour lino prints.

The ground of each symbol is cut in a different way. The app writes the name on the bare paper below the print: x 40 to
590, y 700 to 850.
"""

import math
import random
from collections.abc import Iterator

from .backs import salad_back
from .playing_cards import HEIGHT, WIDTH, front
from .svg import CREAM, PAPER, Point, cut, document, fill, gouge, group, place, polar, poly, round_cut
from .symbols import NAMES, symbol

LEFT, TOP, RIGHT, BOTTOM = 38.0, 38.0, 592.0, 684.0
CENTRE: Point = (315.0, 372.0)
DISC = 226.0
TAB = 158.0
TINTS = {
    "pointer": "#D3A95B",
    "circles": "#8FA98B",
    "hammers": "#C4946A",
    "arrow": "#84A5B0",
    "explosion": "#E39A6C",
    "footpath": "#A3A872",
}
Cut = tuple[Point, Point, float, float]


def _is_free(points: tuple[Point, Point]) -> bool:
    """True if all points are inside the print, off the disc and off the corner tab."""
    return all(
        LEFT + 12 < x < RIGHT - 12
        and TOP + 12 < y < BOTTOM - 12
        and math.hypot(x - CENTRE[0], y - CENTRE[1]) > DISC + 12
        and not (x < TAB + 10 and y < TAB + 10)
        for x, y in points
    )


def _free_parts(a: Point, b: Point, splits: int = 2) -> Iterator[tuple[Point, Point]]:
    """Yield the cut, or those parts of it that are free."""
    if _is_free((a, b)):
        yield a, b
    elif splits and math.dist(a, b) > 34:
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        yield from _free_parts(a, middle, splits - 1)
        yield from _free_parts(middle, b, splits - 1)


def _rays(rng: random.Random) -> Iterator[Cut]:
    for k in range(96):
        start = DISC + 14 + 10 * (k % 2)
        while start < 480:
            end = start + rng.uniform(34, 90)
            yield polar(*CENTRE, start, k * 3.75), polar(*CENTRE, end, k * 3.75), 4.4, 0.0
            start = end + rng.uniform(10, 26)


def _contours(rng: random.Random) -> Iterator[Cut]:
    for ring in range(11):
        radius, angle = DISC + 22 + 23 * ring, rng.uniform(0, 20)
        while angle < 380:
            size = rng.uniform(7, 17)
            bow = radius * (1 - math.cos(math.radians(size / 2)))
            yield polar(*CENTRE, radius, angle), polar(*CENTRE, radius, angle + size), 4.6, -bow
            angle += size + rng.uniform(1.5, 5)


def _fall(rng: random.Random) -> Iterator[Cut]:
    for column in range(32):
        x, y = LEFT + 18 + 17.3 * column, TOP + rng.uniform(-30, 20)
        while y < BOTTOM:
            size = rng.uniform(26, 74)
            yield (x, y), (x, y + size), 4.0, rng.uniform(-1, 1)
            y += size + rng.uniform(8, 24)


def _basket(rng: random.Random) -> Iterator[Cut]:
    side = 61.5
    for row in range(11):
        for column in range(9):
            x, y = LEFT + 2 + side * column, TOP + 4 + side * row * 0.97
            for k in range(4):
                shift, bow = 9 + 14.4 * k, rng.uniform(-1, 1)
                if (row + column) % 2:
                    yield (x + 5, y + shift), (x + side - 5, y + shift), 4.4, bow
                else:
                    yield (x + shift, y + 5), (x + shift, y + side - 5), 4.4, bow


def _speed(rng: random.Random) -> Iterator[Cut]:
    step = math.sqrt(0.5)
    for row in range(-26, 27):
        along = -500 + rng.uniform(0, 60)
        while along < 500:
            size = rng.uniform(40, 130)
            off = row * 19
            a = (CENTRE[0] + (along - off) * step, CENTRE[1] - (along + off) * step)
            yield a, (a[0] + size * step, a[1] - size * step), 4.4, 0.0
            along += size + rng.uniform(10, 34)


def _grass(rng: random.Random) -> Iterator[Cut]:
    for row in range(19):
        for column in range(14):
            x = LEFT + 22 + 40 * column + (20 if row % 2 else 0) + rng.uniform(-5, 5)
            y = TOP + 44 + 34 * row + rng.uniform(-4, 4)
            for lean in (-1, 0, 1):
                yield (x + 4 * lean, y), (x + 11 * lean, y - 23 + 4 * abs(lean)), 3.6, 1.6 * lean


_GROUNDS = {
    "pointer": _contours,
    "circles": _fall,
    "hammers": _basket,
    "arrow": _speed,
    "explosion": _rays,
    "footpath": _grass,
}


def _print(name: str) -> str:
    edge = poly(cut([(LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM), (LEFT, BOTTOM)], f"print-{name}", 1.8, 46))
    ground = _GROUNDS[name](random.Random(name))
    cuts = "".join(gouge(a, b, width, bend) for start, end, width, bend in ground for a, b in _free_parts(start, end))
    disc = fill(round_cut(*CENTRE, DISC, f"disc-{name}", 0.008, 40), PAPER)
    tab = fill(poly(cut([(28, 28), (TAB, 28), (TAB, TAB), (28, TAB)], f"tab-{name}", 1.4, 42)), CREAM)
    return fill(edge, TINTS[name]) + fill(cuts, CREAM, 0.9) + disc + tab


def card(name: str) -> str:
    """Draw one card as a whole SVG."""
    large = group(symbol(name), transform=place(CENTRE[0] - 187.5, CENTRE[1] - 187.5, 3.75))
    small = group(symbol(name), transform=place(38, 38, 1.06))
    return document(WIDTH, HEIGHT, front(), _print(name), large, small)


def files() -> dict[str, str]:
    out = {f"cards/salad/{name}.svg": card(name) for name in NAMES}
    out["cards/salad/back.svg"] = document(WIDTH, HEIGHT, salad_back())
    return out
