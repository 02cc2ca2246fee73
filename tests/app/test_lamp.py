"""One lamp over every table: shadows, light, traces on the mat, and dust."""

from __future__ import annotations

from math import hypot

import pygame
import pytest

from grenade_salad.app.games.salad import cubes, preview
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.mat import Cube, cube_blits, draw_mat
from grenade_salad.app.ui import lamp
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, seat_colour
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Arrow, Explosion
from grenade_salad.games.salad.pieces import Point
from grenade_salad.match.match import Match
from tests.app import wheel_table
from tests.app.conftest import run_frames, run_until
from tests.app.golden import brightness
from tests.app.salad_table import position, sit_down, wait_for_person

BLAST_POINT = (318.0, 214.0)
"""A blast here hits soldiers 1 and 3."""


def _picture_centre(picture: pygame.Surface, place: tuple[float, float]) -> Point:
    return place[0] + picture.get_width() / 2, place[1] + picture.get_height() / 2


def test_shadow_falls_away_from_lamp_and_farther_with_height(app: App) -> None:
    canvas, camera = Canvas(app.screen, app.factor), Camera(Rect(0, 0, *app.size), (600.0, 400.0))
    under = camera.lamp.foot
    for point in ((40.0, 380.0), (580.0, 390.0), (30.0, 20.0), (560.0, 30.0)):
        offsets = []
        for height in (0.0, 40.0, 80.0):
            (shadow, cube) = cube_blits(canvas, camera, [Cube(1, 0, *point, 0.3, height)], 8.0)
            (x, y), (over_x, over_y) = _picture_centre(*shadow), _picture_centre(*cube)
            distance = hypot(over_x - under[0], over_y - under[1])
            offsets.append(((x - over_x) * (over_x - under[0]) + (y - over_y) * (over_y - under[1])) / distance)
        assert offsets == sorted(offsets), point
        assert offsets[1] > offsets[0] + 4, point


def test_shadow_of_flying_soldier_falls_on_lower_soldier(app: App) -> None:
    canvas, camera = Canvas(app.screen, app.factor), Camera(Rect(0, 0, *app.size), (600.0, 400.0))
    lying, flying = Cube(1, 0, 300.0, 200.0, 0.0), Cube(2, 1, 290.0, 210.0, 0.0, 60.0)
    pictures = [picture for picture, _ in cube_blits(canvas, camera, [flying, lying], 8.0)]
    pictures_alone = [picture for picture, _ in cube_blits(canvas, camera, [lying], 8.0)]
    assert pictures[:2] == pictures_alone


