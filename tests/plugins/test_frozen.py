"""A plugin that cannot be interrupted, on a real display.

The buttons of the dialog beside the frozen window are clicked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Literal, TypeVar

import pytest

from tests.patience import LIMIT
from tests.plugins.guests import install
from tests.surroundings import ROOT

T = TypeVar("T")
MIDDLE = ("640", "290")
NEEDED = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool, which Debian has"
)
FROZEN_PROGRAM = """
import os, sys
from pathlib import Path
import pygame
from grenade_salad.app.window.application import App
from grenade_salad.app.window.watchdog import Watchdog
from tests.plugins.fallback import PERSON, begin

os.environ["SDL_VIDEODRIVER"] = "x11"  # The tests that it imports set another.
data = Path(sys.argv[1])
app = App(data / "data")
table = begin(app, "nim", PERSON, PERSON).table
app.crash_guard.watch = Watchdog(app.crash_guard._current_game, patience=0.5, tick=0.05)
code = compile('''
def swallow_interruptions(state, action=None):
    while True:
        try:
            try:
                while not enough.exists(): pass
                return
            except BaseException: pass
        except BaseException: pass
''', "nim", "exec")
plugin_globals = {"__name__": "guest_games.nim", "enough": data / "enough"}
exec(code, plugin_globals)
type(table.controller.match.state).why_not = plugin_globals["swallow_interruptions"]
pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
print("before", flush=True)
app.crash_guard.frame(pygame.time.Clock())
print("after", app.crash_guard.farewell, [type(scene).__name__ for scene in app.stack], flush=True)
app.close()
"""
"""A match of Nim whose rules hang from the next action until a file exists."""


class Display:
    """A display whose windows can be found and clicked."""

    def __init__(self, name: str) -> None:
        self.environ = {**os.environ, "DISPLAY": name, "SDL_VIDEODRIVER": "x11"}

    def __call__(self, *words: str) -> str:
        """Run xdotool on the display, and return its output."""
        result = subprocess.run(["xdotool", *words], capture_output=True, text=True, env=self.environ, check=False)
        return result.stdout

    def window(self) -> str:
        """Return the window that is visible where the dialog appears."""
        output = self("mousemove", *MIDDLE, "getmouselocation", "--shell").split()
        return dict(line.split("=") for line in output).get("WINDOW", "")  # There is none while a dialog closes.

    def press(self, window: str, side: int) -> None:
        """Click the left (-1) or the right (1) of the two buttons of the dialog.

        They are in the middle of its foot.
        """
        place = dict(line.split("=") for line in self("getwindowgeometry", "--shell", window).split())
        x = int(place["X"]) + int(place["WIDTH"]) // 2 + side * 53
        y = int(place["Y"]) + int(place["HEIGHT"]) - 42
        self("mousemove", str(x), str(y), "click", "1")


@pytest.fixture
def display() -> Iterator[Display]:
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(words, stderr=subprocess.DEVNULL, pass_fds=(write,))
    os.close(write)
    with os.fdopen(read) as output:
        name = f":{output.readline().strip()}"
    try:
        yield Display(name)
    finally:
        screen.terminate()
        screen.wait(LIMIT)


def wait_for(condition: Callable[[], T | Literal[False]]) -> T:
    """Return the result of the condition as soon as there is one."""
    end = monotonic() + LIMIT
    while monotonic() < end:
        if result := condition():
            return result
        sleep(0.02)
    raise AssertionError("the condition was never true")


def start_frozen_program(stack: ExitStack, display: Display, folder: Path) -> tuple[subprocess.Popen[str], str]:
    """Return the frozen program and its window, before the dialog appears."""
    path = os.pathsep.join([str(ROOT), str(install(folder / "site"))])
    program = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-c", FROZEN_PROGRAM, str(folder)],
            env=display.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )
    stack.callback(program.kill)
    assert program.stdout is not None
    assert program.stdout.readline() == "before\n"
    return program, display.window()


def wait_for_dialog(display: Display, previous: str) -> str:
    """Return the window that has appeared in front of the previous one."""
    return wait_for(lambda: (window := display.window()) not in (previous, "") and window)


@NEEDED
@pytest.mark.slow
def test_quit_in_the_dialog_ends_a_frozen_program(display: Display, tmp_path: Path) -> None:
    with ExitStack() as stack:
        program, main_window = start_frozen_program(stack, display, tmp_path)
        display.press(wait_for_dialog(display, main_window), 1)
        out, errors = program.communicate(timeout=LIMIT)
        assert program.returncode == 1
        assert "after" not in out
        assert errors.startswith("nim of guest-games has not come back for 1 s, and cannot be left.")


@NEEDED
@pytest.mark.slow
def test_waiting_user_is_asked_again_and_continues_when_the_plugin_returns(display: Display, tmp_path: Path) -> None:
    with ExitStack() as stack:
        program, main_window = start_frozen_program(stack, display, tmp_path)
        first = wait_for_dialog(display, main_window)
        display.press(first, -1)
        wait_for(lambda: display.window() == main_window)
        wait_for_dialog(display, main_window)
        (tmp_path / "enough").touch()
        assert program.stdout is not None
        after = program.stdout.readline()
        assert after.startswith("after"), "nobody waits for an answer"
        assert "Dialog" not in after, "who came back is not left"
        # The program ends with its question still open.
        _, errors = program.communicate(timeout=LIMIT)
        assert program.returncode == 0, errors
        messages = [line.partition(",")[0] for line in errors.splitlines()]
        assert messages == [f"nim of guest-games has not come back for {n} s" for n in (1, 2)]
