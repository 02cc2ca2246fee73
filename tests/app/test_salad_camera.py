"""The camera of Grenade Salad: where it looks by itself, how it gets there, and who may hold it."""

from __future__ import annotations

from math import dist
from random import Random

import pygame
import pytest

from grenade_salad.app.games.salad import director
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.camera_rig import WINDOW, Glide
from grenade_salad.app.games.salad.director import LEAST, Subject
from grenade_salad.app.games.salad.edge_markers import marks
from grenade_salad.app.games.salad.mat import Cube
from grenade_salad.app.games.salad.preview import place, square
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Circles, Explosion, Move, Pass, Pointer, Rest
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Pose, Soldier
from grenade_salad.match.match import Header, Match
from tests.app.conftest import click, frames, key, until
from tests.app.salad_table import FEW, at, drag, position, press, ready, sit_down
from tools import tables

CUBE = 8.0
BOXES = (Rect(190, 60, 1084, 556), Rect(150, 60, 640, 290), Rect(8, 200, 944, 1350))
FAR = (Soldier(0, 0, 30.0, 30.0, 0.0), Soldier(1, 0, 70.0, 40.0, 0.0), Soldier(2, 1, 570.0, 380.0, 0.0))
"""Two of Ann's in one corner, one of Bo's in the other."""


def whole(box: Rect) -> Camera:
    return Camera(box, (600.0, 400.0))


def subject(living: list[Point], *about: Point) -> Subject:
    return Subject(tuple(living), about, CUBE, 50.0)


@pytest.mark.parametrize("box", BOXES)
def test_soldiers_are_never_small_and_what_matters_is_seen(box: Rect) -> None:
    rng = Random(3)
    for _ in range(200):
        spread = rng.uniform(5, 300)
        living = [
            (min(596.0, max(4.0, rng.gauss(300, spread))), min(396.0, max(4.0, rng.gauss(200, spread))))
            for _ in range(rng.randrange(1, 30))
        ]
        about = rng.choice(living)
        seen = director.look(whole(box), subject(living, about))
        assert seen.scale * CUBE >= LEAST * 0.999
        assert seen.sees(about, CUBE / 2)


@pytest.mark.parametrize("box", BOXES)
def test_all_are_seen_who_can_be_seen_at_once(box: Rect) -> None:
    living = [(260.0, 180.0), (340.0, 180.0), (300.0, 240.0)]
    seen = director.look(whole(box), subject(living))
    assert all(seen.sees(spot, CUBE) for spot in living)
    assert seen.scale * CUBE >= LEAST * 0.999


def test_most_are_seen_if_not_all_can_be() -> None:
    crowd = [(450.0 + 10 * number, 300.0) for number in range(6)]
    seen = director.look(whole(BOXES[0]), subject([(20.0, 20.0), *crowd]))
    assert all(seen.sees(spot, CUBE) for spot in crowd)
    assert not seen.sees((20.0, 20.0))


def test_what_it_is_about_comes_before_the_crowd() -> None:
    crowd = [(450.0 + 10 * number, 300.0) for number in range(6)]
    seen = director.look(whole(BOXES[0]), subject(crowd, (20.0, 20.0)))
    assert seen.sees((20.0, 20.0))


def test_the_look_stays_while_it_does_as_well() -> None:
    living = [(260.0, 180.0), (340.0, 180.0), (300.0, 240.0)]
    now = director.look(whole(BOXES[0]), subject(living))
    assert director.look(now, subject([(262.0, 185.0), *living[1:]])) is now
    assert director.look(now, subject([(40.0, 20.0), (60.0, 40.0), living[2]])) is not now


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_glide_takes_its_time_and_arrives(rate: int) -> None:
    now = whole(BOXES[0]).at(3.0, (100.0, 100.0))
    goal = whole(BOXES[0]).at(4.5, (500.0, 300.0))
    glide = Glide()
    for passed in range(3 * rate):
        after = glide.step(now, goal, 1 / rate)
        units = dist(after.middle, now.middle) * min(after.scale, now.scale)
        assert units <= BOXES[0].width / WINDOW / rate * 1.01
        now = after
        if now is goal:
            assert passed / rate > 0.4
            return
    raise AssertionError("it does not arrive")


