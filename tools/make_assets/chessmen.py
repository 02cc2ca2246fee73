"""The six men of chess as silhouettes on a field of 100 x 100, each one path."""

from .svg import Node, bar, curve, ellipse, poly, rect

_FOOT = rect(20, 84, 60, 10, 3) + poly([(28, 82), (34, 72), (66, 72), (72, 82)])


def _king() -> str:
    cross = rect(46, 4, 8, 22) + rect(39, 10, 22, 8)
    return cross + curve(
        [(50, 26, 1), (66, 24), (82, 36), (76, 54), (65, 70, 1), (35, 70, 1), (24, 54), (18, 36), (34, 24)]
    )


def _queen() -> str:
    points = [(35, 70), (16, 26), (33, 46), (37, 16), (50, 44), (63, 16), (67, 46), (84, 26), (65, 70)]
    tips = [(16, 22), (37, 12), (63, 12), (84, 22)]
    return poly(points) + "".join(ellipse(x, y, 5.5) for x, y in tips)


def _rook() -> str:
    return poly(
        [
            (26, 12), (37, 12), (37, 22), (44.5, 22), (44.5, 12), (55.5, 12), (55.5, 22), (63, 22), (63, 12), (74, 12),
            (74, 32), (65, 40), (66, 70), (34, 70), (35, 40), (26, 32),
        ]
    )  # fmt: skip


def _bishop() -> str:
    mitre = curve([(50, 14, 1), (68, 34), (70, 52), (60, 62), (64, 70, 1), (36, 70, 1), (40, 62), (30, 52), (32, 34)])
    # The cut in the mitre is a hole, so that it runs in the opposite direction.
    cut = poly([(58, 26), (44, 46), (47, 49), (61, 30)])
    return ellipse(50, 10, 6) + mitre + cut


def _knight() -> str:
    head: list[Node] = [
        (34, 70, 1), (35, 58), (46, 44), (36, 46), (29, 52), (20, 50), (17, 42), (28, 26), (34, 16), (36, 8, 1),
        (44, 14), (60, 16), (74, 32), (76, 54), (68, 70, 1),
    ]  # fmt: skip
    return curve(head)


def _pawn() -> str:
    return ellipse(50, 32, 16) + bar((50, 46), (50, 71), 16, 34) + rect(34, 46, 32, 6, 3)


MEN = {
    "king": _king() + _FOOT,
    "queen": _queen() + _FOOT,
    "rook": _rook() + _FOOT,
    "bishop": _bishop() + _FOOT,
    "knight": _knight() + _FOOT,
    "pawn": _pawn() + _FOOT,
}
