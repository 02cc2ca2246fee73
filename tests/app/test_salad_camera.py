"""The camera of Grenade Salad: automatic views, motion and manual control."""

from __future__ import annotations

from cmath import rect
from dataclasses import replace
from itertools import pairwise
from math import dist, tau
from random import Random

import pygame
import pytest

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad import director
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.camera_rig import GLIDE_SECONDS, Glide
from grenade_salad.app.games.salad.director import Subject
from grenade_salad.app.games.salad.edge_markers import (
    DIRECTIONS,
    MAX_MARKERS,
    EdgeMarker,
    draw_markers,
    is_under,
    place_markers,
)
from grenade_salad.app.games.salad.mat import Cube
from grenade_salad.app.games.salad.preview import place_label
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.core import Action, Illegal
from grenade_salad.games.salad.actions import Circles, Explosion, Move, Pass, Pointer, Rest, SaladSetup
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card, Pose, Soldier
from grenade_salad.lab.playout import make_players
from grenade_salad.match.match import Header, Match
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.salad_table import FEW, NAMES, drag, position, press, screen_position, sit_down, wait_for_person
from tools import tables
from tools.offscreen import open_window
from tools.salad_looks import Entries, let_all_answer, list_actions, show_match

CUBE = 8.0
"""Width of a soldier in mm."""
MIN_WIDTH, MAX_WIDTH = 22.0, 44.0
"""Minimum and maximum width of a soldier at 1280x720, in units and in pixels."""
BOXES = (Rect(190, 60, 1084, 556), Rect(150, 60, 640, 290), Rect(8, 200, 944, 1350))
FAR_APART = (Soldier(0, 0, 30.0, 30.0, 0.0), Soldier(1, 0, 70.0, 40.0, 0.0), Soldier(2, 1, 570.0, 380.0, 0.0))
"""Two soldiers of Ann's in one corner, one of Bo's in the opposite one."""


def make_camera(box: Rect) -> Camera:
    return Camera(box, (600.0, 400.0))


def make_subject(living: list[Point], *about: Point) -> Subject:
    return Subject(tuple(living), (), about, CUBE, 50.0, (MIN_WIDTH, MAX_WIDTH))


@pytest.mark.parametrize("box", BOXES)
def test_soldiers_are_large_enough_and_subject_is_visible(box: Rect) -> None:
    rng = Random(3)
    for _ in range(200):
        spread = rng.uniform(5, 300)
        living = [
            (min(596.0, max(4.0, rng.gauss(300, spread))), min(396.0, max(4.0, rng.gauss(200, spread))))
            for _ in range(rng.randrange(1, 30))
        ]
        about = rng.choice(living)
        camera = director.choose_view(make_camera(box), make_subject(living, about))
        assert camera.scale * CUBE >= MIN_WIDTH * 0.999
        assert camera.shows(about, CUBE / 2)


@pytest.mark.parametrize("box", BOXES)
def test_all_soldiers_are_visible_if_they_fit(box: Rect) -> None:
    living = [(260.0, 180.0), (340.0, 180.0), (300.0, 240.0)]
    camera = director.choose_view(make_camera(box), make_subject(living))
    assert all(camera.shows(spot, CUBE) for spot in living)
    assert camera.scale * CUBE >= MIN_WIDTH * 0.999


def test_most_soldiers_are_visible_if_not_all_fit() -> None:
    crowd = [(450.0 + 10 * index, 300.0) for index in range(6)]
    camera = director.choose_view(make_camera(BOXES[0]), make_subject([(20.0, 20.0), *crowd]))
    assert all(camera.shows(spot, CUBE) for spot in crowd)
    assert not camera.shows((20.0, 20.0))


def test_subject_comes_before_crowd() -> None:
    crowd = [(450.0 + 10 * index, 300.0) for index in range(6)]
    camera = director.choose_view(make_camera(BOXES[0]), make_subject(crowd, (20.0, 20.0)))
    assert camera.shows((20.0, 20.0))


def test_camera_stays_while_its_view_is_as_good() -> None:
    living = [(260.0, 180.0), (340.0, 180.0), (300.0, 240.0)]
    current = director.choose_view(make_camera(BOXES[0]), make_subject(living))
    assert director.choose_view(current, make_subject([(262.0, 185.0), *living[1:]])) is current
    assert director.choose_view(current, make_subject([(40.0, 20.0), (60.0, 40.0), living[2]])) is not current


