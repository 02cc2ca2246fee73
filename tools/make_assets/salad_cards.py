"""The cards of Grenade Salad, 630 x 880: a two-colour lino print; the app writes the name on the band below.

The band for the name is y 690 to 830, x 60 to 570 (of 630 x 880).
"""

from .backs import salad_back
from .playing_cards import HEIGHT, WIDTH, front
from .svg import CREAM, PAPER, chatter, cut, document, fill, group, place, poly, stroke
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


def files() -> dict[str, str]:
    out = {f"cards/salad/{name}.svg": card(name) for name in NAMES}
    out["cards/salad/back.svg"] = document(WIDTH, HEIGHT, salad_back())
    return out
