"""From the setup to a table with the chosen box, and to another match with it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pygame

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.setup import BoxSetup, ShelfScene
from grenade_salad.app.match import pause_menu, start_match
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.setup import setup
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_writer import write_starter_box
from grenade_salad.boxes.bundled import names
from grenade_salad.boxes.shelf import boxes_folder
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.match.match import Controller
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tools.tables import get_board, get_top_scene


def _box_name(app: App) -> str:
    header = get_board(app.scene, OpenTableBoard).controller.match.header
    assert isinstance(header.setup, TableSetup)
    return header.setup.box.name


def test_chosen_box_is_played_and_played_again(app: App) -> None:
    app.push(HomeScene(app))
    box_setup = expect_type(BoxSetup, setup.make_setup_scene(app, "open-table"))
    app.push(box_setup)
    run_frames(app, 2)
    accessible_names = {node.name for nodes in app.tree().nodes.values() for node in nodes[:1]}
    assert not {"Hints allowed", "House rules", "Which house rules", "All house rules"} & accessible_names, (
        "nothing that means nothing here"
    )
    assert not any(name.startswith("Steady hands") for name in accessible_names), "cards do not slide"
    assert box_setup.box_button.rect.y < box_setup.count_choice.rect.y
    click(app, box_setup.box_button.on_screen().center)
    shelf = _current_scene(app, ShelfScene)
    assert [card.box and card.box.opened.box.name for card in shelf.cards] == [
        bundled.load_box(name).box.name for name in names()
    ]
    click(app, shelf.cards[names().index("dice")].on_screen().center)
    click(app, box_setup.start_button.rect.center)
    assert _box_name(app) == "Dice"
    table = get_board(app.scene, OpenTableBoard).table
    start_match.play_again(app, table.controller.match.header, table.controller.controllers)
    assert _box_name(app) == "Dice"
    assert [place.name for place in BoxSetup(app).list_places()[:2]] == ["dice", "cards"], "what was used last is first"


def test_box_decides_how_many_can_play(app: App) -> None:
    app.push(HomeScene(app))
    box_setup = expect_type(BoxSetup, setup.make_setup_scene(app, "open-table"))
    app.push(box_setup)
    box_setup.show_shelf()
    run_frames(app, 2)
    click(app, _current_scene(app, ShelfScene).cards[names().index("draughts")].on_screen().center)
    assert app.scene is box_setup
    assert box_setup.count == 2
    box_setup._choose_count(2)
    assert not box_setup.start_button.enabled
    assert box_setup.refusal


S = TypeVar("S", bound=Scene)


def _current_scene(app: App, kind: type[S]) -> S:
    assert isinstance(app.scene, kind)
    return app.scene


def _csv(path: Path, text: str = "Name,count\nStorm,2\nCalm,3\n") -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _drop(app: App, path: Path) -> None:
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    run_frames(app, 2)


def test_a_spreadsheet_is_dropped_on_the_window_and_played(app: App, tmp_path: Path) -> None:
    app.push(HomeScene(app))
    file = _csv(tmp_path / "nine.csv")
    _drop(app, file)
    box_setup = _current_scene(app, BoxSetup)
    click(app, box_setup.start_button.rect.center)
    assert _box_name(app) == "nine"
    assert app.settings.opened["open-table"] == [str(file)]
    app.home()
    app.push(next_setup := BoxSetup(app))
    assert next_setup.list_places()[0].path == file, "what was opened last is first"
    _csv(file, "Name,count\nStorm,x\nCalm,2\n")
    app.home()
    _drop(app, file)
    box = _current_scene(app, BoxSetup).chosen.opened.box
    assert box.kinds[0].counts == (1, 2)
    assert [(loss.cause, loss.names) for loss in box.losses] == [("cell", ("Storm",))]


def test_own_boxes_are_on_the_shelf_and_bad_ones_say_why(app: App) -> None:
    write_starter_box(_make_folder(boxes_folder(app.data_folder)) / "mine")
    _make_folder(boxes_folder(app.data_folder) / "bad")
    (boxes_folder(app.data_folder) / "bad" / "box.toml").write_text("box = 9")
    app.push(box_setup := BoxSetup(app))
    box_setup.show_shelf()
    run_frames(app, 1)
    shelf = _current_scene(app, ShelfScene)
    bad, mine = shelf.cards[:2]
    assert mine.box is not None
    assert mine.box.opened.box.name == "mine"
    assert bad.error is not None
    node = next(nodes[0] for nodes in app.tree().nodes.values() if nodes and nodes[0].name == "bad")
    assert "It can't be opened" in node.description
    assert "box = 1" in node.description
    click(app, bad.on_screen().center)
    assert "box = 1" in say(_current_scene(app, Dialog).words), "all reasons"
    press_keys(app, pygame.K_ESCAPE)
    click(app, mine.on_screen().center)
    run_frames(app, 2)
    assert _current_scene(app, BoxSetup).chosen.opened.box.name == "mine", "the bad one stops nobody"


def _make_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_rules_of_the_box_are_read_in_setup_and_at_the_table(app: App) -> None:
    app.push(HomeScene(app))
    box_setup = setup.make_setup_scene(app, "open-table")
    app.push(box_setup)
    run_frames(app, 1)
    assert isinstance(box_setup, BoxSetup)
    for _ in range(2):
        app.open_rules(app.scene.rules_page)
        assert _current_scene(app, RulesScene).text.blocks[0].words == "Cards"
        app.pop()
        if app.scene is box_setup:
            box_setup.start()
            run_frames(app, 1)


def test_phones_are_offered_once_for_three_secret_hands(app: App) -> None:
    app.push(HomeScene(app))
    box_setup = expect_type(BoxSetup, setup.make_setup_scene(app, "open-table"))
    app.push(box_setup)
    box_setup.count_choice.choose(2)
    for seat in range(3):
        box_setup.give_seat(seat, Controller())
    click(app, box_setup.start_button.rect.center)
    dialog = get_top_scene(app, Dialog)
    assert str(dialog.title) == "Where are your cards?"
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is box_setup
    click(app, box_setup.start_button.rect.center)
    assert len(get_board(app.scene, OpenTableBoard).controller.persons) == 3, "it is said once"


def test_untouched_table_does_not_stay_in_the_history(app: App) -> None:
    app.push(HomeScene(app))
    journal = app.journal
    assert journal is not None
    for has_acted in (False, True):
        box_setup = expect_type(BoxSetup, setup.make_setup_scene(app, "open-table"))
        app.push(box_setup)
        run_frames(app, 2)
        click(app, box_setup.start_button.rect.center)
        table = get_board(app.scene, OpenTableBoard).table
        assert len(journal.matches()) == 1
        run_until(app, lambda table=table: table.controller.actor is not None)
        if has_acted:
            assert table.controller.act(actions.Set(0, "turn", to=1))
        pause_menu.show(table.controller, table.extra_answers, is_lesson=False)
        assert ("saved" in say(expect_type(Dialog, app.scene).words)) == has_acted, "and its menu does not say so"
        app.home()
        assert len(journal.matches()) == has_acted
