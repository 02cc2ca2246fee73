"""Counters belong to whom the box says, whatever their names are.

This holds on the window, on phones and in words.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.window.application import App
from grenade_salad.boxes.loader import open_box
from grenade_salad.core import Game, registry
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Box, Counter, Note
from grenade_salad.sheets.compose import TableStatus
from grenade_salad.text import say
from grenade_salad.web import snapshots
from tests.app.conftest import app as app
from tests.app.conftest import click, type_text
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tests.open_table.at_table import last_action, press_and_wait, push_table, wait_until_idle
from tests.open_table.playing import act, new_table

GAME: Game = registry.load("open-table")
NAMES = tuple("ABCDEFGHI")
MIXED = Box(
    name="Rounds",
    counters=(Counter("points", each=True), Counter("Round 1", 4), Counter("Round 7", 7)),
    notes=(Note("Round 1", "a note"),),
)


def import_box(folder: Path) -> Box:
    """Import a file of playingcards.io in the form that most of them begin with.

    Some of its counters have no name, and some have a name that ends in a number.
    """
    counters: list[dict[str, Any]] = [
        {"id": f"k{index}", "type": "counter", "counterValue": index, "x": 200 * index, "y": 100, **label}
        for index, label in enumerate(({"label": "Round 7"}, {}, {}, {}, {"label": "counter 3"}, {"label": "Level 0"}))
    ]
    with zipfile.ZipFile(folder / "Levels.pcio", "w") as archive:
        archive.writestr("widgets.json", json.dumps(counters))
    return open_box(folder / "Levels.pcio").box


def counter_labels(scene: OpenTableBoard) -> list[str]:
    """Return the counters on all pages of the panel, by the labels of their buttons."""
    pages: list[str] = []
    for _ in range(12):
        buttons = [say(button.label) for button in scene.panel.buttons]
        pages += [label for label in buttons if label.endswith(": one more") and label not in pages]
        scene.panel.page += 1
        scene.panel.update_buttons()
    return [label.removesuffix(": one more") for label in pages]


def phone_sheet(box: Box, seats: int, seat: int) -> dict[str, Any]:
    """Return the sheet that the phone of a seat gets."""
    table = TableStatus(1, "Open table", NAMES[:seats], ("phone",) * seats, (None,) * seats)
    posted = snapshots.take_snapshot(table, snapshots.Position(GAME, new_table(box, seats), ()), ["en"])
    return expect_type(dict, json.loads(posted.sheets[seat, "en"]))


@pytest.mark.parametrize("seats", [1, 2, 4, 9])
def test_imported_counters_belong_to_the_table_with_any_number_of_seats(app: App, tmp_path: Path, seats: int) -> None:
    box = import_box(tmp_path)
    names = ["Round 7", "Counter", "Counter 2", "Counter 3", "counter 3", "Level 0"]
    assert [counter.name for counter in box.counters] == names
    phone = phone_sheet(box, seats, 0)
    assert [counter["label"].partition(":")[0].lower() for counter in phone["tools"]["counters"]] == [
        name.lower() for name in names
    ]
    assert [line.lower() for line in phone["spoken"]] == [
        f"{name.lower()}: {value}" for value, name in enumerate(names)
    ]
    assert {seat["facts"] for seat in phone["seats"]} == {""}
    if seats > 4:
        return
    scene = push_table(app, box, people=1, seats=seats)
    assert {label.lower() for label in counter_labels(scene)} == {name.lower() for name in names}
    assert [scene.seat_facts(seat) for seat in range(seats)] == [[]] * seats


def test_counter_of_the_table_is_no_counter_of_the_seat_in_its_name(app: App) -> None:
    scene = push_table(app, MIXED, people=2)
    assert [say(fact) for fact in scene.seat_facts(1)] == ["points: 0"]
    assert counter_labels(scene) == ["Round 1", "Round 7", "Ann's points", "Bo's points"]
    for seat in range(2):
        phone = phone_sheet(MIXED, 2, seat)
        assert [seat_sheet["facts"] for seat_sheet in phone["seats"]] == ["points: 0"] * 2
        assert [counter["of"] for counter in phone["tools"]["counters"]] == [f"points {seat}", "Round 1", "Round 7"]
        assert [line for line in phone["spoken"] if "Round" in line] == ["Round 1: 4", "Round 7: 7"]
    state = new_table(MIXED)
    events = act(state, actions.Set(1, "counter", "Round 1", 5)) + act(state, actions.Set(1, "counter", "points 1", 5))
    assert [getattr(event, "whose", None) for event in events] == [None, 1]


def test_note_named_like_a_counter_is_written_as_a_note(app: App) -> None:
    scene = push_table(app, MIXED, people=2)
    click(app, next(button for button in scene.panel.buttons if say(button.label) == "Write on Round 1").rect.center)
    expect_type(WritingScene, app.scene).entry.value = ""
    type_text(app, "three left")
    press_and_wait(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "note", "Round 1", "three left")


def test_rows_of_the_counters_keep_their_places_when_the_turn_passes(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=3, seats=3)
    rows = scene.panel.info_rows
    assert [name for kind, name, _ in rows if kind == "counter"] == ["points 0", "points 1", "points 2"]
    for seat in (1, 2, 0):
        press_and_wait(app, pygame.K_END)
        assert scene.desk.seat == seat
        assert scene.panel.info_rows == rows


def test_panel_shows_counters_of_the_mouse_holder_if_not_all_fit(app: App) -> None:
    points = Box(name="Many", counters=tuple(Counter(name, each=True) for name in ("points", "lives", "coins")))
    scene = push_table(app, points, people=4, seats=4)
    assert "points 3" not in [name for _, name, _ in scene.panel.info_rows]
    scene.controller.take_mouse(3)
    wait_until_idle(app, scene)
    own_counters = {name for _, name, _ in scene.panel.info_rows if name.endswith(" 3")}
    assert own_counters, scene.panel.info_rows
