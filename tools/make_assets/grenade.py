"""The hand grenade and the mine, drawn on 100 x 100.

They are used on aces, card backs, emblems and in blasts.
"""

from .svg import (
    BRASS,
    DARK_LEAF,
    EMBER,
    INK,
    LEAF,
    PALE_LEAF,
    PAPER,
    arc_gouge,
    curve,
    ellipse,
    fill,
    gouge,
    poly,
    rect,
    ring,
)

BODY = curve(
    [(44, 36, 1), (64, 36, 1), (77, 46), (83, 63), (77, 82), (64, 94), (54, 96), (44, 94), (31, 82), (25, 63), (31, 46)]
)
CAP = poly([(43, 24), (65, 24), (66, 33.5), (42, 33.5)])
LEVER = curve(
    [
        (41, 13, 1), (66, 11, 1), (80, 20), (88, 36), (93, 55, 1), (85, 57, 1), (78, 38), (70, 26), (63, 21.5, 1),
        (43, 22, 1),
    ]
)  # fmt: skip
PULL = ring(24, 19, 14.5, 9.5) + poly([(34, 15.5), (43, 14.5), (43, 19), (35, 20.5)])


def grooves() -> str:
    """Return the cuts that make the body a pineapple, as one path."""
    rows = "".join(
        gouge((28 + (abs(k) == 1) * 1.5, 64 + 15 * k), (80 - (abs(k) == 1) * 1.5, 64 + 15 * k), 2.6, -3.5)
        for k in (-1, 0, 1)
    )
    columns = (
        gouge((54, 38), (54, 94), 2.6) + gouge((46, 38), (44, 93), 2.6, 8.5) + gouge((62, 38), (64, 93), 2.6, -8.5)
    )
    return rows + columns


def grenade(ink: str = INK, light: str = PAPER, metal: str | None = None) -> str:
    """Draw the grenade in one ink, carved in a light colour.

    `metal` is the colour of ring and lever.
    """
    shine = arc_gouge(54, 65, 24.5, -80, -35, 2.4)
    return fill(LEVER + PULL, metal or ink) + fill(BODY + CAP, ink) + fill(grooves(), light) + fill(shine, light)


def painted_grenade() -> str:
    """Draw the grenade as an object on the table.

    It has a green body, brass ring and lever, and an ink outline.
    """
    outline = "".join(
        f'<path fill="{INK}" stroke="{INK}" stroke-width="5" stroke-linejoin="round" d="{d}"/>'
        for d in (LEVER, PULL, BODY, CAP)
    )
    light = arc_gouge(54, 65, 24, -85, -30, 3) + arc_gouge(54, 65, 19.5, -75, -40, 2)
    shade = curve([(77, 46), (83, 63), (77, 82), (64, 94), (54, 96), (69, 82), (74, 62)])
    return (
        outline
        + fill(BODY, LEAF)
        + fill(shade, DARK_LEAF)
        + fill(grooves(), INK)
        + fill(light, PALE_LEAF)
        + fill(CAP, DARK_LEAF)
        + fill(LEVER + PULL, BRASS)
        + fill(gouge((46, 15.5), (66, 15), 1.6, -1), "#F0D49A")
    )


def mine() -> str:
    """Draw a land mine from above: ink plate, cross of rivets, ember trigger."""
    rivets = "".join(
        ellipse(50 + dx, 50 + dy, 3.6)
        for dx, dy in ((-31, 0), (31, 0), (0, -31), (0, 31), (22, 22), (-22, 22), (22, -22), (-22, -22))
    )
    light = arc_gouge(50, 50, 41, -80, -10, 2) + arc_gouge(50, 50, 41, 110, 160, 1.6)
    teeth = (
        "".join(rect(47, -1, 6, 10, 2) for _ in range(1))
        + rect(47, 91, 6, 10, 2)
        + rect(-1, 47, 10, 6, 2)
        + rect(91, 47, 10, 6, 2)
    )
    return (
        fill(teeth)
        + fill(ellipse(50, 50, 45))
        + fill(light, PAPER)
        + fill(rivets, BRASS)
        + fill(ellipse(50, 50, 19), "#0F1620")
        + fill(ellipse(50, 50, 15.5), EMBER)
        + fill(arc_gouge(50, 50, 11, -100, 0, 2.2), "#FFD9C2")
    )
