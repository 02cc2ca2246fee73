"""The parts of a game, as they are collected before they become a box."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.virtualtabletop.game_state import HEIGHT, GameState, Placement
from grenade_salad.boxes.virtualtabletop.pictures import PictureStore
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_SIZE, Kind, Point

MM_PER_UNIT = 63 / 103
"""A card is 103 units or 63 mm wide."""
TABLE = (round(1600 * MM_PER_UNIT, 1), round(1000 * MM_PER_UNIT, 1))
"""The room in mm."""
_MIN_SIZE = 2.0
"""Millimetres of the smallest piece."""


def to_point(x: float, y: float) -> Point:
    """Return a point of the room on the table, in mm from its lower left corner."""
    return (
        round(min(max(x * MM_PER_UNIT, 0.0), TABLE[0]), 1),
        round(min(max((HEIGHT - y) * MM_PER_UNIT, 0.0), TABLE[1]), 1),
    )


def to_size(width: float, height: float) -> Point:
    """Return a size in mm, within the bounds of a box."""
    return (
        round(min(max(width * MM_PER_UNIT, _MIN_SIZE), MAX_SIZE), 1),
        round(min(max(height * MM_PER_UNIT, _MIN_SIZE), MAX_SIZE), 1),
    )


@dataclass(frozen=True, slots=True)
class Start:
    """A piece and where it is at the start."""

    widget: str
    kind: int
    """The index of its kind."""
    front: int
    up: bool
    place: Placement
    order: tuple[tuple[float, float], ...]
    """Later ones cover earlier ones."""
    locked: bool = False
    holder: str = ""
    """The widget of the holder that it is in."""
    pile: str = ""
    """The widget of the pile that it is in."""


@dataclass
class Parts:
    """The kinds and pieces of a room, as they are found."""

    state: GameState
    store: PictureStore
    losses: LossTally
    kinds: list[Kind] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    deck_kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the kinds of each deck's cards."""
    has_many_faces: bool = False
    """True if cards have more than two faces."""
    _names: Tally[str] = field(default_factory=Tally)

    def add_kind(self, kind: Kind) -> int:
        """Add a kind with its own name, and return its index."""
        self._names[kind.name] += 1
        if (suffix := self._names[kind.name]) > 1:
            kind = replace(kind, name=f"{kind.name} {suffix}")
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def trim(self) -> None:
        """Count the pieces of each kind, and leave out those above the limit of a box."""
        self.losses.add("piece", "number", count=len(self.starts) - MAX_PIECES)
        del self.starts[MAX_PIECES:]
        counts = Tally((start.kind, start.front) for start in self.starts)
        kinds: list[Kind] = []
        indexes: dict[int, int] = {}
        fronts: dict[tuple[int, int], int] = {}
        for index, kind in enumerate(self.kinds):
            if kind.piece == "die":
                count = sum(count for (of, _), count in counts.items() if of == index)
                if count:
                    indexes[index] = len(kinds)
                    kinds.append(replace(kind, count=count))
                continue
            used = [front for front in range(len(kind.fronts)) if counts[index, front]]
            if not used:
                continue
            fronts |= {(index, front): position for position, front in enumerate(used)}
            indexes[index] = len(kinds)
            kinds.append(_select_fronts(kind, used, [counts[index, front] for front in used]))
        self.kinds = kinds
        remaining = {kind.name for kind in kinds}
        self.deck_kinds = {
            deck: tuple(name for name in names if name in remaining) for deck, names in self.deck_kinds.items()
        }
        self.starts = [
            replace(start, kind=indexes[start.kind], front=fronts.get((start.kind, start.front), 0))
            for start in self.starts
        ]


def _select_fronts(kind: Kind, used: Sequence[int], counts: Sequence[int]) -> Kind:
    """Return the kind with these fronts alone, and so many pieces of each."""
    has_same_count = len(set(counts)) == 1
    return replace(
        kind,
        fronts=tuple(kind.fronts[front] for front in used),
        pictures=tuple(kind.pictures[front] for front in used) if len(kind.pictures) > 1 else kind.pictures,
        printed=tuple(kind.printed[front] for front in used) if kind.printed else (),
        count=counts[0] if has_same_count else 1,
        counts=() if has_same_count else tuple(counts),
    )
