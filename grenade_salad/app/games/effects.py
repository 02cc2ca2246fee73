"""What is shown alike on the tables of all games: paper bursts, a table that shakes, cards that fly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import pi, sin
from typing import Protocol, TypeVar

import pygame

from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import Motion, linear
from grenade_salad.app.ui.playing_cards import draw_moving_card

BURSTS = 6
"""Pictures of a paper burst."""
_BURST = 192
"""Their sizes in pixels are multiples of this."""


class Transient(Protocol):
    """Something that is shown for a while; `share` is how much of that is over."""

    share: float


_Transient = TypeVar("_Transient", bound=Transient)


def show_transient(
    motion: Motion,
    items: list[_Transient],
    item: _Transient,
    seconds: float,
    *,
    wait: float,
    curve: Callable[[float], float] = linear,
    on_begin: Callable[[], None] | None = None,
    frozen_share: float | None = None,
) -> None:
    """It stands in the list while its share grows from 0 to 1, after a wait. `start_share` is called when it is first
    shown, never if that was skipped. `held`: the share at which it stays, where nothing may move."""

    def set_share(share: float) -> None:
        if share < 1.0 and not any(listed is item for listed in items):
            if on_begin is not None:
                on_begin()
            items.append(item)
        item.share = share if frozen_share is None else frozen_share

    def remove() -> None:
        items[:] = [listed for listed in items if listed is not item]

    motion.play(seconds, set_share, remove, wait=wait, curve=curve)


@dataclass(slots=True, eq=False)
class FlyingCard:
    """A card on its way between two boxes; `turned` is 0 for its back and 1 for its face, at both ends."""

    card: str | None
    start: Rect
    end: Rect
    turned: tuple[float, float] = (0.0, 0.0)
    share: float = 0.0


def draw_flying(canvas: Canvas, cards: Iterable[FlyingCard]) -> None:
    """Playing cards that slide over the table, or lie there a moment."""
    for flying in cards:
        box = interpolate_box(flying.start, flying.end, flying.share, 0.12)
        turned = flying.turned[0] + (flying.turned[1] - flying.turned[0]) * flying.share
        draw_moving_card(canvas, flying.card, box, turned, lift=1 + 2 * sin(flying.share * pi))


def burst_index(share: float) -> int:
    """Which picture of a burst is shown; `share` is how much of it is over, 0 to 1."""
    return min(BURSTS - 1, int(share * BURSTS))


def draw_burst(canvas: Canvas, center: Point, reach: float, share: float, fade_start: float = 0.65) -> None:
    """A paper burst that reaches so many units around a point; from `fades` of its time on it goes."""
    alpha = 255 if share < fade_start else max(0, round(255 * (1 - share) / (1 - fade_start)))
    pixels = max(1, canvas.px(2 * reach))
    size = -(-pixels // _BURST) * _BURST
    picture = pictures.load_picture(f"blast/paper_burst_{burst_index(share)}.svg", (size, size))
    # It grows in every frame: drawn for each size it would take as long as the frame has.
    surface = pygame.transform.smoothscale_by(picture, pixels / size)
    surface.set_alpha(alpha)
    canvas.surface.blit(surface, surface.get_rect(center=canvas.pixel_point(center)))


def square_around(centre: Point, reach: float) -> Rect:
    """The square that reaches so far around a point."""
    return Rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)


def pan_at(x: float, width: float) -> float:
    """Where a sound comes from that is made at x in a window of that width: -1 at the left edge, 1 at the right one.

    >>> side(0.0, 1280.0), side(640.0, 1280.0), side(2000.0, 1280.0)
    (-1.0, 0.0, 1.0)
    """
    return max(-1.0, min(1.0, 2 * x / max(1.0, width) - 1))


def shake_offset(units: float, time: float) -> Point:
    """How far the table is beside itself after so many seconds, while it shakes by so many units at most.

    So slowly that no edge flickers more than three times in a second.
    """
    return units * sin(time * 32), units * sin(time * 25 + 1)


def interpolate_box(start: Rect, end: Rect, share: float, lift: float) -> Rect:
    """The box of a card that slides from one to the other; in the middle it is larger by the share `lift`."""
    scale = 1 + lift * sin(share * pi)
    width = (start.width + (end.width - start.width) * share) * scale
    height = (start.height + (end.height - start.height) * share) * scale
    x = start.centerx + (end.centerx - start.centerx) * share
    y = start.centery + (end.centery - start.centery) * share
    return Rect(x - width / 2, y - height / 2, width, height)
