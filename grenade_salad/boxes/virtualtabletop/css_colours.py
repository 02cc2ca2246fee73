"""Colours as web pages write them, as "#RRGGBB"."""

from __future__ import annotations

import re

_NAMES = {
    "aqua": "#00ffff", "beige": "#f5f5dc", "black": "#000000", "blue": "#0000ff", "brown": "#a52a2a",
    "chocolate": "#d2691e", "coral": "#ff7f50", "crimson": "#dc143c", "cyan": "#00ffff", "darkblue": "#00008b",
    "darkgray": "#a9a9a9", "darkgreen": "#006400", "darkgrey": "#a9a9a9", "darkorange": "#ff8c00",
    "darkred": "#8b0000", "dimgray": "#696969", "firebrick": "#b22222", "forestgreen": "#228b22",
    "fuchsia": "#ff00ff", "gold": "#ffd700", "goldenrod": "#daa520", "gray": "#808080", "green": "#008000",
    "grey": "#808080", "hotpink": "#ff69b4", "indigo": "#4b0082", "ivory": "#fffff0", "khaki": "#f0e68c",
    "lavender": "#e6e6fa", "lightblue": "#add8e6", "lightgray": "#d3d3d3", "lightgreen": "#90ee90",
    "lightgrey": "#d3d3d3", "lime": "#00ff00", "magenta": "#ff00ff", "maroon": "#800000", "navy": "#000080",
    "olive": "#808000", "orange": "#ffa500", "orangered": "#ff4500", "orchid": "#da70d6", "pink": "#ffc0cb",
    "plum": "#dda0dd", "purple": "#800080", "red": "#ff0000", "royalblue": "#4169e1", "salmon": "#fa8072",
    "seagreen": "#2e8b57", "sienna": "#a0522d", "silver": "#c0c0c0", "skyblue": "#87ceeb", "slategray": "#708090",
    "steelblue": "#4682b4", "tan": "#d2b48c", "teal": "#008080", "tomato": "#ff6347", "turquoise": "#40e0d0",
    "violet": "#ee82ee", "wheat": "#f5deb3", "white": "#ffffff", "yellow": "#ffff00",
}  # fmt: skip
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{1,2})?")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*[\d.]{1,8}\s*)?\)")


def read_css_colour(words: str, default: str = "") -> str:
    """Return a colour of a web page as "#rrggbb"; the default if it is none.

    >>> read_css_colour("Red"), read_css_colour("#abc"), read_css_colour("rgba(1, 2, 300, 0.5)"), read_css_colour("x")
    ('#ff0000', '#aabbcc', '#0102ff', '')
    """
    key = words.strip().lower()[:60]
    if key in _NAMES:
        return _NAMES[key]
    if match := _HEX.fullmatch(key):
        digits = match[1]
        return f"#{digits}" if len(digits) == 6 else f"#{''.join(digit * 2 for digit in digits)}"
    if match := _RGB.fullmatch(key):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups())
    return default
