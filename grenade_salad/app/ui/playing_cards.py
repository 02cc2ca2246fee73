"""Playing cards on the table: face up, face down, turning over, in rows and fans.

A card is written as in records (`2H`, `10S`, `KD`, `AC`); None is a card that shows its back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin

import pygame

from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, BRASS, BRASS_DARK, BRASS_LIGHT, PAPER_EDGE, mix
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, say

ASPECT = 880 / 630
"""Height of a card divided by its width."""
_THICKNESS = 0.012
"""Visible thickness of a card divided by its width."""
_SHADE_DISTANCES, _SHADES = (0.35, 0.6, 0.85), (0, 3, 7, 11)
"""Distances from the lamp, in heights of it, and darkening from 0 to 255.

A card is darker by the next value beyond each distance.
"""
_EDGE = mix(PAPER_EDGE, BLACK, 0.3)
_LARGE_WIDTH = 220.0
"""Width of a moving card's picture before it is scaled, in units."""
_SHADOW_STRENGTH, _MOVING_SHADOW_STRENGTH = 125, 90
"""Darkness of shadows, 0 to 255: a card in the air has a paler one."""
_CARDS_PER_LAYER, _MAX_LAYERS = 6, 6
"""Cards of a pile for each that is drawn, and the maximum of those."""


@dataclass(frozen=True)
class CardPose:
    """Position of a card on the screen."""

    box: Rect
    """Its box when it is upright."""
    angle: float = 0.0
    """Degrees counter-clockwise around the middle."""


def picture_name(card: str | None) -> str:
    """Return the name of the card's picture in assets/.

    >>> picture_name("10S"), picture_name(None)
    ('cards/playing/10S.svg', 'cards/playing/back.svg')
    """
    return f"cards/playing/{card or 'back'}.svg"


def card_box(centre: tuple[float, float], width: float) -> Rect:
    """Return the box of a card of that width."""
    return Rect(centre[0] - width / 2, centre[1] - width * ASPECT / 2, width, width * ASPECT)


def draw_card(canvas: Canvas, card: str | None, pose: CardPose | Rect, *, lift: float = 1.0, alpha: int = 255) -> None:
    """Draw a playing card at rest: see `draw_flat_card`."""
    draw_flat_card(canvas, picture_name(card), pose, lift=lift, alpha=alpha)


def draw_flat_card(canvas: Canvas, picture: str, pose: CardPose | Rect, *, lift: float = 1.0, alpha: int = 255) -> None:
    """Draw a card of any game at rest, with its thickness and its shadow.

    `lift` is its height over the table: 0 gives it no shadow, 1 is on the table, more is in the air.
    """
    if isinstance(pose, Rect):
        pose = CardPose(pose)
    box = canvas.pixel_rect(pose.box)
    if box.width < 1 or box.height < 1:
        return
    blur = max(2, round(box.width * 0.035 * (0.6 + 0.4 * lift))) if lift > 0 else 0
    offset = _shadow_offset(canvas, pose.box, lift)
    shadow_shift = (canvas.px(offset[0]), canvas.px(offset[1])) if blur else (0, 0)
    angle = round(pose.angle)
    # The size of the box itself varies by a pixel with its position, and each size would be cached as another picture.
    size = max(1, canvas.px(pose.box.width)), max(1, canvas.px(pose.box.height))
    shade = (
        _SHADES[sum(canvas.lamp.relative_distance(pose.box.center) > distance for distance in _SHADE_DISTANCES)]
        if blur
        else 0
    )
    key = ("card", picture, size, angle, blur, shadow_shift, shade)
    surface = shapes.get_cached(key, lambda: _render_card(picture, size, angle, (blur, shadow_shift, shade)))
    if alpha < 255:
        surface = surface.copy()
        surface.set_alpha(alpha)
    canvas.surface.blit(surface, surface.get_rect(center=box.center))


