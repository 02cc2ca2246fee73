"""The layout of the open table: readable names, a helpful strip, arriving cards."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from grenade_salad.app.games.open_table import badges, flicking, hand_strip
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.tabletop_picture import area_box, area_title, board_box
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Rect, record_lines
from grenade_salad.app.ui.theme import INK, SMALL
from grenade_salad.app.window.application import App
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import post_mouse, press_keys, resize, run_frames, run_until
from tests.open_table.at_table import MOVE, piece_point, wait_until_idle
from tools.screens import all_screens
from tools.screens_open_table import show_box

NAMED = {"cards": 4, "grenade-salad": 4, "live-grenade": 4, "crokinole": 2, "draughts": 2}


@pytest.mark.quick("de-grenade-salad")
@pytest.mark.parametrize("box", NAMED)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_names_of_places_are_not_broken_or_cut(app: App, box: str, language: str) -> None:
    """No word is broken or cut, and no number has a line to itself."""
    app.settings.language = language
    app.save_settings()
    scene = show_box(app, box, NAMED[box])
    resize(app, (960, 540))
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    canvas = app.canvas()
    mat = canvas.pixel_rect(scene.desk.camera.rect)
    texts_on_mat = [(words, text_box) for words, text_box in lines if mat.contains(text_box)]
    titles = {word for area in scene.desk.areas for word in say(area_title(scene.desk, area), begin=True).split()}
    assert sum(not words.isdigit() for words, _ in texts_on_mat) >= 2
    for words, text_box in texts_on_mat:
        parts = [word.removesuffix(":") for word in words.split() if not word.isdigit()]
        assert all(part in titles for part in parts), f"{words}: a word is broken"
        assert text_box.width >= canvas.width(words, SMALL * 0.9) * canvas.factor * 0.9, f"{words} is cut"
        assert not words.isdigit() or text_box.width < 40, "a count on its pile"


def test_names_of_places_do_not_cover_the_count_of_a_pile(app: App) -> None:
    app.settings.language, app.settings.scale = "fr", 200
    app.save_settings()
    scene = show_box(app, "go", 2)
    resize(app, (1280, 720))
    badge_boxes = [
        app.canvas().pixel_rect(badges.badge_box(scene.desk, piece)) for piece in scene.desk.pieces if piece.is_stack
    ]
    assert len(badge_boxes) == 2
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    names = [text_box for words, text_box in lines if words.startswith("Prises")]
    assert len(names) == 4, "each with its shade"
    assert not any(text_box.collidelistall(badge_boxes) for text_box in names)


def start_dealing(app: App) -> OpenTableBoard:
    """Open a table of three at which five cards each are being dealt."""
    scene = show_box(app, "cards", 3)
    app.settings.speed = "normal"
    button = next(box_button for box_button in scene.desk.view.box.buttons if box_button.label == "Deal 5")
    for action in expand_button(button, 0, scene.desk.view):
        assert scene.controller.act(action)
    run_until(app, lambda: bool(scene.desk.flights))
    return scene


def test_dealt_cards_fly_to_their_places(app: App) -> None:
    scene = start_dealing(app)
    desk = scene.desk
    flights = list(desk.flights)
    assert len(flights) == 15, "each card is seen"
    run_until(app, lambda: all(flight.share == 1.0 for flight in flights) or not desk.flights)
    ends = [flight.end for flight in flights]
    wait_until_idle(app, scene)
    assert desk.hand_count == 5
    assert not {box.center for box in hand_strip.card_boxes(desk)} - set(ends), "in the hand, each in its place"
    for panel in scene.table.panels[1:]:
        assert sum(panel.rect.collidepoint(end) for end in ends) == 5, "on the panel of whose they are"


def test_dealt_cards_stay_until_all_have_arrived(app: App) -> None:
    scene = start_dealing(app)
    desk = scene.desk
    arrived = 0
    while desk.flights:
        arrived_in_frame = sum(flight.share == 1.0 for flight in desk.flights)
        assert arrived_in_frame >= arrived, "none goes away again"
        arrived = arrived_in_frame
        run_frames(app)
    assert arrived >= 12


@pytest.mark.parametrize("button", ["", "Deal 1"])
def test_closed_strip_with_space_says_how_to_use_it(app: App, button: str) -> None:
    scene = show_box(app, "wheel" if button else "cards", 3, (button,) if button else ())
    box = app.canvas().pixel_rect(scene.desk.strip.box)
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    strip_texts = [(words, text_box) for words, text_box in lines if box.contains(text_box)]
    wanted = "look" if button else "Drag here"
    (text_box,) = [text_box for words, text_box in strip_texts if wanted in words][:1]
    assert text_box.centerx > box.x + box.width * 0.4, "beside the cards, where nothing is"
    assert text_box.height >= app.canvas().text("Ag", (0, 0), SMALL).height * app.factor


def test_last_line_of_a_low_panel_keeps_off_its_edge(app: App) -> None:
    app.settings.scale = 200
    app.save_settings()
    scene = show_box(app, "wheel", 5, ("Deal 1",))
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    for panel in scene.table.panels:
        box = app.canvas().pixel_rect(panel.rect)
        facts = [text_box for words, text_box in lines if words.endswith(": 0") and box.colliderect(text_box)]
        assert facts, "all that the seat has"
        assert all(fact_box.bottom <= box.bottom - 2 for fact_box in facts)


@pytest.mark.parametrize(("seats", "turn"), [(4, 1), (6, 5), (9, 8)])
def test_panels_around_the_table_do_not_overlap_at_the_largest_size(app: App, seats: int, turn: int) -> None:
    app.settings.facing, app.settings.scale = "edges", 200
    app.save_settings()
    scene = show_box(app, "cards", seats, ("Deal 5",), turn)
    resize(app, (1280, 720))
    assert app.size[0] >= 1000
    assert app.size[1] >= 600
    boxes = [scene.panel.rect, *(panel.rect for panel in scene.table.panels)]
    assert not any(first.colliderect(second) for first, second in combinations(boxes, 2))


def test_name_of_an_enlarged_piece_has_a_background(app: App) -> None:
    """It has one over anything, since panels are as light as the letters."""
    scene = show_box(app, "chess", 2)
    resize(app, (720, 1280))
    post_mouse(app, MOVE, piece_point(scene, scene.desk.pieces[-1].key))
    press_keys(app, pygame.K_z)
    assert scene.desk.is_reading
    with record_lines() as lines:
        app.draw()
    _, name_box = lines[-1]
    for spot in (name_box.midleft, name_box.midright):
        neighbour = spot[0] + (-4 if spot == name_box.midleft else 4), spot[1]
        assert app.screen.get_at(neighbour)[:3] == pygame.Color(*INK)[:3]


def draw_screen(app: App, name: str, language: str, scale: int = 100) -> OpenTableBoard:
    """Draw a screen of `tools.screens` and return its scene.

    `named` of the scene's desk then holds the boxes of the names of places.
    """
    app.settings.language, app.settings.scale = language, scale
    app.save_settings()
    all_screens()[name](app)
    resize(app, (1280, 720))
    app.draw()
    assert isinstance(app.scene, TableScene)
    assert isinstance(app.scene.board, OpenTableBoard)
    return app.scene.board


def test_name_of_a_tray_does_not_cover_the_dice_of_backgammon(app: App) -> None:
    desk = draw_screen(app, "open-box-backgammon", "fr", 200).desk
    dice = [piece for piece in desk.pieces if piece.shape == "die"]
    assert len(dice) == 4
    for die in dice:
        box = Rect(0, 0, die.size[0] * desk.camera.scale, die.size[1] * desk.camera.scale)
        box.center = desk.camera.to_screen(die.position)
        assert box.collidelist(desk.name_boxes) == -1


@pytest.mark.parametrize("scale", [100, 200])
def test_names_of_places_do_not_cover_the_name_given_to_a_pile(app: App, scale: int) -> None:
    desk = draw_screen(app, "open-edges-6", "en", scale).desk
    (stack,) = [piece for piece in desk.pieces if piece.name]
    assert badges.name_box(app.canvas(), desk, stack).collidelist(desk.name_boxes) == -1
    assert len(desk.name_boxes) == 3


@pytest.mark.parametrize("language", ["en", "es"])
def test_text_beside_a_shot_covers_no_place_and_no_name(app: App, language: str) -> None:
    scene = draw_screen(app, "open-shot", language)
    desk = scene.desk
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    shot_text = say(flicking.describe_aim(desk))
    boxes = [box for words, box in lines if words == shot_text and desk.camera.rect.contains(Rect(box))]
    assert boxes, "at the hand, not only on the panel"
    places = [area_box(desk, area) for area in desk.areas]
    assert all(Rect(box).collidelist([*places, *desk.name_boxes]) == -1 for box in boxes)


def test_name_on_a_light_board_has_a_background(app: App) -> None:
    scene = draw_screen(app, "open-box-crokinole", "fr", 200)
    (board,) = [piece for piece in scene.desk.pieces if piece.shape == "board"]
    boxes_on_board = [box for box in scene.desk.name_boxes if board_box(scene.desk, board).contains(box)]
    assert boxes_on_board, "there is no room beside it"
    canvas = app.canvas()
    for box in boxes_on_board:
        corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
        assert all(sum(app.screen.get_at(canvas.pixel_point(corner))[:3]) < 420 for corner in corners)


def test_name_does_not_cross_the_edge_of_the_table_if_there_is_space_beside(app: App) -> None:
    desk = draw_screen(app, "open-box-wheel", "es").desk
    assert len(desk.name_boxes) == 2
    edge = desk.camera.table_rect
    assert all(edge.contains(box) or not edge.colliderect(box) for box in desk.name_boxes)
