"""The open table without a board of its own.

The fallback board, the session and the phones still work.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import NOBODY, Controller, Header, Match
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_until
from tests.web.conftest import door as door
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network
from tools.tables import get_board

CARDS = pytest.mark.parametrize("box", [boxes.CARDS], ids=["Cards"])
HEADER = Header("open-table", ("Ann", "Bo", "Cy"), TableOptions(), 3)


@CARDS
def test_open_table_can_be_played_on_the_fallback_board(app: App, installed_table: str) -> None:
    app.push(HomeScene(app))
    app.push(TableScene(app, Match(HEADER), (Controller(), Controller(), NOBODY), FallbackBoard))
    table = get_board(app.scene, FallbackBoard).table
    run_until(app, lambda: table.controller.actor is not None)
    assert table.controller.act(actions.Deal(0, 1, 5))
    assert table.controller.act(actions.Move(0, of="hand 0", to="discard"))
    table.undo()
    assert table.controller.act(actions.Shuffle(0, 1))
    run_until(app, lambda: table.controller.is_idle)
    table.controller.act(actions.Finish(0, (1,)))
    run_until(app, lambda: isinstance(app.scene, EndScene))


@CARDS
def test_a_phone_gets_its_own_hand_and_no_other(app: App, network: Network, installed_table: str) -> None:
    start_match.begin(app, HEADER, (Controller(), Controller(), NOBODY))
    scene: Any = app.scene
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")) and bool(bo.sheet.get("choices")))
    bo.act({"seat": 1, "do": "deal", "of": 1, "n": 5, "to": [1]})
    network.until(lambda: scene.controller.match.state.view(0).holders[1].count == 5)
    network.until(lambda: len(bo.sheet["hand"]) == 5)
    network.until(lambda: ann.sheet["seats"][1]["facts"] == "5 in hand, points: 0")
    assert ann.sheet["hand"] == []
    held = {card["words"] for card in bo.sheet["hand"]}
    assert len(held) == 5
    assert not [name for name in held if name in json.dumps(ann.sheet)]
