"""Grenade Salad in the window with mouse and finger, from drop to count."""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, sin

import numpy as np
import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.mat_view import draw_mat_view
from grenade_salad.app.games.salad.surroundings import describe_attempt
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Arrow, Drop, Explosion, Hammers, Keep, Move, Pass
from grenade_salad.games.salad.actions import Pointer as PutDown
from grenade_salad.games.salad.aim import Preview, blast_area
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Blast, Soldier
from grenade_salad.match.match import Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, post, post_mouse, press_keys, press_mouse, resize, run_frames, run_until
from tests.app.salad_table import (
    BOS_HAND,
    FEW,
    click_card,
    drag,
    offset_point,
    position,
    press,
    screen_position,
    shows_match_position,
    sit_down,
    wait_for_person,
)
from tests.kinds import expect_type
from tools.tables import get_board, get_top_scene


def test_drop_is_repeated_until_it_is_kept(app: App) -> None:
    board = sit_down(app, "pb")
    assert not board.controls.keep_button.visible
    min_height, max_height = board.controls.height_slider.minimum, board.controls.height_slider.maximum
    assert (min_height, max_height) == (20.0, 300.0)
    press(app, board.controls.drop_button)
    wait_for_person(app, board)
    first = board.board_view.last_drop
    assert first is not None
    assert "2 attempts" not in say(board.status())
    press(app, board.controls.drop_button)
    wait_for_person(app, board)
    assert board.controller.view.attempts == 2
    assert board.board_view.last_drop is not first
    surroundings, field = board.board_view.surroundings, board.board_view.mat_view
    assert field.best_blast == blast_area(board.options.measures(), board.board_view.last_drop.at)
    most = board.board_view.last_drop.most
    assert say(describe_attempt(surroundings)) == f"One grenade could take {most}."
    app.settings.millimetres = True
    app.save_settings()
    assert say(describe_attempt(surroundings)).endswith(f"soldiers touch another, one grenade could take {most}.")
    assert [type(entry) for entry in board.controller.match.entries[::2]] == [Drop, Drop]
    press(app, board.controls.keep_button)
    wait_for_person(app, board)
    assert isinstance(board.controller.match.entries[4], Keep)
    assert board.controller.view.step == "move"
    assert board.board_view.mat_view.best_blast is None
    assert len(board.board_view.cards) == 5


@pytest.mark.slow
def test_window_can_be_resized_while_soldiers_fall(app: App) -> None:
    board = sit_down(app, "pp", speed="normal")
    press(app, board.controls.drop_button)
    run_until(app, lambda: any(cube.z > 0 for cube in board.display.cubes.values()))
    for size in ((960, 540), (1920, 1080), (700, 900), (1280, 720)):
        resize(app, size)
        run_frames(app, 4)
        assert board.table.motion.is_busy
    run_until(app, lambda: board.controller.is_idle and board.controller.actor is not None)
    assert shows_match_position(board)


def test_click_skips_fall_to_its_end(app: App) -> None:
    board = sit_down(app, "pp", speed="slow")
    press(app, board.controls.drop_button)
    run_until(app, lambda: any(cube.z > 0 for cube in board.display.cubes.values()))
    click(app, (640, 300))
    assert not board.table.motion.is_busy
    assert shows_match_position(board)


@pytest.mark.rule("GS-11")
def test_drag_out_of_ring_is_limited_to_it(app: App) -> None:
    board = sit_down(app, setup=position())
    start = screen_position(board, 0)
    press_mouse(app, start)
    post_mouse(app, pygame.MOUSEMOTION, offset_point(start, board, 0, -30))
    assert board.battlefield.preview.ring == ((200.0, 200.0), 50.0)
    assert board.battlefield.preview.action is not None
    assert not board.battlefield.preview.range_note
    far_point = offset_point(start, board, -60, 60)
    post_mouse(app, pygame.MOUSEMOTION, far_point)
    assert say(board.battlefield.preview.range_note, begin=True) == "As far as it goes"
    post_mouse(app, pygame.MOUSEBUTTONUP, far_point)
    move = expect_type(Move, board.controller.match.entries[0])
    assert move.to is not None
    assert dist(move.to, (200.0, 200.0)) == pytest.approx(50.0, abs=0.001)
    assert move.to[0] - 200.0 == pytest.approx(200.0 - move.to[1], abs=1.0)


