"""The pieces on a table become a box: a prototype without a file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.box_files import NamingScene
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import parse_box
from grenade_salad.boxes.box_writer import build_box, count_hidden_texts, format_box, save_box
from grenade_salad.boxes.loader import open_box
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.view import TableView
from grenade_salad.quarantine.boxes import open_in_quarantine
from grenade_salad.quarantine.process import Quarantine
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, type_text
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tests.open_table.at_table import push_table
from tests.open_table.playing import act, new_table, play, settle


def test_a_description_reads_back_to_the_same_box() -> None:
    for name in bundled.names():
        box = bundled.load_box(name).box
        assert parse_box(format_box(box).encode(), box.rules) == box, name


def _piece_places(view: TableView) -> set[tuple[str, float, float, bool]]:
    return {
        (view.box.kinds[piece.face.kind].fronts[piece.face.front], round(piece.x), round(piece.y), piece.face.side >= 0)
        for piece in view.pieces
        if piece.face.kind is not None and piece.face.front is not None and piece.holder is None
    }


@pytest.mark.quick("few")
@pytest.mark.parametrize("names", [("cards", "blank", "backgammon"), bundled.names()], ids=["few", "all"])
def test_any_table_can_be_saved(names: tuple[str, ...]) -> None:
    for name in names:
        box = bundled.load_box(name).box
        for seed in (1,):
            state, rng = new_table(box, box.seats[0], seed), Random(seed)
            for _ in play(state, 40, rng):
                pass
            settle(state, rng)
            if count_hidden_texts(state.full_view(), state.view(None)):
                continue
            saved_box = build_box(state.view(None), "Mine")
            for seats in range(saved_box.seats[0], saved_box.seats[1] + 1):
                reason = why_not_setup(seats, TableSetup(saved_box))
                assert reason is None, f"{name}, {seed}: {reason}"
            assert parse_box(format_box(saved_box).encode(), box.rules) == saved_box, name


def test_written_cards_become_cards_of_the_new_box(tmp_path: Path) -> None:
    blank = bundled.load_box("blank")
    state = start(2, TableOptions(), blank.setup)
    settle(state, Random(1))
    for index, words in enumerate(("Storm", "Calm", "Storm")):
        act(state, actions.Move(0, of="draw", to=(200.0 + 70 * index, 400.0), face="up"))
        act(state, actions.Set(0, "text", state.view(0).order[-1], words))
    folder = save_box(state.view(None), blank.pictures, tmp_path, "Weather: a game / of cards")
    assert folder.parent == tmp_path / "boxes"
    opened = open_box(folder)
    kind = opened.box.kinds[0]
    assert dict(zip(kind.fronts, kind.counts, strict=True)) == {"a blank card": 57, "Storm": 2, "Calm": 1}
    assert opened.pictures
    loaded = new_table(opened.box, 2)
    assert {place for place in _piece_places(loaded.view(None)) if place[0] in ("Storm", "Calm")} == {
        ("Storm", 200, 400, True),
        ("Calm", 270, 400, True),
        ("Storm", 340, 400, True),
    }
    assert save_box(state.view(None), blank.pictures, tmp_path, "Weather: a game / of cards").name == f"{folder.name} 2"


def test_box_from_a_stranger_is_saved_with_pictures_that_are_what_they_are_called(
    tmp_path: Path, shared_quarantine: Quarantine
) -> None:
    opened = open_in_quarantine(shared_quarantine, bundled.folder("chess"))
    assert any(name.endswith(".svg") for name in opened.pictures)
    state = start(2, TableOptions(), opened.setup)
    folder = save_box(state.view(None), opened.pictures, tmp_path, "Mine")
    saved = open_in_quarantine(shared_quarantine, folder)
    assert all(name.endswith(".png") for name in saved.pictures)
    assert sorted(saved.pictures.values()) == sorted(opened.pictures.values())
    assert [len(kind.pictures) for kind in saved.box.kinds] == [len(kind.pictures) for kind in opened.box.kinds]


def test_hidden_pieces_are_in_no_file() -> None:
    state = new_table(bundled.load_box("cards").box, 2)
    act(state, actions.Deal(0, "draw", 5))
    descriptions = {format_box(build_box(state.resample(0, Random(seed)).view(None), "Mine")) for seed in range(5)}
    assert len(descriptions) == 1
    blank = new_table(bundled.load_box("blank").box, 2)
    act(blank, actions.Move(0, of="draw", to=(200.0, 400.0), face="up"))
    card_id = blank.view(0).order[-1]
    act(blank, actions.Set(0, "text", card_id, "a secret"))
    assert count_hidden_texts(blank.full_view(), blank.view(None)) == 0
    act(blank, actions.Move(0, (card_id,), to="hand 0"))
    assert count_hidden_texts(blank.full_view(), blank.view(None)) == 1
    assert "a secret" not in format_box(build_box(blank.view(None), "Mine"))


def press_save(app: App) -> None:
    """Press "Save as a box" in the pause menu."""
    buttons = [item for item in app.scene.widgets.items if isinstance(item, Button)]
    click(app, next(button for button in buttons if str(button.words) == "Save as a box").on_screen().center)


@pytest.mark.parametrize("name", ["Our own go", ""])
def test_new_box_gets_the_name_that_is_typed(app: App, name: str) -> None:
    opened = bundled.load_box("go")
    push_table(app, opened.box, pictures=opened.pictures_hash)
    press_keys(app, pygame.K_ESCAPE)
    press_save(app)
    naming = expect_type(NamingScene, app.scene)
    assert naming.entry.value == "Go, 13 lines"
    naming.entry.value = ""
    if name:
        type_text(app, name)
    press_keys(app, pygame.K_RETURN)
    assert app.scene is not naming
    [folder] = (app.data_folder / "boxes").iterdir()
    assert folder.name == open_box(folder).box.name == (name or "Go 13 lines")


def test_no_box_is_saved_without_a_name(app: App) -> None:
    push_table(app, bundled.load_box("go").box)
    press_keys(app, pygame.K_ESCAPE)
    press_save(app)
    press_keys(app, pygame.K_ESCAPE)
    assert not (app.data_folder / "boxes").exists()
