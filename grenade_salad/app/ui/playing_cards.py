"""Playing cards on the table: face up, face down, turning over, in rows and in fans.

A card is written as in records (`2H`, `10S`, `KD`, `AC`); None is a card that shows its back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin

import pygame

from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, BRASS, BRASS_DARK, BRASS_LIGHT, PAPER_EDGE, mix
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, say

SHAPE = 880 / 630
"""How high a card is for its width."""
_THICK = 0.012
"""How much of a card's side is seen, for its width."""
_TIERS, _SHADES = (0.35, 0.6, 0.85), (0, 3, 7, 11)
"""How far from the lamp, as a multiple of how high it hangs, cards are darker, and by how much, 0 to 255."""
_EDGE = mix(PAPER_EDGE, BLACK, 0.3)


@dataclass(frozen=True)
class Lying:
    """Where a card lies: its upright box, and by how many degrees it is turned counter-clockwise around its middle."""

    box: Rect
    angle: float = 0.0


def picture_of(card: str | None) -> str:
    """The name of the card's picture in assets/.

    >>> picture_of("10S"), picture_of(None)
    ('cards/playing/10S.svg', 'cards/playing/back.svg')
    """
    return f"cards/playing/{card or 'back'}.svg"


def box_at(centre: tuple[float, float], wide: float) -> Rect:
    """The box of a card of that width."""
    return Rect(centre[0] - wide / 2, centre[1] - wide * SHAPE / 2, wide, wide * SHAPE)


def draw_card(canvas: Canvas, card: str | None, at: Lying | Rect, *, lift: float = 1.0, alpha: int = 255) -> None:
    """A playing card at rest: see `draw_sheet`."""
    draw_sheet(canvas, picture_of(card), at, lift=lift, alpha=alpha)


def draw_sheet(canvas: Canvas, picture: str, at: Lying | Rect, *, lift: float = 1.0, alpha: int = 255) -> None:
    """A card of any game at rest, with its thickness, and its shadow where the lamp throws it.

    `lift` is how far it is off the table: 0 gives it no shadow, 1 lies, more is in the air.
    """
    lying = Lying(at) if isinstance(at, Rect) else at
    box = canvas.box(lying.box)
    if box.width < 1 or box.height < 1:
        return
    blur = max(2, round(box.width * 0.035 * (0.6 + 0.4 * lift))) if lift > 0 else 0
    away = _away(canvas, lying.box, lift)
    drop = (canvas.px(away[0]), canvas.px(away[1])) if blur else (0, 0)
    angle = round(lying.angle)
    # Not the size of the box: that differs by a pixel from place to place, and each would be kept as another picture.
    size = max(1, canvas.px(lying.box.width)), max(1, canvas.px(lying.box.height))
    dark = _SHADES[sum(canvas.lamp.far(lying.box.center) > least for least in _TIERS)] if blur else 0
    key = ("card", picture, size, angle, blur, drop, dark)
    made = shapes.baked(key, lambda: _made(picture, size, angle, (blur, drop, dark)))
    if alpha < 255:
        made = made.copy()
        made.set_alpha(alpha)
    canvas.surface.blit(made, made.get_rect(center=box.center))


def _away(canvas: Canvas, box: Rect, lift: float) -> tuple[float, float]:
    """How far beside a card its shadow lies, in units."""
    return canvas.lamp.away(box.center, box.width * (0.05 + 0.07 * lift))


def _made(picture: str, size: tuple[int, int], angle: int, light: tuple[int, tuple[int, int], int]) -> pygame.Surface:
    """The card with its shadow, turned, in pixels; the card is in the middle. `light` is how soft the shadow is, how
    far it lies off, and how much darker the card is than under the lamp, 0 to 255."""
    blur, drop, dark = light
    thick = round(size[0] * _THICK)
    room = 2 * blur + max(abs(drop[0]), abs(drop[1])) + thick + 2
    layer = pygame.Surface((size[0] + 2 * room, size[1] + 2 * room), pygame.SRCALPHA)
    layer.blit(pictures.picture(picture, size), (room, room))
    layer.fill((255 - dark, 255 - dark, 255 - dark, 255), special_flags=pygame.BLEND_RGBA_MULT)
    if angle:
        layer = pygame.transform.rotozoom(layer, angle, 1.0)
    whole = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    if blur:
        cast = shapes.shadow(size, max(1, round(size[0] * 0.06)), blur, 125)
        if angle:
            cast = pygame.transform.rotozoom(cast, angle, 1.0)
        middle = layer.get_width() // 2 + drop[0], layer.get_height() // 2 + drop[1]
        whole.blit(cast, cast.get_rect(center=middle))
    if thick:
        edge = layer.copy()
        edge.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        edge.fill((*_EDGE, 0), special_flags=pygame.BLEND_RGBA_ADD)
        for step in range(thick, 0, -1):
            whole.blit(edge, (round(step * 0.35), step))
    whole.blit(layer, (0, 0))
    return shapes.swift(whole.convert_alpha())