def test_side_facing_the_lamp_is_brighter(app: App) -> None:
    """The lower side is visible; the lamp lights it from farther down the screen."""
    above, below = lamp.place_lamp((0, 0, 600, 400)), lamp.place_lamp((0, -600, 600, 400))
    sides = []
    for light in (above, below):
        point = light.foot[0], light.foot[1] + (300 if light is below else -300)
        sprite = cubes.render_cube(1, 40, 0.0, light=cubes.quantize_light(light, point))
        sides.append(sum(sprite.get_at((sprite.get_width() // 2, sprite.get_height() // 2 + 24))[:3]))
    assert sides[0] > 1.5 * sides[1]
    assert sides[0] <= sum(seat_colour(1)) * 1.1


def _luminance(colour: tuple[int, ...]) -> float:
    """Return the relative luminance of WCAG, from 0 to 1."""
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    """Return the contrast of WCAG: 1 for the same colour, 21 for black on white."""
    lights = sorted((_luminance(first), _luminance(second)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _draw_whole_mat(app: App) -> tuple[Canvas, Camera, dict[str, tuple[int, ...]]]:
    """Draw the mat; return the canvas, the camera and colours of the cloth.

    The colours are those under the lamp and in the corners.
    """
    canvas = Canvas(app.screen, app.factor)
    camera = Camera(Rect(0, 0, *app.size), (600.0, 400.0), 20.0)
    draw_mat(canvas, camera)
    places = {"lamp": (252.0, 256.0)} | {f"{x} {y}": (x, y) for x in (25.0, 575.0) for y in (25.0, 375.0)}
    colours = {}
    for name, place in places.items():
        x, y = canvas.pixel_point(camera.to_screen(place))
        colours[name] = tuple(pygame.transform.average_color(app.screen, (x - 12, y - 12, 24, 24))[:3])
    return canvas, camera, colours


def test_mat_is_bright_and_warm_and_only_a_little_darker_at_its_corners(app: App) -> None:
    _, _, colours = _draw_whole_mat(app)
    assert _luminance(colours["lamp"]) > 0.35
    for red, green, blue in colours.values():
        assert red > green > blue
    assert min(map(_luminance, colours.values())) > 0.4 * _luminance(colours["lamp"])


def test_lines_of_ink_around_cubes_and_previews_are_visible_everywhere_on_mat(app: App) -> None:
    """The contrast is 3 to 1, as WCAG asks."""
    _, _, colours = _draw_whole_mat(app)
    assert all(_contrast(INK, colour) > 3 for colour in colours.values())


def test_weave_of_mat_is_visible(app: App) -> None:
    """Neighbouring pixels of the cloth differ, but less than a cube from it."""
    canvas, camera, _ = _draw_whole_mat(app)
    x, y = canvas.pixel_point(camera.to_screen((300.0, 200.0)))
    levels = brightness(app.screen.subsurface((x - 60, y - 60, 120, 120)))
    assert 3 < levels.std() < 16


@pytest.mark.parametrize("centre", [(252.0, 256.0), (560.0, 40.0)])
def test_ring_of_reach_has_dark_line_on_bright_cloth(app: App, centre: Point) -> None:
    canvas, camera, _ = _draw_whole_mat(app)
    cloth = app.screen.copy()
    box = preview.draw_disc(canvas, camera, centre, 30.0, BRASS_LIGHT, 44)
    best = max(
        _contrast(tuple(app.screen.get_at((x, box.centery))), tuple(cloth.get_at((x, box.centery))))
        for x in range(box.left, box.left + 12)
    )
    assert best > 3


def test_traces_on_the_mat_are_restored_after_a_jump(app: App) -> None:
    scene = sit_down(app, "pp", position())
    scene.controller.act(Arrow(0, 0, 4))
    wait_for_person(app, scene)
    scene.controller.act(Explosion(0, 1, BLAST_POINT))
    wait_for_person(app, scene)
    traces = scene.display.traces
    assert sorted(trace.kind for trace in traces) == ["chips", "chips", "chips", "graze", "scorch"]
    scene.show_position()
    assert scene.display.traces == traces
    shorter = Match(scene.controller.match.header)
    scene.controller.jump_to(shorter, [shorter.apply_entry(entry) for entry in scene.controller.match.entries[:1]])
    assert [trace.kind for trace in scene.display.traces] == ["graze", "chips"]


def _mat_brightness(app: App, scene: SaladBoard, point: Point) -> int:
    """Return the brightness of the mat around a point in mm."""
    x, y = Canvas(app.screen, app.factor).pixel_point(scene.board_view.camera.to_screen(point))
    return sum(pygame.transform.average_color(app.screen, (x - 6, y - 6, 12, 12))[:3])


def test_scorch_stays_while_the_table_shakes(app: App) -> None:
    scene = sit_down(app, "pp", position(), speed="normal")
    run_frames(app, 3)
    app.draw()
    previous_brightness = _mat_brightness(app, scene, BLAST_POINT)
    scene.controller.act(Explosion(0, 1, BLAST_POINT))
    wait_for_person(app, scene)
    app.draw()
    app.draw()
    burnt_brightness = _mat_brightness(app, scene, BLAST_POINT)
    assert burnt_brightness < previous_brightness * 0.9
    scene.display.shake_strength = 0.6
    app.draw()
    assert _mat_brightness(app, scene, BLAST_POINT) < (previous_brightness + burnt_brightness) / 2


def test_dust_drifts_without_redrawing_the_window(app: App) -> None:
    scene = wheel_table.open_position(app, persons=1)
    run_until(app, lambda: not app.scene.is_animating and not app.scene.dirty)
    app.settings.speed = "normal"
    app.draw()
    plain, frame_count = pygame.image.tobytes(app.screen, "RGB"), app.frames_drawn
    run_frames(app, 60, 0.1)
    assert pygame.image.tobytes(app.screen, "RGB") != plain
    assert app.frames_drawn == frame_count
    app.settings.reduced_motion = True
    run_frames(app, 5, 0.1)
    assert pygame.image.tobytes(app.screen, "RGB") == plain, "nothing of it stays"
    assert scene.table.air() is None
