"""Actions and chances of Grenade Salad: the lines of a record.

Points and angles are None in a template (see `Action`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from grenade_salad.core import Action, Chance, Setup
from grenade_salad.games.salad.pieces import Block, Card, Point, Pose, Soldier
from grenade_salad.text import Message, m


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Attempt the set-up drop, from a height in mm (GS-06)."""

    do: ClassVar[str] = "drop"
    is_shared: ClassVar[bool] = True

    seat: int | None = field(default=None, kw_only=True)
    height: float | None


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the last attempt (GS-06)."""

    do: ClassVar[str] = "keep"
    is_shared: ClassVar[bool] = True

    seat: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Lift a soldier and put it down again (GS-11)."""

    do: ClassVar[str] = "move"

    soldier: int
    to: Point | None
    """The point in mm."""
    angle: float | None
    """In radians."""


@dataclass(frozen=True, slots=True)
class Pointer(Action):
    """Put a soldier from the reserve anywhere (GS-13)."""

    do: ClassVar[Card] = "pointer"

    to: Point | None
    """The point in mm."""
    angle: float | None
    """In radians."""


@dataclass(frozen=True, slots=True)
class Circles(Action):
    """Drop three soldiers from the reserve, from a height in mm (GS-14)."""

    do: ClassVar[Card] = "circles"

    height: float | None


@dataclass(frozen=True, slots=True)
class Hammers(Action):
    """Kill in close combat (GS-16)."""

    do: ClassVar[Card] = "hammers"

    soldier: int
    """The id of the soldier that strikes."""
    target: int
    """The id of the soldier that is killed."""


@dataclass(frozen=True, slots=True)
class Arrow(Action):
    """Kill along a line of sight (GS-17)."""

    do: ClassVar[Card] = "arrow"

    soldier: int
    """The id of the soldier that shoots."""
    target: int
    """The id of the soldier that is killed."""


@dataclass(frozen=True, slots=True)
class Explosion(Action):
    """Throw a grenade (GS-18)."""

    do: ClassVar[Card] = "explosion"

    soldier: int
    """The id of the soldier that throws."""
    at: Point | None
    """The point in mm."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn (GS-10).

    In the end phase, with no card played, it is the pass (GS-30).
    """

    do: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class ThrowAway(Action):
    """Throw a card away instead of playing one, and draw another (GS-36).

    It is a house rule.
    """

    do: ClassVar[str] = "throw_away"

    card: Card


@dataclass(frozen=True, slots=True)
class Footpath(Action):
    """Declare that a soldier has stepped on a mine (GS-21)."""

    do: ClassVar[Card] = "footpath"

    soldier: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Play no mine, or no further one (GS-23)."""

    do: ClassVar[str] = "pass"
    is_pass: ClassVar[bool] = True


Played: TypeAlias = Pointer | Circles | Hammers | Arrow | Explosion
"""The actions that play a card in the own turn; `do` is the card."""


@dataclass(frozen=True)
class SaladSetup(Setup):
    """An explicit start, which is the start of a turn unless fields say more.

    Fields without a docstring are as in `SaladView`.
    """

    soldiers: tuple[Soldier, ...]
    reserve: tuple[int, ...]
    taken: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    """The first card is drawn first."""
    turn: int
    discard: tuple[Card, ...] | None = None
    """The discard pile, the last card last."""
    step: Literal["drop", "move", "cards", "mines"] | None = None
    cards_left: int | None = None
    mined: bool | None = None
    """True if another player played a card in this turn."""
    attempts: int | None = None
    triggers: tuple[int, ...] | None = None
    asked: int | None = None
    """The seat that is asked for a mine."""
    turns: int | None = None
    passes: int | None = None
    still: int | None = None
    blocks: tuple[Block, ...] | None = None
    """The blocks on the table, and no others (GS-35)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The outcome of the deal."""

    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    """The first card is drawn first."""
    turn: int
    """The seat that starts."""


@dataclass(frozen=True, slots=True)
class Blocks(Chance):
    """The blocks on the table (GS-35)."""

    kind: ClassVar[str] = "blocks"
    # Translators: a random event: where wooden blocks are laid on the table
    label: ClassVar[Message] = m("the laying of blocks")

    outcome: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rest(Chance):
    """The resting place of every soldier that is on the table after a drop."""

    kind: ClassVar[str] = "rest"
    # Translators: a random event: where dropped soldiers come to rest
    label: ClassVar[Message] = m("the drop")
    is_drop: ClassVar[bool] = True

    outcome: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Deal(Chance):
    """The shuffle of the deck, five cards each, and the starting seat (GS-08, GS-09)."""

    kind: ClassVar[str] = "deal"
    # Translators: a random event: dealing the cards
    label: ClassVar[Message] = m("the deal")

    outcome: Dealt