def draw_turning(
    canvas: Canvas, card: str | None, box: Rect, share: float = 1.0, *, angle: float = 0.0, lift: float = 2.0
) -> None:
    """A card that moves or turns over: a share of 0 shows its back, 1 its face.

    Its box may be another one in every frame: the picture is made once, large, and scaled in small steps. A share under
    one half needs no face: give None for a card that is not to be seen.
    """
    across = abs(cos(share * pi))
    name = picture_of(card if share >= 0.5 else None)
    step = max(2, canvas.px(box.height) // 64 * 2)
    size = (
        max(1, round(canvas.px(box.width) * across / step) * step),
        max(1, round(canvas.px(box.height) / step) * step),
    )

    def make() -> pygame.Surface:
        large = pictures.picture(name, (canvas.px(_LARGE), canvas.px(_LARGE * SHAPE)))
        scaled = pygame.transform.smoothscale(large, size)
        if angle:
            scaled = pygame.transform.rotozoom(scaled, angle, 1.0)
        return shapes.swift(scaled.convert_alpha())

    scaled = shapes.baked(("turning", name, size, angle), make)
    blur = round(min(14.0, 3.0 * lift))
    shown = Rect(0, 0, round(box.width * across / 8) * 8, round(box.height / 8) * 8)
    shown.center = box.center
    if shown.width > 8:
        across, down = _away(canvas, box, lift * 1.5)
        canvas.shadow(shown, 6, blur, down, 90, aside=across)
    canvas.surface.blit(scaled, scaled.get_rect(center=canvas.point(box.center)))


_LARGE = 220.0
"""Units that a moving card's picture is wide before it is scaled."""


def row(box: Rect, number: int, wide: float, gap: float = 8.0) -> list[Rect]:
    """Cards side by side in the middle of the box, from its top; they overlap if they must.

    >>> [tuple(one)[:3] for one in row(Rect(0, 0, 100, 60), 2, 40)]
    [(6.0, 0.0, 40.0), (54.0, 0.0, 40.0)]
    """
    step = min(wide + gap, (box.width - wide) / max(1, number - 1))
    left = box.centerx - (step * (number - 1) + wide) / 2
    return [Rect(left + index * step, box.y, wide, wide * SHAPE) for index in range(number)]


def fan(box: Rect, number: int, wide: float, spread: float = 8.0, overlap: float = 0.62) -> list[Lying]:
    """Cards fanned out in the middle of the box, the last on top. `spread` is the angle between neighbours in degrees
    and `overlap` the share of a card that the next one covers, where there is room."""
    step = min(wide * (1 - overlap), (box.width - wide) / max(1, number - 1))
    middle = (number - 1) / 2
    reach = step / max(sin(radians(spread)), 0.02)
    lying = []
    for index in range(number):
        angle = (middle - index) * spread
        x = box.centerx + (index - middle) * step
        y = box.centery + reach * (1 - cos(radians(angle)))
        lying.append(Lying(box_at((x, y), wide), angle))
    return lying


def draw_fan(canvas: Canvas, cards: Sequence[str | None], lying: Sequence[Lying]) -> None:
    """The cards where they lie, the last on top."""
    for card, at in zip(cards, lying, strict=True):
        draw_card(canvas, card, at, lift=0.8)


def draw_pile(canvas: Canvas, number: int, box: Rect, card: str | None = None) -> None:
    """A pile, as high as the number of its cards, with one on top; nothing if there are none."""
    layers = min(6, -(-number // 6))
    for layer in range(layers):
        top = card if layer == layers - 1 else None
        draw_card(canvas, top, box.move(-1.2 * layer, -1.8 * layer), lift=1.4 if layer == 0 else 0.0)


class HandCard(Widget):
    """`picture` is its name in assets/, `words` what it does (a tooltip). It may be `chosen`, `suggested`."""

    radius = 7.0

    def __init__(self, card: str, picture: str, press: Callable[[], None], words: Words = "") -> None:
        super().__init__(tip=words)
        self.card, self.picture, self.press = card, picture, press
        self.called: Words = card
        """What it is called for those who do not see it."""
        self.chosen = False
        self.suggested = False
        self.low = Rect(0, 0, 0, 0)
        """Where it lies when nobody looks at it; `rect` is where it is now."""

    def place(self, low: Rect, rise: float) -> None:
        """Lie there, or higher by `rise` units if it is chosen, a little less if it is pointed at."""
        self.low = low
        up = rise if self.chosen else rise * 0.55 if self.hovered or self.focused or self.suggested else 0.0
        self.rect = Rect(low.x, low.y - up, low.width, low.height)

    def covers(self, at: tuple[float, float]) -> bool:
        """A raised card is still there where it lay: else it would flutter under the pointer."""
        return self.visible and bool(self.rect.union(self.low).collidepoint(at))

    def heard(self) -> Heard:
        return replace(self.as_heard("button", say(self.called, begin=True)), on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_sheet(canvas, self.picture, rect, lift=2.0 if self.chosen else 1.0)
        if self.chosen or self.suggested:
            canvas.frame(rect.inflate(5, 5), BRASS_DARK, 4, 10)
            canvas.frame(rect.inflate(4, 4), BRASS_LIGHT if self.hovered else BRASS, 2.5, 9)


def raise_cards(cards: Sequence[HandCard], low: Sequence[Rect], rise: float) -> None:
    """Place them all; call it again when another one is pointed at."""
    for card, box in zip(cards, low, strict=True):
        card.place(box, rise)
