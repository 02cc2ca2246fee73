"""Pieces of a sheet that the words of all games are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grenade_salad.core import Action, Json, Reason, View
from grenade_salad.court_cards import rank
from grenade_salad.match.words import wins
from grenade_salad.text import Message, Reader, Words, m, say

# Translators: a button: do nothing
PASS = m("Pass")
_OVER = m("The game is over")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a seat can do: the buttons that lead to it, one in another, and the line of the action.

    `keys` names for each button the part of the line that it decides; the page asks for what `needs` names: `to` and
    `at` are points in mm, `angle` radians, `height` mm. `words` says the whole of it where one button leads past
    several, and in a hint; without it the last button does.
    """

    path: tuple[Words, ...]
    action: Action
    needs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ("do",)
    words: Words = ""

    def plain(self, reader: Reader) -> Json:
        """As it is sent."""
        path: list[Json] = [say(part, reader) for part in self.path]
        line: dict[str, Json] = dict(self.action.line())
        words = say(self.words or self.path[-1], reader)
        return {"path": path, "words": words, "line": line, "needs": list(self.needs), "keys": list(self.keys)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the own hand: in words, short, and as a picture, `art`, in the folder of cards.

    `code` is what lines call it: an action that plays it has it as its `do`, or among its `cards`.
    """

    words: Words
    short: Words
    note: Words = ""
    red: bool = False
    code: str = ""
    art: str = ""

    def plain(self, reader: Reader) -> Json:
        """As it is sent."""
        said: dict[str, Json] = {"words": say(self.words, reader), "short": say(self.short, reader)}
        return {**said, "note": say(self.note, reader), "red": self.red, "code": self.code, "art": self.art}


@dataclass(frozen=True)
class Sheet:
    """What a game brings for phones: `told(view, legal, reader)` is what it says to the seat of the view.

    `foresee(view, action, why_not, reader)` is what the seat is told of an action before it decides; without it, or
    with None, whether it may. `rules` has the id of the rule for each kind of action, its `do`.
    """

    told: Callable[[View, Sequence[Action], Reader], Told]
    foresee: Callable[[View, Action, Callable[[Action], Reason | None], Reader], Seen | None] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """What can be foreseen of an action: `words` say what it would do, or why it may not be done.

    `victims` and `line` are for the picture: the pieces that would go, and a line of attack from one point in mm to
    another, with 1 if it is free.
    """

    ok: bool
    words: Words = ""
    victims: tuple[int, ...] = ()
    line: tuple[float, float, float, float, int] | None = None

    def plain(self, reader: Reader) -> dict[str, Json]:
        """As it is sent."""
        line: list[Json] | None = None if self.line is None else [*self.line]
        said = say(self.words, reader, begin=True)
        return {"ok": self.ok, "words": said, "victims": list[Json](self.victims), "line": line}


@dataclass(frozen=True, slots=True)
class Told:
    """What a game says to one seat, from its view and its legal actions alone.

    `spoken` says what the picture shows, for who cannot see it. `picture` is the table for the page to draw, of a
    `kind` that `page/table.js` knows: a `field` of pieces, a `ring` of cards, or `piles`. `rule` is the id of the rule
    that matters now.
    """

    status: Words
    public: tuple[Words, ...]
    facts: tuple[Words, ...]
    question: Words = ""
    hand: tuple[Card, ...] = ()
    hand_title: Words = ""
    choices: tuple[Choice, ...] = ()
    pass_words: Words = PASS
    spoken: tuple[Words, ...] = ()
    picture: Json = None
    notebook: Json = None
    rule: str = ""


def over(view: View, why: Words = _OVER) -> Message:
    """Why it is over, and who won."""
    # Translators: why the game is over, and who won
    return m("{why}. {won}.", why=why, won=wins((view.ranking or ((),))[0]))


_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def playing_card(card: str, words: Words, note: Words = "") -> Card:
    """A playing card, as in records.

    >>> say(playing_card("10H", "the 10 of hearts").short)
    '10♥'
    """
    return Card(words, short(card), note, card[-1] in "DH", card, art(card))


def art(card: str | None) -> str:
    """The picture of a playing card, in the folder of cards; None is one face down."""
    return f"playing/{card or 'back'}"


def short(card: str) -> Message:
    """Number and suit of a playing card."""
    return m("{rank}{suit}", context="a playing card", rank=rank(card), suit=_SUITS[card[-1]])
