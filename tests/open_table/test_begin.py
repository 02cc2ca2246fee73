"""From the set-up to a table with the box that was chosen, and the same box again."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pygame

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.setup import BoxSetup, ShelfScene
from grenade_salad.app.match import pause_menu, start_match
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.setup import setup
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.bundled import names
from grenade_salad.boxes.scaffold import write_new
from grenade_salad.boxes.shelf import folder_in
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.match.match import Controller
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, until
from tests.app.conftest import kept_window as kept_window
from tests.kinds import as_a
from tools.tables import on_top, scene_on


def _box(app: App) -> str:
    header = scene_on(app.scene, OpenTableScene).table.match.header
    assert isinstance(header.setup, TableSetup)
    return header.setup.box.name


def test_the_chosen_box_lies_on_the_table_and_again(app: App) -> None:
    app.push(HomeScene(app))
    before = as_a(BoxSetup, setup.set_up(app, "open-table"))
    app.push(before)
    frames(app, 2)
    heard = {node.name for nodes in app.tree().nodes.values() for node in nodes[:1]}
    assert not {"Hints allowed", "House rules", "Which house rules", "All house rules"} & heard, (
        "nothing that means nothing here"
    )
    assert not any(name.startswith("Steady hands") for name in heard), "cards do not slide"
    assert before.box_button.rect.y < before.count_choice.rect.y
    click(app, before.box_button.on_screen().center)
    shelf = _shown(app, ShelfScene)
    assert [card.box.opened.box.name for card in shelf.cards] == [bundled.opened(name).box.name for name in names()]
    click(app, shelf.cards[names().index("dice")].on_screen().center)
    click(app, before.start_button.rect.center)
    assert _box(app) == "Dice"
    table = scene_on(app.scene, OpenTableScene).table
    start_match.again(app, table.match.header, table.controllers)
    assert _box(app) == "Dice"
    assert [box.name for box in BoxSetup(app).shelf.boxes[:2]] == ["dice", "cards"], "what was used last stands first"


def test_the_box_says_how_many_play_it(app: App) -> None:
    app.push(HomeScene(app))
    before = as_a(BoxSetup, setup.set_up(app, "open-table"))
    app.push(before)
    before.show_shelf()
    frames(app, 2)
    click(app, _shown(app, ShelfScene).cards[names().index("draughts")].on_screen().center)
    assert app.scene is before
    assert before.count == 2
    before._counted(2)
    assert not before.start_button.enabled
    assert before.refusal


S = TypeVar("S", bound=Scene)


def _shown(app: App, kind: type[S]) -> S:
    assert isinstance(app.scene, kind)
    return app.scene


def _csv(path: Path, text: str = "Name,count\nStorm,2\nCalm,3\n") -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _drop(app: App, path: Path) -> None:
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    frames(app, 2)


def test_a_spreadsheet_is_dropped_on_the_window_and_played(app: App, tmp_path: Path) -> None:
    app.push(HomeScene(app))
    file = _csv(tmp_path / "nine.csv")
    _drop(app, file)
    before = _shown(app, BoxSetup)
    click(app, before.start_button.rect.center)
    assert _box(app) == "nine"
    assert app.settings.opened["open-table"] == [str(file)]
    app.home()
    app.push(again := BoxSetup(app))
    assert again.shelf.boxes[0].path == file, "what was opened last stands first"
    _csv(file, "Name,count\nStorm,x\nCalm,y\n")
    app.home()
    _drop(app, file)
    assert "line 2: count: 'x'" in say(_shown(app, Dialog).words)
    assert "line 3: count: 'y'" in say(_shown(app, Dialog).words)


def test_own_boxes_stand_on_the_shelf_and_bad_ones_say_why(app: App) -> None:
    write_new(_made(folder_in(app.data_folder)) / "mine")
    _made(folder_in(app.data_folder) / "bad")
    (folder_in(app.data_folder) / "bad" / "box.toml").write_text("box = 9")
    app.push(before := BoxSetup(app))
    assert before.shelf.boxes[0].opened.box.name == "mine"
    before.show_shelf()
    frames(app, 1)
    assert any("box = 1" in say(label.words) for label in _shown(app, ShelfScene).lines)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_how_people_play_is_read_at_the_set_up_and_at_the_table(app: App) -> None:
    app.push(HomeScene(app))
    before = setup.set_up(app, "open-table")
    app.push(before)
    frames(app, 1)
    assert isinstance(before, BoxSetup)
    for _ in range(2):
        app.open_rules(app.scene.rules_page)
        assert _shown(app, RulesScene).text.blocks[0].words == "Cards"
        app.pop()
        if app.scene is before:
            before.start()
            frames(app, 1)


def test_with_three_secret_hands_phones_are_offered_once(app: App) -> None:
    app.push(HomeScene(app))
    before = as_a(BoxSetup, setup.set_up(app, "open-table"))
    app.push(before)
    before.count_choice.choose(2)
    for seat in range(3):
        before.give_seat(seat, Controller())
    click(app, before.start_button.rect.center)
    asked = on_top(app, Dialog)
    assert str(asked.title) == "Where are your cards?"
    key(app, pygame.K_ESCAPE)
    assert app.scene is before
    click(app, before.start_button.rect.center)
    assert len(scene_on(app.scene, OpenTableScene).table.persons) == 3, "it is said once"


def test_table_at_which_nothing_was_done_does_not_stay_in_the_history(app: App) -> None:
    app.push(HomeScene(app))
    journal = app.journal
    assert journal is not None
    for acts in (False, True):
        box = as_a(BoxSetup, setup.set_up(app, "open-table"))
        app.push(box)
        frames(app, 2)
        click(app, box.start_button.rect.center)
        table = scene_on(app.scene, OpenTableScene).table
        assert len(journal.matches()) == 1
        until(app, lambda table=table: table.actor is not None)
        if acts:
            assert table.act(actions.Set(0, "turn", to=1))
        pause_menu.show(table)
        assert ("saved" in say(as_a(Dialog, app.scene).words)) == acts, "and its menu does not say so"
        app.home()
        assert len(journal.matches()) == acts
