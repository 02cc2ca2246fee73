"""Reasons why something cannot be done in Grenade Salad, with the facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from grenade_salad.core import Reason
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Card
from grenade_salad.text import Message, Seat, Words, m


@dataclass(frozen=True)
class NotBetween(Reason):
    """A number is out of its bounds."""

    quantity: Words
    """The subject of the sentence."""
    value: float
    minimum: float
    maximum: float
    unit: Literal["mm", "rounds", ""] = ""

    def message(self) -> Message:
        quantity, minimum, maximum, value = self.quantity, self.minimum, self.maximum, self.value
        match self.unit:
            case "mm":
                # Translators: {what} is "cube", "tile", "table width"
                return m(
                    "{what} must be between {low:g} and {high:g} mm, not {value:g} mm",
                    what=quantity,
                    low=minimum,
                    high=maximum,
                    value=value,
                )
            case "rounds":
                return m(
                    "{what} must be between {low:g} and {high:g} rounds, not {value:g} rounds",
                    what=quantity,
                    low=minimum,
                    high=maximum,
                    value=value,
                )
        return m(
            "{what} must be between {low:g} and {high:g}, not {value:g}",
            what=quantity,
            low=minimum,
            high=maximum,
            value=value,
        )


@dataclass(frozen=True)
class TileTooSmall(Reason):
    """GS-03: a tile is at least two cubes wide."""

    tile: float
    cube: float

    def message(self) -> Message:
        return m(
            "a tile of {tile:g} mm is too small: it must be at least two cubes of {cube:g} mm wide",
            tile=self.tile,
            cube=self.cube,
        )


@dataclass(frozen=True)
class TableTooSmall(Reason):
    """GS-03: a table is at least four tiles wide and high."""

    width: float
    height: float
    tile: float

    def message(self) -> Message:
        return m(
            "a table of {width:g} x {height:g} mm is too small: with a tile of {tile:g} mm it must be at least "
            "{least:g} x {least:g} mm",
            width=self.width,
            height=self.height,
            tile=self.tile,
            least=4 * self.tile,
        )


# Translators: follows "there is no time for 'drop' now: "
_STEP_TEXTS = {
    "drop": m("the soldiers are still being dropped"),
    "move": m("it is somebody's turn"),
    "cards": m("it is somebody's turn"),
    "mines": m("a soldier may have stepped on a mine"),
}


@dataclass(frozen=True)
class WrongStep(Reason):
    """The action belongs to another step of the game."""

    rule_id: ClassVar[str] = "GS-10"

    do: str
    step: str

    def message(self) -> Message:
        # Translators: {do} is the name of an action in a record, as in drop; {now} says what is going on
        return m("'{do}' is not possible now: {now}", do=self.do, now=_STEP_TEXTS.get(self.step, self.step))


@dataclass(frozen=True)
class NothingDropped(Reason):
    """GS-06: there is no attempt that could be kept."""

    rule_id: ClassVar[str] = "GS-06"

    def message(self) -> Message:
        return m("nothing has been dropped yet: drop the soldiers first")


@dataclass(frozen=True)
class MoveIsOver(Reason):
    """GS-10, GS-11: one move a turn, and before the cards."""

    rule_id: ClassVar[str] = "GS-11"

    def message(self) -> Message:
        return m("one move per turn, and before the first card: this turn's move is over")


@dataclass(frozen=True)
class NoCardsLeft(Reason):
    """GS-10: two cards a turn."""

    rule_id: ClassVar[str] = "GS-10"

    def message(self) -> Message:
        return m("two cards have been played this turn: that is the limit")


@dataclass(frozen=True)
class NotInHand(Reason):
    """The hand has no such card."""

    card: Card

    def message(self) -> Message:
        return m("you have no {card} in your hand", card=CARDS[self.card].name)


@dataclass(frozen=True)
class NoSuchSoldier(Reason):
    """No living soldier on the table has this number."""

    soldier: int

    def message(self) -> Message:
        return m("there is no soldier {soldier} on the table", soldier=self.soldier)


@dataclass(frozen=True)
class NotOwnSoldier(Reason):
    """The soldier belongs to another player."""

    soldier: int
    seat: int

    def message(self) -> Message:
        return m("soldier {soldier} is not yours: it belongs to {whom}", soldier=self.soldier, whom=Seat(self.seat))


@dataclass(frozen=True)
class OwnTarget(Reason):
    """GS-16, GS-17: only soldiers of opponents are attacked."""

    rule_id: ClassVar[str] = "GS-16"

    target: int

    def message(self) -> Message:
        return m("soldier {soldier} is your own: only an opponent's soldier can be attacked", soldier=self.target)


@dataclass(frozen=True)
class Unfinished(Reason):
    """A template whose continuous part was not chosen, or is not a number."""

    part: Literal["height", "point", "angle"]

    def message(self) -> Message:
        match self.part:
            case "height":
                return m("the height is still to be chosen")
            case "point":
                return m("the point is still to be chosen")
        return m("the angle is still to be chosen")


@dataclass(frozen=True)
class TooFar(Reason):
    """GS-11, GS-18: farther than a tile width; mm."""

    distance: float
    limit: float

    def message(self) -> Message:
        return m(
            "{distance:.1f} mm is too far: at most a tile width, {limit:g} mm",
            distance=self.distance,
            limit=self.limit,
            plain=m("too far: at most one tile"),
        )


@dataclass(frozen=True)
class OutOfReach(Reason):
    """GS-16: the space between the two is a cube width or more; mm."""

    rule_id: ClassVar[str] = "GS-16"

    gap: float
    limit: float

    def message(self) -> Message:
        # Translators: close combat: the space between two soldiers
        return m(
            "{gap:.1f} mm between them is too far: it must be less than a cube width, {limit:g} mm",
            gap=self.gap,
            limit=self.limit,
            plain=m("too far for Hammers: less than a soldier's width between them"),
        )


@dataclass(frozen=True)
class NoSight(Reason):
    """GS-17: soldiers are in the way."""

    rule_id: ClassVar[str] = "GS-17"
    since: ClassVar[int] = 3

    soldier: int
    target: int
    blocker: int
    """The soldier in the way of the best ray."""

    def message(self) -> Message:
        return m("no line of sight: soldier {soldier} is in the way", soldier=self.blocker)


@dataclass(frozen=True)
class BlockInSight(Reason):
    """GS-17, GS-35: a block is in the way of the best ray."""

    rule_id: ClassVar[str] = "GS-35"
    since: ClassVar[int] = 3

    soldier: int
    target: int

    def message(self) -> Message:
        return m("no line of sight: a block is in the way")


@dataclass(frozen=True)
class OffTable(Reason):
    """GS-18: the point is not on the table."""

    rule_id: ClassVar[str] = "GS-18"

    def message(self) -> Message:
        return m("that point is not on the table")


@dataclass(frozen=True)
class ReserveEmpty(Reason):
    """GS-15: nobody is left in the reserve."""

    rule_id: ClassVar[str] = "GS-15"

    def message(self) -> Message:
        return m("nobody is left in the reserve")


@dataclass(frozen=True)
class NoCirclesNow(Reason):
    """GS-29: no Three Circles in the end phase."""

    rule_id: ClassVar[str] = "GS-29"

    def message(self) -> Message:
        return m("the deck is empty: Three Circles can no longer be played")


@dataclass(frozen=True)
class MustPlay(Reason):
    """GS-30: in the end phase, a player who can play a card must play one."""

    rule_id: ClassVar[str] = "GS-30"

    card: Card

    def message(self) -> Message:
        return m(
            "the deck is empty, so whoever can play a card must play one: {card} can be played",
            card=CARDS[self.card].name,
        )


@dataclass(frozen=True)
class MustThrowAway(Reason):
    """GS-36, a house rule: no card was played in this turn, so one is thrown away."""

    rule_id: ClassVar[str] = "GS-36"

    def message(self) -> Message:
        return m("no card was played in this turn: throw one away")


@dataclass(frozen=True)
class NothingToThrowAway(Reason):
    """GS-36: cards cannot be thrown away now.

    The house rule is off, the deck is empty, or a card was played in this turn.
    """

    rule_id: ClassVar[str] = "GS-36"

    def message(self) -> Message:
        return m("cards are thrown away only by that house rule, from a turn without a card, while there is a deck")


@dataclass(frozen=True)
class SetNothingOff(Reason):
    """GS-21, GS-22: the soldier cannot have stepped on a mine.

    Only the soldier that was just moved, placed or dropped steps on one.
    """

    rule_id: ClassVar[str] = "GS-22"

    soldier: int

    def message(self) -> Message:
        return m("soldier {soldier} was not moved, placed or dropped just now", soldier=self.soldier)


@dataclass(frozen=True)
class MineInOwnTurn(Reason):
    """GS-21: mines are for the turns of other players."""

    rule_id: ClassVar[str] = "GS-21"

    def message(self) -> Message:
        return m("only right after an opponent moved, placed or dropped a soldier")


@dataclass(frozen=True)
class CannotBe(Reason):
    """A setup or a chance outcome that the box or the rules do not allow."""

    why: Message

    def message(self) -> Message:
        return self.why


class TooManySoldiers(CannotBe):
    """GS-01: a player has more soldiers than the box."""

    rule_id: ClassVar[str] = "GS-01"


class NotInBox(CannotBe):
    """GS-02: there are cards that the box does not have."""

    rule_id: ClassVar[str] = "GS-02"


class TooManyCards(CannotBe):
    """GS-10: a hand is filled up to five."""

    rule_id: ClassVar[str] = "GS-10"


class WrongDrop(CannotBe):
    """GS-05: the set-up drop that is going on has other facts."""

    rule_id: ClassVar[str] = "GS-05"


class WrongTrigger(CannotBe):
    """GS-21: these soldiers cannot have stepped on a mine."""

    rule_id: ClassVar[str] = "GS-21"


class WrongBlock(CannotBe):
    """GS-35: a block that cannot be there."""

    rule_id: ClassVar[str] = "GS-35"


class WrongAsked(CannotBe):
    """GS-25: the seat is not asked for a mine."""

    rule_id: ClassVar[str] = "GS-25"