@pytest.mark.parametrize("box", BOXES)
def test_required_soldiers_are_visible_however_far_apart(box: Rect) -> None:
    """The scale is no smaller than they need."""
    rng = Random(4)
    for _ in range(200):
        spread = rng.uniform(5, 300)
        living = [
            (min(596.0, max(4.0, rng.gauss(300, spread))), min(396.0, max(4.0, rng.gauss(200, spread))))
            for _ in range(rng.randrange(1, 30))
        ]
        required = tuple(rng.sample(living, rng.randrange(1, len(living) + 1)))
        camera = director.choose_view(make_camera(box), replace(make_subject(living), required=required))
        assert all(camera.shows(spot, CUBE * 0.7) for spot in required)
        if camera.scale * CUBE < MIN_WIDTH * 0.999 and camera.zoom > 1:
            margin = camera.with_scale(camera.scale * 1.02, camera.middle)
            assert not all(margin.shows(spot, CUBE) for spot in required), "nearer, they would not fit"


def test_large_screen_shows_more() -> None:
    """A soldier has as many pixels at 4K as at 1080p."""
    smallest_1080, largest_1080 = director.choose_widths((1920, 1080), 1.5, 1.0)
    smallest_4k, largest_4k = director.choose_widths((3840, 2160), 3.0, 1.0)
    assert (smallest_1080 * 1.5, largest_1080 * 1.5) == (smallest_4k * 3.0, largest_4k * 3.0) == (30.0, 60.0)
    assert director.choose_widths((1280, 720), 1.0, 1.5)[0] == 33.0, "times the scale of the settings"


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_glide_starts_and_ends_slowly_and_arrives(rate: int) -> None:
    start = make_camera(BOXES[0]).with_scale(3.0, (100.0, 100.0))
    goal = make_camera(BOXES[0]).with_scale(4.5, (500.0, 300.0))
    glide, cameras = Glide(start, goal), [start]
    while cameras[-1] is not goal:
        cameras.append(glide.step(1 / rate))
    assert (len(cameras) - 2) / rate < GLIDE_SECONDS <= (len(cameras) - 1) / rate + 1e-9
    steps = [dist(camera.middle, after.middle) for camera, after in pairwise(cameras)]
    assert max(steps) > 2 * steps[0]
    assert max(steps) > 2 * steps[-1]
    assert [camera.scale for camera in cameras] == sorted(camera.scale for camera in cameras)
    ways = [dist(camera.middle, goal.middle) for camera in cameras]
    assert ways == sorted(ways, reverse=True)


def _open_salad(app: App, soldiers: tuple[Soldier, ...] = FEW, kinds: str = "pb") -> SaladBoard:
    board = sit_down(app, kinds, position(soldiers=soldiers))
    run_frames(app, 3)
    return board


