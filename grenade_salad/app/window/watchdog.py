"""Watchdog for frames: a hanging plugin freezes neither the window nor the match.

Python code is interrupted by an exception at its next step, which the crash guard catches. Code that runs inside a
library, or catches everything, cannot be interrupted: then another window asks whether to end the program, and asks
again after the same time. Nothing is lost by that, as every line of a match is on the disk before it is shown.
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
from grenade_salad.system.plugin_blame import PluginGame
from grenade_salad.text import Message, m, say

PATIENCE = 10.0
"""Seconds that a frame may spend in a plugin, not counting suspended time."""
_TICK = 0.5
"""Seconds between two looks at the threads."""
_END_STATUS = 17
"""Exit status of the process that asks, if the program is to end."""


class PluginHang(BaseException):
    """Interrupts a plugin that takes too long. `except Exception` does not catch it."""


class Watchdog:
    """Context manager around each frame.

    `playing` returns the game on the table, `give_up` asks whether to end the program.
    """

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
        self._is_closed = threading.Event()
        self._window_thread = threading.get_ident()
        self._frame = 0
        """The number of frames so far."""
        self._is_in_frame = False
        self.plugin: PluginGame | None = None
        """The plugin that hung the last time."""

    def __enter__(self) -> None:
        self._frame += 1
        self._is_in_frame = True
        if self._thread is None:
            self._window_thread = threading.get_ident()
            self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._is_in_frame = False

    def close(self) -> None:
        """Stop watching, and interrupt plugins in other threads, so that exit is quick."""
        self._is_closed.set()
        for thread_id in _worker_threads():
            if self._find_plugin(thread_id) is not None:
                _interrupt(thread_id)

    def _run(self) -> None:
        frame, elapsed, hang_count = 0, dict[int, float](), 0
        while not self._is_closed.wait(self._tick):
            if not self._is_in_frame or frame != self._frame:
                frame, hang_count = self._frame, 0
                elapsed.pop(self._window_thread, None)
            thread_ids = [*_worker_threads(), *([self._window_thread] if self._is_in_frame else [])]
            elapsed = {
                thread_id: elapsed.get(thread_id, 0.0) + self._tick
                for thread_id in thread_ids
                if self._find_plugin(thread_id) is not None
            }
            for thread_id in [candidate for candidate, seconds in elapsed.items() if seconds >= self._patience]:
                self.plugin = plugin = self._find_plugin(thread_id)
                elapsed[thread_id] = 0.0
                hang_count += thread_id == self._window_thread
                # At first it is only interrupted; if it hangs on, the user is asked every second time.
                if hang_count % 2 == 0 and plugin is not None and thread_id == self._window_thread:
                    self._give_up(say(_format_question(plugin, hang_count * self._patience)))
                    if frame != self._frame or self._find_plugin(thread_id) is None:
                        continue  # It returned while the user was asked.
                _interrupt(thread_id)

    def _find_plugin(self, thread: int) -> PluginGame | None:
        return plugin_blame.blame_frame(sys._current_frames().get(thread), self._playing())


def _worker_threads() -> list[int]:
    """Return the ids of the threads that work out chance."""
    return [
        thread.ident
        for thread in threading.enumerate()
        if thread.name.startswith("machines") and thread.ident is not None
    ]


def _interrupt(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(PluginHang))


def _format_question(plugin: PluginGame, seconds: float) -> Message:
    return m(
        "{game} of {package} has not come back for {n} s, and cannot be left. Your match is saved: end the program?",
        game=plugin.game,
        package=plugin.package,
        n=round(seconds),
    )


def ask_to_end(words: str) -> None:
    """Ask in another process whether to end the program, and end it at once if so."""
    print(words, file=sys.stderr)
    process = get_context("spawn").Process(target=_ask, args=(words, say(m("Wait")), say(m("Quit"))), daemon=True)
    process.start()
    process.join()
    if process.exitcode == _END_STATUS:
        os._exit(1)


def _ask(words: str, wait: str, end: str) -> None:
    """Ask in this process; its exit status says which button was pressed."""
    with suppress(pygame.error):  # If no box can be shown, the message on standard error must do.
        if native_dialog.ask(words, (wait, end)) == 1:
            sys.exit(_END_STATUS)
