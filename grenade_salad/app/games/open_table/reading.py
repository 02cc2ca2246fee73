"""Reading of boxes beside the window.

No frame waits for a file that a stranger made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeAlias

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Input, read_command
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import Words, m, say

_QUIET_SECONDS = 0.5
"""Seconds in which a box may be read without a word."""
_MAX_ERRORS = 9
"""Maximum number of lines with what is wrong with a box."""

Reading: TypeAlias = LoadedBox | BadBoxFile | None
"""A box, what is wrong with it, or None if the reading was cancelled."""


def read_box(open_path: Callable[[Path, Progress], LoadedBox], path: Path, progress: Progress) -> Reading:
    """Return the box at a path, or what is wrong with it. This runs in a thread."""
    try:
        loaded = open_path(path, progress)
        decoded_pictures.cached.decode_ahead(loaded.pictures_hash, loaded.pictures)
        return loaded
    except BadBoxFile as error:
        return error
    except Cancelled:
        return None


class ReadingDialog(Dialog):
    """Message with a button to cancel the reading of a box.

    It says what is being read, and is invisible in the first half second.
    When the box is open, the dialog closes and `on_opened` is called with it. If it cannot be opened, another dialog
    says why.
    """

    def __init__(self, app: AppContext, file: Path, on_opened: Callable[[LoadedBox], None]) -> None:
        self._seconds = 0.0
        self._file, self._on_opened = file, on_opened
        self._progress = Progress()
        self._executor = app.worker()
        read = partial(read_box, app.opened_boxes.open)
        self._reading: Future[Reading] = self._executor.submit(read, file, self._progress)
        # Translators: the title of a message while a file is opened; {name} is a file or a folder
        title = m("Reading {name}…", name=file.name)
        super().__init__(app, title, "", [Answer(m("Cancel", context="a button"), do_nothing, back=True)])
        self._show_buttons()

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

    def on_left(self) -> None:
        super().on_left()
        self._progress.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._reading.done() and self.app.scene is self:
            self._end(self._reading.result())
            return
        was_visible = self.is_visible
        self._seconds += dt
        part = "" if self._progress.part == self._file.name else self._progress.part
        if self.is_visible and (not was_visible or self.words != part):
            self.words, self.dirty = part, True
            self._show_buttons()
            self.layout(self.size)

    def _end(self, reading: Reading) -> None:
        app, file, on_opened = self.app, self._file, self._on_opened
        app.pop()
        if isinstance(reading, BadBoxFile):
            app.push(make_refusal(app, file, reading))
        elif reading is not None:
            on_opened(reading)

    def draw(self, canvas: Canvas) -> None:
        if self.is_visible:
            super().draw(canvas)


def make_refusal(app: AppContext, file: Path, error: BadBoxFile) -> Dialog:
    """Return a dialog with all reasons why a box cannot be opened."""
    lines = [say(problem.message) for problem in error.all_errors]
    if (rest := len(lines) - _MAX_ERRORS + 1) > 1:
        lines[-rest:] = [say(m("and {n} more", "and {n} more", n=rest))]
    # Translators: the title of a message; {name} is a file or a folder
    title = m("{name} can't be opened", name=file.name)
    return Dialog(app, title, "\n".join(lines), [Answer(m("OK"), do_nothing, "main", back=True)])
