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
from grenade_salad.app.ui.playing_cards import draw_turning

BURSTS = 6
"""Pictures of a paper burst."""
_BURST = 192
"""Their sizes in pixels are multiples of this."""


class Passing(Protocol):
    """Something that is shown for a while; `share` is how much of that is over."""

    share: float


_Passing = TypeVar("_Passing", bound=Passing)


def pass_by(
    motion: Motion,
    shown: list[_Passing],
    one: _Passing,
    seconds: float,
    *,
    wait: float,
    curve: Callable[[float], float] = linear,
    begins: Callable[[], None] | None = None,
    held: float | None = None,
) -> None:
    """It stands in the list while its share grows from 0 to 1, after a wait. `begins` is called when it is first
    shown, never if that was skipped. `held`: the share at which it stays, where nothing may move."""

    def apply(share: float) -> None:
        if share < 1.0 and not any(other is one for other in shown):
            if begins is not None:
                begins()
            shown.append(one)
        one.share = share if held is None else held

    def done() -> None:
        shown[:] = [other for other in shown if other is not one]

    motion.play(seconds, apply, done, wait=wait, curve=curve)


@dataclass(slots=True, eq=False)
class Flying:
    """A card on its way between two boxes; `turned` is 0 for its back and 1 for its face, at both ends."""

    card: str | None
    start: Rect
    end: Rect
    turned: tuple[float, float] = (0.0, 0.0)
    share: float = 0.0


def draw_flying(canvas: Canvas, cards: Iterable[Flying]) -> None:
    """Playing cards that slide over the table, or lie there a moment."""
    for one in cards:
        box = on_its_way(one.start, one.end, one.share, 0.12)
        turned = one.turned[0] + (one.turned[1] - one.turned[0]) * one.share
        draw_turning(canvas, one.card, box, turned, lift=1 + 2 * sin(one.share * pi))


def burst_picture(share: float) -> int:
    """Which picture of a burst is shown; `share` is how much of it is over, 0 to 1."""
    return min(BURSTS - 1, int(share * BURSTS))


def draw_burst(canvas: Canvas, at: Point, reach: float, share: float, fades: float = 0.65) -> None:
    """A paper burst that reaches so many units around a point; from `fades` of its time on it goes."""
    alpha = 255 if share < fades else max(0, round(255 * (1 - share) / (1 - fades)))
    pixels = max(1, canvas.px(2 * reach))
    made = -(-pixels // _BURST) * _BURST
    picture = pictures.picture(f"blast/paper_burst_{burst_picture(share)}.svg", (made, made))
    # It grows in every frame: drawn for each size it would take as long as the frame has.
    shown = pygame.transform.smoothscale_by(picture, pixels / made)
    shown.set_alpha(alpha)
    canvas.surface.blit(shown, shown.get_rect(center=canvas.point(at)))


def around(centre: Point, reach: float) -> Rect:
    """The square that reaches so far around a point."""
    return Rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)


def side(x: float, width: float) -> float:
    """Where a sound comes from that is made at x in a window of that width: -1 at the left edge, 1 at the right one.

    >>> side(0.0, 1280.0), side(640.0, 1280.0), side(2000.0, 1280.0)
    (-1.0, 0.0, 1.0)
    """
    return max(-1.0, min(1.0, 2 * x / max(1.0, width) - 1))


def shaking(units: float, time: float) -> Point:
    """How far the table is beside itself after so many seconds, while it shakes by so many units at most.

    So slowly that no edge flickers more than three times in a second.
    """
    return units * sin(time * 32), units * sin(time * 25 + 1)


def on_its_way(start: Rect, end: Rect, share: float, lift: float) -> Rect:
    """The box of a card that slides from one to the other; in the middle it is larger by the share `lift`."""
    grown = 1 + lift * sin(share * pi)
    wide = (start.width + (end.width - start.width) * share) * grown
    high = (start.height + (end.height - start.height) * share) * grown
    x = start.centerx + (end.centerx - start.centerx) * share
    y = start.centery + (end.centery - start.centery) * share
    return Rect(x - wide / 2, y - high / 2, wide, high)
