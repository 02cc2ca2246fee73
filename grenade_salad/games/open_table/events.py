"""Events of the open table.

Only `Shown`, `Uncovered`, `Saw` and `WroteHidden` disclose fronts; everything else is public. `cards` is True if the
box has nothing but cards, which is public: then pieces are called cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.open_table.words import Spot, count_pieces, title_with_owner, translate_word, translate_words
from grenade_salad.text import NOTHING, Message, Seat, Words, m


@dataclass(slots=True)
class Shown(Event):
    """Fronts that became visible to all."""

    public_fields: ClassVar[tuple[str, ...]] = ("faces",)
    reveals: ClassVar[bool] = True

    faces: tuple[str, ...]

    def message(self) -> Message:
        # Translators: cards that lie face up now: "Face up now: the 4 of hearts"
        return m("Face up now: {faces}", faces=translate_words(self.faces))


@dataclass(slots=True)
class CameOut(Event):
    """The appearance of pieces that came out of something, mostly their backs."""

    public_fields: ClassVar[tuple[str, ...]] = ("looks",)
    reveals: ClassVar[bool] = True

    looks: tuple[str, ...]

    def message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Saw(Event):
    """Fronts that became visible to a seat: drawn, looked at, or shown to it."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    faces: tuple[str, ...] | None

    def message(self) -> Message:
        if self.faces is None:
            return NOTHING
        return m("{who} sees {faces}", who=Seat(self.seat), faces=translate_words(self.faces), you=m("You see {faces}"))


@dataclass(slots=True)
class Moved(Event):
    """Pieces moved to another place, or to another point of the table."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "what", "of", "to", "cards", "stack")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    what: str
    """The words for what all saw of the first one."""
    of: Spot
    to: Spot
    cards: bool = False
    stack: str = ""
    """The name of the stack that they form, if it has one."""

    def message(self) -> Message:
        player, source, destination = Seat(self.seat), self.of.words(), self.to.words()
        pieces = translate_word(self.what) if self.n == 1 else count_pieces(self.n, self.cards)
        pieces = Spot("stack", self.stack).words() if self.stack else pieces
        hand = Spot("hand", self.of.title, self.seat)
        if self.of == self.to == hand:
            # Translators: somebody changes the order of the cards or pieces that they hold
            return m("{who} puts the hand in order", who=player, you=m("You put your hand in order"))
        if self.n == 1 and self.of == hand and self.to.kind != "hand" and not self.to.low:
            return self._played_message()
        if self.n == 1 and self.to == Spot("hand", self.to.title, self.seat) and self.of.kind in ("stack", "holder"):
            return self._drawn_message()
        if self.of == self.to:
            return m("{who} moves {what}", who=player, what=pieces, you=m("You move {what}"))
        return m(
            "{who} moves {what} from {of} to {to}",
            who=player,
            what=pieces,
            of=source,
            to=destination,
            you=m("You move {what} from {of} to {to}"),
        )

    def _played_message(self) -> Message:
        """Return the message for one piece out of the player's own hand."""
        player, piece = Seat(self.seat), translate_word(self.what)
        if self.to == Spot("table"):
            return m("{who} plays {what}", who=player, what=piece, you=m("You play {what}"))
        # Translators: {place} is "the discard pile", "the stack", somebody's place or a square
        return m(
            "{who} plays {what} on {place}",
            who=player,
            what=piece,
            place=self.to.words(),
            you=m("You play {what} on {place}"),
        )

    def _drawn_message(self) -> Message:
        """Return the message for one piece into the player's own hand; all saw `what`."""
        return m(
            "{who} takes {what} from {of}",
            who=Seat(self.seat),
            what=translate_word(self.what),
            of=self.of.words(),
            you=m("You take {what} from {of}"),
        )


@dataclass(slots=True)
class Uncovered(Moved):
    """A move of one piece that reveals its front to all: `what` is the front."""

    reveals: ClassVar[bool] = True


@dataclass(slots=True)
class Dealt(Event):
    """A number of pieces were dealt."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "of", "to", "each", "cards")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    of: Spot
    to: tuple[Spot, ...]
    """The places that they were dealt to."""
    each: tuple[int, ...]
    """The number of pieces for each of these places."""
    cards: bool = False

    def message(self) -> Message:
        if len(self.to) > 1 and len(set(self.each)) == 1:
            # Translators: {n} cards or other pieces for everybody: "Ann deals 5 each"
            return m("{who} deals {n} each", who=Seat(self.seat), n=self.each[0], you=m("You deal {n} each"))
        return m(
            "{who} deals {what} from {of}",
            who=Seat(self.seat),
            what=count_pieces(self.n, self.cards),
            of=self.of.words(),
            you=m("You deal {what} from {of}"),
        )


@dataclass(slots=True)
class _Handled(Event):
    """A player did something with pieces."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "what", "cards")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    what: str
    """The words for what all saw of the first one."""
    cards: bool = False

    def pieces(self) -> Words:
        """Return the words for the one piece, or for their number."""
        return translate_word(self.what) if self.n == 1 else count_pieces(self.n, self.cards)


