"""The colours that a box can name, for pieces without a picture."""

from __future__ import annotations

PAINTS = {
    "white": "#EFE6D2", "black": "#352F2C", "red": "#B8322A", "blue": "#2A5CA8", "green": "#2E7D4F",
    "yellow": "#E2B92B", "orange": "#D97B29", "purple": "#744A91", "brown": "#6B4528", "grey": "#868682",
    "wood": "#C89A60",
}  # fmt: skip


def parse_colour(words: str, default: str = "wood") -> str:
    """Return a colour as "#RRGGBB" from the words of a box.

    The first word that is a colour counts; without one it is the default.

    >>> parse_colour("Red"), parse_colour("#b8322a"), parse_colour("a red man") == parse_colour("red")
    ('#B8322A', '#b8322a', True)
    >>> parse_colour("mauve") == parse_colour("wood")
    True
    """
    named = words.strip()
    digits = named.removeprefix("#")
    if len(digits) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return f"#{digits}"
    return next((PAINTS[word] for word in named.lower().split() if word in PAINTS), PAINTS[default])
