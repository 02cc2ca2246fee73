"""Gamepads that are plugged in and out, in the program as people start it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.app.real_keys import matches
from tests.app.real_keys.desk import Desk
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.pads import ALL, COMMAND, A, Pads
from tests.app.real_keys.program import Program, start_program
from tests.app.real_keys.scenes import SCENES

pytestmark = LONG


def crash_report_names(program: Program) -> list[str]:
    """Return the names of crash reports that the program has written."""
    return [file.name for file in program.data.rglob("*") if "report" in file.name or "crash" in file.name]


def test_pad_that_cannot_be_opened_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["setup"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=COMMAND) as program:
        scene.enter(program)
        previous_nodes = program.wait_until_settled()
        Pads(program).do("announce")
        assert program.is_running
        assert [node.name for node in program.wait_until_settled()] == [node.name for node in previous_nodes]
        assert crash_report_names(program) == []


def test_unplugged_pad_closes_the_hand_that_it_opened(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["cover"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=COMMAND) as program:
        pads = Pads(program)
        pads.do("attach")
        scene.enter(program)
        pads.press(A)
        program.screen.wait(lambda node: "your heart" in node.name, "the cover does not open")
        pads.do("detach")
        program.wait_until_settled()
        assert not program.screen.shows("your heart")


def test_held_button_acts_once(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["Live Grenade"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=COMMAND) as program:
        pads = Pads(program)
        pads.do("attach")
        scene.enter(program)
        draw = program.screen.wait(lambda node: node.name == "Draw", "no button to draw")
        program.screen.focus(draw)
        program.wait_until_settled()
        pads.do(f"press {A}")
        time.sleep(2.0)
        pads.do(f"release {A}")
        program.wait_until_settled()
        assert len(matches.read_actions(program.data)) == 1


@pytest.mark.parametrize(
    "name", ["home", "setup", "settings", "Grenade Salad", "Live Grenade", "the wheel", "open table"]
)
def test_all_buttons_leave_the_program_running(desk: Desk, tmp_path: Path, name: str) -> None:
    scene = SCENES[name]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=COMMAND) as program:
        pads = Pads(program)
        pads.do("attach")
        scene.enter(program)
        for button in ALL:
            pads.press(button)
        pads.do("detach")
        program.wait_until_settled()
        assert program.is_running
        assert crash_report_names(program) == []
