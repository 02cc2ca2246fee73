"""The page "What is what?" by mouse, keys and screen reader."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.open_table.guess_scene import GuessScene
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.shell.choice_menu import ChoiceMenu
from grenade_salad.app.ui.widgets import Choice, Slider, Toggle
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes.answers import PictureUse
from grenade_salad.boxes.saved_answers import FILE, SavedAnswers, load_answers
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, resize, run_frames, run_until
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tests.open_table.test_door import WIDGETS
from tests.open_table.test_picture_deck import _png
from tests.open_table.test_tables import EVENTS, GOODS, NO_HEAD, OTHER_HEADS, _workbook


def _drop(app: App, path: Path) -> None:
    if not app.stack:
        app.push(HomeScene(app))
    app.home()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    run_until(app, lambda: isinstance(app.scene, (BoxSetup, GuessScene)))
    run_frames(app, 3)


def _page(app: App) -> GuessScene:
    assert isinstance(app.scene, GuessScene)
    return app.scene


def _finish(app: App) -> BoxSetup:
    click(app, _page(app).done_button.rect.center)
    run_until(app, lambda: isinstance(app.scene, BoxSetup))
    assert isinstance(app.scene, BoxSetup)
    return app.scene


def _choices(page: GuessScene) -> list[Choice]:
    return [item for item in page.widgets.items if isinstance(item, Choice)]


def test_page_opens_by_itself_if_the_names_were_guessed_and_is_remembered(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(NO_HEAD, encoding="utf-8")
    _drop(app, tmp_path / "a.csv")
    page = _page(app)
    lines = list(app.tree().lines())
    assert any("Lighthouse" in line and "An example" in line for line in lines), "the cards are read"
    assert [choice.labels[choice.chosen] for choice in _choices(page)] == [
        "Name",
        "Number in the corner",
        "A line of its own",
        "Text",
    ]
    _choices(page)[2].set_to("Copies")
    assert page.cards[0].text == "Whoever holds it sees everything."
    box = _finish(app).chosen.opened.box
    assert box.kinds[0].counts == (2, 3, 1)
    (tmp_path / "b.csv").write_text(NO_HEAD.replace("Sandbank", "Shoal"), encoding="utf-8")
    _drop(app, tmp_path / "b.csv")
    assert isinstance(app.scene, BoxSetup), "a table with these columns is known"
    assert app.scene.chosen.opened.box.kinds[0].counts == (2, 3, 1)
    assert load_answers(app.data_folder) == app.opened_boxes.answers


def test_keys_alone_say_what_a_column_is(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(OTHER_HEADS, encoding="utf-8")
    _drop(app, tmp_path / "a.csv")
    assert isinstance(app.scene, BoxSetup)
    button = app.scene.guess_button
    assert button.visible
    app.scene.widgets.set_focus(button)
    press_keys(app, pygame.K_RETURN)
    page = _page(app)
    first = _choices(page)[0]
    assert page.widgets.focus is first
    assert say(first.label) == "Karte"
    assert first.labels[first.chosen] == "Name"
    press_keys(app, pygame.K_RIGHT)
    assert [choice.labels[choice.chosen] for choice in _choices(page)[:4]] == [
        "Text",
        "Number in the corner",
        "Copies",
        "A line of its own",
    ], "the column that had this role is a line now"
    page.widgets.set_focus(page.done_button)
    press_keys(app, pygame.K_RETURN)
    run_until(app, lambda: isinstance(app.scene, BoxSetup))
    assert isinstance(app.scene, BoxSetup)
    printed = app.scene.chosen.opened.box.kinds[0].printed[0]
    assert [printed.title, printed.text] == ["", "Brücke\nBeschreibung Verbindet zwei Inseln."]
    press_keys(app, pygame.K_ESCAPE)


def test_menu_shows_all_roles_and_is_left_without_a_choice(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(OTHER_HEADS, encoding="utf-8")
    _drop(app, tmp_path / "a.csv")
    assert isinstance(app.scene, BoxSetup)
    app.scene.ask_what()
    page = _page(app)
    run_frames(app, 2)
    before = page.tables
    for leave in (lambda: press_keys(app, pygame.K_ESCAPE), lambda: click(app, (2, 2))):
        click(app, _choices(page)[0].on_screen().center)
        menu = expect_type(ChoiceMenu, app.scene)
        assert say(menu.accessible_name()) == "Karte"
        assert [button.words for button in menu.buttons] == list(_choices(page)[0].labels)
        assert menu.widgets.focus is menu.buttons[0]
        leave()
        assert _page(app) is page
    assert page.tables == before
    press_keys(app, pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert _choices(page)[0].labels[_choices(page)[0].chosen] == "Number in the corner"
    click(app, _choices(page)[0].on_screen().center)
    menu = expect_type(ChoiceMenu, app.scene)
    click(app, menu.buttons[-1].on_screen().center)
    assert page.tables[0].roles[0] == "none"


def test_stepping_through_roles_takes_none_away(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(OTHER_HEADS, encoding="utf-8")
    _drop(app, tmp_path / "a.csv")
    assert isinstance(app.scene, BoxSetup)
    app.scene.ask_what()
    page = _page(app)
    before = page.tables[0].roles
    step_count = len(_choices(page)[0].labels) - 1
    press_keys(app, *[pygame.K_RIGHT] * step_count)
    assert page.tables[0].roles == ("none", *before[1:])
    press_keys(app, *[pygame.K_LEFT] * (step_count - 1))
    assert page.tables[0].roles[0] == "text"
    assert page.tables[0].roles.count("text") == 1
    assert "was “Text” until now" in app.messages.texts[-1]


def test_back_of_pictures_is_chosen(app: App, tmp_path: Path) -> None:
    for name in ("a", "b", "cover", "z-back"):
        (tmp_path / "deck" / f"{name}.png").parent.mkdir(exist_ok=True)
        (tmp_path / "deck" / f"{name}.png").write_bytes(_png(63, 88))
    _drop(app, tmp_path / "deck")
    assert isinstance(app.scene, BoxSetup)
    app.scene.ask_what()
    page = _page(app)
    backs = _choices(page)[-1]
    assert [say(backs.label), backs.labels[backs.chosen]] == ["Their back", "z back"]
    backs.set_to("cover")
    app.draw()
    kinds = _finish(app).chosen.opened.box.kinds
    assert [(kind.fronts, kind.back_picture) for kind in kinds] == [(("a", "b"), "cover.png"), (("z back",), "")]
    app.scene.widgets.set_focus(app.scene.guess_button)
    press_keys(app, pygame.K_RETURN)
    page = _page(app)
    backs = next(choice for choice in _choices(page) if say(choice.label) == "Their back")
    assert backs.labels[backs.chosen] == "cover", "the answer is remembered"
    backs.set_to("A plain back")
    kinds = _finish(app).chosen.opened.box.kinds
    assert {kind.back_picture for kind in kinds} == {""}
    assert sorted(front for kind in kinds for front in kind.fronts) == ["a", "b", "cover", "z back"]


def test_sheets_are_ticked_and_shown_one_by_one(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(_workbook(Events=EVENTS, Goods=GOODS))
    _drop(app, tmp_path / "a.xlsx")
    assert isinstance(app.scene, BoxSetup)
    app.scene.ask_what()
    page = _page(app)
    _choices(page)[0].set_to("Goods")
    assert "Salt" in [card.title for card in page.cards]
    toggles = [item for item in page.widgets.items if isinstance(item, Toggle)]
    assert [(toggle.words, toggle.value) for toggle in toggles] == [("Events", True), ("Goods", True)]
    toggles[1].activate()
    box = _finish(app).chosen.opened.box
    assert [kind.fronts for kind in box.kinds] == [("Calm", "Gale")]


def test_lone_picture_is_cut_as_people_say(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(_png(1260, 880))
    _drop(app, tmp_path / "a.png")
    page = _page(app)
    assert any("A board, a card, or a sheet of how many?" in line for line in app.tree().lines())
    _choices(page)[0].set_to("A sheet of several cards")
    columns, rows = (item for item in page.widgets.items if isinstance(item, Slider))
    columns.set_to(10.0)
    rows.set_to(5.0)
    app.draw()
    assert any("That is 50 cards." in line for line in app.tree().lines())
    kind = _finish(app).chosen.opened.box.kinds[0]
    assert [kind.sheet, len(kind.fronts)] == [(10, 5), 50]
    assert app.opened_boxes.answers.pictures[page.pictures[0].key] == PictureUse("sheet", 10, 5)


def test_game_of_several_is_asked_for_once(app: App, tmp_path: Path) -> None:
    for name in ("day.pcio", "night.pcio"):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("widgets.json", WIDGETS)
        (tmp_path / name).write_bytes(data.getvalue())
    _drop(app, tmp_path)
    _choices(_page(app))[0].set_to("night.pcio")
    assert _finish(app).chosen.opened.variant == "night.pcio"
    run_frames(app, 5)
    assert isinstance(app.scene, BoxSetup), "it is not asked again"


def test_answers_without_a_card_leave_the_page_in_reach(app: App, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,price\nA,0\nB,0\n", encoding="utf-8")
    _drop(app, tmp_path / "a.csv")
    assert isinstance(app.scene, BoxSetup)
    app.scene.ask_what()
    _choices(_page(app))[1].set_to("Copies")
    assert len(_finish(app).chosen.opened.box.kinds[0].fronts) == 2


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (600, 1000)])
def test_page_is_drawn_in_every_window(app: App, tmp_path: Path, size: tuple[int, int]) -> None:
    heads = ",".join(f"Head {index}" for index in range(25))
    rows = "".join(",".join(f"word {row} {index}" for index in range(25)) + "\n" for row in range(5))
    (tmp_path / "a.csv").write_text(f"{heads}\n{rows}", encoding="utf-8")
    app.push(HomeScene(app))
    resize(app, size)
    _drop(app, tmp_path / "a.csv")
    app.draw()
    page = _page(app)
    assert len(_choices(page)) == 25
    for _ in range(30):
        press_keys(app, pygame.K_DOWN)
    assert page.scroll.offset > 0, "keys reach the last column"


def test_broken_answers_are_no_answers(tmp_path: Path) -> None:
    for data in (b"", b"[", b'{"columns": {"a": ["nothing"]}}', b"\xff"):
        (tmp_path / FILE).write_bytes(data)
        assert load_answers(tmp_path) == SavedAnswers()
    answers = SavedAnswers()
    for index in range(500):
        answers.columns[str(index)] = ("title",)
    answers.add(tmp_path, answers.for_path(tmp_path))
    assert len(answers.columns) <= 500