def test_user_holds_camera_until_button_releases_it(app: App) -> None:
    board = _open_salad(app)
    automatic_camera = board.board_view.camera
    press_keys(app, pygame.K_PLUS)
    held_camera = board.board_view.camera
    assert held_camera.scale > automatic_camera.scale
    assert board.controls.follow_button.visible
    assert board.controls.follow_button.current_kind == "plain", "to look is never what must be done"
    click(app, screen_position(board, 0))
    assert board.battlefield.intent.kind == "move"
    press_keys(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert board.battlefield.intent.kind == ""
    press_keys(app, pygame.K_ESCAPE)
    assert board.board_view.camera == held_camera, (
        "Esc gives up what was begun, and opens the menu, but never lets the camera go"
    )
    press(app, board.controls.follow_button)
    run_frames(app, 2)
    assert board.board_view.camera == automatic_camera
    assert not board.controls.follow_button.visible


def _pan_camera(app: App, board: SaladBoard) -> None:
    """Drag the cloth where no soldier is, as in a stray drag."""
    mat = board.battlefield.camera.rect
    empty_point = next(
        (x, y)
        for x in range(int(mat.left) + 80, int(mat.right) - 80, 20)
        for y in range(int(mat.top) + 60, int(mat.bottom) - 60, 20)
        if board.battlefield.soldier_at((x, y)) is None
    )
    drag(app, empty_point, (empty_point[0] + 60, empty_point[1] + 40))
    assert board.battlefield.camera_rig.is_held


def test_manual_view_ends_with_turn(app: App) -> None:
    board = _open_salad(app, kinds="pp")
    automatic_camera = board.board_view.camera
    _pan_camera(app, board)
    assert board.board_view.camera != automatic_camera
    press(app, board.controls.end_turn_button)
    wait_for_person(app, board)
    run_frames(app, 3)
    assert board.controller.actor == 1
    assert not board.battlefield.camera_rig.is_held
    assert all(board.board_view.camera.shows((cube.x, cube.y)) for cube in board.display.cubes.values())


def test_camera_leaves_manual_view_for_event_outside_and_replays_it(app: App) -> None:
    """A step outside of the view moves the camera and is replayed; one inside is not.

    The replay is small, beside the map, and begins when the step is over.
    """
    board = sit_down(app, "pp", position(soldiers=FAR_APART), speed="normal")
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    camera_rig, replay = board.battlefield.camera_rig, board.board_view.missed_replay
    camera_rig.look(camera_rig.camera.with_scale(camera_rig.camera.scale, (60.0, 40.0)))
    board.controller.act(Move(0, 1, (90.0, 60.0), 0.0))
    run_until(app, lambda: board.table.reaction is not None)
    assert camera_rig.is_held
    assert not replay.visible
    camera_rig.look(camera_rig.camera.with_scale(camera_rig.camera.scale, (560.0, 380.0)))
    board.controller.session.act(Pass(1))
    run_until(app, lambda: board.controller.actor == 0)
    board.controller.act(Explosion(0, 0, (40.0, 60.0)))
    run_until(app, lambda: bool(board.display.bursts))
    assert not camera_rig.is_held
    assert camera_rig.goal.shows((40.0, 60.0))
    run_until(app, lambda: replay.visible and bool(replay.display.bursts))
    assert not board.table.motion.is_busy, "first the thing itself"
    assert board.board_view.small_map.visible
    assert not replay.rect.colliderect(board.board_view.small_map.rect)
    assert board.table.places.table.contains(replay.rect)
    assert replay.camera.shows((40.0, 60.0), board.options.measures().blast_reach)
    run_until(app, lambda: not replay.visible)


def test_one_key_toggles_whole_table_and_fight(app: App) -> None:
    board = _open_salad(app)
    automatic_camera = board.board_view.camera
    assert automatic_camera.zoom > 1
    press_keys(app, pygame.K_0)
    run_frames(app, 2)
    assert board.board_view.camera.zoom == 1
    press_keys(app, pygame.K_0)
    run_frames(app, 2)
    assert board.board_view.camera == automatic_camera


def test_camera_cuts_with_reduced_motion(app: App) -> None:
    board = sit_down(app, "pb", position(soldiers=FAR_APART), speed="normal", waits=False)
    run_frames(app, 60)
    app.settings.reduced_motion = True
    press_keys(app, pygame.K_0)
    assert board.board_view.camera is board.battlefield.camera_rig.goal
    app.settings.reduced_motion = False
    press_keys(app, pygame.K_0)
    assert board.board_view.camera is not board.battlefield.camera_rig.goal


def test_camera_does_not_depend_on_hands(app: App) -> None:
    """The camera is the same at the same table with other hidden cards."""
    views = []
    for hands in ((("hammers", "arrow"), ("footpath", "footpath")), (("footpath", "pointer"), ("arrow", "circles"))):
        board = sit_down(app, "pp", position(hands, soldiers=FAR_APART))
        run_frames(app, 3)
        views.append((board.board_view.subject, board.board_view.camera))
    assert views[0] == views[1]


def _play_hidden_variants() -> tuple[Header, Header, Entries]:
    """Return two matches that differ in hidden cards, and what is done in both."""
    rng = Random(6)
    soldiers = [Soldier(n, n % 3, rng.uniform(30, 570), rng.uniform(30, 370), rng.uniform(-3, 3)) for n in range(15)]
    cards = [card for card in CARDS for _ in range(9)]
    rng.shuffle(cards)
    setup = position([cards[5 * seat : 5 * seat + 5] for seat in range(3)], soldiers, cards[15:])
    header = Header("grenade-salad", NAMES[:3], SaladOptions(), 5, setup)
    match, players = Match(header), make_players("grenade-salad", ["easy"] * 3, seed=2)
    while not match.state.is_over and len(match.entries) < 60:
        seat = match.state.active_seats()[0]
        match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    others = list(cards)
    for _ in range(150):
        if sum(card != other for card, other in zip(cards[:15], others[:15], strict=True)) >= 5:
            break
        swapped, (first, second) = list(others), rng.sample(range(40), 2)
        swapped[first], swapped[second] = others[second], others[first]
        if _is_legal(match, _deal_cards(header, swapped)):
            others = swapped
    assert sum(card != other for card, other in zip(cards[:15], others[:15], strict=True)) >= 3
    return header, _deal_cards(header, others), list_actions(match)


def _deal_cards(header: Header, cards: list[Card]) -> Header:
    assert isinstance(header.setup, SaladSetup)
    hands = tuple(tuple(cards[5 * seat : 5 * seat + 5]) for seat in range(3))
    return replace(header, setup=replace(header.setup, hands=hands, deck=tuple(cards[15:])))


def _is_legal(match: Match, header: Header) -> bool:
    """True if all that was done in a match can be done in another one, too."""
    other = Match(header)
    try:
        for entry in match.entries:
            if isinstance(entry, Action):
                if other.state.why_not(entry) is not None:
                    return False
                other.act(entry)
    except Illegal:
        return False
    return other.entries == match.entries


def test_camera_is_the_same_with_other_hidden_cards_in_a_whole_match() -> None:
    """At every look of a match, and on its way there."""
    *headers, entries = _play_hidden_variants()
    ways: list[list[Camera]] = []
    for header in headers:
        with open_window() as app:
            let_all_answer(app)
            board = tables.sit_down(app, Match(header), SaladBoard, 3)
            board.controller.have_looked.update(range(3))
            way: list[Camera] = []

            def follow() -> None:
                if not way or way[-1] != board.battlefield.camera_rig.goal:  # noqa: B023
                    way.append(board.battlefield.camera_rig.goal)  # noqa: B023

            looks = list(show_match(app, board, entries, follow))
        assert len({seat for _, seat in looks}) == 3
        ways.append(way)
    assert len(ways[0]) > 20
    assert ways[0] == ways[1]


def test_whole_table_stays_while_others_move_and_one_can_act_in_it(app: App) -> None:
    board = _open_salad(app, FAR_APART, "pp")
    press_keys(app, pygame.K_m)
    run_frames(app, 3)
    whole_table = board.board_view.camera
    assert whole_table.zoom == 1
    assert board.controller.session.act(Move(0, 1, (90.0, 60.0), 0.0)) is None
    run_until(app, lambda: board.table.reaction is not None)
    board.controller.session.act(Pass(1))
    run_until(app, lambda: board.controller.actor == 0)
    press(app, board.controls.end_turn_button)
    wait_for_person(app, board)
    run_frames(app, 3)
    assert board.controller.actor == 1
    assert board.board_view.camera == whole_table
    click(app, screen_position(board, 2))
    assert board.battlefield.intent.kind == "move"
    press_keys(app, pygame.K_ESCAPE, pygame.K_m)
    run_frames(app, 3)
    assert board.board_view.camera.zoom > 1


def test_all_own_soldiers_are_visible_as_a_turn_begins(app: App) -> None:
    """Those of whoever is to move; then the reach of the chosen one."""
    corners = ((20.0, 20.0), (580.0, 380.0), (25.0, 370.0))
    crowd = [Soldier(n, 1, 300.0 + 10 * n, 200.0, 0.0) for n in range(5)]
    board = _open_salad(app, (*crowd, *(Soldier(7 + n, 0, *spot, 0.0) for n, spot in enumerate(corners))))
    assert all(board.board_view.camera.shows(spot, CUBE / 2) for spot in corners)
    board.battlefield.lift(7)
    run_frames(app, 3)
    assert board.board_view.camera.scale * CUBE >= MIN_WIDTH
    assert board.board_view.camera.shows(corners[0], CUBE / 2)
    press_keys(app, pygame.K_ESCAPE)
    run_frames(app, 3)
    assert all(board.board_view.camera.shows(spot, CUBE / 2) for spot in corners)


def test_own_soldiers_come_before_a_crowd_once_a_card_is_chosen(app: App) -> None:
    """Together with the ring of Three Circles, the view has space for either."""
    own = Soldier(0, 0, 300.0, 300.0, 0.0)
    crowd = [Soldier(1 + n, 1, 440.0 + 10 * n, 60.0, 0.0) for n in range(4)]
    board = _open_salad(app, (own, *crowd, Soldier(6, 1, 20.0, 20.0, 0.0)))
    board.choose_card("circles")
    run_frames(app, 3)
    camera = board.board_view.camera
    assert not all(camera.shows((soldier.x, soldier.y), CUBE / 2) for soldier in crowd)
    assert camera.shows((own.x, own.y), CUBE / 2)
    preview = board.battlefield.preview
    assert preview.ring is not None
    assert all(map(camera.shows, director.around(*preview.ring)))
    assert preview.label_point in director.around(*preview.ring), "the label's line ends at the ring"


@pytest.mark.parametrize("direction", range(DIRECTIONS))
def test_arrow_at_edge_is_longer_than_broad(app: App, direction: int) -> None:
    """Else it would seem to point to another of its corners."""
    canvas = app.canvas()
    box = Rect(100, 100, 56, 30)
    draw_markers(canvas, [EdgeMarker(0, 1, (0.0, 0.0), direction, box)])
    # Beside the badge there is only paper, and the arrow in ink.
    area = canvas.pixel_rect(Rect(box.x + 29, box.y + 4, 22, 22))
    ink = [
        complex(x, -y)
        for x in range(area.left, area.right)
        for y in range(area.top, area.bottom)
        if sum(canvas.surface.get_at((x, y))[:3]) < 300
    ]
    assert len(ink) > 40
    turned = [spot * rect(1, -direction * tau / DIRECTIONS) for spot in ink]
    along, across = [spot.real for spot in turned], [spot.imag for spot in turned]
    assert max(along) - min(along) > 1.3 * (max(across) - min(across))
    tip = [spot.imag for spot in turned if spot.real > max(along) - 3]
    assert max(tip) - min(tip) < 0.5 * (max(across) - min(across)), "the narrow end is at the front"


def test_soldier_outside_view_has_arrow_at_edge() -> None:
    camera = make_camera(BOXES[0]).with_scale(3.0, (300.0, 200.0))
    above, to_the_right, visible = (
        Cube(0, 0, 300.0, 330.0, 0.0),
        Cube(1, 1, 590.0, 200.0, 0.0),
        Cube(2, 1, 300.0, 200.0, 0.0),
    )
    marks_by_seat = {mark.seat: mark for mark in place_markers(camera, (above, to_the_right, visible))}
    assert set(marks_by_seat) == {0, 1}
    assert (marks_by_seat[0].direction, marks_by_seat[1].direction) == (2, 0)
    assert marks_by_seat[0].box.y < BOXES[0].y + 10
    assert marks_by_seat[1].box.right > BOXES[0].right - 10
    assert all(BOXES[0].contains(mark.box) for mark in marks_by_seat.values())


@pytest.mark.parametrize("box", BOXES)
def test_arrows_are_few_and_cover_nothing(box: Rect) -> None:
    """They cover no soldier, arrow or button; each hidden soldier counts in one."""
    rng = Random(5)
    camera = make_camera(box).with_scale(4.0, (300.0, 200.0))
    blocked = [Rect(box.right - 40, box.bottom - 120, 40, 120)]
    for _ in range(30):
        cubes = [Cube(n, n % 4, rng.uniform(4, 596), rng.uniform(4, 396), 0.0) for n in range(60)]
        edge_marks = place_markers(camera, cubes, blocked)
        assert len(edge_marks) <= MAX_MARKERS
        hidden = [cube for cube in cubes if not camera.shows((cube.x, cube.y)) or is_under(camera, cube, blocked)]
        assert sum(mark.soldier_count for mark in edge_marks) == len(hidden)
        assert {mark.seat for mark in edge_marks} == {cube.seat for cube in hidden}
        boxes = [mark.box.inflate(-0.1, -0.1) for mark in edge_marks]
        assert all(box.contains(mark_box) for mark_box in boxes), "and the view cuts none off"
        assert not any(mark_box.collidelistall(boxes[:index]) for index, mark_box in enumerate(boxes))
        assert not any(blocked[0].colliderect(mark_box) for mark_box in boxes)
        soldiers = [square_around(camera.to_screen((cube.x, cube.y)), CUBE * camera.scale / 2) for cube in cubes]
        assert not any(mark_box.collidelistall(soldiers) for mark_box in boxes)


@pytest.mark.parametrize("is_right", [False, True])
def test_arrows_in_low_view_avoid_obstacle_that_fills_a_side(is_right: bool) -> None:
    """The three camera buttons, or the small map, leave no space above or below."""
    rng = Random(7)
    box = Rect(150, 60, 640, 145)
    camera = make_camera(box).with_scale(4.0, (300.0, 200.0))
    blocked = (
        [Rect(box.right - 40, box.y + 22 + 41 * n, 36, 37) for n in range(3)] if is_right else [Rect(158, 96, 84, 100)]
    )
    cubes = [Cube(n, n, rng.uniform(396, 596) if is_right else rng.uniform(4, 204), 200.0, 0.0) for n in range(3)]
    edge_marks = place_markers(camera, cubes, blocked)
    assert {mark.direction for mark in edge_marks} == {0 if is_right else 4}
    assert not any(mark.box.collidelistall(blocked) for mark in edge_marks)
    assert all(box.contains(mark.box) for mark in edge_marks)


def test_click_on_mark_moves_camera_there(app: App) -> None:
    board = _open_salad(app, FAR_APART)
    mark = next(edge_mark for edge_mark in board.battlefield.marks if edge_mark.seat == 1)
    click(app, mark.box.center)
    run_frames(app, 2)
    assert board.board_view.camera.shows((570.0, 380.0))
    assert board.battlefield.camera_rig.is_held
    assert board.controller.match.entries == []


def test_small_map_is_visible_when_something_is_outside(app: App) -> None:
    board = _open_salad(app)
    assert not board.board_view.small_map.visible
    board = _open_salad(app, FAR_APART)
    assert board.board_view.small_map.visible
    box = board.board_view.small_map.rect
    click(app, (box.x + box.width * 0.95, box.y + box.height * 0.05))
    run_frames(app, 2)
    assert board.board_view.camera.shows((570.0, 380.0))
    press_keys(app, pygame.K_0)
    run_frames(app, 2)
    assert not board.board_view.small_map.visible


def test_label_is_outside_of_its_subject() -> None:
    rng = Random(2)
    area = Rect(182, 62, 1092, 554)
    for _ in range(100):
        center = rng.uniform(300, 1100), rng.uniform(120, 560)
        blast = square_around(center, 74)
        crowd = [square_around((center[0] + rng.gauss(0, 90), center[1] + rng.gauss(0, 90)), 18) for _ in range(12)]
        box = place_label(area, center, (280, 30), [blast], crowd)
        assert area.contains(box)
        assert not box.colliderect(blast)


def test_all_possible_mine_victims_are_visible(app: App) -> None:
    """Three soldiers landed far apart: each is visible, though not every circle is."""
    landed = {7: (300.0, 120.0), 8: (340.0, 270.0), 9: (420.0, 200.0)}
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, position()))
    match.apply_entry(Circles(0, 200.0))
    match.apply_entry(
        Rest(
            tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in FEW)
            + tuple(Pose(soldier_id, *spot, 0.0) for soldier_id, spot in landed.items())
        )
    )
    board = tables.sit_down(app, match, SaladBoard, 2)
    run_until(app, lambda: board.table.reaction is not None)
    run_frames(app, 60)
    assert set(board.controller.view.triggers) == set(landed)
    assert board.board_view.camera.scale * CUBE == pytest.approx(MIN_WIDTH)
    assert all(board.board_view.camera.shows(spot, CUBE / 2) for spot in landed.values())


