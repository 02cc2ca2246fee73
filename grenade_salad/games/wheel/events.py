"""Events of the wheel game.

Only the hearts that are dealt are secret (WH-15, WH-16).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.core.events import Mark
from grenade_salad.games.wheel.cards import card_name, card_names
from grenade_salad.text import NOTHING, Message, Seat, m


@dataclass(slots=True)
class RingLaid(Event):
    """The spades and the joker are laid in a ring, clockwise (WH-04)."""

    public_fields: ClassVar[tuple[str, ...]] = ("ring", "at")

    ring: tuple[str, ...]
    at: int
    """The index of the card on which all white dice are."""

    def message(self) -> Message:
        return m("The ring is laid; the dice start on {card}", card=card_name(self.ring[self.at]))


@dataclass(slots=True)
class Dealt(Event):
    """A player gets hearts, face down (WH-03)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "number")

    seat: int
    number: int
    hearts: tuple[str, ...] | None

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.hearts is None:
            return m(
                "{who} gets a heart",
                "{who} gets {n} hearts",
                who=player,
                n=self.number,
                you=m("You get a heart", "You get {n} hearts"),
            )
        return m("{who} gets {hearts}", who=player, hearts=card_names(self.hearts), you=m("You get {hearts}"))

    def spoken_message(self) -> Message:
        return NOTHING if self.hearts is None else self.message()


@dataclass(slots=True)
class Rolled(Event):
    """The black die shows a number (WH-06)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "pips")
    spoken_only_to_actor: ClassVar[bool] = True

    seat: int
    pips: int

    def message(self) -> Message:
        # Translators: {pips} is a number, 1 to 6
        return m("{who} rolls a {pips}", who=Seat(self.seat), pips=self.pips, you=m("You roll a {pips}"))

    def spoken_message(self) -> Message:
        return m(
            "{who} rolls a {pips}: press a white die",
            who=Seat(self.seat),
            pips=self.pips,
            you=m("You roll a {pips}: press a white die"),
        )


@dataclass(slots=True)
class Moved(Event):
    """A white die moved (WH-06)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "die", "start", "path", "card", "pips", "origin")
    unspoken_to_actor: ClassVar[bool] = True

    seat: int
    die: int
    start: int
    """The index of the card that it left."""
    path: tuple[int, ...]
    """The indexes of the cards that it touched; the last is its target."""
    card: str
    """The card on which it is put down."""
    pips: int
    """The number that it shows then."""
    origin: str
    """The card that it left."""

    def message(self) -> Message:
        # Translators: {start} and {card} are cards of the ring: a die goes from the one to the other
        return m(
            "{who} moves a die from {start} to {card}: it shows {pips}",
            who=Seat(self.seat),
            start=card_name(self.origin),
            card=card_name(self.card),
            pips=self.pips,
            you=m("You move a die from {start} to {card}: it shows {pips}"),
        )

    def spoken_message(self) -> Message:
        # Translators: said to somebody who hears the match: a die goes to a card; as short as can be
        return m("{who} moves to {card}", who=Seat(self.seat), card=card_name(self.card), you=m("You move to {card}"))


@dataclass(slots=True)
class Raised(Event):
    """The joker raised all white dice (WH-10)."""

    public_fields: ClassVar[tuple[str, ...]] = ("pips",)

    pips: tuple[int, ...]
    """The numbers that they show now."""

    def message(self) -> Message:
        return m("The joker raises all dice: they show {pips}", pips=self.pips)

    def spoken_message(self) -> Message:
        return m("The joker raises all dice")


@dataclass(slots=True)
class Exploded(Event):
    """Dice blew up on a card (WH-08, WH-12)."""

    public_fields: ClassVar[tuple[str, ...]] = ("at", "card", "dice", "takes")
    reveals: ClassVar[bool] = True

    at: int
    """The index of the card."""
    card: str
    dice: tuple[int, ...]
    """The white dice that were on it."""
    takes: bool
    """True if the card is face down now."""

    def message(self) -> Message:
        if self.takes:
            return m("{card} blows up", card=card_name(self.card))
        return m("A die blows up on {card}, but the card stays", card=card_name(self.card))

    def spoken_message(self) -> Message:
        return self.message() if self.takes else m("A die blows up on {card}", card=card_name(self.card))

    @property
    def mark(self) -> Mark | None:
        return "blast"


@dataclass(slots=True)
class Out(Event):
    """A player is out and shows all their hearts (WH-13)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "hearts")
    reveals: ClassVar[bool] = True

    seat: int
    hearts: tuple[str, ...]

    def message(self) -> Message:
        return m(
            "{who} is out and shows {hearts}",
            who=Seat(self.seat),
            hearts=card_names(self.hearts),
            you=m("You are out and show {hearts}"),
        )

    def spoken_message(self) -> Message:
        return m("{who} is out", who=Seat(self.seat), you=m("You are out"))

    def puts_out(self, seat: int) -> bool:
        return seat == self.seat

    @property
    def mark(self) -> Mark | None:
        return "out"


@dataclass(slots=True)
class HeartLost(Event):
    """A heart was blown up and is shown; its owner has another and plays on (WH-13).

    It is the house rule `last_heart`.
    """

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "heart")
    reveals: ClassVar[bool] = True

    seat: int
    heart: str

    def message(self) -> Message:
        return m(
            "{who} loses {heart} and plays on",
            who=Seat(self.seat),
            heart=card_name(self.heart),
            you=m("You lose {heart} and play on"),
        )

    @property
    def mark(self) -> Mark | None:
        return "out"


@dataclass(slots=True)
class Reset(Event):
    """Dice start again with 1 on a spade (WH-09)."""

    public_fields: ClassVar[tuple[str, ...]] = ("dice", "to", "card")

    dice: tuple[int, ...]
    to: int
    """The index of the spade."""
    card: str

    def message(self) -> Message:
        card = card_name(self.card)
        match len(self.dice):
            case 1:
                return m("The die starts again on {card}", card=card)
            case 2:
                # Translators: the dice that lay there; {card} is where they go
                return m("Both dice start again on {card}", card=card)
        return m("All three dice start again on {card}", card=card)

    def spoken_message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Won(Event):
    """The last player who is left wins (WH-14)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} is the last one left and wins", who=Seat(self.seat), you=m("You are the last one left and win"))


@dataclass(slots=True)
class HeartsRevealed(Event):
    """The game is over: all hearts are shown, even those of no player (WH-03, WH-15)."""

    public_fields: ClassVar[tuple[str, ...]] = ("winner", "hearts", "unused")
    reveals: ClassVar[bool] = True

    winner: int
    hearts: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...]
    """The hearts of no player."""

    def message(self) -> Message:
        player, hearts = Seat(self.winner), card_names(self.hearts[self.winner])
        if not self.unused:
            # Translators: at the end: which heart was whose
            return m("{who} had {hearts}", who=player, hearts=hearts, you=m("You had {hearts}"))
        return m(
            "{who} had {hearts}; nobody had {unused:or}",
            who=player,
            hearts=hearts,
            unused=card_names(self.unused),
            you=m("You had {hearts}; nobody had {unused:or}"),
        )

    def spoken_message(self) -> Message:
        return NOTHING