@dataclass(slots=True)
class Flipped(_Handled):
    """Pieces were turned over."""

    def message(self) -> Message:
        return m("{who} turns {what} over", who=Seat(self.seat), what=self.pieces(), you=m("You turn {what} over"))


@dataclass(slots=True)
class Recalled(Event):
    """Pieces from everywhere were gathered in a holder, or in those where they begin."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "to", "cards")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    """0 if they went to several holders: how many lay in the wrong one may be hidden."""
    to: Spot | None
    """None if they went to several holders."""
    cards: bool = False

    def message(self) -> Message:
        player, pieces = Seat(self.seat), count_pieces(self.n, self.cards)
        if self.to is None:
            # Translators: all cards, or all pieces of some kinds, go back to where they were at the start
            return m("{who} calls all back to their places", who=player, you=m("You call all back to their places"))
        if not self.n:
            # Translators: {to} is a place, such as the draw pile; all that belongs there was there already
            return m("{who} calls all back to {to}", who=player, to=self.to.words(), you=m("You call all back to {to}"))
        return m(
            "{who} calls {what} back to {to}",
            who=player,
            what=pieces,
            to=self.to.words(),
            you=m("You call {what} back to {to}"),
        )


@dataclass(slots=True)
class RecalledSome(Recalled):
    """A recall that tells how many of these pieces were among hidden ones."""

    reveals: ClassVar[bool] = True


@dataclass(slots=True)
class AskedBack(Event):
    """Seats were asked for pieces in their hands, which may have others, too."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "whom")

    seat: int
    whom: tuple[int, ...]

    def message(self) -> Message:
        # Translators: {others} are asked to give the cards in their hands that were called back
        return m(
            "{who} asks {others} to give back what is in their hands",
            who=Seat(self.seat),
            others=[*map(Seat, self.whom)],
            you=m("You ask {others} to give back what is in their hands"),
        )


@dataclass(slots=True)
class GaveBack(Event):
    """A seat gave what a recall had asked it for."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "cards")
    reveals: ClassVar[bool] = True
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    cards: bool = False

    def message(self) -> Message:
        return m(
            "{who} gives {what} back",
            who=Seat(self.seat),
            what=count_pieces(self.n, self.cards),
            you=m("You give {what} back"),
        )


@dataclass(slots=True)
class KeptHand(Event):
    """A seat gave nothing back."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} gives nothing back", who=Seat(self.seat), you=m("You give nothing back"))


@dataclass(slots=True)
class Sorted(Event):
    """A hand, or pieces that everybody sees, were put in order."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    where: Spot

    def message(self) -> Message:
        if self.where.kind == "hand" and self.where.seat == self.seat:
            return m("{who} puts the hand in order", who=Seat(self.seat), you=m("You put your hand in order"))
        place = self.where.words()
        return m("{who} puts {place} in order", who=Seat(self.seat), place=place, you=m("You put {place} in order"))


@dataclass(slots=True)
class SortedUnseen(Sorted):
    """A stack was put in order: so everybody knows what lies where in it."""

    reveals: ClassVar[bool] = True


@dataclass(slots=True)
class Shuffled(Event):
    """A stack or holder was shuffled."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int | None
    """None at the start."""
    where: Spot

    def message(self) -> Message:
        if self.seat is None:
            # Translators: {place} is a stack of cards: "Shuffled: the stack"
            return m("Shuffled: {place}", place=self.where.words())
        return m("{who} shuffles {place}", who=Seat(self.seat), place=self.where.words(), you=m("You shuffle {place}"))


@dataclass(slots=True)
class Rolled(Event):
    """Dice came to rest and show these faces."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "faces")

    seat: int
    faces: tuple[str, ...]

    def message(self) -> Message:
        # Translators: {faces} is what dice show, a number mostly
        return m(
            "{who} rolls {faces}", who=Seat(self.seat), faces=translate_words(self.faces), you=m("You roll {faces}")
        )


@dataclass(slots=True)
class Shot(Event):
    """A piece was flicked or pushed, and everything has come to rest."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "what", "pushed", "n")

    seat: int
    what: str
    pushed: bool
    n: int
    """The number of pieces that moved."""

    def message(self) -> Message:
        player, piece = Seat(self.seat), translate_word(self.what)
        if self.pushed:
            return m("{who} pushes {what}", who=player, what=piece, you=m("You push {what}"))
        # Translators: a disc is shot with a finger
        return m("{who} flicks {what}", who=player, what=piece, you=m("You flick {what}"))


