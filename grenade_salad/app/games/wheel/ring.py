"""Where the cards of the ring lie on the table, and the places for dice on them; in logical units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import cos, pi, sin

from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import SHAPE, box_at

_GAP = 10.0
"""Units between two cards at least."""
_DIE = 0.34
"""How wide a die is for the width of a card."""
_ROUND, _OVAL = (1.0, 1.0), (1.3, 0.43)
"""How the curve bends, across and down: a circle, and one that is flat at its long sides."""
_LARGEST, _SMALLEST = 190.0, 30.0


@dataclass(frozen=True)
class Ring:
    """The cards clockwise from the top, by the index in the ring: their middles, and how wide each card is."""

    centre: Point
    places: tuple[Point, ...]
    wide: float

    @cached_property
    def boxes(self) -> tuple[Rect, ...]:
        """The box of each card."""
        return tuple(box_at(place, self.wide) for place in self.places)

    @property
    def die(self) -> float:
        """How wide a die is."""
        return self.wide * _DIE

    @cached_property
    def anchors(self) -> tuple[Point, ...]:
        """For each card the point at its inner edge where a way along the ring passes."""
        return tuple(self._anchor(at) for at in range(len(self.places)))

    def _anchor(self, at: int) -> Point:
        (x, y), (cx, cy) = self.places[at], self.centre
        high = self.wide * SHAPE / 2
        if abs(y - cy) > high:
            return x + (cx - x) * 0.14, y + (high + 9) * (1 if y < cy else -1)
        return x + (self.wide / 2 + 9) * (1 if x < cx else -1), y

    def spot(self, at: int, slot: int, of: int, upper: bool = False) -> Point:
        """The centre of a die: number `slot` of several side by side on the card, in the upper or lower row."""
        x, y = self.places[at]
        step = self.die * 1.08 if of < 4 else self.wide / of
        high = self.wide * SHAPE
        return x + (slot - (of - 1) / 2) * step, y + high * (-0.2 if upper else 0.17)

    def moved(self, dx: float, dy: float) -> Ring:
        """The same somewhere else."""
        places = tuple((x + dx, y + dy) for x, y in self.places)
        return replace(self, centre=(self.centre[0] + dx, self.centre[1] + dy), places=places)


def ring_in(area: Rect, number: int) -> Ring:
    """The ring with the largest possible cards for that number of them, with room for the black die in the middle."""
    return _fitted(area.x, area.y, area.width, area.height, number)


@lru_cache(maxsize=32)
def _fitted(x: float, y: float, wide: float, high: float, number: int) -> Ring:
    best = None
    for bend in (_ROUND, _OVAL):
        size = _LARGEST
        while size > _SMALLEST:
            ring = _laid(Rect(x, y, wide, high), number, size, bend)
            if _fits(ring, high):
                break
            size -= 1.0
        if best is None or ring.wide > best.wide:
            best = ring
    assert best is not None
    return best


def _laid(area: Rect, number: int, wide: float, bend: tuple[float, float]) -> Ring:
    """A ring with cards of that width, along the edge of the area, not much longer in one direction."""
    card = wide * SHAPE
    across = max(1.0, min((area.width - wide) / 2, (area.height - card) / 2 * 2.1))
    down = max(1.0, min((area.height - card) / 2, across * 1.15))
    places = []
    for at in range(number):
        angle = 2 * pi * at / number - pi / 2
        x, y = (_bent(part(angle), power) for part, power in zip((cos, sin), bend, strict=True))
        places.append((area.centerx + across * x, area.centery + down * y))
    return Ring(area.center, tuple(places), wide)


def _bent(share: float, power: float) -> float:
    return abs(share) ** power * (1 if share >= 0 else -1) if abs(share) > 1e-9 else 0.0


def _fits(ring: Ring, high: float) -> bool:
    """Whether no two cards come too near to each other, and none to the middle."""
    middle = Rect(0, 0, ring.wide * 1.7, max(84.0, high * 0.3))
    middle.center = ring.centre
    boxes = [box.inflate(_GAP, _GAP) for box in ring.boxes]
    pairs = ((one, other) for index, one in enumerate(boxes) for other in boxes[index + 1 :])
    return not any(one.colliderect(other) for one, other in pairs) and not any(map(middle.colliderect, boxes))


def along(ring: Ring, start: int, path: tuple[int, ...]) -> Iterator[tuple[int, Point]]:
    """The way over the ring clockwise, card by card: each with the number of the step that touches it, 0 for cards
    that are passed over."""
    at, number = start, len(ring.places)
    for step, touched in enumerate(path, 1):
        for _ in range(number):
            at = (at + 1) % number
            if at == touched:
                break
            yield 0, ring.anchors[at]
        yield step, ring.anchors[touched]
