"""What is shown on the table now: it follows what happened, event by event, while the match may be ahead."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.app.games.effects import FlyingCard
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Words


@dataclass(slots=True)
class Flight:
    """A die on its way over the cards of `way`, from the first to the last; `share` runs from 0 to 1.

    `start` is where it lay on the first card: its place in the row, and how long the row was. `high` is how high it
    hops, as a multiple of what is usual.
    """

    path: tuple[int, ...]
    start: tuple[int, int]
    hop_scale: float = 1.0
    share: float = 0.0


@dataclass(slots=True)
class DisplayedDie:
    """A white die on card `at` that shows `pips`; `lift` is how high it is held, 0 on the table."""

    card: int
    pips: int
    lift: float = 0.0
    flight: Flight | None = None
    is_hidden: bool = False
    """In the middle of an explosion."""


@dataclass(slots=True)
class PaperBurst:
    """A paper burst on a card, `number` in a chain; `share` runs from 0 to 1."""

    card: int
    chain_number: int
    share: float = 0.0


@dataclass(slots=True)
class Notice:
    """What everybody must have seen: words over the middle of the table, and hearts."""

    words: Words
    hearts: tuple[str, ...] = ()
    seat: int | None = None


@dataclass(slots=True)
class WheelDisplay:
    """The ring and the dice as they are shown. Hearts here are only those that everybody has seen."""

    ring: tuple[str, ...] = ()
    laid_count: float = 99.0
    """How many cards of the ring lie on the table: fewer while it is dealt."""
    face_down: set[int] = field(default_factory=set)
    turning: dict[int, float] = field(default_factory=dict)
    """Cards that turn over: 1 is face up, 0 face down."""
    dice: list[DisplayedDie] = field(default_factory=list)
    black: int | None = None
    tumbling: float | None = None
    """How far the black die has tumbled: 0 to 1."""
    turn: int | None = None
    alive: list[bool] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    """How many hearts each seat has, seen or not."""
    revealed: list[tuple[str, ...]] = field(default_factory=list)
    """The hearts of each seat that everybody has seen."""
    unused: tuple[str, ...] = ()
    """The hearts that nobody had, when the game is over."""
    flying: list[FlyingCard] = field(default_factory=list)
    """Hearts on their way to the seats, face down."""
    bursts: list[PaperBurst] = field(default_factory=list)
    joker: float = 0.0
    """How strongly the joker shines."""
    shake: float = 0.0
    dusk: float = 0.0
    """How far the light is down around the ring, 0 to 1: the last two play."""
    notice: Notice | None = None
    last: tuple[int, tuple[int, ...]] | None = None
    """From which card the last die was moved, and over which."""

    def show_view(self, view: WheelView) -> None:
        """Show exactly this, at rest."""
        self.ring, self.face_down = view.ring, set(view.face_down)
        self.dice = [DisplayedDie(die.at, die.pips) for die in view.dice]
        self.black, self.turn, self.alive = view.roll, view.turn, list(view.alive)
        self.counts = [hand if isinstance(hand, int) else len(hand) for hand in view.hearts]
        self.revealed = list(view.shown)
        self.unused = () if isinstance(view.unused, int) else view.unused
        self.turning, self.bursts = {}, []
        self.laid_count, self.shake, self.joker, self.tumbling, self.notice = 99.0, 0.0, 0.0, None, None

    @property
    def is_duel(self) -> bool:
        """Whether two are left of more, and play for the match."""
        return sum(self.alive) == 2 < len(self.alive)

    def fade_light(self, start: float, end: float, share: float) -> None:
        """The light is between two."""
        self.dusk = start + (end - start) * share

    def dice_by_card(self) -> dict[int, list[int]]:
        """For each card the dice that lie on it, side by side in this order."""
        dice: dict[int, list[int]] = {}
        for index, die in enumerate(self.dice):
            if die.flight is None:
                dice.setdefault(die.card, []).append(index)
        return dice

    def find_slot(self, index: int) -> tuple[int, int]:
        """The place of a die in the row on its card, and how long the row is."""
        row = self.dice_by_card().get(self.dice[index].card, [])
        return (row.index(index), len(row)) if index in row else (0, 1)