@pytest.mark.rule("GS-04")
@pytest.mark.rule("GS-11")
def test_drag_out_of_ring_onto_soldier_is_refused_and_reverted(app: App) -> None:
    blocked = Soldier(7, 1, 200.0, 150.0, 0.0)
    board = sit_down(app, setup=position(soldiers=(*FEW, blocked)))
    drag(app, screen_position(board, 0), offset_point(screen_position(board, 0), board, 0, -70))
    assert any("Bo's soldier is in the way" in line for line in app.messages.texts)
    assert board.battlefield.intent.kind == ""
    assert board.controller.match.entries == []
    assert shows_match_position(board)


@pytest.mark.rule("GS-18")
def test_throw_beyond_ring_is_limited_to_it(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    click_card(app, board, "explosion")
    while board.battlefield.intent.soldier != 6:
        press_keys(app, pygame.K_e)
    post_mouse(app, pygame.MOUSEMOTION, offset_point(screen_position(board, 6), board, -40, 60))
    preview = board.battlefield.preview
    assert preview.range_note
    assert preview.blast is not None
    assert dist(preview.blast.centre, (160.0, 200.0)) == pytest.approx(50.0, abs=0.001)
    assert preview.action is not None


@pytest.mark.rule("GS-04")
def test_soldier_is_not_placed_on_another(app: App) -> None:
    board = sit_down(app, setup=position())
    drag(app, screen_position(board, 0), screen_position(board, 6))
    assert any("Your own soldier is in the way" in line for line in app.messages.texts)
    assert board.controller.match.entries == []


@pytest.mark.rule("GS-04", "GS-11")
def test_dragged_soldier_slides_along_neighbour_and_passes_over_it(app: App) -> None:
    """The soldier is placed beside any obstacle, and the move equals its preview."""
    board = sit_down(app, setup=position())
    start = screen_position(board, 0)
    press_mouse(app, start)
    ghosts = []
    for across, up in ((8, 0), (8, 2), (13, 1), (19, 2)):
        post_mouse(app, pygame.MOUSEMOTION, offset_point(start, board, across, up))
        ghost = board.battlefield.preview.ghost
        assert ghost is not None
        ghosts.append((ghost.is_legal, ghost.x, ghost.y))
    pixel = 0.6 / board.board_view.camera.scale
    assert ghosts[0] == (True, pytest.approx(205.05, abs=1e-5), pytest.approx(200.0, abs=pixel)), "it touches"
    assert ghosts[1] == (True, pytest.approx(205.05, abs=1e-5), pytest.approx(202.0, abs=pixel)), "it slides"
    assert not ghosts[2][0], "no place within 5 mm"
    assert ghosts[3] == (True, pytest.approx(220.95, abs=1e-5), pytest.approx(202.0, abs=pixel)), "beyond it"
    post_mouse(app, pygame.MOUSEBUTTONUP, offset_point(start, board, 19, 2))
    move = expect_type(Move, board.controller.match.entries[0])
    assert (True, *(move.to or ())) == ghosts[3]


@pytest.mark.rule("GS-13")
def test_reserve_soldier_is_placed_beside_obstacle(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    click_card(app, board, "pointer")
    point = offset_point(screen_position(board, 4), board, -1, 6)
    post_mouse(app, pygame.MOUSEMOTION, point)
    ghost = board.battlefield.preview.ghost
    assert ghost is not None
    assert ghost.y == pytest.approx(327.95, abs=1e-5)
    click(app, point)
    placed = expect_type(PutDown, board.controller.match.entries[0])
    assert placed.to == (ghost.x, ghost.y)


def test_refusal_on_mat_is_beside_its_subject(app: App) -> None:
    """The camera shows the soldier in the way at the top, where messages appear."""
    board = sit_down(app, setup=position(), speed="normal")
    camera_rig = board.battlefield.camera_rig
    camera_rig.look(
        camera_rig.camera.with_scale(camera_rig.camera.max_scale / 2, (160.0, 200.0)).pan_to(
            (160.0, 200.0), (640.0, 95.0)
        )
    )
    app.frame()
    quarter = board.options.cube / 4
    corners = [
        offset_point(screen_position(board, 6), board, x, y) for x in (-quarter, quarter) for y in (-quarter, quarter)
    ]

    def read_colours() -> list[tuple[int, ...]]:
        return [tuple(app.screen.get_at((round(x), round(y)))) for x, y in corners]

    previous_colours = read_colours()
    drag(app, screen_position(board, 0), screen_position(board, 6))
    app.draw()
    assert any("Your own soldier is in the way" in line for line in app.messages.texts)
    assert not app.messages.place_boxes(Canvas(app.screen, app.factor), 70.0), "it is heard, and stands on the mat"
    assert board.board_view.mat_view.preview.blocking_soldier == 6
    assert read_colours() == previous_colours
    run_frames(app, 400)
    assert not board.board_view.mat_view.preview.refusal


@pytest.mark.rule("GS-11")
def test_soldier_is_dragged_and_turned_by_scrolling(app: App) -> None:
    board = sit_down(app, setup=position())
    start = screen_position(board, 1)
    press_mouse(app, start)
    point = offset_point(start, board, 20, -20)
    post_mouse(app, pygame.MOUSEMOTION, point)
    pygame.mouse.set_pos(round(point[0]), round(point[1]))
    previous_angle = board.battlefield.intent.angle
    post(app, pygame.MOUSEWHEEL, x=0, y=2, precise_x=0.0, precise_y=2.0)
    assert board.battlefield.intent.angle != previous_angle
    post_mouse(app, pygame.MOUSEBUTTONUP, point)
    move = expect_type(Move, board.controller.match.entries[0])
    assert move.to is not None
    assert dist(move.to, (320.0, 180.0)) < 1.5
    assert move.angle != previous_angle


def test_click_lifts_soldier_and_another_places_it(app: App) -> None:
    board = sit_down(app, setup=position())
    click(app, screen_position(board, 0))
    assert board.battlefield.intent.kind == "move"
    assert board.controller.match.entries == []
    click(app, screen_position(board, 0))
    assert board.battlefield.intent.kind == "", "put down where it was: nothing was moved"
    assert board.controller.match.entries == []
    click(app, screen_position(board, 0))
    click(app, offset_point(screen_position(board, 0), board, 0, -25))
    assert isinstance(board.controller.match.entries[0], Move)


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize(("blast", "covered"), [("tile", True), ("area", False)])
def test_tile_blast_is_drawn_as_square(app: App, blast: Blast, covered: bool) -> None:
    board = sit_down(app, "pb", setup=position(), options=SaladOptions(starter=0, blast=blast))
    click_card(app, board, "explosion")
    tile = board.options.tile

    def read_corner_colour() -> tuple[int, ...]:
        x, y = board.board_view.camera.to_screen((300.0 + tile * 0.47, 230.0 + tile * 0.47))
        return tuple(app.screen.get_at(Canvas(app.screen, app.factor).pixel_point((x, y))))

    app.frame()
    previous_colour = read_corner_colour()
    post_mouse(app, pygame.MOUSEMOTION, board.board_view.camera.to_screen((300.0, 230.0)))
    app.frame()
    assert board.battlefield.preview.blast is not None
    assert (read_corner_colour() != previous_colour) == covered


@pytest.mark.rule("GS-18", "GS-19")
def test_explosion_shows_victims_before_throw(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    click_card(app, board, "explosion")
    post_mouse(app, pygame.MOUSEMOTION, offset_point(screen_position(board, 1), board, 10, 10))
    preview = board.battlefield.preview
    assert say(preview.effect, begin=True) == "Kills 1 of Bo's, 1 of yours!"
    assert set(preview.victims) == {1, 3}
    assert preview.blast is not None
    assert board.controller.match.entries == []
    click(app, offset_point(screen_position(board, 1), board, 10, 10))
    assert isinstance(board.controller.match.entries[0], Explosion)
    wait_for_person(app, board)
    assert board.board_view.trays[0] == [1, 1]
    assert set(board.display.cubes) == {0, 2, 4, 5, 6}


def test_played_card_stays_on_top_of_the_pile(app: App) -> None:
    board = sit_down(app, "pb", setup=position(), speed="fast")
    tops: list[str] = []

    def note_top() -> bool:
        """Note the card that is seen on the pile. Returns True when a person may act."""
        lying = [card.card for card in board.display.cards if card.end == "discard" and card.share == 1]
        top = [*board.board_view.view.discard, *lying][-1:]
        tops.extend(card for card in top if card is not None and tops[-1:] != [card])
        return board.controller.is_idle and board.controller.actor == 0

    legal = board.controller.match.state.legal_actions(0)
    for action in next(action for action in legal if isinstance(action, Arrow)), Explosion(0, 1, (270.0, 170.0)):
        assert board.controller.act(action)
        run_until(app, note_top)
    assert tops == ["arrow", "explosion"]


def test_click_on_another_soldier_chooses_who_throws(app: App) -> None:
    """It is framed for that: a click on it is no throw at it."""
    board = sit_down(app, "pb", setup=position())
    click_card(app, board, "explosion")
    thrower = next(soldier for soldier in (6, 0) if soldier != board.battlefield.intent.soldier)
    click(app, screen_position(board, thrower))
    assert board.controller.match.entries == []
    assert board.battlefield.intent.soldier == thrower
    click(app, offset_point(screen_position(board, thrower), board, -20, 30))
    (throw,) = board.controller.match.entries[:1]
    assert isinstance(throw, Explosion)
    assert throw.soldier == thrower


@pytest.mark.rule("GS-17")
def test_arrow_shows_line_and_obstacle(app: App) -> None:
    options = SaladOptions(starter=0, sight="centre")
    board = sit_down(app, "pb", setup=position(), options=options)
    click_card(app, board, "arrow")
    click(app, screen_position(board, 0))
    post_mouse(app, pygame.MOUSEMOTION, screen_position(board, 5))
    preview = board.battlefield.preview
    assert preview.blocking_soldier == 6
    assert preview.line is not None
    assert not preview.line.is_free
    assert preview.line.end == pytest.approx((164.0, 200.0))
    assert say(preview.refusal, begin=True) == "No line of sight: your own soldier is in the way"
    click(app, screen_position(board, 5))
    assert board.controller.match.entries == []
    assert any("in the way" in line for line in app.messages.texts)
    click(app, screen_position(board, 4))
    assert board.controller.match.entries == [Arrow(0, 0, 4)]


def test_target_mark_covers_no_neighbour(app: App) -> None:
    """Bo's two soldiers touch and are turned: only the target's corners are marked."""
    near = (Soldier(0, 0, 200.0, 200.0, 0.0), Soldier(1, 1, 260.0, 200.0, 0.5), Soldier(2, 1, 267.1, 203.9, 0.5))
    board = sit_down(app, "pb", setup=position(soldiers=near))

    def draw_preview(preview: Preview) -> np.ndarray:
        field = replace(board.board_view.mat_view, preview=preview)
        draw_mat_view(Canvas(app.screen, app.factor), field, board.board_view.cache)
        return pygame.surfarray.array3d(app.screen).astype(int)

    xs, ys = (abs(draw_preview(Preview(marked=(1,))) - draw_preview(Preview())).sum(axis=2) > 60).nonzero()
    assert len(xs) > 40
    half, turned = board.options.cube / 2, near[1].angle
    for x, y in zip(xs, ys, strict=True):
        along, up = board.board_view.camera.to_table((x / app.factor, y / app.factor))
        along, up = along - near[1].x, up - near[1].y
        relative_point = along * cos(turned) + up * sin(turned), up * cos(turned) - along * sin(turned)
        assert max(map(abs, relative_point)) < half * 1.35


@pytest.mark.rule("GS-16")
def test_hammers_show_the_gap(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    click_card(app, board, "hammers")
    assert board.battlefield.preview.able == (0,)
    assert board.battlefield.preview.marked == (2,)
    post_mouse(app, pygame.MOUSEMOTION, screen_position(board, 5))
    assert say(board.battlefield.preview.refusal) == "too far for Hammers: less than a soldier's width between them"
    post_mouse(app, pygame.MOUSEMOTION, screen_position(board, 2))
    assert say(board.battlefield.preview.effect) == "kills Bo's soldier"
    app.settings.millimetres = True
    app.save_settings()
    assert say(board.battlefield.preview.effect) == "5.0 mm apart: kills Bo's soldier"
    click(app, screen_position(board, 2))
    assert board.controller.match.entries == [Hammers(0, 0, 2)]


def test_unplayable_card_says_why(app: App) -> None:
    hand = ("footpath", "circles", "pointer", "hammers", "arrow")
    board = sit_down(app, "pb", setup=position((hand, ("arrow",))))
    click_card(app, board, "footpath")
    assert any("Only right after an opponent" in line for line in app.messages.texts)
    assert board.battlefield.intent.kind == ""


def test_soldier_of_an_opponent_says_whose_it_is(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    click(app, screen_position(board, 2))
    assert "This soldier is Bo's" in app.messages.texts


def test_mine_is_played_under_the_cover(app: App) -> None:
    board = sit_down(app, "pp", setup=position())
    drag(app, screen_position(board, 0), offset_point(screen_position(board, 0), board, 5, -20))
    run_until(app, lambda: board.table.reaction is not None)
    assert say(board.status()) == "Ann's turn: was there a mine?"
    run_frames(app, 40)
    press(app, board.table.panels[1])
    cover = get_top_scene(app, Cover)
    assert cover.owner.name == "Bo"
    slide_onto(app, cover, 0)
    run_until(app, lambda: board.controller.is_idle and board.controller.actor == 0)
    last = board.controller.steps[-1]
    assert any(isinstance(event, events.MineWentOff) for event in last)
    assert 0 not in board.display.cubes
    assert shows_match_position(board)


@pytest.mark.parametrize("by", ["click", "key"])
def test_late_answer_does_not_end_the_turn_that_begins(app: App, by: str) -> None:
    """ "End turn" appears where "Let it pass" was."""
    setup = replace(position((BOS_HAND, ())), turn=1)
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(starter=0), 5, setup))
    match.act(Move(1, 4, (200.0, 310.0), 0.0))
    board = sit_down(app, "pb", match=match)
    assert board.table.reaction is not None
    pass_button = board.table.reaction.rect
    run_until(app, lambda: board.controller.actor == 0, 2000)
    entry_count, end_turn = len(board.controller.match.entries), board.controls.end_turn_button
    board.table.widgets.set_focus(end_turn)
    assert end_turn.visible
    assert pass_button.collidepoint(end_turn.rect.center)
    for is_late in (True, False):
        if by == "click":
            press(app, end_turn)
        else:
            press_keys(app, pygame.K_RETURN)
        assert (len(board.controller.match.entries) == entry_count) is is_late, "the second time it is meant"


def slide_onto(app: App, cover: Cover, pick: int) -> None:
    """Hold the sheet with the mouse, slide onto a pick and release it."""
    post_mouse(app, pygame.MOUSEBUTTONDOWN, cover.widgets.items[0].rect.center)
    assert cover.is_open
    pick_center = cover.widgets.items[pick].rect.center
    post_mouse(app, pygame.MOUSEMOTION, pick_center)
    post_mouse(app, pygame.MOUSEBUTTONUP, pick_center)


@pytest.mark.slow
def test_two_people_play_whole_match_with_mouse_alone(app: App) -> None:
    app.settings.countdown = 0.0
    board = sit_down(app, "pp", options=SaladOptions(starter=0, turn_limit=4), seed=11)
    press(app, board.controls.drop_button)
    wait_for_person(app, board)
    press(app, board.controls.keep_button)
    for turn in range(4):
        wait_for_person(app, board)
        assert board.controller.actor == turn % 2
        _move_any_soldier(app, board)
        _play_under_cover(app, board)
        press(app, board.controls.end_turn_button)
    run_until(app, lambda: isinstance(app.scene, EndScene))
    assert board.controller.match.state.is_over
    assert shows_match_position(board)
    moves = [entry for entry in board.controller.match.entries if isinstance(entry, Move)]
    assert len(moves) == 4
    assert len([entry for entry in board.controller.match.entries if isinstance(entry, Pass)]) >= 4
    end = get_top_scene(app, EndScene)
    run_until(app, lambda: not end.ignores_presses)
    press(app, end.again_button)
    assert app.scene is not board.table
    assert get_board(app.scene, SaladBoard).controller.view.step == "drop"


def _move_any_soldier(app: App, board: SaladBoard) -> None:
    """Drag the first soldier that can be moved a little, and let the opponent pass."""
    aim = board.battlefield.aim
    assert aim is not None
    for soldier in aim.abilities.moves:
        for across, up in ((0, 25), (0, -25), (25, 0), (-25, 0), (30, 30), (-30, -30)):
            entry_count = len(board.controller.match.entries)
            drag(app, screen_position(board, soldier), offset_point(screen_position(board, soldier), board, across, up))
            if len(board.controller.match.entries) > entry_count:
                run_until(app, lambda: board.table.reaction is not None)
                run_frames(app, 40)
                press(app, board.table.widgets.items[-1])
                wait_for_person(app, board)
                return
    raise AssertionError("nobody can be moved")


def _play_under_cover(app: App, board: SaladBoard) -> None:
    """Choose a playable card under the cover; drop Three Circles, cancel any other."""
    press(app, board.controls.hand_button)
    cover = get_top_scene(app, Cover)
    slide_onto(app, cover, 0)
    if app.scene is cover:
        press(app, cover.widgets.items[-1])
    chosen_card = board.battlefield.intent.kind
    if chosen_card:
        assert [card.card for card in board.board_view.cards] == [chosen_card], "only the chosen card is shown"
    if chosen_card == "circles":
        press(app, board.controls.confirm_button)
        run_until(app, lambda: board.controller.is_idle and board.table.reaction is not None)
        run_frames(app, 40)
        press(app, board.table.widgets.items[-1])
        wait_for_person(app, board)
    elif chosen_card:
        press(app, board.controls.cancel_button)
        assert board.battlefield.intent.kind == ""


def test_unplayable_card_keeps_most_of_its_contrast(app: App) -> None:
    board = sit_down(app, "pb", position())
    card = board.board_view.cards[0]

    def contrast(is_playable: bool) -> float:
        canvas = Canvas(pygame.Surface((120, 170)), 1.0)
        card.is_playable = is_playable
        card.paint(canvas, Rect(10, 10, 100, 150))
        return float(pygame.surfarray.array3d(canvas.surface)[12:108, 12:120].mean(axis=2).std())

    assert 0.8 < contrast(False) / contrast(True) < 0.95, "it can be read, and told from the others"
