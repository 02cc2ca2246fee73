"""Reasons why something is refused in Live Grenade, with the facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Reason
from grenade_salad.games.live_grenade.cards import CARDS, name_card, name_cards
from grenade_salad.text import Message, Seat, Value, Words, m

_NOTHING = m("nothing", context="cards that were played")


@dataclass(frozen=True)
class WrongCards(Reason):
    """These cards do not make this play (LG-17, LG-18, LG-20 to LG-22, LG-26)."""

    do: str
    cards: tuple[str, ...]

    def message(self) -> Message:
        cards: Value = list(self.cards) or _NOTHING
        match self.do:
            case "pair":
                # Translators: why something cannot be done; {cards} are cards, as in "the 7 of clubs"
                return m("a pair is two cards of the same rank, 4 to 9, not {cards:,}", cards=cards)
            case "steal":
                return m("a Steal is one 10, not {cards:,}", cards=cards)
            case "skip":
                return m("a Skip is one Jack, not {cards:,}", cards=cards)
            case "reverse":
                return m("a Reverse is one Queen, not {cards:,}", cards=cards)
        return m("a Cancel is one King, not {cards:,}", cards=cards)


@dataclass(frozen=True)
class NotInHand(Reason):
    """The player does not hold all of these cards."""

    cards: tuple[str, ...]

    def message(self) -> Message:
        return m("you do not hold {cards}", cards=name_cards(self.cards))


@dataclass(frozen=True)
class FromYourself(Reason):
    """A steal targets its own player (LG-17)."""

    rule_id: ClassVar[str] = "LG-17"

    def message(self) -> Message:
        return m("you cannot steal from yourself: choose another player")


@dataclass(frozen=True)
class VictimOut(Reason):
    """The victim is out of the game (LG-19)."""

    rule_id: ClassVar[str] = "LG-19"

    target: int

    def message(self) -> Message:
        return m("{whom} is out of the game: choose somebody who is still in it", whom=Seat(self.target))


@dataclass(frozen=True)
class VictimEmpty(Reason):
    """The victim has no card (LG-19)."""

    rule_id: ClassVar[str] = "LG-19"

    target: int

    def message(self) -> Message:
        return m("{whom} has no cards: choose somebody who has some", whom=Seat(self.target))


@dataclass(frozen=True)
class AnswerFirst(Reason):
    """A play waits for reactions (LG-24)."""

    rule_id: ClassVar[str] = "LG-24"

    def message(self) -> Message:
        return m("a card was just played: cancel it or pass")


@dataclass(frozen=True)
class NothingToAnswer(Reason):
    """There is no play to cancel or to pass (LG-22)."""

    rule_id: ClassVar[str] = "LG-22"

    def message(self) -> Message:
        return m("nobody else has just played a card: there is nothing to cancel or to let pass")


@dataclass(frozen=True)
class WrongPlayers(Reason):
    """This number of players cannot play with these decks (LG-01, LG-30)."""

    seats: int
    max_seats: int
    decks: int

    def message(self) -> Message:
        return m(
            "{seats} cannot play with {n} deck and these house rules: only 2 to {most} players can",
            "{seats} cannot play with {n} decks and these house rules: only 2 to {most} players can",
            seats=self.seats,
            n=self.decks,
            most=self.max_seats,
        )


@dataclass(frozen=True)
class WrongSetup(Reason):
    """A part of a setup has an impossible form."""

    key: str
    wants: Words
    """The end of the sentence "it must be"."""

    def message(self) -> Message:
        return m("setup: {key} must be {wants}", key=self.key, wants=self.wants)


@dataclass(frozen=True)
class NotInBox(Reason):
    """There are more of a card than the box has (LG-02)."""

    card: str
    count: int
    box_count: int

    def message(self) -> Message:
        card, count = name_card(self.card) if self.card in CARDS else self.card, self.count
        if not self.box_count:
            return m("there is no card {card} in the box", card=self.card)
        if self.box_count == 1:
            # Translators: of a position that somebody wrote: the box is the whole game, {n} is how often the card is
            # there
            return m(
                "{card} is in the box once, not {n} times",
                "{card} is in the box once, not {n} times",
                card=card,
                n=count,
            )
        return m(
            "{card} is in the box {box} times, not {n}",
            "{card} is in the box {box} times, not {n}",
            card=card,
            box=self.box_count,
            n=count,
        )


@dataclass(frozen=True)
class GrenadeInHand(Reason):
    """A hand has an ace (LG-12)."""

    seat: int

    def message(self) -> Message:
        return m("{who} holds an ace: a Live Grenade is never in a hand", who=Seat(self.seat))


@dataclass(frozen=True)
class WrongGrenades(Reason):
    """There are too many or too few aces in the deck (LG-13)."""

    count: int
    wants: int

    def message(self) -> Message:
        return m(
            "the deck has {n} ace: it must have {wants}, one fewer than there are players left",
            "the deck has {n} aces: it must have {wants}, one fewer than there are players left",
            n=self.count,
            wants=self.wants,
        )


@dataclass(frozen=True)
class OutWithCards(Reason):
    """A player who is out has a hand (LG-14)."""

    seat: int

    def message(self) -> Message:
        return m("{who} is out but has cards in hand", who=Seat(self.seat))


@dataclass(frozen=True)
class OutOnTurn(Reason):
    """It would be the turn of a player who is out."""

    seat: int

    def message(self) -> Message:
        return m("it cannot be the turn of {who}, who is out", who=Seat(self.seat))


@dataclass(frozen=True)
class OtherCards(Reason):
    """A reshuffled deck has other cards than it had (LG-12)."""

    def message(self) -> Message:
        return m("the reshuffled deck must have exactly the cards that the deck had, plus the ace")


@dataclass(frozen=True)
class NotVictims(Reason):
    """The stolen card is not in the victim's hand (LG-17)."""

    card: str
    victim: int

    def message(self) -> Message:
        return m("{card} cannot be stolen: {whom} does not hold it", card=self.card, whom=Seat(self.victim))


@dataclass(frozen=True)
class WrongDeal(Reason):
    """The deal breaks a rule."""

    rule: str
    problem: Words
    """A sentence about the deal."""

    def message(self) -> Message:
        # Translators: {rule} is the number of a rule, as in LG-06
        return m("this deal breaks {rule}: {what}", rule=self.rule, what=self.problem)


@dataclass(frozen=True)
class WrongStack(Reason):
    """The plays of a position cannot have followed each other (LG-17 to LG-23)."""

    rule_id: ClassVar[str] = "LG-23"

    def message(self) -> Message:
        return m("a play of the player whose turn it is comes first, and then only Kings, each of another player")


@dataclass(frozen=True)
class NotDiscarded(Reason):
    """The cards of the plays are not on the discard pile (LG-07)."""

    rule_id: ClassVar[str] = "LG-07"

    def message(self) -> Message:
        return m("the cards that were just played must be the last ones of the discard pile")


@dataclass(frozen=True)
class WrongAsked(Reason):
    """The wrong seats are asked about a play (LG-24)."""

    rule_id: ClassVar[str] = "LG-24"

    def message(self) -> Message:
        return m("only other players with a card in hand are asked, clockwise from who played last")