def test_soldiers_stay_in_place_during_glide(app: App) -> None:
    """During a glide one picture of everything at rest is scaled.

    Every soldier is visible at its place in it.
    """
    board = sit_down(app, "pp", position(), speed="normal")
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    camera_rig, checked_count = board.battlefield.camera_rig, 0
    for zoom, center in ((0.5, (300.0, 200.0)), (1.6, (220.0, 210.0))):
        camera_rig.glance(camera_rig.camera.with_scale(camera_rig.camera.scale * zoom, center))
        run_until(app, lambda: not camera_rig.is_gliding or camera_rig.camera.picture_scale is not None)
        while camera_rig.is_gliding and board.board_view.mat_view.is_only_zooming:
            app.frame()
            camera, canvas = board.board_view.camera, app.canvas()
            width = CUBE * camera.scale
            for cube in board.display.cubes.values():
                box = canvas.pixel_rect(square_around(camera.to_screen((cube.x, cube.y)), width * 0.3))
                if camera.shows((cube.x, cube.y), CUBE) and camera.rect.inflate(-260, -120).contains(box):
                    red, green, blue = pygame.transform.average_color(app.screen, box)[:3]
                    is_warm = red > blue + 20
                    assert is_warm == (cube.seat == 0), (cube, (red, green, blue))
                    assert max(red, green, blue) > 60
                    checked_count += 1
    assert checked_count > 20


