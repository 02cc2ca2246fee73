"""The chance outcomes of Live Grenade, and its setup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Chance, Json, Setup, to_json
from grenade_salad.text import Message, m


@dataclass(frozen=True)
class Play:
    """Cards that were played and wait for reactions."""

    seat: int
    do: str
    """The name of the action."""
    cards: tuple[str, ...]
    target: int | None = None
    """The victim of a pair or a steal."""


@dataclass(frozen=True)
class LiveGrenadeSetup(Setup):
    """The start of a match: hands by seat, the deck and the seat whose turn it is."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    """The next card to draw is the first."""
    turn: int
    direction: int = 1
    """1 for clockwise, -1 for anticlockwise."""
    discard: tuple[str, ...] | None = None
    """The top card is the last."""
    alive: tuple[bool, ...] | None = None
    out: tuple[int, ...] | None = None
    """The seats that went out, in this order."""
    stack: tuple[Play, ...] | None = None
    """The play that waits for reactions, and the Kings on it.

    Their cards are the last of the discard pile.
    """
    asked: tuple[int, ...] | None = None
    """The seats that have not passed yet."""


@dataclass(frozen=True, slots=True)
class Deal(Chance):
    """The dealt cards and the seat that starts (LG-04 to LG-08)."""

    kind: ClassVar[str] = "deal"
    # Translators: a random event: dealing the cards
    label: ClassVar[Message] = m("the deal")

    outcome: LiveGrenadeSetup

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record, without fields that are None."""
        facts = to_json(self.outcome)
        assert isinstance(facts, dict)
        return {"chance": self.kind, "outcome": {key: value for key, value in facts.items() if value is not None}}


@dataclass(frozen=True, slots=True)
class Reshuffle(Chance):
    """The whole deck after an ace was shuffled back into it (LG-12).

    The next card to draw is the first.
    """

    kind: ClassVar[str] = "reshuffle"

    outcome: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stolen(Chance):
    """The card that a thief takes at random (LG-17)."""

    kind: ClassVar[str] = "stolen"

    outcome: str
