"""Pictures of cubes: the middle of the top is the middle of the picture, and nothing empty lies around them."""

from __future__ import annotations

from math import pi

import pygame
import pytest

from grenade_salad.app.games.salad import cubes, scaled_sprites
from grenade_salad.app.ui.theme import seat_colour, seat_ink
from grenade_salad.app.window.application import App

SIZES = (9.0, 17.0, 32.0, 40.0, 70.0)
TURNS = [step * 2 * pi / cubes.STEPS for step in range(0, cubes.STEPS, 7)]


def _gaps(made: pygame.Surface) -> tuple[int, int]:
    """How many empty pixels there are at least at both sides, across and down."""
    whole, seen = made.get_rect(), made.get_bounding_rect()
    return min(seen.left, whole.right - seen.right), min(seen.top, whole.bottom - seen.bottom)


def _far(made: pygame.Surface, part: pygame.Mask) -> float:
    """How far the middle of a part lies from that of the picture."""
    x, y = part.centroid()
    return max(abs(x - made.get_width() / 2), abs(y - made.get_height() / 2))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_empty_lies_around_cubes_and_their_shadows(app: App, size: float) -> None:
    for angle in TURNS:
        made = (cubes.cube(1, size, angle), cubes.shadow(size, angle), cubes.outline(size, angle, (9, 9, 9), 2.0))
        assert [_gaps(one) for one in made] == [(0, 0)] * 3


@pytest.mark.parametrize("size", SIZES)
def test_the_middle_of_a_shadow_is_the_middle_of_its_picture(app: App, size: float) -> None:
    for angle in TURNS:
        made = cubes.shadow(size, angle)
        assert _far(made, pygame.mask.from_surface(made, 40)) <= 1 + size / 35


@pytest.mark.parametrize("size", SIZES[2:])
def test_the_middle_of_the_mark_is_the_middle_of_the_picture(app: App, size: float) -> None:
    """The first seat's mark is a disc: it lies where the top's middle is, however the cube is turned."""
    for angle in TURNS:
        made = cubes.cube(0, size, angle)
        mark = pygame.mask.from_threshold(made, seat_ink(0), (60, 60, 60, 255)).connected_component(
            (made.get_width() // 2, made.get_height() // 2)
        )
        assert _far(made, mark) <= 1 + size / 35


@pytest.mark.parametrize("size", SIZES[3:])
@pytest.mark.parametrize("seat", range(4))
def test_towards_the_lamp_a_cube_begins_with_light(app: App, size: float, seat: int) -> None:
    """No dark seam: from above, what is first seen over the middle of the top is no darker than its edges are."""
    for angle in TURNS:
        made = cubes.cube(seat, size, angle)
        column = [made.get_at((made.get_width() // 2, y)) for y in range(made.get_height() // 2)]
        first = next(colour for colour in column if colour.a > 60)
        assert sum(first[:3]) > 0.68 * sum(seat_colour(seat))


def test_where_there_is_no_room_cubes_that_move_keep_their_light_until_they_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scaled_sprites, "_ROOM", 50)
    dark, bright = pygame.Surface((8, 8)), pygame.Surface((8, 8))
    fits = scaled_sprites.Fitted()
    fits.begin(moves=True)
    assert fits.picture("cube", 8.0, 1.0, lambda: dark, light=1) is dark
    assert fits.settled
    fits.begin(moves=True)
    assert fits.picture("cube", 8.0, 1.0, lambda: bright, light=2) is dark
    assert fits.late, "another frame follows"
    assert fits.settled, "and may show the same"
    fits.begin()
    assert fits.picture("cube", 8.0, 1.0, lambda: bright, light=2) is bright
    assert not fits.late
