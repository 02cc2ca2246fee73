"""Events of Live Grenade. Only cards of hands, draws and thefts are secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.core.events import Mark
from grenade_salad.games.live_grenade.cards import name_card, name_cards
from grenade_salad.games.live_grenade.options import format_ranks
from grenade_salad.text import NOTHING, Message, Seat, m


@dataclass(slots=True)
class Began(Event):
    """The deck is ready: its cards and aces, and the ranks taken out (LG-31)."""

    public_fields: ClassVar[tuple[str, ...]] = ("deck", "grenades", "short_ranks")

    deck: int
    grenades: int
    short_ranks: tuple[str, ...]

    def message(self) -> Message:
        deck = m(
            "The deck has {n} card, including {aces}",
            "The deck has {n} cards, including {aces}",
            n=self.deck,
            aces=m("{n} ace", "{n} aces", n=self.grenades),
        )
        if not self.short_ranks:
            return deck
        # Translators: {deck} is a sentence about the deck, {ranks} is "7s" or "7s and 9s"
        return m("{deck}; out of the game: {ranks}", deck=deck, ranks=format_ranks(self.short_ranks))


@dataclass(slots=True)
class Dealt(Event):
    """A seat's first hand."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "number")

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.cards:
            return m("{who} gets {cards}", who=player, cards=name_cards(self.cards), you=m("You get {cards}"))
        return m(
            "{who} gets {n} card",
            "{who} gets {n} cards",
            who=player,
            n=self.number,
            you=m("You get {n} card", "You get {n} cards"),
        )

    def spoken_message(self) -> Message:
        return self.message() if self.cards else NOTHING


@dataclass(slots=True)
class Drew(Event):
    """A card that is no ace was drawn from the deck into a hand (LG-11)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    card: str | None

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.card:
            return m("{who} draws {card}", who=player, card=name_card(self.card), you=m("You draw {card}"))
        return m("{who} draws a card", who=player, you=m("You draw a card"))


@dataclass(slots=True)
class Grenade(Event):
    """An ace was drawn (LG-12)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "card", "friend")
    reveals: ClassVar[bool] = True

    seat: int
    card: str
    friend: str | None
    """The Best Friend that was discarded, if the player had one."""

    def message(self) -> Message:
        player, card = Seat(self.seat), name_card(self.card)
        if self.friend:
            # Translators: {card} and {friend} are cards, as in "the ace of hearts"
            return m(
                "{who} draws a Live Grenade, {card}: {friend} jumps on it",
                who=player,
                card=card,
                friend=name_card(self.friend),
                you=m("You draw a Live Grenade, {card}: {friend} jumps on it"),
            )
        return m(
            "{who} draws a Live Grenade, {card}, and has no Best Friend",
            who=player,
            card=card,
            you=m("You draw a Live Grenade, {card}, and have no Best Friend"),
        )

    def spoken_message(self) -> Message:
        player = Seat(self.seat)
        if self.friend is None:
            return m("{who} draws a Live Grenade", who=player, you=m("You draw a Live Grenade"))
        return m(
            "A Best Friend saves {who} from a Live Grenade",
            who=player,
            you=m("A Best Friend saves you from a Live Grenade"),
        )

    @property
    def mark(self) -> Mark | None:
        return "blast"


@dataclass(slots=True)
class Reshuffled(Event):
    """The ace is back in the deck, and the whole deck was shuffled (LG-12)."""

    public_fields: ClassVar[tuple[str, ...]] = ("deck",)

    deck: int

    def message(self) -> Message:
        return m(
            "The ace goes back, and the deck of {n} card is shuffled",
            "The ace goes back, and the deck of {n} cards is shuffled",
            n=self.deck,
        )

    def spoken_message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Out(Event):
    """A player is out, and the hand is discarded face up (LG-14, LG-16)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "cards", "place")
    reveals: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...]
    place: int
    """The final rank; the winner's is 1."""

    def message(self) -> Message:
        player, cards = Seat(self.seat), name_cards(self.cards)
        if not cards:
            # Translators: {place} is a number, the rank at the end
            return m(
                "{who} is out and finishes in place {place}",
                who=player,
                place=self.place,
                you=m("You are out and finish in place {place}"),
            )
        return m(
            "{who} is out, finishes in place {place} and discards {cards}",
            who=player,
            place=self.place,
            cards=cards,
            you=m("You are out, finish in place {place} and discard {cards}"),
        )

    def spoken_message(self) -> Message:
        return m("{who} is out", who=Seat(self.seat), you=m("You are out"))

    def puts_out(self, seat: int) -> bool:
        return seat == self.seat

    @property
    def mark(self) -> Mark | None:
        return "out"


