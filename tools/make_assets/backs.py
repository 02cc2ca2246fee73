"""The two card backs: lattices cut in lino that look the same upside down."""

import math

from .grenade import grenade
from .leaves import leaf
from .svg import CREAM, RED, card_paper, cut, ellipse, fill, gouge, group, place, poly, stroke


def _printed_block(colour: str, line: str, name: str) -> str:
    """Draw paper, the printed block with a hand-cut edge, and two lines cut into it."""
    block = fill(poly(cut([(30, 30), (600, 30), (600, 850), (30, 850)], f"block-{name}", 1.2, 44)), colour)
    outer = stroke(poly(cut([(43, 43), (587, 43), (587, 837), (43, 837)], f"line-{name}", 0.8, 44)), line, 4.5)
    inner = stroke(poly(cut([(53, 53), (577, 53), (577, 827), (53, 827)], f"thin-{name}", 0.6, 44)), line, 1.8)
    return card_paper() + block + outer + inner


def _medallion(field: str, line: str) -> str:
    petals = "".join(
        group(fill(gouge((0, -157), (0, -123), 13), line), transform=f"translate(315 440) rotate({k * 12})")
        for k in range(30)
    )
    grenades = "".join(
        group(grenade(line, field), transform=f"translate({315 + dx} 440) rotate({turn}) scale(1.2) translate(-56 -54)")
        for dx, turn in ((-50, -14), (50, 166))
    )
    return (
        fill(ellipse(315, 440, 176), field)
        + stroke(ellipse(315, 440, 166), line, 5)
        + petals
        + stroke(ellipse(315, 440, 115), line, 4)
        + grenades
    )


def _is_free(x: float, y: float) -> bool:
    """True if the point is inside the frame and off the medallion."""
    return 62 < x < 568 and 62 < y < 818 and math.hypot(x - 315, y - 440) > 178


def playing_back() -> str:
    """Draw the red back: a lattice with diamonds, two grenades head to tail."""
    out, step_x, step_y = "", 41.0, 41.8
    for k in range(-6, 7):
        for m in range(-9, 10):
            x, y = 315 + k * step_x, 440 + m * step_y
            if (k + m) % 2 == 0:
                for dx, dy in ((step_x, step_y), (step_x, -step_y)):
                    if _is_free(x, y) and _is_free(x + dx, y + dy):
                        out += gouge((x + dx * 0.07, y + dy * 0.07), (x + dx * 0.93, y + dy * 0.93), 3.6)
            elif _is_free(x - 12, y) and _is_free(x + 12, y) and 80 < y < 800:
                out += poly([(x, y - 17), (x + 10.5, y), (x, y + 17), (x - 10.5, y)])
    return _printed_block(RED, CREAM, "playing") + fill(out, CREAM) + _medallion(RED, CREAM)


def salad_back() -> str:
    """Draw the green back: lettuce leaves in rows, two grenades head to tail."""
    dark, light = "#264A38", "#BFD39A"
    half = ""
    for m in range(-5, 1):
        for k in range(-4, 5):
            x, y = 315 + 62 * k + (31 if m % 2 else 0), 440 + 66.5 * m
            if math.hypot(x - 315, y - 440) > 208 and 84 < x < 546 and (m < 0 or k > 0):
                half += group(leaf(light, dark), transform=place(x, y, 0.6, 32 if (m + k) % 2 else -32))
    both = half + group(half, transform="rotate(180 315 440)")
    return _printed_block(dark, light, "salad") + both + _medallion(dark, light)
