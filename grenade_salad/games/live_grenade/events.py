"""What happens in Live Grenade. Only the cards of a hand, a draw and a theft are secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.live_grenade.cards import listed, words


@dataclass(slots=True)
class Began(Event):
    """The deck is ready: how many cards and aces are in it, and which ranks were taken out (LG-31)."""

    open: ClassVar[tuple[str, ...]] = ("deck", "grenades", "short_ranks")

    deck: int
    grenades: int
    short_ranks: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        aces = "1 ace" if self.grenades == 1 else f"{self.grenades} aces"
        line = f"The deck has {self.deck} cards, and {aces} among them"
        if self.short_ranks:
            line += f"; out of the game: {' and '.join(f'{rank}s' for rank in self.short_ranks)}"
        return line


@dataclass(slots=True)
class Dealt(Event):
    """Somebody's first hand."""

    open: ClassVar[tuple[str, ...]] = ("seat", "number")

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def text(self, names: Sequence[str]) -> str:
        if self.cards:
            return f"{names[self.seat]} gets {listed(self.cards)}"
        return f"{names[self.seat]} gets {self.number} card{'' if self.number == 1 else 's'}"


@dataclass(slots=True)
class Drew(Event):
    """A card that is no ace went from the deck into a hand (LG-11)."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    card: str | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {words(self.card) if self.card else 'a card'}"


@dataclass(slots=True)
class Grenade(Event):
    """An ace was drawn; `friend` is the Best Friend that was discarded, None if there was none (LG-12)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "card", "friend")

    seat: int
    card: str
    friend: str | None

    def text(self, names: Sequence[str]) -> str:
        line = f"{names[self.seat]} draws a Live Grenade, {words(self.card)}"
        return f"{line}: {words(self.friend)} jumps on it" if self.friend else f"{line}, and has no Best Friend"


@dataclass(slots=True)
class Reshuffled(Event):
    """The ace is back in the deck, and all of it was shuffled (LG-12)."""

    open: ClassVar[tuple[str, ...]] = ("deck",)

    deck: int

    def text(self, names: Sequence[str]) -> str:
        return f"The ace goes back, and the deck of {self.deck} cards is shuffled"


@dataclass(slots=True)
class Out(Event):
    """Somebody is out: the hand is discarded face up; `place` counts from 1, the winner (LG-14, LG-16)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "cards", "place")

    seat: int
    cards: tuple[str, ...]
    place: int

    def text(self, names: Sequence[str]) -> str:
        line = f"{names[self.seat]} is out, in place {self.place}"
        return f"{line}, and discards {listed(self.cards)}" if self.cards else line


@dataclass(slots=True)
class Won(Event):
    """The last player who is left wins (LG-16)."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is the last one left and wins"


_PLAYS = {
    "pair": "a pair, {cards}, to steal from {target}",
    "steal": "{cards} to steal from {target}",
    "skip": "a Skip, {cards}",
    "reverse": "a Reverse, {cards}",
    "cancel": "a Cancel, {cards}",
}


@dataclass(slots=True)
class Played(Event):
    """Somebody plays cards; `do` is the action's name, `target` the victim of a pair or a steal."""

    open: ClassVar[tuple[str, ...]] = ("seat", "do", "cards", "target")

    seat: int
    do: str
    cards: tuple[str, ...]
    target: int | None

    def text(self, names: Sequence[str]) -> str:
        target = "" if self.target is None else names[self.target]
        return f"{names[self.seat]} plays {_PLAYS[self.do].format(cards=listed(self.cards), target=target)}"


@dataclass(slots=True)
class Passed(Event):
    """Somebody who was asked lets the play go on (LG-24)."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} passes"


_NAMES = {"pair": "pair", "steal": "Steal", "skip": "Skip", "reverse": "Reverse", "cancel": "Cancel"}


@dataclass(slots=True)
class Cancelled(Event):
    """A play does nothing, because `by` cancelled it (LG-23, LG-25)."""

    open: ClassVar[tuple[str, ...]] = ("seat", "do", "by")

    seat: int
    do: str
    by: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s {_NAMES[self.do]} is cancelled by {names[self.by]}"


@dataclass(slots=True)
class Stolen(Event):
    """The thief took a card from the victim; the two of them know which (LG-19)."""

    open: ClassVar[tuple[str, ...]] = ("thief", "victim")

    thief: int
    victim: int
    card: str | None

    def text(self, names: Sequence[str]) -> str:
        card = words(self.card) if self.card else "a card"
        return f"{names[self.thief]} steals {card} from {names[self.victim]}"


@dataclass(slots=True)
class NothingStolen(Event):
    """The victim's hand was empty when the steal was carried out (LG-19)."""

    open: ClassVar[tuple[str, ...]] = ("thief", "victim")

    thief: int
    victim: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.thief]} finds {names[self.victim]}'s hand empty"


@dataclass(slots=True)
class Skipped(Event):
    """A turn ends without a draw (LG-20)."""

    open: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} does not draw"


@dataclass(slots=True)
class Turned(Event):
    """The order of play turned round: 1 is clockwise, -1 the other way (LG-21)."""

    open: ClassVar[tuple[str, ...]] = ("direction",)

    direction: int

    def text(self, names: Sequence[str]) -> str:
        return "Play goes on clockwise" if self.direction == 1 else "Play goes on counter-clockwise"