@dataclass(slots=True)
class Pocketed(Event):
    """A pocket took a piece that slid into it."""

    public_fields: ClassVar[tuple[str, ...]] = ("what", "where")

    what: str
    where: Spot

    def message(self) -> Message:
        return m("{what} goes into {place}", what=translate_word(self.what), place=self.where.words())


@dataclass(slots=True)
class Looked(Event):
    """A player looked at pieces; `Saw` tells them the fronts."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "where", "cards")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    n: int
    where: Spot
    cards: bool = False

    def message(self) -> Message:
        # Translators: {what} is how many cards or pieces, {place} where they are: "Ann looks at 3 cards (the stack)"
        return m(
            "{who} looks at {what} ({place})",
            who=Seat(self.seat),
            what=count_pieces(self.n, self.cards),
            place=self.where.words(),
            you=m("You look at {what} ({place})"),
        )


@dataclass(slots=True)
class Revealed(Event):
    """A player showed pieces."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "where", "to", "cards")

    seat: int
    n: int
    where: Spot
    to: tuple[int, ...]
    """The seats that saw them; empty: all."""
    cards: bool = False

    def message(self) -> Message:
        player, place, pieces = Seat(self.seat), self.where.words(), count_pieces(self.n, self.cards)
        if not self.to:
            return m(
                "{who} shows everybody {what} ({place})",
                who=player,
                what=pieces,
                place=place,
                you=m("You show everybody {what} ({place})"),
            )
        return m(
            "{who} shows {others} {what} ({place})",
            who=player,
            what=pieces,
            place=place,
            others=[*map(Seat, self.to)],
            you=m("You show {others} {what} ({place})"),
        )


@dataclass(slots=True)
class NewRound(Event):
    """Everything is back at the start."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "kept", "anew")

    seat: int
    kept: bool = False
    """True if the counters were not reset."""
    anew: bool = False
    """True if some of them had changed and were reset."""

    def message(self) -> Message:
        if self.kept:
            # Translators: counters, such as points, are not set back to the start
            return m(
                "{who} starts a new round; what was counted stays",
                who=Seat(self.seat),
                you=m("You start a new round; what was counted stays"),
            )
        if self.anew:
            # Translators: counters, such as points, are set back to the start
            return m(
                "{who} starts a new round; counting begins anew",
                who=Seat(self.seat),
                you=m("You start a new round; counting begins anew"),
            )
        return m("{who} starts a new round", who=Seat(self.seat), you=m("You start a new round"))


@dataclass(slots=True)
class Brought(_Handled):
    """Pieces were taken out of the box."""

    def message(self) -> Message:
        return m(
            "{who} takes {what} out of the box",
            who=Seat(self.seat),
            what=self.pieces(),
            you=m("You take {what} out of the box"),
        )


@dataclass(slots=True)
class Removed(_Handled):
    """Pieces were put back into the box."""

    def message(self) -> Message:
        return m(
            "{who} puts {what} back into the box",
            who=Seat(self.seat),
            what=self.pieces(),
            you=m("You put {what} back into the box"),
        )


@dataclass(slots=True)
class Undone(Event):
    """All lines after a line were undone."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "to", "n", "whose", "seen", "luck", "again", "back")

    seat: int
    to: int
    """The line whose state is the current one."""
    n: int
    """The number of effective steps that were undone."""
    whose: tuple[int, ...]
    """The seats that had decided them."""
    seen: tuple[int, ...]
    """The seats that had seen something and still know it."""
    luck: tuple[str, ...]
    """The kinds of chance among the steps: the undo of a roll is told."""
    again: int = 0
    """The number of steps that are effective again, after the undo of an undo."""
    back: tuple[int, ...] = ()
    """The seats that had decided those."""

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.n:
            return m(
                "{who} undoes {n} step by {whose}",
                "{who} undoes {n} steps by {whose}",
                n=self.n,
                who=player,
                whose=[*map(Seat, self.whose)],
                you=m("You undo {n} step by {whose}", "You undo {n} steps by {whose}"),
            )
        if self.again:
            return m(
                "{who} brings back {n} step by {whose}",
                "{who} brings back {n} steps by {whose}",
                n=self.again,
                who=player,
                whose=[*map(Seat, self.back)],
                you=m("You bring back {n} step by {whose}", "You bring back {n} steps by {whose}"),
            )
        return m("{who} undoes nothing", who=player, you=m("You undo nothing"))

    @property
    def restored_line(self) -> int | None:
        return self.to