def test_camera_stays_until_machine_action_was_visible(app: App) -> None:
    """A soldier that lands far from the fight stays in view for a moment.

    The quick steps after it show nothing on the mat.
    """
    crowd = tuple(Soldier(n, n % 2, 420.0 + 14 * n, 300.0 + 9 * (n % 3), 0.0) for n in range(8))
    board = sit_down(app, "bb", position(soldiers=crowd), speed="normal", waits=False)
    spot = (20.0, 20.0)
    assert board.controller.session.act(Pointer(0, spot, 0.0)) is None
    run_until(app, lambda: len(board.board_view.view.soldiers) > len(crowd))
    visible_frames = 0
    for _ in range(40):
        app.frame(1 / 60)
        visible_frames += board.board_view.camera.shows(spot, CUBE / 2)
    assert visible_frames >= 12, "a fifth of a second"


@pytest.mark.parametrize("seed", range(4))
def test_camera_moves_once_for_three_circles_and_their_question(app: App, seed: int) -> None:
    """It stays until the question, and every soldier of the question is in view."""
    rng = Random(seed)
    spots = rng.sample([(x, y) for x in range(25, 590, 30) for y in range(25, 390, 30)], 8)
    soldiers = [Soldier(index, index % 2, float(x), float(y), 0.0) for index, (x, y) in enumerate(spots)]
    board = sit_down(app, "pp", position(soldiers=soldiers), speed="normal", seed=seed)
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    assert board.controller.session.act(Circles(0, 200.0)) is None
    goals: list[Camera] = []

    def look() -> bool:
        goals.append(board.battlefield.camera_rig.goal)
        return board.table.reaction is not None

    app.frame(1 / 60)
    run_until(app, look)
    for _ in range(40):
        app.frame(1 / 60)
        look()
    assert set(map(id, goals)) == {id(goals[0])}
    triggers = board.board_view.view.triggers
    cubes = [board.display.cubes[soldier_id] for soldier_id in triggers]
    assert len(cubes) == 3
    assert all(board.board_view.camera.shows((cube.x, cube.y), CUBE * 0.7) for cube in cubes)


