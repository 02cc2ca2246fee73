"""Pieces of a sheet that the words of all games are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, Json, View


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a seat can do: the buttons that lead to it, one in another, and the line of the action.

    The page asks for what `needs` names: `to` and `at` are points in mm, `angle` radians, `height` mm.
    """

    path: tuple[str, ...]
    action: Action
    needs: tuple[str, ...] = ()

    def plain(self) -> Json:
        """As it is sent."""
        return {"path": list(self.path), "line": dict(self.action.line()), "needs": list(self.needs)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the own hand: in words, and short for its picture (`symbol` is a class of the page's style)."""

    words: str
    short: str
    note: str = ""
    red: bool = False

    def plain(self) -> Json:
        """As it is sent."""
        return {"words": self.words, "short": self.short, "note": self.note, "red": self.red}


@dataclass(frozen=True, slots=True)
class Told:
    """What a game says to one seat, from its view and its legal actions alone."""

    status: str
    public: tuple[str, ...]
    facts: tuple[str, ...]
    question: str = ""
    hand: tuple[Card, ...] = ()
    hand_title: str = ""
    choices: tuple[Choice, ...] = ()
    pass_words: str = "Pass"
    picture: Json = None
    notebook: Json = None


def capital(line: str) -> str:
    """The line with a large first letter.

    >>> capital("the 4 of hearts")
    'The 4 of hearts'
    """
    return line[:1].upper() + line[1:]


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Several things in a row.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    *first, last = parts or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def over(view: View, names: Sequence[str]) -> str:
    """Who won."""
    winners = [names[seat] for seat in (view.ranking or ((),))[0]]
    return f"The game is over. {listed(winners)} {'win' if len(winners) > 1 else 'wins'}."


_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def playing_card(card: str, words: str, note: str = "") -> Card:
    """A playing card, as in records.

    >>> playing_card("10H", "the 10 of hearts").short
    '10♥'
    """
    return Card(words, card[:-1] + _SUITS[card[-1]], note, card[-1] in "DH")
