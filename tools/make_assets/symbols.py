"""The six card symbols of Grenade Salad as lino cuts, each drawn on 100 x 100."""

from .svg import (
    EMBER,
    INK,
    PAPER,
    arc_gouge,
    bar,
    curve,
    cut,
    document,
    ellipse,
    fill,
    gouge,
    group,
    polar,
    poly,
    rect,
    ring,
    rough_star,
)

NAMES = ("pointer", "circles", "hammers", "arrow", "explosion", "footpath")


def _pointer() -> str:
    drop = "M50 91C45 73 20 60 20 36C20 19 33 6 50 6C67 6 80 19 80 36C80 60 55 73 50 91Z"
    light = "".join(arc_gouge(50, 36, 24 + k * 2.4, -112 - k * 7, -32 + k * 12, 2.2 - k * 0.7) for k in range(2))
    light += gouge((31, 56), (44, 74), 2.6, 1) + gouge((39, 57), (47, 72), 2, 0.6)
    ground = gouge((8, 88), (40, 95), 4.2, 2.5) + gouge((60, 95), (92, 88), 4.2, 2.5)
    ground += gouge((22, 82), (38, 86), 2.6, 1) + gouge((62, 86), (78, 82), 2.6, 1)
    return (
        fill(drop + ellipse(50, 36, 14.5, is_hole=True))
        + fill(ellipse(50, 36, 9.5), EMBER)
        + fill(light, PAPER)
        + fill(ground)
    )


def _circles() -> str:
    out = ""
    for k, (cx, cy, core) in enumerate(((50, 26, EMBER), (27, 69, INK), (73, 69, INK))):
        out += fill(ring(cx, cy, 22.5, 13.5)) + fill(ellipse(cx, cy, 8.2), core)
        out += fill(
            arc_gouge(cx, cy, 18.6, -150 + 20 * k, -60 + 14 * k, 1.7) + arc_gouge(cx, cy, 17.4, 25, 85 - 9 * k, 1.4),
            PAPER,
        )
    return out


def _hammer() -> str:
    handle = poly(cut([(-4.6, -22), (4.6, -22), (6.2, 52), (-6.2, 52)], "handle", 0.35, 20))
    head = curve([(-25, -42, 1), (25, -44, 1), (27.5, -33), (25, -19, 1), (-25, -21, 1), (-27.5, -32)])
    grain = "".join(gouge((-1.8 + 2.6 * k, -10 + 9 * k), (-2.4 + 3.2 * k, 22 + 12 * k), 1.3) for k in range(2))
    grain += gouge((-17, -39), (-17.5, -25), 2.2, 0.8) + gouge((17, -40), (17.5, -24), 2.2, -0.8)
    grain += gouge((-12, -37.5), (11, -38.5), 1.8) + gouge((-9, -31), (7, -31.5), 1.5) + gouge((-5.5, 44), (5.5, 44), 2)
    rim = paper_rim(handle + head)
    return rim + fill(handle + head) + fill(grain, PAPER)


def paper_rim(d: str, width: float = 6.0) -> str:
    """A rim of bare paper around a shape that overlaps another."""
    return f'<path fill="{PAPER}" stroke="{PAPER}" stroke-width="{width}" stroke-linejoin="round" d="{d}"/>'


def _hammers() -> str:
    return group(_hammer(), transform="translate(48 52) rotate(45) scale(-1 1)") + group(
        _hammer(), transform="translate(52 52) rotate(-45)"
    )


def _arrow() -> str:
    shaft = bar((-36, 0), (22, 0), 8.6, 8.6)
    head = curve([(18, -22, 1), (52, 0, 1), (18, 22, 1), (26, 9), (26, -9)])
    feathers = ""
    for side in (-1, 1):
        for k in range(3):
            x = -50 + 13 * k
            feathers += poly([(x, side * 17), (x + 9.5, side * 17), (x + 19, side * 5.4), (x + 9.5, side * 5.4)])
    cuts = gouge((-28, -1.2), (-2, -0.8), 1.5) + gouge((2, 1), (19, 1), 1.3)
    light = gouge((28, -13), (43, -1.5), 1.8) + gouge((28.5, -7), (37, -0.8), 1.5)
    body = fill(shaft + feathers) + fill(head, EMBER) + fill(cuts, PAPER) + fill(light, PAPER)
    return group(body, transform="translate(49.5 50.5) rotate(-45) scale(1.06)")


def _explosion() -> str:
    outer = poly(rough_star(50, 50, 50, 30, 11, "boom", 0.13))
    middle = poly(rough_star(50, 50, 33, 19, 11, "boom-b", 0.12))
    core = poly(rough_star(50, 50, 16, 8.5, 9, "boom-c", 0.12))
    sparks = "".join(
        gouge(polar(50, 50, 36, a), polar(50, 50, 41.5, a + 2), 1.6)
        for a in (14, 48, 80, 115, 147, 180, 212, 245, 278, 310, 343)
    )
    return fill(outer) + fill(sparks, PAPER) + fill(middle, EMBER) + fill(core, PAPER)


def _boot() -> str:
    sole = curve(
        [(-2, -30), (9, -27), (14, -14), (11, 2), (7.5, 10, 1), (-8.5, 9, 1), (-12, -4), (-13.5, -17), (-10, -27)]
    )
    heel = curve([(-8, 14.5, 1), (7.2, 15.5, 1), (8.2, 24), (5, 31), (-2, 32.5), (-8, 29), (-9.5, 22)])
    tread = "".join(
        gouge((-10.5 + abs(k) * 0.6, -14 + 7 * k), (10.5 - abs(k) * 0.6, -15.5 + 7 * k), 2.1) for k in range(-1, 3)
    )
    tread += gouge((-6.5, 21), (6.5, 22), 1.8) + gouge((-5.5, 26), (5, 26.5), 1.6)
    return fill(sole + heel) + fill(tread, PAPER)


def _footpath() -> str:
    left = group(_boot(), transform="translate(30 63) rotate(14) scale(-1.1 1.1)")
    right = group(_boot(), transform="translate(66 38) rotate(14) scale(1.1 1.1)")
    trap = (
        fill(ellipse(80, 85, 10.5, 6.2), EMBER)
        + fill(rect(77, 73.5, 6, 8, 1.5))
        + fill(gouge((73, 85), (84, 87.5), 1.2), PAPER)
    )
    return left + right + trap


def symbol(name: str) -> str:
    """Return the drawing of a symbol, to be placed in any picture."""
    drawings = {
        "pointer": _pointer,
        "circles": _circles,
        "hammers": _hammers,
        "arrow": _arrow,
        "explosion": _explosion,
        "footpath": _footpath,
    }
    return drawings[name]()


def files() -> dict[str, str]:
    return {f"symbols/{name}.svg": document(100, 100, symbol(name)) for name in NAMES}
