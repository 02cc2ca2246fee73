"""What is shown on the table now: it follows what happened, step by step, while the match may be ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sin

import pygame

from grenade_salad.app.stage import draw_burst, on_its_way, shaking
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import draw_turning
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, EMBER, LARGE, PAPER, TITLE
from grenade_salad.text import Words


@dataclass(slots=True, eq=False)
class Flying:
    """A card on its way between two boxes; `turned` is 0 for its back and 1 for its face, at both ends."""

    card: str | None
    start: Rect
    end: Rect
    turned: tuple[float, float] = (0.0, 0.0)
    share: float = 0.0


@dataclass(slots=True)
class Held:
    """The card that was drawn, held over the table; `friend` is the Best Friend that covers it."""

    card: str | None
    turned: float = 0.0
    friend: str | None = None
    tremble: float = 0.0
    """0 to 1: how much the hand shakes that holds it."""


@dataclass(slots=True)
class Stage:
    """What flies, is held and burns over the table."""

    flying: list[Flying] = field(default_factory=list)
    held: Held | None = None
    dark: float = 0.0
    """0 to 1: how dark the table is while everybody looks at one card."""
    burst: float | None = None
    """0 to 1 while the grenade goes off."""
    shake: float = 0.0
    words: Words = ""
    """A large line under the card that is held."""
    alarm: bool = False
    leaving: tuple[int, tuple[str, ...]] | None = None
    """Cards that a seat has put down already: its hand is shown without them."""
    stack_gone: bool = False
    """The plays that waited are on their way to the discard pile."""
    spin: float = 0.0
    """By which share of half a turn the arrows of play have turned round."""

    def rest(self) -> None:
        """Nothing moves any more; the card that is held stays."""
        self.flying, self.burst, self.shake, self.leaving = [], None, 0.0, None
        self.stack_gone, self.spin = False, 0.0

    def clear(self) -> None:
        """Nothing is shown but the table."""
        self.rest()
        self.held, self.dark, self.words, self.alarm = None, 0.0, "", False


def shaken(at: Point, stage: Stage, time: float) -> Point:
    """A point, a little beside itself while the table shakes."""
    off = shaking(9.0 * stage.shake, time)
    return at[0] + off[0], at[1] + off[1]


def draw_flying(canvas: Canvas, stage: Stage) -> None:
    """Cards that slide over the table."""
    for one in stage.flying:
        share = one.share
        box = on_its_way(one.start, one.end, share, 0.12)
        turned = one.turned[0] + (one.turned[1] - one.turned[0]) * share
        draw_turning(canvas, one.card, box, turned, lift=1 + 2 * sin(share * 3.1416))


def draw_dark(canvas: Canvas, stage: Stage) -> None:
    """The light goes down around the card that everybody looks at."""
    if stage.dark > 0:
        light = round(255 * (1 - 0.67 * min(1.0, stage.dark)))
        canvas.surface.fill((light, light, light), special_flags=pygame.BLEND_RGB_MULT)


def draw_held(canvas: Canvas, stage: Stage, box: Rect, time: float) -> None:
    """The card in the middle, what covers it, the burst, and the words under it."""
    held = stage.held
    centre = shaken((box.centerx, box.centery), stage, time)
    if held is not None:
        away = 1.6 * held.tremble
        shown = box.copy()
        shown.center = (centre[0] + away * sin(time * 37), centre[1] + away * sin(time * 29 + 2))
        draw_turning(canvas, held.card, shown, held.turned, lift=4)
        if held.friend is not None:
            cover = shown.move(shown.width * 0.16, shown.height * 0.1)
            draw_turning(canvas, held.friend, cover, 1.0, angle=-9, lift=3)
    if stage.burst is not None:
        draw_burst(canvas, centre, box.height * (0.75 + 0.35 * stage.burst), stage.burst)
    if stage.words:
        size = TITLE if canvas.size[0] > 900 else LARGE
        colour = EMBER if stage.alarm else BRASS_LIGHT
        at = (box.centerx, min(box.bottom + size, canvas.size[1] - size))
        for off in ((2, 3), (-1, 1), (1, -1)):
            canvas.text(stage.words, (at[0] + off[0], at[1] + off[1]), size, BLACK, title=True, anchor="center")
        canvas.text(stage.words, at, size, PAPER if stage.alarm else colour, title=True, anchor="center")
