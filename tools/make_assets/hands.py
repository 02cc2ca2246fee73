"""The hand that drops the soldiers: a glove of cut paper seen from above.

The sleeve is a picture of its own behind it, to be tinted.
"""

import math

from .blast import SOOT
from .svg import CREAM, INK, PAPER, WHITE, Point, curve, document, fill, group, num, stroke

_EDGE = 3.2
_FINGERS = (
    ((58, 142), (40, 62), 15.5),
    ((84, 128), (74, 34), 16.5),
    ((112, 126), (110, 28), 16.5),
    ((138, 136), (144, 48), 15.0),
)
"""Each finger from the knuckle to the tip, and half its width."""
_PALM = (
    (52, 140), (70, 122), (100, 114), (132, 120), (154, 140), (156, 190), (146, 226), (96, 232), (62, 214), (48, 176),
)  # fmt: skip
_THUMB = ((70, 212), (34, 172), (18, 132), (24, 112), (40, 108), (50, 126), (60, 150), (80, 168))
_SLEEVE: tuple[tuple[float, float, int], ...] = ((56, 236, 1), (154, 230, 1), (200, 600, 1), (34, 600, 1))


def _finger(a: Point, b: Point, half: float) -> str:
    """Draw a finger: straight sides, a round tip."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (ay - by) / length * half, (bx - ax) / length * half
    return (
        f"M{num(ax + nx)} {num(ay + ny)}L{num(bx + nx * 0.86)} {num(by + ny * 0.86)}"
        f"A{num(half * 0.86)} {num(half * 0.86)} 0 0 0 {num(bx - nx * 0.86)} {num(by - ny * 0.86)}"
        f"L{num(ax - nx)} {num(ay - ny)}Z"
    )


def glove() -> str:
    """Draw a left hand from above on 200 x 600.

    Its fingers point up, its thumb is at the left, its cuff in the middle.
    """
    parts = [_finger(*finger) for finger in _FINGERS] + [curve(_PALM), curve(_THUMB)]
    shade = group(*(fill(part, SOOT, 0.18) for part in parts), transform="translate(3 5)")
    lines = "".join(stroke(part, INK, 2 * _EDGE) for part in parts)
    paper = "".join(fill(part, CREAM if k % 2 else PAPER) for k, part in enumerate(parts[:4]))
    body = fill(parts[4], CREAM) + stroke(parts[5], INK, _EDGE) + fill(parts[5], PAPER)
    seams = "".join(
        stroke(f"M{num(x)} {num(y + 10)}L{num(x + lean)} {num(y + 44)}", INK, 2.6, opacity=0.55)
        for x, y, lean in ((80, 130, 5), (104, 124, 1), (128, 128, -4))
    )
    cuff = curve(((52, 218, 1), (104, 226), (156, 214, 1), (160, 240, 1), (106, 252), (50, 244, 1)))
    return shade + lines + paper + body + seams + stroke(cuff, INK, _EDGE) + fill(cuff, PAPER)


def sleeve() -> str:
    """Draw the sleeve of that hand in white."""
    return fill(curve(_SLEEVE), WHITE) + stroke("M62 262L158 254", "#C8C8C8", 4.0)


def files() -> dict[str, str]:
    return {
        "hands/glove.svg": document(200, 600, glove()),
        "hands/sleeve.svg": document(200, 600, sleeve()),
    }
