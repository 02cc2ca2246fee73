"""Where things are at the open table: names that can be read, a strip that says something, cards that arrive."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from grenade_salad.app.games.open_table import badges, flicking, hand_strip
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.tabletop_picture import area_box, board_box, title_of
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.canvas import Rect, recorded
from grenade_salad.app.ui.theme import INK, SMALL
from grenade_salad.app.window.application import App
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import frames, key, mouse, resize, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import MOVE, lying, rest
from tools.screens import all_screens
from tools.screens_open_table import scene_of

NAMED = {"cards": 4, "grenade-salad": 4, "live-grenade": 4, "crokinole": 2, "draughts": 2}


@pytest.mark.quick("de-grenade-salad")
@pytest.mark.parametrize("box", NAMED)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_names_of_places_are_whole(app: App, box: str, language: str) -> None:
    """No word is broken, none is cut, no number stands alone in its line."""
    app.settings.language = language
    app.save_settings()
    scene = scene_of(app, box, NAMED[box])
    resize(app, (960, 540))
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    canvas = app.canvas()
    mat = canvas.box(scene.desk.camera.rect)
    there = [(words, found) for words, found in lines if mat.contains(found)]
    titles = {word for area in scene.desk.areas for word in say(title_of(scene.desk, area), begin=True).split()}
    assert sum(not words.isdigit() for words, _ in there) >= 2
    for words, found in there:
        parts = [word.removesuffix(":") for word in words.split() if not word.isdigit()]
        assert all(part in titles for part in parts), f"{words}: a word is broken"
        assert found.width >= canvas.width(words, SMALL * 0.9) * canvas.factor * 0.9, f"{words} is cut"
        assert not words.isdigit() or found.width < 40, "a count on its pile"


def test_names_of_places_leave_the_number_on_a_loose_pile(app: App) -> None:
    app.settings.language, app.settings.scale = "fr", 200
    app.save_settings()
    scene = scene_of(app, "go", 2)
    resize(app, (1280, 720))
    numbers = [app.canvas().box(badges.box_of(scene.desk, one)) for one in scene.desk.things if one.stack]
    assert len(numbers) == 2
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    names = [found for words, found in lines if words.startswith("Prises")]
    assert len(names) == 4, "each with its shade"
    assert not any(found.collidelistall(numbers) for found in names)


def dealing(app: App) -> OpenTableScene:
    """A table of three on which five each are on their way."""
    scene = scene_of(app, "cards", 3)
    app.settings.speed = "normal"
    button = next(one for one in scene.desk.view.box.buttons if one.label == "Deal 5")
    for action in pressed(button, 0, scene.desk.view):
        assert scene.table.act(action)
    until(app, lambda: bool(scene.desk.flights))
    return scene


def test_dealt_cards_fly_to_where_they_then_lie(app: App) -> None:
    scene = dealing(app)
    desk = scene.desk
    flights = list(desk.flights)
    assert len(flights) == 15, "each card is seen"
    until(app, lambda: all(one.share == 1.0 for one in flights) or not desk.flights)
    ends = [one.end for one in flights]
    rest(app, scene)
    assert desk.hand_count == 5
    assert not {box.center for box in hand_strip.card_boxes(desk)} - set(ends), "in the hand, each in its place"
    for panel in scene.table.panels[1:]:
        assert sum(panel.rect.collidepoint(end) for end in ends) == 5, "on the panel of whose they are"


def test_cards_that_were_dealt_lie_there_until_all_are(app: App) -> None:
    scene = dealing(app)
    desk = scene.desk
    arrived = 0
    while desk.flights:
        now = sum(one.share == 1.0 for one in desk.flights)
        assert now >= arrived, "none goes away again"
        arrived = now
        frames(app)
    assert arrived >= 12


@pytest.mark.parametrize("button", ["", "Deal 1"])
def test_a_closed_strip_with_room_says_how_it_is_used(app: App, button: str) -> None:
    scene = scene_of(app, "wheel" if button else "cards", 3, (button,) if button else ())
    box = app.canvas().box(scene.desk.strip.box)
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    said = [(words, found) for words, found in lines if box.contains(found)]
    wanted = "look" if button else "Drag here"
    (found,) = [found for words, found in said if wanted in words][:1]
    assert found.centerx > box.x + box.width * 0.4, "beside the cards, where nothing is"
    assert found.height >= app.canvas().text("Ag", (0, 0), SMALL).height * app.factor


def test_the_last_line_on_a_low_panel_is_off_its_edge(app: App) -> None:
    app.settings.scale = 200
    app.save_settings()
    scene = scene_of(app, "wheel", 5, ("Deal 1",))
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    for panel in scene.table.panels:
        box = app.canvas().box(panel.rect)
        facts = [found for words, found in lines if words.endswith(": 0") and box.colliderect(found)]
        assert facts, "all that the seat has"
        assert all(found.bottom <= box.bottom - 2 for found in facts)


@pytest.mark.parametrize(("seats", "turn"), [(4, 1), (6, 5), (9, 8)])
def test_panels_around_the_table_leave_each_other_free_at_the_largest_size(app: App, seats: int, turn: int) -> None:
    app.settings.facing, app.settings.scale = "edges", 200
    app.save_settings()
    scene = scene_of(app, "cards", seats, ("Deal 5",), turn)
    resize(app, (1280, 720))
    assert app.size[0] >= 1000
    assert app.size[1] >= 600
    boxes = [scene.panel.box, *(panel.rect for panel in scene.table.panels)]
    assert not any(one.colliderect(other) for one, other in combinations(boxes, 2))


def test_the_name_of_what_is_read_stands_on_its_own_ground(app: App) -> None:
    """Over whatever lies there: panels are as light as the letters."""
    scene = scene_of(app, "chess", 2)
    resize(app, (720, 1280))
    mouse(app, MOVE, lying(scene, scene.desk.things[-1].key))
    key(app, pygame.K_z)
    assert scene.desk.reading
    with recorded() as lines:
        app.draw()
    _, found = lines[-1]
    for spot in (found.midleft, found.midright):
        beside = spot[0] + (-4 if spot == found.midleft else 4), spot[1]
        assert app.screen.get_at(beside)[:3] == pygame.Color(*INK)[:3]


def names_of_places(app: App, name: str, language: str, scale: int = 100) -> OpenTableScene:
    """A screen of tools.screens, drawn: `named` of its desk is where its places' names are."""
    app.settings.language, app.settings.scale = language, scale
    app.save_settings()
    all_screens()[name](app)
    resize(app, (1280, 720))
    app.draw()
    assert isinstance(app.scene, Table)
    assert isinstance(app.scene.scene, OpenTableScene)
    return app.scene.scene