@pytest.mark.parametrize(
    "spots", [((590.0, 12.0),), ((585.0, 30.0),), ((580.0, 60.0),), ((310.0, 30.0), (310.0, 221.0))]
)
def test_own_soldiers_are_under_no_button_and_no_raised_card(app: App, spots: tuple[Point, ...]) -> None:
    """As a turn begins, and while the focus of keys raises one card after another."""
    crowd = [Soldier(index, 1, 380.0 + 22 * index, 100.0 + 14 * (index % 3), 0.0) for index in range(3)]
    own = [Soldier(7 + index, 0, *spot, 0.0) for index, spot in enumerate(spots)]
    board = _open_salad(app, (*crowd, *own, Soldier(9, 1, 20.0, 390.0, 0.0)))
    camera = board.board_view.camera
    assert camera.zoom > 1
    soldier_boxes = [square_around(camera.to_screen(spot), CUBE / 2 * camera.scale) for spot in spots]
    for _ in range(8):
        press_keys(app, pygame.K_TAB)
        run_frames(app, 3)
        assert board.board_view.camera == camera, "Tab moves no camera"
        assert all(camera.rect.contains(box) for box in soldier_boxes)
        assert not any(box.collidelistall(board.battlefield.blocked) for box in soldier_boxes)


def test_arrows_are_under_no_card_that_keys_have_raised(app: App) -> None:
    crowd = [Soldier(index, 1, 280.0 + 14 * index, 8.0, 0.0) for index in range(4)]
    board = _open_salad(app, (Soldier(7, 0, 300.0, 390.0, 0.0), *crowd))
    raised = []
    for _ in range(8):
        press_keys(app, pygame.K_TAB)
        run_frames(app, 4)
        boxes = [mark.box for mark in board.board_view.mat_view.markers]
        assert boxes
        cards = [card.on_screen() for card in board.board_view.cards if card.focused]
        raised += [card for card in cards if card.colliderect(board.battlefield.camera.rect)]
        assert not any(box.collidelistall(cards) for box in boxes)
    assert raised


