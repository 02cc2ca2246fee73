"""What happens at the open table. Fronts are told by `Shown`, `Uncovered` and `Saw` alone; all else everybody sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.open_table.words import Spot, called, listed
from grenade_salad.text import NOTHING, Message, Seat, m


@dataclass(slots=True)
class Shown(Event):
    """Fronts that everybody sees now, and did not see before."""

    open: ClassVar[tuple[str, ...]] = ("faces",)
    reveals: ClassVar[bool] = True

    faces: tuple[str, ...]

    def message(self) -> Message:
        # Translators: cards that lie face up now: "Face up now: the 4 of hearts"
        return m("Face up now: {faces}", faces=listed(self.faces))


@dataclass(slots=True)
class CameOut(Event):
    """What pieces look like from outside that were inside something, and can be seen now: their backs, mostly."""

    open: ClassVar[tuple[str, ...]] = ("looks",)
    reveals: ClassVar[bool] = True

    looks: tuple[str, ...]

    def message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Saw(Event):
    """Fronts that somebody sees now and did not see before: what is drawn, looked at, or shown to them."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    faces: tuple[str, ...] | None

    def message(self) -> Message:
        if self.faces is None:
            return NOTHING
        return m("{who} sees {faces}", who=Seat(self.seat), faces=listed(self.faces), you=m("You see {faces}"))


@dataclass(slots=True)
class Moved(Event):
    """Pieces went from one place to another, or lie elsewhere on the table; `what` is what all saw of the first."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "what", "of", "to")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    what: str
    of: Spot
    to: Spot

    def message(self) -> Message:
        who, what, of, to = Seat(self.seat), called(self.what), self.of.words(), self.to.words()
        if self.n == 1 and self.of == Spot("hand", self.of.title, self.seat) and self.to.kind != "hand":
            return self._played()
        if self.n == 1 and self.to == Spot("hand", self.to.title, self.seat) and self.of.kind in ("stack", "holder"):
            return self._drawn()
        match self.n, self.of == self.to:
            case 1, True:
                return m("{who} moves {what}", who=who, what=what, you=m("You move {what}"))
            case 1, False:
                return m(
                    "{who} moves {what} from {of} to {to}",
                    who=who,
                    what=what,
                    of=of,
                    to=to,
                    you=m("You move {what} from {of} to {to}"),
                )
            case many, True:
                return m(
                    "{who} moves {n} piece",
                    "{who} moves {n} pieces",
                    who=who,
                    n=many,
                    you=m("You move {n} piece", "You move {n} pieces"),
                )
            case many, _:
                return m(
                    "{who} moves {n} piece from {of} to {to}",
                    "{who} moves {n} pieces from {of} to {to}",
                    who=who,
                    n=many,
                    of=of,
                    to=to,
                    you=m("You move {n} piece from {of} to {to}", "You move {n} pieces from {of} to {to}"),
                )

    def _played(self) -> Message:
        """One piece out of the own hand."""
        who, what = Seat(self.seat), called(self.what)
        if self.to == Spot("table"):
            return m("{who} plays {what}", who=who, what=what, you=m("You play {what}"))
        # Translators: {place} is "the discard pile", "the stack", somebody's place or a square
        return m(
            "{who} plays {what} on {place}",
            who=who,
            what=what,
            place=self.to.words(),
            you=m("You play {what} on {place}"),
        )

    def _drawn(self) -> Message:
        """One piece into the own hand, of which everybody saw `what`."""
        return m(
            "{who} takes {what} from {of}",
            who=Seat(self.seat),
            what=called(self.what),
            of=self.of.words(),
            you=m("You take {what} from {of}"),
        )


@dataclass(slots=True)
class Uncovered(Moved):
    """The same of one piece that all see by it, and did not see before: `what` is its front."""

    reveals: ClassVar[bool] = True


@dataclass(slots=True)
class Dealt(Event):
    """So many pieces were dealt: `to` each of these places `each` of them."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "of", "to", "each")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    of: Spot
    to: tuple[Spot, ...]
    each: tuple[int, ...]

    def message(self) -> Message:
        if len(self.to) > 1 and len(set(self.each)) == 1:
            # Translators: {n} cards or other pieces for everybody: "Ann deals 5 each"
            return m("{who} deals {n} each", who=Seat(self.seat), n=self.each[0], you=m("You deal {n} each"))
        return m(
            "{who} deals {n} piece from {of}",
            "{who} deals {n} pieces from {of}",
            n=self.n,
            who=Seat(self.seat),
            of=self.of.words(),
            you=m("You deal {n} piece from {of}", "You deal {n} pieces from {of}"),
        )


