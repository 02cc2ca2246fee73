"""Reasons why something is refused at the open table."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import Reason
from grenade_salad.text import Length, Message, Seat, m

_MAX_QUOTE = 40
"""Maximum number of letters of a name from a file in a message."""


def quote(name: str) -> str:
    """Return a name in quotes, cut to what a message can show.

    >>> quote("hand")
    "'hand'"
    """
    return repr(name[:_MAX_QUOTE])


@dataclass(frozen=True)
class BadBox(Reason):
    """The box cannot be played."""

    path: str
    """The faulty part of its description."""
    why: Message

    def message(self) -> Message:
        # Translators: {where} is a part of a file, such as kinds[3].size; {why} is a sentence
        return m("the box cannot be used: {where}: {why}", where=self.path, why=self.why)


@dataclass(frozen=True)
class Unsaid(Reason):
    """A part of the action is missing."""

    part: str

    def message(self) -> Message:
        # Translators: {part} is a word of the record format, such as to or what
        return m("it does not say {part}", part=repr(self.part))


@dataclass(frozen=True)
class BadPart(Reason):
    """A part of the action is something that it cannot be."""

    part: str
    value: object

    def message(self) -> Message:
        return m("{part} cannot be {value}", part=repr(self.part), value=repr(self.value)[:60])


@dataclass(frozen=True)
class NoSuchPiece(Reason):
    """Nothing on the table has that number."""

    piece_id: int

    def message(self) -> Message:
        return m("nothing on the table has the number {number}", number=str(self.piece_id)[:20])


@dataclass(frozen=True)
class NoSuchHolder(Reason):
    """No holder has that name."""

    name: str

    def message(self) -> Message:
        return m("there is no place called {name}", name=quote(self.name))


@dataclass(frozen=True)
class Twice(Reason):
    """The same thing is named twice."""

    value: object

    def message(self) -> Message:
        return m("{value} is named twice", value=repr(self.value)[:40])


@dataclass(frozen=True)
class TooFew(Reason):
    """A stack or holder has fewer pieces than are wanted."""

    wanted: int
    available: int

    def message(self) -> Message:
        return m("there are {there}, not {wanted}", there=self.available, wanted=str(self.wanted)[:20])


@dataclass(frozen=True)
class Has(Reason):
    """The pieces are in another player's hand."""

    seat: int

    def message(self) -> Message:
        # Translators: a piece is in somebody's hand, and nobody else can take it
        return m("{who} has it", who=Seat(self.seat), you=m("you have it"))


@dataclass(frozen=True)
class Blind(Reason):
    """A bag is drawn from blindly."""

    def message(self) -> Message:
        return m("nobody looks into a bag, or chooses from it")


@dataclass(frozen=True)
class Locked(Reason):
    """It is locked."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} is locked", number=self.piece_id)


@dataclass(frozen=True)
class OffTable(Reason):
    """A point that is not on the table."""

    x: float
    y: float
    width: float
    height: float

    def message(self) -> Message:
        return m(
            "{x} and {y} is not on the table: it is {wide} wide and {high} high",
            x=Length(self.x),
            y=Length(self.y),
            wide=Length(self.width),
            high=Length(self.height),
        )


@dataclass(frozen=True)
class IntoItself(Reason):
    """A stack would lie on itself."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} cannot lie on itself", number=self.piece_id)


@dataclass(frozen=True)
class NotStacked(Reason):
    """Cards lie on cards, and discs on discs."""

    def message(self) -> Message:
        return m("only cards lie on cards, and only discs on discs")


@dataclass(frozen=True)
class Full(Reason):
    """The holder takes no more."""

    maximum: int
    wanted: int

    def message(self) -> Message:
        return m("it takes {most}, not {wanted}", most=self.maximum, wanted=self.wanted)


@dataclass(frozen=True)
class OneSide(Reason):
    """It has no other side."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} has no other side", number=self.piece_id)


@dataclass(frozen=True)
class NoDie(Reason):
    """Only dice are rolled."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} is not a die", number=self.piece_id)


