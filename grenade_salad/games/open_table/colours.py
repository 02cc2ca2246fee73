"""The colours that a box can name, for pieces that have no picture."""

from __future__ import annotations

PAINTS = {
    "white": "#EFE6D2", "black": "#352F2C", "red": "#B8322A", "blue": "#2A5CA8", "green": "#2E7D4F",
    "yellow": "#E2B92B", "orange": "#D97B29", "purple": "#744A91", "brown": "#6B4528", "grey": "#868682",
    "wood": "#C89A60",
}  # fmt: skip


def parse_colour(words: str, default: str = "wood") -> str:
    """A colour as "#RRGGBB" from what a box calls it, or its first word that is a colour; the usual one if none is.

    >>> paint("Red"), paint("#b8322a"), paint("a red man") == paint("red"), paint("mauve") == paint("wood")
    ('#B8322A', '#b8322a', True, True)
    """
    named = words.strip()
    digits = named.removeprefix("#")
    if len(digits) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return f"#{digits}"
    return next((PAINTS[word] for word in named.lower().split() if word in PAINTS), PAINTS[default])