def test_a_trays_name_leaves_the_dice_of_backgammon(app: App) -> None:
    desk = names_of_places(app, "open-box-backgammon", "fr", 200).desk
    dice = [one for one in desk.things if one.shape == "die"]
    assert len(dice) == 4
    for one in dice:
        box = Rect(0, 0, one.size[0] * desk.camera.scale, one.size[1] * desk.camera.scale)
        box.center = desk.camera.to_screen(one.at)
        assert box.collidelist(desk.named) == -1


@pytest.mark.parametrize("scale", [100, 200])
def test_names_of_places_leave_the_name_that_somebody_gave_a_pile(app: App, scale: int) -> None:
    desk = names_of_places(app, "open-edges-6", "en", scale).desk
    (stack,) = [one for one in desk.things if one.name]
    assert badges.name_box(app.canvas(), desk, stack).collidelist(desk.named) == -1
    assert len(desk.named) == 3


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_words_beside_a_shot_hide_no_place_and_no_name_of_one(app: App, language: str) -> None:
    scene = names_of_places(app, "open-shot", language)
    desk = scene.desk
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    said = say(flicking.words(desk))
    boxes = [box for words, box in lines if words == said and desk.camera.rect.contains(Rect(box))]
    assert boxes, "at the hand, not only on the panel"
    places = [area_box(desk, area) for area in desk.areas]
    assert all(Rect(box).collidelist([*places, *desk.named]) == -1 for box in boxes)


def test_a_name_that_must_lie_on_a_light_board_has_a_ground(app: App) -> None:
    scene = names_of_places(app, "open-box-crokinole", "fr", 200)
    (board,) = [one for one in scene.desk.things if one.shape == "board"]
    on_it = [box for box in scene.desk.named if board_box(scene.desk, board).contains(box)]
    assert on_it, "there is no room beside it"
    canvas = app.canvas()
    for box in on_it:
        corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
        assert all(sum(app.screen.get_at(canvas.point(at))[:3]) < 420 for at in corners)


def test_a_name_does_not_lie_across_the_tables_edge_where_there_is_room_beside(app: App) -> None:
    desk = names_of_places(app, "open-box-wheel", "es").desk
    assert len(desk.named) == 2
    edge = desk.camera.mat
    assert all(edge.contains(box) or not edge.colliderect(box) for box in desk.named)
