"""What a button of a box does is one thing: places of each seat are filled in, and it is taken back as a whole."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.core import Reason, Undo
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Button, Holder, Press
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.undo import taking_back
from grenade_salad.sheets import open_table
from grenade_salad.text import Reader, say
from tests.app.conftest import app as app
from tests.app.conftest import click, key
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import last, lay, rest, state
from tests.open_table.playing import act, table_of, why_broken

NEXT_HAND = Button(
    "Next hand",
    (
        Press("move", of="won", to=("draw",)),
        Press("shuffle", of="draw"),
        Press("deal", of="draw", n=2),
    ),
)
BOX: Box = replace(
    CARDS,
    holders=(
        *CARDS.holders,
        Holder("won", each=True, face="down", areas=((100.0, 100.0, 63.0, 88.0), (300.0, 100.0, 63.0, 88.0))),
        Holder("draw", areas=((200.0, 256.0, 63.0, 88.0),), face="down"),
    ),
    layout=(replace(CARDS.layout[0], at=(), into="draw"),),
    buttons=(NEXT_HAND, Button("Mine back", (Press("move", of="won", to=("hand",), mine=True),))),
)


def _counts(table: TableState) -> dict[str, int]:
    return {holder.name: holder.count for holder in table.view(None).holders if holder.count}


def _two_tricks(table: TableState) -> None:
    for seat in (0, 1):
        act(table, actions.Move(seat, of="draw", n=3, to=f"won {seat}"))


@pytest.mark.rule("OT-16", "OT-17")
def test_a_button_fills_in_each_seat_and_is_taken_back_as_a_whole() -> None:
    table = table_of(BOX)
    _two_tricks(table)
    before, line = _counts(table), table.view(0).lines
    lines = pressed(NEXT_HAND, 0, table.view(0))
    assert [one.do for one in lines] == ["move", "move", "shuffle", "deal"]
    for action in lines:
        act(table, action)
    assert _counts(table) == {"hand 0": 2, "hand 1": 2, "draw": 48}
    view = table.view(1)
    assert (view.back, view.whose) == (line, 0)
    undone = act(table, Undo(1, view.back))
    assert _counts(table) == before
    assert undone[0].text(("Ann", "Bo")).startswith("Bo undoes 1 step by Ann")
    act(table, actions.Set(1, "turn", to=1))
    act(table, replace(lines[-1], seat=0))
    assert table.view(0).back == table.view(0).lines - 1, "what somebody else did in between stays"
    assert why_broken(table) == ""
    (mine,) = pressed(BOX.buttons[1], 1, table.view(1))
    assert mine == actions.Move(1, of="won 1", n=0, to="hand 1")


def test_what_is_empty_is_left_out() -> None:
    table = table_of(BOX)
    assert [one.do for one in pressed(NEXT_HAND, 0, table.view(0))] == ["shuffle", "deal"]
    assert pressed(BOX.buttons[1], 1, table.view(1)) == []


def test_the_arrow_takes_back_a_button_on_the_window_and_brings_it_again(app: App) -> None:
    scene = lay(app, BOX)
    before = _counts(state(scene))
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    dealt = {"hand 0": 2, "hand 1": 2, "draw": 48}
    assert _counts(state(scene)) == dealt
    back = state(scene).view(0).back
    assert back is not None
    key(app, pygame.K_u)
    rest(app, scene)
    assert last(scene) == Undo(0, back)
    assert _counts(state(scene)) == before
    assert isinstance(taking_back(scene.table.match.entries, 0), Reason), "nothing was before it"
    scene.table.act(Undo(0, len(scene.table.match.entries) - 1))
    rest(app, scene)
    assert _counts(state(scene)) == dealt


def test_a_phone_sends_a_button_as_what_is_taken_back_together() -> None:
    table = table_of(BOX)
    _two_tricks(table)
    told = open_table.told(table.view(0), table.legal_actions(0), Reader(("Ann", "Bo"), 0))
    (button,) = [one for one in told.choices if say(one.path[0]) == "Next hand"]
    assert [button.action.to_line().get("goes_on", False), *(one.goes_on for one in button.more)] == [
        False,
        True,
        True,
        True,
    ]
