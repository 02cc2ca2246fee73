"""Pictures of cubes: centred on the top face, without an empty margin."""

from __future__ import annotations

from math import pi

import pygame
import pytest

from grenade_salad.app.games.salad import cubes, scaled_sprites
from grenade_salad.app.ui.theme import INK, seat_colour, seat_ink
from grenade_salad.app.window.application import App

SIZES = (9.0, 17.0, 32.0, 40.0, 70.0)
ANGLES = [step * 2 * pi / cubes.STEPS for step in range(0, cubes.STEPS, 7)]


def _measure_margins(picture: pygame.Surface) -> tuple[int, int]:
    """Return the smaller empty margins of a picture in pixels, across and down."""
    bounds, ink_bounds = picture.get_rect(), picture.get_bounding_rect()
    return min(ink_bounds.left, bounds.right - ink_bounds.right), min(ink_bounds.top, bounds.bottom - ink_bounds.bottom)


def _measure_offset(picture: pygame.Surface, part: pygame.Mask) -> float:
    """Return how far the middle of a part is from that of the picture, in pixels.

    It is the greater of the offsets across and down.
    """
    x, y = part.centroid()
    return max(abs(x - picture.get_width() / 2), abs(y - picture.get_height() / 2))


@pytest.mark.parametrize("size", SIZES)
def test_pictures_have_no_empty_margin(app: App, size: float) -> None:
    for angle in ANGLES:
        pictures = (
            cubes.render_cube(1, size, angle),
            cubes.render_shadow(size, angle),
            cubes.render_outline(size, angle, (9, 9, 9), 2.0),
        )
        assert [_measure_margins(picture) for picture in pictures] == [(0, 0)] * 3


@pytest.mark.parametrize("size", SIZES)
def test_shadow_is_centred_in_its_picture(app: App, size: float) -> None:
    for angle in ANGLES:
        picture = cubes.render_shadow(size, angle)
        assert _measure_offset(picture, pygame.mask.from_surface(picture, 40)) <= 1 + size / 35


@pytest.mark.parametrize("size", SIZES[2:])
def test_seat_mark_is_centred_in_picture(app: App, size: float) -> None:
    """The first seat's mark is a disc at the middle of the top, at every angle."""
    for angle in ANGLES:
        picture = cubes.render_cube(0, size, angle)
        mark = pygame.mask.from_threshold(picture, seat_ink(0), (60, 60, 60, 255)).connected_component(
            (picture.get_width() // 2, picture.get_height() // 2)
        )
        assert _measure_offset(picture, mark) <= 1 + size / 35


@pytest.mark.parametrize("size", SIZES[3:])
@pytest.mark.parametrize("seat", range(4))
def test_cube_has_dark_line_around_and_light_edge_towards_lamp(app: App, size: float, seat: int) -> None:
    """There is a dark line around the whole, and a light one along the top.

    From above, the first visible pixel over the middle of the top is dark; soon after, one is light.
    """
    for angle in ANGLES:
        picture = cubes.render_cube(seat, size, angle)
        column = [picture.get_at((picture.get_width() // 2, y)) for y in range(picture.get_height() // 2)]
        rim = next(y for y, colour in enumerate(column) if colour.a > 200)
        assert sum(column[rim][:3]) < sum(INK) + 90
        edge = [sum(colour[:3]) for colour in column[rim : rim + round(size * 0.15) + 2]]
        assert max(edge) > 0.68 * sum(seat_colour(seat))


def test_moving_cubes_keep_their_light_until_rest_if_cache_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scaled_sprites, "_MAX_PIXELS", 50)
    dark, bright = pygame.Surface((8, 8)), pygame.Surface((8, 8))
    sprites = scaled_sprites.ScaledSprites()
    sprites.begin(has_moving_cubes=True)
    assert sprites.picture("cube", 8.0, 1.0, lambda: dark, light=1) is dark
    assert sprites.is_settled
    sprites.begin(has_moving_cubes=True)
    assert sprites.picture("cube", 8.0, 1.0, lambda: bright, light=2) is dark
    assert sprites.is_late, "another frame follows"
    assert sprites.is_settled, "and may show the same"
    sprites.begin()
    assert sprites.picture("cube", 8.0, 1.0, lambda: bright, light=2) is bright
    assert not sprites.is_late