@dataclass(slots=True)
class HadSeen(Event):
    """These seats had seen pieces that are hidden again."""

    public_fields: ClassVar[tuple[str, ...]] = ("who", "cards")

    who: tuple[int, ...]
    cards: bool = False

    def message(self) -> Message:
        if self.cards:
            return m("{seats} had seen hidden cards", seats=[*map(Seat, self.who)])
        # Translators: a step was taken back that had shown somebody hidden pieces
        return m("{seats} had seen hidden pieces", seats=[*map(Seat, self.who)])


@dataclass(slots=True)
class RollUndone(Event):
    """Dice lie as they did before a roll."""

    public_fields: ClassVar[tuple[str, ...]] = ()

    def message(self) -> Message:
        return m("A roll was undone")


@dataclass(slots=True)
class Finished(Event):
    """The table is cleared."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "won")

    seat: int
    won: tuple[int, ...]
    """The winners, if the player named them."""

    def message(self) -> Message:
        if not self.won:
            return m("{who} clears the table", who=Seat(self.seat), you=m("You clear the table"))
        winners = [*map(Seat, self.won)]
        return m("The winner: {who}", "The winners: {who}", n=len(winners), who=winners)


@dataclass(slots=True)
class Counted(Event):
    """A counter was set."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "name", "value", "whose")

    seat: int
    name: str
    value: int
    whose: int | None = None
    """The seat that owns it, None for a counter of the table."""

    @property
    def coalesce_key(self) -> object:
        return "counter", self.seat, self.name, self.whose

    def message(self) -> Message:
        name = translate_word(self.name)
        if self.whose not in (None, self.seat):
            name = title_with_owner(self.name, self.whose)
        # Translators: {name} is a counter, such as points, or "Bo's points"
        return m(
            "{who} sets {name} to {value}",
            who=Seat(self.seat),
            name=name,
            value=self.value,
            you=m("You set {name} to {value}"),
        )


def _describe_text(seat: int, where: str, text: str) -> Message:
    # Translators: {where} is a note or a blank card; {text} is what somebody wrote on it
    return m(
        '{who} writes on {where}: "{text}"',
        who=Seat(seat),
        where=translate_word(where),
        text=text,
        you=m('You write on {where}: "{text}"'),
    )


@dataclass(slots=True)
class Wrote(Event):
    """A note, or a blank piece that all see, has a new text."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where", "words")

    seat: int
    where: str
    words: str

    def message(self) -> Message:
        return _describe_text(self.seat, self.where, self.words)


@dataclass(slots=True)
class Named(Event):
    """A stack has a new name."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "name")

    seat: int
    n: int
    """The number of its pieces."""
    name: str
    """Empty if it has none any more."""

    def message(self) -> Message:
        player = Seat(self.seat)
        if not self.name:
            return m(
                "{who} takes the name off a stack of {n}",
                who=player,
                n=self.n,
                you=m("You take the name off a stack of {n}"),
            )
        # Translators: {name} is what somebody calls a pile of cards, written by them
        return m(
            "{who} calls a stack of {n} “{name}”",
            who=player,
            n=self.n,
            name=self.name,
            you=m("You call a stack of {n} “{name}”"),
        )


@dataclass(slots=True)
class WroteHidden(Event):
    """A blank piece has a new text, visible only to those who see its front."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where")

    seat: int
    where: str
    words: str | None

    def message(self) -> Message:
        if self.words is None:
            return m("{who} writes on {where}", who=Seat(self.seat), where=translate_word(self.where))
        return _describe_text(self.seat, self.where, self.words)


@dataclass(slots=True)
class Locked(Event):
    """Something was locked, or unlocked."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "what", "lock")

    seat: int
    what: str
    lock: bool

    def message(self) -> Message:
        player, title = Seat(self.seat), translate_word(self.what)
        if self.lock:
            return m("{who} locks {what}", who=player, what=title, you=m("You lock {what}"))
        return m("{who} unlocks {what}", who=player, what=title, you=m("You unlock {what}"))


@dataclass(slots=True)
class Turned(Event):
    """A die was turned to a face by hand."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "what", "face")

    seat: int
    what: str
    face: str

    def message(self) -> Message:
        player, title, face = Seat(self.seat), translate_word(self.what), translate_word(self.face)
        # Translators: a die is turned by hand, not rolled: "Ann turns a white die to 4"
        return m("{who} turns {what} to {face}", who=player, what=title, face=face, you=m("You turn {what} to {face}"))


@dataclass(slots=True)
class Opened(Event):
    """A hand was laid open, or is hidden again."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "opened")

    seat: int
    opened: bool

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.opened:
            return m("{who} lays the hand open", who=player, you=m("You lay your hand open"))
        return m("{who} hides the hand again", who=player, you=m("You hide your hand again"))


@dataclass(slots=True)
class TurnUnmarked(Event):
    """The turn marker was taken away."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} takes the turn marker away", who=Seat(self.seat), you=m("You take the turn marker away"))