@dataclass(slots=True)
class Won(Event):
    """The last player who is left wins (LG-16)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m(
            "{who} is the last one left and wins",
            who=Seat(self.seat),
            you=m("You are the last one left and win"),
        )


@dataclass(slots=True)
class Played(Event):
    """A player plays cards."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "do", "cards", "target")

    seat: int
    do: str
    """The name of the action."""
    cards: tuple[str, ...]
    target: int | None
    """The victim of a pair or a steal."""

    def message(self) -> Message:
        player, cards = Seat(self.seat), name_cards(self.cards)
        match self.do:
            case "skip":
                return m("{who} plays a Skip, {cards}", who=player, cards=cards, you=m("You play a Skip, {cards}"))
            case "reverse":
                return m(
                    "{who} plays a Reverse, {cards}", who=player, cards=cards, you=m("You play a Reverse, {cards}")
                )
            case "cancel":
                return m("{who} plays a Cancel, {cards}", who=player, cards=cards, you=m("You play a Cancel, {cards}"))
        assert self.target is not None
        if self.do == "pair":
            return m(
                "{who} plays a pair, {cards}, to steal from {whom}",
                who=player,
                cards=cards,
                whom=Seat(self.target),
                you=m("You play a pair, {cards}, to steal from {whom}"),
                your=m("{who} plays a pair, {cards}, to steal from you"),
            )
        return m(
            "{who} plays {cards} to steal from {whom}",
            who=player,
            cards=cards,
            whom=Seat(self.target),
            you=m("You play {cards} to steal from {whom}"),
            your=m("{who} plays {cards} to steal from you"),
        )

    def spoken_message(self) -> Message:
        player = Seat(self.seat)
        match self.do:
            case "skip":
                return m("{who} plays a Skip", who=player, you=m("You play a Skip"))
            case "reverse":
                return m("{who} plays a Reverse", who=player, you=m("You play a Reverse"))
            case "cancel":
                return m("{who} plays a Cancel", who=player, you=m("You play a Cancel"))
        assert self.target is not None
        return m(
            "{who} wants to steal from {whom}",
            who=player,
            whom=Seat(self.target),
            you=m("You want to steal from {whom}"),
            your=m("{who} wants to steal from you"),
        )


@dataclass(slots=True)
class Passed(Event):
    """A player who was asked lets the play pass (LG-24)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} passes", who=Seat(self.seat), you=m("You pass"))


@dataclass(slots=True)
class Cancelled(Event):
    """A play has no effect, because it was cancelled (LG-23, LG-25)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "do", "by")

    seat: int
    do: str
    by: int
    """The seat that cancelled it."""

    def message(self) -> Message:
        player, by = Seat(self.seat), Seat(self.by)
        match self.do:
            case "pair":
                # Translators: {by} is a player
                return m(
                    "{who}'s pair is cancelled by {by}", who=player, by=by, you=m("Your pair is cancelled by {by}")
                )
            case "steal":
                return m(
                    "{who}'s Steal is cancelled by {by}", who=player, by=by, you=m("Your Steal is cancelled by {by}")
                )
            case "skip":
                return m(
                    "{who}'s Skip is cancelled by {by}", who=player, by=by, you=m("Your Skip is cancelled by {by}")
                )
            case "reverse":
                return m(
                    "{who}'s Reverse is cancelled by {by}",
                    who=player,
                    by=by,
                    you=m("Your Reverse is cancelled by {by}"),
                )
        return m("{who}'s Cancel is cancelled by {by}", who=player, by=by, you=m("Your Cancel is cancelled by {by}"))


@dataclass(slots=True)
class Stolen(Event):
    """The thief took a card from the victim; only the two know which (LG-19)."""

    public_fields: ClassVar[tuple[str, ...]] = ("thief", "victim")

    thief: int
    victim: int
    card: str | None

    def message(self) -> Message:
        thief, victim = Seat(self.thief), Seat(self.victim)
        if self.card:
            return m(
                "{who} steals {card} from {whom}",
                who=thief,
                card=name_card(self.card),
                whom=victim,
                you=m("You steal {card} from {whom}"),
                your=m("{who} steals {card} from you"),
            )
        return m(
            "{who} steals a card from {whom}",
            who=thief,
            whom=victim,
            you=m("You steal a card from {whom}"),
            your=m("{who} steals a card from you"),
        )


@dataclass(slots=True)
class NothingStolen(Event):
    """The victim's hand was empty when the steal was carried out (LG-19)."""

    public_fields: ClassVar[tuple[str, ...]] = ("thief", "victim")

    thief: int
    victim: int

    def message(self) -> Message:
        return m(
            "{who} finds {whom}'s hand empty",
            who=Seat(self.thief),
            whom=Seat(self.victim),
            you=m("You find {whom}'s hand empty"),
            your=m("{who} finds your hand empty"),
        )


@dataclass(slots=True)
class Skipped(Event):
    """A turn ends without a draw (LG-20)."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} does not draw", who=Seat(self.seat), you=m("You do not draw"))

    def spoken_message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Turned(Event):
    """The order of play was reversed (LG-21)."""

    public_fields: ClassVar[tuple[str, ...]] = ("direction",)

    direction: int
    """1 for clockwise, -1 for anticlockwise."""

    def message(self) -> Message:
        # Translators: the order of play was reversed
        return m("Play goes on clockwise") if self.direction == 1 else m("Play goes on anticlockwise")
