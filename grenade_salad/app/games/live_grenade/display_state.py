"""What is shown on the table now: it follows what happened, step by step, while the match may be ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sin

import pygame

from grenade_salad.app.games.effects import FlyingCard, draw_burst, shake_offset
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import draw_moving_card
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, EMBER, LARGE, PAPER, TITLE
from grenade_salad.text import Words

_FRIEND_OFFSET = 0.1
"""How far below the ace a Best Friend lies that covers it, as a share of its height."""


@dataclass(slots=True)
class HeldCard:
    """The card that was drawn, held over the table; `friend` is the Best Friend that covers it."""

    card: str | None
    turned: float = 0.0
    friend: str | None = None
    tremble: float = 0.0
    """0 to 1: how much the hand shakes that holds it."""


@dataclass(slots=True)
class LiveGrenadeDisplay:
    """What flies, is held and burns over the table."""

    flying: list[FlyingCard] = field(default_factory=list)
    held: HeldCard | None = None
    darkness: float = 0.0
    """0 to 1: how dark the table is while everybody looks at one card."""
    burst: float | None = None
    """0 to 1 while the grenade goes off."""
    shake: float = 0.0
    words: Words = ""
    """A large line under the card that is held."""
    is_alarm: bool = False
    leaving: tuple[int, tuple[str, ...]] | None = None
    """Cards that a seat has put down already: its hand is shown without them."""
    stack_gone: bool = False
    """The plays that waited are on their way to the discard pile."""
    stack_discarded: bool = False
    """They lie there."""
    flying_discards: int = 0
    """How many of the last cards of the discard pile are still on their way there."""
    spin: float = 0.0
    """By which share of half a turn the arrows of play have turned round."""
    landed: list[FlyingCard] = field(default_factory=list)
    """Cards that were dealt and lie at their seats, until the deal is over."""
    gap: tuple[int, float] | None = None
    """A card comes into the open hand at this index: by which share the others have made room."""

    def end_motion(self) -> None:
        """Nothing moves any more; the card that is held stays."""
        # The lists stay the same: what is still to fly is put into them later.
        self.flying.clear()
        self.burst, self.shake, self.stack_gone, self.spin = None, 0.0, False, 0.0
        self.reset_hands()

    def reset_hands(self) -> None:
        """Cards are shown where the match has them: in the hands."""
        self.landed.clear()
        self.leaving, self.gap, self.stack_discarded, self.flying_discards = None, None, False, 0

    def put_down(self) -> None:
        """Nothing is held over the table any more, and nothing said of it."""
        self.held, self.burst, self.shake, self.words, self.is_alarm = None, None, 0.0, "", False

    def clear(self) -> None:
        """Nothing is shown but the table."""
        self.end_motion()
        self.put_down()
        self.darkness = 0.0


def shake_point(point: Point, stage: LiveGrenadeDisplay, time: float) -> Point:
    """A point, a little beside itself while the table shakes."""
    off = shake_offset(9.0 * stage.shake, time)
    return point[0] + off[0], point[1] + off[1]


def draw_dark(canvas: Canvas, stage: LiveGrenadeDisplay) -> None:
    """The light goes down around the card that everybody looks at."""
    if stage.darkness > 0:
        light = round(255 * (1 - 0.67 * min(1.0, stage.darkness)))
        canvas.surface.fill((light, light, light), special_flags=pygame.BLEND_RGB_MULT)


def draw_held(canvas: Canvas, stage: LiveGrenadeDisplay, box: Rect, time: float) -> None:
    """The card in the middle, what covers it, and the burst."""
    held = stage.held
    centre = shake_point((box.centerx, box.centery), stage, time)
    if held is not None:
        amplitude = 1.6 * held.tremble
        card_box = box.copy()
        card_box.center = (centre[0] + amplitude * sin(time * 37), centre[1] + amplitude * sin(time * 29 + 2))
        draw_moving_card(canvas, held.card, card_box, held.turned, lift=4)
        if held.friend is not None:
            cover = card_box.move(card_box.width * 0.16, card_box.height * _FRIEND_OFFSET)
            draw_moving_card(canvas, held.friend, cover, 1.0, angle=-9, lift=3)
    if stage.burst is not None:
        draw_burst(canvas, centre, box.height * (0.75 + 0.35 * stage.burst), stage.burst)


def draw_words(canvas: Canvas, stage: LiveGrenadeDisplay, box: Rect) -> None:
    """The large line under the card in the middle; over cards that fly, so that none hides it."""
    if not stage.words:
        return
    size = TITLE if max(canvas.size) > 900 else LARGE
    colour = EMBER if stage.is_alarm else BRASS_LIGHT
    bottom = box.bottom
    if stage.held is not None and stage.held.friend is not None:
        # The friend lies askew over the ace: this is as far as its lowest corner hangs below, and half a line.
        bottom += box.height * (_FRIEND_OFFSET + 0.06)
    position = (box.centerx, min(bottom + size, canvas.size[1] - size))
    for off in ((2, 3), *((x, y) for x in (-2, 0, 2) for y in (-2, 0, 2) if x or y)):
        canvas.text(stage.words, (position[0] + off[0], position[1] + off[1]), size, BLACK, title=True, anchor="center")
    canvas.text(stage.words, position, size, PAPER if stage.is_alarm else colour, title=True, anchor="center")
