"""From the set-up to a table with the box that was chosen, and the same box again."""

from __future__ import annotations

from grenade_salad.app.games.open_table.scene import OpenTableScene
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.home import HomeScene
from grenade_salad.app.table import setup, start
from grenade_salad.boxes import shipped
from grenade_salad.games.open_table.box import TableSetup
from tests.app.conftest import app as app
from tests.app.conftest import click, frames
from tests.app.conftest import kept_window as kept_window
from tools.tables import scene_on


def _box(app: App) -> str:
    header = scene_on(app.scene, OpenTableScene).table.match.header
    assert isinstance(header.setup, TableSetup)
    return header.setup.box.name


def test_the_chosen_box_lies_on_the_table_and_again(app: App) -> None:
    app.push(HomeScene(app))
    before = setup.set_up(app, "open-table")
    assert isinstance(before, BoxSetup)
    app.push(before)
    frames(app, 2)
    right = before.box_choice.on_screen()
    for _ in range(shipped.names().index("dice")):
        click(app, (right.right - 12, right.centery))
    click(app, before.start_button.rect.center)
    assert _box(app) == "Dice"
    table = scene_on(app.scene, OpenTableScene).table
    start.again(app, table.match.header, table.controllers)
    assert _box(app) == "Dice"


def test_a_box_for_two_is_not_begun_by_three(app: App) -> None:
    before = setup.set_up(app, "open-table")
    assert isinstance(before, BoxSetup)
    app.push(before)
    before.box_choice.choose(shipped.names().index("draughts"))
    assert before.start_button.enabled, "two people sit there"
    before.count_choice.choose(2)
    assert not before.start_button.enabled
    assert before.refusal
