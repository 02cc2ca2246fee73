"""Lines that stay at the top of a terminal while others scroll below them; a file or a pipe is not touched."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TextIO

_ROOM = 22
"""Lines that are left for what scrolls, at least: a code to scan, and what is said below it."""


class Board:
    """`on` says whether there is a terminal to draw on."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.on = out.isatty()
        self._shown: tuple[Sequence[str], int, int] | None = None

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines, if they or the size of the terminal have changed."""
        wide, high = shutil.get_terminal_size()
        now = (tuple(lines), wide, high)
        if not self.on or now == self._shown:
            return
        first, self._shown = self._shown is None, now
        top = min(len(lines), max(0, high - _ROOM))
        drawn = "".join(f"\x1b[{at};1H\x1b[2K{line[:wide]}" for at, line in enumerate(lines[:top], 1))
        begin, end = ("\x1b[2J", f"\x1b[{top + 2};1H") if first else ("\x1b7", "\x1b8")
        self.out.write(f"{begin}\x1b[{top + 2};{high}r{drawn}\x1b[{top + 1};1H\x1b[2K{end}")
        self.out.flush()

    def close(self) -> None:
        """All of the terminal scrolls again."""
        if self._shown is not None:
            self.out.write(f"\x1b[r\x1b[{self._shown[2]};1H\n")
            self.out.flush()
            self._shown = None
