"""Actions and chances of the wheel game: the lines of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Action, Chance, Json, Setup, to_json
from grenade_salad.text import Message, m


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Move a white die, 0 to 2, as many cards as the black die shows (WH-06)."""

    do: ClassVar[str] = "advance"

    die: int


@dataclass(frozen=True, slots=True)
class Die:
    """A white die."""

    at: int
    """The card of the ring that it is on, as an index."""
    pips: int
    """The number that it shows."""


@dataclass(frozen=True)
class WheelSetup(Setup):
    """A start: the ring clockwise, the hearts of each seat, and whose turn it is."""

    ring: tuple[str, ...]
    hearts: tuple[tuple[str, ...], ...]
    turn: int
    dice: tuple[Die, ...] | None = None
    """Without it all are on the first spade that was put down, showing 1 (WH-04)."""
    face_down: tuple[int, ...] | None = None
    """The cards that are face down, as indexes of the ring."""
    out: tuple[int, ...] | None = None
    """The seats that went out, in this order."""
    roll: int | None = None
    """The number of the black die, if it is rolled."""


@dataclass(frozen=True, slots=True)
class Deal(Chance):
    """The ring, the hearts and the starting player (WH-03 to WH-05)."""

    kind: ClassVar[str] = "deal"
    # Translators: a random event: dealing the cards
    label: ClassVar[Message] = m("the deal")

    outcome: WheelSetup

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record, without fields that are None."""
        facts = to_json(self.outcome)
        assert isinstance(facts, dict)
        return {"chance": self.kind, "outcome": {key: value for key, value in facts.items() if value is not None}}


@dataclass(frozen=True, slots=True)
class Roll(Chance):
    """The black die, 1 to 6 (WH-06)."""

    kind: ClassVar[str] = "roll"
    # Translators: a random event: the roll of the black die
    label: ClassVar[Message] = m("the roll")

    outcome: int