@dataclass(slots=True)
class Flipped(Event):
    """Pieces were turned over; `what` is what all saw of the first before."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "what")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    what: str

    def message(self) -> Message:
        if self.n == 1:
            what = called(self.what)
            return m("{who} turns {what} over", who=Seat(self.seat), what=what, you=m("You turn {what} over"))
        return m(
            "{who} turns {n} piece over",
            "{who} turns {n} pieces over",
            n=self.n,
            who=Seat(self.seat),
            you=m("You turn {n} piece over", "You turn {n} pieces over"),
        )


@dataclass(slots=True)
class Shuffled(Event):
    """A stack or holder was shuffled; by nobody at the start."""

    open: ClassVar[tuple[str, ...]] = ("seat", "where")
    echo: ClassVar[bool] = True

    seat: int | None
    where: Spot

    def message(self) -> Message:
        if self.seat is None:
            # Translators: {place} is a stack of cards: "Shuffled: the stack"
            return m("Shuffled: {place}", place=self.where.words())
        return m("{who} shuffles {place}", who=Seat(self.seat), place=self.where.words(), you=m("You shuffle {place}"))


@dataclass(slots=True)
class Rolled(Event):
    """Dice came to rest: what they show."""

    open: ClassVar[tuple[str, ...]] = ("seat", "faces")

    seat: int
    faces: tuple[str, ...]

    def message(self) -> Message:
        # Translators: {faces} is what dice show, a number mostly
        return m("{who} rolls {faces}", who=Seat(self.seat), faces=listed(self.faces), you=m("You roll {faces}"))


@dataclass(slots=True)
class Shot(Event):
    """A piece was flicked or pushed, and everything has come to rest: how many were moved by it."""

    open: ClassVar[tuple[str, ...]] = ("seat", "what", "pushed", "n")

    seat: int
    what: str
    pushed: bool
    n: int

    def message(self) -> Message:
        who, what = Seat(self.seat), called(self.what)
        if self.pushed:
            return m("{who} pushes {what}", who=who, what=what, you=m("You push {what}"))
        # Translators: a disc is shot with a finger
        return m("{who} flicks {what}", who=who, what=what, you=m("You flick {what}"))


@dataclass(slots=True)
class Pocketed(Event):
    """A pocket took what slid into it."""

    open: ClassVar[tuple[str, ...]] = ("what", "where")

    what: str
    where: Spot

    def message(self) -> Message:
        return m("{what} goes into {place}", what=called(self.what), place=self.where.words())


@dataclass(slots=True)
class Looked(Event):
    """Somebody looked at pieces; what they are, `Saw` tells them."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "where")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    where: Spot

    def message(self) -> Message:
        return m(
            "{who} looks at {n} piece ({place})",
            "{who} looks at {n} pieces ({place})",
            n=self.n,
            who=Seat(self.seat),
            place=self.where.words(),
            you=m("You look at {n} piece ({place})", "You look at {n} pieces ({place})"),
        )


