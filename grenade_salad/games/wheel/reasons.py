"""Why something cannot be done in the wheel game."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import Reason
from grenade_salad.games.wheel.cards import words


@dataclass(frozen=True)
class WrongOption(Reason):
    """A house rule has a value that it cannot have."""

    name: str
    value: object
    wants: str

    def text(self) -> str:
        return f"the house rule {self.name!r} cannot be {self.value!r}: it is {self.wants}"


@dataclass(frozen=True)
class NoSuchDie(Reason):
    """There are three white dice (WH-02)."""

    die: int

    def text(self) -> str:
        return f"there is no white die {self.die}: the dice are 0, 1 and 2"


@dataclass(frozen=True)
class NoSuchAction(Reason):
    """An action of another game."""

    do: str

    def text(self) -> str:
        return f"{self.do!r} is no action of this game"


@dataclass(frozen=True)
class NoSuchRoll(Reason):
    """The black die has six sides."""

    outcome: int

    def text(self) -> str:
        return f"a die cannot show {self.outcome}: it shows 1 to 6"


@dataclass(frozen=True)
class NoSuchCard(Reason):
    """The box has no such card there (WH-02)."""

    card: str
    place: str

    def text(self) -> str:
        return f"there is no card {self.card[:40]!r} for {self.place}"


@dataclass(frozen=True)
class CardTwice(Reason):
    """Every card is in the box once (WH-02)."""

    card: str

    def text(self) -> str:
        return f"{words(self.card)} is there twice"


@dataclass(frozen=True)
class CardMissing(Reason):
    """A deal puts all spades and the joker in the ring (WH-04)."""

    card: str

    def text(self) -> str:
        return f"{words(self.card)} is not in the ring"


@dataclass(frozen=True)
class NoSpadeFor(Reason):
    """A heart that could never be blown up (WH-13)."""

    heart: str

    def text(self) -> str:
        return f"somebody has {words(self.heart)}, but its spade is not in the ring"


@dataclass(frozen=True)
class WrongHands(Reason):
    """The hearts do not go with the players (WH-03)."""

    seats: int
    hands: int

    def text(self) -> str:
        return f"there are hearts for {self.hands} players, but {self.seats} play"


@dataclass(frozen=True)
class WrongHearts(Reason):
    """A player has too few or too many hearts (WH-03)."""

    seat: int
    number: int
    least: int
    most: int

    def text(self) -> str:
        wants = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        return f"seat {self.seat} has {self.number} hearts: it must be {wants}"


@dataclass(frozen=True)
class WrongDice(Reason):
    """There are three white dice (WH-02)."""

    number: int

    def text(self) -> str:
        return f"there are 3 white dice, not {self.number}"


@dataclass(frozen=True)
class WrongPips(Reason):
    """A die at rest shows 1 to 5 (WH-08)."""

    die: int
    pips: int

    def text(self) -> str:
        return f"white die {self.die} cannot show {self.pips}: at rest it shows 1 to 5"


@dataclass(frozen=True)
class NotInTheRing(Reason):
    """An index that is outside the ring."""

    what: str
    at: int
    cards: int

    def text(self) -> str:
        return f"{self.what} cannot be at {self.at}: the cards of the ring are 0 to {self.cards - 1}"


@dataclass(frozen=True)
class FaceDownTwice(Reason):
    """A card can be face down once."""

    at: int

    def text(self) -> str:
        return f"card {self.at} of the ring is face down twice"


@dataclass(frozen=True)
class OnFaceDown(Reason):
    """Cards that are face down are out of play (WH-07)."""

    die: int
    at: int

    def text(self) -> str:
        return f"white die {self.die} cannot be on card {self.at}, which is face down"


@dataclass(frozen=True)
class JokerIsSafe(Reason):
    """House rule `joker_safe` (WH-12)."""

    def text(self) -> str:
        return "the joker cannot be face down: by the house rule it is safe"


@dataclass(frozen=True)
class TurnOfNobody(Reason):
    """It is the turn of somebody who is out (WH-05)."""

    seat: int

    def text(self) -> str:
        return f"it cannot be seat {self.seat}'s turn: this player is out"


@dataclass(frozen=True)
class NobodyLeft(Reason):
    """A game that goes on has two players (WH-14)."""

    left: int

    def text(self) -> str:
        return f"two players must be in the game, not {self.left}"


@dataclass(frozen=True)
class OtherStarter(Reason):
    """House rule `starter` (WH-05)."""

    turn: int
    starter: int

    def text(self) -> str:
        return f"seat {self.turn} cannot start: by the house rule seat {self.starter} does"


@dataclass(frozen=True)
class NotAtTheStart(Reason):
    """A deal puts all dice on the first spade, each showing 1, and no card is face down (WH-04)."""

    what: str

    def text(self) -> str:
        return f"a deal cannot say this of the {self.what}: no game starts so"