def _shadow_offset(canvas: Canvas, box: Rect, lift: float) -> tuple[float, float]:
    """Return the offset of a card's shadow, in units."""
    return canvas.lamp.shadow_offset(box.center, box.width * (0.05 + 0.07 * lift))


def _render_card(
    picture: str, size: tuple[int, int], angle: int, light: tuple[int, tuple[int, int], int]
) -> pygame.Surface:
    """Return the card with its shadow, rotated, in pixels; the card is in the middle.

    `light` is the shadow's blur and offset, and how much darker the card is than under the lamp, 0 to 255.
    """
    blur, shadow_shift, shade = light
    thickness = round(size[0] * _THICKNESS)
    margin = 2 * blur + max(abs(shadow_shift[0]), abs(shadow_shift[1])) + thickness + 2
    layer = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    layer.blit(pictures.load_picture(picture, size), (margin, margin))
    layer.fill((255 - shade, 255 - shade, 255 - shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
    if angle:
        layer = pygame.transform.rotozoom(layer, angle, 1.0)
    composed = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    if blur:
        shadow = shapes.shadow(size, max(1, round(size[0] * 0.06)), blur, _SHADOW_STRENGTH)
        if angle:
            shadow = pygame.transform.rotozoom(shadow, angle, 1.0)
        middle = layer.get_width() // 2 + shadow_shift[0], layer.get_height() // 2 + shadow_shift[1]
        composed.blit(shadow, shadow.get_rect(center=middle))
    if thickness:
        edge = layer.copy()
        edge.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        edge.fill((*_EDGE, 0), special_flags=pygame.BLEND_RGBA_ADD)
        for depth in range(thickness, 0, -1):
            composed.blit(edge, (round(depth * 0.35), depth))
    composed.blit(layer, (0, 0))
    return shapes.accelerate(composed.convert_alpha())


def draw_moving_card(
    canvas: Canvas, card: str | None, box: Rect, share: float = 1.0, *, angle: float = 0.0, lift: float = 2.0
) -> None:
    """Draw a card that moves or turns over: a share of 0 shows its back, 1 its face.

    Its box may differ in every frame: the picture is rendered once, large, and scaled in small steps. A share under one
    half needs no face: give None for a hidden card.
    """
    narrowing = abs(cos(share * pi))
    name = picture_name(card if share >= 0.5 else None)
    size_step = max(2, canvas.px(box.height) // 64 * 2)
    size = (
        max(1, round(canvas.px(box.width) * narrowing / size_step) * size_step),
        max(1, round(canvas.px(box.height) / size_step) * size_step),
    )

    def make() -> pygame.Surface:
        large = pictures.load_picture(name, (canvas.px(_LARGE_WIDTH), canvas.px(_LARGE_WIDTH * ASPECT)))
        scaled = pygame.transform.smoothscale(large, size)
        if angle:
            scaled = pygame.transform.rotozoom(scaled, angle, 1.0)
        return shapes.accelerate(scaled.convert_alpha())

    scaled = shapes.get_cached(("turning", name, size, angle), make)
    blur = round(min(14.0, 3.0 * lift))
    # In steps of 8 units, so that few shadows are cached.
    shadow_rect = Rect(0, 0, round(box.width * narrowing / 8) * 8, round(box.height / 8) * 8)
    shadow_rect.center = box.center
    if shadow_rect.width > 8:
        across, down = _shadow_offset(canvas, box, lift * 1.5)
        canvas.shadow(shadow_rect, 6, blur, down, _MOVING_SHADOW_STRENGTH, offset_x=across)
    canvas.surface.blit(scaled, scaled.get_rect(center=canvas.pixel_point(box.center)))


def lay_row(box: Rect, count: int, width: float, gap: float = 8.0) -> list[Rect]:
    """Return cards side by side in the middle of the box, from its top.

    They overlap if they must.

    >>> [tuple(card)[:3] for card in lay_row(Rect(0, 0, 100, 60), 2, 40)]
    [(6.0, 0.0, 40.0), (54.0, 0.0, 40.0)]
    """
    pitch = min(width + gap, (box.width - width) / max(1, count - 1))
    left = box.centerx - (pitch * (count - 1) + width) / 2
    return [Rect(left + index * pitch, box.y, width, width * ASPECT) for index in range(count)]


def lay_fan(box: Rect, count: int, width: float, spread: float = 8.0, overlap: float = 0.62) -> list[CardPose]:
    """Return cards fanned out in the middle of the box, the last on top.

    `spread` is the angle between neighbours in degrees, `overlap` the share of a card that the next one covers if there
    is space.
    """
    pitch = min(width * (1 - overlap), (box.width - width) / max(1, count - 1))
    middle = (count - 1) / 2
    # The radius of the arc; the limit is for a fan without an angle.
    radius = pitch / max(sin(radians(spread)), 0.02)
    poses = []
    for index in range(count):
        angle = (middle - index) * spread
        x = box.centerx + (index - middle) * pitch
        y = box.centery + radius * (1 - cos(radians(angle)))
        poses.append(CardPose(card_box((x, y), width), angle))
    return poses


def draw_fan(canvas: Canvas, cards: Sequence[str | None], poses: Sequence[CardPose]) -> None:
    """Draw cards at their places, the last on top."""
    for card, pose in zip(cards, poses, strict=True):
        draw_card(canvas, card, pose, lift=0.8)


def draw_pile(canvas: Canvas, count: int, box: Rect, card: str | None = None) -> None:
    """Draw a pile as high as its number of cards, with `card` on top.

    Nothing is drawn if there are none.
    """
    layers = min(_MAX_LAYERS, -(-count // _CARDS_PER_LAYER))
    for layer in range(layers):
        top = card if layer == layers - 1 else None
        draw_card(canvas, top, box.move(-1.2 * layer, -1.8 * layer), lift=1.4 if layer == 0 else 0.0)


class HandCard(Widget):
    """A card of a hand; `picture` is its path in assets/."""

    radius = 7.0

    def __init__(self, card: str, picture: str, press: Callable[[], None], tip: Words = "") -> None:
        super().__init__(tip=tip)
        self.card, self.picture, self.press = card, picture, press
        self.accessible_name: Words = card
        """Name for people who do not see the card."""
        self.is_chosen = False
        self.is_suggested = False
        self.resting_box = Rect(0, 0, 0, 0)
        """Box of the card at rest; `rect` is its current box."""

    def place(self, resting_box: Rect, rise: float) -> None:
        """Move the card to its resting box, raised by `rise` units if it is chosen.

        It is raised a little less if it is pointed at.
        """
        self.resting_box = resting_box
        height = rise if self.is_chosen else rise * 0.55 if self.hovered or self.focused or self.is_suggested else 0.0
        self.rect = Rect(resting_box.x, resting_box.y - height, resting_box.width, resting_box.height)

    def covers(self, position: tuple[float, float]) -> bool:
        """True also at the resting box of a raised card: else it would flicker."""
        return self.visible and bool(self.rect.union(self.resting_box).collidepoint(position))

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("button", say(self.accessible_name, begin=True)), is_on=self.is_chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_flat_card(canvas, self.picture, rect, lift=2.0 if self.is_chosen else 1.0)
        if self.is_chosen or self.is_suggested:
            canvas.frame(rect.inflate(5, 5), BRASS_DARK, 4, 10)
            canvas.frame(rect.inflate(4, 4), BRASS_LIGHT if self.hovered else BRASS, 2.5, 9)


def raise_cards(cards: Sequence[HandCard], resting_boxes: Sequence[Rect], rise: float) -> None:
    """Place all cards; call it again when another one is pointed at."""
    for card, box in zip(cards, resting_boxes, strict=True):
        card.place(box, rise)
