"""The cards of Grenade Salad, 630 x 880: a two-colour lino print; the app writes the name on the band below.

The band for the name is y 690 to 830, x 60 to 570 (of 630 x 880).
"""

from .grenade import grenade
from .playing_cards import HEIGHT, WIDTH, front
from .svg import CREAM, DARK_LEAF, PALE_LEAF, PAPER, chatter, cut, document, fill, group, place, poly, rect, stroke
from .symbols import NAMES, symbol

TINTS = {
    "pointer": "#D9B46A",
    "circles": "#A9B9A0",
    "hammers": "#CFA27A",
    "arrow": "#9DB7BE",
    "explosion": "#E9B48C",
    "footpath": "#B9B88A",
}


def _panel(name: str) -> str:
    x, y, w, h = 52.0, 56.0, 526.0, 620.0
    edge = poly(cut([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], f"panel-{name}", 2.2, 46))
    lines = chatter((x + 8, y + 8, w - 16, h - 16), f"chatter-{name}", -28, 26, 62, 3.4)
    return fill(edge, TINTS[name]) + fill(lines, CREAM, 0.75)


def card(name: str) -> str:
    """One card as a whole SVG."""
    small = group(symbol(name), transform=place(24, 780, 0.72))
    other = group(symbol(name), transform=place(534, 780, 0.72))
    large = group(symbol(name), transform=place(105, 156, 4.2))
    tile = fill(poly(cut([(86, 137), (544, 137), (544, 595), (86, 595)], f"tile-{name}", 2.4, 52)), PAPER)
    line = stroke("M110 690L520 690", "#D9C9A6", 2.5)
    return document(WIDTH, HEIGHT, front(), _panel(name), tile, large, small, other, line)


def back() -> str:
    """The back: a dark green field of lettuce and grenades, the same upside down."""
    body = fill(rect(0, 0, WIDTH, HEIGHT, 36), "#D9C9A6") + fill(rect(3, 3, WIDTH - 6, HEIGHT - 6, 33), CREAM)
    body += fill(rect(30, 30, WIDTH - 60, HEIGHT - 60, 22), DARK_LEAF)
    body += stroke(rect(44, 44, WIDTH - 88, HEIGHT - 88, 14), CREAM, 4)
    half = "".join(
        group(grenade(PALE_LEAF, DARK_LEAF), transform=place(72 + 128 * column, 66 + 124 * row, 0.96))
        for row in range(3)
        for column in range(4)
    )
    return document(
        WIDTH, HEIGHT, body, half, group(half, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")
    )


def files() -> dict[str, str]:
    out = {f"cards/salad/{name}.svg": card(name) for name in NAMES}
    out["cards/salad/back.svg"] = back()
    return out
