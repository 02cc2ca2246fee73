"""One lamp over every table: shadows, light on soldiers, what a fight leaves on the cloth, dust where nothing moves."""

from __future__ import annotations

from math import hypot

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.mat import Cube, cube_blits
from grenade_salad.app.ui import lamp
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import seat_colour
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Arrow, Explosion
from grenade_salad.games.salad.pieces import Point
from grenade_salad.match.match import Match
from tests.app import wheel_table
from tests.app.conftest import frames, until
from tests.app.salad_table import position, ready, sit_down

AT = (318.0, 214.0)
"""A blast here hits soldiers 1 and 3."""


def _middle(picture: pygame.Surface, place: tuple[float, float]) -> Point:
    return place[0] + picture.get_width() / 2, place[1] + picture.get_height() / 2


def test_shadows_fall_away_from_the_lamp_and_farther_the_higher_a_soldier_is(app: App) -> None:
    canvas, camera = Canvas(app.screen, app.factor), Camera(Rect(0, 0, *app.size), (600.0, 400.0))
    under = camera.lamp.under
    for at in ((40.0, 380.0), (580.0, 390.0), (30.0, 20.0), (560.0, 30.0)):
        out = []
        for high in (0.0, 40.0, 80.0):
            (shadow, cube) = cube_blits(canvas, camera, [Cube(1, 0, *at, 0.3, high)], 8.0)
            (x, y), (over_x, over_y) = _middle(*shadow), _middle(*cube)
            far = hypot(over_x - under[0], over_y - under[1])
            out.append(((x - over_x) * (over_x - under[0]) + (y - over_y) * (over_y - under[1])) / far)
        assert out == sorted(out), at
        assert out[1] > out[0] + 4, at


def test_the_shadow_of_who_flies_falls_over_who_lies_below(app: App) -> None:
    canvas, camera = Canvas(app.screen, app.factor), Camera(Rect(0, 0, *app.size), (600.0, 400.0))
    lying, flying = Cube(1, 0, 300.0, 200.0, 0.0), Cube(2, 1, 290.0, 210.0, 0.0, 60.0)
    pictures = [picture for picture, _ in cube_blits(canvas, camera, [flying, lying], 8.0)]
    alone = [picture for picture, _ in cube_blits(canvas, camera, [lying], 8.0)]
    assert pictures[:2] == alone


def test_a_side_that_faces_the_lamp_is_brighter_than_one_that_does_not(app: App) -> None:
    """The side that is seen is the lower one: the lamp lights it where it hangs below on the screen."""
    above, below = lamp.over((0, 0, 600, 400)), lamp.over((0, -600, 600, 400))
    sides = []
    for one in (above, below):
        at = one.under[0], one.under[1] + (300 if one is below else -300)
        made = cubes.cube(1, 40, 0.0, light=cubes.lit(one, at))
        sides.append(sum(made.get_at((made.get_width() // 2, made.get_height() // 2 + 24))[:3]))
    assert sides[0] > 1.5 * sides[1]
    assert sides[0] <= sum(seat_colour(1)) * 1.1


def test_all_that_is_left_on_the_cloth_is_there_again_after_a_jump(app: App) -> None:
    scene = sit_down(app, "pp", position())
    scene.table.act(Arrow(0, 0, 4))
    ready(app, scene)
    scene.table.act(Explosion(0, 1, AT))
    ready(app, scene)
    left = scene.stage.traces
    assert sorted(one.kind for one in left) == ["chips", "chips", "chips", "graze", "scorch"]
    scene.jumped()
    assert scene.stage.traces == left
    shorter = Match(scene.table.match.header)
    scene.table.stand_at(shorter, [shorter.add(entry) for entry in scene.table.match.entries[:1]])
    assert [one.kind for one in scene.stage.traces] == ["graze", "chips"]


def _cloth(app: App, scene: SaladScene, at: Point) -> int:
    """How bright the cloth is around a point in mm."""
    x, y = Canvas(app.screen, app.factor).point(scene.shown.camera.to_screen(at))
    return sum(pygame.transform.average_color(app.screen, (x - 6, y - 6, 12, 12))[:3])


def test_a_scorch_stays_while_the_table_shakes(app: App) -> None:
    scene = sit_down(app, "pp", position(), speed="normal")
    frames(app, 3)
    app.draw()
    before = _cloth(app, scene, AT)
    scene.table.act(Explosion(0, 1, AT))
    ready(app, scene)
    app.draw()
    app.draw()
    burnt = _cloth(app, scene, AT)
    assert burnt < before * 0.9
    scene.stage.shake = 0.6
    app.draw()
    assert _cloth(app, scene, AT) < (before + burnt) / 2


def test_dust_drifts_where_nothing_happens_and_the_window_is_not_drawn_anew(app: App) -> None:
    scene = wheel_table.table(app, persons=1)
    until(app, lambda: not app.scene.animating and not app.scene.dirty)
    app.settings.speed = "normal"
    app.draw()
    plain, drawn = pygame.image.tobytes(app.screen, "RGB"), app.frames_drawn
    frames(app, 60, 0.1)
    assert pygame.image.tobytes(app.screen, "RGB") != plain
    assert app.frames_drawn == drawn
    app.settings.reduced_motion = True
    frames(app, 5, 0.1)
    assert pygame.image.tobytes(app.screen, "RGB") == plain, "nothing of it stays"
    assert scene.table.air() is None