def test_soldier_under_button_has_arrow() -> None:
    camera, buttons = make_camera(BOXES[0]).with_scale(3.0, (300.0, 200.0)), Rect(1230, 500, 44, 116)
    under, beside = (
        Cube(index, index, *camera.to_table(spot), 0.0) for index, spot in enumerate([(1250, 550), (1200, 550)])
    )
    (mark,) = place_markers(camera, (under, beside), [buttons])
    assert (mark.seat, mark.spot) == (0, (under.x, under.y))
    assert not mark.box.colliderect(buttons)


def test_wood_beside_view_has_no_seam(app: App) -> None:
    """The whole table is in view, with some floor beside it that is darker."""
    board = sit_down(app, "pb")
    run_frames(app, 3)
    mat, places = board.board_view.camera, board.table.places
    top = max(panel.rect.bottom for panel in board.table.panels) + 20
    height = mat.rect.bottom - 20 - top
    assert mat.table_rect.left > mat.rect.left + 60
    canvas = app.canvas()
    left = places.table.left
    boxes = [canvas.pixel_rect(Rect(x, top, 4, height)) for x in (left - 6, left + 2)]
    outside, inside = (sum(pygame.transform.average_color(app.screen, box)[:3]) for box in boxes)
    assert abs(outside - inside) < 0.1 * outside


