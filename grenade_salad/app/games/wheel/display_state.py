"""Display state of the wheel.

It follows the events one by one, while the match may be ahead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.app.games.effects import FlyingCard
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Words

ALL_CARDS = 99.0
"""A number of cards that no ring exceeds."""


@dataclass(slots=True)
class Flight:
    """A die that moves over the cards of `path`, from the first to the last."""

    path: tuple[int, ...]
    start: tuple[int, int]
    """Its slot on the first card, and the length of that row."""
    hop_scale: float = 1.0
    """Height of its hops, in usual hops."""
    share: float = 0.0
    """Progress, 0 to 1."""


@dataclass(slots=True)
class DisplayedDie:
    """A white die on the card with index `card`, showing `pips`."""

    card: int
    pips: int
    lift: float = 0.0
    """Height at which it is held, in usual hops; 0 on the table."""
    flight: Flight | None = None
    is_hidden: bool = False
    """True in the middle of an explosion."""


@dataclass(slots=True)
class PaperBurst:
    """A paper burst on a card."""

    card: int
    chain_number: int
    """Number of the explosion in its chain, from 1; 0 without a chain."""
    share: float = 0.0
    """Progress, 0 to 1."""


@dataclass(slots=True)
class Notice:
    """Words over the middle of the table, with hearts, that nobody should miss."""

    words: Words
    hearts: tuple[str, ...] = ()
    seat: int | None = None


@dataclass(slots=True)
class WheelDisplay:
    """The ring and the dice as they are displayed, with the hearts that all may see."""

    ring: tuple[str, ...] = ()
    laid_count: float = ALL_CARDS
    """Number of the ring's cards on the table: fewer while it is dealt."""
    face_down: set[int] = field(default_factory=set)
    turning: dict[int, float] = field(default_factory=dict)
    """Cards that turn over, by index: 1 is face up, 0 face down."""
    dice: list[DisplayedDie] = field(default_factory=list)
    black: int | None = None
    """Number on the black die, or None if it has not been rolled."""
    tumbling: float | None = None
    """Progress of the black die's tumbling, 0 to 1."""
    turn: int | None = None
    """The seat whose turn it is."""
    alive: list[bool] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    """Number of hearts of each seat, revealed or not."""
    revealed: list[tuple[str, ...]] = field(default_factory=list)
    """The revealed hearts of each seat."""
    unused: tuple[str, ...] = ()
    """The hearts that no seat had, when the game is over."""
    flying: list[FlyingCard] = field(default_factory=list)
    """Hearts that move to the seats, face down."""
    bursts: list[PaperBurst] = field(default_factory=list)
    joker: float = 0.0
    """Strength of the joker's glow."""
    shake: float = 0.0
    """Strength with which an explosion shakes the ring, 0 to 1."""
    dusk: float = 0.0
    """Darkness around the ring, 0 to 1: the last two seats play."""
    notice: Notice | None = None
    last: tuple[int, tuple[int, ...]] | None = None
    """The card from which the last die was moved, and the cards on its path."""

    def show_view(self, view: WheelView) -> None:
        """Show this view at rest."""
        self.ring, self.face_down = view.ring, set(view.face_down)
        self.dice = [DisplayedDie(die.at, die.pips) for die in view.dice]
        self.black, self.turn, self.alive = view.roll, view.turn, list(view.alive)
        self.counts = [hand if isinstance(hand, int) else len(hand) for hand in view.hearts]
        self.revealed = list(view.shown)
        self.unused = () if isinstance(view.unused, int) else view.unused
        self.turning, self.bursts = {}, []
        self.laid_count, self.shake, self.joker, self.tumbling, self.notice = ALL_CARDS, 0.0, 0.0, None, None

    @property
    def is_duel(self) -> bool:
        """True if two seats of more than two are left."""
        return sum(self.alive) == 2 < len(self.alive)

    def fade_light(self, start: float, end: float, share: float) -> None:
        """Set the darkness between two values; `share` runs from 0 to 1."""
        self.dusk = start + (end - start) * share

    def dice_by_card(self) -> dict[int, list[int]]:
        """Return the dice on each card, side by side in this order."""
        dice: dict[int, list[int]] = {}
        for index, die in enumerate(self.dice):
            if die.flight is None:
                dice.setdefault(die.card, []).append(index)
        return dice

    def find_slot(self, index: int) -> tuple[int, int]:
        """Return the slot of a die in the row on its card, and the length of the row."""
        row = self.dice_by_card().get(self.dice[index].card, [])
        return (row.index(index), len(row)) if index in row else (0, 1)
