"""What lies on a table becomes a box: a prototype without a file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.box_saving import NamingScene
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import parse
from grenade_salad.boxes.box_writer import box_of, described, hidden_texts, save
from grenade_salad.boxes.loader import open_box
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.view import TableView
from tests.app.conftest import app as app
from tests.app.conftest import click, key, write
from tests.app.conftest import kept_window as kept_window
from tests.kinds import as_a
from tests.open_table.at_table import lay
from tests.open_table.playing import act, play, settle, table_of


def test_a_description_reads_back_to_the_same_box() -> None:
    for name in bundled.names():
        box = bundled.opened(name).box
        assert parse(described(box).encode(), box.rules) == box, name


def _where(view: TableView) -> set[tuple[str, float, float, bool]]:
    return {
        (view.box.kinds[piece.face.kind].fronts[piece.face.front], round(piece.x), round(piece.y), piece.face.side >= 0)
        for piece in view.pieces
        if piece.face.kind is not None and piece.face.front is not None and piece.holder is None
    }


@pytest.mark.quick("few")
@pytest.mark.parametrize("names", [("cards", "blank", "backgammon"), bundled.names()], ids=["few", "all"])
def test_any_table_can_be_saved(names: tuple[str, ...]) -> None:
    for name in names:
        box = bundled.opened(name).box
        for seed in (1,):
            state, rng = table_of(box, box.seats[0], seed), Random(seed)
            for _ in play(state, 40, rng):
                pass
            settle(state, rng)
            if hidden_texts(state.full_view(), state.view(None)):
                continue
            made = box_of(state.view(None), "Mine")
            for seats in range(made.seats[0], made.seats[1] + 1):
                reason = why_not_setup(seats, TableSetup(made))
                assert reason is None, f"{name}, {seed}: {reason}"
            assert parse(described(made).encode(), box.rules) == made, name


def test_cards_that_were_written_on_are_cards_of_the_new_box(tmp_path: Path) -> None:
    blank = bundled.opened("blank")
    state = start(2, TableOptions(), blank.setup)
    settle(state, Random(1))
    for at, words in enumerate(("Storm", "Calm", "Storm")):
        act(state, actions.Move(0, of="draw", to=(200.0 + 70 * at, 400.0), face="up"))
        act(state, actions.Set(0, "text", state.view(0).order[-1], words))
    folder = save(state.view(None), tmp_path, "Weather: a game / of cards")
    assert folder.parent == tmp_path / "boxes"
    opened = open_box(folder)
    kind = opened.box.kinds[0]
    assert dict(zip(kind.fronts, kind.counts, strict=True)) == {"a blank card": 57, "Storm": 2, "Calm": 1}
    assert opened.pictures
    again = table_of(opened.box, 2)
    assert {one for one in _where(again.view(None)) if one[0] in ("Storm", "Calm")} == {
        ("Storm", 200, 400, True),
        ("Calm", 270, 400, True),
        ("Storm", 340, 400, True),
    }
    assert save(state.view(None), tmp_path, "Weather: a game / of cards").name == f"{folder.name} 2"


def test_what_is_hidden_is_in_no_file() -> None:
    state = table_of(bundled.opened("cards").box, 2)
    act(state, actions.Deal(0, "draw", 5))
    saved = {described(box_of(state.resample(0, Random(seed)).view(None), "Mine")) for seed in range(5)}
    assert len(saved) == 1
    blank = table_of(bundled.opened("blank").box, 2)
    act(blank, actions.Move(0, of="draw", to=(200.0, 400.0), face="up"))
    number = blank.view(0).order[-1]
    act(blank, actions.Set(0, "text", number, "a secret"))
    assert hidden_texts(blank.full_view(), blank.view(None)) == 0
    act(blank, actions.Move(0, (number,), to="hand 0"))
    assert hidden_texts(blank.full_view(), blank.view(None)) == 1
    assert "a secret" not in described(box_of(blank.view(None), "Mine"))


def press_save(app: App) -> None:
    """In the pause menu."""
    buttons = [item for item in app.scene.widgets.items if isinstance(item, Button)]
    click(app, next(button for button in buttons if str(button.words) == "Save as a box").on_screen().center)


@pytest.mark.parametrize("name", ["Our own go", ""])
def test_name_of_the_new_box_is_asked(app: App, name: str) -> None:
    opened = bundled.opened("go")
    lay(app, opened.box, pictures=opened.hash)
    key(app, pygame.K_ESCAPE)
    press_save(app)
    naming = as_a(NamingScene, app.scene)
    assert naming.entry.value == "Go, 13 lines"
    naming.entry.value = ""
    if name:
        write(app, name)
    key(app, pygame.K_RETURN)
    assert app.scene is not naming
    [folder] = (app.data_folder / "boxes").iterdir()
    assert folder.name == open_box(folder).box.name == (name or "Go 13 lines")


def test_no_box_is_saved_without_a_name(app: App) -> None:
    lay(app, bundled.opened("go").box)
    key(app, pygame.K_ESCAPE)
    press_save(app)
    key(app, pygame.K_ESCAPE)
    assert not (app.data_folder / "boxes").exists()
