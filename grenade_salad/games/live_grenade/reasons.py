"""Why something cannot be done in Live Grenade, with the facts."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import Reason
from grenade_salad.games.live_grenade.cards import listed, words

_WANTS = {
    "pair": "a pair is two cards of the same rank, 4 to 9",
    "steal": "a Steal is one 10",
    "skip": "a Skip is one Jack",
    "reverse": "a Reverse is one Queen",
    "cancel": "a Cancel is one King",
}


@dataclass(frozen=True)
class WrongCards(Reason):
    """These cards do not make this play (LG-17, LG-18, LG-20 to LG-22, LG-26)."""

    do: str
    cards: tuple[str, ...]

    def text(self) -> str:
        return f"{_WANTS[self.do]}, not {', '.join(self.cards) or 'nothing'}"


@dataclass(frozen=True)
class NotInHand(Reason):
    """The player does not hold all of these cards."""

    cards: tuple[str, ...]

    def text(self) -> str:
        return f"you do not hold {listed(self.cards)}"


@dataclass(frozen=True)
class FromYourself(Reason):
    """A steal names its own player (LG-17)."""

    def text(self) -> str:
        return "you cannot steal from yourself: choose another player"


@dataclass(frozen=True)
class VictimOut(Reason):
    """The victim is out of the game (LG-19)."""

    target: int

    def text(self) -> str:
        return f"seat {self.target} is out of the game: choose somebody who is still in it"


@dataclass(frozen=True)
class VictimEmpty(Reason):
    """The victim has no card (LG-19)."""

    target: int

    def text(self) -> str:
        return f"seat {self.target} has no cards: choose somebody who has"


@dataclass(frozen=True)
class AnswerFirst(Reason):
    """A play waits for answers (LG-24)."""

    def text(self) -> str:
        return "a card was just played: cancel it or pass"


@dataclass(frozen=True)
class NothingToAnswer(Reason):
    """There is no play to cancel or to let pass (LG-22)."""

    def text(self) -> str:
        return "nobody else has just played a card: there is nothing to cancel or to let pass"


@dataclass(frozen=True)
class WrongPlayers(Reason):
    """So many cannot play with these decks (LG-01, LG-30)."""

    seats: int
    most: int
    decks: int

    def text(self) -> str:
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        return f"{self.seats} cannot play with {decks} and these house rules: it takes 2 to {self.most} players"


@dataclass(frozen=True)
class WrongOption(Reason):
    """A house rule has a value that cannot be."""

    key: str
    value: object
    wants: str

    def text(self) -> str:
        return f"house rule {self.key} cannot be {self.value!r}: it must be {self.wants}"


@dataclass(frozen=True)
class WrongSetup(Reason):
    """A part of a setup has a form that cannot be."""

    key: str
    wants: str

    def text(self) -> str:
        return f"setup: {self.key} must be {self.wants}"


@dataclass(frozen=True)
class NotInBox(Reason):
    """There are more of a card than the box has (LG-02)."""

    card: str
    there: int
    box: int

    def text(self) -> str:
        if not self.box:
            return f"there is no card {self.card} in the box"
        times = "once" if self.box == 1 else f"{self.box} times"
        return f"{words(self.card)} is in the box {times}, not {self.there} times"


@dataclass(frozen=True)
class GrenadeInHand(Reason):
    """A hand has an ace (LG-12)."""

    seat: int

    def text(self) -> str:
        return f"seat {self.seat} holds an ace: a Live Grenade is never in a hand"


@dataclass(frozen=True)
class WrongGrenades(Reason):
    """There are too many or too few aces in the deck (LG-13)."""

    there: int
    wants: int

    def text(self) -> str:
        return f"the deck has {self.there} aces: it must have {self.wants}, one fewer than players who are left"


@dataclass(frozen=True)
class OutWithCards(Reason):
    """Somebody who is out has a hand (LG-14)."""

    seat: int

    def text(self) -> str:
        return f"seat {self.seat} is out but has cards in hand"


@dataclass(frozen=True)
class OutOnTurn(Reason):
    """It would be the turn of somebody who is out."""

    seat: int

    def text(self) -> str:
        return f"it cannot be the turn of seat {self.seat}, who is out"


@dataclass(frozen=True)
class OtherCards(Reason):
    """A reshuffled deck has other cards than before (LG-12)."""

    def text(self) -> str:
        return "the reshuffled deck must have exactly the cards that the deck had, with the ace"


@dataclass(frozen=True)
class NotVictims(Reason):
    """The stolen card is not in the victim's hand (LG-17)."""

    card: str
    victim: int

    def text(self) -> str:
        return f"{self.card} cannot be stolen: seat {self.victim} does not hold it"


@dataclass(frozen=True)
class WrongDeal(Reason):
    """The deal is not as the rules say."""

    rule: str
    what: str

    def text(self) -> str:
        return f"the deal cannot be so ({self.rule}): {self.what}"
