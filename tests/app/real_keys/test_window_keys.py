"""The window with real keys.

Tests full screen, other windows that open meanwhile, and keys of a desktop.
"""

from __future__ import annotations

from pathlib import Path

from tests.app.real_keys.desk import SCREEN, Desk
from tests.app.real_keys.layouts import KEYS
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.program import Program, prepare, start_program
from tests.app.real_keys.scenes import SCENES
from tests.app.real_keys.screen import Node

pytestmark = LONG
_PAWN = "The white pawn, a2"


def window_size(program: Program) -> tuple[int, int]:
    """Return width and height of the window's inside."""
    return program.desk.window_box(program.window)[2:]


def test_f11_twice_leaves_a_window_that_fits(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        program.wait_until_settled()
        first_size = window_size(program)
        for _ in range(2):
            program.type_keys("F11")
            wait_for(lambda: window_size(program) == SCREEN, "F11 does not fill the screen")
            program.wait_until_settled()
            program.type_keys("F11")
            program.wait_until_settled()
            assert window_size(program) == first_size
    assert tuple(program.settings()["window"]) in ((), first_size)


def volume_slider(program: Program) -> Node:
    """Return the volume slider in its current state."""
    return program.screen.wait(lambda node: node.role == "slider" and node.name == "Volume", "no slider")


def test_drag_ends_when_another_window_takes_the_focus(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data", {"volume": 0.1})
    with start_program(desk, tmp_path / "data") as program:
        program.screen.press("Settings")
        program.screen.press("Sound")
        left, top, width, height = program.screen_box(volume_slider(program))
        first_value, y = volume_slider(program).value, top + height / 2
        desk.move_to(left + width * 0.3, y)
        desk.mouse_down()
        for step in range(4, 7):
            desk.move_to(left + width * step / 10, y)
            program.let_frames_pass(2)
        program.wait_until_settled()
        dragged = volume_slider(program).value
        assert dragged != first_value
        window = desk.xlib.open_window()
        wait_for(lambda: desk.active_window() == str(window), "the other window gets no focus")
        program.let_frames_pass()
        desk.move_to(left + width * 0.9, y)
        program.wait_until_settled()
        assert volume_slider(program).value == dragged
        desk.xlib.close_window(window)
        desk.mouse_up()
        wait_for(lambda: desk.active_window() == program.window, "the window gets no focus again")
        desk.move_to(left + width * 0.2, y)
        program.wait_until_settled()
        assert volume_slider(program).value == dragged


def test_ctrl_z_undoes_at_the_open_table(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["open table"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        scene.enter(program)
        for key in (KEYS["u"], f"ctrl+{KEYS['z']}"):
            program.screen.press(_PAWN)
            program.wait_until_settled()
            program.type_keys(KEYS["m"], "Up", "Up", "Up", "Up", "Return")
            wait_for(lambda: not program.screen.shows(_PAWN), "the pawn is not carried")
            program.wait_until_settled()
            program.type_keys(key)
            program.wait_until_settled()
            assert program.screen.shows(_PAWN), key


def test_settings_find_all_their_files(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        program.screen.press("Settings")
        for page in ("Window", "Sound", "Around the table", "Accessibility", "More"):
            program.screen.press(page)
            program.wait_until_settled()
        assert not program.screen.shows("missing or damaged")
