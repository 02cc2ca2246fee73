"""What happens in Grenade Salad. All of it is open, but for the cards that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.reasons import NAMES


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@dataclass(slots=True)
class Dropped(Event):
    """An attempt at the set-up drop: height, rms radius and greatest width of the cluster in mm (GS-06)."""

    open: ClassVar = ("height", "radius", "width", "touching", "lost")

    height: float
    radius: float
    width: float
    touching: int
    lost: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        gone = f", {len(self.lost)} over the edge" if self.lost else ""
        return (
            f"Dropped from {self.height:.0f} mm: the cluster is {self.width:.0f} mm wide, {self.touching} touch{gone}"
        )


@dataclass(slots=True)
class Kept(Event):
    """The attempt is kept."""

    def text(self, names: Sequence[str]) -> str:
        return "The drop is kept"


@dataclass(slots=True)
class Drew(Event):
    """Somebody draws cards; which ones, only they know."""

    open: ClassVar = ("seat", "number")

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def text(self, names: Sequence[str]) -> str:
        start = f"{names[self.seat]} draws {_count(self.number, 'card')}"
        return start if self.cards is None else f"{start}: {', '.join(NAMES[card] for card in self.cards)}"


@dataclass(slots=True)
class Moved(Event):
    """A soldier was moved or turned; mm and radians."""

    open: ClassVar = ("seat", "soldier", "start", "to", "angle")

    seat: int
    soldier: int
    start: Point
    to: Point
    angle: float

    def text(self, names: Sequence[str]) -> str:
        (a, b), (c, d) = self.start, self.to
        far = ((a - c) ** 2 + (b - d) ** 2) ** 0.5
        return f"{names[self.seat]} moves a soldier {far:.0f} mm" if far else f"{names[self.seat]} turns a soldier"


@dataclass(slots=True)
class Placed(Event):
    """Pointer: a soldier comes from the reserve; mm and radians."""

    open: ClassVar = ("seat", "soldier", "to", "angle")

    seat: int
    soldier: int
    to: Point
    angle: float

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays Pointer and places a soldier"


@dataclass(slots=True)
class Tossed(Event):
    """Three Circles is played: the soldiers are in the air."""

    open: ClassVar = ("seat", "soldiers", "height")

    seat: int
    soldiers: tuple[int, ...]
    height: float

    def text(self, names: Sequence[str]) -> str:
        what = _count(len(self.soldiers), "soldier")
        return f"{names[self.seat]} plays Three Circles: {what} from {self.height:.0f} mm"


@dataclass(slots=True)
class Landed(Event):
    """The soldiers of Three Circles lie on the table; `lost` went over the edge, standing ones too."""

    open: ClassVar = ("seat", "soldiers", "lost")

    seat: int
    soldiers: tuple[int, ...]
    lost: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        if not self.lost:
            return f"{_count(len(self.soldiers), 'soldier')} landed"
        return f"{_count(len(self.soldiers), 'soldier')} landed, {len(self.lost)} went over the edge"


@dataclass(slots=True)
class Struck(Event):
    """Hammers or Arrow: one soldier attacks another. What it kills comes as Killed."""

    open: ClassVar = ("seat", "card", "soldier", "target")

    seat: int
    card: str
    soldier: int
    target: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {NAMES[self.card]}"


@dataclass(slots=True)
class Threw(Event):
    """Explosion: a grenade lands at a point in mm. What it kills comes as Killed."""

    open: ClassVar = ("seat", "soldier", "at")

    seat: int
    soldier: int
    at: Point

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays Explosion and throws a grenade"


@dataclass(slots=True)
class MineWentOff(Event):
    """A soldier stepped on a mine at a point in mm. What it kills comes as Killed."""

    open: ClassVar = ("seat", "soldier", "at")

    seat: int
    soldier: int
    at: Point

    def text(self, names: Sequence[str]) -> str:
        return f"A mine! {names[self.seat]} plays Footpath"


@dataclass(slots=True)
class Killed(Event):
    """Soldiers that died together: (soldier, owner) each, and who takes them (GS-26)."""

    open: ClassVar = ("by", "soldiers")

    by: int
    soldiers: tuple[tuple[int, int], ...]

    def text(self, names: Sequence[str]) -> str:
        if not self.soldiers:
            return "Nobody is hit"
        owners = [owner for _, owner in self.soldiers]
        whose = (f"{owners.count(owner)} of {names[owner]}" for owner in sorted(set(owners)))
        return f"{names[self.by]} takes {', '.join(whose)}"


@dataclass(slots=True)
class NoMine(Event):
    """Somebody who was asked plays no mine, or no more: no word of it in the log, everybody is asked all the time."""

    open: ClassVar = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return ""


@dataclass(slots=True)
class Passed(Event):
    """End phase: a turn ends without a card (GS-30)."""

    open: ClassVar = ("seat",)

    seat: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} cannot play and passes"


@dataclass(slots=True)
class EndPhase(Event):
    """The deck is empty (GS-29)."""

    def text(self, names: Sequence[str]) -> str:
        return "The deck is empty: the end phase begins"


@dataclass(slots=True)
class Ended(Event):
    """The game is over: points of each seat and the winners."""

    open: ClassVar = ("scores", "winners")

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        points = ", ".join(f"{name} {score}" for name, score in zip(names, self.scores, strict=True))
        who = " and ".join(names[seat] for seat in self.winners)
        return f"The game is over: {points}. {who} {'wins' if len(self.winners) == 1 else 'share the win'}"
