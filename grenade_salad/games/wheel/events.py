"""What happens in the wheel game. Everything is open but the hearts that are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event

_NUMBERS = {"A": "ace", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7"}


def spoken(card: str) -> str:
    """What a card is called.

    >>> spoken("4S"), spoken("AH"), spoken("joker")
    ('the 4 of spades', 'the ace of hearts', 'the joker')
    """
    if card == "joker":
        return "the joker"
    return f"the {_NUMBERS[card[:-1]]} of {'spades' if card[-1] == 'S' else 'hearts'}"


def _all(cards: Sequence[str]) -> str:
    return " and ".join(spoken(card) for card in cards)


@dataclass(slots=True)
class Dealt(Event):
    """Somebody gets their hearts, face down (WH-03)."""

    open: ClassVar = ("seat", "number")

    seat: int
    number: int
    hearts: tuple[str, ...] | None

    def text(self, names: Sequence[str]) -> str:
        if self.hearts is None:
            return f"{names[self.seat]} gets {'a heart' if self.number == 1 else f'{self.number} hearts'}"
        return f"{names[self.seat]} gets {_all(self.hearts)}"


@dataclass(slots=True)
class TurnBegan(Event):
    """Somebody's turn begins."""

    open: ClassVar = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s turn"


@dataclass(slots=True)
class Rolled(Event):
    """The black die shows a number."""

    open: ClassVar = ("seat", "pips")

    seat: int
    pips: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} rolls a {self.pips}"


@dataclass(slots=True)
class Moved(Event):
    """A white die was moved from one card of the ring to another (indexes), and the dice show these numbers then."""

    open: ClassVar = ("seat", "die", "start", "to", "card", "joker", "pips")

    seat: int
    die: int
    start: int
    to: int
    card: str
    joker: bool
    pips: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        where = spoken(self.card)
        if self.joker:
            return f"{names[self.seat]} moves a die to {where}: all dice are raised"
        return f"{names[self.seat]} moves a die to {where}: it shows {self.pips[self.die]}"


@dataclass(slots=True)
class Exploded(Event):
    """A die blew up on a card (an index); `takes` says whether the card went with it; the dice go on at `to`."""

    open: ClassVar = ("at", "card", "takes", "dice", "to", "next_card")

    at: int
    card: str
    takes: bool
    dice: tuple[int, ...]
    to: int
    next_card: str

    def text(self, names: Sequence[str]) -> str:
        what = f"{spoken(self.card)} blows up" if self.takes else f"a die blows up on {spoken(self.card)}"
        dice = "the die starts" if len(self.dice) == 1 else f"{len(self.dice)} dice start"
        return f"{what[0].upper()}{what[1:]}; {dice} again at {spoken(self.next_card)}"


@dataclass(slots=True)
class HeartLost(Event):
    """A heart was blown up and is shown; its owner is still in the game (house rule `last_heart`)."""

    open: ClassVar = ("seat", "heart")

    seat: int
    heart: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loses {spoken(self.heart)}"


@dataclass(slots=True)
class Out(Event):
    """Somebody is out and shows all their hearts (WH-13)."""

    open: ClassVar = ("seat", "hearts")

    seat: int
    hearts: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is out: {_all(self.hearts)}"


@dataclass(slots=True)
class Won(Event):
    """One player is left; everything is shown, also the hearts that nobody had."""

    open: ClassVar = ("seat", "hearts", "unused")

    seat: int
    hearts: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        rest = f"; nobody had {_all(self.unused)}" if self.unused else ""
        return f"{names[self.seat]} wins with {_all(self.hearts[self.seat])}{rest}"