def _sit(app: App, soldiers: tuple[Soldier, ...] = FEW, kinds: str = "pb") -> SaladScene:
    scene = sit_down(app, kinds, position(soldiers=soldiers))
    frames(app, 3)
    return scene


def test_a_hand_holds_the_camera_until_the_button_lets_it_go(app: App) -> None:
    scene = _sit(app)
    by_itself = scene.shown.camera
    key(app, pygame.K_PLUS)
    held = scene.shown.camera
    assert held.scale > by_itself.scale
    assert scene.controls.follow_fight.visible
    assert scene.controls.follow_fight.look == "plain", "to look is never what must be done"
    click(app, at(scene, 0))
    assert scene.battlefield.intent.what == "move"
    key(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert scene.battlefield.intent.what == ""
    key(app, pygame.K_ESCAPE)
    assert scene.shown.camera == held, "Esc gives up what was begun, and opens the menu, but never lets the camera go"
    press(app, scene.controls.follow_fight)
    frames(app, 2)
    assert scene.shown.camera == by_itself
    assert not scene.controls.follow_fight.visible


def _panned(app: App, scene: SaladScene) -> None:
    """A press that misses every soldier, and pulls the cloth on: a stray drag."""
    board = scene.battlefield.camera.rect
    bare = next(
        (x, y)
        for x in range(int(board.left) + 80, int(board.right) - 80, 20)
        for y in range(int(board.top) + 60, int(board.bottom) - 60, 20)
        if scene.battlefield.soldier_at((x, y)) is None
    )
    drag(app, bare, (bare[0] + 60, bare[1] + 40))
    assert scene.battlefield.eye.held


def test_a_look_by_hand_ends_with_the_turn(app: App) -> None:
    scene = _sit(app, kinds="pp")
    by_itself = scene.shown.camera
    _panned(app, scene)
    assert scene.shown.camera != by_itself
    press(app, scene.controls.end)
    ready(app, scene)
    frames(app, 3)
    assert scene.table.actor == 1
    assert not scene.battlefield.eye.held
    assert all(scene.shown.camera.sees((one.x, one.y)) for one in scene.stage.cubes.values())


def test_what_happens_outside_of_a_look_by_hand_is_seen_and_shown_again(app: App) -> None:
    """Ann looks at one corner, and a soldier is moved in the other one: the camera goes there, and when it is over it
    is shown once more, small, beside the map. What is inside of her look lets it be."""
    scene = sit_down(app, "pp", position(soldiers=FAR), speed="normal")
    until(app, lambda: not scene.battlefield.eye.gliding)
    eye, again = scene.battlefield.eye, scene.shown.again
    eye.look(eye.camera.at(eye.camera.scale, (60.0, 40.0)))
    scene.table.act(Move(0, 1, (90.0, 60.0), 0.0))
    until(app, lambda: scene.table.reaction is not None)
    assert eye.held
    assert not again.visible
    eye.look(eye.camera.at(eye.camera.scale, (560.0, 380.0)))
    scene.table.session.act(Pass(1))
    until(app, lambda: scene.table.actor == 0)
    scene.table.act(Explosion(0, 0, (40.0, 60.0)))
    until(app, lambda: bool(scene.stage.bursts))
    assert not eye.held
    assert eye.goal.sees((40.0, 60.0))
    until(app, lambda: again.visible and bool(again.stage.bursts))
    assert not scene.table.motion.busy, "first the thing itself"
    assert scene.shown.small_map.visible
    assert not again.rect.colliderect(scene.shown.small_map.rect)
    assert scene.table.places.table.contains(again.rect)
    assert again.camera.sees((40.0, 60.0), scene.options.measures().blast_reach)
    until(app, lambda: not again.visible)


def test_one_key_shows_the_whole_table_and_the_fight_again(app: App) -> None:
    scene = _sit(app)
    by_itself = scene.shown.camera
    assert by_itself.zoom > 1
    key(app, pygame.K_0)
    frames(app, 2)
    assert scene.shown.camera.zoom == 1
    key(app, pygame.K_0)
    frames(app, 2)
    assert scene.shown.camera == by_itself


def test_with_reduced_motion_the_camera_cuts(app: App) -> None:
    scene = sit_down(app, "pb", position(soldiers=FAR), speed="normal", waits=False)
    frames(app, 60)
    app.settings.reduced_motion = True
    key(app, pygame.K_0)
    assert scene.shown.camera is scene.battlefield.eye.goal
    app.settings.reduced_motion = False
    key(app, pygame.K_0)
    assert scene.shown.camera is not scene.battlefield.eye.goal


def test_the_camera_knows_no_hands(app: App) -> None:
    """The same table with other cards in secret: the camera is the same, whoever is to act."""
    looks = []
    for hands in ((("hammers", "arrow"), ("footpath", "footpath")), (("footpath", "pointer"), ("arrow", "circles"))):
        scene = sit_down(app, "pp", position(hands, soldiers=FAR))
        frames(app, 3)
        looks.append((scene.shown.subject, scene.shown.camera))
    assert looks[0] == looks[1]


def test_who_is_outside_is_a_mark_at_the_edge_with_the_way_to_it() -> None:
    camera = whole(BOXES[0]).at(3.0, (300.0, 200.0))
    near, far, seen = Cube(0, 0, 300.0, 330.0, 0.0), Cube(1, 1, 590.0, 200.0, 0.0), Cube(2, 1, 300.0, 200.0, 0.0)
    found = {mark.seat: mark for mark in marks(camera, (near, far, seen))}
    assert set(found) == {0, 1}
    assert found[0].far == pytest.approx(130 - BOXES[0].height / 6)
    assert found[1].far == pytest.approx(290 - BOXES[0].width / 6)
    assert found[0].side == 2
    assert found[1].side == 1
    assert all(BOXES[0].contains(mark.box) for mark in found.values())


@pytest.mark.parametrize("box", BOXES)
def test_marks_do_not_cover_each_other(box: Rect) -> None:
    rng = Random(5)
    camera = whole(box).at(4.0, (300.0, 200.0))
    blocked = [Rect(box.right - 40, box.bottom - 120, 40, 120)]
    for _ in range(30):
        cubes = [Cube(n, n % 4, rng.uniform(4, 596), rng.uniform(4, 396), 0.0) for n in range(80)]
        found = marks(camera, cubes, blocked)
        assert sum(mark.number for mark in found) == sum(not camera.sees((one.x, one.y)) for one in cubes)
        boxes = [mark.box.inflate(-0.1, -0.1) for mark in found]
        assert all(box.contains(one) for one in boxes), "and the look cuts none off"
        assert not any(one.collidelistall(boxes[:index]) for index, one in enumerate(boxes))
        assert not any(blocked[0].colliderect(one) for one in boxes)


@pytest.mark.parametrize("right", [False, True])
def test_marks_in_a_low_look_lie_beside_what_takes_all_of_its_side(right: bool) -> None:
    """The three buttons of the look, or the small map, leave no room above or below."""
    rng = Random(7)
    box = Rect(150, 60, 640, 145)
    camera = whole(box).at(4.0, (300.0, 200.0))
    blocked = (
        [Rect(box.right - 40, box.y + 22 + 41 * n, 36, 37) for n in range(3)] if right else [Rect(158, 96, 84, 100)]
    )
    cubes = [Cube(n, n, rng.uniform(396, 596) if right else rng.uniform(4, 204), 200.0, 0.0) for n in range(3)]
    found = marks(camera, cubes, blocked)
    assert {mark.side for mark in found} == {int(right)}
    assert not any(mark.box.collidelistall(blocked) for mark in found)
    assert all(box.contains(mark.box) for mark in found)


def test_a_click_on_a_mark_looks_there(app: App) -> None:
    scene = _sit(app, FAR)
    mark = next(one for one in scene.battlefield.marks if one.seat == 1)
    click(app, mark.box.center)
    frames(app, 2)
    assert scene.shown.camera.sees((570.0, 380.0))
    assert scene.battlefield.eye.held
    assert scene.table.match.entries == []


def test_the_small_map_is_there_when_something_is_outside(app: App) -> None:
    scene = _sit(app)
    assert not scene.shown.small_map.visible
    scene = _sit(app, FAR)
    assert scene.shown.small_map.visible
    box = scene.shown.small_map.rect
    click(app, (box.x + box.width * 0.95, box.y + box.height * 0.05))
    frames(app, 2)
    assert scene.shown.camera.sees((570.0, 380.0))
    key(app, pygame.K_0)
    frames(app, 2)
    assert not scene.shown.small_map.visible


def test_a_label_stands_outside_of_what_it_talks_about() -> None:
    rng = Random(2)
    area = Rect(182, 62, 1092, 554)
    for _ in range(100):
        at = rng.uniform(300, 1100), rng.uniform(120, 560)
        blast = square(at, 74)
        crowd = [square((at[0] + rng.gauss(0, 90), at[1] + rng.gauss(0, 90)), 18) for _ in range(12)]
        box = place(area, at, (280, 30), [blast], crowd)
        assert area.contains(box)
        assert not box.colliderect(blast)


def test_all_who_may_have_stepped_on_a_mine_are_seen_before_how_far_it_reaches(app: App) -> None:
    """Three that landed far apart: each is seen, though there is no room for every circle around them."""
    landed = {7: (300.0, 120.0), 8: (340.0, 270.0), 9: (420.0, 200.0)}
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, position()))
    match.add(Circles(0, 200.0))
    match.add(
        Rest(
            tuple(Pose(one.id, one.x, one.y, one.angle) for one in FEW)
            + tuple(Pose(number, *spot, 0.0) for number, spot in landed.items())
        )
    )
    scene = tables.sit_down(app, match, SaladScene, 2)
    until(app, lambda: scene.table.reaction is not None)
    frames(app, 60)
    assert set(scene.table.view.triggers) == set(landed)
    assert scene.shown.camera.scale * CUBE == pytest.approx(LEAST)
    assert all(scene.shown.camera.sees(spot, CUBE / 2) for spot in landed.values())


