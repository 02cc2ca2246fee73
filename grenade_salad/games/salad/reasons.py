"""Why something cannot be done in Grenade Salad, with the facts."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import Reason

NAMES = {
    "pointer": "Pointer",
    "circles": "Three Circles",
    "hammers": "Hammers",
    "arrow": "Arrow",
    "explosion": "Explosion",
    "footpath": "Footpath",
}
"""What the cards are called."""

CARDS = {
    "pointer": "Put a soldier from your reserve on any free place.",
    "circles": "Drop three soldiers from your reserve onto the middle.",
    "hammers": "One of your soldiers kills an enemy less than a cube width away.",
    "arrow": "One of your soldiers kills an enemy in a free line of sight, at any distance.",
    "explosion": "Throw a grenade up to a tile width: everybody in the blast dies, yours too.",
    "footpath": "A mine, for other people's turns: right after a soldier was moved, placed or dropped.",
}
"""What each card does, in one line."""


@dataclass(frozen=True)
class NotBetween(Reason):
    """A number is out of its bounds."""

    what: str
    value: float
    low: float
    high: float
    unit: str = ""

    def text(self) -> str:
        return f"{self.what} must be between {self.low:g} and {self.high:g}{self.unit}, not {self.value:g}{self.unit}"


@dataclass(frozen=True)
class TileTooSmall(Reason):
    """GS-03: a tile is at least two cubes wide."""

    tile: float
    cube: float

    def text(self) -> str:
        return f"a tile of {self.tile:g} mm is too small: it must be at least two cubes of {self.cube:g} mm wide"


@dataclass(frozen=True)
class TableTooSmall(Reason):
    """GS-03: a table is at least four tiles wide and high."""

    width: float
    height: float
    tile: float

    def text(self) -> str:
        least = 4 * self.tile
        return (
            f"a table of {self.width:g} x {self.height:g} mm is too small: with a tile of {self.tile:g} mm it must be "
            f"at least {least:g} x {least:g} mm"
        )


@dataclass(frozen=True)
class WrongStep(Reason):
    """The action belongs to another step of the game."""

    do: str
    step: str

    def text(self) -> str:
        now = {
            "drop": "the soldiers are still being dropped",
            "move": "it is somebody's turn",
            "cards": "it is somebody's turn",
            "mines": "a soldier may have stepped on a mine",
        }
        return f"there is no time for '{self.do}' now: {now.get(self.step, self.step)}"


@dataclass(frozen=True)
class NothingDropped(Reason):
    """GS-06: there is no attempt that could be kept."""

    def text(self) -> str:
        return "nothing has been dropped yet: drop the soldiers first"


@dataclass(frozen=True)
class MoveIsOver(Reason):
    """GS-10, GS-11: one move a turn, and before the cards."""

    def text(self) -> str:
        return "one move a turn, and before the first card: the move of this turn is over"


@dataclass(frozen=True)
class NoCardsLeft(Reason):
    """GS-10: two cards a turn."""

    def text(self) -> str:
        return "two cards have been played in this turn: that is all"


@dataclass(frozen=True)
class NotInHand(Reason):
    """The hand has no such card."""

    card: str

    def text(self) -> str:
        return f"there is no {NAMES[self.card]} in the hand"


@dataclass(frozen=True)
class NoSuchSoldier(Reason):
    """No living soldier on the table has this number."""

    soldier: int

    def text(self) -> str:
        return f"there is no soldier {self.soldier} on the table"


@dataclass(frozen=True)
class NotOwnSoldier(Reason):
    """The soldier belongs to somebody else."""

    soldier: int
    seat: int

    def text(self) -> str:
        return f"soldier {self.soldier} is not yours: it belongs to seat {self.seat}"


@dataclass(frozen=True)
class OwnTarget(Reason):
    """GS-16, GS-17: only soldiers of opponents are attacked."""

    target: int

    def text(self) -> str:
        return f"soldier {self.target} is your own: only an opponent's soldier can be attacked"


@dataclass(frozen=True)
class Unfinished(Reason):
    """A template whose continuous part was not chosen, or is not a number."""

    what: str

    def text(self) -> str:
        return f"the {self.what} is still to be chosen"


@dataclass(frozen=True)
class TooFar(Reason):
    """GS-11, GS-18: farther than a tile width; mm."""

    distance: float
    limit: float

    def text(self) -> str:
        return f"{self.distance:.1f} mm is too far: at most a tile width, {self.limit:g} mm"


@dataclass(frozen=True)
class OutOfReach(Reason):
    """GS-16: the space between the two is a cube width or more; mm."""

    gap: float
    limit: float

    def text(self) -> str:
        return f"{self.gap:.1f} mm between them is too far: it must be less than a cube width, {self.limit:g} mm"


@dataclass(frozen=True)
class NoSight(Reason):
    """GS-17: soldiers stand in the way; `blocker` is in the way of the best ray."""

    soldier: int
    target: int
    blocker: int

    def text(self) -> str:
        return f"no line of sight: soldier {self.blocker} is in the way"


@dataclass(frozen=True)
class OffTable(Reason):
    """GS-18: the point is not on the table."""

    def text(self) -> str:
        return "that point is not on the table"


@dataclass(frozen=True)
class ReserveEmpty(Reason):
    """GS-15: nobody is left in the reserve."""

    def text(self) -> str:
        return "nobody is left in the reserve"


@dataclass(frozen=True)
class NoCirclesNow(Reason):
    """GS-29: no Three Circles in the end phase."""

    def text(self) -> str:
        return "the deck is empty: Three Circles can no longer be played"


@dataclass(frozen=True)
class MustPlay(Reason):
    """GS-30: in the end phase, whoever can play a card does."""

    card: str

    def text(self) -> str:
        return f"the deck is empty, so whoever can play a card must play one: {NAMES[self.card]} can be played"


@dataclass(frozen=True)
class SetNothingOff(Reason):
    """GS-21, GS-22: only the soldier that was just moved, placed or dropped steps on a mine."""

    soldier: int

    def text(self) -> str:
        return f"soldier {self.soldier} was not moved, placed or dropped just now"


@dataclass(frozen=True)
class MineInOwnTurn(Reason):
    """GS-21: mines are for other people's turns."""

    def text(self) -> str:
        return "a mine is only played in an opponent's turn, when a soldier moved, was placed or dropped"


@dataclass(frozen=True)
class CannotBe(Reason):
    """A setup or an outcome of luck that the box or the rules do not allow."""

    why: str

    def text(self) -> str:
        return self.why
