"""What happens in the wheel game. Only the hearts that are dealt are secret (WH-15, WH-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.wheel.cards import listed, words

_COUNT = ("No die", "The die", "Both dice", "All three dice")


@dataclass(slots=True)
class RingLaid(Event):
    """The spades and the joker lie in a ring, clockwise; all white dice are on card `at` (an index) (WH-04)."""

    open: ClassVar[tuple[str, ...]] = ("ring", "at")

    ring: tuple[str, ...]
    at: int

    def text(self, names: Sequence[str]) -> str:
        return f"The ring is laid; the dice start on {words(self.ring[self.at])}"


@dataclass(slots=True)
class Dealt(Event):
    """Somebody gets their hearts, face down (WH-03)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "number")

    seat: int
    number: int
    hearts: tuple[str, ...] | None

    def text(self, names: Sequence[str]) -> str:
        if self.hearts is None:
            return f"{names[self.seat]} gets {'a heart' if self.number == 1 else f'{self.number} hearts'}"
        return f"{names[self.seat]} gets {listed(self.hearts)}"


@dataclass(slots=True)
class Rolled(Event):
    """The black die shows a number (WH-06)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "pips")

    seat: int
    pips: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} rolls a {self.pips}"


@dataclass(slots=True)
class Moved(Event):
    """A white die was moved from card `start` of the ring over the cards of `path`; it shows `pips` there (WH-06)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "die", "start", "path", "card", "pips")

    seat: int
    die: int
    start: int
    path: tuple[int, ...]
    card: str
    pips: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} moves a die to {words(self.card)}: it shows {self.pips}"


@dataclass(slots=True)
class Raised(Event):
    """The joker raised all white dice: what each of them shows (WH-10)."""

    open: ClassVar[tuple[str, ...]] = ("pips",)

    pips: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        first, second, third = self.pips
        return f"The joker raises all dice: they show {first}, {second} and {third}"


@dataclass(slots=True)
class Exploded(Event):
    """Dice blew up on a card (`at` is its index); `takes` says whether it is face down now (WH-08, WH-12)."""

    open: ClassVar[tuple[str, ...]] = ("at", "card", "dice", "takes")

    at: int
    card: str
    dice: tuple[int, ...]
    takes: bool

    def text(self, names: Sequence[str]) -> str:
        if self.takes:
            return f"{words(self.card)[0].upper()}{words(self.card)[1:]} blows up"
        return f"A die blows up on {words(self.card)}, and the card stays as it is"


@dataclass(slots=True)
class Out(Event):
    """Somebody is out and shows all their hearts (WH-13)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "hearts")

    seat: int
    hearts: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is out and had {listed(self.hearts)}"


@dataclass(slots=True)
class HeartLost(Event):
    """A heart was blown up and is shown; its owner has another and plays on (WH-13, house rule `last_heart`)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "heart")

    seat: int
    heart: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loses {words(self.heart)} and plays on"


@dataclass(slots=True)
class Reset(Event):
    """Dice start again with 1 on a spade (`to` is its index) (WH-09)."""

    open: ClassVar[tuple[str, ...]] = ("dice", "to", "card")

    dice: tuple[int, ...]
    to: int
    card: str

    def text(self, names: Sequence[str]) -> str:
        many = len(self.dice) > 1
        return f"{_COUNT[len(self.dice)]} {'start' if many else 'starts'} again at {words(self.card)}"


@dataclass(slots=True)
class Won(Event):
    """The last player who is left wins (WH-14)."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is the last one left and wins"


@dataclass(slots=True)
class HeartsRevealed(Event):
    """The game is over: all hearts are shown, also those that nobody had (WH-03, WH-15)."""

    open: ClassVar[tuple[str, ...]] = ("winner", "hearts", "unused")

    winner: int
    hearts: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        line = f"{names[self.winner]} had {listed(self.hearts[self.winner])}"
        return f"{line}; nobody had {listed(self.unused)}" if self.unused else line
