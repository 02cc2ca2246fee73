"""A message while a file is read beside the window, with a button to cancel it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Input, read_command
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import Words, m

if TYPE_CHECKING:
    from grenade_salad.boxes.door import MatchKind

_QUIET_SECONDS = 0.5
"""Seconds in which a file may be read without a word."""

T = TypeVar("T")


class ReadingDialog(Dialog, Generic[T]):
    """Message with a button to cancel the reading of a file.

    It says what is being read, and is invisible in the first half second. `read` is called in a thread, and may raise
    Cancelled. Then the dialog closes, and `on_read` is called with the result.
    """

    def __init__(
        self, app: AppContext, file: Path, read: Callable[[Progress], T], on_read: Callable[[T], None]
    ) -> None:
        self._seconds = 0.0
        self._file, self._read, self._on_read = file, read, on_read
        self._progress = Progress()
        self._executor = app.worker()
        self._results: Future[list[T]] = self._executor.submit(self._read_file)
        # Translators: the title of a message while a file is opened; {name} is a file or a folder
        title = m("Reading {name}…", name=file.name)
        super().__init__(app, title, "", [Answer(m("Cancel", context="a button"), do_nothing, back=True)])
        self._show_buttons()

    def _read_file(self) -> list[T]:
        """Return the result, or nothing if the reading was cancelled.

        This runs in a thread.
        """
        try:
            return [self._read(self._progress)]
        except Cancelled:
            return []

    @property
    def is_visible(self) -> bool:
        """True if it has taken long enough to say so."""
        return self._seconds >= _QUIET_SECONDS

    def _show_buttons(self) -> None:
        for button in self.widgets.items:
            button.visible = self.is_visible

    def accessible_name(self) -> Words:
        return super().accessible_name() if self.is_visible else ""

    def accessible_nodes(self) -> list[AccessibleNode]:
        return [*super().accessible_nodes()] if self.is_visible else []

    def handle(self, event: Input) -> None:
        if self.is_visible:
            super().handle(event)
        elif read_command(event) == "back":
            self.back()

    def on_file_dropped(self, file: Path) -> None:
        """Say that one file is read after another."""
        self.app.say(m("{name} is being read. Drop the next file after it.", name=self._file.name), refused=True)

    def on_left(self) -> None:
        super().on_left()
        self._progress.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._results.done() and self.app.scene is self:
            results, on_read = self._results.result(), self._on_read
            self.app.pop()
            for result in results:
                on_read(result)
            if isinstance(self.app.scene, ReadingDialog):
                self.app.scene.update(0.0)  # What is read already needs no frame of its own.
            return
        was_visible = self.is_visible
        self._seconds += dt
        part = "" if self._progress.part == self._file.name else self._progress.part
        if self.is_visible and (not was_visible or self.words != part):
            self.words, self.dirty = part, True
            self._show_buttons()
            self.layout(self.size)

    def draw(self, canvas: Canvas) -> None:
        if self.is_visible:
            super().draw(canvas)


def recognize_dropped(app: AppContext, file: Path, on_known: Callable[[MatchKind | None], None]) -> None:
    """Find out what was dropped, and call `on_known` with the kind of match file.

    That is None for any other file. It is read beside the window: a drive on a network may not answer for minutes.
    """
    app.push(ReadingDialog(app, file, partial(_find_kind, file), on_known))


def _find_kind(file: Path, _progress: Progress) -> MatchKind | None:
    from grenade_salad.boxes.door import find_match_file  # It takes time, and is rarely needed.

    return find_match_file(file)
