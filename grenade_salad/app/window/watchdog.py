"""A watch over the frame: a game of others that does not come back freezes neither the window nor the match.

What Python runs is left by an exception from beside, at its next step: the net under the window catches it. What runs
inside a library, or catches everything, cannot be left: then a window of its own asks whether the program is to end,
and asks again when somebody has waited as long once more.
Nothing is lost by that, as every line of a match is on the disk before it is shown.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from types import TracebackType

import pygame

from grenade_salad.app.window import native_dialog
from grenade_salad.system import plugin_blame
from grenade_salad.system.plugin_blame import Guest
from grenade_salad.text import Message, m, say

PATIENCE = 10.0
"""Seconds that a frame may take in the code of a guest. A machine that is suspended does not count."""
_TICK = 0.5


class Stuck(BaseException):
    """A guest was at it for so long that it was left. Nothing that catches mistakes catches it."""


class Watch:
    """Around each frame. `playing` tells which game is on the table, `give_up` asks whether to end the program."""

    def __init__(
        self,
        playing: Callable[[], str],
        give_up: Callable[[str], None] | None = None,
        patience: float = PATIENCE,
        tick: float = _TICK,
    ) -> None:
        self._playing, self._give_up = playing, give_up or ask_to_end
        self._patience, self._tick = patience, tick
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._window = threading.get_ident()
        self._frame = 0
        self._inside = False
        self.guest: Guest | None = None
        """Who did not come back the last time."""

    def __enter__(self) -> None:
        self._frame += 1
        self._inside = True
        if self._thread is None:
            self._window = threading.get_ident()
            self._thread = threading.Thread(target=self._look, name="watch", daemon=True)
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._inside = False

    def close(self) -> None:
        """Watch no more. Guests who are still at work beside the window are left: nobody waits for them at the end."""
        self._over.set()
        for number in _beside():
            if self._who(number) is not None:
                _leave(number)

    def _look(self) -> None:
        frame, passed, left = 0, dict[int, float](), 0
        while not self._over.wait(self._tick):
            if not self._inside or frame != self._frame:
                frame, left = self._frame, 0
                passed.pop(self._window, None)
            watched = [*_beside(), *([self._window] if self._inside else [])]
            passed = {one: passed.get(one, 0.0) + self._tick for one in watched if self._who(one) is not None}
            for number in [one for one, seconds in passed.items() if seconds >= self._patience]:
                self.guest = guest = self._who(number)
                passed[number] = 0.0
                left += number == self._window
                if left % 2 == 0 and guest is not None and number == self._window:
                    self._give_up(say(_words(guest, left * self._patience)))
                    if frame != self._frame or self._who(number) is None:
                        continue  # it came back while somebody was asked
                _leave(number)

    def _who(self, thread: int) -> Guest | None:
        return plugin_blame.of_frame(sys._current_frames().get(thread), self._playing())


def _beside() -> list[int]:
    """The threads that work out luck beside the window."""
    return [one.ident for one in threading.enumerate() if one.name.startswith("machines") and one.ident is not None]


def _leave(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Stuck))


def _words(who: Guest, seconds: float) -> Message:
    return m(
        "{game} of {package} has not come back for {n} s, and cannot be left. Your match is saved: end the program?",
        game=who.game,
        package=who.package,
        n=round(seconds),
    )


def ask_to_end(words: str) -> None:
    """In a window of its own, beside the one that is frozen: whether the program is to end, which it does at once."""
    print(words, file=sys.stderr)
    asking = get_context("spawn").Process(target=_ask, args=(words, say(m("Wait")), say(m("Quit"))), daemon=True)
    asking.start()
    asking.join()
    if asking.exitcode == _END:
        os._exit(1)


_END = 17


def _ask(words: str, wait: str, end: str) -> None:
    """What the other process does: its status says what was pressed."""
    with suppress(pygame.error):  # where nothing can be shown, the words on standard error are all there is
        if native_dialog.ask(words, (wait, end)) == 1:
            sys.exit(_END)