PREY = (
    Soldier(0, 0, 300.0, 200.0, 0.0),
    Soldier(1, 0, 30.0, 30.0, 0.0),
    Soldier(2, 1, 340.0, 200.0, 0.0),
    Soldier(3, 1, 350.0, 212.0, 0.0),
    Soldier(4, 1, 570.0, 380.0, 0.0),
)
"""Ann's 0 can throw a grenade at Bo's 2 and 3."""


def _watch_grenade(app: App, board: SaladBoard, at: Point) -> list[tuple[float, Camera, Camera]]:
    """Let Ann throw a grenade; return scale, camera and goal of each frame.

    The last one is the last before somebody decides.
    """
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    board.controller.act(Explosion(0, 0, at))
    views: list[tuple[float, Camera, Camera]] = []

    def look() -> bool:
        camera_rig = board.battlefield.camera_rig
        views.append((camera_rig.camera.scale, camera_rig.camera, camera_rig.goal))
        return board.controller.is_idle

    run_until(app, look)
    return views[:-1]


def test_camera_goes_near_when_several_fall_and_back_before_anybody_decides(app: App) -> None:
    board = sit_down(app, "pp", position(soldiers=PREY), speed="normal")
    views = _watch_grenade(app, board, (345.0, 206.0))
    nearest_scale, nearest, goal = max(views, key=lambda view: view[0])
    assert nearest_scale > 1.3 * goal.scale
    assert all(nearest.shows((soldier.x, soldier.y), CUBE) for soldier in PREY[2:4])
    assert views[-1][1] is views[-1][2], "as the step ends, the camera is at its goal"
    assert len({id(view[2]) for view in views[1:]}) == 1


def test_camera_goes_near_for_last_soldier_and_not_for_another(app: App) -> None:
    for soldiers, is_near in ((PREY[:3], True), ((*PREY[:3], PREY[4]), False)):
        board = sit_down(app, "pp", position(soldiers=soldiers), speed="normal")
        views = _watch_grenade(app, board, (345.0, 200.0))
        assert any(scale > 1.3 * goal.scale for scale, _, goal in views) == is_near


@pytest.mark.parametrize("reason", ["setting", "reduced motion", "zoom", "whole table", "fast"])
def test_camera_does_not_go_near_if_that_is_unwanted(app: App, reason: str) -> None:
    board = sit_down(app, "pp", position(soldiers=PREY), speed="fast" if reason == "fast" else "normal")
    app.settings.near_looks = reason != "setting"
    app.settings.reduced_motion = reason == "reduced motion"
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    if reason in ("zoom", "whole table"):
        press_keys(app, pygame.K_m if reason == "whole table" else pygame.K_PLUS)
        run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    start = board.battlefield.camera_rig.goal.scale
    scales = [scale for scale, _, _ in _watch_grenade(app, board, (345.0, 206.0))]
    assert max(scales) <= 1.05 * start


def test_near_look_ends_when_a_player_takes_the_camera(app: App) -> None:
    board = sit_down(app, "pp", position(soldiers=PREY), speed="normal")
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    camera_rig = board.battlefield.camera_rig
    board.controller.act(Explosion(0, 0, (345.0, 206.0)))
    run_until(app, lambda: camera_rig.camera.scale > 1.3 * camera_rig.goal.scale)
    press_keys(app, pygame.K_MINUS)
    held = camera_rig.camera
    run_until(app, lambda: board.controller.is_idle)
    assert camera_rig.is_held
    assert replace(camera_rig.camera, picture_scale=None) == replace(held, picture_scale=None)


def test_near_look_does_not_depend_on_hands(app: App) -> None:
    """The way of the camera is the same with other hidden cards."""
    ways = []
    for hands in (
        (("explosion", "arrow"), ("footpath", "footpath")),
        (("explosion", "circles"), ("pointer", "arrow")),
    ):
        board = sit_down(app, "pp", position(hands, soldiers=PREY), speed="normal")
        ways.append([camera for _, camera, _ in _watch_grenade(app, board, (345.0, 206.0))])
    assert ways[0] == ways[1]
    assert len({camera.scale for camera in ways[0]}) > 20
