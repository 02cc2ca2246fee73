"""Reasons why something cannot be done in the wheel game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Reason
from grenade_salad.games.wheel.cards import card_name
from grenade_salad.text import Message, Seat, Words, m


@dataclass(frozen=True)
class NoSuchDie(Reason):
    """There are three white dice (WH-02)."""

    die: int

    def message(self) -> Message:
        return m("there is no white die {die}: the dice are 0, 1 and 2", die=self.die)


@dataclass(frozen=True)
class NoSuchRoll(Reason):
    """The black die has six sides."""

    outcome: int

    def message(self) -> Message:
        return m("a die cannot show {pips}: it shows 1 to 6", pips=self.outcome)


@dataclass(frozen=True)
class NoSuchCard(Reason):
    """The box has no such card there (WH-02)."""

    card: str
    place: Words

    def message(self) -> Message:
        return m("there is no card {card} for {place}", card=repr(self.card[:40]), place=self.place)


@dataclass(frozen=True)
class CardTwice(Reason):
    """Every card is in the box once (WH-02)."""

    card: str

    def message(self) -> Message:
        return m("{card} is there twice", card=card_name(self.card))


@dataclass(frozen=True)
class CardMissing(Reason):
    """A deal puts all spades and the joker in the ring (WH-04)."""

    card: str

    def message(self) -> Message:
        return m("{card} is not in the ring", card=card_name(self.card))


@dataclass(frozen=True)
class NoSpadeFor(Reason):
    """A heart that could never be blown up (WH-13)."""

    heart: str

    def message(self) -> Message:
        return m("somebody has {card}, but its spade is not in the ring", card=card_name(self.heart))


@dataclass(frozen=True)
class WrongHands(Reason):
    """The hearts do not match the number of players (WH-03)."""

    seats: int
    hands: int

    def message(self) -> Message:
        return m("there are hearts for {hands} players, but {seats} play", hands=self.hands, seats=self.seats)


@dataclass(frozen=True)
class WrongHearts(Reason):
    """A player has too few or too many hearts (WH-03)."""

    seat: int
    count: int
    minimum: int
    maximum: int

    def message(self) -> Message:
        player, hearts = Seat(self.seat), self.count
        if self.minimum == self.maximum:
            return m(
                "the number of {who}'s hearts is {hearts}: it must be {most}",
                who=player,
                hearts=hearts,
                most=self.maximum,
            )
        return m(
            "the number of {who}'s hearts is {hearts}: it must be {least} to {most}",
            who=player,
            hearts=hearts,
            least=self.minimum,
            most=self.maximum,
        )


@dataclass(frozen=True)
class WrongDice(Reason):
    """There are three white dice (WH-02)."""

    count: int

    def message(self) -> Message:
        return m("there are 3 white dice, not {number}", number=self.count)


@dataclass(frozen=True)
class WrongPips(Reason):
    """A die at rest shows 1 to 5 (WH-08)."""

    die: int
    pips: int

    def message(self) -> Message:
        return m("white die {die} cannot show {pips}: at rest it shows 1 to 5", die=self.die, pips=self.pips)


@dataclass(frozen=True)
class NotInTheRing(Reason):
    """An index that is outside the ring."""

    thing: Words
    """The subject of the sentence."""
    index: int
    cards: int
    """The number of cards in the ring."""

    def message(self) -> Message:
        return m(
            "{what} cannot be at {at}: the cards of the ring are numbered 0 to {last}",
            what=self.thing,
            at=self.index,
            last=self.cards - 1,
        )


@dataclass(frozen=True)
class FaceDownTwice(Reason):
    """A card can be face down once."""

    index: int

    def message(self) -> Message:
        return m("card {at} of the ring is face down twice", at=self.index)


@dataclass(frozen=True)
class OnFaceDown(Reason):
    """Cards that are face down are out of play (WH-07)."""

    die: int
    index: int

    def message(self) -> Message:
        return m("white die {die} cannot be on card {at}, which is face down", die=self.die, at=self.index)


@dataclass(frozen=True)
class JokerIsSafe(Reason):
    """House rule `joker_safe` (WH-12)."""

    def message(self) -> Message:
        return m("the joker cannot be face down: by the house rule it is safe")


@dataclass(frozen=True)
class TurnOfNobody(Reason):
    """It is the turn of a player who is out (WH-05)."""

    seat: int

    def message(self) -> Message:
        return m("it cannot be {who}'s turn: this player is out", who=Seat(self.seat))


@dataclass(frozen=True)
class TooFewPlayers(Reason):
    """A game that goes on has two players (WH-14)."""

    left: int

    def message(self) -> Message:
        return m("at least two players must be in the game, not {left}", left=self.left)


@dataclass(frozen=True)
class OtherStarter(Reason):
    """House rule `starter` (WH-05)."""

    turn: int
    starter: int

    def message(self) -> Message:
        return m("{who} cannot start: by the house rule, {whom} does", who=Seat(self.turn), whom=Seat(self.starter))


@dataclass(frozen=True)
class NotAtTheStart(Reason):
    """A deal has all dice on the first spade and no card face down (WH-04).

    Each die shows 1.
    """

    part: Words

    def message(self) -> Message:
        return m("the {what} cannot be like this in a deal: no game starts that way", what=self.part)


@dataclass(frozen=True)
class NotOut(Reason):
    """A player is out whose heart was not blown up (WH-13)."""

    rule_id: ClassVar[str] = "WH-13"

    def message(self) -> Message:
        return m("only players whose heart was blown up are out, each once")


@dataclass(frozen=True)
class NotInRing(Reason):
    """A named card is not in the ring (WH-04)."""

    rule_id: ClassVar[str] = "WH-04"

    card: str

    def message(self) -> Message:
        return m("{card} is not in the ring", card=card_name(self.card))
