"""The window with real keys: full screen, other windows that come in between, and keys of a desktop."""

from __future__ import annotations

from pathlib import Path

from tests.app.real_keys import matches
from tests.app.real_keys.desk import SCREEN, Desk
from tests.app.real_keys.layouts import KEYS
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.program import Program, prepare, started
from tests.app.real_keys.scenes import SCENES

pytestmark = LONG


def size(program: Program) -> tuple[int, int]:
    """Return width and height of the window's inside."""
    return program.desk.window_box(program.window)[2:]


def test_f11_twice_leaves_a_window_that_fits(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data")
    with started(desk, tmp_path / "data") as program:
        program.settled()
        first = size(program)
        for _ in range(2):
            program.type_keys("F11")
            wait_for(lambda: size(program) == SCREEN, "F11 does not fill the screen")
            program.settled()
            program.type_keys("F11")
            program.settled()
            assert size(program) == first
    assert tuple(program.settings()["window"]) in ((), first)


def test_held_f11_changes_the_window_once(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data")
    with started(desk, tmp_path / "data") as program:
        program.settled()
        desk.hold("F11")
        program.settled()
        assert size(program) == SCREEN


def test_drag_ends_when_another_window_takes_the_focus(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["open table"]
    scene.prepare(tmp_path / "data")
    with started(desk, tmp_path / "data") as program:
        scene.enter(program)
        pawn = program.screen.wait(lambda node: node.name.startswith("The white pawn, a2"), "no pawn")
        x, y = program.place(pawn)
        desk.move_to(x, y)
        desk.mouse_down()
        for step in range(1, 6):
            desk.move_to(x + 8 * step, y - 8 * step)
            program.let_frames_pass(2)
        window = desk.xlib.open_window()
        wait_for(lambda: desk.active_window() == str(window), "the other window gets no focus")
        program.let_frames_pass()
        after_focus = len(matches.lines(program.data))
        desk.xlib.close_window(window)
        desk.mouse_up()
        wait_for(lambda: desk.active_window() == program.window, "the window gets no focus again")
        program.settled()
        placed = [node.words for node in program.settled()]
        desk.move_to(x + 200, y - 100)
        program.settled()
        assert [node.words for node in program.settled()] == placed
        assert len(matches.lines(program.data)) == after_focus


def test_ctrl_z_takes_back_at_the_open_table(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["open table"]
    for number, key in enumerate((f"ctrl+{KEYS['z']}", KEYS["u"])):
        data = tmp_path / f"data{number}"
        scene.prepare(data)
        with started(desk, data) as program:
            scene.enter(program)
            x, y = program.place(program.screen.wait(lambda node: node.name == "The white pawn, a2", "no pawn"))
            desk.move_to(x, y)
            desk.mouse_down()
            for step in range(1, 9):
                desk.move_to(x, y - 8 * step)
                program.let_frames_pass(2)
            desk.mouse_up()
            program.screen.wait(lambda node: "The white pawn" in node.name and "a2" not in node.name, "no move")
            program.settled()
            assert not program.screen.shows("The white pawn, a2")
            program.type_keys(key)
            program.settled()
            assert program.screen.shows("The white pawn, a2"), key


def test_settings_miss_no_file(desk: Desk, tmp_path: Path) -> None:
    prepare(tmp_path / "data")
    with started(desk, tmp_path / "data") as program:
        program.screen.press("Settings")
        for page in ("Window", "Sound", "Around the table", "Accessibility", "More"):
            program.screen.press(page)
            program.settled()
        assert not program.screen.shows("missing or damaged")
