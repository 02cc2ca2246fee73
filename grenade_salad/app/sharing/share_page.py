"""A match as one web page, written in the background while a dialog shows it.

Files and folders are opened by the system: pages in the browser, folders in the file manager.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.sharing import record_files
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.journal.database import JournalError
from grenade_salad.match.record import Record, RecordError, read_record
from grenade_salad.text import Words, m
from grenade_salad.text.say import language

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes


def open_outside(path: Path) -> None:
    """Open a file or folder in the program that this system has for it.

    Raises `OSError` if there is none.
    """
    if sys.platform == "win32":
        os.startfile(path)
        return
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        # The download has libraries of its own, which must not reach other programs.
        environment.pop("LD_LIBRARY_PATH", None)
    command = ["open" if sys.platform == "darwin" else "xdg-open", str(path)]
    none = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=none, stdout=none, stderr=none, env=environment, start_new_session=True)
    # Wait for it, so that it leaves no zombie: it may run as long as the browser is open.
    threading.Thread(target=process.wait, name="opened", daemon=True).start()


def _render_file(content: bytes, name: str, language_code: str, opened_boxes: OpenedBoxes) -> bytes:
    """Render the page of a record file, whose name is for error messages."""
    return _render_page(read_record(BytesIO(content), name), language_code, opened_boxes)


def _render_page(record: Record, language_code: str, opened_boxes: OpenedBoxes) -> bytes:
    from grenade_salad.web.share_page import make_page

    return make_page(record, language_code, opened_boxes)


def share(app: AppContext, match_id: int) -> None:
    """Write the web page of a match of the journal, and say where it is.

    Tells the user why if that cannot be.
    """
    if app.journal is None:
        return
    try:
        match, content = app.journal.match(match_id), app.journal.export(match_id)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    write = partial(record_files.write, app, match)
    render = partial(_render_file, content, match.game, language(), app.opened_boxes)
    app.push(ShareDialog(app, m("This match as a web page"), render, write))


def share_record(app: AppContext, record: Record, stem: str, title: Words) -> None:
    """Write the web page of a record that is in no journal, and say where it is.

    `stem` is the name of the file.
    """
    render = partial(_render_page, record, language(), app.opened_boxes)
    app.push(ShareDialog(app, title, render, partial(record_files.write_numbered, app, stem)))


class ShareDialog(Dialog):
    """Dialog that stays until the page is rendered; `write` puts it into a file."""

    def __init__(
        self, app: AppContext, title: Words, render: Callable[[], bytes], write: Callable[[bytes, str], Path]
    ) -> None:
        self.write = write
        self.worker = app.worker()
        self.page: Future[bytes] = self.worker.submit(render)
        # Translators: a button: stop writing the page
        answers = [Answer(m("Stop"), do_nothing, back=True)]
        super().__init__(app, title, m("Writing…"), answers)

    @property
    def is_animating(self) -> bool:
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.page.done():
            self.app.pop()
            self._write()

    def _write(self) -> None:
        try:
            file = self.write(self.page.result(), ".html")
        except (RecordError, OSError) as error:
            reason = trouble.describe_error(error)
            self.app.say(m("The page could not be written: {why}.", why=reason), refused=True)
            return
        self.app.push(_SharedDialog(self.app, self.title, file))

    def on_left(self) -> None:
        """Cancel the page: nobody waits for it any more."""
        super().on_left()
        self.worker.shutdown(wait=False, cancel_futures=True)


class _SharedDialog(Dialog):
    """Dialog after the page is written: it can be opened, and its folder shown."""

    def __init__(self, app: AppContext, title: Words, file: Path) -> None:
        text = m(
            "One file that replays the match in any browser, even offline: send it to anyone.\n{file}", file=file.name
        )
        answers = [
            # Translators: a button: look at the web page that was made
            Answer(m("Open", context="a web page"), partial(self._open, file, file), "main", "eye"),
            # Translators: a button: show the folder with the web page that was made
            Answer(m("Show the folder"), partial(self._open, file.parent, file), icon="save"),
            Answer(m("Close"), do_nothing, icon="back", back=True),
        ]
        super().__init__(app, title, text, answers)

    def _open(self, path: Path, file: Path) -> None:
        try:
            open_outside(path)
        except OSError:
            self.app.say(m("{file}: opens in any browser, even offline", file=str(file)), seconds=12)