@dataclass(slots=True)
class Revealed(Event):
    """Somebody showed pieces, to these seats or to all."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "where", "to")

    seat: int
    n: int
    where: Spot
    to: tuple[int, ...]

    def message(self) -> Message:
        who, place = Seat(self.seat), self.where.words()
        if not self.to:
            return m(
                "{who} shows everybody {n} piece ({place})",
                "{who} shows everybody {n} pieces ({place})",
                n=self.n,
                who=who,
                place=place,
                you=m("You show everybody {n} piece ({place})", "You show everybody {n} pieces ({place})"),
            )
        return m(
            "{who} shows {others} {n} piece ({place})",
            "{who} shows {others} {n} pieces ({place})",
            n=self.n,
            who=who,
            place=place,
            others=[*map(Seat, self.to)],
            you=m("You show {others} {n} piece ({place})", "You show {others} {n} pieces ({place})"),
        )


@dataclass(slots=True)
class NewRound(Event):
    """Everything is back at the start."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} starts a new round", who=Seat(self.seat), you=m("You start a new round"))


@dataclass(slots=True)
class Brought(Event):
    """Pieces came from the box."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "what")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    what: str

    def message(self) -> Message:
        if self.n == 1:
            what = called(self.what)
            return m(
                "{who} takes {what} out of the box",
                who=Seat(self.seat),
                what=what,
                you=m("You take {what} out of the box"),
            )
        return m(
            "{who} takes {n} piece out of the box",
            "{who} takes {n} pieces out of the box",
            n=self.n,
            who=Seat(self.seat),
            you=m("You take {n} piece out of the box", "You take {n} pieces out of the box"),
        )


@dataclass(slots=True)
class Removed(Event):
    """Pieces went back into the box."""

    open: ClassVar[tuple[str, ...]] = ("seat", "n", "what")
    echo: ClassVar[bool] = True

    seat: int
    n: int
    what: str

    def message(self) -> Message:
        if self.n == 1:
            what = called(self.what)
            return m(
                "{who} puts {what} back into the box",
                who=Seat(self.seat),
                what=what,
                you=m("You put {what} back into the box"),
            )
        return m(
            "{who} puts {n} piece back into the box",
            "{who} puts {n} pieces back into the box",
            n=self.n,
            who=Seat(self.seat),
            you=m("You put {n} piece back into the box", "You put {n} pieces back into the box"),
        )


@dataclass(slots=True)
class Undone(Event):
    """All after line `to` was taken back: `n` lines that these seats had decided. Who had `seen` something, knows it.

    `luck` is the kinds of luck among them: a roll that is taken back is told.
    """

    open: ClassVar[tuple[str, ...]] = ("seat", "to", "n", "whose", "seen", "luck")

    seat: int
    to: int
    n: int
    whose: tuple[int, ...]
    seen: tuple[int, ...]
    luck: tuple[str, ...]

    def message(self) -> Message:
        return m(
            "{who} undoes {n} step by {whose}, back to line {to}",
            "{who} undoes {n} steps by {whose}, back to line {to}",
            n=self.n,
            who=Seat(self.seat),
            whose=[*map(Seat, self.whose)],
            to=self.to,
            you=m(
                "You undo {n} step by {whose}, back to line {to}",
                "You undo {n} steps by {whose}, back to line {to}",
            ),
        )


@dataclass(slots=True)
class HadSeen(Event):
    """What is hidden again had been seen by these seats."""

    open: ClassVar[tuple[str, ...]] = ("who",)

    who: tuple[int, ...]

    def message(self) -> Message:
        # Translators: a step was taken back that had shown somebody hidden cards
        return m("{seats} had seen hidden pieces", seats=[*map(Seat, self.who)])


@dataclass(slots=True)
class RollUndone(Event):
    """Dice lie as they did before a roll."""

    open: ClassVar[tuple[str, ...]] = ()

    def message(self) -> Message:
        return m("A roll was undone")


@dataclass(slots=True)
class Finished(Event):
    """The table is cleared; who won, if somebody said so."""

    open: ClassVar[tuple[str, ...]] = ("seat", "won")

    seat: int
    won: tuple[int, ...]

    def message(self) -> Message:
        if not self.won:
            return m("{who} clears the table", who=Seat(self.seat), you=m("You clear the table"))
        winners = [*map(Seat, self.won)]
        return m("The winner: {who}", "The winners: {who}", n=len(winners), who=winners)
