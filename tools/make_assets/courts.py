"""The court cards and the joker."""

from .icons import SUITS
from .glyphs import text
from .svg import BRASS, EMBER, INK, RED, fill, group, rect, stroke


def court(rank: str, letter: str) -> str:
    colour = RED if letter in "DH" else INK
    return stroke(rect(130, 70, 370, 740), INK, 5) + fill(text(rank, 315, 520, 240), colour)


def joker() -> str:
    return fill(text("JOKER", 315, 480, 90), EMBER)
