"""The app's emblem: a grenade that is a head of lettuce, on a burst; 400 x 400."""

from .leaves import OUTLINE, frill, veins
from .svg import (
    BRASS,
    CREAM,
    DARK_LEAF,
    EMBER,
    INK,
    LEAF,
    PALE_LEAF,
    Node,
    Point,
    arc_gouge,
    curve,
    ellipse,
    fill,
    gouge,
    group,
    place,
    polar,
    poly,
    ring,
    rough_star,
    shape,
)

BRIGHT = "#84B25C"


def _burst() -> str:
    out = shape(poly(rough_star(200, 206, 192, 138, 15, "logo-burst", 0.07)), INK, 6)
    out += fill(poly(rough_star(200, 206, 178, 130, 15, "logo-burst", 0.07)), EMBER)
    rays = "".join(gouge(polar(200, 206, 124, k * 24), polar(200, 206, 158, k * 24), 5) for k in range(15))
    return out + fill(rays, CREAM)


def _loose_leaf(x: float, y: float, scale: float, turn: float, colour: str, vein: str) -> str:
    drawing = shape(curve(OUTLINE), colour, 6 / scale) + fill(veins(), vein)
    return group(drawing, transform=place(x, y, scale, turn))


def _wrap(edge: list[Point], closing: list[Point], colour: str, ribs: str) -> str:
    """A leaf that wraps the body: a ruffled edge, closed along the body's outline."""
    nodes: list[Node] = [*frill(edge, 9, 6.5, 30), *closing]
    return shape(curve(nodes), colour, 6) + fill(ribs, DARK_LEAF)


def _body() -> str:
    egg = curve(
        [
            (160, 148, 1),
            (240, 148, 1),
            (287, 186),
            (304, 246),
            (284, 314),
            (238, 356),
            (200, 364),
            (162, 356),
            (116, 314),
            (96, 246),
            (113, 186),
        ]
    )
    heart_ribs = gouge((200, 336), (203, 172), 7, 2)
    for y, reach, rise in ((300, 46, 40), (262, 52, 40), (224, 48, 34)):
        heart_ribs += gouge((200, y), (200 - reach, y - rise), 4, -3) + gouge((201, y), (201 + reach, y - rise), 4, 3)
    left = _wrap(
        [(122, 178), (150, 216), (170, 262), (196, 318), (206, 362)],
        [(162, 357), (116, 316), (95, 246), (106, 196)],
        LEAF,
        gouge((190, 352), (116, 214), 6, -10)
        + gouge((150, 310), (106, 262), 4, -3)
        + gouge((134, 272), (104, 228), 3.5, -2)
        + gouge((160, 318), (166, 272), 3.5, 2)
        + gouge((138, 270), (146, 226), 3.5, 2)
        + gouge((172, 338), (128, 318), 4, -2),
    )
    right = _wrap(
        [(194, 362), (214, 310), (232, 264), (252, 218), (280, 180)],
        [(296, 204), (305, 246), (284, 316), (238, 357)],
        BRIGHT,
        gouge((212, 352), (285, 214), 6, 10)
        + gouge((250, 310), (296, 262), 4, 3)
        + gouge((267, 272), (298, 228), 3.5, 2)
        + gouge((240, 318), (234, 272), 3.5, -2)
        + gouge((262, 270), (256, 226), 3.5, -2)
        + gouge((228, 338), (272, 318), 4, 2),
    )
    shine = fill(arc_gouge(200, 252, 92, -88, -52, 6) + arc_gouge(200, 252, 80, -80, -58, 4), PALE_LEAF)
    return shape(egg, PALE_LEAF, 7) + fill(heart_ribs, LEAF) + right + left + shine


def _fuse_head() -> str:
    cap = shape("M166 108L234 108L240 152C222 160 178 160 160 152Z", BRASS, 6) + fill(
        gouge((172, 124), (228, 124), 4, 1) + gouge((168, 140), (232, 140), 4, 2), INK
    )
    lever = shape(
        "M158 84C160 72 168 66 182 66L236 62C290 64 318 112 330 186C332 200 314 206 308 194"
        "C294 142 276 104 240 102L166 106C156 104 154 94 158 84Z",
        BRASS,
        6,
    )
    light = fill(gouge((176, 76), (244, 74), 4, -1.5) + gouge((268, 88), (306, 158), 5, -7), "#F3DDA8")
    pull = shape(ring(96, 74, 44, 28), BRASS, 6) + fill(arc_gouge(96, 74, 36, -90, 10, 4.5), "#F3DDA8")
    pin = shape("M136 78L172 80L172 92L134 90Z", BRASS, 5) + shape(ellipse(190, 85, 10), CREAM, 5)
    return cap + lever + light + pull + pin


def logo() -> str:
    """The emblem on its burst."""
    fan = _loose_leaf(118, 158, 0.95, -62, LEAF, DARK_LEAF) + _loose_leaf(284, 152, 0.95, 60, LEAF, DARK_LEAF)
    fan += _loose_leaf(148, 138, 0.9, -30, BRIGHT, DARK_LEAF) + _loose_leaf(254, 138, 0.9, 30, BRIGHT, DARK_LEAF)
    return _burst() + fan + _body() + _fuse_head()
