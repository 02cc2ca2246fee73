"""The 52 playing cards, joker, blank front and back: 630 x 880 (63 x 88 mm).

Indices and pips are in the usual places.
"""

from .backs import playing_back
from .courts import SUIT_NAMES, court
from .glyphs import text
from .grenade import grenade
from .icons import SUITS
from .joker import joker
from .svg import CREAM, EMBER, INK, RED, card_paper, document, fill, group, place, rect, stroke

WIDTH, HEIGHT = 630.0, 880.0
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT_LETTERS = "BDFHJKQRVW"
"""Letters of court cards in all languages.

`grenade_salad.artwork.court_cards` puts them on the cards.
"""
_L, _M, _R = 212.0, 315.0, 418.0
_TOP, _UPPER, _THIRD, _MID = 160.0, 253.0, 346.5, 440.0
_NINE = [(x, y) for x in (_L, _R) for y in (_TOP, _THIRD, 880 - _THIRD, 880 - _TOP)]
_SIX = [(x, y) for x in (_L, _R) for y in (_TOP, _MID, 880 - _TOP)]
_FOUR = [(x, y) for x in (_L, _R) for y in (_TOP, 880 - _TOP)]
PIP_PLACES: dict[str, list[tuple[float, float]]] = {
    "2": [(_M, _TOP), (_M, 880 - _TOP)],
    "3": [(_M, _TOP), (_M, _MID), (_M, 880 - _TOP)],
    "4": _FOUR,
    "5": [*_FOUR, (_M, _MID)],
    "6": _SIX,
    "7": [*_SIX, (_M, 300.0)],
    "8": [*_SIX, (_M, 300.0), (_M, 580.0)],
    "9": [*_NINE, (_M, _MID)],
    "10": [*_NINE, (_M, _UPPER), (_M, 880 - _UPPER)],
}


def suit_colour(letter: str) -> str:
    return RED if letter in "DH" else INK


def pip(letter: str, x: float, y: float, size: float, is_turned: bool = False, colour: str = "") -> str:
    """Draw a suit's sign centred on a point, `size` units high."""
    scale = size / 100
    inner = f"translate({x:g} {y:g}) rotate({180 if is_turned else 0}) scale({scale:.4f}) translate(-50 -50)"
    return group(fill(SUITS[SUIT_NAMES[letter]], colour or suit_colour(letter)), transform=inner)


def front() -> str:
    """Draw the bare paper of a card with its worn edge."""
    return card_paper() + stroke(rect(9, 9, WIDTH - 18, HEIGHT - 18, 28), "#E9DCBF", 2)


def _both_corners(body: str) -> str:
    return body + group(body, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")


def index(rank: str, letter: str) -> str:
    """Draw rank and small pip in both corners."""
    colour = suit_colour(letter)
    squeeze, gap = (0.74, -3.0) if rank == "10" else (0.98, 0.0)
    drawn = fill(text(rank, 72, 116, 78, squeeze, gap), colour)
    if rank in "JQK":
        drawn = drawn.replace("<path ", '<path class="rank" ', 1)
    return _both_corners(drawn + pip(letter, 72, 166, 64))


def court_letter(letter: str) -> str:
    """Draw a letter of court cards in another language, at its place on a card."""
    return document(144, 132, fill(text(letter, 72, 116, 78, 0.8 if letter == "W" else 0.98)))


def _ace(letter: str) -> str:
    inside = {"C": (315, 452, 1.25), "D": (315, 440, 1.5), "H": (315, 425, 1.9), "S": (315, 478, 1.6)}[letter]
    x, y, scale = inside
    weapon = group(grenade(CREAM, suit_colour(letter)), transform=place(x - 54 * scale, y - 55 * scale, scale))
    return pip(letter, 315, 440, 400) + weapon


def card(rank: str, letter: str) -> str:
    """Draw one card as a whole SVG."""
    if rank == "A":
        face = _ace(letter)
    elif rank in "JQK":
        face = court(rank, letter)
    else:
        size = 128 if rank in ("2", "3") else 118
        face = "".join(pip(letter, x, y, size, is_turned=y > _MID) for x, y in PIP_PLACES[rank])
    return document(WIDTH, HEIGHT, front(), face, index(rank, letter))


def joker_card() -> str:
    letters = "".join(fill(text(letter, 66, 104 + 62 * k, 44, 0.9), EMBER) for k, letter in enumerate("JOKER"))
    return document(WIDTH, HEIGHT, front(), joker(), _both_corners(letters))


def files() -> dict[str, str]:
    out = {f"cards/playing/{rank}{letter}.svg": card(rank, letter) for rank in RANKS for letter in SUIT_NAMES}
    out |= {f"cards/letters/{letter}.svg": court_letter(letter) for letter in COURT_LETTERS}
    out["cards/playing/joker.svg"] = joker_card()
    out["cards/playing/back.svg"] = document(WIDTH, HEIGHT, playing_back())
    out["cards/playing/front.svg"] = document(WIDTH, HEIGHT, front())
    return out
