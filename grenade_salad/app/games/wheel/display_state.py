"""What is shown on the table now: it follows what happened, event by event, while the match may be ahead."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.app.games.effects import Flying
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Words


@dataclass(slots=True)
class Flight:
    """A die on its way over the cards of `way`, from the first to the last; `share` runs from 0 to 1.

    `start` is where it lay on the first card: its place in the row, and how long the row was. `high` is how high it
    hops, as a multiple of what is usual.
    """

    way: tuple[int, ...]
    start: tuple[int, int]
    high: float = 1.0
    share: float = 0.0


@dataclass(slots=True)
class ShownDie:
    """A white die on card `at` that shows `pips`; `lift` is how high it is held, 0 on the table."""

    at: int
    pips: int
    lift: float = 0.0
    flight: Flight | None = None
    gone: bool = False
    """In the middle of an explosion."""


@dataclass(slots=True)
class Burst:
    """A paper burst on a card, `number` in a chain; `share` runs from 0 to 1."""

    at: int
    number: int
    share: float = 0.0


@dataclass(slots=True)
class Notice:
    """What everybody must have seen: words over the middle of the table, and hearts."""

    words: Words
    hearts: tuple[str, ...] = ()
    seat: int | None = None


@dataclass(slots=True)
class Stage:
    """The ring and the dice as they are shown. Hearts here are only those that everybody has seen."""

    ring: tuple[str, ...] = ()
    laid: float = 99.0
    """How many cards of the ring lie on the table: fewer while it is dealt."""
    down: set[int] = field(default_factory=set)
    turning: dict[int, float] = field(default_factory=dict)
    """Cards that turn over: 1 is face up, 0 face down."""
    dice: list[ShownDie] = field(default_factory=list)
    black: int | None = None
    tumbling: float | None = None
    """How far the black die has tumbled: 0 to 1."""
    turn: int | None = None
    alive: list[bool] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    """How many hearts each seat has, seen or not."""
    shown: list[tuple[str, ...]] = field(default_factory=list)
    """The hearts of each seat that everybody has seen."""
    unused: tuple[str, ...] = ()
    """The hearts that nobody had, when the game is over."""
    flying: list[Flying] = field(default_factory=list)
    """Hearts on their way to the seats, face down."""
    bursts: list[Burst] = field(default_factory=list)
    joker: float = 0.0
    """How strongly the joker shines."""
    shake: float = 0.0
    dusk: float = 0.0
    """How far the light is down around the ring, 0 to 1: the last two play."""
    notice: Notice | None = None
    last: tuple[int, tuple[int, ...]] | None = None
    """From which card the last die was moved, and over which."""

    def lie(self, view: WheelView) -> None:
        """Show exactly this, at rest."""
        self.ring, self.down = view.ring, set(view.face_down)
        self.dice = [ShownDie(die.at, die.pips) for die in view.dice]
        self.black, self.turn, self.alive = view.roll, view.turn, list(view.alive)
        self.counts = [hand if isinstance(hand, int) else len(hand) for hand in view.hearts]
        self.shown = list(view.shown)
        self.unused = () if isinstance(view.unused, int) else view.unused
        self.turning, self.bursts = {}, []
        self.laid, self.shake, self.joker, self.tumbling, self.notice = 99.0, 0.0, 0.0, None, None

    @property
    def duel(self) -> bool:
        """Whether two are left of more, and play for the match."""
        return sum(self.alive) == 2 < len(self.alive)

    def fade(self, start: float, goal: float, share: float) -> None:
        """The light is between two."""
        self.dusk = start + (goal - start) * share

    def slots(self) -> dict[int, list[int]]:
        """For each card the dice that lie on it, side by side in this order."""
        found: dict[int, list[int]] = {}
        for number, die in enumerate(self.dice):
            if die.flight is None:
                found.setdefault(die.at, []).append(number)
        return found

    def slot(self, number: int) -> tuple[int, int]:
        """The place of a die in the row on its card, and how long the row is."""
        row = self.slots().get(self.dice[number].at, [])
        return (row.index(number), len(row)) if number in row else (0, 1)
