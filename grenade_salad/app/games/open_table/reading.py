"""Reading of boxes beside the window.

No frame waits for a file that a stranger made.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.reading_dialog import ReadingDialog
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.system.progress import Progress
from grenade_salad.text import m, say

_MAX_ERRORS = 9
"""Maximum number of lines with what is wrong with a box."""

Reading: TypeAlias = LoadedBox | BadBoxFile
"""A box, or what is wrong with it."""


def open_box(app: AppContext, file: Path, on_opened: Callable[[LoadedBox], None]) -> ReadingDialog[Reading]:
    """Return a dialog that reads a box and calls `on_opened` with it.

    If it cannot be opened, another dialog says why.
    """

    def end(reading: Reading) -> None:
        if isinstance(reading, BadBoxFile):
            app.push(make_refusal(app, file, reading))
        else:
            on_opened(reading)

    return ReadingDialog(app, file, partial(_read_box, app, file), end)


def _read_box(app: AppContext, file: Path, progress: Progress) -> Reading:
    try:
        loaded = app.opened_boxes.open(file, progress)
    except BadBoxFile as error:
        return error
    decoded_pictures.cached.decode_ahead(loaded.pictures_hash, loaded.pictures)
    return loaded


def make_refusal(app: AppContext, file: Path, error: BadBoxFile) -> Dialog:
    """Return a dialog with all reasons why a box cannot be opened."""
    lines = [say(problem.message) for problem in error.all_errors]
    if (rest := len(lines) - _MAX_ERRORS + 1) > 1:
        lines[-rest:] = [say(m("and {n} more", "and {n} more", n=rest))]
    # Translators: the title of a message; {name} is a file or a folder
    title = m("{name} can't be opened", name=file.name)
    return Dialog(app, title, "\n".join(lines), [Answer(m("OK"), do_nothing, "main", back=True)])
