"""Lines that stay at the top of a terminal while others scroll below them.

A file or a pipe is left alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TextIO

_MIN_SCROLL_LINES = 22
"""Minimum number of lines left for scrolling.

They are for a QR code, and what is printed below it.
"""


class StatusLines:
    """Status lines on a terminal."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.is_terminal = out.isatty()
        """True if there is a terminal to draw on."""
        self._drawn: tuple[Sequence[str], int, int] | None = None
        """The lines that were drawn last, and the width and height of the terminal then."""

    def show(self, lines: Sequence[str]) -> None:
        """Draw these lines, if they or the size of the terminal have changed."""
        width, height = shutil.get_terminal_size()
        content = (tuple(lines), width, height)
        if not self.is_terminal or content == self._drawn:
            return
        is_first, self._drawn = self._drawn is None, content
        top = min(len(lines), max(0, height - _MIN_SCROLL_LINES))
        output = "".join(f"\x1b[{row};1H\x1b[2K{line[:width]}" for row, line in enumerate(lines[:top], 1))
        begin, end = ("\x1b[2J", f"\x1b[{top + 2};1H") if is_first else ("\x1b7", "\x1b8")
        self.out.write(f"{begin}\x1b[{top + 2};{height}r{output}\x1b[{top + 1};1H\x1b[2K{end}")
        self.out.flush()

    def close(self) -> None:
        """Let all of the terminal scroll again."""
        if self._drawn is not None:
            self.out.write(f"\x1b[r\x1b[{self._drawn[2]};1H\n")
            self.out.flush()
            self._drawn = None
