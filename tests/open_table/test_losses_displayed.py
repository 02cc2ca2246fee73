"""The places where losses of a box are read: set-up, table, phones, command."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes.losses import TITLE
from grenade_salad.cli import main
from grenade_salad.games.open_table.box import Box, Loss, TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets.compose import TableStatus, compose_sheet
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import press_keys, run_frames
from tests.kinds import expect_type

_LOSSES = (
    Loss("picture", "internet", 2, ("Red tent", "Blue tent")),
    Loss("rule", "automatic", 9),
)
_LINES = (
    "2 pictures are on the internet, and nothing is fetched here: Red tent, Blue tent.",
    "9 things happen by themselves there; here you do them by hand.",
)


def _write_box(folder: Path, losses: int = 0) -> Path:
    folder.mkdir()
    lines = ['box = 1\nname = "Tents"\n']
    for loss in (*_LOSSES, *(Loss("piece", f"unknown {index}") for index in range(losses))):
        names = ", ".join(f'"{name}"' for name in loss.names)
        lines.append(
            f'[[losses]]\npart = "{loss.part}"\ncause = "{loss.cause}"\ncount = {loss.count}\nnames = [{names}]\n'
        )
    (folder / "box.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _open_setup(app: App, folder: Path) -> BoxSetup:
    app.push(HomeScene(app))
    app.scene.on_file_dropped(folder)
    run_frames(app, 1)
    return expect_type(BoxSetup, app.scene)


def test_losses_are_beside_the_box_and_on_the_page_at_the_table(app: App, tmp_path: Path) -> None:
    setup = _open_setup(app, _write_box(tmp_path / "tents"))
    assert [say(label.words) for label in setup.loss_labels] == [say(TITLE), *_LINES]
    assert all(label in setup.widgets.items and label.rect.height > 0 for label in setup.loss_labels)
    nodes = [label.accessible_node() for label in setup.loss_labels]
    assert [node.role for node in nodes] == ["heading", "text", "text"]
    setup.start()
    run_frames(app, 1)
    press_keys(app, pygame.K_F1)
    run_frames(app, 1)
    words = [block.words for block in expect_type(RulesScene, app.scene).text.blocks]
    assert words[:5] == [say(TITLE), "What is missing", _LINES[0], "What you do by hand", _LINES[1]]


def test_spreadsheet_of_which_all_is_read_is_not_said_to_differ(app: App, tmp_path: Path) -> None:
    """Its columns were guessed, and nothing is missing."""
    cards = tmp_path / "karten.csv"
    cards.write_text("Name;Anzahl;Text\nRitter;3;Zieh eine Karte\nBurg;2;Bleib stehen\n", encoding="utf-8")
    setup = _open_setup(app, cards)
    words = [say(label.words) for label in setup.loss_labels]
    assert words[:2] == ["What was guessed", "Taken for the number of copies: Anzahl."]
    assert say(TITLE) not in words
    buttons = [button for button in (setup.guess_button, setup.read_button) if button.visible]
    assert min(button.rect.top for button in buttons) >= max(label.rect.bottom for label in setup.loss_labels) + 8


def test_many_losses_are_cut_in_the_setup_and_whole_on_the_page(app: App, tmp_path: Path) -> None:
    setup = _open_setup(app, _write_box(tmp_path / "tents", losses=20))
    labels = [say(label.words) for label in setup.loss_labels]
    assert len(labels) == 9
    assert labels[-1] == "and 15 more"
    app.open_rules(setup.rules_page)
    words = [block.words for block in expect_type(RulesScene, app.scene).text.blocks]
    assert words.count("1 piece is left out.") == 20


@pytest.mark.parametrize("seat", [0, None])
def test_losses_are_on_the_sheets_of_phones_in_their_language(seat: int | None) -> None:
    table = TableStatus(1, "It", ("Ann", "Bo"), ("phone", "screen"), (None, None))
    for losses in (_LOSSES, ()):
        setup = TableSetup(Box("It", losses=losses))
        header = Header("open-table", ("Ann", "Bo"), TableOptions(), 1, setup)
        state = Match(header).state
        sheet = compose_sheet(state, seat, table, (), "de")
        assert ("differences" in sheet) == bool(losses)
        assert ("Anders als im Original" in json.dumps(sheet)) == bool(losses)
        if losses:
            _, (heading, lines), _ = sheet["differences"]  # type: ignore[misc, union-attr]
            assert heading == "Was fehlt"
            assert lines == ["2 Bilder sind im Internet, und hier wird nichts geholt: Red tent, Blue tent."]


def test_box_check_lists_the_losses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["box", "check", str(_write_box(tmp_path / "tents"))]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [*_LINES]
