"""Layout of the ring: positions of its cards and dice, in logical units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import cos, pi, sin

from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import ASPECT, card_box

_GAP = 10.0
"""Minimum distance between two cards, in units."""
_DIE = 0.34
"""Width of a die as a share of the width of a card."""
_ROUND, _OVAL = (1.0, 1.0), (1.3, 0.43)
"""Exponents of the curve across and down: a circle, and a flattened oval."""
_MAX_CARD_WIDTH, _MIN_CARD_WIDTH = 190.0, 30.0
"""Bounds of the width of a card, in units."""
_EDGE_GAP = 9.0
"""Units between a card and the path along the ring."""
_INWARDS = 0.14
"""Share of the distance to the centre by which a path is inside of the cards."""
_UPPER_ROW, _LOWER_ROW = -0.2, 0.17
"""Heights of the rows of dice under the middle of a card, as shares of the card's."""
_MAX_ACROSS, _MAX_DOWN = 2.1, 1.15
"""Maximum ratio of the ring's width to its height, and of its height to its width."""


@dataclass(frozen=True)
class Ring:
    """Positions of the cards, clockwise from the top."""

    centre: Point
    places: tuple[Point, ...]
    """The middles of the cards, by index in the ring."""
    card_width: float

    @cached_property
    def boxes(self) -> tuple[Rect, ...]:
        """The box of each card."""
        return tuple(card_box(place, self.card_width) for place in self.places)

    @property
    def die(self) -> float:
        """Width of a die in units."""
        return self.card_width * _DIE

    @cached_property
    def anchors(self) -> tuple[Point, ...]:
        """The point at the inner edge of each card where a path along the ring passes."""
        return tuple(self._anchor(index) for index in range(len(self.places)))

    def _anchor(self, index: int) -> Point:
        (x, y), (cx, cy) = self.places[index], self.centre
        half_height = self.card_width * ASPECT / 2
        if abs(y - cy) > half_height:
            return x + (cx - x) * _INWARDS, y + (half_height + _EDGE_GAP) * (1 if y < cy else -1)
        return x + (self.card_width / 2 + _EDGE_GAP) * (1 if x < cx else -1), y

    def die_position(self, index: int, slot: int, row_length: int, *, is_upper: bool = False) -> Point:
        """Return the centre of a die on the card with this index.

        It is number `slot` of `row_length` dice side by side, in the upper or the lower row.
        """
        x, y = self.places[index]
        step = self.die * 1.08 if row_length < 4 else self.card_width / row_length
        height = self.card_width * ASPECT
        return x + (slot - (row_length - 1) / 2) * step, y + height * (_UPPER_ROW if is_upper else _LOWER_ROW)

    def shift(self, dx: float, dy: float) -> Ring:
        """Return the same ring at another place."""
        places = tuple((x + dx, y + dy) for x, y in self.places)
        return replace(self, centre=(self.centre[0] + dx, self.centre[1] + dy), places=places)


def fit_ring(area: Rect, card_count: int) -> Ring:
    """Return the ring with the largest cards that fit into the area.

    There is space for the black die in the middle.
    """
    # Rects cannot be keys of a cache.
    return _fit_ring(area.x, area.y, area.width, area.height, card_count)


@lru_cache(maxsize=32)
def _fit_ring(x: float, y: float, width: float, height: float, card_count: int) -> Ring:
    best = None
    for bend in (_ROUND, _OVAL):
        card_width = _MAX_CARD_WIDTH
        while card_width > _MIN_CARD_WIDTH:
            ring = _lay_out_ring(Rect(x, y, width, height), card_count, card_width, bend)
            if _fits(ring, height):
                break
            card_width -= 1.0
        if best is None or ring.card_width > best.card_width:
            best = ring
    assert best is not None
    return best


def _lay_out_ring(area: Rect, card_count: int, card_width: float, bend: tuple[float, float]) -> Ring:
    """Return a ring with cards of that width along the edge of the area.

    Neither direction is much longer than the other.
    """
    card_height = card_width * ASPECT
    across = max(1.0, min((area.width - card_width) / 2, (area.height - card_height) / 2 * _MAX_ACROSS))
    down = max(1.0, min((area.height - card_height) / 2, across * _MAX_DOWN))
    places = []
    for index in range(card_count):
        angle = 2 * pi * index / card_count - pi / 2
        x, y = (_bend(part(angle), power) for part, power in zip((cos, sin), bend, strict=True))
        places.append((area.centerx + across * x, area.centery + down * y))
    return Ring(area.center, tuple(places), card_width)


def _bend(share: float, power: float) -> float:
    """Return a share of a radius on the curve with this exponent.

    >>> _bend(-0.25, 0.5), _bend(0.25, 1.0)
    (-0.5, 0.25)
    """
    return abs(share) ** power * (1 if share >= 0 else -1) if abs(share) > 1e-9 else 0.0


def _fits(ring: Ring, height: float) -> bool:
    """True if no two cards are too near to each other, and none to the middle."""
    middle = Rect(0, 0, ring.card_width * 1.7, max(84.0, height * 0.3))
    middle.center = ring.centre
    boxes = [box.inflate(_GAP, _GAP) for box in ring.boxes]
    pairs = ((first, second) for index, first in enumerate(boxes) for second in boxes[index + 1 :])
    return not any(box.colliderect(neighbour) for box, neighbour in pairs) and not any(map(middle.colliderect, boxes))


def walk_ring(ring: Ring, start: int, path: tuple[int, ...]) -> Iterator[tuple[int, Point]]:
    """Yield the cards of a die's path, clockwise, each with its point.

    The number is that of the step that touches the card, or 0 for a card that is passed over.
    """
    index, card_count = start, len(ring.places)
    for step, touched in enumerate(path, 1):
        for _ in range(card_count):
            index = (index + 1) % card_count
            if index == touched:
                break
            yield 0, ring.anchors[index]
        yield step, ring.anchors[touched]
