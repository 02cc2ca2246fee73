"""A button of a box is one step: it fills in each seat and is undone as a whole."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.core import Reason, Undo
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Button, Holder, Press
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.undo import undo_action
from grenade_salad.sheets import open_table
from grenade_salad.text import Reader, say
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import last_action, push_table, table_state, wait_until_idle
from tests.open_table.playing import act, find_fault, new_table

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


def _count_pieces(table: TableState) -> dict[str, int]:
    return {holder.name: holder.count for holder in table.view(None).holders if holder.count}


def _take_two_tricks(table: TableState) -> None:
    for seat in (0, 1):
        act(table, actions.Move(seat, of="draw", n=3, to=f"won {seat}"))


@pytest.mark.rule("OT-16", "OT-17")
def test_button_fills_in_each_seat_and_is_undone_as_a_whole() -> None:
    table = new_table(BOX)
    _take_two_tricks(table)
    previous_counts, line = _count_pieces(table), table.view(0).lines
    lines = expand_button(NEXT_HAND, 0, table.view(0))
    assert [button_action.do for button_action in lines] == ["move", "move", "shuffle", "deal"]
    for action in lines:
        act(table, action)
    assert _count_pieces(table) == {"hand 0": 2, "hand 1": 2, "draw": 48}
    view = table.view(1)
    assert (view.back, view.whose) == (line, 0)
    undone = act(table, Undo(1, view.back))
    assert _count_pieces(table) == previous_counts
    assert undone[0].text(("Ann", "Bo")).startswith("Bo undoes 1 step by Ann")
    act(table, actions.Set(1, "turn", to=1))
    act(table, replace(lines[-1], seat=0))
    assert table.view(0).back == table.view(0).lines - 1, "what somebody else did in between stays"
    assert find_fault(table) == ""
    (mine,) = expand_button(BOX.buttons[1], 1, table.view(1))
    assert mine == actions.Move(1, of="won 1", n=0, to="hand 1")


def test_empty_places_are_left_out() -> None:
    table = new_table(BOX)
    assert [action.do for action in expand_button(NEXT_HAND, 0, table.view(0))] == ["shuffle", "deal"]
    assert expand_button(BOX.buttons[1], 1, table.view(1)) == []


def test_undo_key_undoes_a_button_and_its_undo_restores_it(app: App) -> None:
    scene = push_table(app, BOX)
    previous_counts = _count_pieces(table_state(scene))
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    dealt = {"hand 0": 2, "hand 1": 2, "draw": 48}
    assert _count_pieces(table_state(scene)) == dealt
    back = table_state(scene).view(0).back
    assert back is not None
    press_keys(app, pygame.K_u)
    wait_until_idle(app, scene)
    assert last_action(scene) == Undo(0, back)
    assert _count_pieces(table_state(scene)) == previous_counts
    assert isinstance(undo_action(scene.controller.match.entries, 0), Reason), "nothing was before it"
    scene.controller.act(Undo(0, len(scene.controller.match.entries) - 1))
    wait_until_idle(app, scene)
    assert _count_pieces(table_state(scene)) == dealt


def test_phone_sends_a_button_as_actions_that_are_undone_together() -> None:
    table = new_table(BOX)
    _take_two_tricks(table)
    sheet = open_table.write_sheet(
        table.view(0), table.legal_actions(0), Reader(("Ann", "Bo"), 0), opened_boxes=OpenedBoxes()
    )
    (button,) = [choice for choice in sheet.choices if say(choice.path[0]) == "Next hand"]
    assert [button.action.to_line().get("goes_on", False), *(follow_up.goes_on for follow_up in button.more)] == [
        False,
        True,
        True,
        True,
    ]
