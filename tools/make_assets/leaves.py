"""A lettuce leaf, about 100 high, its middle at (0, 0), its stalk at the bottom."""

from .svg import Node, curve, fill, gouge

OUTLINE: tuple[Node, ...] = (
    (-5, 50, 1), (-9, 34), (-22, 33), (-24, 20), (-35, 16), (-31, 2), (-40, -8), (-30, -18), (-33, -31), (-20, -34), (-17, -46), (-5, -43),
    (5, -50), (13, -42), (24, -43), (26, -31), (36, -25), (31, -13), (39, -2), (30, 8), (31, 20), (21, 24), (18, 35), (8, 35), (5, 50, 1),
)  # fmt: skip


def veins() -> str:
    """The ribs, as one path of gouge marks."""
    out = gouge((0, 48), (2, -38), 5, 1)
    for y, reach, rise in ((24, 19, 14), (8, 26, 17), (-8, 25, 16), (-22, 17, 12)):
        out += gouge((0, y + 4), (-reach, y - rise + 4), 3.2, -1.5) + gouge((1, y), (reach, y - rise), 3.2, 1.5)
    return out


def leaf(colour: str, vein: str) -> str:
    return fill(curve(OUTLINE), colour) + fill(veins(), vein)