def test_soldiers_stay_where_they_lie_in_a_glide(app: App) -> None:
    """On the way all that lies there is one picture that is scaled: every soldier is seen at its place in it."""
    scene = sit_down(app, "pp", position(), speed="normal")
    until(app, lambda: not scene.battlefield.eye.gliding)
    eye, seen = scene.battlefield.eye, 0
    for zoom, middle in ((0.5, (300.0, 200.0)), (1.6, (220.0, 210.0))):
        eye.glance(eye.camera.at(eye.camera.scale * zoom, middle))
        until(app, lambda: not eye.gliding or eye.camera.made_at is not None)
        while eye.gliding and scene.shown.field.only_looked_at:
            app.frame()
            camera, canvas = scene.shown.camera, app.canvas()
            width = CUBE * camera.scale
            for cube in scene.stage.cubes.values():
                box = canvas.box(square(camera.to_screen((cube.x, cube.y)), width * 0.3))
                if camera.sees((cube.x, cube.y), CUBE) and camera.rect.inflate(-260, -120).contains(box):
                    red, green, blue = pygame.transform.average_color(app.screen, box)[:3]
                    warm = red > blue + 20
                    assert warm == (cube.seat == 0), (cube, (red, green, blue))
                    assert max(red, green, blue) > 60
                    seen += 1
    assert seen > 20


def test_the_camera_stays_with_what_a_machine_did_until_it_was_seen(app: App) -> None:
    """A soldier that comes far from the fight is in sight where it lies, though the quick steps after it show nothing
    on the mat."""
    crowd = tuple(Soldier(n, n % 2, 420.0 + 14 * n, 300.0 + 9 * (n % 3), 0.0) for n in range(8))
    scene = sit_down(app, "bb", position(soldiers=crowd), speed="normal", waits=False)
    spot = (20.0, 20.0)
    assert scene.table.session.act(Pointer(0, spot, 0.0)) is None
    until(app, lambda: len(scene.shown.view.soldiers) > len(crowd))
    seen = 0
    for _ in range(40):
        app.frame(1 / 60)
        seen += scene.shown.camera.sees(spot, CUBE / 2)
    assert seen >= 12, "a fifth of a second"
