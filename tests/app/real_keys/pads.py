"""Gamepads for the program of a test: see `with_pads`."""

from __future__ import annotations

import sys

from tests.app.real_keys.program import Program
from tests.patience import LIMIT

COMMAND = (sys.executable, "-m", "tests.app.real_keys.with_pads")
"""The command that starts the program with gamepads."""
A, B, X, Y, BACK, START, LEFT_SHOULDER, RIGHT_SHOULDER = 0, 1, 2, 3, 4, 6, 9, 10
UP, DOWN, LEFT, RIGHT = 11, 12, 13, 14
ALL = (A, B, X, Y, BACK, START, LEFT_SHOULDER, RIGHT_SHOULDER, UP, DOWN, LEFT, RIGHT)
"""Buttons by their SDL numbers."""


class Pads:
    """One gamepad of a program that was started with `COMMAND`."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def do(self, words: str) -> None:
        """Do what a line says, and wait until the window has received it."""
        process = self._program.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{words}\n".encode())
        process.stdin.flush()
        while (line := process.stdout.readline()) and line != b"done\n":
            pass
        assert line or not self._program.is_running or process.wait(LIMIT) is not None
        self._program.let_frames_pass()

    def press(self, button: int) -> None:
        """Press and release a button."""
        self.do(f"press {button}")
        self.do(f"release {button}")
