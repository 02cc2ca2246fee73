"""Effects of all games: paper bursts, a shaking table, flying cards."""

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

BURST_PICTURES = 6
"""Number of pictures of a paper burst."""
_BURST_SIZE_STEP = 192
"""Pictures of a burst are rendered in multiples of this size, in pixels."""
_FLIGHT_GROWTH = 0.12
"""Share by which a flying card is larger in the middle of its path."""
_SHAKE_X, _SHAKE_Y = 32.0, 25.0
"""Speeds at which the table shakes, in radians a second."""


class Transient(Protocol):
    """An effect that is shown for a while; `share` is the elapsed part of it, 0 to 1."""

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
    """Keep an item in the list while its share grows from 0 to 1, after a delay.

    `on_begin` is called when it is first shown, and never if it was skipped. `frozen_share` is the share at which it
    stays if nothing may move.
    """

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
    """A card on its path from one box to another."""

    card: str | None
    """The card, or None if its face is hidden."""
    start: Rect
    end: Rect
    turned: tuple[float, float] = (0.0, 0.0)
    """Its visible side at the start and at the end: 0 is its back, 1 its face."""
    share: float = 0.0
    """The share of its path that it has covered."""


def draw_flying(canvas: Canvas, cards: Iterable[FlyingCard]) -> None:
    """Draw playing cards that slide over the table, or rest there for a moment."""
    for flying in cards:
        box = interpolate_box(flying.start, flying.end, flying.share, _FLIGHT_GROWTH)
        turned = flying.turned[0] + (flying.turned[1] - flying.turned[0]) * flying.share
        draw_moving_card(canvas, flying.card, box, turned, lift=1 + 2 * sin(flying.share * pi))


def burst_index(share: float) -> int:
    """Return the index of a burst's picture; `share` is the elapsed part, 0 to 1.

    >>> burst_index(0.0), burst_index(0.5), burst_index(1.0)
    (0, 3, 5)
    """
    return min(BURST_PICTURES - 1, int(share * BURST_PICTURES))


def draw_burst(canvas: Canvas, center: Point, reach: float, share: float, fade_start: float = 0.65) -> None:
    """Draw a paper burst of radius `reach`, which fades from `fade_start` on."""
    alpha = 255 if share < fade_start else max(0, round(255 * (1 - share) / (1 - fade_start)))
    pixels = max(1, canvas.px(2 * reach))
    size = -(-pixels // _BURST_SIZE_STEP) * _BURST_SIZE_STEP
    picture = pictures.load_picture(f"blast/paper_burst_{burst_index(share)}.svg", (size, size))
    # It grows in every frame: rendering each size would take as long as a frame has.
    surface = pygame.transform.smoothscale_by(picture, pixels / size)
    surface.set_alpha(alpha)
    canvas.surface.blit(surface, surface.get_rect(center=canvas.pixel_point(center)))


def square_around(centre: Point, reach: float) -> Rect:
    """Return the square around a point whose side is twice `reach`."""
    return Rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)


def pan_at(x: float, width: float) -> float:
    """Return the pan of a sound at x in a window of that width, -1 to 1.

    >>> pan_at(0.0, 1280.0), pan_at(640.0, 1280.0), pan_at(2000.0, 1280.0)
    (-1.0, 0.0, 1.0)
    """
    return max(-1.0, min(1.0, 2 * x / max(1.0, width) - 1))


def shake_offset(units: float, time: float) -> Point:
    """Return the offset of the shaking table after `time` seconds, at most `units`.

    It is so slow that no edge flickers more than three times in a second.
    """
    return units * sin(time * _SHAKE_X), units * sin(time * _SHAKE_Y + 1)


def interpolate_box(start: Rect, end: Rect, share: float, lift: float) -> Rect:
    """Return the box of a card that slides from one box to another.

    In the middle it is larger by the share `lift`.
    """
    scale = 1 + lift * sin(share * pi)
    width = (start.width + (end.width - start.width) * share) * scale
    height = (start.height + (end.height - start.height) * share) * scale
    x = start.centerx + (end.centerx - start.centerx) * share
    y = start.centery + (end.centery - start.centery) * share
    return Rect(x - width / 2, y - height / 2, width, height)
