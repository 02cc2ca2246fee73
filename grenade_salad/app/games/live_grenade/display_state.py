"""The display state of the board: it follows the events step by step.

The match may be ahead of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sin

import pygame

from grenade_salad.app.games.effects import FlyingCard, draw_burst, shake_offset
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import draw_moving_card
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, LARGE, PAPER, TITLE
from grenade_salad.text import Words

_FRIEND_OFFSET = 0.1
"""The distance of a covering Best Friend below the ace, as a share of its height."""
_MAX_SHAKE = 9.0
"""Units by which the table is displaced at most while it shakes."""
_MAX_TREMBLE = 1.6
"""Units by which a trembling hand moves its card at most."""
_DARK_SHARE = 0.67
"""Share of the light that is taken away at full darkness."""


@dataclass(slots=True)
class HeldCard:
    """A drawn card held over the table."""

    card: str | None
    turned: float = 0.0
    """0 while its back is visible, 1 when its face is."""
    friend: str | None = None
    """The Best Friend that covers it."""
    tremble: float = 0.0
    """The shaking of the hand that holds it, 0 to 1."""


@dataclass(slots=True)
class LiveGrenadeDisplay:
    """The things that move, are held and burn over the table."""

    flying: list[FlyingCard] = field(default_factory=list)
    """Cards on their way, or resting for a moment before or after it."""
    held: HeldCard | None = None
    darkness: float = 0.0
    """0 to 1, while all players look at one card."""
    burst: float | None = None
    """0 to 1 while the grenade explodes."""
    shake: float = 0.0
    """How much the table shakes, 0 to 1."""
    words: Words = ""
    """A large line under the held card."""
    is_alarm: bool = False
    """True if that line is about a grenade."""
    leaving: tuple[int, tuple[str, ...]] | None = None
    """Cards that a seat has put down already: its hand is drawn without them."""
    stack_gone: bool = False
    """True if the plays that waited are moving to the discard pile."""
    stack_discarded: bool = False
    """True if these plays have arrived there."""
    flying_discards: int = 0
    """The number of the last discards that have not arrived at the pile."""
    spin: float = 0.0
    """The share of half a turn that the arrows of play have made."""
    landed: list[FlyingCard] = field(default_factory=list)
    """Cards that have arrived, drawn until the step is over."""
    gap: tuple[int, float] | None = None
    """The index of a card that arrives in the open hand, and the share of its space."""

    def end_motion(self) -> None:
        """End all motion; the held card stays."""
        # The lists stay the same objects: later animations append to them.
        self.flying.clear()
        self.burst, self.shake, self.stack_gone, self.spin = None, 0.0, False, 0.0
        self.reset_hands()

    def reset_hands(self) -> None:
        """Show cards where the match has them: in the hands."""
        self.landed.clear()
        self.leaving, self.gap, self.stack_discarded, self.flying_discards = None, None, False, 0

    def put_down(self) -> None:
        """Stop holding a card over the table, and remove its caption."""
        self.held, self.burst, self.shake, self.words, self.is_alarm = None, None, 0.0, "", False

    def clear(self) -> None:
        """Show nothing but the table."""
        self.end_motion()
        self.put_down()
        self.darkness = 0.0


def shake_point(point: Point, display: LiveGrenadeDisplay, time: float) -> Point:
    """Return the point, displaced while the table shakes."""
    off = shake_offset(_MAX_SHAKE * display.shake, time)
    return point[0] + off[0], point[1] + off[1]


def draw_dark(canvas: Canvas, display: LiveGrenadeDisplay) -> None:
    """Dim the light around the card that all players look at."""
    if display.darkness > 0:
        light = round(255 * (1 - _DARK_SHARE * min(1.0, display.darkness)))
        canvas.surface.fill((light, light, light), special_flags=pygame.BLEND_RGB_MULT)


def draw_held(canvas: Canvas, display: LiveGrenadeDisplay, box: Rect, time: float) -> None:
    """Draw the card in the middle, what covers it, and the burst."""
    held = display.held
    centre = shake_point((box.centerx, box.centery), display, time)
    if held is not None:
        amplitude = _MAX_TREMBLE * held.tremble
        card_box = box.copy()
        card_box.center = (centre[0] + amplitude * sin(time * 37), centre[1] + amplitude * sin(time * 29 + 2))
        draw_moving_card(canvas, held.card, card_box, held.turned, lift=4)
        if held.friend is not None:
            cover = card_box.move(card_box.width * 0.16, card_box.height * _FRIEND_OFFSET)
            draw_moving_card(canvas, held.friend, cover, 1.0, angle=-9, lift=3)
    if display.burst is not None:
        draw_burst(canvas, centre, box.height * (0.75 + 0.35 * display.burst), display.burst)


def draw_words(canvas: Canvas, display: LiveGrenadeDisplay, box: Rect) -> None:
    """Draw the large line under the card in the middle, above all moving cards."""
    if not display.words:
        return
    size = TITLE if max(canvas.size) > 900 else LARGE
    bottom = box.bottom
    if display.held is not None and display.held.friend is not None:
        # The friend is askew over the ace: include its lowest corner, and half a line.
        bottom += box.height * (_FRIEND_OFFSET + 0.06)
    position = (box.centerx, min(bottom + size, canvas.size[1] - size))
    # A shadow and an outline: cards may move below the line.
    for x, y in ((2, 3), *((x, y) for x in (-2, 0, 2) for y in (-2, 0, 2) if x or y)):
        canvas.text(display.words, (position[0] + x, position[1] + y), size, BLACK, title=True, anchor="center")
    colour = PAPER if display.is_alarm else BRASS_LIGHT
    canvas.text(display.words, position, size, colour, title=True, anchor="center")
