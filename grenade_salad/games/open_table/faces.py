"""The faces of pieces: their codes in words, and their pictures."""

from __future__ import annotations

from typing import NamedTuple

from grenade_salad.games import playing_cards
from grenade_salad.games.open_table.box import Kind
from grenade_salad.text import Message, m

_SALAD = {
    "pointer": m("Pointer", context="a card of Grenade Salad"),
    "circles": m("Three Circles", context="a card of Grenade Salad"),
    "hammers": m("Hammers", context="a card of Grenade Salad"),
    "arrow": m("Arrow", context="a card of Grenade Salad"),
    "explosion": m("Explosion", context="a card of Grenade Salad"),
    "footpath": m("Footpath", context="a card of Grenade Salad"),
}


class Picture(NamedTuple):
    """A picture: a file of the box, or an asset of the program."""

    path: str
    """In the box or in the assets."""
    of_box: bool
    part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    """The shown part: left, top, width and height as shares of the whole."""


def encode_front(codes: str, front: str) -> str:
    """Return a front as events contain it; `describe_front` reads it."""
    return f"{codes}:{front}" if codes and front else front


def describe_front(words: str) -> Message | None:
    """Return the words for a front that `encode_front` wrote; None if it is no code.

    >>> from grenade_salad.text import say
    >>> [say(describe_front(code)) for code in ("cards:QH", "dominoes:3-5", "dominoes:6-6", "salad:circles")]
    ['the Queen of hearts', 'the domino 3-5', 'the double 6', 'Three Circles']
    >>> describe_front("dice:6").one, describe_front("a pawn")
    ('6', None)
    """
    codes, colon, front = words.partition(":")
    if colon and codes == "points" and front.isdecimal() and len(front) <= 3:
        # Translators: one of the 24 points of a backgammon board, in the middle of a sentence
        return m("point {number}", number=front)
    if not colon or codes not in ("cards", "dice", "dominoes", "salad"):
        return None
    match codes:
        case "cards":
            message = playing_cards.card_name(front)
        case "dominoes":
            message = _describe_domino(front)
        case _:
            message = _SALAD.get(front) if codes == "salad" else None
    return message or Message(front, fields={})


def _describe_domino(front: str) -> Message | None:
    first, dash, second = front.partition("-")
    if not (dash and first.isdecimal() and second.isdecimal() and max(len(first), len(second)) <= 2):
        return None
    if first == second:
        # Translators: a domino with the same number of pips on both halves, in the middle of a sentence
        return m("the double {number}", number=first)
    # Translators: a domino by the pips on its halves, in the middle of a sentence
    return m("the domino {one}-{other}", one=first, other=second)


def front_picture(kind: Kind, front: int) -> Picture | None:
    """Return the picture of that front of a kind; of a die, of that face.

    None means that it is shown by its words and its paint.
    """
    if not kind.pictures:
        return _standard_picture(kind, kind.fronts[front])
    columns, rows = kind.sheet
    cell = front if len(kind.pictures) * columns * rows > 1 else 0
    file, inside = divmod(cell, columns * rows)
    row, column = divmod(inside, columns)
    part = (column / columns, row / rows, 1 / columns, 1 / rows)
    return Picture(kind.pictures[file], True, part)


def back_picture(kind: Kind) -> Picture | None:
    """Return the picture of the other side of a kind."""
    if kind.back_picture:
        return Picture(kind.back_picture, True)
    folder = {"cards": "playing", "salad": "salad"}.get(kind.codes)
    return Picture(f"cards/{folder}/back.svg", False) if folder else None


def _standard_picture(kind: Kind, front: str) -> Picture | None:
    """Return the program's own picture of a code, or None."""
    match kind.codes:
        case "cards" if playing_cards.card_name(front):
            return Picture(f"cards/playing/{front}.svg", False)
        case "salad" if front in _SALAD:
            return Picture(f"cards/salad/{front}.svg", False)
        case "dice" if front in ("1", "2", "3", "4", "5", "6"):
            return Picture(f"dice/{'black' if kind.colour == 'black' else 'white'}{front}.svg", False)
    return None
