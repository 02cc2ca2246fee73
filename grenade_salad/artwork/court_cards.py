"""Court cards with the letters of a language: V D R in French, B D K in German.

A record has J, Q and K in every language. A card's picture has the English letter, which is replaced when the picture
is read.
"""

from __future__ import annotations

import re
from functools import lru_cache

from grenade_salad.system import resources
from grenade_salad.text import Message, Reader, m, say

RANKS = {
    "J": m("J", context="the letter on a playing card, the Jack"),
    "Q": m("Q", context="the letter on a playing card, the Queen"),
    "K": m("K", context="the letter on a playing card, the King"),
}
_COURT = re.compile(r"cards/playing/([JQK])[CDHS]\.svg")
_LETTER = re.compile(r'(<path class="rank"[^>]*? d=")[^"]*')
_OUTLINE = re.compile(r' d="([^"]*)')


def rank_label(card: str) -> Message | str:
    """Return the text in a card's corner above its suit.

    >>> say(rank_label("KS")), rank_label("10H")
    ('K', '10')
    """
    return RANKS.get(card[:-1], card[:-1])


@lru_cache(maxsize=128)
def court_card_svg(name: str, language: str) -> bytes | None:
    """Return the SVG of a court card in a language.

    None if it is not a court card, or if its file has the right letter already. `name` is a path in assets/, as
    "cards/playing/KS.svg".
    """
    court = _COURT.fullmatch(name)
    if court is None:
        return None
    letter = say(RANKS[court[1]], Reader(language=language))
    letter_file = resources.assets() / "cards" / "letters" / f"{letter}.svg"
    if letter == court[1] or not letter_file.is_file():
        return None
    outline = _OUTLINE.search(letter_file.read_text(encoding="utf-8"))
    card = (resources.assets() / name).read_text(encoding="utf-8")
    return _LETTER.sub(lambda rank_match: rank_match[1] + (outline[1] if outline else ""), card).encode()