@dataclass(frozen=True)
class CannotSlide(Reason):
    """Cards, boards and stacks stay where they are."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} does not slide", number=self.piece_id)


@dataclass(frozen=True)
class NoShot(Reason):
    """The box has shots for other seats only."""

    def message(self) -> Message:
        return m("this seat has no place to shoot from")


@dataclass(frozen=True)
class WrongStart(Reason):
    """A shot begins outside the ring or the part of it that the box allows.

    Distances are in mm, angles in degrees counterclockwise from the right.
    """

    distance: float
    minimum: float
    maximum: float
    first: float
    last: float

    def message(self) -> Message:
        # Translators: degrees are counted counterclockwise from the right
        return m(
            "a shot begins {least:.0f} to {most:.0f} mm from the middle, between {first:.0f} and {last:.0f} degrees, "
            "and this is {away:.0f} mm from it",
            least=self.minimum,
            most=self.maximum,
            first=self.first,
            last=self.last,
            away=self.distance,
        )


@dataclass(frozen=True)
class TooFast(Reason):
    """A speed outside the box's limits, in mm/s."""

    speed: float
    maximum: float

    def message(self) -> Message:
        return m(
            "{speed:.0f} mm/s is not a speed: it is more than 0 and at most {most:.0f}",
            speed=self.speed,
            most=self.maximum,
        )


@dataclass(frozen=True)
class BadPath(Reason):
    """The path of a push is invalid.

    It must have 2 to 240 points, from 0 on forwards in time, within three seconds.
    """

    points: int
    milliseconds: int

    def message(self) -> Message:
        return m(
            "a push has 2 to 240 points, in order of time, within 3000 ms: this has {points} in {time} ms",
            points=self.points,
            time=str(self.milliseconds)[:20],
        )


@dataclass(frozen=True)
class Unseen(Reason):
    """The front is hidden from the seat that wants to write on it or to show it."""

    piece_id: int

    def message(self) -> Message:
        return m("you do not see the front of number {number}", number=self.piece_id)


@dataclass(frozen=True)
class NotBlank(Reason):
    """It cannot be written on."""

    piece_id: int

    def message(self) -> Message:
        return m("number {number} cannot be written on", number=self.piece_id)


@dataclass(frozen=True)
class NoSuchMark(Reason):
    """There is no such counter or note."""

    name: str

    def message(self) -> Message:
        return m("there is no counter or note called {name}", name=quote(self.name))


@dataclass(frozen=True)
class OutOfBounds(Reason):
    """A number outside its bounds."""

    value: int
    minimum: int
    maximum: int

    def message(self) -> Message:
        return m(
            "{value} is not one of {least} to {most}", value=str(self.value)[:20], least=self.minimum, most=self.maximum
        )


@dataclass(frozen=True)
class TooLong(Reason):
    """A text that is too long, or has a line break in it."""

    length: int
    maximum: int

    def message(self) -> Message:
        return m("a text is one line of at most {most} letters, not {length}", most=self.maximum, length=self.length)


@dataclass(frozen=True)
class NotAsked(Reason):
    """Nobody asked the seat for anything in its hand."""

    def message(self) -> Message:
        return m("nobody asked for anything in that hand", you=m("nobody asked you for anything in your hand"))


@dataclass(frozen=True)
class NotInBox(Reason):
    """The box has no more of these."""

    name: str
    available: int

    def message(self) -> Message:
        return m("the box has {there} of {name}", there=self.available, name=quote(self.name))


@dataclass(frozen=True)
class NotYet(Reason):
    """A line that is not in the match yet."""

    to: int
    lines: int

    def message(self) -> Message:
        return m("there are {lines} lines, so nothing leads back to line {to}", lines=self.lines, to=str(self.to)[:20])


@dataclass(frozen=True)
class ChanceWasPending(Reason):
    """A line in the middle of a step: chance was pending right after it."""

    to: int

    def message(self) -> Message:
        return m("line {to} is in the middle of something: luck came right after it", to=self.to)


@dataclass(frozen=True)
class AnotherBox(Reason):
    """A line before the box was changed."""

    to: int
    changed: int

    def message(self) -> Message:
        return m("the box was changed after line {to}, in line {changed}", to=self.to, changed=self.changed)


@dataclass(frozen=True)
class SecretHolder(Reason):
    """The changed box has no such holder for the hidden pieces in it."""

    place: Message
    n: int

    def message(self) -> Message:
        return m(
            "the new box has no such place as {place}, where {n} hidden piece is",
            "the new box has no such place as {place}, where {n} hidden pieces are",
            n=self.n,
            place=self.place,
        )


@dataclass(frozen=True)
class CannotBe(Reason):
    """An impossible outcome of chance."""

    kind: str

    def message(self) -> Message:
        # Translators: {what} is a word of the record format: came, order or rest
        return m("the outcome of {what} cannot be", what=repr(self.kind))
